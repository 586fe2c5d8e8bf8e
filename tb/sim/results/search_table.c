// The result of a search as text.
#include <inttypes.h>

#include "tb/sim/results/report.h"
#include "tb/sim/results/search_result.h"

// States whether the other queues are at their threshold when the burst starts, which the closed form assumes.
static void put_start(const struct scenario *s, const struct search_result *r, FILE *to) {
  fprintf(to, "start of the burst: %.3f us\n", (double)r->start * 1e6 / (double)s->clock_hz);
  if (r->others > 0)
    fprintf(to, "others at that time: %.0f bytes each above the private buffer, threshold %.0f bytes\n",
            r->others_bytes, r->others_threshold);
  if (r->others_below > 0)
    fprintf(to, "not at the threshold: %d of %d others, so the burst is too large; leave out its start_us\n",
            r->others_below, r->others);
}

void report_search(const struct scenario *s, const struct search_result *r, FILE *to) {
  fprintf(to, "%s: the largest burst of %d flows during which none of %d ports is paused (%d runs)\n\n", s->name,
          s->bursts, r->bursting, r->runs);
  if (r->outside != 0) {
    fprintf(to, "not between %" PRIu64 " and %" PRIu64 " bytes: %s\n", s->burst_from, s->burst_to,
            r->outside < 0 ? "already the smallest pauses" : "even the largest does not pause");
    put_start(s, r, to);
    return;
  }
  fprintf(to, "%-12s  %12s  %8s\n", "", "bytes", "buffer");
  fprintf(to, "%-12s  %12" PRIu64 "  %6.2f %%\n", "measured", r->most, 100 * (double)r->most / r->buffer);
  fprintf(to, "%-12s  %12.0f  %6.2f %%\n", "closed form", r->form, 100 * r->form / r->buffer);
  fprintf(to, "\nclosed form: %d queues of %.0f bytes each above the private buffer, %d others at the threshold\n",
          r->bursting, r->threshold, r->others);
  put_start(s, r, to);
}
