#include "cmodel/switch/sluice_watchdog.h"

#include "cmodel/rules/sluice_switch_rules.h"

enum { LEAST_ROUND = 8, MOST_SAMPLES = (1 << 25) - 1 };

static bool bit(const uint64_t *v, int q) { return v[q / 64] >> q % 64 & 1; }

int sluice_watchdog_action(uint32_t action, int cls) { return (int)(action >> 2 * cls & 3); }

void sluice_watchdog_init(struct sluice_watchdog *w, int ports, int classes) {
  *w = (struct sluice_watchdog){.ports = ports, .classes = classes, .fresh = true, .hundredth = 1};
  for (int q = 0; q < ports * classes; q++) w->opened[q] = true;
}

static int round_cycles(const struct sluice_watchdog *w) {
  int cycles = LEAST_ROUND;
  while (cycles < w->ports * w->classes) cycles *= 2;
  return cycles;
}

// Fourth cycle: the new state and word.
static void finish(struct sluice_watchdog *w, const struct sluice_watchdog_visit *v) {
  w->detected = v->valid && !v->storm && v->turns && !v->off;
  w->restored = v->valid && v->storm && (v->turns || v->off);
  w->changed = v->queue;
  if (!v->valid) return;
  w->age[v->queue] = v->age;
  w->opens[v->queue] = v->opens;
  const uint64_t mask = UINT64_C(1) << v->queue % 64;
  w->storm[v->queue / 64] &= ~mask;
  if (!v->off && v->storm != v->turns) w->storm[v->queue / 64] |= mask;
}

// Third cycle: whether the time is over.
static struct sluice_watchdog_visit compare(struct sluice_watchdog_visit v) {
  v.turns = v.judges && v.holds && v.age >= v.limit;
  if (v.off || v.turns || (v.judges && !v.holds)) v.age = 0;
  return v;
}

// Second cycle: the rule, the age with this poll, and the age at which the state changes.
static struct sluice_watchdog_visit judge(struct sluice_watchdog_visit v, const struct sluice_watchdog_registers *r,
                                          int classes) {
  const struct sluice_watchdog_port *own = &r->port[v.port];
  const uint32_t opens = v.opens + (!v.closed && v.opens < MOST_SAMPLES);
  v.off = sluice_watchdog_action(own->action, v.queue % classes) == SLUICE_SWITCH_WATCHDOG_OFF;
  const struct sluice_storm_interval interval = {v.paused, v.never_opened, v.stuck, opens < v.hundredth};
  v.holds = sluice_storm_counts(v.storm, own->action & SLUICE_SWITCH_WATCHDOG_ACTION_RULE, &interval);
  v.limit = (v.storm ? own->restoration : own->detection) & 0x3ffffff;
  if (v.judges) v.age += r->poll & 0xfffff;
  if (v.fresh) v.age = 0;
  v.opens = v.fresh || v.judges ? 0 : opens;
  return v;
}

// First cycle: the events and the stored values of the visited queue.
static struct sluice_watchdog_visit look(const struct sluice_watchdog *w, const struct sluice_watchdog_in *in) {
  const int q = w->at;
  if (q >= w->ports * w->classes) return (struct sluice_watchdog_visit){.valid = false};
  return (struct sluice_watchdog_visit){.valid = true,
                                        .judges = w->polls,
                                        .fresh = w->fresh,
                                        .closed = w->gate[q],
                                        .never_opened = w->gate[q] && !w->opened[q],
                                        .paused = w->paused[q],
                                        .stuck = bit(in->filled, q) && !w->began[q],
                                        .storm = bit(w->storm, q),
                                        .queue = q,
                                        .port = q / w->classes,
                                        .hundredth = w->hundredth,
                                        .age = w->age[q],
                                        .opens = w->opens[q]};
}

static void events(struct sluice_watchdog *w, const struct sluice_watchdog_in *in) {
  for (int q = 0; q < w->ports * w->classes; q++) {
    const int port = q / w->classes, cls = q % w->classes;
    const bool forget = w->polls && q == w->at;
    w->opened[q] = !w->gate[q] || (w->opened[q] && !forget);
    w->paused[q] = (in->rx_valid && in->rx_port == port && in->rx_pauses >> cls & 1) || (w->paused[q] && !forget);
    w->began[q] = (in->begin_valid && in->begin_port == port && in->begin_class == cls) || (w->began[q] && !forget);
    w->gate[q] = bit(in->gate, q);
  }
}

// Microseconds, polls, and the samples of a round.
static void time_passes(struct sluice_watchdog *w, const struct sluice_watchdog_registers *r) {
  const uint32_t clock = r->clock & 0x3ff, poll = r->poll & 0xfffff;
  const bool starts = w->at == round_cycles(w) - 1, ends = w->micros + 1 >= poll;
  if (starts) {
    w->rest = w->polls ? 0 : (w->rest + 1) % 100;
    if (w->polls)
      w->hundredth = 1;
    else if (w->rest == 0 && w->hundredth < MOST_SAMPLES)
      w->hundredth++;
    w->polls = w->poll_due;
    w->fresh = false;
  }
  w->poll_due = (w->tick && poll != 0 && ends) || (w->poll_due && !starts);
  if (w->tick) w->micros = ends ? 0 : w->micros + 1;
  w->tick = w->cycles + 1 >= clock;
  w->cycles = w->tick ? 0 : w->cycles + 1;
  w->at = starts ? 0 : w->at + 1;
}

void sluice_watchdog_step(struct sluice_watchdog *w, const struct sluice_watchdog_in *in) {
  if (in->rst) {
    sluice_watchdog_init(w, w->ports, w->classes);
    for (int q = 0; q < w->ports * w->classes; q++) w->gate[q] = bit(in->gate, q);
    return;
  }
  const struct sluice_watchdog_visit first = look(w, in), second = judge(w->visit[0], &in->registers, w->classes),
                                     third = compare(w->visit[1]);
  finish(w, &w->visit[2]);
  w->visit[0] = first;
  w->visit[1] = second;
  w->visit[2] = third;
  events(w, in);
  time_passes(w, &in->registers);
}
