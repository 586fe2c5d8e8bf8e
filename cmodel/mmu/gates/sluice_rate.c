// Between messages and packets a debt falls by the same amount in every round, so its end is known beforehand: visits
// are not stepped through but made up for when something happens to the queue.
#include <string.h>

#include "sluice_clocked.h"

static uint64_t round_clocks(const struct sluice_dims *dims) {
  uint64_t clocks = 8;
  while (clocks < (uint64_t)dims->ports) clocks *= 2;
  return clocks;
}

static bool built(const struct sluice_dims *dims, enum sluice_scheme scheme) { return dims->schemes >> scheme & 1; }

uint64_t sluice_charge_limit(const struct sluice_dims *dims) {
  return UINT64_C(1) << (dims->width > 17 ? 32 : dims->width + 15);
}

// What a round pays.
static int64_t pay(const struct sluice_rate *r, const struct sluice_limiter *q) {
  if (!r->linear) return (int64_t)(r->cell_step * r->round);
  uint64_t room = q->level < r->room_max ? (uint64_t)(r->room_max - q->level) : 0;
  return (int64_t)(room * r->round << 16);
}

// The first visit of a port that writes in this clock or later.
static uint64_t visit_from(const struct sluice_rate *r, int port, uint64_t clock) {
  return clock + (((uint64_t)port + 1 - clock) & (r->round - 1));
}

// A charge uses up the credit before it.
static int64_t charged(const struct sluice_rate *r, const struct sluice_limiter *q, int64_t debt) {
  debt += q->charge;
  return debt < 0 ? 0 : debt > r->largest ? r->largest : debt;
}

enum { CREDIT_VISITS = 2 };  // after the one that paid the debt

// A visit without a charge pays the debt, or once more for credit, or forgets that.
static void pass(struct sluice_limiter *q, int64_t amount) {
  q->kept = q->debt > 0 ? CREDIT_VISITS : q->kept > 0 ? q->kept - 1 : 0;
  q->debt = q->kept > 0 ? q->debt - amount : 0;
}

// The visits that write up to and in this clock; only the last of them may free the queue.
static void settle(const struct sluice_rate *r, struct sluice_limiter *q, uint64_t clock) {
  int64_t amount = pay(r, q);
  for (; q->visit <= clock && (q->fresh || (q->kept > 0 && q->debt <= 0)); q->visit += r->round) {
    if (q->fresh && q->visit == q->take) {
      q->debt = charged(r, q, q->debt) - amount;
      q->fresh = false;
      q->kept = CREDIT_VISITS;
    } else {
      pass(q, amount);
    }
  }
  if (q->visit <= clock) {
    uint64_t visits = (clock - q->visit) / r->round + 1;
    q->debt = q->debt > 0 ? q->debt - (int64_t)visits * amount : 0;
    q->visit += visits * r->round;
  }
  q->owing = q->fresh || q->debt > 0;
}

// When a queue that owes will be free.
static void plan(const struct sluice_rate *r, struct sluice_limiter *q) {
  int64_t amount = pay(r, q), debt = q->debt;
  uint64_t visit = q->visit;
  if (q->fresh) {
    if (visit != q->take) debt = debt > 0 || q->kept > 1 ? debt - amount : 0;
    debt = charged(r, q, debt);
    visit = q->take;
  }
  if (debt > 0 && amount == 0)
    q->end = UINT64_MAX;
  else
    q->end = debt > 0 ? visit + (uint64_t)((debt - 1) / amount) * r->round : visit;
}

static void plan_port(struct sluice_rate *r, const struct sluice_dims *dims, int port) {
  uint64_t end = UINT64_MAX;
  bool owing = false;
  for (int c = 0; c < dims->classes; c++) {
    const struct sluice_limiter *q = &r->queue[port][c];
    owing = owing || q->owing;
    if (q->owing && q->end < end) end = q->end;
    sluice_assign(r->held, sluice_bit(dims, port, c), q->owing || q->stopped);
  }
  r->port_end[port] = end;
  r->owing = owing ? r->owing | UINT64_C(1) << port : r->owing & ~(UINT64_C(1) << port);
  if (end < r->soonest_at) r->soonest_at = end;
}

static void find_soonest(struct sluice_rate *r) {
  r->soonest_at = UINT64_MAX;
  for (uint64_t ports = r->owing; ports != 0; ports &= ports - 1) {
    int p = __builtin_ctzll(ports);
    if (r->port_end[p] < r->soonest_at) r->soonest_at = r->port_end[p];
  }
}

