// Which queues and ports stay as they are, whatever thresholds come to be in use. With constant thresholds each level
// has a range of cells. Else the thresholds between here and rest lie in a range: between those of the least room that
// the enqueues under way may leave and those of the room when everything has been given back. What that takes is known
// for all queues and ports from what the fullest free one and the emptiest paused one hold.
#include <stddef.h>

#include "cmodel/clocked/sluice_clocked.h"

static int kinds(const struct sluice_mmu *m) { return m->cfg.scheme == SLUICE_TTL ? m->dims.classes : 1; }

static int kind(const struct sluice_mmu *m, int cls) { return m->cfg.scheme == SLUICE_TTL ? cls : 0; }

// A range is wider than it had to be, so that it serves longer: by some packets, at most by a small part of the pool.
enum { SLACK_PACKETS = 8, SLACK_SHIFT = 6 };

static uint32_t slack_of(const struct sluice_config *cfg) {
  uint32_t packets = SLACK_PACKETS * cfg->max_packet, part = cfg->shared >> SLACK_SHIFT;
  return packets < part ? packets : part;
}

// It is in the other one, which is not much wider.
static bool within(const struct sluice_span *a, const struct sluice_span *b, uint32_t slack) {
  return a->least >= b->least && a->most <= b->most && b->most - b->least <= a->most - a->least + 4 * slack;
}

static void loosen(struct sluice_span *span, uint32_t slack) {
  span->least = sluice_minus(span->least, slack);
  span->most = span->most < UINT32_MAX - slack ? span->most + slack : UINT32_MAX;
}

// The rooms may fall by what comes and rise by what is owed.
static struct sluice_span span(const struct sluice_mmu *m, uint32_t room) {
  return (struct sluice_span){sluice_minus(room, (uint32_t)m->coming), room + (uint32_t)m->owed};
}

static bool is_in(struct sluice_span a, const struct sluice_span *b) {
  return a.least >= b->least && a.most <= b->most;
}

// With TTL each class has a partition, too. Returns whether it is another one.
static bool find_range(struct sluice_mmu *m, int kind) {
  const struct sluice_config *cfg = &m->cfg;
  uint32_t slack = slack_of(cfg);
  struct sluice_rooms rooms = {span(m, m->account.room), span(m, m->account.partition_room[kind])};
  sluice_past_widen(&m->past, &m->dims, cfg, kind, m->clock, &rooms);
  struct sluice_rooms *now = &m->range[kind].rooms;
  if (m->range[kind].known && within(&rooms.shared, &now->shared, slack) &&
      (cfg->scheme != SLUICE_TTL || within(&rooms.partition, &now->partition, slack)))
    return false;
  loosen(&rooms.shared, slack);
  loosen(&rooms.partition, slack);
  struct sluice_thresholds least =
      sluice_thresholds_of(cfg->scheme, cfg, m->max, m->dims.classes, kind, rooms.shared.least, rooms.partition.least);
  struct sluice_thresholds most =
      sluice_thresholds_of(cfg->scheme, cfg, m->max, m->dims.classes, kind, rooms.shared.most, rooms.partition.most);
  m->range[kind].x = (struct sluice_thresholds){least.xqoff, most.xqon, least.xpoff, most.xpon};
  m->range[kind].rooms = rooms;
  m->range[kind].known = true;
  return true;
}

void sluice_range_find(struct sluice_mmu *m) {
  m->range_current = true;
  m->shared_span = (struct sluice_span){0, UINT32_MAX};
  for (int k = 0; k < kinds(m); k++) {
    if (find_range(m, k)) m->bounds.between = false;
    const struct sluice_span *s = &m->range[k].rooms.shared;
    if (s->least > m->shared_span.least) m->shared_span.least = s->least;
    if (s->most < m->shared_span.most) m->shared_span.most = s->most;
  }
}

void sluice_range_grow(struct sluice_mmu *m, int cls) {
  if (!m->range_current) return;
  bool in = is_in(span(m, m->account.room), &m->shared_span);
  if (in && m->cfg.scheme == SLUICE_TTL)
    in = is_in(span(m, m->account.partition_room[cls]), &m->range[cls].rooms.partition);
  m->range_current = in;
}

