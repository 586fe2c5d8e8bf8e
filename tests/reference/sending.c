// What a port sends next, and what arrives at its other end.
#include "tests/reference/simulator.h"

static void begin(struct simulator *s, int port, struct packet *packet) {
  struct port *p = &s->port[port];
  const struct net_link *link = link_of(s, port);
  int64_t bits = 8 * (larger(packet->bytes, LEAST_FRAME) + link->overhead) * US + p->carry;
  p->carry = bits % link->mbps;
  p->busy = true;
  p->sending = packet;
  packet->life = p->life;
  int64_t end = s->now + bits / link->mbps;
  trace(s, "send", port, packet);
  int64_t delay = packet->kind == PAUSE && planted(s, FAULT_DELAY) ? 0 : link->delay_ps;
  schedule(s, end, SENT, port, 0, NULL);
  schedule(s, end + delay, ARRIVE, port ^ 1, 0, packet);
  if (packet->kind == PAUSE) return;
  s->moved = s->now;
  if (s->net->sw[0].scheme != NET_GFC) return;
  settle_gap(s, port, packet->cls);
  int level = p->sender_level[packet->cls];
  if (level == 0) return;
  int64_t cells = 8 * US * s->net->cell * cells_of(s, packet->bytes);
  if (!is_switch(s, p->node)) {  // a host: the gap of the level at its start, behind the frame
    p->gap_end[packet->cls] = end + (cells * ((1 << level) - 1) + link->mbps - 1) / link->mbps;
    schedule(s, p->gap_end[packet->cls], EXPIRE, port, packet->cls, NULL);
    return;
  }
  p->owed[packet->cls] = (double)cells / (double)link->mbps;
  look_at_gap(s, port, packet->cls);
}

// ECN: the egress queue without the packet that leaves [spec 11].
static void mark_congestion(struct simulator *s, int port, struct packet *p) {
  if (s->net->kmin == 0 || p->kind != DATA) return;
  if (!policy_of(s, p->flow)->ecn_capable && !planted(s, FAULT_CAPABLE)) return;
  int64_t k = s->net->kmin * link_of(s, port)->mbps / s->net->at_mbps / s->net->cell;
  if (planted(s, FAULT_MARK)) k += s->net->flow[p->flow].packet;
  if (s->port[port].waiting[p->cls] > k) p->marked = true;
}

static bool may_send(const struct simulator *s, int port, int cls) {
  return s->port[port].queue[cls].head != NULL && gate_open(s, port, cls);
}

// Surplus round robin over the classes without strict priority [switch: scheduler].
static int class_by_credit(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  int classes = s->net->classes, winner = -1, first = -1;
  int64_t largest = 0, times = 1;
  bool by_credit = false;
  for (int f = 0; f < s->net->flows; f++) largest = larger(largest, s->net->flow[f].packet);
  for (int c = 0; c < classes && s->net->quanta[0] > 0; c++)
    if ((s->net->strict >> c & 1) == 0) times = larger(times, (largest + s->net->quanta[c] - 1) / s->net->quanta[c]);
  for (int i = 0; i < classes && !by_credit; i++) {
    int c = (p->last_class + i) % classes;
    if (s->net->strict >> c & 1 || !may_send(s, port, c)) continue;
    if (first < 0) first = c;
    winner = p->credit[c] > 0 ? c : winner;
    by_credit = winner >= 0;
  }
  if (first < 0) return -1;
  if (winner < 0) winner = first;
  for (int i = 0; i < classes; i++) {
    int c = (p->last_class + i) % classes;
    if (by_credit && c == winner) break;
    if (s->net->strict >> c & 1) continue;
    if (may_send(s, port, c)) p->credit[c] += s->net->quanta[c] > 0 ? s->net->quanta[c] * times : largest;
    if (p->queue[c].head == NULL && !planted(s, FAULT_CREDIT)) p->credit[c] = 0;
  }
  p->credit[winner] -= planted(s, FAULT_BYTES) ? largest : larger(p->queue[winner].head->bytes, LEAST_FRAME);
  return p->last_class = winner;
}

static int next_class(struct simulator *s, int port) {
  for (int c = s->net->classes - 1; c >= 0; c--)
    if (s->net->strict >> c & 1 && may_send(s, port, c)) return c;
  if (s->net->strict != 0 || s->net->quanta[0] > 0) return class_by_credit(s, port);
  for (int i = 1; i <= s->net->classes; i++) {
    int c = planted(s, FAULT_ROUND_ROBIN) ? i - 1 : (s->port[port].last_class + i) % s->net->classes;
    if (may_send(s, port, c)) return s->port[port].last_class = c;
  }
  return -1;
}

