#define _POSIX_C_SOURCE 200809L
#include "tb/sim/scenario/routes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The distances of all switches to TOGETHER consecutive destinations are computed at once, when one of them is needed.
enum { TOGETHER = 64, FAR = UINT8_MAX };

// Switches that the search has reached: a bit per destination
struct reached {
  uint64_t *seen, *now, *next;  // [switch] so far, in the last step, in this step
};

struct routes {
  const struct scenario *s;
  int *first;                 // [switch] first index into `neighbour`; a further element ends the last one
  int *neighbour;             // [first + port] the switch at the other end, -1: a host
  int *level;                 // [switch] NULL: all routes are allowed
  bool *missing;              // [link] it is down; NULL: none
  struct reached free, down;  // routes that may go up and down, and routes that only go down
  uint8_t **distance;  // [destination / TOGETHER][(down * TOGETHER + destination % TOGETHER) * switches + switch]
};

static bool reached_new(struct reached *x, int switches) {
  x->seen = calloc(3 * (size_t)switches, sizeof(*x->seen));
  if (x->seen == NULL) return false;
  x->now = x->seen + switches;
  x->next = x->now + switches;
  return true;
}

static bool place_neighbours(struct routes *r) {
  const struct scenario *s = r->s;
  r->first = calloc((size_t)s->switches + 1, sizeof(*r->first));
  if (r->first == NULL) return false;
  for (int i = 0; i < s->switches; i++) r->first[i + 1] = r->first[i] + s->sw[i].ports;
  r->neighbour = calloc((size_t)r->first[s->switches] + 1, sizeof(*r->neighbour));
  if (r->neighbour == NULL) return false;
  for (int i = 0; i < s->switches; i++)
    for (int p = 0; p < s->sw[i].ports; p++) {
      const struct scenario_link *l = &s->link[s->sw[i].link[p]];
      r->neighbour[r->first[i] + p] = l->access ? -1 : l->end[l->end[0].node == i].node;
    }
  return true;
}

struct routes *routes_new(const struct scenario *s, const int *level) {
  struct routes *r = calloc(1, sizeof(*r));
  if (r == NULL) return NULL;
  r->s = s;
  r->distance = calloc((size_t)s->switches / TOGETHER + 1, sizeof(*r->distance));
  bool good = r->distance != NULL && place_neighbours(r) && reached_new(&r->free, s->switches);
  if (good && level != NULL) {
    r->level = malloc((size_t)s->switches * sizeof(*r->level));
    good = r->level != NULL && reached_new(&r->down, s->switches);
    if (good) memcpy(r->level, level, (size_t)s->switches * sizeof(*r->level));
  }
  if (good) return r;
  routes_free(r);
  return NULL;
}

struct routes *routes_at(const struct routes *all, uint64_t time) {
  struct routes *r = routes_new(all->s, all->level);
  if (r == NULL || (r->missing = calloc((size_t)r->s->links + 1, sizeof(*r->missing))) == NULL) {
    routes_free(r);
    return NULL;
  }
  for (int i = 0; i < r->s->links; i++) r->missing[i] = outage_at(&r->s->link[i].outage, time);
  return r;
}

bool routes_has(const struct routes *r, int link) { return r->missing == NULL || !r->missing[link]; }

void routes_free(struct routes *r) {
  if (r == NULL) return;
  for (int i = 0; r->distance != NULL && i <= r->s->switches / TOGETHER; i++) free(r->distance[i]);
  free(r->first);
  free(r->neighbour);
  free(r->level);
  free(r->missing);
  free(r->free.seen);
  free(r->down.seen);
  free(r->distance);
  free(r);
}

int routes_switches(const struct routes *r) { return r->s->switches; }

int routes_levels(const struct scenario *s, int *level) {
  int *far = malloc(2 * (size_t)s->switches * sizeof(*far)), *queue, count = 0;
  if (far == NULL) return ENOMEM;
  queue = far + s->switches;
  for (int i = 0; i < s->switches; i++) far[i] = -1;
  for (int i = 0; i < s->links; i++) {
    const int at = s->link[i].end[0].node;
    if (!s->link[i].access || far[at] >= 0) continue;
    far[at] = 1;
    queue[count++] = at;
  }
  for (int i = 0; i < count; i++)
    for (int p = 0; p < s->sw[queue[i]].ports; p++) {
      const struct scenario_link *l = &s->link[s->sw[queue[i]].link[p]];
      const int next = l->end[l->end[0].node == queue[i]].node;
      if (l->access || far[next] >= 0) continue;
      far[next] = far[queue[i]] + 1;
      queue[count++] = next;
    }
  for (int i = 0; i < s->switches; i++)
    if (level[i] < 0) level[i] = far[i];
  free(far);
  return 0;
}

