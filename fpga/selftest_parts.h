// The parts of the self-test in C. Each file is the counterpart of a module: selftest.c of selftest_sequence.sv,
// selftest_traffic.c, selftest_check.c and selftest_report.c of the modules of the same name. selftest_plan.c is the
// plan.
#ifndef SELFTEST_PARTS_H
#define SELFTEST_PARTS_H

#include "fpga/selftest.h"

// The states of fpga/selftest_sequence.sv
enum selftest_state { SELFTEST_HOLD, SELFTEST_CLEAR, SELFTEST_CONFIGURE, SELFTEST_RUN, SELFTEST_DRAIN, SELFTEST_DONE };

// The configuration of a part.
struct selftest_plan {
  const char *name;
  enum sluice_scheme scheme;
  int32_t alpha[2];  // exponents of the first and of the second half
  bool native;
  uint32_t stages;  // GFC: value of register STAGES
};

const struct selftest_plan *selftest_plan(const struct selftest_build *build, int part);
bool selftest_is_gfc(const struct selftest_plan *plan);

// The packets and messages around the MMU. fault: the MMU gets a wrong cell count of the first packet. Returns NULL if
// there are too many ports, or if there is no memory.
struct selftest_traffic;
struct selftest_traffic *selftest_traffic_new(const struct selftest_build *build, bool fault);
void selftest_traffic_free(struct selftest_traffic *traffic);

// Runs one cycle. out, in: outputs and inputs of the MMU in the previous cycle. next: its inputs in the next cycle.
// count: cycles in this state.
void selftest_traffic_step(struct selftest_traffic *t, bool hold, enum selftest_state state, uint32_t count,
                           const struct sluice_out *out, const struct sluice_in *in, struct sluice_in *next);

// Counts of a part, and the rules that it breaks.
struct selftest_judge {
  struct selftest_result result;
  uint32_t shared;  // cells of the shared pool
};

// Checks one cycle: outputs and inputs of the MMU. last: it is the last cycle of the part.
void selftest_judge_step(struct selftest_judge *j, const struct selftest_build *build, bool running, bool last,
                         const struct sluice_out *out, const struct sluice_in *in);

#endif
