#include <errno.h>
#include <stdlib.h>

#include "cmodel/rules/sluice_rules.h"
#include "tb/studies/latency/latency.h"

struct latency_mmu {
  enum latency_kind kind;
  int classes;
  struct sluice_rules rules;
  struct sluice_mmu *clocked;
  uint8_t notified[SLUICE_MAX_PORTS];  // clocked kind: a bit per class
};

// Messages are taken at once. A message has the state of all lossless classes, because the mode is interoperable.
static void step(struct latency_mmu *m, struct sluice_in *in) {
  const struct sluice_out *out = sluice_mmu_out(m->clocked);
  in->tx_ready = true;
  sluice_mmu_step(m->clocked, in);
  if (!out->tx_valid) return;
  uint8_t *notified = &m->notified[out->tx_port];
  for (int c = 0; c < m->classes; c++)
    if (out->tx_enable >> c & 1) *notified = (uint8_t)((*notified & ~(1 << c)) | ((out->tx_time[c] != 0) << c));
}

static int configure(struct latency_mmu *m, const uint32_t *regs) {
  const struct sluice_out *out = sluice_mmu_out(m->clocked);
  while (!out->ready) step(m, &(struct sluice_in){0});
  for (int r = 0; r < SLUICE_REGS; r++)
    step(m, &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)r, .cfg_wdata = regs[r]});
  step(m, &(struct sluice_in){.cfg_write = true, .cfg_addr = SLUICE_REG_COMMIT});
  for (int i = 0; i < SLUICE_COMMIT_LATENCY; i++) step(m, &(struct sluice_in){0});
  if (out->cfg_error) return EINVAL;
  for (int i = 0; i < 4 * SLUICE_MAX_PORTS; i++) step(m, &(struct sluice_in){0});  // the messages after a commit
  return 0;
}

int latency_mmu_new(struct latency_mmu **m, enum latency_kind kind, const struct latency_setup *s) {
  int status = 0;
  *m = calloc(1, sizeof **m);
  if (*m == NULL) return ENOMEM;
  (*m)->kind = kind;
  (*m)->classes = s->dims.classes;
  if (kind == LATENCY_RULES)
    status = sluice_rules_init(&(*m)->rules, &s->dims, s->regs) == SLUICE_OK ? 0 : EINVAL;
  else
    status = sluice_mmu_new(&(*m)->clocked, &s->dims);
  if (status == 0 && kind == LATENCY_CLOCKED) status = configure(*m, s->regs);
  if (status == 0) return 0;
  latency_mmu_free(*m);
  *m = NULL;
  return status;
}

void latency_mmu_free(struct latency_mmu *m) {
  if (m == NULL) return;
  sluice_mmu_free(m->clocked);
  free(m);
}

static struct latency_admission rules_clock(struct sluice_rules *r, const struct latency_event *deq,
                                            const struct latency_event *enq) {
  struct latency_admission v = {.valid = enq->valid, .port = enq->port, .cls = enq->cls};
  if (deq->valid) sluice_rules_dequeue(r, deq->port, deq->cls, deq->cells);
  if (enq->valid) v.kind = sluice_rules_enqueue(r, enq->port, enq->cls, enq->cells);
  if (deq->valid || enq->valid) sluice_rules_scan(r);
  return v;
}

struct latency_admission latency_mmu_clock(struct latency_mmu *m, const struct latency_event *deq,
                                           const struct latency_event *enq) {
  if (m->kind == LATENCY_RULES) return rules_clock(&m->rules, deq, enq);
  struct sluice_in in = {.enq_valid = enq->valid,
                         .enq_port = (uint8_t)enq->port,
                         .enq_class = (uint8_t)enq->cls,
                         .enq_cells = enq->cells,
                         .deq_valid = deq->valid,
                         .deq_port = (uint8_t)deq->port,
                         .deq_class = (uint8_t)deq->cls,
                         .deq_cells = deq->cells};
  step(m, &in);
  const struct sluice_out *out = sluice_mmu_out(m->clocked);
  return (struct latency_admission){out->adm_valid, out->adm_port, out->adm_class,
                                    (enum sluice_admission)out->adm_kind};
}

// An output of the model that is N cycles late is visible after the step of the cycle before.
int latency_mmu_admission_lag(const struct latency_mmu *m) {
  return m->kind == LATENCY_CLOCKED ? SLUICE_ADMIT_LATENCY - 1 : 0;
}

int latency_mmu_state_lag(const struct latency_mmu *m) {
  return m->kind == LATENCY_CLOCKED ? SLUICE_STATE_LATENCY - 1 : 0;
}

bool latency_mmu_off(const struct latency_mmu *m, int port, int cls) {
  if (m->kind == LATENCY_RULES) return m->rules.level[port][cls] == SLUICE_OFF || m->rules.port_off[port];
  const struct sluice_out *out = sluice_mmu_out(m->clocked);
  int queue = port * m->classes + cls;
  return (out->queue_off[queue / 64] >> queue % 64 & 1) || (out->port_off >> port & 1);
}

bool latency_mmu_notified(const struct latency_mmu *m, int port, int cls) {
  return m->kind == LATENCY_RULES ? latency_mmu_off(m, port, cls) : m->notified[port] >> cls & 1;
}

uint32_t latency_mmu_shared(const struct latency_mmu *m) {
  if (m->kind == LATENCY_RULES) return m->rules.cfg.shared - m->rules.occupancy.pool_free;
  return sluice_mmu_out(m->clocked)->mon_shared;
}
