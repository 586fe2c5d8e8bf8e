// Tests sluice import with the settings of HPCC's simulator: congestion control, marks, and the notes about the rest.
// `make check T=import_settings` repeats it.
#define _POSIX_C_SOURCE 200809L
#include "tests/tools/imports.h"

START_TEST(hpcc_config) {
  write_all(HPCC, three, two_flows,
            "\nUSE_DYNAMIC_PFC_THRESHOLD 0\nERROR_RATE_PER_LINK 0.0000\nPAUSE_TIME 5\nLINK_DOWN 30 6 5\nMY_OWN 7\n"
            "SIMULATOR_STOP_TIME 40000000000000.00\n");
  has("  - {name: s5-s6, a: s5, b: s6, down_us: 30}\n");
  has_note("thresholds are dynamic; no effect of USE_DYNAMIC_PFC_THRESHOLD");
  has_note("mmu.pause_time has its default; no effect of PAUSE_TIME");
  has_note("config.txt:6: MY_OWN is not known; it has no effect");
  has_no_note("ERROR_RATE_PER_LINK");
  has_no_note("congestion");
  has("\nstop_us: 1482\n");
  ck_assert_ptr_null(strstr(text, "congestion"));
  write_all(HPCC, three, two_flows, "LINK_DOWN 0 0 0\n");
  ck_assert_ptr_null(strstr(text, "down_us"));
}
END_TEST

// ---- congestion control of HPCC ----

#define MAPS "KMAX_MAP 1 100000000000 1600\nKMIN_MAP 1 100000000000 400\nPMAX_MAP 1 100000000000 0.2\n"

// Values that differ from those of the set show that they are read.
static const char dcqcn_config[] =
    "ENABLE_QCN 1\nCC_MODE 1\nPACKET_PAYLOAD_SIZE 1500\nALPHA_RESUME_INTERVAL 2 {us}\nRATE_DECREASE_INTERVAL 5\n"
    "CLAMP_TARGET_RATE 1\nRP_TIMER 900 \nEWMA_GAIN 0.0625\nFAST_RECOVERY_TIMES 3\nRATE_AI 20Mb/s\nRATE_HAI 0.2Gbps\n"
    "MIN_RATE 100Mb/s\nL2_ACK_INTERVAL 4\nHAS_WIN 1\nVAR_WIN 1\nGLOBAL_T 1\nRATE_BOUND 1\nL2_BACK_TO_ZERO 0\n"
    "L2_CHUNK_SIZE 4000\nACK_HIGH_PRIO 0\nFAST_REACT 1\nU_TARGET 0.95\nMI_THRESH 0\nMULTI_RATE 0\n"
    "KMIN_MAP 2 50000000000 200 100000000000 400 {KB}\n"
    "KMAX_MAP 2 50000000000 800 100000000000 1600\nPMAX_MAP 2 100000000000 0.2 50000000000 0.2\n";

START_TEST(hpcc_dcqcn) {
  write_all(HPCC, three, two_flows, dcqcn_config);
  has("congestion: dcqcn\nsenders:\n  class: 1\n");
  has("ecn: {kmin: 400000, kmax: 1600000, pmax: 0.2, at_gbps: 100}\nscheduler: {strict: [1]}\n");
  has("  classes: 2\n");
  ck_assert_str_eq(csv, "source,destination,class,bytes,start_us\nh0,h2,0,200000,0\nh1,h3,0,1000,1.5\n");
  struct scenario *s = load();
  const struct congestion_parameters x = scenario_parameters(&s->policy[0], 100e9);
  for (int i = 0; i < s->warnings; i++)  // in a network of one switch ECMP and a scheduler have no effect
    ck_assert_msg(strstr(s->warning[i], "routing has no") != NULL || strstr(s->warning[i], "scheduler has no") != NULL,
                  "%s", s->warning[i]);
  ck_assert_int_eq(x.algorithm, CONGESTION_DCQCN);
  ck_assert_int_eq(s->senders.cls, 1);
  ck_assert_uint_eq(x.alpha_interval, 2000000);
  ck_assert_uint_eq(x.decrease_interval, 5000000);
  ck_assert_uint_eq(x.increase_interval, 900000000);
  ck_assert_uint_eq(x.ack_bytes, 4 * 1500);
  ck_assert_uint_eq(x.fast_stages, 3);
  ck_assert(x.gain == 0.0625 && x.additive_increase == 20e6 && x.hyper_increase == 200e6 && x.min_rate == 100e6);
  ck_assert(x.clamp_target && x.window && x.variable_window);
  const struct sluice_ecn ecn = scenario_ecn(s, 0, UINT64_C(100000000000));
  ck_assert_uint_eq(ecn.kmin, 400000);
  ck_assert_uint_eq(ecn.kmax, 1600000);
  ck_assert_int_eq(s->sw[0].ecn.classes, 3);  // acknowledgements are never marked
  scenario_free(s);
  has_note("congestion dcqcn does not use U_TARGET, MI_THRESH");
  has_note("acknowledgements have a class of their own, with priority; no effect of ACK_HIGH_PRIO");
  has_note("senders go back to the first missing byte; no effect of L2_CHUNK_SIZE");
  has_no_note("GLOBAL_T");
  has_no_note("RATE_BOUND");
}
END_TEST

