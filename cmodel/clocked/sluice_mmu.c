// The clocked model: sluice_mmu_step() calls the modules from the last pipeline stage to the first, so that each sees
// the others' registers before the edge.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/clocked/sluice_clocked.h"
#include "cmodel/sluice.h"

uint8_t sluice_port_bits(const uint64_t *vector, const struct sluice_dims *dims, int port) {
  int first = port * dims->classes, word = first / 64, shift = first % 64;
  uint64_t bits = vector[word] >> shift;
  if (shift + dims->classes > 64) bits |= vector[word + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << dims->classes) - 1));
}

void sluice_set_port_bits(uint64_t *vector, const struct sluice_dims *dims, int port, uint8_t bits) {
  int first = port * dims->classes, word = first / 64, shift = first % 64;
  uint64_t all = (UINT64_C(1) << dims->classes) - 1, value = bits & all;
  vector[word] = (vector[word] & ~(all << shift)) | value << shift;
  if (shift + dims->classes > 64)
    vector[word + 1] = (vector[word + 1] & ~(all >> (64 - shift))) | value >> (64 - shift);
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
  m->scan.span = (uint64_t)sluice_scan_span(dims);
  m->max = (UINT32_C(1) << dims->width) - 1;
  m->clear_left = 1 << (address_bits(dims->ports) + address_bits(dims->classes));
  for (int i = 0; i < SLUICE_SLOTS; i++)
    m->enq[i] = (struct sluice_enq){.clock = UINT64_MAX - SLUICE_SLOTS, .tallied = true};
  m->rx.soonest = m->rx.soonest_at = m->settles_at = UINT64_MAX;
  sluice_rate_init(&m->rate, dims);
  m->tx.refresh_at = UINT64_MAX;
  m->out.cfg_error = true;
  m->out.cfg_reason = SLUICE_UNCONFIGURED;
  *mmu = m;
  return 0;
}

void sluice_mmu_free(struct sluice_mmu *m) { free(m); }

// What mon_* shows follows when it is asked for.
const struct sluice_out *sluice_mmu_out(struct sluice_mmu *m) {
  sluice_room_follow(m, m->clock);
  sluice_threshold_follow(m);
  return &m->out;
}

uint32_t sluice_mmu_queue_cells(const struct sluice_mmu *m, int port, int cls) {
  return sluice_queue_at(m, port, cls, m->clock);
}

uint32_t sluice_mmu_port_cells(const struct sluice_mmu *m, int port) {
  return m->account.port[port].sum - sluice_ahead(m, port, 0, m->clock).sum;
}

uint32_t sluice_mmu_headroom_cells(const struct sluice_mmu *m, int port, int cls) {
  bool of_port = m->cfg.scheme == SLUICE_DSH && (m->cfg.lossless >> cls & 1);
  return m->account.port[port].headroom[of_port ? SLUICE_PORT_GROUP : cls] - sluice_ahead(m, port, cls, m->clock).held;
}

bool sluice_mmu_lossy(const struct sluice_mmu *m, int cls, int ttl) {
  return sluice_classify(m->cfg.scheme, &m->cfg, 0, 1, ttl, &cls) && !(m->cfg.lossless >> (cls & m->class_mask) & 1);
}

// The set that was written takes effect.
static bool restarts(const struct sluice_mmu *m, bool empty) {
  return sluice_config_check(&m->dims, m->staged) == SLUICE_OK && (!m->structural || empty);
}

// No commit is on its way.
static void constant_again(struct sluice_mmu *m) {
  m->constant_from = sluice_is_constant(m->cfg.scheme) ? m->settled : UINT64_MAX;
}

// sluice_config: the last clock of a commit.
static void commit(struct sluice_mmu *m, bool empty) {
  m->pending = 0;
  constant_again(m);
  sluice_run_settle(m);
  enum sluice_reason reason = sluice_config_check(&m->dims, m->staged);
  if (reason == SLUICE_OK && !restarts(m, empty)) reason = SLUICE_BUSY;
  m->out.cfg_error = reason != SLUICE_OK;
  m->out.cfg_reason = (uint8_t)reason;
  if (reason != SLUICE_OK) return;
  m->same = true;
  sluice_schedule(m, m->clock, SLUICE_DO_WAKE);
  sluice_account_gathers(m);
  bool was_gfc = sluice_is_gfc(m->cfg.scheme), was_native = m->cfg.native;
  bool new_classes = m->cfg.lossless != m->staged[SLUICE_REG_LOSSLESS];
  sluice_config_decode(&m->cfg, m->staged);
  sluice_weigh_give_up(&m->weigh, m->clock);  // no threshold is made of two sets
  sluice_account_restart(m, m->structural);
  sluice_quanta_restart(&m->quanta, m->clock, m->cfg.quanta_step);
  sluice_pause_tx_restart(&m->tx, was_native);
  sluice_pause_tx_show(&m->tx, &m->dims, &m->cfg, &m->out);
  sluice_pause_rx_restart(&m->rx, &m->cfg, &m->quanta, m->clock);
  m->threshold_busy = sluice_threshold_clocks(m) + 2;  // a new room comes two clocks later
  // States of another configuration stand until the scan has come by.
  m->side_at = 0;
  m->settled =
      m->clock + (uint64_t)(m->threshold_busy + 2 + sluice_scan_round(&m->dims) + m->dims.classes + SLUICE_SCAN_MARGIN);
  constant_again(m);
  if (m->structural) sluice_rate_clear(&m->rate);
  m->structural = false;
  if (has_rate(m)) sluice_rate_restart(&m->rate, &m->dims, &m->cfg, m->clock - 1);
  for (int p = 0; (new_classes || was_gfc) && p < m->dims.ports; p++)
    sluice_gate(&m->rx, &m->dims, m->cfg.lossless, m->rate.held, p, m->out.gate);
}

