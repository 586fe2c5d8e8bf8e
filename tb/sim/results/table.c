// Tables as text. They are short: for a large network they have the rows with the worst values only.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/deadlock.h"
#include "tb/sim/results/incomplete.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/table_parts.h"

static double us(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e6 / (double)r->hz; }

// ---- flows ----

// Worst flows first: incomplete ones, by the share that arrived; then by slowdown; then by rate, without a rate last.
static struct table_row flow_row(const struct scenario *s, const struct network_result *r, int i) {
  if (report_complete(s, r, i)) return (struct table_row){1, report_slowdown(r, i), i};
  const double gbps = report_gbps(s, r, i);
  if (s->flow[i].bytes == 0) return (struct table_row){0, isnan(gbps) ? -INFINITY : -gbps, i};
  return (struct table_row){2, -(double)r->flow[i].bytes / (double)s->flow[i].bytes, i};
}

static void flow_line(const struct scenario *s, const struct network_result *r, int i, struct text_table *t) {
  const struct flow_result *f = &r->flow[i];
  text_cell(t, "%s", s->flow[i].name);
  put_known(t, "%.3f", report_gbps(s, r, i));
  text_cell(t, "%" PRIu64, f->sent_bytes);
  text_cell(t, "%" PRIu64, f->bytes);
  put_lost(t, f->lost);
  if (report_complete(s, r, i)) {
    text_cell(t, "%.3f", us(r, report_completion(r, i)));
    text_cell(t, "%.3f", report_slowdown(r, i));
  } else {
    text_cell(t, "-");
    text_cell(t, "-");
  }
  put_lost(t, f->dropped);
  text_cell(t, "%.3f", us(r, f->start));
}

static int latencies(const struct scenario *s, const struct network_result *r, const struct table_row *row, int rows,
                     FILE *to) {
  const struct summary *y = &r->summary;
  struct text_table *t = table_spread("latency us", "packets", NULL);
  int classes = 0;
  for (int i = 0; i < rows; i++) {
    struct spread x = report_latency(&r->flow[row[i].index]);
    table_spread_row(s->flow[row[i].index].name, &x, us(r, 1), t);
  }
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) classes += y->by_class[c].count != 0;
  for (int c = 0; classes > 1 && c < SLUICE_MAX_CLASSES; c++) {
    char name[16];
    snprintf(name, sizeof(name), "class %d", c);
    if (y->by_class[c].count != 0) table_spread_row(name, &y->by_class[c], us(r, 1), t);
  }
  if (s->flows > 1) table_spread_row("all", &y->latency, us(r, 1), t);
  fputc('\n', to);
  return text_table_print(t, to);
}

// Completion time and slowdown are shown if a flow is finite, drops if a packet was dropped.
static struct text_table *flow_table(const struct scenario *s, const struct network_result *r) {
  bool finite = false;
  for (int i = 0; i < s->flows; i++) finite |= s->flow[i].bytes != 0;
  const struct text_column columns[] = {{"flow", TEXT_NAME},
                                        {"Gb/s", 0},
                                        {"bytes sent", 0},
                                        {"received", 0},
                                        {"lost", 0},
                                        {finite ? "FCT us" : NULL, 0},
                                        {finite ? "slowdown" : NULL, 0},
                                        {r->dropped != 0 ? "dropped" : NULL, 0},
                                        {"start us", TEXT_EXTRA}};
  return text_table_new(columns, 9);
}

// Completion times and slowdowns leave out the flows that did not complete, so their number is stated.
static void put_completed(const struct network_result *r, FILE *to) {
  const struct spread *x = &r->summary.slowdown;
  const uint64_t finite = x->count + x->left_out;
  if (finite == 0) return;
  fprintf(to, "completed: %" PRIu64 " of %" PRIu64 " finite flows", x->count, finite);
  fprintf(to, x->left_out > 0 ? "; slowdowns leave the others out\n" : "\n");
}

static int flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  struct table_row row[ROWS_ALL];
  struct text_table *t = flow_table(s, r);
  int rows = rows_of(s->flows), kept = 0;
  for (int i = 0; i < s->flows; i++)
    table_keep_first(row, &kept, rows, s->flows > rows ? flow_row(s, r, i) : (struct table_row){.index = i});
  for (int i = 0; i < rows; i++) flow_line(s, r, row[i].index, t);
  int status = text_table_print(t, to);
  put_shown(rows, s->flows, "flows, the worst", "flows.csv", to);
  put_completed(r, to);
  if (status == 0) status = table_traffic(s, r, to);
  if (status == 0) status = latencies(s, r, row, rows, to);
  return status;
}

