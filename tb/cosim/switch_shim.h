// The Verilated switch of one variant as a struct of functions, as shim.h for the MMU. Signals are those of
// sluice_switch, split by port where they are vectors of ports; or those of sluice_lossless_switch, whose streams are
// the MACs' and which has no message ports.
#ifndef SWITCH_SHIM_H
#define SWITCH_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/sluice_switch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SWITCH_MAX_PORTS = 16, SWITCH_MAX_BYTES = 32, SWITCH_MAX_CLASSES = 8 };
enum { SWITCH_MACS = 16, LOSSLESS_MACS = 64 };  // entries of the MAC table of the Verilated switches of each kind

struct switch_dims {
  int ports, classes;
  int bytes;  // bytes of a word of a port's stream
  int cell;   // bytes of a cell
  int cells;
  unsigned schemes;
  bool credits;      // ports may use credits
  bool port_limits;  // each port has its own limits
  int line;          // bits that the line of a port carries per cycle
};

// The dims of the model of a switch with this number of entries in its MAC table.
static inline struct sluice_switch_dims switch_model_dims(const struct switch_dims *d, int macs) {
  struct sluice_switch_dims dims;
  dims.ports = d->ports;
  dims.classes = d->classes;
  dims.cell_bytes = d->cell;
  dims.cells = d->cells;
  dims.macs = macs;
  dims.schemes = d->schemes;
  dims.credits = d->credits;
  dims.port_limits = d->port_limits;
  return dims;
}

// Cycles from a write to COMMIT at the MMU until its values are active.
static inline int switch_commit_latency(const struct switch_dims *d) {
  const struct sluice_switch_dims dims = switch_model_dims(d, 1);
  const struct sluice_dims mmu = sluice_switch_mmu_dims(&dims);
  return sluice_commit_latency(&mmu);
}

// A word of a stream
struct switch_word {
  uint8_t data[SWITCH_MAX_BYTES];
  uint32_t keep;
  bool valid, last, user;
};

struct switch_inside;

struct switch_in {
  struct switch_inside *inside;  // lossless: where to write the signals of the inner switch; NULL: nowhere
  bool rst;
  uint16_t link_up;
  struct switch_word in[SWITCH_MAX_PORTS];
  uint16_t out_ready;
  bool tx_ready, rx_valid;  // lossless: ignored, as the next five lines
  uint8_t rx_level;
  uint8_t rx_port, rx_enable;
  uint16_t rx_time[SWITCH_MAX_CLASSES];
  uint16_t word_taken;                               // the word of credits to send is taken; a bit per port
  struct sluice_credit_word word[SWITCH_MAX_PORTS];  // received words of credits
  bool awvalid, wvalid, bready, arvalid, rready;
  uint8_t wstrb;
  uint16_t awaddr, araddr;
  uint32_t wdata;
};

struct switch_out {
  bool ready, irq;
  uint16_t in_ready;
  struct switch_word out[SWITCH_MAX_PORTS];
  bool tx_valid, tx_level;
  uint8_t tx_port, tx_enable;
  uint16_t tx_time[SWITCH_MAX_CLASSES];
  bool bvalid, rvalid;
  uint32_t rdata;
  bool arrive_valid, arrive_copy;
  uint8_t arrive_port, arrive_reason, arrive_class, arrive_egress, arrive_ttl;
  uint16_t arrive_cells;
  bool admission_valid;
  uint8_t admission_port, admission_class, admission_kind;
  bool begin_valid, begin_drop;
  uint8_t begin_port, begin_class;
  bool leave_valid, leave_error;
  uint8_t leave_port, leave_class, leave_egress;
  uint16_t leave_cells;
  uint16_t end_valid;
  uint8_t end_reason[SWITCH_MAX_PORTS], end_class[SWITCH_MAX_PORTS];
  uint64_t gate[2];   // bit p * classes + c
  uint64_t storm[2];  // the same
  uint32_t free, kept;
  // Lossless: valid only with `inside`, as the next three lines, `written` and the last two members
  uint16_t credits;                                  // ports with credits
  uint64_t may_start[2];                             // as gate: the credits suffice
  struct sluice_credit_word word[SWITCH_MAX_PORTS];  // words of credits to send
  // Signals of the cycle that has passed; all other members are the present outputs.
  struct {
    bool write;  // a register of the switch is written
    uint16_t addr;
    uint8_t lossless;    // lossless classes
    uint16_t largest;    // cells of a largest frame
  } written;             // inputs of the credits from the registers
  struct sluice_in mmu;  // inputs of the MMU; without `inside` without those that depend on registers of this cycle
  uint16_t ended;        // mon_end, which depends on tready of the same cycle
  uint8_t ended_reason[SWITCH_MAX_PORTS];
};

struct switch_inside {
  struct switch_in in;  // inputs in the cycle that has passed; without links and registers
  bool levels;          // the control frames carry GFC levels, in the cycle that has passed
  uint16_t in_ready;    // present output
  struct switch_word out[SWITCH_MAX_PORTS];
};

struct switch_shim {
  struct switch_dims dims;
  int macs;               // entries of the MAC table
  void *(*create)(void);  // creates a switch after reset; NULL: out of memory
  void (*destroy)(void *handle);
  void (*step)(void *handle, const struct switch_in *in, struct switch_out *out);  // one cycle
  void (*trace)(void *handle, void *fst,
                const char *scope);  // adds the switch to a trace of shim.h, before it is opened; NULL: built without
  void (*show_clock)(void *handle, int level);  // sets the level of the clock in the next dump; NULL: built without
};

extern const struct switch_shim *const switch_shim_list[];    // ends with NULL
extern const struct switch_shim *const lossless_shim_list[];  // of sluice_lossless_switch; ends with NULL

#ifdef __cplusplus
}
#endif

// ---- AXI4-Lite ----

// The host side of a switch's AXI4-Lite slave: an access is held until its answer; the answer is taken in the next
// cycle.

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
