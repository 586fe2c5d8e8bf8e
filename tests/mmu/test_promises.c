// Tests what the MMU does, and which statistics show it, when its environment breaks an assumption: a datapath that
// takes messages later than the headroom was planned for, packets with a hop that a switch of a tree drops, and packets
// above MAX_PACKET. The expected losses and counts are computed by the test. The seeds are fixed: make test T=promises
// repeats a failure.
//
// Upstreams of all ports send one-cell packets back to back, in turn, until a pause is taken. After the event that
// turns a group off, cells arrive for 13 cycles until the state changes, 4 until the message can be sent, and a round
// of 2 NP + 2 messages, each with its wait and a lost cycle (docs/hardware/pause-states.md). The headroom holds these
// cells and the packet in flight.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mmu/pair.h"
#include "tests/mmu/stimulus.h"
#include "tests/suite.h"

static const char again[] = "make test T=promises";

enum { CYCLES = 60000, XOFF = 200, SHARED = 60, SETTLED = SLUICE_COMMIT_LATENCY + 8, LOSE = 4 };

static const struct {
  struct sluice_dims dims;
  uint32_t wait;  // cycles that a message waits at most, as assumed for the headroom
} builds[] = {{{4, 8, 18, 127, false}, 400}, {{3, 5, 12, 127, false}, 40}};
enum { BUILDS = sizeof builds / sizeof builds[0], PAUSING = SLUICE_TTL + 1, RUNS = 2 * BUILDS * PAUSING };

static void configure(struct pair *e, const uint32_t (*regs)[2], size_t n) {
  for (size_t i = 0; i < n; i++) pair_set(e, (int)regs[i][0], regs[i][1]);
  pair_set(e, SLUICE_REG_COMMIT, 1);
  for (int i = 0; i < SETTLED; i++) pair_step(e, &(struct sluice_in){.tx_ready = true});
  ck_assert_int_eq(pair_out(e)->cfg_reason, SLUICE_OK);
}

// TTL: the smallest partitions for one-cell packets.
static void write_partitions(struct pair *e, const struct sluice_dims *d) {
  for (int c = 0; c < d->classes; c++) {
    pair_set(e, SLUICE_REG_PARTITION + c, (uint32_t)d->ports);
    pair_set(e, SLUICE_REG_WEIGHT + c, 65536 / (uint32_t)d->classes);
  }
}

static uint32_t statistic(struct pair *e, enum sluice_stat stat, int port) {
  struct sluice_in in = {.tx_ready = true, .stat_read = true, .stat_select = (uint8_t)stat, .stat_port = (uint8_t)port};
  const struct sluice_out *out = pair_step(e, &in);
  in.stat_read = false;
  while (!out->stat_valid) out = pair_step(e, &in);
  return out->stat_data;
}

// ---- Messages ----

struct upstreams {
  struct pair e;
  const struct sluice_dims *d;
  struct stimulus random;
  int scheme;
  bool paused[4][8], port_paused[4];  // by the messages that were taken
  int cls[4];                         // class that each upstream sends at present
  uint32_t cells[4][8];               // admitted and not dequeued
  uint32_t waits, waited, lost;
};

