// results.json.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "tb/sim/results/command.h"
#include "tb/sim/results/incomplete.h"
#include "tb/sim/results/json_out.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/result.h"
#include "tb/sim/results/summary.h"

enum { FLOWS = 10000 };  // further flows are in flows.csv only

#define INT(value) ((json_int_t)(value))

static json_t *integer(uint64_t value) { return json_integer(INT(value)); }

// The amounts of the ports that have their own.
static json_t *ports(const struct scenario *s, const struct scenario_switch *sw) {
  json_t *all = json_object();
  for (int p = 0; p < sw->ports; p++) {
    const struct sluice_limits *x = &sw->cfg.port[p];
    all = json_put(all, s->link[sw->link[p]].name,
                   json_pack("{s:I, s:I, s:I, s:I}", "PRIVATE", INT(x->phi), "HEADROOM", INT(x->eta), "XOFF",
                             INT(x->xoff), "XON", INT(x->xon)));
  }
  return all;
}

// One limit for each class, if the file has them.
static json_t *credit_limits(const struct scenario *s) {
  if (!s->credits.own_limits) return json_integer(s->credits.limit[0]);
  json_t *all = json_array();
  for (int c = 0; c < s->dims.classes; c++) all = json_put(all, NULL, json_integer(s->credits.limit[c]));
  return all;
}

static json_t *credits(const struct scenario *s) {
  const struct scenario_credits *x = &s->credits;
  json_t *all = json_pack("{s:s, s:b}", "kind", x->infiniband ? "infiniband" : "ultra_ethernet", "dynamic", x->dynamic);
  all = json_put(all, x->own_limits ? "limits" : "limit", credit_limits(s));
  all = json_put(all, "credit_bytes", json_integer(x->size));
  all = json_put(all, "overhead_bytes", json_integer(x->overhead));
  all = json_put(all, "amount", json_integer(x->amount));
  all = json_put(all, "freed_period_us", json_real((double)x->freed_ps / 1e6));
  all = json_put(all, "consumed_period_us", json_real((double)x->consumed_ps / 1e6));
  all = json_put(all, "message_loss", json_real(x->message_loss));
  return json_put(all, "frame_loss", json_real(x->frame_loss));
}

// Whether a switch has another clock than the scenario.
static bool has_own_clocks(const struct scenario *s) {
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].clock_hz != s->clock_hz) return true;
  return false;
}

static json_t *registers(const struct scenario *s, const struct scenario_switch *sw, bool clock) {
  const struct sluice_config *cfg = &sw->cfg;
  json_t *all = json_pack("{s:s}", "scheme", scenario_scheme_name(cfg->scheme));
  for (int reg = SLUICE_REG_BUFFER; reg < SLUICE_REGS; reg++)
    if (sluice_register_built(&s->dims, reg))
      all = json_put(all, sluice_register_name(reg),
                     json_integer(reg == SLUICE_REG_ALPHA ? cfg->alpha : INT(sluice_config_value(cfg, reg))));
  if (scenario_has_credits(s)) all = json_put(all, "credits", credits(s));
  if (cfg->port != NULL) all = json_put(all, "ports", ports(s, sw));
  if (clock) all = json_put(all, "clock_hz", integer(sw->clock_hz));
  return all;
}

static void put_config(const struct scenario *s, const char *engine, uint64_t seed, const char *command,
                       struct json_out *o) {
  json_out_value(o, "version", json_string(SLUICE_VERSION));
  json_out_value(o, "command", json_string(command));
  json_out_value(o, "engine", json_string(engine));
  json_out_value(o, "scenario", json_string(s->name));
  json_out_value(o, "seed", integer(seed));
  json_out_value(o, "clock_hz", integer(s->clock_hz));
  json_out_value(o, "cell_bytes", integer(s->cell_bytes));
  json_out_value(
      o, "mmu",
      json_pack("{s:i, s:i, s:i}", "ports", s->dims.ports, "classes", s->dims.classes, "width", s->dims.width));
  const json_t *congestion = json_object_get(s->keys, "congestion");
  json_out_value(o, "congestion", json_string(congestion != NULL ? json_string_value(congestion) : "none"));
  json_out_value(o, "keys", json_incref(s->keys));
  if (s->policy[0].set != NULL) json_out_value(o, "senders", json_string(s->policy[0].set));
  const bool clocks = has_own_clocks(s);
  json_out_open(o, "registers", '{');
  for (int i = 0; i < s->switches; i++) json_out_row(o, s->sw[i].name, registers(s, &s->sw[i], clocks));
  json_out_close(o);
}

