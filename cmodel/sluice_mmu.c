// The clocked model. Every piece of state below is a register of the RTL, or a row of them; sluice_mmu_step() calls
// the modules from the last pipeline stage to the first, so that each sees the others' registers before the edge.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sluice.h"
#include "sluice_clocked.h"

// A view on its way through the threshold pipeline: pushed with the accounting, compared 4 clocks later.
enum { COMPARE_AFTER = 4, STATE_AFTER = 5, SLOTS = 8 };
struct view {
  uint8_t port, cls;
  bool with_port;  // the port is examined too
  bool headroom;
  bool open;  // what becomes of it is not known beforehand
  uint32_t queue, above, sum;
  uint16_t stage;
  struct sluice_thresholds x;  // what it is compared with
};
struct slot {
  unsigned valid;  // a bit per view
  struct view view[SLUICE_VIEWS];
};

// The enqueue and the dequeue between their first and second clock.
struct event {
  bool valid, real, dropped, off;
  uint8_t port, cls;
  uint32_t cells;
};

enum { PIPELINE_CLOCKS = 4 };  // of sluice_threshold and sluice_weigh, until a new room or configuration is through
enum { SCAN_MARGIN = 7 };      // clocks between a scanned queue's view and its state

struct sluice_mmu {
  struct sluice_dims dims;
  uint8_t port_mask, class_mask;  // inputs have as many bits as the RTL's
  uint32_t max;                   // of a counter
  uint64_t clock;
  struct sluice_out out;

  // sluice_config
  uint32_t staged[SLUICE_REGS];
  bool structural;
  int pending;  // clocks since COMMIT, 0: none
  struct sluice_config cfg;

  // sluice_account and sluice_scan
  int clear_left;  // addresses still to be cleared after reset
  bool scanned;    // the last clock named a queue to scan: from the first clock after ready on
  struct event enq, deq;
  uint64_t calm_from;  // clock from which no view in flight has seen cells come or go
  struct sluice_account account;
  struct sluice_peak peak;

  // sluice_threshold
  int threshold_busy;
  uint32_t t, qoff, qon, poff;
  bool constant;  // qon is XON
  struct sluice_weigh weigh;
  struct sluice_scan scan;

  // sluice_examine and sluice_pause_state
  struct slot slot[SLOTS];
  uint64_t views_until;         // clock in which the last view in flight changes states
  struct sluice_states states;  // as all of them will leave the states, those apart whose outcome is open
  uint64_t open_until;          // clock in which the last of these changes states
  uint64_t queue_open[SLUICE_MAX_QUEUES], port_open[SLUICE_MAX_PORTS];  // the same, of this queue or port
  uint64_t scan_until;  // clock from which the scan cannot find anything
  uint64_t settled;     // clock from which views meet only values of the last commit
  struct sluice_changes changes;
  int off_count;  // queues and ports that are not free

  struct sluice_quanta quanta;
  struct sluice_pause_tx tx;
  struct sluice_pause_rx rx;
  struct sluice_rate rate;
  struct sluice_stats stats;
};

uint8_t sluice_port_bits(const uint64_t *vector, const struct sluice_dims *dims, int port) {
  int first = port * dims->classes, word = first / 64, shift = first % 64;
  uint64_t bits = vector[word] >> shift;
  if (shift + dims->classes > 64) bits |= vector[word + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << dims->classes) - 1));
}

static int address_bits(int n) {
  int bits = 1;
  while (1 << bits < n) bits++;
  return bits;
}

static bool has_rate(const struct sluice_mmu *m) { return m->dims.schemes >> SLUICE_GFC != 0; }

static bool in_range(int value, int low, int high) { return value >= low && value <= high; }

