#include "tests/event/reference.h"

#include <limits.h>
#include <string.h>

/* ---- arithmetic: unsigned, never below 0, never above the maximum of a counter ---- */

static uint64_t ref_min(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t ref_sub(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static uint64_t ref_add(uint64_t a, uint64_t b, uint64_t max) {
  if (a > max || b > max - a) return max;
  return a + b;
}

static uint64_t ref_mul(uint64_t a, uint64_t b, uint64_t max) {
  if (a != 0 && b > max / a) return max;
  return a * b;
}

/* Multiplies by 2^exponent. */
static uint64_t ref_shift(uint64_t value, int exponent, uint64_t max) {
  if (exponent <= -64) return 0;
  if (exponent < 0) return ref_min(value >> -exponent, max);
  if (value == 0) return 0;
  if (exponent >= 64 || value > max >> exponent) return max;
  return value << exponent;
}

/* Returns whether a + b <= limit without a sum that could wrap. This test must not saturate: a sum saturated at the
 * limit would seem to fit. */
static bool ref_fits(uint64_t a, uint64_t b, uint64_t limit) { return a <= limit && b <= limit - a; }

/* ---- indices ---- */

static bool ref_exists(const struct ref *r, int port, int cls) {
  return port >= 0 && port < r->config.ports && cls >= 0 && cls < r->config.classes;
}

static bool ref_is_lossless(const struct ref *r, int cls) { return (r->config.lossless >> cls & 1u) != 0; }

static bool ref_is_gfc(const struct ref *r) {
  return r->config.scheme == REF_GFC || r->config.scheme == REF_GFC_LINEAR;
}

static int ref_port_group(int port) { return REF_PORTS * REF_CLASSES + port; }

/* Lossless classes of a port share a group under DSH. A lossy class has a group of its own there. If a lossy class
 * returned the headroom of the port, lossy traffic would influence the state of the port. */
static int ref_group(const struct ref *r, int port, int cls) {
  if (r->config.scheme == REF_DSH && ref_is_lossless(r, cls)) return ref_port_group(port);
  return port * REF_CLASSES + cls;
}

static uint64_t ref_above_private(const struct ref *r, int port, uint64_t q) {
  return ref_sub(q, r->config.port[port].phi);
}

void ref_init(struct ref *r, const struct ref_config *c) {
  int port;

  memset(r, 0, sizeof *r);
  r->config = *c;
  if (r->config.ports < 0) r->config.ports = 0;
  if (r->config.ports > REF_PORTS) r->config.ports = REF_PORTS;
  if (r->config.classes < 0) r->config.classes = 0;
  if (r->config.classes > REF_CLASSES) r->config.classes = REF_CLASSES;
  if (r->config.stages < 0) r->config.stages = 0;
  if (r->config.stages > REF_STAGES) r->config.stages = REF_STAGES;
  /* TTL has partitions instead of private cells, so w is all of q. GFC has neither a shared pool nor headroom. */
  for (port = 0; port < REF_PORTS; port++) {
    if (c->scheme == REF_TTL) r->config.port[port].phi = 0;
    if (ref_is_gfc(r)) r->config.port[port].eta = 0;
  }
  if (ref_is_gfc(r)) r->config.shared = 0;
}

/* ---- accounting ---- */

static bool ref_fits_private(const struct ref *r, int port, int cls, uint64_t cells) {
  if (r->config.scheme == REF_TTL) return ref_fits(r->class_partition[cls], cells, r->config.partition[cls]);
  return ref_fits(r->queue[port][cls], cells, r->config.port[port].phi);
}

/* Returns whether the lossy threshold admits the packet to the shared pool. Without the threshold one congested lossy
 * queue would take all of Bs. */
static bool ref_lossy_allowed(const struct ref *r, int port, int cls, uint64_t cells) {
  uint64_t w = ref_above_private(r, port, r->queue[port][cls]);
  uint64_t limit = ref_shift(ref_shared_free(r), r->config.alpha_lossy, r->config.counter_max);
  return ref_fits(w, cells, limit);
}

/* SHP: the headroom of a port beyond its private part belongs to the pool. */
static uint64_t ref_pool_share(const struct ref *r, int port) {
  uint64_t sum = 0;
  int cls;

  for (cls = 0; cls < r->config.classes; cls++) sum += r->headroom[ref_group(r, port, cls)];
  return ref_sub(sum, r->config.port[port].headroom);
}

uint64_t ref_headroom_pool(const struct ref *r) {
  uint64_t sum = 0;
  int port;

  if (r->config.scheme != REF_SHP) return 0;
  for (port = 0; port < r->config.ports; port++) sum += ref_pool_share(r, port);
  return sum;
}

/* Returns whether headroom holds the packet: the group's limit and, under SHP, the pool, after a trial. */
static bool ref_fits_headroom(const struct ref *r, int port, int cls, uint64_t cells) {
  struct ref trial;

  if (!ref_fits(r->headroom[ref_group(r, port, cls)], cells, r->config.port[port].eta)) return false;
  if (r->config.scheme != REF_SHP) return true;
  trial = *r;
  trial.headroom[ref_group(r, port, cls)] += cells;
  return ref_headroom_pool(&trial) <= r->config.headroom_pool;
}

/* Chooses the pool of a packet that exists, is not empty and is not too large. The whole packet must fit the pool, not
 * only its growth of w. */
static enum ref_admission ref_admit(const struct ref *r, int port, int cls, uint64_t cells, bool off) {
  bool fits_shared = ref_fits(r->shared_used, cells, r->config.shared);

  /* q is exact, so a packet that exceeds the counter is refused. A saturated q would lose cells for ever. */
  if (!ref_fits(r->queue[port][cls], cells, r->config.counter_max)) return REF_REFUSED;

  if (ref_fits_private(r, port, cls, cells)) return REF_PRIVATE;
  if (!ref_is_lossless(r, cls)) return fits_shared && ref_lossy_allowed(r, port, cls, cells) ? REF_SHARED : REF_REFUSED;

  /* The upstream of a group in state off is paused, and the headroom holds the packets in flight. Under TTL headroom is
   * the last resort in every state. */
  if (fits_shared && (!off || r->config.scheme == REF_TTL)) return REF_SHARED;
  if (ref_fits_headroom(r, port, cls, cells)) return REF_HEADROOM;
  return REF_REFUSED;
}

/* Returns cells to the headroom of the group first, so that the whole headroom is free again as soon as possible. */
static void ref_repay(struct ref *r, int port, int cls, uint64_t cells) {
  int group = ref_group(r, port, cls);
  uint64_t to_headroom = ref_min(cells, r->headroom[group]);

  r->headroom[group] -= to_headroom;
  cells -= to_headroom;
  if (r->config.scheme == REF_TTL) {
    /* The shared partition is counted per class over all ports, so a port may return cells that another port took. */
    uint64_t to_shared = ref_min(cells, r->class_shared[cls]);
    r->class_shared[cls] -= to_shared;
    r->shared_used -= to_shared;
    r->class_partition[cls] -= cells - to_shared;
  } else {
    r->shared_used -= cells;
  }
}

enum ref_admission ref_enqueue(struct ref *r, int port, int cls, uint64_t cells, bool off) {
  uint64_t q, growth;
  enum ref_admission admission;

  if (!ref_exists(r, port, cls)) return REF_REFUSED;
  if (cells == 0) return REF_PRIVATE;
  if (cells > r->config.max_packet) return REF_REFUSED;
  admission = ref_admit(r, port, cls, cells, off);
  if (admission == REF_REFUSED) return admission;

  q = r->queue[port][cls];
  growth = ref_above_private(r, port, q + cells) - ref_above_private(r, port, q);
  r->queue[port][cls] = q + cells;
  if (admission == REF_PRIVATE) {
    /* Only TTL counts private cells in a pool. Elsewhere q itself is their counter. */
    if (r->config.scheme == REF_TTL) r->class_partition[cls] += cells;
    return admission;
  }
  if (admission == REF_SHARED) {
    r->shared_used += cells;
    if (r->config.scheme == REF_TTL) r->class_shared[cls] += cells;
  } else {
    r->headroom[ref_group(r, port, cls)] += cells;
  }
  /* The whole packet was charged, including cells that belong to the private part. These cells return at once. TTL has
   * no such cells. */
  if (cells > growth) ref_repay(r, port, cls, cells - growth);
  return admission;
}

void ref_dequeue(struct ref *r, int port, int cls, uint64_t cells) {
  uint64_t q;

  if (!ref_exists(r, port, cls) || cells > r->queue[port][cls]) return;
  q = r->queue[port][cls];
  r->queue[port][cls] = q - cells;
  ref_repay(r, port, cls, ref_above_private(r, port, q) - ref_above_private(r, port, q - cells));
}

uint64_t ref_queue(const struct ref *r, int port, int cls) {
  return ref_exists(r, port, cls) ? r->queue[port][cls] : 0;
}

uint64_t ref_shared_free(const struct ref *r) { return ref_sub(r->config.shared, r->shared_used); }

uint64_t ref_headroom(const struct ref *r, int port, int cls) {
  return ref_exists(r, port, cls) ? r->headroom[ref_group(r, port, cls)] : 0;
}

/* Adds up the queues again. Excess charges return before an event is complete, so the sum is also the charge of the
 * lossless classes. */
uint64_t ref_port_sum(const struct ref *r, int port) {
  uint64_t sum = 0;
  int cls;

  if (port < 0 || port >= r->config.ports) return 0;
  for (cls = 0; cls < r->config.classes; cls++)
    if (ref_is_lossless(r, cls))
      sum = ref_add(sum, ref_above_private(r, port, r->queue[port][cls]), r->config.counter_max);
  return sum;
}

uint64_t ref_partition_free(const struct ref *r, int cls) {
  if (r->config.scheme != REF_TTL || cls < 0 || cls >= r->config.classes) return 0;
  return ref_sub(r->config.partition[cls], r->class_partition[cls]);
}

/* ---- thresholds and states ---- */

/* T(t) = alpha * (Bs - S) */
static uint64_t ref_threshold(const struct ref *r) {
  return ref_shift(ref_shared_free(r), r->config.alpha, r->config.counter_max);
}

/* Eq. 16. The product is split at bit 16, so that it is exact without a wider type. With f = 65536 a + b,
 * weight * f / 65536 = weight * a + weight * b / 65536. */
static uint64_t ref_ttl_threshold(const struct ref *r, int cls) {
  uint64_t max = r->config.counter_max;
  uint64_t weight = r->config.weight[cls];
  uint64_t free_shared = ref_shared_free(r);
  uint64_t high = ref_mul(weight, free_shared >> 16, max);
  uint64_t low = weight * (free_shared & 0xffff) >> 16;
  uint64_t part = ref_add(high, low, max);

  return ref_shift(ref_add(part, ref_partition_free(r, cls), max), r->config.alpha, max);
}

/* Applies the hysteresis of section 4. Above the upper bound the state is off, at or below the lower bound it is on.
 * Between the bounds the state does not change. Headroom in use always means off, because a second pause would need the
 * same headroom. */
static bool ref_next_state(uint64_t amount, uint64_t off_above, uint64_t on_upto, uint64_t headroom, bool was_off) {
  if (headroom > 0) return true;
  return was_off ? amount > on_upto : amount > off_above;
}

bool ref_queue_off(const struct ref *r, int port, int cls, bool was_off) {
  const struct ref_config *c = &r->config;
  uint64_t w, off_above, on_upto, headroom;

  if (!ref_exists(r, port, cls) || !ref_is_lossless(r, cls) || ref_is_gfc(r)) return false;
  w = ref_above_private(r, port, r->queue[port][cls]);
  headroom = ref_headroom(r, port, cls);
  switch (c->scheme) {
    case REF_STATIC:
      off_above = c->port[port].xoff;
      on_upto = c->port[port].xon;
      break;
    case REF_SIH:
    case REF_SHP:
      off_above = ref_threshold(r);
      on_upto = ref_sub(off_above, c->delta_q);
      break;
    case REF_DSH:
      off_above = ref_sub(ref_threshold(r), c->port[port].eta);
      on_upto = ref_sub(off_above, c->delta_q);
      headroom = 0; /* headroom belongs to the port and turns the port off, not the queue */
      break;
    case REF_TTL:
      off_above = ref_ttl_threshold(r, cls);
      on_upto = ref_sub(off_above, c->delta_q);
      break;
    default:
      return false;
  }
  return ref_next_state(w, off_above, on_upto, headroom, was_off);
}

bool ref_port_off(const struct ref *r, int port, bool was_off) {
  uint64_t off_above, on_upto;

  if (r->config.scheme != REF_DSH || port < 0 || port >= r->config.ports) return false;
  off_above = ref_mul((uint64_t)r->config.classes, ref_threshold(r), r->config.counter_max);
  on_upto = ref_sub(off_above, r->config.delta_p);
  return ref_next_state(ref_port_sum(r, port), off_above, on_upto, r->headroom[ref_port_group(port)], was_off);
}

unsigned ref_level(const struct ref *r, int port, int cls) {
  const struct ref_config *c = &r->config;
  uint64_t q, level;
  int k;

  /* A level slows the upstream down. Lossy classes never slow the upstream down. */
  if (!ref_exists(r, port, cls) || !ref_is_lossless(r, cls)) return 0;
  q = r->queue[port][cls];
  if (c->scheme == REF_GFC) {
    for (k = c->stages; k >= 1; k--)
      if (q >= c->stage[k]) return (unsigned)k;
    return 0;
  }
  if (c->scheme == REF_GFC_LINEAR) {
    level = ref_min(ref_sub(q, c->stage_base), ref_sub(c->stage_top, c->stage_base));
    return (unsigned)ref_min(level, UINT_MAX);
  }
  return 0;
}
