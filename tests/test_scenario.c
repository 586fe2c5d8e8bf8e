// Every kind of bad scenario file: its one line, with the number of the line that is wrong.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scenario.h"

// A scenario that is right. The tests change one line of it.
static const char *const good[] = {
    "name: test",                                               // 1
    "clock_mhz: 250",                                           // 2
    "gbps: 40",                                                 // 3
    "duration_us: 1000",                                        // 4
    "stop_us: 500",                                             // 5
    "packet_bytes: 1000",                                       // 6
    "mmu:",                                                     // 7
    "  scheme: STATIC",                                         // 8
    "  buffer: 12MB",                                           // 9
    "  headroom: 16KB",                                         // 10
    "  xoff: 40KB",                                             // 11
    "  xon: 38KB",                                              // 12
    "switches:",                                                // 13
    "  - {name: A}",                                            // 14
    "  - {name: B, limit: [{link: h2, gbps: 10}]}",             // 15
    "  - {name: C}",                                            // 16
    "links:",                                                   // 17
    "  - {name: L1, a: A, b: B}",                               // 18
    "hosts:",                                                   // 19
    "  - {name: h1, switch: A}",                                // 20
    "  - {name: h2, switch: B}",                                // 21
    "  - {name: h3, switch: C}",                                // 22
    "flows:",                                                   // 23
    "  - {name: f1, from: h1, to: h2, route: [A, B]}",          // 24
    "  - {name: f2, from: h2, to: h1, class: 3, bytes: 1MiB}",  // 25
    "trace:",                                                   // 26
    "  sample_ns: 1000",                                        // 27
    "  queues: [A:L1/0]",                                       // 28
    "search:",                                                  // 29
    "  flows: [f1]",                                            // 30
    "  bytes_from: 1KB",                                        // 31
    "  bytes_to: 1MB",                                          // 32
};
enum { GOOD_LINES = sizeof good / sizeof good[0] };

static char path[] = "/tmp/test_scenario.XXXXXX";

static void make_path(void) {
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
}

static void remove_path(void) {
  unlink(path);
  strcpy(path, "/tmp/test_scenario.XXXXXX");
}

static void write_file(const char *data, size_t size) {
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  ck_assert_uint_eq(fwrite(data, 1, size, f), size);
  fclose(f);
}

static void write_changed(int line, const char *text) {
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  for (int i = 1; i <= GOOD_LINES; i++) fprintf(f, "%s\n", i == line ? text : good[i - 1]);
  fclose(f);
}

static void expect_error(int status, int line, const char *message) {
  char err[512], expected[640];
  struct scenario *s;
  ck_assert_int_eq(scenario_load(path, &s, err, sizeof err), status);
  ck_assert_ptr_null(s);
  snprintf(expected, sizeof expected, "%s:%d: %s", path, line, message);
  ck_assert_str_eq(err, expected);
  ck_assert_ptr_null(strchr(err, '\n'));
}

static void expect_ok(void) {
  char err[512];
  struct scenario *s;
  int status = scenario_load(path, &s, err, sizeof err);
  ck_assert_msg(status == 0, "%s", err);
  scenario_free(s);
}

