// What a skipping model could miss of the scan, case by case: surplus that waits for the visit of its queue, and with
// DSH an enqueue between the visits of one port's classes. Of two models one steps through all idle clocks, the other
// skips what it may; every case is played in every clock of the scan's round.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice.h"
#include "tests/suite.h"

enum { CLASSES = 8, ROUND = 16, PRIVATE = 6, POOL = 400, HEADROOM = 60, PACKET = 40 };
// With one port half of a round is empty.
static const struct sluice_dims sizes[] = {{2, CLASSES, 16, 63}, {1, CLASSES, 16, 63}};

struct pair {
  struct sluice_dims dims;
  struct sluice_mmu *stepped, *skipped;
  uint64_t clock, skips;
};

static const struct sluice_out *out(const struct pair *p) { return sluice_mmu_out(p->stepped); }

static void must_equal(const struct pair *p) {
  bool same = memcmp(out(p), sluice_mmu_out(p->skipped), sizeof(struct sluice_out)) == 0;
  for (int port = 0; port < p->dims.ports; port++) {
    same = same && sluice_mmu_port_cells(p->stepped, port) == sluice_mmu_port_cells(p->skipped, port);
    for (int cls = 0; cls < CLASSES; cls++)
      same = same && sluice_mmu_queue_cells(p->stepped, port, cls) == sluice_mmu_queue_cells(p->skipped, port, cls) &&
             sluice_mmu_headroom_cells(p->stepped, port, cls) == sluice_mmu_headroom_cells(p->skipped, port, cls);
  }
  const struct sluice_out *a = out(p), *b = sluice_mmu_out(p->skipped);
  ck_assert_msg(same, "clock %llu: stepped S %u, port 0 %u cells, ports off %llx; skipped S %u, %u cells, %llx",
                (unsigned long long)p->clock, a->mon_shared, sluice_mmu_port_cells(p->stepped, 0),
                (unsigned long long)a->port_off, b->mon_shared, sluice_mmu_port_cells(p->skipped, 0),
                (unsigned long long)b->port_off);
}

static void step(struct pair *p, struct sluice_in in) {
  in.tx_ready = out(p)->tx_valid;
  sluice_mmu_step(p->stepped, &in);
  sluice_mmu_step(p->skipped, &in);
  p->clock++;
  must_equal(p);
}

// Clocks without events.
static void idle(struct pair *p, uint64_t clocks) {
  const struct sluice_in nothing = {0};
  for (uint64_t left = clocks, n; left > 0; left -= n) {
    n = sluice_mmu_idle(p->skipped);
    if (n > left) n = left;
    if (n == 0) {
      step(p, nothing);
      n = 1;
      continue;
    }
    for (uint64_t i = 0; i < n; i++) sluice_mmu_step(p->stepped, &nothing);
    sluice_mmu_skip(p->skipped, n);
    p->clock += n;
    p->skips += n;
    must_equal(p);
  }
}

static void enqueue(struct pair *p, int port, int cls, uint32_t cells) {
  step(p, (struct sluice_in){.enq_valid = true,
                             .enq_port = (uint8_t)port,
                             .enq_class = (uint8_t)cls,
                             .enq_ttl = (uint8_t)(CLASSES - cls),
                             .enq_egress = (uint8_t)(1 - port),
                             .enq_cells = cells});
}

static void dequeue(struct pair *p, int port, int cls, uint32_t cells) {
  step(p,
       (struct sluice_in){.deq_valid = true, .deq_port = (uint8_t)port, .deq_class = (uint8_t)cls, .deq_cells = cells});
}

// Until the scan rests: twice what comes free takes, and messages.
static void rest(struct pair *p) { idle(p, 2 * (uint64_t)sluice_free_bound(&p->dims) + 8); }

// The scan starts from where it rests, and `clocks` later is there in its round.
static void wake_scan(struct pair *p, int clocks) {
  dequeue(p, p->dims.ports - 1, 0, 0);
  idle(p, (uint64_t)clocks);
}

