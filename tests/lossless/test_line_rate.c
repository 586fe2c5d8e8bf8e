// Tests that sluice_lossless_switch keeps the line rate between MACs that send and take a frame of n bytes every n + 24
// bytes of time (spec 13): all ports send to their neighbours, frames wait for every output, and no output may leave
// its line idle for more than 0.1 % of the time. No source may wait, and no port may send a pause.
// With CREDITS = 1 all links use credits, in both directions. A line carries frames and words, and may not be idle
// either, except for a cycle before each word of kind 0, which waits for the end of a frame; the number of words
// follows from CREDITS_AMOUNT and the periods (docs/hardware/credits.md).
//
// The RTL builds run with the lengths around whole cells. `make line-rate`, a part of `make check-long`,
// takes every length from 60 to 300 bytes, and the C model, which equals the RTL in every cycle, for each largest DW of
// docs/hardware/switch.md.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/rules/sluice_credit.h"
#include "cmodel/sluice_switch.h"
#include "tb/cosim/lossless.h"
#include "tests/frame/frames.h"
#include "tests/lossless/registers.h"
#include "tests/suite.h"
#include "tests/switch/mac_line.h"

enum { LEAST = 60, MOST = 300, WAITING = 6, FRAMES = 60, LOSSY = 1, CLASSES = 2, COMMIT_CYCLES = 5000 };
enum { AMOUNT = 32, PERIOD = 20000, HEAD = 28, WORD_BYTES = 60, WORD_LINE = WORD_BYTES + SLUICE_SWITCH_GAP };

// The other end of a link with credits: of the sender to the switch, and of the receiver from it. In cells, of class 0.
struct credit_end {
  uint32_t consumed, freed;     // sent; returned by the switch
  uint32_t returned, reported;  // received, which are free at once; of these, returned by a word
};

struct end {
  struct mac_line in, out;
  int to_send, at, frames, got;
  struct frame word;  // the frame in transmission, if it is a word of credits
  bool sends_word;
  uint8_t head[HEAD];              // of the frame that arrives
  uint64_t idle, words, consumed;  // at the last frame: idle bits of the line, and words before it; those of kind 0
};

struct run {
  struct lossless *l;
  const struct switch_dims *d;
  int length, cls;
  struct end port[SWITCH_MAX_PORTS];
  struct credit_end credit[SWITCH_MAX_PORTS];
  uint32_t limit;
  struct switch_in in;
};

// ---- Configuration ----

static uint32_t cells_of(const struct switch_dims *d, int length) {
  return (uint32_t)((length + d->cell - 1) / d->cell);
}

// Credits with which no line is idle: the needed credits of the slowest length, and two largest frames for the start
// (docs/hardware/credits.md).
static uint32_t needed_credits(const struct switch_dims *d) {
  uint32_t most = 0;
  for (int n = LEAST; n <= MOST; n++) {
    const uint32_t cells = cells_of(d, n), line = (uint32_t)n + SLUICE_SWITCH_GAP;
    const uint32_t ahead = 2 * line + 4 * (LEAST + SLUICE_SWITCH_GAP), word = line + WORD_LINE;
    const uint32_t cycles = 7 * (uint32_t)d->classes + 10 + 2 * (uint32_t)sluice_switch_slots(d->ports) + 20;
    const struct sluice_credit_link link = {cells, line, AMOUNT};
    const uint64_t loop = ahead + line + word + ((uint64_t)d->line * cycles + 7) / 8;
    const uint32_t credits = (uint32_t)sluice_credits_needed(&link, loop) + 2 * cells_of(d, MOST) - cells;
    if (credits > most) most = credits;
  }
  return most;
}

static void configure_credits(struct lossless *l, const struct switch_dims *d, uint32_t limit) {
  must_write(l, SLUICE_SWITCH_REG_CREDITS_LIMIT, limit);
  for (uint32_t c = 1; c < (uint32_t)d->classes; c++)
    must_write(l, SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * c, c == LOSSY ? 0 : limit);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_AMOUNT, AMOUNT);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_CONSUMED, PERIOD);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_FREED, PERIOD);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_PORTS, (1u << d->ports) - 1);
}

