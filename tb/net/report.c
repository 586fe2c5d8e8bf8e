#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "packet.h"

static double us(const struct scenario *s, uint64_t clocks) { return (double)clocks * 1e6 / (double)s->clock_hz; }

const char *verdict_name(enum verdict_kind kind) {
  static const char *const names[] = {"drained", "deadlocked", "still moving"};
  return names[kind];
}

bool report_complete(const struct scenario *s, const struct network_result *r, int flow) {
  return s->flow[flow].bytes != 0 && r->flow[flow].bytes == s->flow[flow].bytes;
}

uint64_t report_completion(const struct network_result *r, int flow) {
  return r->flow[flow].last - r->flow[flow].start;
}

struct report_window report_window(const struct scenario *s, const struct network_result *r, int flow) {
  const struct flow_result *f = &r->flow[flow];
  if (report_complete(s, r, flow)) return (struct report_window){f->start, f->last, f->bytes};
  uint64_t to = s->flow[flow].stop < r->stop ? s->flow[flow].stop : r->stop;
  return (struct report_window){f->start, to > f->start ? to : f->start, f->window_bytes};
}

double report_gbps(const struct scenario *s, const struct network_result *r, int flow) {
  struct report_window w = report_window(s, r, flow);
  return w.to > w.from ? (double)w.bytes * 8 * (double)s->clock_hz / (double)(w.to - w.from) / 1e9 : 0;
}

double report_busy(const struct scenario *s, const struct network_result *r, int link, int direction) {
  if (r->stop == 0) return 0;
  const struct link_result *l = &r->link[link][direction];
  double bits = 8 * ((double)l->stop_bytes + (double)l->stop_frames * s->link[link].overhead);
  double clocks = bits * (double)s->clock_hz / (double)s->link[link].bps - (double)l->stop_unsent;
  return clocks > 0 ? clocks / (double)r->stop : 0;
}

double report_paused(const struct network_result *r, int link, int direction) {
  return r->stop == 0 ? 0 : (double)r->link[link][direction].stop_paused / (double)r->stop;
}

struct report_feedback report_feedback(const struct scenario *s, const struct network_result *r, int link,
                                       int direction) {
  const struct link_result *l = &r->link[link][direction];
  const double wire = 1 + s->link[link].overhead / (double)MIN_FRAME;               // of a byte
  const double clock = 1 / (double)s->clock_hz;                                     // seconds
  const double m = MIN_FRAME * wire * 8 / (double)s->link[link].bps;                // seconds
  const double bytes = wire * 8 * (double)s->clock_hz / (double)s->link[link].bps;  // clocks
  struct report_feedback f = {.bound_worst = m / (scenario_tau_ns(s, link) * 1e-9)};
  f.bound_steady = f.bound_worst / 8;
  if (r->stop != 0) f.mean = (double)l->stop_message_bytes * bytes / (double)r->stop;
  if (r->stop > s->stop / 2) f.late = (double)l->stop_late_message_bytes * bytes / (double)(r->stop - s->stop / 2);
  f.burst = (double)l->message_burst * f.bound_worst;
  if (l->message_gap != 0) f.closest = m / ((double)l->message_gap * clock);
  if (f.closest > 1) f.closest = 1;  // back to back, but the clock in which a frame begins is a whole one
  return f;
}

bool report_late(const struct scenario *s, const struct network_result *r, int sw) {
  return r->sw[sw].late > 2 * (uint64_t)s->dims.ports;
}

static int widest(int wide, const char *name) { return (int)strlen(name) > wide ? (int)strlen(name) : wide; }

static void flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  int wide = 4;
  for (int i = 0; i < s->flows; i++) wide = widest(wide, s->flow[i].name);
  fprintf(to, "%-*s  %9s  %13s  %14s  %6s  %10s  %13s", wide, "flow", "Gb/s", "bytes sent", "received", "lost",
          "start us", "completion us");
  fprintf(to, r->dropped != 0 ? "  %8s\n" : "\n", "dropped");
  for (int i = 0; i < s->flows; i++) {
    const struct flow_result *f = &r->flow[i];
    fprintf(to, "%-*s  %9.3f  %13" PRIu64 "  %14" PRIu64 "  %6" PRIu64 "  %10.3f", wide, s->flow[i].name,
            report_gbps(s, r, i), f->sent_bytes, f->bytes, f->lost, us(s, f->start));
    if (report_complete(s, r, i))
      fprintf(to, "  %13.3f", us(s, report_completion(r, i)));
    else
      fprintf(to, "  %13s", "-");
    fprintf(to, r->dropped != 0 ? "  %8" PRIu64 "\n" : "\n", f->dropped);
  }
}

// Columns of the names of links and of their directions.
struct columns {
  int wide, ends;
};

