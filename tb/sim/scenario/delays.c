#include "tb/sim/scenario/delays.h"

#include <stdlib.h>

// A switch that can be reached with this delay
struct reach {
  uint64_t ps;
  int sw;
};

struct delays {
  const struct scenario *s;
  uint64_t *ps;        // [switch] UINT64_MAX: not reached so far
  struct reach *heap;  // the least delay first; a switch may be in it more than once
  int waiting;
  int *reached, count;  // the switches reached so far, and their number
};

struct delays *delays_new(const struct scenario *s) {
  struct delays *d = calloc(1, sizeof(*d));
  if (d == NULL) return NULL;
  d->s = s;
  d->ps = malloc((size_t)s->switches * sizeof(*d->ps));
  d->heap = malloc((2 * (size_t)s->links + 1) * sizeof(*d->heap));  // each end of a link is put at most once
  d->reached = malloc((size_t)s->switches * sizeof(*d->reached));
  if (d->ps == NULL || d->heap == NULL || d->reached == NULL) {
    delays_free(d);
    return NULL;
  }
  for (int i = 0; i < s->switches; i++) d->ps[i] = UINT64_MAX;
  return d;
}

void delays_free(struct delays *d) {
  if (d == NULL) return;
  free(d->ps);
  free(d->heap);
  free(d->reached);
  free(d);
}

static void put(struct delays *d, struct reach x) {
  int at = d->waiting++;
  for (int above; at > 0 && d->heap[above = (at - 1) / 2].ps > x.ps; at = above) d->heap[at] = d->heap[above];
  d->heap[at] = x;
}

static struct reach take(struct delays *d) {
  const struct reach first = d->heap[0], last = d->heap[--d->waiting];
  int at = 0;
  for (int below; (below = 2 * at + 1) < d->waiting; at = below) {
    if (below + 1 < d->waiting && d->heap[below + 1].ps < d->heap[below].ps) below++;
    if (d->heap[below].ps >= last.ps) break;
    d->heap[at] = d->heap[below];
  }
  d->heap[at] = last;
  return first;
}

void delays_from(struct delays *d, int host) {
  const struct scenario *s = d->s;
  const struct scenario_host *h = &s->host[host - s->switches];
  while (d->count > 0) d->ps[d->reached[--d->count]] = UINT64_MAX;
  d->waiting = 0;
  for (int k = h->link; k < h->link + h->links; k++)
    put(d, (struct reach){s->link[k].delay_ps, s->link[k].end[0].node});
}

// Reaches further switches, the nearest first, until the given one is reached, or no other can be.
static void search(struct delays *d, int sw) {
  const struct scenario *s = d->s;
  while (d->ps[sw] == UINT64_MAX && d->waiting > 0) {
    const struct reach x = take(d);
    if (x.ps >= d->ps[x.sw]) continue;
    d->ps[x.sw] = x.ps;
    d->reached[d->count++] = x.sw;
    for (int p = 0; p < s->sw[x.sw].ports; p++) {
      const struct scenario_link *l = &s->link[s->sw[x.sw].link[p]];
      const int next = l->end[l->end[0].node == x.sw].node;
      if (!l->access && x.ps + l->delay_ps < d->ps[next]) put(d, (struct reach){x.ps + l->delay_ps, next});
    }
  }
}

uint64_t delays_to(struct delays *d, int host) {
  const struct scenario *s = d->s;
  const struct scenario_host *h = &s->host[host - s->switches];
  uint64_t least = UINT64_MAX;
  for (int k = h->link; k < h->link + h->links; k++) {
    const int sw = s->link[k].end[0].node;
    search(d, sw);
    if (d->ps[sw] != UINT64_MAX && d->ps[sw] + s->link[k].delay_ps < least) least = d->ps[sw] + s->link[k].delay_ps;
  }
  return least;
}
