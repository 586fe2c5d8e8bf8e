// Deadlocked [TTL Eq. 14]: the sources have stopped, and the buffer state is non-empty and never changes again.
//
// Proof: no data packet has moved for several times the longest time that a pause lasts without a refresh. So all
// packets wait behind gates that only refreshes keep closed. Queues and states of each MMU are those of one refresh
// before, and so are the messages that they cause: the network repeats itself for ever. GFC has no refreshes of pauses:
// the longest gap after a packet is over, so only a rate of 0 can hold a packet, which no stage has.
#include "tb/sim/results/deadlock.h"

enum { PAUSE_TIMES = 3 };  // multiple of the longest pause without any movement

// Cycles for which the end of a link at a switch can hold a class, by a pause or by the slowest rate above 0.
// wire: bytes of the largest packet on a link
static uint64_t longest_hold(const struct scenario *s, const struct scenario_switch *sw, uint32_t wire, uint64_t bps) {
  const struct sluice_config *cfg = &sw->cfg;
  uint64_t packet = (uint64_t)(wire + s->cell_bytes) * 8 * s->clock_hz / bps + 1;
  if (s->feedback == FEEDBACK_STAGE) return packet << cfg->stages;
  if (s->feedback == FEEDBACK_LEVEL) return packet * (cfg->stage_top - cfg->stage_base);
  if (scenario_has_credits(s)) return credits_repair(&s->credits, s->clock_hz);
  return PAUSE_TIMES * (cfg->pause_time * UINT64_C(512) * s->clock_hz / bps + 1);
}

// Cycles after which a watchdog has acted, if it does so at all in a network that does not move: a poll under way, a
// count that a poll without a pause frame restarts, and a whole count.
static uint64_t watchdog_acts(const struct watchdog *w) {
  const bool acts = w->action == WATCHDOG_DROP || w->action == WATCHDOG_FORWARD;
  return acts ? 2 * (w->detection + w->poll) + w->poll : 0;
}

// Cycles for which a receiver holds a CNP at most: those to the end of its interval, which is the same at all hosts.
static uint64_t cnp_waits(const struct scenario *s) {
  uint64_t most = 0;
  for (int i = 0; i < s->policies; i++) {
    const uint64_t ps = scenario_parameters(&s->policy[i], 1e9).cnp_interval;
    if (ps > most) most = ps;
  }
  return (uint64_t)(((unsigned __int128)most * s->clock_hz + SCENARIO_PS - 1) / SCENARIO_PS);
}

uint64_t deadlock_window(const struct scenario *s) {
  uint64_t hold = 0, acts = 0, period = 0, delay = 0, slowest = UINT64_MAX;
  const uint32_t wire = scenario_wire(s);  // once, because it looks at all links
  for (int i = 0; i < s->links; i++) {
    const struct scenario_link *l = &s->link[i];
    if (scenario_delay_cycles(s, i) > delay) delay = scenario_delay_cycles(s, i);
    if (l->bps < slowest) slowest = l->bps;
    for (int d = 0; d < 2; d++) {
      if (l->end[d].limit != 0 && l->end[d].limit < slowest) slowest = l->end[d].limit;
      if (l->end[d].ingress != 0 && l->end[d].ingress < slowest) slowest = l->end[d].ingress;
      if (l->end[d].node >= s->switches) continue;
      uint64_t cycles = longest_hold(s, &s->sw[l->end[d].node], wire, l->bps);
      if (cycles > hold) hold = cycles;
    }
  }
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].feedback_period > period) period = s->sw[i].feedback_period;
  for (int i = 0; i < s->switches; i++)
    if (watchdog_acts(&s->sw[i].watchdog) > acts) acts = watchdog_acts(&s->sw[i].watchdog);
  return acts + hold + cnp_waits(s) + 2 * period + 4 * (delay + s->processing) +
         4 * (wire * 8 * s->clock_hz / slowest + 1);
}
