// The planner: every value of the papers that must come out, rounding to cells, and its scenario as the simulator runs
// it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "network.h"
#include "plan_main.h"
#include "plan_report.h"

// [DSH]: 32 x 100 Gb/s, 7 lossless classes, 2 us, 16 MiB, phi 3072 B, alpha 1/16.
static const struct plan_input dsh = {.ports = 32,
                                      .classes = 7,
                                      .mbps = 100000,
                                      .mtu = 1500,
                                      .min_packet = 64,
                                      .cell = 1,
                                      .wire_ns = 2000,
                                      .rtt_ns = 50000,
                                      .proc_ns = 3000,
                                      .buffer = 16 << 20,
                                      .phi = 3072,
                                      .alpha = -4,
                                      .scheme = SLUICE_DSH};

// [TTL]: a switch of 32 x 40 Gb/s with 8 classes and 300 m of copper.
static struct plan_input ttl(void) {
  struct plan_input in = dsh;
  in.classes = 8;
  in.mbps = 40000;
  in.wire_ns = 1500;
  in.phi = 0;
  return in;
}

static struct plan make(const struct plan_input *in) {
  struct plan p;
  char err[512] = "";
  ck_assert_msg(plan_make(in, &p, err, sizeof(err)) == 0, "%s", err);
  return p;
}

static struct plan_gfc gfc_at(uint64_t mbps) {
  struct plan_input in = dsh;
  in.mbps = mbps;
  in.wire_ns = 1000;
  return make(&in).gfc;
}

// ---- the values of the papers ----

START_TEST(ttl_eq15_headroom_with_60_quanta_is_21968) {
  struct plan_input in = ttl();
  ck_assert_uint_eq(plan_eq15(&in, 60), 21968);
  ck_assert_uint_eq(make(&in).eq15_60, 21968);
}
END_TEST

START_TEST(ttl_eq15_headroom_with_response_of_802_3_is_25680) {
  struct plan_input in = ttl();
  ck_assert_uint_eq(make(&in).quanta, 118);
  ck_assert_uint_eq(make(&in).eq15, 25680);
}
END_TEST

// The paper multiplies its rounded 22 KB; the exact product is 5,623,808 B.
START_TEST(ttl_headroom_of_a_switch_is_5632_kb) {
  struct plan_input in = ttl();
  struct plan p = make(&in);
  uint64_t queues = p.paper[PLAN_SIH].groups, rounded = (p.eq15_60 + 500) / 1000 * 1000;
  ck_assert_uint_eq(queues * rounded, 5632000);
  ck_assert_uint_eq(queues * p.eq15_60, 5623808);
}
END_TEST

START_TEST(work_conservation_is_64_mb_and_8_mb) {
  struct plan_input in = ttl();
  ck_assert_uint_eq(make(&in).nkcr, 64000000);
  ck_assert_uint_eq(make(&in).ncr, 8000000);
}
END_TEST

START_TEST(dsh_eta_is_56840) { ck_assert_uint_eq(make(&dsh).eq1, 56840); }
END_TEST

START_TEST(sih_headroom_is_12732160) { ck_assert_uint_eq(make(&dsh).paper[PLAN_SIH].headroom, 12732160); }
END_TEST

START_TEST(dsh_insurance_is_1818880) { ck_assert_uint_eq(make(&dsh).paper[PLAN_DSH].headroom, 1818880); }
END_TEST

START_TEST(shared_pool_is_3_36_mb_and_14_27_mb) {
  struct plan p = make(&dsh);
  ck_assert_uint_eq(p.paper[PLAN_SIH].phi, 688128);
  ck_assert_uint_eq(p.paper[PLAN_SIH].shared, 3356928);
  ck_assert_uint_eq(p.paper[PLAN_DSH].shared, 14270208);
}
END_TEST

START_TEST(shared_pool_ratio_is_4_25) {
  struct plan p = make(&dsh);
  ck_assert_double_eq_tol((double)p.paper[PLAN_DSH].shared / (double)p.paper[PLAN_SIH].shared, 4.25, 0.005);
}
END_TEST

START_TEST(gfc_tau_is_7_4_and_5_6_and_5_24_us) {
  ck_assert_double_eq_tol(gfc_at(10000).tau_ns, 7400, 1e-9);
  ck_assert_double_eq_tol(gfc_at(40000).tau_ns, 5600, 1e-9);
  ck_assert_double_eq_tol(gfc_at(100000).tau_ns, 5240, 1e-9);
}
END_TEST

