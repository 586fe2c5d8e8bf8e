// Buffer dependencies: packets that wait for one channel can pause another one.
//
// A channel is one class on a lane, if a flow uses it. A switch pauses the channel of a packet's class while the packet
// waits: a dependency. Under DSH the switch may pause the whole port, so every lossless class on the incoming lane
// depends on the packet's outgoing channel. Nothing depends on a packet of a lossy class, because it pauses nothing.
#ifndef NET_DEPENDENCIES_H
#define NET_DEPENDENCIES_H

#include "tb/sim/scenario/scenario.h"

struct channel {
  int lane, cls;
  int first, last;  // its dependencies, the first and the last; -1: none
};

// Packets that wait for `to` can pause `from`.
struct dependency {
  int from, to;
  int next;  // next dependency of the same `from`, in the order of the flows; -1: none
};

struct dependencies {
  const struct scenario *s;
  int channels, count;
  struct channel *channel;
  struct dependency *item;
  int *number;  // [lane * SLUICE_MAX_CLASSES + class] number of the channel plus 1; 0: none yet
};

// Returns 0 or ENOMEM. Call dependencies_free() in any case.
int dependencies_new(struct dependencies *d, const struct scenario *s);
void dependencies_free(struct dependencies *d);

// Each finds or adds one, and returns its number; -1: out of memory.
int dependencies_channel(struct dependencies *d, int lane, int cls);
int dependencies_item(struct dependencies *d, int from, int to);

// Whether packets of that channel and class pause it.
bool dependencies_lossless(const struct dependencies *d, int channel, int cls);

// Add the channels between switches and the dependencies of all flows, and those of the packets back to their senders.
// Return 0 or ENOMEM.
int dependencies_of_flows(struct dependencies *d);
int dependencies_of_answers(struct dependencies *d);

// Adds the dependencies by pauses of whole ports. Returns 0 or ENOMEM.
int dependencies_of_ports(struct dependencies *d);

// An elementary cycle: a cyclic buffer dependency
struct cycle {
  int length;
  int *channel;
};

struct cycles {
  struct cycle *cycle;
  int count;
  bool any;  // there is a cycle
  bool all;  // `cycle` has all cycles
};

// Finds up to `most` cycles. Returns 0 or ENOMEM. Call cycles_free() in any case.
int cycles_find(const struct dependencies *d, int most, struct cycles *c);
void cycles_free(struct cycles *c);

#endif
