// The elementary cycles of the dependencies: cyclic buffer dependencies.
//
// The search starts once from each channel, the root, and finds the cycles in which the root has the smallest number:
// depth first, over larger channels of the root's strongly connected component [Johnson, 1975]. A channel without a
// cycle is no root, so a graph without cycles is visited once.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/vec.h"
#include "tb/sim/scenario/dependencies.h"

enum { STEPS = 1000000 };  // largest number of steps of the search for cycles

struct search {
  const struct dependencies *d;
  struct cycles *found;
  int root, most, length;
  long steps;
  int *part;         // [channel] its component, among the channels from the root on; 0: not known yet
  bool *inside;      // [channel] it is on the path
  int *path, *edge;  // channels of the path, and for each the next dependency to follow
  // Components [Tarjan, 1972]: [channel] time of the visit, and earliest time that can be reached; stack of channels
  // without a component.
  int *seen, *low, *open;
  int clock, opened, parts;
};

// ---- components ----

static int smaller(int a, int b) { return a < b ? a : b; }

static void enter(struct search *f, int channel) {
  f->path[f->length] = channel;
  f->edge[f->length++] = f->d->channel[channel].first;
  f->seen[channel] = f->low[channel] = ++f->clock;
  f->open[f->opened++] = channel;
}

// Removes the last channel of the path. If that completes a component, returns its number of channels, else 0.
static int leave(struct search *f) {
  int here = f->path[--f->length], size = 0;
  if (f->length > 0) {
    int above = f->path[f->length - 1];
    f->low[above] = smaller(f->low[above], f->low[here]);
  }
  if (f->low[here] != f->seen[here]) return 0;
  f->parts++;
  do {
    f->part[f->open[--f->opened]] = f->parts;
    size++;
  } while (f->open[f->opened] != here);
  return size;
}

// Finds the components that can be reached from a channel. Returns the smallest channel of those with more than one
// channel, at most `found`.
static int components_from(struct search *f, int channel, int found) {
  enter(f, channel);
  while (f->length > 0) {
    int here = f->path[f->length - 1], k = f->edge[f->length - 1];
    if (k < 0) {
      int end = f->opened;
      for (int size = leave(f), i = end - size; size > 1 && i < end; i++) found = smaller(found, f->open[i]);
      continue;
    }
    int to = f->d->item[k].to;
    f->edge[f->length - 1] = f->d->item[k].next;
    if (to < f->root) continue;
    if (f->seen[to] == 0)
      enter(f, to);
    else if (f->part[to] == 0)
      f->low[here] = smaller(f->low[here], f->seen[to]);
  }
  return found;
}

// Returns the smallest channel that is on a cycle of channels from the root on; the number of channels: none.
static int next_root(struct search *f) {
  int found = f->d->channels;
  size_t size = (size_t)found * sizeof(int);
  memset(f->part, 0, size);
  memset(f->seen, 0, size);
  f->clock = f->opened = f->parts = 0;
  for (int i = f->root; i < f->d->channels; i++)
    if (f->seen[i] == 0) found = components_from(f, i, found);
  return found;
}

// ---- cycles ----

static int keep_cycle(struct search *f) {
  struct cycles *all = f->found;
  if (all->count == f->most) {
    all->all = false;
    return 0;
  }
  struct cycle *grown = vec_grow(all->cycle, (size_t)all->count, sizeof(*grown));
  if (grown == NULL) return ENOMEM;
  all->cycle = grown;
  size_t size = (size_t)f->length * sizeof(*f->path);
  struct cycle *c = &all->cycle[all->count];
  c->length = f->length;
  c->channel = malloc(size);
  if (c->channel == NULL) return ENOMEM;
  memcpy(c->channel, f->path, size);
  all->count++;
  return 0;
}

static void push(struct search *f, int channel) {
  f->path[f->length] = channel;
  f->edge[f->length++] = f->d->channel[channel].first;
  f->inside[channel] = true;
}

static int cycles_from(struct search *f) {
  int status = 0;
  push(f, f->root);
  while (f->length > 0) {
    int here = f->path[f->length - 1], k = f->edge[f->length - 1];
    bool enough = status != 0 || !f->found->all;
    if (f->steps++ >= STEPS) f->found->all = false;
    if (k < 0 || enough) {
      f->inside[here] = false;
      f->length--;
      continue;
    }
    const struct dependency *d = &f->d->item[k];
    f->edge[f->length - 1] = d->next;
    if (f->part[d->to] != f->part[f->root]) continue;
    if (d->to == f->root)
      status = keep_cycle(f);
    else if (!f->inside[d->to])
      push(f, d->to);
  }
  return status;
}

int cycles_find(const struct dependencies *d, int most, struct cycles *c) {
  size_t n = (size_t)d->channels + 1;
  struct search f = {.d = d, .found = c, .most = most};
  int status = 0, *all = calloc(6 * n, sizeof(*all));
  f.inside = calloc(n, sizeof(*f.inside));
  *c = (struct cycles){.all = true};
  if (all == NULL || f.inside == NULL) status = ENOMEM;
  int **part[] = {&f.part, &f.path, &f.edge, &f.seen, &f.low, &f.open};
  for (size_t i = 0; status == 0 && i < sizeof(part) / sizeof(*part); i++) *part[i] = all + i * n;
  for (; status == 0 && c->all && (f.root = next_root(&f)) < d->channels; f.root++) {
    c->any = true;
    status = cycles_from(&f);
  }
  free(all);
  free(f.inside);
  return status;
}

void cycles_free(struct cycles *c) {
  for (int i = 0; i < c->count; i++) free(c->cycle[i].channel);
  free(c->cycle);
}
