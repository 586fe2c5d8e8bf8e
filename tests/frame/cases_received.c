// The cases of test_control_cases about received frames: their messages to the MMU, bad frames, each bit and length.
#include "tests/frame/control_bench.h"

// Frames that end in one cycle on all ports all reach the MMU, each within a round.
START_TEST(all_ports_at_once) {
  control_start(_i);
  bool got[SLUICE_MAX_PORTS] = {0};
  struct pause_times s = {.enable = 0xff};
  for (int p = 0; p < bench.l.model.ports; p++) {
    struct frame f;
    for (int k = 0; k < 8; k++) s.time[k] = (uint16_t)(100 * p + k + 1);
    frame_pfc(&f, SLUICE_GROUP_ADDRESS, &s);
    source_start(&bench.sources[p], &f);
  }
  control_steps(control_beats());
  for (int p = 0; p < bench.l.model.ports; p++) ck_assert(!bench.sources[p].busy);
  for (int t = 0; t < 2 * bench.l.model.ports + 8; t++) {
    control_step();
    if (!bench.l.out.rx_valid) continue;
    int p = bench.l.out.rx_port;
    ck_assert(!got[p] && !bench.l.out.rx_level);
    got[p] = true;
    for (int c = 0; c < bench.l.model.classes; c++) ck_assert_int_eq(bench.l.out.rx_time[c], 100 * p + c + 1);
  }
  for (int p = 0; p < bench.l.model.ports; p++) ck_assert_msg(got[p], "port %d: its frame did not reach the MMU", p);
  lockstep_free(&bench.l);
}
END_TEST

// A frame has times of both levels. The MMU receives the level that pauses first. After a newer frame, it receives the
// latest times.
START_TEST(both_levels) {
  for (int pauses = 0; pauses < 2; pauses++) {
    control_start(_i);
    struct pause_times s = {.enable = 1, .port = true, .port_time = pauses ? 50 : 0, .time = {pauses ? 0 : 60}};
    struct frame f;
    frame_native(&f, bench.in.config.address[0], SLUICE_IDENTIFIER, 1, &s);
    source_start(&bench.sources[0], &f);
    int levels[2], n = 0;
    for (int t = 0; t < 150; t++) {
      control_step();
      if (bench.l.out.rx_valid && n < 2) levels[n++] = bench.l.out.rx_level;
    }
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(levels[0], pauses);
    ck_assert_int_eq(levels[1], !pauses);
    lockstep_free(&bench.l);
  }
}
END_TEST

// Each kind of frame has its own level at the MMU: PFC the classes, native the port level, PAUSE all classes.
START_TEST(each_frame_has_its_level) {
  control_start(_i);
  for (int n = 0; n < 6; n++) {
    const int level = n % 3, time = n < 3 ? 100 + n : 0;
    struct pause_times s = {.enable = level == 0 ? 0xff : 0, .port = true, .port_time = (uint16_t)time};
    for (int k = 0; k < 8; k++) s.time[k] = (uint16_t)time;
    struct frame f;
    if (level == 0) frame_pfc(&f, SLUICE_GROUP_ADDRESS, &s);
    if (level == 1) frame_native(&f, SLUICE_GROUP_ADDRESS, SLUICE_IDENTIFIER, 1, &s);
    if (level == 2) frame_pause(&f, SLUICE_GROUP_ADDRESS, (uint16_t)time);
    source_start(&bench.sources[0], &f);
    int messages = 0;
    for (int t = 0; t < 150; t++) {
      control_step();
      if (!bench.l.out.rx_valid) continue;
      messages++;
      ck_assert_int_eq(bench.l.out.rx_level, level);
      ck_assert_int_eq(bench.l.out.rx_time[0], time);
      ck_assert_int_eq(bench.l.out.rx_enable, (1 << bench.l.model.classes) - 1);
    }
    ck_assert_int_eq(messages, 1);
  }
  lockstep_free(&bench.l);
}
END_TEST

// The receiver obeys none of these frames, counts each by its reason, and drops it.
START_TEST(bad_frames_are_counted) {
  for (int reason = SLUICE_BAD_FRAME; reason < SLUICE_SEEN_KINDS; reason++) {
    control_start(_i);
    struct pause_times s = {.enable = 0xff, .time = {9, 9, 9, 9, 9, 9, 9, 9}};
    struct frame f;
    frame_pfc(&f, reason == SLUICE_BAD_ADDRESS ? SLUICE_GROUP_ADDRESS + 1 : SLUICE_GROUP_ADDRESS, &s);
    if (reason == SLUICE_BAD_FRAME) f.bad = true;
    if (reason == SLUICE_BAD_LENGTH) f.length = 59;
    if (reason == SLUICE_BAD_OPCODE) f.bytes[15] = 0x06;
    if (reason == SLUICE_BAD_KIND) frame_native(&f, SLUICE_GROUP_ADDRESS, SLUICE_IDENTIFIER + 1, 0, &s);
    source_start(&bench.sources[0], &f);
    int counted = 0;
    for (int t = 0; t < 150; t++) {
      control_step();
      ck_assert(!bench.l.out.rx_valid);
      ck_assert(!bench.l.out.data_rx[0].valid);
      if (!bench.l.out.seen[0]) continue;
      ck_assert_int_eq(bench.l.out.seen_kind[0], reason);
      counted++;
    }
    ck_assert_int_eq(counted, 1);
    lockstep_free(&bench.l);
  }
}
END_TEST

