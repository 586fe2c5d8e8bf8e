// Tests the planner's outputs for SONiC: rows of pg_profile_lookup.ini, the formula for NVIDIA switches, and the tables
// of buffers. `make check T=plan_sonic` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/plan/nvidia.h"
#include "tests/suite.h"
#include "tests/tools/plan_command.h"
#include "tests/tools/plan_input.h"

// A row as SONiC reads it: words separated by blanks; lines that begin with # are skipped. The last word may be absent.
struct row {
  char speed[16], cable[16], size[16], xon[16], xoff[16], threshold[16], offset[16];
};

static int read_rows(char *text, struct row *rows, int most) {
  int n = 0;
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    if (line[0] == '#') continue;
    ck_assert_int_lt(n, most);
    struct row *r = &rows[n++];
    r->offset[0] = '\0';
    ck_assert_int_ge(sscanf(line, "%15s %15s %15s %15s %15s %15s %15s", r->speed, r->cable, r->size, r->xon, r->xoff,
                            r->threshold, r->offset),
                     6);
  }
  return n;
}

// ---- the formula for NVIDIA switches ----

// Lossless frames of 1024 B, others of 9100 B, 0.8 KiB of MAC and PHY: published results, and those of the published
// formula. The last two are of ASICs that hold 15 bytes more per Gb/s ahead of a pause.
#define TWO_MTUS \
  "plan --ports 32 --classes 2 --buffer 999MB --scheme SIH --mtu 1024 --port-mtu 9100 --mac-phy 819 --pg-profile "
#define CELL_96 TWO_MTUS "--length-m 5 --cell 96 "
#define CELL_144 TWO_MTUS "--length-m 40 --cell 144 --xon 19456 "
static const struct {
  const char *line, *row;
} published[] = {
    {CELL_96 "--gbps 100 --small-packets 50 --sonic 202111", "100000 5m 73728 18432 55296 -4\n"},
    {CELL_96 "--gbps 100 --sonic 202111", "100000 5m 91136 18432 72704 -4\n"},
    {CELL_96 "--gbps 10 --sonic 202111", "10000 5m 48128 18432 29696 -4\n"},
    {CELL_96 "--gbps 10 --sonic 202111 --scheme SHP", "10000 5m 18432 18432 29696 -4\n"},
    {CELL_96 "--gbps 100 --small-packets 50", "100000 5m 60416 18432 41984 -4\n"},
    {CELL_96 "--gbps 100", "100000 5m 91136 18432 72704 -4\n"},
    {CELL_144 "--gbps 100 --small-packets 50", "100000 40m 70656 19456 51200 -4\n"},
    {CELL_144 "--gbps 100 --small-packets 50 --sonic 202605", "100000 40m 72704 19456 53248 -4\n"},
    {CELL_144 "--gbps 100 --small-packets 50 --sonic 202605 --scheme SHP", "100000 40m 19456 19456 51200 -4\n"},
    {CELL_144 "--gbps 100", "100000 40m 141312 19456 121856 -4\n"},
    {CELL_144 "--gbps 100 --sonic 202605", "100000 40m 141312 19456 121856 -4\n"},
    {CELL_144 "--gbps 100 --sonic 202111", "100000 40m 111616 19456 92160 -4\n"},
    {TWO_MTUS "--length-m 300 --cell 144 --gbps 400 --small-packets 50", " 272384 -4\n"},
    {TWO_MTUS "--length-m 300 --cell 192 --gbps 800 --small-packets 50 --mac-phy 12819", " 474112 -4\n"},
    {TWO_MTUS "--length-m 40 --cell 192 --gbps 200 --small-packets 50 --mac-phy 3819", " 65536 -4\n"},
};

START_TEST(nvidia_rows) {
  char line[512], text[4096];
  snprintf(line, sizeof(line), "%s --headroom nvidia", published[_i].line);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_msg(strstr(text, published[_i].row) != NULL, "%s", text);
}
END_TEST

