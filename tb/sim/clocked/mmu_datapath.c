#include "tb/sim/clocked/mmu_datapath.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/link.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/series.h"

enum { BACKLOG_LIMIT = 1 << 16 };  // pending events of one MMU: more mean more packets than clocks

const struct sluice_in mmu_nothing;

// Not lost: a rule wants it so.
static void drop(struct network *n, int i, struct packet *p) {
  n->result.sw[i].dropped++;
  n->result.flow[p->data.flow].dropped++;
  n->result.dropped++;
  packet_free(&n->pool, p);
}

// The forwarding engine counts hops; at the end of a packet's life it, or with TTL the MMU, drops it.
static void arrive_data(struct network *n, int i, struct packet *p) {
  struct node_switch *sw = &n->sw[i];
  network_moves(n);
  if (p->ttl > 0) p->ttl--;
  if (p->ttl == 0 && n->s->feedback != FEEDBACK_TTL) {
    drop(n, i, p);
    return;
  }
  fifo_put(&sw->enq, p);
  if (++sw->enq_count > BACKLOG_LIMIT) network_fail(n, NETWORK_OVERLOAD);
}

void mmu_arrive(struct network *n, int i, struct packet *p) {
  p->in_port = p->via->peer->index;
  p->since = n->now;
  if (p->control) {
    port_count_message(n, p->via->peer, &p->pause);
    fifo_put(&n->sw[i].rx, p);
  } else {
    arrive_data(n, i, p);
  }
  mmu_touch(n, i);
}

// Doubles a ring, oldest first.
static int grow(struct ring *r) {
  unsigned size = r->size != 0 ? 2 * r->size : 64;
  struct mmu_event *item = malloc(size * sizeof(*item));
  if (item == NULL) return -1;
  for (unsigned k = 0; k < r->count; k++) item[k] = r->item[(r->head + k) & (r->size - 1)];
  free(r->item);
  *r = (struct ring){.item = item, .size = size, .count = r->count};
  return 0;
}

static inline void put(struct network *n, struct ring *r, struct mmu_event event) {
  if (r->count == r->size && (r->size >= BACKLOG_LIMIT || grow(r) != 0)) {
    network_fail(n, r->size >= BACKLOG_LIMIT ? NETWORK_OVERLOAD : NETWORK_NO_MEMORY);
    return;
  }
  r->item[(r->head + r->count++) & (r->size - 1)] = event;
}

static inline struct mmu_event get(struct ring *r) {
  struct mmu_event event = r->item[r->head];
  r->head = (r->head + 1) & (r->size - 1);
  r->count--;
  return event;
}

// The last bit of a frame is out: the packet has left the buffer.
void mmu_sent(struct network *n, int i, struct port *p) {
  struct node_switch *sw = &n->sw[i];
  mmu_admit(n, i, n->now - 1);
  p->busy = false;
  sw->kicked |= UINT64_C(1) << p->index;
  mmu_touch(n, i);
  if (!p->data) return;
  n->result.hops++;
  network_moves(n);
  p->moved = n->now;
  int ingress = p->in_port * n->classes + p->cls, egress = p->index * n->classes + p->cls;
  measure_leave(n, &sw->level[SIDE_INGRESS][ingress], &sw->level[SIDE_EGRESS][egress], p->cells);
  if (sw->watch != NULL) series_left(n, p, ingress, egress);
  put(n, &sw->deq, (struct mmu_event){p->in_port, p->cls, p->cells, n->now});
}

// Under TTL the class is the MMU's to say.
static bool expected(const struct network *n, const struct sluice_verdict *v, const struct packet *p) {
  if (p == NULL || v->port != p->in_port) return false;
  return n->s->feedback == FEEDBACK_TTL ? v->cls < n->classes : v->cls == p->cls;
}

static int next_hop(const struct scenario_flow *flow, int hop) {
  return hop + 1 < flow->hops || !flow->loop ? hop + 1 : 0;
}

