// Tests MAC control frames case by case: bytes, times and order against the standards and docs/hardware/mac-control.md.
// RTL and model run in lock-step where there is RTL. `make test T=control_cases` repeats it.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/frame/frames.h"
#include "tests/frame/lockstep.h"
#include "tests/suite.h"

static struct lockstep l;
static struct sluice_control_in in;
static uint64_t now;
static struct sink sinks[SLUICE_MAX_PORTS];
static struct source sources[SLUICE_MAX_PORTS], data[SLUICE_MAX_PORTS];
static int frames_out[SLUICE_MAX_PORTS];  // control frames to the MAC
static uint64_t began[SLUICE_MAX_PORTS];  // cycle of the first beat of the last control frame
static struct pause_times sent[SLUICE_MAX_PORTS];
static uint16_t opcode[SLUICE_MAX_PORTS];

static void start(int variant) {
  lockstep_new(&l, variant);
  memset(&in, 0, sizeof in);
  memset(sinks, 0, sizeof sinks);
  memset(sources, 0, sizeof sources);
  memset(data, 0, sizeof data);
  memset(frames_out, 0, sizeof frames_out);
  memset(sent, 0, sizeof sent);
  now = 0;
  for (int p = 0; p < SLUICE_MAX_PORTS; p++) {
    in.config.address[p] = 0x02000000aa00u + (unsigned)p;
    in.mac_ready[p] = in.data_ready[p] = true;
  }
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) in.config.priority[c] = (uint8_t)c;
}

static void step(void) {
  now++;
  for (int p = 0; p < l.model.ports; p++) {
    in.from_mac[p] = source_beat(&sources[p], l.model.bytes, true);
    in.data_tx[p] = source_beat(&data[p], l.model.bytes, true);
  }
  if (!lockstep_step(&l, &in)) ck_abort_msg("cycle %llu: %s", (unsigned long long)now, l.difference);
  in.tx_valid = false;
  for (int p = 0; p < l.model.ports; p++) {
    if (l.out.word_taken[p]) in.word[p].valid = false;
    source_taken(&sources[p], &in.from_mac[p], l.out.mac_rx_ready[p], l.model.bytes);
    source_taken(&data[p], &in.data_tx[p], l.out.data_tx_ready[p], l.model.bytes);
    if (l.out.sent[p]) began[p] = now;
    struct pause_times s;
    bool levels;
    if (!sink_take(&sinks[p], &l.out.to_mac[p], in.mac_ready[p])) continue;
    uint16_t is = frame_read(&sinks[p].frame, in.config.address[p], &s, &levels);
    if (is == 0) continue;
    frames_out[p]++;
    opcode[p] = is;
    for (int k = 0; k < 8; k++)
      if (s.enable >> k & 1) sent[p].time[k] = s.time[k];
    sent[p].enable |= s.enable;
    if (s.port) sent[p].port_time = s.port_time;
    sent[p].port |= s.port;
  }
}

static void steps(int n) {
  while (n-- > 0) step();
}

static void send_message(int port, bool level, unsigned enable, uint16_t time) {
  in.tx_valid = true;
  in.tx_port = (uint8_t)port;
  in.tx_level = level;
  in.tx_enable = (uint8_t)(level ? (1u << l.model.classes) - 1 : enable);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) in.tx_time[c] = time;
}

static int control_beats(void) { return (60 + l.model.bytes - 1) / l.model.bytes; }

static bool credits_of(int variant) {
  struct lockstep_dims d;
  ck_assert(lockstep_variant(variant, &d));
  return d.credits;
}

static int control_beats_of(int variant) {
  struct lockstep_dims d;
  ck_assert(lockstep_variant(variant, &d));
  return (60 + d.width / 8 - 1) / (d.width / 8);
}

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
  start(_i);
  for (int i = 0; i < 4 + credits_of(_i); i++) {
    in.config.pause[0] = i == 1;
    in.config.levels = i == 3;
    if (i == 4) in.word[0] = (struct sluice_credit_word){true, SLUICE_CREDIT_FREED, 1, 0xabcde};
    if (i < 2) send_message(0, false, 3, 0x1234);
    if (i == 2) send_message(0, true, 0, 0xffff);
    if (i == 3) send_message(0, false, 1, 7);
    steps(100);
    ck_assert_int_eq(frames_out[0], i + 1);
    ck_assert_int_eq(sinks[0].frame.length, 60);
    for (int b = 0; b < 60; b++)
      ck_assert_msg(sinks[0].frame.bytes[b] == expected[i][b], "frame %d, byte %d: expected %02x, got %02x", i, b,
                    expected[i][b], sinks[0].frame.bytes[b]);
  }
  lockstep_free(&l);
}
END_TEST

