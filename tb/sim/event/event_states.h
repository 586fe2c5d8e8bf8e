// States of queues and ports of a place: their changes, and the resulting messages and visits of the scan.
//
// Thresholds move with every packet, but few queues cross them. So a threshold is compared with two bounds: the largest
// occupancy of a queue that is on, and the smallest of one that is off. Queues are examined only if it crosses a bound.
//
// The scheme is a constant in each caller, so that each scheme is compiled separately.
#ifndef NET_EVENT_STATES_H
#define NET_EVENT_STATES_H

#include "cmodel/rules/sluice_admit.h"
#include "cmodel/rules/sluice_classify.h"
#include "cmodel/rules/sluice_threshold.h"
#include "tb/sim/event/place.h"

#define EVENT_INLINE static inline __attribute__((always_inline))

static inline uint32_t queue_number(const struct place *m, uint32_t port, uint32_t cls) {
  return port << m->class_bits | cls;
}
static inline uint32_t queue_of_probe(const struct place *m, const struct scenario_probe *q) {
  return queue_number(m, (uint32_t)q->port, (uint32_t)q->cls);
}
static inline uint32_t queue_port(const struct place *m, uint32_t k) { return k >> m->class_bits; }
static inline int queue_class(const struct place *m, uint32_t k) { return (int)(k & ((1u << m->class_bits) - 1)); }
static inline bool bit_test(const uint64_t *bits, uint32_t k) { return bits[k / 64] >> k % 64 & 1; }
static inline void bit_set(uint64_t *bits, uint32_t k) { bits[k / 64] |= UINT64_C(1) << k % 64; }
static inline void bit_clear(uint64_t *bits, uint32_t k) { bits[k / 64] &= ~(UINT64_C(1) << k % 64); }
static inline bool mmu_lossless(const struct event_mmu *u, int cls) { return u->cfg.lossless >> cls & 1; }

// Index of the bound for a class.
EVENT_INLINE int mmu_group(enum sluice_scheme scheme, int cls) { return scheme == SLUICE_TTL ? cls : 0; }

// w of a queue.
static inline uint64_t mmu_above(const struct place *m, uint32_t k) {
  return sluice_above(m->ingress[k].cells, m->mmu.port[queue_port(m, k)].limits.phi);
}

// A queue turns off if its reach is above T (TTL: t_i), and on if it is at most T - delta_q.
EVENT_INLINE uint64_t mmu_reach(const struct place *m, enum sluice_scheme scheme, uint32_t k, uint64_t above) {
  return scheme == SLUICE_DSH && above > 0 ? above + m->mmu.port[queue_port(m, k)].limits.eta : above;
}

EVENT_INLINE struct sluice_thresholds mmu_thresholds(const struct place *m, enum sluice_scheme scheme, uint32_t p,
                                                     int cls) {
  const struct event_mmu *u = &m->mmu;
  return sluice_thresholds_of(scheme, &u->cfg, &u->port[p].limits, u->max, (int)m->classes, cls, u->pool_free,
                              scheme == SLUICE_TTL ? u->partition_free[cls] : 0);
}

// ---- visits of the scan ----

// The first time at which a visit to the queue is judged that includes an event which entered the MMU at `entered`.
static inline uint64_t scan_decides(const struct place *m, uint64_t entered, uint32_t place_in_round) {
  const uint64_t round = m->mmu.round;
  uint64_t from = (entered + m->cycle - 1) / m->cycle + SLUICE_COUNT_LATENCY;
  uint64_t read = from + (place_in_round + round - from % round) % round;
  return (read + SLUICE_VISIT_LATENCY) * m->cycle;
}

static inline void visits_by(struct place *m, uint64_t at) {
  if (at >= m->mmu.visits_at) return;
  m->mmu.visits_at = at;
  agenda_put(&m->agenda, PLACE_RARE, RARE_VISITS, at);
}

// A queue or a port (VISIT_PORT | port) waits for its visit at that time. Visits at the same time are in the order of
// these numbers.
enum { VISIT_BITS = 13, VISIT_PORT = 1 << (VISIT_BITS - 1) };

