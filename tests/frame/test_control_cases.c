// Tests MAC control frames case by case: bytes, times and order against the standards and docs/hardware/mac-control.md.
// RTL and model run in lock-step where there is RTL. `make test T=control_cases` repeats it.
#include <check.h>
#include <string.h>

#include "tests/frame/control_bench.h"
#include "tests/suite.h"

// The bytes must be those of the standards.
START_TEST(bytes) {
  static const uint8_t pfc[60] = {0x01, 0x80, 0xc2, 0,    0,    1, 0x02, 0,    0,    0,    0xaa,
                                  0,    0x88, 0x08, 0x01, 0x01, 0, 0x03, 0x12, 0x34, 0x12, 0x34};
  static const uint8_t pause[60] = {0x01, 0x80, 0xc2, 0, 0, 1, 0x02, 0, 0, 0, 0xaa, 0, 0x88, 0x08, 0, 0x01, 0x12, 0x34};
  static const uint8_t native[60] = {0x01, 0x80, 0xc2, 0,   0,   1,   0x02, 0,    0,    0,    0xaa, 0,    0x88, 0x08,
                                     0xff, 0xfe, 'S',  'L', 'C', 'E', 0x01, 0x00, 0x12, 0x34, 0x12, 0x34, 0,    0,
                                     0,    0,    0,    0,   0,   0,   0,    0,    0,    0,    0xff, 0xff};
  static const uint8_t levels[60] = {0x01, 0x80, 0xc2, 0,   0,   1,   0x02, 0,    0,    0,    0xaa, 0,    0x88, 0x08,
                                     0xff, 0xfe, 'S',  'L', 'C', 'E', 0x02, 0x01, 0x00, 0x07, 0x12, 0x34, 0,    0,
                                     0,    0,    0,    0,   0,   0,   0,    0,    0,    0,    0xff, 0xff};
  static const uint8_t credits[60] = {0x01, 0x80, 0xc2, 0,   0,   1,   0x02, 0,    0,    0,    0xaa, 0,    0x88,
                                      0x08, 0xff, 0xfd, 'S', 'L', 'C', 'E',  0x01, 0x01, 0x00, 0x0a, 0xbc, 0xde};
  static const uint8_t *const expected[] = {pfc, pause, native, levels, credits};
  control_start(_i);
  for (int i = 0; i < 4 + credits_of(_i); i++) {
    bench.in.config.pause[0] = i == 1;
    bench.in.config.levels = i == 3;
    if (i == 4) bench.in.word[0] = (struct sluice_credit_word){true, SLUICE_CREDIT_FREED, 1, 0xabcde};
    if (i < 2) control_send(0, false, 3, 0x1234);
    if (i == 2) control_send(0, true, 0, 0xffff);
    if (i == 3) control_send(0, false, 1, 7);
    control_steps(100);
    ck_assert_int_eq(bench.frames_out[0], i + 1);
    ck_assert_int_eq(bench.sinks[0].frame.length, 60);
    for (int b = 0; b < 60; b++)
      ck_assert_msg(bench.sinks[0].frame.bytes[b] == expected[i][b], "frame %d, byte %d: expected %02x, got %02x", i, b,
                    expected[i][b], bench.sinks[0].frame.bytes[b]);
  }
  lockstep_free(&bench.l);
}
END_TEST

// Two well-known senders delay an XOFF until the refresh if it is requested in the very cycle in which another request
// is taken. This test requests the XOFF in every cycle around the other request: on an idle line, behind data, and with
// a slow MAC.
START_TEST(every_clock) {
  for (int around = 0; around < 3; around++)
    for (int later = 0; later < control_beats_of(_i) + 40; later++) {
      control_start(_i);
      int other = bench.l.model.classes - 1;
      for (int t = 0; t < 600; t++) {
        bench.in.mac_ready[0] = around < 2 || t % 3 == 0;
        if (around > 0 && !bench.data[0].busy && t < 60) {
          struct frame f;
          frame_other(&f, NEIGHBOUR, 0x0800, 0, 64 + t, 7);
          source_start(&bench.data[0], &f);
        }
        if (t == 10) control_send(0, false, 1u, 1000);
        if (t == 10 + later) control_send(0, false, 1u << other, 2000);
        if (t == 10 && later == 0) bench.in.tx_enable |= 1;
        control_step();
      }
      ck_assert_msg(bench.sent[0].enable == (1 | 1 << other), "the XOFF %d cycles after another was never sent", later);
      ck_assert_int_eq(bench.sent[0].time[other], 2000);
      if (other != 0 && later > 0) ck_assert_int_eq(bench.sent[0].time[0], 1000);
      lockstep_free(&bench.l);
    }
}
END_TEST

