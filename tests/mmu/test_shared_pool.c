// Tests the study of docs/studies/shared-pool.md on the MMU, with RTL, scaled to cells: 32 ports, seven lossless
// classes, 56 cells a queue, 10 of a port, ratio 8. All classes of four ports fill the headroom pool of SHP to the
// cell, and a queue of a fifth port loses the packets that its port's own headroom does not hold. DSH with less
// headroom loses nothing. The expected counts are computed by the test. `make test T=shared_pool` repeats a failure.
//
// An upstream sends packets of one cell, one in SLOT cycles, so that the MMU shows a state before the next packet. It
// sends AFTER packets after it has seen its queue off, or after it has seen its port off.
#include <string.h>

#include "tests/mmu/pair.h"
#include "tests/suite.h"

enum {
  PORTS = 32,
  CLASSES = 7,  // lossless; the build has one more
  AFTER = 56,
  OWN = 10,
  RATIO = 8,
  POOL = PORTS * (CLASSES * AFTER - OWN) / RATIO,
  FULL_PORTS = 4,
  SHARED = 2000,
  SLOT = SLUICE_STATE_LATENCY + FULL_PORTS + 1,
};

static const struct sluice_dims dims = {PORTS, CLASSES + 1, 20, 127, false};

struct load {
  struct pair e;
  int left[PORTS];                       // packets that a port may still send, -1: it is on
  int kinds[PORTS][SLUICE_DROPPED + 1];  // admissions
};

static void step(struct load *l, const struct sluice_in *in) {
  const struct sluice_out *out = pair_step(&l->e, in);
  if (out->adm_valid) l->kinds[out->adm_port][out->adm_kind]++;
}

static void idle(struct load *l, int cycles) {
  for (int i = 0; i < cycles; i++) step(l, &(struct sluice_in){.tx_ready = true});
}

// headroom: of a queue (SHP) or a port (DSH); reserved: all of it.
static void start(struct load *l, enum sluice_scheme scheme, uint32_t headroom, uint32_t reserved, uint32_t pool) {
  memset(l, 0, sizeof *l);
  memset(l->left, -1, sizeof l->left);
  l->e = pair_ready(&dims, "make test T=shared_pool", 1);
  const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, scheme},
                              {SLUICE_REG_BUFFER, SHARED + reserved},
                              {SLUICE_REG_SHARED, SHARED},
                              {SLUICE_REG_HEADROOM, headroom},
                              {SLUICE_REG_HEADROOM_POOL, pool},
                              {SLUICE_REG_PORT_HEADROOM, scheme == SLUICE_SHP ? OWN : 0},
                              {SLUICE_REG_LOSSLESS, (1u << CLASSES) - 1},
                              {SLUICE_REG_MAX_PACKET, 1},
                              {SLUICE_REG_ALPHA, (uint32_t)-2},
                              {SLUICE_REG_PAUSE_TIME, 0xffff},
                              {SLUICE_REG_REFRESH, 0x7fff},
                              {SLUICE_REG_QUANTA_STEP, 16}};
  for (size_t i = 0; i < sizeof regs / sizeof *regs; i++) pair_set(&l->e, (int)regs[i][0], regs[i][1]);
  ck_assert_int_eq(pair_commit(&l->e), SLUICE_OK);
}

static bool queue_is_off(const struct load *l, int port, int cls) {
  const int bit = port * dims.classes + cls;
  return pair_out(&l->e)->queue_off[bit / 64] >> bit % 64 & 1;
}

// Ports first to last send packets of one class until they are paused and have sent AFTER more packets.
static void send(struct load *l, int first, int last, int cls) {
  int left[PORTS], sending = 1;
  for (int p = first; p <= last; p++) left[p] = AFTER;
  while (sending > 0) {
    const uint64_t port_off = pair_out(&l->e)->port_off;
    bool off[PORTS] = {false};
    sending = 0;
    for (int p = first; p <= last; p++) off[p] = queue_is_off(l, p, cls);
    for (int p = first; p <= last; p++) {
      if (port_off >> p & 1 && l->left[p] < 0) l->left[p] = AFTER;
      const bool sends = left[p] > 0 && l->left[p] != 0;
      if (off[p] && sends) left[p]--;
      if (sends && l->left[p] > 0) l->left[p]--;
      sending += sends;
      step(
          l,
          &(struct sluice_in){
              .tx_ready = true, .enq_valid = sends, .enq_port = (uint8_t)p, .enq_class = (uint8_t)cls, .enq_cells = 1});
    }
    idle(l, SLOT);
  }
}