// Two well-known senders delay an XOFF until the refresh if it is requested in the very cycle in which another request
// is taken. This test requests the XOFF in every cycle around the other request: on an idle line, behind data, and with
// a slow MAC.
START_TEST(every_clock) {
  for (int around = 0; around < 3; around++)
    for (int later = 0; later < control_beats_of(_i) + 40; later++) {
      start(_i);
      int other = l.model.classes - 1;
      for (int t = 0; t < 600; t++) {
        in.mac_ready[0] = around < 2 || t % 3 == 0;
        if (around > 0 && !data[0].busy && t < 60) {
          struct frame f;
          frame_other(&f, NEIGHBOUR, 0x0800, 0, 64 + t, 7);
          source_start(&data[0], &f);
        }
        if (t == 10) send_message(0, false, 1u, 1000);
        if (t == 10 + later) send_message(0, false, 1u << other, 2000);
        if (t == 10 && later == 0) in.tx_enable |= 1;
        step();
      }
      ck_assert_msg(sent[0].enable == (1 | 1 << other), "the XOFF %d cycles after another was never sent", later);
      ck_assert_int_eq(sent[0].time[other], 2000);
      if (other != 0 && later > 0) ck_assert_int_eq(sent[0].time[0], 1000);
      lockstep_free(&l);
    }
}
END_TEST

// The same on an idle line, with a bound: the rest of a control frame and three cycles. Messages of a port do not wait
// for frames of other ports.
START_TEST(at_once) {
  for (int later = 1; later < control_beats_of(_i) + 8; later++) {
    start(_i);
    steps(5);
    for (int p = 1; p < l.model.ports; p++) send_message(p, false, 1, 5), step();
    send_message(0, false, 1, 1000);
    uint64_t first = now + 1;
    steps(later);
    send_message(0, false, 1, 0);
    uint64_t second = now + 1;
    steps(200);
    ck_assert_int_eq(sent[0].time[0], 0);
    uint64_t bound =
        first + 3 + (uint64_t)control_beats() > second + 3 ? first + 3 + (uint64_t)control_beats() : second + 3;
    ck_assert_msg(began[0] <= bound, "%d cycles later: the frame starts %llu cycles after the request", later,
                  (unsigned long long)(began[0] - second));
    for (int p = 1; p < l.model.ports; p++) ck_assert_int_eq(frames_out[p], 1);
    lockstep_free(&l);
  }
}
END_TEST

// Frames that end in one cycle on all ports all reach the MMU, each within a round.
START_TEST(all_ports_at_once) {
  start(_i);
  bool got[SLUICE_MAX_PORTS] = {0};
  struct pause_times s = {.enable = 0xff};
  for (int p = 0; p < l.model.ports; p++) {
    struct frame f;
    for (int k = 0; k < 8; k++) s.time[k] = (uint16_t)(100 * p + k + 1);
    frame_pfc(&f, SLUICE_GROUP_ADDRESS, &s);
    source_start(&sources[p], &f);
  }
  steps(control_beats());
  for (int p = 0; p < l.model.ports; p++) ck_assert(!sources[p].busy);
  for (int t = 0; t < 2 * l.model.ports + 8; t++) {
    step();
    if (!l.out.rx_valid) continue;
    int p = l.out.rx_port;
    ck_assert(!got[p] && !l.out.rx_level);
    got[p] = true;
    for (int c = 0; c < l.model.classes; c++) ck_assert_int_eq(l.out.rx_time[c], 100 * p + c + 1);
  }
  for (int p = 0; p < l.model.ports; p++) ck_assert_msg(got[p], "port %d: its frame did not reach the MMU", p);
  lockstep_free(&l);
}
END_TEST

// A frame has times of both levels. The MMU receives the level that pauses first. After a newer frame, it receives the
// latest times.
START_TEST(both_levels) {
  for (int pauses = 0; pauses < 2; pauses++) {
    start(_i);
    struct pause_times s = {.enable = 1, .port = true, .port_time = pauses ? 50 : 0, .time = {pauses ? 0 : 60}};
    struct frame f;
    frame_native(&f, in.config.address[0], SLUICE_IDENTIFIER, 1, &s);
    source_start(&sources[0], &f);
    int levels[2], n = 0;
    for (int t = 0; t < 150; t++) {
      step();
      if (l.out.rx_valid && n < 2) levels[n++] = l.out.rx_level;
    }
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(levels[0], pauses);
    ck_assert_int_eq(levels[1], !pauses);
    lockstep_free(&l);
  }
}
END_TEST

