// The network around the MMUs: exact times, order, pause on links, verdicts, and the same bytes on every engine.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net.h"
#include "report.h"

// ---- scenarios ----

static struct scenario *load_mmu(const char *path, const char *mmu) {
  char err[512];
  struct scenario *s;
  ck_assert_msg(scenario_load_mmu(path, mmu, &s, err, sizeof err) == 0, "%s", err);
  return s;
}

static struct scenario *load(const char *path) { return load_mmu(path, NULL); }

static struct scenario *load_text(const char *text) {
  char path[] = "/tmp/test_net.XXXXXX";
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fputs(text, f);
  fclose(f);
  struct scenario *s = load(path);
  unlink(path);
  return s;
}

static struct scenario *load_case_mmu(int number, const char *mmu) {
  char path[64];
  snprintf(path, sizeof path, "tb/scenarios/case%d.yaml", number);
  return load_mmu(path, mmu);
}

static struct scenario *load_case(int number) { return load_case_mmu(number, NULL); }

// Everything that a run writes.
struct written {
  char *text[3];
  size_t size[3];
  struct network_result result;  // its arrays are gone
  char *cycle;
};

static void run(struct written *w, const struct scenario *s, struct network_options o) {
  FILE *f[3];
  struct network *n;
  memset(w, 0, sizeof *w);
  for (int i = 0; i < 3; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&w->text[i], &w->size[i]));
  o.pauses = f[1];
  o.occupancy = f[2];
  if (o.seed == 0) o.seed = s->seed;
  ck_assert_int_eq(network_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  results_json(s, network_result(n), o.seed, "test", f[0]);
  for (int i = 0; i < 3; i++) fclose(f[i]);
  w->result = *network_result(n);
  w->cycle = w->result.verdict.cycle != NULL ? strdup(w->result.verdict.cycle) : NULL;
  network_free(n);
}

static void forget(struct written *w) {
  for (int i = 0; i < 3; i++) free(w->text[i]);
  free(w->cycle);
}

static bool same(const struct written *a, const struct written *b) {
  for (int i = 0; i < 3; i++)
    if (a->size[i] != b->size[i] || memcmp(a->text[i], b->text[i], a->size[i]) != 0) return false;
  return true;
}

