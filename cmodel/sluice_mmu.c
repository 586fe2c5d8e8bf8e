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
  bool of_port = m->cfg.scheme == SLUICE_DSH && (m->cfg.lossless >> cls & 1);
  return m->account.headroom[port][of_port ? SLUICE_PORT_GROUP : cls];
}

// Clocks until a new room has reached all thresholds.
static int threshold_clocks(const struct sluice_mmu *m) {
  return PIPELINE_CLOCKS + (m->cfg.scheme == SLUICE_TTL ? m->dims.classes : 0);
}

// The set that was written takes effect.
static bool restarts(const struct sluice_mmu *m, bool empty) {
  return sluice_config_check(&m->dims, m->staged) == SLUICE_OK && (!m->structural || empty);
}

// sluice_config: the last clock of a commit.
static void commit(struct sluice_mmu *m, bool empty) {
  m->pending = 0;
  enum sluice_reason reason = sluice_config_check(&m->dims, m->staged);
  if (reason == SLUICE_OK && !restarts(m, empty)) reason = SLUICE_BUSY;
  m->out.cfg_error = reason != SLUICE_OK;
  m->out.cfg_reason = (uint8_t)reason;
  if (reason != SLUICE_OK) return;
  m->same = m->wake = true;
  bool was_gfc = sluice_is_gfc(m->cfg.scheme), was_native = m->cfg.native;
  bool new_classes = m->cfg.lossless != m->staged[SLUICE_REG_LOSSLESS];
  sluice_config_decode(&m->cfg, m->staged);
  sluice_account_restart(m, m->structural);
  sluice_quanta_restart(&m->quanta, m->clock, m->cfg.quanta_step);
  sluice_pause_tx_restart(&m->tx, was_native);
  sluice_pause_tx_show(&m->tx, &m->dims, &m->cfg, &m->out);
  sluice_pause_rx_restart(&m->rx, &m->cfg, &m->quanta, m->clock);
  m->threshold_busy = threshold_clocks(m) + 2;  // a new room comes two clocks later
  // States of another configuration stand until the scan has come by.
  m->settled =
      m->clock + (uint64_t)(m->threshold_busy + 2 + sluice_scan_round(&m->dims) + m->dims.classes + SLUICE_SCAN_MARGIN);
  if (m->structural) sluice_rate_clear(&m->rate);
  m->structural = false;
  if (has_rate(m)) sluice_rate_restart(&m->rate, &m->dims, &m->cfg, m->clock);
  for (int p = 0; (new_classes || was_gfc) && p < m->dims.ports; p++)
    sluice_gate(&m->rx, &m->dims, m->cfg.lossless, m->rate.held, p, m->out.gate);
}

// sluice_registers: what STATUS reads.
static uint32_t status(const struct sluice_mmu *m) {
  return m->out.cfg_reason | (m->cfg.configured ? SLUICE_STATUS_CONFIGURED : 0) | (m->same ? SLUICE_STATUS_IN_USE : 0) |
         (m->pending > 0 ? SLUICE_STATUS_BUSY : 0);
}

// sluice_registers: answers. STATUS is as it is two clocks after it is asked for.
static void config_read(struct sluice_mmu *m, const struct sluice_in *in) {
  enum { LAST = SLUICE_READ_LATENCY - 2 };
  m->out.cfg_rvalid = m->read[LAST].valid;
  m->out.cfg_rdata = m->read[LAST].data;
  m->reads -= m->read[LAST].valid;
  if (m->read[LAST - 1].status) m->read[LAST - 1].data = status(m);
  memmove(&m->read[1], &m->read[0], sizeof m->read - sizeof m->read[0]);
  memset(&m->read[0], 0, sizeof m->read[0]);
  if (!in->cfg_read || in->cfg_write) return;
  bool is_status = in->cfg_addr == SLUICE_REG_STATUS;
  if (m->pending > 0 && !is_status) return;
  m->read[0].valid = true;
  m->read[0].status = is_status;
  if (in->cfg_addr < SLUICE_REGS) m->read[0].data = m->staged[in->cfg_addr];
  m->reads++;
}

