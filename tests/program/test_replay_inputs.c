// Tests the inputs of sluice replay: truncated frames, interfaces of pcapng files, many addresses, flooding, and a
// pause storm. The captures come from captures.py and from Wireshark's tools. `make check T=replay_inputs` repeats it
// without RTL, `make test T=replay_inputs` with RTL.
#define _GNU_SOURCE
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/program/replays.h"
#include "tests/suite.h"

#define ENGINE (BUILD_HAS_RTL ? "both" : "model")
static char text[1 << 16];

// Writes captures with more_captures.py.
__attribute__((format(printf, 1, 2))) static void make(const char *format, ...) {
  char arguments[1000], command[2000];
  va_list args;
  va_start(args, format);
  vsnprintf(arguments, sizeof arguments, format, args);
  va_end(args);
  snprintf(command, sizeof command, "tests/program/more_captures.py %s", arguments);
  shell("%s", command, text, sizeof text);
}

static void make_pcapng(const char *more) { make("pcapng %s '%s'", in_dir(""), more); }

// Runs a replay whose options have up to two %s for the directory.
static int replay(const char *options) {
  char line[3000], out[500];
  snprintf(out, sizeof out, "%s", in_dir(""));
  snprintf(line, sizeof line, "replay " SCENARIO " --engine %s %s --out %sout", ENGINE, options, out);
  return run(line, out, out);
}

static void refused(const char *options, const char *says) {
  ck_assert_int_eq(replay(options), 2);
  said(2, says);
  said_one_line();
  ck_assert(!exists(in_dir("out")));
}

// ---- truncated frames ----

// Of a capture with 100 bytes of each frame, the longer frames are filled up to their lengths, or left out.
START_TEST(truncated_frames) {
  make_captures();
  shell("cd %s && editcap -s 100 in0.pcap cut.pcap", in_dir(""), text, sizeof text);
  const int whole = frames("in0.pcap", "frame.len <= 100");
  ck_assert_int_gt(whole, FRAMES / 8);
  ck_assert_int_lt(whole, FRAMES * 7 / 8);
  refused("--in 0=%scut.pcap --mac 02:00:00:00:10:03=3", " of its ");
  said(2, " bytes; capture whole frames (tcpdump -s 0), or add --truncated");
  char line[100];
  snprintf(line, sizeof line, "truncated frames, padded or skipped: %d", FRAMES - whole);
  ck_assert_int_eq(replay("--in 0=%scut.pcap --mac 02:00:00:00:10:03=3 --obey --truncated skip"), 0);
  said(1, line);
  ck_assert_int_eq(row(0, 1), whole);
  ck_assert_int_eq(row(3, 3), whole);
  ck_assert_int_eq(replay("--in 0=%scut.pcap --mac 02:00:00:00:10:03=3 --obey --truncated pad"), 0);
  said(1, line);
  ck_assert_int_eq(row(3, 3), FRAMES);
  // the bytes behind the first 100 are zeros in captures.py, so the frames are whole again
  shell(
      "cd %s && for f in in0 out/port3; do tshark -r $f.pcap -Y vlan -x >$f.txt 2>/dev/null; done; wc -l <in0.txt && "
      "cmp in0.txt out/port3.txt",
      in_dir(""), text, sizeof text);
  ck_assert_int_gt(atoi(text), 10 * FRAMES);
}
END_TEST

// ---- pcapng ----

