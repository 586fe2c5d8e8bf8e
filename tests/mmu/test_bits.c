// RTL and model in lock-step where one bit of a wide word decides, which random runs seldom draw alone: each bit of
// each register, of a pause time, of what a packet is charged by the limiter, of a threshold of TTL, of a lossy
// class's room. Without RTL the model alone.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum {
  FEW_QUEUES = 16,  // variants with more of them take longer, and have the same words,
  WIDE = 26,        // but for the one of all schemes with so many bits
  CHARGE_CLOCKS = 600,
  TURNS = 8,      // sets of registers for each scheme
  END_TURNS = 2,  // and of those with a register at its ends
  STARTS = 16,
  START_CLOCKS = 2000,
  THRESHOLD_TURNS = 24,
  LEVEL_TURNS = 32,
  LOW_PAYS = 128,
  MOST_VISITS = 3000,
  MOST_PACKETS = 256,  // that a class has room for
};

static const char test[] = "make test T=bits";

static bool few(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues <= FEW_QUEUES || (dims->width >= WIDE && queues <= 2 * FEW_QUEUES && dims->schemes == 63);
}

static struct stimulus numbers(const struct sluice_dims *dims, uint64_t seed) {
  struct stimulus s;
  memset(&s, 0, sizeof s);
  s.dims = *dims;
  s.rng = seed;
  return s;
}

static void passing_set(struct stimulus *s, int scheme, uint32_t *regs) {
  do register_set(s, scheme, regs);
  while (sluice_config_check(&s->dims, regs) != SLUICE_OK || regs[SLUICE_REG_LOSSLESS] == 0);
}

static uint32_t port_of(struct stimulus *s) { return stimulus_pick(s, (uint32_t)s->dims.ports); }

// ---- registers ----

static uint32_t read_back(struct pair *p, int reg) {
  pair_step(p, &(struct sluice_in){.cfg_read = true, .cfg_addr = (uint8_t)reg});
  pair_wait(p, SLUICE_READ_LATENCY - 1);
  ck_assert(pair_out(p)->cfg_rvalid);
  return pair_out(p)->cfg_rdata;
}

// docs/configuration.md: a set that passes, but for one bit of one register, is taken or refused for the reason that
// the rules give; what was written reads as it was, whether it fits or not.
START_TEST(each_bit_of_each_register) {
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], taken = 0, refused = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    passing_set(&s, scheme, regs);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (int r = 0; r < SLUICE_REGS; r++)
      for (int bit = turn; bit < 32; bit += TURNS) {
        uint32_t value = regs[r] ^ UINT32_C(1) << bit;
        pair_set(&p, r, value);
        ck_assert_uint_eq(read_back(&p, r), sluice_register_built(&dims, r) ? value : 0);
        pair_commit(&p) == SLUICE_OK ? taken++ : refused++;
        pair_set(&p, r, regs[r]);
      }
  }
  ck_assert_uint_gt(taken, 100);
  ck_assert_uint_gt(refused, 100);
  pair_free(&p);
}
END_TEST

// The same of a register that is nothing, one, or the most that its bits, or a count of cells, can be.
START_TEST(each_register_at_its_ends) {
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  const uint32_t cells = (UINT32_C(1) << dims.width) - 1, ends[] = {0, 1, cells, cells + 1, 0xffff, 0xffffffff};
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], taken = 0, refused = 0;
  for (int turn = 0; turn < END_TURNS; turn++) {
    passing_set(&s, scheme, regs);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (int r = 0; r < SLUICE_REGS; r++)
      for (size_t n = 0; n < sizeof ends / sizeof ends[0]; n++) {
        uint32_t kept = regs[r];
        regs[r] = ends[n];
        pair_set(&p, r, regs[r]);
        enum sluice_reason reason = pair_commit(&p);
        ck_assert_int_eq(reason, sluice_config_check(&dims, regs));
        reason == SLUICE_OK ? taken++ : refused++;
        regs[r] = kept;
        pair_set(&p, r, kept);
      }
  }
  ck_assert_uint_gt(taken, 50);
  ck_assert_uint_gt(refused, 50);
  pair_free(&p);
}
END_TEST

