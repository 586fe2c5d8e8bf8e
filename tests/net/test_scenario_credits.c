// The keys of scheme CBFC: values together, warnings, refusals, and the engines that cannot run it. `make check
// T=scenario_credits` repeats it.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

static const char *text_of(const char *mmu, const char *more) {
  static char text[1500];
  snprintf(text, sizeof text,
           "name: credits\nduration_us: 100\ncell_bytes: 64\nmmu: {scheme: CBFC, ports: 4, classes: 4, %s}\n"
           "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n%s",
           mmu, more);
  return text;
}

static const char network[] =
    "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n";

static struct scenario *load(const char *mmu) { return runs_load_text(text_of(mmu, network)); }

// A queue has its part of the buffer: 1,024,000 B / 64 / 16 queues are 1,000 cells, 500 credits.
START_TEST(defaults) {
  struct scenario *s = load("buffer: 1024000");
  ck_assert_uint_eq(s->sw[0].cfg.limits.phi, 1000);
  ck_assert_uint_eq(s->sw[0].cfg.shared, 0);
  ck_assert_uint_eq(s->credits.size, 128);
  ck_assert_uint_eq(s->credits.amount, 50);
  ck_assert_uint_eq(s->credits.freed_ps, UINT64_C(256000000));
  ck_assert(!s->credits.infiniband && !s->credits.dynamic && s->warnings == 0);
  scenario_free(s);
  s = load("buffer: 1024000, alpha: 1/4, credits: {kind: infiniband}");
  ck_assert_uint_eq(s->sw[0].cfg.limits.phi, 0);
  ck_assert_uint_eq(s->sw[0].cfg.shared, 16000);
  ck_assert_uint_eq(s->credits.size, 64);
  ck_assert(s->credits.infiniband && s->credits.dynamic && s->warnings == 0);
  scenario_free(s);
}
END_TEST

// Limits of the classes, as packets have them on a link: 20,000 B are 156 credits.
START_TEST(limits_of_the_classes) {
  struct scenario *s = load("buffer: 1MB, credits: {limits: [20000, 1KiB, 40000, 20000]}");
  static const uint32_t want[] = {156, 8, 312, 156};
  for (int c = 0; c < 4; c++) ck_assert_uint_eq(s->credits.limit[c], want[c]);
  ck_assert(s->credits.own_limits && s->warnings == 1);  // 8 credits and an amount of 50
  ck_assert_msg(strstr(s->warning[0], "link L, class 1: with 8 credits") != NULL, "%s", s->warning[0]);
  scenario_free(s);
  s = load("buffer: 1MB, credits: {limit: 20000}");
  for (int c = 0; c < 4; c++) ck_assert_uint_eq(s->credits.limit[c], 156);
  ck_assert(!s->credits.own_limits && s->warnings == 0);
  scenario_free(s);
  // a lossy class has no credits, so its limit is not judged
  s = load("buffer: 1MB, lossless: [0, 2, 3], credits: {limits: [20000, 1MB, 20000, 20000]}");
  ck_assert_int_eq(s->warnings, 0);
  scenario_free(s);
}
END_TEST

static const struct {
  const char *mmu, *text;
} warned[] = {
    {"buffer: 1MB, private: 20KB, credits: {limit: 21KB}", "packets may be lost"},
    {"buffer: 1MB, private: 20KB, credits: {credit_bytes: 100}", "packets may be lost"},  // 65 B: 2 cells, 1 credit
    {"buffer: 1MB, private: 8KB, credits: {amount: 8KB}", "a packet may wait for a full counter"},
    {"buffer: 1MB, private: 20KB, credits: {limits: [20KB, 20KB, 20KB, 21KB]}", "class 3: 164 credits exceed"},
    {"buffer: 1MB, xoff: 10KB", "xoff does nothing under CBFC"},
};

START_TEST(doubtful_values_warn) {
  struct scenario *s = load(warned[_i].mmu);
  ck_assert_int_eq(s->warnings, 1);
  ck_assert_msg(strstr(s->warning[0], warned[_i].text) != NULL, "%s", s->warning[0]);
  scenario_free(s);
}
END_TEST

static const struct {
  const char *mmu, *more, *text;
} refused[] = {
    {"buffer: 1MB, headroom: 10KB", "", "under CBFC no queue has headroom"},
    {"buffer: 1MB, private: 900", "", "a packet of 1000 bytes takes 8; raise private or buffer"},
    {"buffer: 1MB, credits: {kind: infiniband, credit_bytes: 128}", "", "a block of InfiniBand has 64 bytes"},
    {"buffer: 1MB, credits: {kind: token}", "", "use ultra_ethernet or infiniband"},
    {"buffer: 1MB, credits: {limit: 20KB, limits: [20KB, 20KB, 20KB, 20KB]}", "", "limits sets limit too"},
    {"buffer: 1MB, credits: {limits: [20KB, 20KB, 20KB]}", "", "4: limits has 3 values; give one for each of the 4"},
    {"buffer: 1MB, credits: {limits: [20KB, 20KB, 900, 20KB]}", "", "4: limits.2 is 900; it must be 1024"},
    {"buffer: 1MB, credits: {limits: [20KB, 20KB, 20 kb, 20KB]}", "", "4: limits.2"},
    {"buffer: 1MB, ttl: 5", "", "ttl is 5; it must be 2 to 4, the number of classes"},
    {"buffer: 1MB, tree_levels: 2", "", "4: CBFC does not halve the classes; leave tree_levels out"},
    {"buffer: 1MB, every_second_class: true", "", "4: CBFC does not halve the classes; leave every_second_class out"},
    {"buffer: 1MB, ttl: 2", "", "flow f passes 2 switches, TTL 2 lasts for 1"},
    {"buffer: 1MB", "watchdog: {detection_time_us: 100}\n", "under CBFC no queue is paused"},
};

START_TEST(bad_values_are_refused) {
  char more[500];
  snprintf(more, sizeof more, "%s%s", network, refused[_i].more);
  runs_refuse_text(text_of(refused[_i].mmu, more), refused[_i].text);
}
END_TEST

START_TEST(a_host_does_not_pause) {
  runs_refuse_text(text_of("buffer: 1MB",
                           "hosts: [{name: a, switch: A, pause: [{class: 0, from_us: 1}]}, {name: b, switch: B}]\n"
                           "flows: [{name: f, from: a, to: b}]\n"),
                   "under CBFC the switches understand credits, and no pauses");
}
END_TEST

START_TEST(only_the_event_engine_runs_it) {
  struct scenario *s = load("buffer: 1MB");
  struct error err;
  ck_assert_int_eq(clocked_fit_check(s, &err), EINVAL);
  ck_assert_msg(strstr(err.text, "RTL and clocked model do not have scheme CBFC") != NULL, "%s", err.text);
  ck_assert_msg(strstr(err.text, "--engine event") != NULL && strchr(err.text, '\n') == NULL, "%s", err.text);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario, credits");
  TCase *t = tcase_create("all");
  tcase_add_test(t, defaults);
  tcase_add_test(t, limits_of_the_classes);
  tcase_add_loop_test(t, doubtful_values_warn, 0, sizeof warned / sizeof warned[0]);
  tcase_add_loop_test(t, bad_values_are_refused, 0, sizeof refused / sizeof refused[0]);
  tcase_add_test(t, a_host_does_not_pause);
  tcase_add_test(t, only_the_event_engine_runs_it);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
