#include "stimulus.h"

#include <string.h>

uint32_t stimulus_pick(struct stimulus *s, uint32_t n) {
  s->rng += UINT64_C(0x9e3779b97f4a7c15);  // splitmix64
  uint64_t z = s->rng;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  return (uint32_t)((z >> 32) * n >> 32);
}

static bool chance(struct stimulus *s, uint32_t of_1024) { return stimulus_pick(s, 1024) < of_1024; }

// One of the n values.
static uint32_t one_of(struct stimulus *s, const uint32_t *values, uint32_t n) { return values[stimulus_pick(s, n)]; }
#define ONE_OF(s, ...) one_of(s, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool is_gfc(int scheme) { return scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR; }

static uint32_t up_to(struct stimulus *s, uint32_t most) { return stimulus_pick(s, most + 1); }

// Stages within a buffer of phi cells per queue: a table that rises, or a D that is a power of two.
static void stages(struct stimulus *s, uint32_t phi, uint32_t *regs) {
  uint32_t top = phi - up_to(s, phi / 4), base = up_to(s, top - 1), count = 0;
  bool zeros = top >= 4 && chance(s, 500);
  if (zeros) {
    uint32_t log = 2 + stimulus_pick(s, 30 - (uint32_t)__builtin_clz(top));
    base = top - (UINT32_C(1) << log);
    count = 1 + stimulus_pick(s, smaller(log - 1, SLUICE_MAX_STAGES));
  }
  if (regs[SLUICE_REG_SCHEME] == SLUICE_GFC_LINEAR && top - base > 65534) base = top - 1 - up_to(s, 65533);
  uint32_t here = base, left = top - base;
  for (int k = 0; k < SLUICE_MAX_STAGES; k++) {
    uint32_t rise = left == 0 ? 0 : chance(s, 600) ? (left + 1) / 2 : 1 + stimulus_pick(s, left);
    here += rise;
    left -= rise;
    if (!zeros && rise > 0 && (count == 0 || chance(s, 900)) && count == (uint32_t)k) count++;
    regs[SLUICE_REG_STAGE + k] = here;
  }
  regs[SLUICE_REG_STAGE_TOP] = top;
  regs[SLUICE_REG_STAGE_BASE] = base;
  regs[SLUICE_REG_STAGES] = count + (zeros ? SLUICE_STAGES_COUNT_LEADING_ZEROS : 0);
  regs[SLUICE_REG_CELL_STEP] = ONE_OF(s, 1, 65536, 20 * 65536, 1 + stimulus_pick(s, 0xffffff), 0xffffff);
  regs[SLUICE_REG_ROOM_CLOCKS] =
      ONE_OF(s, 1, 1 << 14, 1 << 20, 1 + stimulus_pick(s, 1 << 18), 0xffffffff, 1 + stimulus_pick(s, 0xfffffffe));
}

// Classes, partitions and weights; what the partitions take is returned.
static uint32_t partitions(struct stimulus *s, uint32_t packet, uint32_t left, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t options = d->classes == 1 ? SLUICE_TTL_HALF | SLUICE_TTL_ODD : stimulus_pick(s, 8);
  int shift = options & SLUICE_TTL_HALF ? 1 : 0, alpha = (int)stimulus_pick(s, 5) - 1;
  uint32_t ttl0 = 2 + stimulus_pick(s, ((uint32_t)d->classes << shift) - 1), used = ((ttl0 - 1) >> shift) + 1;
  uint32_t least = (uint32_t)d->ports * packet, sum = 0;
  if (alpha < 0 && least < packet << -alpha) least = packet << -alpha;
  uint32_t spare = left / used > least ? left / used - least : 0;
  for (uint32_t c = 0; c < used; c++) {
    regs[SLUICE_REG_PARTITION + c] = least + stimulus_pick(s, ONE_OF(s, 1, smaller(spare, 4 * packet) + 1, spare + 1));
    sum += regs[SLUICE_REG_PARTITION + c];
  }
  regs[SLUICE_REG_TTL0] = ttl0;
  regs[SLUICE_REG_TTL_OPTIONS] = options;
  regs[SLUICE_REG_ALPHA] = (uint32_t)alpha;
  return sum;
}

