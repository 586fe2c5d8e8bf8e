// C interface of the Verilated board top.
#ifndef BOARD_H
#define BOARD_H

#ifdef __cplusplus
extern "C" {
#endif

struct board;

// Returns a board after power-up, or NULL if there is no memory. Registers without an initial value have random values.
struct board *board_new(void);
void board_free(struct board *board);

// Runs one cycle with these levels at the sense pins.
void board_clock(struct board *board, unsigned sense);

// The levels of the UART's output and of the LEDs.
int board_tx(const struct board *board);
unsigned board_led(const struct board *board);

#ifdef __cplusplus
}
#endif
#endif
