// Tests the planner's files and command line: the planned scenario loads with the planned registers and runs without
// loss, and each wrong option gives one message. `make check T=plan_files` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/cli/plan/plan_registers.h"
#include "tb/cli/plan/plan_report.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/simulation.h"
#include "tests/suite.h"
#include "tests/tools/plan_command.h"
#include "tests/tools/plan_input.h"

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
  struct error err = {""};
  ck_assert_msg(plan_fragment_check(in, p, &err) == 0, "%s", err.text);
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  plan_fragment(in, p, f);
  fclose(f);
  ck_assert_msg(scenario_load(path, &s, &err) == 0, "%s", err.text);
  return s;
}

// Returns the lost packets of lossless classes after the network has drained.
static uint64_t run(const struct scenario *s) {
  struct simulation *n;
  struct network_options o = {.event = true, .threads = 1, .seed = s->seed};
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  const struct network_result *r = simulation_result(n);
  uint64_t lost = r->lost;
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_gt(r->link[0][0].pauses + r->link[0][1].pauses, 0);
  simulation_free(n);
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
    {8, 3, 25000, 4096, 1518, 64000001, -1, SLUICE_SIH},  {48, 2, 200000, 64, 9000, 64 << 20, 1, SLUICE_DSH},
    {32, 8, 40000, 1, 1500, 16 << 20, -4, SLUICE_TTL},    {8, 3, 100000, 80, 1500, 16 << 20, -7, SLUICE_TTL},
    {3, 2, 10000, 256, 9000, 32 << 20, 3, SLUICE_TTL},    {4, 8, 800000, 192, 9216, 160 << 20, 0, SLUICE_SIH},
    {4, 2, 100, 64, 1518, 1 << 20, 0, SLUICE_DSH},        {32, 8, 10000, 1, 1500, 32 << 20, 0, SLUICE_GFC},
    {8, 3, 100000, 80, 1500, 32 << 20, 0, SLUICE_GFC},    {3, 2, 400000, 1, 9000, 96 << 20, 0, SLUICE_GFC},
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
  if (in.scheme == SLUICE_SIH || in.scheme == SLUICE_DSH)
    in.phi = 3000;
  else
    in.phi = 0;
  return in;
}

static void check_pools(const struct plan_input *in, const struct plan *p, const struct sluice_config *cfg) {
  const struct plan_pools *pools = &p->cells[in->scheme == SLUICE_DSH ? PLAN_DSH : PLAN_SIH];
  ck_assert_uint_eq(cfg->limits.phi, p->phi_cells);
  ck_assert_uint_eq(cfg->limits.eta, pools->eta);
  ck_assert_uint_eq(cfg->shared, pools->shared);
  ck_assert_uint_eq(cfg->delta_q, 2 * p->max_packet);
  ck_assert_int_eq(cfg->alpha, in->alpha);
}

// The loader computes the weights itself. They must equal the planner's.
static void check_ttl(const struct plan_input *in, const struct plan *p, const struct sluice_config *cfg) {
  ck_assert_int_eq(cfg->ttl0, in->classes);
  for (int i = 0; i < in->classes; i++) {
    ck_assert_uint_eq(cfg->partition[i], p->ttl.partition_cells[i]);
    ck_assert_uint_eq(cfg->weight[i], p->ttl.weight[i]);
  }
  ck_assert_uint_eq(cfg->limits.eta, p->cells[PLAN_SIH].eta);
  ck_assert_uint_eq(cfg->shared, p->ttl.shared);
  ck_assert_uint_eq(cfg->delta_q, 2 * p->max_packet);
  ck_assert_int_eq(cfg->alpha, in->alpha);
}

static void check_gfc(const struct plan *p, const struct sluice_config *cfg) {
  ck_assert_uint_eq(cfg->limits.phi, p->gfc.b_cells);
  ck_assert_uint_eq(cfg->stage_top, p->gfc.bm_cells);
  ck_assert_uint_eq(cfg->stage_base, p->gfc.bm_cells - p->gfc.d_cells);
  ck_assert_int_eq(cfg->stages, p->gfc.stages);
  ck_assert(cfg->count_leading_zeros);
}