int sluice_mmu_new(struct sluice_mmu **mmu, const struct sluice_dims *dims) {
  *mmu = NULL;
  if (!in_range(dims->ports, 1, SLUICE_MAX_PORTS) || !in_range(dims->classes, 1, SLUICE_MAX_CLASSES) ||
      !in_range(dims->width, SLUICE_MIN_WIDTH, SLUICE_MAX_WIDTH) || dims->schemes == 0 ||
      dims->schemes >> SLUICE_SCHEMES != 0)
    return EINVAL;
  struct sluice_mmu *m = calloc(1, sizeof *m);
  if (m == NULL) return ENOMEM;
  m->dims = *dims;
  m->port_mask = (uint8_t)((1 << address_bits(dims->ports)) - 1);
  m->class_mask = (uint8_t)((1 << address_bits(dims->classes)) - 1);
  m->max = (UINT32_C(1) << dims->width) - 1;
  m->clear_left = 1 << (address_bits(dims->ports) + address_bits(dims->classes));
  m->rx.soonest = m->rx.soonest_at = m->rate.soonest_at = UINT64_MAX;
  m->tx.refresh_at = UINT64_MAX;
  m->out.cfg_error = true;
  m->out.cfg_reason = SLUICE_UNCONFIGURED;
  *mmu = m;
  return 0;
}

void sluice_mmu_free(struct sluice_mmu *m) { free(m); }

const struct sluice_out *sluice_mmu_out(const struct sluice_mmu *m) { return &m->out; }

uint32_t sluice_mmu_queue_cells(const struct sluice_mmu *m, int port, int cls) { return m->account.queue[port][cls]; }

uint32_t sluice_mmu_port_cells(const struct sluice_mmu *m, int port) { return m->account.sum[port]; }

uint32_t sluice_mmu_headroom_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.headroom[port][m->cfg.scheme == SLUICE_DSH ? 0 : cls];
}

// Thresholds, or what else the states depend on, move now or when a commit takes effect: every queue wants a new look.
// An event while a commit is under way does not make it shorter.
static void rescan(struct sluice_mmu *m, int clocks_from_now) {
  uint64_t until = m->clock + (uint64_t)(m->dims.ports * m->dims.classes + clocks_from_now + SCAN_MARGIN);
  if (until > m->scan_until) m->scan_until = until;
}

// Clocks until a new room has reached all thresholds.
static int threshold_clocks(const struct sluice_mmu *m) {
  return PIPELINE_CLOCKS + (m->cfg.scheme == SLUICE_TTL ? m->dims.classes : 0);
}

// Rooms or configuration are about to change: from this clock on the pipeline of sluice_weigh is followed.
static void wake_weigh(struct sluice_mmu *m, uint64_t clock) {
  if (m->threshold_busy == 0 && m->cfg.scheme == SLUICE_TTL)
    sluice_weigh_wake(&m->weigh, &m->dims, &m->cfg, &m->account, clock);
}

// sluice_config: the last clock of a commit.
static void commit(struct sluice_mmu *m, bool empty) {
  m->pending = 0;
  enum sluice_reason reason = sluice_config_check(&m->dims, m->staged);
  if (reason == SLUICE_OK && m->structural && !empty) reason = SLUICE_BUSY;
  m->out.cfg_error = reason != SLUICE_OK;
  m->out.cfg_reason = (uint8_t)reason;
  if (reason != SLUICE_OK) return;
  bool was_gfc = sluice_is_gfc(m->cfg.scheme);
  bool new_classes = m->cfg.lossless != m->staged[SLUICE_REG_LOSSLESS];
  wake_weigh(m, m->clock);
  sluice_config_decode(&m->cfg, m->staged);
  if (m->structural) {
    m->account.room = m->cfg.shared;
    sluice_partition_restart(&m->account, &m->cfg);
  }
  sluice_quanta_restart(&m->quanta, m->clock, m->cfg.quanta_step);
  sluice_pause_tx_restart(&m->tx, &m->cfg, &m->quanta, m->clock);
  sluice_pause_rx_restart(&m->rx, &m->quanta);
  m->threshold_busy = threshold_clocks(m);
  m->out.mon_shared = m->cfg.shared - m->account.room;
  m->settled = m->clock + STATE_AFTER + 1;
  m->scan.known = false;
  if (m->structural) sluice_rate_clear(&m->rate);
  m->structural = false;
  if (has_rate(m)) sluice_rate_restart(&m->rate, &m->dims, &m->cfg, m->clock);
  for (int p = 0; (new_classes || was_gfc) && p < m->dims.ports; p++)
    sluice_gate(&m->rx, &m->dims, m->cfg.lossless, m->rate.held, p, m->out.gate);
  rescan(m, threshold_clocks(m));
}

