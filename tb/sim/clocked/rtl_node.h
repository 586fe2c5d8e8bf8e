// Inside of rtl_switch.h: what its files share.
#ifndef NET_RTL_NODE_H
#define NET_RTL_NODE_H

#include "tb/cosim/switch_shim.h"
#include "tb/sim/clocked/addresses.h"
#include "tb/sim/clocked/frame.h"
#include "tb/sim/clocked/port.h"

// What a MAC brings to the switch: frames, each from the clock in which its first bit arrives.
struct rtl_input {
  struct fifo coming;
  uint32_t at;  // the next byte of the first one
};

// What a MAC takes from it.
struct rtl_output {
  struct packet *packet;  // being taken, NULL: none
  uint64_t since;         // the clock of its first word
  uint32_t at;            // the next byte
};

struct node_rtl {
  void *rtl;
  struct switch_in in;
  struct switch_out out;          // of this clock
  struct engine *mmu;             // the model of the MMU inside, which is given what that is given
  const struct sluice_out *seen;  // its outputs
  struct port *port;
  struct level *level[SIDES];  // [port * classes + class], the result's
  struct rtl_input *from;      // [port]
  struct rtl_output *to;       // [port]
  struct fifo *whole;          // [port], in the switch, not yet judged
  struct fifo judged;          // without a verdict yet, in the order of the verdicts
  struct fifo *queue;          // [port * classes + class], accepted
  struct fifo *leaving;        // [port], chosen, not yet seen to leave
  uint64_t gate[SLUICE_WORDS];
  const char *fault;  // why the run has ended here, NULL: it has not
  int fault_port;
};

// All of them, and what they share.
struct rtl_switches {
  const struct switch_shim *shim;
  struct frame_pool frames;
  struct addresses addresses;
  uint32_t *made;  // [flow] frames, by its host
  struct node_rtl node[];
};

// Ends the run: what the switch, or the model of its MMU, does cannot be. port: -1 where it is of none.
void rtl_fault(struct network *n, int i, int port, const char *what);

// One clock: sw->in, then the edge. False: the model of the MMU inside says otherwise.
bool rtl_step(struct network *n, int i);

#endif
