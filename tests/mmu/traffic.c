#include "tests/mmu/traffic.h"

uint32_t traffic_pick(struct traffic *t, uint32_t n) { return stimulus_pick(&t->random, n); }

struct traffic_event *traffic_at(struct traffic *t, int64_t now) {
  return &t->event[now & (TRAFFIC_HISTORY - 1)];
}

static int queues(const struct traffic *t) { return t->s.dims.ports * t->s.dims.classes; }

static bool is_lossless(const struct traffic *t, int queue) { return t->s.lossless >> (queue % t->s.dims.classes) & 1; }

static int64_t pick(struct traffic *t, int64_t n) { return n > 0 ? traffic_pick(t, (uint32_t)n) : 0; }

// ---- The budget of the no-loss guarantee ----

// Cells of lossless classes reported for a group in one cycle.
static int64_t reported(const struct traffic *t, const struct traffic_event *e, int group) {
  bool mine = e->counts && is_lossless(t, e->queue) && scoreboard_rules_group_of(&t->s, e->queue) == group;
  return mine ? e->in.enq_cells : 0;
}

// a + f of spec 3, without the next packet.
static int64_t spent(struct traffic *t, int64_t now, int queue) {
  int group = scoreboard_rules_group_of(&t->s, queue);
  const struct traffic_budget *b = &t->budget[group];
  int64_t sum = b->off ? b->spent : b->recent;
  for (int64_t k = now - 1; k >= 0 && k >= now - SLUICE_ADMISSION_LAG; k--) {
    const struct traffic_event *e = traffic_at(t, k);
    if (e->counts && e->queue / t->s.dims.classes == queue / t->s.dims.classes)
      sum += e->in.enq_cells - reported(t, e, group);
  }
  return sum;
}

static void see_states(struct traffic *t, int64_t now, const struct sluice_out *out) {
  int groups = t->s.scheme == SLUICE_DSH ? t->s.dims.ports : queues(t);
  for (int g = 0; g < groups; g++) {
    struct traffic_budget *b = &t->budget[g];
    bool off = (t->s.scheme == SLUICE_DSH ? out->port_off >> g : out->queue_off[g / 64] >> (g % 64)) & 1;
    if (off && !b->off) b->spent = b->recent;
    if (!off && b->off) b->on_at = now;
    b->off = off;
    bool over = !off && now - b->overrun_at > 2 * SCOREBOARD_STATE_LAG && now - b->on_at > 2 * SCOREBOARD_STATE_LAG;
    if (over) b->overrun_at = -1;
  }
  // The event that turned a group off is one of the last SLUICE_STATE_LATENCY cycles.
  const struct traffic_event *old = traffic_at(t, now - SLUICE_STATE_LATENCY);
  if (now < SLUICE_STATE_LATENCY || !old->counts) return;
  int group = scoreboard_rules_group_of(&t->s, old->queue);
  t->budget[group].recent -= reported(t, old, group);
}

static void report(struct traffic *t, int64_t now, struct traffic_event *e) {
  int group = scoreboard_rules_group_of(&t->s, e->queue);
  struct traffic_budget *b = &t->budget[group];
  int64_t cells = e->in.enq_cells;
  if (!is_lossless(t, e->queue)) return;
  if (spent(t, now, e->queue) + cells > scoreboard_rules_limits_of(&t->s, e->queue)->headroom) b->overrun_at = now;
  e->within = b->overrun_at < 0;
  b->recent += cells;
  b->spent += cells;
}

void traffic_see(struct traffic *t, int64_t now, const struct sluice_out *out) {
  see_states(t, now, out);
  if (now < SLUICE_ADMIT_LATENCY) return;
  struct traffic_event *e = traffic_at(t, now - SLUICE_ADMIT_LATENCY);
  e->decided = out->adm_valid;
  e->kind = out->adm_kind;
  e->of = out->adm_port * t->s.dims.classes + out->adm_class;
  e->error = out->deq_error;
  int64_t *held = &t->held[e->in.deq_port * t->s.dims.classes + e->in.deq_class];
  if (e->in.deq_valid && e->doubtful == !e->error) *held += e->error ? e->in.deq_cells : -(int64_t)e->in.deq_cells;
  if (e->counts) {
    t->waiting[e->queue] -= e->in.enq_cells;
    if (e->kind < SLUICE_REFUSED) t->held[e->queue] += e->in.enq_cells;
  }
}

// ---- Events ----

