// What the files of lossless.h share.
#ifndef LOSSLESS_PARTS_H
#define LOSSLESS_PARTS_H

#include "tb/cosim/lockstep_switch.h"
#include "tb/cosim/lossless.h"

struct lossless_model;

// The models that follow the RTL: control frames in every cycle, the switch event by event; and those that have cycles
// of their own, in every cycle.
struct lossless_both {
  struct switch_inside inside;    // what the switch inside the RTL was given, and shows
  struct switch_shim shim;        // the switch inside, as if it stood alone
  struct lockstep_switch beside;  // it, and the model of it
  struct sluice_control control;  // the model of the control frames
  struct sluice_control_in in;
  struct sluice_control_out out;
  uint32_t scheme;                        // as it was written
  bool levels;                            // of the set in use
  uint64_t frames[SWITCH_MAX_PORTS][16];  // counted, as SLUICE_LOSSLESS_REG_FRAMES
  struct lossless_model *clocked;         // NULL when what it does not know has happened
  struct switch_out expected;             // what it shows
  uint16_t links;                         // that were up in the cycle before
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
    char *path, *part;  // its name when it is complete, and before
    unsigned ps;        // of a cycle
    uint64_t end;
  } waves;
  uint64_t cycle;
  char error[400];
};

int lossless_both_new(struct lossless *l);
void lossless_both_free(struct lossless *l);
bool lossless_both_step(struct lossless *l);
void lossless_both_write(struct lossless *l, uint32_t addr, uint32_t value);
void lossless_both_committed(struct lossless *l, bool active);  // a COMMIT is over; whether its set is active
// counter: reads both words of one at that address.
bool lossless_both_rest(struct lossless *l, bool (*counter)(struct lossless *l, uint32_t addr, uint64_t *value));

// The models with cycles of their own, equal to the RTL's while links stay up, FLOOD and WATCHDOG are 0. out: what
// shows. 0, EINVAL or ENOMEM.
int lossless_model_new(struct lossless_model **m, const struct switch_dims *dims, struct switch_out *out);
void lossless_model_free(struct lossless_model *m);
int lossless_model_step(struct lossless_model *m, const struct switch_in *in, struct switch_out *out);

// What the model of the control frames knows of registers: after reset, and when one of their own, or of the switch, is
// written.
void lossless_reset_config(struct sluice_control_config *config, const struct switch_dims *dims);
void lossless_own_write(struct sluice_control_config *config, const struct switch_dims *dims, uint32_t addr,
                        uint32_t value);
void lossless_switch_write(struct sluice_control_config *config, const struct switch_dims *dims, uint32_t addr,
                           uint32_t value);
struct sluice_beat lossless_beat(const struct switch_word *w);

#endif
