// The host's side of a switch's AXI4-Lite slave: an access is shown until it is answered; the cycle after takes the
// answer.
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

// No access, and no answer waits.
static inline void axil_end(struct switch_in *in) {
  in->awvalid = in->wvalid = in->arvalid = false;
  in->bready = in->rready = true;
}

#endif
