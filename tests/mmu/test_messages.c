// Pause messages and timers against rules of their own: timers by counted bit times, messages by the states of the last
// clocks, and what an upstream holds by joining two MMUs.
//
// The sender is DSH with thresholds of 0: a queue and its port are off while they hold a cell.
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "stimulus.h"

enum {
  BITS_PER_QUANTUM = 512 * 16,  // in sixteenths, as QUANTA_STEP
  VISITS = 5,                   // clocks of a timer's end, beside a round
  HISTORY = 4,                  // clocks that a message may lag behind the states, and one
  IN_FLIGHT = 2,                // messages that are chosen before a state changes
  SETTLED = 16,                 // clocks from an event to its state, and more
  QUIET = 1000,
};

static const struct sluice_dims dims[] = {{4, 8, 18, 63}, {3, 5, 12, 63}};
enum { DIMS = sizeof dims / sizeof dims[0] };

// Lock-step where this program has the RTL.
static struct engine *start(const struct sluice_dims *d) {
  struct engine *e;
  int status = engine_new(&e, ENGINE_BOTH, d, "mmu");
  if (status == ENOTSUP) status = engine_new(&e, ENGINE_MODEL, d, "mmu");
  ck_assert_int_eq(status, 0);
  const struct sluice_in nothing = {0};
  while (!engine_out(e)->ready) ck_assert(engine_step(e, &nothing) != NULL);
  return e;
}

static const struct sluice_out *step(struct engine *e, const struct sluice_in *in) {
  const struct sluice_out *out = engine_step(e, in);
  if (out == NULL) engine_report(e, stdout);
  ck_assert_msg(out != NULL, "RTL and model differ");
  return out;
}

// The registers of the sender, with changes: pairs of register and value, ended by COMMIT, whose clock is not passed.
static void write_registers(struct engine *e, const uint32_t (*regs)[2], bool ready) {
  for (bool last = false; !last; regs++) {
    last = (*regs)[0] == SLUICE_REG_COMMIT;
    step(e, &(struct sluice_in){
                .tx_ready = ready, .cfg_write = true, .cfg_addr = (uint8_t)(*regs)[0], .cfg_wdata = (*regs)[1]});
  }
}

static void configure(struct engine *e, const uint32_t (*changes)[2]) {
  const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_DSH}, {SLUICE_REG_BUFFER, 4000},        {SLUICE_REG_PRIVATE, 0},
      {SLUICE_REG_SHARED, 100},        {SLUICE_REG_HEADROOM, 64},        {SLUICE_REG_LOSSLESS, 0x1f},
      {SLUICE_REG_MAX_PACKET, 1},      {SLUICE_REG_ALPHA, (uint32_t)-7}, {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_REFRESH, 0x7fff},    {SLUICE_REG_QUANTA_STEP, 16},     {SLUICE_REG_COMMIT, 1}};
  for (size_t i = 0; i + 1 < sizeof regs / sizeof regs[0]; i++) {
    const uint32_t one[][2] = {{regs[i][0], regs[i][1]}, {SLUICE_REG_COMMIT, 1}};
    step(e, &(struct sluice_in){
                .tx_ready = true, .cfg_write = true, .cfg_addr = (uint8_t)one[0][0], .cfg_wdata = one[0][1]});
  }
  write_registers(e, changes, true);
  for (int i = 0; i < QUIET; i++) step(e, &(struct sluice_in){.tx_ready = true});
  ck_assert_int_eq(engine_out(e)->cfg_reason, SLUICE_OK);
}

static bool bit(const uint64_t *vector, const struct sluice_dims *d, int port, int cls) {
  int n = port * d->classes + cls;
  return vector[n / 64] >> (n % 64) & 1;
}

// ---- Timers ----

