// Frames as the standards and docs/hardware/mac-control.md have them, written apart from the model: byte by byte, with
// what a receiver is to make of them; and the two ends of an AXI4-Stream.
#ifndef FRAME_FRAMES_H
#define FRAME_FRAMES_H

#include "cmodel/frame/sluice_frame.h"

enum { FRAME_BYTES = 320 };
#define NEIGHBOUR 0x020000000099u  // a source address of other machines

// Times by priority and of the port level.
struct said {
  uint8_t enable;
  bool port;
  uint16_t time[8], port_time;
};

struct frame {
  int length;
  bool bad;
  uint8_t bytes[FRAME_BYTES];
};

void frame_pfc(struct frame *f, uint64_t to, const struct said *said);
void frame_pause(struct frame *f, uint64_t to, uint16_t quanta);
void frame_native(struct frame *f, uint64_t to, uint32_t identifier, int flags, const struct said *said);
// Type and first bytes of its payload, the rest is a pattern of seed.
void frame_other(struct frame *f, uint64_t to, uint16_t type, uint16_t opcode, int length, uint32_t seed);

// What a control frame on the wire says; opcode 0: it is not one. Fails the test where a frame of the sender is not as
// it must be.
uint16_t frame_read(const struct frame *f, uint64_t from, struct said *said, bool *levels);

// The sending end. A beat that is shown stays until it is taken.
struct source {
  struct frame frame;
  bool busy, shown;
  int at;
};
void source_start(struct source *s, const struct frame *f);
struct sluice_beat source_beat(struct source *s, int bytes, bool go);
bool source_taken(struct source *s, const struct sluice_beat *beat, bool ready, int bytes);  // true: that was its last

// The receiving end: true when the frame is whole.
struct sink {
  struct frame frame;
  bool begun;
};
bool sink_take(struct sink *s, const struct sluice_beat *beat, bool ready);

#endif
