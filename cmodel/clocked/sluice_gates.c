#include "cmodel/clocked/sluice_gates.h"

#include <stddef.h>
#include <string.h>

#include "cmodel/rules/sluice_gfc.h"

// ---- quanta ----

void sluice_quanta_step(struct sluice_quanta *q, const struct sluice_context *x) {
  const uint64_t sum = q->rest + x->cfg.limits.quanta_step;
  q->now += q->ticks;
  q->ticks = sum / SLUICE_STEPS_PER_QUANTUM;
  q->rest = sum % SLUICE_STEPS_PER_QUANTUM;
}

void sluice_quanta_pass(struct sluice_quanta *q, const struct sluice_context *x, uint64_t cycles) {
  if (cycles == 0) return;
  const uint64_t sum = q->rest + (cycles - 1) * x->cfg.limits.quanta_step;
  q->now += q->ticks + sum / SLUICE_STEPS_PER_QUANTUM;
  q->ticks = 0;
  q->rest = sum % SLUICE_STEPS_PER_QUANTUM;
  sluice_quanta_step(q, x);
}

// ---- quanta of each port ----

static uint64_t quanta(uint64_t steps) { return steps / SLUICE_STEPS_PER_QUANTUM; }

// Places in a round of visits. With PORT_LIMITS a round has a power of two, of at least 4.
static int places(const struct sluice_context *x) {
  if (!x->dims.port_limits) return x->dims.ports;
  return x->port_mask < 4 ? 4 : x->port_mask + 1;
}

void sluice_port_quanta_step(struct sluice_port_quanta *q, const struct sluice_context *x, uint64_t cycle) {
  const uint64_t round = (uint64_t)places(x);
  const int port = (int)(cycle & (round - 1));
  q->steps[q->visit[1].port] += q->visit[1].steps;
  memmove(&q->visit[1], &q->visit[0], 2 * sizeof q->visit[0]);
  q->visit[0].port = port < x->dims.ports ? port : 0;
  q->visit[0].steps = port < x->dims.ports ? round * x->limits[port].quanta_step : 0;
}

void sluice_port_quanta_pass(struct sluice_port_quanta *q, const struct sluice_context *x, uint64_t cycles) {
  const uint64_t round = (uint64_t)places(x), rounds = cycles / round;
  for (int p = 0; p < x->dims.ports; p++) q->steps[p] += rounds * round * x->limits[p].quanta_step;
  for (uint64_t i = rounds * round; i < cycles; i++) sluice_port_quanta_step(q, x, x->cycle + i);
}

// ---- pause timers and gates ----

enum { VISIT_LATENCY = 3 };  // cycles from the read of a row to the end of its timers

static uint64_t bit(int port) { return UINT64_C(1) << port; }

void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_context *x, const uint64_t *held, int port,
                 uint64_t *gate) {
  const struct sluice_timer *timer = rx->timer[port];
  uint8_t closed = sluice_port_bits(held, &x->dims, port);
  if (timer[SLUICE_PORT_TIMER].runs) closed = UINT8_MAX;
  for (int c = 0; c < x->dims.classes; c++) closed |= (uint8_t)(timer[c].runs << c);
  closed &= (uint8_t)x->cfg.lossless;
  sluice_set_port_bits(gate, &x->dims, port, timer[SLUICE_PAUSE_TIMER].runs ? UINT8_MAX : closed);
}

static void count_running(struct sluice_pause_rx *rx, int port) {
  rx->running &= ~bit(port);
  for (int l = 0; l < SLUICE_TIMERS; l++)
    if (rx->timer[port][l].runs) rx->running |= bit(port);
}

// The quantum in which the message arrives does not count, so a pause never ends early.
static void load(const struct sluice_pause_rx *rx, const struct sluice_context *x, struct sluice_timer *timer,
                 uint16_t quanta) {
  *timer = (struct sluice_timer){quanta != 0, rx->message.now + quanta + 1, x->cycle};
}