// n quanta are at least n * 512 bit times from the clock of the message, at most one quantum and a round more.
START_TEST(timer_ends_in_time) {
  static const uint32_t steps[] = {16, 512, 1000, 2560, 8192, 10667, 65535};
  const struct sluice_dims *d = &dims[_i % DIMS];
  struct stimulus random = {.rng = (uint64_t)_i + 1};
  struct engine *e = start(d);
  uint32_t per_clock = steps[_i / DIMS];
  configure(e, (const uint32_t[][2]){{SLUICE_REG_QUANTA_STEP, per_clock}, {SLUICE_REG_COMMIT, 1}});
  for (int n = 0; n < 60; n++) {
    struct sluice_in in = {.rx_valid = true, .rx_level = (uint8_t)stimulus_pick(&random, 2)};
    uint64_t quanta = 1 + stimulus_pick(&random, stimulus_pick(&random, 3) == 0 ? 2 + per_clock / 2 : 3);
    if (per_clock > 8192 && stimulus_pick(&random, 8) == 0) quanta = 65535 - stimulus_pick(&random, 3);
    int cls = (int)stimulus_pick(&random, 5);
    in.rx_port = (uint8_t)stimulus_pick(&random, (uint32_t)d->ports);
    in.rx_enable = (uint8_t)(1 << cls);
    for (int c = 0; c < d->classes; c++) in.rx_time[c] = (uint16_t)quanta;
    for (uint32_t i = stimulus_pick(&random, 600); i > 0; i--) step(e, &(struct sluice_in){.tx_ready = true});
    step(e, &in);
    uint64_t bits = per_clock, least = quanta * BITS_PER_QUANTUM;
    uint64_t most = least + BITS_PER_QUANTUM + (uint64_t)(2 * d->ports + VISITS) * per_clock;
    step(e, &(struct sluice_in){.tx_ready = true});  // the gate closes two clocks after the message
    for (bits += per_clock; bit(engine_out(e)->gate, d, in.rx_port, cls); bits += per_clock)
      step(e, &(struct sluice_in){.tx_ready = true});
    ck_assert_msg(bits >= least, "step %u, %llu quanta: ends after %llu bit times / 16, too early", per_clock,
                  (unsigned long long)quanta, (unsigned long long)bits);
    ck_assert_msg(bits <= most, "step %u, %llu quanta: ends after %llu bit times / 16, too late", per_clock,
                  (unsigned long long)quanta, (unsigned long long)bits);
  }
  engine_free(e);
}
END_TEST

// GFC has no timers: those of the scheme before do not stand.
START_TEST(gfc_ends_all_timers) {
  const struct sluice_dims *d = &dims[_i];
  struct engine *e = start(d);
  configure(e, (const uint32_t[][2]){{SLUICE_REG_COMMIT, 1}});
  struct sluice_in in = {.rx_valid = true, .rx_level = 1, .rx_time = {50000, 50000, 50000}};
  step(e, &in);
  in = (struct sluice_in){.rx_valid = true, .rx_enable = 7, .rx_port = 1, .rx_time = {50000, 50000, 50000}};
  step(e, &in);
  step(e, &(struct sluice_in){0});
  ck_assert(bit(engine_out(e)->gate, d, 0, 4) && bit(engine_out(e)->gate, d, 1, 2));
  for (int back = 0; back < 2; back++) {
    const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, back ? SLUICE_DSH : SLUICE_GFC},
                                {SLUICE_REG_PRIVATE, back ? 0 : 50},
                                {SLUICE_REG_STAGE_TOP, 40},
                                {SLUICE_REG_STAGE_BASE, 8},
                                {SLUICE_REG_STAGES, 4 | SLUICE_STAGES_COUNT_LEADING_ZEROS},
                                {SLUICE_REG_CELL_STEP, 32768},
                                {SLUICE_REG_COMMIT, 1}};
    write_registers(e, regs, true);
    for (int i = 0; i < 100; i++) step(e, &(struct sluice_in){.tx_ready = true});
    ck_assert_int_eq(engine_out(e)->cfg_reason, SLUICE_OK);
    ck_assert_uint_eq(engine_out(e)->gate[0], 0);
  }
  engine_free(e);
}
END_TEST

// ---- The sender ----

struct sender {
  struct engine *e;
  const struct sluice_dims *d;
  struct stimulus random;
  uint64_t clock, came[4][8];  // 0: the queue is empty
  uint64_t queues[HISTORY];    // states of the last clocks, the latest first
  uint64_t ports[HISTORY];
  uint64_t since[2][4];   // clock of the first change of a port's queues, or of itself, not yet sent; 0: none
  uint32_t others[2][4];  // messages taken since then
  uint64_t taken[2];      // queue-level and port-level messages
  uint32_t rate;          // one clock in so many takes a message
  bool busy, native;      // events go on; the mode of all messages
};

static void sender_start(struct sender *s, int run, bool native) {
  memset(s, 0, sizeof *s);
  s->d = &dims[run % DIMS];
  s->random.rng = (uint64_t)run + 1;
  s->e = start(s->d);
  s->native = native;
  s->rate = 1;
  configure(s->e, (const uint32_t[][2]){{SLUICE_REG_NATIVE, native}, {SLUICE_REG_COMMIT, 1}});
}

