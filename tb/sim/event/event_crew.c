#include "tb/sim/event/event_crew.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_check.h"
#include "tb/sim/event/event_reroute.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/ranks/gather.h"

// A block has as many places that a thread has some blocks to begin with, so that the last ones are short.
enum { BLOCKS_OF_THREAD = 32, MOST_OF_BLOCK = 8 };

// ---- state ----

// Adds the amounts of a place, and of those that run with it, to sums; with sign -1, which wraps, takes them away.
static void add_amounts(struct event_state *x, const struct place *m, uint64_t sign) {
  for (; m != NULL; m = m->together) {
    x->live += sign * (uint64_t)m->live;
    x->senders += sign * (uint64_t)m->senders;
    x->under_way += sign * (m->sent_packets - m->received_packets - m->refused - m->dropped);
    x->received += sign * (m->received_packets - m->loop_received);
  }
}

static void take_latest(struct event_state *x, const struct place *m) {
  for (; m != NULL; m = m->together) {
    x->moved = agenda_most(x->moved, agenda_most(m->moved, m->delivered));
    x->last = agenda_most(x->last, agenda_most(m->last, m->delivered));
    x->completed = agenda_most(x->completed, m->completed);
    x->progress = agenda_most(x->progress, m->progress);
    if (m->status > x->status) x->status = m->status;
  }
}

// The first event of a place and of those that run with it; those have none of their own.
static uint64_t first_event(struct place *m) {
  uint64_t first = NEVER;
  if (m->before != NULL) return NEVER;
  for (; m != NULL; m = m->together) first = agenda_least(first, agenda_first(&m->agenda));
  return first;
}

struct event_state event_crews_state(const struct event_network *n) {
  struct event_state x = {.soonest = n->woken, .status = n->status};
  for (int i = 0; i < n->crews; i++) {
    const struct event_state *y = &n->crew[i].state;
    x.soonest = agenda_least(x.soonest, y->soonest);
    x.live += y->live;
    x.senders += y->senders;
    x.under_way += y->under_way;
    x.received += y->received;
    x.moved = agenda_most(x.moved, y->moved);
    x.last = agenda_most(x.last, y->last);
    x.completed = agenda_most(x.completed, y->completed);
    x.progress = agenda_most(x.progress, y->progress);
    if (y->status > x.status) x.status = y->status;
  }
  return x;
}

// ---- crews ----

static int blocks_of(const struct event_network *n) { return (n->places + n->block - 1) / n->block; }

// The places of a block are mine[first] to mine[last - 1].
static int first_of(const struct event_network *n, int block) {
  return block < blocks_of(n) ? block * n->block : n->places;
}

void event_crews_renew(struct event_network *n) {
  for (int i = 0; i < n->crews; i++) n->crew[i].state = (struct event_state){.soonest = n->crew[i].state.soonest};
  for (int b = 0; b < blocks_of(n); b++) n->least[b] = NEVER;
  for (int i = 0; i < n->places; i++) {
    struct event_state *x = &n->crew[0].state;
    uint64_t *least = &n->least[i / n->block];
    n->next[i] = first_event(n->mine[i]);
    *least = agenda_least(*least, n->next[i]);
    x->soonest = agenda_least(x->soonest, n->next[i]);
    if (n->mine[i]->before != NULL) continue;
    add_amounts(x, n->mine[i], 1);
    take_latest(x, n->mine[i]);
  }
}

int event_crews_block(const struct event_network *n) {
  const int block = n->places / (BLOCKS_OF_THREAD * (n->opt.threads > 1 ? n->opt.threads : 1));
  return block < 1 ? 1 : block > MOST_OF_BLOCK ? MOST_OF_BLOCK : block;
}

bool event_crews_new(struct event_network *n, int threads) {
  int *first = calloc((size_t)threads + 1, sizeof(*first));
  n->crew = event_make((size_t)threads * sizeof(*n->crew));
  bool good = first != NULL && n->crew != NULL;
  if (good) first[threads] = n->places;
  if (good && threads > 1) partition(n->s, threads, first);
  for (; good && n->crews < threads; n->crews++) {
    struct event_crew *c = &n->crew[n->crews];
    c->first = first[n->crews] / n->block;
    c->last = n->crews + 1 < threads ? first[n->crews + 1] / n->block : blocks_of(n);
    c->state.soonest = NEVER;
    c->teller = malloc(((size_t)n->places + 1) * sizeof(struct place *));
    good = c->teller != NULL;
  }
  free(first);
  if (good) event_crews_renew(n);
  return good;
}