// KB of 1000: exact.
START_TEST(gfc_2_c_tau_is_18_5_and_56_and_131_kb) {
  ck_assert_uint_eq(gfc_at(10000).two_c_tau, 18500);
  ck_assert_uint_eq(gfc_at(40000).two_c_tau, 56000);
  ck_assert_uint_eq(gfc_at(100000).two_c_tau, 131000);
}
END_TEST

START_TEST(gfc_feedback_worst_is_69_mbps) {
  ck_assert_double_eq_tol(gfc_at(10000).worst_bps, 69e6, 0.5e6);
  ck_assert_double_eq_tol(100 * gfc_at(10000).worst_bps / 10e9, 0.69, 0.005);
}
END_TEST

START_TEST(gfc_feedback_steady_is_8_6_mbps) {
  ck_assert_double_eq_tol(gfc_at(10000).steady_bps, 8.6e6, 0.05e6);
  ck_assert_double_eq_tol(100 * gfc_at(10000).steady_bps / 10e9, 0.086, 0.0005);
}
END_TEST

START_TEST(response_times_of_802_3) {
  static const uint32_t known[][2] = {{10000, 67},   {25000, 80},   {40000, 118}, {50000, 147},
                                      {100000, 394}, {200000, 453}, {400000, 905}};
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
    ck_assert_uint_eq(plan_response_quanta(known[i][0]), known[i][1]);
  ck_assert_uint_eq(plan_response_quanta(39999), 0);
}
END_TEST

// ---- cells ----

// The most cells that n bytes of packets of low..high bytes can take, by trying everything.
static uint64_t most_cells(uint32_t n, uint32_t low, uint32_t high, uint32_t cell) {
  uint32_t *best = calloc(n + 1, sizeof(*best)), result;
  ck_assert_ptr_nonnull(best);
  for (uint32_t i = 1; i <= n; i++) {
    best[i] = best[i - 1];
    for (uint32_t s = low; s <= high && s <= i; s++) {
      uint32_t with = best[i - s] + (s + cell - 1) / cell;
      if (with > best[i]) best[i] = with;
    }
  }
  result = best[n];
  free(best);
  return result;
}

static const uint32_t cell_sizes[] = {1, 8, 48, 63, 64, 65, 80, 127, 128, 129, 208, 256, 1000, 2048};

// No mix of packets takes more cells than the worst size alone, and that bound is reached but for one packet.
START_TEST(no_mix_of_packets_takes_more_cells) {
  static const uint32_t low[] = {64, 65, 100, 257, 300};
  struct plan_input in = dsh;
  in.cell = cell_sizes[_i];
  for (size_t i = 0; i < sizeof(low) / sizeof(*low); i++) {
    in.min_packet = low[i];
    uint32_t worst = plan_worst_packet(&in);
    for (uint32_t n = 64; n <= 5000; n += 1234) {
      uint64_t most = most_cells(n, low[i], in.mtu, in.cell), bound = plan_stream_cells(n, worst, in.cell);
      ck_assert_uint_le(most, bound);
      ck_assert_uint_le(bound, most + plan_cells(worst, in.cell));
    }
  }
}
END_TEST

START_TEST(worst_packet_is_a_cell_and_a_byte_or_the_smallest) {
  struct plan_input in = dsh;
  in.cell = 80;
  ck_assert_uint_eq(plan_worst_packet(&in), 81);
  in.cell = 256;
  ck_assert_uint_eq(plan_worst_packet(&in), 64);
  in.min_packet = 256;
  ck_assert_uint_eq(plan_worst_packet(&in), 257);
}
END_TEST

START_TEST(registers_hold_the_worst_stream_and_a_packet) {
  struct plan_input in = dsh;
  in.cell = 256;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.eq15, 78344);
  ck_assert_uint_eq(p.mmu, 2050);  // 7 + 2 + 32 clocks of 4 ns at 12.5 bytes a nanosecond
  ck_assert_uint_eq(p.cells[PLAN_DSH].eta, 80394 / 64 + 6);
  ck_assert_uint_eq(p.cells[PLAN_DSH].shared, 65536 - 224 * 12 - 32 * p.cells[PLAN_DSH].eta);
  ck_assert_uint_eq(p.cells[PLAN_SIH].shared, 0);
  ck_assert_uint_gt(p.cells[PLAN_SIH].missing, 0);
}
END_TEST

// ---- TTL weights, GFC stages ----