// ---- packets ----

// Random traffic of the largest packets that there is headroom for: sums of what is under way run through all their
// bits.
START_TEST(largest_packets) {
  static struct stimulus s;
  static struct stimulus_seen seen;
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  uint64_t large = 0;
  memset(&seen, 0, sizeof seen);
  for (int start = 0; start < STARTS; start++) {
    uint32_t regs[SLUICE_REGS];
    uint64_t seed = (uint64_t)(_i * STARTS + start) + 1;
    struct pair p = pair_new(&dims, test, seed);
    stimulus_init(&s, &dims, seed, scheme, &seen);
    register_set_large(&s, scheme, regs);
    stimulus_begin_with(&s, regs);
    for (int clock = 0; clock < START_CLOCKS; clock++) {
      struct sluice_in in;
      stimulus_next(&s, pair_out(&p), &in);
      const struct sluice_out *out = pair_step(&p, &in);
      const struct sluice_in *old = &s.before[SLUICE_ADMIT_LATENCY - 1];
      large += out->adm_valid && out->adm_kind < SLUICE_REFUSED && old->enq_cells > regs[SLUICE_REG_MAX_PACKET] / 2;
    }
    pair_free(&p);
  }
  // Under TTL what comes to the only port there is has nowhere to go.
  if (dims.ports > 1 || scheme != SLUICE_TTL) ck_assert_uint_gt(large, 0);
}
END_TEST

// ---- pause times ----

// Eight quanta in a clock, so that the longest pause ends soon.
static void fast_quanta(struct stimulus *s, uint32_t *regs) {
  passing_set(s, __builtin_ctz((unsigned)s->dims.schemes), regs);
  regs[SLUICE_REG_QUANTA_STEP] = 0xffff;
  regs[SLUICE_REG_REFRESH] = 0x7fff;
  regs[SLUICE_REG_PAUSE_TIME] = 0xffff;
}

static bool any_gate(const struct pair *p) {
  uint64_t any = 0;
  for (int i = 0; i < SLUICE_WORDS; i++) any |= pair_out(p)->gate[i];
  return any != 0;
}

// A pause of 2^k quanta, and of all bits but that one, holds its gate until they have passed.
START_TEST(each_bit_of_a_pause) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || (dims.schemes & 15) == 0) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS];
  fast_quanta(&s, regs);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  uint32_t lossless = regs[SLUICE_REG_LOSSLESS];
  for (int k = 0; k < 64; k++) {
    struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_level = k / 16 % 2, .rx_port = (uint8_t)port_of(&s)};
    uint16_t time = (uint16_t)(UINT32_C(1) << k % 16);
    if (k >= 32) time = (uint16_t)~time;
    in.rx_enable = (uint8_t)(lossless & (0u - lossless));
    if (in.rx_level) in.rx_time[0] = time;
    for (int c = 0; c < dims.classes && !in.rx_level; c++)
      if (in.rx_enable >> c & 1) in.rx_time[c] = time;
    pair_step(&p, &in);
    pair_wait(&p, 1);
    ck_assert_msg(any_gate(&p), "a pause of %u quanta holds no gate", time);
    pair_wait(&p, time / 8 + 2 * dims.ports + 16);
    ck_assert_msg(!any_gate(&p), "a pause of %u quanta does not end", time);
  }
  pair_free(&p);
}
END_TEST

// ---- what a packet is charged ----