void stimulus_registers(struct stimulus *s, int scheme, uint32_t *regs) {
  memset(regs, 0, SLUICE_REGS * sizeof *regs);
  const struct sluice_dims *d = &s->dims;
  uint32_t most = (UINT32_C(1) << d->width) - 1;
  uint32_t queues = (uint32_t)(d->ports * d->classes);
  uint32_t groups = scheme == SLUICE_DSH ? (uint32_t)d->ports : queues;

  // Headroom, then private, then the shared pool, each from what the ones before it left.
  uint32_t packet = smaller(1 + stimulus_pick(s, ONE_OF(s, 1, 2, 8, 24, 100)), most / groups);
  if (scheme == SLUICE_TTL) packet = smaller(packet, most / (4 * queues) > 0 ? most / (4 * queues) : 1);
  uint32_t most_eta = smaller(most / groups, d->width < 18 ? most : most >> 4);
  uint32_t eta = smaller(packet + stimulus_pick(s, ONE_OF(s, 1, packet + 1, 4 * packet)), most_eta);
  if (scheme == SLUICE_TTL) eta = packet + up_to(s, smaller(packet, most / (4 * queues)));
  if (is_gfc(scheme)) eta = chance(s, 700) ? 0 : smaller(eta, most / (4 * queues));
  uint32_t left = most - eta * groups;
  for (int c = 0; c < d->classes; c++) {
    regs[SLUICE_REG_PARTITION + c] = up_to(s, most);
    regs[SLUICE_REG_WEIGHT + c] = ONE_OF(s, 0, 0xffff, 65536 / (uint32_t)d->classes % 65536, up_to(s, 0xffff));
  }
  regs[SLUICE_REG_TTL0] = stimulus_pick(s, 256);
  uint32_t own = scheme == SLUICE_TTL ? partitions(s, packet, left, regs) : 0;
  left -= own;
  uint32_t phi = smaller(stimulus_pick(s, ONE_OF(s, 1, 1, 2, packet + 1, 3 * packet + 1)), left / queues);
  if (scheme == SLUICE_TTL) phi = 0;
  if (is_gfc(scheme)) phi = 1 + up_to(s, ONE_OF(s, 8, left / queues / 8, left / queues) % (left / queues));
  left -= phi * queues;
  uint32_t shared = smaller(stimulus_pick(s, ONE_OF(s, 1, packet + 1, 6 * packet, 3 * queues * packet)), left);
  if (chance(s, 250)) shared = left;
  uint32_t buffer = phi * queues + eta * groups + shared + own;
  if (chance(s, 300)) buffer = most;

  regs[SLUICE_REG_SCHEME] = (uint32_t)scheme;
  regs[SLUICE_REG_BUFFER] = buffer;
  regs[SLUICE_REG_PRIVATE] = phi;
  regs[SLUICE_REG_SHARED] = shared;
  regs[SLUICE_REG_HEADROOM] = eta;
  uint32_t classes = (1u << d->classes) - 1;
  regs[SLUICE_REG_LOSSLESS] = chance(s, 600) ? classes : stimulus_pick(s, classes + 1);
  regs[SLUICE_REG_MAX_PACKET] = packet;
  if (scheme != SLUICE_TTL) regs[SLUICE_REG_ALPHA] = (uint32_t)((int)stimulus_pick(s, 11) - 7);
  uint32_t xoff = smaller(stimulus_pick(s, ONE_OF(s, 1, packet + 1, 4 * packet, shared + 1)), most);
  regs[SLUICE_REG_XOFF] = chance(s, 50) ? most : xoff;
  regs[SLUICE_REG_XON] = chance(s, 300) ? xoff : stimulus_pick(s, xoff + 1);
  regs[SLUICE_REG_DELTA_Q] = ONE_OF(s, 0, 0, 1, packet, most);
  regs[SLUICE_REG_DELTA_P] = ONE_OF(s, 0, 1, packet, 2 * packet, most);
  for (int r = SLUICE_REG_DELTA_Q; r <= SLUICE_REG_DELTA_P; r++) regs[r] = smaller(regs[r], most);
  uint32_t refresh = 16 + stimulus_pick(s, ONE_OF(s, 1, 20, 400));
  // Mostly a REFRESH of few quanta, which fits a quantum that lasts; now and then a long one, which fits any.
  uint32_t fastest = refresh << (d->ports > 32 ? 5 : 6);
  uint32_t step = ONE_OF(s, 0xffff, 0x8000, 0x2000, 0x1000, 2560, 1 + stimulus_pick(s, 0xffff), 1);
  if (step >= fastest && chance(s, 700)) step = fastest - 1 - stimulus_pick(s, chance(s, 500) ? 1 : fastest - 1);
  if (step >= fastest) refresh = ONE_OF(s, 0x7fff, (step >> (d->ports > 32 ? 5 : 6)) + 1);
  regs[SLUICE_REG_REFRESH] = refresh;
  regs[SLUICE_REG_PAUSE_TIME] = 2 * refresh + (chance(s, 200) ? 0 : stimulus_pick(s, 0x10000 - 2 * refresh));
  regs[SLUICE_REG_QUANTA_STEP] = step;
  regs[SLUICE_REG_NATIVE] = stimulus_pick(s, 2);
  regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)((int)stimulus_pick(s, 11) - 7);
  stages(s, phi > 0 ? phi : 1 + up_to(s, most - 1), regs);
}

