// The clocked model: sluice_mmu_step() calls the modules from the last pipeline stage to the first, so that each sees
// the others' registers before the edge.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sluice.h"
#include "sluice_clocked.h"

enum { PIPELINE_CLOCKS = 4 };  // of sluice_threshold and sluice_weigh, until a new room or configuration is through

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
  m->settled = m->clock + SLUICE_STATE_AFTER + 1;
  m->scan.known = false;
  if (m->structural) sluice_rate_clear(&m->rate);
  m->structural = false;
  if (has_rate(m)) sluice_rate_restart(&m->rate, &m->dims, &m->cfg, m->clock);
  for (int p = 0; (new_classes || was_gfc) && p < m->dims.ports; p++)
    sluice_gate(&m->rx, &m->dims, m->cfg.lossless, m->rate.held, p, m->out.gate);
  sluice_examine_all(m, threshold_clocks(m));
}

// sluice_config: writes are staged. The views of the clocks before a commit takes effect already meet its values.
static void config_write(struct sluice_mmu *m, const struct sluice_in *in) {
  if (m->pending > 0 || !in->cfg_write) return;
  if (in->cfg_addr == SLUICE_REG_COMMIT) {
    m->pending = 1;
    sluice_examine_all(m, SLUICE_COMMIT_LATENCY);
  } else if (sluice_register_built(&m->dims, in->cfg_addr)) {
    m->staged[in->cfg_addr] = in->cfg_wdata;
    m->structural = m->structural || in->cfg_addr <= SLUICE_LAST_STRUCTURAL_REG;
  }
}

// Thresholds move with the occupancy.
static bool dynamic(const struct sluice_config *cfg) {
  return cfg->scheme == SLUICE_SIH || cfg->scheme == SLUICE_DSH || cfg->scheme == SLUICE_TTL;
}

// Events of other classes change nothing of their port.
static bool counts_in_port(const struct sluice_mmu *m, const struct sluice_event *event) {
  return m->cfg.lossless >> event->cls & 1;
}

// sluice_account, clock 1: the dequeue, then the enqueue, then the three views as both left them.
static void account_step(struct sluice_mmu *m) {
  struct sluice_out *out = &m->out;
  const struct sluice_event *enq = &m->enq, *deq = &m->deq;
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
    sluice_examine_all(m, m->threshold_busy - PIPELINE_CLOCKS);
  }
  bool came = enq->valid && enq->real && out->adm_kind != SLUICE_REFUSED && out->adm_kind != SLUICE_DROPPED;
  bool went = deq->valid && !out->deq_error;
  if (came || went) m->calm_from = m->clock + SLUICE_STATE_AFTER;
  if (came) sluice_examine_look(m, SLUICE_VIEW_ENQ, enq->port, enq->cls, counts_in_port(m, enq));
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
  if (went) sluice_examine_look(m, SLUICE_VIEW_DEQ, deq->port, deq->cls, counts_in_port(m, deq));
  if (moves) sluice_examine_settle(m);
}

// sluice_account, clock 0: the event, and the state of its headroom group.
static void take_enqueue(struct sluice_mmu *m, const struct sluice_in *in) {
  struct sluice_event *enq = &m->enq;
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
  struct sluice_event *deq = &m->deq;
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
  if (m->clock <= m->views_until) sluice_examine_compare(m);
  if (m->threshold_busy > 0) sluice_weigh_step(&m->weigh, &m->dims, &m->cfg, &m->account, m->clock);
  if (in->stat_read || events || m->changes.count > 0 || out->stat_valid || !sluice_stats_idle(&m->stats))
    sluice_stats_step(&m->stats, &m->cfg, in, m->clock, &m->changes, &m->peak, out);
  messages_step(m, in);
  config_write(m, in);
  if (out->adm_valid && out->adm_kind == SLUICE_REFUSED && out->loss != UINT32_MAX) out->loss++;
  out->adm_valid = out->deq_error = false;
  out->adm_port = out->adm_class = out->adm_kind = 0;
  if (events) account_step(m);
  if (m->scanned && m->clock < m->scan_until) sluice_examine_scanned(m);
  take_events(m, in);
  m->changes.count = 0;
  if (m->clock <= m->views_until) {
    sluice_examine_states(m);
    if (has_rate(m)) sluice_examine_stages(m);
  }
  if (m->threshold_busy > 0) threshold_step(m, room);
  m->clock++;
  if (m->clock == m->open_until + 1 && m->clock < m->scan_until && dynamic(&m->cfg)) sluice_examine_settle(m);
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
  for (; m->threshold_busy > 0 && n > 0; n--, m->clock++) {
    sluice_weigh_step(&m->weigh, &m->dims, &m->cfg, &m->account, m->clock);
    threshold_step(m, m->account.room);
  }
  m->clock += n;
}