// HPCC-PINT is HPCC with telemetry in a part of the packets.
START_TEST(hpcc_telemetry) {
  char config[512];
  snprintf(config, sizeof config,
           "CC_MODE %d\nRATE_AI 50Mb/s\nU_TARGET 0.9\nMI_THRESH 5\nHAS_WIN 1\nVAR_WIN 0\nRP_TIMER 300\nINT_MULTI 1\n"
           "RATE_BOUND 0\nMULTI_RATE 1\nGLOBAL_T 0\n" MAPS,
           _i == 0 ? 3 : 10);
  write_all(HPCC, three, two_flows, config);
  struct scenario *s = load();
  const struct congestion_parameters x = scenario_parameters(&s->policy[0], 100e9);
  ck_assert_int_eq(x.algorithm, CONGESTION_HPCC);
  ck_assert(x.additive_increase == 50e6 && x.target_utilization == 0.9 && x.stage_limit == 5);
  ck_assert(x.window && !x.variable_window && x.min_rate == 1e9);
  ck_assert_uint_eq(scenario_ecn(s, 1, UINT64_C(100000000000)).kmin, 400000);
  scenario_free(s);
  has_note("congestion hpcc does not use RP_TIMER");
  has_note("telemetry is exact, in each packet; no effect of INT_MULTI");
  has_note("senders keep to their rate; no effect of RATE_BOUND");
  has_note("a flow has one rate; no effect of MULTI_RATE");
  has_note("base_rtt_us is that of all flows; no effect of GLOBAL_T");
  if (_i == 1) has_note("CC_MODE 10, HPCC-PINT, is hpcc here, with telemetry in each packet");
}
END_TEST

static const struct {
  const char *config, *congestion, *note;
} modes[] = {
    {"CC_MODE 7\nRATE_AI 1Gbps\n" MAPS, NULL, "CC_MODE 7, TIMELY, is not known; give 1, 3 or 10"},
    {"CC_MODE 8\nRATE_AI 1Gbps\n" MAPS, NULL,
     "no congestion control; no effect of RATE_AI, KMIN_MAP, KMAX_MAP, PMAX_MAP"},
    {"ENABLE_QCN 0\nCC_MODE 1\n" MAPS, NULL, "ENABLE_QCN is 0, so that no rate changes"},
    {"ENABLE_QCN 0\nCC_MODE 3\n" MAPS, "hpcc", "congestion hpcc does not use KMIN_MAP, KMAX_MAP, PMAX_MAP"},
    {"ENABLE_QCN 1\n" MAPS, "dcqcn", "CC_MODE is not given; it is 1, DCQCN, as in HPCC's simulator"},
    {MAPS, "dcqcn", "CC_MODE is not given"},
    {"CC_MODE 1\n", "dcqcn", "KMIN_MAP is not given; switches mark by the values of congestion dcqcn"},
    {"ENABLE_QCN 1\nCNP_INTERVAL 50\nKMIN 40\nKMAX 1000\nPMAX 1.0\nNP_SAMPLING_INTERVAL 0\nDCTCP_GAIN 0.5\n",
     "ns3_rdma", NULL},
};

START_TEST(hpcc_modes) {
  char line[64] = "routing: ecmp\nmmu:";
  write_all(HPCC, three, two_flows, modes[_i].config);
  if (modes[_i].congestion != NULL) snprintf(line, sizeof line, "\ncongestion: %s\n", modes[_i].congestion);
  has(line);
  if (modes[_i].note != NULL) has_note(modes[_i].note);
  ck_assert_int_eq(strstr(text, "\necn: ") != NULL, modes[_i].congestion != NULL && m.marks > 0);
  if (modes[_i].note == NULL) {
    has("ecn: {kmin: 41200, kmax: 1030000, pmax: 1}\n");
    has_no_note("no effect");
    has("  gain: 0.5\n");
  }
  scenario_free(load());
}
END_TEST

