// The registers, as in rtl/mmu/registers: writes are staged, reads return the written values, and a COMMIT checks the
// staged configuration and activates it [RTL: sluice_config, sluice_registers, sluice_commit_seq]. Internal.
#ifndef SLUICE_CLOCKED_REGISTERS_H
#define SLUICE_CLOCKED_REGISTERS_H

#include "cmodel/clocked/sluice_context.h"

struct sluice_commit {
  uint32_t staged[SLUICE_REGS];
  struct sluice_port_registers port[SLUICE_MAX_PORTS];
  uint32_t port_select;
  bool structural;   // a structural register was written since the last accepted COMMIT
  uint64_t changed;  // PORT_LIMITS: a bit per port: a structural limit of the port was written since then
  bool disturbed;    // in this commit a packet came to such a port, or a visit found that it holds cells
  bool same;         // no register was written since the active configuration was committed
  int bad_port;      // the port that the reason of the last commit names, plus 1; 0: none
  int pending;       // cycles since COMMIT, 0: none
  struct {
    bool valid;
    uint32_t data;
  } read[SLUICE_READ_LATENCY - 1];  // reads under way, the newest first
};

// One cycle of writes and reads. Returns whether this cycle is the last one of a commit.
bool sluice_commit_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in,
                        struct sluice_out *out);

// PORT_LIMITS: an enqueue, or a visit that finds cells or headroom in use, at a port during a commit [RTL:
// sluice_limits_change]. The commit is refused if a structural limit of the port was written.
static inline void sluice_commit_disturb(struct sluice_commit *c, int port) {
  c->disturbed |= c->pending > 0 && c->changed >> port & 1;
}
// Whether the commit needs visits of all queues.
static inline bool sluice_commit_probes(const struct sluice_commit *c, const struct sluice_context *x) {
  return c->pending > 0 && c->changed != 0 && !c->structural && x->cfg.configured;
}

// The last cycle of a commit: the staged configuration becomes active or is refused. empty: the buffer is empty.
// Returns whether the configuration is active.
bool sluice_commit_end(struct sluice_commit *c, struct sluice_context *x, bool empty, struct sluice_out *out);

#endif