static void take_message(struct sluice_pause_rx *rx, const struct sluice_context *x) {
  struct sluice_timer *timer = rx->timer[rx->message.port];
  if (rx->message.level != SLUICE_LEVEL_CLASSES) {
    const bool pause = rx->message.level & SLUICE_LEVEL_PAUSE;
    load(rx, x, &timer[pause ? SLUICE_PAUSE_TIMER : SLUICE_PORT_TIMER], rx->message.time[0]);
  } else {
    for (int c = 0; c < x->dims.classes; c++)
      if (rx->message.enable >> c & 1) load(rx, x, &timer[c], rx->message.time[c]);
  }
  count_running(rx, rx->message.port);
}

// Rows: first the class timers of each port, then its two timers of the port. A visit ends the timers that have reached
// their deadline, except timers loaded since the row was read. Returns the port whose timers have ended, as a bit.
static uint64_t visit_row(struct sluice_pause_rx *rx, const struct sluice_context *x, uint64_t now) {
  const int ports = places(x), rows = 2 * ports;
  const int row = (int)((x->cycle + 2 * (uint64_t)rows - VISIT_LATENCY) % (uint64_t)rows), port = row % ports;
  const uint64_t stored = x->dims.port_limits ? 1 : 0;  // cycles from the load of a timer until its deadline is stored
  if (port >= x->dims.ports) return 0;
  if (x->dims.port_limits) now = quanta(rx->quanta.steps[port] - rx->quanta.visit[VISIT_LATENCY - 1].steps);
  const int first = row < ports ? 0 : SLUICE_PORT_TIMER, end = row < ports ? x->dims.classes : SLUICE_TIMERS;
  bool ended = false;
  for (int l = first; l < end; l++) {
    struct sluice_timer *timer = &rx->timer[port][l];
    if (!timer->runs || now < timer->deadline || timer->loaded + VISIT_LATENCY + stored >= x->cycle) continue;
    timer->runs = false;
    ended = true;
  }
  if (!ended) return 0;
  count_running(rx, port);
  return bit(port);
}

static void receive(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                    const struct sluice_in *in) {
  const uint8_t port = in->rx_port & x->port_mask;
  rx->message.valid =
      in->rx_valid && port < x->dims.ports && !sluice_is_gfc(x->cfg.scheme) && (!x->dims.port_limits || rx->accepts);
  rx->message.level = in->rx_level;
  rx->message.port = port;
  rx->message.enable = in->rx_enable;
  rx->message.now = !x->dims.port_limits || port >= x->dims.ports ? q->now : quanta(rx->quanta.steps[port]);
  memcpy(rx->message.time, in->rx_time, sizeof rx->message.time);
}

uint64_t sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                              const struct sluice_in *in) {
  uint64_t changed = 0;
  if (sluice_is_gfc(x->cfg.scheme)) {  // GFC has no timers: those of an earlier configuration end
    changed = rx->running;
    if (changed != 0) memset(rx->timer, 0, sizeof rx->timer);
    rx->running = 0;
    rx->message.valid = false;
  } else {
    if (rx->running != 0) changed |= visit_row(rx, x, rx->now[1]);
    if (rx->message.valid) {
      take_message(rx, x);
      changed |= bit(rx->message.port);
    }
    receive(rx, x, q, in);
  }
  rx->now[1] = rx->now[0];
  rx->now[0] = q->now;
  return changed;
}

// ---- GFC: charges ----

static bool is_built(const struct sluice_dims *dims, enum sluice_scheme scheme) { return dims->schemes >> scheme & 1; }

enum { LEAST_DEPTH_BITS = 4 };

unsigned sluice_charge_queue_depth(const struct sluice_dims *dims) {
  const int bits = sluice_address_bits(dims->ports) + sluice_address_bits(dims->classes);
  return 1u << (bits > LEAST_DEPTH_BITS ? bits : LEAST_DEPTH_BITS);
}