// ---- links ----

static void put_direction(const struct scenario *s, int link, int d, struct text_table *t) {
  text_cell(t, "%s", s->link[link].name);
  text_cell(t, "%s>%s", scenario_node_name(s, s->link[link].end[d].node),
            scenario_node_name(s, s->link[link].end[!d].node));
}

// Percent of a link's rate that GFC's messages take, beside the bounds of [GFC 4.2].
static int feedback(const struct scenario *s, const struct network_result *r, const struct table_row *row, int count,
                    FILE *to) {
  static const struct text_column columns[] = {
      {"link", TEXT_NAME},        {"feedback", TEXT_NAME}, {"messages", 0}, {"mean %", 0},
      {"2nd half %", TEXT_EXTRA}, {"m/(8 tau) %", 0},      {"burst %", 0},  {"m/tau %", 0},
      {"closest %", TEXT_EXTRA}};
  struct text_table *t = text_table_new(columns, 9);
  int shown = 0;
  for (int k = 0; k < count && shown < ROWS_ALL; k++) {
    int i = row[k].index / 2, d = row[k].index % 2;
    if (r->link[i][d].messages == 0) continue;
    struct report_feedback f = report_feedback(s, r, i, d);
    const double share[] = {f.mean, f.late, f.bound_steady, f.burst, f.bound_worst, f.closest};
    put_direction(s, i, d, t);
    text_cell(t, "%" PRIu64, r->link[i][d].stop_messages);
    for (int x = 0; x < 6; x++) text_cell(t, "%.4f", 100 * share[x]);
    shown++;
  }
  fputc('\n', to);
  return text_table_print(t, to);
}

// Selects directions with any frame or feedback; of many the ones paused longest, then the busiest. Returns their
// number, or -1: out of memory.
static int link_rows(const struct scenario *s, const struct network_result *r, struct table_row **row) {
  int count = 0;
  *row = malloc((2 * (size_t)s->links + 1) * sizeof(**row));
  if (*row == NULL) return -1;
  for (int i = 0; i < 2 * s->links; i++) {
    const struct link_result *l = &r->link[i / 2][i % 2];
    double paused = report_paused(r, i / 2, i % 2), busy = report_busy(s, r, i / 2, i % 2);
    if (l->frames != 0 || l->pauses != 0)
      (*row)[count++] = (struct table_row){paused > 0, paused > 0 ? paused : busy > 0 ? busy : 0, i};
  }
  if (rows_of(count) < count) qsort(*row, (size_t)count, sizeof(**row), table_compare);
  return count;
}

// With GFC no class is paused: a link gets slower, changes its rate, and returns to full rate. With CBFC a class runs
// out of credits, gets some, and has enough again.
static int links(const struct scenario *s, const struct network_result *r, FILE *to) {
  static const char *const titles[3][5] = {{"pauses", "resumes", "paused", "paused us", "refreshes"},
                                           {"slowed", "freed", "slow", "slow us", "changes"},
                                           {"empty", "refills", "no credit", "no credit us", "messages"}};
  const char *const *title = titles[scenario_is_gfc(s) ? 1 : scenario_has_credits(s) ? 2 : 0];
  const struct text_column columns[] = {
      {"link", TEXT_NAME}, {"direction", TEXT_NAME}, {title[0], 0}, {title[1], 0},
      {title[2], 0},       {title[3], TEXT_EXTRA},   {"busy", 0},   {title[4], TEXT_EXTRA}};
  struct table_row *row;
  int count = link_rows(s, r, &row);
  if (count < 0) return -1;
  struct text_table *t = text_table_new(columns, 8);
  for (int k = 0; k < rows_of(count); k++) {
    int i = row[k].index / 2, d = row[k].index % 2;
    const struct link_result *l = &r->link[i][d];
    put_direction(s, i, d, t);
    text_cell(t, "%" PRIu64, l->stop_pauses);
    text_cell(t, "%" PRIu64, l->stop_resumes);
    put_known(t, "%.1f %%", 100 * report_paused(r, i, d));
    text_cell(t, "%.3f", us(r, l->stop_paused));
    put_known(t, "%.1f %%", 100 * report_busy(s, r, i, d));
    text_cell(t, "%" PRIu64, l->stop_refreshes);
  }
  fputc('\n', to);
  int status = text_table_print(t, to);
  put_shown(rows_of(count), count, "directions, the most paused and then the busiest", "links.csv", to);
  if (status == 0 && scenario_is_gfc(s)) status = feedback(s, r, row, count, to);
  free(row);
  return status;
}

