// Between messages and packets a debt falls by the same amount in every round, so its end is known beforehand: visits
// are not stepped through but made up for when something happens to the queue.
#include <string.h>

#include "cmodel/clocked/sluice_clocked.h"

// Clocks, for a visit: from the levels that it sees, and from the registers; for a charge: from being taken to the
// debt.
enum { LEVELS_BEFORE = 6, REGISTERS_BEFORE = 3, CHARGE_LANDS = 3 };
enum { LANE_SLOTS_BITS = 5, LEAST_SLOTS_BITS = 3, LEAST_WAITING_BITS = 4, FRACTION = 31 };

static int bits_for(int n) {
  int bits = 1;
  while (1 << bits < n) bits++;
  return bits;
}

static bool built(const struct sluice_dims *dims, enum sluice_scheme scheme) { return dims->schemes >> scheme & 1; }

static int high_bits(const struct sluice_rate *r, const struct sluice_dims *dims) {
  return bits_for(dims->classes) - r->lane_bits;
}

static int queue_bits(const struct sluice_dims *dims) { return bits_for(dims->ports) + bits_for(dims->classes); }

// Queues of more than a lane are spread over lanes by the low bits of their class.
static int lane_bits(const struct sluice_dims *dims) {
  int class_bits = bits_for(dims->classes), lanes = queue_bits(dims) - LANE_SLOTS_BITS;
  return lanes < 0 ? 0 : lanes < class_bits ? lanes : class_bits;
}

int sluice_limiter_round(const struct sluice_dims *dims) {
  int slot_bits = queue_bits(dims) - lane_bits(dims);
  return 2 << (slot_bits > LEAST_SLOTS_BITS ? slot_bits : LEAST_SLOTS_BITS);
}

void sluice_rate_init(struct sluice_rate *r, const struct sluice_dims *dims) {
  r->lane_bits = lane_bits(dims);
  r->round = (uint64_t)sluice_limiter_round(dims);
  r->toll.most = 1u << (queue_bits(dims) > LEAST_WAITING_BITS ? queue_bits(dims) : LEAST_WAITING_BITS);
  sluice_rate_clear(r);
}

// What a round pays at this level.
static int64_t amount(const struct sluice_rate *r, uint16_t level) {
  if (!r->linear) return (int64_t)(r->cell_step * r->round << (FRACTION - 16) >> level);
  uint64_t room = level < r->room_max ? (uint64_t)(r->room_max - level) : 0;
  return (int64_t)(room * r->round << 8);
}

static int64_t pay(const struct sluice_rate *r, const struct sluice_limiter *q, uint64_t visit) {
  if (visit == q->fixed) return q->fixed_pay;
  return amount(r, visit == q->late ? q->before : q->level);
}

// The place of a queue in the round: clocks after its beginning, of the read of its debt.
static uint64_t place(const struct sluice_rate *r, const struct sluice_dims *dims, int port, int cls) {
  return (uint64_t)((port << high_bits(r, dims)) + (cls >> r->lane_bits)) * 2;
}

// The first visit that takes effect in this clock or later.
static uint64_t visit_from(const struct sluice_rate *r, const struct sluice_dims *dims, int port, int cls,
                           uint64_t clock) {
  return clock + ((place(r, dims, port, cls) + LEVELS_BEFORE - clock) & (r->round - 1));
}

// The visits up to and in this clock. One that finds a round's worth of credit forgets it.
static void settle(const struct sluice_rate *r, struct sluice_limiter *q, uint64_t clock) {
  while (q->known && q->visit <= clock) {
    int64_t paid = pay(r, q, q->visit);
    uint64_t visits = 1;
    if (q->debt > 0 && q->visit != q->late && q->visit != q->fixed) {
      uint64_t most = (clock - q->visit) / r->round + 1,
               need = paid > 0 ? (uint64_t)((q->debt + paid - 1) / paid) : most;
      visits = most < need ? most : need;
    }
    q->known = q->debt + paid > 0;
    q->debt = q->known ? q->debt - (int64_t)visits * paid : 0;
    q->visit += visits * r->round;
  }
  if (q->visit <= clock) q->visit += ((clock - q->visit) / r->round + 1) * r->round;
}

// When a visit will free it.
static void plan(const struct sluice_rate *r, struct sluice_limiter *q) {
  q->end = UINT64_MAX;
  if (!q->known || q->debt <= 0) return;
  int64_t first = pay(r, q, q->visit), left = q->debt - first, later = pay(r, q, q->visit + r->round);
  if (left <= 0)
    q->end = q->visit;
  else if (later > 0)
    q->end = q->visit + (uint64_t)((left + later - 1) / later) * r->round;
}

static void find_soonest(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock) {
  uint64_t soonest = r->sent.valid ? clock + 1 : UINT64_MAX;
  if (r->landing.valid && r->landing.clock < soonest) soonest = r->landing.clock;
  bool waits = r->toll.count > 0 || !r->toll.left;  // for the end of it
  if (r->toll.busy && waits && r->toll.at < soonest) soonest = r->toll.at;
  for (int p = 0; p < dims->ports; p++)
    if (r->port_end[p] < soonest) soonest = r->port_end[p];
  r->soonest_at = soonest;
}

