// Tests the planner's credits against runs of the event engine: a link with data in both directions is never idle with
// the planned credits, and a link with data in one direction is idle with two packets less. `make check
// T=plan_credits` repeats it.
#include <stdio.h>

#include "tb/cli/plan/plan_credits.h"
#include "tests/net/runs.h"
#include "tests/suite.h"
#include "tests/tools/plan_input.h"

static const struct {
  enum plan_credit_kind kind;
  uint64_t mbps, wire_ns, amount;
  uint32_t mtu;
} cases[] = {{PLAN_ULTRA_ETHERNET, 100000, 500, 0, 1500}, {PLAN_ULTRA_ETHERNET, 400000, 50000, 0, 4096},
             {PLAN_ULTRA_ETHERNET, 10000, 5000, 0, 9000}, {PLAN_ULTRA_ETHERNET, 100000, 5000, 100000, 4096},
             {PLAN_INFINIBAND, 100000, 500, 0, 4096},     {PLAN_INFINIBAND, 10000, 5000, 64, 1500},
             {PLAN_INFINIBAND, 40000, 5000, 20000, 2048}};
enum { CASES = sizeof cases / sizeof cases[0] };

// Bytes that arrive from A to B until the stop of the sources.
static uint64_t arrive(const struct plan_input *in, const struct plan *p, const struct plan_credits *x,
                       uint64_t credits, bool both_ways) {
  char text[1500];
  const unsigned long long us = 20 + 8 * x->loop_ns / 1000;
  snprintf(
      text, sizeof text,
      "name: planned\nclock_mhz: %g\ngbps: %g\ndelay_ns: 0\npacket_bytes: %u\nduration_us: %llu\n"
      "mmu: {scheme: CBFC, classes: 1, buffer: 1GB, private: 200MB, credits: {kind: %s, limit: %llu, amount: %llu, "
      "freed_period_us: 0, consumed_period_us: 0}}\n"
      "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B, delay_ns: %llu}]\n"
      "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows:\n  - {name: f, from: a, to: b}\n%s",
      p->clock_khz / 1e3, (double)in->mbps / 1000, in->mtu, us,
      in->credits == PLAN_INFINIBAND ? "infiniband" : "ultra_ethernet", (unsigned long long)credits * x->size,
      (unsigned long long)x->amount * x->size, (unsigned long long)in->wire_ns,
      both_ways ? "  - {name: back, from: b, to: a}\n" : "");
  struct scenario *s;
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const uint64_t bytes = simulation_result(n)->flow[0].window_bytes;
  ck_assert_uint_eq(simulation_result(n)->lost, 0);
  simulation_free(n);
  scenario_free(s);
  return bytes;
}

START_TEST(planned_credits_fill_the_link) {
  struct plan_input in = dsh;
  in.credits = cases[_i].kind;
  in.mbps = cases[_i].mbps;
  in.wire_ns = cases[_i].wire_ns;
  in.amount = cases[_i].amount;
  in.mtu = cases[_i].mtu;
  in.buffer = UINT64_C(1) << 34;
  const struct plan p = make(&in);
  const struct plan_credits x = plan_credits_make(&in, &p, 0);
  ck_assert_uint_le(x.needed, x.most);
  const uint64_t more = 2 * x.needed < x.most ? 2 * x.needed : x.most, two = 2 * x.packet;
  ck_assert_uint_eq(arrive(&in, &p, &x, x.needed, true), arrive(&in, &p, &x, more, true));
  ck_assert_uint_lt(arrive(&in, &p, &x, x.needed - two, false), arrive(&in, &p, &x, more, false));
}
END_TEST

// An amount that is no multiple of a credit is rounded down.
START_TEST(amounts_are_rounded_down) {
  struct plan_input in = dsh;
  in.credits = PLAN_INFINIBAND;
  in.amount = 4159;
  ck_assert_uint_eq(plan_credits_make(&in, &(struct plan){.clock_khz = 250000}, 0).amount, 64);
  in.amount = 4160;
  ck_assert_uint_eq(plan_credits_make(&in, &(struct plan){.clock_khz = 250000}, 0).amount, 65);
}
END_TEST