// Each kind of frame has its own level at the MMU: PFC the classes, native the port level, PAUSE all classes.
START_TEST(each_frame_has_its_level) {
  start(_i);
  for (int n = 0; n < 6; n++) {
    const int level = n % 3, time = n < 3 ? 100 + n : 0;
    struct pause_times s = {.enable = level == 0 ? 0xff : 0, .port = true, .port_time = (uint16_t)time};
    for (int k = 0; k < 8; k++) s.time[k] = (uint16_t)time;
    struct frame f;
    if (level == 0) frame_pfc(&f, SLUICE_GROUP_ADDRESS, &s);
    if (level == 1) frame_native(&f, SLUICE_GROUP_ADDRESS, SLUICE_IDENTIFIER, 1, &s);
    if (level == 2) frame_pause(&f, SLUICE_GROUP_ADDRESS, (uint16_t)time);
    source_start(&sources[0], &f);
    int messages = 0;
    for (int t = 0; t < 150; t++) {
      step();
      if (!l.out.rx_valid) continue;
      messages++;
      ck_assert_int_eq(l.out.rx_level, level);
      ck_assert_int_eq(l.out.rx_time[0], time);
      ck_assert_int_eq(l.out.rx_enable, (1 << l.model.classes) - 1);
    }
    ck_assert_int_eq(messages, 1);
  }
  lockstep_free(&l);
}
END_TEST

// The receiver obeys none of these frames, counts each by its reason, and drops it.
START_TEST(bad_frames_are_counted) {
  for (int reason = SLUICE_BAD_FRAME; reason < SLUICE_SEEN_KINDS; reason++) {
    start(_i);
    struct pause_times s = {.enable = 0xff, .time = {9, 9, 9, 9, 9, 9, 9, 9}};
    struct frame f;
    frame_pfc(&f, reason == SLUICE_BAD_ADDRESS ? SLUICE_GROUP_ADDRESS + 1 : SLUICE_GROUP_ADDRESS, &s);
    if (reason == SLUICE_BAD_FRAME) f.bad = true;
    if (reason == SLUICE_BAD_LENGTH) f.length = 59;
    if (reason == SLUICE_BAD_OPCODE) f.bytes[15] = 0x06;
    if (reason == SLUICE_BAD_KIND) frame_native(&f, SLUICE_GROUP_ADDRESS, SLUICE_IDENTIFIER + 1, 0, &s);
    source_start(&sources[0], &f);
    int counted = 0;
    for (int t = 0; t < 150; t++) {
      step();
      ck_assert(!l.out.rx_valid);
      ck_assert(!l.out.data_rx[0].valid);
      if (!l.out.seen[0]) continue;
      ck_assert_int_eq(l.out.seen_kind[0], reason);
      counted++;
    }
    ck_assert_int_eq(counted, 1);
    lockstep_free(&l);
  }
}
END_TEST

// Sends a frame to port 0. It must be counted once with its kind and reach the MMU if the kind is an obeyed one; a data
// frame must pass.
static void receive(const struct frame *f, const char *what, int number) {
  int expected = frame_kind(f->bytes, f->length, f->bad, in.config.address[0], in.config.levels,
                            in.config.credits[0] ? l.model.classes : 0);
  int counted = 0, kind = -1, messages = 0, passed = 0;
  struct sink out = {0};
  struct sluice_credit_word word = {0};
  source_start(&sources[0], f);
  for (int t = 0; sources[0].busy || t < 12 + 2 * l.model.ports; t += !sources[0].busy) {
    step();
    counted += l.out.seen[0];
    if (l.out.seen[0]) kind = l.out.seen_kind[0];
    messages += l.out.rx_valid || l.out.word[0].valid;
    if (l.out.word[0].valid) word = l.out.word[0];
    if (sink_take(&out, &l.out.data_rx[0], true)) passed += out.frame.length == f->length;
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
    start(_i);
    uint64_t to = what < VALID_FRAMES ? SLUICE_GROUP_ADDRESS : in.config.address[0];
    in.config.credits[0] = credits_of(_i);
    for (int bit = 0; bit < 8 * bytes_of[what % VALID_FRAMES]; bit++) {
      struct frame f;
      valid_frame(what % VALID_FRAMES, to, &f);
      f.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
      receive(&f, "bit", bit);
    }
    lockstep_free(&l);
  }
}
END_TEST

// A frame is a control frame from 14 bytes on, and complete from 60 bytes on. In a shorter one, the bytes behind its
// end look like a control frame.
START_TEST(every_length) {
  for (int what = 0; what < 2 * VALID_FRAMES; what++) {
    start(_i);
    in.config.credits[0] = credits_of(_i);
    for (int length = 1; length < 100; length++) {
      struct frame f;
      valid_frame(what % VALID_FRAMES, SLUICE_GROUP_ADDRESS, &f);
      f.length = length;
      f.bad = what >= VALID_FRAMES;
      receive(&f, "length", length);
    }
    lockstep_free(&l);
  }
}
END_TEST

