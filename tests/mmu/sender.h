// An MMU that sends pause messages, and the upstream MMU that receives them. The sender runs DSH with thresholds of 0:
// a queue and its port are off while they hold a cell.
#ifndef SENDER_H
#define SENDER_H

#include "tests/mmu/pair.h"
#include "tests/mmu/stimulus.h"

enum {
  SENDER_DIMS = 2,
  BITS_PER_QUANTUM = 512 * 16,  // in sixteenths, as QUANTA_STEP
  HISTORY = 4,                  // a message shows the states of one of so many last cycles
  IN_FLIGHT = 2,                // most messages that were chosen before a state changed and are sent after the change
  SETTLED = 16,                 // upper bound of the cycles from an event to its state
};

extern const struct sluice_dims sender_dims[SENDER_DIMS];

// Writes pairs of register and value, which end with COMMIT, and the COMMIT. Does not wait for the commit.
void sender_write(struct pair *e, const uint32_t (*regs)[2]);

// Configures the sender's registers with these changes, and waits for the commit.
void sender_configure(struct pair *e, const uint32_t (*changes)[2]);

// The bit of queue (port, cls) in a vector with one bit per queue.
bool sender_bit(const uint64_t *vector, const struct sluice_dims *d, int port, int cls);

struct sender {
  struct pair e;
  const struct sluice_dims *d;
  struct stimulus random;
  uint64_t cycle, arrived[4][8];  // current cycle; arrival of the queue's cell, 0: the queue is empty
  uint64_t queues[HISTORY];       // states of the last cycles, the latest first
  uint64_t ports[HISTORY];
  uint64_t since[2][4];   // cycle of the first unsent change of a port's queues [0], of the port's state [1]; 0: none
  uint32_t others[2][4];  // messages taken since then
  uint64_t taken[2];      // queue-level and port-level messages
  uint32_t rate;          // on average, one cycle in so many has tx_ready
  bool busy, native;      // cells still arrive; the mode of all messages
};

// test: the command that repeats the test. run: selects the dims and the seed.
void sender_start(struct sender *s, const char *test, int run, bool native);

// Sets random events: a cell arrives at an empty queue, or leaves its queue after least_stay cycles or later.
void sender_events(struct sender *s, struct sluice_in *in, uint32_t classes, uint32_t least_stay);

// Steps the sender. A message that is taken becomes the rx inputs of `to`, unless that is NULL.
void sender_clock(struct sender *s, struct sluice_in *in, struct sluice_in *to);

// The sender and its upstream.
struct joined {
  struct sender s;
  struct pair upstream;
  struct sluice_in message;  // message in flight, an input of the upstream in the next cycle
};

void joined_start(struct joined *j, const char *test, int run, bool native);
void joined_clock(struct joined *j, struct sluice_in *in);
void joined_free(struct joined *j);

// Fails the test if the upstream does not hold the gate of a lossless class that is off at the sender.
// exactly: also if it holds any other gate.
void joined_must_hold(const struct joined *j, uint8_t lossless, bool exactly, const char *when);

#endif