// sluice_registers: what STATUS reads.
static uint32_t status(const struct sluice_mmu *m) {
  return m->out.cfg_reason | (m->cfg.configured ? SLUICE_STATUS_CONFIGURED : 0) | (m->same ? SLUICE_STATUS_ACTIVE : 0) |
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
    m->constant_from = UINT64_MAX;
  } else if (sluice_register_built(&m->dims, in->cfg_addr)) {
    m->staged[in->cfg_addr] = in->cfg_wdata;
    m->same = false;
    m->structural = m->structural || in->cfg_addr <= SLUICE_LAST_STRUCTURAL_REG;
  }
}

static void clear(struct sluice_mmu *m) {
  m->side_at = 0;
  m->out.ready = --m->clear_left == 0;
}

// Returns whether no event has come in between that is not counted ahead.
static inline bool take_events(struct sluice_mmu *m, const struct sluice_in *in, bool alone) {
  if (in->deq_valid && !(alone && sluice_ahead_dequeue(m, in))) {
    sluice_account_dequeue(m, in);
    alone = false;
  }
  if (in->enq_valid && !(alone && sluice_ahead_enqueue(m, in))) {
    sluice_account_enqueue(m, in);
    alone = false;
  }
  return alone;
}

// The statistics that a read in this clock finds.
static void catch_up_statistics(struct sluice_mmu *m) {
  for (int i = 0; i < SLUICE_SLOTS; i++) {
    struct sluice_enq *enq = &m->enq[i];
    uint64_t due = enq->clock + (enq->viewed ? SLUICE_TALLY_COUNT : SLUICE_TALLY_VERDICT);
    if (!enq->tallied && due <= m->clock) sluice_stats_enqueue(&m->stats, enq);
  }
}

// Inputs that are narrower in the RTL.
static const struct sluice_in *narrow(const struct sluice_mmu *m, const struct sluice_in *in, struct sluice_in *copy) {
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
  if (m->out.tx_valid) sluice_stats_message(&m->stats, !in->tx_ready);
  if (sluice_pause_tx_busy(tx, &m->out) || m->changes.count > 0 || m->clock >= tx->refresh_at)
    sluice_pause_tx_step(tx, &m->dims, &m->cfg, &m->quanta, m->clock, &m->changes, in->tx_ready, &m->out);
}

// At the start of a commit's last clock.
static bool is_empty(const struct sluice_mmu *m, const struct sluice_in *in) {
  const struct sluice_enq *enq = sluice_enq_of(m, m->clock - 1);
  bool came = enq->clock + 1 == m->clock && enq->came;
  bool woken = m->todo[m->clock % SLUICE_AGENDA] >> SLUICE_DO_WAKE & 1;
  bool at_rest = m->account.total == 0 && m->clock >= m->scan.end && !woken;
  return !m->cfg.configured || (at_rest && !came && !in->enq_valid);
}

// A verdict shows for a clock.
static inline void end_pulses(struct sluice_out *out) {
  if (!(out->adm_valid | out->deq_error)) return;
  if (out->adm_valid && out->adm_kind == SLUICE_REFUSED && out->loss != UINT32_MAX) out->loss++;
  out->adm_valid = out->deq_error = false;
  out->adm_port = out->adm_class = out->adm_kind = 0;
}

// The first clock in which a timer ends.
static uint64_t next_timer(const struct sluice_mmu *m) {
  uint64_t next = m->rx.soonest_at < m->rate.soonest_at ? m->rx.soonest_at : m->rate.soonest_at;
  return m->tx.refresh_at < next ? m->tx.refresh_at : next;
}

