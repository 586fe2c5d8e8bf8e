// Tests sluice replay as users run it. A script writes the captures that enter, and tshark reads the captures that
// leave. `make check T=replay` repeats it without RTL, `make test T=replay` with RTL.
#define _GNU_SOURCE
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/program/replays.h"
#include "tests/suite.h"

enum { PFC_IN = 3 };

static int replay_of(const char *scenario, const char *options, const char *out) {
  char in[4][1000];
  for (int p = 0; p < PORTS; p++) snprintf(in[p], sizeof in[p], "%sin%d.pcap", in_dir(""), p);
  return run("replay %s --in 0=%s --in 1=%s --in 2=%s --in 3=%s --out %s %s", scenario, in[0], in[1], in[2], in[3],
             in_dir(out), options);
}

static int replay(const char *options) { return replay_of(SCENARIO, options, "out"); }

static const char *best_engine(void) { return BUILD_HAS_RTL ? "--engine both" : "--engine model"; }

// Senders that obey pauses lose no frame. The receiver's capture contains every frame once, and tshark accepts all
// frames.
START_TEST(what_leaves_is_what_came) {
  make_captures();
  char name[32], filter[200], options[100];
  snprintf(options, sizeof options, "--obey %s", best_engine());
  ck_assert_msg(replay(options) == 0, "%s", with.text[1]);
  for (int p = 0; p < PORTS; p++) {
    snprintf(name, sizeof name, "out/port%d.pcap", p);
    ck_assert_int_eq(frames(name, "_ws.malformed || _ws.expert"), 0);
    snprintf(filter, sizeof filter, "macc.opcode == 0x0101 && eth.src == 02:00:00:00:00:0%d", p);
    ck_assert_int_eq(frames(name, filter), row(p, 5));
    ck_assert_int_eq(row(p, 1), p < 3 ? FRAMES : PFC_IN);
    ck_assert_int_eq(row(p, 6), 0);
    if (p < 2) ck_assert_int_gt(row(p, 5), 10);  // the switch pauses the fast senders
  }
  ck_assert_int_eq(row(3, 4), PFC_IN);
  ck_assert_int_eq(row(3, 3), 3 * FRAMES);
  for (int p = 0; p < 3; p++) {
    snprintf(filter, sizeof filter, "udp && ip.src == 10.0.0.%d && vlan.priority == %d && ip.checksum.status != 0", p,
             p + 1);
    ck_assert_int_eq(frames("out/port3.pcap", filter), FRAMES);
  }
  // The receiver has paused priority 2 from 90 us on for 300 quanta, 15.36 us. One frame may have started before.
  int late = frames("out/port3.pcap",
                    "vlan.priority == 2 && frame.time_relative > 0.0000925 && frame.time_relative < 0.0001050");
  ck_assert_msg(late == 0, "%d frames leave while their priority is paused", late);
  ck_assert_int_gt(frames("out/port3.pcap",
                          "vlan.priority == 1 && frame.time_relative > 0.0000925 && frame.time_relative < 0.0001050"),
                   0);
}
END_TEST

// 802.3x PAUSE stops the whole port, lossy priorities too: nothing leaves port 3 for 300 quanta, 15.36 us from 90 us
// on. One frame may have started before. Port 0 is paused all the time, and still sends the pauses of the switch.
START_TEST(pause_stops_the_port) {
  static const char *const lossless[] = {"[1]", "[1, 2, 3]"};
  char text[100], edit[200], options[100];
  shell("tb/cli/replay/captures.py %s pause", in_dir(""), text, sizeof text);
  snprintf(edit, sizeof edit, "sed 's/^  scheme: DSH/&\\n  lossless: %s/' " SCENARIO " >%%s", lossless[_i]);
  shell(edit, in_dir("lossy.yaml"), text, sizeof text);
  snprintf(options, sizeof options, "--obey %s", best_engine());
  snprintf(edit, sizeof edit, "%s", in_dir("lossy.yaml"));
  ck_assert_msg(replay_of(edit, options, "out") == 0, "%s", with.text[1]);
  ck_assert_int_eq(
      frames("out/port3.pcap", "udp && frame.time_relative > 0.0000925 && frame.time_relative < 0.0001050"), 0);
  ck_assert_int_gt(frames("out/port3.pcap", "udp && frame.time_relative < 0.0000925"), 50);
  ck_assert_int_gt(frames("out/port3.pcap", "udp && frame.time_relative > 0.0001050"), 50);
  ck_assert_int_eq(row(3, 4), 1);  // obeyed
  ck_assert_int_eq(row(0, 4), 1);
  ck_assert_int_gt(row(0, 5), 10);  // sent
  ck_assert_int_eq(frames("out/port0.pcap", "udp"), 0);
}
END_TEST

