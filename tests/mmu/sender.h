// An MMU that sends pauses, and one that hears them. The sender is DSH with thresholds of 0: a queue and its port are
// off while they hold a cell.
#ifndef SENDER_H
#define SENDER_H

#include "tests/mmu/pair.h"
#include "tests/mmu/stimulus.h"

enum {
  SENDER_DIMS = 2,
  BITS_PER_QUANTUM = 512 * 16,  // in sixteenths, as QUANTA_STEP
  HISTORY = 4,                  // cycles that a message may lag behind the states, and one
  IN_FLIGHT = 2,                // messages that are chosen before a state changes
  SETTLED = 16,                 // cycles from an event to its state, and more
};

extern const struct sluice_dims sender_dims[SENDER_DIMS];

// Pairs of register and value, ended by COMMIT, whose cycles are not waited for.
void sender_write(struct pair *e, const uint32_t (*regs)[2]);

// The registers of the sender, with such changes, in use.
void sender_configure(struct pair *e, const uint32_t (*changes)[2]);

// The bit of a queue in a vector of all.
bool sender_bit(const uint64_t *vector, const struct sluice_dims *d, int port, int cls);

struct sender {
  struct pair e;
  const struct sluice_dims *d;
  struct stimulus random;
  uint64_t cycle, came[4][8];  // 0: the queue is empty
  uint64_t queues[HISTORY];    // states of the last cycles, the latest first
  uint64_t ports[HISTORY];
  uint64_t since[2][4];   // clock of the first change of a port's queues, or of itself, not yet sent; 0: none
  uint32_t others[2][4];  // messages taken since then
  uint64_t taken[2];      // queue-level and port-level messages
  uint32_t rate;          // one cycle in so many takes a message
  bool busy, native;      // events go on; the mode of all messages
};

// test: that repeats it. run: from which dims and random numbers follow.
void sender_start(struct sender *s, const char *test, int run, bool native);

// A cell comes to an empty queue now and then, and stays for a while.
void sender_events(struct sender *s, struct sluice_in *in, uint32_t classes, uint32_t stay);

// One cycle of it; what it says in the inputs of `to`, if anything is taken.
void sender_clock(struct sender *s, struct sluice_in *in, struct sluice_in *to);

// The sender and its upstream.
struct joined {
  struct sender s;
  struct pair upstream;
  struct sluice_in message;  // on its way
};

void joined_start(struct joined *j, const char *test, int run, bool native);
void joined_clock(struct joined *j, struct sluice_in *in);
void joined_free(struct joined *j);

// Fails the test where the upstream does not hold what the sender has off; exactly: or holds anything else.
void joined_must_hold(const struct joined *j, uint8_t lossless, bool exactly, const char *when);

#endif