START_TEST(interfaces_of_a_pcapng_file) {
  static const char *const file[] = {"little", "big"};
  char options[300];
  make_pcapng("bytes()");
  for (int i = 0; i < 2; i++) {
    snprintf(options, sizeof options, "--in 0=%%s%s.pcapng#eth0 --in 1=%%s%s.pcapng#2 --mac 02:00:00:00:10:03=3 --obey",
             file[i], file[i]);
    ck_assert_msg(replay(options) == 0, "%s", with.text[1]);
    ck_assert_int_eq(row(0, 2), 9);
    ck_assert_int_eq(row(1, 2), 9);
    ck_assert_int_eq(row(3, 3), 18);
    ck_assert_int_eq(frames("out/port3.pcap", "ip.src == 10.0.0.0 && frame.len == 64"), 9);
    ck_assert_int_eq(frames("out/port3.pcap", "ip.src == 10.0.0.1 && frame.len == 65"), 9);
    // the clocks of both interfaces agree: each second frame follows 1.234 us after the first one, and the next 10 us
    shell("tshark -r %s -Y udp -T fields -e frame.time_relative 2>/dev/null", in_dir("out/port3.pcap"), text,
          sizeof text);
    double first = 0, last = 0;
    char *line = strtok(text, "\n");
    for (int n = 0; n < 18; n++, line = strtok(NULL, "\n")) {
      ck_assert_ptr_nonnull(line);
      const double now = atof(line) * 1e6, expected = n % 2 == 1 ? 1.234 : 10;
      if (n == 0) first = now;
      if (n > 0)
        ck_assert_double_eq_tol(now - (n % 2 == 1 ? last : first), expected,
                                0.06);  // a turn of the switch is 8 cycles, 51 ns
      if (n % 2 == 0) first = now;
      last = now;
    }
  }
  shell("rm -r %s", in_dir("out"), text, sizeof text);
  refused("--in 0=%slittle.pcapng#eth7", "little.pcapng: no interface is called 'eth7'");
  ck_assert_int_eq(replay("--in 0=%slittle.pcapng --mac 02:00:00:00:10:03=3 --obey"), 0);  // no frame is of wlan
  ck_assert_int_eq(row(3, 3), 18);
}
END_TEST

static const struct {
  const char *more, *says;
} wrong[] = {
    {"packet(o, 0, 0, bytes(64))",
     "interface 0 'wlan' has link type 105; name an Ethernet interface by --in PORT=FILE#"},
    {"packet(o, 3, 0, bytes(64))", "block 24 names no interface; give a whole pcapng file"},
    {"packet(o, 1, 0, bytes(64))[:-1]", "block 24 is cut off; give a whole pcapng file"},
    {"packet(o, 1, 0, bytes(64))[:-4] + bytes(4)", "block 24 has two lengths; give a whole pcapng file"},
    {"block(o, 6, struct.pack(o + \"IIIII\", 1, 0, 0, 64, 64))", "block 24 has a frame that is cut off"},
    {"block(o, 6, bytes(8))", "block 24 is too short; give a whole pcapng file"},
    {"struct.pack(o + \"II\", 6, 13)", "block 24 has a wrong length; give a whole pcapng file"},
    {"struct.pack(o + \"II\", 6, 0xfffffff0)", "block 24 has a wrong length; give a whole pcapng file"},
    {"block(o, 1, struct.pack(o + \"HHI\", 1, 0, 0) + struct.pack(o + \"HH\", 2, 9))",
     "block 24 has an option that is cut off; give a whole pcapng file"},
};

START_TEST(wrong_pcapng_files) {
  make_pcapng(wrong[_i].more);
  refused("--in 0=%slittle.pcapng", wrong[_i].says);
  refused("--in 0=%sbig.pcapng", wrong[_i].says);
}
END_TEST

START_TEST(interfaces_of_pcap_files) {
  make_captures();
  refused("--in 0=%sin0.pcap#eth0", "in0.pcap: not a pcapng file, so it has no interface eth0");
  shell("cd %s && cp in0.pcap 'in#eth0' && mergecap -I none -w all.pcapng in0.pcap in1.pcap", in_dir(""), text,
        sizeof text);
  ck_assert_int_eq(replay("--in 0=%sin#eth0 --mac 02:00:00:00:10:03=3 --obey"), 0);  // the file has this name
  ck_assert_int_eq(row(0, 1), FRAMES);
  ck_assert_int_eq(replay("--in 0=%sall.pcapng --mac 02:00:00:00:10:03=3 --obey"), 0);  // all interfaces
  ck_assert_int_eq(row(0, 1), 2 * FRAMES);
  ck_assert_int_eq(replay("--in 0=%sall.pcapng#1 --mac 02:00:00:00:10:03=3 --obey"), 0);
  ck_assert_int_eq(row(0, 1), FRAMES);
}
END_TEST

START_TEST(watchdogs_are_refused) {
  make_captures();
  shell("(cat " SCENARIO "; echo 'watchdog: {detection_time_us: 100}') >%s", in_dir("dog.yaml"), text, sizeof text);
  char out[500];
  snprintf(out, sizeof out, "%s", in_dir(""));
  ck_assert_int_eq(run("replay %sdog.yaml --engine model --in 0=%sin0.pcap --out %sout", out, out, out), 2);
  said(2, "the scenario has a watchdog, and a replay has none; leave watchdog out");
}
END_TEST

