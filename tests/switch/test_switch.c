// Frames through the RTL of the switch: directed and random.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MAX_FRAME = 1518 };

static int variants(void) {
  int n = 0;
  while (switch_shim_list[n] != NULL) n++;
  return n;
}

// DSH with room for what comes after a pause, and 2 private cells per queue.
static void registers(const struct switch_dims *d, uint32_t *regs) {
  memset(regs, 0, SLUICE_REGS * sizeof *regs);
  uint32_t frame = (uint32_t)((MAX_FRAME + d->cell - 1) / d->cell);
  uint32_t reserve = (uint32_t)d->ports * (frame + (uint32_t)(16 + d->ports) / (uint32_t)(d->ports + 1) + 2);
  uint32_t headroom = 2 * frame + 40;
  regs[SLUICE_REG_SCHEME] = SLUICE_DSH;
  regs[SLUICE_REG_BUFFER] = (uint32_t)d->cells - reserve;
  regs[SLUICE_REG_PRIVATE] = 1;
  regs[SLUICE_REG_HEADROOM] = headroom;
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_BUFFER] - (uint32_t)(d->ports * d->classes) - (uint32_t)d->ports * headroom;
  regs[SLUICE_REG_LOSSLESS] = d->classes > 1 ? (1u << (d->classes - 1)) - 1 : 1;  // the highest is lossy
  regs[SLUICE_REG_MAX_PACKET] = frame;
  regs[SLUICE_REG_ALPHA] = (uint32_t)-2;
  regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)-2;
  regs[SLUICE_REG_DELTA_Q] = regs[SLUICE_REG_DELTA_P] = 4;
  regs[SLUICE_REG_PAUSE_TIME] = 65535;
  regs[SLUICE_REG_REFRESH] = 32767;
  regs[SLUICE_REG_QUANTA_STEP] = (uint32_t)(16 * 8 * d->bytes);
}

static void start(struct bench *b, int variant, uint64_t seed) {
  bench_new(b, switch_shim_list[variant], seed);
  const struct switch_dims *d = &b->shim->dims;
  uint32_t regs[SLUICE_REGS];
  registers(d, regs);
  uint32_t status = bench_configure(b, regs);
  ck_assert_msg(status == (SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_IN_USE), "MMU's STATUS %x", status);
  ck_assert_uint_eq(bench_read(b, 0x100), 1);
  for (int p = 0; p < d->ports; p++) {
    bench_write(b, (uint16_t)(0x180 + 4 * p), 0xff30);
    bench_write(b, (uint16_t)(0x400 + 8 * p), (uint32_t)p);
    bench_write(b, (uint16_t)(0x404 + 8 * p), 0x80000200u | (uint32_t)p << 16);
  }
}

// One frame of every length, from every port to every other.
START_TEST(every_length) {
  struct bench b;
  start(&b, _i, 1);
  int ports = b.shim->dims.ports;
  for (int length = 60; length <= MAX_FRAME; length++)
    bench_send(&b, bench_frame(&b, length % ports, (length % ports + 1 + length / ports % (ports - 1)) % ports, length % (b.shim->dims.classes - 1), length));
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, MAX_FRAME - 59);
  ck_assert_uint_eq(b.not_ready, 0);
  bench_free(&b);
}
END_TEST

// All ports at line rate, to each other in pairs: tready of an input stays 1, and nothing waits.
START_TEST(line_rate) {
  const int lengths[] = {60, 64, 65, 128, 129, 193, 1518};
  struct bench b;
  start(&b, _i, 2);
  const struct switch_dims *d = &b.shim->dims;
  for (int n = 0; n < 7; n++) {
    uint64_t from = b.clock, out = b.frames_out;
    int count = 60000 / lengths[n];
    for (int i = 0; i < count; i++)
      for (int p = 0; p < d->ports; p++) bench_send(&b, bench_frame(&b, p, (p + 1) % d->ports, 0, lengths[n]));
    bench_drain(&b);
    ck_assert_uint_eq(b.frames_out - out, (uint64_t)(count * d->ports));
    uint64_t line = (uint64_t)count * (uint64_t)(lengths[n] + 24 + 2 * d->bytes) / (uint64_t)d->bytes;
    ck_assert_msg(b.clock - from < line + 1000, "%d bytes: %" PRIu64 " clocks, line rate is %" PRIu64, lengths[n], b.clock - from, line);
  }
  ck_assert_uint_eq(b.not_ready, 0);
  ck_assert_uint_eq(b.pauses, 0);
  bench_free(&b);
}
END_TEST

// What a bad frame leaves: its reason, and nothing else.
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
      f->sent[0] = 1, f->sent[1] = 0x80, f->sent[2] = 0xc2, f->sent[3] = f->sent[4] = 0, f->sent[5] = (uint8_t)bench_random(b, 16);
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
      struct frame *giant = bench_frame(b, f->in, f->egress, f->cls, MAX_FRAME + 1 + (int)bench_random(b, 2000));
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
      return 60 + (int)bench_random(b, MAX_FRAME - 59);
    default:
      return MAX_FRAME - (int)bench_random(b, 70);
  }
}

static void random_frames(struct bench *b, int count) {
  const struct switch_dims *d = &b->shim->dims;
  int hot = (int)bench_random(b, (uint64_t)d->ports), bad = (int)bench_random(b, 3) * 10, spread = (int)bench_random(b, 2);
  for (int i = 0; i < count; i++) {
    int in = (int)bench_random(b, (uint64_t)d->ports);
    int egress = spread || in == hot ? (int)((uint64_t)(in + 1) + bench_random(b, (uint64_t)d->ports - 1)) % d->ports : hot;
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
  start(&b, _i % variants(), (uint64_t)(100 + _i));
  const struct switch_dims *d = &b.shim->dims;
  for (int round = 0; round < 8; round++) {
    random_frames(&b, 500);
    // Sinks that pause, and go on.
    for (int i = 0; i < 60; i++) {
      for (int k = (int)bench_random(&b, 600); k > 0; k--) bench_step(&b);
      bench_pause(&b, (int)bench_random(&b, (uint64_t)d->ports), (uint8_t)bench_random(&b, 256), (uint16_t)(bench_random(&b, 3) * 40));
    }
    if (bench_random(&b, 2)) bench_drain(&b);
  }
  bench_drain(&b);
  uint64_t lost = 0;
  for (int r = 0; r < BENCH_REASONS; r++) lost += b.reasons[r];
  ck_assert_uint_eq(b.frames_in, b.frames_out + lost);
  printf("switch %d: %" PRIu64 " clocks, %" PRIu64 " frames, %" PRIu64 " out, pauses %" PRIu64 ", refused %" PRIu64 ", stalls %" PRIu64 "\n", _i, b.clock,
         b.frames_in, b.frames_out, b.pauses, b.reasons[9], b.not_ready);
  bench_free(&b);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("switch");
  TCase *directed = tcase_create("directed"), *random = tcase_create("random");
  tcase_set_timeout(directed, 120);
  tcase_set_timeout(random, 120);
  tcase_add_loop_test(directed, every_length, 0, variants());
  tcase_add_loop_test(directed, line_rate, 0, variants());
  tcase_add_loop_test(random, random_traffic, 0, 4 * variants());
  suite_add_tcase(suite, directed);
  suite_add_tcase(suite, random);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