static inline void visit_wait(struct event_mmu *u, uint32_t number, uint64_t at) {
  const uint64_t key = at << VISIT_BITS | number;
  uint32_t i = u->visits++;
  for (; i > 0 && u->waits[(i - 1) / 2] > key; i = (i - 1) / 2) u->waits[i] = u->waits[(i - 1) / 2];
  u->waits[i] = key;
}

// Removes the first visit, and returns its number.
static inline uint32_t visit_first(struct event_mmu *u) {
  const uint32_t number = u->waits[0] & ((1u << VISIT_BITS) - 1);
  const uint64_t last = u->waits[--u->visits];
  uint32_t i = 0;
  for (uint32_t child; (child = 2 * i + 1) < u->visits; i = child) {
    child += child + 1 < u->visits && u->waits[child + 1] < u->waits[child];
    if (last <= u->waits[child]) break;
    u->waits[i] = u->waits[child];
  }
  u->waits[i] = last;
  return number;
}

static inline uint64_t visit_time(const struct event_mmu *u) {
  return u->visits > 0 ? u->waits[0] >> VISIT_BITS : NEVER;
}

static inline void visit_queue(struct place *m, uint32_t k, uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  if (bit_test(u->visit, k)) return;
  bit_set(u->visit, k);
  const uint64_t at = scan_decides(m, entered, queue_port(m, k) * m->classes + (uint32_t)queue_class(m, k));
  visit_wait(u, k, at);
  visits_by(m, at);
}

static inline void visit_port(struct place *m, uint32_t p, uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  if (bit_test(u->port_visit, p)) return;
  bit_set(u->port_visit, p);
  const uint64_t at = scan_decides(m, entered, p * m->classes + u->scan_class);
  visit_wait(u, VISIT_PORT | p, at);
  visits_by(m, at);
}

// ---- states, and the messages that they cause ----

static inline void port_message(struct place *m, uint32_t p, bool port_level, uint64_t at) {
  struct event_port *o = &m->port[p];
  uint64_t *due = port_level ? &o->port_due : &o->queue_due;
  if (at < *due) *due = at;
  if (!o->slot) agenda_put_earlier(&m->agenda, PLACE_MESSAGE_OUT, p, at);
}

// The refresh interval runs while any state is active; time-based GFC has none.
static inline void state_becomes_active(struct place *m, uint64_t at) {
  if (m->mmu.active_states++ == 0 && m->period == 0)
    agenda_put(&m->agenda, PLACE_RARE, RARE_REFRESH, at + m->refresh_time);
}

static inline void state_ends(struct place *m) {
  if (--m->mmu.active_states == 0) agenda_cancel(&m->agenda, PLACE_RARE, RARE_REFRESH);
}

void series_state(struct place *m, uint32_t k, uint64_t at);

static inline void queue_state_changed(struct place *m, uint32_t k, uint64_t at) {
  if (m->period == 0) port_message(m, queue_port(m, k), false, at + m->message);
  if (m->rows != NULL) series_state(m, k, at);
}

static inline void port_state_changed(struct place *m, uint32_t p, uint64_t at) {
  port_message(m, p, m->mmu.cfg.native, at + m->message);
  if (m->rows != NULL) series_state(m, queue_number(m, p, 0), at);
}

// A queue, or a port, of the 64 of a word is on with that occupancy; or off.
static inline void bound_on(struct mmu_bound *b, uint32_t word, uint64_t value) {
  if (value <= b->word_on[word]) return;
  b->word_on[word] = value;
  if (value > b->on_most) b->on_most = value;
}

static inline void bound_off(struct mmu_bound *b, uint32_t word, uint64_t value) {
  if (value >= b->word_off[word]) return;
  b->word_off[word] = value;
  if (value < b->off_least) b->off_least = value;
}