const struct sluice_thresholds *sluice_range_of(struct sluice_mmu *m, int cls) {
  if (!m->range_current && !sluice_is_constant(m->cfg.scheme)) sluice_range_find(m);
  return &m->range[kind(m, cls)].x;
}

// With constant thresholds: the state does not fit what the queue holds, or will not when headroom has been repaid.
static bool unfit(struct sluice_mmu *m, int port, int cls) {
  const struct sluice_config *cfg = &m->cfg;
  uint32_t queue = m->account.port[port].queue[cls];
  uint16_t level = m->out.queue_level[sluice_bit(&m->dims, port, cls)];
  if (cfg->scheme != SLUICE_STATIC)
    return sluice_queue_level(cfg->scheme, cfg->lossless >> cls & 1, level, 0, sluice_stage_of(cfg->scheme, cfg, queue),
                              false, NULL) != level;
  const struct sluice_thresholds x = {.xqoff = cfg->xoff, .xqon = cfg->xon};
  bool held = level != SLUICE_OFF && *sluice_group(&m->account, cfg, port, cls) > 0;
  return sluice_queue_level(cfg->scheme, cfg->lossless >> cls & 1, level, sluice_above(queue, cfg->phi), 0, held, &x) !=
         level;
}

// The most that a queue without headroom holds so that its next level is not above this one; -1: none.
static int64_t most_cells_at(struct sluice_mmu *m, int cls, uint16_t level, uint16_t next) {
  const struct sluice_config *cfg = &m->cfg;
  const struct sluice_thresholds x = {.xqoff = cfg->xoff, .xqon = cfg->xon};
  int64_t most = -1;
  for (int64_t step = (int64_t)m->max + 1; step != 0; step /= 2) {
    int64_t queue = most + step;
    if (queue > m->max) continue;
    uint32_t above = sluice_above((uint32_t)queue, cfg->phi);
    if (sluice_queue_level(cfg->scheme, cfg->lossless >> cls & 1, level, above,
                           sluice_stage_of(cfg->scheme, cfg, (uint32_t)queue), false, &x) <= next)
      most = queue;
  }
  return most;
}

static void find_levels(struct sluice_mmu *m) {
  const struct sluice_config *cfg = &m->cfg;
  int cls = cfg->lossless != 0 ? __builtin_ctz(cfg->lossless) : 0;
  int levels = cfg->scheme == SLUICE_STATIC ? 2 : cfg->scheme == SLUICE_GFC ? cfg->stages + 1 : 1;
  for (int k = 0; k < levels; k++) {
    uint16_t level = cfg->scheme == SLUICE_STATIC && k == 1 ? SLUICE_OFF : (uint16_t)k;
    m->level[k].least = level == SLUICE_FREE ? 0 : most_cells_at(m, cls, level, (uint16_t)(level - 1)) + 1;
    m->level[k].most = most_cells_at(m, cls, level, level);
  }
}

bool sluice_range_stays(const struct sluice_mmu *m, int port, int cls, uint32_t queue) {
  uint16_t level = m->out.queue_level[sluice_bit(&m->dims, port, cls)];
  if (!(m->cfg.lossless >> cls & 1)) return level == SLUICE_FREE;
  if (m->cfg.scheme == SLUICE_GFC_LINEAR && level != SLUICE_FREE)
    return sluice_stage_of(m->cfg.scheme, &m->cfg, queue) == level;
  int k = level == SLUICE_OFF ? 1 : level;
  return queue >= m->level[k].least && queue <= m->level[k].most;
}

void sluice_range_restart(struct sluice_mmu *m) {
  m->bounds.known = m->bounds.between = m->range_current = false;
  for (int k = 0; k < SLUICE_MAX_CLASSES; k++) m->range[k].known = false;
  m->range[0].x = (struct sluice_thresholds){.xqoff = m->cfg.xoff, .xqon = m->cfg.xon};
  if (sluice_is_constant(m->cfg.scheme)) find_levels(m);
}

