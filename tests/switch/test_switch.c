// Tests frames through the RTL of the switch, directed and random, with the checks of bench.h. `make test T=switch`
// repeats it; CASE=directed, headers, registers, flood, edges, ecn, management or random runs one group.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"
#include "tests/switch/cases.h"

// A frame of every length, from every port to every other port.
START_TEST(every_length) {
  struct bench b;
  bench_start(&b, _i, 1);
  int ports = b.shim->dims.ports;
  for (int length = 60; length <= BENCH_MAX_FRAME; length++)
    bench_send(&b, bench_frame(&b, length % ports, (length % ports + 1 + length / ports % (ports - 1)) % ports,
                               length % (b.shim->dims.classes - 1), length));
  struct frame *runt = bench_frame(&b, 0, 1, 0, 59), *giant = bench_frame(&b, 1, 0, 0, BENCH_MAX_FRAME + 1);
  runt->reason = 5;
  giant->reason = 3;
  bench_send(&b, runt);
  bench_send(&b, giant);
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, BENCH_MAX_FRAME - 59);
  ck_assert_uint_eq(b.not_ready, 0);
  bench_free(&b);
}
END_TEST

// All ports send at line rate to each other in pairs. tready of every input must stay 1, and every output must keep up.
START_TEST(line_rate) {
  const int lengths[] = {60, 64, 65, 128, 129, 193, 1518};
  struct bench b;
  bench_start(&b, _i, 2);
  const struct switch_dims *d = &b.shim->dims;
  for (int n = 0; n < 7; n++) {
    uint64_t from = b.cycle, out = b.frames_out;
    int count = 60000 / lengths[n];
    for (int i = 0; i < count; i++)
      for (int p = 0; p < d->ports; p++) bench_send(&b, bench_frame(&b, p, (p + 1) % d->ports, 0, lengths[n]));
    bench_drain(&b);
    ck_assert_uint_eq(b.frames_out - out, (uint64_t)(count * d->ports));
    const uint64_t frame = 8 * (uint64_t)(lengths[n] + SLUICE_SWITCH_GAP), bits = (uint64_t)d->line;
    const uint64_t line = (uint64_t)count * frame / bits, delay = 2 * frame / bits + 250;
    ck_assert_msg(b.cycle - from < line + delay, "%d bytes: %" PRIu64 " cycles, line rate is %" PRIu64, lengths[n],
                  b.cycle - from, line);
  }
  const int slots = sluice_switch_slots(d->ports);  // docs/hardware/latencies.md; one cycle before the enqueue
  ck_assert_msg(b.longest_wait <= (uint64_t)(2 * slots + 5), "%" PRIu64 " cycles to the enqueue", b.longest_wait);
  ck_assert_uint_eq(b.not_ready, 0);
  ck_assert_uint_eq(b.pauses, 0);
  bench_free(&b);
}
END_TEST

// A port uses the cells of its own list before free cells. Good frames after bad ones must use up the list.
START_TEST(kept_cells_return) {
  struct bench b;
  bench_start(&b, _i, 9);
  int ports = b.shim->dims.ports;
  for (int good = 0; good < 2; good++) {
    for (int i = 0; i < 10; i++)
      for (int p = 0; p < ports; p++) {
        struct frame *f = bench_frame(&b, p, (p + 1) % ports, 0, i % 2 ? 70 : 1500);
        f->bad = !good;
        f->reason = good ? 0 : 4;
        bench_send(&b, f);
      }
    bench_drain(&b);
    if (!good) ck_assert_uint_gt(b.out.kept, 0);
  }
  ck_assert_uint_eq(b.out.kept, 0);
  bench_free(&b);
}
END_TEST