static const struct bad {
  int changed;       // this line
  const char *text;  // becomes this,
  int line;          // which is reported for this line
  const char *message;
} bad[] = {
    // YAML
    {13, "switches: [", 14, "not YAML: did not find expected node content; check indentation, colons and brackets"},
    {10, "\theadroom: 1", 10,
     "not YAML: found a tab character that violates indentation; check indentation, colons and brackets"},
    {4, "duration_us: *t", 4, "an alias (*name); write the value itself"},
    {4, "---\nduration_us: 1", 4, "a second document; a scenario file holds one"},
    {4, "? [a]\n: b", 4, "a key in the scenario is not a word; write key: value"},
    {4, "duration_us: 5\nduration_us: 6", 5, "duration_us is given twice in the scenario; keep one"},
    // keys and types
    {30, "  flow: [f1]", 30, "unknown key 'flow' in search; known are flows, bytes_from, bytes_to"},
    {14, "  - {name: A, kind: x}", 14, "unknown key 'kind' in switches; known are name, mmu, limit"},
    {4, "# no duration", 1, "duration_us is missing in the scenario; add duration_us"},
    {14, "  - {limit: []}", 14, "name is missing in switches; add name"},
    {30, "  flows: all", 30, "flows must be a list; write [a, b] or - lines"},
    {7, "mmu: none\nxmmu:", 7, "mmu must have keys; write key: value pairs"},
    {14, "  - A", 14, "switches must have keys; write key: value pairs"},
    {3, "gbps: [40]", 3, "gbps must be one value; write gbps: value"},
    {3, "gbps: fast", 3, "gbps is 'fast'; give a number such as 40 or 0.25"},
    {3, "gbps: -40", 3, "gbps is '-40'; give a number such as 40 or 0.25"},
    {3, "gbps: .nan", 3, "gbps is '.nan'; give a number such as 40 or 0.25"},
    {3, "gbps: 1e3", 3, "gbps is '1e3'; give a number such as 40 or 0.25"},
    {3, "gbps:", 3, "gbps is ''; give a number such as 40 or 0.25"},
    {27, "  sample_ns: 1.5", 27, "sample_ns is '1.5'; give a whole number, such as 1000"},
    {27, "  sample_ns: -1", 27, "sample_ns is '-1'; give a whole number, such as 1000"},
    {27, "  sample_ns: 0x10", 27, "sample_ns is '0x10'; give a whole number, such as 1000"},
    {27, "  sample_ns: 010", 27, "sample_ns is '010'; give a whole number, such as 1000"},
    {27, "  sample_ns: 99999999999999999999999", 27,
     "sample_ns is 99999999999999999999999; at most 4294967295 is possible"},
    {8, "  scheme: RED", 8, "scheme is 'RED'; use STATIC, SIH, DSH, TTL, GFC or GFC_LINEAR"},
    {8, "  mode: strict", 8, "mode is 'strict'; use interoperable or native"},
    {1, "name:", 1, "name has no value; write name: value"},
    {1, "name: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee", 1, "name is longer than 40 characters; shorten it"},
    // ranges
    {1, "name: \"a\\nb\"", 1, "name 'a?b' is not one word; use letters, digits, _, . and -"},
    {2, "clock_mhz: 0", 2, "clock_mhz is 0; it must be 1 to 4000"},
    {2, "clock_mhz: 250.12345", 2, "clock_mhz is 250.123; give at most three decimals"},
    {3, "gbps: 0", 3, "gbps is 0; it must be 0.001 to 128 (a 64-byte frame takes at least a clock)"},
    {3, "gbps: 400", 3, "gbps is 400; it must be 0.001 to 128 (a 64-byte frame takes at least a clock)"},
    {4, "duration_us: 0", 4, "duration_us is 0; it must be above 0"},
    {4, "duration_us: 10000000000", 4, "duration_us is 1e+10; it must be 0 to 1e9 (1000 s)"},
    {5, "stop_us: 2000", 5, "stop_us is 2000; it must be above 0 and at most duration_us (1000)"},
    {3, "gbps: 0.1234567", 3, "gbps is 0.1234567; give at most six decimals"},
    {6, "packet_bytes: 0", 6, "packet_bytes is 0; it must be 64 to 16384 bytes"},
    {6, "packet_bytes: 9999999999999999999999MB", 6,
     "packet_bytes is 9999999999999999999999MB; it must be 64 to 16384 bytes"},
    {6, "packet_bytes: 1 kilo", 6, "packet_bytes is '1 kilo'; give bytes such as 40000, 40KB or 16MiB"},
    {6, "overhead_bytes: 65", 6, "overhead_bytes is 65; it must be 0 to 64"},
    {18, "  - {name: L1, a: A, b: B, overhead_bytes: 100}", 18, "overhead_bytes is 100; it must be 0 to 64"},
    {20, "  - {name: h1, switch: A, overhead_bytes: x}", 20, "overhead_bytes is 'x'; give a whole number, 0 to 64"},
    {6, "cell_bytes: 0", 6, "cell_bytes is 0; it must be 1 to 4096"},
    {27, "  sample_ns: 3", 27, "sample_ns is 3; it must be at least a clock (4 ns)"},
    // names and ends
    {14, "  - {name: a b}", 14, "name 'a b' is not one word; use letters, digits, _ and -"},
    {16, "  - {name: A}", 16, "the name A is taken; every switch, link and host needs its own"},
    {20, "  - {name: L1, switch: A}", 20, "the name L1 is taken; every switch, link and host needs its own"},
    {25, "  - {name: f1, from: h2, to: h1}", 25, "a flow f1 exists already; every flow needs its own name"},
    {18, "  - {name: L1, a: A, b: X}", 18, "there is no switch X; name one of switches"},
    {18, "  - {name: L1, a: A, b: A}", 18, "link L1 joins switch A with itself; name two switches"},
    {20, "  - {name: h1, switch: X}", 20, "there is no switch X; name one of switches"},
    {21, "  - {name: h2, switch: h1}", 21, "h1 is a host; name one of switches"},
    {18, "  - {name: L1, a: A, b: B}\n  - {name: L2, a: B, b: C, gbps: 10}", 19,
     "L2 runs at 10 Gb/s, other links of switch B at 40; give all links of a switch one rate"},
    {15, "  - {name: B, limit: [{link: h9, gbps: 10}]}", 15,
     "there is no link h9; name a link, or a host for its link"},
    {15, "  - {name: B, limit: [{link: h1, gbps: 10}]}", 15, "link h1 does not end at switch B; name one that does"},
    {15, "  - {name: B, limit: [{link: h2, gbps: 41}]}", 15, "gbps is 41, above the link's 40; give less"},
    // flows
    {24, "  - {name: f1, from: h9, to: h2}", 24, "there is no host h9; name one of hosts"},
    {24, "  - {name: f1, from: A, to: h2}", 24, "A is a switch; name one of hosts"},
    {24, "  - {name: f1, from: h1, to: h1}", 24, "flow f1 goes from h1 to itself; name two hosts"},
    {24, "  - {name: f1, from: h1, to: h3}", 24, "no way from A to C over at most 64 switches; add a link"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A, C, B]}", 24, "no link from A to C; route over links that exist"},
    {24, "  - {name: f1, from: h1, to: h2, route: [B]}", 24, "route begins at B; begin at A, where h1 is"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A]}", 24, "route ends at A; end at B, where h2 is"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A, h2]}", 24,
     "there is no switch h2; route lists the switches passed"},
    {24, "  - {name: f1, from: h1, to: h2, route: []}", 24, "route is empty; list at least one"},
    {24, "  - {name: f1, from: h1, to: h2, class: 8}", 24, "class 8 does not exist; classes are 0 to 7"},
    {24, "  - {name: f1, from: h1, to: h2, class: -1}", 24, "class is '-1'; give a whole number, 0 to 7"},
    {24, "  - {name: f1, from: h1, to: h2, bytes: 0}", 24, "bytes is 0; it must be 1 to 1125899906842624 bytes"},
    {24, "  - {name: f1, from: h1, to: h2, gbps: 40.5}", 24, "gbps is 40.5, above the 40 of host h1; give less"},
    {24, "  - {name: f1, from: h1, to: h2, start_us: 500}", 24,
     "flow f1 stops before it starts; give start_us below stop_us"},
    {24, "  - {name: f1, from: h1, to: h2, stop_us: 501}", 24,
     "flow f1 stops after all sources stop; give less than the scenario's stop_us"},
    {24, "  - {name: f1, from: h1, to: h2, ttl: 0}", 24, "ttl is 0; it must be 1 to 255"},
    {24, "  - {name: f1, from: h1, to: h2, ttl: 256}", 24, "ttl is 256; it must be 1 to 255"},
    {24, "  - {name: f1, from: h1, to: h2, loop: yes}", 24, "loop is 'yes'; use false or true"},
    {24, "  - {name: f1, from: h1, to: h2, loop: true}", 24,
     "flow f1 loops without a route; list the switches of the loop in route"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A], loop: true}", 24, "a loop of one switch; list at least two"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A, B, A], loop: true}", 24,
     "no link from A back to A; loop over links that exist"},
    // registers
    {8, "  classes: 8", 7, "scheme is missing in mmu; add scheme, one of STATIC, SIH, DSH, TTL, GFC and GFC_LINEAR"},
    {9, "  classes: 8", 7, "buffer is missing in mmu; add buffer, the bytes of the whole buffer"},
    {10, "  classes: 8", 7, "headroom is missing in mmu; add headroom, eta in bytes, per queue or DSH port"},
    {11, "  classes: 8", 7, "xoff is missing in mmu; add xoff, the threshold of STATIC in bytes"},
    {8, "  scheme: DSH", 7, "alpha is missing in mmu; add alpha, such as 1/16"},
    {8, "  scheme: DSH\n  alpha: 1/3", 9,
     "alpha is '1/3'; give a power of two from 1/128 to 8, such as 1/16 or 0.0625"},
    {8, "  scheme: DSH\n  alpha: -4", 9, "alpha is '-4'; give a power of two from 1/128 to 8, such as 1/16 or 0.0625"},
    {8, "  scheme: STATIC\n  ports: 1", 9, "switch A has 2 links; raise ports to that"},
    {8, "  scheme: STATIC\n  ports: 65", 9, "ports is 65; it must be 1 to 64"},
    {8, "  scheme: STATIC\n  classes: 9", 9, "classes is 9; it must be 1 to 8"},
    {8, "  scheme: STATIC\n  width: 29", 9, "width is 29; it must be 8 to 28"},
    {8, "  scheme: STATIC\n  width: 20", 10,
     "buffer is 12000000 cells, a counter of 20 bits holds 1048575; raise width or cell_bytes"},
    {8, "  scheme: STATIC\n  lossless: [0, 8]", 9, "class 8 does not exist; classes are 0 to 7"},
    {8, "  scheme: STATIC\n  lossless: []", 9, "lossless is empty; list at least one"},
    {8, "  scheme: STATIC\n  pause_time: 65536", 9, "pause_time is 65536; it must be 17 to 65535 quanta"},
    {16, "  - {name: C, mmu: {ports: 8}}", 16,
     "ports, classes and width hold for all switches; set them in the scenario's mmu"},
    {16, "  - {name: C, mmu: {ttl: 8}}", 16,
     "ttl and every_second_class hold for all switches; set them in the scenario's mmu"},
    {16, "  - {name: C, mmu: {scheme: GFC, b0: 1KB}}", 16,
     "switch C speaks another feedback than A; only STATIC, SIH and DSH go together"},
    {8, "  scheme: GFC", 7, "b0 is missing in mmu; add b0, the bytes at which rates fall"},
    {8, "  scheme: GFC\n  b0: 10KB", 11,
     "headroom is 16KB; with GFC every queue has its own buffer and nothing is shared (registers SHARED and HEADROOM "
     "are "
     "0): leave headroom out"},
    {8, "  scheme: GFC\n  b0: 10KB\n  stages: 16", 10, "stages is 16; it must be 1 to 15"},
    // trace and search
    {28, "  queues: [A:L1]", 28, "'A:L1' is not an ingress queue; write SWITCH:LINK/CLASS, such as A:L4/0"},
    {28, "  queues: [X:L1/0]", 28, "there is no switch X; name one of switches"},
    {28, "  queues: [A:X/0]", 28, "there is no link X; name a link, or a host for its link"},
    {28, "  queues: [C:L1/0]", 28, "link L1 does not end at switch C; name one that does"},
    {28, "  queues: [A:L1/8]", 28, "class 8 does not exist; classes are 0 to 7"},
    {30, "  flows: [f9]", 30, "there is no flow f9; name one of flows"},
    {30, "  flows: [f1, f1]", 30, "flow f1 is given twice; keep one"},
    {32, "  bytes_to: 1KB", 32, "bytes_to is not above bytes_from; give more"},
};

