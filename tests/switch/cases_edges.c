// Tests corner cases of single modules of the switch, each reached on purpose, with the checks of bench.h. `make test
// T=switch CASE=edges` repeats it.
#include <check.h>
#include <string.h>

#include "cmodel/rules/sluice_config.h"
#include "tests/switch/cases.h"

static void run(struct bench *b, int cycles) {
  while (cycles-- > 0) bench_step(b);
}

// Frames of up to 9,216 bytes, with every number of bytes in the last cell and word. One byte more makes a giant.
START_TEST(jumbo) {
  enum { JUMBO = 9216 };
  const struct switch_dims *d = &switch_shim_list[_i]->dims;
  struct bench b;
  uint32_t regs[SLUICE_REGS], frame = (uint32_t)(JUMBO / d->cell);
  bench_registers(d, regs);
  regs[SLUICE_REG_MAX_PACKET] = frame;
  regs[SLUICE_REG_HEADROOM] = frame + 4;
  bench_buffer(d, regs, JUMBO);
  bench_new(&b, switch_shim_list[_i], 30);
  bench_write(&b, SLUICE_SWITCH_REG_MAX_FRAME, JUMBO);
  ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  bench_tables(&b);
  for (int n = 0; n <= d->cell; n++) {
    int in = n % d->ports, egress = (in + 1 + n / d->ports % (d->ports - 1)) % d->ports;
    struct frame *f = bench_frame(&b, in, egress, 0, JUMBO - d->cell + 1 + n);
    if (n == d->cell) f->reason = 3;
    bench_send(&b, f);
    if (n % d->ports == d->ports - 1) bench_drain(&b);
  }
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, (uint64_t)d->cell);
  ck_assert_uint_eq(b.not_ready, 0);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// The link falls and rises while the output waits in the middle of a frame. The frame must continue unchanged.
