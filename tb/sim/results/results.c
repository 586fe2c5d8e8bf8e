// results.json. Names are plain words (the loader sees to that), so no text needs escapes.
#include <inttypes.h>

#include "tb/sim/results/command.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/search_result.h"

enum { FLOWS = 10000 };  // more are in flows.csv only

static void put_config(const struct scenario *s, const char *engine, uint64_t seed, const char *command, FILE *to) {
  static const char *const schemes[] = {"STATIC", "SIH", "DSH", "TTL", "GFC", "GFC_LINEAR"};
  fprintf(to, "  \"version\": \"%s\",\n  \"command\": ", SLUICE_VERSION);
  command_json(command, to);
  fprintf(to, ",\n  \"engine\": \"%s\",\n", engine);
  fprintf(to, "  \"scenario\": \"%s\",\n  \"seed\": %" PRIu64 ",\n  \"clock_hz\": %" PRIu64 ",\n", s->name, seed,
          s->clock_hz);
  fprintf(to, "  \"cell_bytes\": %u,\n  \"mmu\": {\"ports\": %d, \"classes\": %d, \"width\": %d},\n", s->cell_bytes,
          s->dims.ports, s->dims.classes, s->dims.width);
  fprintf(to, "  \"registers\": {\n");
  for (int i = 0; i < s->switches; i++) {
    fprintf(to, "    \"%s\": {\"scheme\": \"%s\"", s->sw[i].name, schemes[s->sw[i].regs[SLUICE_REG_SCHEME]]);
    for (int reg = SLUICE_REG_BUFFER; reg < SLUICE_REGS; reg++)
      if (sluice_register_built(&s->dims, reg))
        fprintf(to, ", \"%s\": %" PRId64, sluice_register_name(reg),
                reg == SLUICE_REG_ALPHA ? (int32_t)s->sw[i].regs[reg] : (int64_t)s->sw[i].regs[reg]);
    fprintf(to, "}%s\n", i + 1 < s->switches ? "," : "");
  }
  fprintf(to, "  },\n");
}

// What was simulated, in full.
static void put_files(const struct scenario *s, FILE *to) {
  const struct scenario_text *file[] = {&s->file, &s->mmu_file};
  fprintf(to, "  \"files\": [");
  for (int i = 0; i < 2; i++) {
    if (file[i]->path == NULL) continue;
    fprintf(to, "%s\n    {\"path\": ", i == 0 ? "" : ",");
    command_json(file[i]->path, to);
    fprintf(to, ", \"text\": ");
    if (file[i]->text != NULL)
      command_json(file[i]->text, to);
    else
      fprintf(to, "null");
    fprintf(to, "}");
  }
  fprintf(to, "\n  ],\n");
}

static double ns(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e9 / (double)r->hz; }

// Endless flows, and those of which not all has arrived, have no completion time.
static void put_rate(const struct scenario *s, const struct network_result *r, int flow, FILE *to) {
  struct report_window w = report_window(s, r, flow);
  if (report_complete(s, r, flow))
    fprintf(to, ", \"completion_ns\": %.3f, \"ideal_ns\": %.3f, \"slowdown\": %.6f", ns(r, report_completion(r, flow)),
            ns(r, r->flow[flow].ideal), report_slowdown(r, flow));
  else
    fprintf(to, ", \"completion_ns\": null, \"ideal_ns\": null, \"slowdown\": null");
  fprintf(to, ", \"window_ns\": [%.3f, %.3f], \"window_bytes\": %" PRIu64 ", \"gbps\": %.6f", ns(r, w.from),
          ns(r, w.to), w.bytes, report_gbps(s, r, flow));
}

// Values of clocks become nanoseconds by a unit of theirs; plain numbers have 1.
static void put_spread(const char *what, const struct spread *x, double unit, FILE *to) {
  fprintf(to, "{\"%s\": %" PRIu64, what, x->count);
  if (x->count == 0)
    fprintf(to, ", \"mean\": null, \"p50\": null, \"p99\": null, \"p999\": null, \"max\": null}");
  else
    fprintf(to, ", \"mean\": %.6f, \"p50\": %.6f, \"p99\": %.6f, \"p999\": %.6f, \"max\": %.6f}", x->mean * unit,
            x->percentile[0] * unit, x->percentile[1] * unit, x->percentile[2] * unit, x->max * unit);
}

static void put_latency(const struct network_result *r, const struct flow_result *f, FILE *to) {
  struct spread x = report_latency(f);
  fprintf(to, ", \"latency_ns\": ");
  put_spread("packets", &x, ns(r, 1), to);
}