// Senders that do not obey: the MMU refuses the frames above its capacity.
START_TEST(greedy_senders_are_refused) {
  make_captures();
  ck_assert_int_eq(replay(BUILD_HAS_RTL ? "" : "--engine model"), 0);
  said(1, "refused by the MMU");
  ck_assert_int_eq(row(3, 3) + row(0, 6) + row(1, 6) + row(2, 6), 3 * FRAMES);
  ck_assert_int_eq(replay(BUILD_HAS_RTL ? "--engine both --quiet" : "--engine model --quiet"), 0);
  ck_assert_str_eq(with.text[0], "");
}
END_TEST

static const struct {
  const char *scenario;
  int opcode;  // opcode of the switch's pauses
} kinds[] = {
    {SCENARIO, 0x0101},
    {"tb/examples/scenarios/replay_ttl.yaml", 0x0101},
    {"tb/examples/scenarios/replay_gfc.yaml", 0xfffe},
};

// Reads the capture of a port with tshark: as many pauses as in the table, frames with the expected TTL, and no warning
// except for the project's own opcode.
static void as_tshark_reads(int port, int opcode, bool life) {
  static char text[1 << 17];
  char name[32];
  int pauses = 0, from[PORTS] = {0}, others = 0;
  snprintf(name, sizeof name, "model/port%d.pcap", port);
  shell("tshark -r %s -T fields -E separator=, -e macc.opcode -e ip.src -e ip.ttl -e _ws.expert 2>/dev/null",
        in_dir(name), text, sizeof text);
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    int host, ttl, at = 0;
    char mark[100];
    snprintf(mark, sizeof mark, "0x%04x,,,", opcode);
    if (strncmp(line, mark, strlen(mark)) == 0)
      pauses++;
    else if (strncmp(line, "0x0101,,,", 9) == 0 && line[9] == '\0')
      pauses++;  // pauses before the COMMIT
    else if (sscanf(line, ",10.0.0.%d,%d,%n", &host, &ttl, &at) == 2 && line[at] == '\0' && host < 3 &&
             ttl == 8 - host - life)
      from[host]++;
    else
      others++;
  }
  ck_assert_int_eq(pauses, row(port, 5));
  ck_assert_int_eq(others, 0);
  for (int p = 0; p < 3 && port == 3; p++) ck_assert_int_eq(from[p], row(p, 2));
}

// All engines must write the same bytes with the same times. tshark reads them and must count as the table does.
START_TEST(engines_write_the_same) {
  char text[100], options[100];
  make_captures();
  bool obey = _i % 2 == 0, life = strstr(kinds[_i / 2].scenario, "ttl") != NULL;
  static const char *const engines[] = {"model", "rtl", "both"};
  for (int e = 0; e < (BUILD_HAS_RTL ? 3 : 1); e++) {
    unsigned long cycles = 0, words = 0;
    int end = 0;
    snprintf(options, sizeof options, "--engine %s %s", engines[e], obey ? "--obey" : "");
    ck_assert_msg(replay_of(kinds[_i / 2].scenario, options, engines[e]) == 0, "%s", with.text[1]);
    const char *line = strstr(with.text[1], "RTL and models: ");
    ck_assert_msg((line != NULL) == (e == 2), "%s", with.text[1]);
    if (line != NULL)
      sscanf(line, "RTL and models: %lu cycles compared, %lu words of frames, 0 mismatches\n%n", &cycles, &words, &end);
    // Of every frame at least 60 bytes pass a MAC, 8 bytes in a word.
    ck_assert_msg(e != 2 || (end > 0 && cycles > 10000 && words > 3 * FRAMES * 60 / 8), "%s", with.text[1]);
    if (e > 0)
      shell(e == 1 ? "cd %s && diff -r model rtl" : "cd %s && diff -r model both", in_dir(""), text, sizeof text);
  }
  int out = 0, refused = 0, pauses = 0;
  for (int p = 0; p < PORTS; p++) {
    if (obey && BUILD_HAS_RTL) as_tshark_reads(p, kinds[_i / 2].opcode, life);
    out += row(p, 3);
    refused += row(p, 6);
    pauses += row(p, 5);
  }
  ck_assert_int_eq(out + refused, 3 * FRAMES);
  ck_assert_msg(obey ? refused == 0 : refused > 0, "%d refused", refused);
  ck_assert_int_gt(pauses, 40);
}
END_TEST

