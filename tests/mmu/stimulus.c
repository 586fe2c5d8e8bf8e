#include "tests/mmu/stimulus.h"

#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/register_set.h"

uint32_t stimulus_pick(struct stimulus *s, uint32_t n) { return (uint32_t)((draw_bits(s) >> 32) * n >> 32); }

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

static bool port_is_empty(const struct stimulus *s, int port) {
  int64_t cells = 0;
  for (int c = 0; c < s->dims.classes; c++) cells += s->cells[port * SLUICE_MAX_CLASSES + c];
  return cells == 0;
}

static bool changes_any_time(int limit) {
  return sluice_limit_register((enum sluice_limit)limit) > SLUICE_LAST_STRUCTURAL_REG;
}

// Plans the writes of the limits of the ports. structural: also those that change only while a port is empty, of ports
// that are.
static void add_limits(struct stimulus *s, bool structural) {
  for (int p = 0; p < s->dims.ports; p++)
    for (int k = 0, page = -1; k < SLUICE_LIMITS; k++) {
      if (!s->ports[p].written[k] || (!changes_any_time(k) && !(structural && (port_is_empty(s, p) || chance(s, 20)))))
        continue;
      if (page != k / 4) add_write(s, SLUICE_REG_PORT_SELECT, (uint32_t)p | (k / 4 > 0 ? SLUICE_PORT_SELECT_PAGE : 0));
      page = k / 4;
      add_write(s, SLUICE_REG_PORT_WINDOW + (uint32_t)k % 4, s->ports[p].value[k]);
    }
}

// Plans the register writes of a new configuration.
static void reconfigure(struct stimulus *s, int scheme, bool wrong) {
  uint32_t regs[SLUICE_REGS];
  memcpy(regs, s->regs, sizeof regs);
  s->write_at = s->write_end = 0;
  s->limits_change = false;
  bool empty = s->full_count == 0;
  s->commit_from = 0;
  if (s->cycle > 0 && chance(s, 150)) {  // write one register again, with its old value
    uint32_t r = stimulus_pick(s, SLUICE_REGS);
    add_write(s, r, s->regs[r]);
    add_write(s, SLUICE_REG_COMMIT, 0);
    return;
  }
  if (empty && chance(s, 800)) {  // no events until the scan rests, so that the commit can be taken
    s->phase.settle = true;
    s->phase.left = (uint32_t)(s->dims.ports * s->dims.classes) + 200;
    s->commit_from = s->cycle + s->phase.left - 100;
  }
  if (empty || chance(s, s->dims.port_limits ? 40 : 200)) {
    register_set(s, scheme, regs);
    if (wrong) register_set_spoil(s, regs);
    for (uint32_t r = 0; r < SLUICE_REGS; r++) add_write(s, r, regs[r]);
    if (s->dims.port_limits) {
      register_set_limits(s, regs, UINT64_MAX, s->ports);
      if (wrong && chance(s, 700)) register_set_spoil_limits(s, regs, s->ports);
      add_limits(s, true);
    }
  } else {  // only registers that may change while cells are held
    uint32_t fresh[SLUICE_REGS];
    const bool limits = s->dims.port_limits && chance(s, 800);
    const bool legal = !s->last.cfg_error || s->last.cfg_reason == SLUICE_BUSY;  // as the registers are written
    const bool any = limits && legal && chance(s, 800);  // of empty ports, which may take new structural limits
    const bool alone = any && chance(s, 700);            // the common registers stay: seldom refused for another reason
    register_set(s, (int)regs[SLUICE_REG_SCHEME] % SLUICE_SCHEMES, fresh);
    for (int r = SLUICE_REG_ALPHA; r < SLUICE_REG_STAGE_TOP; r++)
      if (!alone && chance(s, 400)) regs[r] = fresh[r];
    if (!alone && chance(s, 400))
      register_set_stages(s, regs[SLUICE_REG_PRIVATE] > 0 ? regs[SLUICE_REG_PRIVATE] : 100, regs);
    if (wrong && !alone) register_set_spoil(s, regs);
    for (uint32_t r = SLUICE_REG_MAX_PACKET; r < SLUICE_REGS; r++) add_write(s, r, regs[r]);
    if (chance(s, 100)) add_write(s, SLUICE_REG_SCHEME, regs[SLUICE_REG_SCHEME]);
    if (limits) {
      struct sluice_port_registers ports[SLUICE_MAX_PORTS];
      uint64_t empty_ports = 0;
      for (int p = 0; p < s->dims.ports; p++) empty_ports |= (uint64_t)port_is_empty(s, p) << p;
      memcpy(ports, s->ports, sizeof ports);
      register_set_limits(s, regs, any ? empty_ports : UINT64_MAX, ports);
      for (int p = 0; p < s->dims.ports; p++)
        for (int k = 0; k < SLUICE_LIMITS; k++)
          if (any || changes_any_time(k)) {
            s->ports[p].value[k] = ports[p].value[k];
            s->ports[p].written[k] = ports[p].written[k];
          }
      add_limits(s, any);
      s->limits_change = any;
      if (any && s->full_count > 0 && chance(s, 800)) {  // events of one other port until the commit ends
        s->phase.port = s->full[0] / SLUICE_MAX_CLASSES;
        s->phase.stray = 0;
        s->phase.left = (uint32_t)(s->write_end + 2 * sluice_commit_latency(&s->dims));
      }
    }
  }
  // an address of no register, or of a limit
  if (chance(s, 50)) add_write(s, SLUICE_REGS + 1 + stimulus_pick(s, 63 - SLUICE_REGS), 1);  // address of no register
  add_write(s, SLUICE_REG_COMMIT, stimulus_pick(s, 5));
  if (chance(s, 100)) add_write(s, stimulus_pick(s, SLUICE_REGS + 1), stimulus_pick(s, 64));  // ignored: commit runs
  memcpy(s->regs, regs, sizeof regs);
  s->size = smaller(regs[SLUICE_REG_MAX_PACKET] + 1, (UINT32_C(1) << s->dims.width) - 1);
}

