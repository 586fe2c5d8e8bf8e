// Every numeric key of a scenario refuses invalid values, with one line that names the key; its limits are valid.
// `make check T=scenario_numbers` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/files/yaml_text.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tests/suite.h"

static const char pauses[] =
    "name: all\nduration_us: 100\n"
    "mmu: {scheme: STATIC, ports: 4, buffer: 2MB, headroom: 16KB, xoff: 40KB}\n"
    "switches: [{name: A, limit: [{link: L, gbps: 30}], ingress_limit: [{link: a, gbps: 30}]}, {name: B}]\nlinks: "
    "[{name: L, a: A, b: B}]\n"
    "hosts: [{name: a, switch: A, pause: [{class: 0, from_us: 1, to_us: 2}]}, {name: b, switch: B}]\n"
    "watchdog: {detection_time_us: 5000000}\n"
    "flows: [{name: f, from: a, to: b}]\n"
    "traffic: [{name: t, pattern: uniform, bytes: 2KB, load: 0.1}]\n"
    "trace: {series: [{queues: [all], what: [ingress]}]}\n";
static const char shifts[] =
    "name: all\nduration_us: 100\nmmu: {scheme: STATIC, buffer: 2MB}\nswitches: [{name: A}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: A}, {name: c, switch: A}]\n"
    "traffic: [{name: t, pattern: shift, bytes: 2KB}]\n";
static const char ttl[] =
    "name: all\nduration_us: 100\n"
    "mmu: {scheme: TTL, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/16, ttl: 3, partitions: [0, 320KB, 320KB]}\n"
    "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n";
static const char tree[] =
    "name: all\nduration_us: 100\n"
    "mmu: {scheme: TTL, ports: 4, buffer: 12MB, headroom: 16KB, alpha: 1/16, tree_levels: 2}\n"
    "switches: [{name: A}]\nhosts: [{name: a, switch: A}, {name: b, switch: A}]\nflows: [{name: f, from: a, to: b}]\n";
static const char gfc[] =
    "name: all\nduration_us: 100\nmmu: {scheme: GFC, ports: 4, buffer: 12MB, bm: 72KB, b0: 7KB}\n"
    "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n";
static const char burst[] =
    "name: all\nduration_us: 100\nmmu: {scheme: DSH, ports: 4, buffer: 2MB, headroom: 16KB, alpha: 1/8}\n"
    "switches: [{name: A}]\nhosts: [{name: a, switch: A}, {name: b, switch: A}]\n"
    "flows: [{name: f, from: a, to: b, start_us: 10}]\n"
    "search: {flows: [f], bytes_from: 2KB, bytes_to: 1MB}\n";

static const char loop[] =
    "name: all\nduration_us: 100\n"
    "mmu: {scheme: STATIC, ports: 4, buffer: 2MB, headroom: 16KB, xoff: 40KB}\n"
    "congestion: dcqcn\nsenders: {set: hpcc_dcqcn}\necn: {kmin: 10KB, kmax: 20KB}\n"
    "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n";

static const char credits[] =
    "name: all\nduration_us: 100\nmmu: {scheme: CBFC, ports: 4, buffer: 12MB, private: 64KB, credits: {amount: 6400}}\n"
    "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n";