// The parts of a loop, each rounded up: three largest frames with 20 B of overhead each and an ordered set of 8 B, at
// the rate; 7 cycles of the MMU; the wire and a gearbox, both ways; the datapath. The packets that pass in that time
// are rounded up too: at 7 Mb/s, four packets of 88 B of line take 402,285.7 ns.
START_TEST(parts_of_a_loop) {
  static const struct {
    uint64_t mbps, wire_ns, datapath_ns, gearbox_ns, loop_ns;
    uint32_t mtu, clock_khz, packets;
  } t[] = {{7, 2000, 0, 0, 4000 + 297143 + 45, 64, 156250, 4},  // 297,142.9 ns and 44.8 ns
           {8, 2000, 0, 0, 4000 + 260000 + 28, 64, 250000, 4},  // without a rest
           {8, 2000, 300, 0, 4300 + 260000 + 28, 64, 250000, 4},
           {8, 2000, 0, 100, 4200 + 260000 + 28, 64, 250000, 4},
           {7, 45699, 1, 0, 402285, 68, 250000, 4},
           {7, 45700, 0, 0, 402286, 68, 250000, 5}};
  for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
    struct plan_input in = dsh;
    in.credits = PLAN_INFINIBAND;
    in.amount = 64;
    in.mbps = t[i].mbps;
    in.wire_ns = t[i].wire_ns;
    in.datapath_ns = t[i].datapath_ns;
    in.gearbox_ns = t[i].gearbox_ns;
    in.mtu = t[i].mtu;
    const struct plan p = {.clock_khz = t[i].clock_khz, .lossless = 3};
    const struct plan_credits x = plan_credits_make(&in, &p, 0);
    ck_assert_uint_eq(x.loop_ns, t[i].loop_ns);
    ck_assert_uint_eq(x.packet, t[i].mtu > 64 ? 2 : 1);
    ck_assert_uint_eq(x.needed, x.packet * t[i].packets);
    ck_assert_uint_eq(x.bytes, 64 * x.needed);
    ck_assert_uint_eq(x.all, 32 * 2 * x.bytes);  // ports and lossless classes
  }
}
END_TEST

// [docs/hardware/credits.md]: the width of InfiniBand ends a wire of 1 km at 100 Gb/s with packets of 4,096 bytes, less
// what the packet, the frame and the MMU take of the loop; that of Ultra Ethernet is beyond any.
START_TEST(a_counter_ends_the_wire) {
  struct plan_input in = dsh;
  in.mtu = 4096;
  in.buffer = UINT64_C(1) << 34;
  in.credits = PLAN_INFINIBAND;
  in.amount = 64;
  const struct plan p = make(&in);
  const struct plan_credits ib = plan_credits_make(&in, &p, 0);
  ck_assert_uint_eq(ib.most, 2048);
  ck_assert(ib.longest_m > 900 && ib.longest_m < 1054);
  in.wire_ns = ib.longest_m * 5;
  ck_assert_uint_le(plan_credits_make(&in, &p, 0).needed, 2048);
  in.wire_ns += 5 * 40;  // another packet
  ck_assert_uint_gt(plan_credits_make(&in, &p, 0).needed, 2048);
  in.credits = PLAN_ULTRA_ETHERNET;
  in.amount = 0;
  ck_assert_uint_gt(plan_credits_make(&in, &p, 0).longest_m, 1000000);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("planner, credits");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, amounts_are_rounded_down);
  tcase_add_test(t, parts_of_a_loop);
  tcase_add_loop_test(t, planned_credits_fill_the_link, 0, CASES);
  tcase_add_test(t, a_counter_ends_the_wire);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
