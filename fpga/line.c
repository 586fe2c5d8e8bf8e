#include "fpga/line.h"

// Returns the levels at the sense pins. The UART is 1 when it is idle. A fault is planted by one letter f, or by
// pressing the button for the time of a letter.
static unsigned sense(const struct line *l) {
  unsigned level = 1u | (l->button && l->button_low ? 2u : 0);
  uint64_t bit = (l->cycle - l->planted_at) / l->divider;
  if (!l->plant || bit > 9) return level;
  if (l->button) return level ^ 2u;
  unsigned frame = 1u << 9 | (unsigned)'f' << 1;
  return frame >> bit & 1;
}

void line_wait(struct line *l, uint32_t cycles) {
  for (uint32_t i = 0; i < cycles; i++, l->cycle++) board_clock(l->board, sense(l));
}

int line_receive(struct line *l) {
  for (uint64_t since = l->cycle; board_tx(l->board); line_wait(l, 1))
    if (l->cycle - since > l->limit) return -1;
  int value = 0;
  line_wait(l, l->divider / 2);
  for (int bit = 0; bit < 8; bit++) {
    line_wait(l, l->divider);
    value |= board_tx(l->board) << bit;
  }
  line_wait(l, l->divider);
  return board_tx(l->board) ? value : -1;
}

void line_plant(struct line *l) {
  l->plant = true;
  l->planted_at = l->cycle;
}
