#include "tb/sim/event/place_credit.h"

#include <stdlib.h>

#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/traffic/random.h"

// ---- limits ----

// The credits that a receiver may promise for a channel at port p: those of its private cells and, with dynamic limits,
// 2^n times the free cells of the shared pool.
static uint32_t limit_of(const struct scenario *s, const struct sluice_config *cfg, uint64_t max, int p,
                         uint32_t channel, uint64_t pool_free) {
  const struct scenario_credits *x = &s->credits;
  const uint32_t most = x->limit[channel];
  uint64_t cells = sluice_limits_of(cfg, p)->phi;
  if (most != 0 && !x->dynamic) return most;
  if (x->dynamic) cells += sluice_scale(cfg->alpha, max, pool_free);
  const uint32_t credits = credits_in(x, cells * s->cell_bytes);
  return most != 0 && most < credits ? most : credits;
}

// The class of the packets of channel 0 in the ingress queues.
static uint32_t class_down(const struct sluice_config *cfg) { return (uint32_t)sluice_class_down(SLUICE_CBFC, cfg); }

static uint8_t channels_of(const struct scenario *s, int node) {
  const struct sluice_config *cfg = &s->sw[node].cfg;
  return (uint8_t)((cfg->lossless & ((1u << s->dims.classes) - 1)) >> class_down(cfg));
}

struct credit_end *credit_new(const struct scenario *s, uint64_t seed, int link, int d) {
  const struct scenario_link *l = &s->link[link];
  const int here = l->end[d].node, there = l->end[!d].node;
  struct credit_end *x = calloc(1, sizeof(*x));
  if (x == NULL) return NULL;
  x->rule = &s->credits;
  x->largest = credits_of(&s->credits, s->mtu);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) x->receiver[c].due = NEVER;
  x->random = random_mix(seed ^ random_mix((uint64_t)(2 * link + d)));
  if (here < s->switches) x->receivers = channels_of(s, here);
  if (there >= s->switches) return x;
  x->senders = channels_of(s, there);
  if (!s->credits.infiniband) x->granted = x->senders;
  const struct sluice_config *cfg = &s->sw[there].cfg;
  for (uint32_t c = 0; c < SLUICE_MAX_CLASSES; c++)
    x->sender[c].limit = limit_of(s, cfg, UINT64_MAX, l->end[!d].port, c, cfg->shared);
  return x;
}

void credits_begin(struct place *m, const struct scenario_credits *x) {
  if (x->infiniband || x->freed_ps != 0)
    agenda_put(&m->agenda, PLACE_RARE, RARE_FREED, x->infiniband ? 0 : x->freed_ps);
  if (x->consumed_ps != 0) agenda_put(&m->agenda, PLACE_RARE, RARE_CONSUMED, x->consumed_ps);
}

// ---- sender ----

// Judges whether the credits of a channel suffice for the largest packet.
static void judge(struct place *m, struct event_port *o, uint32_t channel) {
  struct credit_end *x = o->credit;
  const uint8_t bit = (uint8_t)(1u << channel);
  const bool was = x->empty & bit, is = !credit_starts_credits(x, channel, x->largest);
  if (was == is) return;
  x->empty ^= bit;
  event_trace_credits(m, o, channel, is);
  port_closes(o, x->empty != 0, m->now);
}

static void changed(struct place *m, struct event_port *o, uint32_t channel) {
  if (m->rows != NULL && o >= m->port && o < m->port + m->ports)
    event_trace_available(m, queue_number(m, (uint32_t)(o - m->port), channel));
}

void credit_consume(struct place *m, struct event_port *o, uint32_t channel, uint32_t bytes) {
  struct credit_end *x = o->credit;
  struct credit_sender *s = &x->sender[channel];
  if (!(x->senders >> channel & 1)) return;
  s->consumed = sluice_credit_advance(s->consumed, credits_of(x->rule, bytes), x->rule->bits);
  judge(m, o, channel);
  changed(m, o, channel);
}

// ---- receiver ----

// Credits of a channel are freed. A message that is due by amount is sent from the next cycle on.
static void freed(struct place *m, uint32_t p, uint32_t channel, uint32_t credits) {
  struct event_port *o = &m->port[p];
  struct credit_end *x = o->credit;
  struct credit_receiver *r = &x->receiver[channel];
  r->freed = sluice_credit_advance(r->freed, credits, x->rule->bits);
  if (!sluice_credit_due(r->freed, r->reported, x->rule->amount, x->rule->bits)) return;
  if (r->due != NEVER || (x->freed_due >> channel & 1)) return;
  r->due = m->now + m->cycle;
  agenda_put_earlier(&m->agenda, PLACE_MESSAGE_OUT, p, r->due);
}

void credit_arrive(struct place *m, uint32_t p, uint32_t channel, uint32_t bytes, bool kept) {
  struct credit_end *x = m->port[p].credit;
  if (!(x->receivers >> channel & 1)) return;
  const uint32_t n = credits_of(x->rule, bytes);
  struct credit_receiver *r = &x->receiver[channel];
  r->received = sluice_credit_advance(r->received, n, x->rule->bits);
  if (!kept) freed(m, p, channel, n);
}