// sluice_config: writes are staged.
static void config_write(struct sluice_mmu *m, const struct sluice_in *in) {
  if (m->pending > 0 || !in->cfg_write) return;
  if (in->cfg_addr == SLUICE_REG_COMMIT) {
    m->pending = 1;
  } else if (sluice_register_built(&m->dims, in->cfg_addr)) {
    m->staged[in->cfg_addr] = in->cfg_wdata;
    m->same = false;
    m->structural = m->structural || in->cfg_addr <= SLUICE_LAST_STRUCTURAL_REG;
  }
}

// Thresholds move with the occupancy, or do not.
void sluice_mmu_room_moved(struct sluice_mmu *m) {
  if (!sluice_is_constant(m->cfg.scheme)) m->threshold_busy = threshold_clocks(m);
}

static void take_events(struct sluice_mmu *m, const struct sluice_in *in) {
  if (!m->out.ready) {
    m->out.ready = --m->clear_left == 0;
    return;
  }
  if (in->enq_valid) sluice_account_enqueue(m, in);
  if (in->deq_valid) sluice_account_dequeue(m, in);
}

// What the statistics see in this clock: a verdict on show, and what an enqueue has left behind.
static void gather_peak(struct sluice_mmu *m) {
  struct sluice_peak *peak = &m->peak;
  if (!(m->agenda & 1)) return;
  bool verdict = m->enq_live >> SLUICE_ADMIT_LATENCY & 1, counted = m->enq_live >> SLUICE_ENQ_VIEW & 1;
  if (!verdict && !counted) return;
  *peak = (struct sluice_peak){.clock = m->clock, .valid = true};
  if (verdict) {
    const struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ADMIT_LATENCY);
    peak->verdict_port = enq->port;
    peak->refused = enq->real && enq->kind == SLUICE_REFUSED;
    peak->dropped = enq->real && enq->kind == SLUICE_DROPPED;
  }
  if (!counted) return;
  const struct sluice_enq *enq = sluice_enq_at(m, SLUICE_ENQ_VIEW);
  bool dsh = m->cfg.scheme == SLUICE_DSH;
  peak->counted = enq->viewed;
  peak->lossless = enq->lossless;
  peak->port = enq->port;
  peak->cls = enq->cls;
  peak->group = dsh ? 0 : enq->cls;
  peak->queue = enq->queue;
  peak->sum = dsh && enq->lossless ? enq->sum : 0;
  peak->headroom = enq->headroom;
}

// Whether the scan is woken in the next clock: an enqueue that counts, or something given back. A dequeue wakes it when
// it comes.
static bool wakes(struct sluice_mmu *m) {
  if (!(m->agenda & 1)) return false;
  if (m->enq_live >> 1 & 1 && sluice_enq_at(m, 1)->takes) return true;
  return m->visit_live >> SLUICE_VISIT_GIVES & 1;
}

// sluice_threshold: three clocks from the room to the thresholds, the last one first.
static void threshold_show(struct sluice_mmu *m) {
  struct sluice_out *out = &m->out;
  bool port_level = m->dims.schemes >> SLUICE_DSH & 1;
  out->mon_xqoff = m->qoff;
  out->mon_xqon = m->constant ? m->qon : sluice_minus(m->qoff, m->delta_q2);
  out->mon_xpoff = port_level ? m->poff : 0;
  out->mon_xpon = port_level ? sluice_minus(m->poff, m->delta_p2) : 0;
}

static void threshold_derive(struct sluice_mmu *m) {
  const struct sluice_config *cfg = &m->cfg;
  m->qoff = cfg->scheme == SLUICE_STATIC ? m->xoff : sluice_threshold_xqoff(cfg, m->t);
  m->qon = m->xon;
  m->constant = cfg->scheme == SLUICE_STATIC;
  m->poff = sluice_threshold_xpoff(m->max, m->dims.classes, m->t);
  m->delta_q2 = m->delta_q;
  m->delta_p2 = m->delta_p;
}

static void threshold_take(struct sluice_mmu *m, uint32_t room) {
  const struct sluice_config *cfg = &m->cfg;
  m->t = sluice_threshold_t(cfg, m->max, room);
  m->xoff = cfg->xoff;
  m->xon = cfg->xon;
  m->delta_q = cfg->delta_q;
  m->delta_p = cfg->delta_p;
}

static void threshold_step(struct sluice_mmu *m, uint32_t room) {
  m->threshold_busy--;
  threshold_show(m);
  threshold_derive(m);
  threshold_take(m, room);
}