// The table's entry p is 02-00-00-00-00-0p, at port p. Class 0 is lossless, class 1 lossy.
static void configure(struct lossless *l, const struct switch_dims *d, uint32_t limit) {
  const struct sluice_switch_dims dims = switch_model_dims(d, 16);
  uint32_t cells = cells_of(d, MOST), ports = (uint32_t)d->ports;
  uint32_t buffer = (uint32_t)d->cells - ports * sluice_switch_reserve(&dims, MOST), headroom = cells;
  bool by_port = d->schemes >> SLUICE_DSH & 1;
  const uint32_t set[][2] = {
      {SLUICE_REG_SCHEME, by_port ? SLUICE_DSH : SLUICE_SIH},
      {SLUICE_REG_BUFFER, buffer},
      {SLUICE_REG_HEADROOM, headroom},
      {SLUICE_REG_PRIVATE, limit},
      {SLUICE_REG_SHARED,
       buffer - ports * (by_port ? 1 : (uint32_t)d->classes) * headroom - ports * (uint32_t)d->classes * limit},
      {SLUICE_REG_LOSSLESS, ((1u << d->classes) - 1) & ~(1u << LOSSY)},
      {SLUICE_REG_MAX_PACKET, cells},
      {SLUICE_REG_ALPHA_LOSSY, 0},
      {SLUICE_REG_PAUSE_TIME, 65535},
      {SLUICE_REG_REFRESH, 32767},
      {SLUICE_REG_QUANTA_STEP, 16u * (uint32_t)d->line},
  };
  must_write(l, SLUICE_SWITCH_REG_MAX_FRAME, MOST);
  write_macs_by_port(l, ports);
  for (uint32_t p = 0; p < ports; p++)
    must_write(l, SLUICE_SWITCH_REG_PORT + 4 * p, 0xff00 | SLUICE_SWITCH_PORT_TRUST_PCP);
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) must_write(l, 4 * set[i][0], set[i][1]);
  must_commit(l);
  if (d->credits) configure_credits(l, d, limit);
}

// ---- MACs ----

static uint8_t byte_at(const struct run *r, int p, int at) {
  const uint8_t head[16] = {2, 0, 0, 0, 0, (uint8_t)((p + 1) % r->d->ports), 2, 1, 0, 0, 0, 0, 0x81, 0, 0, 1};
  return at == 14 ? (uint8_t)(r->cls << 5) : at < 16 ? head[at] : (uint8_t)(0x88 + at);
}

static bool with_credits(const struct run *r) { return r->d->credits && r->cls != LOSSY; }

// Chooses the next frame: a word when it is due, else data for which the credits suffice. Returns false if there is
// none.
static bool choose(struct run *r, int p) {
  struct end *e = &r->port[p];
  struct credit_end *c = &r->credit[p];
  e->sends_word = with_credits(r) && c->returned - c->reported >= AMOUNT;
  if (!e->sends_word)
    return e->to_send > 0 && (!with_credits(r) || c->consumed - c->freed + cells_of(r->d, r->length) <= r->limit);
  const struct sluice_credit_word word = {true, SLUICE_CREDIT_FREED, 0, c->returned & 0xfffff};
  frame_credits(&e->word, UINT64_C(0x0180c2000001), SLUICE_IDENTIFIER, &word);
  c->reported = c->returned;
  return true;
}

static void source(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  struct switch_word *w = &r->in.in[p];
  const int width = r->d->bytes, line = r->d->line;
  memset(w, 0, sizeof *w);
  if (!mac_line_free(&e->in, now, line) || (e->at == 0 && !choose(r, p))) return;
  const int length = e->sends_word ? e->word.length : r->length, left = length - e->at, n = left < width ? left : width;
  if (!(lossless_out(r->l)->in_ready >> p & 1))
    ck_abort_msg("cycle %" PRIu64 ", port %d of %d, %d bytes: the source waits", now, p, r->d->ports, r->length);
  for (int i = 0; i < n; i++) w->data[i] = e->sends_word ? e->word.bytes[e->at + i] : byte_at(r, p, e->at + i);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->valid = true;
  w->last = n == left;
  mac_line_carry(&e->in, now, line, n, w->last);
  e->at = w->last ? 0 : e->at + n;
  if (!w->last || e->sends_word) return;
  e->to_send--;
  if (with_credits(r)) r->credit[p].consumed += cells_of(r->d, r->length);
}

