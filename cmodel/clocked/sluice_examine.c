// Views: what an enqueue or a visit of the scan has seen of a queue and its port meets the thresholds in use, and a
// clock later the states change.
#include <stddef.h>

#include "cmodel/clocked/sluice_clocked.h"

static struct sluice_thresholds in_use(const struct sluice_mmu *m, int cls) {
  if (m->clock >= m->settled && !sluice_is_constant(m->cfg.scheme))
    return sluice_past_in_use(&m->past, &m->dims, &m->cfg, &m->account, cls, m->clock);
  struct sluice_thresholds x = {m->out.mon_xqoff, m->out.mon_xqon, m->out.mon_xpoff, m->out.mon_xpon};
  if (m->cfg.scheme == SLUICE_TTL) {
    x.xqoff = m->weigh.xqoff[cls];
    x.xqon = m->weigh.xqon[cls];
  }
  return x;
}

// Stages are those of the table in use when the view is taken.
void sluice_examine_enqueue_stage(struct sluice_mmu *m) {
  struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ENQ_STAGE);
  enq->stage = sluice_stage_of(m->cfg.scheme, &m->cfg, enq->queue);
}

void sluice_examine_visit_stage(struct sluice_mmu *m) {
  struct sluice_visit *visit = sluice_visit_at(m, SLUICE_VISIT_STAGE);
  visit->stage = sluice_stage_of(m->cfg.scheme, &m->cfg, visit->queue);
}

void sluice_examine_enqueue(struct sluice_mmu *m) {
  struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ENQ_COMPARE);
  sluice_room_follow(m, m->clock);
  enq->x = in_use(m, enq->cls);
}

void sluice_examine_visit(struct sluice_mmu *m) {
  struct sluice_visit *visit = sluice_visit_at(m, SLUICE_VISIT_COMPARE);
  sluice_room_follow(m, m->clock);
  visit->x = in_use(m, visit->cls);
}

// A new level of a queue and state of a port; of one queue, or port, that of the enqueue counts.
static void change(struct sluice_mmu *m, int port, int cls, uint16_t level, bool port_off,
                   const struct sluice_enq *newer) {
  int bit = sluice_bit(&m->dims, port, cls);
  uint16_t was = m->out.queue_level[bit];
  bool port_was = m->out.port_off >> port & 1;
  if (newer != NULL && newer->port == port) {
    if (newer->cls == cls) level = was;
    if (newer->lossless) port_off = port_was;
  }
  if (level == was && port_off == port_was) return;
  m->out.queue_level[bit] = level;
  sluice_assign(m->out.queue_off, bit, level == SLUICE_OFF);
  sluice_assign(&m->out.port_off, port, port_off);
  sluice_range_note(m, port, cls);
  m->side_at = 0;
  m->uncounted_off |= m->uncounted_deq;
  m->changes.view[m->changes.count++] = (struct sluice_change){
      .queue = level != was,
      .port = port_off != port_was,
      .turned = (level == SLUICE_FREE) != (was == SLUICE_FREE),
      .queue_free = level == SLUICE_FREE,
      .port_on = !port_off,
      .at_port = (uint8_t)port,
      .at_class = (uint8_t)cls,
  };
}

// The enqueue turns nothing on.
void sluice_examine_enqueue_state(struct sluice_mmu *m) {
  const struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ENQ_STATE);
  m->looked &= ~sluice_enq_bit(m, enq);
  uint16_t was = m->out.queue_level[sluice_bit(&m->dims, enq->port, enq->cls)];
  bool port_was = m->out.port_off >> enq->port & 1;
  uint16_t level = sluice_queue_level(m->cfg.scheme, m->cfg.lossless >> enq->cls & 1, SLUICE_FREE, enq->above,
                                      enq->stage, enq->held, &enq->x);
  if (was == SLUICE_OFF && !sluice_is_gfc(m->cfg.scheme)) level = was;
  bool port_off = port_was;
  if (enq->lossless) port_off = port_was || sluice_port_off(m->cfg.scheme, false, enq->sum, enq->held, &enq->x);
  change(m, enq->port, enq->cls, level, port_off, NULL);
}

// The scan turns nothing on while enqueues are under way that it lacks.
void sluice_examine_visit_state(struct sluice_mmu *m) {
  const struct sluice_visit *visit = sluice_visit_at(m, SLUICE_VISIT_STATE);
  const struct sluice_enq *newer = sluice_enq_at(m, SLUICE_ENQ_STATE);
  if (newer->clock + SLUICE_ENQ_STATE != m->clock || !newer->viewed) newer = NULL;
  m->judged &= ~sluice_visit_bit(m, visit);
  int p = visit->port, c = visit->cls, bit = sluice_bit(&m->dims, p, c);
  uint16_t was = m->out.queue_level[bit];
  bool port_was = m->out.port_off >> p & 1, lossless = m->cfg.lossless >> c & 1, gfc = sluice_is_gfc(m->cfg.scheme);
  bool stale = m->row[p].of[c].came + SLUICE_STALE + SLUICE_VISIT_STATE > m->clock;
  // Of the last one size and class are not asked.
  const struct sluice_enq *last = sluice_enq_at(m, 1);
  bool last_stale = last->clock + 1 == m->clock && last->came && last->port == p;
  stale = stale || (last_stale && last->cls == c);
  uint16_t level =
      sluice_queue_level(m->cfg.scheme, lossless, was, visit->above, visit->stage, visit->held > 0, &visit->x);
  if (stale && level != was) sluice_range_note(m, p, c);  // to be looked at again
  if (stale && lossless && (gfc || was == SLUICE_OFF)) level = was;
  bool port_off = port_was;
  if (visit->with_port) {
    bool port_stale = m->row[p].came > visit->stale_from || last_stale;
    port_off = sluice_port_off(m->cfg.scheme, port_was, visit->sum, visit->held > 0, &visit->x);
    if (port_stale && port_was) port_off = m->cfg.scheme == SLUICE_DSH;
  }
  change(m, p, c, level, port_off, newer);
}
