#include "cmodel/clocked/sluice_clocked.h"

static void tally(struct sluice_tally *t, bool off, uint32_t now) {
  t->changes++;
  t->time += off ? 0 - now : now;
}

static void raise(uint32_t *peak, uint32_t value) {
  if (value > *peak) *peak = value;
}

static void count(uint32_t *counter, bool event) {
  if (event && *counter != UINT32_MAX) ++*counter;
}

static void take_changes(struct sluice_stats *s) {
  for (int i = 0; i < s->pending_changes.count; i++) {
    const struct sluice_change *c = &s->pending_changes.view[i];
    uint32_t now = (uint32_t)s->pending_clock;
    if (c->turned) tally(&s->queue[c->at_port][c->at_class], !c->queue_free, now);
    if (c->port) tally(&s->port[c->at_port], !c->port_on, now);
  }
  s->pending_changes.count = 0;
}

void sluice_stats_enqueue(struct sluice_stats *s, struct sluice_enq *enq) {
  enq->tallied = true;
  count(&s->refused[enq->port], enq->kind == SLUICE_REFUSED);
  count(&s->dropped[enq->port], enq->kind == SLUICE_DROPPED);
  count(&s->parity_drops[enq->port], enq->kind == SLUICE_DROPPED && enq->parity_drop);
  if (!enq->viewed) return;
  struct sluice_peaks *peak = &s->peak[enq->port];
  raise(&peak->of[enq->cls].queue, enq->queue);
  raise(&peak->port, enq->port_sum);
  if (enq->lossless) raise(&peak->of[enq->group].headroom, enq->headroom);
}

static uint32_t paused(const struct sluice_tally *t, uint32_t now) { return t->time + (t->changes & 1 ? now : 0); }

static uint32_t look_up(const struct sluice_stats *s, const struct sluice_config *cfg, uint8_t select, uint8_t port,
                        uint8_t cls, uint32_t now) {
  const struct sluice_tally *queue = &s->queue[port][cls];
  switch (select) {
    case SLUICE_STAT_QUEUE_PAUSES:
      return queue->changes / 2 + (queue->changes & 1);
    case SLUICE_STAT_QUEUE_RESUMES:
      return queue->changes / 2;
    case SLUICE_STAT_QUEUE_PAUSED:
      return paused(queue, now);
    case SLUICE_STAT_QUEUE_PEAK:
      return s->peak[port].of[cls].queue;
    case SLUICE_STAT_PORT_PAUSES:
      return s->port[port].changes / 2 + (s->port[port].changes & 1);
    case SLUICE_STAT_PORT_RESUMES:
      return s->port[port].changes / 2;
    case SLUICE_STAT_PORT_PAUSED:
      return paused(&s->port[port], now);
    case SLUICE_STAT_PORT_PEAK:
      return s->peak[port].port;
    case SLUICE_STAT_HEADROOM_PEAK:
      return s->peak[port].of[cfg->scheme == SLUICE_DSH ? 0 : cls].headroom;
    case SLUICE_STAT_REFUSED:
      return s->refused[port];
    case SLUICE_STAT_DROPPED:
      return s->dropped[port];
    case SLUICE_STAT_PARITY_DROPS:
      return s->parity_drops[port];
    default:
      return 0;
  }
}

void sluice_stats_step(struct sluice_stats *s, const struct sluice_config *cfg, const struct sluice_in *in,
                       uint64_t clock, const struct sluice_changes *changes, struct sluice_out *out) {
  // The tables as a read in this clock finds them: with everything up to two clocks ago.
  if (s->pending_clock + 1 < clock) take_changes(s);
  out->stat_valid = s->read[1].valid;
  out->stat_data = s->read[1].valid ? s->read[1].data : 0;
  s->read[1] = s->read[0];
  if (s->read[0].valid && s->read[0].select == SLUICE_STAT_SHARED_PEAK) s->read[1].data = s->shared_peak;
  if (s->read[0].valid && s->read[0].select == SLUICE_STAT_MESSAGE_WAIT) s->read[1].data = s->message_wait;
  s->read[0].valid = in->stat_read && out->ready;
  if (s->read[0].valid) {
    s->read[0].select = in->stat_select;
    s->read[0].data = look_up(s, cfg, in->stat_select, in->stat_port, in->stat_class, (uint32_t)clock);
  }
  raise(&s->shared_peak, out->mon_shared);
  take_changes(s);
  s->pending_clock = clock;
  s->pending_changes = *changes;
}

void sluice_stats_message(struct sluice_stats *s, bool waits) {
  if (s->waited > s->message_wait) s->message_wait = s->waited;
  if (!waits)
    s->waited = 0;
  else if (s->waited != UINT16_MAX)
    s->waited++;
}

void sluice_stats_shared(struct sluice_stats *s, uint32_t shared) { raise(&s->shared_peak, shared); }

bool sluice_stats_idle(const struct sluice_stats *s) { return !s->read[0].valid && !s->read[1].valid; }