// The tables and the profiles name the releases of the formula, and the tables have the results of the others.
START_TEST(nvidia_releases_are_named) {
  static const char tables[] =
      "plan --ports 32 --lossless 3,4 --gbps 100 --length-m 40 --buffer 64MiB --cell 144 --mtu 1024 --port-mtu 9100 "
      "--small-packets 50 --mac-phy 819 --scheme SIH --headroom nvidia";
  char line[512], text[8192];
  ck_assert_int_eq(plan_command(tables, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text,
                               "  needed: SONiC 202405 to 202511 for NVIDIA switches                51200 B\n"
                               "    that of 202111 to 202311, with --sonic 202111                   66560 B\n"
                               "    that of 202605 and later, with --sonic 202605                   53248 B\n"));
  snprintf(line, sizeof(line), "%s --sonic 202111 --pg-profile", tables);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_eq(strstr(text,
                          "# xoff by the formula of SONiC 202111 to 202311 for NVIDIA switches; --sonic has those of "
                          "other releases.\n"),
                   text);
}
END_TEST

// Of the planner's own row, the terms that differ add up to the difference, and a term is 0 if both formulas have it.
START_TEST(differences_add_up) {
  static const uint64_t mbps[] = {1000, 10000, 100000, 800000};
  struct plan_input in = dsh;
  in.mbps = mbps[_i % 4];
  in.cell = _i % 3 == 0 ? 96 : 192;
  in.mtu = 1024;
  in.port_mtu = 9100;
  in.large_share = _i % 2 == 0 ? 50 : 0;
  in.mac_phy = 819;
  in.gearbox_ns = _i % 5 == 0 ? 100 : 0;
  in.tx_fifo = _i % 7 == 0 ? 4096 : 0;
  const struct plan p = make(&in);
  const struct headroom h = plan_headroom(&in, &p);
  const enum nvidia_version version = (enum nvidia_version)(_i % 3);
  struct nvidia_difference d[NVIDIA_DIFFERENCES];
  int64_t sum = 0;
  nvidia_differences(&h, version, _i % 4 == 3, d);
  for (int i = 0; i < NVIDIA_DIFFERENCES; i++) sum += d[i].bytes;
  ck_assert_int_eq(sum, (int64_t)(p.cells[PLAN_SIH].eta * in.cell) - (int64_t)nvidia_xoff(&h, version, _i % 4 == 3));
  ck_assert_str_eq(d[0].term, "control frames");
  ck_assert_int_eq(d[0].bytes, 64 + 64 + 84);
  ck_assert_int_eq(d[2].bytes, in.tx_fifo != 0 ? 5735 : 0);  // 4096 * 84 / 60
  ck_assert_int_eq(d[3].bytes, (int64_t)p.mmu);
  ck_assert_str_eq(d[NVIDIA_DIFFERENCES - 1].term, "rounding to KiB");
  ck_assert_int_gt(d[NVIDIA_DIFFERENCES - 1].bytes, -1026);
  ck_assert_int_le(d[NVIDIA_DIFFERENCES - 1].bytes, 2);
}
END_TEST