// A frame has arrived: data, whose cells are free at once, or a word of credits.
static void frame_in(struct run *r, int p) {
  struct end *e = &r->port[p];
  if (e->head[12] == 0x88 && e->head[13] == 0x08) {
    const struct sluice_credit_word word = frame_word(e->head);
    struct credit_end *c = &r->credit[p];
    ck_assert_msg(e->got == WORD_BYTES && word.valid, "port %d: no word of %d bytes", p, e->got);
    e->words += e->frames < FRAMES;
    e->consumed += e->frames < FRAMES && word.kind == SLUICE_CREDIT_CONSUMED;
    if (word.kind == SLUICE_CREDIT_FREED && word.channel == 0) c->freed += (word.value - c->freed) & 0xfffff;
    return;
  }
  ck_assert_msg(e->got == r->length, "port %d: expected a frame of %d bytes, got %d", p, r->length, e->got);
  if (with_credits(r)) r->credit[p].returned += cells_of(r->d, r->length);
  if (++e->frames < FRAMES) return;
  e->idle = e->out.idle;
}

static void sink(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  const struct switch_word *w = &lossless_out(r->l)->out[p];
  if (e->frames == 0 && e->words == 0 && e->got == 0) e->out.free_at = now * (uint64_t)r->d->line;
  if (!mac_line_takes(&e->out, now, r->d->line, w)) return;
  r->in.out_ready |= (uint16_t)(1u << p);
  if (!w->valid) return;
  for (int i = 0; i < r->d->bytes && w->keep >> i & 1; i++, e->got++)
    if (e->got < HEAD) e->head[e->got] = w->data[i];
  if (!w->last) return;
  frame_in(r, p);
  e->got = 0;
}

// Cycles in which the sinks wait before a length, so that WAITING frames wait for every output.
static uint64_t hold_cycles(const struct run *r) {
  return WAITING * (uint64_t)(r->length + SLUICE_SWITCH_GAP) * 8 / (uint64_t)r->d->line + 150;
}

// Words that a port sends in this time: by the amount, and by time for each class with credits and each kind. A word
// that is due while the sinks wait is late, by a frame and a word in transmission too, and the next one is not.
static uint64_t most_words(const struct run *r, uint64_t line_bytes) {
  const uint64_t by_amount = with_credits(r) ? FRAMES * cells_of(r->d, r->length) / AMOUNT + 1 : 0;
  const uint64_t late = (uint64_t)(r->length + SLUICE_SWITCH_GAP) + WORD_LINE;
  const uint64_t rounds = ((line_bytes + late) * 8 / (uint64_t)r->d->line + hold_cycles(r)) / PERIOD + 1;
  return r->d->credits ? by_amount + 2 * rounds * (uint64_t)(r->d->classes - 1) : 0;
}

// Sends FRAMES frames through every port. The sinks wait at first.
static void run_length(struct run *r) {
  const struct switch_dims *d = r->d;
  uint64_t frame = (uint64_t)(r->length + SLUICE_SWITCH_GAP), from = lossless_clock(r->l);
  uint64_t held = from + hold_cycles(r), end = held + 2 * FRAMES * frame;
  bool all = false;
  memset(r->port, 0, sizeof r->port);
  for (int p = 0; p < d->ports; p++) r->port[p].to_send = FRAMES;
  while (!all) {
    uint64_t now = lossless_clock(r->l);
    ck_assert_msg(now < end, "%d bytes: the frames did not leave", r->length);
    r->in.out_ready = 0;
    all = true;
    for (int p = 0; p < d->ports; p++) {
      source(r, p, now);
      if (now >= held) sink(r, p, now);
      const struct end *e = &r->port[p];
      all &=
          e->frames == FRAMES && e->got == 0 && e->at == 0 && !r->in.in[p].valid && !lossless_out(r->l)->out[p].valid;
    }
    ck_assert_msg(lossless_step(r->l, &r->in) != NULL, "%s", lossless_error(r->l));
  }
  for (int p = 0; p < d->ports; p++) {
    const uint64_t idle = r->port[p].idle, words = r->port[p].words, all_time = FRAMES * frame + words * WORD_LINE;
    const uint64_t allowed = 8 * all_time / 1000 + r->port[p].consumed * (uint64_t)d->line;
    ck_assert_msg(words <= most_words(r, all_time), "port %d, class %d, %d bytes: %" PRIu64 " words, expected %" PRIu64,
                  p, r->cls, r->length, words, most_words(r, all_time));
    ck_assert_msg(idle <= allowed,
                  "%d lines of %d bits, %d bytes a cell, port %d, class %d, %d bytes: %.2f %% of the line", d->ports,
                  d->line, d->cell, p, r->cls, r->length, 800.0 * (double)all_time / (double)(8 * all_time + idle));
  }
}