// Damages a frame and sets the expected reason.
static struct frame *damaged(struct bench *b, struct frame *f) {
  switch (bench_random(b, 7)) {
    case 0:
      f->bad = true;
      f->reason = 4;
      break;
    case 1:
      f->length = 1 + (int)bench_random(b, 59);
      f->reason = 5;
      break;
    case 2:
      f->sent[0] = 1, f->sent[1] = 0x80, f->sent[2] = 0xc2, f->sent[3] = f->sent[4] = 0,
      f->sent[5] = (uint8_t)bench_random(b, 16);
      f->reason = 6;
      break;
    case 3:
      f->sent[4] ^= (uint8_t)(1 + bench_random(b, 255));
      f->reason = 7;
      break;
    case 4:
      f->sent[0] = 0xff;
      f->reason = 7;
      break;
    case 5:
      f->sent[5] = (uint8_t)f->in;
      f->reason = 8;
      break;
    default: {
      struct frame *giant = bench_frame(b, f->in, f->egress, f->cls, BENCH_MAX_FRAME + 1 + (int)bench_random(b, 2000));
      free(f->sent), free(f->expected), free(f);
      giant->reason = 3;
      return giant;
    }
  }
  return f;
}

static int length_of(struct bench *b) {
  switch (bench_random(b, 3)) {
    case 0:
      return 60 + (int)bench_random(b, 6);
    case 1:
      return 60 + (int)bench_random(b, BENCH_MAX_FRAME - 59);
    default:
      return BENCH_MAX_FRAME - (int)bench_random(b, 70);
  }
}

static void random_frames(struct bench *b, int count) {
  const struct switch_dims *d = &b->shim->dims;
  int hot = (int)bench_random(b, (uint64_t)d->ports), bad = (int)bench_random(b, 3) * 10,
      spread = (int)bench_random(b, 2);
  for (int i = 0; i < count; i++) {
    int in = (int)bench_random(b, (uint64_t)d->ports);
    int egress =
        spread || in == hot ? (int)((uint64_t)(in + 1) + bench_random(b, (uint64_t)d->ports - 1)) % d->ports : hot;
    struct frame *f = bench_frame(b, in, egress, (int)bench_random(b, (uint64_t)d->classes), length_of(b));
    if ((int)bench_random(b, 100) < bad) f = damaged(b, f);
    bench_send(b, f);
  }
  for (int p = 0; p < d->ports; p++) {
    struct source *s = &b->sources[p];
    s->idle = (int)bench_random(b, 2) * 40;
    s->stall = bench_random(b, 4) == 0 ? 60 : 0;
    s->greedy = bench_random(b, 8) == 0;
  }
  b->ready_of_256 = bench_random(b, 2) ? 256 : 40 + (int)bench_random(b, 216);
}

START_TEST(random_traffic) {
  struct bench b;
  bench_start(&b, _i % bench_variants(), (uint64_t)(100 + _i));
  const struct switch_dims *d = &b.shim->dims;
  for (int round = 0; round < 8; round++) {
    random_frames(&b, 500);
    // Pauses and resumes from downstream.
    for (int i = 0; i < 60; i++) {
      for (int k = (int)bench_random(&b, 600); k > 0; k--) bench_step(&b);
      bench_pause(&b, (int)bench_random(&b, (uint64_t)d->ports), (uint8_t)bench_random(&b, 256),
                  (uint16_t)(bench_random(&b, 3) * 40));
    }
    if (bench_random(&b, 2)) bench_drain(&b);
  }
  bench_drain(&b);
  bench_compare_counters(&b);
  uint64_t lost = 0;
  for (int r = 0; r < BENCH_REASONS; r++) lost += b.reasons[r];
  ck_assert_uint_eq(b.frames_in, b.frames_out + lost);
  printf("switch %d: %" PRIu64 " cycles, %" PRIu64 " frames, %" PRIu64 " out, pauses %" PRIu64 ", refused %" PRIu64
         ", stalls %" PRIu64 "\n",
         _i, b.cycle, b.frames_in, b.frames_out, b.pauses, b.reasons[9], b.not_ready);
  bench_free(&b);
}
END_TEST