static struct pair make(const struct sluice_dims *dims, uint32_t scheme, uint32_t lossless, uint32_t phi) {
  const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, scheme},     {SLUICE_REG_BUFFER, 20000},
      {SLUICE_REG_PRIVATE, phi},       {SLUICE_REG_SHARED, POOL},
      {SLUICE_REG_HEADROOM, HEADROOM}, {SLUICE_REG_LOSSLESS, lossless},
      {SLUICE_REG_XOFF, 70},           {SLUICE_REG_XON, 60},
      {SLUICE_REG_TTL0, CLASSES},      {SLUICE_REG_MAX_PACKET, PACKET},
      {SLUICE_REG_ALPHA, 0},           {SLUICE_REG_DELTA_Q, 4},
      {SLUICE_REG_DELTA_P, 8},         {SLUICE_REG_PAUSE_TIME, 40000},
      {SLUICE_REG_REFRESH, 20000},     {SLUICE_REG_QUANTA_STEP, 100},
  };
  struct pair p = {.dims = *dims};
  ck_assert_int_eq(sluice_mmu_new(&p.stepped, dims), 0);
  ck_assert_int_eq(sluice_mmu_new(&p.skipped, dims), 0);
  while (!out(&p)->ready) step(&p, (struct sluice_in){0});
  for (size_t r = 0; r < sizeof regs / sizeof regs[0]; r++)
    step(&p, (struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)regs[r][0], .cfg_wdata = regs[r][1]});
  for (int c = 0; c < CLASSES; c++) {
    step(&p, (struct sluice_in){
                 .cfg_write = true, .cfg_addr = (uint8_t)(SLUICE_REG_PARTITION + c), .cfg_wdata = 2 * PACKET});
    step(&p, (struct sluice_in){
                 .cfg_write = true, .cfg_addr = (uint8_t)(SLUICE_REG_WEIGHT + c), .cfg_wdata = 65536 / CLASSES});
  }
  step(&p, (struct sluice_in){.cfg_write = true, .cfg_addr = SLUICE_REG_COMMIT});
  idle(&p, 2 * SLUICE_COMMIT_LATENCY);
  ck_assert_msg(!out(&p)->cfg_error, "%s", sluice_reason_text(out(&p)->cfg_reason));
  return p;
}

static void end(struct pair *p) {
  ck_assert_uint_gt(p->skips, p->clock / 2);  // otherwise the test would say little
  sluice_mmu_free(p->stepped);
  sluice_mmu_free(p->skipped);
}

// ---- surplus ----

static const struct {
  uint32_t scheme, lossless, phi;
} pools[] = {
    {SLUICE_STATIC, 0xff, PRIVATE}, {SLUICE_SIH, 0xff, PRIVATE}, {SLUICE_SIH, 0x3c, PRIVATE},
    {SLUICE_DSH, 0xff, PRIVATE},    {SLUICE_DSH, 0x81, PRIVATE}, {SLUICE_DSH, 0x3c, PRIVATE},
    {SLUICE_DSH, 0x08, PRIVATE},    {SLUICE_TTL, 0xff, 0},
};

// At rest S is what the queues hold above private, less headroom: nothing that came free waits for a visit.
static void nothing_is_left(const struct pair *p, uint32_t shared) {
  ck_assert_msg(out(p)->mon_shared == shared, "clock %llu: S is %u, the queues hold %u of the pool",
                (unsigned long long)p->clock, out(p)->mon_shared, shared);
}

// A packet that is charged more than it takes of the pool, and what leaves, of every queue.
START_TEST(surplus_comes_back) {
  bool ttl = pools[_i].scheme == SLUICE_TTL;
  struct pair p = make(&sizes[0], pools[_i].scheme, pools[_i].lossless, pools[_i].phi);
  for (int q = 0; q < 2 * CLASSES; q++)
    for (int k = 0; k < ROUND; k++) {
      int port = q / CLASSES, cls = q % CLASSES;
      if (ttl && cls == 0) continue;
      wake_scan(&p, k);
      // TTL: the first two of its class are in its partition.
      for (int n = 0; n < 3; n++) enqueue(&p, port, cls, PACKET);
      rest(&p);
      nothing_is_left(&p, ttl ? PACKET : 3 * PACKET - PRIVATE);
      wake_scan(&p, k);
      dequeue(&p, port, cls, PACKET);
      rest(&p);
      nothing_is_left(&p, ttl ? 0 : 2 * PACKET - PRIVATE);
      wake_scan(&p, k);
      dequeue(&p, port, cls, PACKET);
      idle(&p, (uint64_t)k);  // the second in another part of the round
      dequeue(&p, port, cls, PACKET);
      rest(&p);
      nothing_is_left(&p, 0);
    }
  end(&p);
}
END_TEST

// Two queues of a port: with DSH the later visit settles for both, else each for itself.
static const int two[][2] = {{0, 1}, {0, 3}, {3, 4}, {0, 7}, {2, 6}, {6, 7}};
enum { TWO = sizeof two / sizeof two[0] };

