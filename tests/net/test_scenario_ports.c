// Tests amounts of single ports, and headroom that follows from rate, delay and packet size. make check
// T=scenario_ports repeats a failure.
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/simulation.h"
#include "tb/sim/traffic/random.h"
#include "tests/net/runs.h"
#include "tests/net/text.h"
#include "tests/suite.h"

static const struct sluice_limits *limits(const struct scenario *s, int sw, int port) {
  return sluice_limits_of(&s->sw[sw].cfg, port);
}

#define TWO(mmu, a, b, link)                                                                                   \
  "name: ports\nduration_us: 10\ngbps: 100\ndelay_ns: 200\nclock_mhz: 250\nmmu: {" mmu                         \
  "}\nswitches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B" link "}]\nhosts: [{name: x, switch: A" a \
  "}, {name: y, switch: B" b "}]\nflows: [{name: f, from: x, to: y}]\n"

// Port 0 of both switches is the link, port 1 the host. Two ports of eight classes.
START_TEST(keys_of_a_link_hold_at_both_ends) {
  struct scenario *s =
      runs_load_text(TWO("scheme: STATIC, buffer: 16MB, headroom: 100KB, private: 1KB, xoff: 50KB, xon: 40KB",
                         ", headroom: 300KB", ", xoff: 9KB, xon: 8KB", ", headroom: 200KB, private: 3KB, xoff: 70KB"));
  for (int sw = 0; sw < 2; sw++) {
    ck_assert_uint_eq(limits(s, sw, 0)->eta, 200000);
    ck_assert_uint_eq(limits(s, sw, 0)->phi, 3000);
    ck_assert_uint_eq(limits(s, sw, 0)->xoff, 70000);
    ck_assert_uint_eq(limits(s, sw, 0)->xon, 40000);  // that of mmu
  }
  ck_assert_uint_eq(limits(s, 0, 1)->eta, 300000);
  ck_assert_uint_eq(limits(s, 0, 1)->xoff, 50000);
  ck_assert_uint_eq(limits(s, 1, 1)->eta, 100000);
  ck_assert_uint_eq(limits(s, 1, 1)->xoff, 9000);
  ck_assert_uint_eq(limits(s, 1, 1)->xon, 8000);
  ck_assert_uint_eq(s->sw[0].cfg.shared, 16000000 - 8 * (200000 + 300000 + 3000 + 1000));
  ck_assert_uint_eq(s->sw[1].cfg.shared, 16000000 - 8 * (200000 + 100000 + 3000 + 1000));
  struct error err;
  ck_assert_int_eq(clocked_fit_registers(s, &err), 0);
  ck_assert(s->dims.port_limits);
  scenario_free(s);
}
END_TEST