static bool goes_down(const struct routes *r, int from, int to) {
  if (r->level == NULL) return false;
  return r->level[to] != r->level[from] ? r->level[to] < r->level[from] : to < from;
}

// ---- distances ----

static bool keep_new(struct reached *x, int switches, uint8_t *distance, int links) {
  bool any = false;
  for (int here = 0; here < switches; here++) {
    x->now[here] = x->next[here] & ~x->seen[here];
    x->seen[here] |= x->now[here];
    for (uint64_t left = x->now[here]; left != 0; left &= left - 1)
      distance[(size_t)__builtin_ctzll(left) * (size_t)switches + (size_t)here] = (uint8_t)links;
    any |= x->now[here] != 0;
  }
  return any;
}

// One more step away from all destinations at once. Returns whether a switch was reached for the first time.
static bool spread(struct routes *r, uint8_t *distance, int links) {
  const int switches = r->s->switches;
  memset(r->free.next, 0, (size_t)switches * sizeof(*r->free.next));
  if (r->level != NULL) memset(r->down.next, 0, (size_t)switches * sizeof(*r->down.next));
  for (int here = 0; here < switches; here++) {
    const uint64_t free = r->free.now[here], down = r->level != NULL ? r->down.now[here] : 0;
    if ((free | down) == 0) continue;
    for (int i = r->first[here]; i < r->first[here + 1]; i++) {
      const int before = r->neighbour[i];
      if (before < 0 || !routes_has(r, r->s->sw[here].link[i - r->first[here]])) continue;
      if (goes_down(r, before, here)) {
        r->down.next[before] |= down;
        r->free.next[before] |= down;
      } else {
        r->free.next[before] |= free;
      }
    }
  }
  bool any = keep_new(&r->free, switches, distance, links);
  if (r->level != NULL) any |= keep_new(&r->down, switches, distance + (size_t)TOGETHER * (size_t)switches, links);
  return any;
}

static void start(struct reached *x, int switches, int first, uint8_t *distance) {
  memset(x->seen, 0, 2 * (size_t)switches * sizeof(*x->seen));  // clears seen and now
  for (int i = 0; i < TOGETHER && first + i < switches; i++) {
    x->seen[first + i] = x->now[first + i] = UINT64_C(1) << i;
    distance[(size_t)i * (size_t)switches + (size_t)(first + i)] = 0;
  }
}

int routes_to(struct routes *r, int to) {
  const int switches = r->s->switches, first = to / TOGETHER * TOGETHER;
  const size_t half = (size_t)TOGETHER * (size_t)switches, size = r->level != NULL ? 2 * half : half;
  uint8_t **block = &r->distance[to / TOGETHER];
  if (*block != NULL) return 0;
  *block = malloc(size);
  if (*block == NULL) return ENOMEM;
  memset(*block, FAR, size);
  start(&r->free, switches, first, *block);
  if (r->level != NULL) start(&r->down, switches, first, *block + half);
  for (int links = 1; links < ROUTES_MOST_HOPS && spread(r, *block, links);) links++;
  return 0;
}

static const uint8_t *distances(const struct routes *r, int to, bool down) {
  const size_t row = (size_t)(to % TOGETHER) + (down && r->level != NULL ? TOGETHER : 0);
  return r->distance[to / TOGETHER] + row * (size_t)r->s->switches;
}

int routes_links(const struct routes *r, int from, int to, bool down) {
  const int links = distances(r, to, down)[from];
  return links != FAR ? links : -1;
}

int routes_next(const struct routes *r, int here, int to, bool down, uint16_t *port) {
  const uint8_t *free = distances(r, to, false), *only_down = distances(r, to, true);
  const int links = (down ? only_down : free)[here], closer = links - 1;
  int ports = 0;
  if (links == FAR) return 0;
  for (int p = 0; p < r->s->sw[here].ports; p++) {
    const int next = r->neighbour[r->first[here] + p];
    if (next < 0 || !routes_has(r, r->s->sw[here].link[p])) continue;
    const bool falls = goes_down(r, here, next);
    if (down && r->level != NULL && !falls) continue;
    if ((falls ? only_down : free)[next] == closer) port[ports++] = (uint16_t)p;
  }
  return ports;
}

bool routes_leaves_down(const struct routes *r, int sw, int port) {
  const int next = r->neighbour[r->first[sw] + port];
  return next >= 0 && goes_down(r, sw, next);
}

bool routes_arrives_down(const struct routes *r, int sw, int port) {
  const int before = r->neighbour[r->first[sw] + port];
  return before >= 0 && goes_down(r, before, sw);
}