// A capture as bytes, and its error message.
#define HEAD "\xd4\xc3\xb2\xa1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0"
static const struct {
  const char *bytes;
  size_t n;
  const char *says;
} captures[] = {
    {"", 0, "give a pcap or pcapng file"},
    {"not a capture, only words of some length", 40, "give a pcap or pcapng file"},
    {HEAD "\x69\0\0\0", 24, "its link type is IEEE802_11; give a capture of Ethernet (EN10MB)"},
    {HEAD "\1\0\0\0"
          "\0\0\0\0\0\0\0\0\4\0\0\0\x3c\0\0\0abcd",
     44, "frame 1 has 4 of its 60 bytes; capture whole frames"},
    {HEAD "\1\0\0\0"
          "\0\0\0\0\0\0\0\0\x3c\0\0\0\x3c\0\0\0abcd",
     44, "after frame 0: truncated"},
    {HEAD "\1\0\0\0"
          "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
     40, "frame 1 has 0 bytes; give frames of 1 to 16384"},
    {HEAD "\1\0\0\0"
          "\0\0\0\0\xff\xff\xff\xff\4\0\0\0\4\0\0\0"
          "abcd",
     44, "frame 1 has the time 0 s and -1000 ns; give 0 to "},
    {HEAD "\1\0\0\0"
          "\xff\xff\xff\xff\0\0\0\0\4\0\0\0\4\0\0\0"
          "abcd",
     44, "frame 1 has the time -1 s and 0 ns; give 0 to "},
};

START_TEST(bad_captures) {
  FILE *f = fopen(in_dir("bad.pcap"), "wb");
  ck_assert_ptr_nonnull(f);
  fwrite(captures[_i].bytes, 1, captures[_i].n, f);
  fclose(f);
  ck_assert_int_eq(run("replay " SCENARIO " --in 0=%s --out %s", in_dir("bad.pcap"), in_dir("out")), 2);
  said(2, "bad.pcap: ");
  said(2, captures[_i].says);
  ck_assert_ptr_eq(strchr(with.text[1], '\n'), strrchr(with.text[1], '\n'));
  ck_assert(!exists(in_dir("out")));
}
END_TEST

static const struct {
  const char *line, *says;
} lines[] = {
    {"replay", "no scenario; usage: sluice replay FILE --in PORT=CAPTURE --out DIR"},
    {"replay " SCENARIO, "no capture; add --in PORT=FILE"},
    {"replay " SCENARIO " --in 0=x.pcap", "add --out DIR"},
    {"replay " SCENARIO " --in x.pcap", "give PORT=FILE such as 0=a.pcap"},
    {"replay " SCENARIO " --in 77=x.pcap", "'77' is not a port; give 0 to 15"},
    {"replay " SCENARIO " --in 0=x.pcap --in 0=y.pcap", "port 0 has two captures"},
    {"replay " SCENARIO " --mac 02:00=1", "give ADDRESS=PORT such as 02:00:00:00:00:01=3"},
    {"replay " SCENARIO " --mac 02:00:00:00:00:-1=1", "give ADDRESS=PORT such as 02:00:00:00:00:01=3"},
    {"replay " SCENARIO " --mac 02:00:00:00:00:01=1 --mac 02:00:00:00:00:1=2", "the address has a port already"},
    {"replay " SCENARIO " --engine fast", "unknown engine 'fast'; use rtl, model or both"},
    {"replay " SCENARIO " --engine model --waves w.fst --in 0=x.pcap --out o", "--waves needs RTL"},
    {"replay " SCENARIO " --in 0=none.pcap --out o", "none.pcap: No such file or directory"},
    {"replay tb/examples/scenarios/case1.yaml --in 0=/dev/null --out o", "give a pcap or pcapng file"},
};