EVENT_INLINE void queue_off(struct place *m, enum sluice_scheme scheme, uint32_t k, uint64_t reach, uint64_t at) {
  struct event_mmu *u = &m->mmu;
  bit_set(u->off, k);
  m->ingress[k].off_at = at;
  u->pauses[queue_port(m, k)]++;
  bound_off(&u->bound[mmu_group(scheme, queue_class(m, k))], k / 64, reach);
  queue_state_changed(m, k, at);
  state_becomes_active(m, at);
}

static inline void port_off(struct place *m, uint32_t p, uint64_t at) {
  struct event_mmu *u = &m->mmu;
  bit_set(u->port_off, p);
  u->port[p].off_at = at;
  u->pauses[p]++;
  bound_off(&u->port_bound, p / 64, u->port[p].sum);
  port_state_changed(m, p, at);
  state_becomes_active(m, at);
}

// ---- thresholds that change ----

// The queues that a bound covers, as bits.
EVENT_INLINE uint64_t class_mask(const struct place *m, enum sluice_scheme scheme, int cls) {
  return scheme == SLUICE_TTL ? m->mmu.class_mask << cls : UINT64_MAX;
}

// The threshold t is now below the bound of queues that are on: schedules visits of the queues above it, and updates
// the bound.
static __attribute__((noinline)) void queues_above(struct place *m, enum sluice_scheme scheme, int cls, uint64_t t,
                                                   uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  struct mmu_bound *b = &u->bound[mmu_group(scheme, cls)];
  b->on_most = 0;
  for (uint32_t w = 0; w < m->queues / 64 + 1; w++) {
    uint64_t most = b->word_on[w];
    if (most > t) {
      most = 0;
      for (uint64_t bits = u->holds[w] & ~u->off[w] & class_mask(m, scheme, cls); bits != 0; bits &= bits - 1) {
        uint32_t k = w * 64 + (uint32_t)__builtin_ctzll(bits);
        uint64_t reach = mmu_reach(m, scheme, k, mmu_above(m, k));
        if (!mmu_lossless(u, queue_class(m, k))) continue;
        if (reach > t)
          visit_queue(m, k, entered);
        else if (reach > most)
          most = reach;
      }
      b->word_on[w] = most;
    }
    b->on_most = agenda_most(b->on_most, most);
  }
}

// The threshold is now above the bound of queues that are off: schedules visits of the queues at or below t, and
// updates the bound.
static __attribute__((noinline)) void queues_below(struct place *m, enum sluice_scheme scheme, int cls, uint64_t t,
                                                   uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  struct mmu_bound *b = &u->bound[mmu_group(scheme, cls)];
  b->off_least = NEVER;
  for (uint32_t w = 0; w < m->queues / 64 + 1; w++) {
    uint64_t least = b->word_off[w];
    if (least <= t) {
      least = NEVER;
      for (uint64_t bits = u->off[w] & class_mask(m, scheme, cls); bits != 0; bits &= bits - 1) {
        uint32_t k = w * 64 + (uint32_t)__builtin_ctzll(bits);
        uint64_t reach = mmu_reach(m, scheme, k, mmu_above(m, k));
        if (reach <= t)
          visit_queue(m, k, entered);
        else if (reach < least)
          least = reach;
      }
      b->word_off[w] = least;
    }
    b->off_least = agenda_least(b->off_least, least);
  }
}

// The same for ports.
static __attribute__((noinline)) void ports_above(struct place *m, uint64_t xpoff, uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  struct mmu_bound *b = &u->port_bound;
  b->on_most = 0;
  for (uint32_t w = 0; w < (uint32_t)m->ports / 64 + 1; w++) {
    uint64_t most = b->word_on[w];
    if (most > xpoff) {
      most = 0;
      const uint32_t end = (w + 1) * 64 < (uint32_t)m->ports ? (w + 1) * 64 : (uint32_t)m->ports;
      for (uint32_t p = w * 64; p < end; p++) {
        if (bit_test(u->port_off, p)) continue;
        if (u->port[p].sum > xpoff)
          visit_port(m, p, entered);
        else if (u->port[p].sum > most)
          most = u->port[p].sum;
      }
      b->word_on[w] = most;
    }
    b->on_most = agenda_most(b->on_most, most);
  }
}