// A dumbbell with all that a scenario can ask for: a scheme, a mode, classes, rates, sizes, jitter and a limiter.
#define HEADROOM "headroom: 20KB\n  "
static const char *const schemes[] = {
    HEADROOM "scheme: STATIC\n  xoff: 20KB\n  xon: 17KB",
    HEADROOM "scheme: SIH\n  alpha: 1/8",
    HEADROOM "scheme: DSH\n  alpha: 1/8",
    HEADROOM "scheme: DSH\n  alpha: 1/8\n  mode: native",
    HEADROOM "scheme: DSH\n  alpha: 1/32\n  delta_p: 9KB\n  private: 200",
    "scheme: GFC\n  b0: 10KB",
    "scheme: GFC_LINEAR\n  b0: 10KB",
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

static struct scenario *dumbbell(int scheme) {
  char text[2048];
  snprintf(text, sizeof text,
           "name: dumbbell\nclock_mhz: 312.5\ncell_bytes: 80\ngbps: 25\ndelay_ns: 333\nduration_us: 3000\n"
           "stop_us: 300\nseed: 7\njitter_ns: 5000\npacket_bytes: 700\n"
           "mmu:\n  ports: 5\n  classes: 3\n  width: 16\n  buffer: 900KB\n  pause_time: 200\n  %s\n"
           "switches:\n  - {name: A}\n  - {name: B, limit: [{link: y1, gbps: 7.3}]}\n"
           "links:\n  - {name: L, a: A, b: B}\n"
           "hosts:\n  - {name: x0, switch: A}\n  - {name: x1, switch: A}\n  - {name: x2, switch: A}\n"
           "  - {name: y0, switch: B}\n  - {name: y1, switch: B}\n"
           "flows:\n  - {name: f0, from: x0, to: y0, class: 0}\n  - {name: f1, from: x0, to: y1, class: 1}\n"
           "  - {name: f2, from: x1, to: y1, class: 1, packet_bytes: 1501, gbps: 3.3}\n"
           "  - {name: f3, from: x1, to: y0, class: 2, bytes: 333201}\n  - {name: f4, from: x2, to: x0, class: 2}\n"
           "  - {name: f5, from: y0, to: x0, start_us: 20, stop_us: 200}\n"
           "  - {name: f6, from: x2, to: y0, class: 0, packet_bytes: 64}\n"
           "trace:\n  sample_ns: 700\n  queues: [B:L/0, B:L/1, A:x0/1]\n",
           schemes[scheme]);
  return load_text(text);
}

static const char *const mmus[] = {
    NULL,
    "tb/scenarios/mmu_ttl.yaml",
    "tb/scenarios/mmu_gfc.yaml",
    "tb/scenarios/mmu_gfc_linear.yaml",
};
enum { CASES = 3 * sizeof mmus / sizeof mmus[0], ANY = CASES + SCHEMES };

static struct scenario *any_scenario(int i) {
  return i < CASES ? load_case_mmu(i % 3 + 1, mmus[i / 3]) : dumbbell(i - CASES);
}

START_TEST(same_seed_same_bytes) {
  struct scenario *s = dumbbell(_i);
  struct written a, b, c;
  run(&a, s, (struct network_options){.engine = ENGINE_MODEL});
  run(&b, s, (struct network_options){.engine = ENGINE_MODEL});
  run(&c, s, (struct network_options){.engine = ENGINE_MODEL, .seed = 8});
  ck_assert(same(&a, &b));
  ck_assert(!same(&a, &c));
  ck_assert_uint_eq(a.result.lost, 0);
  ck_assert_uint_gt(a.size[1], 1000);
  forget(&a);
  forget(&b);
  forget(&c);
  scenario_free(s);
}
END_TEST

START_TEST(skipping_changes_nothing) {
  struct scenario *s = any_scenario(_i);
  struct written a, b;
  run(&a, s, (struct network_options){.engine = ENGINE_MODEL});
  run(&b, s, (struct network_options){.engine = ENGINE_MODEL, .every_clock = true});
  for (int i = 0; i < 3; i++) ck_assert_msg(strcmp(a.text[i], b.text[i]) == 0, "output %d differs", i);
  forget(&a);
  forget(&b);
  scenario_free(s);
}
END_TEST

// Where there is an RTL build of its dims, a scenario gives the same bytes on RTL, and on both in lock-step.
START_TEST(engines_agree) {
  static const enum engine_kind kinds[] = {ENGINE_RTL, ENGINE_BOTH};
  struct scenario *s = any_scenario(_i / 2);
  struct sluice_dims dims;
  bool built = false;
  for (int i = 0; engine_variant(i, &dims); i++) built |= memcmp(&dims, &s->dims, sizeof dims) == 0;
  if (built) {
    struct written a, b;
    run(&a, s, (struct network_options){.engine = ENGINE_MODEL});
    run(&b, s, (struct network_options){.engine = kinds[_i % 2]});
    ck_assert(same(&a, &b));
    forget(&a);
    forget(&b);
  }
  scenario_free(s);
}
END_TEST

// ---- the cases of the study ----

static struct network *run_case(int number, struct scenario **s) {
  struct network *n;
  *s = load_case(number);
  ck_assert_int_eq(network_new(&n, *s, &(struct network_options){.engine = ENGINE_MODEL, .seed = 1}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  ck_assert_uint_eq(network_result(n)->lost, 0);
  return n;
}

START_TEST(case1_drains) {
  struct scenario *s;
  struct network *n = run_case(1, &s);
  const struct network_result *r = network_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  for (int f = 0; f < 2; f++) ck_assert_double_eq_tol(report_gbps(s, r, f), 20, 0.2);
  for (int l = 0; l < 4; l++) {
    bool over_and_over = l % 2 == 1;  // L2 and L4; L1 and L3 never
    ck_assert(over_and_over ? r->link[l][0].pauses > 100 : r->link[l][0].pauses == 0);
  }
  network_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(case2_deadlocks) {
  struct scenario *s;
  struct network *n = run_case(2, &s);
  const struct network_result *r = network_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DEADLOCKED);
  ck_assert_str_eq(r->verdict.cycle, "A:L1/0 waits for B:L2/0 waits for C:L3/0 waits for D:L4/0 waits for A:L1/0");
  ck_assert_uint_lt(r->verdict.since, s->clock_hz / 1000);
  for (int l = 0; l < 4; l++) ck_assert_uint_gt(r->link[l][0].pauses, 0);
  network_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(case3_drains_although_all_links_pause) {
  struct scenario *s;
  struct network *n = run_case(3, &s);
  const struct network_result *r = network_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  for (int l = 0; l < 4; l++) ck_assert_uint_gt(r->link[l][0].pauses, 10);
  for (int f = 2; f < 4; f++) ck_assert_double_eq_tol(report_gbps(s, r, f), 10, 0.1);  // the limiters
  network_free(n);
  scenario_free(s);
}
END_TEST

// Hosts are paused, in class 0, and nothing else need be: the third flow takes the half of B-C that is left.
START_TEST(ttl_does_not_deadlock) {
  struct scenario *s = load_case_mmu(_i, "tb/scenarios/mmu_ttl.yaml");
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost + r->dropped, 0);
  for (int f = 0; f < s->flows; f++) ck_assert_double_eq_tol(report_gbps(s, r, f), _i == 3 ? 10 : 20, 0.2);
  ck_assert_uint_gt(r->link[4][1].pauses, 100);  // src1
  network_free(n);
  scenario_free(s);
}
END_TEST

// At C / 2^k nothing stands still: what is left in case 2 is little, but it moves, and drains.
START_TEST(gfc_does_not_deadlock) {
  struct scenario *s = load_case_mmu(_i, "tb/scenarios/mmu_gfc.yaml");
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost + r->dropped, 0);
  for (int f = 0; f < s->flows; f++) {
    if (_i != 2) ck_assert_double_eq_tol(report_gbps(s, r, f), _i == 3 ? 10 : 20, 0.2);
    ck_assert_double_gt(report_gbps(s, r, f), 1);
  }
  network_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(bursts_match_the_closed_form) {
  struct search_result sih, dsh;
  struct scenario *s = load("tb/scenarios/burst_sih.yaml"), *d = load("tb/scenarios/burst_dsh.yaml");
  struct network_options o = {.engine = ENGINE_MODEL, .seed = 1};
  ck_assert_int_eq(search_run(s, &o, &sih), NETWORK_OK);
  ck_assert_int_eq(search_run(d, &o, &dsh), NETWORK_OK);
  ck_assert(sih.outside == 0 && dsh.outside == 0);
  ck_assert_uint_eq(sih.lost + dsh.lost, 0);
  ck_assert_double_eq_tol((double)sih.most / sih.form, 1, 0.08);
  ck_assert_double_eq_tol((double)dsh.most / dsh.form, 1, 0.08);
  ck_assert_double_eq_tol((double)dsh.most / (double)sih.most, 4, 0.1);
  // docs/results.md, within 2 %
  ck_assert_double_eq_tol(100 * (double)sih.most / sih.buffer, 9.9, 0.198);
  ck_assert_double_eq_tol(100 * (double)dsh.most / dsh.buffer, 39.1, 0.782);
  scenario_free(s);
  scenario_free(d);
}
END_TEST

// ---- one switch, two hosts, slow links: 1000 bytes are 2000 clocks ----

static const char slow[] =
    "name: slow\noverhead_bytes: 0\ngbps: 1\ndelay_ns: 400\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 1MB, "
    "headroom: 16KB, "
    "xoff: 9KB, xon: 7KB, width: 20}\nswitches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
    "flows: [{name: there, from: x, to: y}, {name: back, from: y, to: x}]\n";

static struct scenario *slow_scenario;
static struct network *net;
static struct port *to_y;  // egress port of the switch

static void slow_setup(void) {
  slow_scenario = load_text(slow);
  ck_assert_int_eq(network_new(&net, slow_scenario, &(struct network_options){.engine = ENGINE_MODEL, .seed = 1}),
                   NETWORK_OK);
  to_y = &net->sw[0].port[1];
}

static void slow_teardown(void) {
  network_free(net);
  scenario_free(slow_scenario);
}

static void run_until(uint64_t clock) {
  while (net->now < clock) ck_assert(network_turn(net));
}

static void run_until_sending(void) {
  while (!(to_y->busy && to_y->data && net->now > 10000)) ck_assert(network_turn(net));
}

static struct packet *pause_message(uint8_t enable, uint16_t quanta) {
  struct packet *p = packet_new(&net->pool, true);
  ck_assert_ptr_nonnull(p);
  p->bytes = 64;
  p->pause = (struct pause){.enable = enable};
  for (int c = 0; c < 8; c++) p->pause.time[c] = quanta;
  p->via = to_y;
  return p;
}

START_TEST(closing_gate_lets_the_packet_finish) {
  run_until_sending();
  uint64_t out = to_y->sent.clock, frames = net->result.link[1][0].frames;
  struct packet *p = pause_message(1, 100);
  p->via = to_y->peer;  // y pauses the switch
  switch_arrive(net, 0, p);
  run_until(out);
  ck_assert(switch_gate(net, &net->sw[0], 1) & 1);
  ck_assert(to_y->busy);
  ck_assert_uint_eq(to_y->sent.clock, out);
  run_until(out + 10000);
  ck_assert_uint_eq(net->result.link[1][0].frames, frames);
  run_until(out + 20000);  // 100 quanta of 128 clocks: the timer has expired
  ck_assert_uint_gt(net->result.link[1][0].frames, frames);
}
END_TEST

START_TEST(pause_message_waits_for_the_packet_and_overtakes_the_others) {
  run_until_sending();
  uint64_t out = to_y->sent.clock;
  uint64_t pauses = net->result.link[1][1].pauses + net->result.link[1][1].refreshes;
  fifo_put(&to_y->control, pause_message(1, 7));
  fifo_put(&to_y->control, pause_message(2, 7));
  while (net->now <= out) ck_assert(network_turn(net));
  ck_assert(to_y->busy && !to_y->data);
  ck_assert_uint_eq(to_y->sent.clock, out + 128);
  run_until(out + 129);
  ck_assert(to_y->busy && !to_y->data);  // the second one: none is overwritten
  ck_assert_uint_eq(to_y->sent.clock, out + 256);
  run_until(out + 128 + 100);
  ck_assert_uint_eq(net->host[1].until[0], 0);
  run_until(out + 128 + 100 + 1);
  ck_assert_uint_eq(net->result.link[1][1].pauses + net->result.link[1][1].refreshes, pauses + 1);
  ck_assert_uint_eq(net->host[1].until[0], out + 128 + 100 + 7 * 128);
}
END_TEST

START_TEST(host_timers_count_quanta) {
  struct node_host *h = &net->host[1];
  run_until(1000);
  host_arrive(net, 1, pause_message(0x05, 10));
  ck_assert_uint_eq(h->until[0], net->now + 10 * 128);
  ck_assert_uint_eq(h->until[1], 0);
  ck_assert_uint_eq(h->until[2], net->now + 10 * 128);
  host_arrive(net, 1, pause_message(0x01, 0));
  ck_assert(h->until[0] == 0 && h->until[2] == net->now + 10 * 128);
  struct packet *p = pause_message(0xff, 3);
  p->pause.level = 1;
  host_arrive(net, 1, p);
  ck_assert_uint_eq(h->level_until, net->now + 3 * 128);
  ck_assert_uint_eq(h->until[0], 0);
}
END_TEST

START_TEST(memory_does_not_grow_with_time) {
  run_until(20000);
  struct packet_block *blocks = net->pool.blocks;
  run_until(240000);
  ck_assert_ptr_eq(net->pool.blocks, blocks);
}
END_TEST

// ---- a packet's life ----

// A row of switches; the flow passes all of them, or loops over them.
static struct scenario *row(const char *mmu, int switches, const char *flow) {
  char text[2048], nodes[512] = "", links[512] = "", one[64];
  for (int i = 0; i < switches; i++) {
    snprintf(one, sizeof one, "%s{name: S%d}", i > 0 ? ", " : "", i);
    strcat(nodes, one);
    if (i > 0) snprintf(one, sizeof one, "%s{name: L%d, a: S%d, b: S%d}", i > 1 ? ", " : "", i, i - 1, i);
    if (i > 0) strcat(links, one);
  }
  snprintf(text, sizeof text,
           "name: row\noverhead_bytes: 0\ngbps: 40\nduration_us: 5000\nstop_us: 1000\nmmu: {%s}\nswitches: "
           "[%s]\nlinks: [%s]\n"
           "hosts: [{name: x, switch: S0}, {name: y, switch: S%d}]\nflows: [{name: f, from: x, to: y, %s}]\n",
           mmu, nodes, links, switches - 1, flow);
  return load_text(text);
}

static const char constant[] = "scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB";

// At the i-th switch a packet has TTL ttl0 - i: with 4 it passes three switches, and the fourth drops it.
static const struct life {
  const char *mmu, *flow;
  int switches;
  int dropped_at;  // -1: all packets arrive
} lives[] = {
    {constant, "bytes: 100KB", 4, -1},
    {constant, "bytes: 100KB, ttl: 5", 4, -1},
    {constant, "bytes: 100KB, ttl: 4", 4, 3},
    {constant, "bytes: 100KB, ttl: 1", 4, 0},
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, ttl: 5", "bytes: 100KB", 4, -1},
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, ttl: 6",
     "bytes: 100KB, route: [S0, S1, S2, S3, S2, S1], loop: true", 4, 1},  // the sixth switch
    {constant, "bytes: 100KB, ttl: 6, route: [S0, S1], loop: true", 4, 1},
    {constant, "bytes: 100KB, ttl: 7, route: [S0, S1], loop: true", 4, 0},
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, ttl: 6, drop_bounced: true",
     "bytes: 100KB, route: [S0, S1], loop: true", 4, 1},  // S1 is to send it back where it came from
    // A tree of three levels: classes 0 and 1 at its leaves, 1 in the middle
    {"scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, classes: 2, every_second_class: true", "bytes: 100KB", 3,
     -1},
    {"scheme: GFC, buffer: 12MB, bm: 90KB, b0: 40KB", "bytes: 100KB, ttl: 4", 4, 3},
};

START_TEST(lives_end) {
  const struct life *l = &lives[_i];
  struct scenario *s = row(l->mmu, l->switches, l->flow);
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  uint64_t dropped = l->dropped_at >= 0 ? 100 : 0;
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost, 0);
  ck_assert_uint_eq(r->flow[0].lost, 0);
  ck_assert_uint_eq(r->flow[0].packets, 100 - dropped);
  ck_assert_uint_eq(r->flow[0].dropped, dropped);
  ck_assert_uint_eq(r->dropped, dropped);
  for (int i = 0; i < l->switches; i++) ck_assert_uint_eq(r->sw[i].dropped, i == l->dropped_at ? dropped : 0);
  network_free(n);
  scenario_free(s);
}
END_TEST

