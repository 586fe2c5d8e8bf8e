#include "tb/sim/clocked/rtl_ports.h"

#include <string.h>

#include "tb/sim/clocked/link.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/series.h"

enum { AHEAD = 2 };  // words that a MAC takes before the line needs them

// Clocks of so many bytes on the line, in whole ones that are over, or begun.
static uint64_t over(const struct port *p, uint64_t bytes) { return bytes * p->line.num / p->line.den; }
static uint64_t begun(const struct port *p, uint64_t bytes) {
  return (bytes * p->line.num + p->line.den - 1) / p->line.den;
}

static struct frame *frame_of(struct network *n, struct packet *p) {
  struct frame *f = frame_new(&n->rtl->frames);
  if (f == NULL) network_fail(n, NETWORK_NO_MEMORY);
  return p->data.frame = f;
}

// ---- in ----

// Hosts keep packets as numbers: here they become bytes.
static bool make(struct network *n, struct packet *p) {
  const struct rtl_switches *all = n->rtl;
  struct frame_mark mark = {p->data.flow, all->made[p->data.flow]++, p->data.born};
  struct frame *f = frame_of(n, p);
  if (f == NULL) return false;
  const struct scenario_flow *flow = &n->s->flow[p->data.flow];
  frame_fill(f, p, &mark, all->addresses.of_flow[p->data.flow], addresses_host(flow->from - n->s->switches));
  return true;
}

void rtl_arrive(struct network *n, int i, struct packet *p) {
  struct node_rtl *sw = &n->rtl->node[i];
  p->in_port = p->via->peer->index;
  p->since = n->now;
  if (!p->control) n->moved = n->now;
  if (p->via->node >= n->s->switches && !make(n, p)) return;
  fifo_put(&sw->from[p->in_port].coming, p);
}

// All of a frame is in the switch: control frames end there.
static void whole(struct network *n, struct node_rtl *sw, struct packet *p) {
  if (!p->control) {
    fifo_put(&sw->whole[p->in_port], p);
    return;
  }
  struct pause message[2];
  int count = frame_messages(p->data.frame, scenario_is_gfc(n->s), message);
  for (int k = 0; k < count; k++) port_count_message(n, p->via->peer, &message[k]);
  frame_free(&n->rtl->frames, p->data.frame);
  packet_free(&n->pool, p);
}