static bool put(struct sluice_charge_queue *q, const struct sluice_context *x, const struct sluice_sent *sent) {
  if (sent == NULL || q->count == sluice_charge_queue_depth(&x->dims)) return false;
  q->waiting[(q->first + q->count++) % SLUICE_MAX_WAITING] = *sent;
  return true;
}

static void form(struct sluice_charge_queue *q) {
  if (q->cells_left & 1) q->charge += (int64_t)q->multiple;
  q->cells_left >>= 1;
  q->multiple <<= 1;
}

// The charge depends on the registers of the cycle after the one in which the packet is taken from the FIFO. With
// PORT_LIMITS those of its port are read in two cycles more.
static void begin(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear) {
  q->cells_left = linear ? q->packet.cells : 0;
  q->multiple = sluice_limits_ahead(x, q->packet.port)->drain_cycles;
  q->charge = linear ? 0 : (int64_t)q->packet.cells << SLUICE_CHARGE_FRACTION;
}

bool sluice_charge_queue_step(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear, bool taken,
                              const struct sluice_sent *sent) {
  const bool reads = x->dims.port_limits && is_built(&x->dims, SLUICE_GFC_LINEAR);
  const bool takes = q->count > 0 && !q->fetched && !q->forming && q->reading == 0, fetched = q->fetched;
  const bool accepted = put(q, x, sent);
  if (fetched)
    begin(q, x, linear);
  else if (q->forming && q->cells_left != 0)
    form(q);
  q->forming = fetched || (q->forming && !taken);
  q->fetched = reads ? q->reading == 1 : takes;
  q->reading = takes && reads ? 2 : q->reading > 0 ? q->reading - 1 : 0;
  if (!takes) return accepted;
  q->packet = q->waiting[q->first];
  q->first = (q->first + 1) % SLUICE_MAX_WAITING;
  q->count--;
  return accepted;
}

void sluice_charge_queue_clear(struct sluice_charge_queue *q) {
  q->first = q->count = 0;
  q->fetched = q->forming = false;
  q->reading = 0;
}

// ---- GFC: the rate limiter ----

enum { LANE_SLOT_BITS = 5, LEAST_SLOT_BITS = 3 };
enum { LEVEL_LEAD = 2 };  // cycles from the read of a level to the read of its deficit

// ---- the round: a slot is visited in every second cycle ----

// The low bits of a class select a lane. A slot is one position in all lanes.
static int lane_bits(const struct sluice_dims *dims) {
  const int classes = sluice_address_bits(dims->classes);
  const int bits = sluice_address_bits(dims->ports) + classes - LANE_SLOT_BITS;
  return bits < 0 ? 0 : bits < classes ? bits : classes;
}

static int high_bits(const struct sluice_dims *dims) { return sluice_address_bits(dims->classes) - lane_bits(dims); }

static int slot_bits(const struct sluice_dims *dims) {
  const int bits = sluice_address_bits(dims->ports) + high_bits(dims);
  return bits > LEAST_SLOT_BITS ? bits : LEAST_SLOT_BITS;
}

int sluice_limiter_round(const struct sluice_dims *dims) { return 2 << slot_bits(dims); }

static int slot_of(const struct sluice_dims *dims, int port, int cls) {
  return (port << high_bits(dims)) + (cls >> lane_bits(dims));
}

// The slot whose deficits are read in that cycle.
static int slot_at(const struct sluice_dims *dims, uint64_t cycle) {
  return (int)((cycle - 2) / 2 & ((1u << slot_bits(dims)) - 1));
}
static bool is_visit(uint64_t cycle) { return cycle % 2 == 1; }

// The queue of a slot and a lane, or NULL.
static struct sluice_limiter *queue_of(struct sluice_rate *r, const struct sluice_dims *dims, int slot, int lane,
                                       int *port) {
  const int cls = (slot & ((1 << high_bits(dims)) - 1)) << lane_bits(dims) | lane;
  *port = slot >> high_bits(dims);
  return *port < dims->ports && cls < dims->classes ? &r->queue[*port][cls] : NULL;
}

