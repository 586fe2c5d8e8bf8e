// The scan names one queue per clock, the classes of a port one after another, for a round and what is under way after
// the last event and the last visit that gave something back; then it rests where it is.
#include "sluice_clocked.h"

int sluice_scan_round(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues > SLUICE_MIN_ROUND ? queues : SLUICE_MIN_ROUND;
}

// A dequeue has been counted after 6 clocks, its queue is visited in a round, the last class of its port up to NC - 1
// clocks later, and what that settles is in the free room after 13 more.
int sluice_free_bound(const struct sluice_dims *dims) { return sluice_scan_round(dims) + dims->classes + 20; }

static void go_on(struct sluice_scan *s, const struct sluice_dims *dims, int clocks) {
  int left = sluice_scan_round(dims) + dims->classes + SLUICE_SCAN_MARGIN + clocks;
  if (s->left < left) s->left = left;
}

void sluice_scan_wake(struct sluice_scan *s, const struct sluice_dims *dims) { go_on(s, dims, 0); }

bool sluice_scan_goes_on(struct sluice_scan *s, const struct sluice_dims *dims, int clocks) {
  if (s->left < clocks) return false;
  go_on(s, dims, clocks);
  return true;
}

int sluice_scan_step(struct sluice_scan *s, const struct sluice_dims *dims, bool wake) {
  int visited = -1;
  if (s->left > 0) {
    s->left--;
    if (s->pad > 0) {
      s->pad--;
    } else {
      visited = s->queue++;
      if (s->queue == dims->ports * dims->classes) {
        s->queue = 0;
        s->pad = sluice_scan_round(dims) - dims->ports * dims->classes;
      }
    }
  }
  if (wake) sluice_scan_wake(s, dims);
  return visited;
}

void sluice_scan_skip(struct sluice_scan *s, const struct sluice_dims *dims, uint64_t n) {
  int clocks = n < (uint64_t)s->left ? (int)n : s->left, queues = dims->ports * dims->classes;
  s->left -= clocks;
  // Where in the round it is, the queues first
  int round = sluice_scan_round(dims), at = (s->pad > 0 ? round - s->pad : s->queue) + clocks;
  while (at >= round) at -= round;
  s->queue = at < queues ? at : 0;
  s->pad = at < queues ? 0 : round - at;
}
