// The UART of a Verilated board top, and what plants a fault into it.
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "fpga/board.h"

struct line {
  struct board *board;
  uint32_t divider;  // cycles per bit
  bool button, button_low;
  uint64_t cycle, limit;  // a character comes within limit cycles
  bool plant;             // from planted_at on: f over the UART, or the button held for its time
  uint64_t planted_at;
};

void line_wait(struct line *l, uint32_t cycles);

// The next character, or -1: none within the limit, or no stop bit.
int line_receive(struct line *l);

// The fault goes out now.
void line_plant(struct line *l);

#endif
