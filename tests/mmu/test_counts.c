// Compares RTL and model in lock-step, or runs the model alone, until statistics reach their upper 16 bits: refused and
// dropped packets, pauses, paused time, wait of messages. Also checks the peaks after each burst of packets. Each
// statistic is compared with a count of the test. A failure prints its seed and the command that repeats it.
#include <check.h>
#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum {
  FEW_QUEUES = 16,   // variants with more queues take longer and test the same words
  HALF = 1 << 16,    // beyond the lower half of a count
  PAUSES = 10500,    // enough that the sum of their begin and end times passes 2^31
  READ_EVERY = 512,  // pauses between reads of the statistics
  STARTS = 24,       // runs of packets that fill the buffer
  CELLS = 1023,      // largest buffer of these runs
  BURST = 4,         // most packets back to back
};

static const char test[] = "make test T=counts";

static bool few(const struct sluice_dims *dims) { return dims->ports * dims->classes <= FEW_QUEUES; }

static uint32_t statistic(struct pair *p, enum sluice_stat stat) {
  pair_step(p, &(struct sluice_in){.tx_ready = true, .stat_read = true, .stat_select = stat});
  pair_wait(p, SLUICE_STAT_LATENCY - 1);
  ck_assert(pair_out(p)->stat_valid);
  return pair_out(p)->stat_data;
}

static struct stimulus numbers(const struct sluice_dims *dims) { return (struct stimulus){.dims = *dims, .rng = 1}; }

// Refused packets are counted beyond 2^16, for the port and in `loss`. An MMU without a configuration refuses all.
START_TEST(refusals_run_into_the_upper_half) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims)) SUITE_SKIP;
  struct pair p = pair_ready(&dims, test, 1);
  for (uint32_t n = 0; n < HALF + 9; n++) pair_step(&p, &(struct sluice_in){.enq_valid = true, .enq_cells = 1});
  pair_wait(&p, 2 * SLUICE_ADMIT_LATENCY);
  ck_assert_uint_eq(pair_out(&p)->loss, HALF + 9);
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_REFUSED), HALF + 9);
  pair_free(&p);
}
END_TEST

// Packets that TTL drops for a hop of the other parity are counted beyond 2^16, and do not count as loss.
START_TEST(drops_run_into_the_upper_half) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || !(dims.schemes >> SLUICE_TTL & 1) || dims.classes == 1) SUITE_SKIP;
  struct stimulus s = numbers(&dims);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS];
  do register_set(&s, SLUICE_TTL, regs);
  while (sluice_config_check(&dims, regs) != SLUICE_OK || !(regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_HALF) ||
         regs[SLUICE_REG_TTL0] < 3);
  regs[SLUICE_REG_TTL_OPTIONS] &= ~(uint32_t)SLUICE_TTL_DROP_BOUNCED;
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  uint32_t hop = regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_ODD ? 2 : 1;
  const struct sluice_in parity_drop = {
      .enq_valid = true, .enq_cells = 1, .enq_ttl = (uint8_t)(regs[SLUICE_REG_TTL0] - hop)};
  for (uint32_t n = 0; n < HALF + 9; n++) pair_step(&p, &parity_drop);
  pair_wait(&p, 2 * SLUICE_ADMIT_LATENCY);
  ck_assert_uint_eq(pair_out(&p)->loss, 0);
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_DROPPED), HALF + 9);
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_PARITY_DROPS), HALF + 9);
  pair_free(&p);
}
END_TEST

// Registers with which a single cell turns its queue off, and under DSH its port. Returns the scheme, -1 if none that
// pauses by thresholds is built.
static int off_with_a_cell(const struct sluice_dims *dims, uint32_t *regs) {
  struct stimulus s = numbers(dims);
  int scheme = dims->schemes >> SLUICE_DSH & 1 ? SLUICE_DSH : dims->schemes & 1 ? SLUICE_STATIC : SLUICE_SIH;
  if (!(dims->schemes >> scheme & 1)) return -1;
  register_set(&s, scheme, regs);
  regs[SLUICE_REG_LOSSLESS] = (1u << dims->classes) - 1;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] = 1;
  regs[SLUICE_REG_SHARED] = 64;
  regs[SLUICE_REG_BUFFER] = (uint32_t)(dims->ports * dims->classes) + 64;
  regs[SLUICE_REG_ALPHA] = (uint32_t)-7;  // 64 free cells times 2^-7: a threshold of 0
  regs[SLUICE_REG_XOFF] = regs[SLUICE_REG_XON] = 0;
  regs[SLUICE_REG_DELTA_Q] = regs[SLUICE_REG_DELTA_P] = 0;
  return scheme;
}

static void one_cell(struct pair *p, bool enq) {
  pair_step(p,
            &(struct sluice_in){.tx_ready = true, .enq_valid = enq, .enq_cells = 1, .deq_valid = !enq, .deq_cells = 1});
}

// A queue that stays off is paused for all these cycles. Its message is not taken: the wait saturates at 2^16 - 1.
START_TEST(time_runs_into_the_upper_half) {
  const struct sluice_dims dims = pair_dims(_i);
  uint32_t regs[SLUICE_REGS];
  if (!few(&dims) || off_with_a_cell(&dims, regs) < 0) SUITE_SKIP;
  struct pair p = pair_new(&dims, test, 1);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  one_cell(&p, true);
  for (uint32_t n = 0; n < 2 * HALF + 100; n++) pair_step(&p, &(struct sluice_in){.tx_ready = n > HALF + 50});
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_MESSAGE_WAIT), HALF - 1);
  ck_assert_uint_ge(statistic(&p, SLUICE_STAT_QUEUE_PAUSED), 2 * HALF);
  one_cell(&p, false);
  pair_wait(&p, 200);
  ck_assert_uint_ge(statistic(&p, SLUICE_STAT_QUEUE_PAUSED), 2 * HALF);
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_QUEUE_RESUMES), 1);
  pair_free(&p);
}
END_TEST