static void find_port_end(struct sluice_rate *r, const struct sluice_dims *dims, int port) {
  uint64_t end = UINT64_MAX;
  for (int c = 0; c < dims->classes; c++)
    if (r->queue[port][c].end < end) end = r->queue[port][c].end;
  r->port_end[port] = end;
}

static void show(struct sluice_rate *r, const struct sluice_dims *dims, int port, int cls) {
  const struct sluice_limiter *q = &r->queue[port][cls];
  sluice_assign(r->held, sluice_bit(dims, port, cls), q->owing || q->stopped);
}

static void show_port(struct sluice_rate *r, const struct sluice_dims *dims, int port) {
  for (int c = 0; c < dims->classes; c++) show(r, dims, port, c);
  find_port_end(r, dims, port);
}

static uint64_t free_queues(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock) {
  uint64_t changed = 0;
  for (int p = 0; p < dims->ports; p++) {
    if (r->port_end[p] > clock) continue;
    for (int c = 0; c < dims->classes; c++) {
      struct sluice_limiter *q = &r->queue[p][c];
      if (q->end != clock) continue;
      settle(r, q, clock);
      q->owing = false;
      q->end = UINT64_MAX;
      show(r, dims, p, c);
    }
    find_port_end(r, dims, p);
    changed |= UINT64_C(1) << p;
  }
  return changed;
}

// A charge meets the debt: larger than the largest charge, it grows no more.
static void meet(const struct sluice_rate *r, const struct sluice_dims *dims, struct sluice_limiter *q) {
  int bits = (dims->width < 14 ? dims->width : 14) + (built(dims, SLUICE_GFC_LINEAR) ? 32 : FRACTION);
  uint64_t clock = r->landing.clock;
  if (!q->known) q->visit = visit_from(r, dims, r->landing.port, r->landing.cls, clock + 1), q->debt = 0;
  settle(r, q, clock);
  if (!q->known || q->debt <= INT64_C(1) << bits) {
    if (!q->known) q->debt = 0;
    q->debt += r->landing.charge;
    q->known = true;
  }
  q->owing = q->debt > 0;
  plan(r, q);
}

static struct sluice_limiter *landing_queue(struct sluice_rate *r) {
  return &r->queue[r->landing.port][r->landing.cls];
}

static uint64_t land(struct sluice_rate *r, const struct sluice_dims *dims) {
  int port = r->landing.port;
  r->landing.valid = false;
  meet(r, dims, landing_queue(r));
  show(r, dims, port, r->landing.cls);
  find_port_end(r, dims, port);
  return UINT64_C(1) << port;
}

// It lands before its clock where nothing shows of that: the queue is held until then, and will be after that.
static void land_early(struct sluice_rate *r, const struct sluice_dims *dims) {
  struct sluice_limiter *q = landing_queue(r);
  if (!q->owing || q->end != UINT64_MAX) return;
  r->landing.before = *q;
  meet(r, dims, q);
  r->landing.early = q->owing;
  r->landing.valid = !q->owing;
  if (!q->owing) *q = r->landing.before;
  find_port_end(r, dims, r->landing.port);
}

// Something comes before it to the queue of a charge that has landed early. Returns whether it has.
static bool take_back(struct sluice_rate *r, uint64_t clock) {
  if (!r->landing.early || r->landing.clock <= clock) return false;
  *landing_queue(r) = r->landing.before;
  r->landing.early = false;
  r->landing.valid = true;
  return true;
}

// The packet of the clock before comes to wait, unless too many do.
static uint64_t wait(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock) {
  struct sluice_sent *s = &r->sent.packet;
  r->sent.valid = false;
  bool taken_since = r->toll.busy && r->toll.from >= clock;  // known before, it waits until then
  if (r->toll.count + taken_since == r->toll.most) return 0;
  r->toll.packet[(r->toll.first + r->toll.count++) % SLUICE_MAX_WAITING] = *s;
  r->queue[s->port][s->cls].owing = true;
  show(r, dims, s->port, s->cls);
  return UINT64_C(1) << s->port;
}

// A charge is taken in a clock of the round in which no debt is read for a visit, away from the visits of its queue.
static uint64_t taken_from(const struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock) {
  uint64_t mine = place(r, dims, r->toll.of.port, r->toll.of.cls);
  clock += clock & 1;
  while (((mine + 6 - clock) & (r->round - 1)) < 8) clock += 2;
  return clock;
}

static int bit_length(uint32_t x) { return x == 0 ? 0 : 32 - __builtin_clz(x); }

// By the registers of the clock after that in which the packet is taken.
static void charge(struct sluice_rate *r, const struct sluice_dims *dims) {
  uint64_t cells = r->toll.of.cells;
  r->toll.charge = (int64_t)(r->linear ? cells * r->drain_cycles : cells << FRACTION);
  r->toll.at = taken_from(r, dims, r->toll.from + 2 + (r->linear ? (uint64_t)bit_length(r->toll.of.cells) : 0));
}

