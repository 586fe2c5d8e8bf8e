// A plan for programs.
#include <inttypes.h>

#include "tb/cli/plan/plan_report.h"
#include "tb/sim/results/command.h"

static void field(FILE *f, const char *key, uint64_t value) { fprintf(f, "\"%s\": %" PRIu64 ", ", key, value); }

static void last(FILE *f, const char *key, uint64_t value) { fprintf(f, "\"%s\": %" PRIu64 "}", key, value); }

static void input(const struct plan_input *in, FILE *f) {
  static const char *const schemes[] = {
      [SLUICE_SIH] = "SIH", [SLUICE_DSH] = "DSH", [SLUICE_TTL] = "TTL", [SLUICE_GFC] = "GFC"};
  fprintf(f, "  \"input\": {\"scheme\": \"%s\", \"headroom\": \"%s\", \"alpha\": %.7g, \"gbps\": %.10g, ",
          schemes[in->scheme], in->basis == PLAN_EQ1 ? "eq1" : "eq15",
          in->alpha < 0 ? 1.0 / (1 << -in->alpha) : (double)(1 << in->alpha), (double)in->mbps / 1000);
  field(f, "ports", (uint64_t)in->ports);
  field(f, "classes", (uint64_t)in->classes);
  field(f, "mtu", in->mtu);
  field(f, "min_packet", in->min_packet);
  field(f, "cell", in->cell);
  field(f, "delay_ns", in->wire_ns);
  field(f, "rtt_ns", in->rtt_ns);
  field(f, "proc_ns", in->proc_ns);
  field(f, "message_wait", in->message_wait);
  field(f, "buffer", in->buffer);
  last(f, "private", in->phi);
  fprintf(f, ",\n");
}

static void headroom(const struct plan *p, FILE *f) {
  fprintf(f, "  \"clock\": {");
  field(f, "mhz", p->clock_mhz);
  field(f, "all_ports_mhz", p->clock_all);
  last(f, "least_frame", p->least_frame);
  fprintf(f, ",\n  \"headroom_bytes\": {");
  field(f, "quanta", p->quanta);
  field(f, "eq1", p->eq1);
  field(f, "eq15_60_quanta", p->eq15_60);
  field(f, "eq15", p->eq15);
  field(f, "mmu", p->mmu);
  last(f, "needed", p->need);
  fprintf(f, ",\n");
}

static void pools(const struct plan_pools *q, const char *name, FILE *f) {
  fprintf(f, "\"%s\": {", name);
  field(f, "groups", q->groups);
  field(f, "headroom", q->eta);
  field(f, "headroom_in_all", q->headroom);
  field(f, "private_in_all", q->phi);
  field(f, "shared", q->shared);
  last(f, "missing", q->missing);
}

static void both(const struct plan_pools *q, const char *name, FILE *f) {
  fprintf(f, "  \"%s\": {", name);
  pools(&q[PLAN_SIH], "SIH", f);
  fprintf(f, ", ");
  pools(&q[PLAN_DSH], "DSH", f);
  fprintf(f, "},\n");
}

static void ttl(const struct plan_input *in, const struct plan *p, FILE *f) {
  const struct plan_ttl *t = &p->ttl;
  fprintf(f, "  \"ttl\": {\"classes\": [");
  for (int i = 0; i < t->partitions; i++) {
    fprintf(f, "%s{", i > 0 ? ", " : "");
    field(f, "weight", t->weight[i]);
    field(f, "partition_cells", t->partition_cells[i]);
    last(f, "threshold_cells", plan_ttl_threshold(in, t, i));
  }
  fprintf(f, "], ");
  field(f, "shared_cells", t->shared);
  field(f, "missing_cells", t->missing);
  field(f, "work_conservation_bytes", p->nkcr);
  last(f, "work_conservation_shared_bytes", p->ncr);
  fprintf(f, ",\n");
}

static void gfc(const struct plan *p, FILE *f) {
  const struct plan_gfc *g = &p->gfc;
  fprintf(f, "  \"gfc\": {\"tau_ns\": %.3f, \"worst_bps\": %.0f, \"steady_bps\": %.0f, \"stage_cells\": [", g->tau_ns,
          g->worst_bps, g->steady_bps);
  for (int k = 0; k <= g->stages; k++) fprintf(f, "%s%" PRId64, k > 0 ? ", " : "", plan_stage_cells(g, k));
  fprintf(f, "], ");
  field(f, "two_c_tau_bytes", g->two_c_tau);
  field(f, "bm_cells", g->bm_cells);
  field(f, "room_cells", g->room);
  field(f, "b_cells", g->b_cells);
  field(f, "stages", (uint64_t)g->stages);
  last(f, "missing_cells", plan_gfc_missing(p));
  fprintf(f, ",\n");
}

void plan_json(const struct plan_input *in, const struct plan *p, const char *command, FILE *f) {
  struct error err;
  bool fits = plan_fragment_check(in, p, &err) == 0;
  fprintf(f, "{\n  \"version\": \"%s\",\n  \"command\": ", SLUICE_VERSION);
  command_json(command, f);
  fprintf(f, ",\n");
  input(in, f);
  headroom(p, f);
  both(p->paper, "papers_bytes", f);
  both(p->cells, "cells", f);
  fprintf(f, "  \"threshold_cells\": {");
  field(f, "SIH", plan_threshold(in, &p->cells[PLAN_SIH]));
  last(f, "DSH", plan_threshold(in, &p->cells[PLAN_DSH]));
  fprintf(f, ",\n  \"buffer_cells\": %" PRIu64 ",\n  \"width\": %d,\n", p->buffer_cells, p->width);
  ttl(in, p, f);
  gfc(p, f);
  fprintf(f, "  \"fits\": %s,\n  \"why_not\": ", fits ? "true" : "false");
  if (fits)
    fprintf(f, "null");
  else
    command_json(err.text, f);
  fprintf(f, "\n}\n");
}