// A packet of 2^k cells is charged by CELL_STEP, or by ROOM_CLOCKS, of one bit alone; where that is soon the queue is
// free again in the end.
START_TEST(each_bit_of_a_charge) {
  const struct sluice_dims dims = pair_dims(_i / 2);
  int scheme = _i % 2 == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR, bits = _i % 2 == 0 ? 24 : 32;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], held = 0;
  passing_set(&s, scheme, regs);
  for (int bit = 0; bit < bits; bit++) {
    regs[scheme == SLUICE_GFC ? SLUICE_REG_CELL_STEP : SLUICE_REG_ROOM_CLOCKS] = UINT32_C(1) << bit;
    for (uint32_t k = 0; k < smaller((uint32_t)dims.width, 14); k++) {
      if (k % 7 == 0) ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);  // and nothing is owed any more
      struct sluice_in level = {.tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)port_of(&s), .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++)
        level.rx_time[c] = (uint16_t)(scheme == SLUICE_GFC ? stimulus_pick(&s, 16) : 1u << stimulus_pick(&s, 16));
      pair_step(&p, &level);
      for (int n = 0; n < 3; n++)
        pair_step(&p, &(struct sluice_in){.tx_ready = true,
                                          .snd_valid = true,
                                          .snd_port = n == 1 ? (uint8_t)port_of(&s) : level.rx_port,
                                          .snd_class = (uint8_t)stimulus_pick(&s, (uint32_t)dims.classes),
                                          .snd_cells = UINT32_C(1) << k});
      for (int clock = 0; clock < CHARGE_CLOCKS; clock++) {
        pair_wait(&p, 1);
        held += any_gate(&p);
        if (clock > 100 && !any_gate(&p)) break;
      }
    }
  }
  ck_assert_uint_gt(held, CHARGE_CLOCKS);
  pair_free(&p);
}
END_TEST

// What holds a queue, to the unit: charges that so many visits of the limiter just pay, or just do not.
struct debt {
  uint32_t cells, visits;
  uint16_t level;
};

static void owe(struct pair *p, struct stimulus *s, const struct debt *debt) {
  const struct sluice_dims *d = &s->dims;
  uint32_t round = (uint32_t)sluice_limiter_round(d), held = 0;
  uint8_t port = (uint8_t)port_of(s), cls = (uint8_t)stimulus_pick(s, (uint32_t)d->classes);
  struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_port = port, .rx_enable = 255};
  for (int c = 0; c < d->classes; c++) in.rx_time[c] = debt->level;
  pair_step(p, &in);
  in = (struct sluice_in){.tx_ready = true, .snd_valid = true, .snd_port = port, .snd_cells = debt->cells};
  if (d->classes & (d->classes - 1)) {  // of no class: it owes nothing, and nobody waits for it
    in.snd_class = (uint8_t)d->classes;
    pair_step(p, &in);
  }
  in.snd_class = cls;
  pair_step(p, &in);
  pair_wait(p, 2);
  ck_assert(any_gate(p));
  for (; any_gate(p); held++) {
    ck_assert_msg(held < (debt->visits + 2) * round, "%u cells are held longer than %u visits", debt->cells,
                  debt->visits);
    pair_wait(p, 1);
  }
  ck_assert_uint_ge(held, (debt->visits - 1) * round);
  pair_wait(p, 4 * (int)round);  // what is paid too much is forgotten
}

// Half of the link's rate: a visit pays CELL_STEP * round / 2 of 65536ths of a cell.
START_TEST(each_bit_of_cell_step) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || !(dims.schemes >> SLUICE_GFC & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], half = (uint32_t)sluice_limiter_round(&dims) / 2,
                              cell = 65536 / half;  // of what pays a cell at once
  passing_set(&s, SLUICE_GFC, regs);
  regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  for (int bit = 2; bit < 24; bit++) {
    uint32_t step = UINT32_C(1) << bit;
    struct debt debt = {.cells = step / cell, .visits = 1, .level = 1};
    if (step < cell) {  // the other bit pays half a cell, and this one a cell in so many visits
      debt.visits = cell / step;
      debt.cells = debt.visits / 2 + 1;
      step += cell / 2;
    }
    pair_set(&p, SLUICE_REG_CELL_STEP, step);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    if (debt.cells >> smaller((uint32_t)dims.width, 14) != 0) continue;  // no packet is so large
    owe(&p, &s, &debt);
    debt.cells++;
    debt.visits++;
    if (debt.cells >> smaller((uint32_t)dims.width, 14) == 0) owe(&p, &s, &debt);
  }
  // At the lowest rate the low bits count: what so many visits pay is a cell, but for a little.
  for (uint32_t n = 0; n < LOW_PAYS; n++) {
    uint32_t pays = 5 + n % 8, step = (UINT32_C(1) << 31) / (2 * half * pays);
    step += (UINT32_C(1) << n / 8 % 16) - (n % 2 == 0 ? 1 : UINT32_C(1) << 16);
    step = smaller(step, 0xffffff);
    uint64_t paid = UINT64_C(2) * half * step;
    pair_set(&p, SLUICE_REG_CELL_STEP, step);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    owe(&p, &s, &(struct debt){.cells = 1, .visits = (uint32_t)(((UINT64_C(1) << 31) + paid - 1) / paid), .level = 15});
  }
  pair_free(&p);
}
END_TEST