START_TEST(bad_line) {
  const struct bad *b = &bad[_i];
  write_changed(b->changed, b->text);
  expect_error(EINVAL, b->line, b->message);
}
END_TEST

// What the MMU itself refuses comes in its words, with the numbers.
static const struct refused {
  int changed;
  const char *text;
  int line;
  const char *who;
  const char *says;
} refused[] = {
    {9, "  buffer: 100KB", 9, "A",
     "pools exceed the buffer by 156,000 cells (16 queues x 0 private + 16 x 16,000 headroom + 0 shared > 100,000)"},
    {10, "  headroom: 999", 10, "A", "HEADROOM is 999 cells, MAX_PACKET 1,000 does not fit it"},
    {12, "  xon: 41KB", 12, "A", "XON is 41,000 cells, above XOFF 40,000"},
    {12, "  refresh: 15", 12, "A", "REFRESH is 15 quanta, a round of messages and a frame take 41"},
    {15, "  - {name: B, mmu: {xoff: 30KB}}", 15, "B", "XON is 38,000 cells, above XOFF 30,000"},
    {8, "  scheme: TTL\n  alpha: 1/8\n  ttl: 9", 10, "A",
     "TTL0 is 9, with 8 classes 2 to 8 have a class for every hop"},
    {8, "  scheme: TTL\n  alpha: 1/8\n  private: 1KB", 10, "A", "PRIVATE is 1,000 cells, with TTL it must be 0"},
    {8, "  scheme: TTL\n  alpha: 1/8\n  partitions: [0, 1KB]", 10, "A",
     "PARTITION_1 is 1,000 cells, a threshold of alpha x b_j >= MAX_PACKET needs 8,000"},
    {8, "  scheme: GFC\n  b0: 10MB", 9, "A", "STAGE_BASE is 10,000,000 cells, not below STAGE_TOP 733,000"},
    {8, "  scheme: GFC\n  bm: 700KB\n  b0: 800KB", 10, "A", "STAGE_BASE is 800,000 cells, not below STAGE_TOP 700,000"},
    {8, "  scheme: GFC_LINEAR\n  b0: 10KB", 9, "A",
     "STAGE_TOP - STAGE_BASE is 723,000 cells, a level counts at most 65,534"},
};

