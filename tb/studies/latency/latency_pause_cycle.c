#include <errno.h>
#include <stdlib.h>

#include "tb/studies/latency/latency.h"

enum { HISTORY = 1 << 13, PERIODS = 5 };

// Compares two states that should be equal. since: cycle in which the first one turned on; 0: it has not, or the second
// was on.
struct on_watch {
  bool first_off, second_off;
  uint64_t since;
};

struct pause_cycle {
  const struct latency_setup *s;
  const struct latency_pause_cycle_options *o;
  uint64_t now, period, stopped, feedback;
  uint64_t phase[SLUICE_MAX_PORTS];                                // phases in which the egress ports are stopped
  uint64_t next_in[SLUICE_MAX_PORTS], next_out[SLUICE_MAX_PORTS];  // times at which a link is free, in 1/65536 cycles
  uint64_t stored[SLUICE_MAX_PORTS];                               // packets that may leave
  uint64_t notified_ports[HISTORY], arriving[HISTORY], left[HISTORY];  // a bit per port
  bool was_notified[SLUICE_MAX_PORTS];
  struct latency_fifo arrived, leaving;
  struct on_watch state[SLUICE_MAX_PORTS], message[SLUICE_MAX_PORTS];
  struct latency_mmu *lead, *rules;
};

static int class_of(const struct pause_cycle *w, int port) { return port % w->s->dims.classes; }

static bool stopped(const struct pause_cycle *w, int port) {
  return (w->now + w->phase[port]) % w->period < w->stopped;
}

// Sends a packet on a link if it is free; else returns false. The last byte has passed when the link is free again.
static bool take(const struct pause_cycle *w, uint64_t *next) {
  if (*next >> 16 > w->now) return false;
  uint64_t now = w->now << 16;
  *next = (*next + (1 << 16) > now ? *next : now) + w->s->spacing;
  return true;
}

static void upstreams(struct pause_cycle *w) {
  uint64_t notified_ports = w->now >= w->feedback ? w->notified_ports[(w->now - w->feedback) % HISTORY] : 0;
  for (int p = 0; p < w->s->dims.ports; p++)
    if (!(notified_ports >> p & 1) && take(w, &w->next_in[p]))
      w->arriving[((w->next_in[p] >> 16) + w->s->wire) % HISTORY] |= UINT64_C(1) << p;
}

static void egresses(struct pause_cycle *w, struct latency_pause_cycle_result *r) {
  for (int p = 0; p < w->s->dims.ports; p++) {
    if (stopped(w, p)) continue;
    bool counts = w->now >= 2 * w->period, free = w->next_out[p] >> 16 <= w->now;
    r->open += counts;
    r->idle += counts && free && w->stored[p] == 0;
    if (!free || w->stored[p] == 0 || !take(w, &w->next_out[p])) continue;
    w->stored[p]--;
    w->left[(w->next_out[p] >> 16) % HISTORY] |= UINT64_C(1) << p;
  }
}

static bool ended(struct latency_fifo *f, uint64_t *ports, uint64_t now) {
  bool fits = true;
  for (; *ports != 0; *ports &= *ports - 1) fits &= latency_push(f, now, __builtin_ctzll(*ports), 0);
  return fits;
}

// A queue that does not drain may stay between two thresholds for ever, which is not counted.
static void on_step(struct on_watch *o, struct latency_delays *d, uint64_t now, bool drains, bool first_off,
                    bool second_off) {
  if (o->first_off && !first_off && second_off) o->since = now;
  if (first_off || !drains) o->since = 0;
  if (o->second_off && !second_off && o->since != 0) {
    uint64_t cycles = now + 1 - o->since;  // a state that is read after a step is an output of the next cycle
    d->count++;
    d->sum += cycles;
    if (cycles > d->most) d->most = cycles;
    o->since = 0;
  }
  o->first_off = first_off;
  o->second_off = second_off;
}

