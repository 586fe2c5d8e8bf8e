#include <string.h>

#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/rtl_node.h"

enum { AHEAD = 2 };  // words that a MAC takes before the line needs them

// Cycles of that many bytes on the line: rounded down, rounded up.
static uint64_t cycles_over(const struct port *p, uint64_t bytes) { return bytes * p->line.num / p->line.den; }
static uint64_t cycles_begun(const struct port *p, uint64_t bytes) {
  return (bytes * p->line.num + p->line.den - 1) / p->line.den;
}

static struct frame *frame_of(struct rtl_node *sw, struct packet *p) {
  struct frame *f = frame_new(&sw->all->frames);
  if (f == NULL) network_fail(sw->n, NETWORK_NO_MEMORY);
  return p->data.frame = f;
}

// ---- in ----

// Converts a host's packet to bytes.
static bool packet_to_frame(struct rtl_node *sw, struct packet *p) {
  const struct rtl_switches *all = sw->all;
  struct frame_mark mark = {p->data.flow, all->made[p->data.flow]++, p->data.born};
  struct frame *f = frame_of(sw, p);
  if (f == NULL) return false;
  const struct scenario_flow *flow = &sw->n->s->flow[p->data.flow];
  frame_fill(f, p, &mark, all->addresses.of_flow[p->data.flow], addresses_host(flow->from - sw->n->s->switches));
  return true;
}

void rtl_arrive(struct rtl_node *sw, struct packet *p) {
  p->in_port = p->via->peer->index;
  p->since = sw->n->now;
  if (!p->control) sw->n->moved = sw->n->now;
  if (p->via->node >= sw->n->s->switches && !packet_to_frame(sw, p)) return;
  fifo_put(&sw->from[p->in_port].coming, p);
}

// A frame is wholly in the switch. A control frame ends here.
static void frame_inside(struct rtl_node *sw, struct packet *p) {
  if (!p->control) {
    fifo_put(&sw->inside[p->in_port], p);
    return;
  }
  struct pause message[2];
  int count = frame_messages(p->data.frame, scenario_is_gfc(sw->n->s), message);
  for (int k = 0; k < count; k++) port_count_message(sw->links, p->via->peer, &message[k]);
  frame_free(&sw->all->frames, p->data.frame);
  packet_free(&sw->n->pool, p);
}

// Passes words to the switch. A word is available when its last bit has arrived; the last word of a frame when the
// check sequence has. The line cannot be stalled, so the MAC stores words that the switch does not take yet.
static void give(struct rtl_node *sw, int port) {
  struct rtl_input *from = &sw->from[port];
  struct switch_word *word = &sw->in.in[port];
  struct packet *p = from->coming.head;
  word->valid = false;
  if (p == NULL) return;
  const struct frame *f = p->data.frame;
  uint32_t bytes = (uint32_t)sw->all->shim->dims.bytes, left = f->length - from->at;
  bool last = left <= bytes;
  uint64_t due = p->event.cycle + cycles_begun(p->via, from->at + (last ? left + FRAME_CHECK : bytes));
  if (sw->n->now < due) return;
  measure_input_delay(sw->n, sw->number, due);
  if (f->ready < from->at + (last ? left : bytes)) {
    rtl_fault(&sw->all->node[p->via->node], p->via->index, "a frame was not sent at the rate of the line");
    return;
  }
  if (!last) left = bytes;
  word->valid = true;
  word->last = last;
  word->user = false;
  word->keep = (uint32_t)((UINT64_C(1) << left) - 1);
  memcpy(word->data, f->byte + from->at, left);
  if (!(sw->out.in_ready >> port & 1)) return;
  from->at += left;
  if (!last) return;
  from->at = 0;
  frame_inside(sw, fifo_get(&from->coming));
}

void rtl_give(struct rtl_node *sw) {
  for (int p = 0; p < sw->n->s->sw[sw->number].ports; p++) give(sw, p);
}

// ---- out ----

// The frame whose first word is shown, if the MAC sends it now; else NULL.
static struct packet *first_word(struct rtl_node *sw, int port) {
  struct port *line = &sw->port[port];
  struct packet *p;
  if (line->busy || pace_free(&line->line) > sw->n->now) return NULL;
  if (frame_is_control(sw->out.out[port].data)) {
    p = packet_new(&sw->n->pool, true);
    if (p == NULL) {
      network_fail(sw->n, NETWORK_NO_MEMORY);
      return NULL;
    }
    p->bytes = MIN_FRAME;
    if (frame_of(sw, p) == NULL) return NULL;
    p->data.frame->length = FRAME_LEAST;
  } else {
    if (line->limit.num != 0 && pace_free(&line->limit) > sw->n->now) return NULL;
    p = fifo_get(&sw->leaving[port]);
    if (p == NULL) {
      rtl_fault(sw, port, "a frame leaves that was not chosen");
      return NULL;
    }
    line->in_port = p->in_port;
    line->cls = p->cls;
    line->cells = p->data.cells;
    p->data.frame->ready = 0;
    if (sw->n->s->feedback == FEEDBACK_TTL) frame_routed(p->data.frame);
  }
  sw->to[port] = (struct rtl_output){.packet = p, .since = sw->n->now};
  port_send(sw->links, line, p);
  return p;
}

