#include "tb/sim/traffic/weights.h"

#include <errno.h>
#include <stdlib.h>

int weights_new(struct weights *w, const double *weight, uint32_t n) {
  *w = (struct weights){.leaves = 1};
  if (weight == NULL) return 0;
  while (w->leaves < n) w->leaves *= 2;
  w->sum = calloc(2 * (size_t)w->leaves, sizeof(*w->sum));
  if (w->sum == NULL) return ENOMEM;
  for (uint32_t k = 0; k < n; k++) w->sum[w->leaves + k] = weight[k];
  for (uint32_t i = w->leaves - 1; i > 0; i--) w->sum[i] = w->sum[2 * i] + w->sum[2 * i + 1];
  return 0;
}

void weights_free(struct weights *w) { free(w->sum); }

// Sums are added anew, so that a weight that is set back leaves no rounding error.
void weights_set(struct weights *w, uint32_t k, double weight) {
  uint32_t i = w->leaves + k;
  w->sum[i] = weight;
  while ((i /= 2) > 0) w->sum[i] = w->sum[2 * i] + w->sum[2 * i + 1];
}

// The second condition matters if a sum was rounded.
uint32_t weights_draw(const struct weights *w, double unit) {
  double x = unit * w->sum[1];
  uint32_t i = 1;
  while (i < w->leaves) {
    i *= 2;
    if (x < w->sum[i] || w->sum[i + 1] <= 0) continue;
    x -= w->sum[i++];
  }
  return i - w->leaves;
}
