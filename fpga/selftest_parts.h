// The parts of the self-test in C, each beside the module whose like it is: course (selftest.c,
// fpga/selftest_sequence.sv), plan, traffic, check and report.
#ifndef SELFTEST_PARTS_H
#define SELFTEST_PARTS_H

#include "fpga/selftest.h"

// The states of fpga/selftest_sequence.sv
enum selftest_state { SELFTEST_HOLD, SELFTEST_CLEAR, SELFTEST_CONFIGURE, SELFTEST_RUN, SELFTEST_DRAIN, SELFTEST_DONE };

// What is tested in a part.
struct selftest_plan {
  const char *name;
  enum sluice_scheme scheme;
  int32_t alpha[2];  // of the first half and of the second
  bool native;
  uint32_t stages;  // GFC
};

const struct selftest_plan *selftest_plan(const struct selftest_build *build, int part);
bool selftest_is_gfc(const struct selftest_plan *plan);

// The packets and messages around the MMU. NULL: too many ports, or no memory. fault: the first packet's cell count is
// wrong.
struct selftest_traffic;
struct selftest_traffic *selftest_traffic_new(const struct selftest_build *build, bool fault);
void selftest_traffic_free(struct selftest_traffic *traffic);

// One cycle: the MMU's outputs and its tx_ready of the cycle before, its inputs of the next cycle. count: cycles in
// this state.
void selftest_traffic_step(struct selftest_traffic *t, bool hold, enum selftest_state state, uint32_t count,
                           const struct sluice_out *out, const struct sluice_in *in, struct sluice_in *next);

// What is counted of a part, and the rules that it keeps.
struct selftest_judge {
  struct selftest_result result;
  uint32_t shared;  // cells of the shared pool
};

// One cycle: what goes into the MMU and what it shows. last: the part ends with it.
void selftest_judge_step(struct selftest_judge *j, const struct selftest_build *build, bool running, bool last,
                         const struct sluice_out *out, const struct sluice_in *in);

#endif
