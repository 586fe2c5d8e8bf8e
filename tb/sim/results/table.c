// Tables as text. They are short: for a large network they have the rows with the worst values only.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tb/sim/results/search_result.h"

enum { TEXT_NAME = 64 };

static double us(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e6 / (double)r->hz; }

static int widest(int wide, const char *name) { return (int)strlen(name) > wide ? (int)strlen(name) : wide; }

// If there are many rows only the first are shown; the CSV files have all.
enum { ROWS_ALL = 24, ROWS_MANY = 10 };

static int rows_of(int count) { return count > ROWS_ALL ? ROWS_MANY : count; }

static void put_rest(int count, const char *what, const char *file, FILE *to) {
  if (count > ROWS_ALL) fprintf(to, "of %d %s; --out DIR: DIR/%s has all\n", count, what, file);
}

// A row to show, with its sort key: the highest key is first; rows with equal keys are in the order of the file.
struct row {
  int rank;
  double key;
  int index;
};

static int compare_rows(const void *a, const void *b) {
  const struct row *x = a, *y = b;
  if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
  if (x->key != y->key) return x->key > y->key ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

// ---- flows ----

// Worst flows first: incomplete ones, by the share that arrived; then by slowdown; then by rate.
static struct row flow_row(const struct scenario *s, const struct network_result *r, int i) {
  if (report_complete(s, r, i)) return (struct row){1, report_slowdown(r, i), i};
  if (s->flow[i].bytes == 0) return (struct row){0, -report_gbps(s, r, i), i};
  return (struct row){2, -(double)r->flow[i].bytes / (double)s->flow[i].bytes, i};
}

static void flow_line(const struct scenario *s, const struct network_result *r, int wide, int i, FILE *to) {
  const struct flow_result *f = &r->flow[i];
  fprintf(to, "%-*s  %9.3f  %13" PRIu64 "  %14" PRIu64 "  %6" PRIu64 "  %10.3f", wide, s->flow[i].name,
          report_gbps(s, r, i), f->sent_bytes, f->bytes, f->lost, us(r, f->start));
  if (report_complete(s, r, i))
    fprintf(to, "  %13.3f  %8.3f", us(r, report_completion(r, i)), report_slowdown(r, i));
  else
    fprintf(to, "  %13s  %8s", "-", "-");
  fprintf(to, r->dropped != 0 ? "  %8" PRIu64 "\n" : "\n", f->dropped);
}

static void latency_line(const struct network_result *r, int wide, const char *name, const struct spread *x, FILE *to) {
  fprintf(to, "%-*s  %12" PRIu64, wide, name, x->count);
  if (x->count == 0)
    fprintf(to, "  %10s  %10s  %10s  %10s  %10s\n", "-", "-", "-", "-", "-");
  else
    fprintf(to, "  %10.3f  %10.3f  %10.3f  %10.3f  %10.3f\n", us(r, 1) * x->mean, us(r, 1) * x->percentile[0],
            us(r, 1) * x->percentile[1], us(r, 1) * x->percentile[2], us(r, 1) * x->max);
}

static void latencies(const struct scenario *s, const struct network_result *r, const struct row *row, int rows,
                      int wide, FILE *to) {
  const struct summary *y = &r->summary;
  int classes = 0;
  fprintf(to, "\n%-*s  %12s  %10s  %10s  %10s  %10s  %10s\n", wide, "latency us", "packets", "mean", "p50", "p99",
          "p99.9", "max");
  for (int i = 0; i < rows; i++) {
    struct spread x = report_latency(&r->flow[row[i].index]);
    latency_line(r, wide, s->flow[row[i].index].name, &x, to);
  }
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) classes += y->by_class[c].count != 0;
  for (int c = 0; classes > 1 && c < SLUICE_MAX_CLASSES; c++) {
    char name[16];
    snprintf(name, sizeof(name), "class %d", c);
    if (y->by_class[c].count != 0) latency_line(r, wide, name, &y->by_class[c], to);
  }
  if (s->flows > 1) latency_line(r, wide, "all", &y->latency, to);
}