// More than n * B / TTL comes in: the loop of two switches fills up, and its queues wait for each other. Under TTL
// every class waits for the next one only.
static const struct loop {
  const char *file;
  enum verdict_kind verdict;
  const char *cycle;
} loops[] = {
    {"loop_below", VERDICT_DRAINED, NULL},
    {"loop_above", VERDICT_DEADLOCKED, "A:L1/0 waits for B:L1/0 waits for A:L1/0"},
    {"loop_ttl", VERDICT_DRAINED, NULL},
};

START_TEST(routing_loops) {
  char path[64];
  snprintf(path, sizeof path, "tb/scenarios/%s.yaml", loops[_i].file);
  struct scenario *s = load(path);
  struct written w;
  run(&w, s, (struct network_options){.engine = ENGINE_MODEL});
  ck_assert_int_eq(w.result.verdict.kind, loops[_i].verdict);
  ck_assert_uint_gt(w.result.dropped, 1000);
  ck_assert_uint_eq(w.result.lost, 0);
  if (loops[_i].cycle != NULL)
    ck_assert_str_eq(w.cycle, loops[_i].cycle);
  else
    ck_assert_ptr_null(w.cycle);
  forget(&w);
  scenario_free(s);
}
END_TEST

// ---- GFC's rates ----

// 1500 bytes at 10 Gb/s are 300 clocks of 250 MHz; at stage k they count 2^k times.
START_TEST(limiter_stages) {
  struct limiter l;
  limiter_init(&l, UINT64_C(10000000000), 250000000, 0);
  uint64_t now = 1000;
  for (uint16_t k = 0; k <= SLUICE_MAX_STAGES; k++) {
    limiter_level(&l, now, k);
    ck_assert_uint_eq(limiter_free(&l), now);
    limiter_send(&l, now, 1500, 1500);
    limiter_level(&l, now + 10, 0);  // the gap is that of the stage in which the packet was sent
    ck_assert_uint_eq(limiter_free(&l), now + (UINT64_C(300) << k));
    now = limiter_free(&l);
  }
  limiter_level(&l, now, 1);
  limiter_send(&l, now + 5, 64, 80);  // 64 bytes on the line, then as long as its cells: 12.8 + 16 clocks
  ck_assert_uint_eq(limiter_free(&l), now + 5 + 29);
}
END_TEST

