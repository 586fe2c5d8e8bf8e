// The Verilated switch of one variant behind a struct of functions, as shim.h has it for the MMU. Signals are those of
// sluice_switch, by port where they are vectors of ports; or of sluice_lossless_switch, whose streams are the MACs' and
// which has no messages beside them.
#ifndef SWITCH_SHIM_H
#define SWITCH_SHIM_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SWITCH_MAX_PORTS = 16, SWITCH_MAX_BYTES = 32, SWITCH_MAX_CLASSES = 8 };

struct switch_dims {
  int ports, classes;
  int bytes;  // of a word of a port's stream
  int cell;   // bytes
  int cells;
  unsigned schemes;
};

// A word of a stream
struct switch_word {
  uint8_t data[SWITCH_MAX_BYTES];
  uint32_t keep;
  bool valid, last, user;
};

struct switch_inside;

struct switch_in {
  struct switch_inside *inside;  // lossless: where to put what the switch inside sees; NULL: nowhere
  uint16_t link_up;
  struct switch_word in[SWITCH_MAX_PORTS];
  uint16_t out_ready;
  bool tx_ready, rx_valid, rx_level;  // lossless: not looked at
  uint8_t rx_port, rx_enable;
  uint16_t rx_time[SWITCH_MAX_CLASSES];
  bool awvalid, wvalid, bready, arvalid, rready;
  uint8_t wstrb;
  uint16_t awaddr, araddr;
  uint32_t wdata;
};

struct switch_out {
  bool ready;
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
  uint64_t gate[2];  // bit p * classes + c
  uint32_t free, kept;
  // Of the cycle that has passed; all else is what shows now. Lossless: the last two only with inside.
  struct sluice_in mmu;  // what the MMU inside was given; without inside: unless that is from registers of this cycle
  uint16_t ended;        // mon_end, which follows tready in its cycle
  uint8_t ended_reason[SWITCH_MAX_PORTS];
};

struct switch_inside {
  struct switch_in in;  // of the cycle that has passed; without links and registers
  bool levels;          // likewise: the control frames carry GFC levels
  uint16_t in_ready;    // shows now
  struct switch_word out[SWITCH_MAX_PORTS];
};

struct switch_shim {
  struct switch_dims dims;
  void *(*create)(void);  // after reset; NULL: no memory
  void (*destroy)(void *handle);
  void (*step)(void *handle, const struct switch_in *in, struct switch_out *out);  // a clock
  void (*trace)(void *handle, void *fst, const char *scope);  // to a trace of shim.h, before it is opened; NULL: none
  void (*show_clock)(void *handle, int level);                // in the next dump; NULL: not there
};

extern const struct switch_shim *const switch_shim_list[];    // ends with NULL
extern const struct switch_shim *const lossless_shim_list[];  // of sluice_lossless_switch, likewise

#ifdef __cplusplus
}
#endif

#endif