static void put_summary(const struct scenario *s, const struct network_result *r, FILE *to) {
  const struct summary *y = &r->summary;
  fprintf(to, "  \"flow_count\": %d,\n  \"completed\": %" PRIu64 ",\n  \"slowdown\": ", s->flows, y->slowdown.count);
  put_spread("flows", &y->slowdown, 1, to);
  fprintf(to, ",\n  \"completion_ns\": ");
  put_spread("flows", &y->completion, ns(r, 1), to);
  fprintf(to, ",\n  \"sizes\": [");
  uint64_t above = 1;
  const char *comma = "\n";
  for (int k = 0; k < SUMMARY_SIZES; k++, above *= 10) {
    if (y->by_size[k].count == 0) continue;
    fprintf(to, "%s    {\"bytes_above\": %" PRIu64 ", \"bytes_to\": %" PRIu64 ", \"slowdown\": ", comma,
            k == 0 ? 0 : above, above * 10);
    put_spread("flows", &y->by_size[k], 1, to);
    fprintf(to, "}");
    comma = ",\n";
  }
  fprintf(to, "\n  ],\n  \"latency_ns\": ");
  put_spread("packets", &y->latency, ns(r, 1), to);
  fprintf(to, ",\n  \"latency_by_class\": [");
  comma = "\n";
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) {
    if (y->by_class[c].count == 0) continue;
    fprintf(to, "%s    {\"class\": %d, \"latency_ns\": ", comma, c);
    put_spread("packets", &y->by_class[c], ns(r, 1), to);
    fprintf(to, "}");
    comma = ",\n";
  }
  fprintf(to, "\n  ],\n");
}

static void put_flows(const struct scenario *s, const struct network_result *r, FILE *to) {
  if (s->flows > FLOWS) {
    fprintf(to, "  \"flows\": null,\n");
    return;
  }
  fprintf(to, "  \"flows\": [\n");
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    const struct flow_result *x = &r->flow[i];
    fprintf(to, "    {\"name\": \"%s\", \"from\": \"%s\", \"to\": \"%s\", \"route\": [", f->name,
            scenario_node_name(s, f->from), scenario_node_name(s, f->to));
    for (int k = 0; k < f->hops; k++) fprintf(to, "%s\"%s\"", k == 0 ? "" : ", ", s->sw[f->route[k]].name);
    fprintf(to, "], \"class\": %d", f->cls);
    if (f->bytes != 0)
      fprintf(to, ", \"bytes\": %" PRIu64, f->bytes);
    else
      fprintf(to, ", \"bytes\": null");
    fprintf(to, ", \"start_ns\": %.3f", ns(r, x->start));
    fprintf(to, ", \"sent_packets\": %" PRIu64 ", \"sent_bytes\": %" PRIu64, x->sent, x->sent_bytes);
    fprintf(to, ", \"received_packets\": %" PRIu64 ", \"received_bytes\": %" PRIu64, x->packets, x->bytes);
    put_rate(s, r, i, to);
    put_latency(r, x, to);
    fprintf(to, ", \"lost\": %" PRIu64 ", \"dropped\": %" PRIu64 "}%s\n", x->lost, x->dropped,
            i + 1 < s->flows ? "," : "");
  }
  fprintf(to, "  ],\n");
}

static void put_feedback(const struct scenario *s, const struct network_result *r, int link, int d, FILE *to) {
  const struct link_result *x = &r->link[link][d];
  struct report_feedback f = report_feedback(s, r, link, d);
  fprintf(to, ", \"messages\": %" PRIu64 ", \"message_bytes\": %" PRIu64, x->stop_messages, x->stop_message_bytes);
  fprintf(to, ", \"messages_in_all\": %" PRIu64 ", \"message_bytes_in_all\": %" PRIu64, x->messages, x->message_bytes);
  fprintf(to, ", \"feedback_mean\": %.9f, \"feedback_late\": %.9f, \"bound_steady\": %.9f", f.mean, f.late,
          f.bound_steady);
  fprintf(to, ", \"feedback_burst\": %.9f, \"bound_worst\": %.9f, \"feedback_closest\": %.9f", f.burst, f.bound_worst,
          f.closest);
}

static void put_links(const struct scenario *s, const struct network_result *r, FILE *to) {
  fprintf(to, "  \"links\": [\n");
  for (int i = 0; i < 2 * s->links; i++) {
    int d = i % 2;
    const struct scenario_link *l = &s->link[i / 2];
    const struct link_result *x = &r->link[i / 2][d];
    fprintf(to, "    {\"name\": \"%s\", \"from\": \"%s\", \"to\": \"%s\", \"gbps\": %.9g", l->name,
            scenario_node_name(s, l->end[d].node), scenario_node_name(s, l->end[!d].node), (double)l->bps / 1e9);
    fprintf(to, ", \"frames\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"pauses\": %" PRIu64 ", \"refreshes\": %" PRIu64,
            x->frames, x->bytes, x->stop_pauses, x->stop_refreshes);
    fprintf(to, ", \"resumes\": %" PRIu64 ", \"pauses_in_all\": %" PRIu64 ", \"refreshes_in_all\": %" PRIu64,
            x->stop_resumes, x->pauses, x->refreshes);
    fprintf(to, ", \"resumes_in_all\": %" PRIu64 ", \"paused\": %.6f, \"paused_ns\": %.3f, \"busy\": %.6f", x->resumes,
            report_paused(r, i / 2, d), ns(r, x->stop_paused), report_busy(s, r, i / 2, d));
    if (scenario_is_gfc(s)) put_feedback(s, r, i / 2, d, to);
    fprintf(to, "}%s\n", i + 1 < 2 * s->links ? "," : "");
  }
  fprintf(to, "  ],\n");
}

