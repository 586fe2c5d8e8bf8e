// Limits per port (PORT_LIMITS) in cases with results by hand from [spec 16]: the registers, the cells that each port
// takes, and new limits of a port while another port has traffic. RTL and model run in lock-step.
// `make test T=limits` repeats it.
#include <check.h>
#include <string.h>

#include "tests/mmu/pair.h"
#include "tests/suite.h"

static const char test[] = "make test T=limits";

// The variants of this program with PORT_LIMITS: calls check for each.
static void each_variant(void (*check)(struct pair *p)) {
  int found = 0;
  for (int n = 0; n < pair_variants(); n++) {
    const struct sluice_dims dims = pair_dims(n);
    if (!dims.port_limits) continue;
    struct pair p = pair_ready(&dims, test, 1);
    check(&p);
    pair_free(&p);
    found++;
  }
  ck_assert_int_gt(found, 0);
}

static uint32_t read_register(struct pair *p, int reg) {
  pair_step(p, &(struct sluice_in){.cfg_read = true, .cfg_addr = (uint8_t)reg});
  pair_wait(p, SLUICE_READ_LATENCY - 1);
  ck_assert(pair_out(p)->cfg_rvalid);
  return pair_out(p)->cfg_rdata;
}

static void select_port(struct pair *p, int port, int page) {
  pair_set(p, SLUICE_REG_PORT_SELECT, (uint32_t)(port + 64 * page));
}

static void set_limit(struct pair *p, int port, enum sluice_limit limit, uint32_t value) {
  select_port(p, port, limit / 4);
  pair_set(p, SLUICE_REG_PORT_WINDOW + limit % 4, value);
}

static uint32_t get_limit(struct pair *p, int port, enum sluice_limit limit) {
  select_port(p, port, limit / 4);
  return read_register(p, SLUICE_REG_PORT_WINDOW + limit % 4);
}

// Packets of one cell. Only class 0 is lossless.
static void common(struct pair *p, enum sluice_scheme scheme, uint32_t buffer) {
  const struct {
    int reg;
    uint32_t value;
  } set[] = {{SLUICE_REG_SCHEME, scheme},  {SLUICE_REG_BUFFER, buffer},  {SLUICE_REG_PRIVATE, 1},
             {SLUICE_REG_SHARED, 2},       {SLUICE_REG_HEADROOM, 1},     {SLUICE_REG_LOSSLESS, 1},
             {SLUICE_REG_MAX_PACKET, 1},   {SLUICE_REG_XOFF, 1},         {SLUICE_REG_PAUSE_TIME, 0xffff},
             {SLUICE_REG_REFRESH, 0x7fff}, {SLUICE_REG_QUANTA_STEP, 64}, {SLUICE_REG_HEADROOM_POOL, 0},
             {SLUICE_REG_PORT_HEADROOM, 1}};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) pair_set(p, set[i].reg, set[i].value);
}

// ---- registers ----

