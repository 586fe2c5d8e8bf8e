// DCQCN (Zhu et al., SIGCOMM 2015) in the two forms of the public simulators. The timed form decreases at the end of
// a decrease interval in which a CNP arrived, the other form (react_at_cnp) when the CNP arrives.
// No call loops over the alpha and decrease intervals of an idle time. The timer of the increase runs at most
// F + line rate / HAI + 60 times, because the rest of an idle time is skipped when the rate is at its end.
#include <math.h>

#include "tb/sim/congestion/rules.h"

void dcqcn_start(const struct congestion_parameters *p, struct congestion_sender *s) {
  s->alpha = p->first_alpha;
  s->first_cnp = s->decrease_at = s->increase_at = CONGESTION_NEVER;
}

// By repeated squares: pow() differs between C libraries.
static double power(double base, uint64_t exponent) {
  double result = 1;
  for (; exponent != 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

// Ends the alpha intervals until `now`. Only the first of them can have a CNP, because each CNP calls this before.
static void end_alpha_intervals(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now) {
  uint64_t ended = (now - s->alpha_from) / p->alpha_interval;
  if (ended == 0) return;
  s->alpha_from += ended * p->alpha_interval;
  if (s->cnp_for_alpha) {
    s->alpha = (1 - p->gain) * s->alpha + p->gain;
    s->cnp_for_alpha = false;
    ended--;
  }
  s->alpha *= power(1 - p->gain, ended);
}

static void decrease(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t at) {
  end_alpha_intervals(p, s, at);
  if (p->clamp_target || s->time_stage != 0 || s->byte_stage != 0) s->target = s->rate;
  s->rate = congestion_limited(p, s, s->rate * (1 - s->alpha / 2));
  s->time_stage = s->byte_stage = 0;
  s->bytes = 0;
  s->byte_limit = p->byte_counter;
  s->increase_at = at + p->increase_interval;
  s->decrease_at = CONGESTION_NEVER;
}

// The smaller and the larger of both stages; without a byte counter the stage of the timer.
static uint32_t least_stage(const struct congestion_parameters *p, const struct congestion_sender *s) {
  return p->byte_counter != 0 && s->byte_stage < s->time_stage ? s->byte_stage : s->time_stage;
}

static uint32_t most_stage(const struct congestion_parameters *p, const struct congestion_sender *s) {
  return p->byte_counter != 0 && s->byte_stage > s->time_stage ? s->byte_stage : s->time_stage;
}

// Hyper increase of react_at_cnp; its intervals have half the length.
static bool hyper(const struct congestion_parameters *p, const struct congestion_sender *s) {
  return p->react_at_cnp && least_stage(p, s) >= p->fast_stages;
}

// The increase of the target, after the stages have counted this increase.
static double target_step(const struct congestion_parameters *p, const struct congestion_sender *s) {
  const uint32_t least = least_stage(p, s), most = most_stage(p, s), f = p->fast_stages;
  if (p->react_at_cnp) {
    if (most < f) return 0;
    return least < f ? p->additive_increase : p->hyper_increase * ((double)(least - f) + 1);
  }
  if (most <= f) return 0;
  return least > f && least - f > 1 ? p->hyper_increase : p->additive_increase;
}

static void increase(const struct congestion_parameters *p, struct congestion_sender *s) {
  s->target = fmin(s->target + target_step(p, s), s->line);
  s->rate = (s->rate + s->target) / 2;
}

static uint64_t interval(uint64_t whole, bool half) { return half ? whole - whole / 2 : whole; }

static void count(uint32_t *stage, uint64_t more) {
  *stage = more < UINT32_MAX - *stage ? *stage + (uint32_t)more : UINT32_MAX;
}

// Ends an increase interval. If it changes no rate and no later one can, those that end until `now` end, too: also
// those after a decrease, because a decrease starts the interval and the stage again.
static void end_increase_interval(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now) {
  const uint64_t length = interval(p->increase_interval, hyper(p, s));
  const double rate = s->rate, target = s->target;
  count(&s->time_stage, 1);
  s->increase_at += length;
  increase(p, s);
  const bool last_phase = s->time_stage > p->fast_stages && s->time_stage - p->fast_stages > 1;
  if (!last_phase || s->rate != rate || s->target != target || s->increase_at > now) return;
  const uint64_t length_now = interval(p->increase_interval, hyper(p, s));
  const uint64_t more = (now - s->increase_at) / length_now + 1;
  count(&s->time_stage, more);
  s->increase_at += more * length_now;
}

// Ends all intervals until `now`, in the order of their ends. An increase is before a decrease at the same time.
void dcqcn_advance(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now) {
  while (s->increase_at <= now || s->decrease_at <= now) {
    if (s->increase_at <= s->decrease_at)
      end_increase_interval(p, s, now);
    else
      decrease(p, s, s->decrease_at);
  }
}

void dcqcn_sent(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now, uint32_t bytes) {
  dcqcn_advance(p, s, now);
  if (p->byte_counter == 0 || s->increase_at == CONGESTION_NEVER) return;
  s->bytes += bytes;
  if (s->bytes <= s->byte_limit) return;
  s->bytes = 0;
  s->byte_limit = interval(p->byte_counter, hyper(p, s));
  count(&s->byte_stage, 1);
  increase(p, s);
}

void dcqcn_cnp(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now) {
  dcqcn_advance(p, s, now);
  const bool first = s->first_cnp == CONGESTION_NEVER;
  if (first) s->first_cnp = s->alpha_from = now;
  end_alpha_intervals(p, s, now);
  if (p->react_at_cnp) {
    s->alpha = (1 - p->gain) * s->alpha + p->gain;
    s->alpha_from = now;
    decrease(p, s, now);
    return;
  }
  s->cnp_for_alpha = !first;
  if (s->decrease_at == CONGESTION_NEVER)
    s->decrease_at = s->first_cnp + ((now - s->first_cnp) / p->decrease_interval + 1) * p->decrease_interval;
}
