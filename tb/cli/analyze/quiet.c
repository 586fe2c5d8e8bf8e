// Channels that their flows are too short to pause. All bytes that pass a switch bound its shared cells from above, and
// so its thresholds from below; a queue stays below its threshold if all bytes that pass it do. Needs hops.
#include <errno.h>
#include <stdlib.h>

#include "cmodel/rules/sluice_admit.h"
#include "cmodel/rules/sluice_threshold.h"
#include "tb/cli/analyze/analyze.h"

// Cells that pass. They saturate: an endless flow has the most.
struct volumes {
  const struct analysis *a;
  const struct dependencies *d;
  uint64_t *channel, *into;  // [channel], and [switch] of all channels that lead to it
};

static uint64_t add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static uint64_t cells_of(const struct scenario *s, const struct scenario_flow *f) {
  const uint64_t cell = s->cell_bytes, whole = f->bytes / f->packet, rest = f->bytes % f->packet;
  // the search for the largest burst changes the sizes, and senders may send bytes again
  if (f->bytes == 0 || s->bursts > 0 || s->policy[f->policy].algorithm != CONGESTION_NONE) return UINT64_MAX;
  return whole * ((f->packet + cell - 1) / cell) + (rest + cell - 1) / cell;
}

static int switch_after(const struct volumes *v, int channel) {
  const int lane = v->d->channel[channel].lane;
  return v->a->s->link[lane / 2].end[!(lane % 2)].node;
}

// Cells above the private ones, of one queue.
static uint64_t above(const struct volumes *v, const struct sluice_limits *limits, int channel) {
  return channel >= 0 ? sluice_above(v->channel[channel], limits->phi) : 0;
}

// Cells that a queue can charge to its port: none while they are private, else those of whole packets.
static uint64_t charged(const struct volumes *v, const struct sluice_limits *limits, int channel) {
  return above(v, limits, channel) > 0 ? v->channel[channel] : 0;
}

// Whether a channel never pauses: neither its queue nor, under DSH, its port. Only amounts up to
// the shared pool matter, and a counter that saturates the thresholds counts at least these.
static bool is_quiet(const struct volumes *v, int channel) {
  const struct scenario *s = v->a->s;
  const int sw = switch_after(v, channel), lane = v->d->channel[channel].lane;
  if (sw >= s->switches) return false;
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  const struct sluice_limits *limits = sluice_limits_of(cfg, s->link[lane / 2].end[!(lane % 2)].port);
  const uint64_t queue = above(v, limits, channel), max = SLUICE_MAX_CELLS;
  const struct sluice_thresholds x =
      sluice_thresholds_of(cfg->scheme, cfg, limits, max, s->dims.classes, v->d->channel[channel].cls,
                           sluice_minus(cfg->shared, v->into[sw]), 0);
  uint64_t port = 0;
  for (int c = 0; c < s->dims.classes; c++)
    port = add(port, charged(v, limits, v->d->number[lane * SLUICE_MAX_CLASSES + c] - 1));
  const uint64_t held = cfg->scheme == SLUICE_DSH ? port : queue;
  const bool headroom = held > 0 && v->into[sw] > cfg->shared;
  return !sluice_queue_off(cfg->scheme, false, queue, headroom, &x) &&
         !sluice_port_off(cfg->scheme, false, port, headroom, &x);
}

static void count(struct volumes *v) {
  const struct analysis *a = v->a;
  for (int i = 0; i < a->hops; i++) {
    const int channel = a->hop[i].channel, sw = switch_after(v, channel);
    const uint64_t cells = cells_of(a->s, &a->s->flow[a->hop[i].flow]);
    v->channel[channel] = add(v->channel[channel], cells);
    if (sw < a->s->switches) v->into[sw] = add(v->into[sw], cells);
  }
}

int analysis_find_quiet(struct analysis *a, const struct dependencies *d) {
  struct volumes v = {.a = a, .d = d};
  a->quiet = calloc((2 * (size_t)a->s->links + 1) * SLUICE_MAX_CLASSES, sizeof(*a->quiet));  // more channels may follow
  v.channel = calloc((size_t)(d->channels + a->s->switches) + 1, sizeof(*v.channel));
  if (a->quiet == NULL || v.channel == NULL) {
    free(v.channel);
    return ENOMEM;
  }
  v.into = v.channel + d->channels;
  count(&v);
  for (int i = 0; a->s->feedback == FEEDBACK_PAUSE && i < d->channels; i++) {
    a->quiet[i] = is_quiet(&v, i);
    a->quiets += a->quiet[i];
  }
  free(v.channel);
  return 0;
}