// ---- queues and switches ----

// The queues with the largest 99 % percentile; index: (switch * most queues of a switch + queue) * SIDES + side.
static int queues(const struct scenario *s, const struct network_result *r, FILE *to) {
  static const struct text_column columns[] = {{"queue", TEXT_NAME}, {"side", TEXT_NAME}, {"mean bytes", 0}, {"p50", 0},
                                               {"p99", 0},           {"p99.9", 0},        {"max", 0}};
  int each = s->dims.ports * s->dims.classes * SIDES, count = 0;
  size_t all = 0;
  for (int i = 0; i < s->switches; i++) all += SIDES * (size_t)scenario_queues(s, i);
  struct table_row *row = malloc((all + 1) * sizeof(*row));
  if (row == NULL) return -1;
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < SIDES * scenario_queues(s, i); k++) {
      const struct level *l = &r->sw[i].queue[k % SIDES][k / SIDES];
      if (l->most != 0) row[count++] = (struct table_row){0, (double)report_queue(s, r, l).percentile[1], i * each + k};
    }
  int rows = count < ROWS_MANY ? count : ROWS_MANY, status = 0;
  table_sort_first(row, count, rows);
  struct text_table *t = rows > 0 ? text_table_new(columns, 7) : NULL;
  for (int k = 0; k < rows; k++) {
    int queue = row[k].index % each / SIDES, sw = row[k].index / each;
    enum side side = (enum side)(row[k].index % SIDES);
    struct report_queue q = report_queue(s, r, &r->sw[sw].queue[side][queue]);
    char at[NAME];
    text_cell(t, "%s:%s", s->sw[sw].name,
              queue_name(s, sw, queue / s->dims.classes, queue % s->dims.classes, at, sizeof(at)));
    text_cell(t, "%s", report_side_name(side));
    text_cell(t, "%.0f", q.mean);
    for (int i = 0; i < PERCENTILES; i++) text_cell(t, "%" PRIu64, q.percentile[i]);
    text_cell(t, "%" PRIu64, q.most);
  }
  if (rows > 0) fputc('\n', to);
  if (rows > 0) status = text_table_print(t, to);
  put_shown(rows, count, "queues, the fullest", "queues.csv", to);
  free(row);
  return status;
}

static void put_peak(const struct scenario *s, int sw, uint32_t cells, int port, int cls, struct text_table *t) {
  char name[NAME];
  text_cell(t, "%" PRIu64, (uint64_t)cells * s->cell_bytes);
  text_cell(t, "%s", cells > 0 ? queue_name(s, sw, port, cls, name, sizeof(name)) : "-");
}

static int switches(const struct scenario *s, const struct network_result *r, FILE *to) {
  const struct text_column columns[] = {
      {"switch", TEXT_NAME},   {"peak shared", 0}, {"peak queue", 0}, {"of", TEXT_NAME},
      {"headroom", 0},         {"of", TEXT_NAME},  {"refused", 0},    {r->dropped != 0 ? "dropped" : NULL, 0},
      {"delay us", TEXT_EXTRA}};
  struct table_row *row = malloc((size_t)s->switches * sizeof(*row));
  if (row == NULL) return -1;
  struct text_table *t = text_table_new(columns, 9);
  int rows = rows_of(s->switches);
  for (int i = 0; i < s->switches; i++)
    row[i] = (struct table_row){(int)(r->sw[i].refused > 0), (double)r->sw[i].peak_queue, i};
  if (rows < s->switches) table_sort_first(row, s->switches, rows);
  for (int k = 0; k < rows; k++) {
    int i = row[k].index;
    const struct switch_result *w = &r->sw[i];
    text_cell(t, "%s", s->sw[i].name);
    text_cell(t, "%" PRIu64, w->peak_shared * s->cell_bytes);
    put_peak(s, i, w->peak_queue, w->queue_port, w->queue_cls, t);
    put_peak(s, i, w->peak_headroom, w->headroom_port, w->headroom_cls, t);
    put_lost(t, w->refused);
    put_lost(t, w->dropped);
    text_cell(t, "%.3f", us(r, w->input_delay));
  }
  fputc('\n', to);
  int status = text_table_print(t, to);
  put_shown(rows, s->switches, "switches, those that refused and then the fullest", "results.json", to);
  free(row);
  return status;
}

