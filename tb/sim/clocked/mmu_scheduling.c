#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/mmu_node.h"

// ---- events that wait for their cycle at the MMU ----

// Doubles a ring, with the oldest element first.
static int grow(struct ring *r) {
  unsigned size = r->size != 0 ? 2 * r->size : 64;
  struct mmu_event *item = malloc(size * sizeof(*item));
  if (item == NULL) return -1;
  for (unsigned k = 0; k < r->count; k++) item[k] = r->item[(r->head + k) & (r->size - 1)];
  free(r->item);
  *r = (struct ring){.item = item, .size = size, .count = r->count};
  return 0;
}

static void put(struct network *n, struct ring *r, struct mmu_event event) {
  if (r->count == r->size && (r->size >= MMU_BACKLOG || grow(r) != 0)) {
    network_fail(n, r->size >= MMU_BACKLOG ? NETWORK_OVERLOAD : NETWORK_NO_MEMORY);
    return;
  }
  r->item[(r->head + r->count++) & (r->size - 1)] = event;
}

static struct mmu_event get(struct ring *r) {
  struct mmu_event event = r->item[r->head];
  r->head = (r->head + 1) & (r->size - 1);
  r->count--;
  return event;
}

void mmu_message_arrived(struct mmu_node *sw, struct packet *p) {
  port_count_message(sw->links, p->via->peer, &p->pause);
  fifo_put(&sw->messages, p);
}

// A packet has left the buffer: its dequeue waits for the MMU.
void mmu_sent(struct mmu_node *sw, struct port *p) {
  struct network *n = sw->n;
  p->busy = false;
  sw->kicked |= UINT64_C(1) << p->index;
  if (!p->data) return;
  n->result.hops++;
  n->moved = p->moved = n->now;
  int ingress = p->in_port * n->classes + p->cls, egress = p->index * n->classes + p->cls;
  measure_leave(n, &sw->level[SIDE_INGRESS][ingress], &sw->level[SIDE_EGRESS][egress], p->cells);
  if (sw->watched) series_moved(sw->series, sw->number, ingress, egress);
  put(n, &sw->dequeues, (struct mmu_event){p->in_port, p->cls, p->cells, n->now});
}

static bool give_dequeue(struct mmu_node *sw) {
  struct sluice_in *in = &sw->in;
  in->deq_valid = sw->dequeues.count != 0;
  if (!in->deq_valid) return false;
  struct mmu_event event = get(&sw->dequeues);
  measure_input_delay(sw->n, sw->number, event.since);
  in->deq_port = event.port;
  in->deq_class = event.cls;
  in->deq_cells = event.cells;
  return true;
}

static bool give_send(struct mmu_node *sw) {
  struct sluice_in *in = &sw->in;
  in->snd_valid = sw->sends.count != 0;
  if (!in->snd_valid) return false;
  struct mmu_event event = get(&sw->sends);
  measure_input_delay(sw->n, sw->number, event.since);
  in->snd_port = event.port;
  in->snd_class = event.cls;
  in->snd_cells = event.cells;
  uint64_t settled = sw->n->now + SLUICE_HOLD_LATENCY;
  sw->settled[event.port * sw->n->classes + event.cls] = settled;
  struct port *port = &sw->port[event.port];
  if (!port->busy) port_kick_at(sw->links, port, settled);  // the port may have looked for a packet already
  return true;
}

static bool give_message(struct mmu_node *sw) {
  struct sluice_in *in = &sw->in;
  struct packet *p = fifo_get(&sw->messages);
  in->rx_valid = p != NULL;
  if (p == NULL) return false;
  measure_input_delay(sw->n, sw->number, p->since);
  in->rx_port = p->in_port;
  in->rx_level = p->pause.level;
  in->rx_enable = p->pause.enable;
  memcpy(in->rx_time, p->pause.time, sizeof(in->rx_time));
  packet_free(&sw->n->pool, p);
  return true;
}

bool mmu_give_sent(struct mmu_node *sw) { return give_dequeue(sw) | give_send(sw) | give_message(sw); }

// ---- the MMU's outputs ----

static void gates(struct mmu_node *sw) {
  int classes = sw->n->classes;
  uint64_t ports = 0;  // ports with a changed gate
  for (int w = 0; w < sw->words; w++) {
    uint64_t changed = sw->gate[w] ^ sw->out->gate[w];
    for (; changed != 0; changed &= changed - 1) ports |= UINT64_C(1) << (w * 64 + __builtin_ctzll(changed)) / classes;
    sw->gate[w] = sw->out->gate[w];
  }
  sw->kicked |= ports;
  if (scenario_is_gfc(sw->n->s)) return;
  for (; ports != 0; ports &= ports - 1) {
    int port = __builtin_ctzll(ports);
    if (sw->port[port].peer != NULL) port_closed(sw->links, &sw->port[port], mmu_gate(sw, port) != 0);
  }
}