static json_t *text_or_null(const char *text) {
  json_t *made = text != NULL ? json_string(text) : NULL;
  return made != NULL ? made : json_null();
}

// Writes the simulated files in full. A text is null if it was too large to be stored, or is YAML in UTF-16.
static void put_files(const struct scenario *s, struct json_out *o) {
  const struct scenario_text *file[] = {&s->file, &s->mmu_file};
  json_out_open(o, "files", '[');
  for (int i = 0; i < 2; i++)
    if (file[i]->path != NULL)
      json_out_row(o, NULL, json_pack("{s:s, s:o}", "path", file[i]->path, "text", text_or_null(file[i]->text)));
  json_out_close(o);
}

static double ns(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e9 / (double)r->hz; }

static json_t *real_ns(const struct network_result *r, uint64_t ticks) { return json_decimals(ns(r, ticks), 3); }

// unit: nanoseconds of a tick; 1 for plain numbers.
static void add_spread(json_t *to, const struct spread *x, double unit) {
  const double none = x->count != 0 ? unit : NAN;
  json_object_update_new(
      to, json_pack("{s:o, s:o, s:o, s:o, s:o}", "mean", json_decimals(x->mean * none, 6), "p50",
                    json_decimals(x->percentile[0] * none, 6), "p99", json_decimals(x->percentile[1] * none, 6), "p999",
                    json_decimals(x->percentile[2] * none, 6), "max", json_decimals(x->max * none, 6)));
}

static json_t *packet_spread(const struct spread *x, double unit) {
  json_t *o = json_pack("{s:I}", "packets", INT(x->count));
  add_spread(o, x, unit);
  return o;
}

static json_t *flow_spread(const struct spread *x, double unit) {
  json_t *o = json_pack("{s:I, s:I}", "flows", INT(x->count), "left_out", INT(x->left_out));
  add_spread(o, x, unit);
  return o;
}

static void put_summary(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  const struct summary *y = &r->summary;
  uint64_t above = 1;
  json_out_value(o, "flow_count", integer((uint64_t)s->flows));
  json_out_value(o, "finite_flows", integer(y->slowdown.count + y->slowdown.left_out));
  json_out_value(o, "completed", integer(y->slowdown.count));
  json_out_value(o, "slowdown", flow_spread(&y->slowdown, 1));
  json_out_value(o, "completion_ns", flow_spread(&y->completion, ns(r, 1)));
  json_out_open(o, "sizes", '[');
  for (int k = 0; k < SUMMARY_SIZES; k++, above *= 10)
    if (y->by_size[k].count + y->by_size[k].left_out != 0)
      json_out_row(o, NULL,
                   json_pack("{s:I, s:I, s:o}", "bytes_above", INT(k == 0 ? 0 : above), "bytes_to", INT(above * 10),
                             "slowdown", flow_spread(&y->by_size[k], 1)));
  json_out_close(o);
  json_out_value(o, "latency_ns", packet_spread(&y->latency, ns(r, 1)));
  json_out_open(o, "latency_by_class", '[');
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++)
    if (y->by_class[c].count != 0)
      json_out_row(o, NULL,
                   json_pack("{s:i, s:o}", "class", c, "latency_ns", packet_spread(&y->by_class[c], ns(r, 1))));
  json_out_close(o);
}

// Adds the statistics of the flows of a group, as numbers, so that each can be a column of a sweep.
static json_t *add_flows(json_t *row, const struct scenario *s, const struct network_result *r, int group, int size) {
  struct summary_flows x;
  if (summary_group(&x, s, r, group, size) != 0) {
    json_decref(row);
    return NULL;
  }
  const struct spread *c = &x.completion, *d = &x.slowdown;
  const double none = c->count != 0 ? 1 : NAN, unit = ns(r, 1) * none;
  json_object_update_new(
      row,
      json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "flows", INT(c->count), "left_out",
                INT(c->left_out), "completion_mean_ns", json_decimals(c->mean * unit, 3), "completion_p50_ns",
                json_decimals(c->percentile[0] * unit, 3), "completion_p99_ns",
                json_decimals(c->percentile[1] * unit, 3), "completion_p999_ns",
                json_decimals(c->percentile[2] * unit, 3), "slowdown_mean", json_decimals(d->mean * none, 6),
                "slowdown_p50", json_decimals(d->percentile[0] * none, 6), "slowdown_p99",
                json_decimals(d->percentile[1] * none, 6), "slowdown_p999", json_decimals(d->percentile[2] * none, 6)));
  return row;
}

