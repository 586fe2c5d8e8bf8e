// flows.csv, links.csv and queues.csv: one row per flow, link direction and queue. Names are plain words, so nothing is
// quoted.
#include <inttypes.h>
#include <math.h>

#include "tb/sim/results/incomplete.h"
#include "tb/sim/results/report.h"

static double ns(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e9 / (double)r->hz; }

// Writes a rate or share; an unknown one is empty.
static void put_known(double value, FILE *to) { fprintf(to, isnan(value) ? "," : ",%.6f", value); }

// Writes the columns from the completion time to the rate, which is over the life time of the flow.
static void put_completion(const struct scenario *s, const struct network_result *r, int flow, FILE *to) {
  if (report_complete(s, r, flow))
    fprintf(to, ",%.3f,%.3f,%.6f", ns(r, report_completion(r, flow)), ns(r, r->flow[flow].ideal),
            report_slowdown(r, flow));
  else
    fprintf(to, ",,,");
  put_known(report_gbps(s, r, flow), to);
}

static void put_latency(const struct network_result *r, const struct flow_result *f, FILE *to) {
  if (f->packets == 0) {
    fprintf(to, ",,,,,");
    return;
  }
  fprintf(to, ",%.3f", ns(r, f->latency_sum) / (double)f->packets);
  for (int i = 0; i < PERCENTILES; i++) fprintf(to, ",%.3f", ns(r, f->percentile[i]));
  fprintf(to, ",%.3f", ns(r, f->latency_max));
}

void csv_flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    const struct flow_result *x = &r->flow[i];
    fprintf(to, "%s,%s,%s,%d,", f->name, scenario_node_name(s, f->from), scenario_node_name(s, f->to), f->cls);
    if (f->bytes != 0) fprintf(to, "%" PRIu64, f->bytes);
    fprintf(to, ",%.3f", ns(r, x->start));
    put_completion(s, r, i, to);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, x->sent, x->sent_bytes,
            x->packets, x->bytes, x->lost, x->dropped);
    put_latency(r, x, to);
    const char *why = incomplete_name(incomplete_reason(s, r, i));
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%s\n",
            x->marked, x->notifications, x->resent, x->losses[LOSS_WATCHDOG], x->spurious, x->timeouts,
            x->losses[LOSS_UNREACHABLE], why != NULL ? why : "", s->group[scenario_group_of(s, i)].name);
  }
}

void csv_links(const struct scenario *s, const struct network_result *r, FILE *to) {
  for (int i = 0; i < 2 * s->links; i++) {
    int d = i % 2;
    const struct scenario_link *l = &s->link[i / 2];
    const struct link_result *x = &r->link[i / 2][d];
    if (x->frames == 0 && x->pauses == 0) continue;
    fprintf(to, "%s,%s,%s,%.9g,%" PRIu64 ",%" PRIu64, l->name, scenario_node_name(s, l->end[d].node),
            scenario_node_name(s, l->end[!d].node), (double)l->bps / 1e9, x->stop_frames, x->stop_bytes);
    put_known(report_busy(s, r, i / 2, d), to);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, x->stop_pauses, x->stop_resumes, x->stop_refreshes);
    put_known(report_paused(r, i / 2, d), to);
    fprintf(to, ",%.3f\n", ns(r, x->stop_paused));
  }
}

void csv_queues(const struct scenario *s, const struct network_result *r, FILE *to) {
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < scenario_queues(s, i); k++)
      for (int side = 0; side < SIDES; side++) {
        const struct level *l = &r->sw[i].queue[side][k];
        const struct storms storms = side == SIDE_EGRESS ? result_storms(&r->sw[i], k) : (struct storms){0};
        if (l->most == 0 && storms.detected == 0) continue;
        struct report_queue q = report_queue(s, r, l);
        fprintf(to, "%s,%s,%d,%s,%.3f", s->sw[i].name, s->link[s->sw[i].link[k / s->dims.classes]].name,
                k % s->dims.classes, report_side_name(side), q.mean);
        for (int p = 0; p < PERCENTILES; p++) fprintf(to, ",%" PRIu64, q.percentile[p]);
        const struct marks marks = side == SIDE_EGRESS ? result_marks(&r->sw[i], k) : (struct marks){0};
        fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, q.most, marks.packets, marks.bytes);
        fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", storms.detected, storms.restored,
                storms.dropped, storms.dropped_bytes);
      }
}
