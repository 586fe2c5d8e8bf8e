// Frames: packets as bytes, without preamble and check sequence. A data frame is tagged 802.1Q with its class as
// priority, and IPv4; its payload begins with a mark that says which packet it is, and the rest of it follows from
// that.
#ifndef NET_FRAME_H
#define NET_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/clocked/packet.h"

enum {
  FRAME_CHECK = 4,   // bytes of the check sequence, which the MAC adds and takes away
  FRAME_LEAST = 60,  // bytes
};

struct frame {
  struct frame *next;  // that is free
  struct frame *made;  // before this one
  uint32_t length;
  uint32_t ready;  // bytes that have left the switch that sends it; of a host's: all
  uint8_t byte[];
};

// A pool of frames of up to so many bytes.
struct frame_pool {
  uint32_t most;
  struct frame *free, *all;
};

struct frame *frame_new(struct frame_pool *pool);  // NULL: out of memory
void frame_free(struct frame_pool *pool, struct frame *f);
void frame_pool_free(struct frame_pool *pool);

// What a data frame says.
struct frame_mark {
  uint32_t flow, number;  // of the packet in its flow
  uint64_t born;
};

// Of a packet, with its class and life; to, from: 48-bit addresses.
void frame_fill(struct frame *f, const struct packet *p, const struct frame_mark *mark, uint64_t to, uint64_t from);

// As it is after a router: a life less, the header's checksum anew.
void frame_routed(struct frame *f);

// The mark of a frame whose bytes are all as frame_fill() and frame_routed() left them; false: they are not.
bool frame_read(const struct frame *f, struct frame_mark *mark);

// Is the frame that begins with these bytes, 6 or more, a MAC control frame?
bool frame_is_control(const uint8_t *bytes);

// What a MAC control frame says to a host with one class per priority: up to two messages. Returns how many.
int frame_messages(const struct frame *f, bool levels, struct pause message[2]);

#endif