static void registers(struct pair *p) {
  const int ports = p->dims.ports, last = ports - 1;
  common(p, SLUICE_STATIC, 200);
  ck_assert_uint_eq(get_limit(p, last, SLUICE_LIMIT_PRIVATE), 1);  // that of all ports
  set_limit(p, last, SLUICE_LIMIT_PRIVATE, 5);
  set_limit(p, last, SLUICE_LIMIT_PORT_HEADROOM, 6);
  pair_set(p, SLUICE_REG_PRIVATE, 2);
  ck_assert_uint_eq(get_limit(p, last, SLUICE_LIMIT_PRIVATE), 5);
  const bool pool = sluice_register_built(&p->dims, SLUICE_REG_PORT_HEADROOM);  // else there is no such limit
  ck_assert_uint_eq(get_limit(p, last, SLUICE_LIMIT_PORT_HEADROOM), pool ? 6 : 0);
  ck_assert_uint_eq(get_limit(p, last, SLUICE_LIMIT_HEADROOM), 1);
  if (last > 0) ck_assert_uint_eq(get_limit(p, 0, SLUICE_LIMIT_PRIVATE), 2);
  ck_assert_uint_eq(read_register(p, SLUICE_REG_PRIVATE), 2);
  // A port and limits that do not exist
  select_port(p, ports, 0);
  ck_assert_uint_eq(read_register(p, SLUICE_REG_PORT_SELECT), (uint32_t)ports);
  for (int w = 0; w < 4; w++) pair_set(p, SLUICE_REG_PORT_WINDOW + w, 77);
  for (int w = 0; w < 4; w++) ck_assert_uint_eq(read_register(p, SLUICE_REG_PORT_WINDOW + w), 0);
  for (int port = 0; port < ports; port++) {
    ck_assert_uint_eq(get_limit(p, port, SLUICE_LIMIT_PRIVATE), port == last ? 5 : 2);
    ck_assert_uint_eq(get_limit(p, port, SLUICE_LIMIT_XON), 0);
  }
  // A refused commit names the port, and the value stays.
  set_limit(p, last, SLUICE_LIMIT_HEADROOM, 0);
  ck_assert_int_eq(pair_commit(p), SLUICE_BAD_HEADROOM);
  const uint32_t status = read_register(p, SLUICE_REG_STATUS);
  ck_assert_uint_eq(status & SLUICE_STATUS_AT_PORT, SLUICE_STATUS_AT_PORT);
  ck_assert_uint_eq((status & SLUICE_STATUS_PORT) >> 8, (uint32_t)last);
  ck_assert_uint_eq(get_limit(p, last, SLUICE_LIMIT_HEADROOM), 0);
  set_limit(p, last, SLUICE_LIMIT_HEADROOM, 3);
  set_limit(p, 0, SLUICE_LIMIT_XOFF, 4);
  set_limit(p, 0, SLUICE_LIMIT_XON, 5);
  ck_assert_int_eq(pair_commit(p), SLUICE_BAD_XON);
  ck_assert_uint_eq(read_register(p, SLUICE_REG_STATUS) & SLUICE_STATUS_PORT, 0);
  set_limit(p, 0, SLUICE_LIMIT_XON, 4);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  ck_assert_uint_eq(read_register(p, SLUICE_REG_STATUS), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  // The pools: PRIVATE of every queue, HEADROOM of the lossless class of every port, SHARED
  const uint32_t classes = (uint32_t)p->dims.classes;
  uint32_t pools = 2;
  for (int port = 0; port < ports; port++) pools += classes * (port == last ? 5 : 2) + (port == last ? 3 : 1);
  pair_set(p, SLUICE_REG_BUFFER, pools - 1);
  ck_assert_int_eq(pair_commit(p), SLUICE_BAD_POOLS);
  ck_assert_uint_eq(read_register(p, SLUICE_REG_STATUS) & SLUICE_STATUS_AT_PORT, 0);
  pair_set(p, SLUICE_REG_BUFFER, pools);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
}

START_TEST(registers_of_a_port) { each_variant(registers); }
END_TEST

// ---- what a port takes ----

enum { APART = 120 };  // cycles between packets, longer than a round of the scan of the variants here

static enum sluice_admission packet(struct pair *p, int port, int cls) {
  pair_step(
      p, &(struct sluice_in){.enq_valid = true, .enq_port = (uint8_t)port, .enq_class = (uint8_t)cls, .enq_cells = 1});
  pair_wait(p, SLUICE_ADMIT_LATENCY - 1);
  ck_assert(pair_out(p)->adm_valid);
  const enum sluice_admission kind = (enum sluice_admission)pair_out(p)->adm_kind;
  pair_wait(p, APART);
  return kind;
}

// Port k has k + 1 private cells and 2 k + 1 cells of headroom. SHP: the headroom is the port's own.
static void takes(struct pair *p, enum sluice_scheme scheme) {
  common(p, scheme, 0);
  uint32_t pools = 2;
  for (int port = 0; port < p->dims.ports; port++) {
    const uint32_t phi = (uint32_t)port + 1, eta = 2 * (uint32_t)port + 1;
    set_limit(p, port, SLUICE_LIMIT_PRIVATE, phi);
    set_limit(p, port, SLUICE_LIMIT_HEADROOM, eta);
    set_limit(p, port, SLUICE_LIMIT_PORT_HEADROOM, eta);
    pools += (uint32_t)p->dims.classes * phi + eta;
  }
  pair_set(p, SLUICE_REG_BUFFER, pools);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  uint32_t shared = 0;
  for (int port = p->dims.ports - 1; port >= 0; port--) {
    uint32_t count[SLUICE_DROPPED + 1] = {0};
    while (count[SLUICE_REFUSED] == 0) count[packet(p, port, 0)]++;
    ck_assert_uint_eq(count[SLUICE_PRIVATE], (uint32_t)port + 1);
    ck_assert_uint_eq(count[SLUICE_HEADROOM], 2 * (uint32_t)port + 1);
    shared += count[SLUICE_SHARED];
  }
  ck_assert_uint_le(shared, 2);
}

START_TEST(each_port_takes_its_own_cells) {
  static const enum sluice_scheme schemes[] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH, SLUICE_SHP};
  for (int n = 0; n < pair_variants(); n++) {
    const struct sluice_dims dims = pair_dims(n);
    if (!dims.port_limits || !(dims.schemes >> schemes[_i] & 1) || dims.ports > 8) continue;
    struct pair p = pair_ready(&dims, test, 1);
    takes(&p, schemes[_i]);
    pair_free(&p);
  }
}
END_TEST