// Sent as soon as it may, whatever the rate: a thousand packets take a thousand times as long as one, to the clock.
START_TEST(limiter_does_not_drift) {
  static const uint64_t rates[] = {7300000000, 40000000000, 9999999000, 1000000};
  for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
    for (uint16_t level = 0; level < 4; level++) {
      struct limiter stage, linear;
      uint64_t hz = 312500000, a = 77, b = 77;
      limiter_init(&stage, rates[i], hz, 0);
      limiter_init(&linear, rates[i], hz, 1000);
      limiter_level(&stage, a, level);
      limiter_level(&linear, b, (uint16_t)(level * 250));
      for (int k = 0; k < 1000; k++) {
        limiter_send(&stage, a, 700, 700);
        limiter_send(&linear, b, 700, 700);
        a = limiter_free(&stage);
        b = limiter_free(&linear);
      }
      double packets = 1000 * 700 * 8.0 * (double)hz / (double)rates[i];
      ck_assert_double_eq_tol((double)(a - 77), packets * (1 << level), 1.001);
      ck_assert_double_eq_tol((double)(b - 77), packets * 4 / (4 - level), 1.001);
    }
  }
}
END_TEST

// GFC-linear: 1000 cells at D = 100 cells and 0.2 clocks per cell. Half a packet at half rate, the rest at a quarter.
START_TEST(limiter_follows_the_level) {
  struct limiter l;
  limiter_init(&l, UINT64_C(10000000000), 250000000, 100);
  limiter_level(&l, 0, 50);
  limiter_send(&l, 0, 1000, 1000);
  ck_assert_uint_eq(limiter_free(&l), 400);
  limiter_level(&l, 200, 75);
  ck_assert_uint_eq(limiter_free(&l), 200 + 400);
  limiter_level(&l, 300, 100);
  ck_assert_uint_eq(limiter_free(&l), UINT64_MAX);
  limiter_level(&l, 5000, 0);
  ck_assert_uint_eq(limiter_free(&l), 5000 + 75);
  limiter_level(&l, 6000, 100);  // nothing is owed, but the rate is 0
  ck_assert_uint_eq(limiter_free(&l), UINT64_MAX);
  limiter_level(&l, 7000, 99);
  ck_assert_uint_eq(limiter_free(&l), 7000);
}
END_TEST