// Clocks with the same room.
static void threshold_skip(struct sluice_mmu *m, uint64_t clocks) {
  if (m->threshold_busy > 0 && clocks >= (uint64_t)m->threshold_busy) {
    threshold_take(m, m->account.room);
    threshold_derive(m);
    threshold_show(m);
    m->threshold_busy = 0;
  }
  for (uint64_t i = 0; i < clocks && m->threshold_busy > 0; i++) threshold_step(m, m->account.room);
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
  if (in->rx_valid || m->rx.message.valid || m->clock >= m->rx.soonest_at)
    sluice_pause_rx_step(&m->rx, &m->dims, &m->cfg, &m->quanta, m->clock, in, m->rate.held, m->out.gate);
  if (has_rate(m) && (m->clock >= m->rate.soonest_at || (m->rate.enabled && (in->rx_valid || in->snd_valid)))) {
    uint64_t ports = sluice_rate_step(&m->rate, &m->dims, m->clock, in);
    for (; ports != 0; ports &= ports - 1)
      sluice_gate(&m->rx, &m->dims, m->cfg.lossless, m->rate.held, __builtin_ctzll(ports), m->out.gate);
  }
  if (sluice_pause_tx_busy(tx, &m->out) || m->changes.count > 0 || m->clock >= tx->refresh_at)
    sluice_pause_tx_step(tx, &m->dims, &m->cfg, &m->quanta, m->clock, &m->changes, in->tx_ready, &m->out);
}

// What goes on without inputs: the events and visits under way, thresholds, states. wake: of the scan.
static void advance(struct sluice_mmu *m, bool wake, bool quiet) {
  uint32_t room = m->account.room;
  bool acts = m->agenda & 1, views = acts && (m->looked_live | m->judged_live) != 0;
  if (views) sluice_examine_compare(m);
  if (m->threshold_busy > 0 || m->cfg.scheme == SLUICE_TTL)
    sluice_weigh_step(&m->weigh, &m->dims, &m->cfg, &m->account, m->delta_q2, m->clock);
  int visited = sluice_scan_step(&m->scan, &m->dims, wake);
  m->changes.count = 0;
  if (visited >= 0) sluice_account_visit(m, visited, quiet);
  if (acts) sluice_account_step(m);
  if (views) sluice_examine_states(m);
  if (m->threshold_busy > 0) threshold_step(m, room);
  if (m->resized > 0) m->account.room = --m->resized > 0 ? 0 : m->cfg.shared;
}

// What is older than that has done all it does.
static void shift_live(struct sluice_mmu *m, uint64_t clocks) {
  const uint32_t ages = (1u << (SLUICE_ENQ_STATE + 1)) - 1;
  unsigned shift = clocks > SLUICE_ENQ_STATE ? SLUICE_ENQ_STATE + 1 : (unsigned)clocks;
  m->enq_live = m->enq_live << shift & ages;
  m->deq_live = m->deq_live << shift & ages;
  m->visit_live = m->visit_live << shift & ages;
  m->looked_live = m->looked_live << shift & ages;
  m->judged_live = m->judged_live << shift & ages;
  m->agenda >>= shift;
}

void sluice_mmu_step(struct sluice_mmu *m, const struct sluice_in *in) {
  struct sluice_in copy;
  struct sluice_out *out = &m->out;
  in = narrow(m, in, &copy);
  // What comes in now is counted too late to matter to a visit in this clock.
  bool quiet = m->still && m->clock < m->quiet_until;
  m->still = false;
  shift_live(m, 1);
  bool came = m->enq_live >> 1 & 1 && sluice_enq_at(m, 1)->came;
  bool at_rest = m->account.total == 0 && m->scan.left == 0 && !m->wake;
  bool empty = !m->cfg.configured || (at_rest && !came && !in->enq_valid);
  bool last = m->pending > 0 && m->pending++ == SLUICE_COMMIT_LATENCY - 1;
  gather_peak(m);
  if (in->stat_read || m->peak.valid || m->changes.count > 0 || out->stat_valid || !sluice_stats_idle(&m->stats))
    sluice_stats_step(&m->stats, &m->cfg, in, m->clock, &m->changes, &m->peak, out);
  messages_step(m, in);
  if (in->cfg_read || m->reads > 0 || out->cfg_rvalid) config_read(m, in);
  config_write(m, in);
  if (out->adm_valid && out->adm_kind == SLUICE_REFUSED && out->loss != UINT32_MAX) out->loss++;
  out->adm_valid = out->deq_error = false;
  out->adm_port = out->adm_class = out->adm_kind = 0;
  bool wake = m->wake;
  m->wake = wakes(m);
  advance(m, wake, quiet);
  take_events(m, in);
  m->clock++;
  if (last) commit(m, empty);
}

