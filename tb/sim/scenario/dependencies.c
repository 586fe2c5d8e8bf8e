#define _POSIX_C_SOURCE 200809L
#include "tb/sim/scenario/dependencies.h"

#include <errno.h>
#include <stdlib.h>

#include "tb/sim/files/vec.h"

int dependencies_new(struct dependencies *d, const struct scenario *s) {
  *d = (struct dependencies){.s = s};
  d->number = calloc((2 * (size_t)s->links + 1) * SLUICE_MAX_CLASSES, sizeof(*d->number));
  return d->number != NULL ? 0 : ENOMEM;
}

void dependencies_free(struct dependencies *d) {
  free(d->channel);
  free(d->item);
  free(d->number);
}

int dependencies_channel(struct dependencies *d, int lane, int cls) {
  int *number = &d->number[lane * SLUICE_MAX_CLASSES + cls];
  if (*number != 0) return *number - 1;
  struct channel *more = vec_grow(d->channel, (size_t)d->channels, sizeof(*more));
  if (more == NULL) return -1;
  d->channel = more;
  d->channel[d->channels] = (struct channel){.lane = lane, .cls = cls, .first = -1, .last = -1};
  *number = ++d->channels;
  return *number - 1;
}

// The search is short: a channel depends on at most as many channels as a switch has ports.
int dependencies_item(struct dependencies *d, int from, int to) {
  struct channel *c = &d->channel[from];
  for (int i = c->first; i >= 0; i = d->item[i].next)
    if (d->item[i].to == to) return i;
  struct dependency *more = vec_grow(d->item, (size_t)d->count, sizeof(*more));
  if (more == NULL) return -1;
  d->item = more;
  d->item[d->count] = (struct dependency){.from = from, .to = to, .next = -1};
  *(c->last < 0 ? &c->first : &d->item[c->last].next) = d->count;
  return c->last = d->count++;
}

// The switch at the end of a channel
static const struct scenario_switch *switch_after(const struct dependencies *d, int channel) {
  const int lane = d->channel[channel].lane;
  return &d->s->sw[d->s->link[lane / 2].end[!(lane % 2)].node];
}

bool dependencies_lossless(const struct dependencies *d, int channel, int cls) {
  return switch_after(d, channel)->cfg.lossless >> cls & 1;
}

int dependencies_of_ports(struct dependencies *d) {
  const int carried = d->count;
  for (int i = 0; i < carried; i++) {
    const int lane = d->channel[d->item[i].from].lane, to = d->item[i].to;
    if (switch_after(d, d->item[i].from)->cfg.scheme != SLUICE_DSH) continue;
    for (int cls = 0; cls < d->s->dims.classes; cls++) {
      const int other = d->number[lane * SLUICE_MAX_CLASSES + cls] - 1;
      if (other >= 0 && dependencies_lossless(d, other, cls) && dependencies_item(d, other, to) < 0) return ENOMEM;
    }
  }
  return 0;
}