START_TEST(comment_names_the_terms) {
  char text[4096];
  ck_assert_int_eq(
      plan_command(CELL_96 "--gbps 100 --small-packets 50 --sonic 202111", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_msg(strstr(text,
                       "# xoff by the formula of SONiC 202111 for NVIDIA switches: 55296; this row: +8352 = control "
                       "frames +212, wire and gearboxes +9, "
                       "datapath and MMU +4150, ") != NULL,
                "%s", text);
}
END_TEST

// ---- rows ----

START_TEST(rows_of_all_rates_and_lengths) {
  static const char *const speeds[] = {"1000",   "10000",  "25000",  "40000", "50000",
                                       "100000", "200000", "400000", "800000"};
  static const char *const cables[] = {"5m", "40m", "300m"};
  struct row rows[32];
  char text[32768];
  ck_assert_int_eq(plan_command("plan --ports 64 --lossless 3,4 --gbps all --length-m all --buffer 1GiB --cell 192 "
                                "--scheme SIH --alpha 2 --pg-profile",
                                STDOUT_FILENO, text, sizeof(text)),
                   0);
  ck_assert_int_eq(read_rows(text, rows, 32), 27);
  for (int i = 0; i < 27; i++) {
    struct plan_input in = dsh;
    ck_assert_str_eq(rows[i].speed, speeds[i / 3]);
    ck_assert_str_eq(rows[i].cable, cables[i % 3]);
    in.ports = 64;
    in.classes = 8;
    in.lossless = 3 << 3;
    in.cell = 192;
    in.mbps = strtoull(rows[i].speed, NULL, 10);
    in.wire_ns = 5 * strtoull(rows[i].cable, NULL, 10);
    in.buffer = 1 << 30;
    in.phi = 0;
    ck_assert_uint_eq(strtoull(rows[i].xoff, NULL, 10), make(&in).cells[PLAN_SIH].eta * 192);
    ck_assert_str_eq(rows[i].threshold, "1");
    ck_assert_str_eq(rows[i].offset, "3072");
  }
}
END_TEST

// A row that does not fit is a comment with the amount; if none fits, the command is refused with it.
START_TEST(rows_that_do_not_fit) {
#define SMALL "plan --ports 32 --lossless 3,4 --length-m 300 --buffer 12MB --cell 256 --scheme SIH --pg-profile --gbps "
  struct row rows[4];
  char text[8192];
  struct plan_input in = dsh;
  in.classes = 8;
  in.lossless = 3 << 3;
  in.cell = 256;
  in.mbps = 400000;
  in.wire_ns = 1500;
  in.buffer = 12000000;
  in.phi = 0;
  const struct plan p = make(&in);
  char missing[64];
  snprintf(missing, sizeof(missing), "%" PRIu64 " more than the buffer has", p.cells[PLAN_SIH].missing);
  ck_assert_int_eq(plan_command(SMALL "10,400", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_msg(strstr(text, missing) != NULL, "%s", text);
  ck_assert_ptr_nonnull(strstr(text, "\n# 400000 300m "));
  ck_assert_int_eq(read_rows(text, rows, 4), 1);
  ck_assert_str_eq(rows[0].speed, "10000");
  ck_assert_int_eq(plan_command(SMALL "10,400 --clock-mhz 250", STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, "400 Gb/s: clock-mhz is 250; it must be 781.25 to 2000") != NULL, "%s", text);
  ck_assert_int_eq(plan_command(SMALL "400", STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, missing) != NULL, "%s", text);
}
END_TEST

// ---- tables of CONFIG_DB ----

static json_int_t number(const json_t *of, const char *key) {
  const char *text = json_string_value(json_object_get(of, key));
  ck_assert_msg(text != NULL, "%s is missing or no string", key);
  return strtoll(text, NULL, 10);
}

static json_t *buffers(const char *line) {
  static char text[65536];
  json_error_t err;
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  json_t *all = json_loads(text, 0, &err);
  ck_assert_msg(all != NULL, "%s: %s", err.text, text);
  return all;
}

// The reserved parts, pools and headroom are the whole buffer.
START_TEST(tables_add_up_to_the_buffer) {
  json_t *all = buffers(
      "plan --ports 32 --lossless 3,4 --gbps 100 --length-m 40 --buffer 64MiB --cell 256 --private 1000 --scheme SHP "
      "--ratio 4 --buffers");
  const json_t *pool = json_object_get(json_object_get(all, "BUFFER_POOL"), "ingress_lossless_pool");
  const json_t *profiles = json_object_get(all, "BUFFER_PROFILE"), *pgs = json_object_get(all, "BUFFER_PG");
  const json_t *lossless = json_object_get(profiles, "pg_lossless_100000_40m_profile");
  const json_t *lossy = json_object_get(profiles, "ingress_lossy_profile");
  ck_assert_int_eq(number(lossless, "size"), 1024);
  ck_assert_int_eq(number(lossy, "size"), 1024);
  ck_assert_int_eq(number(lossless, "dynamic_th"), -4);
  json_int_t reserved = 32 * (2 * number(lossless, "size") + 6 * number(lossy, "size"));
  json_int_t pool_bytes = number(pool, "xoff"), port = 32 * 40 * 256;
  ck_assert_int_eq(reserved + port + pool_bytes + number(pool, "size"), 64 << 20);
  json_int_t want = (64 * number(lossless, "xoff") - port) / 4;  // in whole cells, rounded up
  ck_assert(pool_bytes >= want && pool_bytes < want + 256);
  ck_assert_int_eq((int)json_object_size(pgs), 3 * 32);
  ck_assert_str_eq(json_string_value(json_object_get(json_object_get(pgs, "Ethernet124|3-4"), "profile")),
                   "pg_lossless_100000_40m_profile");
  ck_assert_str_eq(json_string_value(json_object_get(json_object_get(pgs, "Ethernet0|5-7"), "profile")),
                   "ingress_lossy_profile");
  json_decref(all);
}
END_TEST

START_TEST(table_of_sih_has_no_headroom_pool) {
  json_t *all = buffers("plan --ports 4 --lossless 3 --gbps 10 --length-m 5 --buffer 4MiB --scheme SIH --buffers");
  const json_t *pool = json_object_get(json_object_get(all, "BUFFER_POOL"), "ingress_lossless_pool");
  const json_t *profile = json_object_get(json_object_get(all, "BUFFER_PROFILE"), "pg_lossless_10000_5m_profile");
  ck_assert_ptr_null(json_object_get(pool, "xoff"));
  ck_assert_int_eq(number(pool, "size") + 4 * number(profile, "xoff"), 4 << 20);
  json_decref(all);
}
END_TEST

// A switch with 24 ports of 25 Gb/s and 8 of 100 Gb/s on long cables: the headroom of both kinds, and a profile of
// each.
START_TEST(groups_of_ports) {
#define MIXED "plan --group 24:25:5 --group 8:100:300 --lossless 3,4 --cell 256 --scheme SIH"
  struct row rows[2];
  char text[8192], missing[64];
  json_t *all = buffers(MIXED " --buffer 16MiB --buffers");
  const json_t *pool = json_object_get(json_object_get(all, "BUFFER_POOL"), "ingress_lossless_pool");
  const json_t *profiles = json_object_get(all, "BUFFER_PROFILE"), *pgs = json_object_get(all, "BUFFER_PG");
  json_int_t slow = number(json_object_get(profiles, "pg_lossless_25000_5m_profile"), "xoff");
  json_int_t fast = number(json_object_get(profiles, "pg_lossless_100000_300m_profile"), "xoff");
  ck_assert_int_gt(fast, slow);
  ck_assert_int_eq(number(pool, "size") + 2 * (24 * slow + 8 * fast), 16 << 20);
  ck_assert_int_eq((int)json_object_size(pgs), 3 * 32);
  for (int port = 0; port < 32; port++) {
    char key[24];
    snprintf(key, sizeof(key), "Ethernet%d|3-4", 4 * port);
    ck_assert_str_eq(json_string_value(json_object_get(json_object_get(pgs, key), "profile")),
                     port < 24 ? "pg_lossless_25000_5m_profile" : "pg_lossless_100000_300m_profile");
  }
  ck_assert_int_eq(plan_command(MIXED " --buffer 16MiB --pg-profile", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_int_eq(read_rows(text, rows, 2), 2);
  ck_assert_int_eq(strtoll(rows[0].xoff, NULL, 10), slow);
  ck_assert_int_eq(strtoll(rows[1].xoff, NULL, 10), fast);
  snprintf(missing, sizeof(missing), ", %d more than the buffer", (int)(2 * (24 * slow + 8 * fast) / 256 - 4000));
  ck_assert_int_eq(plan_command(MIXED " --buffer 1024000 --pg-profile", STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, missing) != NULL, "%s", text);
  ck_assert_int_eq(plan_command(MIXED " --buffer 1024000 --buffers", STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, missing) != NULL, "%s", text);
  json_decref(all);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_sonic");
  TCase *t = tcase_create("sonic");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, nvidia_releases_are_named);
  tcase_add_loop_test(t, nvidia_rows, 0, sizeof(published) / sizeof(*published));
  tcase_add_loop_test(t, differences_add_up, 0, 24);
  tcase_add_test(t, comment_names_the_terms);
  tcase_add_test(t, rows_of_all_rates_and_lengths);
  tcase_add_test(t, rows_that_do_not_fit);
  tcase_add_test(t, tables_add_up_to_the_buffer);
  tcase_add_test(t, table_of_sih_has_no_headroom_pool);
  tcase_add_test(t, groups_of_ports);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