// Links fall and rise while all ports send. All frames must end and be counted. The gates of a port are open after its
// link fell.
START_TEST(links_fall) {
  struct bench b;
  bench_start(&b, _i % bench_variants(), (uint64_t)(200 + _i));
  const struct switch_dims *d = &b.shim->dims;
  for (int round = 0; round < 6; round++) {
    random_frames(&b, 300);
    for (int i = 0; i < 40; i++) {
      for (int k = (int)bench_random(&b, 500); k > 0; k--) bench_step(&b);
      int p = (int)bench_random(&b, (uint64_t)d->ports);
      bench_pause(&b, (int)bench_random(&b, (uint64_t)d->ports), (uint8_t)bench_random(&b, 256), 200);
      bench_link(&b, p, false);
      for (int k = 8 + (int)bench_random(&b, 300); k > 0; k--) bench_step(&b);
      bench_link(&b, p, true);
      bench_step(&b);
    }
    // The pause lasts until the link falls.
    for (int k = 0; k < 2000; k++) bench_step(&b);
    bench_pause(&b, round % d->ports, 255, 65535);
    bench_link(&b, round % d->ports, false);
    for (int k = 0; k < 20; k++) bench_step(&b);
    for (int c = 0; c < d->classes; c++) ck_assert_uint_eq(b.gate_shut[round % d->ports][c], 0);
    bench_link(&b, round % d->ports, true);
    bench_drain(&b);
  }
  bench_compare_counters(&b);
  ck_assert_uint_gt(b.reasons[1], 10);
  ck_assert_uint_gt(b.reasons[11], 100);
  ck_assert_uint_gt(b.aborts, 0);
  bench_free(&b);
}
END_TEST

// The link falls inside a frame while all cells of the port are full. This takes a source above line rate.
START_TEST(link_falls_when_full) {
  struct bench b;
  bench_start(&b, _i, 10);
  b.sources[0].greedy = true;
  for (int round = 0; round < 300; round++) {
    for (int i = 0; i < 30; i++)
      bench_send(&b, bench_frame(&b, 0, 1, 0, b.shim->dims.cell + 1 + (int)bench_random(&b, 8)));
    for (int k = 150 + (int)bench_random(&b, 40); k > 0; k--) bench_step(&b);
    bench_link(&b, 0, false);
    for (int k = 0; k < 30; k++) bench_step(&b);
    bench_link(&b, 0, true);
    bench_step(&b);
    bench_drain(&b);
  }
  ck_assert_uint_gt(b.reasons[1], 100);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

static bool in_storm(const struct bench *b, int port, int cls) {
  const int q = port * b->shim->dims.classes + cls;
  return b->out.storm[q / 64] >> q % 64 & 1;
}

// A pause storm of class 0 at port 1: detected after the detection time, and restored when pause frames have stopped
// for the restoration time. Between, the frames of the queue are dropped, sent in spite of the gate, or wait.
static void storm(int variant, int action, bool rule) {
  enum { DETECTION = 1000, RESTORATION = 700, US = 2, POLL = 256, ROUND = 140 };
  struct bench b;
  bench_start(&b, variant, 3);
  bench_watch(&b, BENCH_ALL_PORTS, action, rule, DETECTION, RESTORATION);
  bench_pause(&b, 1, 1, 65535);
  const uint64_t begins = b.cycle;
  for (int i = 0; i < 5; i++) bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  bench_send(&b, bench_frame(&b, 0, 1, 1, 100));
  while (!in_storm(&b, 1, 0)) {
    if (b.cycle % 100 == 0) bench_pause(&b, 1, 1, 65535);
    bench_step(&b);
    ck_assert_msg(b.cycle - begins < DETECTION * US + 3 * POLL + 2 * ROUND, "the storm is not detected");
  }
  ck_assert_uint_ge(b.cycle - begins + ROUND, DETECTION * US);
  ck_assert_uint_eq(b.frames_out, 1);  // the frame of class 1, whose gate is open
  for (int k = 0; k < 600; k++) bench_step(&b);
  ck_assert_uint_eq(b.reasons[12], action == SLUICE_SWITCH_WATCHDOG_DROP ? 5 : 0);
  ck_assert_uint_eq(b.frames_out, action == SLUICE_SWITCH_WATCHDOG_FORWARD ? 6 : 1);
  // Pause frames at random times, with less than the restoration time between them: the storm goes on.
  for (int i = 0; i < 12; i++) {
    bench_pause(&b, 1, 1, 65535);
    for (uint32_t k = bench_random(&b, (RESTORATION - POLL / US) * US - ROUND); k > 0; k--) bench_step(&b);
    ck_assert(in_storm(&b, 1, 0));
  }
  // RESUME frames are no pause frames.
  const uint64_t ends = b.cycle;
  while (in_storm(&b, 1, 0)) {
    if (b.cycle % 100 == 0) bench_pause(&b, 1, 1, 0);
    bench_step(&b);
    ck_assert_msg(b.cycle - ends < RESTORATION * US + 2 * POLL + 2 * ROUND, "the storm does not end");
  }
  bench_pause(&b, 1, 1, 0);
  bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, action == SLUICE_SWITCH_WATCHDOG_DROP ? 2 : 7);
  ck_assert_uint_eq(b.counts[1][8 * SLUICE_SWITCH_STORMS], 1);
  ck_assert_uint_eq(b.counts[1][8 * SLUICE_SWITCH_RESTORED], 1);
  bench_compare_counters(&b);
  bench_free(&b);
}