// Makes one register wrong.
static void spoil(struct stimulus *s, uint32_t *regs) {
  uint32_t most = (UINT32_C(1) << s->dims.width) - 1;
  switch (stimulus_pick(s, 13)) {
    case 0:  // more than a register can hold
      regs[stimulus_pick(s, SLUICE_REG_MAX_PACKET + 1)] = most + 1 + stimulus_pick(s, 3);
      if (chance(s, 200)) regs[SLUICE_REG_HEADROOM] = (most >> 4) + stimulus_pick(s, 3);
      if (chance(s, 200)) regs[SLUICE_REG_MAX_PACKET] = 0x3fff + stimulus_pick(s, 3);
      break;
    case 1:
      regs[stimulus_pick(s, SLUICE_REGS)] |= UINT32_C(1) << stimulus_pick(s, 32);
      break;
    case 2:
      regs[SLUICE_REG_SCHEME] = 6 + stimulus_pick(s, 2);
      break;
    case 3:
      regs[chance(s, 512) ? SLUICE_REG_ALPHA : SLUICE_REG_ALPHA_LOSSY] = ONE_OF(s, 4, 5, 7, (uint32_t)-8, 8, 15);
      break;
    case 4:
      regs[SLUICE_REG_BUFFER] = stimulus_pick(s, regs[SLUICE_REG_BUFFER] + 1);
      break;
    case 5:
      regs[SLUICE_REG_SHARED] = most - stimulus_pick(s, 2);
      regs[SLUICE_REG_PRIVATE] = stimulus_pick(s, most);
      break;
    case 6:
      regs[SLUICE_REG_MAX_PACKET] = chance(s, 512) ? 0 : smaller(regs[SLUICE_REG_HEADROOM] + 1, most);
      break;
    case 7:
      regs[SLUICE_REG_SCHEME] = SLUICE_STATIC;
      regs[SLUICE_REG_XON] = smaller(regs[SLUICE_REG_XOFF] + 1, most);
      break;
    case 8:
      regs[SLUICE_REG_TTL0] = ONE_OF(s, 0, 1, (uint32_t)s->dims.classes + 1, 2 * (uint32_t)s->dims.classes + 1, 255);
      break;
    case 9:
      regs[SLUICE_REG_PARTITION + stimulus_pick(s, (uint32_t)s->dims.classes)] = stimulus_pick(s, 20);
      regs[SLUICE_REG_PRIVATE] = stimulus_pick(s, 2);
      break;
    case 10:
      regs[SLUICE_REG_STAGE_TOP + stimulus_pick(s, SLUICE_REG_COMMIT - SLUICE_REG_STAGE_TOP)] =
          ONE_OF(s, 0, 1, 15, 16, 18, 31, up_to(s, most));
      break;
    case 11:
      regs[SLUICE_REG_REFRESH] =
          ONE_OF(s, 0, 15, regs[SLUICE_REG_PAUSE_TIME] / 2 + 1, regs[SLUICE_REG_QUANTA_STEP] >> 6, 0xffff);
      break;
    default:
      regs[SLUICE_REG_QUANTA_STEP] = 0;
      break;
  }
}

static int any_scheme(struct stimulus *s) {
  int scheme;
  do scheme = (int)stimulus_pick(s, SLUICE_SCHEMES);
  while (!(s->dims.schemes >> scheme & 1));
  return scheme;
}