// Takes the message that the MMU shows; its frame waits for the end of the frame being sent.
static void message(struct mmu_node *sw) {
  const struct sluice_out *out = sw->out;
  sw->in.tx_ready = out->tx_valid;
  if (!out->tx_valid) return;
  struct port *port = &sw->port[out->tx_port];
  if (port->peer == NULL) return;
  struct packet *p = packet_new(&sw->n->pool, true);
  if (p == NULL) {
    network_fail(sw->n, NETWORK_NO_MEMORY);
    return;
  }
  p->bytes = MIN_FRAME;
  p->pause.level = out->tx_level;
  p->pause.enable = out->tx_enable;
  memcpy(p->pause.time, out->tx_time, sizeof(p->pause.time));
  fifo_put(&port->control, p);
  sw->kicked |= UINT64_C(1) << out->tx_port;
}

// ---- ports ----

// GFC: the classes whose last packet the gate does not include yet. The port is kicked when the gate includes it.
static unsigned unsettled(struct mmu_node *sw, struct port *p, unsigned ready) {
  unsigned wait = 0;
  for (unsigned rest = ready; rest != 0; rest &= rest - 1) {
    int cls = __builtin_ctz(rest);
    uint64_t cycle = sw->settled[p->index * sw->n->classes + cls];
    if (cycle <= sw->n->now) continue;
    wait |= 1u << cls;
    if (cycle != UINT64_MAX) port_kick_at(sw->links, p, cycle);
  }
  return wait;
}

// A packet starts to leave, so GFC's gate closes after it.
static void starts(struct mmu_node *sw, const struct port *p) {
  put(sw->n, &sw->sends, (struct mmu_event){p->index, p->cls, p->cells, sw->n->now});
  sw->settled[p->index * sw->n->classes + p->cls] = UINT64_MAX;
}

static void mark(struct mmu_node *sw, const struct port *port, struct packet *p) {
  const int k = port->index * sw->n->classes + p->cls;
  if (sw->marker == NULL || !scenario_policy_of(sw->n->s, (int)p->data.flow)->ecn_capable) return;
  const uint64_t behind = sw->level[SIDE_EGRESS][k].cells - p->data.cells;
  if (!marker_marks(&sw->marker[port->index], p->cls, behind, p->bytes, p->marked, &sw->marks[k])) return;
  p->marked = true;
  if (sw->watched) series_marked(sw->series, sw->number, k);
}

// Selects the next packet: round robin between the classes that have a packet and may send.
static struct packet *next_packet(struct mmu_node *sw, struct port *p) {
  bool gfc = scenario_is_gfc(sw->n->s);
  unsigned ready = p->filled & ~mmu_gate(sw, p->index);
  if (ready != 0 && gfc) ready &= ~unsettled(sw, p, ready);
  if (ready == 0) return NULL;
  unsigned later = ready >> p->next_class << p->next_class;
  int cls = __builtin_ctz(later != 0 ? later : ready);
  struct fifo *queue = &sw->queue[p->index * sw->n->classes + cls];
  struct packet *packet = fifo_get(queue);
  if (queue->head == NULL) p->filled &= (uint8_t) ~(1u << cls);
  p->next_class = (uint8_t)((cls + 1) % SLUICE_MAX_CLASSES);
  p->in_port = packet->in_port;
  p->cls = packet->cls;
  p->cells = packet->data.cells;
  mark(sw, p, packet);
  if (gfc) starts(sw, p);
  return packet;
}

// Sends the next frame of a port, a message first. Nothing interrupts a frame that is being sent.
static void serve(struct mmu_node *sw, struct port *p) {
  if (p->busy) return;
  struct packet *packet = fifo_get(&p->control);
  if (packet == NULL) {
    if (p->filled == 0) return;
    if (p->limit.num != 0 && pace_free(&p->limit) > sw->n->now) {
      port_kick_at(sw->links, p, pace_free(&p->limit));
      return;
    }
    packet = next_packet(sw, p);
  }
  if (packet != NULL) port_send(sw->links, p, packet);
}

void mmu_schedule(struct mmu_node *sw) {
  if (sw->out->deq_error) network_fail(sw->n, NETWORK_PROTOCOL);
  gates(sw);
  message(sw);
  for (; sw->kicked != 0; sw->kicked &= sw->kicked - 1) serve(sw, &sw->port[__builtin_ctzll(sw->kicked)]);
}