void credit_free(struct place *m, uint32_t k, uint32_t bytes) {
  const uint32_t p = queue_port(m, k), channel = (uint32_t)queue_class(m, k) - class_down(&m->mmu.cfg);
  if (m->port[p].credit->receivers >> channel & 1) freed(m, p, channel, credits_of(m->port[p].credit->rule, bytes));
}

// ---- messages ----

static void set_due(struct event_port *o) {
  const struct credit_end *x = o->credit;
  o->has_messages = (x->freed_due | x->full_due | x->consumed_due) != 0;
}

bool credit_amounts(struct place *m, uint32_t p) {
  struct credit_end *x = m->port[p].credit;
  uint64_t next = NEVER;
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) {
    struct credit_receiver *r = &x->receiver[c];
    if (r->due <= m->now) {
      x->freed_due |= (uint8_t)(1u << c);
      r->due = NEVER;
    }
    next = agenda_least(next, r->due);
  }
  if (next != NEVER) agenda_put(&m->agenda, PLACE_MESSAGE_OUT, p, next);
  set_due(&m->port[p]);
  return m->port[p].has_messages;
}

uint64_t credit_period(const struct place *m, bool freed) {
  return freed ? m->net->s->credits.freed_ps : m->net->s->credits.consumed_ps;
}

bool credit_full(struct event_port *o, bool freed) {
  struct credit_end *x = o->credit;
  if (x == NULL) return false;
  if (freed)
    x->full_due |= x->receivers;
  else
    x->consumed_due |= x->senders;
  set_due(o);
  return o->has_messages;
}

// InfiniBand: one message has both counters of a channel. UE: an update by amount is an ordered set, a full counter is
// a frame.
uint32_t credit_take(struct place *m, uint32_t p, struct event_port *o, struct credit_message *x) {
  struct credit_end *e = o->credit;
  const struct scenario_credits *rule = e->rule;
  const unsigned due = (unsigned)(e->freed_due | e->full_due | e->consumed_due), later = due >> e->turn << e->turn;
  const uint32_t channel = (uint32_t)__builtin_ctz(later != 0 ? later : due);
  const uint8_t bit = (uint8_t)(1u << channel);
  const bool by_amount = e->freed_due & bit, full = e->full_due & bit;
  *x = (struct credit_message){.channel = (uint8_t)channel};
  if (rule->infiniband) {
    x->has_freed = e->receivers & bit;
    x->has_consumed = e->senders & bit;
  } else {
    x->has_freed = by_amount || full;
    x->has_consumed = !x->has_freed;
  }
  if (x->has_freed) {
    struct credit_receiver *r = &e->receiver[channel];
    const struct event_mmu *u = &m->mmu;
    x->limit = limit_of(m->net->s, &u->cfg, u->max, (int)p, channel, u->pool_free);
    x->freed = rule->infiniband ? sluice_credit_fccl(r->freed, x->limit, rule->bits) : r->freed;
    r->reported = r->freed;
    r->due = NEVER;
    e->freed_due &= (uint8_t)~bit;
    if (!by_amount || rule->infiniband) e->full_due &= (uint8_t)~bit;
  }
  if (x->has_consumed) {
    x->consumed = e->sender[channel].consumed;
    e->consumed_due &= (uint8_t)~bit;
  }
  e->turn = (uint8_t)((channel + 1) % SLUICE_MAX_CLASSES);
  set_due(o);
  return rule->infiniband || by_amount ? CREDIT_ORDERED_SET : MIN_FRAME;
}

void credit_obey(struct place *m, uint32_t p, struct event_port *o, const struct credit_message *x) {
  struct credit_end *e = o->credit;
  if (x->has_consumed && (e->receivers >> x->channel & 1)) {
    struct credit_receiver *r = &e->receiver[x->channel];
    const uint32_t lost = sluice_credit_lost(r->received, x->consumed, e->rule->bits);
    r->received = x->consumed;
    o->result.credits_lost += lost;
    if (lost != 0) freed(m, p, x->channel, lost);
  }
  if (!x->has_freed || !(e->senders >> x->channel & 1)) return;
  struct credit_sender *s = &e->sender[x->channel];
  const bool was = e->empty >> x->channel & 1;
  s->freed = x->freed;
  s->limit = x->limit;
  e->granted |= (uint8_t)(1u << x->channel);
  judge(m, o, x->channel);
  if (was == (e->empty >> x->channel & 1)) o->result.refreshes++;
  changed(m, o, x->channel);
}

// ---- losses ----

static bool loses(struct credit_end *x, double probability) {
  return probability > 0 && random_unit(&x->random) < probability;
}

bool credit_loses_message(struct credit_end *x) { return loses(x, x->rule->message_loss); }

bool credit_loses_frame(struct credit_end *x) { return loses(x, x->rule->frame_loss); }