// No pause expires before its refresh (docs/hardware/messages.md), if each message is taken in one cycle.
static void check_times(const struct plan_input *in, const struct sluice_config *cfg) {
  uint64_t pause = cfg->pause_time, refresh = cfg->refresh, step = cfg->quanta_step;
  uint64_t round = (2 * (uint64_t)in->ports + 2) * 2 * step / 16;
  ck_assert_uint_ge(pause, 2 * refresh);
  ck_assert_uint_gt((in->ports > 32 ? 32 : 64) * refresh, step);
  ck_assert_uint_ge(512 * (refresh - 2), round + 8 * (in->mtu + ETHERNET_OVERHEAD) + 8 * step / 16);
}

// The registers of a bring-up are those of the scenario.
static void check_values(const struct plan_input *in, const struct plan *p, const struct sluice_config *loaded) {
  const struct sluice_dims dims = {in->ports, in->classes, p->width, 1u << in->scheme};
  uint32_t regs[SLUICE_REGS];
  struct error err = {""};
  ck_assert_msg(plan_register_values(in, p, regs, &err) == 0, "%s", err.text);
  for (int i = 0; i < SLUICE_REGS; i++)
    if (sluice_register_built(&dims, i))
      ck_assert_msg(regs[i] == sluice_config_value(loaded, i), "%s: expected %" PRIu64 ", got %" PRIu32,
                    sluice_register_name(i), sluice_config_value(loaded, i), regs[i]);
}

START_TEST(fragment_loads_as_these_registers_and_runs) {
  struct plan_input in = fragment_input(_i);
  struct plan p = make(&in);
  struct scenario *s = load(&in, &p);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_int_eq(s->dims.ports, in.ports);
  ck_assert_int_eq(s->dims.classes, in.classes);
  ck_assert_uint_eq(cfg->scheme, in.scheme);
  ck_assert_uint_eq(cfg->buffer, p.buffer_cells);
  ck_assert_uint_eq(cfg->max_packet, p.max_packet);
  check_times(&in, cfg);
  check_values(&in, &p, cfg);
  ck_assert_int_eq(s->warnings, 0);
  if (in.scheme == SLUICE_TTL)
    check_ttl(&in, &p, cfg);
  else if (in.scheme == SLUICE_GFC)
    check_gfc(&p, cfg);
  else
    check_pools(&in, &p, cfg);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// Packets of 64 bytes in cells of 256 bytes over 4 km. Registers of Eq. 1 divided by the cell size lose packets, the
// planner's registers do not.
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
  p.cells[PLAN_SIH].eta = headroom_packet_cells(p.eq1, in.cell);
  s = load(&in, &p);
  ck_assert_uint_gt(run(s), 0);
  scenario_free(s);
}
END_TEST

// Two senders of lossless frames of 1024 bytes; both ports of the switch are busy with lossy frames of 9100 bytes in
// the other direction, behind which each pause waits.
static struct scenario *load_two_mtus(const struct plan_input *in, const struct plan *p) {
  struct scenario *s;
  struct error err = {""};
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  fprintf(f, "name: two\nclock_mhz: %u\nduration_us: 20000\nstop_us: 4000\n", p->clock_mhz);
  plan_head(in, p, f);
  plan_section(in, p, f);
  fprintf(f, "switches: [{name: S}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}]\n");
  fprintf(f, "flows:\n  - {name: f, from: a, to: c}\n  - {name: g, from: b, to: c}\n");
  fprintf(f, "  - {name: h, from: c, to: a, class: 1, packet_bytes: 9100, gbps: 4.9}\n");
  fprintf(f, "  - {name: i, from: c, to: b, class: 1, packet_bytes: 9100, gbps: 4.9}\n");
  fclose(f);
  ck_assert_msg(scenario_load(path, &s, &err) == 0, "%s", err.text);
  return s;
}