// A cell comes to an empty queue now and then, and stays for a while.
static void sender_events(struct sender *s, struct sluice_in *in, uint32_t classes, uint32_t stay) {
  int p = (int)stimulus_pick(&s->random, (uint32_t)s->d->ports), c = (int)stimulus_pick(&s->random, classes);
  // A port turns on when a visit of the scan finds it empty, and none come meanwhile.
  bool comes = stimulus_pick(&s->random, classes == 1 ? 64 : 1) == 0;
  if (s->came[p][c] == 0 && s->busy && comes) {
    in->enq_valid = true;
    in->enq_port = (uint8_t)p;
    in->enq_class = (uint8_t)c;
    in->enq_cells = 1;
    s->came[p][c] = s->clock;
  }
  p = (int)stimulus_pick(&s->random, (uint32_t)s->d->ports);
  c = (int)stimulus_pick(&s->random, classes);
  if (s->came[p][c] == 0 || s->clock < s->came[p][c] + stay) return;
  in->deq_valid = true;
  in->deq_port = (uint8_t)p;
  in->deq_class = (uint8_t)c;
  in->deq_cells = 1;
  s->came[p][c] = 0;
}

static uint8_t port_bits(const struct sender *s, uint64_t queues, int port) {
  return (uint8_t)(queues >> (port * s->d->classes) & ((1u << s->d->classes) - 1));
}

// What the message says: classes that it pauses.
static uint8_t says(const struct sender *s, const struct sluice_out *out) {
  uint8_t paused = 0;
  for (int c = 0; c < s->d->classes; c++) paused |= (uint8_t)((out->tx_time[c] != 0) << c);
  return paused & out->tx_enable;
}

// A message that is shown says what its port's states were a moment ago.
static void check_message(const struct sender *s, const struct sluice_out *out) {
  bool right = false;
  int p = out->tx_port;
  for (int i = 0; i < HISTORY; i++) {
    uint8_t every = (uint8_t)((1u << s->d->classes) - 1), queues = port_bits(s, s->queues[i], p),
            port = s->ports[i] >> p & 1 ? every : 0;
    right |= says(s, out) == (out->tx_level ? port : s->native ? queues : queues | (port & 0x1f));
  }
  ck_assert_msg(right, "clock %llu: the message for port %d says what has not been so for %d clocks",
                (unsigned long long)s->clock, p, HISTORY);
}

static void note_changes(struct sender *s, const struct sluice_out *out) {
  for (int p = 0; p < s->d->ports; p++) {
    bool queue = port_bits(s, s->queues[0] ^ out->queue_off[0], p) != 0, port = (s->ports[0] ^ out->port_off) >> p & 1;
    bool changed[] = {queue || (port && !s->native), port && s->native};
    for (int level = 0; level < 2; level++)
      if (changed[level] && s->since[level][p] == 0) {
        s->since[level][p] = s->clock;
        s->others[level][p] = 0;
      }
  }
  memmove(s->queues + 1, s->queues, sizeof s->queues - sizeof s->queues[0]);
  memmove(s->ports + 1, s->ports, sizeof s->ports - sizeof s->ports[0]);
  s->queues[0] = out->queue_off[0];
  s->ports[0] = out->port_off;
}

static void note_taken(struct sender *s, const struct sluice_out *out) {
  s->taken[out->tx_level]++;
  uint64_t *since = &s->since[out->tx_level][out->tx_port];
  if (*since != 0 && s->clock >= *since + HISTORY - 1) *since = 0;
  for (int level = 0; level < 2; level++)
    for (int p = 0; p < s->d->ports; p++)
      if (s->since[level][p] != 0) {
        s->others[level][p]++;
        ck_assert_msg(s->others[level][p] <= (uint32_t)(2 * s->d->ports + IN_FLIGHT),
                      "clock %llu: %u messages since the %s state of port %d has changed", (unsigned long long)s->clock,
                      s->others[level][p], level ? "port-level" : "queue-level", p);
      }
}

