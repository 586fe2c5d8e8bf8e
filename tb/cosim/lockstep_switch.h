// A switch and the model beside it: every cycle goes to both. The model takes from the switch what the page leaves to
// it, the order of events [docs/hardware/switch-timing.md], and everything else is compared: what each
// frame's arrival says, the inputs of the MMU inside and its outputs cycle by cycle, every byte that leaves, the
// counters. Who knows the frames from their making alone may watch both.
#ifndef LOCKSTEP_SWITCH_H
#define LOCKSTEP_SWITCH_H

#include "cmodel/sluice_switch.h"
#include "tb/cosim/switch_shim.h"

enum {
  BESIDE_MACS = 16,
  BESIDE_WRITES = 64,        // of the MMU's registers, under way
  BESIDE_GATE_CYCLES = 5,    // a choice may meet the gate of so many cycles before
  BESIDE_CHOICE_CYCLES = 5,  // ... and the link, which has a register of its own
  BESIDE_LINK_CYCLES = 1,    // all else meets the link of the cycle before
  BESIDE_RX_CYCLES = 2,      // ... but a message, which takes a cycle to the MMU
  BESIDE_CHOSEN = 64,
  BESIDE_FALL_CYCLES = 64,  // after which those of a link's fall have reached it
};

struct lockstep_switch_egress {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + SWITCH_MAX_BYTES];  // of the frame that leaves
  size_t n;
  struct switch_word word;            // that is shown and not taken
  bool up, part;                      // part: some words of the frame that leaves have shown
  uint64_t down, fell;                // the last cycle in which the link was down; in which it fell
  uint64_t shut[SWITCH_MAX_CLASSES];  // since when the gate is closed, 0: it is open
  uint64_t opened[SWITCH_MAX_CLASSES],
      was_shut[SWITCH_MAX_CLASSES];  // when it opened last, and for how long it was closed
  struct {
    uint64_t cycle;
    bool drop;
  } chosen[BESIDE_CHOSEN];  // frames that were chosen and have not ended
  unsigned chosen_at, chosen_end;
  uint64_t whole;  // frames that came out and of which mon_end has not told
  int cut;         // frames flushed within, whose last word is still to come
};

// Someone who watches: NULL, or what is wrong. Not set: nobody.
struct lockstep_switch_watch {
  void *of;
  const char *(*judged)(void *of, int port, enum sluice_switch_reason reason, int cls, int egress, int ttl);
  const char *(*copied)(void *of, int port, enum sluice_switch_reason reason, int cls, int egress, int ttl);
  const char *(*left)(void *of, int egress, const uint8_t *bytes, size_t n);      // a frame, whole
  const char *(*rest)(void *of, const struct sluice_switch *model, int classes);  // nothing is inside any more
};

struct lockstep_switch {
  const struct switch_shim *shim;
  struct sluice_switch_dims dims;
  void *dut;
  struct switch_in in;    // of this cycle
  struct switch_out out;  // what shows in this cycle
  struct sluice_switch *model;
  struct lockstep_switch_watch watch;
  uint64_t cycle, seed;
  struct lockstep_switch_egress egress[SWITCH_MAX_PORTS];
  struct {
    uint8_t addr;
    uint32_t value;
  } writes[BESIDE_WRITES];  // that the MMU has still to see
  unsigned write_at, write_end;
  struct sluice_in message;      // from outside in the cycle before; its rx_ alone
  uint32_t statistic;            // what the model's MMU answered last
  uint32_t max_frame, watchdog;  // as written; watchdog in cycles, 0: off
  bool floods;                   // FLOOD has not been 0
  char error[400];               // the first difference
  uint64_t in_frames, out_frames, reasons[SLUICE_SWITCH_REASONS], kinds[SLUICE_DROPPED + 1], cut_out, pauses,
      copies;  // seen
};

// A switch after reset with all links up. False: no memory.
bool lockstep_switch_new(struct lockstep_switch *b, const struct switch_shim *shim, uint64_t seed);
// The same with a switch that is there: dut.
bool lockstep_switch_start(struct lockstep_switch *b, const struct switch_shim *shim, void *dut);
void lockstep_switch_free(struct lockstep_switch *b);

// One cycle with b->in. A difference is in b->error from then on.
void lockstep_switch_step(struct lockstep_switch *b);

// Tells that the value goes to a register in one of the cycles to come.
void lockstep_switch_writes(struct lockstep_switch *b, uint32_t addr, uint32_t value);

// Whether nothing is on its way from the inputs, or nothing is inside at all.
bool lockstep_switch_judged(const struct lockstep_switch *b);
bool lockstep_switch_empty(const struct lockstep_switch *b);

// Whether, with everything empty, cells are free and counts add up.
void lockstep_switch_check_rest(struct lockstep_switch *b);

#endif
