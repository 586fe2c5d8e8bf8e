// A plan as JSON.
#include <math.h>

#include "tb/cli/plan/plan_credits.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tb/sim/results/json_out.h"

#define INT(value) ((json_int_t)(value))

static json_t *lossless(const struct plan_input *in, const struct plan *p) {
  json_t *classes = json_array();
  for (int c = 0; c < in->classes; c++)
    if (p->lossless >> c & 1) classes = json_put(classes, NULL, json_integer(c));
  return classes;
}

static json_t *input(const struct plan_input *in, const struct plan *p) {
  static const char *const bases[] = {[PLAN_EQ15] = "eq15", [PLAN_EQ1] = "eq1", [PLAN_NVIDIA] = "nvidia"};
  return json_pack(
      "{s:s, s:s, s:s, s:f, s:f, s:i, s:i, s:o, s:I, s:I, s:I, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
      "s:I, "
      "s:I, s:i}",
      "scheme", plan_scheme_name(in->scheme), "headroom", bases[in->basis], "sonic", nvidia_versions[in->sonic],
      "alpha", in->alpha < 0 ? 1.0 / (1 << -in->alpha) : (double)(1 << in->alpha), "gbps", (double)in->mbps / 1000,
      "ports", in->ports, "classes", in->classes, "lossless", lossless(in, p), "mtu", INT(in->mtu), "port_mtu",
      INT(plan_port_mtu(in)), "min_packet", INT(in->min_packet), "small_packets", (int)(100 - in->large_share), "cell",
      INT(in->cell), "delay_ns", INT(in->wire_ns), "gearbox_ns", INT(in->gearbox_ns), "mac_phy", INT(in->mac_phy),
      "tx_fifo", INT(in->tx_fifo), "rtt_ns", INT(in->rtt_ns), "proc_ns", INT(in->proc_ns), "message_wait",
      INT(in->message_wait), "buffer", INT(in->buffer), "private", INT(in->phi), "ratio", INT(in->ratio),
      "port_headroom", INT(in->port_headroom), "tree_levels", in->tree_levels);
}

static json_t *pools(const struct plan_pools *q) {
  return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "groups", INT(q->groups), "headroom", INT(q->eta),
                   "port_headroom", INT(q->port), "headroom_pool", INT(q->pool), "headroom_in_all", INT(q->headroom),
                   "private_in_all", INT(q->phi), "shared", INT(q->shared), "missing", INT(q->missing));
}

static json_t *sides(const struct plan_pools *q) {
  return json_pack("{s:o, s:o, s:o}", "SIH", pools(&q[PLAN_SIH]), "DSH", pools(&q[PLAN_DSH]), "SHP",
                   pools(&q[PLAN_SHP]));
}

// Loads of the headroom pool of SHP.
static json_t *loads(const struct plan_input *in, const struct plan *p, const struct plan_pools *q) {
  const struct plan_first_loss first = plan_first_loss(in, p, q);
  json_t *list = json_array(), *smallest = json_null();
  for (int classes = 1; classes <= plan_lossless_classes(p); classes++) {
    const struct plan_pool_load x = plan_pool_load(in, q, classes);
    list = json_put(list, NULL,
                    json_pack("{s:i, s:I, s:I}", "classes", classes, "ports", INT(x.ports), "lost", INT(x.lost)));
  }
  if (first.lost != 0)
    smallest = json_pack("{s:I, s:i, s:I, s:I}", "full_ports", INT(first.full_ports), "classes", first.classes,
                         "queues", INT(first.queues), "lost", INT(first.lost));
  return json_pack("{s:o, s:o}", "loads", list, "smallest_loss", smallest);
}

static json_t *ttl(const struct plan_input *in, const struct plan *p) {
  const struct plan_ttl *t = &p->ttl;
  json_t *classes = json_array();
  for (int i = 0; i < t->partitions; i++)
    classes = json_put(classes, NULL,
                       json_pack("{s:I, s:I, s:I}", "weight", INT(t->weight[i]), "partition_cells",
                                 INT(t->partition_cells[i]), "threshold_cells", INT(plan_ttl_threshold(in, p, i))));
  return json_pack("{s:o, s:I, s:I, s:I, s:I}", "classes", classes, "shared_cells", INT(t->shared), "missing_cells",
                   INT(t->missing), "work_conservation_bytes", INT(p->nkcr), "work_conservation_shared_bytes",
                   INT(p->ncr));
}

static json_t *gfc(const struct plan_input *in, const struct plan *p) {
  const struct plan_gfc *g = &p->gfc;
  json_t *stages = json_array();
  for (int k = 0; k <= g->stages; k++) stages = json_put(stages, NULL, json_integer(plan_stage_cells(g, k)));
  return json_pack("{s:o, s:I, s:I, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:i, s:I}", "tau_ns",
                   json_decimals(g->tau_ns, 3), "worst_bps", INT(round(g->worst_bps)), "steady_bps",
                   INT(round(g->steady_bps)), "stage_cells", stages, "two_c_tau_bytes", INT(g->two_c_tau), "period_ns",
                   INT(in->period_ns), "most_b0_bytes", INT(plan_gfc_most_base(g)), "bm_cells", INT(g->bm_cells),
                   "d_cells", INT(g->d_cells), "b_cells", INT(g->b_cells), "stages", g->stages, "missing_cells",
                   INT(plan_gfc_missing(p)));
}

