#include "cmodel/clocked/sluice_statistics.h"

#include <stddef.h>

static void raise(uint32_t *peak, uint32_t value) {
  if (value > *peak) *peak = value;
}

static void count(uint32_t *counter, bool event) {
  if (event && *counter != UINT32_MAX) ++*counter;
}

// ---- pause counters ----

static void change(struct sluice_pause_counters *p, bool off, uint32_t now) {
  p->changes++;
  p->time += off ? 0 - now : now;
}

static void count_changes(struct sluice_stats *s, uint32_t now) {
  for (int i = 0; i < s->pending.count; i++) {
    const struct sluice_change *c = &s->pending.at[i];
    struct sluice_port_stats *p = &s->port[c->port];
    if (c->turned) change(&p->queue[c->cls], !c->queue_free, now);
    if (c->port_state) change(&p->port, !c->port_on, now);
  }
}

static uint32_t pauses(const struct sluice_pause_counters *p) { return p->changes / 2 + (p->changes & 1); }
static uint32_t resumes(const struct sluice_pause_counters *p) { return p->changes / 2; }
static uint32_t paused(const struct sluice_pause_counters *p, uint32_t now) {
  return p->time + (p->changes & 1 ? now : 0);
}

// ---- packets ----

// The index of a group's headroom peak. With DSH the group is the port, which uses the first entry.
static int group_entry(const struct sluice_config *cfg, int cls) { return cfg->scheme == SLUICE_DSH ? 0 : cls; }

static void count_packets(struct sluice_stats *s, const struct sluice_context *x, struct sluice_pipelines *pipe) {
  const struct sluice_enq *enq = sluice_enq_at(pipe, x->cycle, SLUICE_ENQ_STAT_REFUSED);
  if (enq != NULL && enq->exists) {
    struct sluice_port_stats *p = &s->port[enq->port];
    count(&p->refused, enq->kind == SLUICE_REFUSED);
    count(&p->dropped, enq->kind == SLUICE_DROPPED);
    count(&p->parity_drops, enq->kind == SLUICE_DROPPED && enq->parity_drop);
  }
  enq = sluice_enq_at(pipe, x->cycle, SLUICE_ENQ_STAT_PEAK);
  if (enq == NULL || !enq->counts) return;
  struct sluice_port_stats *p = &s->port[enq->port];
  raise(&p->queue_peak[enq->cls], enq->queue);
  if (!enq->lossless) return;
  if (x->cfg.scheme == SLUICE_DSH) raise(&p->port_peak, enq->sum);
  raise(&p->headroom_peak[group_entry(&x->cfg, enq->cls)], enq->headroom);
}

// ---- reads ----

static uint32_t look_up(const struct sluice_stats *s, const struct sluice_context *x, const struct sluice_in *in) {
  const struct sluice_port_stats *p = &s->port[in->stat_port & x->port_mask];
  const int cls = in->stat_class & x->class_mask;
  const uint32_t now = (uint32_t)x->cycle;
  switch (in->stat_select) {
    case SLUICE_STAT_QUEUE_PAUSES:
      return pauses(&p->queue[cls]);
    case SLUICE_STAT_QUEUE_RESUMES:
      return resumes(&p->queue[cls]);
    case SLUICE_STAT_QUEUE_PAUSED:
      return paused(&p->queue[cls], now);
    case SLUICE_STAT_QUEUE_PEAK:
      return p->queue_peak[cls];
    case SLUICE_STAT_PORT_PAUSES:
      return pauses(&p->port);
    case SLUICE_STAT_PORT_RESUMES:
      return resumes(&p->port);
    case SLUICE_STAT_PORT_PAUSED:
      return paused(&p->port, now);
    case SLUICE_STAT_PORT_PEAK:
      return p->port_peak;
    case SLUICE_STAT_HEADROOM_PEAK:
      return p->headroom_peak[group_entry(&x->cfg, cls)];
    case SLUICE_STAT_REFUSED:
      return p->refused;
    case SLUICE_STAT_DROPPED:
      return p->dropped;
    case SLUICE_STAT_PARITY_DROPS:
      return p->parity_drops;
    default:
      return 0;
  }
}

// Two statistics are registers, not RAMs, and are read one cycle later.
static void read_step(struct sluice_stats *s, const struct sluice_context *x, const struct sluice_in *in,
                      struct sluice_out *out) {
  out->stat_valid = s->read[1].valid;
  out->stat_data = s->read[1].valid ? s->read[1].data : 0;
  s->read[1] = s->read[0];
  if (s->read[0].valid && s->read[0].select == SLUICE_STAT_SHARED_PEAK) s->read[1].data = s->shared_peak;
  if (s->read[0].valid && s->read[0].select == SLUICE_STAT_MESSAGE_WAIT) s->read[1].data = s->message_wait;
  s->read[0].valid = in->stat_read && out->ready;
  if (!s->read[0].valid) return;
  s->read[0].select = in->stat_select;
  s->read[0].data = look_up(s, x, in);
}

static void count_wait(struct sluice_stats *s, bool waits) {
  if (s->waited > s->message_wait) s->message_wait = s->waited;
  if (!waits)
    s->waited = 0;
  else if (s->waited != UINT16_MAX)
    s->waited++;
}

void sluice_stats_step(struct sluice_stats *s, const struct sluice_context *x, struct sluice_pipelines *pipe,
                       const struct sluice_changes *changes, const struct sluice_in *in, struct sluice_out *out) {
  count_packets(s, x, pipe);
  read_step(s, x, in, out);
  raise(&s->shared_peak, out->mon_shared);
  count_changes(s, (uint32_t)x->cycle - 1);
  s->pending = *changes;
  if (out->tx_valid) count_wait(s, !in->tx_ready);
}