// ---- deficits ----

// Pay of a round to a queue of a port, at a level.
static int64_t pay(const struct sluice_rate *r, const struct sluice_context *x, int port, uint16_t level) {
  const uint64_t cell_step = port < x->dims.ports ? sluice_limits_ahead(x, port)->cell_step : 0;
  const uint64_t round = (uint64_t)sluice_limiter_round(&x->dims);
  const uint64_t full = r->linear ? round << 8 : cell_step * round << (SLUICE_CHARGE_FRACTION - 16);
  return (int64_t)sluice_rate_at_level(r->linear, full, x->cfg.stage_top - x->cfg.stage_base, level);
}

// A visit that finds the pay of a whole round as credit clears the deficit.
static void pay_deficit(struct sluice_limiter *q, int64_t amount) {
  struct sluice_deficit *d = &q->deficit;
  if (!d->valid) return;
  const bool owed = d->owed > 0;
  d->valid = d->owed + amount > 0;
  d->owed -= amount;
  if (owed && d->owed <= 0) q->owing = false;
}

// A charge to a deficit above the largest charge is ignored.
static void charge_deficit(struct sluice_limiter *q, const struct sluice_dims *dims, int64_t amount) {
  const int bits = sluice_packet_bits(dims) + (is_built(dims, SLUICE_GFC_LINEAR) ? 32 : SLUICE_CHARGE_FRACTION);
  struct sluice_deficit *d = &q->deficit;
  if (!d->valid) *d = (struct sluice_deficit){.valid = true};
  if (d->owed <= INT64_C(1) << bits) d->owed += amount;
  q->owing = d->owed > 0;
}

static void show(struct sluice_rate *r, const struct sluice_dims *dims, int port) {
  uint8_t held = 0;
  for (int c = 0; c < dims->classes; c++)
    if (r->queue[port][c].owing || r->queue[port][c].stopped) held |= (uint8_t)(1 << c);
  sluice_set_port_bits(r->held, dims, port, held);
}

// Applies the access that was made SLUICE_DEFICIT_LATENCY cycles before.
static uint64_t deficit_step(struct sluice_rate *r, const struct sluice_context *x) {
  struct sluice_deficit_access *a = &r->access[(x->cycle + 1) % (SLUICE_DEFICIT_LATENCY + 1)];
  uint64_t changed = 0;
  if (!a->valid) return 0;
  a->valid = false;
  if (!a->pays) {
    charge_deficit(&r->queue[a->packet.port][a->packet.cls], &x->dims, a->amount[0]);
    return UINT64_C(1) << a->packet.port;
  }
  for (int lane = 0, port; lane < 1 << lane_bits(&x->dims); lane++) {
    struct sluice_limiter *q = queue_of(r, &x->dims, a->slot, lane, &port);
    if (q == NULL) continue;
    pay_deficit(q, a->amount[lane]);
    changed |= UINT64_C(1) << port;
  }
  return changed;
}

// A charge is not made near a visit of the same queue.
static bool may_charge(const struct sluice_rate *r, const struct sluice_context *x) {
  if (!sluice_charge_queue_ready(&r->charges) || is_visit(x->cycle)) return false;
  const int slot = slot_of(&x->dims, r->charges.packet.port, r->charges.packet.cls);
  return ((slot - slot_at(&x->dims, x->cycle) + 2) & ((1 << slot_bits(&x->dims)) - 1)) >= 4;
}