// All cells are private, of all queues; D, which is returned, is such a part of what one has.
static uint32_t linear_set(struct stimulus *s, uint32_t *regs, uint32_t part) {
  const struct sluice_dims *d = &s->dims;
  uint32_t most = (UINT32_C(1) << d->width) - 1;
  register_set(s, SLUICE_GFC_LINEAR, regs);
  regs[SLUICE_REG_LOSSLESS] = (1u << d->classes) - 1;
  regs[SLUICE_REG_BUFFER] = most;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_STAGE_BASE] = 0;
  regs[SLUICE_REG_PRIVATE] = most / (uint32_t)(d->ports * d->classes);
  regs[SLUICE_REG_STAGE_TOP] = smaller(regs[SLUICE_REG_PRIVATE], 65534) / part;
  if (regs[SLUICE_REG_STAGE_TOP] < 3) regs[SLUICE_REG_STAGE_TOP] = 3;
  return regs[SLUICE_REG_STAGE_TOP];
}

// A visit pays the room for each clock of a round.
START_TEST(each_bit_of_room_clocks) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || !(dims.schemes >> SLUICE_GFC_LINEAR & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], d = linear_set(&s, regs, 1);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  for (uint32_t n = 0; n < 64; n++) {
    uint32_t room = 1 + stimulus_pick(&s, d - 1), paid = room * 256 * (uint32_t)sluice_limiter_round(&dims);
    uint32_t more = UINT32_C(1) << n / 2 % 16, visits = 1 + stimulus_pick(&s, 3);
    if (more >= paid) continue;
    bool just = n % 2 == 0;
    pair_set(&p, SLUICE_REG_ROOM_CLOCKS, just ? visits * paid - more + 1 : visits * paid + more);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    owe(&p, &s, &(struct debt){.cells = 1, .visits = just ? visits : visits + 1, .level = (uint16_t)(d - room)});
  }
  for (uint32_t bit = 0; bit < 31; bit++) {  // nearly at the link's rate, as much as is paid in some thousand visits
    uint32_t paid = (d - 1) * 256 * (uint32_t)sluice_limiter_round(&dims), visits = (UINT32_C(1) << bit) / paid + 1;
    if (visits > MOST_VISITS) break;
    pair_set(&p, SLUICE_REG_ROOM_CLOCKS, UINT32_C(1) << bit);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    owe(&p, &s, &(struct debt){.cells = 1, .visits = visits, .level = 1});
  }
  pair_free(&p);
}
END_TEST

// A queue whose level is D or more is stopped, by any bit of it.
START_TEST(each_bit_of_a_level) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || !(dims.schemes >> SLUICE_GFC_LINEAR & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  for (int turn = 0; turn < LEVEL_TURNS; turn++) {
    uint32_t regs[SLUICE_REGS];
    uint32_t d = linear_set(&s, regs, 1 + (uint32_t)turn);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (uint32_t n = 0; n < 35; n++) {
      uint32_t level = n >= 32 ? d + n - 33 : n >= 16 ? 0xffff ^ UINT32_C(1) << n % 16 : UINT32_C(1) << n;
      struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)port_of(&s), .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++) in.rx_time[c] = (uint16_t)level;
      pair_step(&p, &in);
      ck_assert_msg(any_gate(&p) == (level >= d), "level %u of %u", level, d);
      for (int c = 0; c < dims.classes; c++) in.rx_time[c] = 0;
      pair_step(&p, &in);
      ck_assert(!any_gate(&p));
    }
  }
  pair_free(&p);
}
END_TEST