uint64_t sluice_mmu_idle(struct sluice_mmu *m) {
  const struct sluice_out *out = &m->out;
  if (!out->ready || m->pending > 0 || m->changes.count > 0 || sluice_pause_tx_busy(&m->tx, out) ||
      m->rx.message.valid || out->adm_valid || out->deq_error || out->stat_valid || !sluice_stats_idle(&m->stats) ||
      out->cfg_rvalid || m->reads > 0)
    return 0;
  uint64_t next = m->rx.soonest_at < m->rate.soonest_at ? m->rx.soonest_at : m->rate.soonest_at;
  if (m->tx.refresh_at < next) next = m->tx.refresh_at;
  uint64_t timers = next == UINT64_MAX ? UINT64_MAX : next > m->clock ? next - m->clock : 0;
  if (timers == 0) return 0;
  uint64_t quiet = sluice_quiet_clocks(m);
  return quiet < timers ? quiet : timers;
}

static void skip_one(struct sluice_mmu *m) {
  static const struct sluice_in nothing;
  shift_live(m, 1);
  gather_peak(m);
  if (m->peak.valid) sluice_stats_step(&m->stats, &m->cfg, &nothing, m->clock, &m->changes, &m->peak, &m->out);
  bool wake = m->wake;
  m->wake = wakes(m);
  advance(m, wake, m->still);
  sluice_stats_shared(&m->stats, m->out.mon_shared);
  m->clock++;
}

// Clocks until something under way acts.
static uint64_t until_action(const struct sluice_mmu *m) {
  uint32_t later = m->agenda >> 1;
  return later != 0 ? (uint64_t)__builtin_ctz(later) : UINT64_MAX;
}

// DSH: since when the scan gathers, after so many clocks in which it went on and found nothing.
static void gather_skip(struct sluice_mmu *m, int clocks, uint64_t end) {
  if (m->cfg.scheme != SLUICE_DSH) return;
  int queues = m->dims.ports * m->dims.classes, pad = sluice_scan_round(&m->dims) - queues;
  int cls = m->scan.queue % m->dims.classes, since = cls - m->group_class - 1;  // the last visit that settles a port
  if (since < 0) since += m->dims.classes + (m->scan.queue < m->dims.classes ? pad - m->scan.pad : 0);
  if (clocks > since) m->gather_from = 0;
  for (int c = 0; c < cls && cls <= m->group_class && m->gather_from == 0; c++)
    if (m->cfg.lossless >> c & 1 && cls - c <= clocks) m->gather_from = end - (uint64_t)(cls - c) + 1;
}

void sluice_mmu_skip(struct sluice_mmu *m, uint64_t n) {
  while (n > 0) {
    bool ttl = m->cfg.scheme == SLUICE_TTL;
    uint64_t clocks = ttl && m->threshold_busy > 0 ? 0 : until_action(m);
    if (clocks > 0 && m->scan.left > 0) {
      uint64_t visit = sluice_quiet_visit(m);
      if (visit < clocks || !m->still) clocks = m->still ? visit : 0;
    }
    if (clocks > 0 && m->wake) clocks = 1;
    if (clocks == 0) {
      skip_one(m);
      n--;
      continue;
    }
    if (clocks > n) clocks = n;
    shift_live(m, clocks);
    int scanned = clocks < (uint64_t)m->scan.left ? (int)clocks : m->scan.left;
    sluice_scan_skip(&m->scan, &m->dims, clocks);
    gather_skip(m, scanned, m->clock + (uint64_t)scanned);
    if (m->wake) sluice_scan_wake(&m->scan, &m->dims);
    m->wake = false;
    m->clock += clocks;
    n -= clocks;
    threshold_skip(m, clocks);
    if (ttl) sluice_weigh_wake(&m->weigh, &m->dims, &m->cfg, &m->account, m->clock);
  }
}