static struct packet *take_given(struct node_switch *sw) {
  struct packet *p = fifo_get(&sw->admission);
  sw->shows = sw->admission.head != NULL ? fifo_head(&sw->admission)->since : UINT64_MAX;
  return p;
}

// In that clock a packet is in its queues.
static void accept(struct network *n, int i, struct packet *p, uint64_t clock) {
  struct node_switch *sw = &n->sw[i];
  const struct scenario_flow *flow = &n->s->flow[p->data.flow];
  int egress = (int)p->event.owner, from = p->in_port * n->classes + p->cls, to = egress * n->classes + p->cls;
  struct level *in = &sw->level[SIDE_INGRESS][from];
  p->hop = (uint8_t)next_hop(flow, p->hop);
  in->arrived += p->bytes;
  measure_enter(n, in, &sw->level[SIDE_EGRESS][to], p->data.cells, clock);
  if (sw->watch != NULL) series_entered(n, i, from, to);
  fifo_put(&sw->queue[to], p);
  sw->port[egress].filled |= (uint8_t)(1u << p->cls);
  if (!sw->port[egress].busy) sw->kicked |= UINT64_C(1) << egress;
}

static void refuse(struct network *n, int i, struct packet *p) {
  bool lossless = n->s->sw[i].regs[SLUICE_REG_LOSSLESS] >> p->cls & 1;
  n->sw[i].level[SIDE_INGRESS][p->in_port * n->classes + p->cls].arrived += p->bytes;
  n->result.sw[i].refused++;
  n->result.sw[i].lost += lossless;
  n->result.lost += lossless;
  n->result.flow[p->data.flow].lost++;
  packet_free(&n->pool, p);
}

// The MMU's word on the oldest packet that was given to it.
static void admission(struct network *n, int i, const struct sluice_verdict *v) {
  struct packet *p = take_given(&n->sw[i]);
  if (!expected(n, v, p)) {
    network_fail(n, NETWORK_PROTOCOL);
    return;
  }
  if (v->kind == SLUICE_DROPPED) {
    drop(n, i, p);
    return;
  }
  p->cls = v->cls;
  if (v->kind == SLUICE_REFUSED)
    refuse(n, i, p);
  else
    accept(n, i, p, n->now);
}

bool mmu_admit_known(struct network *n, int i, uint64_t clock) {
  struct node_switch *sw = &n->sw[i];
  bool now = false;
  while (sw->shows <= clock) {
    now = sw->shows == clock;
    uint64_t shows = sw->shows;
    accept(n, i, take_given(sw), shows);
  }
  return now;
}

// A packet that finds its port sending until later does nothing when it comes into its queue: that may wait until
// somebody looks there.
void mmu_foresee(struct network *n, int i, const struct sluice_verdict *v, uint64_t shows) {
  struct node_switch *sw = &n->sw[i];
  struct packet *p = (struct packet *)sw->admission.tail;
  if (!expected(n, v, p)) {
    network_fail(n, NETWORK_PROTOCOL);
    return;
  }
  p->cls = v->cls;
  p->since = shows;
  if (fifo_head(&sw->admission) == p) sw->shows = shows;
  const struct port *port = &sw->port[p->event.owner];
  if (n->areas == NULL || !port->busy || port->sent.clock <= shows) switch_activate(n, i, shows);
}

static void gates_changed(struct network *n, struct node_switch *sw, int word) {
  uint64_t changed = sw->gate[word] ^ sw->out->gate[word];
  uint64_t ports = 0;
  sw->gate[word] = sw->out->gate[word];
  for (; changed != 0; changed &= changed - 1) ports |= UINT64_C(1) << n->port_of[word * 64 + __builtin_ctzll(changed)];
  sw->kicked |= ports;
}