static void begin(struct upstreams *u, int run, uint32_t waits) {
  memset(u, 0, sizeof *u);
  u->d = &builds[run % BUILDS].dims;
  u->random.rng = (uint64_t)run + 1;
  u->scheme = run / BUILDS % PAUSING;
  u->waits = waits;
  u->e = pair_ready(u->d, again, u->random.rng);
  uint32_t ports = (uint32_t)u->d->ports, classes = (uint32_t)u->d->classes, promised = builds[run % BUILDS].wait;
  uint32_t groups = u->scheme == SLUICE_DSH ? ports : ports * classes;
  uint32_t cycles = SLUICE_STATE_LATENCY + SLUICE_MESSAGE_LATENCY + (2 * ports + 2) * (promised + 2);
  uint32_t headroom = cycles / ports + 2, partitions = ports * classes;
  const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, (uint32_t)u->scheme},
                              {SLUICE_REG_BUFFER, groups * headroom + SHARED + partitions},
                              {SLUICE_REG_SHARED, SHARED},
                              {SLUICE_REG_HEADROOM, headroom},
                              {SLUICE_REG_LOSSLESS, (1u << classes) - 1},
                              {SLUICE_REG_MAX_PACKET, 1},
                              {SLUICE_REG_ALPHA, 3},
                              {SLUICE_REG_XOFF, XOFF},
                              {SLUICE_REG_XON, XOFF},
                              {SLUICE_REG_PAUSE_TIME, 0xffff},
                              {SLUICE_REG_REFRESH, 0x7fff},
                              {SLUICE_REG_QUANTA_STEP, 16},
                              {SLUICE_REG_NATIVE, run / BUILDS / PAUSING},
                              {SLUICE_REG_TTL0, classes}};
  if (u->scheme == SLUICE_TTL) write_partitions(&u->e, u->d);
  configure(&u->e, regs, sizeof regs / sizeof regs[0]);
}

static void receive(struct upstreams *u, const struct sluice_out *out) {
  for (int c = 0; c < u->d->classes; c++)
    if (!out->tx_level && out->tx_enable >> c & 1) u->paused[out->tx_port][c] = out->tx_time[c] != 0;
  if (out->tx_level) u->port_paused[out->tx_port] = out->tx_time[0] != 0;
}

// Enqueues a packet of a port, if its upstream may send.
static void send(struct upstreams *u, int port, struct sluice_in *in) {
  int ttl = u->scheme == SLUICE_TTL;
  if (stimulus_pick(&u->random, 3000) == 0)
    u->cls[port] = (int)stimulus_pick(&u->random, (uint32_t)(u->d->classes - ttl));
  int c = u->cls[port];  // at the upstream
  if (u->paused[port][c] || u->port_paused[port]) return;
  in->enq_valid = true;
  in->enq_port = (uint8_t)port;
  in->enq_class = (uint8_t)c;
  in->enq_ttl = (uint8_t)(u->d->classes - c - ttl);
  in->enq_cells = 1;
}

static void dequeue(struct upstreams *u, struct sluice_in *in) {
  int p = (int)stimulus_pick(&u->random, (uint32_t)u->d->ports),
      c = (int)stimulus_pick(&u->random, (uint32_t)u->d->classes);
  if (u->cells[p][c] == 0) return;
  u->cells[p][c]--;
  in->deq_valid = true;
  in->deq_port = (uint8_t)p;
  in->deq_class = (uint8_t)c;
  in->deq_cells = 1;
}

static void play(struct upstreams *u, int cycles) {
  const struct sluice_out *out = pair_out(&u->e);
  uint32_t drain = 0;
  for (int n = 0; n < cycles; n++) {
    struct sluice_in in = {0};
    // The buffer fills, stays full for a while, and is drained.
    if (n % 10000 == 0) drain = stimulus_pick(&u->random, 3) * 200;
    in.tx_ready = out->tx_valid && u->waited == u->waits;
    u->waited = in.tx_ready || !out->tx_valid ? 0 : u->waited + 1;
    if (in.tx_ready) receive(u, out);
    if (out->adm_valid && out->adm_kind == SLUICE_REFUSED)
      u->lost++;
    else if (out->adm_valid)
      u->cells[out->adm_port][out->adm_class]++;
    send(u, n % u->d->ports, &in);
    if (n % 10000 > 7000 || stimulus_pick(&u->random, 1024) < drain) dequeue(u, &in);
    out = pair_step(&u->e, &in);
  }
}

// If messages wait as long as assumed, no packet is lost. The statistic MESSAGE_WAIT is that wait.
START_TEST(messages_in_time_lose_nothing) {
  static struct upstreams u;
  begin(&u, _i, builds[_i % BUILDS].wait);
  ck_assert_uint_eq(statistic(&u.e, SLUICE_STAT_MESSAGE_WAIT, 0), 0);
  play(&u, CYCLES);
  ck_assert_uint_eq(u.lost, 0);
  ck_assert_uint_eq(statistic(&u.e, SLUICE_STAT_MESSAGE_WAIT, 0), builds[_i % BUILDS].wait);
  pair_free(&u.e);
}
END_TEST

