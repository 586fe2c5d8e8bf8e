// Tests amounts of a configuration: lossy classes have no headroom, in every engine; amounts of more bits than the
// counters of RTL and clocked model have run in the event engine only. make check T=scenario_amounts repeats a failure.
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/simulation.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

#define NETWORK(mmu, flows)                                                              \
  "name: amounts\nduration_us: 100000\nstop_us: 90000\ngbps: 100\nmmu: {" mmu            \
  "}\nswitches: [{name: S, limit: [{link: z, gbps: 0.001}]}]\nhosts: [{name: x, switch:" \
  " S}, {name: y, switch: S}, {name: z, switch: S}]\nflows: [" flows "]\n"
#define ONE "{name: f, from: x, to: z, class: 3, bytes: 1MB}"

static const struct sluice_config *config(const struct scenario *s) { return &s->sw[0].cfg; }

// The clocked engines name the reason; the event engine runs.
static void only_events(struct scenario *s, const char *reason) {
  struct error err;
  ck_assert_int_ne(clocked_fit_registers(s, &err), 0);
  ck_assert_str_eq(err.text, reason);
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_EVENT_ONLY);
  simulation_free(n);
  n = runs_simulate(s, runs_engine(RUNS_EVENT));
  ck_assert_uint_eq(simulation_result(n)->lost, 0);
  ck_assert_uint_gt(simulation_result(n)->hops, 0);
  simulation_free(n);
}

// Three ports, eight classes, two of them lossless: 6 queues with headroom instead of 24. With headroom for all queues,
// 24 x 100 KB exceed this buffer of 2 MB.
static const struct {
  const char *text;
  uint64_t shared;
} lossy[] = {
    {NETWORK("scheme: STATIC, buffer: 2MB, headroom: 100KB, xoff: 200KB, lossless: [3, 4]", ONE), 1400000},
    {NETWORK("scheme: SIH, buffer: 2MB, headroom: 100KB, private: 1KB, alpha: 1, lossless: [3, 4]", ONE), 1376000},
    {NETWORK("scheme: DSH, buffer: 2MB, headroom: 100KB, alpha: 1, lossless: [3, 4]", ONE), 1700000},
};

START_TEST(lossy_classes_reserve_no_headroom) {
  struct scenario *s = runs_load_text(lossy[_i].text);
  ck_assert_uint_eq(config(s)->shared, lossy[_i].shared);
  struct error err;
  ck_assert_msg(clocked_fit_check(s, &err) == 0, "%s", err.text);
  scenario_free(s);
}
END_TEST

// Every lossless queue can fill its headroom, with the pool full: nothing is lost.
START_TEST(all_lossless_queues_fill_their_headroom) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      NETWORK("scheme: STATIC, buffer: 2MB, headroom: 100KB, xoff: 2MB, lossless: [3, 4]",
              "{name: a, from: x, to: z, class: 3}, {name: b, from: x, to: z, class: 4}, {name: c, from: y, to: z, "
              "class: 3}, {name: d, from: y, to: z, class: 4}"),
      &s, RUNS_EVENT);
  const struct switch_result *r = &simulation_result(n)->sw[0];
  ck_assert_uint_eq(r->peak_shared, 1400000);
  ck_assert_uint_gt(r->peak_headroom, 10000);
  ck_assert_uint_eq(r->lost, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// 64 GB of one-byte cells. The shared pool is 2^32 + 1000 bytes: with counters of 32 bits, the threshold would be 1000,
// and with saturation at 26 bits 67 MB, which pauses the queue of 200 MB.
START_TEST(buffers_of_64_gigabytes) {
  struct scenario *s = runs_load_text(
      NETWORK("scheme: SIH, buffer: 64GB, shared: 4294968296, private: 1MB, headroom: 100MB, alpha: 1, classes: 4",
              "{name: f, from: x, to: z, class: 3, bytes: 200MB}"));
  ck_assert_uint_eq(config(s)->buffer, UINT64_C(64000000000));
  struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
  ck_assert_uint_eq(simulation_result(n)->link[0][1].pauses, 0);
  ck_assert_uint_eq(simulation_result(n)->flow[0].sent_bytes, 200000000);
  simulation_free(n);
  only_events(s, "switch S: BUFFER is 64,000,000,000, at most 67,108,863 fits its 26 bits; raise width or cell_bytes");
  scenario_free(s);
}
END_TEST

// A pool of more than 2^32 cells is counted exactly: two queues hold 2.5 GB each, above no private cells.
START_TEST(peaks_of_more_than_32_bits) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      "name: deep\nduration_us: 60000\nstop_us: 50000\ngbps: 400\nclock_mhz: 1000\npacket_bytes: 16384\n"
      "mmu: {scheme: STATIC, buffer: 8GB, headroom: 1MB, xoff: 4GB, classes: 2}\n"
      "switches: [{name: S, limit: [{link: z, gbps: 0.001}]}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, "
      "{name: z, switch: S}]\nflows: [{name: f, from: x, to: z}, {name: g, from: y, to: z, class: 1}]\n",
      &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  const uint64_t sent = r->flow[0].sent_bytes + r->flow[1].sent_bytes;
  ck_assert_uint_gt(sent, UINT64_C(4900000000));
  ck_assert_uint_le(sent - r->sw[0].peak_shared, 2 * 16384);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(a_queue_of_2_to_the_32_cells_ends_the_run) {
  struct scenario *s = runs_load_text(
      "name: deep\nduration_us: 100000\nstop_us: 99000\ngbps: 400\nclock_mhz: 1000\npacket_bytes: 16384\n"
      "mmu: {scheme: STATIC, buffer: 8GB, headroom: 1MB, xoff: 7GB, classes: 1}\n"
      "switches: [{name: S, limit: [{link: z, gbps: 0.001}]}]\nhosts: [{name: x, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z}]\n");
  struct simulation *n;
  const struct network_options o = runs_engine(RUNS_EVENT);
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_LONG_QUEUE);
  ck_assert(network_status_of_input(NETWORK_LONG_QUEUE));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario_amounts");
  TCase *c = tcase_create("amounts");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, lossy_classes_reserve_no_headroom, 0, sizeof lossy / sizeof lossy[0]);
  tcase_add_test(c, all_lossless_queues_fill_their_headroom);
  tcase_add_test(c, buffers_of_64_gigabytes);
  tcase_add_test(c, peaks_of_more_than_32_bits);
  tcase_add_test(c, a_queue_of_2_to_the_32_cells_ends_the_run);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
