#include "report.h"

#include <inttypes.h>
#include <string.h>

static double us(const struct scenario *s, uint64_t clocks) { return (double)clocks * 1e6 / (double)s->clock_hz; }

const char *verdict_name(enum verdict_kind kind) {
  static const char *const names[] = {"drained", "deadlocked", "still moving"};
  return names[kind];
}

double report_gbps(const struct scenario *s, const struct network_result *r, int flow) {
  const struct scenario_flow *f = &s->flow[flow];
  uint64_t end = f->stop < r->stop ? f->stop : r->stop;
  if (end <= f->start) return 0;
  return (double)r->flow[flow].stop_bytes * 8 * (double)s->clock_hz / (double)(end - f->start) / 1e9;
}

double report_busy(const struct scenario *s, const struct network_result *r, int link, int direction) {
  if (r->stop == 0) return 0;
  double bits = 8 * (double)r->link[link][direction].stop_bytes;
  return bits * (double)s->clock_hz / (double)s->link[link].bps / (double)r->stop;
}

double report_paused(const struct network_result *r, int link, int direction) {
  return r->stop == 0 ? 0 : (double)r->link[link][direction].stop_paused / (double)r->stop;
}

static int widest(int wide, const char *name) { return (int)strlen(name) > wide ? (int)strlen(name) : wide; }

static void flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  int wide = 4;
  for (int i = 0; i < s->flows; i++) wide = widest(wide, s->flow[i].name);
  fprintf(to, "%-*s  %10s  %12s  %15s  %8s\n", wide, "flow", "Gb/s", "packets", "bytes", "lost");
  for (int i = 0; i < s->flows; i++)
    fprintf(to, "%-*s  %10.3f  %12" PRIu64 "  %15" PRIu64 "  %8" PRIu64 "\n", wide, s->flow[i].name,
            report_gbps(s, r, i), r->flow[i].stop_packets, r->flow[i].stop_bytes, r->flow[i].lost);
}

static void links(const struct scenario *s, const struct network_result *r, FILE *to) {
  int wide = 4, ends = 9;
  for (int i = 0; i < s->links; i++) wide = widest(wide, s->link[i].name);
  for (int i = 0; i < s->links; i++) {
    int both = (int)(strlen(scenario_node_name(s, s->link[i].end[0].node)) +
                     strlen(scenario_node_name(s, s->link[i].end[1].node)) + 1);
    if (both > ends) ends = both;
  }
  fprintf(to, "\n%-*s  %-*s  %8s  %8s  %8s  %9s  %9s\n", wide, "link", ends, "direction", "pauses", "resumes", "paused",
          "busy", "refreshes");
  for (int i = 0; i < s->links; i++) {
    for (int d = 0; d < 2; d++) {
      const struct link_result *l = &r->link[i][d];
      if (l->frames == 0 && l->pauses == 0) continue;  // nothing was ever sent that way
      char direction[96];
      snprintf(direction, sizeof(direction), "%s>%s", scenario_node_name(s, s->link[i].end[d].node),
               scenario_node_name(s, s->link[i].end[!d].node));
      fprintf(to, "%-*s  %-*s  %8" PRIu64 "  %8" PRIu64 "  %6.1f %%  %7.1f %%  %9" PRIu64 "\n", wide, s->link[i].name,
              ends, direction, l->stop_pauses, l->stop_resumes, 100 * report_paused(r, i, d),
              100 * report_busy(s, r, i, d), l->stop_refreshes);
    }
  }
}

static const char *queue_name(const struct scenario *s, int sw, int port, int cls, char *text, size_t size) {
  for (int i = 0; i < s->links; i++)
    for (int d = 0; d < 2; d++)
      if (s->link[i].end[d].node == sw && s->link[i].end[d].port == port) {
        snprintf(text, size, "%s/%d", s->link[i].name, cls);
        return text;
      }
  snprintf(text, size, "-");
  return text;
}

static void switches(const struct scenario *s, const struct network_result *r, FILE *to) {
  int wide = 6;
  for (int i = 0; i < s->switches; i++) wide = widest(wide, s->sw[i].name);
  fprintf(to, "\n%-*s  %12s  %12s  %-10s  %13s  %-10s  %8s\n", wide, "switch", "peak shared", "peak queue", "of",
          "peak headroom", "of", "refused");
  for (int i = 0; i < s->switches; i++) {
    const struct switch_result *w = &r->sw[i];
    char queue[64], headroom[64];
    fprintf(
        to, "%-*s  %12" PRIu64 "  %12" PRIu64 "  %-10s  %13" PRIu64 "  %-10s  %8" PRIu64 "\n", wide, s->sw[i].name,
        (uint64_t)w->peak_shared * s->cell_bytes, (uint64_t)w->peak_queue * s->cell_bytes,
        w->peak_queue > 0 ? queue_name(s, i, w->queue_port, w->queue_cls, queue, sizeof(queue)) : "-",
        (uint64_t)w->peak_headroom * s->cell_bytes,
        w->peak_headroom > 0 ? queue_name(s, i, w->headroom_port, w->headroom_cls, headroom, sizeof(headroom)) : "-",
        w->refused);
  }
}

void report_table(const struct scenario *s, const struct network_result *r, FILE *to) {
  fprintf(to,
          "%s: sources until %.3f us, simulated until %.3f us; flows and links until the sources stopped, bytes\n\n",
          s->name, us(s, r->stop), us(s, r->clocks));
  flows(s, r, to);
  links(s, r, to);
  switches(s, r, to);
  fprintf(to, "\nverdict: %s", verdict_name(r->verdict.kind));
  if (r->verdict.kind == VERDICT_DEADLOCKED) {
    fprintf(to, " since %.3f us\n", us(s, r->verdict.since));
    if (r->verdict.cycle != NULL)
      fprintf(to, "cycle: %s", r->verdict.cycle);
    else
      fprintf(to, "no cycle of waiting queues: a pause that never ends");
  }
  fprintf(to, "\n");
}

void report_search(const struct scenario *s, const struct search_result *r, FILE *to) {
  fprintf(to, "%s: the largest burst of %d flows during which none of %d ports is paused (%d runs)\n\n", s->name,
          s->bursts, r->bursting, r->runs);
  if (r->outside != 0) {
    fprintf(to, "not between %" PRIu64 " and %" PRIu64 " bytes: %s\n", s->burst_from, s->burst_to,
            r->outside < 0 ? "already the smallest pauses" : "even the largest does not pause");
    return;
  }
  fprintf(to, "%-12s  %12s  %8s\n", "", "bytes", "buffer");
  fprintf(to, "%-12s  %12" PRIu64 "  %6.2f %%\n", "measured", r->most, 100 * (double)r->most / r->buffer);
  fprintf(to, "%-12s  %12.0f  %6.2f %%\n", "closed form", r->form, 100 * r->form / r->buffer);
  fprintf(to, "\nclosed form: %d queues of %.0f bytes each above the private buffer, %d others at the threshold\n",
          r->bursting, r->threshold, r->others);
}
