#include "tb/sim/event/closed_loop.h"

#include <stdlib.h>

#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"

enum { MOST_DOUBLINGS = 4 };  // of the timer [spec 14]

#define PS_BITS 8e12  // picoseconds of a byte at one bit per second

// ---- what packets carry ----

static bool has_telemetry(const struct place *m, const struct event_packet *x) { return m->flow[x->flow].telemetry; }

static uint64_t offset_of(const struct place *m, const struct event_packet *x) {
  return has_telemetry(m, x) ? x->tele->from : x->from;
}

static void set_offset(struct place *m, struct event_packet *x, uint64_t from) {
  x->from = from;
  if (!has_telemetry(m, x)) return;
  x->tele = telemetry_take(&m->telemetry, from);
  if (x->tele == NULL) place_fail(m, NETWORK_NO_MEMORY);
}

void loop_lose(struct place *m, const struct event_packet *x) {
  if (has_telemetry(m, x)) telemetry_give(&m->telemetry, x->tele);
}

void loop_record(struct place *m, uint32_t p, const struct event_packet *x) {
  const struct event_port *o = &m->port[p];
  struct telemetry *t = x->tele;
  uint64_t cells = 0;
  if (!has_telemetry(m, x) || x->kind != PACKET_DATA || t->hops == TELEMETRY_HOPS) return;
  for (uint32_t c = 0; c < m->classes; c++) cells += admitted_cells(m, &m->egress[queue_number(m, p, c)]);
  t->hop[t->hops++] = (struct telemetry_hop){.port = (uint32_t)(2 * o->link + o->direction),
                                             .at = m->now,
                                             .sent = o->bytes + o->frames * o->overhead,
                                             .queue = (cells - cells_of(m, x->bytes)) * m->cell_bytes,
                                             .bps = m->net->s->link[o->link].bps};
}

// ---- the sender ----

static uint64_t room(const struct place *m, const struct loop_sender *s) {
  const uint64_t total = m->flow[s->flow].total, left = total != 0 ? total - s->next : NEVER,
                 window = congestion_window(s->parameters, &s->rule), used = s->next - s->acked;
  return used >= window ? 0 : left;
}

static struct loop_sender *start(struct place *m, struct loop_host *h, uint32_t flow) {
  struct loop_sender *s = m->loop->sender[flow] = calloc(1, sizeof(*s));
  if (s == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return NULL;
  }
  s->flow = flow;
  s->parameters = &h->parameters[m->flow[flow].policy];
  congestion_start(s->parameters, &s->rule, m->now, h->bps);
  return s;
}

// All is acknowledged, or the sender gives up. It may be going back, so that its source still has a turn.
static void end(struct place *m, struct event_host *host, struct loop_sender *s) {
  sources_from(&host->sources, m->loop->source[s->flow], NEVER);
  m->senders--;
  m->loop->ended[s->flow] = true;
  m->loop->sender[s->flow] = NULL;
  free(s);
}

// The rate of congestion control, at most the flow's own.
static double rate(const struct place *m, struct loop_sender *s) {
  const double bps = congestion_rate(s->parameters, &s->rule, m->now);
  const uint64_t own = m->net->s->flow[s->flow].bps;
  return own != 0 && bps > (double)own ? (double)own : bps;
}

// The time of the next packet: the last one takes its bytes at the rate.
static uint64_t next_due(const struct place *m, struct loop_sender *s) {
  return s->last + (uint64_t)(s->bytes * PS_BITS / rate(m, s));
}

double loop_rate(struct place *m, uint32_t flow) {
  struct place *there;
  uint32_t port;
  event_sender(m->net, (int)flow, &there, &port);
  loop_take(m, port);
  struct loop_sender *s = m->loop->sender[flow];
  return s != NULL ? rate(m, s) : 0;
}

// ---- the timer ----

// The time until `at`, which is not in the future, for which the host at port p may not send in a class.
static uint64_t paused_until(const struct place *m, uint32_t p, uint32_t cls, uint64_t at) {
  const struct event_port *o = &m->host[p]->port;
  const struct loop_host *h = m->host[p]->loop;
  const uint64_t end = agenda_least(at, agenda_most(o->until[cls], o->until[PORT_GATE]));
  return h->paused[cls].total + (end > h->paused[cls].since ? end - h->paused[cls].since : 0);
}

void loop_gates_change(struct place *m, uint32_t p) {
  if (m->host[p]->loop == NULL) return;
  loop_take(m, p);  // packets that arrived before the change
  for (uint32_t c = 0; c < m->classes; c++) {
    const uint64_t total = paused_until(m, p, c, m->now);
    m->host[p]->loop->paused[c].total = total;
    m->host[p]->loop->paused[c].since = m->now;
  }
}

static void start_timer(const struct place *m, uint32_t p, struct loop_sender *s, uint64_t at) {
  s->timer = at;
  s->paused = paused_until(m, p, m->flow[s->flow].cls, at);
}