// The access of this cycle. Returns whether it takes the charge.
static bool access_deficits(struct sluice_rate *r, const struct sluice_context *x) {
  struct sluice_deficit_access *a = &r->access[x->cycle % (SLUICE_DEFICIT_LATENCY + 1)];
  a->valid = a->pays = is_visit(x->cycle);
  if (a->pays) {
    a->slot = slot_at(&x->dims, x->cycle);
    for (int lane = 0; lane < 1 << lane_bits(&x->dims); lane++)
      a->amount[lane] = pay(r, x, a->slot >> high_bits(&x->dims), r->levels[x->cycle % 3][lane]);
    return false;
  }
  a->valid = may_charge(r, x);
  a->packet = r->charges.packet;
  a->amount[0] = r->charges.charge;
  return a->valid;
}

// Reads the levels for the visit that follows in LEVEL_LEAD cycles.
static void read_levels(struct sluice_rate *r, const struct sluice_context *x) {
  const uint64_t visit = x->cycle + LEVEL_LEAD;
  if (!is_visit(visit)) return;
  for (int lane = 0, port; lane < 1 << lane_bits(&x->dims); lane++) {
    const struct sluice_limiter *q = queue_of(r, &x->dims, slot_at(&x->dims, visit), lane, &port);
    r->levels[visit % 3][lane] = q != NULL ? q->level : 0;
  }
}

// ---- messages and packets ----

static uint64_t load_levels(struct sluice_rate *r, const struct sluice_context *x, const struct sluice_in *in) {
  const int port = in->rx_port & x->port_mask;
  if (!in->rx_valid || port >= x->dims.ports) return 0;
  for (int c = 0; c < x->dims.classes; c++) {
    struct sluice_limiter *q = &r->queue[port][c];
    if (!(in->rx_enable >> c & 1)) continue;
    q->level = r->linear ? in->rx_time[c] : in->rx_time[c] % (SLUICE_MAX_STAGES + 1);
    q->stopped = r->linear && q->level >= x->cfg.stage_top - x->cfg.stage_base;
  }
  return UINT64_C(1) << port;
}

// A packet of a queue with a level above FREE is charged.
static void take_packet(struct sluice_rate *r, const struct sluice_context *x, const struct sluice_in *in) {
  const int port = in->snd_port & x->port_mask, cls = in->snd_class & x->class_mask;
  r->sent.valid = in->snd_valid && port < x->dims.ports && cls < x->dims.classes && r->queue[port][cls].level != 0;
  if (!r->sent.valid) return;
  const uint32_t most = (UINT32_C(1) << sluice_packet_bits(&x->dims)) - 1, cells = in->snd_cells & x->max;
  r->sent.packet = (struct sluice_sent){(uint8_t)port, (uint8_t)cls, cells < most ? cells : most};
}

uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_context *x, const struct sluice_in *in) {
  if (!r->enabled) return 0;
  uint64_t changed = deficit_step(r, x);
  const bool taken = access_deficits(r, x);
  read_levels(r, x);
  const struct sluice_sent *sent = r->sent.valid ? &r->sent.packet : NULL;
  if (sluice_charge_queue_step(&r->charges, x, r->linear, taken, sent)) {
    r->queue[sent->port][sent->cls].owing = true;
    changed |= UINT64_C(1) << sent->port;
  }
  changed |= load_levels(r, x, in);
  take_packet(r, x, in);
  for (uint64_t ports = changed; ports != 0; ports &= ports - 1) show(r, &x->dims, __builtin_ctzll(ports));
  return changed;
}

void sluice_rate_restart(struct sluice_rate *r, const struct sluice_context *x, bool structural) {
  r->enabled = sluice_is_gfc(x->cfg.scheme);
  r->linear = x->cfg.scheme == SLUICE_GFC_LINEAR || !is_built(&x->dims, SLUICE_GFC);
  if (!structural) return;
  r->sent.valid = false;
  sluice_charge_queue_clear(&r->charges);
  memset(r->levels, 0, sizeof r->levels);  // levels of another scheme have no meaning
  memset(r->access, 0, sizeof r->access);
  memset(r->queue, 0, sizeof r->queue);
  memset(r->held, 0, sizeof r->held);
}