// The same on an idle line, with a bound: the rest of a control frame and three cycles. Messages of a port do not wait
// for frames of other ports.
START_TEST(at_once) {
  for (int later = 1; later < control_beats_of(_i) + 8; later++) {
    control_start(_i);
    control_steps(5);
    for (int p = 1; p < bench.l.model.ports; p++) control_send(p, false, 1, 5), control_step();
    control_send(0, false, 1, 1000);
    uint64_t first = bench.now + 1;
    control_steps(later);
    control_send(0, false, 1, 0);
    uint64_t second = bench.now + 1;
    control_steps(200);
    ck_assert_int_eq(bench.sent[0].time[0], 0);
    uint64_t bound =
        first + 3 + (uint64_t)control_beats() > second + 3 ? first + 3 + (uint64_t)control_beats() : second + 3;
    ck_assert_msg(bench.began[0] <= bound, "%d cycles later: the frame starts %llu cycles after the request", later,
                  (unsigned long long)(bench.began[0] - second));
    for (int p = 1; p < bench.l.model.ports; p++) ck_assert_int_eq(bench.frames_out[p], 1);
    lockstep_free(&bench.l);
  }
}
END_TEST

// Messages of the MMU over a wire to the MMU of the other end: priorities of both ends, all classes, both levels.
START_TEST(end_to_end) {
  control_start(_i);
  int classes = bench.l.model.classes, got_port = -1;
  uint16_t got[8] = {0};
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) bench.in.config.priority[c] = (uint8_t)(7 - c);
  for (int t = 0; t < 4000; t++) {
    if (t % 40 == 0 && t < 3600) {
      control_send(0, t % 120 == 0, (unsigned)t / 40 * 37 & 0xff, (uint16_t)(t + 1));
      for (int c = 0; c < classes; c++) bench.in.tx_time[c] = (uint16_t)(t + (bench.in.tx_level ? 0 : c));
    }
    // The wire connects port 0 to port 1.
    static struct source wire;
    control_step();
    if (t == 0) memset(&wire, 0, sizeof wire);
    if (bench.sinks[0].frame.length == 60 && !bench.sinks[0].begun && !bench.sources[1].busy &&
        bench.l.out.to_mac[0].valid && bench.l.out.to_mac[0].last)
      source_start(&bench.sources[1], &bench.sinks[0].frame);
    if (!bench.l.out.rx_valid) continue;
    ck_assert_int_eq(bench.l.out.rx_port, 1);
    if (bench.l.out.rx_level) got_port = bench.l.out.rx_time[0];
    for (int c = 0; c < classes && !bench.l.out.rx_level; c++)
      if (bench.l.out.rx_enable >> c & 1) got[c] = bench.l.out.rx_time[c];
  }
  ck_assert_int_eq(got_port, bench.sent[0].port_time);
  ck_assert_int_ne(got_port, 0);
  for (int c = 0; c < classes; c++) {
    ck_assert_int_ne(got[c], 0);
    ck_assert_int_eq(got[c], bench.sent[0].time[7 - c]);
    ck_assert_int_eq((got[c] - c) % 40, 0);
  }
  lockstep_free(&bench.l);
}
END_TEST

// Words of credits over a wire to the other end.
START_TEST(words_end_to_end) {
  if (!credits_of(_i)) return;
  control_start(_i);
  bench.in.config.credits[1] = true;
  struct sluice_credit_word put[64];
  int taken = 0, got = 0;
  for (int t = 0; t < 4000; t++) {
    if (taken < 64 && !bench.in.word[0].valid)
      bench.in.word[0] = put[taken] = (struct sluice_credit_word){
          true, (uint8_t)(taken & 1), (uint8_t)(taken % bench.l.model.classes), (uint32_t)taken * 16411 & 0xfffff};
    control_step();
    taken += bench.l.out.word_taken[0];
    if (bench.sinks[0].frame.length == 60 && !bench.sinks[0].begun && bench.l.out.to_mac[0].valid &&
        bench.l.out.to_mac[0].last)
      source_start(&bench.sources[1], &bench.sinks[0].frame);
    if (!bench.l.out.word[1].valid) continue;
    ck_assert(bench.l.out.word[1].kind == put[got].kind && bench.l.out.word[1].channel == put[got].channel &&
              bench.l.out.word[1].value == put[got].value);
    got++;
  }
  ck_assert_int_eq(got, 64);
  lockstep_free(&bench.l);
}
END_TEST

// Control frames do not delay data: one beat of 64-byte frames leaves per cycle.
START_TEST(full_rate) {
  control_start(_i);
  int beats = 0;
  for (int t = 0; t < 1000; t++) {
    struct frame f;
    frame_other(&f, NEIGHBOUR, 0x0800, 0, 64, (uint32_t)t);
    if (!bench.data[0].busy) source_start(&bench.data[0], &f);
    if (!bench.sources[0].busy) source_start(&bench.sources[0], &f);
    control_step();
    ck_assert(bench.l.out.mac_rx_ready[0] && bench.l.out.to_mac[0].valid);
    beats += bench.l.out.data_rx[0].valid;
  }
  ck_assert_int_ge(beats, 1000 - 16);
  lockstep_free(&bench.l);
}
END_TEST

int main(void) {
  struct lockstep_dims d;
  int variants = 0;
  while (lockstep_variant(variants, &d)) variants++;
  Suite *suite = suite_create("control_cases");
  TCase *tcase = tcase_create("cases");
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, bytes, 0, variants);
  tcase_add_loop_test(tcase, every_clock, 0, variants);
  tcase_add_loop_test(tcase, at_once, 0, variants);
  tcase_add_loop_test(tcase, end_to_end, 0, variants);
  tcase_add_loop_test(tcase, words_end_to_end, 0, variants);
  tcase_add_loop_test(tcase, full_rate, 0, variants);
  cases_received(tcase, variants);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