static void add_write(struct stimulus *s, uint32_t addr, uint32_t value) {
  s->writes[s->write_end][0] = addr;
  s->writes[s->write_end][1] = value;
  s->write_end++;
}

// Plans the writes of a new configuration.
static void reconfigure(struct stimulus *s, int scheme, bool wrong) {
  uint32_t regs[SLUICE_REGS];
  memcpy(regs, s->regs, sizeof regs);
  s->write_at = s->write_end = 0;
  bool empty = s->full_count == 0;
  s->commit_from = 0;
  if (empty && chance(s, 800)) {  // taken, if nothing comes until the scan rests
    s->phase.settle = true;
    s->phase.left = (uint32_t)(s->dims.ports * s->dims.classes) + 200;
    s->commit_from = s->clock + s->phase.left - 100;
  }
  if (empty || chance(s, 200)) {
    stimulus_registers(s, scheme, regs);
    if (wrong) spoil(s, regs);
    for (uint32_t r = 0; r < SLUICE_REGS; r++) add_write(s, r, regs[r]);
  } else {  // only what may change while cells are held
    uint32_t fresh[SLUICE_REGS];
    stimulus_registers(s, (int)regs[SLUICE_REG_SCHEME] % SLUICE_SCHEMES, fresh);
    for (int r = SLUICE_REG_ALPHA; r < SLUICE_REG_STAGE_TOP; r++)
      if (chance(s, 400)) regs[r] = fresh[r];
    if (chance(s, 400)) stages(s, regs[SLUICE_REG_PRIVATE] > 0 ? regs[SLUICE_REG_PRIVATE] : 100, regs);
    if (wrong) spoil(s, regs);
    for (uint32_t r = SLUICE_REG_MAX_PACKET; r < SLUICE_REGS; r++) add_write(s, r, regs[r]);
    if (chance(s, 100)) add_write(s, SLUICE_REG_SCHEME, regs[SLUICE_REG_SCHEME]);
  }
  if (chance(s, 50)) add_write(s, SLUICE_REGS + 1 + stimulus_pick(s, 63 - SLUICE_REGS), 1);  // no register
  add_write(s, SLUICE_REG_COMMIT, stimulus_pick(s, 5));
  if (chance(s, 100)) add_write(s, stimulus_pick(s, SLUICE_REGS + 1), stimulus_pick(s, 64));  // ignored: too soon
  memcpy(s->regs, regs, sizeof regs);
  s->size = smaller(regs[SLUICE_REG_MAX_PACKET] + 1, (UINT32_C(1) << s->dims.width) - 1);
}

static void new_phase(struct stimulus *s) {
  struct stimulus_phase *p = &s->phase;
  *p = (struct stimulus_phase){.left = 20 + stimulus_pick(s, ONE_OF(s, 100, 500, 2000)), .port = -1, .cls = -1};
  bool rests = s->write_at == s->write_end && s->clock >= s->commit_until;
  uint32_t size = s->size > 0 ? s->size : 1;
  p->size = chance(s, 950) ? size : 4 * size;
  p->ready = ONE_OF(s, 0, 100, 512, 1024, 1024, 1024);
  p->rx = ONE_OF(s, 0, 4, 40, 400);
  p->snd = ONE_OF(s, 0, 100, 400, 1024);
  p->stat = ONE_OF(s, 0, 20, 200);
  p->stray = ONE_OF(s, 0, 2, 20, 60);
  if (chance(s, 400)) p->port = (int)stimulus_pick(s, (uint32_t)s->dims.ports);
  if (chance(s, 300)) p->cls = (int)stimulus_pick(s, (uint32_t)s->dims.classes);
  switch (stimulus_pick(s, 8)) {
    case 0:  // fill
      p->enq = 1024;
      p->deq = 100;
      break;
    case 1:  // empty: long enough to reach the end
      p->enq = 0;
      p->deq = 1024;
      p->stray = 0;
      p->port = p->cls = -1;
      p->left = 20000;
      break;
    case 2:  // everything at once, back to back
      p->enq = p->deq = 1024;
      p->follow = chance(s, 512);
      break;
    case 3:  // sparse
      p->enq = p->deq = 60;
      p->follow = chance(s, 512);
      break;
    case 4:
      p->settle = true;  // a new configuration, met by the scan alone
      if (rests && s->write_at == s->write_end && chance(s, 600)) reconfigure(s, any_scheme(s), false);
      p->ready = 1024;
      p->stray = p->rx = p->snd = 0;
      p->stat = ONE_OF(s, 0, 100);
      break;
    case 5:
      p->enq = 800;
      p->deq = 700;
      break;
    default:
      p->enq = stimulus_pick(s, 1025);
      p->deq = stimulus_pick(s, 1025);
      break;
  }
  rests = rests && s->write_at == s->write_end;
  if (rests && (s->full_count == 0 || chance(s, 150))) reconfigure(s, any_scheme(s), chance(s, 200));
}