// Messages of the MMU over a wire to the MMU of the other end: priorities of both ends, all classes, both levels.
START_TEST(end_to_end) {
  start(_i);
  int classes = l.model.classes, got_port = -1;
  uint16_t got[8] = {0};
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) in.config.priority[c] = (uint8_t)(7 - c);
  for (int t = 0; t < 4000; t++) {
    if (t % 40 == 0 && t < 3600) {
      send_message(0, t % 120 == 0, (unsigned)t / 40 * 37 & 0xff, (uint16_t)(t + 1));
      for (int c = 0; c < classes; c++) in.tx_time[c] = (uint16_t)(t + (in.tx_level ? 0 : c));
    }
    // The wire connects port 0 to port 1.
    static struct source wire;
    step();
    if (t == 0) memset(&wire, 0, sizeof wire);
    if (sinks[0].frame.length == 60 && !sinks[0].begun && !sources[1].busy && l.out.to_mac[0].valid &&
        l.out.to_mac[0].last)
      source_start(&sources[1], &sinks[0].frame);
    if (!l.out.rx_valid) continue;
    ck_assert_int_eq(l.out.rx_port, 1);
    if (l.out.rx_level) got_port = l.out.rx_time[0];
    for (int c = 0; c < classes && !l.out.rx_level; c++)
      if (l.out.rx_enable >> c & 1) got[c] = l.out.rx_time[c];
  }
  ck_assert_int_eq(got_port, sent[0].port_time);
  ck_assert_int_ne(got_port, 0);
  for (int c = 0; c < classes; c++) {
    ck_assert_int_ne(got[c], 0);
    ck_assert_int_eq(got[c], sent[0].time[7 - c]);
    ck_assert_int_eq((got[c] - c) % 40, 0);
  }
  lockstep_free(&l);
}
END_TEST

// Words of credits over a wire to the other end.
START_TEST(words_end_to_end) {
  if (!credits_of(_i)) return;
  start(_i);
  in.config.credits[1] = true;
  struct sluice_credit_word put[64];
  int taken = 0, got = 0;
  for (int t = 0; t < 4000; t++) {
    if (taken < 64 && !in.word[0].valid)
      in.word[0] = put[taken] = (struct sluice_credit_word){
          true, (uint8_t)(taken & 1), (uint8_t)(taken % l.model.classes), (uint32_t)taken * 16411 & 0xfffff};
    step();
    taken += l.out.word_taken[0];
    if (sinks[0].frame.length == 60 && !sinks[0].begun && l.out.to_mac[0].valid && l.out.to_mac[0].last)
      source_start(&sources[1], &sinks[0].frame);
    if (!l.out.word[1].valid) continue;
    ck_assert(l.out.word[1].kind == put[got].kind && l.out.word[1].channel == put[got].channel &&
              l.out.word[1].value == put[got].value);
    got++;
  }
  ck_assert_int_eq(got, 64);
  lockstep_free(&l);
}
END_TEST

// Control frames do not delay data: one beat of 64-byte frames leaves per cycle.
START_TEST(full_rate) {
  start(_i);
  int beats = 0;
  for (int t = 0; t < 1000; t++) {
    struct frame f;
    frame_other(&f, NEIGHBOUR, 0x0800, 0, 64, (uint32_t)t);
    if (!data[0].busy) source_start(&data[0], &f);
    if (!sources[0].busy) source_start(&sources[0], &f);
    step();
    ck_assert(l.out.mac_rx_ready[0] && l.out.to_mac[0].valid);
    beats += l.out.data_rx[0].valid;
  }
  ck_assert_int_ge(beats, 1000 - 16);
  lockstep_free(&l);
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
  tcase_add_loop_test(tcase, all_ports_at_once, 0, variants);
  tcase_add_loop_test(tcase, both_levels, 0, variants);
  tcase_add_loop_test(tcase, each_frame_has_its_level, 0, variants);
  tcase_add_loop_test(tcase, bad_frames_are_counted, 0, variants);
  tcase_add_loop_test(tcase, every_bit, 0, variants);
  tcase_add_loop_test(tcase, every_length, 0, variants);
  tcase_add_loop_test(tcase, end_to_end, 0, variants);
  tcase_add_loop_test(tcase, words_end_to_end, 0, variants);
  tcase_add_loop_test(tcase, full_rate, 0, variants);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
