// Declarations that the files of lossless.h share. Internal.
#ifndef LOSSLESS_PARTS_H
#define LOSSLESS_PARTS_H

#include "tb/cosim/lockstep_switch.h"
#include "tb/cosim/lossless.h"

struct lossless_model;

// The models of kind both. Those that follow the RTL: control frames in every cycle, the switch event by event. Those
// with cycles: in every cycle.
struct lossless_both {
  struct switch_inside inside;      // inputs and outputs of the switch inside the RTL
  struct switch_shim shim;          // the switch inside, as if it were alone
  struct lockstep_switch lockstep;  // the switch inside and its model, in lock-step
  struct sluice_control control;    // the model of the control frames
  struct sluice_control_in in;
  struct sluice_control_out out;
  uint32_t scheme;                        // the written value
  bool levels;                            // the active scheme is GFC or GFC-linear
  uint64_t frames[SWITCH_MAX_PORTS][16];  // numbers of frames, as SLUICE_LOSSLESS_REG_FRAMES
  struct lossless_model *clocked;         // the models with cycles; NULL after an event that they do not support
  struct switch_out expected;             // outputs of the models with cycles
  struct sluice_link link[SWITCH_MAX_PORTS];
  uint16_t up;             // links in the cycle before
  uint16_t links;          // links that were up in the cycle before
  uint64_t cycles, words;  // compared so far
};

struct lossless {
  enum engine_kind kind;
  struct switch_dims dims;
  const struct switch_shim *shim;
  void *rtl;
  struct switch_in in;
  struct switch_out out;
  struct lossless_both *both;
  struct lossless_model *model;
  struct {
    void *fst;          // NULL: no waves
    char *path, *part;  // final path; path until the file is complete
    unsigned ps;        // ps of a cycle
    uint64_t end;
  } waves;
  uint64_t cycle;
  char error[400];
};

int lossless_both_new(struct lossless *l);
void lossless_both_free(struct lossless *l);
bool lossless_both_step(struct lossless *l);
void lossless_both_write(struct lossless *l, uint32_t addr, uint32_t value);
void lossless_both_committed(struct lossless *l, bool active);  // a COMMIT has ended; active: it succeeded
// counter: reads both words of the counter at that address.
bool lossless_both_rest(struct lossless *l, bool (*counter)(struct lossless *l, uint32_t addr, uint64_t *value));

// The models with cycles, equal to the RTL while links stay up and FLOOD and WATCHDOG are 0. out: the outputs. Returns
// 0, EINVAL or ENOMEM.
int lossless_model_new(struct lossless_model **m, const struct switch_dims *dims, struct switch_out *out);
void lossless_model_free(struct lossless_model *m);
int lossless_model_step(struct lossless_model *m, const struct switch_in *in, struct switch_out *out);

// Set the configuration of the model of the control frames: after reset, after a write to its own registers, after a
// write to a register of the switch.
void lossless_reset_config(struct sluice_control_config *config, const struct switch_dims *dims);
void lossless_own_write(struct sluice_control_config *config, const struct switch_dims *dims, uint32_t addr,
                        uint32_t value);
void lossless_switch_write(struct sluice_control_config *config, const struct switch_dims *dims, uint32_t addr,
                           uint32_t value);

#endif