static void hold(struct stimulus *s, int q, int64_t change) {
  s->cells[q] += change;
  bool is_full = s->place[q] >= 0;
  if ((s->cells[q] > 0) == is_full) return;
  if (!is_full) {
    s->place[q] = s->full_count;
    s->full[s->full_count++] = q;
  } else {
    int moved = s->full[--s->full_count];
    s->full[s->place[q]] = moved;
    s->place[moved] = s->place[q];
    s->place[q] = -1;
  }
}

static int popcount(uint64_t x) { return __builtin_popcountll(x); }

// Counts what the outputs show.
static void watch(struct stimulus *s, const struct sluice_out *out) {
  struct stimulus_seen *seen = s->seen;
  const struct sluice_out *last = &s->last;
  bool changed = out->port_off != last->port_off;
  int off = 0, on = 0, fell = 0, held = 0;
  for (int i = 0; i < SLUICE_WORDS; i++) {
    held += popcount(out->gate[i] & ~last->gate[i]);
    off += popcount(out->queue_off[i] & ~last->queue_off[i]);
    on += popcount(~out->queue_off[i] & last->queue_off[i]);
    fell += popcount(~out->gate[i] & last->gate[i]);
  }
  changed |= off + on != 0 || out->cfg_error != last->cfg_error || out->cfg_reason != last->cfg_reason;
  if (changed || s->write_at != s->write_end) s->changed_at = s->clock;
  if (!s->before[0].tx_ready) s->unready_at = s->clock;
  if (seen != NULL) {
    seen->queue_off += (uint64_t)off;
    seen->queue_on += (uint64_t)on;
    seen->port_off += (uint64_t)popcount(out->port_off & ~last->port_off);
    seen->port_on += (uint64_t)popcount(~out->port_off & last->port_off);
    if (fell > 0 && !s->before[0].rx_valid && s->write_at == s->write_end) seen->expiries++;
    if (held > 0 && !s->before[0].rx_valid) seen->holds++;
    for (int q = 0; q < s->dims.ports * s->dims.classes; q++) {
      if (out->queue_level[q] == last->queue_level[q] || out->queue_level[q] == SLUICE_OFF) continue;
      if (out->queue_level[q] > SLUICE_MAX_STAGES)
        seen->linear_levels++;
      else
        seen->stages[out->queue_level[q]]++;
    }
    if (out->adm_valid) seen->admission[out->adm_kind]++;
    if (out->deq_error) seen->deq_errors++;
    if (out->cfg_reason != last->cfg_reason || out->cfg_error != last->cfg_error) {
      seen->reason[out->cfg_reason]++;
    }
    if (s->clock == s->commit_until && !out->cfg_error) seen->scheme[s->regs[SLUICE_REG_SCHEME] % SLUICE_SCHEMES]++;
    if (out->tx_valid) {
      uint64_t quiet = 3 * (uint64_t)s->dims.ports + 40;
      if (s->clock - s->changed_at > quiet && s->clock - s->unready_at > quiet) seen->refreshes++;
      if (out->tx_level) seen->port_messages++;
      bool pause = false;
      for (int c = 0; c < s->dims.classes; c++) pause |= (out->tx_enable >> c & 1) && out->tx_time[c] != 0;
      if (pause)
        seen->pauses++;
      else
        seen->resumes++;
    }
    if (out->cfg_rvalid && out->cfg_rdata != 0) seen->reads[s->before[2].cfg_addr & 63]++;
    if (out->stat_valid && out->stat_data != 0 && s->before[2].stat_select < STIMULUS_STATS)
      seen->stat[s->before[2].stat_select]++;
  }
  s->last = *out;
}