// ---- new limits under traffic ----

// Port 1 holds cells and gets packets all the time. PRIVATE of port 0 changes between 0 and 1 while a packet arrives at
// port 0 in cycle T + offset, where the commit ends in cycle T: up to T - 2 it is refused, and the packet sees the old
// limit; later it is taken, and the packet sees the new one.
static void changes(struct pair *p) {
  if (p->dims.ports < 2) return;
  const int latency = sluice_commit_latency(&p->dims);
  common(p, SLUICE_SIH, 250);
  set_limit(p, 0, SLUICE_LIMIT_PRIVATE, 0);
  set_limit(p, 1, SLUICE_LIMIT_PRIVATE, 3);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  ck_assert_int_eq(packet(p, 1, 0), SLUICE_PRIVATE);
  uint32_t now = 0;
  for (int offset = 2 - latency; offset <= 2; offset++) {
    set_limit(p, 0, SLUICE_LIMIT_PRIVATE, 1 - now);
    const bool taken = offset >= -1;
    for (int cycle = 1 - latency; cycle <= SLUICE_ADMIT_LATENCY + 2; cycle++) {  // 1 - latency: COMMIT
      struct sluice_in in = {.tx_ready = true};
      if (cycle == 1 - latency)
        in = (struct sluice_in){.cfg_write = true, .cfg_addr = SLUICE_REG_COMMIT, .tx_ready = true};
      if (cycle == offset) {
        in.enq_valid = true;
        in.enq_cells = 1;
      } else if (cycle % 8 == 0) {
        in.enq_valid = in.deq_valid = true;
        in.enq_port = in.deq_port = 1;
        in.enq_cells = in.deq_cells = 1;
      }
      const struct sluice_out *out = pair_step(p, &in);
      if (cycle == 0) ck_assert_int_eq(out->cfg_reason, taken ? SLUICE_OK : SLUICE_BUSY);
      if (cycle == 0 && taken) now = 1 - now;
      if (cycle == offset + SLUICE_ADMIT_LATENCY - 1)
        ck_assert_int_eq(out->adm_kind, now == 1 ? SLUICE_PRIVATE : SLUICE_SHARED);
    }
    pair_step(p, &(struct sluice_in){.deq_valid = true, .deq_cells = 1, .tx_ready = true});
    pair_wait(p, APART);
    if (!taken) {  // later it is taken
      ck_assert_int_eq(pair_commit(p), SLUICE_OK);
      now = 1 - now;
    }
  }
  // A port that holds a cell does not take a limit; limits of others, and XOFF, change nothing there.
  ck_assert_int_ne(packet(p, 0, 0), SLUICE_REFUSED);
  set_limit(p, 0, SLUICE_LIMIT_XOFF, 2);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  set_limit(p, 0, SLUICE_LIMIT_HEADROOM, 2);
  ck_assert_int_eq(pair_commit(p), SLUICE_BUSY);
  pair_step(p, &(struct sluice_in){.deq_valid = true, .deq_cells = 1, .tx_ready = true});
  pair_wait(p, APART);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
}

START_TEST(limits_change_under_traffic) { each_variant(changes); }
END_TEST

