// The host of a switch under test, with its registers and counters, and pause messages from downstream.
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/switch_shim.h"
#include "tests/switch/bench.h"

// ---- the host ----

void bench_write(struct bench *b, uint16_t addr, uint32_t value) {
  axil_write(&b->in, addr, value);
  for (int i = 0; i < BENCH_ACCESS_CYCLES && !b->out.bvalid; i++) bench_step(b);
  ck_assert_msg(b->out.bvalid, "write to %04x: no response", addr);
  axil_end(&b->in);
  bench_step(b);
}

uint32_t bench_read(struct bench *b, uint16_t addr) {
  axil_read(&b->in, addr);
  for (int i = 0; i < BENCH_ACCESS_CYCLES && !b->out.rvalid; i++) bench_step(b);
  ck_assert_msg(b->out.rvalid, "read of %04x: no response", addr);
  axil_end(&b->in);
  uint32_t value = b->out.rdata;
  bench_step(b);
  return value;
}

uint32_t bench_configure(struct bench *b, const uint32_t *regs) {
  b->lossless = (uint8_t)regs[SLUICE_REG_LOSSLESS];
  for (int r = 0; r < SLUICE_REGS; r++) bench_write(b, (uint16_t)(4 * r), regs[r]);
  bench_write(b, 4 * SLUICE_REG_COMMIT, 1);
  return bench_read(b, 4 * SLUICE_REG_STATUS);
}

void bench_pause(struct bench *b, int port, uint8_t enable, uint16_t time) {
  b->in.rx_valid = true;
  b->in.rx_port = (uint8_t)port;
  b->in.rx_enable = enable;
  for (int c = 0; c < SWITCH_MAX_CLASSES; c++) b->in.rx_time[c] = time;
  for (int c = 0; c < b->shim->dims.classes; c++)
    b->counts[port][32 + c] += (enable >> c & 1) && time != 0 && b->in.link_up >> port & 1;
  bench_step(b);
  b->in.rx_valid = false;
}

void bench_compare_counters(struct bench *b) {
  for (int p = 0; p < b->shim->dims.ports; p++)
    for (int k = 0; k < SLUICE_SWITCH_COUNTERS; k++) {
      const uint16_t addr = (uint16_t)sluice_switch_counter_address(p, k);
      uint64_t value = bench_read(b, addr);
      value |= (uint64_t)bench_read(b, (uint16_t)(addr + 4)) << 32;
      if (value != b->counts[p][k])
        ck_abort_msg("cycle %" PRIu64 ", port %d, counter %d: expected %" PRIu64 ", got %" PRIu64, b->cycle, p, k,
                     b->counts[p][k], value);
    }
}

void bench_watch(struct bench *b, uint32_t ports, int action, bool rule, uint32_t detection, uint32_t restoration) {
  const uint32_t values[] = {2, 128, detection, restoration, 0x5555u * (uint32_t)action | (uint32_t)rule << 16};
  bench_write(b, SLUICE_SWITCH_REG_WRITE_PORTS, ports);
  for (uint16_t i = 0; i < 5; i++) bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_WATCHDOG_CLOCK + 4 * i), values[i]);
  bench_write(b, SLUICE_SWITCH_REG_WRITE_PORTS, BENCH_ALL_PORTS);
  for (int p = 0; p < SWITCH_MAX_PORTS; p++)
    if (ports >> p & 1) b->action[p] = action;
}

// ---- frames ----

// The frames of a switch under test.

uint64_t bench_random(struct bench *b, uint64_t below) {
  static const uint64_t multiplier = 0x2545f4914f6cdd1d;
  b->seed ^= b->seed >> 12;
  b->seed ^= b->seed << 25;
  b->seed ^= b->seed >> 27;
  return (b->seed * multiplier >> 32) % below;
}

struct frame *bench_frame(struct bench *b, int in, int egress, int cls, int length) {
  struct frame *f = calloc(1, sizeof *f);
  ck_assert_ptr_nonnull(f);
  f->sent = malloc((size_t)length + 64);
  f->expected = malloc((size_t)length + 64);
  ck_assert(f->sent != NULL && f->expected != NULL);
  f->in = in;
  f->egress = egress;
  f->cls = cls;
  f->length = length;
  for (int i = 0; i < length + 64; i++) f->sent[i] = (uint8_t)bench_random(b, 256);
  const uint8_t header[18] = {2, 0, 0,           0,    0, (uint8_t)egress,     2, 0,    0,
                              0, 1, (uint8_t)in, 0x81, 0, (uint8_t)(cls << 5), 1, 0x88, 0xb5};
  memcpy(f->sent, header, sizeof header);
  memcpy(f->expected, f->sent, (size_t)length);
  return f;
}