START_TEST(weights_never_promise_more_than_there_is) {
  struct plan_input in = ttl();
  ck_assert_uint_eq(make(&in).weight[7], 8192);
  in.classes = 7;
  ck_assert_uint_eq(make(&in).weight[0], 9362);
  in.classes = 1;
  ck_assert_uint_eq(make(&in).weight[0], 65535);
  in.partitions = 3;
  in.partition[0] = in.partition[1] = 1 << 20;
  in.partition[2] = 2 << 20;
  struct plan p = make(&in);
  ck_assert_int_eq(p.partitions, 3);
  ck_assert_uint_eq(p.weight[0], 16384);
  ck_assert_uint_eq(p.weight[2], 32768);
}
END_TEST

// [GFC] Theorem 4.1 and Eq. 5 hold in the registers: B1 <= Bm - 2*C*tau, B0 <= Bm - 4*C*tau; stage N is a cell wide.
START_TEST(gfc_stages_keep_both_bounds) {
  for (size_t i = 0; i < sizeof(cell_sizes) / sizeof(*cell_sizes); i++) {
    struct plan_input in = dsh;
    in.cell = cell_sizes[i];
    in.bm = 100000000;
    struct plan_gfc g = make(&in).gfc;
    int64_t bm = (int64_t)g.bm_cells, cell = in.cell;
    ck_assert_int_ge((bm - plan_stage_cells(&g, 0)) * cell, 2 * (int64_t)g.two_c_tau);
    ck_assert_int_ge((bm - plan_stage_cells(&g, 1)) * cell, (int64_t)g.two_c_tau);
    ck_assert_int_eq(plan_stage_cells(&g, g.stages + 1) - plan_stage_cells(&g, g.stages), 1);
    ck_assert_uint_eq(g.room & (g.room - 1), 0);
  }
}
END_TEST

// ---- the scenario ----

static char path[] = "/tmp/test_plan.XXXXXX";

static void make_path(void) {
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
}

static void remove_path(void) {
  unlink(path);
  strcpy(path, "/tmp/test_plan.XXXXXX");
}

static struct scenario *load(const struct plan_input *in, const struct plan *p) {
  struct scenario *s;
  char err[512] = "";
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  plan_fragment(in, p, f);
  fclose(f);
  ck_assert_msg(scenario_load(path, &s, err, sizeof(err)) == 0, "%s", err);
  return s;
}

// Packets of lossless classes lost, once the run has drained.
static uint64_t run(const struct scenario *s) {
  struct network *n;
  struct network_options o = {.engine = ENGINE_MODEL, .seed = s->seed};
  ck_assert_int_eq(network_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(network_run(n), NETWORK_OK);
  const struct network_result *r = network_result(n);
  uint64_t lost = r->lost;
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_gt(r->link[0][0].pauses + r->link[0][1].pauses, 0);
  network_free(n);
  return lost;
}

static const struct {
  int ports, classes;
  uint64_t mbps;
  uint32_t cell, mtu;
  uint64_t buffer;
  int alpha;
  enum sluice_scheme scheme;
} fragments[] = {
    {32, 7, 100000, 256, 1500, 16 << 20, -4, SLUICE_DSH}, {32, 8, 40000, 1, 1500, 12000000, -3, SLUICE_SIH},
    {64, 8, 400000, 208, 9216, 128 << 20, 0, SLUICE_DSH}, {3, 1, 10000, 80, 1500, 1000000, 3, SLUICE_SIH},
    {8, 3, 25000, 4096, 1518, 32000001, -1, SLUICE_SIH},  {48, 2, 200000, 64, 9000, 64 << 20, 1, SLUICE_DSH},
};

static struct plan_input fragment_input(int i) {
  struct plan_input in = dsh;
  in.ports = fragments[i].ports;
  in.classes = fragments[i].classes;
  in.mbps = fragments[i].mbps;
  in.cell = fragments[i].cell;
  in.mtu = fragments[i].mtu;
  in.buffer = fragments[i].buffer;
  in.alpha = fragments[i].alpha;
  in.scheme = fragments[i].scheme;
  in.phi = 3000;
  return in;
}

START_TEST(fragment_loads_as_these_registers_and_runs) {
  struct plan_input in = fragment_input(_i);
  struct plan p = make(&in);
  const struct plan_pools *pools = &p.cells[in.scheme == SLUICE_DSH ? PLAN_DSH : PLAN_SIH];
  struct scenario *s = load(&in, &p);
  const uint32_t *regs = s->sw[0].regs;
  ck_assert_int_eq(s->dims.ports, in.ports);
  ck_assert_int_eq(s->dims.classes, in.classes);
  ck_assert_uint_eq(regs[SLUICE_REG_SCHEME], in.scheme);
  ck_assert_uint_eq(regs[SLUICE_REG_BUFFER], p.buffer_cells);
  ck_assert_uint_eq(regs[SLUICE_REG_PRIVATE], p.phi_cells);
  ck_assert_uint_eq(regs[SLUICE_REG_HEADROOM], pools->eta);
  ck_assert_uint_eq(regs[SLUICE_REG_SHARED], pools->shared);
  ck_assert_uint_eq(regs[SLUICE_REG_MAX_PACKET], p.max_packet);
  ck_assert_uint_eq(regs[SLUICE_REG_DELTA_Q], 2 * p.max_packet);
  ck_assert_int_eq((int32_t)regs[SLUICE_REG_ALPHA], in.alpha);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// 64-byte packets in 256-byte cells over 4 km: Eq. 1 divided by the cell loses packets, the planner's registers do not.
START_TEST(bytes_divided_by_the_cell_lose_packets) {
  struct plan_input in = dsh;
  in.ports = 4;
  in.classes = 1;
  in.mbps = 10000;
  in.wire_ns = 20000;
  in.cell = 256;
  in.alpha = 3;
  in.scheme = SLUICE_SIH;
  struct plan p = make(&in);
  in.mtu = 64;
  struct scenario *s = load(&in, &p);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
  p.cells[PLAN_SIH].eta = plan_cells(p.eq1, in.cell);
  s = load(&in, &p);
  ck_assert_uint_gt(run(s), 0);
  scenario_free(s);
}
END_TEST

// ---- the command line ----

// Runs the planner as a program. Returns its exit status; what it said is in text.
static int command(const char *line, int stream, char *text, size_t size) {
  static char copy[512], *argv[64];
  int argc = 0, ends[2], status;
  snprintf(copy, sizeof(copy), "%s", line);
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) argv[argc++] = word;
  argv[argc] = NULL;
  ck_assert_int_eq(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    if (freopen("/dev/null", "w", stream == STDERR_FILENO ? stdout : stderr) == NULL) _exit(99);
    dup2(ends[1], stream);
    close(ends[0]);
    close(ends[1]);
    exit(plan_main(argc, argv));
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t n; length < size - 1 && (n = read(ends[0], text + length, size - 1 - length)) > 0;) length += (size_t)n;
  text[length] = '\0';
  close(ends[0]);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status));
  return WEXITSTATUS(status);
}

