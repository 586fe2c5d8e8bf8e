// The reference of ECN marks, docs/hardware/switch-functions.md. It shares nothing with the switch's model or the RTL.
#include <check.h>

#include "tests/switch/bench.h"

enum { JOIN_CYCLES = 4, MARKED = 64, MARKED_BYTES = 72 };

void bench_sum_up(uint8_t *ip) {
  uint32_t sum = 0;
  ip[10] = ip[11] = 0;
  for (int i = 0; i < 4 * (ip[0] & 15); i += 2) sum += (uint32_t)(ip[i] << 8 | ip[i + 1]);
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  ip[10] = (uint8_t)(~sum >> 8);
  ip[11] = (uint8_t)~sum;
}

uint32_t bench_write_ecn(struct bench *b, struct bench_ecn ecn, uint16_t seed) {
  for (int c = 0; c < b->shim->dims.classes; c++) {
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_ECN_KMIN + 4 * c), ecn.kmin);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_ECN_KMAX + 4 * c), ecn.kmax);
    bench_write(b, (uint16_t)(SLUICE_SWITCH_REG_ECN_SLOPE + 4 * c), ecn.slope | (ecn.enable ? UINT32_C(1) << 31 : 0));
  }
  bench_write(b, SLUICE_SWITCH_REG_ECN_SEED, seed);
  bench_write(b, 4 * SLUICE_REG_COMMIT, 1);
  const uint32_t mmu = bench_read(b, 4 * SLUICE_REG_STATUS), status = bench_read(b, SLUICE_SWITCH_REG_STATUS);
  if (status != SLUICE_SWITCH_STATUS_READY) return status;
  ck_assert_uint_ne(mmu & SLUICE_STATUS_ACTIVE, 0);
  for (int c = 0; c < b->shim->dims.classes; c++) b->ecn[c] = ecn;
  b->random = seed > 0 ? seed : 1;
  return status;
}

static uint32_t cells_of(const struct bench *b, const struct frame *f) {
  return (uint32_t)((f->length + b->shim->dims.cell - 1) / b->shim->dims.cell);
}

void bench_ecn_begins(struct bench *b, struct frame *f) {
  const int cls = b->out.begin_class;
  const struct bench_ecn *e = &b->ecn[cls];
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