START_TEST(link_falls_while_output_waits) {
  struct bench b;
  bench_start(&b, _i, 32);
  int cell = b.shim->dims.cell;
  for (int round = 0; round < 40; round++) {
    for (int i = 0; i < 6; i++) bench_send(&b, bench_frame(&b, 0, 1, 0, 2 * cell + (int)bench_random(&b, 3 * cell)));
    for (int k = 0; k < 2000 && !b.mid_out[1]; k++) bench_step(&b);
    ck_assert(b.mid_out[1]);
    b.ready_of_256 = 0;
    run(&b, 30);
    uint64_t gone = b.reasons[11], aborts = b.aborts;
    bench_link(&b, 1, false);
    run(&b, 1 + (int)bench_random(&b, 60));
    bench_link(&b, 1, true);
    run(&b, 10);
    ck_assert_uint_eq(b.reasons[11], gone);
    b.ready_of_256 = 256;
    bench_drain(&b);
    ck_assert_uint_eq(b.aborts, aborts);
  }
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// A MAC whose receiver is reset inside a frame never sends tlast, whether words follow the fall of the link or not.
// After 32 cycles without a word the next frame is a new one.
START_TEST(receiver_is_reset) {
  struct bench b;
  bench_start(&b, _i, 38);
  struct source *s = &b.sources[0];
  struct switch_word *w = &b.in.in[0];
  int resets = 0;
  for (int round = 0; round < 40; round++) {
    bench_send(&b, bench_frame(&b, 0, 1, 0, 300));
    for (int k = 0; k < 200 && (s->now == NULL || s->at < 1 + 5 * round); k++) bench_step(&b);
    ck_assert(s->now != NULL && s->at > 0);
    bench_link(&b, 0, false);
    int words = s->now == NULL ? round % 4 : 0;
    resets += s->now == NULL;
    for (int i = 0; i < words; i++) {
      *w = (struct switch_word){.valid = true, .keep = UINT32_MAX};
      bench_step(&b);
    }
    run(&b, 34);
    bench_link(&b, 0, true);
    bench_step(&b);
    uint64_t out = b.frames_out;
    bench_send(&b, bench_frame(&b, 0, 1, 0, 60 + round));
    bench_drain(&b);
    ck_assert_uint_eq(b.frames_out, out + 1);
  }
  ck_assert_int_gt(resets, 10);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// A last word without a byte adds nothing: in the middle of a cell, behind a full cell, and in a frame of less than 60
// bytes.
START_TEST(last_word_without_byte) {
  struct bench b;
  bench_start(&b, _i, 39);
  int bytes = b.shim->dims.bytes, frames = 0;
  for (int p = 0; p < b.shim->dims.ports; p++) b.sources[p].null_end = true;
  for (int n = bytes; n <= 4 * b.shim->dims.cell; n += bytes) {
    struct frame *f = bench_frame(&b, frames % 2, 1 - frames % 2, 0, n);
    if (n < 60) f->reason = 5;
    bench_send(&b, f);
    frames += n >= 60;
  }
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, (uint64_t)frames);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// A pause of the port, native or PAUSE, counts for every class. Only the time of class 0 has a meaning.
START_TEST(port_pause_is_counted) {
  struct bench b;
  bench_start(&b, _i, 40);
  int classes = b.shim->dims.classes;
  for (int n = 0; n < 6; n++) {
    const int time = n / 2;
    b.in.rx_valid = true;
    b.in.rx_level = n % 2 ? SLUICE_LEVEL_PAUSE : SLUICE_LEVEL_PORT;
    b.in.rx_port = 1;
    b.in.rx_enable = (uint8_t)((1u << classes) - 1);
    memset(b.in.rx_time, 0, sizeof b.in.rx_time);
    b.in.rx_time[0] = (uint16_t)(time % 2);
    bench_step(&b);
    b.in.rx_valid = false;
    b.in.rx_level = SLUICE_LEVEL_CLASSES;
    for (int c = 0; c < classes; c++) b.counts[1][32 + c] += (uint64_t)(time % 2);
    run(&b, 20);
  }
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// A port reads while at most three cells wait in its output. So an output that waits has four cells.
START_TEST(output_waits) {
  struct bench b;
  bench_start(&b, _i, 37);
  b.ready_of_256 = 0;
  for (int i = 0; i < 12; i++) bench_send(&b, bench_frame(&b, 0, 1, 0, 60));
  run(&b, 2000);
  ck_assert_uint_eq(b.left, 4);
  b.ready_of_256 = 256;
  bench_drain(&b);
  bench_free(&b);
}
END_TEST

// A link falls while a gate is closed. Messages from outside keep the switch from opening the gate, but its frames must
// leave at once.
START_TEST(link_falls_while_gate_is_closed) {
  struct bench b;
  bench_start(&b, _i, 36);
  static const uint8_t levels[] = {SLUICE_LEVEL_PAUSE, SLUICE_LEVEL_PORT, SLUICE_LEVEL_CLASSES};
  for (unsigned n = 0; n < 3; n++) {
    const uint8_t level = levels[n];
    const uint64_t begun = b.begun;
    b.in.rx_level = level;
    bench_pause(&b, 1, level == SLUICE_LEVEL_CLASSES ? 1 : 0xff, 65535);
    b.in.rx_level = SLUICE_LEVEL_CLASSES;
    for (int i = 0; i < 5; i++) bench_send(&b, bench_frame(&b, 0, 1, 0, 100));
    run(&b, 600);
    ck_assert_uint_eq(b.begun, begun);
    bench_link(&b, 1, false);
    for (int i = 0; i < 200; i++) bench_pause(&b, 0, 0, 0);
    ck_assert_uint_gt(b.gate_shut[1][0], 200);
    ck_assert_uint_eq(b.reasons[11], 5 * (n + 1));
    run(&b, 10);
    ck_assert_uint_eq(b.gate_shut[1][0], 0);
    bench_link(&b, 1, true);
    bench_drain(&b);
  }
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// Pause messages of every level for a port whose link is down, from its fall to its rise: they are not counted, close
// no gate, and the frames of the next link need not wait.
START_TEST(paused_while_link_is_down) {
  struct bench b;
  bench_start(&b, _i, 44);
  bench_link(&b, 1, false);
  run(&b, 20);
  for (int n = 0; n < 60; n++) {
    b.in.rx_level = (uint8_t)(n % 3);
    bench_pause(&b, 1, 0xff, 65535);
    run(&b, n % 5);
    for (int c = 0; c < b.shim->dims.classes; c++) ck_assert_uint_eq(b.gate_shut[1][c], 0);
  }
  b.in.rx_level = SLUICE_LEVEL_CLASSES;
  bench_pause(&b, 1, 0xff, 65535);
  bench_link(&b, 1, true);
  for (int c = 0; c < b.shim->dims.classes; c++) bench_send(&b, bench_frame(&b, 0, 1, c, 100));
  run(&b, 600);
  ck_assert_uint_eq(b.frames_out, (uint64_t)b.shim->dims.classes);
  bench_drain(&b);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

// A port gets credits while pauses of every level are in force: they end, and its pauses are ignored from then on.
// After that it obeys pauses again.
START_TEST(credits_end_pauses) {
  struct bench b;
  const int classes = switch_shim_list[_i]->dims.classes;
  if (!switch_shim_list[_i]->dims.credits) return;
  bench_start(&b, _i, 45);
  for (uint8_t level = SLUICE_LEVEL_CLASSES; level <= SLUICE_LEVEL_PAUSE; level++) {
    b.in.rx_level = level;
    for (int p = 0; p < 3; p++) bench_pause(&b, p, 0xff, 65535);
    run(&b, 20);
    for (int p = 0; p < 3; p++) ck_assert_uint_gt(b.gate_shut[p][0], 0);
    bench_write(&b, SLUICE_SWITCH_REG_CREDITS_PORTS, 6);
    run(&b, 40);
    for (int p = 1; p < 3; p++) bench_pause(&b, p, 0xff, 65535);
    run(&b, 20);
    ck_assert_uint_gt(b.gate_shut[0][0], 60);
    for (int p = 1; p < 3; p++)
      for (int c = 0; c < classes; c++) ck_assert_uint_eq(b.gate_shut[p][c], 0);
    b.in.rx_level = level;
    bench_write(&b, SLUICE_SWITCH_REG_CREDITS_PORTS, 0);
    run(&b, 20);
    bench_pause(&b, 1, 0xff, 65535);
    run(&b, 20);
    ck_assert_uint_gt(b.gate_shut[1][0], 0);
    for (int p = 0; p < 2; p++) bench_pause(&b, p, 0xff, 0);
    b.in.rx_level = SLUICE_LEVEL_CLASSES;
    for (int p = 0; p < 3; p++) bench_send(&b, bench_frame(&b, p, (p + 1) % 3, 0, 100));
    bench_drain(&b);
  }
  bench_free(&b);
}
END_TEST

// Later cells that look like a header must leave unchanged, also in copies.
START_TEST(headers_in_later_cells) {
  struct bench b;
  bench_start(&b, _i, 34);
  const struct switch_dims *d = &b.shim->dims;
  bench_write(&b, SLUICE_SWITCH_REG_TTL_MODE, 1);
  static const uint8_t four[] = {0x08, 0x00, 0x45}, six[] = {0x86, 0xdd, 0x60}, tagged[] = {0x81, 0, 0, 1, 8, 0, 0x45};
  for (int i = 0; i < 60; i++) {
    struct frame *f = bench_frame(&b, i % d->ports, (i + 1) % d->ports, 0, 5 * d->cell - i % d->cell);
    for (int at = d->cell; at + 40 < f->length; at += d->cell) {
      if (i % 3 == 0) memcpy(f->sent + at + 12, four, sizeof four);
      if (i % 3 == 1) memcpy(f->sent + at + 12, six, sizeof six);
      if (i % 3 == 2) memcpy(f->sent + at + 12, tagged, sizeof tagged);
      f->sent[at + 21] = f->sent[at + 22] = f->sent[at + 25] = f->sent[at + 26] = 64;
    }
    memcpy(f->expected, f->sent, (size_t)f->length);
    bench_send(&b, f);
  }
  bench_drain(&b);
  ck_assert_uint_eq(b.frames_out, 60);
  bench_free(&b);
}
END_TEST

// Every scheme of the build: all ports send to one port, and no lossless frame is lost.
START_TEST(schemes) {
  const struct switch_dims *d = &switch_shim_list[_i]->dims;
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    if (!(d->schemes >> scheme & 1) || scheme == SLUICE_TTL) continue;
    struct bench b;
    uint32_t regs[SLUICE_REGS], queues = (uint32_t)(d->ports * d->classes);
    bench_registers(d, regs);
    regs[SLUICE_REG_SCHEME] = (uint32_t)scheme;
    uint32_t buffer = regs[SLUICE_REG_BUFFER], packet = regs[SLUICE_REG_MAX_PACKET];
    if (scheme < SLUICE_DSH || scheme == SLUICE_SHP) {
      regs[SLUICE_REG_HEADROOM] = 2 * packet + 20;
      regs[SLUICE_REG_SHARED] = buffer - queues * (1 + regs[SLUICE_REG_HEADROOM]);
      if (scheme == SLUICE_SHP) {  // the pool and the ports' own headroom are all headroom
        regs[SLUICE_REG_PORT_HEADROOM] = packet;
        regs[SLUICE_REG_HEADROOM_POOL] = queues * regs[SLUICE_REG_HEADROOM] - (uint32_t)d->ports * packet;
      }
      regs[SLUICE_REG_XOFF] = packet;
      regs[SLUICE_REG_XON] = 2;
    }
    if (sluice_is_gfc((enum sluice_scheme)scheme)) {
      regs[SLUICE_REG_PRIVATE] = buffer / queues;
      regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_HEADROOM] = 0;
      regs[SLUICE_REG_STAGE_TOP] = regs[SLUICE_REG_PRIVATE] - packet;
      regs[SLUICE_REG_STAGE_BASE] = regs[SLUICE_REG_STAGE_TOP] - 16;
      regs[SLUICE_REG_STAGES] = SLUICE_STAGES_COUNT_LEADING_ZEROS + 3;
      regs[SLUICE_REG_CELL_STEP] = 65536u * (uint32_t)d->bytes / (uint32_t)d->cell;
      regs[SLUICE_REG_DRAIN_CYCLES] = 16u * 256 * (uint32_t)(d->cell / d->bytes);
    }
    bench_start_with(&b, _i, (uint64_t)(40 + scheme), regs);
    for (int i = 0; i < 1200; i++)
      bench_send(&b, bench_frame(&b, 1 + i % (d->ports - 1), 0, (int)bench_random(&b, (uint64_t)d->classes - 1),
                                 60 + (int)bench_random(&b, 600)));
    run(&b, 4000);
    bench_pause(&b, 0, 0xff, sluice_is_gfc((enum sluice_scheme)scheme) ? 3 : 100);
    bench_drain(&b);
    ck_assert_uint_eq(b.frames_out, 1200);
    ck_assert_uint_gt(b.pauses, 10);
    bench_compare_counters(&b);
    bench_free(&b);
  }
}
END_TEST

static void *kept;

static void *create_kept(void) { return kept; }
static void destroy_kept(void *rtl) { kept = rtl; }

static void some_traffic(struct bench *b) {
  int ports = b->shim->dims.ports, classes = b->shim->dims.classes;
  for (int c = 0; c < classes; c++) bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_QUANTUM + 4 * c), 3u * (uint32_t)c);
  for (int p = 0; p < ports; p++) bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_PORT + 4 * p), 0x0030);
  for (int i = 0; i < 400; i++) {
    int in = (int)bench_random(b, (uint64_t)ports), egress = (in + 1 + i % (ports - 1)) % ports;
    struct frame *f = bench_frame(b, in, egress, (int)bench_random(b, (uint64_t)classes),
                                  60 + (int)bench_random(b, i % 2 ? 900 : 70));
    f->bad = i % 5 == 0;
    f->reason = f->bad ? 4 : 0;
    bench_send(b, f);
  }
  bench_pause(b, 1, 0x55, 300);
  b->ready_of_256 = 200;
}