// Its charge is on its way to the debt.
static void leave_toll(struct sluice_rate *r) {
  r->toll.left = true;
  r->landing.valid = true;
  r->landing.early = false;
  r->landing.clock = r->toll.at + CHARGE_LANDS;
  r->landing.charge = r->toll.charge;
  r->landing.port = r->toll.of.port;
  r->landing.cls = r->toll.of.cls;
}

// In the clock after this one the next packet is taken, and what follows from that is known.
static void toll_take(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock) {
  if (r->toll.busy || r->toll.count == 0) return;
  r->toll.of = r->toll.packet[r->toll.first];
  r->toll.first = (r->toll.first + 1) % SLUICE_MAX_WAITING;
  r->toll.count--;
  r->toll.busy = true;
  r->toll.left = false;
  r->toll.from = clock + 1;
  charge(r, dims);
  if (r->landing.valid || (r->landing.early && r->landing.clock > clock)) return;
  leave_toll(r);
  land_early(r, dims);
}

// The charge has been taken.
static void toll_end(struct sluice_rate *r, uint64_t clock) {
  if (!r->toll.busy || r->toll.at > clock) return;
  r->toll.busy = false;
  if (!r->toll.left) leave_toll(r);
}

static void load(struct sluice_rate *r, const struct sluice_dims *dims, int port, int cls, uint64_t clock,
                 uint16_t level) {
  struct sluice_limiter *q = &r->queue[port][cls];
  if (!r->linear) level %= SLUICE_MAX_STAGES + 1;
  q->stopped = r->linear && level >= r->room_max;
  if (!q->known) q->visit = visit_from(r, dims, port, cls, clock + 1);
  settle(r, q, clock);
  if (q->visit < clock + LEVELS_BEFORE && q->visit != q->late) {
    q->late = q->visit;
    q->before = q->level;
  }
  q->level = level;
  plan(r, q);
}

uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_dims *dims, uint64_t clock,
                          const struct sluice_in *in) {
  uint64_t changed = 0;
  if (clock >= r->soonest_at) {
    changed |= free_queues(r, dims, clock);
    if (r->landing.valid && r->landing.clock == clock) changed |= land(r, dims);
    toll_end(r, clock);
    if (r->sent.valid) changed |= wait(r, dims, clock);
    toll_take(r, dims, clock);
  }
  if (r->enabled && in->rx_valid && in->rx_port < dims->ports) {
    bool early = r->landing.port == in->rx_port && take_back(r, clock);
    for (int c = 0; c < dims->classes; c++)
      if (in->rx_enable >> c & 1) load(r, dims, in->rx_port, c, clock, in->rx_time[c]);
    if (early) land_early(r, dims);
    show_port(r, dims, in->rx_port);
    changed |= UINT64_C(1) << in->rx_port;
  }
  if (r->enabled && in->snd_valid && in->snd_port < dims->ports && in->snd_class < dims->classes &&
      r->queue[in->snd_port][in->snd_class].level != 0) {
    uint32_t most = (UINT32_C(1) << (dims->width < 14 ? dims->width : 14)) - 1;
    r->sent.valid = true;
    r->sent.packet.port = in->snd_port;
    r->sent.packet.cls = in->snd_class;
    r->sent.packet.cells = in->snd_cells < most ? in->snd_cells : most;
  }
  find_soonest(r, dims, clock);
  return changed;
}

void sluice_rate_clear(struct sluice_rate *r) {
  r->sent.valid = r->landing.valid = r->landing.early = r->toll.busy = false;
  r->toll.first = r->toll.count = 0;
  r->soonest_at = UINT64_MAX;
  memset(r->queue, 0, sizeof r->queue);
  memset(r->held, 0, sizeof r->held);
  for (int p = 0; p < SLUICE_MAX_PORTS; p++) {
    r->port_end[p] = UINT64_MAX;
    for (int c = 0; c < SLUICE_MAX_CLASSES; c++) r->queue[p][c].end = UINT64_MAX;
  }
}

void sluice_rate_restart(struct sluice_rate *r, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         uint64_t clock) {
  take_back(r, clock);
  for (int p = 0; p < dims->ports; p++)
    for (int c = 0; c < dims->classes; c++) {
      struct sluice_limiter *q = &r->queue[p][c];
      if (!q->known) continue;
      settle(r, q, clock);
      if (q->visit > clock + REGISTERS_BEFORE) continue;
      q->fixed_pay = pay(r, q, q->visit);
      q->fixed = q->visit;
    }
  r->enabled = sluice_is_gfc(cfg->scheme);
  r->linear = cfg->scheme == SLUICE_GFC_LINEAR || !built(dims, SLUICE_GFC);
  r->cell_step = cfg->cell_step;
  r->drain_cycles = cfg->drain_cycles;
  r->room_max = (uint16_t)(cfg->stage_top - cfg->stage_base);
  if (r->toll.busy && r->toll.from + 1 > clock) {
    charge(r, dims);
    if (r->toll.left) leave_toll(r);
  }
  for (int p = 0; p < dims->ports; p++) {
    for (int c = 0; c < dims->classes; c++) plan(r, &r->queue[p][c]);
    show_port(r, dims, p);
  }
  find_soonest(r, dims, clock);
}