// Spaces the events of one port, so that mostly one is under way. Its queues hold cells most of the time.
static void space_events(struct stimulus *s) {
  struct stimulus_phase *p = &s->phase;
  p->enq = 30 + stimulus_pick(s, 80);
  p->deq = p->enq - stimulus_pick(s, p->enq / 3);
  p->port = (int)stimulus_pick(s, (uint32_t)s->dims.ports);
  p->cls = chance(s, 700) ? (int)stimulus_pick(s, (uint32_t)s->dims.classes) : -1;
  p->follow = chance(s, 300);
  p->stray = 0;
  p->left = 3000;
}

static void new_phase(struct stimulus *s) {
  struct stimulus_phase *p = &s->phase;
  *p = (struct stimulus_phase){.left = 20 + stimulus_pick(s, ONE_OF(s, 100, 500, 2000)), .port = -1, .cls = -1};
  bool rests = s->write_at == s->write_end && s->cycle >= s->commit_until;
  uint32_t size = s->size > 0 ? s->size : 1;
  p->size = chance(s, 950) ? size : 4 * size;
  p->ready = ONE_OF(s, 0, 100, 512, 1024, 1024, 1024);
  p->rx = ONE_OF(s, 0, 4, 40, 400);
  p->snd = ONE_OF(s, 0, 100, 400, 1024);
  p->stat = ONE_OF(s, 0, 20, 200);
  p->stray = ONE_OF(s, 0, 2, 20, 60);
  p->noise = chance(s, 512);
  if (chance(s, 400)) p->port = (int)stimulus_pick(s, (uint32_t)s->dims.ports);
  if (chance(s, 300)) p->cls = (int)stimulus_pick(s, (uint32_t)s->dims.classes);
  switch (stimulus_pick(s, 8)) {
    case 0:  // fill
      p->enq = 1024;
      p->deq = 100;
      break;
    case 1:  // drain, long enough to empty all queues
      p->enq = 0;
      p->deq = 1024;
      p->stray = 0;
      p->port = p->cls = -1;
      p->left = 20000;
      break;
    case 2:  // enqueue and dequeue in every cycle
      p->enq = p->deq = 1024;
      p->follow = chance(s, 512);
      break;
    case 3:  // sparse
      p->enq = p->deq = 60;
      p->follow = chance(s, 512);
      break;
    case 4:
      p->settle = true;  // a new configuration, seen only by the scan
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
  if (s->spaced && !p->settle) space_events(s);
  rests = rests && s->write_at == s->write_end;
  if (rests && (s->full_count == 0 || chance(s, s->dims.port_limits ? 600 : 150)))
    reconfigure(s, any_scheme(s), chance(s, 200));
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
  register_set(s, scheme, s->regs);
  // Some runs start with events before the first commit, or even before ready.
  s->phase.left = stimulus_pick(s, 200);
  s->phase.enq = s->phase.deq = stimulus_pick(s, 300);
  s->phase.port = s->phase.cls = -1;
  s->phase.size = 4;
  s->phase.noise = true;
  reconfigure(s, scheme, false);
  if (chance(s, 250)) {  // write only some registers at first; the others read 0
    int some = 0;
    for (int i = 0; i < s->write_end; i++)
      if (s->writes[i][0] == SLUICE_REG_COMMIT || chance(s, 512))
        memmove(s->writes[some++], s->writes[i], sizeof s->writes[i]);
    s->write_end = some;
    s->phase.stat = 300;
  }
}

void stimulus_begin_with(struct stimulus *s, const uint32_t *regs) {
  memcpy(s->regs, regs, sizeof s->regs);
  s->write_at = s->write_end = 0;
  for (uint32_t r = 0; r < SLUICE_REGS; r++) add_write(s, r, regs[r]);
  add_write(s, SLUICE_REG_COMMIT, 0);
  s->size = regs[SLUICE_REG_MAX_PACKET] + 1;
}

// Chooses a port or class: the phase's, or any. Sometimes one that does not exist, if the encoding allows it.
static uint8_t choose(struct stimulus *s, int fixed, int count) {
  uint32_t encoded = count > 1 ? 1u << (32 - __builtin_clz((unsigned)count - 1)) : 2;
  if (chance(s, s->phase.stray / 4)) return (uint8_t)stimulus_pick(s, encoded);
  return (uint8_t)(fixed >= 0 ? (uint32_t)fixed : stimulus_pick(s, (uint32_t)count));
}

static void next_dequeue(struct stimulus *s, struct sluice_in *in) {
  const struct stimulus_phase *p = &s->phase;
  uint32_t most = (UINT32_C(1) << s->dims.width) - 1;
  in->deq_valid = true;
  // The enqueue whose admission is output in this cycle, or a newer one under way
  const struct sluice_in *enq = &s->before[chance(s, 900) ? SLUICE_ADMIT_LATENCY - 1 : 0];
  if (p->follow && enq->enq_valid) {
    in->deq_port = enq->enq_port;
    in->deq_class = enq->enq_class;
    in->deq_cells = enq->enq_cells;
  } else if (chance(s, p->stray)) {  // mostly more cells than the queue holds
    in->deq_port = choose(s, -1, s->dims.ports);
    in->deq_class = choose(s, -1, s->dims.classes);
    in->deq_cells = chance(s, 150) ? ONE_OF(s, most, UINT32_C(1) << stimulus_pick(s, (uint32_t)s->dims.width))
                                   : stimulus_pick(s, 4 * p->size);
    if (chance(s, 300) && s->full_count > 0) {  // exactly one cell more
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

// Updates the cells of the queues with the results that are output in this cycle.
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
  s->cycle++;
}

// Fills the inputs that are not valid with random bits, among them the address of COMMIT without cfg_write.
static void fill_unused(struct stimulus *s, struct sluice_in *in) {
  const uint32_t cells = (UINT32_C(1) << s->dims.width) - 1;
  uint64_t bits = draw_bits(s);
  if (!in->enq_valid) {
    in->enq_port = (uint8_t)bits;
    in->enq_class = (uint8_t)(bits >> 8);
    in->enq_ttl = (uint8_t)(bits >> 16);
    in->enq_egress = (uint8_t)(bits >> 24);
    in->enq_cells = (uint32_t)(bits >> 32) & cells;
  }
  bits = draw_bits(s);
  if (!in->deq_valid) {
    in->deq_port = (uint8_t)bits;
    in->deq_class = (uint8_t)(bits >> 8);
    in->deq_cells = (uint32_t)(bits >> 32) & cells;
  }
  if (!in->stat_read) {
    in->stat_select = (uint8_t)(bits >> 12) & 15;
    in->stat_port = (uint8_t)(bits >> 16);
    in->stat_class = (uint8_t)(bits >> 24);
  }
  bits = draw_bits(s);
  if (!in->snd_valid) {
    in->snd_port = (uint8_t)bits;
    in->snd_class = (uint8_t)(bits >> 8);
    in->snd_cells = (uint32_t)(bits >> 16) & cells;
  }
  if (!in->cfg_write) {
    in->cfg_wdata = (uint32_t)(bits >> 32);
    if (!in->cfg_read) in->cfg_addr = bits >> 14 & 3 ? (uint8_t)(bits >> 8) & 63 : SLUICE_REG_COMMIT;
  }
  if (!in->rx_valid) {
    bits = draw_bits(s);
    in->rx_port = (uint8_t)(bits >> 48);
    in->rx_level = bits >> 46 & 3;
    in->rx_enable = (uint8_t)(bits >> 56) & (uint8_t)((1u << s->dims.classes) - 1);
    for (int c = 0; c < s->dims.classes; c++) in->rx_time[c] = (uint16_t)(bits >> 5 * c);
  }
}

void stimulus_quiet(struct stimulus *s, const struct sluice_out *out, const struct sluice_in *in) {
  stimulus_watch(s, out);
  settle_events(s, out);
  remember(s, in, out->ready, false);
}

void stimulus_next(struct stimulus *s, const struct sluice_out *out, struct sluice_in *in) {
  stimulus_watch(s, out);
  settle_events(s, out);
  struct stimulus_phase *p = &s->phase;
  if (p->left == 0 || (p->left > 3000 && s->full_count == 0))
    new_phase(s);
  else
    p->left--;

  memset(in, 0, sizeof *in);
  in->tx_ready = chance(s, p->ready);
  bool early =
      s->write_at < s->write_end && s->writes[s->write_at][0] == SLUICE_REG_COMMIT && s->cycle < s->commit_from;
  if (s->write_at < s->write_end && !early && !chance(s, 50)) {
    in->cfg_write = true;
    in->cfg_addr = (uint8_t)s->writes[s->write_at][0];
    in->cfg_wdata = s->writes[s->write_at][1];
    s->write_at++;
    if (in->cfg_addr == SLUICE_REG_COMMIT && s->cycle >= s->commit_until)
      s->commit_until = s->cycle + (uint64_t)sluice_commit_latency(&s->dims);
  }
  if (chance(s, p->stat)) {
    in->cfg_read = true;  // sometimes in the cycle of a write
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
      if (chance(s, 200)) in->rx_level = chance(s, 500) ? SLUICE_LEVEL_PORT : SLUICE_LEVEL_PAUSE;
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
      if (chance(s, p->stray))
        in->enq_cells =
            ONE_OF(s, 0, (UINT32_C(1) << s->dims.width) - 1, UINT32_C(1) << stimulus_pick(s, (uint32_t)s->dims.width));
      in->enq_cells = smaller(in->enq_cells, (UINT32_C(1) << s->dims.width) - 1);
    }
    if (chance(s, p->deq)) next_dequeue(s, in);
    int from = queue_of(s, in->deq_port, in->deq_class);
    if (in->deq_valid && out->ready && from >= 0 && s->cells[from] >= (int64_t)in->deq_cells) {
      counted = true;
      hold(s, from, -(int64_t)in->deq_cells);
    }
  }
  if (p->noise) fill_unused(s, in);
  remember(s, in, out->ready, counted);
}
