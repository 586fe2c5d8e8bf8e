// Ethernet frames: lengths in bytes. A frame counts from its destination address to its check sequence.
#ifndef NET_ETHERNET_H
#define NET_ETHERNET_H

#include <stdint.h>

enum {
  MIN_FRAME = 64,          // the shortest frame; also the length of a feedback message
  ETHERNET_OVERHEAD = 20,  // preamble and gap, which a frame takes on the wire besides
};

// The length of the frame that carries a packet of so many bytes: a shorter one is padded.
static inline uint32_t frame_bytes(uint32_t bytes) { return bytes > MIN_FRAME ? bytes : MIN_FRAME; }

#endif
