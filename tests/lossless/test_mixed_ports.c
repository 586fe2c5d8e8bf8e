// Tests that ports of different rates share one lossless switch [spec 16]: two at the rate of LINE, and two whose MACs
// take and give a word every 10 to 11 cycles, each with the QUANTA_STEP and HEADROOM of its own rate. All neighbours
// obey pauses and send some. No frame is lost or reordered, no frame has a gap, slow lines are busy while frames wait,
// each gate obeys a pause in quanta of its own rate, and HEADROOM of the slow ports is tight to a frame.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lossless.h"
#include "tests/frame/frames.h"
#include "tests/lossless/registers.h"
#include "tests/suite.h"
#include "tests/switch/mac_line.h"

enum { PORTS = 4, CLASSES = 5, SLOW = 6, LARGEST = 250, QUANTUM = 512, HEADROOM_FAST = 120 };
enum { SMALL = 65, PAUSE_BYTES = 60 };  // frames of the slow neighbours, 2 cells each; of a pause
enum { PAUSE = 20, PAUSE_EVERY = 64 };  // quanta of a neighbour's pause; frames from one to the next
enum { LOAD = 50000, DRAIN = 22000 };   // cycles with and without new frames
// R of the end of a pause [docs/hardware/latencies.md]; cycles from a last word to its enqueue and on to the first
// word of the pause, with a round of messages.
enum { ROUND = 4, SWITCH_CYCLES = 46 };

// Egress ports of the frames of each port. Fast to slow and back; slow to slow, so that both are paused often; all.
enum { TIGHT = 1 };  // in which the slow ports use all their headroom
static const uint8_t patterns[][PORTS][2] = {
    {{1, 1}, {2, 3}, {0, 0}, {0, 0}},
    {{1, 1}, {2, 3}, {3, 3}, {2, 2}},
    {{1, 2}, {0, 3}, {3, 1}, {0, 2}},
};

struct end {
  struct mac_line in, out;
  struct frame sent, got;  // the frames on the lines
  int at;                  // bytes of `sent` that are on the line
  bool pausing;            // the frame to the switch is a pause
  uint64_t paused_until;   // the neighbour starts no data frame before
  uint32_t frames, next[PORTS], expected[PORTS];
  uint64_t waiting, idle;  // cycles with frames for this line and an open gate; without a word
  uint64_t pause, closed;  // cycles of the last word of a pause and of the gate that it closed; 0: none
  uint32_t pauses, held;   // obeyed pauses; frames in the switch for this line
};

struct run {
  struct lossless *l;
  const struct switch_dims *d;
  const uint8_t (*to)[2];
  struct switch_in in;
  struct end port[PORTS];
  uint32_t random;
};

static int rate(const struct run *r, int p) { return p < PORTS / 2 ? r->d->line : SLOW; }

static uint32_t below(struct run *r, uint32_t n) {
  r->random = r->random * 1664525u + 1013904223u;
  return (r->random >> 16) % n;
}

// ---- Configuration ----

// The headroom of a slow port: cells of the frame that turns the queue off, and of the frames that its neighbour begins
// until it has heard the pause. That takes the cycles of the switch, a largest frame that the line has begun, and the
// pause. The frames have 65 bytes, the length with most cells per byte.
static uint32_t headroom(const struct run *r, int p) {
  const uint32_t wire = SMALL + SLUICE_SWITCH_GAP, cells = 2;
  const uint32_t heard = SWITCH_CYCLES * SLOW / 8 + LARGEST + SLUICE_SWITCH_GAP + PAUSE_BYTES;  // bytes
  return rate(r, p) == SLOW ? cells * (1 + (heard - SLUICE_SWITCH_GAP + wire - 1) / wire) : HEADROOM_FAST;
}

static void configure(struct run *r) {
  const uint32_t set[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_SIH},
      {SLUICE_REG_BUFFER, 970},
      {SLUICE_REG_HEADROOM, HEADROOM_FAST},
      {SLUICE_REG_SHARED, 600},
      {SLUICE_REG_LOSSLESS, 1},
      {SLUICE_REG_MAX_PACKET, 4},
      {SLUICE_REG_DELTA_Q, 4},
      {SLUICE_REG_PAUSE_TIME, 400},
      {SLUICE_REG_REFRESH, 100},
      {SLUICE_REG_QUANTA_STEP, 16u * (uint32_t)r->d->line},
  };
  must_write(r->l, SLUICE_SWITCH_REG_MAX_FRAME, LARGEST);
  write_macs_by_port(r->l, PORTS);
  for (uint32_t p = 0; p < PORTS; p++) {
    must_write_limit(r->l, p, SLUICE_LIMIT_HEADROOM, headroom(r, (int)p));
    must_write_limit(r->l, p, SLUICE_LIMIT_QUANTA_STEP, 16u * (uint32_t)rate(r, (int)p));
  }
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) must_write(r->l, 4 * set[i][0], set[i][1]);
  must_commit(r->l);
}