START_TEST(bad_lines) {
  ck_assert_int_eq(run("%s", lines[_i].line), 2);
  said(2, lines[_i].says);
}
END_TEST

START_TEST(bad_switches) {
  char text[100];
  make_captures();
  snprintf(text, sizeof text, "--in 0=%s", in_dir("in3.pcap"));
  ck_assert_int_eq(run("replay tb/examples/scenarios/case1.yaml %s --out %s", text, in_dir("out")), 2);
  said(2, BUILD_HAS_RTL ? "the scenario has 4 switches; give one with a single switch" : "this program has no RTL");
  ck_assert_int_eq(run("replay " SCENARIO " --in 5=%s --out %s", in_dir("in3.pcap"), in_dir("out")), 2);
  said(2, BUILD_HAS_RTL ? "in3.pcap: the switch has ports 0 to 3; there is no port 5" : "this program has no RTL");
  ck_assert(!exists(in_dir("out")));
  if (!BUILD_HAS_RTL) return;
  ck_assert_int_eq(run("replay " SCENARIO " %s --out /proc/none", text), 1);
  said(2, "give --out a directory that can be written");
}
END_TEST

static void nobody_writes(const char *in, const char *out, int status, const char *says) {
  ck_assert_int_eq(run("replay " SCENARIO " --engine model --in 0=%s --out %s", in, out), status);
  said(2, says);
  ck_assert_ptr_eq(strchr(with.text[1], '\n'), strrchr(with.text[1], '\n'));
}

// Replay must not overwrite its inputs. An error at one file removes the others. Only one replay may write into a
// directory.
START_TEST(places_to_write) {
  char text[100], in[1000], out[1000], path[1000];
  make_captures();
  snprintf(in, sizeof in, "%sin3.pcap", in_dir(""));
  snprintf(out, sizeof out, "%s", in_dir("out"));
  ck_assert_int_eq(run("replay " SCENARIO " --engine model --in 0=%s --out=", in), 1);
  said(2, "--out: cannot write: no name; give --out a directory that can be written");
  shell("mkdir -p %s/port2.pcap", out, text, sizeof text);
  nobody_writes(in, out, 1, "out/port2.pcap: cannot write: not a regular file");
  ck_assert_int_eq(count_files(out), 1);
  shell("cd %s && rmdir port2.pcap && cp ../in3.pcap port1.pcap", out, text, sizeof text);
  snprintf(path, sizeof path, "%s", in_dir("out/port1.pcap"));
  nobody_writes(path, out, 1, "out/port1.pcap: the file is an input; give --out another directory");
  shell("cd %s && cmp port1.pcap ../in3.pcap", out, text, sizeof text);
  ck_assert_int_eq(count_files(out), 1);
  nobody_writes(in, path, 1, "Not a directory; give --out a directory that can be written");
}
END_TEST

// A capture of some seconds. 2^31 seconds do not end, a few seconds draw a warning.
static void two_frames(const char *path, uint8_t seconds, uint8_t many) {
  const uint8_t head[24] = {0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, [17] = 4, [20] = 1};
  const uint8_t first[20] = {[8] = 4, [12] = 4}, last[20] = {seconds, 0, 0, many, [8] = 4, [12] = 4};
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  fwrite(head, 1, sizeof head, f);
  fwrite(first, 1, sizeof first, f);
  fwrite(last, 1, sizeof last, f);
  fclose(f);
}