static void slowdown_line(const char *name, const struct spread *x, FILE *to) {
  fprintf(to, "%-20s  %9" PRIu64 "  %9.3f  %9.3f  %9.3f  %9.3f  %9.3f\n", name, x->count, x->mean, x->percentile[0],
          x->percentile[1], x->percentile[2], x->max);
}

static void slowdowns(const struct network_result *r, FILE *to) {
  const struct summary *y = &r->summary;
  fprintf(to, "\n%-20s  %9s  %9s  %9s  %9s  %9s  %9s\n", "slowdown, by bytes", "flows", "mean", "p50", "p99", "p99.9",
          "max");
  uint64_t most = 10;
  for (int k = 0; k < SUMMARY_SIZES; k++, most *= 10) {
    char name[32];
    snprintf(name, sizeof(name), "to %" PRIu64, most);
    if (y->by_size[k].count != 0) slowdown_line(name, &y->by_size[k], to);
  }
  slowdown_line("all", &y->slowdown, to);
}

static int flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  struct row *row = malloc(((size_t)s->flows + 1) * sizeof(*row));
  if (row == NULL) return -1;
  int wide = 10, rows = rows_of(s->flows);
  for (int i = 0; i < s->flows; i++) row[i] = s->flows > rows ? flow_row(s, r, i) : (struct row){.index = i};
  if (s->flows > rows) qsort(row, (size_t)s->flows, sizeof(*row), compare_rows);
  for (int i = 0; i < rows; i++) wide = widest(wide, s->flow[row[i].index].name);
  fprintf(to, "%-*s  %9s  %13s  %14s  %6s  %10s  %13s  %8s", wide, "flow", "Gb/s", "bytes sent", "received", "lost",
          "start us", "completion us", "slowdown");
  fprintf(to, r->dropped != 0 ? "  %8s\n" : "\n", "dropped");
  for (int i = 0; i < rows; i++) flow_line(s, r, wide, row[i].index, to);
  put_rest(s->flows, "flows, the worst", "flows.csv", to);
  if (s->flows > rows && r->summary.slowdown.count != 0) slowdowns(r, to);
  latencies(s, r, row, rows, wide, to);
  free(row);
  return 0;
}

// ---- links ----

// Widths of the columns with names of links and directions
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

// With GFC no class is paused: a link gets slower, changes its rate, and returns to full rate.
static void feedback(const struct scenario *s, const struct network_result *r, const struct row *row, int count,
                     FILE *to) {
  struct columns c = link_columns(s);
  int shown = 0;
  fprintf(to, "\n%-*s  %-*s  %8s  %9s  %9s  %9s  %9s  %9s  %9s\n", c.wide, "link", c.ends, "feedback", "messages",
          "mean", "2nd half", "m/(8 tau)", "worst tau", "m/tau", "closest");
  for (int k = 0; k < count && shown < ROWS_ALL; k++) {
    int i = row[k].index / 2, d = row[k].index % 2;
    if (r->link[i][d].messages == 0) continue;
    struct report_feedback f = report_feedback(s, r, i, d);
    put_direction(s, c, i, d, to);
    fprintf(to, "  %8" PRIu64 "  %7.4f %%  %7.4f %%  %7.4f %%  %7.4f %%  %7.4f %%  %7.4f %%\n",
            r->link[i][d].stop_messages, 100 * f.mean, 100 * f.late, 100 * f.bound_steady, 100 * f.burst,
            100 * f.bound_worst, 100 * f.closest);
    shown++;
  }
}

