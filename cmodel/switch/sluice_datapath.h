// The switch in C with cycles: equal to the RTL's sluice_switch in every word of every cycle
// (docs/hardware/switch-timing.md). This module computes the cycle of each event; the model of sluice_switch.h computes
// the effect. Only for links that stay up, without copies and without watchdog.
#ifndef SLUICE_DATAPATH_H
#define SLUICE_DATAPATH_H

#include "cmodel/frame/sluice_frame.h"
#include "cmodel/sluice_switch.h"

struct sluice_datapath;

struct sluice_datapath_in {
  struct sluice_beat in[SLUICE_SWITCH_MAX_PORTS];           // only after `ready`
  uint32_t out_ready;                                       // a bit per port
  struct sluice_credit_word word[SLUICE_SWITCH_MAX_PORTS];  // received words of credits
  uint32_t word_taken;                                      // the word to send of the port is taken; a bit per port
  struct sluice_in mmu;  // messages, registers, statistics; enqueues, dequeues and snd are filled in
};

struct sluice_datapath_out {
  bool ready;
  uint32_t in_ready;
  struct sluice_beat out[SLUICE_SWITCH_MAX_PORTS];
  uint32_t credits;                                         // ports with credits, a bit each
  struct sluice_credit_word word[SLUICE_SWITCH_MAX_PORTS];  // words of credits to send
  uint32_t free;                                            // free cells, without those that ports hold for use
};

// Creates a switch in the state after reset. bytes: bytes of a word. Returns 0, EINVAL (dims or bytes out of range) or
// ENOMEM.
int sluice_datapath_new(struct sluice_datapath **d, const struct sluice_switch_dims *dims, int bytes);
void sluice_datapath_free(struct sluice_datapath *d);

// One cycle: applies the inputs of the cycle, then the clock edge. Returns 0 or ENOMEM.
int sluice_datapath_step(struct sluice_datapath *d, const struct sluice_datapath_in *in);
const struct sluice_datapath_out *sluice_datapath_out(
    const struct sluice_datapath *d);  // outputs after the edge; the pointer stays valid

// The model without cycles: write registers and read counters and messages there. Registers of the MMU are written
// through in->mmu, in the cycle of that step.
struct sluice_switch *sluice_datapath_switch(struct sluice_datapath *d);

#endif