// Registers for the MTU of the lossless frames alone lose packets, those for both do not.
START_TEST(frames_of_lossy_classes_delay_the_pause) {
  struct plan_input in = dsh;
  in.ports = 3;
  in.classes = 2;
  in.lossless = 1;
  in.mbps = 10000;
  in.wire_ns = 100;
  in.mtu = in.min_packet = in.cell = 1024;
  in.phi = 0;
  in.buffer = 80 << 10;
  in.alpha = 3;
  const struct plan one = make(&in);
  in.port_mtu = 9100;
  struct plan p = make(&in);
  struct scenario *s = load_two_mtus(&in, &p);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
  ck_assert_uint_le(one.cells[PLAN_DSH].eta, p.max_packet);  // the least that the MMU accepts
  p.cells[PLAN_DSH].eta = p.max_packet;
  s = load_two_mtus(&in, &p);
  ck_assert_uint_gt(run(s), 0);
  scenario_free(s);
}
END_TEST

// SHP has no RTL; the event engine runs its scenario.
START_TEST(headroom_pool_loads_and_runs) {
  struct plan_input in = dsh;
  in.ports = 8;
  in.classes = 8;
  in.lossless = 1 << 3 | 1 << 4;
  in.mbps = 10000;
  in.cell = 64;
  in.buffer = 1 << 20;
  in.phi = 0;
  in.scheme = SLUICE_SHP;
  in.ratio = 4;
  in.port_headroom = PLAN_PORT_HEADROOM;
  const struct plan p = make(&in);
  const struct plan_pools *pools = plan_pools_of(&in, &p);
  struct scenario *s = load(&in, &p);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_uint_eq(cfg->scheme, SLUICE_SHP);
  ck_assert_uint_eq(cfg->limits.eta, pools->eta);
  ck_assert_uint_eq(cfg->headroom_pool, pools->pool);
  ck_assert_uint_eq(cfg->port_headroom, pools->port);
  ck_assert_uint_eq(cfg->shared, pools->shared);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// Two lossless classes of eight, as in RTL: the flows of the scenario use the first of them, and so pause.
START_TEST(lossless_classes_of_the_build) {
  struct plan_input in = dsh;
  in.ports = 4;
  in.classes = 8;
  in.lossless = 1 << 3 | 1 << 4;
  in.mbps = 10000;
  in.cell = 64;
  in.buffer = 1 << 20;
  in.phi = 0;
  const struct plan p = make(&in);
  struct scenario *s = load(&in, &p);
  ck_assert_int_eq(s->dims.classes, 8);
  ck_assert_uint_eq(s->sw[0].cfg.lossless, in.lossless);
  check_values(&in, &p, &s->sw[0].cfg);
  ck_assert_int_eq(s->flow[0].cls, 3);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

// ---- the command line ----

#define GOOD "plan --ports 32 --classes 7 --gbps 100 --delay-us 2 --buffer 16MiB --cell 256 --private 3072"

static const struct {
  const char *line, *message;
} bad[] = {
    {"plan", "--ports is missing"},
    {"plan --ports 4 --classes 2 --gbps 10 --buffer 1MB", "--delay-us or --length-m is missing"},
    {GOOD " --ports 0", "ports is '0'"},
    {GOOD " --ports 513", "1 to 512"},
    {GOOD " --ports -1", "ports is '-1'"},
    {GOOD " --classes 9", "1 to 8"},
    {GOOD " --gbps 0", "0.001 to 1000"},
    {GOOD " --gbps nan", "gbps is 'nan'"},
    {GOOD " --gbps 1e2", "gbps is '1e2'"},
    {GOOD " --gbps 33", "no response time of 802.3"},
    {GOOD " --length-m 3", "given twice"},
    {GOOD " --buffer 0", "buffer is '0'; give bytes such as 40000, 40KB or 16MiB, at least 1"},
    {GOOD " --buffer 16M", "40000, 40KB or 16MiB"},
    {GOOD " --buffer 99999999999", "at most"},
    {GOOD " --buffer 99999999KB", "at most"},
    {GOOD " --mtu 63", "at least 64"},
    {GOOD " --mtu 70000", "64 to 16384"},
    {GOOD " --min-packet 1501", "64 to 1500"},
    {GOOD " --cell 0", "cell is '0'"},
    {GOOD " --alpha 1/3", "alpha is '1/3'"},
    {GOOD " --alpha -4", "from 1/256 to 128"},
    {GOOD " --quanta 65536", "1 to 65535"},
    {GOOD " --clock-mhz 100", "it must be 196"},
    {GOOD " --bm 1KB", "2*C*tau"},
    {GOOD " --partitions 1MB,,1MB", "a partition is ''"},
    {GOOD " --partitions 1MB,1KB", "partition 1 is 1000 B"},
    {GOOD " --partitions 9MB,9MB", "in all"},
    {GOOD " --partitions 1,1,1,1,1,1,1,1,1", "at most 8"},
    {GOOD " --scheme STATIC", "unknown scheme 'STATIC'; use SIH, DSH, SHP, TTL or GFC"},
    {GOOD " --scheme TTL", "leave --private out"},
    {GOOD " --private 0 --scheme TTL", "TTL needs"},
    {GOOD " --private 0 --scheme TTL --classes 1", "at least 2 classes"},
    {GOOD " --private 0 --scheme TTL --partitions 0,1MB", "2 partitions and 7 classes"},
    {GOOD " --scheme GFC", "leave --private out"},
    {GOOD " --private 0 --scheme GFC", "GFC needs"},
    {GOOD " --private 0 --scheme GFC --bm 1500KB --buffer 400MB", "B0 would be below 0"},
    {GOOD " --private 0 --scheme GFC --buffer 512MiB --proc-us 0.3", "t_proc is 300 ns, of which"},
    {GOOD " --cell 1 --mtu 16384 --buffer 64MiB --registers mmu", "more than MAX_PACKET holds"},
    {"plan --ports 3 --classes 7 --gbps 100 --buffer 250MB --delay-us 900 --registers mmu", "more than HEADROOM holds"},
    {GOOD " --datapath-us -1", "datapath-us is '-1'"},
    {GOOD " --message-wait 65535", "0 to 65534"},
    {GOOD " --message-wait 20000", "lower --message-wait"},
    {GOOD " --headroom 1", "unknown headroom '1'; use eq15, eq1 or nvidia"},
    {GOOD " extra", "'extra' is not an option"},
    {GOOD " --scheme SIH", "SIH needs"},
    {GOOD " --ports 2", "at least 3"},
    {GOOD " --pg-profile", "use --scheme SIH"},
    {GOOD " --out /dev/null", "not a regular file"},
    {GOOD " --lossless 7", "lossless class 7 does not exist; with 7 classes give 0 to 6"},
    {GOOD " --lossless 3-4", "lossless is '3-4'; give classes such as 3,4"},
    {GOOD " --lossless 3,", "lossless is '3,'"},
    {GOOD " --port-mtu 1499", "port-mtu is 1499; it must be 1500 to 16384"},
    {GOOD " --mtu 4294968796", "64 to 16384"},
    {GOOD " --small-packets 101", "0 to 100"},
    {GOOD " --response 0", "response is '0'"},
    {GOOD " --response 5KB --quanta 3", "given twice"},
    {GOOD " --gbps 33 --json --buffers", "give one"},
    {GOOD " --gbps 10,25", "only --pg-profile takes several rates"},
    {GOOD " --gbps 10,", "gbps is ''"},
    {GOOD " --group 4:10:5", "only --pg-profile and --buffers take --group"},
    {GOOD " --group 4:10", "group is '4:10'; give ports:Gb/s:metres, such as 24:100:5"},
    {GOOD " --group 4:10:5:6", "group is '4:10:5:6'"},
    {GOOD " --group 4:x:5", "gbps is 'x'"},
    {GOOD " --clock-mhz 17 --gbps 0.001 --quanta 1", "it must be 1 to 16"},
    {GOOD " --buffers", "use --scheme SIH or SHP"},
    {GOOD " --scheme SIH --buffers", "228352 more than the buffer has"},
    {GOOD " --scheme SHP --buffer 64MiB --registers mmu", "SHP has no RTL"},
    {GOOD " --headroom nvidia --registers mmu", "is for another switch chip"},
    {GOOD " --ports 65 --buffer 64MiB --registers mmu", "the RTL has at most 64"},
    {GOOD " --alpha 128 --registers mmu", "ALPHA is 7"},
    {GOOD " --cell 1 --buffer 1GiB --registers mmu", "raise --cell"},
    {GOOD " --ports 17 --registers switch", "it must be 1 to 16"},
    {GOOD " --ports 4 --buffer 15MiB --registers switch", "give --buffer 16777216"},
    {GOOD " --private 0 --scheme TTL --lossless 3 --buffer 64MiB", "leave --lossless out"},
    {GOOD " --scheme SIH --private 0 --classes 8 --lossless 3 --buffer 20MB --registers mmu",
     "keeps 291200 cells of headroom for queues of lossy classes"},
};

// Expects a message of one line and exit status 2. The output file must not change.
START_TEST(bad_command_line) {
  char line[512], text[4096];
  snprintf(line, sizeof(line), "plan --out %s %s", path, bad[_i].line + strlen("plan"));
  ck_assert_int_eq(plan_command(line, STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, bad[_i].message) != NULL, "%s", text);
  ck_assert_ptr_eq(strchr(text, '\n'), text + strlen(text) - 1);
  FILE *f = fopen(path, "r");
  ck_assert_int_eq(fgetc(f), EOF);
  fclose(f);
}
END_TEST

START_TEST(good_command_line) {
  char text[16384];
  ck_assert_int_eq(plan_command(GOOD " --alpha 1/16 --all", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "56840 B"));
  ck_assert_ptr_nonnull(strstr(text, "4.25 x"));
  ck_assert_ptr_nonnull(strstr(text, "packets of 64 B, the worst"));
  ck_assert_ptr_nonnull(strstr(text, "class 6         10922        192 cells"));
}
END_TEST

// The report contains only the tables of the chosen scheme, and a reason if GFC does not fit.
START_TEST(tables_of_a_scheme) {
  char text[16384];
  ck_assert_int_eq(plan_command(GOOD, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert(strstr(text, "TTL: weights") == NULL && strstr(text, "GFC: tau") == NULL);
  ck_assert_int_eq(plan_command(GOOD " --private 0 --scheme TTL", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert(strstr(text, "TTL: weights") != NULL && strstr(text, "GFC: tau") == NULL);
  ck_assert_int_eq(plan_command(GOOD " --private 0 --scheme GFC", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert(strstr(text, "Headroom") == NULL && strstr(text, "GFC: tau") != NULL);
  ck_assert_ptr_nonnull(strstr(text, "does not fit: Bm, a packet and K are 8202 cells, 7910 more than B"));
  ck_assert_int_eq(plan_command(GOOD " --private 0 --scheme GFC --buffer 512MiB", STDOUT_FILENO, text, sizeof(text)),
                   0);
  ck_assert_ptr_null(strstr(text, "does not fit"));
}
END_TEST

// 40 Gb/s over 300 m, cells of 256 bytes, alpha 1/8. HEADROOM is in bytes.
START_TEST(pg_profile) {
  char text[16384], line[128];
  struct plan_input in = ttl_input();
  in.scheme = SLUICE_SIH;
  in.buffer = 64000000;
  in.cell = 256;
  in.alpha = -3;
  in.phi = 1000;
  struct plan p = make(&in);
  ck_assert_int_eq(
      plan_command("plan --ports 32 --classes 8 --gbps 40 --length-m 300 --buffer 64000000 --cell 256 --alpha 0.125 "
                   "--private 1000 --scheme SIH --pg-profile",
                   STDOUT_FILENO, text, sizeof(text)),
      0);
  snprintf(line, sizeof(line), "\n40000 300m 1024 0 %d -3 3072\n", (int)p.cells[PLAN_SIH].eta * 256);
  ck_assert_ptr_nonnull(strstr(text, line));
}
END_TEST

START_TEST(json) {
  char text[16384];
  ck_assert_int_eq(plan_command(GOOD " --json", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "\"command\": \"" GOOD " --json\""));
  ck_assert_ptr_nonnull(strstr(text, "\"eq1\": 56840, "));
  ck_assert_ptr_nonnull(strstr(text, "\"alpha\": 0.0625, \"gbps\": 100.0, "));
  ck_assert_ptr_nonnull(strstr(text, "\"fits\": true,\n  \"why_not\": null"));
  ck_assert_int_eq(plan_command(GOOD " --json --scheme SIH", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "\"fits\": false,\n  \"why_not\": \"SIH needs "));
}
END_TEST

static long left;  // the allocation of jansson that fails

static void *limited(size_t size) { return --left == 0 ? NULL : malloc(size); }

// Without memory for a value the planner fails; it does not leave the value out.
START_TEST(json_out_of_memory) {
  static const char *const commands[] = {GOOD " --json --scheme DSH --cell 256",
                                         GOOD " --json --scheme TTL --private 0",
                                         GOOD " --json --scheme GFC --private 0 --buffer 512MiB"};
  char line[512], text[16384], whole[16384];
  snprintf(line, sizeof(line), "%s", commands[_i]);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, whole, sizeof(whole)), 0);
  json_set_alloc_funcs(limited, free);
  long at = 0;
  for (int code = 1; code != 0; ck_assert_msg(code <= 1, "allocation %ld: exit status %d", at, code)) {
    left = ++at;
    code = plan_command(line, STDOUT_FILENO, text, sizeof(text));
  }
  ck_assert_msg(strcmp(text, whole) == 0, "allocation %ld fails, and a value is missing", at);
  ck_assert_int_gt(at, 300);
  left = 1;
  ck_assert_int_eq(plan_command(line, STDERR_FILENO, text, sizeof(text)), 1);
  ck_assert_str_eq(text, "plan: out of memory\n");
  json_set_alloc_funcs(malloc, free);
}
END_TEST

START_TEST(length_is_5_ns_a_metre) {
  static const char rest[] = "--ports 32 --classes 8 --gbps 40 --buffer 12MB";
  char line[512], of_length[16384], of_delay[16384];
  snprintf(line, sizeof(line), "plan %s --length-m 300", rest);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, of_length, sizeof(of_length)), 0);
  snprintf(line, sizeof(line), "plan %s --delay-us 1.5", rest);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, of_delay, sizeof(of_delay)), 0);
  ck_assert_str_eq(of_length, of_delay);
  ck_assert_ptr_nonnull(strstr(of_length, "21968 B"));
}
END_TEST

START_TEST(out_is_a_scenario_that_runs) {
  char line[512], text[16384];
  struct error err = {""};
  struct scenario *s;
  snprintf(line, sizeof(line), "%s --out %s", GOOD, path);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_msg(scenario_load(path, &s, &err) == 0, "%s", err.text);
  ck_assert_uint_eq(run(s), 0);
  scenario_free(s);
}
END_TEST

static TCase *files(void) {
  TCase *t = tcase_create("files");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, make_path, remove_path);
  tcase_add_loop_test(t, fragment_loads_as_these_registers_and_runs, 0, sizeof(fragments) / sizeof(*fragments));
  tcase_add_test(t, bytes_divided_by_the_cell_lose_packets);
  tcase_add_test(t, frames_of_lossy_classes_delay_the_pause);
  tcase_add_test(t, lossless_classes_of_the_build);
  tcase_add_test(t, headroom_pool_loads_and_runs);
  tcase_add_loop_test(t, bad_command_line, 0, sizeof(bad) / sizeof(*bad));
  tcase_add_test(t, good_command_line);
  tcase_add_test(t, tables_of_a_scheme);
  tcase_add_test(t, json);
  tcase_add_loop_test(t, json_out_of_memory, 0, 3);
  tcase_add_test(t, pg_profile);
  tcase_add_test(t, length_is_5_ns_a_metre);
  tcase_add_test(t, out_is_a_scenario_that_runs);
  return t;
}

int main(void) {
  Suite *suite = suite_create("plan_files");
  suite_add_tcase(suite, files());
  return suite_run(suite);
}