#define GOOD "plan --ports 32 --classes 7 --gbps 100 --delay-us 2 --buffer 16MiB --cell 256 --private 3072"

static const struct {
  const char *line, *says;
} bad[] = {
    {"plan", "--ports is missing"},
    {"plan --ports 4 --classes 2 --gbps 10 --buffer 1MB", "--delay-us or --length-m is missing"},
    {GOOD " --ports 0", "ports is '0'"},
    {GOOD " --ports 65", "1 to 64"},
    {GOOD " --ports -1", "ports is '-1'"},
    {GOOD " --classes 9", "1 to 8"},
    {GOOD " --gbps 0", "0.001 to 1000"},
    {GOOD " --gbps nan", "gbps is 'nan'"},
    {GOOD " --gbps 1e2", "gbps is '1e2'"},
    {GOOD " --gbps 33", "no response time of 802.3"},
    {GOOD " --length-m 3", "given twice"},
    {GOOD " --buffer 16M", "40000, 40KB or 16MiB"},
    {GOOD " --buffer 99999999999", "at most"},
    {GOOD " --buffer 9999999KB", "at most"},
    {GOOD " --mtu 63", "64 to 16384"},
    {GOOD " --mtu 70000", "64 to 16384"},
    {GOOD " --min-packet 1501", "64 to 1500"},
    {GOOD " --cell 0", "cell is 0"},
    {GOOD " --alpha 1/3", "alpha is '1/3'"},
    {GOOD " --alpha 4", "-7 to 3"},
    {GOOD " --quanta 65536", "1 to 65535"},
    {GOOD " --clock-mhz 100", "it must be 196"},
    {GOOD " --bm 1KB", "2*C*tau"},
    {GOOD " --partitions 1MB,,1MB", "a partition is ''"},
    {GOOD " --partitions 1MB,1KB", "partition 1 is 1000 B"},
    {GOOD " --partitions 9MB,9MB", "in all"},
    {GOOD " --partitions 1,1,1,1,1,1,1,1,1", "at most 8"},
    {GOOD " --scheme TTL", "give SIH or DSH"},
    {GOOD " --headroom 1", "give eq1 or eq15"},
    {GOOD " extra", "'extra' is not an option"},
    {GOOD " --scheme SIH", "SIH needs"},
    {GOOD " --ports 2", "at least 3"},
    {GOOD " --out /dev/null", "is not a file"},
};