START_TEST(surplus_of_two_queues_comes_back) {
  struct pair p = make(&sizes[1], pools[_i].scheme, pools[_i].lossless, pools[_i].phi);
  for (int i = 0; i < TWO; i++) {
    if (pools[_i].scheme == SLUICE_TTL && two[i][0] == 0) continue;
    for (int k = 0; k < ROUND; k++) {
      for (int n = 0; n < 6; n++) enqueue(&p, 0, two[i][n % 2], PACKET);
      rest(&p);
      wake_scan(&p, k);
      for (int n = 0; n < 6; n++) dequeue(&p, 0, two[i][n % 2], PACKET);
      rest(&p);
      nothing_is_left(&p, 0);
    }
  }
  end(&p);
}
END_TEST

// ---- what the visits of a port lack ----

// A port that is off and could go on, by a dequeue: it does not at a visit that lacks an enqueue, one that came LACKS
// clocks before the first visit of its classes or later; that first visit the model may have skipped. The enqueue takes
// private cells, or none at all: any other would use headroom, and keep the port off for that.
START_TEST(enqueue_between_the_visits_of_a_port) {
  enum { LACKS = 6, COUNTED = 6, SHOWS = 8 };  // a dequeue to the first visit that knows it; a visit to the state
  uint64_t seen[2] = {0, 0};
  int low = two[_i / 2][0], high = two[_i / 2][1];
  struct pair p = make(&sizes[_i % 2], SLUICE_DSH, 1u << low | 1u << high, PRIVATE);
  for (int cells = 0; cells < 2; cells++)
    for (int k = 0; k < ROUND; k++)
      for (int gap = 0; gap < 12; gap++) {
        while (!(out(&p)->port_off & 1)) {
          enqueue(&p, 0, high, PACKET);
          rest(&p);
        }
        wake_scan(&p, k);
        uint64_t enqueued = p.clock;
        enqueue(&p, 0, low, (uint32_t)cells);
        idle(&p, (uint64_t)gap);
        uint64_t dequeued = p.clock;
        dequeue(&p, 0, high, sluice_mmu_queue_cells(p.stepped, 0, high));
        while (out(&p)->port_off & 1 && p.clock < dequeued + 4 * ROUND) idle(&p, 1);
        ck_assert(!(out(&p)->port_off & 1));
        uint64_t last = p.clock - SHOWS;
        bool waited = last >= dequeued + COUNTED + ROUND;
        if (waited) last -= ROUND;
        bool lacks = enqueued + LACKS + (uint64_t)(high - low) >= last;
        ck_assert_msg(waited == lacks, "classes %d and %d, enqueue %llu, dequeue %llu, last visit %llu: %s", low, high,
                      (unsigned long long)enqueued, (unsigned long long)dequeued, (unsigned long long)last,
                      waited ? "waited for another round" : "did not wait");
        seen[waited]++;
        rest(&p);
        dequeue(&p, 0, low, (uint32_t)cells);
        rest(&p);
        nothing_is_left(&p, 0);
      }
  ck_assert_uint_gt(seen[0], 0);
  ck_assert_uint_gt(seen[1], 0);
  end(&p);
}
END_TEST

// ---- how far ----

// A queue that is free and holds something, one that is off: however much has passed by them, a packet elsewhere lets
// both stay as they are, and the model knows. What is said to be under way, or to come back, does not add up.
START_TEST(left_alone_whatever_has_passed) {
  enum { PACKETS = 400, CELLS = 4, FAR = 1000 };
  struct pair p = make(&sizes[0], _i ? SLUICE_DSH : SLUICE_SIH, 0xff, 0);
  enqueue(&p, 0, 1, PACKET);
  for (int n = 0; n < 5; n++) enqueue(&p, 1, 2, PACKET);
  rest(&p);
  ck_assert(!(out(&p)->queue_off[0] >> 1 & 1));
  ck_assert(out(&p)->queue_off[0] >> (CLASSES + 2) & 1);
  for (int n = 0; n < PACKETS; n++) {
    enqueue(&p, 0, 3, CELLS);
    rest(&p);
    dequeue(&p, 0, 3, CELLS);
    rest(&p);
  }
  enqueue(&p, 0, 3, 1);
  ck_assert_uint_gt(sluice_mmu_quiet(p.skipped), FAR);
  end(&p);
}
END_TEST

// ---- when ----

