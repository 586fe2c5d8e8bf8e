// Frames of the full switches: their addresses and their bytes.
#ifndef NET_FRAME_H
#define NET_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/clocked/packet.h"
#include "tb/sim/scenario/scenario.h"

// Destination addresses for the frames of a flow, with which the switches' MAC tables forward them along the flow's
// route. A host has one address as long as all flows to it leave each switch by the same port; else it has several.

struct addresses {
  int count;
  uint64_t *of_flow;  // [flow]
  uint64_t *address;  // [count], 48 bits
  int8_t *port;       // [count * switches + switch] egress port, -1: no frames with this address
};

// Assigns the addresses. Returns 0, ENOMEM, or ELOOP: flow *which leaves a switch by two ports.
int addresses_new(struct addresses *a, const struct scenario *s, int *which);
void addresses_free(struct addresses *a);

uint64_t addresses_host(int host);          // source address of host number `host`
uint64_t addresses_port(int sw, int port);  // address of a switch's port
int addresses_in(const struct addresses *a, const struct scenario *s,
                 int sw);  // number of MAC table entries that a switch needs

// Frames: packets as bytes, without preamble and check sequence. A data frame has an 802.1Q tag with the class as
// priority, and an IPv4 header. Its payload begins with a mark that identifies the packet; the other bytes are computed
// from the mark.

enum {
  FRAME_CHECK = 4,   // bytes of the check sequence, which the MAC adds and removes
  FRAME_LEAST = 60,  // bytes of the shortest frame
};

struct frame {
  struct frame *next;  // next free frame
  struct frame *made;  // the frame allocated before this one
  uint32_t length;
  uint32_t ready;  // bytes that have left the sending switch; for a host's frame: all
  uint8_t byte[];
};

// A pool of frames of up to `most` bytes
struct frame_pool {
  uint32_t most;
  struct frame *free, *all;
};

struct frame *frame_new(struct frame_pool *pool);  // NULL: out of memory
void frame_free(struct frame_pool *pool, struct frame *f);
void frame_pool_free(struct frame_pool *pool);

// The mark of a data frame.
struct frame_mark {
  uint32_t flow, number;  // number: of the packet in its flow
  uint64_t born;
};

// Writes the frame of a packet, with its class and TTL; to, from: 48-bit addresses.
void frame_fill(struct frame *f, const struct packet *p, const struct frame_mark *mark, uint64_t to, uint64_t from);

// Changes a frame as a router does: decrements the TTL, and updates the header checksum.
void frame_routed(struct frame *f);

// Reads the mark. Returns false unless all bytes are as frame_fill() and frame_routed() wrote them.
bool frame_read(const struct frame *f, struct frame_mark *mark);

// Whether the frame that begins with these bytes (6 or more) is a MAC control frame.
bool frame_is_control(const uint8_t *bytes);

// The messages of a MAC control frame to a host with one class per priority. Returns their number, at most two.
int frame_messages(const struct frame *f, bool levels, struct pause message[2]);

#endif
