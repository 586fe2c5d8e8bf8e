// The Verilated board top seen from C.
#ifndef BOARD_H
#define BOARD_H

#ifdef __cplusplus
extern "C" {
#endif

struct board;

// A board that has just been powered up; registers without an initial value start at random. NULL: out of memory.
struct board *board_new(void);
void board_free(struct board *board);

// One cycle with these levels at the sense pins.
void board_clock(struct board *board, unsigned sense);

int board_tx(const struct board *board);
unsigned board_led(const struct board *board);

#ifdef __cplusplus
}
#endif
#endif