// ---- Neighbours ----

// A frame that waits on a slow line ahead of a pause is a largest one.
static int length(struct run *r, int p, int to) {
  if (rate(r, p) == SLOW) return SMALL;
  return rate(r, to) == SLOW ? LARGEST : 60 + (int)below(r, LARGEST - 60 + 1);
}

// The next frame of the neighbour of a port: a pause of class 0, or data with a number in bytes 14 to 17.
static void next_frame(struct run *r, int p) {
  struct end *e = &r->port[p];
  const struct pause_times times = {.enable = 1, .time = {PAUSE}};
  e->pausing = ++e->frames % PAUSE_EVERY == 0;
  if (e->pausing) {
    frame_pfc(&e->sent, UINT64_C(0x0180c2000001), &times);
    return;
  }
  const uint8_t to = r->to[p][below(r, 2)];
  const uint8_t head[14] = {2, 0, 0, 0, 0, to, 2, 1, 0, 0, 0, (uint8_t)p, 0x12, 0x34};
  const uint32_t number = e->next[to]++;
  e->sent = (struct frame){.length = length(r, p, to)};
  memcpy(e->sent.bytes, head, sizeof head);
  memcpy(e->sent.bytes + sizeof head, &number, sizeof number);
}

static void send(struct run *r, int p, uint64_t now, bool load) {
  struct end *e = &r->port[p];
  struct switch_word *w = &r->in.in[p];
  ck_assert_msg(!w->valid || lossless_out(r->l)->in_ready >> p & 1, "cycle %d: port %d takes no word", (int)now, p);
  memset(w, 0, sizeof *w);
  if (!mac_line_free(&e->in, now, rate(r, p)) || (e->at == 0 && (!load || now < e->paused_until))) return;
  if (e->at == 0) next_frame(r, p);
  const int left = e->sent.length - e->at, n = left < r->d->bytes ? left : r->d->bytes;
  memcpy(w->data, e->sent.bytes + e->at, (size_t)n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->valid = true;
  w->last = n == left;
  mac_line_carry(&e->in, now, rate(r, p), n, w->last);
  e->at = w->last ? 0 : e->at + n;
  if (w->last && e->pausing) e->pause = now;
}

static void receive(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  const uint8_t *b = e->got.bytes;
  uint32_t number;
  memcpy(&number, b + 14, sizeof number);
  if (b[12] == 0x88 && b[13] == 8) {
    e->paused_until = now + (uint64_t)(b[18] << 8 | b[19]) * QUANTUM / (uint64_t)rate(r, p);
  } else {
    ck_assert_int_eq(b[5], p);
    ck_assert_msg(number == e->expected[b[11]]++, "frame %u of port %d to port %d: expected %u", number, b[11], p,
                  e->expected[b[11]] - 1);
    e->held--;
  }
  e->got.length = 0;
}

static void take(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  const struct switch_out *o = lossless_out(r->l);
  const struct switch_word *w = &o->out[p];
  const bool waits = e->held > 0 && !(o->gate[0] >> p * CLASSES & 1);
  e->waiting += waits;
  if (!mac_line_takes(&e->out, now, rate(r, p), w)) return;
  r->in.out_ready |= (uint16_t)(1u << p);
  e->idle += waits && !w->valid;
  ck_assert_msg(w->valid || e->got.length == 0, "cycle %d: a gap in a frame of port %d", (int)now, p);
  if (!w->valid) return;
  for (int i = 0; i < r->d->bytes && w->keep >> i & 1; i++) e->got.bytes[e->got.length++] = w->data[i];
  if (w->last) receive(r, p, now);
}

// ---- Checks ----

// The gate of a paused link is closed from at most 2 NP + 11 cycles after the pause on, for its quanta, and opens at
// most a quantum and 3 R + 5 cycles later [docs/hardware/latencies.md].
static void check_gate(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  const bool closed = lossless_out(r->l)->gate[0] >> p * CLASSES & 1;
  const uint64_t quantum = (QUANTUM + (uint64_t)rate(r, p) - 1) / (uint64_t)rate(r, p);
  const uint64_t least = (uint64_t)PAUSE * QUANTUM / (uint64_t)rate(r, p);
  if (e->pause == 0 || now == e->pause) return;
  const uint64_t since = now - e->pause;
  if (closed && e->closed == 0) e->closed = now;
  ck_assert_msg(closed || since < 2 * PORTS + 11 || since >= least, "port %d: gate open %d cycles after a pause", p,
                (int)since);
  ck_assert_msg(!closed || since <= least + 2 * PORTS + 9 + quantum + 3 * ROUND + 5,
                "port %d: gate closed %d cycles after a pause", p, (int)since);
  if (closed || e->closed == 0) return;
  ck_assert_msg(now - e->closed >= least, "port %d: gate closed for %d cycles", p, (int)(now - e->closed));
  e->pause = e->closed = 0;
  e->pauses++;
}

// A slow line with frames is idle for at most 1 % of their time, and they wait there for most of the run.
static void check_end(struct run *r, int p) {
  const struct end *e = &r->port[p];
  const int refused = SLUICE_SWITCH_DROPS + SLUICE_SWITCH_REFUSED;
  uint64_t lost;
  ck_assert(lossless_counter(r->l, sluice_switch_counter_address(p, refused), &lost));
  ck_assert_msg(lost == 0, "port %d: %d frames lost", p, (int)lost);
  ck_assert_msg(e->pauses > 0, "port %d heard no pause", p);
  for (int q = 0; q < PORTS; q++)
    ck_assert_msg(e->next[q] == r->port[q].expected[p], "port %d to port %d: %u frames of %u", p, q,
                  r->port[q].expected[p], e->next[q]);
  if (rate(r, p) != SLOW) return;
  ck_assert_msg(e->waiting > LOAD / 2, "port %d: frames wait for %d cycles", p, (int)e->waiting);
  ck_assert_msg(100 * e->idle <= e->waiting, "port %d: idle for %d of %d cycles", p, (int)e->idle, (int)e->waiting);
}

// A slow port has used its headroom to the last cell: with one frame less it would have lost one.
static void check_tight(struct run *r) {
  uint32_t most = 0;
  for (int p = 0; p < PORTS; p++) {
    const uint32_t addr = SLUICE_SWITCH_REG_STATISTIC + 512u * (uint32_t)p + 4 * SLUICE_STAT_HEADROOM_PEAK;
    uint32_t peak;
    ck_assert(lossless_read(r->l, addr, &peak));
    if (rate(r, p) == SLOW && peak > most) most = peak;
  }
  ck_assert_uint_eq(most, headroom(r, PORTS - 1));
}

static void step(struct run *r, bool load) {
  const uint64_t now = lossless_clock(r->l);
  r->in.out_ready = 0;
  for (int p = 0; p < PORTS; p++) {
    check_gate(r, p, now);
    send(r, p, now, load);
    take(r, p, now);
  }
  const struct switch_out *o = lossless_step(r->l, &r->in);
  ck_assert_msg(o != NULL, "%s", lossless_error(r->l));
  if (o->arrive_valid && o->arrive_reason == 0) r->port[o->arrive_egress].held++;
}

static void pattern(const struct switch_dims *d, const uint8_t (*to)[2]) {
  static struct run r;
  memset(&r, 0, sizeof r);
  r.d = d;
  r.to = to;
  r.in.link_up = (1u << PORTS) - 1;
  ck_assert_int_eq(lossless_new(&r.l, ENGINE_BOTH, d), 0);
  configure(&r);
  for (int i = 0; i < LOAD + DRAIN; i++) step(&r, i < LOAD);
  for (int p = 0; p < PORTS; p++) check_end(&r, p);
  if (to == patterns[TIGHT]) check_tight(&r);
  ck_assert(lossless_check_rest(r.l) && lossless_clocked(r.l));
  lossless_free(r.l);
}

START_TEST(ports_of_different_rates) {
  int tested = 0;
  for (int n = 0; lossless_variant(n) != NULL; n++) {
    const struct switch_dims *d = lossless_variant(n);
    if (!d->port_limits || d->ports != PORTS || d->classes != CLASSES || !(d->schemes >> SLUICE_SIH & 1)) continue;
    pattern(d, patterns[_i]);
    tested++;
  }
  ck_assert_int_gt(tested, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("ports of different rates");
  TCase *tcase = tcase_create("patterns");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, ports_of_different_rates, 0, sizeof patterns / sizeof patterns[0]);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