// Each setting of HPCC's simulator, with a value that differs from the default. L2_ACK_INTERVAL and RATE_HAI come last,
// so that a list that is too short shows.
static const char *const every_key[] = {"USE_DYNAMIC_PFC_THRESHOLD 0",
                                        "TOPOLOGY_FILE a",
                                        "FLOW_FILE a",
                                        "TCP_FLOW_FILE a",
                                        "TRACE_FILE a",
                                        "TRACE_OUTPUT_FILE a",
                                        "FCT_OUTPUT_FILE a",
                                        "PFC_OUTPUT_FILE a",
                                        "QLEN_MON_FILE a",
                                        "QLEN_MON_START 1",
                                        "QLEN_MON_END 1",
                                        "QLEN_MON_INTERVAL 1",
                                        "BW_MON_FILE a",
                                        "BW_MON_INTERVAL 1",
                                        "RATE_MON_FILE a",
                                        "CNP_MON_FILE a",
                                        "QP_MON_INTERVAL 1",
                                        "MON_START 1",
                                        "MON_END 1",
                                        "ENABLE_TRACE 1",
                                        "APP_START_TIME 1",
                                        "APP_STOP_TIME 1",
                                        "PACKET_LEVEL_ECMP 1",
                                        "FLOW_LEVEL_ECMP 1",
                                        "DATA_RATE 1",
                                        "LINK_DELAY 1",
                                        "PAUSE_TIME 5",
                                        "ERROR_RATE_PER_LINK 0.1",
                                        "NP_SAMPLING_INTERVAL 1",
                                        "CLAMP_TARGET_RATE_AFTER_TIMER 1",
                                        "DCTCP_RATE_AI 1Gb/s",
                                        "L2_CHUNK_SIZE 4000",
                                        "L2_BACK_TO_ZERO 1",
                                        "ACK_HIGH_PRIO 0",
                                        "GLOBAL_T 0",
                                        "RATE_BOUND 0",
                                        "FAST_REACT 0",
                                        "MULTI_RATE 1",
                                        "SAMPLE_FEEDBACK 1",
                                        "INT_MULTI 2",
                                        "PINT_LOG_BASE 1.5",
                                        "PINT_PROB 0.5",
                                        "NEW_KEY 1",
                                        "ALPHA_RESUME_INTERVAL 2",
                                        "RATE_DECREASE_INTERVAL 5",
                                        "CLAMP_TARGET_RATE 1",
                                        "RP_TIMER 900",
                                        "EWMA_GAIN 0.5",
                                        "FAST_RECOVERY_TIMES 3",
                                        "RATE_AI 30Mb/s",
                                        "MIN_RATE 200Mb/s",
                                        "HAS_WIN 1",
                                        "VAR_WIN 1",
                                        "U_TARGET 0.9",
                                        "MI_THRESH 4",
                                        "L2_ACK_INTERVAL 4",
                                        "RATE_HAI 300Mb/s"};

static int words_in(const char *line, const char *word) {
  int count = 0;
  for (const char *at = line; (at = strstr(at, word)) != NULL; at += strlen(word)) {
    const char end = at[strlen(word)];
    count += (at == line || strchr(" ,", at[-1]) != NULL) && strchr(" ,", end) != NULL;
  }
  return count;
}

// A setting is a value of the senders, or one line names it, under each congestion control and without one.
START_TEST(every_setting_is_mapped_or_named) {
  static const int mode[] = {1, 3, 7, 8, 10};
  char config[4096];
  int mapped = 0;
  size_t used = (size_t)snprintf(config, sizeof config, "CC_MODE %d\n" MAPS, mode[_i]);
  for (int i = 0; i < COUNT(every_key); i++)
    used += (size_t)snprintf(config + used, sizeof config - used, "%s\n", every_key[i]);
  ck_assert_uint_lt(used, sizeof config);
  ck_assert_int_eq(read_files(HPCC, three, two_flows, config), 0);
  for (int i = 0; i < COUNT(every_key); i++) {
    char key[40];
    int named = 0;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(every_key[i], " "), every_key[i]);
    for (int k = 0; k < m.notes; k++) named += words_in(m.note[k], key);
    ck_assert_msg(named <= 1, "%s is named %d times", key, named);
    mapped += named == 0;
  }
  ck_assert_int_eq(mapped, m.senders);
  ck_assert_int_eq(mapped, mode[_i] == 1 ? 12 : mode[_i] == 7 || mode[_i] == 8 ? 0 : 7);
}
END_TEST

