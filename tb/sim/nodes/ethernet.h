// Ethernet frames: lengths in bytes, from the destination address to the check sequence.
#ifndef NET_ETHERNET_H
#define NET_ETHERNET_H

#include <stdint.h>

enum {
  MIN_FRAME = 64,          // the shortest frame; also the length of a feedback message
  FCS_BYTES = 4,           // the check sequence
  ETHERNET_OVERHEAD = 20,  // preamble and gap, which a frame takes on the wire in addition
};

// The length of the frame of a packet of `bytes` bytes; a short frame is padded.
static inline uint32_t frame_bytes(uint32_t bytes) { return bytes > MIN_FRAME ? bytes : MIN_FRAME; }

// ---- the content of a feedback message, for all engines ----

struct pause {
  uint16_t time[8];  // quanta, 0 resumes; GFC: the level
  uint8_t level;     // other than 0: a port-level message, whose time is time[0]
  uint8_t enable;    // classes whose time is valid
};

#endif