START_TEST(refused_registers) {
  const struct refused *r = &refused[_i];
  char message[256];
  write_changed(r->changed, r->text);
  snprintf(message, sizeof message, "switch %s: %s", r->who, r->says);
  expect_error(EINVAL, r->line, message);
}
END_TEST

// ---- TTL and GFC: what the good file above does not have ----

static const char ttl[] = "{scheme: TTL, buffer: 12MB, headroom: 16KB, alpha: 1/8, classes: 4%s}";
static const char gfc[] = "{scheme: %s, buffer: 48MB, bm: 100KB, b0: %s}";

// Three switches in a row, or, with another link, in a triangle. The lines count from that of the name.
static const struct row {
  const char *mmu;  // line 4
  const char *argument[2];
  const char *a;     // line 6: keys of switch A
  const char *flow;  // line 11: keys of a flow from A over B to C
  const char *link;  // line 15: a third link
  int line;          // 0: nothing is wrong
  const char *message;
  const char *gbps;  // NULL: 40
} rows[] = {
    {ttl, {""}, "", "", "", 0, NULL, NULL},
    {ttl, {""}, "", ", class: 0", "", 11, "flow f has a class, with TTL hosts send in class 0; leave class out", NULL},
    {ttl,
     {""},
     "",
     ", ttl: 4",
     "",
     11,
     "flow f has a ttl, with scheme TTL all have that of mmu (4); leave ttl out",
     NULL},
    {ttl,
     {", ttl: 3"},
     "",
     "",
     "",
     11,
     "flow f passes 3 switches, TTL 3 lasts for 2; raise ttl and classes of mmu",
     NULL},
    {ttl, {", ttl: 3"}, "", ", route: [A, B, C, B], loop: true", "", 0, NULL, NULL},
    {ttl, {", partitions: [0, 1MB, 1MB, 1MB, 1MB]"}, "", "", "", 4, "class 4 does not exist; classes are 0 to 3", NULL},
    {ttl,
     {", partitions: [0, 1MB, x]"},
     "",
     "",
     "",
     4,
     "partitions.2 is 'x'; give bytes such as 40000, 40KB or 16MiB",
     NULL},
    {ttl,
     {"", NULL},
     ", mmu: {partitions: [0, 1GB]}",
     "",
     "",
     6,
     "partitions.1 is 1000000000 cells, a counter of 26 bits holds 67108863; raise width or cell_bytes",
     NULL},
    {ttl, {", drop_bounced: 1"}, "", "", "", 4, "drop_bounced is '1'; use false or true", NULL},
    {ttl, {", every_second_class: true"}, "", "", "", 0, NULL, NULL},
    {ttl,
     {", every_second_class: true", NULL},
     "",
     "",
     "  - {name: L3, a: C, b: A}",
     15,
     "C and A are both an odd number of hops away from hosts; with every_second_class give a tree with the hosts at "
     "its leaves",
     NULL},
    {gfc, {"GFC", "50KB"}, "", "", "", 0, NULL, NULL},
    {gfc, {"GFC_LINEAR", "50KB"}, "", "", "", 0, NULL, NULL},
    {gfc, {"GFC", "50KB"}, ", mmu: {b0: 40KB}", "", "", 0, NULL, NULL},
    {gfc,
     {"GFC", "50KB"},
     "",
     "",
     "search: {flows: [f], bytes_from: 1KB, bytes_to: 1MB}",
     15,
     "search has a closed form for STATIC, SIH and DSH only; use one of them",
     NULL},
    {gfc,
     {"GFC", "50KB, shared: 100KB"},
     "",
     "",
     "",
     4,
     "shared is 100KB; with GFC every queue has its own buffer and nothing is shared (registers SHARED and HEADROOM "
     "are "
     "0): leave shared out",
     NULL},
    {gfc, {"GFC", "50KB, shared: 0, headroom: 0B"}, "", "", "", 0, NULL, NULL},
    {gfc,
     {"GFC_LINEAR", "50KB, private: 100999"},
     "",
     "",
     "",
     4,
     "switch A: a queue has 100999 cells (PRIVATE), Bm is 100000 (STAGE_TOP) and a packet up to 1000 (MAX_PACKET): "
     "packets would be lost; lower bm to 99999, or raise private or buffer",
     NULL},
    {gfc, {"GFC", "50KB, private: 101000"}, "", "", "", 0, NULL, NULL},
    {gfc,
     {"GFC", "50KB"},
     ", mmu: {bm: 2999001}",
     "",
     "",
     6,
     "switch A: a queue has 3000000 cells (PRIVATE), Bm is 2999001 (STAGE_TOP) and a packet up to 1000 (MAX_PACKET): "
     "packets would be lost; lower bm to 2999000, or raise private or buffer",
     NULL},
    {gfc,
     {"GFC_LINEAR", "50KB"},
     ", mmu: {b0: 40KB}",
     "",
     "",
     7,
     "Bm - B0 of switch B is not that of A; with GFC_LINEAR give all switches the same",
     NULL},
    {gfc, {"GFC_LINEAR", "50KB, max_packet: 16383"}, "", "", "", 0, NULL, "0.3815"},
    // A link of 0.38 Gb/s takes 263,158 clocks for 50 KB, and that times 16,383 is more than 2^32.
    {gfc,
     {"GFC_LINEAR", "50KB, max_packet: 16383"},
     "",
     "",
     "",
     4,
     "a link sends Bm - B0 in 263157.8947 clocks; with packets of 16383 cells GFC_LINEAR wants fewer than "
     "262160.001: raise b0, or lower clock_mhz",
     "0.38"},
};

