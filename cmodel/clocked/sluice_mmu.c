// The clocked model. sluice_mmu_step() steps the modules from the last pipeline stage to the first, so that each module
// uses the registers of the others from before the clock edge.
#include <errno.h>
#include <stdlib.h>

#include "cmodel/clocked/sluice_accounting.h"
#include "cmodel/clocked/sluice_gates.h"
#include "cmodel/clocked/sluice_messages.h"
#include "cmodel/clocked/sluice_registers.h"
#include "cmodel/clocked/sluice_statistics.h"
#include "cmodel/rules/sluice_classify.h"

struct sluice_mmu {
  struct sluice_context x;
  struct sluice_out out;
  int clear_left;   // addresses that are not yet cleared after reset
  uint64_t active;  // the last cycle in which more than the cycle counter changed
  struct sluice_commit commit;
  struct sluice_account account;
  struct sluice_threshold threshold;
  struct sluice_weigh weigh;
  struct sluice_changes changes;  // changes of the last cycle
  struct sluice_quanta quanta;
  struct sluice_pause_tx tx;
  struct sluice_pause_rx rx;
  struct sluice_rate rate;
  struct sluice_stats stats;
};

static bool in_range(int value, int low, int high) { return value >= low && value <= high; }

int sluice_mmu_new(struct sluice_mmu **mmu, const struct sluice_dims *dims) {
  *mmu = NULL;
  if (!in_range(dims->ports, 1, SLUICE_MAX_PORTS) || !in_range(dims->classes, 1, SLUICE_MAX_CLASSES) ||
      !in_range(dims->width, SLUICE_MIN_WIDTH, SLUICE_MAX_WIDTH) || dims->schemes == 0 ||
      dims->schemes >> SLUICE_SCHEMES != 0)
    return EINVAL;
  struct sluice_mmu *m = calloc(1, sizeof *m);
  if (m == NULL) return ENOMEM;
  const int port_bits = sluice_address_bits(dims->ports), class_bits = sluice_address_bits(dims->classes);
  m->x.dims = *dims;
  m->x.max = sluice_max(dims);
  m->x.port_mask = (uint8_t)((1 << port_bits) - 1);
  m->x.class_mask = (uint8_t)((1 << class_bits) - 1);
  m->clear_left = 1 << (port_bits + class_bits);
  m->out.cfg_error = true;
  m->out.cfg_reason = SLUICE_UNCONFIGURED;
  *mmu = m;
  return 0;
}

void sluice_mmu_free(struct sluice_mmu *m) { free(m); }

const struct sluice_out *sluice_mmu_out(const struct sluice_mmu *m) { return &m->out; }

// ---- observation ----

uint32_t sluice_mmu_queue_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.occupancy.port[port].queue[cls];
}

uint32_t sluice_mmu_port_cells(const struct sluice_mmu *m, int port) { return m->account.occupancy.port[port].sum; }

uint32_t sluice_mmu_headroom_cells(const struct sluice_mmu *m, int port, int cls) {
  return m->account.occupancy.port[port].headroom[sluice_group(&m->x.cfg, cls)];
}

bool sluice_mmu_lossy(const struct sluice_mmu *m, int cls, int ttl) {
  return sluice_classify(m->x.cfg.scheme, &m->x.cfg, 0, 1, ttl, &cls) &&
         !sluice_is_lossless(&m->x.cfg, cls & m->x.class_mask);
}

// ---- rest ----

enum { REST = 64 };  // longer than every pipeline and than TTL's round of classes, in cycles

static bool is_active(const struct sluice_mmu *m, const struct sluice_in *in) {
  const struct sluice_out *out = &m->out;
  return in->enq_valid || in->deq_valid || in->snd_valid || in->rx_valid || in->cfg_write || in->cfg_read ||
         in->stat_read || !out->ready || out->tx_valid || m->tx.next.valid || m->tx.refresh.active ||
         m->rx.running != 0 || m->rate.enabled || m->commit.pending > 0 || m->account.occupancy.total > 0 ||
         !sluice_scan_rests(&m->account.scan, &m->x);
}

bool sluice_mmu_at_rest(const struct sluice_mmu *m) { return m->x.cycle > m->active + REST; }

void sluice_mmu_pass(struct sluice_mmu *m, uint64_t cycles) {
  if (cycles == 0) return;
  sluice_quanta_pass(&m->quanta, &m->x, cycles);
  sluice_weigh_pass(&m->weigh);
  if (m->x.dims.port_limits) sluice_port_quanta_pass(&m->rx.quanta, &m->x, cycles);
  m->rx.now[0] = m->rx.now[1] = m->quanta.now;  // no timer runs
  m->x.cycle += cycles;
}