// A host, and then a switch, that are told a level send at that rate, although there is a little more to send.
// Afterwards they send all there is. 1000 bytes are 50 clocks.
static const struct told {
  const char *scheme;
  uint16_t level;
  double times;  // longer between two packets
} tolds[] = {{"GFC", 1, 2}, {"GFC", 5, 32}, {"GFC", 10, 1024}, {"GFC_LINEAR", 30000, 2}, {"GFC_LINEAR", 58500, 40}};

static double frames_per_clock(struct network *n, const struct link_result *r, uint64_t clocks) {
  uint64_t frames = r->frames - r->messages, from = n->now;
  while (n->now < from + clocks) ck_assert(network_turn(n));
  return (double)(r->frames - r->messages - frames) / (double)(n->now - from);
}

// The message goes out at port 1 of switch 0, to the host, or port 0 of switch 1, to switch 0.
static void say_level(struct network *n, int sw, uint16_t level) {
  struct packet *p = packet_new(&n->pool, true);
  ck_assert_ptr_nonnull(p);
  p->bytes = MIN_FRAME;
  p->pause = (struct pause){.enable = 1, .time = {level}};
  fifo_put(&n->sw[sw].port[1 - sw].control, p);
  n->sw[sw].kicked |= UINT64_C(1) << (1 - sw);
  switch_activate(n, sw, n->now);
}

START_TEST(levels_are_obeyed) {
  const struct told *t = &tolds[_i];
  char mmu[128], flow[64];
  snprintf(mmu, sizeof mmu, "scheme: %s, buffer: 12MB, bm: 700KB, b0: 640KB", t->scheme);
  snprintf(flow, sizeof flow, "packet_bytes: 1000, gbps: %.6f", 40 * 1.05 / t->times);
  struct scenario *s = row(mmu, 2, flow);
  struct network *n;
  s->stop = s->flow[0].stop = s->duration = 100000000;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  for (int sw = 0; sw < 2; sw++) {
    const struct link_result *out = sw == 0 ? &n->result.link[1][1] : &n->result.link[0][0];  // x>S0, S0>S1
    double tolerance = 2 * t->times * 50 / 4000000;                                           // two packets
    frames_per_clock(n, out, 1000);
    say_level(n, sw, t->level);
    frames_per_clock(n, out, 100000);
    ck_assert_double_eq_tol(frames_per_clock(n, out, 4000000) * 50 * t->times, 1, tolerance);
    say_level(n, sw, 0);
    frames_per_clock(n, out, 500000);  // what was held back
    ck_assert_double_eq_tol(frames_per_clock(n, out, 4000000) * 50 * t->times, 1.05, tolerance);
  }
  network_free(n);
  scenario_free(s);
}
END_TEST

// Packets are no fluid: at level D the room left is less than one, all rates are 0, and conceptual GFC deadlocks where
// the practical one sends on at its last stage.
START_TEST(linear_may_stop) {
  static const struct {
    const char *mmu;
    enum verdict_kind verdict;
  } schemes_of_gfc[] = {{"tb/scenarios/mmu_gfc_linear.yaml", VERDICT_DEADLOCKED},
                        {"tb/scenarios/mmu_gfc.yaml", VERDICT_DRAINED}};
  for (int i = 0; i < 2; i++) {
    struct scenario *s = load_case_mmu(2, schemes_of_gfc[i].mmu);
    struct written w;
    s->stop = s->clock_hz / 20;
    s->duration = 4 * s->stop;
    for (int f = 0; f < s->flows; f++) s->flow[f].stop = s->stop;
    run(&w, s, (struct network_options){.engine = ENGINE_MODEL});
    ck_assert_int_eq(w.result.verdict.kind, schemes_of_gfc[i].verdict);
    if (i == 0) ck_assert_str_eq(w.cycle, "A:L1/0 waits for B:L2/0 waits for C:L3/0 waits for D:L4/0 waits for A:L1/0");
    ck_assert_uint_eq(w.result.lost, 0);
    forget(&w);
    scenario_free(s);
  }
}
END_TEST

static struct scenario *load_fig5(const char *mmu) { return load_mmu("tb/scenarios/fig5.yaml", mmu); }

