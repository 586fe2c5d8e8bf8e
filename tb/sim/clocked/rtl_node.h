// Inside of rtl_switch.h: what its files share.
#ifndef NET_RTL_NODE_H
#define NET_RTL_NODE_H

#include "tb/cosim/engine.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/clocked/addresses.h"
#include "tb/sim/clocked/frame.h"
#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/series.h"

// What a MAC brings to the switch: frames, each from the cycle in which its first bit arrives.
struct rtl_input {
  struct fifo coming;
  uint32_t at;  // the next byte of the first one
};

// What a MAC takes from it.
struct rtl_output {
  struct packet *packet;  // being taken, NULL: none
  uint64_t since;         // the cycle of its first word
  uint32_t at;            // the next byte
};

struct rtl_node {
  struct network *n;
  struct links *links;
  struct series *series;
  struct rtl_switches *all;
  int number;
  void *rtl;
  struct switch_in in;
  struct switch_out out;          // of this cycle
  struct engine *mmu;             // the model of the MMU inside, which is given what that is given
  const struct sluice_out *seen;  // its outputs
  struct port *port;
  struct level *level[SIDES];  // [port * classes + class], the result's
  struct rtl_input *from;      // [port]
  struct rtl_output *to;       // [port]
  struct fifo *inside;         // [port], wholly in the switch, not yet looked at
  struct fifo given;           // without an admission yet, in the order of the admissions
  struct fifo *queue;          // [port * classes + class], accepted
  struct fifo *leaving;        // [port], chosen, not yet seen to leave
  uint64_t gate[SLUICE_WORDS];
  const char *fault;  // why the run has ended here, NULL: it has not
  int fault_port;
};

// All switches of a network, and what they share.
struct rtl_switches {
  int count;
  const struct switch_shim *shim;
  struct frame_pool frames;
  struct addresses addresses;
  uint32_t *made;  // [flow] frames, by its host
  struct rtl_node node[];
};

// Ends the run: what the switch, or the model of its MMU, does cannot be. port: -1 where it is of none.
void rtl_fault(struct rtl_node *sw, int port, const char *what);

// One cycle: sw->in, then the edge. False: the model of the MMU inside has other outputs.
bool rtl_step(struct rtl_node *sw);

#endif