static void new_phase(struct traffic *t) {
  struct traffic_phase *p = &t->phase;
  int64_t bound = sluice_free_bound(&t->s.dims);
  *p = (struct traffic_phase){.left = 20 + pick(t, 400), .queue = -1, .port = -1};
  p->enq = pick(t, 3) ? 1024 : traffic_pick(t, 1025);
  p->deq = pick(t, 3) ? 1024 : traffic_pick(t, 1025);
  p->size = (int)pick(t, 5);
  p->wrong = pick(t, 3) ? 0 : 100;
  int where = (int)pick(t, 4);
  if (where == 0) p->queue = (int)pick(t, queues(t));
  if (where == 1) p->port = (int)pick(t, t->s.dims.ports);
  switch (pick(t, 8)) {
    case 0:  // no events, so that all freed cells become usable before the next phase
      p->enq = p->deq = 0;
      p->left = bound + pick(t, bound);
      break;
    case 1:
    case 2:
    case 3:
      p->deq = 0;
      p->left = bound + pick(t, 2 * bound);
      break;
    case 4:
      p->enq = 0;
      break;
    default:
      break;
  }
}

static int any_queue(struct traffic *t) {
  int classes = t->s.dims.classes - t->first_class;
  if (t->phase.queue >= 0 && t->phase.queue % t->s.dims.classes >= t->first_class) return t->phase.queue;
  int64_t port = t->phase.port >= 0 ? t->phase.port : pick(t, t->s.dims.ports);
  return (int)(port * t->s.dims.classes + t->first_class + pick(t, classes));
}

static void next_dequeue(struct traffic *t, struct traffic_event *e) {
  struct sluice_in *in = &e->in;
  int queue = t->again;
  if (queue < 0)
    for (int i = 0; i < 8 && (queue < 0 || t->held[queue] <= 0); i++) queue = any_queue(t);
  int64_t held = t->held[queue], n = 1 + pick(t, held < t->s.largest ? held : t->s.largest);
  if (pick(t, 8) == 0) n = held;
  bool wrong = traffic_pick(t, 1024) < t->phase.wrong;
  if (wrong && pick(t, 2)) n = held + t->waiting[queue];  // perhaps before the admission
  if (wrong && pick(t, 2)) n = held + t->waiting[queue] + 1 + pick(t, 3);
  if (n < 0 || n > (INT64_C(1) << t->s.dims.width) - 1 || (held <= 0 && !wrong)) {
    t->again = -1;
    return;
  }
  in->deq_valid = true;
  in->deq_port = (uint8_t)(queue / t->s.dims.classes);
  in->deq_class = (uint8_t)(queue % t->s.dims.classes);
  in->deq_cells = (uint32_t)n;
  e->doubtful = n > held;
  if (!e->doubtful) t->held[queue] -= n;
  t->again = (wrong || t->again < 0) && t->phase.wrong && pick(t, 2) ? queue : -1;
}

static int64_t size_of(struct traffic *t, int queue, const struct sluice_out *out) {
  const struct scoreboard_rules_setup *s = &t->s;
  int64_t held = t->held[queue] + t->waiting[queue], phi = scoreboard_rules_limits_of(s, queue)->phi, n;
  switch (t->phase.size) {
    case 1:
      return s->largest;
    case 2:
      return 1;
    case 3:
      n = pick(t, 2) ? phi - held : s->shared - (int64_t)out->mon_shared;
      if (held < phi && pick(t, 2)) n = phi - held + s->shared - (int64_t)out->mon_shared;
      n += pick(t, 3) == 0;
      if (n >= 1 && n <= s->largest) return n;
      break;
    default:
      break;
  }
  return 1 + pick(t, s->largest);
}