static const struct {
  const char *base, *key;
} keys[] = {
    {pauses, "clock_mhz"},
    {pauses, "cell_bytes"},
    {pauses, "packet_bytes"},
    {pauses, "gbps"},
    {pauses, "delay_ns"},
    {pauses, "overhead_bytes"},
    {pauses, "duration_us"},
    {pauses, "stop_us"},
    {pauses, "seed"},
    {pauses, "ecmp_seed"},
    {pauses, "jitter_ns"},
    {pauses, "reroute_us"},
    {gfc, "processing_ns"},
    {pauses, "mmu.ports"},
    {pauses, "mmu.classes"},
    {pauses, "mmu.width"},
    {pauses, "mmu.buffer"},
    {pauses, "mmu.private"},
    {pauses, "mmu.shared"},
    {pauses, "mmu.headroom"},
    {pauses, "mmu.max_packet"},
    {pauses, "mmu.xoff"},
    {pauses, "mmu.xon"},
    {pauses, "mmu.pause_time"},
    {pauses, "mmu.refresh"},
    {burst, "mmu.delta_q"},
    {burst, "mmu.delta_p"},
    {burst, "mmu.alpha"},
    {ttl, "mmu.ttl"},
    {tree, "mmu.tree_levels"},
    {ttl, "mmu.partitions.1"},
    {gfc, "mmu.bm"},
    {gfc, "mmu.b0"},
    {gfc, "mmu.stages"},
    {gfc, "mmu.feedback_period_us"},
    {credits, "mmu.credits.limit"},
    {credits, "mmu.credits.credit_bytes"},
    {credits, "mmu.credits.overhead_bytes"},
    {credits, "mmu.credits.amount"},
    {credits, "mmu.credits.freed_period_us"},
    {credits, "mmu.credits.consumed_period_us"},
    {credits, "mmu.credits.message_loss"},
    {credits, "mmu.credits.frame_loss"},
    {credits, "mmu.ttl"},
    {pauses, "switches.A.mmu.xoff"},
    {pauses, "switches.A.limit.0.gbps"},
    {pauses, "switches.A.ingress_limit.0.gbps"},
    {pauses, "switches.A.level"},
    {pauses, "links.L.gbps"},
    {pauses, "links.L.delay_ns"},
    {pauses, "links.L.overhead_bytes"},
    {pauses, "links.L.down_us"},
    {pauses, "links.L.up_us"},
    {pauses, "switches.A.clock_mhz"},
    {pauses, "hosts.a.gbps"},
    {pauses, "hosts.a.delay_ns"},
    {pauses, "hosts.a.pause.0.class"},
    {pauses, "hosts.a.pause.0.from_us"},
    {pauses, "hosts.a.pause.0.to_us"},
    {pauses, "hosts.a.pause.0.quanta"},
    {pauses, "hosts.a.pause.0.refresh_us"},
    {pauses, "hosts.a.pause.0.jitter_us"},
    {pauses, "watchdog.detection_time_us"},
    {pauses, "watchdog.restoration_time_us"},
    {pauses, "watchdog.poll_interval_us"},
    {pauses, "flows.f.gbps"},
    {pauses, "flows.f.bytes"},
    {pauses, "flows.f.packet_bytes"},
    {pauses, "flows.f.start_us"},
    {pauses, "flows.f.stop_us"},
    {pauses, "flows.f.class"},
    {pauses, "flows.f.ttl"},
    {pauses, "traffic.t.senders"},
    {shifts, "traffic.t.shift"},
    {pauses, "traffic.t.bytes"},
    {pauses, "traffic.t.load"},
    {pauses, "traffic.t.period_us"},
    {pauses, "traffic.t.start_us"},
    {pauses, "traffic.t.until_us"},
    {pauses, "traffic.t.class"},
    {pauses, "traffic.t.packet_bytes"},
    {pauses, "traffic.t.seed"},
    {pauses, "trace.sample_ns"},
    {pauses, "trace.series.0.every_ns"},
    {burst, "search.bytes_from"},
    {burst, "search.bytes_to"},
    {loop, "ecn.kmin"},
    {loop, "ecn.kmax"},
    {loop, "ecn.pmax"},
    {loop, "ecn.at_gbps"},
    {loop, "senders.class"},
    {loop, "senders.frame_bytes"},
    {loop, "senders.min_rate_mbps"},
    {loop, "senders.base_rtt_us"},
    {loop, "senders.ack_bytes"},
    {loop, "senders.cnp_interval_us"},
    {loop, "senders.gain"},
    {loop, "senders.first_alpha"},
    {loop, "senders.alpha_interval_us"},
    {loop, "senders.decrease_interval_us"},
    {loop, "senders.increase_interval_us"},
    {loop, "senders.byte_counter"},
    {loop, "senders.fast_stages"},
    {loop, "senders.additive_increase_mbps"},
    {loop, "senders.hyper_increase_mbps"},
    {loop, "senders.target_utilization"},
    {loop, "senders.stage_limit"},
    {loop, "senders.gamma"},
    {loop, "senders.rto_us"},
    {loop, "senders.rto_limit"},
    {loop, "flows.f.after_delay_ns"},
    {loop, "trace.rates_ns"},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

// Loads the base with one setting. Returns the status and the text of an error.
static int load(const char *base, const char *key, const char *value, struct error *err) {
  char path[] = "/tmp/test_numbers.XXXXXX";
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(write(fd, base, strlen(base)), (ssize_t)strlen(base));
  close(fd);
  const struct yaml_setting set = {key, value, "SET", true};
  const struct scenario_source from = {.path = path, .set = &set, .sets = key != NULL};
  struct scenario *s = NULL;
  int status = scenario_load_from(&from, &s, err);
  if (status == 0) scenario_free(s);
  unlink(path);
  return status;
}

START_TEST(bases_are_right) {
  static const char *const bases[] = {pauses, ttl, tree, gfc, burst, loop, credits};
  struct error err;
  ck_assert_msg(load(bases[_i], NULL, NULL, &err) == 0, "%s", err.text);
}
END_TEST

static bool listed(const char *name) {
  for (int i = 0; i < KEYS; i++) {
    const char *dot = strrchr(keys[i].key, '.');
    if (strcmp(dot != NULL ? dot + 1 : keys[i].key, name) == 0) return true;
  }
  return false;
}

// Every key of the schema with a number is in the list above. Amounts are texts there.
static void check_listed(const struct yaml_field *f) {
  for (; f->key != NULL; f++) {
    if (f->type == YAML_STRUCT) check_listed(f->fields);
    if (f->type == YAML_ARRAY && f->fields->type == YAML_STRUCT) check_listed(f->fields->fields);
    bool number = f->type == YAML_UINT32 || f->type == YAML_UINT64 || f->type == YAML_DECIMAL;
    ck_assert_msg(!number || listed(f->key), "%s is not listed", f->key);
  }
}

START_TEST(all_numbers_are_listed) { check_listed(scenario_schema.fields); }
END_TEST

// The bounds of a number are those that its message names. Numbers without bounds here are checked elsewhere.
static int check_bounds(const struct yaml_field *f) {
  int checked = 0;
  for (; f->key != NULL; f++) {
    double low, high;
    if (f->type == YAML_STRUCT) checked += check_bounds(f->fields);
    if (f->type == YAML_ARRAY && f->fields->type == YAML_STRUCT) checked += check_bounds(f->fields->fields);
    if (f->range == NULL || f->high == 0) continue;
    const char *from = strpbrk(f->range, "0123456789");
    ck_assert_msg(sscanf(from, "%lg to %lg", &low, &high) == 2, "%s: %s", f->key, f->range);
    ck_assert_msg(f->low == low && f->high == high, "%s: %s, not %g to %g", f->key, f->range, f->low, f->high);
    ck_assert_int_eq(f->whole, strstr(f->range, "whole") != NULL);
    checked++;
  }
  return checked;
}

START_TEST(bounds_are_those_of_the_messages) { ck_assert_int_gt(check_bounds(scenario_schema.fields), 80); }
END_TEST

START_TEST(no_value) {
  static const char *const values[] = {
      "-300", "-0", "-1.5", "nan", ".nan", "inf", "1e999", "0x10", "5.5.5", "'1 2'", "99999999999999999999999999"};
  const char *key = strrchr(keys[_i].key, '.') != NULL ? strrchr(keys[_i].key, '.') + 1 : keys[_i].key;
  bool alpha = strcmp(key, "alpha") == 0;
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    struct error err = {.text = ""};
    int status = load(keys[_i].base, keys[_i].key, values[i], &err);
    ck_assert_msg(status == EINVAL, "%s: %s is taken", keys[_i].key, values[i]);
    ck_assert_msg(strncmp(err.text, "SET: ", 5) == 0 && strstr(err.text, key) != NULL && strchr(err.text, '\n') == NULL,
                  "%s: %s: %s", keys[_i].key, values[i], err.text);
    if (values[i][0] == '-' && !alpha)
      ck_assert_msg(strstr(err.text, ", which is negative; give ") != NULL, "%s: %s", keys[_i].key, err.text);
  }
}
END_TEST