// Ports of 25 Gb/s to hosts, and of 100 Gb/s between the switches; s5 has only the latter.
#define MIXED \
  "6 3 5\n3 4 5\n0 3 25Gbps 1us 0\n1 3 25Gbps 1us 0\n2 4 25Gbps 1us 0\n3 5 100Gbps 1us 0\n4 5 100Gbps 1us 0\n"
#define OF_25_AND_100(a, b, c, d, e, f)                                                                          \
  "CC_MODE 1\nKMIN_MAP 2 25000000000 " #a " 100000000000 " #b "\nKMAX_MAP 2 25000000000 " #c " 100000000000 " #d \
  "\nPMAX_MAP 2 25000000000 " #e " 100000000000 " #f "\n"

static const struct {
  const char *config, *all, *of_s5;
  uint32_t kmin_25, kmin_100;
  bool note;
} of_rates[] = {
    {OF_25_AND_100(100, 400, 400, 1600, 0.2, 0.2), "ecn: {kmin: 100000, kmax: 400000, pmax: 0.2, at_gbps: 25}\n", NULL,
     100000, 400000, false},
    {OF_25_AND_100(100, 100, 400, 400, 0.2, 0.2), "ecn: {kmin: 100000, kmax: 400000, pmax: 0.2}\n", NULL, 100000,
     100000, false},
    {OF_25_AND_100(100, 150, 400, 400, 0.2, 0.1), "ecn: {kmin: 100000, kmax: 400000, pmax: 0.2, at_gbps: 25}\n",
     "  - {name: s5, level: 2, mmu: {alpha: 0.5}, ecn: {kmin: 150000, kmax: 400000, pmax: 0.1, at_gbps: 100}}\n",
     100000, 400000, true},
};

START_TEST(marks_of_rates) {
  write_all(HPCC, MIXED, NULL, of_rates[_i].config);
  has(of_rates[_i].all);
  if (of_rates[_i].of_s5 != NULL) has(of_rates[_i].of_s5);
  ck_assert_int_eq(strstr(text, ", ecn: ") != NULL, of_rates[_i].of_s5 != NULL);
  if (of_rates[_i].note)
    has_note("the marks of s3 at all ports are in proportion to those of 25 Gb/s, not as in the maps");
  else
    has_no_note("in proportion");
  struct scenario *s = load();
  const struct sluice_ecn at_25 = scenario_ecn(s, 0, UINT64_C(25000000000)),
                          at_100 = scenario_ecn(s, 0, UINT64_C(100000000000));
  ck_assert_uint_eq(at_25.kmin, of_rates[_i].kmin_25);
  ck_assert_uint_eq(at_100.kmin, of_rates[_i].kmin_100);
  ck_assert_uint_eq((uint64_t)at_100.kmax * at_25.kmin, (uint64_t)at_25.kmax * at_100.kmin);  // both grow with the rate
  scenario_free(s);
}
END_TEST

START_TEST(all_classes_have_data) {
  write_all(HPCC, three,
            "8\n0 2 0 1 1 0\n0 2 1 1 1 0\n0 2 2 1 1 0\n0 2 3 1 1 0\n0 2 4 1 1 0\n0 2 5 1 1 0\n0 2 6 1 1 0\n"
            "0 2 7 1 1 0\n",
            "CC_MODE 1\n" MAPS);
  has("  class: 7\n");
  has("  classes: 8\n");
  has_note("acknowledgements share class 7 with data, because data have all classes");
  ck_assert_ptr_null(strstr(text, "scheduler"));
  scenario_free(load());
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_test(t, hpcc_config);
  tcase_add_test(t, hpcc_dcqcn);
  tcase_add_loop_test(t, hpcc_telemetry, 0, 2);
  tcase_add_loop_test(t, hpcc_modes, 0, COUNT(modes));
  tcase_add_loop_test(t, every_setting_is_mapped_or_named, 0, 5);
  tcase_add_loop_test(t, marks_of_rates, 0, COUNT(of_rates));
  tcase_add_test(t, all_classes_have_data);
  Suite *s = suite_create("import_settings");
  suite_add_tcase(s, t);
  return suite_run(s);
}