// ---- rates ----

// Port k has quanta of 8, 16, 32 or 64 cycles. All ports start with quanta of 8.
enum { FASTEST = 1024, STEPS_PER_QUANTUM = 512 * 16 };

static uint32_t step_of(int port) { return FASTEST >> port % 4; }
static int quantum_of(int port) { return STEPS_PER_QUANTUM / (int)step_of(port); }

// Cycles that a pause may last too long: a quantum and three rounds of visits [spec 5, 16].
static int late(const struct pair *p, int quantum) {
  int round = 4;
  while (round < p->dims.ports) round *= 2;
  return quantum + 3 * round + 5;
}

static bool closed(const struct pair *p, int port, int cls) {
  const int bit = port * p->dims.classes + cls;
  return pair_out(p)->gate[bit / 64] >> bit % 64 & 1;
}

// The downstream of a port pauses class 0, or with PAUSE all classes.
static void receive(struct pair *p, int port, uint8_t level, uint16_t quanta) {
  struct sluice_in in = {
      .rx_valid = true, .rx_port = (uint8_t)port, .rx_level = level, .rx_enable = 1, .tx_ready = true};
  in.rx_time[0] = quanta;
  pair_step(p, &in);
}

// Steps until the gate of class 0 is open. Returns the cycles since the message.
static int length(struct pair *p, int port) {
  int cycles = 1;
  for (; cycles <= SLUICE_GATE_LATENCY || closed(p, port, 0); cycles++) pair_wait(p, 1);
  return cycles;
}

static void pauses(struct pair *p) {
  common(p, SLUICE_SIH, 250);
  pair_set(p, SLUICE_REG_QUANTA_STEP, FASTEST);
  for (int port = 0; port < p->dims.ports; port++) set_limit(p, port, SLUICE_LIMIT_QUANTA_STEP, step_of(port));
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  for (int port = 0; port < p->dims.ports; port++)
    for (int turn = 0; turn < 24; turn++) {
      const int quantum = quantum_of(port), quanta = turn % 3 == 0 ? 1 : turn % 3 == 1 ? 2 : 37;
      pair_wait(p, turn);
      receive(p, port, turn % 2 == 0 ? SLUICE_LEVEL_CLASSES : SLUICE_LEVEL_PAUSE, (uint16_t)quanta);
      const int cycles = length(p, port);
      ck_assert_int_ge(cycles, quanta * quantum);
      ck_assert_int_le(cycles, quanta * quantum + late(p, quantum));
    }
  // A link that gets slower: the quanta that are left are long ones.
  const int before = 800;
  set_limit(p, 0, SLUICE_LIMIT_QUANTA_STEP, FASTEST / 2);
  receive(p, 0, SLUICE_LEVEL_CLASSES, 200);
  pair_wait(p, before - 1 - sluice_commit_latency(&p->dims));
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  const int cycles = before + length(p, 0), whole = before + (200 - before / 8) * 16;
  ck_assert_int_ge(cycles, whole - late(p, 8));
  ck_assert_int_le(cycles, whole + late(p, 16));
  // No port is faster than the common register says, and time passes at every port.
  const int last = p->dims.ports - 1;
  for (int i = 0; i < 2; i++) {
    set_limit(p, last, SLUICE_LIMIT_QUANTA_STEP, i == 0 ? FASTEST + 1 : 0);
    ck_assert_int_eq(pair_commit(p), SLUICE_BAD_TIMES);
    ck_assert_uint_eq((read_register(p, SLUICE_REG_STATUS) & SLUICE_STATUS_PORT) >> 8, (uint32_t)last);
  }
}

// Until the cycle after ready, the quanta of the ports are not cleared, and messages are ignored.
START_TEST(messages_before_ready_are_ignored) {
  for (int n = 0; n < pair_variants(); n++) {
    const struct sluice_dims dims = pair_dims(n);
    if (!dims.port_limits) continue;
    for (uint64_t seed = 1; seed <= 4; seed++) {
      struct pair p = pair_new(&dims, test, seed);
      for (int port = 0; !pair_out(&p)->ready; port = (port + 1) % dims.ports) receive(&p, port, SLUICE_LEVEL_PAUSE, 1);
      pair_wait(&p, SLUICE_GATE_LATENCY);
      for (int port = 0; port < dims.ports; port++) ck_assert(!closed(&p, port, 0));
      receive(&p, 0, SLUICE_LEVEL_PAUSE, 1);
      pair_wait(&p, SLUICE_GATE_LATENCY);
      ck_assert(closed(&p, 0, 0));
      pair_free(&p);
    }
  }
}
END_TEST

