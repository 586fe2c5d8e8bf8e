// Declarations that the files of rtl_switch share. Internal.
#ifndef NET_RTL_NODE_H
#define NET_RTL_NODE_H

#include "tb/cosim/engine.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/clocked/frame.h"
#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/series.h"

// Frames from a MAC to the switch, each from the cycle in which its first bit arrives.
struct rtl_input {
  struct fifo coming;
  uint32_t at;  // the next byte of the first frame
};

// A frame that a MAC takes from the switch
struct rtl_output {
  struct packet *packet;  // frame being taken, NULL: none
  uint64_t since;         // cycle of the first word of the frame
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
  struct switch_out out;          // outputs of this cycle
  struct engine *mmu;             // model of the MMU in the switch, with the same inputs
  const struct sluice_out *seen;  // outputs of that model
  struct port *port;
  struct level *level[SIDES];  // [port * classes + class] part of the result
  struct rtl_input *from;      // [port]
  struct rtl_output *to;       // [port]
  struct fifo *inside;         // [port] frames that are wholly in the switch and not yet judged
  struct fifo given;           // frames without an admission yet, in the order of the admissions
  struct fifo *queue;          // [port * classes + class] accepted frames
  struct fifo *leaving;        // [port] selected frames that have not left
  uint64_t gate[SLUICE_WORDS];
  const char *fault;  // why the run ends here, NULL: it does not
  int fault_port;
};

// All switches of a network, and data that they share
struct rtl_switches {
  int count;
  const struct switch_shim *shim;
  struct frame_pool frames;
  struct addresses addresses;
  uint32_t *made;  // [flow] number of frames that its host has sent
  struct rtl_node node[];
};

// Ends the run after an impossible event in the switch or in the model of its MMU. port: -1: of no port.
void rtl_fault(struct rtl_node *sw, int port, const char *what);

// One cycle with the inputs sw->in. Returns false if the model of the MMU has other outputs than the RTL.
bool rtl_step(struct rtl_node *sw);

// ---- the MACs of a full switch: frames are words at the rate of the line ----

// The first bit of a frame arrives.
void rtl_arrive(struct rtl_node *sw, struct packet *p);

// Words of this cycle: to the switch, and from it.
void rtl_give(struct rtl_node *sw);
void rtl_take(struct rtl_node *sw);

// The last bit of a frame is out.
void rtl_sent(struct rtl_node *sw, struct port *p);

// ---- the registers of a full switch ----

// Writes the registers of the switch and its MMU, from the scenario. NETWORK_REFUSED: a COMMIT is refused.
enum network_status rtl_configure(struct rtl_node *sw);

#endif