static void write_row(const struct row *r) {
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  fprintf(f, "name: row\ngbps: %s\nduration_us: 1000\nmmu: ", r->gbps != NULL ? r->gbps : "40");
  fprintf(f, r->mmu, r->argument[0], r->argument[1]);
  fprintf(f, "\nswitches:\n  - {name: A%s}\n  - {name: B}\n  - {name: C}\n", r->a);
  fprintf(f, "hosts: [{name: x, switch: A}, {name: y, switch: C}]\n");
  fprintf(f, "flows:\n  - {name: f, from: x, to: y%s}\n", r->flow);
  fprintf(f, "links:\n  - {name: L1, a: A, b: B}\n  - {name: L2, a: B, b: C}\n%s\n", r->link);
  fclose(f);
}

START_TEST(row) {
  const struct row *r = &rows[_i];
  write_row(r);
  if (r->line == 0)
    expect_ok();
  else
    expect_error(EINVAL, r->line, r->message);
}
END_TEST

static struct scenario *load_row(const char *mmu, const char *first, const char *second) {
  const struct row r = {mmu, {first, second}, "", "", "", 0, NULL, NULL};
  char err[512];
  struct scenario *s;
  write_row(&r);
  ck_assert_msg(scenario_load(path, &s, err, sizeof err) == 0, "%s", err);
  return s;
}

// Half of 12 MB less headroom, over the classes in use; weights are shares of 65536.
START_TEST(ttl_registers) {
  struct scenario *s = load_row(ttl, "", NULL);
  const uint32_t *regs = s->sw[0].regs, left = 12000000 - 2 * 4 * 16000;
  ck_assert_int_eq(s->feedback, FEEDBACK_TTL);
  ck_assert_uint_eq(s->dims.schemes, (1u << SLUICE_SCHEMES) - 1);
  ck_assert_uint_eq(regs[SLUICE_REG_TTL0], 4);
  ck_assert_uint_eq(s->flow[0].ttl, 4);
  ck_assert_uint_eq(regs[SLUICE_REG_TTL_OPTIONS], 0);
  ck_assert_uint_eq(regs[SLUICE_REG_PARTITION], 0);
  for (int c = 1; c < 4; c++) ck_assert_uint_eq(regs[SLUICE_REG_PARTITION + c], left / 2 / 3);
  for (int c = 1; c < 4; c++) ck_assert_uint_eq(regs[SLUICE_REG_WEIGHT + c], 21845);
  ck_assert_uint_eq(regs[SLUICE_REG_SHARED], left - 3 * (left / 2 / 3));
  scenario_free(s);

  s = load_row(ttl, ", partitions: [0, 1MB, 2MB, 5MB], drop_bounced: true, shared: 1MB", NULL);
  regs = s->sw[2].regs;
  ck_assert_uint_eq(regs[SLUICE_REG_WEIGHT + 1], 8192);
  ck_assert_uint_eq(regs[SLUICE_REG_WEIGHT + 2], 16384);
  ck_assert_uint_eq(regs[SLUICE_REG_WEIGHT + 3], 40960);
  ck_assert_uint_eq(regs[SLUICE_REG_SHARED], 1000000);
  ck_assert_uint_eq(regs[SLUICE_REG_TTL_OPTIONS], SLUICE_TTL_DROP_BOUNCED);
  scenario_free(s);
}
END_TEST

// Hosts are at A and C, one hop away; B is two.
START_TEST(ttl_every_second_class) {
  struct scenario *s = load_row(ttl, ", every_second_class: true", NULL);
  for (int i = 0; i < 3; i++) {
    const uint32_t *regs = s->sw[i].regs;
    ck_assert_uint_eq(regs[SLUICE_REG_TTL0], 8);
    ck_assert_uint_eq(regs[SLUICE_REG_TTL_OPTIONS], SLUICE_TTL_HALF | (i != 1 ? SLUICE_TTL_ODD : 0));
    for (int c = 0; c < 4; c++) ck_assert_uint_eq(regs[SLUICE_REG_PARTITION + c], 11872000 / 2 / 4);
  }
  scenario_free(s);
}
END_TEST

// Files say the value of alpha, as the papers do; the register has the exponent.
static const struct {
  const char *text;
  int exponent;  // 99: refused
} alphas[] = {{"1", 0},          {"2", 1},      {"8", 3},      {"0.5", -1},   {"1/2", -1},    {"1/128", -7},
              {"0.0078125", -7}, {"1.0", 0},    {"2/4", -1},   {"8/1", 3},    {"4", 2},       {".25", -2},
              {"16", 99},        {"0", 99},     {"0/1", 99},   {"0/0", 99},   {"1/0", 99},    {"1/", 99},
              {"/2", 99},        {"1/256", 99}, {"3", 99},     {"1/2/1", 99}, {"-1", 99},     {"1e0", 99},
              {"0x1", 99},       {"nan", 99},   {"1/16 ", 99}, {".", 99},     {"0.0625", -4}, {"0.06250", -4},
              {"1..0", 99},      {"1/-2", 99},  {" 1", 99},    {"0.3", 99}};