// sluice_config: writes are staged. The views of the clocks before a commit takes effect already meet its values.
static void config_write(struct sluice_mmu *m, const struct sluice_in *in) {
  if (m->pending > 0 || !in->cfg_write) return;
  if (in->cfg_addr == SLUICE_REG_COMMIT) {
    m->pending = 1;
    rescan(m, SLUICE_COMMIT_LATENCY);
  } else if (sluice_register_built(&m->dims, in->cfg_addr)) {
    m->staged[in->cfg_addr] = in->cfg_wdata;
    m->structural = m->structural || in->cfg_addr <= SLUICE_LAST_STRUCTURAL_REG;
  }
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

static uint16_t level_next(const struct sluice_mmu *m, const struct view *view, const struct sluice_thresholds *x) {
  uint16_t stage = sluice_is_gfc(m->cfg.scheme) ? sluice_stage(&m->cfg, view->queue) : SLUICE_FREE;
  return sluice_queue_next(&m->cfg, m->states.level[sluice_bit(&m->dims, view->port, view->cls)], view->cls,
                           view->above, stage, view->headroom, x);
}

// Whether the view meets states or values that are not known yet.
static bool is_open(const struct sluice_mmu *m, const struct view *view, int bit) {
  return committing(m) ||
         (m->clock <= m->open_until && (m->clock <= m->queue_open[bit] || m->clock <= m->port_open[view->port]));
}

// Whether a view changes a state, or may do so: then its outcome is open. It is the same for all thresholds that it may
// meet when it is so for the least and the greatest of them.
static bool matters(struct sluice_mmu *m, struct view *view) {
  int bit = sluice_bit(&m->dims, view->port, view->cls);
  view->open = is_open(m, view, bit);
  if (view->open) return true;
  struct sluice_thresholds x = sluice_thresholds(&m->cfg, &m->dims, &m->account, view->cls);
  uint16_t level = level_next(m, view, &x);
  bool port_was = m->states.port_off >> view->port & 1;
  bool port = view->with_port ? sluice_port_next(&m->cfg, port_was, view->sum, view->headroom, &x) : port_was;
  if (moving(m) != NULL) {
    struct sluice_thresholds most = x;
    sluice_weigh_moving(&m->weigh, &m->dims, &m->cfg, view->cls, &x, &most);
    view->open = level_next(m, view, &x) != level || level_next(m, view, &most) != level;
    if (view->open) return true;
  }
  if (level == m->states.level[bit] && port == port_was) return false;
  m->states.level[bit] = level;
  sluice_assign(&m->states.port_off, view->port, port);
  note(m, view->port, view->cls);
  return true;
}

static void look(struct sluice_mmu *m, enum sluice_view which, int port, int cls, bool with_port) {
  struct sluice_account *a = &m->account;
  struct view view = {
      .port = (uint8_t)port,
      .cls = (uint8_t)cls,
      .with_port = with_port,
      .headroom = *sluice_group(a, &m->cfg, port, cls) > 0,
      .queue = a->queue[port][cls],
      .above = sluice_above(a->queue[port][cls], m->cfg.phi),
      .sum = a->sum[port],
  };
  if (!matters(m, &view)) return;
  struct slot *slot = &m->slot[m->clock % SLOTS];
  slot->valid |= 1u << which;
  slot->view[which] = view;
  m->views_until = m->clock + STATE_AFTER;
  if (!view.open) return;
  m->open_until = m->queue_open[sluice_bit(&m->dims, port, cls)] = m->views_until;
  if (m->cfg.scheme != SLUICE_TTL || committing(m)) m->port_open[port] = m->views_until;
}

static void look_at_scanned(struct sluice_mmu *m) {
  int port, cls;
  sluice_scan_named(&m->dims, m->clock - 1, &port, &cls);
  // Where nothing is held nor off, nor about to change, there is nothing to see.
  if (m->account.sum[port] > 0 || m->off_count > 0 || m->clock <= m->views_until || committing(m))
    look(m, SLUICE_VIEW_SCAN, port, cls, true);
}

// Thresholds move with the occupancy.
static bool dynamic(const struct sluice_config *cfg) {
  return cfg->scheme == SLUICE_SIH || cfg->scheme == SLUICE_DSH || cfg->scheme == SLUICE_TTL;
}

// The scan need not go on where it would find nothing.
static void end_scan(struct sluice_mmu *m) {
  if (m->clock > m->open_until && !committing(m) &&
      sluice_scan_quiet(&m->scan, &m->dims, &m->cfg, &m->account, &m->states, moving(m)))
    m->scan_until = m->clock;
}

// Events of other classes change nothing of their port.
static bool counts_in_port(const struct sluice_mmu *m, const struct event *event) {
  return m->cfg.lossless >> event->cls & 1;
}

// sluice_account, clock 1: the dequeue, then the enqueue, then the three views as both left them.
static void account_step(struct sluice_mmu *m) {
  struct sluice_out *out = &m->out;
  const struct event *enq = &m->enq, *deq = &m->deq;
  uint32_t room = m->account.room;
  wake_weigh(m, m->clock + 1);
  if (deq->valid) out->deq_error = !deq->real || !sluice_repay(&m->account, &m->cfg, deq->port, deq->cls, deq->cells);
  if (enq->valid) {
    out->adm_valid = true;
    out->adm_port = enq->port;
    out->adm_class = enq->cls;
    out->adm_kind = SLUICE_REFUSED;
    if (enq->real && enq->dropped && m->cfg.configured) out->adm_kind = SLUICE_DROPPED;
    if (enq->real && !enq->dropped)
      out->adm_kind = (uint8_t)sluice_admit(&m->account, &m->cfg, enq->off, enq->port, enq->cls, enq->cells);
  }
  if (m->account.room != room) out->mon_shared = m->cfg.shared - m->account.room;
  bool moves = m->cfg.scheme == SLUICE_TTL || (m->account.room != room && dynamic(&m->cfg));
  if (moves) {
    m->threshold_busy = threshold_clocks(m);
    rescan(m, m->threshold_busy - PIPELINE_CLOCKS);
  }
  bool came = enq->valid && enq->real && out->adm_kind != SLUICE_REFUSED && out->adm_kind != SLUICE_DROPPED;
  bool went = deq->valid && !out->deq_error;
  if (came) note(m, enq->port, enq->cls);
  if (went) note(m, deq->port, deq->cls);
  if (came || went) m->calm_from = m->clock + STATE_AFTER;
  if (came) look(m, SLUICE_VIEW_ENQ, enq->port, enq->cls, counts_in_port(m, enq));
  if (enq->valid && enq->real) {
    m->peak = (struct sluice_peak){
        .clock = m->clock + 1,
        .valid = true,
        .refused = out->adm_kind == SLUICE_REFUSED,
        .dropped = out->adm_kind == SLUICE_DROPPED,
        .port = enq->port,
        .cls = enq->cls,
        .group = m->cfg.scheme == SLUICE_DSH ? 0 : enq->cls,
        .queue = m->account.queue[enq->port][enq->cls],
        .sum = m->account.sum[enq->port],
        .headroom = *sluice_group(&m->account, &m->cfg, enq->port, enq->cls),
    };
  }
  if (went) look(m, SLUICE_VIEW_DEQ, deq->port, deq->cls, counts_in_port(m, deq));
  if (moves) end_scan(m);
}

// sluice_account, clock 0: the event, and the state of its headroom group.
static void take_enqueue(struct sluice_mmu *m, const struct sluice_in *in) {
  struct event *enq = &m->enq;
  enq->valid = true;
  enq->port = in->enq_port & m->port_mask;
  enq->cls = in->enq_class & m->class_mask;
  enq->cells = in->enq_cells & m->max;
  int cls = enq->cls;
  enq->dropped = m->cfg.scheme == SLUICE_TTL &&
                 !sluice_classify(&m->cfg, enq->port, in->enq_egress & m->port_mask, in->enq_ttl, &cls);
  enq->cls = (uint8_t)cls;
  enq->real = enq->port < m->dims.ports && enq->cls < m->dims.classes;
  if (!enq->real) return;
  enq->off = m->cfg.scheme == SLUICE_DSH ? m->out.port_off >> enq->port & 1
                                         : sluice_test(m->out.queue_off, sluice_bit(&m->dims, enq->port, enq->cls));
}

static void take_dequeue(struct sluice_mmu *m, const struct sluice_in *in) {
  struct event *deq = &m->deq;
  deq->valid = true;
  deq->port = in->deq_port & m->port_mask;
  deq->cls = in->deq_class & m->class_mask;
  deq->cells = in->deq_cells & m->max;
  deq->real = deq->port < m->dims.ports && deq->cls < m->dims.classes;
}

static void take_events(struct sluice_mmu *m, const struct sluice_in *in) {
  m->enq.valid = m->deq.valid = false;
  if (!m->out.ready) {
    m->out.ready = --m->clear_left == 0;
    return;
  }
  m->scanned = true;
  if (in->enq_valid) take_enqueue(m, in);
  if (in->deq_valid) take_dequeue(m, in);
}

// sluice_threshold: three clocks from the room to the thresholds.
static void threshold_step(struct sluice_mmu *m, uint32_t room) {
  const struct sluice_config *cfg = &m->cfg;
  struct sluice_out *out = &m->out;
  bool port_level = m->dims.schemes >> SLUICE_DSH & 1;
  m->threshold_busy--;
  out->mon_xqoff = m->qoff;
  out->mon_xqon = m->constant ? m->qon : sluice_minus(m->qoff, cfg->delta_q);
  out->mon_xpoff = port_level ? m->poff : 0;
  out->mon_xpon = port_level ? sluice_threshold_xpon(cfg, m->poff) : 0;
  m->qoff = sluice_threshold_xqoff(cfg, m->t);
  m->qon = cfg->xon;
  m->constant = cfg->scheme == SLUICE_STATIC;
  m->poff = sluice_threshold_xpoff(m->max, m->dims.classes, m->t);
  m->t = sluice_threshold_t(cfg, m->max, room);
}

// sluice_stage: the stage of a view in its first clock behind the accounting.
static void stage_step(struct sluice_mmu *m) {
  struct slot *slot = &m->slot[(m->clock - 1) % SLOTS];
  for (int v = 0; v < SLUICE_VIEWS; v++)
    if (slot->valid >> v & 1) slot->view[v].stage = sluice_stage(&m->cfg, slot->view[v].queue);
}

// sluice_examine: the views of 4 clocks ago meet the thresholds of the same instant.
static void examine_step(struct sluice_mmu *m) {
  struct slot *slot = &m->slot[(m->clock - COMPARE_AFTER) % SLOTS];
  for (int v = 0; v < SLUICE_VIEWS; v++) {
    struct view *view = &slot->view[v];
    if (!(slot->valid >> v & 1)) continue;
    view->x = (struct sluice_thresholds){m->out.mon_xqoff, m->out.mon_xqon, m->out.mon_xpoff, m->out.mon_xpon};
    if (m->cfg.scheme != SLUICE_TTL) continue;
    view->x.xqoff = m->weigh.xqoff[view->cls];
    view->x.xqon = m->weigh.xqon[view->cls];
  }
}

// sluice_pause_state: views of one queue or port agree, so the first one to report a change is the only one.
static void state_step(struct sluice_mmu *m) {
  struct slot *slot = &m->slot[(m->clock - STATE_AFTER) % SLOTS];
  for (int v = 0; slot->valid != 0; v++, slot->valid >>= 1) {
    if (!(slot->valid & 1)) continue;
    const struct view *view = &slot->view[v];
    int bit = sluice_bit(&m->dims, view->port, view->cls);
    uint16_t level = m->out.queue_level[bit];
    uint16_t next = sluice_queue_next(&m->cfg, level, view->cls, view->above, view->stage, view->headroom, &view->x);
    bool port_off = m->out.port_off >> view->port & 1;
    bool port_next =
        view->with_port ? sluice_port_next(&m->cfg, port_off, view->sum, view->headroom, &view->x) : port_off;
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

// Inputs that are narrower in the RTL.
static const struct sluice_in *narrow(const struct sluice_mmu *m, const struct sluice_in *in, struct sluice_in *copy) {
  if (!in->rx_valid && !in->snd_valid && !in->stat_read) return in;
  *copy = *in;
  copy->rx_port &= m->port_mask;
  copy->snd_port &= m->port_mask;
  copy->snd_class &= m->class_mask;
  copy->snd_cells &= m->max;
  copy->stat_port &= m->port_mask;
  copy->stat_class &= m->class_mask;
  return copy;
}

static void messages_step(struct sluice_mmu *m, const struct sluice_in *in) {
  struct sluice_pause_tx *tx = &m->tx;
  if (in->rx_valid || m->clock >= m->rx.soonest_at)
    sluice_pause_rx_step(&m->rx, &m->dims, &m->cfg, &m->quanta, m->clock, in, m->rate.held, m->out.gate);
  if (has_rate(m) && (m->clock >= m->rate.soonest_at || (m->rate.enabled && (in->rx_valid || in->snd_valid)))) {
    uint64_t ports = sluice_rate_step(&m->rate, &m->dims, m->clock, in);
    for (; ports != 0; ports &= ports - 1)
      sluice_gate(&m->rx, &m->dims, m->cfg.lossless, m->rate.held, __builtin_ctzll(ports), m->out.gate);
  }
  if (m->out.tx_valid || (tx->marked_queue | tx->marked_port) != 0 || m->changes.count > 0 ||
      m->clock >= tx->refresh_at)
    sluice_pause_tx_step(tx, &m->dims, &m->cfg, &m->quanta, m->clock, &m->changes, m->off_count > 0, in->tx_ready,
                         &m->out);
}

void sluice_mmu_step(struct sluice_mmu *m, const struct sluice_in *in) {
  struct sluice_in copy;
  struct sluice_out *out = &m->out;
  in = narrow(m, in, &copy);
  uint32_t room = m->account.room;
  bool empty = m->account.total == 0 && m->clock >= m->calm_from && !in->enq_valid && !m->enq.valid;
  bool last = m->pending > 0 && m->pending++ == SLUICE_COMMIT_LATENCY - 1;
  bool events = m->enq.valid || m->deq.valid;
  if (m->clock <= m->views_until) examine_step(m);
  if (m->threshold_busy > 0) sluice_weigh_step(&m->weigh, &m->dims, &m->cfg, &m->account, m->clock);
  if (in->stat_read || events || m->changes.count > 0 || out->stat_valid || !sluice_stats_idle(&m->stats))
    sluice_stats_step(&m->stats, &m->cfg, in, m->clock, &m->changes, &m->peak, out);
  messages_step(m, in);
  config_write(m, in);
  if (out->adm_valid && out->adm_kind == SLUICE_REFUSED && out->loss != UINT32_MAX) out->loss++;
  out->adm_valid = out->deq_error = false;
  out->adm_port = out->adm_class = out->adm_kind = 0;
  if (events) account_step(m);
  if (m->scanned && m->clock < m->scan_until) look_at_scanned(m);
  take_events(m, in);
  m->changes.count = 0;
  if (m->clock <= m->views_until) {
    state_step(m);
    if (has_rate(m)) stage_step(m);
  }
  if (m->threshold_busy > 0) threshold_step(m, room);
  m->clock++;
  if (m->clock == m->open_until + 1 && m->clock < m->scan_until && dynamic(&m->cfg)) end_scan(m);
  if (last) commit(m, empty);
}

uint64_t sluice_mmu_idle(const struct sluice_mmu *m) {
  const struct sluice_out *out = &m->out;
  bool held = m->account.total > 0 || m->off_count > 0;
  if (!out->ready || m->pending > 0 || m->enq.valid || m->deq.valid || m->clock <= m->views_until ||
      (m->clock < m->scan_until && held) || m->changes.count > 0 || (m->tx.marked_queue | m->tx.marked_port) != 0 ||
      out->tx_valid || out->adm_valid || out->deq_error || out->stat_valid || !sluice_stats_idle(&m->stats))
    return 0;
  uint64_t next = m->rx.soonest_at < m->rate.soonest_at ? m->rx.soonest_at : m->rate.soonest_at;
  if (m->off_count > 0 && m->tx.refresh_at < next) next = m->tx.refresh_at;
  return next == UINT64_MAX ? UINT64_MAX : next > m->clock ? next - m->clock : 0;
}

void sluice_mmu_skip(struct sluice_mmu *m, uint64_t n) {
  for (; n > 0 && m->threshold_busy > 0; n--, m->clock++) {
    sluice_weigh_step(&m->weigh, &m->dims, &m->cfg, &m->account, m->clock);
    threshold_step(m, m->account.room);
  }
  m->clock += n;
}