// One line, exit status 2, and the file that was there is as it was.
START_TEST(bad_command_line) {
  char line[512], text[4096];
  snprintf(line, sizeof(line), "plan --out %s %s", path, bad[_i].line + strlen("plan"));
  ck_assert_int_eq(command(line, STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, bad[_i].says) != NULL, "%s", text);
  ck_assert_ptr_eq(strchr(text, '\n'), text + strlen(text) - 1);
  FILE *f = fopen(path, "r");
  ck_assert_int_eq(fgetc(f), EOF);
  fclose(f);
}
END_TEST

START_TEST(good_command_line) {
  char text[16384];
  ck_assert_int_eq(command(GOOD " --alpha 1/16", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "56840 B"));
  ck_assert_ptr_nonnull(strstr(text, "4.25 x"));
  ck_assert_ptr_nonnull(strstr(text, "packets of 64 B, the worst"));
  ck_assert_ptr_nonnull(strstr(text, "7 equal partitions: 9362 each"));
}
END_TEST

START_TEST(length_is_5_ns_a_metre) {
  static const char rest[] = "--ports 32 --classes 8 --gbps 40 --buffer 12MB";
  char line[512], of_length[16384], of_delay[16384];
  snprintf(line, sizeof(line), "plan %s --length-m 300", rest);
  ck_assert_int_eq(command(line, STDOUT_FILENO, of_length, sizeof(of_length)), 0);
  snprintf(line, sizeof(line), "plan %s --delay-us 1.5", rest);
  ck_assert_int_eq(command(line, STDOUT_FILENO, of_delay, sizeof(of_delay)), 0);
  ck_assert_str_eq(of_length, of_delay);
  ck_assert_ptr_nonnull(strstr(of_length, "21968 B"));
}
END_TEST

START_TEST(out_is_a_scenario_that_runs) {
  char line[512], text[16384], err[512] = "";
  struct scenario *s;
  snprintf(line, sizeof(line), "%s --out %s", GOOD, path);
  ck_assert_int_eq(command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_msg(scenario_load(path, &s, err, sizeof(err)) == 0, "%s", err);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

static TCase *values(void) {
  TCase *t = tcase_create("values");
  tcase_add_test(t, ttl_eq15_headroom_with_60_quanta_is_21968);
  tcase_add_test(t, ttl_eq15_headroom_with_response_of_802_3_is_25680);
  tcase_add_test(t, ttl_headroom_of_a_switch_is_5632_kb);
  tcase_add_test(t, work_conservation_is_64_mb_and_8_mb);
  tcase_add_test(t, dsh_eta_is_56840);
  tcase_add_test(t, sih_headroom_is_12732160);
  tcase_add_test(t, dsh_insurance_is_1818880);
  tcase_add_test(t, shared_pool_is_3_36_mb_and_14_27_mb);
  tcase_add_test(t, shared_pool_ratio_is_4_25);
  tcase_add_test(t, gfc_tau_is_7_4_and_5_6_and_5_24_us);
  tcase_add_test(t, gfc_2_c_tau_is_18_5_and_56_and_131_kb);
  tcase_add_test(t, gfc_feedback_worst_is_69_mbps);
  tcase_add_test(t, gfc_feedback_steady_is_8_6_mbps);
  tcase_add_test(t, response_times_of_802_3);
  return t;
}

static TCase *registers(void) {
  TCase *t = tcase_create("registers");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, no_mix_of_packets_takes_more_cells, 0, sizeof(cell_sizes) / sizeof(*cell_sizes));
  tcase_add_test(t, worst_packet_is_a_cell_and_a_byte_or_the_smallest);
  tcase_add_test(t, registers_hold_the_worst_stream_and_a_packet);
  tcase_add_test(t, weights_never_promise_more_than_there_is);
  tcase_add_test(t, gfc_stages_keep_both_bounds);
  return t;
}

static TCase *files(void) {
  TCase *t = tcase_create("files");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, make_path, remove_path);
  tcase_add_loop_test(t, fragment_loads_as_these_registers_and_runs, 0, sizeof(fragments) / sizeof(*fragments));
  tcase_add_test(t, bytes_divided_by_the_cell_lose_packets);
  tcase_add_loop_test(t, bad_command_line, 0, sizeof(bad) / sizeof(*bad));
  tcase_add_test(t, good_command_line);
  tcase_add_test(t, length_is_5_ns_a_metre);
  tcase_add_test(t, out_is_a_scenario_that_runs);
  return t;
}

int main(void) {
  Suite *suite = suite_create("plan");
  suite_add_tcase(suite, values());
  suite_add_tcase(suite, registers());
  suite_add_tcase(suite, files());
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
