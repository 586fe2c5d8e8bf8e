#include "tb/sim/nodes/sources.h"

#include <stdlib.h>

#include "tb/sim/files/vec.h"

// Of the two children of a heap position, the source that may send earlier.
static int earlier_below(const struct sources *h, int place) {
  int below = 2 * place + 1;
  return below + 1 < h->waiting && h->wait[below + 1].time < h->wait[below].time ? below + 1 : below;
}

static void put(struct sources *h, int place, struct waiting w) {
  h->wait[place] = w;
  h->source[w.source].place = place;
}

// Puts an entry into the heap, at the place or above or below it.
static void settle(struct sources *h, int place, struct waiting w) {
  for (int above; place > 0 && h->wait[above = (place - 1) / 2].time > w.time; place = above)
    put(h, place, h->wait[above]);
  for (int below; (below = earlier_below(h, place)) < h->waiting && h->wait[below].time < w.time; place = below)
    put(h, place, h->wait[below]);
  put(h, place, w);
}

static void wait_until(struct sources *h, uint32_t source, uint64_t time) {
  h->waiting++;
  settle(h, h->waiting - 1, (struct waiting){time, source});
}

static void end_wait(struct sources *h, uint32_t source) {
  const int place = h->source[source].place;
  const struct waiting last = h->wait[--h->waiting];
  if (last.source != source) settle(h, place, last);
  h->source[source].place = -1;
}

int sources_add(struct sources *h, uint32_t flow, int cls, uint64_t start, uint64_t bps, uint64_t ticks_per_second) {
  uint32_t source = (uint32_t)h->turn++;
  h->source[source] = (struct source){.flow = flow, .cls = (uint8_t)cls, .pace = -1, .place = -1};
  if (bps != 0) {
    struct pace *more = vec_grow(h->pace, (size_t)h->paces, sizeof(*more));
    if (more == NULL) return -1;
    h->pace = more;
    h->source[source].pace = h->paces;
    pace_init(&h->pace[h->paces++], bps, ticks_per_second);
  }
  if (h->ready[cls].levels == 0 && set_init(&h->ready[cls], (uint32_t)h->count) != 0) return -1;
  if (start != UINT64_MAX) wait_until(h, source, start);
  if (h->turn == h->count) h->turn = 0;
  return 0;
}

void sources_free(struct sources *h) {
  free(h->pace);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) set_free(&h->ready[c]);
}

void sources_end(struct sources *h, uint32_t source) {
  int cls = h->source[source].cls;
  set_remove(&h->ready[cls], source);
  if (set_empty(&h->ready[cls])) h->filled &= (uint8_t) ~(1u << cls);
}

// Makes sources ready: flows that start now, and flows whose own rate allows a packet again.
static void end_waits(struct sources *h, uint64_t now) {
  while (h->waiting > 0 && h->wait[0].time <= now) {
    uint32_t source = h->wait[0].source;
    end_wait(h, source);
    int cls = h->source[source].cls;
    set_add(&h->ready[cls], source);
    h->filled |= (uint8_t)(1u << cls);
  }
}

int64_t sources_next(struct sources *h, uint64_t now, const uint64_t *closed_until, uint64_t *first) {
  int64_t best = -1, best_turn = 0;
  if (h->waiting > 0 && h->wait[0].time <= now) end_waits(h, now);
  for (unsigned left = h->filled; left != 0; left &= left - 1) {
    int cls = __builtin_ctz(left);
    uint64_t open = closed_until[cls];
    if (open > now) {
      if (open < *first) *first = open;
      continue;
    }
    int64_t source = set_from(&h->ready[cls], (uint32_t)h->turn),
            turn = source;  // turn: position of the source in this round
    if (source < 0) turn = (source = set_from(&h->ready[cls], 0)) + h->count;
    if (best >= 0 && turn > best_turn) continue;
    best = source;
    best_turn = turn;
  }
  if (best < 0 && h->waiting > 0 && h->wait[0].time < *first) *first = h->wait[0].time;
  return best;
}

void sources_from(struct sources *h, uint32_t source, uint64_t from) {
  const int place = h->source[source].place;
  if (place >= 0 && from != UINT64_MAX) {
    settle(h, place, (struct waiting){from, source});
    return;
  }
  if (place >= 0)
    end_wait(h, source);
  else
    sources_end(h, source);
  if (from != UINT64_MAX) wait_until(h, source, from);
}

uint32_t sources_find(const struct sources *h, uint32_t flow) {
  uint32_t first = 0, end = (uint32_t)h->count;
  while (end - first > 1) {
    const uint32_t middle = first + (end - first) / 2;
    *(h->source[middle].flow <= flow ? &first : &end) = middle;
  }
  return first;
}

uint64_t sources_move(struct sources *from, uint32_t source, struct sources *to, uint32_t other, uint64_t now) {
  const struct source *x = &from->source[source];
  const bool ready = set_from(&from->ready[x->cls], source) == source;
  uint64_t at = x->place >= 0 ? from->wait[x->place].time : ready ? now : UINT64_MAX;
  if (at < now) at = now;
  if (x->pace >= 0) to->pace[to->source[other].pace] = from->pace[x->pace];
  sources_from(from, source, UINT64_MAX);
  sources_from(to, other, at);
  return at;
}

static void end_turn(struct sources *h, uint32_t source) { h->turn = (int)source + 1 < h->count ? (int)source + 1 : 0; }

void sources_hold(struct sources *h, uint32_t source, uint64_t from) {
  end_turn(h, source);
  sources_from(h, source, from);
}

void sources_sent(struct sources *h, uint32_t source, uint64_t now, uint32_t bytes, bool last) {
  struct source *src = &h->source[source];
  end_turn(h, source);
  if (last) {
    sources_end(h, source);
  } else if (src->pace >= 0) {
    pace_send(&h->pace[src->pace], now, bytes);
    sources_end(h, source);
    wait_until(h, source, pace_free(&h->pace[src->pace]));
  }
}