// What a queue holds at most, or at least, where views under way may not have seen the last events.
static uint32_t most_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.port[port].queue[cls] + sluice_ahead(m, port, cls, m->clock).left;
}

static uint32_t least_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.port[port].queue[cls] - sluice_ahead(m, port, cls, m->clock).came;
}

static bool is_off(const struct sluice_mmu *m, int port, int cls) {
  return m->out.queue_level[sluice_bit(&m->dims, port, cls)] == SLUICE_OFF;
}

static uint32_t extreme_above(const struct sluice_mmu *m, int port, int cls) {
  return sluice_above(is_off(m, port, cls) ? least_cells(m, port, cls) : most_cells(m, port, cls), m->cfg.phi);
}

static void note_free_queue(struct sluice_mmu *m, int port, int cls) {
  struct sluice_bounds *b = &m->bounds.queues[kind(m, cls)];
  uint32_t w = sluice_above(most_cells(m, port, cls), m->cfg.phi);
  if (w <= b->free) return;
  b->free = w;
  if (w > m->range[kind(m, cls)].x.xqoff) m->bounds.between = false;
}

static void note_queue_off(struct sluice_mmu *m, int port, int cls) {
  struct sluice_bounds *b = &m->bounds.queues[kind(m, cls)];
  uint32_t w = sluice_above(least_cells(m, port, cls), m->cfg.phi);
  if (w >= b->off) return;
  b->off = w;
  if (w <= m->range[kind(m, cls)].x.xqon) m->bounds.between = false;
}

// A view of a port is between its w and what it is charged.
static uint32_t port_above(const struct sluice_mmu *m, int port) {
  uint32_t sum = 0;
  for (int c = 0; c < m->dims.classes; c++)
    if (m->cfg.lossless >> c & 1) sum += sluice_above(least_cells(m, port, c), m->cfg.phi);
  return sum;
}

static uint32_t port_most(const struct sluice_mmu *m, int port) { return m->account.port[port].sum; }

static void note_free_port(struct sluice_mmu *m, int port) {
  struct sluice_bounds *b = &m->bounds.ports;
  uint32_t most = port_most(m, port);
  if (most <= b->free) return;
  b->free = most;
  if (most > m->range[0].x.xpoff) m->bounds.between = false;
}

static void note_port_off(struct sluice_mmu *m, int port) {
  struct sluice_bounds *b = &m->bounds.ports;
  uint32_t sum = port_above(m, port);
  if (sum >= b->off) return;
  b->off = sum;
  if (sum <= m->range[0].x.xpon) m->bounds.between = false;
}

static bool suspect(const struct sluice_mmu *m, int port, int cls) {
  return sluice_test(m->suspect, sluice_bit(&m->dims, port, cls));
}

void sluice_range_note(struct sluice_mmu *m, int port, int cls) {
  if (sluice_is_constant(m->cfg.scheme)) {
    bool fits =
        sluice_range_stays(m, port, cls, m->account.port[port].queue[cls]) &&
        (m->account.port[port].headroom[cls] == 0 || sluice_test(m->out.queue_off, sluice_bit(&m->dims, port, cls)));
    if (!fits && unfit(m, port, cls)) sluice_quiet_mark(m, m->suspect, sluice_bit(&m->dims, port, cls));
    return;
  }
  sluice_range_more(m, port, cls);
  sluice_range_less(m, port, cls);
}

void sluice_range_more(struct sluice_mmu *m, int port, int cls) {
  if (!m->bounds.known || !(m->cfg.lossless >> cls & 1)) return;
  if (!is_off(m, port, cls) && !suspect(m, port, cls)) note_free_queue(m, port, cls);
  bool port_free = m->cfg.scheme == SLUICE_DSH && !(m->out.port_off >> port & 1);
  if (port_free && !suspect(m, port, m->group_class)) note_free_port(m, port);
}

