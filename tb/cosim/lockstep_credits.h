// The model of the credits of a switch, in lock-step with the RTL: it gets the events of the switch, and the RTL must
// have the same ports, classes that may start and words in every cycle. Also while links fall, frames are flooded and
// the watchdog acts. The rule of the sender [spec 12] is checked apart, with counters of its own.
#ifndef LOCKSTEP_CREDITS_H
#define LOCKSTEP_CREDITS_H

#include "cmodel/switch/sluice_switch_credits.h"
#include "tb/cosim/switch_shim.h"

enum {
  LOCKSTEP_OUTCOMES = 8,     // more cycles than from mon_arrive until the credits count the outcome of a frame
  LOCKSTEP_ADMISSIONS = 16,  // more frames than wait for an admission
};

struct lockstep_credits {
  const struct sluice_switch *sw;  // the model of the switch
  struct sluice_switch_credits model;
  struct sluice_switch_credit_registers written;  // values that the RTL has stored
  uint16_t addr;                                  // address of a write, of the cycle before
  uint64_t cycle;
  struct {
    bool copy;
    int port;
    uint32_t cells;
  } waiting[LOCKSTEP_ADMISSIONS];  // frames without an admission
  unsigned waiting_at, waiting_end;
  struct {
    bool judged;
    int port;
    struct sluice_credit_packet in;
  } outcome[LOCKSTEP_OUTCOMES];  // of cycle n at n % LOCKSTEP_OUTCOMES
  struct {
    uint32_t consumed, freed;  // modulo 2^20
    uint64_t fell;             // cycle of the last word by which credits were lost
  } rule[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  uint64_t paid, words;  // frames that began with credits; received words
  char error[200];       // the first difference
};

void lockstep_credits_start(struct lockstep_credits *c, const struct sluice_switch *sw);

// The events of a cycle, before its step: a frame from the input of a port has ended; a frame is complete or discarded;
// the MMU has decided about a frame; a port begins the first frame of a queue; the last cell of a frame is free.
void lockstep_credits_ended(struct lockstep_credits *c, int port);
void lockstep_credits_arrives(struct lockstep_credits *c, int port, bool copy, bool dropped, uint32_t cells);
void lockstep_credits_admitted(struct lockstep_credits *c, bool accepted, int cls);
// must: the frame needs credits, since the link is up and the watchdog leaves the queue alone.
void lockstep_credits_begins(struct lockstep_credits *c, int port, int cls, bool must);
void lockstep_credits_leaves(struct lockstep_credits *c, int port, int cls, uint32_t cells);

// One cycle: its inputs; its signals and the outputs after it.
void lockstep_credits_step(struct lockstep_credits *c, const struct switch_in *in, const struct switch_out *out);

// Checks an empty switch: all credits received are freed.
void lockstep_credits_check_rest(struct lockstep_credits *c);

#endif
