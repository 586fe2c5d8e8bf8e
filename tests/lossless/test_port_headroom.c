// Tests that each port loses no frame with its own headroom [spec 16]: a + f <= HEADROOM of the port, tight to the
// cell. All ports send frames of one cell at line rate to a neighbour whose gate is closed, and their senders obey a
// pause after cables of different lengths. The cells that then reach headroom are counted at the monitor. With exactly
// so many cells of headroom for each port nothing is lost; a port with one cell less loses its last frame, and no other
// port loses any. f is 0, because frames of a port arrive further apart than the admission lag.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lossless.h"
#include "tests/frame/frames.h"
#include "tests/lossless/registers.h"
#include "tests/suite.h"
#include "tests/switch/mac_line.h"

enum { PORTS = 4, FRAME = 60, MOST = 200, SHARED = 100, CYCLES = 4000 };

// Cycles from the last word of a pause frame until the sender starts no frame
static const uint64_t cable[PORTS] = {20, 400, 150, 900};

struct end {
  struct mac_line in, out;
  int at;
  bool closed;  // the frame that closes the gate of this port was sent
  struct frame got;
  uint64_t stop;  // cycle from which on no frame starts; 0: none
};

struct run {
  struct lossless *l;
  const struct switch_dims *d;
  struct switch_in in;
  struct end port[PORTS];
  uint32_t headroom[PORTS];  // cells that went there
};

// ---- Configuration ----

static void configure(struct run *r, const uint32_t *headroom) {
  const uint32_t set[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_SIH},
      {SLUICE_REG_BUFFER, PORTS * MOST + SHARED},
      {SLUICE_REG_HEADROOM, MOST},
      {SLUICE_REG_SHARED, SHARED},
      {SLUICE_REG_LOSSLESS, 1},
      {SLUICE_REG_MAX_PACKET, 1},
      {SLUICE_REG_PAUSE_TIME, 65535},
      {SLUICE_REG_REFRESH, 32767},
      {SLUICE_REG_QUANTA_STEP, 16u * (uint32_t)r->d->line},
  };
  must_write(r->l, SLUICE_SWITCH_REG_MAX_FRAME, FRAME);
  write_macs_by_port(r->l, PORTS);
  for (uint32_t p = 0; p < PORTS; p++) {
    must_write_limit(r->l, p, SLUICE_LIMIT_HEADROOM, headroom[p]);
  }
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) must_write(r->l, 4 * set[i][0], set[i][1]);
  must_commit(r->l);
}

// ---- MACs ----

// The frame that a port sends now: first a pause for class 0, which closes the gate of its output, then data.
static struct frame next_frame(const struct run *r, int p) {
  struct frame f = {.length = FRAME};
  const struct pause_times closed = {.enable = 1, .time = {65535}};
  const uint8_t head[14] = {2, 0, 0, 0, 0, (uint8_t)((p + 1) % PORTS), 2, 1, 0, 0, 0, 0, 0x12, 0x34};
  if (r->port[p].closed)
    memcpy(f.bytes, head, sizeof head);
  else
    frame_pfc(&f, UINT64_C(0x0180c2000001), &closed);
  return f;
}