// Bytes and Gb/s of a queue that was sampled last at or before a time.
static void sample_at(const struct written *w, const char *queue, double us, double *bytes, double *gbps) {
  char line[128];
  FILE *f = fmemopen(w->text[2], w->size[2], "r");
  ck_assert_ptr_nonnull(f);
  *bytes = *gbps = -1;
  while (fgets(line, sizeof line, f) != NULL) {
    char *at = strchr(line, ',');
    if (strtod(line, NULL) > us * 1000) break;
    if (strncmp(at + 1, queue, strlen(queue)) != 0) continue;
    *bytes = strtod(at + 1 + strlen(queue), &at);
    *gbps = strtod(at + 1, NULL);
  }
  fclose(f);
}

// Fig. 5 of GFC: conceptual GFC settles at 75 KB and 5 Gb/s, practical GFC in the stage of 5 Gb/s, PFC does not settle.
START_TEST(fig5) {
  struct written linear, stages, pfc;
  struct scenario *s[3] = {load_fig5("tb/scenarios/mmu_fig5_gfc_linear.yaml"),
                           load_fig5("tb/scenarios/mmu_fig5_gfc.yaml"), load_fig5(NULL)};
  run(&linear, s[0], (struct network_options){.engine = ENGINE_MODEL});
  run(&stages, s[1], (struct network_options){.engine = ENGINE_MODEL});
  run(&pfc, s[2], (struct network_options){.engine = ENGINE_MODEL});
  double bytes, gbps, least = 10, most = 0;
  for (double us = 300; us < 800; us += 50) {
    sample_at(&linear, "S,a,0,", us, &bytes, &gbps);
    ck_assert_double_eq_tol(bytes, 75000, 1500);
    ck_assert_double_eq_tol(gbps, 5, 0.001);
    sample_at(&stages, "S,a,0,", us, &bytes, &gbps);
    ck_assert(bytes >= 75000 && bytes < 87500);
    ck_assert_double_eq_tol(gbps, 5, 0.001);
    sample_at(&pfc, "S,a,0,", us, &bytes, &gbps);
    if (gbps < least) least = gbps;
    if (gbps > most) most = gbps;
  }
  ck_assert(least < 0.001 && most > 9.999);
  ck_assert_uint_eq(linear.result.lost + stages.result.lost + pfc.result.lost, 0);
  forget(&linear);
  forget(&stages);
  forget(&pfc);
  for (int i = 0; i < 3; i++) scenario_free(s[i]);
}
END_TEST

// A message has 64 bytes and says a new level; only one that is overtaken by a change back says what was said before.
START_TEST(feedback_is_counted) {
  struct scenario *s = load_fig5("tb/scenarios/mmu_fig5_gfc_linear.yaml");
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  const struct link_result *back = &r->link[0][0], *there = &r->link[0][1];  // S>a and a>S
  ck_assert_uint_gt(back->messages, 100);
  ck_assert_uint_eq(back->message_bytes, 64 * back->messages);
  ck_assert_uint_eq(back->messages, back->frames);
  ck_assert_uint_eq(there->messages, 0);
  ck_assert_uint_le(there->pauses + there->refreshes + there->resumes, back->messages);
  ck_assert_uint_gt(there->refreshes, 9 * back->messages / 10);
  struct report_feedback f = report_feedback(s, r, 0, 0);
  ck_assert_double_eq_tol(f.mean, 8.0 * 64 * (double)back->stop_messages / 800e-6 / 10e9, 1e-9);
  ck_assert_double_eq_tol(f.bound_worst, 64 * 8 / 25e-6 / 10e9, 1e-9);
  ck_assert_double_eq_tol(f.bound_steady, f.bound_worst / 8, 1e-12);
  ck_assert(f.burst >= f.late && f.closest >= f.burst && f.closest <= 1);
  network_free(n);
  scenario_free(s);
}
END_TEST

// ---- loss ----

// 1000 bytes of headroom for 10 KB that are under way when the pause is sent.
START_TEST(too_little_headroom_is_a_loss) {
  struct scenario *s = load_case(1);
  for (int i = 0; i < s->switches; i++) s->sw[i].regs[SLUICE_REG_HEADROOM] = 1000;
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  ck_assert_uint_gt(r->lost, 0);
  ck_assert_uint_eq(r->lost, r->sw[0].lost + r->sw[1].lost + r->sw[2].lost + r->sw[3].lost);
  ck_assert_uint_eq(r->lost, r->flow[0].lost + r->flow[1].lost);
  network_free(n);
  scenario_free(s);
}
END_TEST

// The last packet of a flow may be a few bytes, which take less than a clock: on the line it is a frame all the same.
START_TEST(short_rest_is_a_frame) {
  struct scenario *s = load_text(
      "name: rest\nclock_mhz: 100\ngbps: 40\ndelay_ns: 0\nduration_us: 100\nmmu: {scheme: STATIC, buffer: 1MB, "
      "headroom: 16KB, xoff: 9KB}\nswitches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
      "flows: [{name: f, from: x, to: y, bytes: 10001}, {name: g, from: x, to: y, bytes: 10001}]\n");
  struct written a, b;
  run(&a, s, (struct network_options){.engine = ENGINE_MODEL});
  run(&b, s, (struct network_options){.engine = ENGINE_MODEL, .every_clock = true});
  ck_assert_str_eq(a.text[0], b.text[0]);
  ck_assert_ptr_nonnull(strstr(a.text[0], "\"received_packets\": 11, \"received_bytes\": 10001"));
  ck_assert_int_eq(a.result.verdict.kind, VERDICT_DRAINED);
  forget(&a);
  forget(&b);
  scenario_free(s);
}
END_TEST