void stimulus_init(struct stimulus *s, const struct sluice_dims *dims, uint64_t seed, int scheme,
                   struct stimulus_seen *seen) {
  memset(s, 0, sizeof *s);
  s->dims = *dims;
  s->rng = seed;
  s->seen = seen;
  s->last.cfg_error = true;
  s->last.cfg_reason = SLUICE_UNCONFIGURED;
  if (seen != NULL) seen->reason[SLUICE_UNCONFIGURED]++;
  for (int q = 0; q < STIMULUS_QUEUES; q++) s->place[q] = -1;
  stimulus_registers(s, scheme, s->regs);
  // Some runs start with events before the first commit, or even before ready.
  s->phase.left = stimulus_pick(s, 200);
  s->phase.enq = s->phase.deq = stimulus_pick(s, 300);
  s->phase.port = s->phase.cls = -1;
  s->phase.size = 4;
  reconfigure(s, scheme, false);
}

// A port, or class, of the phase or any; now and then one that does not exist, where the encoding allows it.
static uint8_t choose(struct stimulus *s, int fixed, int count) {
  uint32_t encoded = count > 1 ? 1u << (32 - __builtin_clz((unsigned)count - 1)) : 2;
  if (chance(s, s->phase.stray / 4)) return (uint8_t)stimulus_pick(s, encoded);
  return (uint8_t)(fixed >= 0 ? (uint32_t)fixed : stimulus_pick(s, (uint32_t)count));
}

static void next_dequeue(struct stimulus *s, struct sluice_in *in) {
  const struct stimulus_phase *p = &s->phase;
  uint32_t most = (UINT32_C(1) << s->dims.width) - 1;
  in->deq_valid = true;
  // What has its verdict in this clock, or not yet
  const struct sluice_in *enq = &s->before[chance(s, 900) ? SLUICE_ADMIT_LATENCY - 1 : 0];
  if (p->follow && enq->enq_valid) {
    in->deq_port = enq->enq_port;
    in->deq_class = enq->enq_class;
    in->deq_cells = enq->enq_cells;
  } else if (chance(s, p->stray)) {  // mostly more than is held
    in->deq_port = choose(s, -1, s->dims.ports);
    in->deq_class = choose(s, -1, s->dims.classes);
    in->deq_cells = chance(s, 100) ? most : stimulus_pick(s, 4 * p->size);
    if (chance(s, 300) && s->full_count > 0) {  // exactly one more
      int q = s->full[stimulus_pick(s, (uint32_t)s->full_count)];
      in->deq_port = (uint8_t)(q / 8);
      in->deq_class = (uint8_t)(q % 8);
      in->deq_cells = smaller((uint32_t)s->cells[q] + 1, most);
    }
  } else if (s->full_count > 0) {
    int q = s->full[stimulus_pick(s, (uint32_t)s->full_count)];
    if (p->port >= 0 && p->cls >= 0 && s->cells[p->port * 8 + p->cls] > 0) q = p->port * 8 + p->cls;
    in->deq_port = (uint8_t)(q / 8);
    in->deq_class = (uint8_t)(q % 8);
    uint32_t held = (uint32_t)s->cells[q];
    bool all = p->enq == 0 || chance(s, 100);
    in->deq_cells = all ? held : 1 + stimulus_pick(s, smaller(held, p->size));
  } else {
    in->deq_valid = false;
  }
}

static int queue_of(const struct stimulus *s, int port, int cls) {
  return port < s->dims.ports && cls < s->dims.classes ? port * 8 + cls : -1;
}

// Takes the results that are shown into account.
static void settle_events(struct stimulus *s, const struct sluice_out *out) {
  const int at = SLUICE_ADMIT_LATENCY - 1;
  const struct sluice_in *in = &s->before[at];
  int from = queue_of(s, in->deq_port, in->deq_class), to = queue_of(s, out->adm_port, out->adm_class);
  bool taken = in->deq_valid && s->ready[at] && !out->deq_error;
  if (from >= 0 && taken != s->counted[at]) hold(s, from, taken ? -(int64_t)in->deq_cells : (int64_t)in->deq_cells);
  if (out->adm_valid && out->adm_kind < SLUICE_REFUSED && to >= 0) hold(s, to, in->enq_cells);
}