// Lengths around whole cells, where the time of a cell differs most from a turn of the wheel.
static bool is_chosen(const struct switch_dims *d, int length) {
  int past = length % d->cell;
  return length <= LEAST + 15 || (past >= 1 && past <= 3) || past == 0 || length == MOST;
}

// Control frames that the port has sent; with credits without the words, which are of kind SENT_NATIVE
static uint64_t sent(const struct run *r, int p) {
  uint64_t all = 0, got;
  for (uint32_t k = SLUICE_SENT_PFC; k <= (r->d->credits ? SLUICE_SENT_PAUSE : SLUICE_SENT_NATIVE); k++) {
    uint32_t at = 8 * (SLUICE_LOSSLESS_SENT + k);
    ck_assert(lossless_counter(r->l, SLUICE_LOSSLESS_REG_FRAMES + 128 * (uint32_t)p + at, &got));
    all += got;
  }
  return all;
}

static void run_build(enum engine_kind kind, const struct switch_dims *d, bool every) {
  struct run r = {.d = d, .in = {.link_up = (uint16_t)((1u << d->ports) - 1), .tx_ready = true}};
  ck_assert_int_eq(lossless_new(&r.l, kind, d), 0);
  r.limit = d->credits ? needed_credits(d) : 0;
  configure(r.l, d, r.limit);
  uint64_t before[SWITCH_MAX_PORTS];
  r.in.out_ready = UINT16_MAX;
  bool quiet = false;
  for (int i = 0; i < COMMIT_CYCLES || !quiet; i++) {  // after a COMMIT, every port sends its state
    ck_assert_msg(lossless_step(r.l, &r.in) != NULL, "%s", lossless_error(r.l));
    quiet = true;
    for (int p = 0; p < d->ports; p++) quiet &= !lossless_out(r.l)->out[p].valid;
  }
  for (int p = 0; p < d->ports; p++) before[p] = sent(&r, p);
  for (r.cls = 0; r.cls < CLASSES; r.cls++)
    for (r.length = LEAST; r.length <= MOST; r.length++)
      if (every || is_chosen(d, r.length)) run_length(&r);
  for (int p = 0; p < d->ports; p++) {
    uint64_t pauses = sent(&r, p) - before[p];
    ck_assert_msg(pauses == 0, "port %d: expected no pause, got %" PRIu64, p, pauses);
  }
  lossless_free(r.l);
}

START_TEST(rtl_builds) { run_build(ENGINE_RTL, lossless_variant(_i), suite_number("SLUICE_EVERY", 0, 1, 0)); }
END_TEST

// ---- The table of docs/hardware/switch.md ----

static const int table_ports[] = {4, 6, 8, 9, 10, 13, 16}, table_cells[] = {32, 64, 128, 256};
static const int table_bits[][4] = {{32, 64, 64, 128}, {32, 32, 64, 64}, {16, 32, 64, 64}, {16, 32, 32, 64},
                                    {16, 32, 32, 32},  {16, 16, 32, 32}, {8, 16, 32, 32}};
enum { TABLE_ROWS = sizeof table_ports / sizeof table_ports[0], TABLE_COLUMNS = 4 };

// Without credits, with credits, and with credits of eight classes in the first row, whose start takes longest
enum { BUILDS = TABLE_ROWS * TABLE_COLUMNS, CREDIT_CLASSES = 8 };
START_TEST(documented_builds) {
  const int row = _i % BUILDS / TABLE_COLUMNS, column = _i % TABLE_COLUMNS;
  const struct switch_dims d = {table_ports[row],
                                _i / BUILDS == 2 ? CREDIT_CLASSES : CLASSES,
                                table_bits[row][column] / 8,
                                table_cells[column],
                                4096,
                                4,
                                _i >= BUILDS,
                                false,
                                table_bits[row][column]};
  run_build(ENGINE_MODEL, &d, true);
}
END_TEST

int main(void) {
  int variants = 0;
  while (lossless_variant(variants) != NULL) variants++;
  Suite *suite = suite_create("line_rate");
  TCase *tcase = tcase_create("line_rate");
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, rtl_builds, 0, variants);
  if (suite_number("SLUICE_EVERY", 0, 1, 0))
    tcase_add_loop_test(tcase, documented_builds, 0, 2 * BUILDS + TABLE_COLUMNS);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
