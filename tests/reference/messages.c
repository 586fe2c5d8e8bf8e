// Messages to the upstream [spec 5; messages], and the gates that they close.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/reference/simulator.h"

// ---- messages ----

bool any_active(const struct simulator *s, int port) {
  for (int c = 0; c <= WHOLE; c++)
    if (level_at(&s->port[port].state[c], NEVER) > 0) return true;
  return false;
}

// A message that is due has the states of the cycle before.
void mark(struct simulator *s, int port, int of_port, bool again) {
  int64_t *due = &s->port[port].marked[of_port], time = s->now + SLUICE_MESSAGE_LATENCY * s->cycle;
  if (s->now <= *due - (again ? 1 : s->cycle) && !late(s)) return;
  *due = time;
  schedule(s, time, MESSAGE, port, of_port, NULL);
}

static int64_t fastest(const struct simulator *s, int node) {
  int64_t mbps = 0;
  for (int i = 0; i < 2 * s->net->links; i++)
    if (s->port[i].node == node) mbps = larger(mbps, link_of(s, i)->mbps);
  return mbps;
}

void state_event(struct simulator *s, int port, int cls) {
  struct state *state = &s->port[port].state[cls];
  if (state->changes == 0 || state->change[0].time != s->now) return;  // cancelled
  state->before = state->level;
  state->since = s->now;
  state->level = state->change[0].level;
  memmove(state->change, state->change + 1, sizeof state->change - sizeof state->change[0]);
  state->changes--;
  if (s->options->trace != NULL)
    fprintf(s->options->trace, "#%.3f,state,%d,%d,%d,%d\n", (double)s->now / 1000, s->port[port].node, port / 2, cls,
            state->level);
  mark(s, port, cls == WHOLE && switch_of(s, port)->native, false);
  int node = s->port[port].node;
  bool active = false;
  for (int i = 0; i < 2 * s->net->links; i++) active = active || (s->port[i].node == node && any_active(s, i));
  if (active && s->mmu[node].refresh == 0) {
    s->mmu[node].refresh = s->now + quanta(s->net->refresh, fastest(s, node));
    schedule(s, s->mmu[node].refresh, REFRESH, node, 0, NULL);
  } else if (!active) {
    s->mmu[node].refresh = 0;
  }
}

// Repeats all active pauses of the switch, every REFRESH quanta of its fastest link from its first active state on.
void refresh(struct simulator *s, int node) {
  if (s->mmu[node].refresh != s->now) return;
  bool active = false;
  s->mmu[node].refresh = 0;
  for (int port = 0; port < 2 * s->net->links; port++)
    if (s->port[port].node == node) {
      active = active || any_active(s, port);
      for (int c = 0; c <= WHOLE; c++)
        if (level_at(&s->port[port].state[c], switch_of(s, port)->scheme == NET_GFC ? NEVER : s->now) > 0)
          mark(s, port, c == WHOLE && switch_of(s, port)->native, true);
    }
  if (!active) return;
  s->mmu[node].refresh = s->now + quanta(s->net->refresh, fastest(s, node));
  schedule(s, s->mmu[node].refresh, REFRESH, node, 0, NULL);
}

struct packet *new_packet(struct simulator *s, int flow, int kind, int cls, int64_t bytes) {
  struct packet *p = calloc(1, sizeof *p);
  if (p == NULL) abort();
  p->flow = flow;
  p->kind = kind;
  p->cls = cls;
  p->bytes = bytes;
  p->born = s->now;
  p->in = p->out = -1;
  if (kind != PAUSE) s->packets++;
  return p;
}

static int told(const struct simulator *s, const struct state *state) {
  return state->since > s->now - s->cycle ? state->before : state->level;
}