// Sends a frame to port 0. It must be counted once with its kind and reach the MMU if the kind is an obeyed one; a data
// frame must pass.
static void receive(const struct frame *f, const char *what, int number) {
  int expected = frame_kind(f->bytes, f->length, f->bad, bench.in.config.address[0], bench.in.config.levels,
                            bench.in.config.credits[0] ? bench.l.model.classes : 0);
  int counted = 0, kind = -1, messages = 0, passed = 0;
  struct sink out = {0};
  struct sluice_credit_word word = {0};
  source_start(&bench.sources[0], f);
  for (int t = 0; bench.sources[0].busy || t < 12 + 2 * bench.l.model.ports; t += !bench.sources[0].busy) {
    control_step();
    counted += bench.l.out.seen[0];
    if (bench.l.out.seen[0]) kind = bench.l.out.seen_kind[0];
    messages += bench.l.out.rx_valid || bench.l.out.word[0].valid;
    if (bench.l.out.word[0].valid) word = bench.l.out.word[0];
    if (sink_take(&out, &bench.l.out.data_rx[0], true)) passed += out.frame.length == f->length;
  }
  if (kind != expected || counted != (expected >= 0) || passed != (expected < 0) ||
      (messages > 0) != (expected >= 0 && expected <= SLUICE_GOT_NATIVE))
    ck_abort_msg("%s %d: expected kind %d, got %d, counted %d times, %d messages, %d passed", what, number, expected,
                 kind, counted, messages, passed);
  if (messages > 0 && f->bytes[14] == 0xff && f->bytes[15] == 0xfd)
    ck_assert_msg(word.kind == f->bytes[20] && word.channel == f->bytes[21] &&
                      word.value == ((uint32_t)f->bytes[23] << 16 | (uint32_t)f->bytes[24] << 8 | f->bytes[25]),
                  "%s %d: the word differs from the frame", what, number);
}

static void valid_frame(int what, uint64_t to, struct frame *f) {
  struct pause_times s = {.enable = 0xff, .port = true, .time = {1, 2, 3, 4, 5, 6, 7, 8}, .port_time = 9};
  if (what == 0) frame_pfc(f, to, &s);
  if (what == 1) frame_pause(f, to, 9);
  if (what == 2) frame_native(f, to, SLUICE_IDENTIFIER, 1, &s);
  if (what == 3) frame_credits(f, to, SLUICE_IDENTIFIER, &(struct sluice_credit_word){true, 1, 1, 0x54321});
}

enum { VALID_FRAMES = 4 };

// Each bit of destination, type, opcode and, in a native frame, identifier and flags, or in one of credits, identifier
// and word decides.
START_TEST(every_bit) {
  static const int bytes_of[VALID_FRAMES] = {16, 16, 21, 26};
  for (int what = 0; what < 2 * VALID_FRAMES; what++) {
    control_start(_i);
    uint64_t to = what < VALID_FRAMES ? SLUICE_GROUP_ADDRESS : bench.in.config.address[0];
    bench.in.config.credits[0] = credits_of(_i);
    for (int bit = 0; bit < 8 * bytes_of[what % VALID_FRAMES]; bit++) {
      struct frame f;
      valid_frame(what % VALID_FRAMES, to, &f);
      f.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
      receive(&f, "bit", bit);
    }
    lockstep_free(&bench.l);
  }
}
END_TEST

// A frame is a control frame from 14 bytes on, and complete from 60 bytes on. In a shorter one, the bytes behind its
// end look like a control frame.
START_TEST(every_length) {
  for (int what = 0; what < 2 * VALID_FRAMES; what++) {
    control_start(_i);
    bench.in.config.credits[0] = credits_of(_i);
    for (int length = 1; length < 100; length++) {
      struct frame f;
      valid_frame(what % VALID_FRAMES, SLUICE_GROUP_ADDRESS, &f);
      f.length = length;
      f.bad = what >= VALID_FRAMES;
      receive(&f, "length", length);
    }
    lockstep_free(&bench.l);
  }
}
END_TEST

void cases_received(TCase *tcase, int variants) {
  tcase_add_loop_test(tcase, all_ports_at_once, 0, variants);
  tcase_add_loop_test(tcase, both_levels, 0, variants);
  tcase_add_loop_test(tcase, each_frame_has_its_level, 0, variants);
  tcase_add_loop_test(tcase, bad_frames_are_counted, 0, variants);
  tcase_add_loop_test(tcase, every_bit, 0, variants);
  tcase_add_loop_test(tcase, every_length, 0, variants);
}
