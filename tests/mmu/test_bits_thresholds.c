// Compares RTL and model in lock-step, or runs the model alone: T for each exponent of alpha and each bit of the free
// pool, and each bit of a threshold of TTL and of the share of a lossy class. A failure prints its seed and the command
// build/test_bits_thresholds.
#include <check.h>
#include <math.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum {
  THRESHOLD_TURNS = 24,
  MOST_PACKETS = 256,  // largest number of packets that fit a class
};

static const char test[] = "build/test_bits_thresholds";

// ---- T of an empty buffer ----

static uint32_t most_cells(const struct sluice_dims *d) { return (UINT32_C(1) << d->width) - 1; }

// Commits an empty buffer with `shared` cells, one cell of headroom per group, and compares the thresholds with alpha
// times these cells.
static void expect_alpha_times(struct pair *p, uint32_t *regs, const struct sluice_dims *d, int alpha,
                               uint32_t shared) {
  const double max = most_cells(d), t = fmin(floor(ldexp(shared, alpha)), max);
  const bool dsh = regs[SLUICE_REG_SCHEME] == SLUICE_DSH;
  regs[SLUICE_REG_ALPHA] = regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)alpha;
  regs[SLUICE_REG_SHARED] = shared;
  pair_wait(p, 32 + d->ports * d->classes);  // at rest again
  ck_assert_int_eq(pair_configure(p, regs), SLUICE_OK);
  pair_wait(p, 4);
  const struct sluice_out *out = pair_out(p);
  // With PORT_LIMITS the thresholds are those of a port without headroom.
  const double xqoff = dsh && !d->port_limits ? fmax(t - 1, 0) : t,
               xpoff = d->schemes >> SLUICE_DSH & 1 ? fmin(t * d->classes, max) : 0;
  if (out->mon_xqoff != xqoff || out->mon_xpoff != xpoff)
    ck_abort_msg("W = %d, alpha 2^%d, %u cells free: expected thresholds %.0f and %.0f, got %u and %u", d->width, alpha,
                 shared, xqoff, xpoff, out->mon_xqoff, out->mon_xpoff);
}

// The last product that fits a counter and the first that does not, the first of a cell, an empty and a full pool, and
// each bit of the free pool.
START_TEST(every_exponent_of_alpha) {
  const struct sluice_dims dims = pair_dims(_i / 2);
  const int scheme = _i % 2 == 0 ? SLUICE_SIH : SLUICE_DSH;
  if (!(dims.schemes >> scheme & 1)) SUITE_SKIP;
  const uint32_t groups = (uint32_t)dims.ports * (uint32_t)(scheme == SLUICE_DSH ? 1 : dims.classes);
  const uint32_t most = most_cells(&dims), full = most - groups;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS];
  register_set(&s, scheme, regs);
  regs[SLUICE_REG_BUFFER] = most;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] = 1;
  for (int alpha = -8; alpha <= 7; alpha++) {
    const uint32_t edge = alpha < 0 ? (UINT32_C(1) << -alpha) - 1 : most >> alpha;
    const uint32_t free[] = {0, 1, full, edge, edge + 1};
    for (size_t i = 0; i < sizeof free / sizeof free[0]; i++)
      expect_alpha_times(&p, regs, &dims, alpha, smaller(free[i], full));
    for (int bit = 1; bits_few(&dims) && bit < dims.width; bit++)
      expect_alpha_times(&p, regs, &dims, alpha, smaller(UINT32_C(1) << bit, full));
  }
  pair_free(&p);
}
END_TEST

// ---- thresholds ----

static bool is_off(const struct pair *p, const struct sluice_dims *dims, int port, int cls) {
  int queue = port * dims->classes + cls;
  return pair_out(p)->queue_off[queue / 64] >> queue % 64 & 1;
}

// Sets headroom for small packets and no private cells. Returns the cells that are left for the other pools.
static uint32_t small_packets(struct stimulus *s, int scheme, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t most = most_cells(d), queues = (uint32_t)(d->ports * d->classes);
  uint32_t packet = smaller(1 + (most >> 9), 0x1fff);
  register_set(s, scheme, regs);
  regs[SLUICE_REG_BUFFER] = most;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] = packet;
  return smaller(most, MOST_PACKETS * packet) - queues * packet;
}

// All classes are lossy; the shared pool has a random size.
static void lossy_set(struct stimulus *s, uint32_t *regs) {
  uint32_t left = small_packets(s, __builtin_ctz((unsigned)s->dims.schemes), regs);
  regs[SLUICE_REG_LOSSLESS] = 0;
  regs[SLUICE_REG_SHARED] = left - up_to(s, left / 2);
  if (chance(s, 512)) return;
  // Packets and headroom as large as possible beside an equally large shared pool.
  const struct sluice_dims *d = &s->dims;
  uint32_t queues = (uint32_t)(d->ports * d->classes), packet = smaller(regs[SLUICE_REG_BUFFER] / (queues + 1), 0x3fff);
  packet = smaller(packet, (UINT32_C(1) << (d->width < 18 ? d->width : d->width - 4)) - 1);
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] = packet;
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_BUFFER] - queues * packet;
}

