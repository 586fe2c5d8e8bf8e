// The three views of a clock, from the accounting through sluice_stage and sluice_examine to sluice_pause_state. A view
// whose outcome is no change is dropped at once, and so is a scan that would find nothing.
#include <stddef.h>

#include "sluice_clocked.h"

enum { SCAN_MARGIN = 7 };  // clocks between a scanned queue's view and its state

// An event while a commit is under way does not make it shorter.
void sluice_examine_all(struct sluice_mmu *m, int clocks_from_now) {
  uint64_t until = m->clock + (uint64_t)(m->dims.ports * m->dims.classes + clocks_from_now + SCAN_MARGIN);
  if (until > m->scan_until) m->scan_until = until;
}

// A new configuration is on its way to the states.
static bool committing(const struct sluice_mmu *m) { return m->pending > 0 || m->clock < m->settled; }

// TTL, while thresholds are on their way. All others follow from the room of the clock of a view.
static const struct sluice_weigh *moving(const struct sluice_mmu *m) {
  return m->cfg.scheme == SLUICE_TTL && m->threshold_busy > 0 ? &m->weigh : NULL;
}

static void note(struct sluice_mmu *m, int port, int cls) {
  if (m->scan.known) sluice_scan_note(&m->scan, &m->dims, &m->cfg, &m->account, &m->states, port, cls);
}

// Whether the view meets states or values that are not known yet.
static bool is_open(const struct sluice_mmu *m, const struct sluice_look *view, int bit) {
  return committing(m) ||
         (m->clock <= m->open_until && (m->clock <= m->queue_open[bit] || m->clock <= m->port_open[view->port]));
}

// Whether a view changes a state, or may do so: then its outcome is open. It is the same for all thresholds that it may
// meet when it is so for the least and the greatest of them.
static bool matters(struct sluice_mmu *m, struct sluice_look *view) {
  int bit = sluice_bit(&m->dims, view->port, view->cls);
  view->open = is_open(m, view, bit);
  if (view->open) return true;
  struct sluice_thresholds x = sluice_thresholds(&m->cfg, &m->dims, &m->account, view->cls);
  uint16_t stage = sluice_is_gfc(m->cfg.scheme) ? sluice_stage(&m->cfg, view->queue) : SLUICE_FREE;
  uint16_t was = m->states.level[bit];
  uint16_t level = sluice_queue_next(&m->cfg, was, view->cls, view->above, stage, view->headroom, &x);
  bool port_was = m->states.port_off >> view->port & 1;
  bool port = view->with_port ? sluice_port_next(&m->cfg, port_was, view->sum, view->headroom, &x) : port_was;
  if (moving(m) != NULL) {
    struct sluice_thresholds most = x;
    sluice_weigh_moving(&m->weigh, &m->dims, &m->cfg, view->cls, &x, &most);
    view->open = sluice_queue_next(&m->cfg, was, view->cls, view->above, stage, view->headroom, &x) != level ||
                 sluice_queue_next(&m->cfg, was, view->cls, view->above, stage, view->headroom, &most) != level;
    if (view->open) return true;
  }
  if (level == was && port == port_was) return false;
  m->states.level[bit] = level;
  sluice_assign(&m->states.port_off, view->port, port);
  note(m, view->port, view->cls);
  return true;
}

void sluice_examine_look(struct sluice_mmu *m, enum sluice_view which, int port, int cls, bool with_port) {
  struct sluice_account *a = &m->account;
  struct sluice_look view = {
      .port = (uint8_t)port,
      .cls = (uint8_t)cls,
      .with_port = with_port,
      .headroom = *sluice_group(a, &m->cfg, port, cls) > 0,
      .queue = a->queue[port][cls],
      .above = sluice_above(a->queue[port][cls], m->cfg.phi),
      .sum = a->sum[port],
  };
  if (which != SLUICE_VIEW_SCAN) note(m, port, cls);
  if (!matters(m, &view)) return;
  struct sluice_slot *slot = &m->slot[m->clock % SLUICE_SLOTS];
  slot->valid |= 1u << which;
  slot->view[which] = view;
  m->views_until = m->clock + SLUICE_STATE_AFTER;
  if (!view.open) return;
  m->open_until = m->queue_open[sluice_bit(&m->dims, port, cls)] = m->views_until;
  if (m->cfg.scheme != SLUICE_TTL || committing(m)) m->port_open[port] = m->views_until;
}