static void send(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  struct switch_word *w = &r->in.in[p];
  if (w->valid && !(lossless_out(r->l)->in_ready >> p & 1)) return;
  memset(w, 0, sizeof *w);
  if (!mac_line_free(&e->in, now, r->d->line) || (e->at == 0 && e->stop > 0 && now >= e->stop)) return;
  const struct frame f = next_frame(r, p);
  const int left = f.length - e->at, n = left < r->d->bytes ? left : r->d->bytes;
  memcpy(w->data, f.bytes + e->at, (size_t)n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->valid = true;
  w->last = n == left;
  mac_line_carry(&e->in, now, r->d->line, n, w->last);
  e->at = w->last ? 0 : e->at + n;
  e->closed |= w->last;
}

// The sender of a port hears a pause at its last word.
static void take(struct run *r, int p, uint64_t now) {
  struct end *e = &r->port[p];
  const struct switch_word *w = &lossless_out(r->l)->out[p];
  if (!mac_line_takes(&e->out, now, r->d->line, w)) return;
  r->in.out_ready |= (uint16_t)(1u << p);
  if (!w->valid) return;
  for (int i = 0; i < r->d->bytes && w->keep >> i & 1; i++) e->got.bytes[e->got.length++] = w->data[i];
  if (!w->last) return;
  const uint8_t *b = e->got.bytes;
  ck_assert_msg(b[12] == 0x88 && b[13] == 8 && b[15] == 1 && b[17] == 1, "port %d sends a frame other than PFC", p);
  if (e->stop == 0 && (b[18] | b[19]) != 0) e->stop = now + cable[p];
  e->got.length = 0;
}

// All ports send until they are paused. headroom: of each port; lost: refused frames of each port.
static void run(struct run *r, const struct switch_dims *d, const uint32_t *headroom, uint64_t *lost) {
  memset(r, 0, sizeof *r);
  r->d = d;
  ck_assert_int_eq(lossless_new(&r->l, ENGINE_BOTH, d), 0);
  configure(r, headroom);
  r->in.link_up = (1u << PORTS) - 1;
  for (const uint64_t end = lossless_clock(r->l) + CYCLES; lossless_clock(r->l) < end;) {
    const uint64_t now = lossless_clock(r->l);
    r->in.out_ready = 0;
    for (int p = 0; p < PORTS; p++) {
      send(r, p, now);
      take(r, p, now);
    }
    const struct switch_out *o = lossless_step(r->l, &r->in);
    ck_assert_msg(o != NULL, "%s", lossless_error(r->l));
    r->headroom[o->admission_port] += o->admission_valid && o->admission_kind == SLUICE_HEADROOM;
  }
  for (int p = 0; p < PORTS; p++) {
    const int refused = SLUICE_SWITCH_DROPS + SLUICE_SWITCH_REFUSED;
    ck_assert_msg(r->port[p].stop > 0 && !r->in.in[p].valid, "port %d was not paused", p);
    ck_assert(lossless_counter(r->l, sluice_switch_counter_address(p, refused), &lost[p]));
  }
  lossless_free(r->l);
}

static void each_port(const struct switch_dims *d) {
  static struct run r;
  uint64_t lost[PORTS];
  uint32_t headroom[PORTS] = {MOST, MOST, MOST, MOST};
  run(&r, d, headroom, lost);
  memcpy(headroom, r.headroom, sizeof headroom);
  for (int p = 0; p < PORTS; p++) {
    ck_assert_uint_eq(lost[p], 0);
    for (int q = 0; q < PORTS; q++)  // a longer cable needs more
      ck_assert_msg(cable[p] <= cable[q] || headroom[p] > headroom[q], "ports %d and %d: headroom of %u and %u cells",
                    p, q, headroom[p], headroom[q]);
  }
  for (int less = -1; less < PORTS; less++) {  // -1: no port
    uint32_t given[PORTS];
    for (int p = 0; p < PORTS; p++) given[p] = headroom[p] - (p == less);
    run(&r, d, given, lost);
    for (int p = 0; p < PORTS; p++)
      ck_assert_msg(lost[p] == (p == less), "port %d with %u cells of headroom of %u: %d frames lost", p, given[p],
                    headroom[p], (int)lost[p]);
  }
}

START_TEST(each_port_has_its_own_bound) {
  int tested = 0;
  for (int n = 0; lossless_variant(n) != NULL; n++) {
    const struct switch_dims *d = lossless_variant(n);
    if (!d->port_limits || d->ports != PORTS || !(d->schemes >> SLUICE_SIH & 1)) continue;
    each_port(d);
    tested++;
  }
  ck_assert_int_gt(tested, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("headroom of each port");
  TCase *tcase = tcase_create("headroom");
  tcase_set_timeout(tcase, 300);
  tcase_add_test(tcase, each_port_has_its_own_bound);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
