// Senders and receivers: flows, and the closed loop [congestion: what a sender, a receiver does; spec 14].
#include <stdio.h>

#include "tests/reference/simulator.h"

// ---- flows ----

void start_flow(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  sender->started = true;
  progress(s);
  sender->start = sender->next_time = sender->base = s->now;
  s->result->flow[f].start_ps = s->now;
  try_to_send(s, sender->first);
}

// The last byte has arrived: dependent flows may start [spec 14, after].
static void complete(struct simulator *s, int f) {
  const struct net_flow *flow = &s->net->flow[f];
  s->sender[f].completion = s->now;
  look_for_end(s);
  s->result->flow[f].completion_ps = s->now - s->sender[f].start;
  for (int g = 0; g < s->net->flows; g++)
    for (int i = 0; i < s->net->flow[g].afters; i++) {
      if (s->net->flow[g].after[i] != f) continue;
      int64_t delay = flow->to == s->net->flow[g].from ? 0 : least_delay(s, flow->to, s->net->flow[g].from);
      if (s->net->flow[g].after_delay_ns >= 0) delay = s->net->flow[g].after_delay_ns * 1000;
      if (planted(s, FAULT_AFTER)) delay = 0;
      s->sender[g].ready = larger(s->sender[g].ready, s->now + delay);
      if (--s->sender[g].waits == 0)
        schedule(s, s->sender[g].ready + s->net->flow[g].start_ns * 1000, START, g, 0, NULL);
    }
}

// ---- closed loop ----

// The highest class without data, or the highest one [spec 14, classes].
static int control_class(const struct simulator *s) {
  int cls = s->net->classes - 1;
  unsigned used = 0;
  for (int f = 0; f < s->net->flows; f++) used |= 1U << s->net->flow[f].cls;
  while (cls >= 0 && used >> cls & 1) cls--;
  return cls < 0 || planted(s, FAULT_CLASS) ? s->net->classes - 1 : cls;
}

static void answer(struct simulator *s, int port, int f, int kind, int64_t seq, bool mark) {
  struct packet *p = new_packet(s, f, kind, control_class(s), LEAST_FRAME);
  p->seq = seq;
  p->marked = mark;
  put(&s->port[port].control, p);
  try_to_send(s, port);
}

static void send_cnp(struct simulator *s, int port, int f) {
  s->sender[f].mark_seen = false;
  s->sender[f].cnp_end = s->now + policy_of(s, f)->cnp_us * US;
  schedule(s, s->sender[f].cnp_end, CNP_END, port, f, NULL);
  answer(s, port, f, CNP, 0, false);
}

static void take_data(struct simulator *s, int port, const struct packet *p) {
  const struct net_flow *flow = &s->net->flow[p->flow];
  struct sender *sender = &s->sender[p->flow];
  if (p->marked && policy_of(s, p->flow)->cnp_us > 0) {
    if (sender->cnp_end == 0)
      send_cnp(s, port, p->flow);
    else
      sender->mark_seen = !planted(s, FAULT_CNP);
  }
  bool mark = p->marked && policy_of(s, p->flow)->cnp_us == 0;
  if (p->seq >
      sender->expected) {  // a gap: one NACK until the expected packet arrives; the next acknowledgement has the mark
    sender->mark_due = sender->mark_due || mark;
    if (sender->nack_for == sender->expected && !planted(s, FAULT_NACKS)) return;
    sender->nack_for = sender->expected;
    answer(s, port, p->flow, NACK, sender->expected, false);
    return;
  }
  bool again = p->seq < sender->expected;
  if (again) {
    s->result->flow[p->flow].spurious += p->bytes;
  } else {
    sender->expected += p->bytes;
    sender->unacked += p->bytes;
    s->result->flow[p->flow].received += p->bytes;
    progress(s);
    if (sender->expected == flow->bytes) complete(s, p->flow);
  }
  sender->mark_due = sender->mark_due || mark;
  if (!again && sender->unacked < policy_of(s, p->flow)->ack_bytes && sender->expected != flow->bytes) return;
  sender->unacked = 0;
  answer(s, port, p->flow, ACK, sender->expected, sender->mark_due);
  sender->mark_due = false;
}

void cnp_end(struct simulator *s, int port, int f) {
  s->sender[f].cnp_end = 0;
  port = s->sender[f].last ^ 1;  // the receiver moves with its flow
  if (s->sender[f].mark_seen) send_cnp(s, port, f);
}

bool stopped(const struct simulator *s) {
  return s->now >= s->net->stop_ns * 1000 || (s->net->early_stop_ps > 0 && s->now >= s->net->early_stop_ps) ||
         (s->end > 0 && s->now >= s->end);
}

