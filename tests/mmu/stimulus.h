// Random stimulus for one MMU: phases of traffic, pause messages, and legal and illegal register sets, changed at run
// time. Counts the cells of every queue, so that most dequeues are legal. The same seed and the same outputs give the
// same inputs.
#ifndef STIMULUS_H
#define STIMULUS_H

#include "cmodel/sluice.h"

enum { STIMULUS_QUEUES = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES, STIMULUS_STATS = SLUICE_STATISTICS };

// How often each situation was seen at the outputs. test_lockstep requires a minimum of each.
struct stimulus_seen {
  uint64_t admission[SLUICE_DROPPED + 1], reason[SLUICE_BUSY + 1], scheme[SLUICE_SCHEMES];
  uint64_t deq_errors, queue_off, queue_on, port_off, port_on;
  uint64_t holds, linear_levels, stages[SLUICE_MAX_STAGES + 1];
  uint64_t expiries, refreshes, port_messages, pauses, resumes;
  uint64_t limits_taken, limits_busy;  // commits of structural limits of ports, while other ports held cells
  uint64_t at_port;                    // reads of a STATUS that names a port
  uint64_t reads[64];                  // reads of a register that returned a value other than 0
  uint64_t stat[STIMULUS_STATS];       // reads of a statistic that returned a value other than 0
};

struct stimulus_phase {
  uint32_t left;                                   // cycles
  uint32_t enq, deq, snd, rx, ready, stat, stray;  // probabilities, of 1024
  int port, cls;                                   // port and class of the events; -1: any
  uint32_t size;                                   // largest packet, in cells
  bool follow;                                     // dequeue the packet that was just enqueued
  bool settle;                                     // no events
  bool noise;                                      // random bits on inputs that are not valid, else 0
};

struct stimulus {
  uint64_t rng;
  struct sluice_dims dims;
  struct stimulus_phase phase;
  uint32_t regs[SLUICE_REGS];                            // the register set planned last
  struct sluice_port_registers ports[SLUICE_MAX_PORTS];  // PORT_LIMITS: its limits of the ports
  uint32_t size;                                         // one cell more than MAX_PACKET
  bool spaced;  // may be set after stimulus_init(): the events are spaced, mostly one under way

  uint32_t writes[2 * SLUICE_REGS + 8 + SLUICE_MAX_PORTS * (SLUICE_LIMITS + 2)][2];  // planned: address and value
  int write_at, write_end;
  bool limits_change;     // they write a structural limit of a port, and no structural register
  uint64_t commit_until;  // cycle whose outputs show the result of the last COMMIT

  int64_t cells[STIMULUS_QUEUES];                                 // by port * 8 + class
  int full[STIMULUS_QUEUES], place[STIMULUS_QUEUES], full_count;  // queues that hold cells, and their places in full

  uint64_t commit_from;  // first cycle in which COMMIT may be written, as the MMU is at rest

  struct sluice_in before[SLUICE_ADMIT_LATENCY];  // inputs of the last cycles, newest first
  bool ready[SLUICE_ADMIT_LATENCY];               // whether the MMU took events in those cycles
  bool counted[SLUICE_ADMIT_LATENCY];             // their dequeues are already subtracted from cells
  struct sluice_out last;
  uint64_t cycle, changed_at, unready_at;
  struct stimulus_seen *seen;  // may be NULL
};

void stimulus_init(struct stimulus *s, const struct sluice_dims *dims, uint64_t seed, int scheme,
                   struct stimulus_seen *seen);

// Call after stimulus_init(): replaces the first register set.
void stimulus_begin_with(struct stimulus *s, const uint32_t *regs);

// The inputs of the next cycle, given the outputs after the last one.
void stimulus_next(struct stimulus *s, const struct sluice_out *out, struct sluice_in *in);

// Instead of stimulus_next(): accounts for a cycle with these inputs, which have no events.
void stimulus_quiet(struct stimulus *s, const struct sluice_out *out, const struct sluice_in *in);

// A number in 0 .. n-1.
uint32_t stimulus_pick(struct stimulus *s, uint32_t n);

// Counts the situations that the outputs of a cycle show. stimulus_next() and stimulus_quiet() call it.
void stimulus_watch(struct stimulus *s, const struct sluice_out *out);

#endif