static int lost_by(const struct load *l, int first, int last) {
  int lost = 0;
  for (int p = first; p <= last; p++) lost += l->kinds[p][SLUICE_REFUSED];
  return lost;
}

static void fill(struct load *l) {
  for (int c = 0; c < CLASSES; c++) send(l, 0, FULL_PORTS - 1, c);
  send(l, FULL_PORTS, FULL_PORTS, 0);
}

START_TEST(a_fifth_port_loses) {
  struct load l;
  const uint32_t pool = POOL - (uint32_t)_i;
  start(&l, SLUICE_SHP, AFTER, PORTS * OWN + pool, pool);
  fill(&l);
  ck_assert_int_eq(POOL, FULL_PORTS * (CLASSES * AFTER - OWN));
  ck_assert_int_eq(lost_by(&l, 0, FULL_PORTS - 1), _i);  // one cell less: one packet is lost
  for (int p = 0; p < FULL_PORTS; p++) ck_assert_int_ge(l.kinds[p][SLUICE_HEADROOM], CLASSES * AFTER - _i);
  ck_assert_int_eq(l.kinds[FULL_PORTS][SLUICE_HEADROOM], OWN);
  ck_assert_int_eq(l.kinds[FULL_PORTS][SLUICE_REFUSED], AFTER - OWN);
  // The pool is repaid first: OWN + 1 cells leave port 0, so that many of the fifth port are admitted.
  step(&l, &(struct sluice_in){.tx_ready = true, .deq_valid = true, .deq_cells = OWN + 1});
  idle(&l, 2 * sluice_free_bound(&dims));
  send(&l, FULL_PORTS, FULL_PORTS, 0);
  ck_assert_int_eq(l.kinds[FULL_PORTS][SLUICE_HEADROOM], OWN + OWN + 1);
  ck_assert_int_eq(lost_by(&l, FULL_PORTS + 1, PORTS - 1), 0);
  pair_free(&l.e);
}
END_TEST

// The packet that turns a port off is in its headroom, too.
START_TEST(dsh_with_less_headroom_loses_nothing) {
  struct load l;
  const uint32_t reserved = PORTS * (AFTER + 1);
  ck_assert_uint_lt(reserved, PORTS * OWN + POOL);
  start(&l, SLUICE_DSH, AFTER + 1, reserved, 0);
  fill(&l);
  ck_assert_int_eq(lost_by(&l, 0, PORTS - 1), 0);
  ck_assert_uint_eq(pair_out(&l.e)->port_off & 15, 15);
  pair_free(&l.e);
}
END_TEST

// ---- Time until an excess is usable ----

// PORT_HEADROOM cells of a port are free, and it sends a packet of LARGEST cells, all of which the pool holds. The next
// visit returns the free cells. With PORT_LIMITS each port has its own PORT_HEADROOM. A packet of another port that
// needs just these cells is refused before they are usable.
enum {
  LARGEST = 16,
  FREE = 5,  // PORT_HEADROOM of port 0, and its excess
  CAP = 3 * LARGEST,
  MOST_QUEUES = 64,  // larger builds take minutes with RTL
};

static uint32_t free_of(const struct sluice_dims *d, int port) { return FREE + (d->port_limits ? (uint32_t)port : 0); }

static int round_of(const struct sluice_dims *d) {
  const int queues = d->ports * d->classes;
  return queues > 16 ? queues : 16;
}

// The bound of docs/hardware/accounting.md: cycles from the packet's enqueue to the first enqueue that can use its
// excess.
static int excess_bound(const struct sluice_dims *d) { return round_of(d) - d->classes + 15; }

static enum sluice_admission enqueue(struct pair *e, int port, int cls, uint32_t cells) {
  struct sluice_in in = {.tx_ready = true, .enq_valid = true, .enq_port = (uint8_t)port, .enq_class = (uint8_t)cls};
  in.enq_cells = cells;
  const struct sluice_out *out = pair_step(e, &in);
  for (in.enq_valid = false; !out->adm_valid;) out = pair_step(e, &in);
  return (enum sluice_admission)out->adm_kind;
}

static void dequeue(struct pair *e, int port, int cls, uint32_t cells) {
  const struct sluice_in in = {.tx_ready = true,
                               .deq_valid = cells > 0,
                               .deq_port = (uint8_t)port,
                               .deq_class = (uint8_t)cls,
                               .deq_cells = cells};
  pair_step(e, &in);
}

