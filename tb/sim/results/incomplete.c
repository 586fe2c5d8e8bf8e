#define _POSIX_C_SOURCE 200809L
#include "tb/sim/results/incomplete.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tb/sim/results/report.h"

// one, many: the predicate of one flow, and of several; of a loss: what follows "lost N packets".
static const struct {
  const char *name, *one, *many;
} reasons[INCOMPLETE_REASONS] = {
    [LOSS_LOSSY] = {"lossy_class", "of a lossy class", "of lossy classes"},
    [LOSS_LOSSLESS] = {"lossless_class", "of a lossless class", "of lossless classes"},
    [LOSS_LINK_DOWN] = {"link_down", "on a link that was down", "on links that were down"},
    [LOSS_RULE] = {"rule", "by a rule of TTL", "by rules of TTL"},
    [LOSS_WATCHDOG] = {"watchdog", "to a watchdog", "to watchdogs"},
    [LOSS_FRAME] = {"frame_loss", "by frame_loss", "by frame_loss"},
    [LOSS_UNREACHABLE] = {"unreachable", "without a path", "without a path"},
    [INCOMPLETE_AFTER] = {"after", "starts after", "start after flows that are incomplete"},
    [INCOMPLETE_LATE] = {"late_start", "can start only after its source has stopped",
                         "can start only after their sources have stopped"},
    [INCOMPLETE_STOPPED] = {"stopped", "when its source stopped", "when their sources stopped"},
    [INCOMPLETE_WAITS] = {"acknowledgement", "waits for an acknowledgement", "wait for acknowledgements"},
    [INCOMPLETE_FAILED] = {"failed", "failed at rto_limit", "failed at rto_limit"},
    [INCOMPLETE_DEADLOCK] = {"deadlock", "waits in the deadlock", "wait in the deadlock"},
    [INCOMPLETE_MOVING] = {"moving", "was still under way", "were still under way"},
};

const char *incomplete_name(int reason) { return reason < INCOMPLETE_REASONS ? reasons[reason].name : NULL; }

// ---- reasons ----

// A flow that starts before this one and is incomplete; -1: none.
static int incomplete_before(const struct scenario *s, const struct network_result *r, int flow) {
  const struct scenario_flow *f = &s->flow[flow];
  for (int k = f->after; k < f->after + f->afters; k++)
    if (!report_complete(s, r, s->after[k].before)) return s->after[k].before;
  return -1;
}

// Without congestion control a loss is final.
static bool recovers(const struct scenario *s, int flow) {
  return scenario_policy_of(s, flow)->algorithm != CONGESTION_NONE;
}

static bool starts_late(const struct scenario *s, const struct network_result *r, int flow) {
  const uint64_t own = report_ticks(s, r, s->flow[flow].stop);
  return r->flow[flow].start >= (own < r->stop ? own : r->stop);
}

int incomplete_reason(const struct scenario *s, const struct network_result *r, int flow) {
  const struct flow_result *x = &r->flow[flow];
  const uint64_t total = s->flow[flow].bytes, sent = x->sent_bytes - x->resent;
  int most = 0;
  if (total == 0 || x->bytes == total) return COMPLETE;
  if (x->sent == 0 && incomplete_before(s, r, flow) >= 0) return INCOMPLETE_AFTER;
  if (x->sent == 0 && starts_late(s, r, flow)) return INCOMPLETE_LATE;
  if (x->failed != 0) return INCOMPLETE_FAILED;
  for (int i = 1; i < LOSSES; i++)
    if (x->losses[i] > x->losses[most]) most = i;
  // with recovery, losses matter that are still to be sent again
  if (x->losses[most] > 0 && (!recovers(s, flow) || (x->under_way == 0 && sent > x->bytes))) return most;
  const bool moving = r->verdict.kind == VERDICT_MOVING;
  if (x->under_way > 0 && r->verdict.kind == VERDICT_DEADLOCKED) return INCOMPLETE_DEADLOCK;
  if (x->waits && x->under_way == 0 && !moving) return INCOMPLETE_WAITS;
  return sent < total ? INCOMPLETE_STOPPED : INCOMPLETE_MOVING;
}