// A gate may span two words, so the ports are looked at when all words are taken over.
static void gates(struct network *n, struct node_switch *sw) {
  bool changed = false;
  for (int w = 0; w < sw->words; w++) {
    if (sw->gate[w] == sw->out->gate[w]) continue;
    gates_changed(n, sw, w);
    changed = true;
  }
  if (!changed || scenario_is_gfc(n->s)) return;
  for (uint64_t k = sw->kicked; k != 0; k &= k - 1) {
    int port = __builtin_ctzll(k);
    if (sw->port[port].peer != NULL) port_closed(n, &sw->port[port], switch_gate(n, sw, port) != 0);
  }
}

// Takes over the message that the MMU shows: a frame that waits for the one being sent.
static void message(struct network *n, struct node_switch *sw) {
  const struct sluice_out *out = sw->out;
  sw->in.tx_ready = true;
  struct port *port = &sw->port[out->tx_port];
  if (port->peer == NULL) return;  // nothing is connected there
  struct packet *p = packet_new(&n->pool, true);
  if (p == NULL) {
    network_fail(n, NETWORK_NO_MEMORY);
    return;
  }
  p->bytes = MIN_FRAME;
  p->pause.level = out->tx_level;
  p->pause.enable = out->tx_enable;
  memcpy(p->pause.time, out->tx_time, sizeof(p->pause.time));
  fifo_put(&port->control, p);
  sw->kicked |= UINT64_C(1) << out->tx_port;
}

// GFC: classes of which the gate does not know yet that a packet has left. When it will is asked then.
static unsigned unsettled(struct network *n, const struct node_switch *sw, struct port *p, unsigned ready) {
  unsigned wait = 0;
  for (unsigned rest = ready; rest != 0; rest &= rest - 1) {
    int cls = __builtin_ctz(rest);
    uint64_t clock = sw->settled[p->index * n->classes + cls];
    if (clock <= n->now) continue;
    wait |= 1u << cls;
    if (clock != UINT64_MAX) port_kick_at(n, p, clock);
  }
  return wait;
}

// A packet starts to leave: GFC's gate closes behind it.
static void tell(struct network *n, struct node_switch *sw, const struct port *p) {
  put(n, &sw->snd, (struct mmu_event){p->index, p->cls, p->cells, n->now});
  sw->settled[p->index * n->classes + p->cls] = UINT64_MAX;
}

// Round robin between the classes that have something to send and may.
static struct packet *next_packet(struct network *n, struct node_switch *sw, struct port *p) {
  unsigned ready = p->filled & ~switch_gate(n, sw, p->index);
  if (ready != 0 && scenario_is_gfc(n->s)) ready &= ~unsettled(n, sw, p, ready);
  if (ready == 0) return NULL;
  unsigned later = ready >> p->turn << p->turn;
  int cls = __builtin_ctz(later != 0 ? later : ready);
  struct fifo *queue = &sw->queue[p->index * n->classes + cls];
  struct packet *packet = fifo_get(queue);
  if (queue->head == NULL) p->filled &= (uint8_t) ~(1u << cls);
  p->turn = (uint8_t)((cls + 1) % 8);
  p->in_port = packet->in_port;
  p->cls = packet->cls;
  p->cells = packet->data.cells;
  if (scenario_is_gfc(n->s)) tell(n, sw, p);
  return packet;
}

// Messages go first; nothing interrupts the frame being sent.
static void serve(struct network *n, struct node_switch *sw, struct port *p) {
  if (p->busy) return;
  struct packet *packet = fifo_get(&p->control);
  if (packet == NULL) {
    if (p->filled == 0) return;
    if (p->limit.num != 0 && pace_free(&p->limit) > n->now) {
      port_kick_at(n, p, pace_free(&p->limit));
      return;
    }
    packet = next_packet(n, sw, p);
  }
  if (packet != NULL) port_send(n, p, packet);
}

