#include "tb/sim/event/event_crew.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/event_check.h"
#include "tb/sim/event/event_reroute.h"
#include "tb/sim/event/place_run.h"
#include "tb/sim/ranks/partition.h"

enum { BLOCK = 8 };  // places; the flags of their mail are one word

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

// The first event before may be mail, which no place has yet.
static void renew(struct event_network *n, struct event_crew *c) {
  const uint64_t mail = c->state.soonest;
  c->state = (struct event_state){.soonest = mail};
  for (int i = c->first; i < c->last; i++) {
    struct place *m = n->mine[i];
    uint64_t *least = &c->least[(i - c->first) / BLOCK];
    n->next[i] = first_event(m);
    *least = (i - c->first) % BLOCK == 0 ? n->next[i] : agenda_least(*least, n->next[i]);
    c->state.soonest = agenda_least(c->state.soonest, n->next[i]);
    if (m->before != NULL) continue;
    add_amounts(&c->state, m, 1);
    take_latest(&c->state, m);
  }
}

void event_crews_renew(struct event_network *n) {
  for (int i = 0; i < n->crews; i++) renew(n, &n->crew[i]);
}

bool event_crews_new(struct event_network *n, int threads) {
  int *first = calloc((size_t)threads + 1, sizeof(*first));
  n->crew = event_make((size_t)threads * sizeof(*n->crew));
  bool good = first != NULL && n->crew != NULL;
  if (good) first[threads] = n->places;
  if (good && threads > 1) partition(n->s, threads, first);
  for (; good && n->crews < threads; n->crews++) {
    struct event_crew *c = &n->crew[n->crews];
    c->first = first[n->crews];
    c->last = first[n->crews + 1];
    c->state.soonest = NEVER;
    const size_t places = (size_t)(c->last - c->first);
    c->least = malloc((places / BLOCK + 1) * sizeof(*c->least));
    c->teller = malloc((places + 1) * sizeof(struct place *));
    good = c->least != NULL && c->teller != NULL;
    if (good) renew(n, c);
  }
  free(first);
  return good;
}

void event_crews_free(struct event_network *n) {
  for (int i = 0; i < n->crews; i++) {
    free(n->crew[i].least);
    free(n->crew[i].teller);
  }
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

// Whether some of these places have mail. Whole blocks are read as one word.
static bool has_mail(const uint8_t *mail, int places) {
  static const uint8_t none[BLOCK];
  return memcmp(mail, none, (size_t)places) != 0;
}

// Returns the time of the first event of the block. Alternates the direction, so the places that were run last are
// still in the cache.
static uint64_t run_block(struct event_network *n, struct event_crew *c, int first, int places, uint64_t end) {
  uint8_t *mail = n->mail[!n->parity];
  uint64_t least = NEVER;
  for (int k = 0; k < places; k++) {
    const int i = first + (n->parity ? places - 1 - k : k);
    if (mail[i] != 0 || n->next[i] < end) {
      mail[i] = 0;
      run_place(n, c, i, end);
    }
    least = agenda_least(least, n->next[i]);
  }
  return least;
}

void event_crew_run(struct event_network *n, struct event_crew *c, uint64_t end) {
  const int blocks = (c->last - c->first + BLOCK - 1) / BLOCK;
  c->state.soonest = NEVER;
  for (int k = 0; k < blocks; k++) {
    const int b = n->parity ? blocks - 1 - k : k, first = c->first + b * BLOCK,
              places = c->last - first < BLOCK ? c->last - first : BLOCK;
    if (c->least[b] < end || has_mail(&n->mail[!n->parity][first], places))
      c->least[b] = run_block(n, c, first, places, end);
    c->state.soonest = agenda_least(c->state.soonest, c->least[b]);
  }
}

void event_crew_wake(struct event_network *n, const struct place *m, uint64_t at) {
  n->mail[!n->parity][event_first_together(m)->number - n->first] = 1;
  n->woken = agenda_least(n->woken, at);
}