// 2 (1000 + 64 + 2500) B by Eq. 15 for 100 Gb/s, 200 ns; 84 B of a control frame that has begun; 27 cycles of 4 ns
// at 12.5 B/ns until the message of 2 ports; one packet; 64 B and 5 cycles of other queues. 1500 ns: 2 x 16,250 B more.
// Quarter of the rate: the bytes of each time are a quarter.
START_TEST(headroom_follows_from_the_link) {
  struct scenario *s = runs_load_text(TWO("scheme: SIH, buffer: 16MB, alpha: 1", "", ", delay_ns: 1500", ", gbps: 25"));
  const uint64_t x = 2 * (1000 + 64 + 2500) + 84 + 23 * 50 + 1000 + 64 + 250;
  ck_assert_uint_eq(limits(s, 0, 1)->eta, x);
  ck_assert_uint_eq(limits(s, 1, 1)->eta, x + 2 * 16250);
  for (int sw = 0; sw < 2; sw++)
    ck_assert_uint_eq(limits(s, sw, 0)->eta, 2 * (1000 + 64 + 625) + 84 + 288 + 1000 + 64 + 63);
  ck_assert_int_eq(s->warnings, 0);
  scenario_free(s);
  // Switch B has a port without a link, which reserves as much as the largest port of B.
  s = runs_load_text(
      "name: ports\nduration_us: 10\nmmu: {scheme: SIH, buffer: 16MB, alpha: 1, classes: 1}\nswitches: [{name: A}, "
      "{name: B}]\nlinks: [{name: L, a: A, b: B}]\nhosts: [{name: x, switch: A}, {name: w, switch: A}, {name: y, "
      "switch: B, headroom: 100KB}]\nflows: [{name: f, from: x, to: y}]\n");
  ck_assert_uint_eq(limits(s, 1, 2)->eta, 100000);
  ck_assert_uint_eq(s->sw[1].cfg.shared, 16000000 - 200000 - limits(s, 1, 0)->eta);
  ck_assert_uint_lt(limits(s, 1, 0)->eta, 50000);
  scenario_free(s);
  // A round of messages has three more in native mode: of 50 bytes each at 100 Gb/s and 250 MHz.
  s = runs_load_text(TWO("scheme: DSH, buffer: 16MB, alpha: 1, mode: native", "", "", ""));
  ck_assert_uint_eq(s->sw[0].cfg.limits.eta, x + 150);
  scenario_free(s);
  // Equal links have equal headroom, which RTL and clocked model have too. A response time adds its bytes.
  struct error err;
  s = runs_load_text(TWO("scheme: DSH, buffer: 16MB, alpha: 1", "", "", "") "processing_ns: 300\n");
  ck_assert_uint_eq(s->sw[0].cfg.limits.eta, x + 3750);
  ck_assert_ptr_null(s->sw[0].cfg.port);
  ck_assert_int_eq(clocked_fit_check(s, &err), 0);
  scenario_free(s);
}
END_TEST

// Random links and schemes, several hosts that send to one slow port: derived headroom loses nothing. With the headroom
// of the shortest link at all ports, packets are lost.
static uint64_t losses(uint64_t seed, bool of_shortest) {
  static const char *const schemes[] = {"STATIC, xoff: 30KB", "SIH, alpha: 1/16", "DSH, alpha: 1/16"};
  static const int cells[] = {1, 64, 208}, rates[] = {25, 100, 400};
  uint64_t random = seed;
  char text[4096], all[32] = "";
  if (of_shortest) snprintf(all, sizeof all, ", headroom: 12KB");
  const char *scheme = schemes[random_below(&random, 3)];
  const int cell = cells[random_below(&random, 3)];
  int n = snprintf(text, sizeof text,
                   "name: links\nduration_us: 300\nclock_mhz: 1000\ncell_bytes: %d\npacket_bytes: 900\nmmu: {scheme: "
                   "%s, buffer: 24MB, shared: 500KB, lossless: [2, 5]%s}\nswitches: [{name: S, limit: [{link: z, gbps: "
                   "0.5}]}]\nhosts: [{name: z, switch: S}",
                   cell, scheme, all);
  for (int h = 0; h < 5; h++)
    n += snprintf(text + n, sizeof text - (size_t)n, ", {name: h%d, switch: S, gbps: %d, delay_ns: %u}", h,
                  rates[random_below(&random, 3)], h == 0 ? 3000 : 50 + random_below(&random, 4000));
  n += snprintf(text + n, sizeof text - (size_t)n, "]\nflows: [");
  for (int h = 0; h < 5; h++)
    n += snprintf(text + n, sizeof text - (size_t)n, "%s{name: f%d, from: h%d, to: z, class: %d, start_us: %u}",
                  h > 0 ? ", " : "", h, h, h % 2 == 0 ? 2 : 5, random_below(&random, 20));
  snprintf(text + n, sizeof text - (size_t)n, "]\n");
  struct scenario *s;
  struct simulation *x = runs_of_text(text, &s, RUNS_EVENT);
  const uint64_t lost = simulation_result(x)->lost;
  if (!of_shortest) ck_assert_int_eq(s->warnings, 0);
  simulation_free(x);
  scenario_free(s);
  return lost;
}