// One clock of it; what it says in `to`'s inputs, if anything is taken.
static void sender_clock(struct sender *s, struct sluice_in *in, struct sluice_in *to) {
  const struct sluice_out *out = engine_out(s->e);
  s->clock++;
  in->tx_ready = stimulus_pick(&s->random, s->rate) == 0;
  if (out->tx_valid && in->tx_ready && to != NULL) {
    to->rx_valid = true;
    to->rx_port = out->tx_port;
    to->rx_level = out->tx_level;
    to->rx_enable = out->tx_enable;
    memcpy(to->rx_time, out->tx_time, sizeof to->rx_time);
  }
  step(s->e, in);
}

// The states of all ports change faster than messages are taken: each level of each port has its turn.
START_TEST(latest_states_are_sent_within_a_round) {
  static struct sender s;
  sender_start(&s, _i, _i / DIMS % 2);
  s.busy = true;
  for (int n = 0; n < 100000; n++) {
    const struct sluice_out *out = engine_out(s.e);
    struct sluice_in in = {0};
    if (n % 5000 == 0) s.rate = 1 + stimulus_pick(&s.random, 8);
    note_changes(&s, out);
    if (out->tx_valid) check_message(&s, out);
    sender_events(&s, &in, n / 20000 % 2 ? 5 : 1, SETTLED);
    struct sluice_out before = *out;
    sender_clock(&s, &in, NULL);
    if (before.tx_valid && in.tx_ready) note_taken(&s, &before);
  }
  if (s.native) ck_assert_uint_gt(s.taken[1], 100);
  ck_assert_uint_gt(s.taken[0], 5000);
  engine_free(s.e);
}
END_TEST

// Every port's only queue comes and goes in turn, slowly taken: port-level messages alone would fill the port.
START_TEST(levels_take_turns) {
  static struct sender s;
  sender_start(&s, _i, true);
  int ports = s.d->ports, period = 240;  // long enough for the scan to turn on what is empty
  for (int n = 0; n < 100000; n++) {
    struct sluice_in in = {.tx_ready = n % 24 == 0};
    for (int p = 0; p < ports; p++) {
      int phase = (n + p * period / ports) % period;
      if (phase == 0) in.enq_valid = true, in.enq_port = (uint8_t)p, in.enq_cells = 1;
      if (phase == period / 2 && n >= period) in.deq_valid = true, in.deq_port = (uint8_t)p, in.deq_cells = 1;
    }
    const struct sluice_out *out = engine_out(s.e);
    if (out->tx_valid && in.tx_ready) s.taken[out->tx_level]++;
    step(s.e, &in);
  }
  uint64_t all = s.taken[0] + s.taken[1];
  ck_assert_msg(s.taken[0] > all * 2 / 5 && s.taken[1] > all * 2 / 5, "%llu queue-level, %llu port-level messages",
                (unsigned long long)s.taken[0], (unsigned long long)s.taken[1]);
  engine_free(s.e);
}
END_TEST

// A message waits while its queue goes off, on and off again.
START_TEST(waiting_message_follows_the_states) {
  static struct sender s;
  sender_start(&s, _i, _i / DIMS % 2);
  for (int turn = 0; turn < 10; turn++) {
    struct sluice_in in = {
        .enq_port = 2, .enq_class = 3, .enq_cells = 1, .deq_port = 2, .deq_class = 3, .deq_cells = 1};
    in.enq_valid = turn % 2 == 0;
    in.deq_valid = turn % 2 == 1;
    step(s.e, &in);
    for (int i = 0; i < 2 * SETTLED + s.d->ports * s.d->classes; i++) step(s.e, &(struct sluice_in){0});
    const struct sluice_out *out = engine_out(s.e);
    ck_assert(out->tx_valid && out->tx_port == 2);
    ck_assert_int_eq(bit(out->queue_off, s.d, 2, 3), turn % 2 == 0);
    ck_assert_int_eq(out->tx_time[3] != 0, turn % 2 == 0);
  }
  engine_free(s.e);
}
END_TEST

// ---- The sender and its upstream ----

struct pair {
  struct sender s;
  struct engine *upstream;
  struct sluice_in message;  // on its way
};

static void pair_start(struct pair *j, int run, bool native) {
  sender_start(&j->s, run, native);
  j->upstream = start(j->s.d);
  configure(j->upstream, (const uint32_t[][2]){{SLUICE_REG_COMMIT, 1}});
  memset(&j->message, 0, sizeof j->message);
}

static void pair_clock(struct pair *j, struct sluice_in *in) {
  struct sluice_in to = {.tx_ready = true};
  sender_clock(&j->s, in, &to);
  step(j->upstream, &j->message);
  j->message = to;
}