struct incomplete_flows incomplete_count(const struct scenario *s, const struct network_result *r) {
  struct incomplete_flows all = {.finite = 0};
  for (int i = s->flows - 1; i >= 0; i--) {
    const struct flow_result *x = &r->flow[i];
    const int why = incomplete_reason(s, r, i);
    all.finite += s->flow[i].bytes != 0;
    if (why == COMPLETE) continue;
    all.flows++;
    all.by[why].flows++;
    all.by[why].first = i;
    all.by[why].amount += why < LOSSES ? x->losses[why] : x->sent_bytes - x->resent;
    all.by[why].of += s->flow[i].bytes;
  }
  return all;
}

// ---- text ----

static void put_number(uint64_t number, FILE *to) {
  if (number >= 1000) put_number(number / 1000, to);
  fprintf(to, number >= 1000 ? ",%03" PRIu64 : "%" PRIu64, number % 1000);
}

// "A", "A and 1 other switch", "A and 1,200 other switches"
static void put_names(const char *first, uint64_t count, const char *other, const char *others, FILE *to) {
  fputs(first, to);
  if (count == 1) return;
  fputs(" and ", to);
  put_number(count - 1, to);
  fputs(count == 2 ? other : others, to);
}

static void put_packets(uint64_t packets, FILE *to) {
  put_number(packets, to);
  fputs(packets == 1 ? " packet " : " packets ", to);
}

static void put_reason(const struct scenario *s, const struct network_result *r, const struct incomplete_flows *all,
                       int why, FILE *to) {
  const uint64_t flows = all->by[why].flows;
  const int first = all->by[why].first;
  put_names(s->flow[first].name, flows, " other", " others", to);
  if (why < LOSSES) {
    fputs(" lost ", to);
    put_packets(all->by[why].amount, to);
  } else if (why == INCOMPLETE_STOPPED) {
    fputs(" had sent ", to);
    put_number(all->by[why].amount, to);
    fputs(" of ", to);
    put_number(all->by[why].of, to);
    fputs(" bytes ", to);
  } else {
    fputc(' ', to);
  }
  fputs(flows == 1 ? reasons[why].one : reasons[why].many, to);
  if (why == INCOMPLETE_AFTER && flows == 1)
    fprintf(to, " %s, which is incomplete", s->flow[incomplete_before(s, r, first)].name);
}

static void put_lossless(const struct scenario *s, const struct network_result *r, FILE *to) {
  int worst = 0, switches = 0;
  for (int i = 0; i < s->switches; i++) {
    switches += r->sw[i].lost > 0;
    if (r->sw[i].lost > r->sw[worst].lost) worst = i;
  }
  put_packets(r->lost, to);
  fprintf(to, "of lossless class%s lost at ", r->lost == 1 ? "" : "es");
  put_names(s->sw[worst].name, (uint64_t)switches, " other switch", " other switches", to);
  fprintf(to, ", whose %s was full", scenario_is_gfc(s) || scenario_has_credits(s) ? "buffer" : "headroom");
}

int incomplete_text(const struct scenario *s, const struct network_result *r, char **text) {
  const struct incomplete_flows all = incomplete_count(s, r);
  size_t size;
  *text = NULL;
  if (r->lost == 0 && all.flows == 0) return 0;
  FILE *to = open_memstream(text, &size);
  if (to == NULL) return -1;
  if (r->lost > 0) put_lossless(s, r, to);
  if (r->lost > 0 && all.flows > 0) fputs("; ", to);
  if (all.flows > 0) {
    put_number(all.flows, to);
    fputs(" of ", to);
    put_number(all.finite, to);
    fprintf(to, "%s flow%s incomplete: ", all.finite < (uint64_t)s->flows ? " finite" : "", all.finite == 1 ? "" : "s");
  }
  const char *between = "";
  for (int why = 0; why < INCOMPLETE_REASONS; why++) {
    if (all.by[why].flows == 0) continue;
    fputs(between, to);
    put_reason(s, r, &all, why, to);
    between = ", ";
  }
  if (fclose(to) == 0) return 0;
  free(*text);
  *text = NULL;
  return -1;
}