// Amounts of ten and more digits are numbers like others.
START_TEST(large_amounts) {
  struct error err;
  ck_assert_msg(load(pauses, "flows.f.bytes", "10000000000", &err) == 0, "%s", err.text);
  ck_assert_msg(load(pauses, "flows.f.bytes", "1125899906842624", &err) == 0, "%s", err.text);
  ck_assert_int_eq(load(pauses, "flows.f.bytes", "1125899906842625", &err), EINVAL);
  ck_assert_int_eq(load(pauses, "flows.f.bytes", "18446744073709551616", &err), EINVAL);
  ck_assert_int_eq(load(pauses, "flows.f.bytes", "18014398509481985KB", &err), EINVAL);
}
END_TEST

static const char wide[] =
    "name: all\nduration_us: 100\ncell_bytes: 2\ngbps: 100\n"
    "mmu: {scheme: STATIC, ports: 4, buffer: 100MB, headroom: 20KB, xoff: 40KB, max_packet: 16384}\n"
    "switches: [{name: A}]\nhosts: [{name: a, switch: A}, {name: b, switch: A}]\nflows: [{name: f, from: a, to: b}]\n";

// The least and the most that a key takes, and a number just outside. NULL: another key limits it.
static const struct {
  const char *base, *key, *below, *least, *most, *above;
} limits[] = {
    {pauses, "clock_mhz", "0.999", NULL, "4000", "4000.001"},
    {pauses, "cell_bytes", "0", "1", "4096", "4097"},
    {wide, "packet_bytes", "63", "64", "16384", "16385"},
    {wide, "gbps", "0.0009", "0.001", "6400", "6400.001"},
    {wide, "flows.f.gbps", "0.0009", "0.001", "100", "100.001"},
    {wide, "overhead_bytes", NULL, "0", "64", "65"},
    {wide, "duration_us", "0", "1", "1000000000", "1000000001"},
    {pauses, "flows.f.ttl", "0", "1", "255", "256"},
    {pauses, "flows.f.class", NULL, "0", "7", "8"},
    {wide, "flows.f.packet_bytes", "63", "64", "16384", "16385"},
    {pauses, "traffic.t.load", "0.0000009", "0.000001", "1", "1.000001"},
    {shifts, "traffic.t.shift", "0", "1", "2", "3"},
    {pauses, "mmu.pause_time", "16", NULL, "65535", "65536"},
    {wide, "mmu.ports", "1", "2", "512", "513"},
    {wide, "mmu.classes", "0", "1", "8", "9"},
    {tree, "mmu.tree_levels", "0", "1", "8", "9"},
    {pauses, "mmu.width", NULL, NULL, "28", "29"},
    {credits, "mmu.credits.limit", "1023", "1024", "134217600", "134217728"},
    {credits, "mmu.credits.credit_bytes", "0", "1", "4096", "4097"},
    {credits, "mmu.credits.overhead_bytes", NULL, "0", "64", "65"},
    {credits, "mmu.credits.amount", "6399", "6400", "262144", "262145"},
    {credits, "mmu.credits.freed_period_us", "0.09", "0", "1000000", "1000001"},
    {credits, "mmu.credits.consumed_period_us", "0.09", "0.1", "1000000", "1000001"},
    {credits, "mmu.credits.message_loss", NULL, "0", "0.999", "1"},
    {credits, "mmu.credits.frame_loss", NULL, "0", "0.999", "1"},
    {credits, "mmu.ttl", "1", "3", "8", "9"},
    {loop, "senders.frame_bytes", "63", "64", "1500", "1501"},
    {loop, "senders.fast_stages", "0", "1", "1000", "1001"},
    {loop, "senders.rto_limit", "0", "1", "1000", "1001"},
};

