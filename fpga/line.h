// The UART and the button of a Verilated board top.
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "fpga/board.h"

struct line {
  struct board *board;
  uint32_t divider;  // cycles per bit
  bool button, button_low;
  uint64_t cycle, limit;  // cycles so far; most cycles to wait for a character
  bool plant;             // from planted_at on: f over the UART, or the button pressed for the time of a letter
  uint64_t planted_at;
};

// Runs the board for some cycles.
void line_wait(struct line *l, uint32_t cycles);

// Returns the next character, or -1 if there is none within the limit, or if it has no stop bit.
int line_receive(struct line *l);

// Begins to plant a fault.
void line_plant(struct line *l);

#endif