START_TEST(long_times) {
  char in[200], out[200], other[200], line[800];
  snprintf(in, sizeof in, "%s", in_dir("long.pcap"));
  snprintf(other, sizeof other, "%s", in_dir("short.pcap"));
  snprintf(out, sizeof out, "%s", in_dir("out"));
  two_frames(in, 0, 0x40);
  nobody_writes(in, out, 2, "the captures last 1073741824.0 s, 168577466368 million cycles; add --gap-us 1000");
  ck_assert(!exists(out));
  ck_assert_int_eq(run("replay " SCENARIO " --engine model --in 0=%s --gap-us 10 --out %s", in, out), 0);
  ck_assert_str_eq(with.text[1], "");
  two_frames(in, 20, 0);
  two_frames(other, 0, 0);
  snprintf(line, sizeof line, "replay " SCENARIO " --engine model --in 0=%s --out %s", in, out);
  pid_t child = start(line);
  wait_for(in_dir("out/.port3.pcap.part"));
  read_text(in_dir("stderr"), with.text[1]);
  said(2, "the captures last 20.0 s, 3140 million cycles; faster with --gap-us 1000, which cuts times without frames");
  nobody_writes(other, out, 1, "another replay writes to this directory; give --out another one");
  kill(child, SIGTERM);
  ck_assert_int_eq(finish(child), 128 + SIGTERM);
  ck_assert_int_eq(count_files(out), PORTS);  // files of the replay that completed
}
END_TEST

// Every signal of the save file must exist in the waves, and change in the cycles of docs/hardware/switch-timing.md.
START_TEST(waves_of_one_frame) {
  char text[4000];
  shell("tb/cli/replay/captures.py %s one", in_dir(""), text, sizeof text);
  char in[2][1000], out[1000], waves[1000];
  snprintf(in[0], sizeof in[0], "%sin0.pcap", in_dir(""));
  snprintf(in[1], sizeof in[1], "%sin3.pcap", in_dir(""));
  snprintf(out, sizeof out, "%s", in_dir("out"));
  snprintf(waves, sizeof waves, "%s", in_dir("life.fst"));
  ck_assert_int_eq(run("replay " SCENARIO " --in 0=%s --in 3=%s --out %s --waves %s", in[0], in[1], out, waves), 0);
  ck_assert_int_eq(row(3, 3), 1);
  shell(
      "w=%s; fst2vcd $w 2>/dev/null | awk '/^.scope/ {at = at $3 \".\"} /^.upscope/ {sub(/[^.]*\\.$/, \"\", at)} "
      "/^.var/ {print at $5} /enddefinitions/ {exit}' >$w.names; shown=$(sed -n "
      "'s/.*\\(sluice_lossless_switch\\.[^[]*\\).*/\\1/p' tb/examples/waves/life.gtkw); [ -n \"$shown\" ] || echo "
      "life.gtkw shows no signal; for s in $shown; do grep -qxF $s $w.names || echo $s; done",
      waves, text, sizeof text);
  ck_assert_str_eq(text, "");
  shell("tests/program/life_of_a_frame.py %s", waves, text, sizeof text);
  ck_assert_str_eq(text, "");
  ck_assert_int_eq(run("replay " SCENARIO " --in 0=%s --out %s --waves /dev/null", in[0], out), 2);
  said(2, "the file does not hold waves");
}
END_TEST

// A scenario with other cells uses another build, which has no waves. Some cell sizes have no build.
START_TEST(cells_of_the_scenario) {
  char text[100], in[1000], out[1000], scenario[1000];
  make_captures();
  snprintf(in, sizeof in, "%sin0.pcap", in_dir(""));
  snprintf(out, sizeof out, "%s", in_dir("out"));
  snprintf(scenario, sizeof scenario, "%s", in_dir("cells.yaml"));
  shell("sed 's/cell_bytes: 64/cell_bytes: 256/' " SCENARIO " >%s", scenario, text, sizeof text);
  const char *line = "replay %s --in 0=%s --mac 02:00:00:00:10:03=3 --out %s %s";
  ck_assert_int_eq(run(line, scenario, in, out, "--waves waves.fst"), 2);
  said(2, "cells.yaml: the switch with cells of 256 bytes was built without waves; leave out --waves");
  ck_assert(!exists(out));
  ck_assert_int_eq(run(line, scenario, in, out, "--obey --engine both"), 0);
  ck_assert_int_eq(row(3, 3), FRAMES);
  shell("sed 's/cell_bytes: 64/cell_bytes: 32/' " SCENARIO " >%s", scenario, text, sizeof text);
  ck_assert_int_eq(run(line, scenario, in, out, "--quiet"), 2);
  said(2,
       "cells.yaml:9: no switch was built with 4 ports x 8 classes, cell_bytes 32 and this scheme; this program has ");
  said(2, "4 x 8 with cells of 64 bytes without GFC");
}
END_TEST