void sluice_examine_scanned(struct sluice_mmu *m) {
  int port, cls;
  sluice_scan_named(&m->dims, m->clock - 1, &port, &cls);
  // Where nothing is held nor off, nor about to change, there is nothing to see.
  if (m->account.sum[port] > 0 || m->off_count > 0 || m->clock <= m->views_until || committing(m))
    sluice_examine_look(m, SLUICE_VIEW_SCAN, port, cls, true);
}

void sluice_examine_settle(struct sluice_mmu *m) {
  if (m->clock > m->open_until && !committing(m) &&
      sluice_scan_quiet(&m->scan, &m->dims, &m->cfg, &m->account, &m->states, moving(m)))
    m->scan_until = m->clock;
}

void sluice_examine_stages(struct sluice_mmu *m) {
  struct sluice_slot *slot = &m->slot[(m->clock - 1) % SLUICE_SLOTS];
  for (int v = 0; v < SLUICE_VIEWS; v++)
    if (slot->valid >> v & 1) slot->stage[v] = sluice_stage(&m->cfg, slot->view[v].queue);
}

void sluice_examine_compare(struct sluice_mmu *m) {
  struct sluice_slot *slot = &m->slot[(m->clock - SLUICE_COMPARE_AFTER) % SLUICE_SLOTS];
  for (int v = 0; v < SLUICE_VIEWS; v++) {
    struct sluice_thresholds *x = &slot->x[v];
    if (!(slot->valid >> v & 1)) continue;
    *x = (struct sluice_thresholds){m->out.mon_xqoff, m->out.mon_xqon, m->out.mon_xpoff, m->out.mon_xpon};
    if (m->cfg.scheme != SLUICE_TTL) continue;
    x->xqoff = m->weigh.xqoff[slot->view[v].cls];
    x->xqon = m->weigh.xqon[slot->view[v].cls];
  }
}

// Views of one queue or port agree, so the first one to report a change is the only one.
void sluice_examine_states(struct sluice_mmu *m) {
  struct sluice_slot *slot = &m->slot[(m->clock - SLUICE_STATE_AFTER) % SLUICE_SLOTS];
  for (int v = 0; slot->valid != 0; v++, slot->valid >>= 1) {
    if (!(slot->valid & 1)) continue;
    const struct sluice_look *view = &slot->view[v];
    int bit = sluice_bit(&m->dims, view->port, view->cls);
    uint16_t level = m->out.queue_level[bit];
    uint16_t next =
        sluice_queue_next(&m->cfg, level, view->cls, view->above, slot->stage[v], view->headroom, &slot->x[v]);
    bool port_off = m->out.port_off >> view->port & 1;
    bool port_next =
        view->with_port ? sluice_port_next(&m->cfg, port_off, view->sum, view->headroom, &slot->x[v]) : port_off;
    if (view->open) {
      m->states.level[bit] = next;
      sluice_assign(&m->states.port_off, view->port, port_next);
      note(m, view->port, view->cls);
    }
    if (next == level && port_next == port_off) continue;
    m->out.queue_level[bit] = next;
    sluice_assign(m->out.queue_off, bit, next == SLUICE_OFF);
    sluice_assign(&m->out.port_off, view->port, port_next);
    m->off_count += (next != SLUICE_FREE) - (level != SLUICE_FREE) + (int)port_next - (int)port_off;
    m->changes.view[m->changes.count++] = (struct sluice_change){
        .queue = next != level,
        .port = port_next != port_off,
        .turned = (next == SLUICE_FREE) != (level == SLUICE_FREE),
        .queue_free = next == SLUICE_FREE,
        .port_on = !port_next,
        .at_port = view->port,
        .at_class = view->cls,
    };
  }
}
