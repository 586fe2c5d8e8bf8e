// A switch in RTL and its model in lock-step: both get the inputs of every cycle. The model takes from the RTL the
// order of events, which its specification leaves open (docs/hardware/switch-timing.md). Everything else
// is compared: the result of each frame's arrival, inputs and outputs of the MMU in every cycle, every byte that
// leaves, and the counters. An independent scoreboard may observe both (struct lockstep_switch_watch).
#ifndef LOCKSTEP_SWITCH_H
#define LOCKSTEP_SWITCH_H

#include "cmodel/sluice_switch.h"
#include "cmodel/switch/sluice_link.h"
#include "tb/cosim/lockstep_credits.h"
#include "tb/cosim/switch_shim.h"

enum {
  LOCKSTEP_WRITES = 64,          // writes to the MMU's registers that are under way
  LOCKSTEP_BEGIN_CYCLES = 4,     // from a selection, which depends on the gates of its cycle, to mon_begin
  LOCKSTEP_LINK_CYCLES = 1,      // everything depends on the link of the cycle before
  LOCKSTEP_PAST = 8,             // cycles whose gates and links are kept
  LOCKSTEP_WRITE_CYCLES = 1000,  // cycles after which a written register is active
  LOCKSTEP_RX_CYCLES = 2,        // ... except a message, which takes a cycle to the MMU
  LOCKSTEP_CHOSEN = 64,
  LOCKSTEP_IRQ_CYCLES = 100,   // cycles after which the interrupt follows the model, an access included
  LOCKSTEP_CLEAR_CYCLES = 64,  // cycles after which the messages that clear the timers of a port have reached the MMU
};

struct lockstep_switch_egress {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + SWITCH_MAX_BYTES];  // bytes of the frame that leaves
  size_t n;
  struct switch_word word;   // the word that is shown and not taken
  bool up, part;             // part: some words of the frame that leaves were shown
  uint64_t down, fell;       // the last cycle in which the link was down; the cycle in which it went down
  bool obeys;                // the port obeys pauses: its link is up, and it has no credits
  uint64_t ignored, ceased;  // the last cycle in which it did not obey them; the cycle in which it ceased to
  uint64_t closed_since[SWITCH_MAX_CLASSES];  // the cycle from which on the gate is closed; 0: it is open
  uint64_t opened[SWITCH_MAX_CLASSES],
      closed_cycles[SWITCH_MAX_CLASSES];  // the cycle from which on the gate is open, and how long it was closed before
  struct {
    uint64_t cycle;
    bool drop;
  } chosen[LOCKSTEP_CHOSEN];  // selected frames that have not ended
  unsigned chosen_at, chosen_end;
  uint64_t unreported;  // frames that left whole and are not yet reported by mon_end
  int cut;              // frames flushed after their first word, whose last word is still to be shown
};

// Callbacks of an observer. Each returns NULL, or a text: what is wrong. NULL pointers are not called.
struct lockstep_switch_watch {
  void *of;
  const char *(*judged)(void *of, int port, enum sluice_switch_reason reason, int cls, int egress, int ttl);
  const char *(*copied)(void *of, int port, enum sluice_switch_reason reason, int cls, int egress, int ttl);
  const char *(*left)(void *of, int egress, const uint8_t *bytes, size_t n);      // a whole frame has left
  const char *(*rest)(void *of, const struct sluice_switch *model, int classes);  // no frame is in the switch any more
};

struct lockstep_switch {
  const struct switch_shim *shim;
  struct sluice_switch_dims dims;
  void *dut;
  struct switch_in in;    // inputs of this cycle
  struct switch_out out;  // outputs shown in this cycle
  struct sluice_switch *model;
  struct lockstep_credits credits;  // compared in a build with credits
  struct sluice_link link[SWITCH_MAX_PORTS];
  struct lockstep_switch_watch watch;
  uint64_t cycle, seed;
  struct lockstep_switch_egress egress[SWITCH_MAX_PORTS];
  struct {
    uint8_t addr;
    uint32_t value;
  } writes[LOCKSTEP_WRITES];  // writes that have not reached the MMU
  struct {
    uint64_t gate[2], storm[2];
    uint16_t link_up;
  } past[LOCKSTEP_PAST];  // of cycle n at n % LOCKSTEP_PAST
  unsigned write_at, write_end;
  struct sluice_in message;           // message from outside in the cycle before; only the rx_ members
  uint32_t statistic;                 // last answer of the model's MMU
  bool irq;                           // level of the interrupt, by the model
  uint64_t irq_since;                 // cycle from which on it has this level
  uint32_t action[SWITCH_MAX_PORTS];  // written values of WATCHDOG_ACTION
  uint64_t action_changed;            // cycle in which the last change was announced
  bool floods;                        // FLOOD has been other than 0
  char error[400];                    // the first difference
  uint64_t in_frames, out_frames, reasons[SLUICE_SWITCH_REASONS], kinds[SLUICE_DROPPED + 1], cut_out, pauses,
      copies;  // numbers of observed events
};

// Creates a switch in RTL after reset, with all links up. Returns false if out of memory.
bool lockstep_switch_new(struct lockstep_switch *b, const struct switch_shim *shim, uint64_t seed);
// The same for a switch in RTL that exists: dut.
bool lockstep_switch_start(struct lockstep_switch *b, const struct switch_shim *shim, void *dut);
void lockstep_switch_free(struct lockstep_switch *b);

// A word of a stream as a beat of the models.
struct sluice_beat lockstep_beat(const struct switch_word *w);

// One cycle with the inputs b->in. The first difference is kept in b->error.
void lockstep_switch_step(struct lockstep_switch *b);

// Announces that the value will be written to a register in a later cycle.
void lockstep_switch_writes(struct lockstep_switch *b, uint32_t addr, uint32_t value);

// Whether all frames from the inputs are judged; whether no frame is in the switch at all.
bool lockstep_switch_judged(const struct lockstep_switch *b);
bool lockstep_switch_empty(const struct lockstep_switch *b);

// Checks, while the switch is empty, that all cells are free and the counters add up.
void lockstep_switch_check_rest(struct lockstep_switch *b);

// ---- the parts of lockstep_switch, which its files share ----

// Note the first difference: a text; a signal that has another value than expected.
__attribute__((format(printf, 2, 3))) void lockstep_differs(struct lockstep_switch *b, const char *format, ...);
void lockstep_expect(struct lockstep_switch *b, const char *signal, uint64_t expected, uint64_t got);

// Compare the MMU inside in one cycle: its inputs, by the model and in RTL; a message from outside, of the cycle
// before; its outputs, which also give the times of the gates. lockstep_store_message() keeps the message of this
// cycle.
void lockstep_mmu_inputs(struct lockstep_switch *b, const struct sluice_in *model, const struct sluice_in *got);
void lockstep_mmu_messages(struct lockstep_switch *b, const struct sluice_in *got);
void lockstep_store_message(struct lockstep_switch *b);
void lockstep_mmu_outputs(struct lockstep_switch *b, const struct sluice_out *model);

#endif
