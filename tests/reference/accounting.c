// Admission to the buffer of a switch, and release [spec 3].
#include "tests/reference/simulator.h"

static int64_t over_private_headroom(const struct simulator *s, int port, int64_t growth) {  // SHP
  int64_t sum = growth;
  for (int c = 0; c < s->net->classes; c++) sum += s->port[port].h[c];
  return larger(0, sum - switch_of(s, port)->port_headroom);
}

static bool admit_to_headroom(struct simulator *s, int port, int cls, int64_t x) {
  const struct net_switch *sw = switch_of(s, port);
  struct port *p = &s->port[port];
  int64_t *h = sw->scheme == NET_DSH ? &p->own_headroom : &p->h[cls];
  if (*h + x > sw->eta) return false;
  if (sw->scheme == NET_SHP) {
    struct mmu *mmu = &s->mmu[p->node];
    int64_t more = over_private_headroom(s, port, x) - over_private_headroom(s, port, 0);
    if (mmu->pool + more > sw->pool && !planted(s, FAULT_POOL)) return false;
    mmu->pool += more;
  }
  *h += x;
  return true;
}

static bool admit_ttl(struct simulator *s, int port, int cls, int64_t n) {
  const struct net_switch *sw = switch_of(s, port);
  struct mmu *mmu = &s->mmu[s->port[port].node];
  int64_t all = 0;
  for (int c = 0; c < s->net->classes; c++) all += mmu->common[c];
  if (mmu->part[cls] + n <= sw->partition)
    mmu->part[cls] += n;
  else if (all + n <= sw->shared)
    mmu->common[cls] += n;
  else if (!admit_to_headroom(s, port, cls, n))
    return false;
  s->port[port].q[cls] += n;
  return true;
}

// `event`: the time of the enqueue at the MMU.
static bool admit(struct simulator *s, int port, int cls, int64_t n, int64_t event) {
  const struct net_switch *sw = switch_of(s, port);
  struct port *p = &s->port[port];
  struct mmu *mmu = &s->mmu[p->node];
  if (sw->scheme == NET_TTL) return admit_ttl(s, port, cls, n);
  int64_t w = above_private(s, port, cls), x = larger(0, p->q[cls] + n - sw->phi) - w;
  if (!lossless(s, cls)) {
    int64_t limit = sw->shared - mmu->shared + (planted(s, FAULT_LOSSY) ? cells_of(s, s->net->max_packet) : 0);
    if (x > 0 && (w + n > limit || mmu->shared + x > sw->shared)) return false;
    mmu->shared += x;
    p->q[cls] += n;
    return true;
  }
  const struct state *group = &p->state[sw->scheme == NET_DSH ? WHOLE : cls];
  bool off = sw->scheme != NET_GFC && level_at(group, event + SLUICE_GROUP_LATENCY * s->cycle) > 0;
  if ((off && !planted(s, FAULT_HEADROOM)) || mmu->shared + x > sw->shared) {
    if (x > 0 && !admit_to_headroom(s, port, cls, x)) return false;
  } else {
    mmu->shared += x;
  }
  p->q[cls] += n;
  return true;
}

static void release(struct simulator *s, int port, int cls, int64_t n) {
  const struct net_switch *sw = switch_of(s, port);
  struct port *p = &s->port[port];
  struct mmu *mmu = &s->mmu[p->node];
  int64_t y = above_private(s, port, cls);
  p->q[cls] -= n;
  y -= above_private(s, port, cls);
  int64_t *h = sw->scheme == NET_DSH ? &p->own_headroom : &p->h[cls];
  int64_t d = lossless(s, cls) ? smaller(y, *h) : 0;  // lossy classes use no headroom
  int64_t pool = over_private_headroom(s, port, 0);
  *h -= d;
  if (sw->scheme == NET_SHP) mmu->pool -= pool - over_private_headroom(s, port, 0);
  if (sw->scheme == NET_TTL) {
    int64_t common = smaller(n - d, mmu->common[cls]);
    mmu->common[cls] -= common;
    mmu->part[cls] -= n - d - common;
  } else {
    mmu->shared -= y - d;
  }
}

// One enqueue and one dequeue in a cycle: the second waits [event engine: latencies].
static int64_t in_turn(const struct simulator *s, int64_t *last) { return *last = larger(s->now, *last + s->cycle); }

// The packets of a link that goes down are dequeued at once.
void dequeue(struct simulator *s, const struct packet *p, bool flushed) {
  int node = s->port[p->in].node;
  int64_t event = flushed ? s->now : in_turn(s, &s->mmu[node].dequeue);
  release(s, p->in, p->cls, cells_of(s, p->bytes));
  examine(s, p->in, p->cls, false, event);
}

void drop(struct simulator *s, struct packet *p, int port) {
  trace(s, "drop", port, p);
  if (p->kind == DATA) s->result->flow[p->flow].dropped++;
  if (p->kind != PAUSE) s->packets--;
  s->moved = s->now;
  free(p);
}

void arrive_at_switch(struct simulator *s, int port, struct packet *p) {
  int node = s->port[port].node;
  p->in = port;
  p->hops++;
  if (s->net->sw[0].scheme == NET_TTL) {  // class = TTL0 - TTL; at TTL 0 the receiver drops the packet
    p->cls = p->hops;
    if (p->hops >= s->net->ttl) {
      drop(s, p, port);
      return;
    }
  }
  p->out = egress_of(s, p, node);
  if (p->out < 0 && p->kind == DATA) s->result->flow[p->flow].unreachable++;
  if (p->out < 0 || !s->port[p->out].up) {
    drop(s, p, port);
    return;
  }
  int64_t event = in_turn(s, &s->mmu[node].enqueue), n = cells_of(s, p->bytes);
  if (!admit(s, port, p->cls, n, event)) {
    trace(s, "refuse", port, p);
    if (p->kind == DATA) s->result->flow[p->flow].lost++;
    s->packets--;
    s->moved = s->now;
    free(p);
    return;
  }
  trace(s, "enqueue", port, p);
  after_enqueue(s, port, p->cls, event);
  examine(s, port, p->cls, true, event);
  p->life = s->port[p->out].life;
  schedule(s, event + SLUICE_ADMIT_LATENCY * s->cycle, QUEUE, p->out, 0, p);
}

void join_queue(struct simulator *s, int port, struct packet *p) {
  if (p->life != s->port[port].life || !s->port[port].up) {
    dequeue(s, p, false);
    drop(s, p, port);
    return;
  }
  put(&s->port[port].queue[p->cls], p);
  s->port[port].waiting[p->cls] += cells_of(s, p->bytes);
  try_to_send(s, port);
}
