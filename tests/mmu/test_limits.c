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
  select_port(p, last, 1);
  for (int w = 1; w < 4; w++) pair_set(p, SLUICE_REG_PORT_WINDOW + w, 77);
  for (int w = 1; w < 4; w++) ck_assert_uint_eq(read_register(p, SLUICE_REG_PORT_WINDOW + w), 0);
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

int main(void) {
  Suite *suite = suite_create("limits");
  TCase *c = tcase_create("limits");
  tcase_set_timeout(c, 120);
  tcase_add_test(c, registers_of_a_port);
  tcase_add_loop_test(c, each_port_takes_its_own_cells, 0, 4);
  tcase_add_test(c, limits_change_under_traffic);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