static void send_from_switch(struct simulator *s, int port) {
  int c = next_class(s, port);
  if (c < 0) return;
  struct packet *packet = take(&s->port[port].queue[c]);
  s->port[port].waiting[c] -= cells_of(s, packet->bytes);
  mark_congestion(s, port, packet);
  begin(s, port, packet);
}

static void send_data(struct simulator *s, int port, int f) {
  const struct net_flow *flow = &s->net->flow[f];
  struct sender *sender = &s->sender[f];
  int64_t bytes = flow->bytes > 0 ? smaller(flow->packet, flow->bytes - sender->next) : flow->packet;
  struct packet *p = new_packet(s, f, DATA, s->net->sw[0].scheme == NET_TTL ? 0 : flow->cls, bytes);
  p->seq = sender->next;
  s->result->flow[f].resent += smaller(bytes, larger(0, sender->highest - sender->next));
  sender->next += bytes;
  sender->highest = larger(sender->highest, sender->next);
  if (!controlled(s, f)) {  // a gap is exact: its remainder is carried
    int64_t start = sender->next_time == s->now ? sender->base : s->now;
    int64_t bits = 8 * bytes * US + (sender->next_time == s->now ? sender->carry : 0);
    sender->base = start + bits / flow->mbps;
    sender->carry = bits % flow->mbps;
    sender->next_time = sender->base + (sender->carry > 0 ? 1 : 0);
  } else {
    double rate = smaller(flow->mbps, access_link(s, f)->mbps) * 1e6;
    if (sender->rate < rate) rate = sender->rate;
    sender->next_time = s->now + (int64_t)((double)(8 * bytes) * 1e12 / rate);
    if (sender->timer_end == 0) run_timer(s, f, sender->timer_length);
  }
  if (sender->next == flow->bytes) look_for_end(s);
  begin(s, port, p);
}

static void send_from_host(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  int flows = s->net->flows;
  if (p->control.head != NULL && gate_open(s, port, p->control.head->cls)) {
    begin(s, port, take(&p->control));
    return;
  }
  int64_t next = NEVER;
  for (int f = 0; f < flows && s->end > 0 && s->now >= s->end; f++)
    if (controlled(s, f) && s->sender[f].next < s->net->flow[f].bytes) s->result->unsettled = true;
  for (int i = 1; i <= flows && !stopped(s); i++) {
    int f = (p->last_flow + i) % flows;
    const struct net_flow *flow = &s->net->flow[f];
    const struct sender *sender = &s->sender[f];
    if (!sender->started || sender->failed || sender->first != port) continue;
    if (flow->bytes > 0 && sender->next >= flow->bytes) continue;
    if (!gate_open(s, port, s->net->sw[0].scheme == NET_TTL ? 0 : flow->cls)) continue;
    if (sender->next_time <= s->now) {
      p->last_flow = f;
      send_data(s, port, f);
      return;
    }
    next = smaller(next, sender->next_time);
  }
  if (next < NEVER) schedule(s, next, TRY, port, 0, NULL);
}

void choose(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  if (p->busy || !p->up) return;
  if (!is_switch(s, p->node)) {
    send_from_host(s, port);
    return;
  }
  if (p->control.head != NULL)
    begin(s, port, take(&p->control));  // pauses are never paused
  else
    send_from_switch(s, port);
}

void sent(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  p->busy = false;
  if (is_switch(s, p->node) && p->sending->kind != PAUSE) dequeue(s, p->sending, false);
  try_to_send(s, port);
}

void arrive(struct simulator *s, int port, struct packet *p) {
  if (p->life != s->port[port].life || !s->port[port].up) {  // the link was down since its start
    if (p->kind == PAUSE)
      free(p);
    else
      drop(s, p, port);
    return;
  }
  if (p->kind == PAUSE) {
    int64_t late =
        s->net->processing_ns * 1000 + (is_switch(s, s->port[port].node) ? SLUICE_GATE_LATENCY * s->cycle : 0);
    schedule(s, s->now + late, OBEY, port, 0, p);
    return;
  }
  s->moved = s->now;
  if (is_switch(s, s->port[port].node))
    arrive_at_switch(s, port, p);
  else
    arrive_at_host(s, port, p);
}
