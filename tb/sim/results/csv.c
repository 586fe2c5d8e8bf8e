// flows.csv, links.csv and queues.csv: one row per flow, link direction and queue. Names are plain words, so nothing is
// quoted.
#include <math.h>

#include "tb/sim/files/row_text.h"
#include "tb/sim/results/incomplete.h"
#include "tb/sim/results/report.h"

enum { BLOCK = 1 << 14 };

// ---- columns, each after a comma ----

static void put_word(struct row_text *t, const char *word) {
  row_text_char(t, ',');
  row_text_word(t, word);
}

static void put_count(struct row_text *t, uint64_t value) {
  row_text_char(t, ',');
  row_text_whole(t, value);
}

// With three digits behind the point
static void put_decimal(struct row_text *t, double value) {
  row_text_char(t, ',');
  row_text_fixed(t, value, 3);
}

// A rate or share; an unknown one is empty.
static void put_known(struct row_text *t, double value) {
  row_text_char(t, ',');
  if (!isnan(value)) row_text_fixed(t, value, 6);
}

static double ns(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e9 / (double)r->hz; }

// ---- flows ----

// Puts the columns from the completion time to the rate, which is over the life time of the flow.
static void put_completion(struct row_text *t, const struct scenario *s, const struct network_result *r, int flow) {
  if (report_complete(s, r, flow)) {
    put_decimal(t, ns(r, report_completion(r, flow)));
    put_decimal(t, ns(r, r->flow[flow].ideal));
    put_known(t, report_slowdown(r, flow));
  } else {
    row_text_word(t, ",,,");
  }
  put_known(t, report_gbps(s, r, flow));
}

static void put_latency(struct row_text *t, const struct network_result *r, const struct flow_result *f) {
  if (f->packets == 0) {
    row_text_word(t, ",,,,,");
    return;
  }
  put_decimal(t, ns(r, f->latency_sum) / (double)f->packets);
  for (int i = 0; i < PERCENTILES; i++) put_decimal(t, ns(r, f->percentile[i]));
  put_decimal(t, ns(r, f->latency_max));
}

static void put_flow(struct row_text *t, const struct scenario *s, const struct network_result *r, int flow) {
  const struct scenario_flow *f = &s->flow[flow];
  const struct flow_result *x = &r->flow[flow];
  const uint64_t packets[] = {x->sent, x->sent_bytes, x->packets, x->bytes, x->lost, x->dropped},
                 loop[] = {x->marked,   x->notifications,           x->resent, x->losses[LOSS_WATCHDOG], x->spurious,
                           x->timeouts, x->losses[LOSS_UNREACHABLE]};
  row_text_word(t, f->name);
  put_word(t, scenario_node_name(s, f->from));
  put_word(t, scenario_node_name(s, f->to));
  put_count(t, (uint64_t)f->cls);
  row_text_char(t, ',');
  if (f->bytes != 0) row_text_whole(t, f->bytes);
  put_decimal(t, ns(r, x->start));
  put_completion(t, s, r, flow);
  for (size_t i = 0; i < sizeof(packets) / sizeof(packets[0]); i++) put_count(t, packets[i]);
  put_latency(t, r, x);
  for (size_t i = 0; i < sizeof(loop) / sizeof(loop[0]); i++) put_count(t, loop[i]);
  const char *why = incomplete_name(incomplete_reason(s, r, flow));
  put_word(t, why != NULL ? why : "");
  put_word(t, s->group[scenario_group_of(s, flow)].name);
  row_text_char(t, '\n');
}

void csv_flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  char block[BLOCK];
  struct row_text t = row_text_to(to, block, BLOCK);
  for (int i = 0; i < s->flows; i++) put_flow(&t, s, r, i);
  row_text_flush(&t);
}

// ---- links ----

void csv_links(const struct scenario *s, const struct network_result *r, FILE *to) {
  char block[BLOCK], gbps[32];
  struct row_text t = row_text_to(to, block, BLOCK);
  for (int i = 0; i < 2 * s->links; i++) {
    int d = i % 2;
    const struct scenario_link *l = &s->link[i / 2];
    const struct link_result *x = &r->link[i / 2][d];
    if (x->frames == 0 && x->pauses == 0) continue;
    row_text_word(&t, l->name);
    put_word(&t, scenario_node_name(s, l->end[d].node));
    put_word(&t, scenario_node_name(s, l->end[!d].node));
    snprintf(gbps, sizeof(gbps), "%.9g", (double)l->bps / 1e9);
    put_word(&t, gbps);
    put_count(&t, x->stop_frames);
    put_count(&t, x->stop_bytes);
    put_known(&t, report_busy(s, r, i / 2, d));
    put_count(&t, x->stop_pauses);
    put_count(&t, x->stop_resumes);
    put_count(&t, x->stop_refreshes);
    put_known(&t, report_paused(r, i / 2, d));
    put_decimal(&t, ns(r, x->stop_paused));
    row_text_char(&t, '\n');
  }
  row_text_flush(&t);
}

// ---- queues ----

static void put_queue(struct row_text *t, const struct scenario *s, const struct network_result *r, int sw, int k,
                      enum side side) {
  const struct level *l = &r->sw[sw].queue[side][k];
  const struct storms storms = side == SIDE_EGRESS ? result_storms(&r->sw[sw], k) : (struct storms){0};
  if (l->most == 0 && storms.detected == 0) return;
  const struct report_queue q = report_queue(s, r, l);
  const struct marks marks = side == SIDE_EGRESS ? result_marks(&r->sw[sw], k) : (struct marks){0};
  row_text_word(t, s->sw[sw].name);
  put_word(t, s->link[s->sw[sw].link[k / s->dims.classes]].name);
  put_count(t, (uint64_t)(k % s->dims.classes));
  put_word(t, report_side_name(side));
  put_decimal(t, q.mean);
  for (int p = 0; p < PERCENTILES; p++) put_count(t, q.percentile[p]);
  put_count(t, q.most);
  put_count(t, marks.packets);
  put_count(t, marks.bytes);
  put_count(t, storms.detected);
  put_count(t, storms.restored);
  put_count(t, storms.dropped);
  put_count(t, storms.dropped_bytes);
  row_text_char(t, '\n');
}

void csv_queues(const struct scenario *s, const struct network_result *r, FILE *to) {
  char block[BLOCK];
  struct row_text t = row_text_to(to, block, BLOCK);
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < scenario_queues(s, i); k++)
      for (int side = 0; side < SIDES; side++) put_queue(&t, s, r, i, k, (enum side)side);
  row_text_flush(&t);
}