// ---- ECN ----

// The reference of ECN marking, from docs/hardware/switch-functions.md. It shares nothing with model or RTL.

enum { JOIN_CYCLES = 4, MARKED = 64, MARKED_BYTES = 72 };

void bench_sum_up(uint8_t *ip) {
  uint32_t sum = 0;
  ip[10] = ip[11] = 0;
  for (int i = 0; i < 4 * (ip[0] & 15); i += 2) sum += (uint32_t)(ip[i] << 8 | ip[i + 1]);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  ip[10] = (uint8_t)(~sum >> 8);
  ip[11] = (uint8_t)~sum;
}

static void write_ecn(struct bench *b, uint32_t ports, const struct bench_ecn *ecn) {
  bench_write(b, SLUICE_SWITCH_REG_WRITE_PORTS, ports);
  for (int c = 0; c < b->shim->dims.classes; c++) {
    const uint32_t slope = ecn->slope | (ecn->enable ? UINT32_C(1) << 31 : 0);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_ECN_KMIN + 4 * c), ecn->kmin);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_ECN_KMAX + 4 * c), ecn->kmax);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_ECN_SLOPE + 4 * c), slope);
  }
  bench_write(b, SLUICE_SWITCH_REG_WRITE_PORTS, BENCH_ALL_PORTS);
}

uint32_t bench_write_ecn(struct bench *b, struct bench_ecn ecn, uint16_t seed) {
  struct bench_ecn same[SWITCH_MAX_PORTS];
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) same[p] = ecn;
  return bench_write_port_ecn(b, same, seed);
}

uint32_t bench_write_port_ecn(struct bench *b, const struct bench_ecn *ecn, uint16_t seed) {
  write_ecn(b, BENCH_ALL_PORTS, &ecn[0]);
  for (int p = 1; p < b->shim->dims.ports; p++)
    if (memcmp(&ecn[p], &ecn[0], sizeof *ecn) != 0) write_ecn(b, 1u << p, &ecn[p]);
  bench_write(b, SLUICE_SWITCH_REG_ECN_SEED, seed);
  bench_write(b, 4 * SLUICE_REG_COMMIT, 1);
  const uint32_t mmu = bench_read(b, 4 * SLUICE_REG_STATUS), status = bench_read(b, SLUICE_SWITCH_REG_STATUS);
  if (status != SLUICE_SWITCH_STATUS_READY) return status;
  ck_assert_uint_ne(mmu & SLUICE_STATUS_ACTIVE, 0);
  for (int p = 0; p < b->shim->dims.ports; p++)
    for (int c = 0; c < b->shim->dims.classes; c++) b->ecn[p][c] = ecn[b->shim->dims.port_limits ? p : 0];
  b->random = seed > 0 ? seed : 1;
  return status;
}

static uint32_t cells_of(const struct bench *b, const struct frame *f) {
  return (uint32_t)((f->length + b->shim->dims.cell - 1) / b->shim->dims.cell);
}

void bench_ecn_begins(struct bench *b, struct frame *f) {
  const int cls = b->out.begin_class;
  const struct bench_ecn *e = &b->ecn[b->out.begin_port][cls];
  const uint32_t random = b->random;
  for (int i = 0; i < 16; i++)
    b->random = (uint16_t)(2 * b->random + __builtin_parity(b->random & 0xd008));  // x^16 + x^15 + x^13 + x^4 + 1
  if (!e->enable || f->ip == 0) return;
  uint32_t q = 0;
  for (const struct frame *w = b->queues[b->out.begin_port][cls].first; w != NULL; w = w->next)
    if (w->joined + JOIN_CYCLES <= b->cycle) q += cells_of(b, w);
  if (q <= e->kmin || (q <= e->kmax && random >= (uint64_t)(q - e->kmin) * e->slope / 256)) return;
  uint8_t *ip = f->expected + f->ip;
  const int shift = ip[0] >> 4 == 4 ? 0 : 4, ecn = ip[1] >> shift & 3;
  if (ecn != 1 && ecn != 2) return;
  ip[1] |= (uint8_t)(3 << shift);
  if (shift == 0) bench_sum_up(ip);
  f->marked = true;
}

void bench_ecn_ends(struct bench *b, int port, const struct frame *f) {
  if (!f->marked) return;
  b->counts[port][MARKED + b->out.end_class[port]]++;
  b->counts[port][MARKED_BYTES + b->out.end_class[port]] += (uint64_t)f->length;
}
