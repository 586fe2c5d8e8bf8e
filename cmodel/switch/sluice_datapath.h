// The switch in C with its own time: equal to the RTL's sluice_switch in every word of every cycle
// [docs/hardware/switch-timing.md]. What happens in which cycle is computed here, what it does is the model of
// sluice_switch.h. For links that stay up, without copies and without watchdog.
#ifndef SLUICE_DATAPATH_H
#define SLUICE_DATAPATH_H

#include "cmodel/frame/sluice_frame.h"
#include "cmodel/sluice_switch.h"

struct sluice_datapath;

struct sluice_datapath_in {
  struct sluice_beat in[SLUICE_SWITCH_MAX_PORTS];  // not before ready
  uint32_t out_ready;                              // a bit per port
  struct sluice_in mmu;                            // messages, registers, statistics; the events are filled in
};

struct sluice_datapath_out {
  bool ready;
  uint32_t in_ready;
  struct sluice_beat out[SLUICE_SWITCH_MAX_PORTS];
  uint32_t free;  // cells that hold nothing, but for those that ports have in hand
};

// Makes a switch in the state after reset, with words of so many bytes. Returns 0, EINVAL (dims out of range) or
// ENOMEM.
int sluice_datapath_new(struct sluice_datapath **d, const struct sluice_switch_dims *dims, int bytes);
void sluice_datapath_free(struct sluice_datapath *d);

// One cycle: what is given in it, then the clock edge. Returns 0 or ENOMEM.
int sluice_datapath_step(struct sluice_datapath *d, const struct sluice_datapath_in *in);
const struct sluice_datapath_out *sluice_datapath_out(const struct sluice_datapath *d);  // what shows; stays in place

// The model inside: its registers are written, counters and messages read there. The MMU's registers are written in the
// cycle that in->mmu says.
struct sluice_switch *sluice_datapath_switch(struct sluice_datapath *d);

#endif