static void put_queues(const struct scenario *s, const struct network_result *r, FILE *to) {
  const char *comma = "\n";
  fprintf(to, "  \"queues\": [");
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < s->dims.ports * s->dims.classes; k++)
      for (int side = 0; side < SIDES; side++) {
        const struct level *l = &r->sw[i].queue[side][k];
        if (l->most == 0) continue;
        struct report_queue q = report_queue(s, r, l);
        fprintf(to, "%s    {\"switch\": \"%s\", \"link\": \"%s\", \"class\": %d, \"side\": \"%s\"", comma,
                s->sw[i].name, s->link[report_link_at(s, i, k / s->dims.classes)].name, k % s->dims.classes,
                report_side_name(side));
        fprintf(to, ", \"mean_bytes\": %.3f, \"p50_bytes\": %" PRIu64 ", \"p99_bytes\": %" PRIu64, q.mean,
                q.percentile[0], q.percentile[1]);
        fprintf(to, ", \"p999_bytes\": %" PRIu64 ", \"max_bytes\": %" PRIu64 "}", q.percentile[2], q.most);
        comma = ",\n";
      }
  fprintf(to, "\n  ],\n");
}

static void put_switches(const struct scenario *s, const struct network_result *r, FILE *to) {
  fprintf(to, "  \"switches\": [\n");
  for (int i = 0; i < s->switches; i++) {
    const struct switch_result *w = &r->sw[i];
    uint64_t cell = s->cell_bytes;
    fprintf(to, "    {\"name\": \"%s\", \"peak_shared_bytes\": %" PRIu64 ", \"peak_queue_bytes\": %" PRIu64,
            s->sw[i].name, w->peak_shared * cell, w->peak_queue * cell);
    fprintf(to, ", \"peak_headroom_bytes\": %" PRIu64 ", \"refused\": %" PRIu64 ", \"lost\": %" PRIu64,
            w->peak_headroom * cell, w->refused, w->lost);
    fprintf(to, ", \"dropped\": %" PRIu64 ", \"late_ns\": %.3f}%s\n", w->dropped, ns(r, w->input_delay),
            i + 1 < s->switches ? "," : "");
  }
  fprintf(to, "  ],\n");
}

static void put_verdict(const struct network_result *r, FILE *to) {
  fprintf(to, "  \"stop_ns\": %.3f,\n  \"end_ns\": %.3f,\n  \"packet_hops\": %" PRIu64 ",\n", ns(r, r->stop),
          ns(r, r->clocks), r->hops);
  fprintf(to, "  \"verdict\": \"%s\"", verdict_name(r->verdict.kind));
  if (r->verdict.kind == VERDICT_DEADLOCKED) fprintf(to, ",\n  \"deadlocked_since_ns\": %.3f", ns(r, r->verdict.since));
  if (r->verdict.cycle != NULL) fprintf(to, ",\n  \"cycle\": \"%s\"", r->verdict.cycle);
  fprintf(to, "\n");
}

void results_json(const struct scenario *s, const struct network_result *r, uint64_t seed, const char *command,
                  FILE *to) {
  fprintf(to, "{\n");
  put_config(s, r->engine, seed, command, to);
  put_files(s, to);
  put_flows(s, r, to);
  put_summary(s, r, to);
  put_links(s, r, to);
  put_queues(s, r, to);
  put_switches(s, r, to);
  put_verdict(r, to);
  fprintf(to, "}\n");
}

void results_search_json(const struct scenario *s, const struct search_result *r, uint64_t seed, const char *command,
                         FILE *to) {
  fprintf(to, "{\n");
  put_config(s, r->engine, seed, command, to);
  put_files(s, to);
  fprintf(to, "  \"search\": {\"bursting\": %d, \"others\": %d, \"runs\": %d, \"outside\": %d, ", r->bursting,
          r->others, r->runs, r->outside);
  fprintf(to, "\"burst_bytes\": %" PRIu64 ", \"burst_share\": %.6f, ", r->most, (double)r->most / r->buffer);
  fprintf(to, "\"form_bytes\": %.0f, \"form_share\": %.6f, \"threshold_bytes\": %.0f}\n}\n", r->form,
          r->form / r->buffer, r->threshold);
}
