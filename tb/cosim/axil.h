// The host side of a switch's AXI4-Lite slave: an access is held until its answer; the answer is taken in the next
// cycle.
#ifndef AXIL_H
#define AXIL_H

#include "tb/cosim/switch_shim.h"

static inline void axil_write(struct switch_in *in, uint32_t addr, uint32_t value) {
  in->awvalid = in->wvalid = true;
  in->bready = false;
  in->awaddr = (uint16_t)addr;
  in->wdata = value;
  in->wstrb = 15;
}

static inline void axil_read(struct switch_in *in, uint32_t addr) {
  in->arvalid = true;
  in->rready = false;
  in->araddr = (uint16_t)addr;
}

// Ends the access: no access is shown and no answer waits.
static inline void axil_end(struct switch_in *in) {
  in->awvalid = in->wvalid = in->arvalid = false;
  in->bready = in->rready = true;
}

#endif