// What a run says of a flow.
static struct network *run_text(const char *text, struct scenario **s) {
  struct network *n;
  *s = load_text(text);
  ck_assert_int_eq(network_new(&n, *s, &(struct network_options){.engine = ENGINE_MODEL, .seed = (*s)->seed}),
                   NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  return n;
}

#define ONE_SWITCH                                                                                   \
  "mmu: {scheme: STATIC, buffer: 12MB, headroom: 80KB, xoff: 200KB}\nswitches: [{name: S}]\n"        \
  "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S}, " \
  "{name: e, switch: S}, {name: g, switch: S}, {name: h, switch: S}, {name: i, switch: S}, {name: z, switch: S}]\n"

// Eight flows of 1 MB to one host share its port: all is delivered, in the time that the port needs for 8 MB. The last
// packets arrive long after the sources have stopped.
START_TEST(finite_flows_complete) {
  struct scenario *s;
  struct network *n = run_text(
      "name: incast\nclock_mhz: 400\ngbps: 100\nduration_us: 5000\npacket_bytes: 1000\noverhead_bytes: 0\n" ONE_SWITCH
      "flows:\n  - {name: f0, from: a, to: z, bytes: 1MB}\n  - {name: f1, from: b, to: z, bytes: 1MB}\n"
      "  - {name: f2, from: c, to: z, bytes: 1MB}\n  - {name: f3, from: d, to: z, bytes: 1MB}\n"
      "  - {name: f4, from: e, to: z, bytes: 1MB}\n  - {name: f5, from: g, to: z, bytes: 1MB}\n"
      "  - {name: f6, from: h, to: z, bytes: 1MB}\n  - {name: f7, from: i, to: z, bytes: 1MB, start_us: 2}\n",
      &s);
  const struct network_result *r = network_result(n);
  uint64_t last = 0;
  for (int f = 0; f < 8; f++) {
    ck_assert_uint_eq(r->flow[f].sent, 1000);
    ck_assert_uint_eq(r->flow[f].sent_bytes, 1000000);
    ck_assert_uint_eq(r->flow[f].bytes, 1000000);
    ck_assert(report_complete(s, r, f));
    ck_assert_uint_eq(r->flow[f].start, f == 7 ? 800 : 0);
    double seconds = (double)report_completion(r, f) / (double)s->clock_hz;
    ck_assert_double_eq_tol(report_gbps(s, r, f), 8e-3 / seconds, 1e-9);
    if (r->flow[f].last > last) last = r->flow[f].last;
  }
  // 640 us for 8 MB at 100 Gb/s, and the way of the first packet: 80 ns, 2 us of wires, what the MMU takes
  ck_assert_double_ge((double)last / (double)s->clock_hz, 642.07e-6);
  ck_assert_double_le((double)last / (double)s->clock_hz, 643e-6);
  network_free(n);
  scenario_free(s);
}
END_TEST

// Alone it has the line, and so little of it that no packet has arrived when its source stops: 3,001 bytes in four
// frames, the last of 64 bytes. One that has its own stop fills its port before; what still arrives is not of its
// window.
START_TEST(no_rate_is_above_the_line) {
  struct scenario *s;
  struct network *n = run_text(
      "name: short\nclock_mhz: 400\ngbps: 100\nduration_us: 300\nstop_us: 200\npacket_bytes: 1000\n"
      "overhead_bytes: 0\njitter_ns: 3000\n" ONE_SWITCH
      "flows:\n  - {name: small, from: a, to: b, bytes: 3001}\n  - {name: stopped, from: c, to: d, stop_us: 100}\n"
      "  - {name: half, from: e, to: z}\n  - {name: other, from: g, to: z, stop_us: 150}\n"
      "  - {name: never, from: h, to: i, bytes: 1GB, start_us: 199.9}\n",
      &s);
  const struct network_result *r = network_result(n);
  ck_assert_uint_eq(r->flow[0].bytes, 3001);
  ck_assert(report_complete(s, r, 0));
  // 3,064 bytes at 100 Gb/s, 1,000 more through the switch, and 2 us on the wires
  ck_assert_double_ge((double)report_completion(r, 0) / (double)s->clock_hz, 2.25e-6);
  ck_assert_double_le((double)report_completion(r, 0) / (double)s->clock_hz, 2.4e-6);
  for (int f = 0; f < s->flows; f++) ck_assert_double_le(report_gbps(s, r, f), 100);
  ck_assert_double_ge(report_gbps(s, r, 1), 95);  // 100 us less 2.1 us
  ck_assert_uint_gt(r->flow[1].bytes, r->flow[1].window_bytes);
  ck_assert_uint_eq(r->flow[1].bytes, r->flow[1].sent_bytes);
  ck_assert(!report_complete(s, r, 1) && !report_complete(s, r, 4));
  ck_assert_uint_eq(r->flow[4].window_bytes, 0);
  network_free(n);
  scenario_free(s);
}
END_TEST

// Eight ports of 15 Gb/s bring 14.7 million packets of 1000 bytes a second, or 35.7 million of 400. Where the MMU
// cannot take them, it is said when the file is loaded, with the clock that will do, and in the run by how late the
// events are.
static const struct clocked {
  const char *mhz, *flow;
  bool slow;
} clockeds[] = {{"250", "", false},
                {"36", ", packet_bytes: 400", false},
                {"30", ", packet_bytes: 400", true},
                {"30", ", packet_bytes: 400, gbps: 10", false}};

START_TEST(slow_clock_is_said) {
  const struct clocked *k = &clockeds[_i];
  char text[1024];
  snprintf(text, sizeof text,
           "name: clock\nclock_mhz: %s\ngbps: 15\nduration_us: 1500\nstop_us: 500\npacket_bytes: 1000\n"
           "mmu: {scheme: STATIC, buffer: 12MB, headroom: 80KB, xoff: 200KB}\nswitches: [{name: S}]\n"
           "hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S},\n"
           "  {name: e, switch: S}, {name: f, switch: S}, {name: g, switch: S}, {name: h, switch: S}]\nflows:\n"
           "  - {name: f0, from: a, to: b%s}\n  - {name: f1, from: b, to: c%s}\n  - {name: f2, from: c, to: d%s}\n"
           "  - {name: f3, from: d, to: e%s}\n  - {name: f4, from: e, to: f%s}\n  - {name: f5, from: f, to: g%s}\n"
           "  - {name: f6, from: g, to: h%s}\n  - {name: f7, from: h, to: a%s}\n",
           k->mhz, k->flow, k->flow, k->flow, k->flow, k->flow, k->flow, k->flow, k->flow);
  struct scenario *s;
  struct network *n = run_text(text, &s);
  const struct network_result *r = network_result(n);
  ck_assert_int_eq(s->warnings, k->slow);
  ck_assert_int_eq(report_late(s, r, 0), k->slow);
  if (k->slow) ck_assert_ptr_nonnull(strstr(s->warning[0], "35.71 million packets a second"));
  if (k->slow) ck_assert_ptr_nonnull(strstr(s->warning[0], "give clock_mhz 36,"));
  network_free(n);
  scenario_free(s);
}
END_TEST

// A full line carries frames and 20 bytes with each: 10 Gb/s are 9.8 Gb/s of 1000-byte packets, 7.6 of 64-byte ones.
// The papers' scenarios leave them out, and a link may say something else.
static const struct wire {
  const char *network, *link;
  int packet;
  double share;  // of the line that is packets
} wires[] = {{"", "", 1000, 1000 / 1020.0},
             {"", "", 64, 64 / 84.0},
             {"overhead_bytes: 0\n", "", 64, 1},
             {"overhead_bytes: 0\n", ", overhead_bytes: 20", 64, 64 / 84.0},
             {"", ", overhead_bytes: 12", 500, 500 / 512.0}};

START_TEST(preamble_and_gap_are_on_the_wire) {
  const struct wire *w = &wires[_i];
  char text[1024];
  snprintf(text, sizeof text,
           "name: wire\nclock_mhz: 250\ngbps: 10\nduration_us: 400\nstop_us: 200\npacket_bytes: %d\n%s"
           "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB}\nswitches: [{name: S}]\n"
           "hosts: [{name: x, switch: S%s}, {name: y, switch: S%s}]\nflows: [{name: f, from: x, to: y}]\n",
           w->packet, w->network, w->link, w->link);
  struct scenario *s = load_text(text);
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  double late = 2 * 1000.0 / 200000;  // the way to y
  ck_assert_double_le(report_gbps(s, r, 0), 10 * w->share);
  ck_assert_double_ge(report_gbps(s, r, 0), 10 * w->share * (1 - late) - 0.1);
  ck_assert_double_le(report_busy(s, r, 0, 1), 1.001);
  ck_assert_double_ge(report_busy(s, r, 0, 1), 0.999);
  network_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(refused_registers_do_not_run) {
  struct scenario *s = load_case(1);
  s->sw[2].regs[SLUICE_REG_XON] = 50000;
  struct network *n;
  ck_assert_int_eq(network_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_REFUSED);
  network_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net");
  TCase *ports = tcase_create("ports");
  tcase_add_checked_fixture(ports, slow_setup, slow_teardown);
  tcase_add_test(ports, closing_gate_lets_the_packet_finish);
  tcase_add_test(ports, pause_message_waits_for_the_packet_and_overtakes_the_others);
  tcase_add_test(ports, host_timers_count_quanta);
  tcase_add_test(ports, memory_does_not_grow_with_time);
  suite_add_tcase(suite, ports);
  TCase *limiters = tcase_create("limiters");
  tcase_add_test(limiters, limiter_stages);
  tcase_add_test(limiters, limiter_does_not_drift);
  tcase_add_test(limiters, limiter_follows_the_level);
  suite_add_tcase(suite, limiters);
  TCase *runs = tcase_create("runs");
  tcase_set_timeout(runs, 300);
  tcase_add_loop_test(runs, same_seed_same_bytes, 0, SCHEMES);
  tcase_add_loop_test(runs, skipping_changes_nothing, 0, ANY);
  tcase_add_loop_test(runs, engines_agree, 0, 2 * CASES);
  tcase_add_test(runs, case1_drains);
  tcase_add_test(runs, case2_deadlocks);
  tcase_add_test(runs, case3_drains_although_all_links_pause);
  tcase_add_loop_test(runs, ttl_does_not_deadlock, 1, 4);
  tcase_add_loop_test(runs, gfc_does_not_deadlock, 1, 4);
  tcase_add_test(runs, bursts_match_the_closed_form);
  tcase_add_loop_test(runs, lives_end, 0, sizeof lives / sizeof lives[0]);
  tcase_add_loop_test(runs, routing_loops, 0, sizeof loops / sizeof loops[0]);
  tcase_add_loop_test(runs, levels_are_obeyed, 0, sizeof tolds / sizeof tolds[0]);
  tcase_add_test(runs, linear_may_stop);
  tcase_add_test(runs, fig5);
  tcase_add_test(runs, feedback_is_counted);
  tcase_add_test(runs, too_little_headroom_is_a_loss);
  tcase_add_test(runs, short_rest_is_a_frame);
  tcase_add_test(runs, finite_flows_complete);
  tcase_add_test(runs, no_rate_is_above_the_line);
  tcase_add_loop_test(runs, slow_clock_is_said, 0, sizeof clockeds / sizeof clockeds[0]);
  tcase_add_loop_test(runs, preamble_and_gap_are_on_the_wire, 0, sizeof wires / sizeof wires[0]);
  tcase_add_test(runs, refused_registers_do_not_run);
  suite_add_tcase(suite, runs);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