// Selects directions with any frame or feedback; of many the ones paused longest, then the busiest. Returns their
// number, or -1: out of memory.
static int link_rows(const struct scenario *s, const struct network_result *r, struct row **row) {
  int count = 0;
  *row = malloc((2 * (size_t)s->links + 1) * sizeof(**row));
  if (*row == NULL) return -1;
  for (int i = 0; i < 2 * s->links; i++) {
    const struct link_result *l = &r->link[i / 2][i % 2];
    double paused = report_paused(r, i / 2, i % 2), busy = report_busy(s, r, i / 2, i % 2);
    if (l->frames != 0 || l->pauses != 0) (*row)[count++] = (struct row){paused > 0, paused > 0 ? paused : busy, i};
  }
  if (rows_of(count) < count) qsort(*row, (size_t)count, sizeof(**row), compare_rows);
  return count;
}

// With GFC no class is paused: a link gets slower, changes its rate, and returns to full rate.
static int links(const struct scenario *s, const struct network_result *r, FILE *to) {
  static const char *const titles[2][5] = {{"pauses", "resumes", "paused", "paused us", "refreshes"},
                                           {"slowed", "freed", "slow", "slow us", "changes"}};
  const char *const *title = titles[scenario_is_gfc(s)];
  struct columns c = link_columns(s);
  struct row *row;
  int count = link_rows(s, r, &row);
  if (count < 0) return -1;
  fprintf(to, "\n%-*s  %-*s  %8s  %8s  %8s  %10s  %9s  %9s\n", c.wide, "link", c.ends, "direction", title[0], title[1],
          title[2], title[3], "busy", title[4]);
  for (int k = 0; k < rows_of(count); k++) {
    int i = row[k].index / 2, d = row[k].index % 2;
    const struct link_result *l = &r->link[i][d];
    put_direction(s, c, i, d, to);
    fprintf(to, "  %8" PRIu64 "  %8" PRIu64 "  %6.1f %%  %10.3f  %7.1f %%  %9" PRIu64 "\n", l->stop_pauses,
            l->stop_resumes, 100 * report_paused(r, i, d), us(r, l->stop_paused), 100 * report_busy(s, r, i, d),
            l->stop_refreshes);
  }
  put_rest(count, "directions, the most paused and then the busiest", "links.csv", to);
  if (scenario_is_gfc(s)) feedback(s, r, row, count, to);
  free(row);
  return 0;
}

// ---- queues and switches ----

static const char *queue_name(const struct scenario *s, int sw, int port, int cls, char *text, size_t size) {
  snprintf(text, size, "%s/%d", s->link[s->sw[sw].link[port]].name, cls);
  return text;
}

// The queues with the largest 99 % percentile; index: (switch * ports * classes + queue) * SIDES + side.
static int queues(const struct scenario *s, const struct network_result *r, FILE *to) {
  int each = s->dims.ports * s->dims.classes * SIDES, count = 0, wide = 5;
  struct row *row = malloc(((size_t)s->switches * (size_t)each + 1) * sizeof(*row));
  if (row == NULL) return -1;
  for (int i = 0; i < s->switches * each; i++) {
    const struct level *l = &r->sw[i / each].queue[i % SIDES][i % each / SIDES];
    if (l->most != 0) row[count++] = (struct row){0, (double)report_queue(s, r, l).percentile[1], i};
  }
  qsort(row, (size_t)count, sizeof(*row), compare_rows);
  int rows = count < ROWS_MANY ? count : ROWS_MANY;
  char(*name)[2 * TEXT_NAME] = malloc((size_t)(rows + 1) * sizeof(*name));
  for (int k = 0; name != NULL && k < rows; k++) {
    int queue = row[k].index % each / SIDES, sw = row[k].index / each;
    char at[TEXT_NAME];
    queue_name(s, sw, queue / s->dims.classes, queue % s->dims.classes, at, sizeof(at));
    snprintf(name[k], sizeof(name[k]), "%s:%s", s->sw[sw].name, at);
    wide = widest(wide, name[k]);
  }
  if (rows > 0)
    fprintf(to, "\n%-*s  %-7s  %12s  %12s  %12s  %12s  %12s\n", wide, "queue", "side", "mean bytes", "p50", "p99",
            "p99.9", "max");
  for (int k = 0; name != NULL && k < rows; k++) {
    enum side side = (enum side)(row[k].index % SIDES);
    struct report_queue q = report_queue(s, r, &r->sw[row[k].index / each].queue[side][row[k].index % each / SIDES]);
    fprintf(to, "%-*s  %-7s  %12.0f  %12" PRIu64 "  %12" PRIu64 "  %12" PRIu64 "  %12" PRIu64 "\n", wide, name[k],
            report_side_name(side), q.mean, q.percentile[0], q.percentile[1], q.percentile[2], q.most);
  }
  if (count > rows) fprintf(to, "of %d queues, the fullest; --out DIR: DIR/queues.csv has all\n", count);
  free(name);
  free(row);
  return name != NULL ? 0 : -1;
}