static void remember(struct stimulus *s, const struct sluice_in *in, bool ready, bool counted) {
  for (int i = SLUICE_ADMIT_LATENCY - 1; i > 0; i--) {
    s->before[i] = s->before[i - 1];
    s->ready[i] = s->ready[i - 1];
    s->counted[i] = s->counted[i - 1];
  }
  s->before[0] = *in;
  s->ready[0] = ready;
  s->counted[0] = counted;
  s->clock++;
}

void stimulus_quiet(struct stimulus *s, const struct sluice_out *out, const struct sluice_in *in) {
  watch(s, out);
  settle_events(s, out);
  remember(s, in, out->ready, false);
}

void stimulus_next(struct stimulus *s, const struct sluice_out *out, struct sluice_in *in) {
  watch(s, out);
  settle_events(s, out);
  struct stimulus_phase *p = &s->phase;
  if (p->left == 0 || (p->left > 3000 && s->full_count == 0))
    new_phase(s);
  else
    p->left--;

  memset(in, 0, sizeof *in);
  in->tx_ready = chance(s, p->ready);
  bool early =
      s->write_at < s->write_end && s->writes[s->write_at][0] == SLUICE_REG_COMMIT && s->clock < s->commit_from;
  if (s->write_at < s->write_end && !early && !chance(s, 50)) {
    in->cfg_write = true;
    in->cfg_addr = (uint8_t)s->writes[s->write_at][0];
    in->cfg_wdata = s->writes[s->write_at][1];
    s->write_at++;
    if (in->cfg_addr == SLUICE_REG_COMMIT && s->clock >= s->commit_until)
      s->commit_until = s->clock + SLUICE_COMMIT_LATENCY;
  }
  if (chance(s, p->stat)) {
    in->cfg_read = true;  // now and then in the clock of a write
    if (!in->cfg_write) in->cfg_addr = (uint8_t)(chance(s, 300) ? SLUICE_REG_STATUS : stimulus_pick(s, 64));
  }
  if (chance(s, p->stat)) {
    in->stat_read = true;
    in->stat_select = (uint8_t)stimulus_pick(s, chance(s, 50) ? 16 : STIMULUS_STATS);
    in->stat_port = choose(s, p->port, s->dims.ports);
    in->stat_class = choose(s, p->cls, s->dims.classes);
  }
  bool counted = false;
  if (!p->settle) {
    if (chance(s, p->rx)) {
      in->rx_valid = true;
      in->rx_port = choose(s, p->port, s->dims.ports);
      in->rx_level = chance(s, 200);
      in->rx_enable = (uint8_t)stimulus_pick(s, 1u << s->dims.classes);
      for (int c = 0; c < s->dims.classes; c++)
        in->rx_time[c] =
            (uint16_t)ONE_OF(s, 0, 1, 2, stimulus_pick(s, 16), stimulus_pick(s, 100), stimulus_pick(s, 1000), 0xffff);
    }
    if (chance(s, p->snd)) {
      in->snd_valid = true;
      in->snd_port = choose(s, p->port, s->dims.ports);
      in->snd_class = choose(s, p->cls, s->dims.classes);
      in->snd_cells = 1 + stimulus_pick(s, chance(s, p->stray / 4) ? (UINT32_C(1) << s->dims.width) - 1 : p->size);
    }
    if (chance(s, p->enq)) {
      in->enq_valid = true;
      in->enq_port = choose(s, p->port, s->dims.ports);
      in->enq_class = choose(s, p->cls, s->dims.classes);
      in->enq_cells = 1 + stimulus_pick(s, p->size);
      in->enq_ttl = (uint8_t)(chance(s, p->stray) ? stimulus_pick(s, 256)
                              : chance(s, 20)     ? 0
                                                  : 1 + stimulus_pick(s, s->regs[SLUICE_REG_TTL0] % 32 + 1));
      in->enq_egress = choose(s, -1, s->dims.ports);
      if (chance(s, p->stray)) in->enq_cells = ONE_OF(s, 0, (UINT32_C(1) << s->dims.width) - 1);
      in->enq_cells = smaller(in->enq_cells, (UINT32_C(1) << s->dims.width) - 1);
    }
    if (chance(s, p->deq)) next_dequeue(s, in);
    int from = queue_of(s, in->deq_port, in->deq_class);
    if (in->deq_valid && out->ready && from >= 0 && s->cells[from] >= (int64_t)in->deq_cells) {
      counted = true;
      hold(s, from, -(int64_t)in->deq_cells);
    }
  }
  remember(s, in, out->ready, counted);
}