static void pair_free(struct pair *j) {
  engine_free(j->s.e);
  engine_free(j->upstream);
}

// What the sender has off.
static bool off(const struct pair *j, int port, int cls) {
  const struct sluice_out *out = engine_out(j->s.e);
  return bit(out->queue_off, j->s.d, port, cls) || (out->port_off >> port & 1);
}

static void must_hold(const struct pair *j, uint8_t lossless, bool exactly, const char *when) {
  for (int p = 0; p < j->s.d->ports; p++)
    for (int c = 0; c < j->s.d->classes; c++) {
      bool paused = off(j, p, c) && (lossless >> c & 1), shut = bit(engine_out(j->upstream)->gate, j->s.d, p, c);
      ck_assert_msg(shut == paused || (shut && !exactly), "%s, clock %llu: class %d of port %d is %s, its gate %s",
                    when, (unsigned long long)j->s.clock, c, p, paused ? "off" : "on", shut ? "shut" : "open");
    }
}

// In the new mode the upstream holds just what stands, and has held that all the time.
START_TEST(change_of_mode_leaves_nothing_standing) {
  static struct pair j;
  pair_start(&j, _i, _i / DIMS % 2);
  uint8_t lossless = 0x1f;
  for (int turn = 0; turn < 100; turn++) {
    j.s.rate = 1 + stimulus_pick(&j.s.random, 6);
    j.s.busy = turn % 4 != 3;
    for (int n = 0; n < 300; n++) {
      struct sluice_in in = {0};
      if (n < 150) sender_events(&j.s, &in, 5, SETTLED);
      pair_clock(&j, &in);
    }
    must_hold(&j, lossless, true, "at rest");
    // Half of the time while messages of the old mode are under way: late ones of ports that have come on.
    bool moving = stimulus_pick(&j.s.random, 2);
    for (int n = moving ? (int)stimulus_pick(&j.s.random, 60) : 0; n > 0; n--) {
      struct sluice_in in = {0};
      j.s.busy = true;
      sender_events(&j.s, &in, 5, SETTLED);
      pair_clock(&j, &in);
    }
    uint8_t before = lossless;
    lossless = turn % 5 ? 0x1f : 0x15;
    const uint32_t regs[][2] = {
        {SLUICE_REG_NATIVE, stimulus_pick(&j.s.random, 2)}, {SLUICE_REG_LOSSLESS, lossless}, {SLUICE_REG_COMMIT, 1}};
    for (int r = 0; r < 3; r++) {
      if (r == 1 && engine_out(j.s.e)->port_off != 0) lossless = before;  // structural: only while empty
      if (r == 1 && lossless == before) continue;
      struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)regs[r][0], .cfg_wdata = regs[r][1]};
      pair_clock(&j, &in);
    }
    for (int n = 0; n < 400; n++) {
      struct sluice_in in = {0};
      pair_clock(&j, &in);
      if (!moving) must_hold(&j, lossless & before, false, "after a commit");
    }
    ck_assert_int_eq(engine_out(j.s.e)->cfg_reason, SLUICE_OK);
    must_hold(&j, lossless, true, "in the new mode");
  }
  pair_free(&j);
}
END_TEST

// Messages are taken as slowly as REFRESH allows: a standing pause never ends.
START_TEST(standing_pause_never_runs_out) {
  static struct pair j;
  pair_start(&j, _i, _i / DIMS % 2);
  uint32_t per_clock = 1000, refresh = 20, ports = (uint32_t)j.s.d->ports, slow = 0;
  // refresh quanta are a round of messages of `slow` clocks each, and a few clocks.
  slow = (refresh - 1) * BITS_PER_QUANTUM / per_clock / (2 * ports + IN_FLIGHT) - 2;
  const uint32_t regs[][2] = {{SLUICE_REG_QUANTA_STEP, per_clock},
                              {SLUICE_REG_REFRESH, refresh},
                              {SLUICE_REG_PAUSE_TIME, 2 * refresh},
                              {SLUICE_REG_COMMIT, 1}};
  write_registers(j.upstream, regs, true);
  write_registers(j.s.e, regs, true);
  for (int p = 0; p < j.s.d->ports; p++) {
    struct sluice_in in = {.enq_valid = true, .enq_port = (uint8_t)p, .enq_class = (uint8_t)p, .enq_cells = 1};
    for (int i = 0; i < 2; i++) {
      pair_clock(&j, &in);
      in.enq_valid = false;
    }
  }
  for (int n = 0; n < 300; n++) pair_clock(&j, &(struct sluice_in){0});
  for (uint32_t n = 0; n < 40000; n++) {
    j.s.rate = n % slow == 0 || n % slow == slow - 1 + n / 1000 % 2 ? 1 : 1u << 30;
    pair_clock(&j, &(struct sluice_in){0});
    must_hold(&j, 0x1f, true, "standing");
  }
  pair_free(&j);
}
END_TEST