static json_t *sizes_of(const struct scenario *s, const struct network_result *r, int group) {
  const uint32_t classes = summary_sizes(s, s->group[group]);
  json_t *list = json_array();
  uint64_t above = 0, to = 10;
  for (int k = 0; k < SUMMARY_SIZES; k++, above = to, to *= 10) {
    if ((classes >> k & 1) == 0) continue;
    json_t *size = json_pack("{s:I, s:I}", "bytes_above", INT(above), "bytes_to", INT(to));
    list = json_put(list, NULL, add_flows(size, s, r, group, k));
  }
  return list;
}

static void put_groups(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  json_out_open(o, "traffic", '[');
  for (int i = 0; i < s->groups; i++) {
    const uint64_t makespan = summary_makespan(s, r, i);
    json_t *row = add_flows(json_pack("{s:s}", "name", s->group[i].name), s, r, i, SUMMARY_ALL_SIZES);
    row = json_put(row, "makespan_ns", makespan != 0 ? real_ns(r, makespan) : json_null());
    json_out_row(o, NULL, json_put(row, "sizes", sizes_of(s, r, i)));
  }
  json_out_close(o);
}

// The keys of ECN, and those of congestion control, are in the file only if the scenario has them.
static bool has_ecn(const struct scenario *s) {
  bool any = false;
  for (int i = 0; i < s->switches; i++) any |= s->sw[i].ecn.classes != 0;
  return any;
}
static bool has_watchdog(const struct scenario *s) {
  bool any = false;
  for (int i = 0; i < s->switches; i++) any |= s->sw[i].watchdog.action != WATCHDOG_NONE;
  return any;
}

// Endless flows, and flows that are not complete, have no completion time.
static json_t *flow(const struct scenario *s, const struct network_result *r, int number) {
  const struct scenario_flow *f = &s->flow[number];
  const struct flow_result *x = &r->flow[number];
  struct report_window w = report_window(s, r, number);
  struct spread latency = report_latency(x);
  bool complete = report_complete(s, r, number);
  json_t *route = json_array(), *row;
  for (int k = 0; k < f->hops; k++) route = json_put(route, NULL, json_string(s->sw[f->route[k]].name));
  row = json_pack(
      "{s:s, s:s, s:s, s:o, s:i, s:o, s:o, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:[oo], s:I, s:o, s:o, s:I, s:I}", "name",
      f->name, "from", scenario_node_name(s, f->from), "to", scenario_node_name(s, f->to), "route", route, "class",
      f->cls, "bytes", f->bytes != 0 ? integer(f->bytes) : json_null(), "start_ns", real_ns(r, x->start),
      "sent_packets", INT(x->sent), "sent_bytes", INT(x->sent_bytes), "received_packets", INT(x->packets),
      "received_bytes", INT(x->bytes), "completion_ns",
      complete ? real_ns(r, report_completion(r, number)) : json_null(), "ideal_ns",
      complete ? real_ns(r, x->ideal) : json_null(), "slowdown",
      complete ? json_decimals(report_slowdown(r, number), 6) : json_null(), "window_ns", real_ns(r, w.from),
      real_ns(r, w.to), "window_bytes", INT(w.bytes), "gbps", json_decimals(report_gbps(s, r, number), 6), "latency_ns",
      packet_spread(&latency, ns(r, 1)), "lost", INT(x->lost), "dropped", INT(x->dropped));
  if (s->changes > 0) row = json_put(row, "unreachable", integer(x->losses[LOSS_UNREACHABLE]));
  row = json_put(row, "incomplete", text_or_null(incomplete_name(incomplete_reason(s, r, number))));
  row = json_put(row, "traffic", json_string(s->group[scenario_group_of(s, number)].name));
  if (has_watchdog(s)) row = json_put(row, "dropped_by_watchdog", integer(x->losses[LOSS_WATCHDOG]));
  if (has_ecn(s)) row = json_put(row, "marked", integer(x->marked));
  if (!s->controlled) return row;
  if (s->policies > 1) {
    const char *set = scenario_policy_of(s, number)->set;
    row = json_put(row, "congestion", json_string(set != NULL ? set : "none"));
  }
  row = json_put(row, "notifications", integer(x->notifications));
  row = json_put(row, "resent_bytes", integer(x->resent));
  row = json_put(row, "spurious_bytes", integer(x->spurious));
  return json_put(row, "timeouts", integer(x->timeouts));
}

static void put_flows(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  if (s->flows > FLOWS) {
    json_out_value(o, "flows", json_null());
    return;
  }
  json_out_open(o, "flows", '[');
  for (int i = 0; i < s->flows; i++) json_out_row(o, NULL, flow(s, r, i));
  json_out_close(o);
}

