#include "tb/sim/event/closed_loop.h"

#include <stdlib.h>

#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/scenario/lanes.h"

#define PS_BITS 8e12                   // picoseconds of a byte at one bit per second
#define GAP_EVERY UINT64_C(500000000)  // ps between two reports of one gap

// ---- what packets carry ----

static uint64_t offset_of(const struct place *m, const struct event_packet *x) {
  return m->loop->telemetry ? x->tele->from : x->from;
}

static void set_offset(struct place *m, struct event_packet *x, uint64_t from) {
  x->from = from;
  if (!m->loop->telemetry) return;
  x->tele = telemetry_take(&m->telemetry, from);
  if (x->tele == NULL) place_fail(m, NETWORK_NO_MEMORY);
}

void loop_lose(struct place *m, const struct event_packet *x) {
  if (m->loop->telemetry) telemetry_give(&m->telemetry, x->tele);
}

void loop_record(struct place *m, uint32_t p, const struct event_packet *x) {
  const struct event_port *o = &m->port[p];
  struct telemetry *t = x->tele;
  uint64_t cells = 0;
  if (x->kind != PACKET_DATA || t->hops == TELEMETRY_HOPS) return;
  for (uint32_t c = 0; c < m->classes; c++) cells += m->egress[queue_number(m, p, c)].cells;
  t->hop[t->hops++] = (struct telemetry_hop){.port = (uint32_t)(2 * o->link + o->direction),
                                             .at = m->now,
                                             .sent = o->bytes + o->frames * o->overhead,
                                             .queue = (cells - cells_of(m, x->bytes)) * m->cell_bytes,
                                             .bps = m->net->s->link[o->link].bps};
}

// ---- the sender ----

static uint64_t room(const struct place *m, const struct loop_host *h, const struct loop_sender *s) {
  const uint64_t total = m->flow[s->flow].total, left = total != 0 ? total - s->next : NEVER,
                 window = congestion_window(&h->rule, &s->rule), used = s->next - s->acked;
  return used >= window ? 0 : left;
}

static void link_sender(struct loop_host *h, struct loop_sender *s) {
  s->before = NULL;
  s->after = h->first;
  if (h->first != NULL) h->first->before = s;
  h->first = s;
}

static void unlink_sender(struct loop_host *h, struct loop_sender *s) {
  if (s->before != NULL)
    s->before->after = s->after;
  else
    h->first = s->after;
  if (s->after != NULL) s->after->before = s->before;
}

static struct loop_sender *start(struct place *m, struct loop_host *h, uint32_t flow) {
  struct loop_sender *s = m->loop->sender[flow] = calloc(1, sizeof(*s));
  if (s == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return NULL;
  }
  s->flow = flow;
  link_sender(h, s);
  congestion_start(&h->rule, &s->rule, m->now, h->bps);
  return s;
}

// All is acknowledged. The sender may be going back, so that its source still has a turn.
static void complete(struct place *m, struct event_host *host, struct loop_sender *s) {
  sources_from(&host->sources, m->loop->source[s->flow], NEVER);
  unlink_sender(host->loop, s);
  m->live--;
  m->loop->complete[s->flow] = true;
  m->loop->sender[s->flow] = NULL;
  free(s);
}

// The rate of congestion control, at most the flow's own.
static double rate(const struct place *m, const struct loop_host *h, struct loop_sender *s) {
  const double bps = congestion_rate(&h->rule, &s->rule, m->now);
  const uint64_t own = m->net->s->flow[s->flow].bps;
  return own != 0 && bps > (double)own ? (double)own : bps;
}

// The time of the next packet: the last one takes its bytes at the rate.
static uint64_t next_due(const struct place *m, const struct loop_host *h, struct loop_sender *s) {
  return s->last + (uint64_t)(s->bytes * PS_BITS / rate(m, h, s));
}

double loop_rate(struct place *m, uint32_t flow) {
  struct place *there;
  uint32_t port;
  event_sender(m->net, (int)flow, &there, &port);
  loop_take(m, port);
  struct loop_sender *s = m->loop->sender[flow];
  return s != NULL ? rate(m, there->host[port]->loop, s) : 0;
}