// If messages wait longer, packets are lost, and MESSAGE_WAIT shows the longer wait.
START_TEST(messages_too_late_lose_packets_and_are_seen) {
  static struct upstreams u;
  uint32_t waits = LOSE * builds[_i % BUILDS].wait;
  begin(&u, _i, waits);
  play(&u, CYCLES);
  ck_assert_uint_gt(u.lost, 0);
  ck_assert_uint_eq(pair_out(&u.e)->loss, u.lost);
  ck_assert_uint_eq(statistic(&u.e, SLUICE_STAT_MESSAGE_WAIT, 0), waits);
  pair_free(&u.e);
}
END_TEST

// If no message is taken, MESSAGE_WAIT saturates at 2^16 - 1.
START_TEST(message_that_is_never_taken) {
  static struct upstreams u;
  begin(&u, _i, UINT32_MAX);
  play(&u, 1000);
  ck_assert(pair_out(&u.e)->tx_valid);
  for (int n = 0; n < 0x10000; n++) pair_step(&u.e, &(struct sluice_in){0});
  pair_step(&u.e, &(struct sluice_in){.tx_ready = true});
  for (int n = 0; n < 100; n++) pair_step(&u.e, &(struct sluice_in){.tx_ready = true});
  ck_assert_uint_eq(statistic(&u.e, SLUICE_STAT_MESSAGE_WAIT, 0), 0xffff);
  pair_free(&u.e);
}
END_TEST

// ---- Hops ----

// A switch of a tree keeps the hops of one parity. Packets of the other parity are dropped, hold no cells, and count as
// dropped and as parity drops. Packets with TTL 0 and packets that bounce are dropped, too, but are no parity drops.
START_TEST(parity_drops_are_counted) {
  enum { PORT = 2, EGRESS = 1 };
  const struct sluice_dims *d = &builds[_i % BUILDS].dims;
  bool odd = _i / BUILDS;
  uint32_t classes = (uint32_t)d->classes, ttl0 = 2 * classes;
  struct pair e = pair_ready(d, again, (uint64_t)_i);
  const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_TTL},
      {SLUICE_REG_BUFFER, 4000},
      {SLUICE_REG_SHARED, SHARED},
      {SLUICE_REG_HEADROOM, 8},
      {SLUICE_REG_LOSSLESS, (1u << classes) - 1},
      {SLUICE_REG_MAX_PACKET, 1},
      {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_REFRESH, 0x7fff},
      {SLUICE_REG_QUANTA_STEP, 16},
      {SLUICE_REG_TTL0, ttl0},
      {SLUICE_REG_TTL_OPTIONS, SLUICE_TTL_HALF | SLUICE_TTL_DROP_BOUNCED | (odd ? SLUICE_TTL_ODD : 0)}};
  write_partitions(&e, d);
  configure(&e, regs, sizeof regs / sizeof regs[0]);
  uint32_t kept = 0, parity_drops = 0, dropped = 0;
  for (uint32_t ttl = 0; ttl < ttl0; ttl++)
    for (int bounced = 0; bounced < 2; bounced++) {
      struct sluice_in in = {.tx_ready = true, .enq_valid = true, .enq_port = PORT, .enq_cells = 1};
      in.enq_ttl = (uint8_t)ttl;
      in.enq_egress = bounced ? PORT : EGRESS;
      bool right = (ttl0 - ttl) % 2 == odd, over = ttl == 0 || bounced;
      const struct sluice_out *out = pair_step(&e, &in);
      in.enq_valid = false;
      while (!out->adm_valid) out = pair_step(&e, &in);
      ck_assert_int_eq(out->adm_kind == SLUICE_DROPPED, over || !right);
      dropped += over || !right;
      parity_drops += !over && !right;
      kept += !over && right;
      if (over || !right) continue;
      in.deq_valid = true;
      in.deq_port = PORT;
      in.deq_class = (uint8_t)((ttl0 - ttl) / 2);
      in.deq_cells = 1;
      pair_step(&e, &in);
      in.deq_valid = false;
      for (int i = 0; i < SETTLED; i++) ck_assert(!pair_step(&e, &in)->deq_error);
    }
  for (int i = 0; i < 4 * SETTLED; i++) pair_step(&e, &(struct sluice_in){.tx_ready = true});
  ck_assert(kept + 1 >= classes && parity_drops + 1 >= classes);
  ck_assert_uint_eq(statistic(&e, SLUICE_STAT_PARITY_DROPS, PORT), parity_drops);
  ck_assert_uint_eq(statistic(&e, SLUICE_STAT_PARITY_DROPS, EGRESS), 0);
  ck_assert_uint_eq(statistic(&e, SLUICE_STAT_DROPPED, PORT), dropped);
  ck_assert_uint_eq(pair_out(&e)->loss, 0);
  ck_assert_uint_eq(pair_out(&e)->mon_shared, 0);
  // The buffer is empty: a structural register may change.
  const uint32_t empty[][2] = {{SLUICE_REG_SHARED, SHARED + 1}};
  configure(&e, empty, 1);
  pair_free(&e);
}
END_TEST

