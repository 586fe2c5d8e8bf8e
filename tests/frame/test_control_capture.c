// Tests the frames of sluice_control against tshark, an independent implementation of the standards, in a capture
// written by libpcap. `make test T=control_capture` repeats it.
#define _DEFAULT_SOURCE  // popen, mkstemp, and the types that pcap.h uses
#include <check.h>
#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/frame/control_bench.h"
#include "tests/frame/frames.h"
#include "tests/suite.h"

static struct lockstep l;
static struct sluice_control_in in;
static char path[40];

// Runs until the sender has sent the message, and writes the MAC's frames.
static void until_sent(pcap_dumper_t *file, int cycles) {
  static struct sink sink;
  static struct source data;
  for (int t = 0; t < cycles; t++) {
    struct frame f;
    frame_other(&f, NEIGHBOUR, 0x0800, 0, 60, 1);
    memset(f.bytes + 14, 0, 46);
    memcpy(f.bytes + 14, "\x45\0\0\x2e\0\0\0\0\x40\x11\x66\xc9\x0a\0\0\1\x0a\0\0\2\0\x09\0\x09\0\x1a\0\0",
           28);  // UDP, discard
    if (t == 5) source_start(&data, &f);
    in.data_tx[0] = source_beat(&data, l.model.bytes, true);
    if (!lockstep_step(&l, &in)) ck_abort_msg("%s", l.difference);
    in.tx_valid = false;
    if (l.out.word_taken[0]) in.word[0].valid = false;
    source_taken(&data, &in.data_tx[0], l.out.data_tx_ready[0], l.model.bytes);
    if (!sink_take(&sink, &l.out.to_mac[0], true)) continue;
    struct pcap_pkthdr h = {.caplen = (bpf_u_int32)sink.frame.length, .len = (bpf_u_int32)sink.frame.length};
    pcap_dump((u_char *)file, &h, sink.frame.bytes);
  }
}

static void send_message(bool level, uint8_t enable, uint16_t first) {
  in.tx_valid = true;
  in.tx_level = level;
  in.tx_enable = enable;
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) in.tx_time[c] = (uint16_t)(level ? first : first + c);
}

// Runs tshark and returns its standard output.
static void tshark(const char *arguments, char *text, size_t size) {
  char command[400];
  snprintf(command, sizeof command, "tshark -r %s %s 2>/dev/null", path, arguments);
  FILE *out = popen(command, "r");
  ck_assert(out != NULL);
  size_t n = fread(text, 1, size - 1, out);
  text[n] = '\0';
  ck_assert_msg(pclose(out) == 0, "%s", command);
}

// Opcode, enabled classes, times of the first two classes, time of a PAUSE. Data frames have no such fields. tshark
// does not know the opcode of native frames, and neither does a standard MAC.
static const char expected[] =
    "0x0101\t1\t1\t1000\t1001\t\n"
    "\t\t\t\t\t\n"
    "0x0101\t1\t1\t0\t1\t\n"
    "\t\t\t\t\t\n"
    "0x0001\t\t\t\t\t777\n"
    "\t\t\t\t\t\n"
    "0xfffe\t\t\t\t\t\n"
    "\t\t\t\t\t\n"
    "0xfffe\t\t\t\t\t\n"
    "\t\t\t\t\t\n";
static const char expected_credits[] = "0xfffd\t\t\t\t\t\n\t\t\t\t\t\n";

START_TEST(as_tshark_reads_them) {
  char text[8000], all[sizeof expected + sizeof expected_credits];
  struct lockstep_dims d;
  ck_assert(lockstep_variant(_i, &d));
  lockstep_new(&l, _i);
  memset(&in, 0, sizeof in);
  in.mac_ready[0] = true;
  in.config.address[0] = 0x02005e000001u;
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) in.config.priority[c] = (uint8_t)c;
  strcpy(path, "/tmp/sluice_capture_XXXXXX");
  int file = mkstemp(path);
  ck_assert(file >= 0);
  pcap_t *pcap = pcap_open_dead(DLT_EN10MB, 65535);
  pcap_dumper_t *dump = pcap_dump_fopen(pcap, fdopen(file, "wb"));
  ck_assert(dump != NULL);
  send_message(false, 3, 1000);
  until_sent(dump, 200);
  send_message(false, 3, 0);
  until_sent(dump, 200);
  in.config.pause[0] = true;
  send_message(false, 1, 777);
  until_sent(dump, 200);
  in.config.pause[0] = false;
  send_message(true, (uint8_t)((1 << l.model.classes) - 1), 500);
  until_sent(dump, 200);
  in.config.levels = true;
  send_message(false, 1, 3);
  until_sent(dump, 200);
  if (d.credits) {
    in.word[0] = (struct sluice_credit_word){true, SLUICE_CREDIT_FREED, 1, 0xabcde};
    until_sent(dump, 200);
  }
  pcap_dump_close(dump);
  pcap_close(pcap);

  tshark(
      "-T fields -e macc.opcode -e macc.cbfc.enbv.c0 -e macc.cbfc.enbv.c1 -e macc.cbfc.pause_time.c0 -e "
      "macc.cbfc.pause_time.c1 "
      "-e macc.pause_time",
      text, sizeof text);
  snprintf(all, sizeof all, "%s%s", expected, d.credits ? expected_credits : "");
  ck_assert_str_eq(text, all);
  // The only warning may be the unknown opcode, which native frames and frames of credits have on purpose.
  tshark(
      "-Y '_ws.malformed || (_ws.expert && !(macc.opcode == 0xfffe || macc.opcode == 0xfffd))' -T fields -e "
      "frame.number",
      text, sizeof text);
  ck_assert_str_eq(text, "");
  unlink(path);
  lockstep_free(&l);
}
END_TEST

int main(void) {
  struct lockstep_dims d;
  int variants = 0;
  while (lockstep_variant(variants, &d)) variants++;
  Suite *suite = suite_create("control_capture");
  TCase *tcase = tcase_create("capture");
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, as_tshark_reads_them, 0, variants);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
