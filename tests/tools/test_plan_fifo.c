// Tests that headroom behind a transmit FIFO needs the planner's term --tx-fifo: the model of the lossless switch,
// which equals the RTL in every cycle, with MACs that take a frame of n bytes every n + 24 bytes of time, and a FIFO
// between switch and MAC. A pause frame waits behind the bytes in the FIFO. `make check T=plan_fifo` repeats it.
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lossless.h"
#include "tests/suite.h"
#include "tests/switch/mac_line.h"
#include "tests/tools/plan_input.h"

// Class 0 is lossless, class 1 lossy. Port 0 sends class 0 to port 3, which takes nothing. Ports 1 and 2 send class 1
// to port 0, whose line is therefore always busy.
enum { PORTS = 4, CLASSES = 2, WIDTH = 8, CELL = 64, CELLS = 8192, VICTIM = 0, STUCK = 3 };
enum { START = 3000, RUN = 14000, OFFSETS = 3, STEP = 77 };  // cycles
enum { LARGE = 1514, MOST_FIFO = 65536 };

struct fifo {
  struct switch_word word[MOST_FIFO / 8];
  uint32_t first, count, bytes, size;  // size 0: a bare MAC
};

struct source {
  struct mac_line line;
  int at, length, to, cls;
};

struct bench {
  struct lossless *l;
  struct switch_in in;
  struct source source[PORTS];
  struct mac_line out[PORTS];
  struct fifo fifo;
  uint8_t frame[LARGE + WIDTH];  // the frame on the line to the upstream of the victim
  int n;
  uint64_t full, paused_until, pauses;  // full: the FIFO is full at this time
};

// ---- the switch ----

static void must_write(struct lossless *l, uint32_t addr, uint32_t value) {
  ck_assert_msg(lossless_write(l, addr, value), "register %x: %s", addr, lossless_error(l));
}

static void configure(struct lossless *l, uint32_t headroom) {
  const struct sluice_switch_dims dims = {PORTS, CLASSES, CELL, CELLS, LOSSLESS_MACS, 1u << SLUICE_SIH, false, false};
  const uint32_t buffer = CELLS - PORTS * sluice_switch_reserve(&dims, LARGE);
  const uint32_t set[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_SIH},
      {SLUICE_REG_BUFFER, buffer},
      {SLUICE_REG_HEADROOM, headroom},
      {SLUICE_REG_SHARED, buffer - PORTS * CLASSES * headroom},
      {SLUICE_REG_LOSSLESS, 1},
      {SLUICE_REG_MAX_PACKET, (LARGE + CELL - 1) / CELL},
      {SLUICE_REG_ALPHA, (uint32_t)-3},
      {SLUICE_REG_ALPHA_LOSSY, (uint32_t)-3},
      {SLUICE_REG_PAUSE_TIME, 65535},
      {SLUICE_REG_REFRESH, 32767},
      {SLUICE_REG_QUANTA_STEP, 16 * 8 * WIDTH},
      {SLUICE_REG_COMMIT, 1},
  };
  must_write(l, SLUICE_SWITCH_REG_MAX_FRAME, LARGE);
  for (uint32_t p = 0; p < PORTS; p++) {
    must_write(l, SLUICE_SWITCH_REG_PORT + 4 * p, 0xff00 | SLUICE_SWITCH_PORT_TRUST_PCP);
    must_write(l, SLUICE_SWITCH_REG_MAC_LOW + 8 * p, p);
    must_write(l, SLUICE_SWITCH_REG_MAC_HIGH + 8 * p, 1u << 31 | p << 16 | 0x0200);
  }
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) must_write(l, 4 * set[i][0], set[i][1]);
  uint32_t status;
  ck_assert(lossless_read(l, 4 * SLUICE_REG_STATUS, &status));
  ck_assert_msg(status & SLUICE_STATUS_ACTIVE, "STATUS %x", status);
}

// ---- the MACs ----

static void send(struct bench *b, int p, uint64_t now) {
  struct source *s = &b->source[p];
  struct switch_word *w = &b->in.in[p];
  if (w->valid && !(lossless_out(b->l)->in_ready >> p & 1)) return;
  memset(w, 0, sizeof *w);
  if (s->length == 0 || !mac_line_free(&s->line, now, 8 * WIDTH)) return;
  if (s->at == 0 && p == VICTIM && now < b->paused_until) return;
  const uint8_t head[16] = {2, 0, 0, 0, 0, (uint8_t)s->to, 2, 1, 0, 0, 0, 0, 0x81, 0, (uint8_t)(s->cls << 5), 1};
  const int left = s->length - s->at, n = left < WIDTH ? left : WIDTH;
  for (int i = 0; i < n; i++) w->data[i] = s->at + i < 16 ? head[s->at + i] : 0x88;
  w->keep = (1u << n) - 1;
  w->valid = true;
  w->last = n == left;
  mac_line_carry(&s->line, now, 8 * WIDTH, n, w->last);
  s->at = w->last ? 0 : s->at + n;
}

// The upstream of the victim has received a word. It obeys a pause after the frame that it sends.
static void hears(struct bench *b, const struct switch_word *w, uint64_t now) {
  for (int i = 0; i < WIDTH && w->keep >> i & 1 && b->n < LARGE; i++) b->frame[b->n++] = w->data[i];
  if (!w->last) return;
  const bool is_pfc = b->n == 60 && b->frame[12] == 0x88 && b->frame[13] == 8 && b->frame[15] == 1 && b->frame[14] == 1;
  const uint64_t quanta = (uint64_t)b->frame[18] << 8 | b->frame[19];
  if (is_pfc && b->frame[17] & 1) b->paused_until = now + quanta * 64 / WIDTH;
  b->pauses += is_pfc && quanta != 0;
  b->n = 0;
}