// TTL: a partition of random size for one class, and either no shared partition or a large one.
static void partition_set(struct stimulus *s, int cls, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t left = small_packets(s, SLUICE_TTL, regs), least = 2 * (uint32_t)d->ports * regs[SLUICE_REG_MAX_PACKET];
  left -= (uint32_t)d->classes * least;
  regs[SLUICE_REG_LOSSLESS] = (1u << d->classes) - 1;
  regs[SLUICE_REG_TTL0] = (uint32_t)d->classes + (d->classes == 1);
  regs[SLUICE_REG_TTL_OPTIONS] = d->classes == 1 ? SLUICE_TTL_HALF | SLUICE_TTL_ODD : 0;
  for (int c = 0; c < d->classes; c++) regs[SLUICE_REG_PARTITION + c] = least;
  uint32_t own = up_to(s, left >> stimulus_pick(s, 4));
  regs[SLUICE_REG_PARTITION + cls] += own;
  regs[SLUICE_REG_SHARED] = chance(s, 512) ? 0 : left - own;
  int alpha = (int)stimulus_pick(s, 16) - 8;
  while (alpha < 0 && regs[SLUICE_REG_MAX_PACKET] << -alpha > least) alpha++;  // every class: MAX_PACKET / alpha
  regs[SLUICE_REG_ALPHA] = (uint32_t)alpha;
  regs[SLUICE_REG_DELTA_Q] = up_to(s, (least + own) >> stimulus_pick(s, 8));
}

// Fills queues of a class until one of them turns off (TTL) or a packet is refused (lossy), drains that queue until it
// turns on or a packet fits, and repeats. In lock-step, RTL and model must switch at the same occupancy. The other
// queues of the class move the thresholds.
START_TEST(each_bit_of_a_threshold) {
  const struct sluice_dims dims = pair_dims(_i / 2);
  bool lossy = _i % 2 == 1;
  if (!bits_few(&dims) || !(dims.schemes & (lossy ? 7 : 1 << SLUICE_TTL))) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], offs = 0, ons = 0;
  for (int turn = 0; turn < THRESHOLD_TURNS; turn++) {
    int cls = (int)stimulus_pick(&s, (uint32_t)dims.classes);
    if (!lossy && dims.classes > 1) cls += cls == 0;  // class 0 exists only at hosts
    uint32_t held[SLUICE_MAX_PORTS] = {0}, port = bits_port(&s), wait = 16 + (uint32_t)(dims.ports * dims.classes);
    lossy ? lossy_set(&s, regs) : partition_set(&s, cls, regs);
    pair_wait(&p, 4 * (int)wait);  // at rest again
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    uint8_t ttl = (uint8_t)(regs[SLUICE_REG_TTL0] - (uint32_t)(dims.classes > 1 ? cls : 1));
    bool fills = true;
    for (int left = 2 * MOST_PACKETS; left > 0 || held[port] > 0; left--) {
      struct sluice_in in = {.tx_ready = true};
      if (left > 0 && fills) {
        in.enq_valid = true;
        in.enq_port = (uint8_t)(chance(&s, 800) ? port : bits_port(&s));
        in.enq_class = (uint8_t)cls;
        in.enq_ttl = ttl;
        in.enq_cells = 1 + stimulus_pick(&s, regs[SLUICE_REG_MAX_PACKET]);
      } else if (held[port] > 0) {
        in.deq_valid = true;
        in.deq_port = (uint8_t)port;
        in.deq_class = (uint8_t)cls;
        in.deq_cells = 1 + stimulus_pick(&s, smaller(held[port], regs[SLUICE_REG_MAX_PACKET]));
        held[port] -= in.deq_cells;
      }
      pair_step(&p, &in);
      pair_wait(&p, SLUICE_ADMIT_LATENCY - 1);
      bool taken = in.enq_valid && pair_out(&p)->adm_kind < SLUICE_REFUSED;
      if (taken) held[in.enq_port] += in.enq_cells;
      pair_wait(&p, (int)stimulus_pick(&s, wait));
      bool off = lossy ? in.enq_valid && !taken : is_off(&p, &dims, (int)port, cls);
      if (off && fills) offs++;
      if (!off && !fills) ons++;
      fills = !off;
    }
    for (int q = 0; q < dims.ports; q++)
      while (held[q] > 0) {
        uint32_t cells = smaller(held[q], regs[SLUICE_REG_MAX_PACKET]);
        pair_step(&p, &(struct sluice_in){.tx_ready = true,
                                          .deq_valid = true,
                                          .deq_port = (uint8_t)q,
                                          .deq_class = (uint8_t)cls,
                                          .deq_cells = cells});
        held[q] -= cells;
      }
  }
  ck_assert_uint_gt(offs, THRESHOLD_TURNS);
  ck_assert_uint_gt(ons, THRESHOLD_TURNS);
  pair_free(&p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("bits_thresholds");
  TCase *tcase = tcase_create("bits_thresholds");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, every_exponent_of_alpha, 0, 2 * pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_threshold, 0, 2 * pair_variants());
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
