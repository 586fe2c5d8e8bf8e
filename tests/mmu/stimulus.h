// Random stimulus for one MMU: traffic that comes in phases, messages, register sets legal and illegal, changed at
// run time. Keeps its own count of what every queue holds, so that most dequeues are legal. The same seed and the
// same outputs give the same inputs.
#ifndef STIMULUS_H
#define STIMULUS_H

#include "cmodel/sluice.h"

enum { STIMULUS_QUEUES = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES, STIMULUS_STATS = SLUICE_STAT_MESSAGE_WAIT + 1 };

// How often each thing was seen at the outputs; a test asks that none stays at zero.
struct stimulus_seen {
  uint64_t admission[SLUICE_DROPPED + 1], reason[SLUICE_BUSY + 1], scheme[SLUICE_SCHEMES];
  uint64_t deq_errors, queue_off, queue_on, port_off, port_on;
  uint64_t holds, linear_levels, stages[SLUICE_MAX_STAGES + 1];
  uint64_t expiries, refreshes, port_messages, pauses, resumes;
  uint64_t reads[64];             // of registers, with a value that is not 0
  uint64_t stat[STIMULUS_STATS];  // read with a value that is not 0
};

struct stimulus_phase {
  uint32_t left;                                   // cycles
  uint32_t enq, deq, snd, rx, ready, stat, stray;  // probabilities, of 1024
  int port, cls;                                   // where the events go; -1: anywhere
  uint32_t size;                                   // cells of a packet, at most
  bool follow;                                     // dequeue what was just enqueued
  bool settle;                                     // no events at all: only time passes
  bool noise;                                      // inputs that are not valid are anything, else 0
};

struct stimulus {
  uint64_t rng;
  struct sluice_dims dims;
  struct stimulus_phase phase;
  uint32_t regs[SLUICE_REGS];  // as written last
  uint32_t size;               // cells of the largest packet that fits this register set
  bool apart;                  // to be set after stimulus_init(): events come one by one

  uint32_t writes[2 * SLUICE_REGS + 8][2];  // address and value still to be written
  int write_at, write_end;
  uint64_t commit_until;  // the clock whose outputs show what became of the last COMMIT

  int64_t cells[STIMULUS_QUEUES];                                 // by port * 8 + class
  int full[STIMULUS_QUEUES], place[STIMULUS_QUEUES], full_count;  // queues that hold something

  uint64_t commit_from;  // the clock from which the set may be committed: the MMU is at rest

  struct sluice_in before[SLUICE_ADMIT_LATENCY];  // inputs of the last cycle, of the one before it, ...
  bool ready[SLUICE_ADMIT_LATENCY];               // ... and whether the MMU took events in it
  bool counted[SLUICE_ADMIT_LATENCY];             // its dequeue has already been taken off cells
  struct sluice_out last;
  uint64_t cycle, changed_at, unready_at;
  struct stimulus_seen *seen;  // may be NULL
};

void stimulus_init(struct stimulus *s, const struct sluice_dims *dims, uint64_t seed, int scheme,
                   struct stimulus_seen *seen);

// After stimulus_init(): the first set is this one.
void stimulus_begin_with(struct stimulus *s, const uint32_t *regs);

// The inputs of the next cycle, given the outputs after the last one.
void stimulus_next(struct stimulus *s, const struct sluice_out *out, struct sluice_in *in);

// A clock with these inputs, without events, instead.
void stimulus_quiet(struct stimulus *s, const struct sluice_out *out, const struct sluice_in *in);

// A number in 0 .. n-1.
uint32_t stimulus_pick(struct stimulus *s, uint32_t n);

// Counts what the outputs of a cycle show; for the two above.
void stimulus_watch(struct stimulus *s, const struct sluice_out *out);

#endif
