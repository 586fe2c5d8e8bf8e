// Tests the error messages of scenario files: each wrong line of a valid file must give exactly one message, with the
// file and the line number. `make check T=scenario` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stdio.h>

#include "tb/sim/scenario/scenario.h"
#include "tests/net/text.h"
#include "tests/suite.h"

#define NO_QUEUE(text) "'" text "' is not a queue; write SWITCH:LINK/CLASS, such as A:L4/0, with * for any, or all"

static const struct bad {
  int changed;       // this line of the valid file
  const char *text;  // becomes this text
  int line;          // line number in the message
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
    {30, "  flow: [f1]", 30, "unknown key 'flow' in search, did you mean 'flows'?"},
    {14, "  - {name: A, kind: x}", 14,
     "unknown key 'kind' in switches; known are name, clock_mhz, scheduler, ecn, watchdog, mmu, limit, ingress_limit, "
     "level"},
    {4, "# no duration", 1, "duration_us is missing in the scenario; add duration_us"},
    {14, "  - {limit: []}", 14, "name is missing in switches; add name"},
    {30, "  flows: all", 30, "flows must be a list; write [a, b] or - lines"},
    {7, "mmu: none\nxmmu:", 7, "mmu must have keys; write key: value pairs"},
    {14, "  - A", 14, "switches must have keys; write key: value pairs"},
    {3, "gbps: [40]", 3, "gbps must be one value; write gbps: value"},
    {3, "gbps: fast", 3, "gbps is 'fast'; give a number such as 40 or 0.25"},
    {3, "gbps: -40", 3, "gbps is '-40', which is negative; give a number such as 40 or 0.25"},
    {3, "gbps: .nan", 3, "gbps is '.nan'; give a number such as 40 or 0.25"},
    {3, "gbps: 1e3", 3, "gbps is '1e3'; give a number such as 40 or 0.25"},
    {3, "gbps:", 3, "gbps is ''; give a number such as 40 or 0.25"},
    {27, "  sample_ns: 1.5", 27, "sample_ns is '1.5'; give a whole number, such as 1000"},
    {27, "  sample_ns: -1", 27, "sample_ns is '-1', which is negative; give a whole number, such as 1000"},
    {27, "  sample_ns: 0x10", 27, "sample_ns is '0x10'; give a whole number, such as 1000"},
    {27, "  sample_ns: 010", 27, "sample_ns is '010'; give a whole number, such as 1000"},
    {27, "  sample_ns: 99999999999999999999999", 27,
     "sample_ns is 99999999999999999999999; at most 4294967295 is possible"},
    {8, "  scheme: RED", 8, "scheme is 'RED'; use STATIC, SIH, DSH, TTL, GFC, GFC_LINEAR, SHP or CBFC"},
    {8, "  scheme: GFC_TIMED", 8,
     "scheme is 'GFC_TIMED'; time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {8, "  scheme: gfc-time", 8,
     "scheme is 'gfc-time'; time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {8, "  scheme: time-based-gfc", 8,
     "scheme is 'time-based-gfc'; time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {8, "  scheme: GFC_LINAER", 8, "scheme is 'GFC_LINAER', did you mean 'GFC_LINEAR'?"},
    {8, "  scheme: GFCT", 8, "scheme is 'GFCT', did you mean 'GFC'?"},
    {8, "  mode: strict", 8, "mode is 'strict'; use interoperable or native"},
    {1, "name:", 1, "name has no value; write name: value"},
    {1, "name: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee", 1, "name is longer than 40 characters; shorten it"},
    // ranges
    {1, "name: \"a\\nb\"", 1, "name 'a?b' is not one word; use letters, digits, _, . and -"},
    {2, "clock_mhz: 0", 2, "clock_mhz is 0; it must be 1 to 4000"},
    {2, "clock_mhz: 250.1234567", 2, "clock_mhz is 250.1234567; give at most six decimals"},
    {3, "gbps: 0", 3, "gbps is 0; it must be 0.001 to 6400"},
    {3, "gbps: 6500", 3, "gbps is 6500; it must be 0.001 to 6400"},
    {3, "delay_ns: 0.0001", 3, "delay_ns is 0.0001; give at most three decimals (ps)"},
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
    {27, "  sample_ns: 3", 27, "sample_ns is 3; it must be at least a cycle (4 ns)"},
    // names and link ends
    {1, "name: -x", 1, "name '-x' begins with '-'; begin it with a letter, a digit or _"},
    {1, "name: ..", 1, "name '..' begins with '.'; begin it with a letter, a digit or _"},
    {14, "  - {name: -A}", 14, "name '-A' begins with '-'; begin it with a letter, a digit or _"},
    {18, "  - {name: -, a: A, b: B}", 18, "name '-' begins with '-'; begin it with a letter, a digit or _"},
    {20, "  - {name: -h1, switch: A}", 20, "name '-h1' begins with '-'; begin it with a letter, a digit or _"},
    {24, "  - {name: -x, from: h1, to: h2}", 24, "name '-x' begins with '-'; begin it with a letter, a digit or _"},
    {24, "  - {name: .x, from: h1, to: h2}", 24, "name '.x' is not one word; use letters, digits, _ and -"},
    {14, "  - {name: a b}", 14, "name 'a b' is not one word; use letters, digits, _ and -"},
    {16, "  - {name: A}", 16, "the name A is taken; every switch, link and host needs its own"},
    {20, "  - {name: L1, switch: A}", 20, "the name L1 is taken; every switch, link and host needs its own"},
    {25, "  - {name: f1, from: h2, to: h1}", 25, "a flow f1 exists already; every flow needs its own name"},
    {18, "  - {name: L1, a: A, b: X}", 18, "there is no switch X; name one of switches"},
    {18, "  - {name: L1, a: A, b: A}", 18, "link L1 joins switch A with itself; name two switches"},
    {20, "  - {name: h1, switch: X}", 20, "there is no switch X; name one of switches"},
    {21, "  - {name: h2, switch: h1}", 21, "h1 is a host; name one of switches"},
    {15, "  - {name: B, clock_mhz: 0.5}", 15, "clock_mhz is 0.5; it must be 1 to 4000"},
    {15, "  - {name: B, limit: [{link: h9, gbps: 10}]}", 15,
     "there is no link h9; name a link, or a host for its link"},
    {15, "  - {name: B, limit: [{link: h1, gbps: 10}]}", 15, "link h1 does not end at switch B; name one that does"},
    {15, "  - {name: B, limit: [{link: h2, gbps: 41}]}", 15, "gbps is 41, above the link's 40; give less"},
    // flows
    {24, "  - {name: f1, from: h9, to: h2}", 24, "there is no host h9; name one of hosts"},
    {24, "  - {name: f1, from: A, to: h2}", 24, "A is a switch; name one of hosts"},
    {24, "  - {name: f1, from: h1, to: h1}", 24, "flow f1 goes from h1 to itself; name two hosts"},
    {24, "  - {name: f1, from: h1, to: h3}", 24, "no route from A to C over at most 64 switches; add a link"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A, C, B]}", 24, "no link from A to C; route over links that exist"},
    {24, "  - {name: f1, from: h1, to: h2, route: [B]}", 24, "route begins at B; begin at A, where h1 is"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A]}", 24, "route ends at A; end at B, where h2 is"},
    {24, "  - {name: f1, from: h1, to: h2, route: [A, h2]}", 24,
     "there is no switch h2; route lists the switches on the way"},
    {24, "  - {name: f1, from: h1, to: h2, route: []}", 24, "route is empty; list at least one"},
    {24, "  - {name: f1, from: h1, to: h2, class: 8}", 24, "class 8 does not exist; classes are 0 to 7"},
    {24, "  - {name: f1, from: h1, to: h2, class: -1}", 24,
     "class is '-1', which is negative; give a whole number, 0 to 7"},
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
    {8, "  classes: 8", 7,
     "scheme is missing in mmu; add scheme, one of STATIC, SIH, DSH, TTL, GFC, GFC_LINEAR, SHP and CBFC"},
    {9, "  classes: 8", 7, "buffer is missing in mmu; add buffer, the bytes of the whole buffer"},
    {8, "  scheme: DSH", 7, "alpha is missing in mmu; add alpha, such as 1/16"},
    {8, "  scheme: DSH\n  alpha: 1/3", 9,
     "alpha is '1/3'; give a power of two from 1/256 to 128, such as 1/16 or 0.0625"},
    {8, "  scheme: DSH\n  alpha: -4", 9,
     "alpha is '-4'; give a power of two from 1/256 to 128, such as 1/16 or 0.0625"},
    {8, "  scheme: STATIC\n  ports: 1", 9, "switch A has 2 links; raise ports to that"},
    {8, "  scheme: STATIC\n  ports: 513", 9, "ports is 513; it must be 1 to 512"},
    {8, "  scheme: STATIC\n  classes: 9", 9, "classes is 9; it must be 1 to 8"},
    {8, "  scheme: STATIC\n  width: 29", 9, "width is 29; it must be 8 to 28"},
    {8, "  scheme: STATIC\n  width: 20", 10,
     "buffer is 12000000 cells, a counter of 20 bits holds 1048575; raise width or cell_bytes"},
    {8, "  scheme: STATIC\n  lossless: [0, 8]", 9, "class 8 does not exist; classes are 0 to 7"},
    {8, "  scheme: STATIC\n  lossless: []", 9, "lossless is empty; list at least one"},
    {8, "  scheme: STATIC\n  pause_time: 65536", 9, "pause_time is 65536; it must be 17 to 65535 quanta"},
    {16, "  - {name: C, mmu: {classes: 8}}", 16,
     "classes and width hold for all switches; set them in the scenario's mmu"},
    {16, "  - {name: C, mmu: {ttl: 8}}", 16,
     "ttl, tree_levels and every_second_class hold for all switches; set them in the scenario's mmu"},
    {16, "  - {name: C, mmu: {scheme: GFC, b0: 1KB, headroom: 0}}", 16,
     "switch C sends other feedback than A; only STATIC, SIH, DSH and SHP work together"},
    {8, "  scheme: GFC\n  b0: 10KB", 11,
     "headroom is 16KB; with GFC every queue has its own buffer and nothing is shared (registers SHARED and HEADROOM "
     "are "
     "0): leave headroom out"},
    {8, "  scheme: GFC\n  b0: 10KB\n  stages: 16", 10, "stages is 16; it must be 1 to 15"},
    // trace and search
    {28, "  queues: [A:L1]", 28, NO_QUEUE("A:L1")},
    {28, "  queues: [X:L1/0]", 28, "there is no switch X; name one of switches"},
    {28, "  queues: [A:X/0]", 28, "there is no link X; name a link, or a host for its link"},
    {28, "  queues: [C:L1/0]", 28, "link L1 does not end at switch C; name one that does"},
    {28, "  queues: [A:L1/8]", 28, "class 8 does not exist; classes are 0 to 7"},
    {28, "  queues: [\"*:L1/00\"]", 28, NO_QUEUE("*:L1/00")},
    {28, "  queues: [All]", 28, NO_QUEUE("All")},
    {28, "  series:\n  - {queues: [all, \"X:*/*\"], what: [state]}", 29, "there is no switch X; name one of switches"},
    {28, "  series:\n  - {queues: [\"*:X/*\"], what: [state]}", 29,
     "there is no link X; name a link, or a host for its link"},
    {28, "  series:\n  - {queues: [\"C:L1/*\"], what: [state]}", 29,
     "link L1 does not end at switch C; name one that does"},
    {28, "  series:\n  - {queues: [\"*:*/8\"], what: [state]}", 29, "class 8 does not exist; classes are 0 to 7"},
    {28, "  series:\n  - {queues: [], what: [state]}", 29, "queues is empty; list at least one"},
    {28, "  series:\n  - {queues: [all]}", 29, "what is missing in series; add what"},
    {28, "  series:\n  - {queues: [all], what: [egress, xoff]}", 29,
     "what is 'xoff'; use ingress, egress, state, threshold, port_threshold, shared, marked, flows or credits"},
    {28, "  series:\n  - queues: [all]\n    what: [state]\n    every_ns: 3", 31,
     "every_ns is 3; it must be at least a cycle (4 ns)"},
    {30, "  flows: [f9]", 30, "there is no flow f9; name one of flows"},
    {30, "  flows: [f1, f1]", 30, "flow f1 is given twice; keep one"},
    {32, "  bytes_to: 1KB", 32, "bytes_to is not above bytes_from; give more"},
};