void sluice_range_less(struct sluice_mmu *m, int port, int cls) {
  if (!m->bounds.known || !(m->cfg.lossless >> cls & 1)) return;
  if (is_off(m, port, cls) && !suspect(m, port, cls)) note_queue_off(m, port, cls);
  bool port_off = m->cfg.scheme == SLUICE_DSH && m->out.port_off >> port & 1;
  if (port_off && !suspect(m, port, m->group_class)) note_port_off(m, port);
}

// A visit that lacks the last enqueue turns nothing on, one that has it finds a state that fits.
void sluice_range_fits(struct sluice_mmu *m, int port, int cls) {
  int bit = sluice_bit(&m->dims, port, cls);
  bool kept = sluice_is_gfc(m->cfg.scheme) || sluice_test(m->out.queue_off, bit);
  if (kept && sluice_range_stays(m, port, cls, m->account.port[port].queue[cls])) sluice_quiet_trust(m, bit);
}

// Whether thresholds may come by what a queue, or a port, holds.
static bool queue_between(const struct sluice_mmu *m, int port, int cls, const struct sluice_thresholds *x) {
  uint32_t w = extreme_above(m, port, cls);
  return is_off(m, port, cls) ? w > x->xqon : w <= x->xqoff;
}

static bool port_between(const struct sluice_mmu *m, int port, const struct sluice_thresholds *x) {
  return !(m->out.port_off >> port & 1) ? port_most(m, port) <= x->xpoff : port_above(m, port) > x->xpon;
}

static void look_at_port(struct sluice_mmu *m, int p, uint8_t off) {
  for (int c = 0; c < m->dims.classes; c++) {
    if (!(m->cfg.lossless >> c & 1) || (!(off >> c & 1) && most_cells(m, p, c) <= m->cfg.phi)) continue;
    if (!queue_between(m, p, c, sluice_range_of(m, c))) sluice_quiet_mark(m, m->suspect, sluice_bit(&m->dims, p, c));
  }
  if (m->cfg.scheme == SLUICE_DSH && !port_between(m, p, sluice_range_of(m, 0)))
    sluice_quiet_mark(m, m->suspect, sluice_bit(&m->dims, p, m->group_class));
  for (int c = 0; c < m->dims.classes; c++)
    if (off >> c & 1 || most_cells(m, p, c) > m->cfg.phi || c == m->group_class) sluice_range_note(m, p, c);
}

// Takes the bounds anew. Queues that thresholds may come by, and the last class of such a port, are marked instead: a
// visit judges them. Where nothing is above private and nothing off there is nothing to note.
static void look(struct sluice_mmu *m) {
  const struct sluice_bounds none = {.free = 0, .off = UINT32_MAX};
  for (int k = 0; k < kinds(m); k++) m->bounds.queues[k] = none;
  m->bounds.ports = none;
  m->bounds.known = true;
  m->bounds.between = true;
  m->visit_known = false;  // this clock's is yet to come
  m->due = 0;
  for (int p = 0; p < m->dims.ports; p++) {
    uint8_t off = sluice_port_bits(m->out.queue_off, &m->dims, p);
    if (off != 0 || m->out.port_off >> p & 1 || port_most(m, p) > 0) look_at_port(m, p, off);
  }
}

static bool between(struct sluice_mmu *m) {
  for (int k = 0; k < kinds(m); k++) {
    const struct sluice_bounds *b = &m->bounds.queues[k];
    if (b->free == 0 && b->off == UINT32_MAX) continue;
    const struct sluice_thresholds *x = &m->range[k].x;
    if (b->free > x->xqoff || b->off <= x->xqon) return false;
  }
  const struct sluice_bounds *p = &m->bounds.ports;
  const struct sluice_thresholds *x = &m->range[0].x;
  return m->cfg.scheme != SLUICE_DSH || (p->free <= x->xpoff && p->off > x->xpon);
}

void sluice_range_check(struct sluice_mmu *m) {
  if (m->range_current && m->bounds.known && m->bounds.between) return;
  sluice_range_find(m);  // rooms may have come closer together
  if (m->bounds.known && between(m))
    m->bounds.between = true;
  else
    look(m);
}