// The time at which the timer ends, if no pause delays it further; NEVER: nothing waits for an acknowledgement.
static uint64_t timer_end(const struct place *m, uint32_t p, const struct loop_sender *s) {
  const uint32_t doublings = s->timeouts < MOST_DOUBLINGS ? s->timeouts : MOST_DOUBLINGS;
  if (s->next == s->acked) return NEVER;
  return s->timer + (s->parameters->rto << doublings) + paused_until(m, p, m->flow[s->flow].cls, m->now) - s->paused;
}

// The time at which the source of a sender has something to do.
static uint64_t wakes(const struct place *m, uint32_t p, const struct loop_sender *s) {
  return agenda_least(s->waits ? NEVER : s->due, timer_end(m, p, s));
}

// Nothing new was acknowledged in time. Returns false if the sender gives up.
static bool time_out(struct place *m, uint32_t p, struct loop_sender *s) {
  s->timeouts++;
  m->result[s->flow].timeouts++;
  if (s->parameters->rto_limit != 0 && s->timeouts >= s->parameters->rto_limit) {
    m->result[s->flow].failed = 1;
    end(m, m->host[p], s);
    return false;
  }
  s->next = s->acked;
  start_timer(m, p, s, m->now);
  return true;
}

// ---- what a sender sends and takes ----

bool loop_may_send(struct place *m, uint32_t p, uint32_t source) {
  struct event_host *host = m->host[p];
  struct loop_sender *s = m->loop->sender[host->sources.source[source].flow];
  if (s == NULL) return true;  // its first packet
  if (timer_end(m, p, s) <= m->now && !time_out(m, p, s)) return false;
  s->waits = room(m, s) == 0;
  if (!s->waits && s->due <= m->now) return true;
  sources_from(&host->sources, source, wakes(m, p, s));
  return false;
}

void loop_send(struct place *m, uint32_t p, uint32_t source, struct event_packet *x) {
  struct event_host *host = m->host[p];
  const struct event_flow *f = &m->flow[x->flow];
  struct loop_sender *s = m->loop->sender[x->flow];
  if (s == NULL && (s = start(m, host->loop, x->flow)) == NULL) return;
  const uint64_t left = f->total != 0 ? f->total - s->next : NEVER;
  x->bytes = (uint16_t)(left < f->packet ? left : f->packet);
  set_offset(m, x, s->next);
  if (s->next == s->acked) start_timer(m, p, s, m->now);
  if (s->next < s->sent) m->result[x->flow].resent += agenda_least(s->sent - s->next, x->bytes);
  s->next += x->bytes;
  s->sent = agenda_most(s->sent, s->next);
  congestion_sent(s->parameters, &s->rule, m->now, x->bytes);
  s->last = m->now;
  s->bytes = x->bytes;
  s->due = next_due(m, s);
  s->waits = room(m, s) == 0;
  sources_hold(&host->sources, source, wakes(m, p, s));
}

// The source may send from that time on, if its window is open and data are left. While it waits, its timer may end
// later than it wakes: then it only waits again.
static void schedule(struct place *m, uint32_t p, struct loop_sender *s, uint64_t due) {
  const bool waits = room(m, s) == 0, same = waits == s->waits && (waits || due == s->due);
  s->waits = waits;
  s->due = due;
  if (!same) sources_from(&m->host[p]->sources, m->loop->source[s->flow], wakes(m, p, s));
}

static void sender_takes(struct place *m, uint32_t p, const struct event_packet *x) {
  const uint32_t flow = x->flow - m->loop->flows;
  struct loop_sender *s = m->loop->sender[flow];
  const bool notified = x->kind == PACKET_CNP || x->marked;
  m->result[flow].notifications += notified;
  if (s == NULL) return;  // at its end
  const uint64_t offset = offset_of(m, x);
  if (notified) congestion_cnp(s->parameters, &s->rule, x->at);
  if (x->kind == PACKET_CNP) return;
  if (offset > s->acked) {
    s->acked = offset;
    s->timeouts = 0;
    start_timer(m, p, s, x->at);
  }
  if (s->next < s->acked) s->next = s->acked;
  if (x->kind == PACKET_NACK && s->next > s->acked && offset == s->acked) s->next = s->acked;
  const double before = s->rule.rate;
  const bool telemetry = has_telemetry(m, x);
  congestion_ack(s->parameters, &s->rule, x->at, telemetry ? x->tele->hop : NULL, telemetry ? x->tele->hops : 0,
                 s->acked, s->next);
  const uint64_t total = m->flow[flow].total;
  if (total != 0 && s->acked == total)  // a flow without end has total 0, and a NACK of its first byte acknowledges 0
    end(m, m->host[p], s);
  else
    schedule(m, p, s, s->rule.rate == before ? s->due : next_due(m, s));
}

uint64_t loop_take(struct place *m, uint32_t p) {
  struct packet_ring *in = &m->host[p]->loop->in;
  while (!packets_empty(in)) {
    if (packets_first(in)->at > m->now) return packets_first(in)->at;
    const struct event_packet x = *packets_first(in);
    packets_drop(in);
    sender_takes(m, p, &x);
    if (has_telemetry(m, &x)) telemetry_give(&m->telemetry, x.tele);
  }
  return NEVER;
}