START_TEST(limits_are_taken) {
  const char *const inside[] = {limits[_i].least, limits[_i].most};
  const char *const outside[] = {limits[_i].below, limits[_i].above};
  struct error err = {.text = ""};
  for (int i = 0; i < 2; i++) {
    if (inside[i] != NULL)
      ck_assert_msg(load(limits[_i].base, limits[_i].key, inside[i], &err) == 0, "%s %s: %s", limits[_i].key, inside[i],
                    err.text);
    if (outside[i] != NULL)
      ck_assert_msg(load(limits[_i].base, limits[_i].key, outside[i], &err) == EINVAL, "%s: %s is taken",
                    limits[_i].key, outside[i]);
  }
}
END_TEST

START_TEST(near_name_in_a_list) {
  static const char spine[] =
      "name: all\nduration_us: 100\nmmu: {scheme: STATIC, ports: 4, buffer: 2MB, headroom: 16KB, xoff: 40KB}\n"
      "switches: [{name: leaf}, {name: spine}]\nlinks: [{name: L, a: leaf, b: spine}]\n"
      "hosts: [{name: a, switch: leaf}, {name: b, switch: spine}]\nflows: [{name: f, from: a, to: b}]\n";
  struct error err = {.text = ""};
  ck_assert_int_eq(load(spine, "switches.spin.mmu.xoff", "30KB", &err), EINVAL);
  ck_assert_msg(strstr(err.text, "the list has no element 'spin'") != NULL && strstr(err.text, "spine") != NULL, "%s",
                err.text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario, numbers");
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, bases_are_right, 0, 7);
  tcase_add_test(t, all_numbers_are_listed);
  tcase_add_test(t, bounds_are_those_of_the_messages);
  tcase_add_loop_test(t, no_value, 0, KEYS);
  tcase_add_test(t, large_amounts);
  tcase_add_test(t, near_name_in_a_list);
  tcase_add_loop_test(t, limits_are_taken, 0, sizeof limits / sizeof limits[0]);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