// The MAC of the victim takes words from the FIFO, and the FIFO those of the switch while it has room.
static void through_fifo(struct bench *b, const struct switch_word *w, uint64_t now) {
  struct fifo *f = &b->fifo;
  if (now >= b->full && f->count > 0 && mac_line_takes(&b->out[VICTIM], now, 8 * WIDTH, &f->word[f->first])) {
    hears(b, &f->word[f->first], now);
    f->bytes -= WIDTH;
    f->first = (f->first + 1) % (MOST_FIFO / 8);
    f->count--;
  }
  if (f->bytes + WIDTH > f->size) return;
  b->in.out_ready |= 1u << VICTIM;
  if (!w->valid) return;
  f->word[(f->first + f->count++) % (MOST_FIFO / 8)] = *w;
  f->bytes += WIDTH;
}

static void take(struct bench *b, int p, uint64_t now) {
  const struct switch_word *w = &lossless_out(b->l)->out[p];
  if (p == VICTIM && b->fifo.size > 0) {
    through_fifo(b, w, now);
  } else if (p != STUCK && mac_line_takes(&b->out[p], now, 8 * WIDTH, w)) {
    b->in.out_ready |= (uint16_t)(1u << p);
    if (p == VICTIM && w->valid) hears(b, w, now);
  }
}

// Lossless frames that the switch refuses with that headroom, in cells, behind a FIFO of that many bytes, while the
// line of the victim carries frames of `reverse` bytes.
static uint64_t lost_from(uint32_t headroom, uint32_t fifo, int reverse, uint64_t offset) {
  struct bench *b = calloc(1, sizeof *b);
  const struct switch_dims d = {PORTS, CLASSES, WIDTH, CELL, CELLS, 1u << SLUICE_SIH, false, false, 8 * WIDTH};
  uint64_t refused;
  ck_assert_ptr_nonnull(b);
  ck_assert_int_eq(lossless_new(&b->l, ENGINE_MODEL, &d), 0);
  configure(b->l, headroom);
  b->in.link_up = (1u << PORTS) - 1;
  b->fifo.size = fifo;
  b->source[VICTIM] = (struct source){.length = LARGE, .to = STUCK};
  b->source[1] = b->source[2] = (struct source){.length = reverse, .to = VICTIM, .cls = 1};
  b->full = lossless_clock(b->l) + START + fifo / WIDTH;
  const uint64_t begin = b->full + offset;
  for (uint64_t now; (now = lossless_clock(b->l)) < b->full + RUN;) {
    b->in.out_ready = 0;
    for (int p = 0; p < PORTS; p++) {
      if (p != VICTIM || now >= begin) send(b, p, now);
      take(b, p, now);
    }
    ck_assert_ptr_nonnull(lossless_step(b->l, &b->in));
    if (now + 1 == b->full) ck_assert_uint_gt(b->fifo.bytes + WIDTH, fifo);
  }
  ck_assert_uint_gt(b->pauses, 0);
  const uint32_t counter = SLUICE_SWITCH_DROPS + SLUICE_SWITCH_REFUSED;
  ck_assert(lossless_counter(b->l, SLUICE_SWITCH_REG_COUNTER + 512 * VICTIM + 8 * counter, &refused));
  lossless_free(b->l);
  free(b);
  return refused;
}

// The pause meets the frame of the victim's upstream, and the one on the line to it, at different times.
static uint64_t lost(uint32_t headroom, uint32_t fifo, int reverse) {
  uint64_t all = 0;
  for (uint64_t k = 0; k < OFFSETS && all == 0; k++) all += lost_from(headroom, fifo, reverse, k * STEP);
  return all;
}

// ---- the plan ----

// DSH, one lossless class; frames of up to 1,518 bytes with check sequence; no wire.
static uint32_t planned(uint64_t tx_fifo) {
  const struct plan_input in = {.ports = PORTS,
                                .classes = CLASSES,
                                .lossless = 1,
                                .mbps = 10000,
                                .mtu = 1518,
                                .min_packet = 64,
                                .large_share = 100,
                                .cell = CELL,
                                .clock_khz = 156250,
                                .rtt_ns = 50000,
                                .proc_ns = 3000,
                                .buffer = CELLS * CELL,
                                .alpha = -3,
                                .scheme = SLUICE_SIH,
                                .tx_fifo = tx_fifo};
  return (uint32_t)make(&in).cells[PLAN_SIH].eta;
}

static const uint32_t fifos[] = {0, 4096, 32768};
static const int lengths[] = {60, LARGE};

// With the term the plan holds, also while short frames fill the FIFO, which take 84 bytes of time for 60 bytes.
START_TEST(plan_with_the_term) { ck_assert_uint_eq(lost(planned(fifos[_i / 2]), fifos[_i / 2], lengths[_i % 2]), 0); }
END_TEST

// The plan for a bare MAC loses frames behind 32 KiB, and its real need behind 4 KiB.
START_TEST(plan_without_the_term) {
  enum { NEED = 80 };
  ck_assert_uint_gt(lost(planned(0), 32768, lengths[_i]), 0);
  ck_assert_uint_gt(lost(NEED, 4096, lengths[_i]), 0);
  ck_assert_uint_eq(lost(NEED, 0, lengths[_i]), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_fifo");
  TCase *tcase = tcase_create("plan_fifo");
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, plan_with_the_term, 0, 6);
  tcase_add_loop_test(tcase, plan_without_the_term, 0, 2);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
