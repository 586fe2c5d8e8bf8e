#include <errno.h>
#include <stdlib.h>

#include "tb/studies/latency/latency.h"

enum {
  HELD = 32,                      // packets of a port that the buffer holds in addition to the burst
  KNOWN = 16,                     // cycles after which a packet may leave, because its admission is out
  HISTORY = 64,                   // longer than any latency
  LONGEST = 1 << 24,              // cycles; a burst ends earlier
  OF_BURST = SLUICE_MAX_CLASSES,  // used in place of class 0
};

struct burst {
  const struct latency_setup *s;
  uint64_t random, now, start, hold;
  uint64_t next[SLUICE_MAX_PORTS], next_sink;  // times at which a link is free, in 1/65536 cycles
  struct latency_fifo arrived, held, to_sink;
  uint64_t sent[HISTORY];  // cells of the burst so far
  struct latency_mmu *mmu[2];
};

static bool arrivals(struct burst *b) {
  bool fits = true;
  for (int p = 0; p < b->s->dims.ports; p++)
    for (; b->next[p] >> 16 <= b->now; b->next[p] += b->s->spacing) {
      bool burst = p < LATENCY_BURSTING && b->now >= b->start;
      int cls = (int)latency_random(&b->random, (uint32_t)b->s->dims.classes);
      fits &= latency_push(&b->arrived, b->now, p, burst ? OF_BURST : cls);
    }
  return fits;
}

// Other packets leave after a fixed time; packets of the burst leave at the rate of one link.
static bool events(struct burst *b, struct latency_event *deq, struct latency_event *enq) {
  *deq = *enq = (struct latency_event){.cells = b->s->cells};
  if (b->now >= b->next_sink >> 16 && latency_pop(&b->to_sink, b->now, &deq->port, &deq->cls)) {
    deq->valid = true;
    b->next_sink = (b->now << 16) + b->s->spacing;
  } else {
    deq->valid = latency_pop(&b->held, b->now, &deq->port, &deq->cls);
  }
  if (!arrivals(b)) return false;
  enq->valid = latency_pop(&b->arrived, b->now, &enq->port, &enq->cls);
  bool burst = enq->valid && enq->cls == OF_BURST;
  if (burst) enq->cls = 0;
  b->sent[b->now % HISTORY] = b->sent[(b->now - 1) % HISTORY] + (burst ? enq->cells : 0);
  if (!enq->valid) return true;
  return burst ? latency_push(&b->to_sink, b->now + KNOWN, enq->port, enq->cls)
               : latency_push(&b->held, b->now + b->hold, enq->port, enq->cls);
}

// Records an event that was caused `lag` cycles ago: the cells of the burst before that.
static void mark(const struct burst *b, struct latency_mark *m, int lag) {
  if (m->seen || b->now < b->start + (uint64_t)lag) return;
  uint64_t at = b->now - (uint64_t)lag;
  *m = (struct latency_mark){true, b->sent[(at - 1) % HISTORY], at - b->start};
}

static void watch(const struct burst *b, struct latency_mmu *m, const struct latency_admission *v,
                  struct latency_burst *r) {
  for (int p = 0; p < LATENCY_BURSTING && !r->pause.seen; p++)
    if (latency_mmu_off(m, p, 0)) mark(b, &r->pause, latency_mmu_state_lag(m));
  if (!v->valid || v->port >= LATENCY_BURSTING || v->cls != 0) return;
  if (v->kind == SLUICE_HEADROOM) mark(b, &r->headroom, latency_mmu_admission_lag(m));
  if (v->kind == SLUICE_REFUSED) mark(b, &r->loss, latency_mmu_admission_lag(m));
}

static int run(struct burst *b, struct latency_burst_result *r) {
  while (!r->of[LATENCY_RULES].loss.seen || !r->of[LATENCY_CLOCKED].loss.seen) {
    struct latency_event deq, enq;
    if (!events(b, &deq, &enq) || b->now > LONGEST) return EINVAL;
    bool both = true;
    for (int k = LATENCY_RULES; k <= LATENCY_CLOCKED; k++) {
      if (r->of[k].loss.seen) {  // the runs differ from here on, because the refused packet is missing
        both = false;
        continue;
      }
      struct latency_admission v = latency_mmu_clock(b->mmu[k], &deq, &enq);
      watch(b, b->mmu[k], &v, &r->of[k]);
    }
    if (both) {
      uint64_t late = latency_mmu_shared(b->mmu[LATENCY_CLOCKED]), exact = latency_mmu_shared(b->mmu[LATENCY_RULES]);
      if (late > exact && late - exact > r->waiting) r->waiting = late - exact;
    }
    b->now++;
  }
  return 0;
}

// The phases of the links and of the burst are random.
static void begin(struct burst *b, uint64_t seed) {
  b->random = seed * 0x9e3779b97f4a7c15u + 1;
  b->now = 1;
  b->hold = HELD * b->s->spacing >> 16;
  b->start = 3 * b->hold + 4 * (uint64_t)sluice_free_bound(&b->s->dims) + latency_random(&b->random, 4096);
  for (int p = 0; p < b->s->dims.ports; p++)
    b->next[p] = (1 << 16) + latency_random(&b->random, (uint32_t)b->s->spacing);
}

int latency_burst(const struct latency_setup *s, bool lossy, uint64_t seed, struct latency_burst_result *r) {
  struct latency_setup setup = *s;
  struct burst *b = calloc(1, sizeof *b);
  if (b == NULL) return ENOMEM;
  *r = (struct latency_burst_result){0};
  if (lossy) setup.regs[SLUICE_REG_LOSSLESS] &= ~1u;
  b->s = &setup;
  begin(b, seed);
  int status = s->dims.ports > LATENCY_BURSTING ? 0 : EINVAL;
  for (int k = LATENCY_RULES; status == 0 && k <= LATENCY_CLOCKED; k++) status = latency_mmu_new(&b->mmu[k], k, &setup);
  if (status == 0) status = run(b, r);
  for (int k = LATENCY_RULES; k <= LATENCY_CLOCKED; k++) latency_mmu_free(b->mmu[k]);
  free(b);
  return status;
}
