// What the files of lossless.h share.
#ifndef LOSSLESS_PARTS_H
#define LOSSLESS_PARTS_H

#include "beside.h"
#include "lossless.h"

// The models that follow the RTL: control frames in every clock, the switch event by event.
struct lossless_both {
  struct switch_inside inside;    // what the switch inside the RTL was given, and shows
  struct switch_shim shim;        // the switch inside, as if it stood alone
  struct beside beside;           // it, and the model of it
  struct sluice_control control;  // the model of the control frames
  struct sluice_control_in in;
  struct sluice_control_out out;
  uint32_t scheme;                        // as it was written
  uint64_t frames[SWITCH_MAX_PORTS][16];  // counted, as LOSSLESS_REG_FRAMES
};

struct lossless {
  enum engine_kind kind;
  struct switch_dims dims;
  const struct switch_shim *shim;
  void *rtl;
  struct switch_in in;
  struct switch_out out;
  struct lossless_both *both;
  struct {
    void *fst;          // NULL: no waves
    char *path, *part;  // its name when it is complete, and before
    unsigned ps;        // of a clock
    uint64_t end;
  } waves;
  uint64_t clock;
  char error[400];
};

int lossless_both_new(struct lossless *l);
void lossless_both_free(struct lossless *l);
bool lossless_both_step(struct lossless *l);
void lossless_both_write(struct lossless *l, uint32_t addr, uint32_t value);
void lossless_both_committed(struct lossless *l);
bool lossless_both_rest(struct lossless *l);

#endif
