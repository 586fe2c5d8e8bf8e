// Frames by the standards and docs/hardware/mac-control.md, written byte by byte without the model, with the pause
// times that a receiver must read. The two ends of an AXI4-Stream.
#ifndef FRAME_FRAMES_H
#define FRAME_FRAMES_H

#include "cmodel/frame/sluice_frame.h"

enum { FRAME_BYTES = 320 };
#define NEIGHBOUR 0x020000000099u  // source address of another machine

// Pause times of priorities and of the port.
struct pause_times {
  uint8_t enable;
  bool port, pause;  // native port level; PAUSE, received
  uint16_t time[8], port_time, pause_time;
  struct sluice_credit_word word;  // of a frame of credits
};

struct frame {
  int length;
  bool bad;
  uint8_t bytes[FRAME_BYTES];
};

void frame_pfc(struct frame *f, uint64_t to, const struct pause_times *times);
void frame_pause(struct frame *f, uint64_t to, uint16_t quanta);
void frame_native(struct frame *f, uint64_t to, uint32_t identifier, int flags, const struct pause_times *times);
void frame_credits(struct frame *f, uint64_t to, uint32_t identifier, const struct sluice_credit_word *word);

// The word of credits in the first FRAME_WORD_BYTES of a frame, not valid if it is another frame.
enum { FRAME_WORD_BYTES = 26 };
struct sluice_credit_word frame_word(const uint8_t *bytes);
// Type and first bytes of the payload are given; the rest is a pattern of seed.
void frame_other(struct frame *f, uint64_t to, uint16_t type, uint16_t opcode, int length, uint32_t seed);

// Reads a control frame on the wire. Returns its opcode, or 0 for other frames. Fails the test if a frame of the sender
// is malformed.
uint16_t frame_read(const struct frame *f, uint64_t from, struct pause_times *times, bool *levels);

// The kind of a received frame, by the table of docs/hardware/mac-control.md, "Receiving"; -1: a data frame. channels:
// of credits; 0: the port does not use credits.
int frame_kind(const uint8_t *bytes, int length, bool bad, uint64_t own, bool levels, int channels);

// The sending end. An offered beat stays until it is taken. Bytes of a beat behind the last one of its frame, which a
// receiver must ignore, are those that f->bytes has there.
struct source {
  struct frame frame;
  bool busy, shown;
  int at;
};
void source_start(struct source *s, const struct frame *f);
struct sluice_beat source_beat(struct source *s, int bytes, bool go);
bool source_taken(struct source *s, const struct sluice_beat *beat, bool ready, int bytes);  // true: last beat

// The receiving end. Returns true when the frame is complete.
struct sink {
  struct frame frame;
  bool begun;
};
bool sink_take(struct sink *s, const struct sluice_beat *beat, bool ready);

#endif
