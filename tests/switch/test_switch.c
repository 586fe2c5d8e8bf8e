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
    bench_send(&b, bench_frame(&b, length % ports, (length % ports + 1 + length / ports % (ports - 1)) % ports,
                               length % (b.shim->dims.classes - 1), length));
  struct frame *runt = bench_frame(&b, 0, 1, 0, 59), *giant = bench_frame(&b, 1, 0, 0, MAX_FRAME + 1);
  runt->reason = 5;
  giant->reason = 3;
  bench_send(&b, runt);
  bench_send(&b, giant);
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
    ck_assert_msg(b.clock - from < line + 1000, "%d bytes: %" PRIu64 " clocks, line rate is %" PRIu64, lengths[n],
                  b.clock - from, line);
  }
  ck_assert_msg(b.longest_wait <= (uint64_t)(2 * d->ports + 6), "%" PRIu64 " clocks to the enqueue", b.longest_wait);
  ck_assert_uint_eq(b.not_ready, 0);
  ck_assert_uint_eq(b.pauses, 0);
  bench_free(&b);
}
END_TEST

// A port's own list is used up before the free cells are: what bad frames held goes out with the next good ones.
START_TEST(kept_cells_return) {
  struct bench b;
  start(&b, _i, 9);
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
  start(&b, _i % variants(), (uint64_t)(100 + _i));
  const struct switch_dims *d = &b.shim->dims;
  for (int round = 0; round < 8; round++) {
    random_frames(&b, 500);
    // Sinks that pause, and go on.
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
  printf("switch %d: %" PRIu64 " clocks, %" PRIu64 " frames, %" PRIu64 " out, pauses %" PRIu64 ", refused %" PRIu64
         ", stalls %" PRIu64 "\n",
         _i, b.clock, b.frames_in, b.frames_out, b.pauses, b.reasons[9], b.not_ready);
  bench_free(&b);
}
END_TEST

// Links that fall and rise while all ports send; nothing stays, all is counted, and the gates of a port whose link fell
// are open.
START_TEST(links_fall) {
  struct bench b;
  start(&b, _i % variants(), (uint64_t)(200 + _i));
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
    // Paused for good, but for the link.
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

// The link falls inside a frame while the port's cells are all full, which takes a source above line rate.
START_TEST(link_falls_when_full) {
  struct bench b;
  start(&b, _i, 10);
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

// A gate that is closed for longer than WATCHDOG drops its queue, until it opens.
START_TEST(watchdog_drops) {
  struct bench b;
  start(&b, _i, 3);
  bench_write(&b, 0x110, 3);
  bench_pause(&b, 1, 1, 65535);
  for (int i = 0; i < 5; i++) bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  bench_send(&b, bench_frame(&b, 0, 1, 1, 100));
  for (int k = 0; k < 3000; k++) bench_step(&b);
  ck_assert_uint_eq(b.frames_out, 1);  // of class 1, whose gate is open
  ck_assert_uint_eq(b.reasons[12], 0);
  for (int k = 0; k < 1300; k++) bench_step(&b);
  ck_assert_uint_eq(b.reasons[12], 5);
  bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  for (int k = 0; k < 300; k++) bench_step(&b);
  ck_assert_uint_eq(b.reasons[12], 6);
  bench_pause(&b, 1, 1, 0);
  bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, 2);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// Two classes share a port by their quanta; a strict one goes before both.
START_TEST(classes_share) {
  struct bench b;
  start(&b, _i, 4);
  bench_write(&b, 0x180 + 4, 0x0430);  // port 1: class 2 is strict
  bench_write(&b, 0x140, 10);
  bench_write(&b, 0x144, 30);
  bench_write(&b, 4 * SLUICE_REG_ALPHA, 3);
  bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
  bench_pause(&b, 1, 7, 65535);
  const int frames[3] = {60, 18, 10};
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < frames[c]; i++) bench_send(&b, bench_frame(&b, c == 2 ? 2 : 0, 1, c, c == 0 ? 64 : 640));
  for (int k = 0; k < 20000; k++) bench_step(&b);
  for (int c = 0; c < 3; c++) ck_assert_int_eq(b.queues[1][c].count + (b.begun > 0), frames[c]);
  bench_pause(&b, 1, 7, 0);
  bool others = false;
  int cells[2] = {0, 0};
  for (int k = 0; k < 200000 && b.queues[1][0].count > 1 && b.queues[1][1].count > 1; k++) {
    bench_step(&b);
    if (!b.out.begin_valid) continue;
    if (b.out.begin_class == 2) ck_assert_msg(!others || b.queues[1][2].count == 0, "a strict class waits");
    others = b.out.begin_class != 2;
    if (others)
      cells[b.out.begin_class] += b.out.begin_class == 0 ? (64 + b.shim->dims.cell - 1) / b.shim->dims.cell
                                                         : (640 + b.shim->dims.cell - 1) / b.shim->dims.cell;
  }
  ck_assert_msg(abs(cells[1] - 3 * cells[0]) <= 45, "class 0 has sent %d cells, class 1 %d", cells[0], cells[1]);
  bench_drain(&b);
  bench_free(&b);
}
END_TEST

// ---- Headers ----

static void sum_up(uint8_t *ip) {
  uint32_t sum = 0;
  ip[10] = ip[11] = 0;
  for (int i = 0; i < 20; i += 2) sum += (uint32_t)(ip[i] << 8 | ip[i + 1]);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  ip[10] = (uint8_t)(~sum >> 8);
  ip[11] = (uint8_t)~sum;
}

// Frames of all kinds under random priorities and trust; TTL and checksum as computed anew.
START_TEST(headers) {
  struct bench b;
  start(&b, _i, 5);
  const struct switch_dims *d = &b.shim->dims;
  bench_write(&b, 0x10c, 0x7701);
  for (int round = 0; round < 30; round++) {
    uint32_t map = 0, ports[SWITCH_MAX_PORTS];
    int priority[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 7; i > 0; i--) {
      int j = (int)bench_random(&b, (uint64_t)i + 1), t = priority[i];
      priority[i] = priority[j], priority[j] = t;
    }
    for (int i = 0; i < 8; i++) map |= (uint32_t)priority[i] << 4 * i;
    bench_write(&b, 0x108, map);
    ck_assert_uint_eq(bench_read(&b, 0x108), map);
    for (int p = 0; p < d->ports; p++) {
      ports[p] = 0xff00 | (uint32_t)bench_random(&b, 4) << 4 | (uint32_t)bench_random(&b, (uint64_t)d->classes);
      bench_write(&b, (uint16_t)(0x180 + 4 * p), ports[p]);
    }
    for (int i = 0; i < 60; i++) {
      int in = (int)bench_random(&b, (uint64_t)d->ports), kind = (int)bench_random(&b, 4),
          pcp = (int)bench_random(&b, 8), dscp = (int)bench_random(&b, 64);
      bool tagged = bench_random(&b, 2);
      struct frame *f = bench_frame(&b, in, (in + 1) % d->ports, 0, 60 + (int)bench_random(&b, 100));
      uint8_t *ip = f->sent + (tagged ? 18 : 14);
      if (tagged) f->sent[14] = (uint8_t)(pcp << 5 | (int)bench_random(&b, 32));
      uint8_t ttl = (uint8_t)(bench_random(&b, 4) ? bench_random(&b, 256) : bench_random(&b, 3));
      if (kind == 0) {  // IPv4
        ip[-2] = 8, ip[-1] = 0, ip[0] = 0x45, ip[1] = (uint8_t)(dscp << 2), ip[8] = ttl;
        sum_up(ip);
        if (bench_random(&b, 8) == 0) {  // a checksum of 0xFEFF must become 0, not 0xFFFF
          uint32_t was = (uint32_t)(ip[10] << 8 | ip[11]), id = (uint32_t)(ip[4] << 8 | ip[5]) + was + 0x0100;
          id = (id & 0xffff) + (id >> 16);
          ip[4] = (uint8_t)(id >> 8), ip[5] = (uint8_t)id;
          sum_up(ip);
        }
      } else if (kind == 1) {  // IPv6
        ip[-2] = 0x86, ip[-1] = 0xdd, ip[0] = (uint8_t)(0x60 | dscp >> 2), ip[1] = (uint8_t)(dscp << 6), ip[7] = ttl;
      } else {  // another type, or a version that does not fit it
        ip[-2] = kind == 2 ? 0x88 : 8, ip[-1] = kind == 2 ? 0xb5 : 0, ip[0] = 0x65;
      }
      memcpy(f->expected, f->sent, (size_t)f->length);
      uint8_t *out = f->expected + (tagged ? 18 : 14);
      f->ttl = kind > 1 ? 0x77 : ttl < 2 ? 0 : (uint8_t)(ttl - 1);
      if (kind == 0 && ttl > 0) {
        out[8]--;
        sum_up(out);
      }
      if (kind == 1 && ttl > 0) out[7]--;
      f->cls = (int)(ports[in] & 7);
      int wanted = tagged && ports[in] & 0x10 ? pcp : kind < 2 && ports[in] & 0x20 ? dscp / 8 : -1;
      for (int c = d->classes - 1; c >= 0; c--)
        if (priority[c] == wanted) f->cls = c;
      bench_send(&b, f);
    }
    bench_drain(&b);
  }
  ck_assert_uint_eq(b.frames_out, 1800);
  bench_free(&b);
}
END_TEST

// COMMIT is refused while MMU and reserve do not fit the memory, and the MMU then keeps what it had.
START_TEST(reserve) {
  struct bench b;
  start(&b, _i, 6);
  uint32_t regs[SLUICE_REGS];
  registers(&b.shim->dims, regs);
  const struct {
    uint16_t addr;
    uint32_t bad, good;
  } cases[] = {{4 * SLUICE_REG_BUFFER, regs[SLUICE_REG_BUFFER] + 1, regs[SLUICE_REG_BUFFER]},
               {4 * SLUICE_REG_BUFFER, 0xffffffff, regs[SLUICE_REG_BUFFER]},
               {4 * SLUICE_REG_MAX_PACKET, regs[SLUICE_REG_MAX_PACKET] - 1, regs[SLUICE_REG_MAX_PACKET]},
               {0x104, 9217, MAX_FRAME},
               {0x104, 59, MAX_FRAME},
               {0x104, 0x10000000 + MAX_FRAME, MAX_FRAME}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bench_write(&b, cases[i].addr, cases[i].bad);
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, 0x100), 3);
    ck_assert_uint_eq(bench_read(&b, cases[i].addr), cases[i].bad);
    bench_write(&b, cases[i].addr, cases[i].good);
    for (int k = 0; k < 300; k++) bench_step(&b);  // an MMU at rest
    bench_write(&b, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_uint_eq(bench_read(&b, 0x100), 1);
    ck_assert_uint_eq(bench_read(&b, 4 * SLUICE_REG_STATUS), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_IN_USE);
  }
  bench_free(&b);
}
END_TEST

// MAX_FRAME is raised without a COMMIT, the buffer full: cells run out. What is lost is counted, and nothing stays.
START_TEST(cells_run_out) {
  struct bench b;
  start(&b, _i, 7);
  int ports = b.shim->dims.ports;
  bench_write(&b, 0x104, 9216);
  b.no_pause = b.may_lack_cells = true;
  for (int round = 0; round < 6; round++) {
    for (int p = 0; p < ports; p++) bench_pause(&b, p, 0x7f, 65535);
    // In later rounds one port sends short frames only, and takes what the others leave.
    bool one = round >= 3;
    for (int i = 0; i < b.shim->dims.cells / 10; i++)
      if (!one || i % ports != 0)
        bench_send(&b, bench_frame(&b, i % ports, (i + 1) % ports, i % (b.shim->dims.classes - 1), 1500));
    for (int i = 0; i < 10; i++)
      for (int p = 0; p < ports; p++)
        for (int n = one && p == 0 ? 80 : 1; n > 0; n--)
          bench_send(&b, bench_frame(&b, p, (p + 1) % ports, n % (b.shim->dims.classes - 1),
                                     round == 2 || (one && p == 0) ? 60 + n : 9216 - i));
    for (int i = 0; i < 60000; i++) bench_step(&b);
    for (int p = 0; p < ports; p++) bench_pause(&b, p, 0x7f, 0);
    bench_drain(&b);
  }
  ck_assert_uint_gt(b.reasons[2], 10);
  ck_assert_uint_gt(b.reasons[9], 10);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// The TTL scheme: the class is the hop, 0 and 1 are dropped by the MMU, what is not IP goes to the lossy class.
START_TEST(ttl_scheme) {
  struct bench b;
  bench_new(&b, switch_shim_list[_i], 8);
  const struct switch_dims *d = &b.shim->dims;
  if (!(d->schemes >> SLUICE_TTL & 1)) {
    bench_free(&b);
    return;
  }
  uint32_t regs[SLUICE_REGS];
  registers(d, regs);
  regs[SLUICE_REG_SCHEME] = SLUICE_TTL;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_TTL0] = (uint32_t)d->classes - 1;  // the highest class is lossy, and no hop
  regs[SLUICE_REG_ALPHA] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] + 4;
  for (int c = 0; c < d->classes; c++) {
    regs[SLUICE_REG_PARTITION + c] = (uint32_t)d->ports * regs[SLUICE_REG_MAX_PACKET];
    regs[SLUICE_REG_WEIGHT + c] = 65536u / (uint32_t)d->classes;
  }
  regs[SLUICE_REG_SHARED] = 100;
  const struct sluice_dims dims = {d->ports, d->classes, 13, d->schemes};
  char text[200];
  enum sluice_reason reason = sluice_config_explain(&dims, regs, text, sizeof text);
  ck_assert_msg(reason == SLUICE_OK, "%s", text);
  ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_IN_USE);
  bench_write(&b, 0x10c, 1);
  bench_write(&b, 0x400, 1);
  bench_write(&b, 0x404, 0x80010200u);
  int dropped = 0, count = 0;
  uint64_t of_class[8] = {0};
  for (int ttl = 0; ttl < d->classes + 3; ttl++)
    for (int i = 0; i < 5; i++) {
      struct frame *f = bench_frame(&b, i % 2 * 2, 1, 0, 200);
      uint8_t *ip = f->sent + 14;
      f->sent[12] = 8, f->sent[13] = 0, ip[0] = 0x45, ip[8] = (uint8_t)ttl;
      sum_up(ip);
      memcpy(f->expected, f->sent, (size_t)f->length);
      if (ttl > 0) {
        f->expected[22]--;
        sum_up(f->expected + 14);
      }
      bench_send(&b, f);
      dropped += ttl < 2;
      count++;
      int after = ttl - 1, ttl0 = d->classes - 1;
      if (after > 0) of_class[after < ttl0 ? ttl0 - after : 1]++;
    }
  bench_drain(&b);
  ck_assert_uint_eq(b.reasons[10], (uint64_t)dropped);
  ck_assert_uint_eq(b.frames_out, (uint64_t)(count - dropped));
  for (int c = 0; c < d->classes; c++)
    ck_assert_msg(b.counts[1][16 + c] == of_class[c], "class %d: %" PRIu64, c, b.counts[1][16 + c]);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// The page names the reasons and registers of the package with the same numbers.