// The scan rests where `offset` turns it: a packet above MAX_PACKET so many cycles after the first one prolongs its
// run. The packet with the excess arrives `idle` cycles later. Returns whether a packet that needs the excess is
// admitted `after` cycles after it.
static bool excess_is_usable(struct pair *e, const struct sluice_dims *d, int port, int offset, int idle, int after) {
  const int other = (port + 1) % d->ports, cls = offset % d->classes, rest = 2 * (round_of(d) + d->classes + 16) + 16;
  const uint32_t own = other == port ? 0 : free_of(d, other), needed = free_of(d, port);
  pair_wait(e, rest);
  if (own > 0) ck_assert_int_eq(enqueue(e, other, cls, own), SLUICE_HEADROOM);
  pair_wait(e, offset);
  ck_assert_int_eq(enqueue(e, port, cls, LARGEST + 1), SLUICE_REFUSED);
  pair_wait(e, idle);
  struct sluice_in in = {.tx_ready = true, .enq_valid = true, .enq_port = (uint8_t)port, .enq_cells = LARGEST};
  in.enq_class = (uint8_t)cls;
  pair_step(e, &in);
  pair_wait(e, after - 1);
  ck_assert(after > SLUICE_ADMIT_LATENCY);
  const bool admitted = enqueue(e, other, cls, needed) == SLUICE_HEADROOM;
  dequeue(e, port, cls, LARGEST);
  dequeue(e, other, cls, own + (admitted ? needed : 0));
  return admitted;
}

// Every position of the scan when the packet with the excess arrives, at rest and running.
START_TEST(excess_is_usable_in_time_and_no_bound_is_smaller) {
  const struct sluice_dims d = pair_dims(_i);
  if (!(d.schemes >> SLUICE_SHP & 1) || d.ports * d.classes > MOST_QUEUES) return;
  struct pair e = pair_ready(&d, "make test T=shared_pool", 1);
  uint32_t buffer = LARGEST;
  for (int p = 0; p < d.ports; p++) buffer += free_of(&d, p);
  const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, SLUICE_SHP},
                              {SLUICE_REG_BUFFER, buffer},
                              {SLUICE_REG_SHARED, 0},
                              {SLUICE_REG_HEADROOM, CAP},
                              {SLUICE_REG_HEADROOM_POOL, LARGEST},
                              {SLUICE_REG_PORT_HEADROOM, d.port_limits ? 0 : FREE},
                              {SLUICE_REG_LOSSLESS, (1u << d.classes) - 1},
                              {SLUICE_REG_MAX_PACKET, LARGEST},
                              {SLUICE_REG_PAUSE_TIME, 0xffff},
                              {SLUICE_REG_REFRESH, 0x7fff},
                              {SLUICE_REG_QUANTA_STEP, 16}};
  for (size_t i = 0; i < sizeof regs / sizeof *regs; i++) pair_set(&e, (int)regs[i][0], regs[i][1]);
  for (int p = 0; d.port_limits && p < d.ports; p++) {
    const uint32_t page = SLUICE_LIMIT_PORT_HEADROOM / 4;
    pair_set(&e, SLUICE_REG_PORT_SELECT, (uint32_t)p + (page << 6));
    pair_set(&e, SLUICE_REG_PORT_WINDOW + SLUICE_LIMIT_PORT_HEADROOM % 4, free_of(&d, p));
  }
  ck_assert_int_eq(pair_commit(&e), SLUICE_OK);
  const int round = round_of(&d), bound = excess_bound(&d);
  int late = 0;
  for (int offset = 0; offset < round; offset++)
    for (int rests = 0; rests < 2; rests++) {
      const int idle = rests ? 2 * (round + d.classes + 16) : offset % 7, port = offset % d.ports;
      if (!excess_is_usable(&e, &d, port, offset, idle, bound))
        ck_abort_msg("%dx%d, offset %d, %s: the excess is not usable after %d cycles", d.ports, d.classes, offset,
                     rests ? "at rest" : "running", bound);
      late += !excess_is_usable(&e, &d, port, offset, idle, bound - 1);
    }
  // With one port, the packet that needs the excess is of the port that has it, and the bound is not tight.
  ck_assert_msg(late > 0 || d.ports == 1, "%dx%d: the excess is always usable after %d cycles", d.ports, d.classes,
                bound - 1);
  pair_free(&e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("shared_pool");
  TCase *t = tcase_create("shared_pool");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, a_fifth_port_loses, 0, 2);
  tcase_add_test(t, dsh_with_less_headroom_loses_nothing);
  tcase_add_loop_test(t, excess_is_usable_in_time_and_no_bound_is_smaller, 0, pair_variants());
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