// Whether all sources have sent, under congestion control all has arrived, or they have stopped.
bool sources_end(const struct simulator *s) {
  if (stopped(s)) return true;
  for (int f = 0; f < s->net->flows; f++) {
    const struct net_flow *flow = &s->net->flow[f];
    if (flow->bytes == 0 || (!controlled(s, f) && s->sender[f].next < flow->bytes)) return false;
    if (controlled(s, f) && s->sender[f].expected < flow->bytes) return false;
  }
  return true;
}

// When all has been sent, under congestion control when all has arrived, the sources stop at a multiple of 100 ns.
void look_for_end(struct simulator *s) {
  if (s->end == 0 && sources_end(s)) s->end = (s->now + 100 * 1000 - 1) / (100 * 1000) * (100 * 1000);
}

// New data, links, routes, flows and pauses that change: the sources go on for two ends of the slowest timer [spec 14].
void progress(struct simulator *s) {
  int64_t slowest = 0;
  bool failed = false;
  for (int f = 0; f < s->net->flows; f++) {
    if (controlled(s, f)) slowest = larger(slowest, policy_of(s, f)->rto_us);
    failed = failed || s->sender[f].failed;
  }
  s->result->early_stop_ps = failed ? 0 : s->now + 2 * 16 * slowest * US;
}

int64_t rto(const struct simulator *s, int f) {
  return planted(s, FAULT_POLICY) && s->net->policy.control != NET_OPEN ? s->net->policy.rto_us * US
                                                                        : policy_of(s, f)->rto_us * US;
}

static bool held(const struct simulator *s, int f) {
  return !gate_open(s, s->sender[f].first, s->net->flow[f].cls) && !planted(s, FAULT_HELD);
}

void run_timer(struct simulator *s, int f, int64_t length) {
  struct sender *sender = &s->sender[f];
  sender->timer_left = length;
  sender->timer_end = 0;
  if (sender->acked == sender->next || held(s, f)) return;
  sender->timer_end = s->now + length;
  schedule(s, sender->timer_end, TIMER_END, f, 0, NULL);
}

// The timer stands still while the host's own link is paused for the class.
void hold_timer(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (!controlled(s, f) || !sender->started) return;
  if (held(s, f) && sender->timer_end > 0) {
    sender->timer_left = sender->timer_end - s->now;
    sender->timer_end = 0;
  } else if (!held(s, f) && sender->timer_end == 0 && sender->acked < sender->next) {
    run_timer(s, f, sender->timer_left > 0 ? sender->timer_left : sender->timer_length);
  }
}

void timer_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (sender->timer_end != s->now || sender->done) return;
  if (stopped(s)) {
    s->result->unsettled = true;
    return;
  }
  if (s->options->trace != NULL) fprintf(s->options->trace, "#%.3f,expiry,f%d\n", (double)s->now / 1000, f);
  s->result->flow[f].timeouts++;
  sender->next = sender->acked;
  sender->timer_end = 0;
  if (!planted(s, FAULT_BACKOFF)) sender->timer_length = smaller(2 * sender->timer_length, 16 * rto(s, f));
  sender->timer_left = 0;
  int64_t limit = policy_of(s, f)->rto_limit;
  sender->failed = limit > 0 && ++sender->expired == limit + (planted(s, FAULT_LIMIT) ? 1 : 0);
  if (sender->failed) progress(s);
  try_to_send(s, sender->first);
}

static void take_answer(struct simulator *s, const struct packet *p) {
  struct sender *sender = &s->sender[p->flow];
  if (p->kind == CNP || p->marked) notify(s, p->flow);
  if (p->kind == CNP) return;
  bool news = p->seq > sender->acked;
  sender->acked = larger(sender->acked, p->seq);
  if (sender->next < sender->acked) sender->next = sender->acked;
  if (p->kind == NACK && p->seq == sender->acked) {
    sender->next = sender->acked;
    sender->timer_end = sender->timer_left = 0;  // it starts again with the first byte under way
    if (planted(s, FAULT_NACK)) sender->next = larger(0, sender->acked - s->net->flow[p->flow].packet);
  }
  if (sender->acked == s->net->flow[p->flow].bytes) sender->done = true;
  if (news) {
    sender->expired = 0;
    sender->timer_length = rto(s, p->flow);
    run_timer(s, p->flow, sender->timer_length);
  }
  try_to_send(s, sender->first);
}

void arrive_at_host(struct simulator *s, int port, struct packet *p) {
  trace(s, "arrive", port, p);
  s->packets--;
  if (p->kind == DATA && p->marked) s->result->flow[p->flow].marked++;
  if (p->kind != DATA) {
    take_answer(s, p);
  } else if (controlled(s, p->flow)) {
    take_data(s, port, p);
  } else {
    s->sender[p->flow].arrived += p->bytes;
    s->result->flow[p->flow].received += p->bytes;
    if (s->sender[p->flow].arrived == s->net->flow[p->flow].bytes) complete(s, p->flow);
  }
  free(p);
}