// Whatever is known before, a watched queue grows when the verdict shows and shrinks a clock sooner after its input,
// and the port is charged until a visit after that has settled.
START_TEST(cells_count_in_their_clock) {
  enum {
    HELD = 20,
    CELLS = 4,
    FIRST = 3,
    GROWS = SLUICE_ADMIT_LATENCY + 1,
    SHRINKS = SLUICE_ADMIT_LATENCY,
    SETTLES = 8
  };
  static const uint32_t schemes[] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH};
  struct pair p = make(&sizes[_i % 2], schemes[_i / 2], 0xff, 0);
  enqueue(&p, 0, FIRST, HELD);
  rest(&p);
  for (int k = 0; k < 2 * ROUND; k++) {
    wake_scan(&p, k);
    enqueue(&p, 0, FIRST, CELLS);
    for (int clocks = 1; clocks < GROWS; clocks++, idle(&p, 1)) {
      ck_assert_uint_eq(sluice_mmu_queue_cells(p.stepped, 0, FIRST), HELD);
      ck_assert_uint_eq(sluice_mmu_port_cells(p.stepped, 0), HELD);
    }
    ck_assert_uint_eq(sluice_mmu_queue_cells(p.stepped, 0, FIRST), HELD + CELLS);
    ck_assert_uint_eq(sluice_mmu_port_cells(p.stepped, 0), HELD + CELLS);
    idle(&p, (uint64_t)k);
    dequeue(&p, 0, FIRST, CELLS);
    for (int clocks = 1; clocks < SHRINKS + SETTLES; clocks++, idle(&p, 1)) {
      ck_assert_uint_eq(sluice_mmu_queue_cells(p.stepped, 0, FIRST), clocks < SHRINKS ? HELD + CELLS : HELD);
      ck_assert_uint_eq(sluice_mmu_port_cells(p.stepped, 0), HELD + CELLS);
    }
    rest(&p);
    ck_assert_uint_eq(sluice_mmu_port_cells(p.stepped, 0), HELD);
  }
  end(&p);
}
END_TEST

// The same of the headroom of a group that is off: it has a packet from when its queue has it. What repays it is a
// visit.
START_TEST(headroom_counts_in_its_clock) {
  enum { CELLS = 4, FIRST = 3, OTHER = 5, GROWS = SLUICE_ADMIT_LATENCY + 1 };
  static const uint32_t schemes[] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH};
  bool of_port = schemes[_i / 2] == SLUICE_DSH;
  struct pair p = make(&sizes[_i % 2], schemes[_i / 2], 0xff, 0);
  int group = of_port ? OTHER : FIRST;
  while (of_port ? !(out(&p)->port_off & 1) : !(out(&p)->queue_off[0] >> FIRST & 1)) {
    enqueue(&p, 0, FIRST, PACKET);
    rest(&p);
  }
  uint32_t held = sluice_mmu_headroom_cells(p.stepped, 0, group);
  for (int k = 0; k < 2 * ROUND; k++) {
    wake_scan(&p, k);
    enqueue(&p, 0, FIRST, CELLS);
    for (int clocks = 1; clocks < GROWS; clocks++, idle(&p, 1))
      ck_assert_uint_eq(sluice_mmu_headroom_cells(p.stepped, 0, group), held);
    ck_assert_uint_eq(sluice_mmu_headroom_cells(p.stepped, 0, group), held + CELLS);
    ck_assert_uint_eq(sluice_mmu_headroom_cells(p.stepped, 0, OTHER), of_port ? held + CELLS : 0);
    dequeue(&p, 0, FIRST, CELLS);
    rest(&p);
    ck_assert_uint_eq(sluice_mmu_headroom_cells(p.stepped, 0, group), held);
  }
  end(&p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("skip_visits");
  TCase *runs = tcase_create("skip_visits");
  tcase_set_timeout(runs, 60);
  tcase_add_loop_test(runs, surplus_comes_back, 0, sizeof pools / sizeof pools[0]);
  tcase_add_loop_test(runs, surplus_of_two_queues_comes_back, 0, sizeof pools / sizeof pools[0]);
  tcase_add_loop_test(runs, enqueue_between_the_visits_of_a_port, 0, 2 * TWO);
  tcase_add_loop_test(runs, left_alone_whatever_has_passed, 0, 2);
  tcase_add_loop_test(runs, cells_count_in_their_clock, 0, 6);
  tcase_add_loop_test(runs, headroom_counts_in_its_clock, 0, 6);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