// One event of a kind in a clock: how long did this one wait for its turn?
static inline void late(struct network *n, const struct node_switch *sw, uint64_t since) {
  if (since == n->now) return;
  uint64_t *most = &n->result.sw[sw->wake.owner].late;
  if (n->now - since > *most) *most = n->now - since;
}

static void give_enqueue(struct network *n, struct node_switch *sw) {
  struct sluice_in *in = &sw->in;
  struct packet *p = fifo_get(&sw->enq);
  late(n, sw, p->since);
  sw->enq_count--;
  in->enq_valid = true;
  in->enq_port = p->in_port;
  in->enq_class = p->cls;
  in->enq_cells = p->data.cells;
  p->event.owner = n->s->flow[p->data.flow].egress[p->hop];
  if (n->s->feedback == FEEDBACK_TTL) {
    in->enq_ttl = p->ttl;
    in->enq_egress = (uint8_t)p->event.owner;
  }
  p->since = UINT64_MAX;
  fifo_put(&sw->admission, p);
}

static void give_dequeue(struct network *n, struct node_switch *sw) {
  struct sluice_in *in = &sw->in;
  struct mmu_event event = get(&sw->deq);
  late(n, sw, event.since);
  in->deq_valid = true;
  in->deq_port = event.port;
  in->deq_class = event.cls;
  in->deq_cells = event.cells;
}

static void give_send(struct network *n, struct node_switch *sw) {
  struct sluice_in *in = &sw->in;
  struct mmu_event event = get(&sw->snd);
  late(n, sw, event.since);
  in->snd_valid = true;
  in->snd_port = event.port;
  in->snd_class = event.cls;
  in->snd_cells = event.cells;
  uint64_t settled = n->now + SLUICE_HOLD_LATENCY;
  sw->settled[event.port * n->classes + event.cls] = settled;
  struct port *port = &sw->port[event.port];
  if (!port->busy) port_kick_at(n, port, settled);  // it may have looked already
}

static void give_message(struct network *n, struct node_switch *sw) {
  struct sluice_in *in = &sw->in;
  struct packet *p = fifo_get(&sw->rx);
  late(n, sw, p->since);
  in->rx_valid = true;
  in->rx_port = p->in_port;
  in->rx_level = p->pause.level;
  in->rx_enable = p->pause.enable;
  memcpy(in->rx_time, p->pause.time, sizeof(in->rx_time));
  packet_free(&n->pool, p);
}

// At most one event of each kind is an input of a clock; the others wait. Returns whether there is any.
static bool give_inputs(struct network *n, struct node_switch *sw) {
  sw->in.enq_valid = sw->in.deq_valid = sw->in.snd_valid = sw->in.rx_valid = false;
  if (sw->enq.head != NULL) give_enqueue(n, sw);
  if (sw->deq.count != 0) give_dequeue(n, sw);
  if (sw->snd.count != 0) give_send(n, sw);
  if (sw->rx.head != NULL) give_message(n, sw);
  return sw->in.enq_valid | sw->in.deq_valid | sw->in.snd_valid | sw->in.rx_valid;
}

const struct sluice_in *mmu_act(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  if (sw->shows > n->now && !sw->speaking && sw->kicked == 0 && !mmu_pending(sw)) return &mmu_nothing;
  sw->in.tx_ready = false;
  bool foreseen = mmu_admit(n, i, n->now);
  if (sw->speaking) {
    if (sw->out->adm_valid && !foreseen)
      admission(n, i, &(struct sluice_verdict){sw->out->adm_kind, sw->out->adm_port, sw->out->adm_class});
    if (sw->out->deq_error) network_fail(n, NETWORK_PROTOCOL);
    gates(n, sw);
    if (sw->out->tx_valid) message(n, sw);
  }
  for (uint64_t k = sw->kicked; k != 0; k &= k - 1) serve(n, sw, &sw->port[__builtin_ctzll(k)]);
  sw->kicked = 0;
  return give_inputs(n, sw) || sw->in.tx_ready ? &sw->in : &mmu_nothing;
}