static void free_queues(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock, int port) {
  for (int c = 0; c < dims->classes; c++) {
    struct sluice_limiter *q = &r->queue[port][c];
    if (q->owing && q->end == clock) settle(r, q, clock);
  }
  plan_port(r, dims, port);
}

// The RTL's word has 8 bits below the point with GFC-linear, none with GFC. All ones is the largest.
static int64_t charge(const struct sluice_rate *r) {
  int below = r->linear ? 8 : 0;
  uint64_t cells = r->sent.cells, most = ((uint64_t)r->largest >> (16 - below)) - 1;
  uint64_t amount = r->linear ? cells * r->room_clocks : cells << r->sent.level % (SLUICE_MAX_STAGES + 1);
  return (int64_t)((amount < most ? amount : most) << (16 - below));
}

static void hold(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock) {
  int port = r->sent.port;
  struct sluice_limiter *q = &r->queue[port][r->sent.cls];
  settle(r, q, clock);
  q->visit = visit_from(r, port, clock + 1);
  if (!q->fresh) q->take = visit_from(r, port, clock + 2);
  q->charge = charge(r);
  q->fresh = q->owing = true;
  plan(r, q);
  plan_port(r, dims, port);
}

static void load(struct sluice_rate *r, struct sluice_limiter *q, uint64_t clock, uint16_t level) {
  if (!r->linear) {
    q->level = level % (SLUICE_MAX_STAGES + 1);
    q->stopped = false;
    return;
  }
  q->stopped = level >= r->room_max;
  if (q->owing || q->kept > 0) settle(r, q, clock);
  q->level = level;
  if (q->owing) plan(r, q);
}

uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock,
                          const struct sluice_in *in) {
  uint64_t changed = 0;
  if (clock >= r->soonest_at) {
    uint64_t port = (clock - 1) & (r->round - 1);
    if (r->owing != 0 && (r->owing >> port & 1) && r->port_end[port] == clock) {
      free_queues(r, dims, clock, (int)port);
      changed |= UINT64_C(1) << port;
    }
    find_soonest(r);
    if (r->sent.valid) {
      r->sent.valid = false;
      hold(r, dims, clock);
      changed |= UINT64_C(1) << r->sent.port;
    }
  }
  if (!r->enabled) return changed;
  if (in->rx_valid && in->rx_port < dims->ports) {
    for (int c = 0; c < dims->classes; c++)
      if (in->rx_enable >> c & 1) load(r, &r->queue[in->rx_port][c], clock, in->rx_time[c]);
    plan_port(r, dims, in->rx_port);
    changed |= UINT64_C(1) << in->rx_port;
  }
  if (in->snd_valid && in->snd_port < dims->ports && in->snd_class < dims->classes) {
    uint16_t level = r->queue[in->snd_port][in->snd_class].level;
    if (level != 0) {
      r->sent.valid = true;
      r->sent.port = in->snd_port;
      r->sent.cls = in->snd_class;
      r->sent.level = level;
      r->sent.cells = in->snd_cells;
      r->soonest_at = clock + 1;
    }
  }
  return changed;
}

void sluice_rate_clear(struct sluice_rate *r) {
  r->sent.valid = false;
  r->owing = 0;
  r->soonest_at = UINT64_MAX;
  memset(r->queue, 0, sizeof r->queue);
  memset(r->held, 0, sizeof r->held);
}

void sluice_rate_restart(struct sluice_rate *r, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         uint64_t clock) {
  for (int p = 0; p < dims->ports; p++)
    for (int c = 0; c < dims->classes; c++)
      if (r->queue[p][c].owing || r->queue[p][c].kept > 0) settle(r, &r->queue[p][c], clock - 1);
  r->enabled = sluice_is_gfc(cfg->scheme);
  r->linear = cfg->scheme == SLUICE_GFC_LINEAR || !built(dims, SLUICE_GFC);
  r->cell_step = cfg->cell_step;
  r->room_clocks = cfg->room_clocks;
  r->room_max = (uint16_t)(cfg->stage_top - cfg->stage_base);
  r->round = round_clocks(dims);
  r->largest = (int64_t)(sluice_charge_limit(dims) << 16);
  r->soonest_at = r->sent.valid ? clock : UINT64_MAX;
  for (int p = 0; p < dims->ports; p++) {
    if (!(r->owing >> p & 1)) continue;
    for (int c = 0; c < dims->classes; c++)
      if (r->queue[p][c].owing) plan(r, &r->queue[p][c]);
    plan_port(r, dims, p);
  }
}