// The model supports any size.
START_TEST(model_of_another_size) {
  char text[100], in[1000], out[1000], scenario[1000];
  make_captures();
  snprintf(in, sizeof in, "%sin0.pcap", in_dir(""));
  snprintf(out, sizeof out, "%s", in_dir("out"));
  snprintf(scenario, sizeof scenario, "%s", in_dir("six.yaml"));
  shell("sed 's/cell_bytes: 64/cell_bytes: 128/; s/ports: 4/ports: 6/' " SCENARIO " >%s", scenario, text, sizeof text);
  const char *line = "replay %s --in 5=%s --mac 02:00:00:00:10:03=3 --out %s --obey %s";
  ck_assert_int_eq(run(line, scenario, in, out, "--engine model"), 0);
  ck_assert_int_eq(row(3, 3), FRAMES);
  ck_assert_int_eq(row(5, 2), FRAMES);
  if (BUILD_HAS_RTL) ck_assert_int_eq(run(line, scenario, in, out, ""), 2);
  shell("sed 's/cell_bytes: 64/cell_bytes: 100/' " SCENARIO " >%s", scenario, text, sizeof text);
  ck_assert_int_eq(run(line, scenario, in, out, "--engine model"), 2);
  said(2, "six.yaml:9: no switch has 4 ports of this rate at this cycle and cell_bytes 100; give 2 to 16 ports");
}
END_TEST

// A switch with GFC needs at least 4 ports; other schemes need fewer.
#define FEWER "sed 's/ports: 4/ports: 3/; s/, {name: p3, switch: S}//; s/to: p3/to: p2/' "
START_TEST(few_ports) {
  char text[100], in[1000], out[1000], scenario[1000];
  make_captures();
  snprintf(in, sizeof in, "%sin0.pcap", in_dir(""));
  snprintf(out, sizeof out, "%s", in_dir("out"));
  snprintf(scenario, sizeof scenario, "%s", in_dir("three.yaml"));
  const char *line = "replay %s --in 0=%s --mac 02:00:00:00:10:03=2 --out %s --obey --engine model";
  shell(FEWER "tb/examples/scenarios/replay_gfc.yaml >%s", scenario, text, sizeof text);
  ck_assert_int_eq(run(line, scenario, in, out), 2);
  said(2, "three.yaml:8: a switch of 3 ports has no GFC; give ports: 4 or more, or another scheme");
  ck_assert(!exists(out));
  shell(FEWER "tb/examples/scenarios/replay_ttl.yaml >%s", scenario, text, sizeof text);
  ck_assert_int_eq(run(line, scenario, in, out), 0);
  ck_assert_int_eq(row(2, 3), FRAMES);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("replay");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, what_leaves_is_what_came);
  tcase_add_loop_test(all, pause_stops_the_port, 0, 2);
  tcase_add_test(all, greedy_senders_are_refused);
  tcase_add_loop_test(all, engines_write_the_same, 0, 2 * (int)(sizeof kinds / sizeof kinds[0]));
  tcase_add_loop_test(all, bad_captures, 0, sizeof captures / sizeof captures[0]);
  tcase_add_loop_test(all, bad_lines, 0, sizeof lines / sizeof lines[0]);
  tcase_add_test(all, bad_switches);
  tcase_add_test(all, places_to_write);
  tcase_add_test(all, long_times);
  if (BUILD_HAS_RTL) tcase_add_test(all, waves_of_one_frame);
  if (BUILD_HAS_RTL) tcase_add_test(all, cells_of_the_scenario);
  tcase_add_test(all, model_of_another_size);
  tcase_add_test(all, few_ports);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