// Registers, statistics or messages are at work, or the MMU is not cleared yet.
static bool at_work(const struct sluice_mmu *m) {
  const struct sluice_out *out = &m->out;
  return !out->ready || out->stat_valid || out->cfg_rvalid || m->rx.message.valid || (m->pending | m->reads) != 0 ||
         !sluice_stats_idle(&m->stats) || sluice_pause_tx_busy(&m->tx, out);
}

// What is not events, in the clock before them.
static void side_step(struct sluice_mmu *m, const struct sluice_in *in) {
  struct sluice_out *out = &m->out;
  if (in->stat_read) catch_up_statistics(m);
  if (in->stat_read || m->changes.count > 0 || out->stat_valid || !sluice_stats_idle(&m->stats)) {
    sluice_room_follow(m, m->clock);
    sluice_stats_step(&m->stats, &m->cfg, in, m->clock, &m->changes, out);
  }
  messages_step(m, in);
  if (in->cfg_read || m->reads > 0 || out->cfg_rvalid) config_read(m, in);
  config_write(m, in);
  m->side_at = at_work(m) ? 0 : next_timer(m);
}

// What is not events of the accounting. A packet that pays nothing is none.
static inline bool has_more(const struct sluice_mmu *m, const struct sluice_in *in) {
  if (in->rx_valid | in->stat_read | in->cfg_read | in->cfg_write) return true;
  return in->snd_valid && sluice_rate_asks(&m->rate, in->snd_port & m->port_mask, in->snd_class & m->class_mask);
}

void sluice_mmu_step(struct sluice_mmu *m, const struct sluice_in *in) {
  struct sluice_in copy;
  // What comes in now is counted too late to matter to a visit in this clock.
  bool quiet = (m->still && m->clock < m->quiet_until) || sluice_quiet_constant(m), last = false, empty = false;
  m->still = false;
  m->calm_until = 0;
  if (m->clock >= m->side_at || has_more(m, in)) {
    in = narrow(m, in, &copy);
    last = m->pending > 0 && m->pending++ == SLUICE_COMMIT_LATENCY - 1;
    empty = last && is_empty(m, in);
    side_step(m, in);
  }
  end_pulses(&m->out);
  sluice_run(m, m->clock + 1, quiet);
  if (m->out.ready)
    take_events(m, in, sluice_ahead_alone(m));
  else
    clear(m);
  if (last) commit(m, empty);
}

static uint64_t until_timer(const struct sluice_mmu *m) {
  return m->side_at == UINT64_MAX ? UINT64_MAX : m->side_at - m->clock;
}

// No event is under way but those that are counted ahead.
static inline void stay_calm(struct sluice_mmu *m) {
  uint64_t due = sluice_run_due(m);
  m->calm_until = due < m->side_at ? due : m->side_at;
}

static inline uint64_t left_alone(struct sluice_mmu *m, bool foreseen) {
  if (m->clock >= m->side_at) return 0;
  uint64_t quiet = sluice_quiet_clocks(m, foreseen), timer = until_timer(m);
  if (foreseen && quiet > 0 && sluice_ahead_alone(m)) stay_calm(m);
  return quiet < timer ? quiet : timer;
}

uint64_t sluice_mmu_idle(struct sluice_mmu *m) { return left_alone(m, false); }

uint64_t sluice_mmu_quiet(struct sluice_mmu *m) { return left_alone(m, true); }

bool sluice_mmu_foresee(const struct sluice_mmu *m, struct sluice_verdict *verdict) {
  const struct sluice_enq *enq = sluice_enq_of(m, m->clock - 1);
  if (enq->clock + 1 != m->clock || !enq->foreseen) return false;
  *verdict = (struct sluice_verdict){.kind = enq->kind, .port = enq->port, .cls = enq->cls};
  return true;
}

void sluice_mmu_skip(struct sluice_mmu *m, uint64_t n) {
  if (n == 0) return;
  end_pulses(&m->out);
  sluice_run(m, m->clock + n, m->still || sluice_quiet_constant(m));
}

// While it is calm the clocks before the event, and its own, do nothing but let a verdict show.
uint64_t sluice_mmu_event(struct sluice_mmu *m, uint64_t n, const struct sluice_in *in) {
  uint64_t clock = m->clock + n;
  if (clock >= m->calm_until || has_more(m, in)) {
    sluice_mmu_skip(m, n);
    sluice_mmu_step(m, in);
    return 0;
  }
  end_pulses(&m->out);
  m->clock = clock + 1;
  sluice_room_settled(m);
  if (m->clock <= m->ahead_until) sluice_account_show(m);
  if (take_events(m, in, true) && sluice_quiet_within(m)) {
    if (m->due == 0) stay_calm(m);
    return until_timer(m);
  }
  m->calm_until = 0;
  return left_alone(m, true);
}