START_TEST(derived_headroom_loses_nothing) {
  uint64_t short_of = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    ck_assert_msg(losses(seed, false) == 0, "seed %d: packets were lost", (int)seed);
    short_of += losses(seed, true) > 0;
  }
  ck_assert_uint_gt(short_of, 6);
}
END_TEST

// Each port pauses at its own XOFF: the peaks of the queues differ by the difference of XOFF.
START_TEST(a_port_pauses_at_its_own_threshold) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      "name: own\nduration_us: 200\ngbps: 100\ndelay_ns: 100\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 50KB, "
      "private: 2KB, xoff: 30KB, classes: 1}\nswitches: [{name: S, limit: [{link: z, gbps: 0.001}]}]\nhosts: [{name: "
      "x, switch: S}, {name: y, switch: S, xoff: 90KB, private: 22KB}, {name: z, switch: S}]\nflows: [{name: f, from: "
      "x, to: z}, {name: g, from: y, to: z}]\n",
      &s, RUNS_EVENT);
  const struct switch_result *r = &simulation_result(n)->sw[0];
  ck_assert_uint_eq(r->queue[SIDE_INGRESS][1].most - r->queue[SIDE_INGRESS][0].most, 60000 + 20000);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

static const struct {
  const char *text, *says;
} bad[] = {
    {TWO("scheme: SIH, buffer: 16MB, headroom: 50KB, alpha: 1", ", headroom: 500", "", ""),
     ":9: switch A: HEADROOM is 500 cells, MAX_PACKET 1,000 does not fit it"},
    {TWO("scheme: STATIC, buffer: 16MB, headroom: 50KB, xoff: 9KB", ", xon: 10KB", "", ""),
     ":9: switch A: XON is 10,000 cells, above XOFF 9,000"},
    {TWO("scheme: STATIC, buffer: 16MB, headroom: 50KB, xoff: 9KB", "", "", ", headroom: 2MB"),
     ":6: switch A: pools exceed the buffer by 400,000 cells (private and headroom of all ports 16,400,000 + 0 shared "
     "> "
     "16,000,000); raise the buffer or lower a pool"},
    {TWO("scheme: GFC, buffer: 16MB, bm: 400KB, b0: 100KB", "", ", headroom: 50KB", ""),
     ":9: headroom of a port has no meaning under GFC; leave it out"},
    {TWO("scheme: TTL, buffer: 16MB, headroom: 50KB, alpha: 1", ", private: 1KB", "", ""),
     ":9: private of a port has no meaning under TTL; leave it out"},
    {TWO("scheme: SIH, buffer: 16MB, alpha: 1", ", headroom: x", "", ""),
     ":9: headroom is 'x'; give bytes such as 40000, 40KB or 16MiB"},
};

START_TEST(bad_amounts_of_a_port) {
  text_make();
  text_write(bad[_i].text, strlen(bad[_i].text));
  struct scenario *s;
  struct error err;
  ck_assert_int_ne(scenario_load(text_path, &s, &err), 0);
  text_remove();
  ck_assert_ptr_nonnull(strchr(err.text, ':'));
  ck_assert_str_eq(strchr(err.text, ':'), bad[_i].says);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario_ports");
  TCase *c = tcase_create("ports");
  tcase_set_timeout(c, 120);
  tcase_add_test(c, keys_of_a_link_hold_at_both_ends);
  tcase_add_test(c, headroom_follows_from_the_link);
  tcase_add_test(c, derived_headroom_loses_nothing);
  tcase_add_test(c, a_port_pauses_at_its_own_threshold);
  tcase_add_loop_test(c, bad_amounts_of_a_port, 0, sizeof bad / sizeof bad[0]);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