void loop_send(struct place *m, uint32_t p, uint32_t source, struct event_packet *x) {
  struct event_host *host = m->host[p];
  struct loop_host *h = host->loop;
  const struct event_flow *f = &m->flow[x->flow];
  struct loop_sender *s = m->loop->sender[x->flow];
  if (s == NULL && (s = start(m, h, x->flow)) == NULL) return;
  const uint64_t left = f->total != 0 ? f->total - s->next : NEVER;
  x->bytes = (uint16_t)(left < f->packet ? left : f->packet);
  set_offset(m, x, s->next);
  if (s->next < s->sent) m->result[x->flow].resent += agenda_least(s->sent - s->next, x->bytes);
  s->next += x->bytes;
  s->sent = agenda_most(s->sent, s->next);
  congestion_sent(&h->rule, &s->rule, m->now, x->bytes);
  s->last = m->now;
  s->bytes = x->bytes;
  s->due = next_due(m, h, s);
  s->waits = room(m, h, s) == 0;
  sources_hold(&host->sources, source, s->waits ? NEVER : s->due);
}

// The source may send from that time on, if its window is open and data are left.
static void schedule(struct place *m, struct event_host *host, struct loop_sender *s, uint64_t due) {
  const bool waits = room(m, host->loop, s) == 0, same = waits == s->waits && (waits || due == s->due);
  s->waits = waits;
  s->due = due;
  if (!same) sources_from(&host->sources, m->loop->source[s->flow], waits ? NEVER : due);
}

static void sender_takes(struct place *m, uint32_t p, const struct event_packet *x) {
  const uint32_t flow = x->flow - m->loop->flows;
  struct loop_host *h = m->host[p]->loop;
  struct loop_sender *s = m->loop->sender[flow];
  if (s == NULL) return;  // complete
  const uint64_t offset = offset_of(m, x);
  if (x->kind == PACKET_CNP || x->marked) {
    m->result[flow].notifications++;
    congestion_cnp(&h->rule, &s->rule, x->at);
  }
  if (x->kind == PACKET_CNP) return;
  if (offset > s->acked) s->acked = offset;
  if (s->next < s->acked) s->next = s->acked;
  if (x->kind == PACKET_NACK && s->next > s->acked && offset == s->acked) s->next = s->acked;
  const double before = s->rule.rate;
  congestion_ack(&h->rule, &s->rule, x->at, m->loop->telemetry ? x->tele->hop : NULL,
                 m->loop->telemetry ? x->tele->hops : 0, s->acked, s->next);
  if (s->acked == m->flow[flow].total)
    complete(m, m->host[p], s);
  else
    schedule(m, m->host[p], s, s->rule.rate == before ? s->due : next_due(m, h, s));
}

uint64_t loop_take(struct place *m, uint32_t p) {
  struct packet_ring *in = &m->host[p]->loop->in;
  while (!packets_empty(in)) {
    if (packets_first(in)->at > m->now) return packets_first(in)->at;
    const struct event_packet x = *packets_first(in);
    packets_drop(in);
    sender_takes(m, p, &x);
    if (m->loop->telemetry) telemetry_give(&m->telemetry, x.tele);
  }
  return NEVER;
}

bool loop_look(struct place *m, uint32_t p) {
  bool back = false;
  loop_take(m, p);
  for (struct loop_sender *s = m->host[p]->loop->first; s != NULL; s = s->after) {
    if (mmu_lossless(&m->mmu, m->flow[s->flow].cls)) continue;
    if (s->acked == s->checked && s->next > s->acked) {
      s->next = s->acked;
      schedule(m, m->host[p], s, s->due);
      back = true;
    }
    s->checked = s->acked;
  }
  return back;
}

// ---- the receiver ----

// The host may have something to do at that time. A busy host looks when its frame is out.
static void wake(struct place *m, uint32_t p, uint64_t at) {
  if (!m->host[p]->port.busy) agenda_put_earlier(&m->agenda, PLACE_HOST, p, at);
}