static void add_feedback(const struct scenario *s, const struct network_result *r, int link, int d, json_t *row) {
  const struct link_result *x = &r->link[link][d];
  struct report_feedback f = report_feedback(s, r, link, d);
  json_object_update_new(
      row, json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "messages", INT(x->stop_messages),
                     "message_bytes", INT(x->stop_message_bytes), "messages_in_all", INT(x->messages),
                     "message_bytes_in_all", INT(x->message_bytes), "feedback_mean", json_decimals(f.mean, 9),
                     "feedback_late", json_decimals(f.late, 9), "bound_steady", json_decimals(f.bound_steady, 9),
                     "feedback_burst", json_decimals(f.burst, 9), "bound_worst", json_decimals(f.bound_worst, 9),
                     "feedback_closest", json_decimals(f.closest, 9)));
}

// CBFC: the messages that the end sends, and the credits that it found lost in the other direction.
static void add_messages(const struct link_result *x, json_t *row) {
  json_object_update_new(
      row, json_pack("{s:I, s:I, s:I, s:I, s:I}", "messages", INT(x->stop_messages), "message_bytes",
                     INT(x->stop_message_bytes), "messages_in_all", INT(x->messages), "message_bytes_in_all",
                     INT(x->message_bytes), "credits_lost", INT(x->credits_lost)));
}

static void put_links(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  json_out_open(o, "links", '[');
  for (int i = 0; i < 2 * s->links; i++) {
    int d = i % 2;
    const struct scenario_link *l = &s->link[i / 2];
    const struct link_result *x = &r->link[i / 2][d];
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "name", l->name,
                  "from", scenario_node_name(s, l->end[d].node), "to", scenario_node_name(s, l->end[!d].node), "gbps",
                  (double)l->bps / 1e9, "frames", INT(x->frames), "bytes", INT(x->bytes), "pauses", INT(x->stop_pauses),
                  "refreshes", INT(x->stop_refreshes), "resumes", INT(x->stop_resumes), "pauses_in_all", INT(x->pauses),
                  "refreshes_in_all", INT(x->refreshes), "resumes_in_all", INT(x->resumes), "paused",
                  json_decimals(report_paused(r, i / 2, d), 6), "paused_ns", real_ns(r, x->stop_paused), "busy",
                  json_decimals(report_busy(s, r, i / 2, d), 6));
    if (scenario_is_gfc(s)) add_feedback(s, r, i / 2, d, row);
    if (scenario_has_credits(s)) add_messages(x, row);
    json_out_row(o, NULL, row);
  }
  json_out_close(o);
}

// Adds what the watchdogs of a switch, or of one of its queues, have done.
static json_t *add_storms(json_t *row, const struct storms *x) {
  row = json_put(row, "storms", integer(x->detected));
  row = json_put(row, "storms_restored", integer(x->restored));
  row = json_put(row, "dropped_by_watchdog", integer(x->dropped));
  return json_put(row, "dropped_by_watchdog_bytes", integer(x->dropped_bytes));
}

static void put_queues(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  json_out_open(o, "queues", '[');
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < scenario_queues(s, i); k++)
      for (int side = 0; side < SIDES; side++) {
        const struct level *l = &r->sw[i].queue[side][k];
        const struct storms storms = side == SIDE_EGRESS ? result_storms(&r->sw[i], k) : (struct storms){0};
        if (l->most == 0 && storms.detected == 0) continue;
        struct report_queue q = report_queue(s, r, l);
        json_t *row =
            json_pack("{s:s, s:s, s:i, s:s, s:o, s:I, s:I, s:I, s:I}", "switch", s->sw[i].name, "link",
                      s->link[s->sw[i].link[k / s->dims.classes]].name, "class", k % s->dims.classes, "side",
                      report_side_name(side), "mean_bytes", json_decimals(q.mean, 3), "p50_bytes", INT(q.percentile[0]),
                      "p99_bytes", INT(q.percentile[1]), "p999_bytes", INT(q.percentile[2]), "max_bytes", INT(q.most));
        if (has_ecn(s) && side == SIDE_EGRESS) {
          row = json_put(row, "marked", integer(result_marks(&r->sw[i], k).packets));
          row = json_put(row, "marked_bytes", integer(result_marks(&r->sw[i], k).bytes));
        }
        if (has_watchdog(s) && side == SIDE_EGRESS) row = add_storms(row, &storms);
        json_out_row(o, NULL, row);
      }
  json_out_close(o);
}