static enum terminal_colour colour_of(enum verdict_kind kind) {
  static const enum terminal_colour colours[] = {TERMINAL_GREEN, TERMINAL_RED, TERMINAL_YELLOW};
  return colours[kind];
}

// A verdict of at most so many characters stays in one line, for grep.
enum { VERDICT_COLUMNS = 120 };

static int put_verdict(const struct scenario *s, const struct network_result *r, FILE *to) {
  const char *name = verdict_name(r->verdict.kind);
  char *detail;
  if (incomplete_text(s, r, &detail) != 0) return -1;
  int at = fprintf(to, "\nverdict: ") - 1 + (int)strlen(name);
  terminal_print(to, colour_of(r->verdict.kind), "%s", name);
  if (r->verdict.kind == VERDICT_DEADLOCKED) at += fprintf(to, " since %.3f us", us(r, r->verdict.since));
  if (r->verdict.kind == VERDICT_MOVING)
    at += fprintf(to, " when the run ended; last movement at %.3f us", us(r, r->verdict.since));
  if (detail != NULL) at += fprintf(to, ";");
  const bool whole = detail == NULL || at + 1 + strlen(detail) <= VERDICT_COLUMNS;
  terminal_wrap(detail != NULL ? detail : "", at, 2, whole ? VERDICT_COLUMNS : TERMINAL_COLUMNS, to);
  free(detail);
  return 0;
}

// "A:L1/0 waits for B:L2/0" as "A:L1/0 -> B:L2/0", which fits a line more often.
static void put_cycle(const char *cycle, FILE *to) {
  static const char waits[] = " waits for ";
  char *text = malloc(strlen(cycle) + 1), *at = text;
  if (text == NULL) return;
  for (const char *next; (next = strstr(cycle, waits)) != NULL; cycle = next + strlen(waits))
    at += sprintf(at, "%.*s -> ", (int)(next - cycle), cycle);
  strcpy(at, cycle);
  terminal_wrap(text, fprintf(to, "cycle of waiting queues:"), 2, TERMINAL_COLUMNS, to);
  free(text);
}

// A network may be stuck if no packet moved for most of a longest pause, which is a third of the time of a proof.
enum { STILL = 4 };

// Prints how to get a decision about a network that may be stuck in a run too short to prove a deadlock.
static void put_undecided(const struct scenario *s, const struct network_result *r, FILE *to) {
  const double still = us(r, r->cycles - r->verdict.since),
               proof = (double)deadlock_window(s) * 1e6 / (double)s->clock_hz;
  char line[200];
  if (r->verdict.kind != VERDICT_MOVING || still < proof / STILL) return;
  snprintf(line, sizeof(line),
           "no packet moved for %.3f us; for a decision, set stop_us to at least %.0f us before duration_us", still,
           proof + 1);
  terminal_wrap(line, 0, 0, TERMINAL_COLUMNS, to);
}

int report_table(const struct scenario *s, const struct network_result *r, FILE *to) {
  char line[160];
  snprintf(line, sizeof(line), "%s: sources stop at %.3f us, the run ends at %.3f us", s->name, us(r, r->stop),
           us(r, r->cycles));
  terminal_wrap(line, 0, 0, TERMINAL_COLUMNS, to);
  fprintf(to,
          "Flows: until they complete, or until stop_us; bytes until the run ends.\n"
          "Links and queues: until the sources stop. Switches: the whole run.\n\n");
  if (flows(s, r, to) != 0 || links(s, r, to) != 0 || queues(s, r, to) != 0 || switches(s, r, to) != 0 ||
      table_storms(s, r, to) != 0)
    return -1;
  table_unreachable(s, r, to);
  if (put_verdict(s, r, to) != 0) return -1;
  put_undecided(s, r, to);
  if (r->verdict.kind == VERDICT_DEADLOCKED && r->verdict.cycle != NULL)
    put_cycle(r->verdict.cycle, to);
  else if (r->verdict.kind == VERDICT_DEADLOCKED)
    fprintf(to, "no cycle of waiting queues: a pause never ends\n");
  return 0;
}