static int switches(const struct scenario *s, const struct network_result *r, FILE *to) {
  struct row *row = malloc((size_t)s->switches * sizeof(*row));
  if (row == NULL) return -1;
  int wide = 6, rows = rows_of(s->switches);
  for (int i = 0; i < s->switches; i++) {
    row[i] = (struct row){(int)(r->sw[i].refused > 0), (double)r->sw[i].peak_queue, i};
    wide = widest(wide, s->sw[i].name);
  }
  if (rows < s->switches) qsort(row, (size_t)s->switches, sizeof(*row), compare_rows);
  fprintf(to, "\n%-*s  %12s  %12s  %-10s  %13s  %-10s  %8s", wide, "switch", "peak shared", "peak queue", "of",
          "peak headroom", "of", "refused");
  fprintf(to, "  %8s", "delay us");
  fprintf(to, r->dropped != 0 ? "  %8s\n" : "\n", "dropped");
  for (int k = 0; k < rows; k++) {
    int i = row[k].index;
    const struct switch_result *w = &r->sw[i];
    char queue[TEXT_NAME], headroom[TEXT_NAME];
    fprintf(
        to, "%-*s  %12" PRIu64 "  %12" PRIu64 "  %-10s  %13" PRIu64 "  %-10s  %8" PRIu64, wide, s->sw[i].name,
        (uint64_t)w->peak_shared * s->cell_bytes, (uint64_t)w->peak_queue * s->cell_bytes,
        w->peak_queue > 0 ? queue_name(s, i, w->queue_port, w->queue_cls, queue, sizeof(queue)) : "-",
        (uint64_t)w->peak_headroom * s->cell_bytes,
        w->peak_headroom > 0 ? queue_name(s, i, w->headroom_port, w->headroom_cls, headroom, sizeof(headroom)) : "-",
        w->refused);
    fprintf(to, "  %8.3f", us(r, w->input_delay));
    fprintf(to, r->dropped != 0 ? "  %8" PRIu64 "\n" : "\n", w->dropped);
  }
  put_rest(s->switches, "switches, those that refused and then the fullest", "results.json", to);
  free(row);
  return 0;
}

int report_table(const struct scenario *s, const struct network_result *r, FILE *to) {
  fprintf(
      to,
      "%s: sources until %.3f us, simulated until %.3f us\n"
      "Bytes: in all. Gb/s: from the start to completion, or until the flow or all sources stopped. Links and queues: "
      "until these did\n\n",
      s->name, us(r, r->stop), us(r, r->cycles));
  if (flows(s, r, to) != 0 || links(s, r, to) != 0 || queues(s, r, to) != 0 || switches(s, r, to) != 0) return -1;
  fprintf(to, "\nverdict: %s", verdict_name(r->verdict.kind));
  if (r->verdict.kind == VERDICT_DEADLOCKED) {
    fprintf(to, " since %.3f us\n", us(r, r->verdict.since));
    if (r->verdict.cycle != NULL)
      fprintf(to, "cycle: %s", r->verdict.cycle);
    else
      fprintf(to, "no cycle of waiting queues: a pause that never ends");
  }
  fprintf(to, "\n");
  return 0;
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