static void put_switches(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  json_out_open(o, "switches", '[');
  for (int i = 0; i < s->switches; i++) {
    const struct switch_result *w = &r->sw[i];
    uint64_t cell = s->cell_bytes;
    const struct storms storms = result_storms_of(w, scenario_queues(s, i));
    json_t *row = json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "name", s->sw[i].name, "peak_shared_bytes",
                            INT(w->peak_shared * cell), "peak_queue_bytes", INT(w->peak_queue * cell),
                            "peak_headroom_bytes", INT(w->peak_headroom * cell), "refused", INT(w->refused), "lost",
                            INT(w->lost), "dropped", INT(w->dropped), "input_delay_ns", real_ns(r, w->input_delay));
    if (s->changes > 0) row = json_put(row, "unreachable", integer(w->unreachable));
    json_out_row(o, NULL, has_watchdog(s) ? add_storms(row, &storms) : row);
  }
  json_out_close(o);
}

// Elements for all reasons, so that each can be a column of a sweep.
static int put_incomplete(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  const struct incomplete_flows all = incomplete_count(s, r);
  json_out_value(o, "incomplete", integer(all.flows));
  json_out_open(o, "incomplete_reasons", '[');
  for (int i = 0; i < INCOMPLETE_REASONS; i++)
    json_out_row(o, NULL,
                 json_pack("{s:s, s:I, s:I, s:o}", "name", incomplete_name(i), "flows", INT(all.by[i].flows), "packets",
                           INT(i < LOSSES ? all.by[i].amount : 0), "first",
                           text_or_null(all.by[i].flows > 0 ? s->flow[all.by[i].first].name : NULL)));
  json_out_close(o);
  char *detail;
  const int bad = incomplete_text(s, r, &detail);
  json_out_value(o, "verdict_detail", text_or_null(detail));
  free(detail);
  return bad;
}

static void put_verdict(const struct scenario *s, const struct network_result *r, struct json_out *o) {
  json_out_value(o, "stop_ns", real_ns(r, r->stop));
  json_out_value(o, "end_ns", real_ns(r, r->cycles));
  json_out_value(o, "packet_hops", integer(r->hops));
  if (s->controlled) json_out_value(o, "packet_hops_to_senders", integer(r->loop_hops));
  json_out_value(o, "verdict", json_string(verdict_name(r->verdict.kind)));
  if (r->verdict.kind == VERDICT_DEADLOCKED) json_out_value(o, "deadlocked_since_ns", real_ns(r, r->verdict.since));
  if (r->verdict.kind == VERDICT_MOVING) json_out_value(o, "last_movement_ns", real_ns(r, r->verdict.since));
  if (r->verdict.cycle != NULL) json_out_value(o, "cycle", json_string(r->verdict.cycle));
}

int results_json(const struct scenario *s, const struct network_result *r, uint64_t seed, const char *command,
                 FILE *to) {
  struct json_out o;
  json_out_begin(&o, to, JSON_OUT_DIGITS);
  put_config(s, r->engine, seed, command, &o);
  put_files(s, &o);
  put_flows(s, r, &o);
  put_summary(s, r, &o);
  put_groups(s, r, &o);
  put_links(s, r, &o);
  put_queues(s, r, &o);
  put_switches(s, r, &o);
  const int bad = put_incomplete(s, r, &o);
  put_verdict(s, r, &o);
  return json_out_end(&o) | bad;
}

int results_search_json(const struct scenario *s, const struct search_result *r, uint64_t seed, const char *command,
                        FILE *to) {
  struct json_out o;
  json_out_begin(&o, to, JSON_OUT_DIGITS);
  put_config(s, r->engine, seed, command, &o);
  put_files(s, &o);
  const double us = 1e6 / (double)s->clock_hz;
  json_t *x = json_pack("{s:i, s:i, s:i, s:i, s:I, s:o, s:I, s:o, s:I}", "bursting", r->bursting, "others", r->others,
                        "runs", r->runs, "outside", r->outside, "burst_bytes", INT(r->most), "burst_share",
                        json_decimals((double)r->most / r->buffer, 6), "form_bytes", INT(round(r->form)), "form_share",
                        json_decimals(r->form / r->buffer, 6), "threshold_bytes", INT(round(r->threshold)));
  json_object_update_new(
      x, json_pack("{s:o, s:I, s:I, s:i}", "start_ns", json_decimals((double)r->start * us * 1000, 3), "others_bytes",
                   INT(round(r->others_bytes)), "others_threshold_bytes", INT(round(r->others_threshold)),
                   "others_below", r->others_below));
  json_out_value(&o, "search", x);
  return json_out_end(&o);
}