START_TEST(storms) { storm(_i / 6, 1 + _i % 3, _i / 3 % 2); }
END_TEST

// Two classes share a port in proportion to their quanta. A strict class has priority over both.
START_TEST(classes_share) {
  struct bench b;
  uint32_t regs[SLUICE_REGS];
  bench_registers(&switch_shim_list[_i]->dims, regs);
  regs[SLUICE_REG_LOSSLESS] |= 7;  // gates of lossy classes never close
  regs[SLUICE_REG_ALPHA] = 3;
  bench_start_with(&b, _i, 4, regs);
  bench_write(&b, SLUICE_SWITCH_REG_PORT + 4, 0x0430);  // port 1: class 2 is strict
  bench_write(&b, SLUICE_SWITCH_REG_QUANTUM, 11);
  bench_write(&b, SLUICE_SWITCH_REG_QUANTUM + 4, 33);
  bench_pause(&b, 1, 7, 65535);
  const int frames[3] = {60, 18, 10};
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < frames[c]; i++) bench_send(&b, bench_frame(&b, c == 2 ? 2 : 0, 1, c, c == 0 ? 64 : 640));
  for (int k = 0; k < 20000; k++) bench_step(&b);
  ck_assert_uint_eq(b.begun, 0);
  for (int c = 0; c < 3; c++) ck_assert_int_eq(b.queues[1][c].count, frames[c]);
  bench_pause(&b, 1, 7, 0);
  bool others = false;
  const uint32_t bytes[2] = {64, 640};
  uint32_t sent[2] = {0, 0};
  for (int k = 0; k < 200000 && b.queues[1][0].count > 1 && b.queues[1][1].count > 1; k++) {
    bench_step(&b);
    if (!b.out.begin_valid) continue;
    if (b.out.begin_class == 2) ck_assert_msg(!others || b.queues[1][2].count == 0, "a strict class waits");
    others = b.out.begin_class != 2;
    if (others) sent[b.out.begin_class] += bytes[b.out.begin_class] + SLUICE_SWITCH_FCS;
  }
  ck_assert_msg(abs((int)sent[1] - 3 * (int)sent[0]) <= 3000, "class 0 has sent %u bytes, class 1 %u", sent[0],
                sent[1]);
  bench_drain(&b);
  bench_free(&b);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("switch");
  TCase *directed = tcase_create("directed"), *random = tcase_create("random");
  tcase_set_timeout(directed, 120);
  tcase_set_timeout(random, 120);
  tcase_add_loop_test(directed, every_length, 0, bench_variants());
  tcase_add_loop_test(directed, line_rate, 0, bench_variants());
  tcase_add_loop_test(directed, kept_cells_return, 0, bench_variants());
  tcase_add_loop_test(directed, storms, 0, 6 * bench_variants());
  tcase_add_loop_test(directed, classes_share, 0, bench_crowded_variants());
  tcase_add_loop_test(directed, link_falls_when_full, 0, bench_variants());
  tcase_add_loop_test(random, links_fall, 0, 2 * bench_variants());
  tcase_add_loop_test(random, random_traffic, 0, 4 * bench_variants());
  suite_add_tcase(suite, directed);
  suite_add_tcase(suite, cases_headers());
  suite_add_tcase(suite, cases_registers());
  suite_add_tcase(suite, cases_flood());
  suite_add_tcase(suite, cases_edges());
  suite_add_tcase(suite, cases_ecn());
  suite_add_tcase(suite, cases_management());
  suite_add_tcase(suite, cases_ports());
  suite_add_tcase(suite, random);
  return suite_run(suite);
}