// The message of a port has the states of the cycle before the MMU sends it, and may wait for the line. Interoperable
// mode merges both states; under TTL queue j pauses class j - 1 of the upstream.
static struct packet *new_message(struct simulator *s, int port, int of_port) {
  const struct net_switch *sw = switch_of(s, port);
  const struct port *p = &s->port[port];
  struct packet *message = new_packet(s, 0, PAUSE, 0, LEAST_FRAME);
  if (of_port) {
    message->enable = 1U << WHOLE;
    message->time[WHOLE] = told(s, &p->state[WHOLE]) > 0 ? s->net->pause_time : 0;
    return message;
  }
  bool shift = sw->scheme == NET_TTL && !planted(s, FAULT_TTL);
  for (int c = shift ? 1 : 0; c < s->net->classes; c++) {
    if (!lossless(s, c)) continue;
    int to = shift ? c - 1 : c, level = told(s, &p->state[c]);
    if (!sw->native && told(s, &p->state[WHOLE]) > 0) level = 1;
    message->enable |= 1U << to;
    message->time[to] = sw->scheme == NET_GFC ? level : level > 0 ? s->net->pause_time : 0;
  }
  return message;
}

void message_out(struct simulator *s, int port, int of_port) {
  struct mmu *mmu = &s->mmu[s->port[port].node];
  if (s->now < mmu->message + s->cycle) {  // one message in a cycle
    int64_t time = mmu->message + s->cycle;
    s->port[port].marked[of_port] = larger(s->port[port].marked[of_port], time);
    schedule(s, time, MESSAGE, port, of_port, NULL);
    return;
  }
  mmu->message = s->now;
  if (s->port[port].up) put(&s->port[port].control, new_message(s, port, of_port));
  try_to_send(s, port);
}

// ---- gates ----

// GFC: the time that the gap still takes, at the present level [gfc: gaps in the simulator].
void settle_gap(struct simulator *s, int port, int cls) {
  struct port *p = &s->port[port];
  double paid = (double)(s->now - p->owed_at[cls]) / (double)(1 << p->sender_level[cls]);
  p->owed[cls] = p->owed[cls] > paid ? p->owed[cls] - paid : 0;
  p->owed_at[cls] = s->now;
}

bool gate_open(const struct simulator *s, int port, int cls) {
  const struct port *p = &s->port[port];
  if (p->owed[cls] > 0 || p->gap_end[cls] > s->now) return false;
  if (is_switch(s, p->node) && !lossless(s, cls)) return true;
  return p->closed_until[cls] <= s->now && p->closed_until[WHOLE] <= s->now;
}

void look_at_gap(struct simulator *s, int port, int cls) {
  struct port *p = &s->port[port];
  settle_gap(s, port, cls);
  if (p->owed[cls] < 0.5) p->owed[cls] = 0;
  if (p->owed[cls] > 0)
    schedule(s, s->now + (int64_t)ceil(p->owed[cls] * (double)(1 << p->sender_level[cls])), EXPIRE, port, cls, NULL);
}

void hold_timers(struct simulator *s, int port) {
  for (int f = 0; f < s->net->flows; f++)
    if (s->sender[f].first == port) hold_timer(s, f);
}

void obey(struct simulator *s, int port, const struct packet *message) {
  struct port *p = &s->port[port];
  int64_t late = is_switch(s, p->node) ? SLUICE_GATE_LATENCY * s->cycle : 0;
  for (int c = 0; c <= WHOLE; c++) {
    if ((message->enable >> c & 1) == 0) continue;
    if (s->net->sw[0].scheme == NET_GFC) {
      settle_gap(s, port, c);
      p->sender_level[c] = (int)message->time[c];
      if (planted(s, FAULT_STAGE) && p->sender_level[c] > 0) p->sender_level[c]--;
      look_at_gap(s, port, c);
      continue;
    }
    p->closed_until[c] = message->time[c] > 0 ? s->now - late + quanta(message->time[c], link_of(s, port)->mbps) : 0;
    if (message->time[c] > 0) schedule(s, p->closed_until[c], EXPIRE, port, c, NULL);
  }
  hold_timers(s, port);
}