static __attribute__((noinline)) void ports_below(struct place *m, uint64_t xpon, uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  struct mmu_bound *b = &u->port_bound;
  b->off_least = NEVER;
  for (uint32_t w = 0; w < (uint32_t)m->ports / 64 + 1; w++) {
    uint64_t least = b->word_off[w];
    if (least <= xpon) {
      least = NEVER;
      for (uint64_t bits = u->port_off[w]; bits != 0; bits &= bits - 1) {
        uint32_t p = w * 64 + (uint32_t)__builtin_ctzll(bits);
        if (u->port[p].sum <= xpon)
          visit_port(m, p, entered);
        else if (u->port[p].sum < least)
          least = u->port[p].sum;
      }
      b->word_off[w] = least;
    }
    b->off_least = agenda_least(b->off_least, least);
  }
}

// T, or t_i of TTL.
EVENT_INLINE uint64_t mmu_t(const struct place *m, enum sluice_scheme scheme, int cls) {
  const struct event_mmu *u = &m->mmu;
  if (scheme == SLUICE_TTL) return mmu_thresholds(m, scheme, 0, cls).xqoff;
  return sluice_threshold_t(scheme, &u->cfg, u->max, u->pool_free);
}

// Cells were taken from the pool, or from the partition of cls.
EVENT_INLINE void thresholds_fell(struct place *m, enum sluice_scheme scheme, int cls, bool pool, uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  if (scheme == SLUICE_TTL) {
    for (int c = pool ? 0 : cls; c < (pool ? (int)m->classes : cls + 1); c++) {
      uint64_t t = mmu_t(m, scheme, c);
      if (t < u->bound[c].on_most) queues_above(m, scheme, c, t, entered);
    }
    return;
  }
  const uint64_t t = mmu_t(m, scheme, 0);
  if (t < u->bound[0].on_most) queues_above(m, scheme, 0, t, entered);
  if (scheme != SLUICE_DSH) return;
  const uint64_t xpoff = mmu_thresholds(m, scheme, 0, 0).xpoff;
  if (xpoff < u->port_bound.on_most) ports_above(m, xpoff, entered);
}

// Cells were returned.
EVENT_INLINE void thresholds_rose(struct place *m, enum sluice_scheme scheme, int cls, bool pool, uint64_t entered) {
  struct event_mmu *u = &m->mmu;
  if (scheme == SLUICE_TTL) {
    for (int c = pool ? 0 : cls; c < (pool ? (int)m->classes : cls + 1); c++) {
      if (u->bound[c].off_least == NEVER) continue;
      uint64_t t = sluice_minus(mmu_t(m, scheme, c), u->cfg.delta_q);
      if (t >= u->bound[c].off_least) queues_below(m, scheme, c, t, entered);
    }
    return;
  }
  const uint64_t t = sluice_minus(mmu_t(m, scheme, 0), u->cfg.delta_q);
  if (t >= u->bound[0].off_least) queues_below(m, scheme, 0, t, entered);
  if (scheme != SLUICE_DSH) return;
  const uint64_t xpon = mmu_thresholds(m, scheme, 0, 0).xpon;
  if (xpon >= u->port_bound.off_least) ports_below(m, xpon, entered);
}

// ---- GFC ----

// Schedules a change of a queue's level. A change that is still pending takes effect at once, early by at most the
// latency of the state.
static inline void level_change(struct place *m, uint32_t k, uint16_t level, uint64_t at) {
  struct event_mmu *u = &m->mmu;
  const bool was_active = u->level[k].next != SLUICE_FREE;
  u->level[k] = (struct mmu_level){.at = at, .now = u->level[k].next, .next = level};
  if (level != SLUICE_FREE)
    bit_set(u->off, k);
  else
    bit_clear(u->off, k);
  queue_state_changed(m, k, at);
  if (!was_active) state_becomes_active(m, at);
  if (level == SLUICE_FREE) state_ends(m);
}

static inline uint16_t level_at(const struct mmu_level *l, uint64_t at) { return l->at <= at ? l->next : l->now; }

#endif