// ---- Sizes ----

static bool any_off(const struct sluice_out *out) { return out->queue_off[0] != 0 || out->port_off != 0; }

// Enqueues one-cell packets of a class until a queue or port is off, and dequeues them. Returns the last enqueue.
static struct sluice_in fill_and_drain(struct upstreams *u) {
  struct sluice_in enq = {
      .tx_ready = true, .enq_valid = true, .enq_port = 1, .enq_ttl = 1, .enq_egress = 2, .enq_cells = 1};
  struct sluice_in deq = {.tx_ready = true, .deq_valid = true, .deq_port = 1};
  for (; !any_off(pair_out(&u->e)); deq.deq_cells++) pair_step(&u->e, &enq);
  pair_wait(&u->e, SLUICE_ADMIT_LATENCY);
  deq.deq_class = u->scheme == SLUICE_TTL ? (uint8_t)(u->d->classes - 1) : 0;
  ck_assert(!pair_step(&u->e, &deq)->deq_error);
  return enq;
}

// A packet above MAX_PACKET holds no cells. Whenever it arrives while the buffer drains, the scan ends with every queue
// and port on.
START_TEST(oversized_packet_leaves_nothing_off) {
  static struct upstreams u;
  begin(&u, _i, 0);
  const int bound = sluice_free_bound(u.d);
  for (int after = 0; after < 2 * bound; after++) {
    struct sluice_in large = fill_and_drain(&u);
    large.enq_cells = 2;
    pair_wait(&u.e, after);
    pair_step(&u.e, &large);
    pair_wait(&u.e, 2 * bound);
    if (any_off(pair_out(&u.e)))
      ck_abort_msg("oversized packet %d cycles after the dequeue: a queue or port stays off", after);
  }
  ck_assert_uint_eq(pair_out(&u.e)->loss, 2 * (uint32_t)bound);
  pair_free(&u.e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("promises");
  TCase *promises = tcase_create("promises");
  tcase_set_timeout(promises, 120);
  tcase_add_loop_test(promises, messages_in_time_lose_nothing, 0, RUNS);
  tcase_add_loop_test(promises, messages_too_late_lose_packets_and_are_seen, 0, RUNS);
  tcase_add_loop_test(promises, message_that_is_never_taken, 0, BUILDS);
  tcase_add_loop_test(promises, parity_drops_are_counted, 0, 2 * BUILDS);
  tcase_add_loop_test(promises, oversized_packet_leaves_nothing_off, 0, BUILDS * PAUSING);
  suite_add_tcase(suite, promises);
  return suite_run(suite);
}