// ---- addresses ----

// Only hosts that receive need an entry of the MAC table, and it has 64.
START_TEST(many_addresses) {
  make("hosts %s 200 63", in_dir(""));
  ck_assert_msg(replay("--in 0=%sa.pcap --in 3=%sb.pcap") == 0, "%s", with.text[1]);
  ck_assert_int_eq(row(3, 3), 200);
  ck_assert_int_eq(row(0, 3), 63);
  make("hosts %s 200 64", in_dir(""));
  shell("rm -r %s", in_dir("out"), text, sizeof text);
  refused("--in 0=%sa.pcap --in 3=%sb.pcap", "the captures have frames to 65 hosts, and the switch holds 64 addresses");
}
END_TEST

// ---- flooding ----

START_TEST(flooding) {
  make("hosts %s 10 0", in_dir(""));
  if (!BUILD_HAS_RTL) {
    refused("--flood --in 0=%sa.pcap",
            "--flood needs RTL, because the model makes no copies; leave --engine model out");
    return;
  }
  ck_assert_int_eq(replay("--in 0=%sa.pcap"), 0);  // nobody has sent from the destination
  said(1, "dropped, to an unknown address: 10");
  ck_assert_int_eq(replay("--flood --in 0=%sa.pcap"), 0);  // a lossless class is never copied
  said(1, "dropped, to an unknown address: 10");
  char out[500];
  snprintf(out, sizeof out, "%s", in_dir(""));
  shell("sed 's/headroom: 12KB/headroom: 12KB\\n  lossless: [3]/' " SCENARIO " >%s", in_dir("lossy.yaml"), text,
        sizeof text);
  ck_assert_int_eq(run("replay %slossy.yaml --engine both --flood --in 0=%sa.pcap --out %sout", out, out, out), 0);
  for (int p = 1; p < PORTS; p++) ck_assert_int_eq(row(p, 3), 10);
  ck_assert_int_eq(row(0, 3), 0);
  ck_assert_int_eq(row(0, 6), 0);
  said(1, "copied to other ports: 10");
}
END_TEST

// ---- a pause storm ----

// The MAC of port 3 pauses priority 2 from 20 to 300 us without a gap, with pauses of 51.2 us: no frame of that
// priority leaves meanwhile but those that have begun, the others leave, and no frame is lost.
START_TEST(pause_storm) {
  static const char filter[] =
      "vlan.priority == %d && frame.time_relative > 0.000024 && frame.time_relative < 0.000299";
  char some[200];
  shell("tb/cli/replay/captures.py %s storm 1000", in_dir(""), text, sizeof text);
  ck_assert_int_eq(frames("in3.pcap", "macc.opcode == 0x0101"), 12);
  char line[4000], out[500];
  snprintf(out, sizeof out, "%s", in_dir(""));
  snprintf(line, sizeof line,
           "replay " SCENARIO " --engine %s --in 0=%sin0.pcap --in 1=%sin1.pcap --in 3=%sin3.pcap --obey --out %sout",
           ENGINE, out, out, out, out);
  ck_assert_msg(run("%s", line) == 0, "%s", with.text[1]);
  ck_assert_int_eq(row(3, 3), 2 * FRAMES);
  ck_assert_int_eq(row(3, 4), 12);
  snprintf(some, sizeof some, filter, 2);
  ck_assert_int_eq(frames("out/port3.pcap", some), 0);
  snprintf(some, sizeof some, filter, 1);
  ck_assert_int_gt(frames("out/port3.pcap", some), FRAMES / 2);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("replay_inputs");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, truncated_frames);
  tcase_add_test(all, interfaces_of_a_pcapng_file);
  tcase_add_loop_test(all, wrong_pcapng_files, 0, sizeof wrong / sizeof wrong[0]);
  tcase_add_test(all, interfaces_of_pcap_files);
  tcase_add_test(all, watchdogs_are_refused);
  tcase_add_test(all, many_addresses);
  tcase_add_test(all, flooding);
  tcase_add_test(all, pause_storm);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