START_TEST(alpha_is_the_value) {
  char err[512], line[96];
  struct scenario *s;
  snprintf(line, sizeof line, "  scheme: DSH\n  alpha: '%s'", alphas[_i].text);
  write_changed(8, line);
  ck_assert_int_eq(scenario_load(path, &s, err, sizeof err), alphas[_i].exponent == 99 ? EINVAL : 0);
  if (s != NULL) ck_assert_int_eq((int32_t)s->sw[0].regs[SLUICE_REG_ALPHA], alphas[_i].exponent);
  scenario_free(s);
}
END_TEST

START_TEST(gfc_registers) {
  struct scenario *s = load_row(gfc, "GFC", "50KB");
  const uint32_t *regs = s->sw[0].regs;
  ck_assert_int_eq(s->feedback, FEEDBACK_STAGE);
  ck_assert_uint_eq(regs[SLUICE_REG_PRIVATE], 48000000 / (2 * 8));
  ck_assert_uint_eq(regs[SLUICE_REG_SHARED], 0);
  ck_assert_uint_eq(regs[SLUICE_REG_HEADROOM], 0);
  ck_assert_uint_eq(regs[SLUICE_REG_STAGES], 14);  // 2^15 <= 50000: the last stage has 50000 / 2^15 = 1 cell
  for (int k = 1; k <= 14; k++) ck_assert_uint_eq(regs[SLUICE_REG_STAGE + k - 1], 100000 - (50000 >> k));
  ck_assert_uint_eq(regs[SLUICE_REG_STAGE + 14], 0);
  ck_assert_uint_eq(regs[SLUICE_REG_CELL_STEP], 20 * 65536);  // 40 Gb/s are 20 bytes of 250 MHz
  scenario_free(s);

  s = load_row(gfc, "GFC", "34464");  // D = 65536
  ck_assert_uint_eq(s->sw[0].regs[SLUICE_REG_STAGES], 15 | SLUICE_STAGES_COUNT_LEADING_ZEROS);
  scenario_free(s);
  s = load_row(gfc, "GFC", "34464, stage_table: true, stages: 9");
  ck_assert_uint_eq(s->sw[0].regs[SLUICE_REG_STAGES], 9);
  ck_assert_uint_eq(s->sw[0].regs[SLUICE_REG_STAGE + 8], 100000 - 128);
  ck_assert_uint_eq(s->sw[0].regs[SLUICE_REG_STAGE + 9], 0);
  scenario_free(s);

  s = load_row(gfc, "GFC_LINEAR", "50KB");
  ck_assert_int_eq(s->feedback, FEEDBACK_LEVEL);
  ck_assert_uint_eq(s->sw[0].regs[SLUICE_REG_ROOM_CLOCKS], 640000);  // 256 * 50000 / 20
  scenario_free(s);
}
END_TEST

// tau = 2 * 1020 B / 40 Gb/s + 2 us = 2.408 us: 12,040 B on the line, of which 1000 / 1020 are packets, 4 times.
static const struct doubt {
  const char *scheme, *b0;
  bool warned;
} doubts[] = {
    {"GFC", "52784", false}, {"GFC", "52785", true}, {"GFC_LINEAR", "52784", false}, {"GFC_LINEAR", "52785", true}};

START_TEST(warnings) {
  const struct doubt *d = &doubts[_i];
  struct scenario *s = load_row(gfc, d->scheme, d->b0);
  ck_assert_int_eq(s->warnings, d->warned);
  if (d->warned) {
    char expected[512];
    snprintf(expected, sizeof expected,
             "%s:4: switch A: Bm - B0 is 47215 B, tau of link L1 is 2.408 us: a queue may outgrow Bm; give Bm - B0 "
             "4*C*tau, 47216 B",
             path);
    ck_assert_str_eq(s->warning[0], expected);
  }
  scenario_free(s);
}
END_TEST

// The default of Bm leaves room for the packet that still comes.
START_TEST(default_bm_holds_a_packet_more) {
  struct scenario *s = load_row("{scheme: GFC, buffer: 1MB, max_packet: 1500, b0: 9KB}", NULL, NULL);
  const uint32_t *regs = s->sw[0].regs;
  ck_assert_uint_eq(regs[SLUICE_REG_PRIVATE], 1000000 / 16);
  ck_assert_uint_eq(regs[SLUICE_REG_STAGE_TOP], 1000000 / 16 - 1500);
  scenario_free(s);
}
END_TEST