// Converts a frame to a packet for a host, from its bytes alone.
static void check_delivery(struct rtl_node *sw, int port, struct packet *p) {
  struct frame_mark mark;
  const struct scenario_flow *flow = &sw->n->s->flow[p->data.flow];
  if (!frame_read(p->data.frame, &mark) || mark.flow != p->data.flow || mark.born != p->data.born ||
      sw->port[port].peer->node != flow->to)
    rtl_fault(sw, port, "a host receives a frame for another host, or a changed one");
  frame_free(&sw->all->frames, p->data.frame);
}

// Gives the messages of a control frame to a host. A native frame may have two.
static void deliver_messages(struct rtl_node *sw, struct port *line, struct packet *p) {
  struct pause message[2];
  int count = frame_messages(p->data.frame, scenario_is_gfc(sw->n->s), message);
  frame_free(&sw->all->frames, p->data.frame);
  memset(&p->pause, 0, sizeof(p->pause));
  if (count > 0) p->pause = message[0];
  if (count < 2) return;
  struct packet *more = packet_new(&sw->n->pool, true);
  if (more == NULL) {
    network_fail(sw->n, NETWORK_NO_MEMORY);
    return;
  }
  more->bytes = MIN_FRAME;
  more->via = line;
  more->pause = message[1];
  event_init(&more->event, EVENT_ARRIVE, line->peer->node, line->peer->index);
  more->event.sequence = line->frames++;
  network_add(sw->n, &more->event, p->event.cycle);
}

static void last_word(struct rtl_node *sw, int port, struct packet *p) {
  struct port *line = &sw->port[port];
  bool to_host = line->peer->node >= sw->n->s->switches;
  sw->to[port].packet = NULL;
  if (p->control) {
    if (to_host) deliver_messages(sw, line, p);
    return;
  }
  int ingress = line->in_port * sw->n->classes + line->cls, egress = port * sw->n->classes + line->cls;
  measure_leave(sw->n, &sw->level[SIDE_INGRESS][ingress], &sw->level[SIDE_EGRESS][egress], line->cells);
  if (series_watches(sw->series, sw->number)) series_moved(sw->series, sw->number, ingress, egress);
  if (to_host) check_delivery(sw, port, p);
}

// A word is taken: a data frame continues the frame that came in; a control frame will arrive at the other end.
static void word_taken(struct rtl_node *sw, int port, struct packet *p) {
  const struct switch_word *word = &sw->out.out[port];
  struct rtl_output *to = &sw->to[port];
  struct frame *f = p->data.frame;
  uint32_t bytes = (uint32_t)__builtin_popcount(word->keep), left = f->length - to->at;
  if (bytes > left || word->last != (bytes == left) || word->user) {
    rtl_fault(sw, port, "a frame leaves with another length");
    return;
  }
  if (p->control)
    memcpy(f->byte + to->at, word->data, bytes);
  else if (memcmp(f->byte + to->at, word->data, bytes) != 0)
    rtl_fault(sw, port, "a frame leaves with other bytes");
  to->at += bytes;
  f->ready = to->at;
  if (word->last) last_word(sw, port, p);
}

void rtl_take(struct rtl_node *sw) {
  uint64_t ahead = (uint64_t)AHEAD * (uint64_t)sw->all->shim->dims.bytes;
  sw->in.out_ready = 0;
  for (int port = 0; port < sw->n->s->sw[sw->number].ports; port++) {
    if (!sw->out.out[port].valid) continue;
    struct rtl_output *to = &sw->to[port];
    struct packet *p = to->packet;
    if (p == NULL)
      p = first_word(sw, port);
    else if (to->at > ahead && sw->n->now < to->since + cycles_over(&sw->port[port], to->at - ahead))
      p = NULL;
    if (p == NULL) continue;
    sw->in.out_ready |= (uint16_t)(1u << port);
    word_taken(sw, port, p);
  }
}

void rtl_sent(struct rtl_node *sw, struct port *p) {
  p->busy = false;
  if (sw->to[p->index].packet != NULL) {
    sw->to[p->index].packet = NULL;
    rtl_fault(sw, p->index, "a frame is not sent at the rate of the line");
  }
  if (!p->data) return;
  sw->n->result.hops++;
  sw->n->moved = p->moved = sw->n->now;
}
