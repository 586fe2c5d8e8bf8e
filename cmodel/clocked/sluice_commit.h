// The registers: writes are staged, reads answer what was written, and a COMMIT checks the staged set and makes it
// active [sluice_config, sluice_registers, sluice_commit_seq]. Internal.
#ifndef SLUICE_COMMIT_H
#define SLUICE_COMMIT_H

#include "cmodel/clocked/sluice_context.h"

struct sluice_commit {
  uint32_t staged[SLUICE_REGS];
  bool structural;  // a structural register was written since the last COMMIT that was accepted
  bool same;        // nothing was written since the active set
  int pending;      // cycles since COMMIT, 0: none
  struct {
    bool valid, status;  // status: the data is not known yet
    uint32_t data;
  } read[SLUICE_READ_LATENCY - 1];  // on their way, the newest first
};

// One cycle of writes and reads. Returns whether this cycle is a commit's last.
bool sluice_commit_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in,
                        struct sluice_out *out);

// The last cycle: the staged set becomes active, or is refused. empty: the buffer is. Returns whether it is active.
bool sluice_commit_end(struct sluice_commit *c, struct sluice_context *x, bool empty, struct sluice_out *out);

#endif