// Enqueues or dequeues a cell and steps until the queue, and with of_port the port, is off or on. Adds the cycles in
// which each is off.
static void turn(struct pair *p, bool off, bool of_port, uint32_t *queue, uint32_t *port) {
  struct sluice_in in = {.tx_ready = true, .enq_valid = off, .enq_cells = 1, .deq_valid = !off, .deq_cells = 1};
  bool queue_off, port_off;
  do {
    const struct sluice_out *out = pair_step(p, &in);
    queue_off = out->queue_off[0] & 1;
    port_off = out->port_off & 1;
    *queue += queue_off;
    *port += port_off;
    in.enq_valid = in.deq_valid = false;
  } while (queue_off != off || port_off != (off && of_port));
}

// Each pause and each of its cycles is counted once. The MMU adds the times at which pauses begin and end, so many
// short pauses use all bits of the sums.
START_TEST(pauses_add_up) {
  const struct sluice_dims dims = pair_dims(_i);
  uint32_t regs[SLUICE_REGS], queue = 0, port = 0;
  int scheme = few(&dims) ? off_with_a_cell(&dims, regs) : -1;
  if (scheme < 0) SUITE_SKIP;
  bool of_port = scheme == SLUICE_DSH;
  struct pair p = pair_new(&dims, test, 1);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  for (uint32_t n = 1; n <= PAUSES; n++) {
    turn(&p, true, of_port, &queue, &port);
    turn(&p, false, of_port, &queue, &port);
    if (n % READ_EVERY != 0 && n != PAUSES) continue;
    pair_wait(&p, 4);
    ck_assert_uint_eq(statistic(&p, SLUICE_STAT_QUEUE_PAUSES), n);
    ck_assert_uint_eq(statistic(&p, SLUICE_STAT_QUEUE_RESUMES), n);
    ck_assert_uint_eq(statistic(&p, SLUICE_STAT_QUEUE_PAUSED), queue);
    ck_assert_uint_eq(statistic(&p, SLUICE_STAT_PORT_PAUSES), of_port ? n : 0);
    ck_assert_uint_eq(statistic(&p, SLUICE_STAT_PORT_RESUMES), of_port ? n : 0);
    ck_assert_uint_eq(statistic(&p, SLUICE_STAT_PORT_PAUSED), port);
  }
  pair_free(&p);
}
END_TEST

// Peaks of a queue, a port, its headroom and the shared pool after bursts back to back: the MMU compares a packet with
// a peak that is not stored yet.
START_TEST(peaks_of_packets_back_to_back) {
  const struct sluice_dims dims = pair_dims(_i);
  struct stimulus s = numbers(&dims);
  uint32_t regs[SLUICE_REGS], most = smaller((UINT32_C(1) << dims.width) - 1, CELLS);
  uint32_t group = most / 2 / (uint32_t)(dims.ports * dims.classes);
  if (!few(&dims) || off_with_a_cell(&dims, regs) < 0) SUITE_SKIP;
  for (int start = 0; start < STARTS; start++) {
    int scheme = off_with_a_cell(&dims, regs);
    regs[SLUICE_REG_BUFFER] = most;
    regs[SLUICE_REG_SHARED] = up_to(&s, most / 2);
    regs[SLUICE_REG_MAX_PACKET] = smaller(group, 8);
    regs[SLUICE_REG_HEADROOM] = group - up_to(&s, group - regs[SLUICE_REG_MAX_PACKET]);
    if (chance(&s, 512)) {  // turns off only when the shared pool is full
      regs[SLUICE_REG_ALPHA] = 3;
      regs[SLUICE_REG_XOFF] = most;
    }
    struct pair p = pair_new(&dims, test, (uint64_t)start + 1);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    bool full = false;
    for (uint32_t held = 0; !full;) {
      uint32_t cells[BURST], sent = 0, judged = 0, count = 1 + stimulus_pick(&s, BURST);
      while (judged < count) {
        struct sluice_in in = {.tx_ready = true, .enq_valid = sent < count};
        if (in.enq_valid) in.enq_cells = cells[sent++] = 1 + stimulus_pick(&s, regs[SLUICE_REG_MAX_PACKET]);
        const struct sluice_out *out = pair_step(&p, &in);
        if (!out->adm_valid) continue;
        if (out->adm_kind < SLUICE_REFUSED)
          held += cells[judged];
        else
          full = true;
        judged++;
      }
      pair_wait(&p, 4);
      ck_assert_uint_eq(statistic(&p, SLUICE_STAT_QUEUE_PEAK), held);
      ck_assert_uint_eq(statistic(&p, SLUICE_STAT_PORT_PEAK), scheme == SLUICE_DSH ? held : 0);
      ck_assert_uint_le(statistic(&p, SLUICE_STAT_HEADROOM_PEAK), smaller(held, regs[SLUICE_REG_HEADROOM]));
      ck_assert_uint_le(statistic(&p, SLUICE_STAT_SHARED_PEAK), smaller(held, regs[SLUICE_REG_SHARED]));
    }
    pair_free(&p);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("counts");
  TCase *tcase = tcase_create("counts");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, refusals_run_into_the_upper_half, 0, pair_variants());
  tcase_add_loop_test(tcase, drops_run_into_the_upper_half, 0, pair_variants());
  tcase_add_loop_test(tcase, time_runs_into_the_upper_half, 0, pair_variants());
  tcase_add_loop_test(tcase, pauses_add_up, 0, pair_variants());
  tcase_add_loop_test(tcase, peaks_of_packets_back_to_back, 0, pair_variants());
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