// What does nothing is said, with its line; what is used by one of several switches is not.
static const struct idle {
  const char *mmu, *a;
  int line;
  const char *message;  // NULL: none
} idles[] = {
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, xoff: 40KB}", "", 4, "xoff does nothing under SIH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, xon: 40KB}", "", 4, "xon does nothing under DSH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, partitions: [1KB]}", "", 4,
     "partitions does nothing under DSH"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, ttl: 4}", "", 4, "ttl does nothing under DSH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, delta_p: 4KB}", "", 4, "delta_p does nothing under SIH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, mode: native}", "", 4, "mode does nothing under SIH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, bm: 4KB}", "", 4, "bm does nothing under SIH"},
    {"{scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, alpha: 1}", "", 4, "alpha does nothing under STATIC"},
    {"{scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, delta_q: 4KB}", "", 4,
     "delta_q does nothing under STATIC"},
    {"{scheme: GFC_LINEAR, buffer: 12MB, bm: 80KB, b0: 20KB, stages: 4}", "", 4,
     "stages does nothing under GFC_LINEAR"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1}", ", mmu: {xoff: 40KB}", 6, "xoff does nothing under SIH"},
    {"{scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1, xoff: 40KB}", ", mmu: {scheme: STATIC}", 0, NULL},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1, delta_p: 4KB, mode: native}", "", 0, NULL},
    // TTL Eq. 15: 2 * (1020 B + 84 B + 40 Gb/s * 1 us) = 12,208 B on the line, of which 1000 / 1020 are packets
    {"{scheme: SIH, buffer: 12MB, headroom: 11969, alpha: 1}", "", 0, NULL},
    {"{scheme: SIH, buffer: 12MB, headroom: 11968, alpha: 1}", "", 4,
     "switch A: headroom is 11968 B, what link L1 brings after a pause is 11969 B [TTL Eq. 15]"},
    {"{scheme: DSH, buffer: 12MB, headroom: 16KB, alpha: 1}", ", mmu: {headroom: 9KB}", 6,
     "switch A: headroom is 9000 B"},
};

START_TEST(what_does_nothing_is_said) {
  const struct idle *d = &idles[_i];
  const struct row r = {d->mmu, {NULL, NULL}, d->a, "", "", 0, NULL, NULL};
  char err[512] = "", expected[512];
  struct scenario *s;
  write_row(&r);
  ck_assert_msg(scenario_load(path, &s, err, sizeof err) == 0, "%s", err);
  ck_assert_int_eq(s->warnings, d->message != NULL);
  snprintf(expected, sizeof expected, "%s:%d: %s", path, d->line, d->message != NULL ? d->message : "");
  if (d->message != NULL) ck_assert_msg(strncmp(s->warning[0], expected, strlen(expected)) == 0, "%s", s->warning[0]);
  scenario_free(s);
}
END_TEST

// ---- registers from another file ----

static const struct other {
  const char *text;
  int line;  // 0: nothing is wrong
  const char *message;
} others[] = {
    {"mmu: {scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1/8}", 0, NULL},
    {"", 1, "the file is empty; start from one of the ready scenarios"},
    {"# here\nmmu: 5", 2, "mmu must have keys; write key: value pairs"},
    {"# here\nname: x", 2, "unknown key 'name' in the mmu file; known are mmu"},
    {"mmu:\n  scheme: DSH", 1, "buffer is missing in mmu; add buffer, the bytes of the whole buffer"},
    {"mmu:\n  scheme: STATIC\n  buffer: 1TB\n  headroom: 1KB\n  xoff: 1KB", 3,
     "buffer is '1TB'; give bytes such as 40000, 40KB or 16MiB"},
    {"\nmmu:\n  scheme: SIH\n  alpha: 9\n  headroom: 1KB\n  buffer: 1MB", 4,
     "alpha is '9'; give a power of two from 1/128 to 8, such as 1/16 or 0.0625"},
    {"mmu:\n  ports: 1", 2, "switch A has 2 links; raise ports to that"},
};

START_TEST(other_mmu) {
  const struct other *o = &others[_i];
  char mmu[] = "/tmp/test_mmu.XXXXXX", err[512] = "", expected[640];
  int fd = mkstemp(mmu);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fputs(o->text, f);
  fclose(f);
  struct scenario *s;
  write_changed(12, "  xon: 99MB");  // not used, so not wrong
  int status = scenario_load_mmu(path, mmu, &s, err, sizeof err);
  unlink(mmu);
  snprintf(expected, sizeof expected, "%s:%d: %s", mmu, o->line, o->message);
  if (o->line != 0) ck_assert_str_eq(err, expected);
  ck_assert_int_eq(status, o->line == 0 ? 0 : EINVAL);
  if (status == 0) ck_assert_uint_eq(s->sw[1].regs[SLUICE_REG_SCHEME], SLUICE_SIH);
  scenario_free(s);
}
END_TEST

// What is wrong outside of the mmu section is still found in the scenario, and a missing file is named.
START_TEST(other_mmu_and_the_scenario) {
  char mmu[] = "/tmp/test_mmu.XXXXXX", err[512], expected[640];
  struct scenario *s;
  int fd = mkstemp(mmu);
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(write(fd, "mmu: {ports: 9}", 15), 15);
  close(fd);
  write_changed(24, "  - {name: f1, from: h1, to: h9}");
  ck_assert_int_eq(scenario_load_mmu(path, mmu, &s, err, sizeof err), EINVAL);
  snprintf(expected, sizeof expected, "%s:24: there is no host h9; name one of hosts", path);
  ck_assert_str_eq(err, expected);
  unlink(mmu);
  ck_assert_int_eq(scenario_load_mmu(path, mmu, &s, err, sizeof err), EINVAL);
  snprintf(expected, sizeof expected, "%s:1: cannot open: No such file or directory; give a scenario file", mmu);
  ck_assert_str_eq(err, expected);
}
END_TEST

START_TEST(good_file) {
  write_changed(0, "");
  expect_ok();
}
END_TEST

START_TEST(missing_file) {
  unlink(path);
  expect_error(EINVAL, 1, "cannot open: No such file or directory; give a scenario file");
}
END_TEST

START_TEST(empty_file) {
  write_file("", 0);
  expect_error(EINVAL, 1, "the file is empty; start from one of the ready scenarios");
  write_file("# only a comment\n", 17);
  expect_error(EINVAL, 1, "the file is empty; start from one of the ready scenarios");
}
END_TEST