START_TEST(bad_line) {
  const struct bad *b = &bad[_i];
  text_write_changed(b->changed, b->text);
  text_expect_error(EINVAL, b->line, b->message);
}
END_TEST

// The MMU itself refuses these registers. The message contains the MMU's text with the numbers.
static const struct refused {
  int changed;
  const char *text;
  int line;
  const char *sw;
  const char *message;
} refused[] = {
    {9, "  buffer: 100KB", 9, "A",
     "pools exceed the buffer by 156,000 cells (16 queues x 0 private + 16 x 16,000 headroom + 0 shared > 100,000); "
     "raise the buffer or lower a pool"},
    {10, "  headroom: 999", 10, "A", "HEADROOM is 999 cells, MAX_PACKET 1,000 does not fit it"},
    {8, "  scheme: SHP\n  alpha: 1/8\n  headroom_pool: 9", 10, "A",
     "headroom pool and port headroom are 9 cells, MAX_PACKET 1,000 does not fit them"},
    {12, "  xon: 41KB", 12, "A", "XON is 41,000 cells, above XOFF 40,000"},
    {12, "  refresh: 15", 12, "A", "REFRESH is 15 quanta, a round of messages and a frame take 41"},
    {15, "  - {name: B, mmu: {xoff: 30KB}}", 15, "B", "XON is 38,000 cells, above XOFF 30,000"},
    {8, "  scheme: TTL\n  alpha: 1/8\n  ttl: 9", 10, "A",
     "TTL0 is 9, with 8 classes 2 to 8 have a class for every hop"},
    {8, "  scheme: TTL\n  alpha: 1/8\n  private: 1KB", 10, "A", "PRIVATE is 1,000 cells, with TTL it must be 0"},
    {8, "  scheme: TTL\n  alpha: 1/8\n  partitions: [0, 1KB]", 10, "A",
     "PARTITION_1 is 1,000 cells, a threshold of alpha x b_j >= MAX_PACKET needs 8,000"},
    {14, "  - {name: A, mmu: {scheme: GFC, headroom: 0, b0: 10MB}}", 14, "A",
     "STAGE_BASE is 10,000,000 cells, not below STAGE_TOP 746,000"},
    {14, "  - {name: A, mmu: {scheme: GFC, headroom: 0, bm: 700KB, b0: 800KB}}", 14, "A",
     "STAGE_BASE is 800,000 cells, not below STAGE_TOP 700,000"},
    {14, "  - {name: A, mmu: {scheme: GFC_LINEAR, headroom: 0, b0: 10KB}}", 14, "A",
     "STAGE_TOP - STAGE_BASE is 736,000 cells, a level counts at most 65,534"},
};

START_TEST(refused_registers) {
  const struct refused *r = &refused[_i];
  char message[256];
  text_write_changed(r->changed, r->text);
  snprintf(message, sizeof message, "switch %s: %s", r->sw, r->message);
  text_expect_error(EINVAL, r->line, message);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario");
  TCase *files = tcase_create("files");
  tcase_add_checked_fixture(files, text_make, text_remove);
  tcase_set_timeout(files, 120);
  tcase_add_loop_test(files, bad_line, 0, sizeof bad / sizeof bad[0]);
  tcase_add_loop_test(files, refused_registers, 0, sizeof refused / sizeof refused[0]);
  suite_add_tcase(suite, files);
  return suite_run(suite);
}