// ---- one cycle ----

static void update_gates(struct sluice_mmu *m, uint64_t ports) {
  for (; ports != 0; ports &= ports - 1) sluice_gate(&m->rx, &m->x, m->rate.held, __builtin_ctzll(ports), m->out.gate);
}

static void messages_step(struct sluice_mmu *m, const struct sluice_in *in) {
  const uint64_t timers = sluice_pause_rx_step(&m->rx, &m->x, &m->quanta, in);
  update_gates(m, timers | sluice_rate_step(&m->rate, &m->x, in));
  sluice_pause_tx_step(&m->tx, &m->x, &m->quanta, &m->changes, in->tx_ready, &m->out);
  sluice_quanta_step(&m->quanta, &m->x);
  if (!m->x.dims.port_limits) return;
  sluice_port_quanta_step(&m->rx.quanta, &m->x, m->x.cycle);
  m->rx.accepts = m->out.ready;
}

static void accounting_step(struct sluice_mmu *m) {
  struct sluice_account *a = &m->account;
  const uint32_t pool_free = a->occupancy.pool_free;
  sluice_account_visit(a, &m->x);
  sluice_examine_step(a, &m->x, &m->weigh, &m->out);
  sluice_weigh_step(&m->weigh, &m->x, &a->occupancy, m->threshold.delta_q2);
  sluice_account_count(a, &m->x);
  sluice_admit_step(a, &m->x, &m->out);
  sluice_pause_state_step(a, &m->x, &m->changes, &m->out);
  sluice_account_pool(a, &m->x, &m->out);
  sluice_threshold_step(&m->threshold, &m->x, pool_free, &m->out);
  sluice_account_show(a, &m->x, &m->out);
}

static void inputs_step(struct sluice_mmu *m, const struct sluice_in *in) {
  if (!m->out.ready) {
    m->out.ready = --m->clear_left == 0;
    return;
  }
  if (in->deq_valid) sluice_account_dequeue(&m->account, &m->x, in);
  if (in->enq_valid) sluice_admit_enter(&m->account, &m->x, in);
}

// A configuration becomes active from the next cycle on.
static void commit(struct sluice_mmu *m, bool empty) {
  const bool was_native = m->x.cfg.native, structural = m->commit.structural;
  if (!sluice_commit_end(&m->commit, &m->x, empty, &m->out)) return;
  m->commit.structural = false;
  sluice_weigh_restart(&m->weigh, &m->x);
  sluice_account_restart(&m->account, &m->x, structural);
  sluice_pause_tx_restart(&m->tx, &m->x, was_native, &m->out);
  sluice_rate_restart(&m->rate, &m->x, structural);
  update_gates(m, UINT64_MAX >> (64 - m->x.dims.ports));
}

// PORT_LIMITS: what happens in a commit at ports whose limits change [RTL: sluice_limits_change].
static void probe(struct sluice_mmu *m) {
  const struct sluice_enq *enq = sluice_enq_at(&m->account.pipe, m->x.cycle, 1);
  const struct sluice_visit *v = sluice_visit_at(&m->account.pipe, m->x.cycle, SLUICE_VISIT_COMPARE);
  m->account.probes = sluice_commit_probes(&m->commit, &m->x);
  if (m->commit.pending < 2 || m->commit.pending == sluice_commit_latency(&m->x.dims) - 1) return;
  if (enq != NULL) sluice_commit_disturb(&m->commit, enq->port);  // also one that is dropped
  if (v != NULL && (v->queue > 0 || v->headroom > 0)) sluice_commit_disturb(&m->commit, v->port);
}

void sluice_mmu_step(struct sluice_mmu *m, const struct sluice_in *in) {
  if (m->x.dims.port_limits) probe(m);
  if (is_active(m, in)) m->active = m->x.cycle;
  const bool empty = m->commit.pending > 0 &&
                     (!m->x.cfg.configured || (!in->enq_valid && sluice_account_is_empty(&m->account, &m->x)));
  sluice_stats_step(&m->stats, &m->x, &m->account.pipe, &m->changes, in, &m->out);
  messages_step(m, in);
  const bool last = sluice_commit_step(&m->commit, &m->x, in, &m->out);
  accounting_step(m);
  inputs_step(m, in);
  m->x.cycle++;
  if (last) commit(m, empty);
}