// A level above 0 is repeated every REFRESH quanta, for a message may have been lost; level 0 is said once.
START_TEST(levels_are_repeated) {
  enum { PORT = 2, CLS = 1, CELLS = 40, STAGE = 1, PER_CLOCK = 1000, REFRESH = 20, REPEATS = 50 };
  bool linear = _i / DIMS;
  struct engine *e = start(&dims[_i % DIMS]);
  const uint32_t gfc[][2] = {{SLUICE_REG_SCHEME, linear ? SLUICE_GFC_LINEAR : SLUICE_GFC},
                             {SLUICE_REG_PRIVATE, 100},
                             {SLUICE_REG_SHARED, 0},
                             {SLUICE_REG_HEADROOM, 0},
                             {SLUICE_REG_MAX_PACKET, CELLS},
                             {SLUICE_REG_STAGE_TOP, 64},
                             {SLUICE_REG_STAGE_BASE, 0},
                             {SLUICE_REG_STAGES, 5 | SLUICE_STAGES_COUNT_LEADING_ZEROS},
                             {SLUICE_REG_CELL_STEP, 65536},
                             {SLUICE_REG_ROOM_CLOCKS, 64 << 8},
                             {SLUICE_REG_PAUSE_TIME, 2 * REFRESH},
                             {SLUICE_REG_REFRESH, REFRESH},
                             {SLUICE_REG_QUANTA_STEP, PER_CLOCK},
                             {SLUICE_REG_COMMIT, 1}};
  configure(e, gfc);
  struct sluice_in in = {.tx_ready = true, .enq_valid = true, .enq_port = PORT, .enq_class = CLS, .enq_cells = CELLS};
  uint64_t last = 0, clock = 0;
  for (int seen = 0; seen < REPEATS; clock++) {
    const struct sluice_out *out = step(e, &in);
    in.enq_valid = false;
    ck_assert(clock - last < (REFRESH + 1) * BITS_PER_QUANTUM / PER_CLOCK + SETTLED);
    if (!out->tx_valid) continue;
    ck_assert_uint_eq(out->tx_port, PORT);
    ck_assert_uint_eq(out->tx_time[CLS], linear ? CELLS : STAGE);
    if (seen++ > 1) ck_assert(clock - last >= (REFRESH - 1) * BITS_PER_QUANTUM / PER_CLOCK - SETTLED);
    last = clock;
  }
  in = (struct sluice_in){.tx_ready = true, .deq_valid = true, .deq_port = PORT, .deq_class = CLS, .deq_cells = CELLS};
  int freed = 0;
  for (int i = 0; i < 10 * REFRESH * BITS_PER_QUANTUM / PER_CLOCK; i++) {
    const struct sluice_out *out = step(e, &in);
    in.deq_valid = false;
    freed += out->tx_valid && out->tx_time[CLS] == SLUICE_FREE;
    ck_assert(!out->tx_valid || freed == 1);
  }
  ck_assert_int_eq(freed, 1);
  engine_free(e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("messages");
  TCase *messages = tcase_create("messages");
  tcase_set_timeout(messages, 300);
  tcase_add_loop_test(messages, timer_ends_in_time, 0, 7 * DIMS);
  tcase_add_loop_test(messages, gfc_ends_all_timers, 0, DIMS);
  tcase_add_loop_test(messages, latest_states_are_sent_within_a_round, 0, 4 * DIMS);
  tcase_add_loop_test(messages, levels_take_turns, 0, DIMS);
  tcase_add_loop_test(messages, waiting_message_follows_the_states, 0, 2 * DIMS);
  tcase_add_loop_test(messages, change_of_mode_leaves_nothing_standing, 0, 4 * DIMS);
  tcase_add_loop_test(messages, standing_pause_never_runs_out, 0, 2 * DIMS);
  tcase_add_loop_test(messages, levels_are_repeated, 0, 2 * DIMS);
  suite_add_tcase(suite, messages);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