START_TEST(binary_garbage) {
  write_file("name: x\n\xff\xfe\x80", 11);
  expect_error(EINVAL, 2, "not YAML: invalid leading UTF-8 octet; a scenario is UTF-8 text");
  write_file("name: x\na\0b", 11);
  expect_error(EINVAL, 2, "not YAML: control characters are not allowed; a scenario is UTF-8 text");
}
END_TEST

START_TEST(ten_megabytes) {
  size_t size = 10 << 20;
  char *data = malloc(size);
  ck_assert_ptr_nonnull(data);
  memset(data, 'a', size);
  write_file(data, size);
  free(data);
  expect_error(EINVAL, 1, "the file is larger than 4 MiB; a scenario is a few kilobytes of YAML");
}
END_TEST

START_TEST(nested_deeply) {
  char data[4096];
  memset(data, '[', sizeof data);
  write_file(data, sizeof data);
  expect_error(EINVAL, 1, "nested too deeply; no key of a scenario needs more than 4 levels");
}
END_TEST

START_TEST(directory) {
  char err[512];
  struct scenario *s;
  ck_assert_int_eq(scenario_load("/tmp", &s, err, sizeof err), EINVAL);
  ck_assert_str_eq(err, "/tmp:1: cannot read: Is a directory; give a scenario file");
}
END_TEST

// Cut anywhere, a file either is a scenario or says why not; nothing else happens.
START_TEST(cut_anywhere) {
  char text[4096] = "";
  for (int i = 0; i < GOOD_LINES; i++) {
    strcat(text, good[i]);
    strcat(text, "\n");
  }
  for (size_t size = 0; size < strlen(text); size++) {
    char err[512] = "";
    struct scenario *s;
    write_file(text, size);
    if (scenario_load(path, &s, err, sizeof err) != 0) ck_assert_int_eq(strncmp(err, path, strlen(path)), 0);
    scenario_free(s);
  }
}
END_TEST

// Pools and thresholds are rounded down to cells, packets up; what is not given is derived.
START_TEST(bytes_become_cells) {
  char err[512];
  struct scenario *s;
  write_changed(6, "cell_bytes: 256");
  ck_assert_int_eq(scenario_load(path, &s, err, sizeof err), 0);
  const uint32_t *regs = s->sw[0].regs;
  ck_assert_uint_eq(regs[SLUICE_REG_BUFFER], 46875);
  ck_assert_uint_eq(regs[SLUICE_REG_HEADROOM], 62);
  ck_assert_uint_eq(regs[SLUICE_REG_XOFF], 156);
  ck_assert_uint_eq(regs[SLUICE_REG_XON], 148);
  ck_assert_uint_eq(regs[SLUICE_REG_MAX_PACKET], 4);
  ck_assert_uint_eq(regs[SLUICE_REG_SHARED], 46875 - 2 * 8 * 62);
  ck_assert_uint_eq(regs[SLUICE_REG_QUANTA_STEP], 16 * 160);
  ck_assert_uint_eq(regs[SLUICE_REG_LOSSLESS], 0xff);
  ck_assert_int_eq(s->dims.ports, 2);
  ck_assert_uint_eq(s->flow[1].bytes, 1 << 20);
  ck_assert_uint_eq(s->link[0].delay, 250);
  scenario_free(s);
}
END_TEST

// Only Fig. 5 of GFC breaks the paper's own bound.
START_TEST(ready_files) {
  glob_t files;
  ck_assert_int_eq(glob("tb/scenarios/*.yaml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    const char *file = files.gl_pathv[i], *name = strrchr(file, '/') + 1;
    bool mmu = strncmp(name, "mmu_", 4) == 0, fig5 = strncmp(name, "mmu_fig5", 8) == 0;
    const char *base = fig5 ? "tb/scenarios/fig5.yaml" : mmu ? "tb/scenarios/case3.yaml" : file;
    char err[512];
    struct scenario *s;
    ck_assert_msg(scenario_load_mmu(base, mmu ? file : NULL, &s, err, sizeof err) == 0, "%s", err);
    ck_assert_msg(s->warnings == fig5, "%s", file);
    if (!mmu) ck_assert_int_eq(strncmp(s->name, name, strlen(s->name)), 0);
    scenario_free(s);
  }
  globfree(&files);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario");
  TCase *files = tcase_create("files");
  tcase_add_checked_fixture(files, make_path, remove_path);
  tcase_set_timeout(files, 120);
  tcase_add_test(files, good_file);
  tcase_add_loop_test(files, bad_line, 0, sizeof bad / sizeof bad[0]);
  tcase_add_loop_test(files, refused_registers, 0, sizeof refused / sizeof refused[0]);
  tcase_add_test(files, missing_file);
  tcase_add_test(files, empty_file);
  tcase_add_test(files, binary_garbage);
  tcase_add_test(files, ten_megabytes);
  tcase_add_test(files, nested_deeply);
  tcase_add_test(files, directory);
  tcase_add_test(files, cut_anywhere);
  tcase_add_test(files, bytes_become_cells);
  tcase_add_loop_test(files, row, 0, sizeof rows / sizeof rows[0]);
  tcase_add_test(files, ttl_registers);
  tcase_add_test(files, ttl_every_second_class);
  tcase_add_loop_test(files, alpha_is_the_value, 0, sizeof alphas / sizeof alphas[0]);
  tcase_add_test(files, gfc_registers);
  tcase_add_loop_test(files, warnings, 0, sizeof doubts / sizeof doubts[0]);
  tcase_add_test(files, default_bm_holds_a_packet_more);
  tcase_add_loop_test(files, what_does_nothing_is_said, 0, sizeof idles / sizeof idles[0]);
  tcase_add_loop_test(files, other_mmu, 0, sizeof others / sizeof others[0]);
  tcase_add_test(files, other_mmu_and_the_scenario);
  tcase_add_test(files, ready_files);
  suite_add_tcase(suite, files);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
