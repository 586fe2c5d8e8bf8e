#include "fpga/board.h"

#include <new>

#include "Vselftest.h"
#include "verilated.h"

struct board {
  VerilatedContext context;
  Vselftest *model;
};

double sc_time_stamp() { return 0; }

extern "C" {

struct board *board_new(void) {
  board *b = new (std::nothrow) board;
  if (b == nullptr) return nullptr;
  b->context.threads(1);    // without this call, Verilator starts a pool of threads
  b->context.randReset(2);  // registers without an initial value are random
  b->context.randSeed(1);
  b->model = new (std::nothrow) Vselftest(&b->context, "");
  if (b->model == nullptr) {
    delete b;
    return nullptr;
  }
  b->model->locked = 1;
  return b;
}

void board_free(struct board *b) {
  delete b->model;
  delete b;
}

void board_clock(struct board *b, unsigned sense) {
  b->model->sense = static_cast<CData>(sense);
  b->model->clk = 0;
  b->model->eval();
  b->model->clk = 1;
  b->model->eval();
}

int board_tx(const struct board *b) { return b->model->tx; }

unsigned board_led(const struct board *b) { return b->model->led; }
}