void event_crews_rest(struct event_network *n) {
  for (int i = 0; i < n->crews; i++) atomic_store(&n->crew[i].taken, 0);
}

void event_crews_free(struct event_network *n) {
  for (int i = 0; i < n->crews; i++) free(n->crew[i].teller);
  free(n->crew);
}

// ---- a window ----

static void run_place(struct event_network *n, struct event_crew *c, int i, uint64_t end) {
  struct place *const first = n->mine[i];
  add_amounts(&c->state, first, -UINT64_C(1));
  place_run(first, end, n->parity);
  add_amounts(&c->state, first, 1);
  take_latest(&c->state, first);
  n->next[i] = first_event(first);
  for (struct place *m = first; m != NULL; m = m->together) {
    if (EVENT_CHECKS && !event_check(m)) place_fail(m, NETWORK_ACCOUNT);
    c->state.soonest = agenda_least(c->state.soonest, m->soonest_mail);
    if (m->starts > 0) c->teller[c->tellers++] = m;
  }
}

static bool has_mail(const uint8_t *mail, int places) {
  uint8_t any = 0;
  for (int i = 0; i < places; i++) any |= mail[i];
  return any != 0;
}

// Alternates the direction, so the places that were run last are still in the cache.
static void run_block(struct event_network *n, struct event_crew *c, int block, uint64_t end) {
  const int first = first_of(n, block), places = first_of(n, block + 1) - first;
  uint8_t *mail = n->mail[!n->parity];
  if (n->least[block] < end || has_mail(&mail[first], places)) {
    n->least[block] = NEVER;
    for (int k = 0; k < places; k++) {
      const int i = first + (n->parity ? places - 1 - k : k);
      if (mail[i] != 0 || n->next[i] < end) {
        mail[i] = 0;
        run_place(n, c, i, end);
      }
      n->least[block] = agenda_least(n->least[block], n->next[i]);
    }
  }
  c->state.soonest = agenda_least(c->state.soonest, n->least[block]);
}

// Takes the next block of a crew; alone, without the cost of an atomic addition.
static int take(const struct event_network *n, struct event_crew *from) {
  if (n->crews > 1) return atomic_fetch_add(&from->taken, 1);
  const int taken = atomic_load_explicit(&from->taken, memory_order_relaxed);
  atomic_store_explicit(&from->taken, taken + 1, memory_order_relaxed);
  return taken;
}

void event_crew_run(struct event_network *n, struct event_crew *c, uint64_t end) {
  c->state.soonest = NEVER;
  for (int i = 0; i < n->crews; i++) {
    struct event_crew *from = &n->crew[((int)(c - n->crew) + i) % n->crews];
    const int blocks = from->last - from->first;
    for (int k; (k = take(n, from)) < blocks;) run_block(n, c, n->parity ? from->last - 1 - k : from->first + k, end);
  }
}

// ---- between two windows ----

void event_crews_news(struct event_network *n, int flow, uint64_t at) {
  event_chains_news(n, flow, at);
  n->mail[!n->parity][event_first_together(event_chains_place(n, flow))->number - n->first] = 1;
  n->woken = agenda_least(n->woken, at);
}

static void deliver(struct event_network *n, struct place *m) {
  for (int k = 0; k < m->starts; k++)
    if (event_chains_place(n, m->start[k].flow) != NULL) event_crews_news(n, m->start[k].flow, m->start[k].at);
  m->starts = 0;
}

void event_crews_deliver(struct event_network *n) {
  for (int i = 0; i < n->crews; i++) {
    struct event_crew *c = &n->crew[i];
    for (int k = 0; k < c->tellers; k++) deliver(n, c->teller[k]);
    c->tellers = 0;
  }
}