static void next_enqueue(struct traffic *t, int64_t now, const struct sluice_out *out, struct traffic_event *e) {
  const struct scoreboard_rules_setup *s = &t->s;
  int queue = any_queue(t);
  int64_t n = size_of(t, queue, out);
  int64_t space = scoreboard_rules_limits_of(s, queue)->headroom - spent(t, now, queue);
  if (t->polite && is_lossless(t, queue) && n > space) n = space;
  if (n <= 0) return;
  e->in.enq_valid = true;
  e->in.enq_port = (uint8_t)(queue / s->dims.classes);
  e->in.enq_class = (uint8_t)(queue % s->dims.classes);
  e->in.enq_ttl = (uint8_t)(t->ttl0 - queue % s->dims.classes);
  e->counts = true;
  if (s->scheme == SLUICE_TTL) e->in.enq_class = (uint8_t)pick(t, s->dims.classes);
  if (traffic_pick(t, 1024) < t->phase.wrong / 2) {
    e->counts = false;
    int64_t ports = 1;
    while (ports < s->dims.ports) ports *= 2;
    switch (pick(t, 4)) {
      case 0:
        n = 0;
        break;
      case 1:
        if (s->scheme == SLUICE_TTL)
          e->in.enq_ttl = 0;
        else
          n = s->largest + 1;
        break;
      case 2:
        e->in.enq_port = (uint8_t)(s->dims.ports + pick(t, ports - s->dims.ports));
        e->counts = e->in.enq_port < s->dims.ports;
        if (ports > s->dims.ports) break;
        e->in.enq_port = (uint8_t)(queue / s->dims.classes);
        e->counts = true;
        break;
      default:
        n = s->largest + 1 + pick(t, 2 * s->largest);
        break;
    }
  }
  e->in.enq_cells = (uint32_t)n;
  e->queue = queue;
  if (!e->counts) return;
  t->waiting[queue] += n;
  report(t, now, e);
}

bool traffic_drained(const struct traffic *t) {
  for (int q = 0; q < queues(t); q++)
    if (t->held[q] > 0 || t->waiting[q] > 0) return false;
  return true;
}

static void drain(struct traffic *t, struct sluice_in *in) {
  int start = (int)pick(t, queues(t));
  for (int i = 0; i < queues(t); i++) {
    int queue = (start + i) % queues(t);
    int64_t held = t->held[queue];
    if (held <= 0) continue;
    in->deq_valid = true;
    in->deq_port = (uint8_t)(queue / t->s.dims.classes);
    in->deq_class = (uint8_t)(queue % t->s.dims.classes);
    in->deq_cells = (uint32_t)(pick(t, 3) ? held : 1 + pick(t, held));
    t->held[queue] -= in->deq_cells;
    return;
  }
}

// Sometimes writes registers during traffic in successive cycles, then COMMIT: ALPHA or, with PORT_LIMITS, XOFF and XON
// of a port under STATIC, which has no ALPHA.
static void change_registers(struct traffic *t, int64_t now, struct sluice_in *in, bool quiet) {
  enum { WRITES = 4 };
  const bool limits = t->s.dims.port_limits && t->s.scheme == SLUICE_STATIC;
  const int count = limits ? WRITES : 2;
  if (t->write == 0 && (quiet || now - t->commit_at <= 4 * SLUICE_COMMIT_LATENCY || pick(t, 500) != 0)) return;
  if (t->write == 0 && limits) {
    const uint32_t xoff = (uint32_t)pick(t, pick(t, 2) ? t->s.shared + 1 : 4 * t->s.largest);
    t->writes[0] = (struct traffic_write){SLUICE_REG_PORT_SELECT, (uint32_t)pick(t, t->s.dims.ports)};
    t->writes[1] = (struct traffic_write){SLUICE_REG_PORT_WINDOW + SLUICE_LIMIT_XOFF, xoff};
    t->writes[2] = (struct traffic_write){SLUICE_REG_PORT_WINDOW + SLUICE_LIMIT_XON, (uint32_t)pick(t, xoff + 1)};
  } else if (t->write == 0) {
    const uint32_t alpha = t->s.scheme == SLUICE_TTL ? (uint32_t)pick(t, 8) : (uint32_t)pick(t, 16) - 8;
    t->writes[0] = (struct traffic_write){SLUICE_REG_ALPHA, alpha};
  }
  t->writes[count - 1] = (struct traffic_write){SLUICE_REG_COMMIT, 0};
  in->cfg_write = true;
  in->cfg_addr = t->writes[t->write].reg;
  in->cfg_wdata = t->writes[t->write].value;
  t->write = (t->write + 1) % count;
  if (t->write == 0) t->commit_at = now;
}

void traffic_next(struct traffic *t, int64_t now, const struct sluice_out *out, bool quiet) {
  struct traffic_event *e = traffic_at(t, now);
  *e = (struct traffic_event){.in = {.tx_ready = true}};
  change_registers(t, now, &e->in, quiet || t->drain);
  if (quiet) return;
  if (t->drain) {
    drain(t, &e->in);
    return;
  }
  if (t->phase.left-- <= 0) new_phase(t);
  if (t->again >= 0 || traffic_pick(t, 1024) < t->phase.deq) next_dequeue(t, e);
  if (traffic_pick(t, 1024) < t->phase.enq) next_enqueue(t, now, out, e);
}