static struct columns link_columns(const struct scenario *s) {
  struct columns c = {4, 9};
  for (int i = 0; i < s->links; i++) {
    int both = (int)(strlen(scenario_node_name(s, s->link[i].end[0].node)) +
                     strlen(scenario_node_name(s, s->link[i].end[1].node)) + 1);
    c.wide = widest(c.wide, s->link[i].name);
    if (both > c.ends) c.ends = both;
  }
  return c;
}

static void put_direction(const struct scenario *s, struct columns c, int link, int d, FILE *to) {
  char direction[96];
  snprintf(direction, sizeof(direction), "%s>%s", scenario_node_name(s, s->link[link].end[d].node),
           scenario_node_name(s, s->link[link].end[!d].node));
  fprintf(to, "%-*s  %-*s", c.wide, s->link[link].name, c.ends, direction);
}

// With GFC nothing is paused: a link is slowed, changes its rate, and is free again.
static void links(const struct scenario *s, const struct network_result *r, FILE *to) {
  static const char *const titles[2][4] = {{"pauses", "resumes", "paused", "refreshes"},
                                           {"slowed", "freed", "slow", "changes"}};
  const char *const *title = titles[scenario_is_gfc(s)];
  struct columns c = link_columns(s);
  fprintf(to, "\n%-*s  %-*s  %8s  %8s  %8s  %9s  %9s\n", c.wide, "link", c.ends, "direction", title[0], title[1],
          title[2], "busy", title[3]);
  for (int i = 0; i < s->links; i++) {
    for (int d = 0; d < 2; d++) {
      const struct link_result *l = &r->link[i][d];
      if (l->frames == 0 && l->pauses == 0) continue;  // nothing was ever sent that way
      put_direction(s, c, i, d, to);
      fprintf(to, "  %8" PRIu64 "  %8" PRIu64 "  %6.1f %%  %7.1f %%  %9" PRIu64 "\n", l->stop_pauses, l->stop_resumes,
              100 * report_paused(r, i, d), 100 * report_busy(s, r, i, d), l->stop_refreshes);
    }
  }
}

static void feedback(const struct scenario *s, const struct network_result *r, FILE *to) {
  struct columns c = link_columns(s);
  fprintf(to, "\n%-*s  %-*s  %8s  %9s  %9s  %9s  %9s  %9s  %9s\n", c.wide, "link", c.ends, "feedback", "messages",
          "mean", "2nd half", "m/(8 tau)", "worst tau", "m/tau", "closest");
  for (int i = 0; i < s->links; i++) {
    for (int d = 0; d < 2; d++) {
      if (r->link[i][d].messages == 0) continue;
      struct report_feedback f = report_feedback(s, r, i, d);
      put_direction(s, c, i, d, to);
      fprintf(to, "  %8" PRIu64 "  %7.4f %%  %7.4f %%  %7.4f %%  %7.4f %%  %7.4f %%  %7.4f %%\n",
              r->link[i][d].stop_messages, 100 * f.mean, 100 * f.late, 100 * f.bound_steady, 100 * f.burst,
              100 * f.bound_worst, 100 * f.closest);
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
  fprintf(to, "\n%-*s  %12s  %12s  %-10s  %13s  %-10s  %8s", wide, "switch", "peak shared", "peak queue", "of",
          "peak headroom", "of", "refused");
  fprintf(to, "  %8s", "late us");
  fprintf(to, r->dropped != 0 ? "  %8s\n" : "\n", "dropped");
  for (int i = 0; i < s->switches; i++) {
    const struct switch_result *w = &r->sw[i];
    char queue[64], headroom[64];
    fprintf(
        to, "%-*s  %12" PRIu64 "  %12" PRIu64 "  %-10s  %13" PRIu64 "  %-10s  %8" PRIu64, wide, s->sw[i].name,
        (uint64_t)w->peak_shared * s->cell_bytes, (uint64_t)w->peak_queue * s->cell_bytes,
        w->peak_queue > 0 ? queue_name(s, i, w->queue_port, w->queue_cls, queue, sizeof(queue)) : "-",
        (uint64_t)w->peak_headroom * s->cell_bytes,
        w->peak_headroom > 0 ? queue_name(s, i, w->headroom_port, w->headroom_cls, headroom, sizeof(headroom)) : "-",
        w->refused);
    fprintf(to, "  %8.3f", us(s, w->late));
    fprintf(to, r->dropped != 0 ? "  %8" PRIu64 "\n" : "\n", w->dropped);
  }
}

void report_table(const struct scenario *s, const struct network_result *r, FILE *to) {
  fprintf(to,
          "%s: sources until %.3f us, simulated until %.3f us\n"
          "Bytes: in all. Gb/s: from the start to completion, or until the flow or all sources stopped. Links: until "
          "these did\n\n",
          s->name, us(s, r->stop), us(s, r->clocks));
  flows(s, r, to);
  links(s, r, to);
  if (scenario_is_gfc(s)) feedback(s, r, to);
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
