// DCQCN [congestion].
#include "tests/reference/simulator.h"

struct parameters parameters_of(const struct simulator *s, int f) {
  double line = (double)access_link(s, f)->mbps * 1e6;
  if (policy_of(s, f)->control == NET_HPCC_DCQCN)
    return (struct parameters){1e9, 1, 5e6 * line / 25e9, 50e6 * line / 25e9, US, 4 * US, 300 * US, 1, false, false};
  return (struct parameters){1e8, 0.5, 40e6, 200e6, 55 * US, 0, 60 * US, 4, true, true};
}

static void decrease(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  struct parameters set = parameters_of(s, f);
  if (set.clamp || sender->increased) sender->target = sender->rate;
  sender->increased = false;
  double rate = sender->rate * (1 - (planted(s, FAULT_ALPHA) ? sender->alpha : sender->alpha / 2));
  sender->rate = rate > set.min_rate ? rate : set.min_rate;
  sender->stage = 0;
  sender->increase_at = s->now + set.increase;
  schedule(s, sender->increase_at, INCREASE_END, f, 0, NULL);
}

void notify(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  struct parameters set = parameters_of(s, f);
  const double g = 1.0 / 256;
  if (set.react_at_cnp) {
    sender->alpha = (1 - g) * sender->alpha + g;
    decrease(s, f);
  } else if (sender->active) {
    sender->cnp_alpha = sender->cnp_decrease = true;
    return;
  } else {
    sender->alpha = set.first_alpha;
    sender->cnp_decrease = true;
    sender->decrease_at = s->now + set.decrease;
    schedule(s, sender->decrease_at, DECREASE_END, f, 0, NULL);
  }
  sender->active = true;
  sender->alpha_at = s->now + set.alpha;
  schedule(s, sender->alpha_at, ALPHA_END, f, 0, NULL);
}

void alpha_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  const double g = 1.0 / 256;
  if (sender->alpha_at != s->now) return;
  sender->alpha = (1 - g) * sender->alpha + (sender->cnp_alpha ? g : 0);
  sender->cnp_alpha = false;
  sender->alpha_at = s->now + parameters_of(s, f).alpha;
  if (!sender->done) schedule(s, sender->alpha_at, ALPHA_END, f, 0, NULL);
}

void decrease_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (sender->cnp_decrease) decrease(s, f);
  sender->cnp_decrease = false;
  if (!sender->done) schedule(s, s->now + parameters_of(s, f).decrease, DECREASE_END, f, 0, NULL);
}

// Without a byte counter both stages are the time stage; that of ns3_rdma never ends in these networks, so its
// increases are never hyper.
void increase_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (sender->increase_at != s->now) return;
  struct parameters set = parameters_of(s, f);
  double line = (double)access_link(s, f)->mbps * 1e6;
  sender->stage++;
  if (sender->stage > set.fast)
    sender->target += sender->stage > set.fast + 1 && !set.react_at_cnp ? set.hyper : set.additive;
  if (sender->target > line) sender->target = line;
  sender->rate = (sender->rate + sender->target) / 2;
  sender->increased = true;
  sender->increase_at = s->now + set.increase;
  if (!sender->done) schedule(s, sender->increase_at, INCREASE_END, f, 0, NULL);
}