// Queues a packet to the sender of data that have arrived. An acknowledgement takes the telemetry of the data with it.
static void answer(struct place *m, uint32_t p, struct event_packet *data, enum packet_kind kind) {
  struct loop_host *h = m->host[p]->loop;
  struct loop_receiver *r = &m->loop->receiver[data->flow];
  const uint32_t flow = data->flow + m->loop->flows;
  struct event_packet x = {.flow = flow, .bytes = (uint16_t)m->flow[flow].packet, .kind = kind, .at = data->at};
  if (kind == PACKET_ACK && h->rule.cnp_interval == 0) {
    x.marked = r->marked;
    r->marked = false;
  }
  if (m->loop->telemetry && kind != PACKET_CNP) {
    x.tele = data->tele;
    x.tele->from = r->expected;
    data->tele = NULL;
  } else {
    set_offset(m, &x, r->expected);
    if (m->status != NETWORK_OK) return;
  }
  struct event_packet *to = packets_put(&h->out);
  if (to == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  *to = x;
  m->sent_packets++;
  wake(m, p, x.at);
}

static void receiver_takes(struct place *m, uint32_t p, struct event_packet *x) {
  const struct event_flow *f = &m->flow[x->flow];
  const struct congestion_parameters *rule = &m->host[p]->loop->rule;
  struct loop_receiver *r = &m->loop->receiver[x->flow];
  const uint64_t from = offset_of(m, x);
  m->result[x->flow].marked += x->marked;
  r->marked |= x->marked;
  if (x->marked && rule->cnp_interval != 0 && x->at >= r->cnp_at) {
    r->cnp_at = x->at + rule->cnp_interval;
    answer(m, p, x, PACKET_CNP);
  }
  if (from > r->expected && !f->sprays) {
    if (x->at < r->gap_at) return;
    r->gap_at = x->at + GAP_EVERY;
    answer(m, p, x, PACKET_NACK);
    return;
  }
  if (from == r->expected || f->sprays) {
    r->expected += x->bytes;
    r->gap_at = 0;
    place_count(m, x, x->at);
  }
  if (r->expected - r->reported < rule->ack_bytes && r->expected != f->total && from >= r->reported) return;
  r->reported = r->expected;
  answer(m, p, x, PACKET_ACK);
}

void loop_deliver(struct place *m, uint32_t p, const struct event_packet *packet, uint64_t at) {
  struct event_packet x = *packet;
  x.at = at;
  m->received_packets++;
  if (at > m->delivered) m->delivered = at;
  event_trace_packet(m, &m->host[p]->port, at, "arrive", m->flow[x.flow].cls, &x);
  if (x.kind == PACKET_DATA) {
    receiver_takes(m, p, &x);
    if (m->loop->telemetry && x.tele != NULL) telemetry_give(&m->telemetry, x.tele);
    return;
  }
  struct place *there = m;
  m->loop_received++;
  if (m->reroute != NULL) event_sender(m->net, (int)(x.flow - m->loop->flows), &there, &p);
  if (!packets_insert(&there->host[p]->loop->in, &x)) place_fail(m, NETWORK_NO_MEMORY);
  wake(there, p, at);
}

// ---- routes that change ----

// Moves the packets of a flow. Returns false if out of memory.
static bool move_packets(struct packet_ring *from, uint32_t flow, struct packet_ring *to) {
  bool good = true;
  for (uint32_t left = from->tail - from->head; left > 0; left--) {
    const struct event_packet x = *packets_first(from);
    packets_drop(from);
    good &= packets_insert(x.flow == flow ? to : from, &x);
  }
  return good;
}

bool loop_move_sender(struct closed_loop *x, int flow, struct loop_host *from, struct loop_host *to) {
  struct loop_sender *s = x->sender[flow];
  if (s != NULL) {
    unlink_sender(from, s);
    link_sender(to, s);
  }
  return move_packets(&from->in, x->flows + (uint32_t)flow, &to->in);
}

bool loop_move_answers(struct closed_loop *x, int flow, struct loop_host *from, struct loop_host *to) {
  return move_packets(&from->out, x->flows + (uint32_t)flow, &to->out);
}

// ---- building ----

// The port of a switch of the route by which the flow comes in; hop 0: from its host.
static uint16_t port_before(const struct scenario *s, const struct scenario_flow *f, int hop) {
  const int lane = lane_of(s, f, hop - 1);
  return (uint16_t)s->link[lane / 2].end[!(lane % 2)].port;
}

// The longest time from the sending of a data packet to the arrival of its acknowledgement, without waiting, ps.
static uint64_t round_trip(const struct scenario *s, const struct scenario_flow *f) {
  uint64_t all = 0;
  for (int k = 0; k <= f->hops; k++) {
    const struct scenario_link *l = &s->link[lane_of(s, f, k - 1) / 2];
    struct pace line;
    pace_init(&line, l->bps, EVENT_HZ);
    all += 2 * l->delay_ps + pace_send(&line, 0, frame_bytes(f->packet) + l->overhead);
    line.free = line.rem = 0;
    all += pace_send(&line, 0, frame_bytes(s->senders.frame) + l->overhead);
    if (k > 0) all += 2 * SLUICE_ADMIT_LATENCY * event_cycle(s, f->route[k - 1]);
  }
  return all;
}

static bool host_build(struct event_network *n, const struct scenario_link *l, uint64_t base_rtt) {
  struct place *m = n->place[l->end[0].node];
  if (m == NULL) return true;
  struct loop_host *h = m->host[l->end[0].port]->loop = event_make(sizeof(*h));
  if (h == NULL) return false;
  h->bps = (double)l->bps;
  h->rule = scenario_senders(n->s, h->bps);
  if (h->rule.base_rtt == 0) h->rule.base_rtt = base_rtt;
  return true;
}

bool event_loop_build(struct event_network *n) {
  const struct scenario *s = n->s;
  const size_t flows = (size_t)s->flows + 1;
  if (s->senders.algorithm == CONGESTION_NONE) return true;
  struct closed_loop *x = n->loop = event_make(sizeof(*x));
  if (x == NULL) return false;
  x->complete = calloc(flows, sizeof(*x->complete));
  x->sender = calloc(flows, sizeof(*x->sender));
  x->receiver = event_make(flows * sizeof(*x->receiver));
  x->source = calloc(flows, sizeof(*x->source));
  x->flows = (uint32_t)s->flows;
  x->telemetry = s->senders.algorithm != CONGESTION_DCQCN;
  size_t far = 0;
  uint64_t base_rtt = 0;
  for (int i = 0; i < s->flows; i++) {
    if (s->flow[i].hops > NEAR_HOPS) far += (size_t)s->flow[i].hops;
    base_rtt = agenda_most(base_rtt, round_trip(s, &s->flow[i]));
  }
  x->far = x->far_next = calloc(far + 1, sizeof(*x->far));
  if (x->complete == NULL || x->sender == NULL || x->receiver == NULL || x->source == NULL || x->far == NULL)
    return false;
  for (int i = 0; i < n->places; i++) {
    n->mine[i]->loop = x;
    agenda_put(&n->mine[i]->agenda, PLACE_RARE, RARE_LOOK, LOOP_LOOK);
  }
  for (int i = 0; i < s->links; i++)
    if (s->link[i].access && !host_build(n, &s->link[i], base_rtt)) return false;
  return true;
}

void event_loop_flow(struct event_network *n, int flow) {
  const struct scenario *s = n->s;
  const struct scenario_flow *f = &s->flow[flow];
  struct closed_loop *x = n->loop;
  struct event_flow *to = &n->flow[s->flows + flow];
  *to = n->flow[flow];
  to->packet = s->senders.frame;
  to->cls = (uint8_t)s->senders.cls;
  to->total = 0;
  if (f->sprays) {
    to->egress.spray.last = f->route[0];
    to->egress.spray.port = port_before(s, f, 0);
    return;
  }
  uint16_t *egress = to->egress.near;
  if (f->hops > NEAR_HOPS) {
    to->egress.far = egress = x->far_next;
    x->far_next += f->hops;
  }
  for (int k = 0; k < f->hops; k++) egress[k] = port_before(s, f, f->hops - 1 - k);
}

void event_loop_free(struct event_network *n) {
  struct closed_loop *x = n->loop;
  if (x == NULL) return;
  for (int i = 0; x->sender != NULL && i < n->s->flows; i++) free(x->sender[i]);
  free(x->complete);
  free(x->sender);
  free(x->receiver);
  free(x->source);
  free(x->far);
  free(x);
}

uint64_t event_loop_done(const struct event_network *n, int flow, const struct pace *line, uint64_t start) {
  const struct scenario_flow *f = &n->s->flow[flow];
  const struct loop_sender *s = n->loop->sender[flow];
  if (n->loop->complete[flow]) return 0;
  const uint64_t sent = s != NULL ? s->next : 0;
  if (f->bytes != 0 && sent == f->bytes) return n->now + 1;
  return senders_last_packet(line, f->bytes, sent, f->packet, start, n->flow[flow].stop, n->now);
}
