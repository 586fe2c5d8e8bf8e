// Random numbers, and random frames from a MAC: data frames with lengths and types near those of control frames, and
// control frames with every set of faults.
#ifndef FRAME_DRAW_H
#define FRAME_DRAW_H

#include "tests/frame/frames.h"

// Faults of a received control frame.
enum { FAULT_BAD = 1, FAULT_SHORT = 2, FAULT_OPCODE = 4, FAULT_ADDRESS = 8, FAULT_KIND = 16, FAULTS = 32 };

void draw_start(uint64_t seed);
uint32_t draw_below(uint32_t n);  // 0 .. n - 1
uint16_t draw_time(void);         // often 0, 1 or the largest one
struct pause_times draw_times(void);

// A data frame, or one of type 0x8808 that is too short to show its type.
void draw_data(struct frame *f, uint64_t to);

// A word of credits for one of so many channels.
struct sluice_credit_word draw_word(int channels);

// A control frame with the times s, which then has those, or the word of credits, that a valid frame sets. channels: of
// credits; 0: the port does not use credits. Returns its faults.
int draw_control(struct frame *f, uint64_t to, bool levels, int channels, struct pause_times *s);

#endif