START_TEST(page_and_package_agree) {
  char line[300], page[40000], row[100], name[40];
  FILE *f = fopen("docs/switch.md", "r");
  ck_assert_ptr_nonnull(f);
  page[fread(page, 1, sizeof page - 1, f)] = 0;
  ck_assert(feof(f));
  fclose(f);
  f = fopen("rtl/switch/sluice_switch_pkg.sv", "r");
  ck_assert_ptr_nonnull(f);
  int reasons = 0, registers = 0;
  while (fgets(line, sizeof line, f) != NULL) {
    unsigned value;
    if (sscanf(line, " localparam logic [3:0] %39s = 4'd%u;", name, &value) == 2 && value > 0) {
      snprintf(row, sizeof row, "| %u | %s |", value, name);
      reasons++;
    } else if (sscanf(line, " localparam logic [8:0] REG_%39s = 9'h%x;", name, &value) == 2) {
      snprintf(row, sizeof row, "| 0x%04X%s | ", 4 * value,
               strcmp(name, "QUANTUM") == 0 ? " + 4 c"
               : strcmp(name, "PORT") == 0  ? " + 4 p"
               : strcmp(name, "MAC") == 0   ? " + 8 i"
                                            : "");
      snprintf(row + strlen(row), sizeof row - strlen(row), "%s", name);
      registers++;
    } else {
      continue;
    }
    ck_assert_msg(strstr(page, row) != NULL, "docs/switch.md lacks \"%s\"", row);
  }
  fclose(f);
  ck_assert_int_eq(reasons, BENCH_REASONS - 1);
  ck_assert_int_eq(registers, 8);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("switch");
  TCase *directed = tcase_create("directed"), *random = tcase_create("random");
  tcase_set_timeout(directed, 120);
  tcase_set_timeout(random, 120);
  tcase_add_loop_test(directed, every_length, 0, variants());
  tcase_add_loop_test(directed, line_rate, 0, variants());
  tcase_add_loop_test(directed, kept_cells_return, 0, variants());
  tcase_add_loop_test(directed, watchdog_drops, 0, variants());
  tcase_add_loop_test(directed, classes_share, 0, variants());
  tcase_add_loop_test(directed, headers, 0, variants());
  tcase_add_loop_test(directed, cells_run_out, 0, variants());
  tcase_add_loop_test(directed, ttl_scheme, 0, variants());
  tcase_add_test(directed, page_and_package_agree);
  tcase_add_loop_test(directed, reserve, 0, variants());
  tcase_add_loop_test(directed, link_falls_when_full, 0, variants());
  tcase_add_loop_test(random, links_fall, 0, 2 * variants());
  tcase_add_loop_test(random, random_traffic, 0, 4 * variants());
  suite_add_tcase(suite, directed);
  suite_add_tcase(suite, random);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