static json_t *credits(const struct plan_input *in, const struct plan *p, int group) {
  const struct plan_credits x = plan_credits_make(in, p, group);
  return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "kind",
                   in->credits == PLAN_INFINIBAND ? "infiniband" : "ultra_ethernet", "credit_bytes", INT(x.size),
                   "packet", INT(x.packet), "amount", INT(x.amount), "loop_ns", INT(x.loop_ns), "needed", INT(x.needed),
                   "most", INT(x.most), "channel_bytes", INT(x.bytes), "all_bytes", INT(x.all), "longest_m",
                   INT(x.longest_m));
}

static json_t *groups(const struct plan_input *in, const struct plan *p) {
  json_t *list = json_array();
  for (int i = 0; i < in->groups; i++) {
    const struct plan_group *g = &in->group[i];
    const struct plan_link *l = &p->link[i];
    json_t *one =
        json_pack("{s:i, s:i, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "first_port", plan_first_port(in, i),
                  "ports", g->ports, "gbps", (double)g->mbps / 1000, "delay_ns", INT(g->wire_ns), "quanta",
                  INT(l->quanta), "response", INT(l->response), "eq1", INT(l->eq1), "eq15", INT(l->eq15), "devices",
                  INT(l->devices), "mmu", INT(l->mmu), "needed", INT(l->need), "headroom_cells", INT(l->eta));
    if (in->credits != PLAN_NO_CREDITS) one = json_put(one, "credits", credits(in, p, i));
    list = json_put(list, NULL, one);
  }
  return list;
}

int plan_json(const struct plan_input *in, const struct plan *p, const char *command, FILE *f) {
  struct plan_registers r;
  struct error err, no_rtl;
  struct json_out o;
  bool fits = plan_scheme_check(in, p, &err) == 0;
  bool rtl = fits && plan_register_values(in, p, &r, &no_rtl) == 0;
  json_out_begin(&o, f, JSON_OUT_DIGITS);
  json_out_value(&o, "version", json_string(SLUICE_VERSION));
  json_out_value(&o, "command", json_string(command));
  json_out_value(&o, "input", input(in, p));
  json_out_value(&o, "clock",
                 json_pack("{s:o, s:I, s:I}", "mhz", json_decimals(p->clock_khz / 1e3, 3), "all_ports_mhz",
                           INT(p->clock_all), "least_frame", INT(p->least_frame)));
  json_out_value(&o, "headroom_bytes",
                 json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "quanta", INT(p->quanta), "response",
                           INT(p->response), "eq1", INT(p->eq1), "eq15_60_quanta", INT(p->eq15_60), "eq15",
                           INT(p->eq15), "devices", INT(p->devices), "mmu", INT(p->mmu), "needed", INT(p->need)));
  if (in->groups != 0) json_out_value(&o, "groups", groups(in, p));
  json_out_value(&o, "papers_bytes", sides(p->paper));
  json_out_value(&o, "cells", sides(p->cells));
  json_out_value(&o, "headroom_pool",
                 json_pack("{s:o, s:o}", "papers_bytes", loads(in, p, &p->paper[PLAN_SHP]), "cells",
                           loads(in, p, &p->cells[PLAN_SHP])));
  json_out_value(&o, "threshold_cells",
                 json_pack("{s:I, s:I, s:I}", "SIH", INT(plan_threshold(in, p, PLAN_SIH)), "DSH",
                           INT(plan_threshold(in, p, PLAN_DSH)), "SHP", INT(plan_threshold(in, p, PLAN_SHP))));
  if (in->kmin != 0)
    json_out_value(&o, "ecn",
                   json_pack("{s:I, s:i, s:i, s:{s:I, s:I, s:I}}", "kmin_cells", INT(in->kmin / in->cell), "senders",
                             in->senders, "receivers", plan_receivers(in), "paused_egress_cells", "SIH",
                             INT(plan_paused_egress(in, p, PLAN_SIH)), "DSH", INT(plan_paused_egress(in, p, PLAN_DSH)),
                             "SHP", INT(plan_paused_egress(in, p, PLAN_SHP))));
  if (in->credits != PLAN_NO_CREDITS && in->groups == 0) json_out_value(&o, "credits", credits(in, p, 0));
  json_out_value(&o, "buffer_cells", json_integer(INT(p->buffer_cells)));
  json_out_value(&o, "width", json_integer(p->width));
  json_out_value(&o, "ttl", ttl(in, p));
  json_out_value(&o, "gfc", gfc(in, p));
  json_out_value(&o, "fits", json_boolean(fits));
  json_out_value(&o, "why_not", fits ? json_null() : json_string(err.text));
  json_out_value(&o, "rtl", json_boolean(rtl));
  json_out_value(&o, "why_no_rtl", rtl ? json_null() : json_string(fits ? no_rtl.text : err.text));
  return json_out_end(&o);
}