static void watch(struct pause_cycle *w, struct latency_pause_cycle_result *r) {
  uint64_t notified_ports = 0;
  for (int p = 0; p < w->s->dims.ports; p++) {
    int c = class_of(w, p);
    bool notified = latency_mmu_notified(w->lead, p, c);
    notified_ports |= (uint64_t)notified << p;
    r->pauses += notified && !w->was_notified[p] && w->now >= 2 * w->period;
    w->was_notified[p] = notified;
    if (w->rules == NULL) continue;
    bool off = latency_mmu_off(w->rules, p, c);
    on_step(&w->state[p], &r->state, w->now, !stopped(w, p), off, latency_mmu_off(w->lead, p, c));
    on_step(&w->message[p], &r->told, w->now, !stopped(w, p), off, notified);
  }
  w->notified_ports[w->now % HISTORY] = notified_ports;
}

static bool cycle(struct pause_cycle *w, struct latency_pause_cycle_result *r) {
  struct latency_event deq = {.cells = w->s->cells}, enq = deq;
  uint64_t slot = w->now % HISTORY;
  bool fits = ended(&w->arrived, &w->arriving[slot], w->now) & ended(&w->leaving, &w->left[slot], w->now);
  deq.valid = latency_pop(&w->leaving, w->now, &deq.port, &deq.cls);
  enq.valid = latency_pop(&w->arrived, w->now, &enq.port, &enq.cls);
  deq.cls = class_of(w, deq.port);
  enq.cls = class_of(w, enq.port);
  struct latency_admission v = latency_mmu_clock(w->lead, &deq, &enq);
  if (v.valid && v.kind == SLUICE_REFUSED) r->refused++;
  if (v.valid && v.kind != SLUICE_REFUSED) w->stored[v.port]++;
  if (w->rules != NULL) {
    v = latency_mmu_clock(w->rules, &deq, &enq);
    if (v.valid && v.kind == SLUICE_REFUSED) r->refused++;
  }
  upstreams(w);
  egresses(w, r);
  watch(w, r);
  return fits;
}

// A stop is long enough for a queue to reach its threshold and for the pause to take effect; the pause between stops is
// as long.
static void begin(struct pause_cycle *w) {
  const uint32_t *regs = w->s->regs;
  uint64_t ports = (uint64_t)w->s->dims.ports, full = w->o->together ? ports : ports / 2, random = w->o->seed * 2 + 1;
  uint64_t threshold = regs[SLUICE_REG_SCHEME] == SLUICE_STATIC
                           ? regs[SLUICE_REG_XOFF]
                           : regs[SLUICE_REG_SHARED] / ((1 << -LATENCY_ALPHA) + full);
  uint64_t packets = (threshold + regs[SLUICE_REG_PRIVATE]) / w->s->cells + 2;
  w->feedback = w->s->wire + w->s->response;
  w->stopped = (packets * w->s->spacing >> 16) + 2 * (w->feedback + w->s->wire);
  w->period = 2 * w->stopped + 4 * (uint64_t)sluice_free_bound(&w->s->dims);
  for (uint64_t p = 0; p < ports; p++) {
    w->next_in[p] = latency_random(&random, (uint32_t)w->s->spacing);
    w->phase[p] = (w->o->together ? 0 : w->period * p / ports) + latency_random(&random, 1024);
  }
}

static int run(struct pause_cycle *w, struct latency_pause_cycle_result *r) {
  begin(w);
  if (2 * (w->feedback + w->s->wire) + (w->s->spacing >> 16) >= HISTORY) return EINVAL;
  int status = latency_mmu_new(&w->lead, w->o->lead, w->s);
  if (status == 0 && w->o->lead == LATENCY_CLOCKED) status = latency_mmu_new(&w->rules, LATENCY_RULES, w->s);
  while (status == 0 && w->now < PERIODS * w->period) {
    w->now++;
    if (!cycle(w, r)) status = EINVAL;
  }
  return status;
}

int latency_pause_cycle(const struct latency_setup *s, const struct latency_pause_cycle_options *o,
                        struct latency_pause_cycle_result *r) {
  struct pause_cycle *w = calloc(1, sizeof *w);
  if (w == NULL) return ENOMEM;
  *r = (struct latency_pause_cycle_result){0};
  w->s = s;
  w->o = o;
  int status = run(w, r);
  latency_mmu_free(w->lead);
  latency_mmu_free(w->rules);
  free(w);
  return status;
}