START_TEST(each_port_has_its_own_quanta) { each_variant(pauses); }
END_TEST

// GFC: cells that leave port 0 and the last port, always as soon as the gate is open, at half of the rate of the port.
// The last port has an eighth of the rate of port 0.
static void limits_rates(struct pair *p, bool linear) {
  enum { D = 64, CYCLES = 200000, CELLS = 64, CYCLES_PER_CELL = 4, SLOW = 8 };
  const int last = p->dims.ports - 1;
  common(p, linear ? SLUICE_GFC_LINEAR : SLUICE_GFC, (uint32_t)(p->dims.ports * p->dims.classes) * D);
  const uint32_t set[][2] = {{SLUICE_REG_PRIVATE, D},
                             {SLUICE_REG_SHARED, 0},
                             {SLUICE_REG_HEADROOM, 0},
                             {SLUICE_REG_STAGES, 17},
                             {SLUICE_REG_STAGE_TOP, D},
                             {SLUICE_REG_STAGE_BASE, 0},
                             {SLUICE_REG_CELL_STEP, 65536 / CYCLES_PER_CELL},
                             {SLUICE_REG_DRAIN_CYCLES, D * CYCLES_PER_CELL << 8},
                             {SLUICE_REG_MAX_PACKET, CELLS}};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) pair_set(p, (int)set[i][0], set[i][1]);
  set_limit(p, last, SLUICE_LIMIT_CELL_STEP, 65536 / CYCLES_PER_CELL / SLOW);
  set_limit(p, last, SLUICE_LIMIT_DRAIN_CYCLES, D * CYCLES_PER_CELL * SLOW << 8);
  ck_assert_int_eq(pair_commit(p), SLUICE_OK);
  for (int k = 0; k < 2; k++) {
    const int port = k == 0 ? 0 : last;
    receive(p, port, SLUICE_LEVEL_CLASSES, linear ? D / 2 : 1);
    int cells = 0;
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      struct sluice_in in = {.tx_ready = true, .snd_valid = !closed(p, port, 0) && cycle % 8 == 0};
      in.snd_port = (uint8_t)port;
      in.snd_cells = CELLS;
      cells += in.snd_valid ? CELLS : 0;
      pair_step(p, &in);
    }
    const double want = CYCLES / 2.0 / CYCLES_PER_CELL / (port == last ? SLOW : 1);
    ck_assert_double_eq_tol(cells, want, want / 100 + 2 * CELLS);
    receive(p, port, SLUICE_LEVEL_CLASSES, 0);
  }
  set_limit(p, last, linear ? SLUICE_LIMIT_DRAIN_CYCLES : SLUICE_LIMIT_CELL_STEP, 0);
  ck_assert_int_eq(pair_commit(p), SLUICE_BAD_STAGES);
  ck_assert_uint_eq((read_register(p, SLUICE_REG_STATUS) & SLUICE_STATUS_PORT) >> 8, (uint32_t)last);
}

START_TEST(each_port_has_its_own_rate) {
  for (int n = 0; n < pair_variants(); n++) {
    const struct sluice_dims dims = pair_dims(n);
    if (!dims.port_limits || !(dims.schemes >> (_i == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR) & 1)) continue;
    struct pair p = pair_ready(&dims, test, 1);
    limits_rates(&p, _i == 1);
    pair_free(&p);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("limits");
  TCase *c = tcase_create("limits");
  tcase_set_timeout(c, 120);
  tcase_add_test(c, registers_of_a_port);
  tcase_add_loop_test(c, each_port_takes_its_own_cells, 0, 4);
  tcase_add_test(c, limits_change_under_traffic);
  tcase_add_test(c, each_port_has_its_own_quanta);
  tcase_add_test(c, messages_before_ready_are_ignored);
  tcase_add_loop_test(c, each_port_has_its_own_rate, 0, 2);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