// A reset at any time: afterwards the switch behaves as after power-up, with empty queues, open gates and free cells.
START_TEST(reset_in_operation) {
  struct switch_shim shim = *switch_shim_list[_i];
  struct bench b;
  uint32_t regs[SLUICE_REGS];
  kept = shim.create();
  shim.create = create_kept;
  shim.destroy = destroy_kept;
  bench_registers(&shim.dims, regs);
  for (int round = 0; round < 12; round++) {
    bench_new(&b, &shim, (uint64_t)(60 + round));
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_STATUS), SLUICE_SWITCH_STATUS_READY);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_MAX_FRAME), SLUICE_SWITCH_RESET_MAX_FRAME);
    ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
    struct frame *unknown = bench_frame(&b, 1, 0, 0, 100);  // the entry of the round before is gone
    unknown->reason = 7;
    bench_send(&b, unknown);
    bench_drain(&b);
    bench_tables(&b);
    some_traffic(&b);
    if (round % 2 == 1) {
      bench_drain(&b);
      bench_compare_counters(&b);
    } else {
      bench_write(&b, SLUICE_SWITCH_REG_FLOOD, 1);
      bench_write(&b, SLUICE_SWITCH_REG_WATCHDOG_POLL, 1);
      run(&b, 1500 + 37 * round);
    }
    bench_free(&b);
    struct switch_in in = {.rst = true, .tx_ready = true};
    struct switch_out out;
    for (int i = 0; i < 16; i++) shim.step(kept, &in, &out);
  }
  switch_shim_list[_i]->destroy(kept);
}
END_TEST

TCase *cases_edges(void) {
  TCase *c = tcase_create("edges");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, jumbo, 0, bench_variants());
  tcase_add_loop_test(c, link_falls_while_output_waits, 0, bench_variants());
  tcase_add_loop_test(c, receiver_is_reset, 0, bench_variants());
  tcase_add_loop_test(c, last_word_without_byte, 0, bench_variants());
  tcase_add_loop_test(c, port_pause_is_counted, 0, bench_variants());
  tcase_add_loop_test(c, output_waits, 0, bench_variants());
  tcase_add_loop_test(c, link_falls_while_gate_is_closed, 0, bench_variants());
  tcase_add_loop_test(c, credits_end_pauses, 0, bench_variants());
  tcase_add_loop_test(c, paused_while_link_is_down, 0, bench_variants());
  tcase_add_loop_test(c, headers_in_later_cells, 0, bench_variants());
  tcase_add_loop_test(c, schemes, 0, bench_crowded_variants());
  tcase_add_loop_test(c, reset_in_operation, 0, bench_variants());
  return c;
}