// A word is there when its last bit has come, the last one when the check sequence has. A MAC cannot be stalled, but
// keeps what the switch does not take yet.
static void give(struct network *n, int i, int port) {
  struct node_rtl *sw = &n->rtl->node[i];
  struct rtl_input *from = &sw->from[port];
  struct switch_word *word = &sw->in.in[port];
  struct packet *p = fifo_head(&from->coming);
  word->valid = false;
  if (p == NULL) return;
  const struct frame *f = p->data.frame;
  uint32_t bytes = (uint32_t)n->rtl->shim->dims.bytes, left = f->length - from->at;
  bool last = left <= bytes;
  uint64_t due = p->event.clock + begun(p->via, from->at + (last ? left + FRAME_CHECK : bytes));
  if (n->now < due) return;
  if (n->now - due > n->result.sw[i].late) n->result.sw[i].late = n->now - due;
  if (f->ready < from->at + (last ? left : bytes)) {
    rtl_fault(n, p->via->node, p->via->index, "a frame was not sent at the rate of the line");
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
  whole(n, sw, fifo_get(&from->coming));
}

void rtl_give(struct network *n, int i) {
  for (int p = 0; p < n->s->sw[i].ports; p++) give(n, i, p);
}

// ---- out ----

// The frame whose first word shows: is it sent now? NULL: not yet.
static struct packet *first_word(struct network *n, int i, int port) {
  struct node_rtl *sw = &n->rtl->node[i];
  struct port *line = &sw->port[port];
  struct packet *p;
  if (line->busy || pace_free(&line->line) > n->now) return NULL;
  if (frame_is_control(sw->out.out[port].data)) {
    p = packet_new(&n->pool, true);
    if (p == NULL) {
      network_fail(n, NETWORK_NO_MEMORY);
      return NULL;
    }
    p->bytes = MIN_FRAME;
    if (frame_of(n, p) == NULL) return NULL;
    p->data.frame->length = FRAME_LEAST;
  } else {
    if (line->limit.num != 0 && pace_free(&line->limit) > n->now) return NULL;
    p = fifo_get(&sw->leaving[port]);
    if (p == NULL) {
      rtl_fault(n, i, port, "a frame leaves that was not chosen");
      return NULL;
    }
    line->in_port = p->in_port;
    line->cls = p->cls;
    line->cells = p->data.cells;
    p->data.frame->ready = 0;
    if (n->s->feedback == FEEDBACK_TTL) frame_routed(p->data.frame);
  }
  sw->to[port] = (struct rtl_output){.packet = p, .since = n->now};
  port_send(n, line, p);
  return p;
}

// The host gets a packet again, and knows it by its bytes alone.
static void unmake(struct network *n, int i, int port, struct packet *p) {
  struct frame_mark mark;
  const struct scenario_flow *flow = &n->s->flow[p->data.flow];
  if (!frame_read(p->data.frame, &mark) || mark.flow != p->data.flow || mark.born != p->data.born ||
      n->port[i][port].peer->node != flow->to)
    rtl_fault(n, i, port, "a frame comes to a host that is not for it, or not as it was sent");
  frame_free(&n->rtl->frames, p->data.frame);
}

// A host is told what a control frame says. A native one may say two things at once.
static void tell(struct network *n, struct port *line, struct packet *p) {
  struct pause message[2];
  int count = frame_messages(p->data.frame, scenario_is_gfc(n->s), message);
  frame_free(&n->rtl->frames, p->data.frame);
  memset(&p->pause, 0, sizeof(p->pause));
  if (count > 0) p->pause = message[0];
  if (count < 2) return;
  struct packet *more = packet_new(&n->pool, true);
  if (more == NULL) {
    network_fail(n, NETWORK_NO_MEMORY);
    return;
  }
  more->bytes = MIN_FRAME;
  more->via = line;
  more->since = n->now;
  more->pause = message[1];
  more->event.kind = EVENT_ARRIVE;
  wheel_add(&n->wheel, &more->event, p->event.clock);
}

static void last_word(struct network *n, int i, int port, struct packet *p) {
  struct node_rtl *sw = &n->rtl->node[i];
  struct port *line = &sw->port[port];
  bool to_host = line->peer->node >= n->s->switches;
  sw->to[port].packet = NULL;
  if (p->control) {
    if (to_host) tell(n, line, p);
    return;
  }
  int ingress = line->in_port * n->classes + line->cls, egress = port * n->classes + line->cls;
  measure_leave(n, &sw->level[SIDE_INGRESS][ingress], &sw->level[SIDE_EGRESS][egress], line->cells);
  if (n->watch[i] != NULL) series_left(n, line, ingress, egress);
  if (to_host) unmake(n, i, port, p);
}

// A word is taken: of data it is what came in, of control what comes in at the other end.
static void word_taken(struct network *n, int i, int port, struct packet *p) {
  struct node_rtl *sw = &n->rtl->node[i];
  const struct switch_word *word = &sw->out.out[port];
  struct rtl_output *to = &sw->to[port];
  struct frame *f = p->data.frame;
  uint32_t bytes = (uint32_t)__builtin_popcount(word->keep), left = f->length - to->at;
  if (bytes > left || word->last != (bytes == left) || word->user) {
    rtl_fault(n, i, port, "a frame leaves with another length");
    return;
  }
  if (p->control)
    memcpy(f->byte + to->at, word->data, bytes);
  else if (memcmp(f->byte + to->at, word->data, bytes) != 0)
    rtl_fault(n, i, port, "a frame leaves with other bytes");
  to->at += bytes;
  f->ready = to->at;
  if (word->last) last_word(n, i, port, p);
}

void rtl_take(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  uint64_t ahead = (uint64_t)AHEAD * (uint64_t)n->rtl->shim->dims.bytes;
  sw->in.out_ready = 0;
  for (int port = 0; port < n->s->sw[i].ports; port++) {
    if (!sw->out.out[port].valid) continue;
    struct rtl_output *to = &sw->to[port];
    struct packet *p = to->packet;
    if (p == NULL)
      p = first_word(n, i, port);
    else if (to->at > ahead && n->now < to->since + over(&sw->port[port], to->at - ahead))
      p = NULL;
    if (p == NULL) continue;
    sw->in.out_ready |= (uint16_t)(1u << port);
    word_taken(n, i, port, p);
  }
}

void rtl_sent(struct network *n, int i, struct port *p) {
  struct node_rtl *sw = &n->rtl->node[i];
  p->busy = false;
  if (sw->to[p->index].packet != NULL) {
    sw->to[p->index].packet = NULL;
    rtl_fault(n, i, p->index, "a frame is not sent at the rate of the line");
  }
  if (!p->data) return;
  n->result.hops++;
  n->moved = p->moved = n->now;
}