// ---- thresholds ----

static bool is_off(const struct pair *p, const struct sluice_dims *dims, int port, int cls) {
  int queue = port * dims->classes + cls;
  return pair_out(p)->queue_off[queue / 64] >> queue % 64 & 1;
}

// Small packets, for which there is headroom and nothing private; the cells that are left for pools are returned.
static uint32_t small_packets(struct stimulus *s, int scheme, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t most = (UINT32_C(1) << d->width) - 1, queues = (uint32_t)(d->ports * d->classes);
  uint32_t packet = smaller(1 + (most >> 9), 0x1fff);
  register_set(s, scheme, regs);
  regs[SLUICE_REG_BUFFER] = most;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] = packet;
  return smaller(most, MOST_PACKETS * packet) - queues * packet;
}

// Lossy classes, which get so much of the room.
static void lossy_set(struct stimulus *s, uint32_t *regs) {
  uint32_t left = small_packets(s, __builtin_ctz((unsigned)s->dims.schemes), regs);
  regs[SLUICE_REG_LOSSLESS] = 0;
  regs[SLUICE_REG_SHARED] = left - up_to(s, left / 2);
  if (!(s->dims.schemes >> SLUICE_GFC & 1) || chance(s, 512)) return;
  // GFC needs no headroom: packets may be as large as the room.
  regs[SLUICE_REG_SCHEME] = SLUICE_GFC;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_STAGE_BASE] = 0;
  regs[SLUICE_REG_PRIVATE] = regs[SLUICE_REG_STAGE_TOP] = regs[SLUICE_REG_STAGES] = regs[SLUICE_REG_STAGE] = 1;
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_BUFFER] - (uint32_t)(s->dims.ports * s->dims.classes);
  regs[SLUICE_REG_MAX_PACKET] = smaller(regs[SLUICE_REG_SHARED], 0x3fff);
}

// TTL: a class's own partition, with nothing shared or much.
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
  regs[SLUICE_REG_ALPHA] = stimulus_pick(s, 4) - 1;
  regs[SLUICE_REG_DELTA_Q] = up_to(s, (least + own) >> stimulus_pick(s, 8));
}

// Queues of a class of TTL fill until one of them is off, drain until it is on, and so on; or, lossy, until a packet is
// refused. In lock-step that says where the thresholds are. What other queues of the class hold moves them.
START_TEST(each_bit_of_a_threshold) {
  const struct sluice_dims dims = pair_dims(_i / 2);
  bool lossy = _i % 2 == 1;
  if (!few(&dims) || !(dims.schemes & (lossy ? 7 : 1 << SLUICE_TTL))) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], offs = 0, ons = 0;
  for (int turn = 0; turn < THRESHOLD_TURNS; turn++) {
    int cls = (int)stimulus_pick(&s, (uint32_t)dims.classes);
    if (!lossy && dims.classes > 1) cls += cls == 0;  // class 0 exists only at hosts
    uint32_t held[SLUICE_MAX_PORTS] = {0}, port = port_of(&s), wait = 16 + (uint32_t)(dims.ports * dims.classes);
    lossy ? lossy_set(&s, regs) : partition_set(&s, cls, regs);
    pair_wait(&p, 4 * (int)wait);  // at rest again
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    uint8_t ttl = (uint8_t)(regs[SLUICE_REG_TTL0] - (uint32_t)(dims.classes > 1 ? cls : 1));
    bool fills = true;
    for (int left = 2 * MOST_PACKETS; left > 0 || held[port] > 0; left--) {
      struct sluice_in in = {.tx_ready = true};
      if (left > 0 && fills) {
        in.enq_valid = true;
        in.enq_port = (uint8_t)(chance(&s, 800) ? port : port_of(&s));
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
  Suite *suite = suite_create("bits");
  TCase *tcase = tcase_create("bits");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, each_bit_of_each_register, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, each_register_at_its_ends, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, largest_packets, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_pause, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_charge, 0, 2 * pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_cell_step, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_room_clocks, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_level, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_threshold, 0, 2 * pair_variants());
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