// ---- the receiver ----

// The host may have something to do at that time. A busy host looks when its frame is out.
static void wake(struct place *m, uint32_t p, uint64_t at) {
  if (!m->host[p]->port.busy) agenda_put_earlier(&m->agenda, PLACE_HOST, p, at);
}

// Queues a packet to the sender of data that have arrived; it may leave from that time on. An acknowledgement takes the
// telemetry of the data with it.
static void answer(struct place *m, uint32_t p, struct event_packet *data, enum packet_kind kind, uint64_t at) {
  struct loop_host *h = m->host[p]->loop;
  struct loop_receiver *r = &m->loop->receiver[data->flow];
  const uint32_t flow = data->flow + m->loop->flows;
  struct event_packet x = {.flow = flow, .bytes = (uint16_t)m->flow[flow].packet, .kind = kind, .at = at};
  if (kind == PACKET_ACK && h->parameters[m->flow[flow].policy].cnp_interval == 0) {
    x.marked = r->marked;
    r->marked = false;
  }
  if (has_telemetry(m, data) && kind != PACKET_CNP) {
    x.tele = data->tele;
    x.tele->from = r->received.expected;
    data->tele = NULL;
  } else {
    set_offset(m, &x, r->received.expected);
    if (m->status != NETWORK_OK) return;
  }
  if (!packets_insert(kind == PACKET_CNP ? &h->cnps : &h->out, &x)) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  m->sent_packets++;
  wake(m, p, x.at);
}

// Whether the data are taken: they are new and, on one path, the next ones.
static bool is_taken(struct place *m, const struct event_packet *x, uint64_t from) {
  struct loop_receiver *r = &m->loop->receiver[x->flow];
  if (from > r->received.expected && !m->flow[x->flow].sprays) return false;
  const int taken = received_take(&r->received, from, from + x->bytes);
  if (taken < 0) place_fail(m, NETWORK_NO_MEMORY);
  if (taken == 0) m->result[x->flow].spurious += x->bytes;
  return taken > 0;
}

static void receiver_takes(struct place *m, uint32_t p, struct event_packet *x) {
  const struct event_flow *f = &m->flow[x->flow];
  const struct congestion_parameters *rule = &m->host[p]->loop->parameters[f->policy];
  struct loop_receiver *r = &m->loop->receiver[x->flow];
  const uint64_t from = offset_of(m, x);
  m->result[x->flow].marked += x->marked;
  r->marked |= x->marked;
  if (x->marked && rule->cnp_interval != 0 && x->at + rule->cnp_interval >= r->cnp_end) {
    const uint64_t at = agenda_most(x->at, r->cnp_end);
    r->cnp_end = at + rule->cnp_interval;
    answer(m, p, x, PACKET_CNP, at);
  }
  const bool taken = is_taken(m, x, from);
  if (taken) {
    r->unreported += x->bytes;
    r->gap = false;
    if (loop_must_arrive(f, rule)) m->host[p]->unarrived -= x->bytes;
    place_count(m, x, x->at);
    if (r->received.expected == f->total) {
      m->live--;
      m->completed = agenda_most(m->completed, x->at);
    }
  } else if (from > r->received.expected && !f->sprays) {
    if (r->gap) return;  // one NACK until the expected packet arrives
    r->gap = true;
    answer(m, p, x, PACKET_NACK, x->at);
    return;
  }
  // The sender of repeated data missed an acknowledgement, so acknowledge them at once.
  if (taken && r->unreported < rule->ack_bytes && r->received.expected != f->total) return;
  r->unreported = 0;
  answer(m, p, x, PACKET_ACK, x->at);
}

void loop_deliver(struct place *m, uint32_t p, const struct event_packet *packet, uint64_t at) {
  struct event_packet x = *packet;
  x.at = at;
  m->received_packets++;
  if (at > m->delivered) m->delivered = at;
  event_trace_packet(m, &m->host[p]->port, at, "arrive", m->flow[x.flow].cls, &x);
  if (x.kind == PACKET_DATA) {
    receiver_takes(m, p, &x);
    if (has_telemetry(m, &x) && x.tele != NULL) telemetry_give(&m->telemetry, x.tele);
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

bool loop_move_sender(struct place *a, uint32_t p, struct place *b, uint32_t q, int flow, uint64_t now) {
  const uint32_t cls = a->flow[flow].cls;
  struct loop_sender *s = a->loop->sender[flow];
  // the time for which the timer has stood still moves too
  if (s != NULL) s->paused += paused_until(b, q, cls, now) - paused_until(a, p, cls, now);
  return move_packets(&a->host[p]->loop->in, a->loop->flows + (uint32_t)flow, &b->host[q]->loop->in);
}

bool loop_move_answers(struct loop_host *from, struct loop_host *to, uint32_t back) {
  return move_packets(&from->out, back, &to->out) && move_packets(&from->cnps, back, &to->cnps);
}
