// One direction of a wire between two switches: delays whole frames. What happens to a frame on the way is up to the
// caller.
#ifndef WIRE_H
#define WIRE_H

#include "tb/cosim/switch_shim.h"

enum { WIRE_FRAME = 256, WIRE_FRAMES = 64 };

struct wire_frame {
  uint8_t bytes[WIRE_FRAME];
  int n;
  bool bad, copy;
  uint64_t at;  // cycle from which on the frame may leave the wire
};

struct wire {
  struct wire_frame queue[WIRE_FRAMES], in;
  int first, count, sent, gap;
};

// Puts a frame onto the wire.
void wire_put(struct wire *w, const struct wire_frame *f, uint64_t at);

// A port sends a word into the wire. Returns true if w->in is complete; the caller puts it and sets in.n to 0.
bool wire_in(struct wire *w, const struct switch_word *word, int bytes);

// The wire offers a word to its other end, if `to` is free. Frames leave in the order of their due times. Returns the
// frame if the word is its last one, else NULL; valid until the next wire_put().
const struct wire_frame *wire_out(struct wire *w, struct switch_word *to, int bytes, uint64_t now);

#endif
