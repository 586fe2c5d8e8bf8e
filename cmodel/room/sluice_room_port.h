// Time-based GFC of an MMU in C, equal to rtl/room in every output in every cycle [spec 12]. There is one struct and
// one step per RTL module; the rules are in cmodel/rules/sluice_gfc.h. The functions allocate nothing; only
// sluice_room_port_init() can fail.
#ifndef SLUICE_ROOM_PORT_H
#define SLUICE_ROOM_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/rules/sluice_config.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SLUICE_ROOM_RX_LATENCY = 5 };  // cycles from a word to its level

// Parameters of sluice_room_port.
struct sluice_room_dims {
  int ports, classes;   // NP, NC
  int bits;             // W, of a cell counter
  int period_bits;      // TB
  bool staged, linear;  // maps that are built
};

struct sluice_room_word {
  bool valid;
  uint8_t port, cls;
  uint16_t value;  // room in cells, or the level
};

// The inputs of a cycle.
struct sluice_room_in {
  const struct sluice_config *config;  // scheme GFC or GFC-linear, lossless, stages; constant after reset
  uint32_t period;                     // cycles; 0: no reports
  uint32_t read_cells;                 // q of the queue of the last cycle with read_enable
  bool tx_ready;
  struct sluice_room_word rx;
};

// The outputs of the same cycle.
struct sluice_room_out {
  bool read_enable;
  uint8_t read_port, read_class;
  struct sluice_room_word tx, level;
};

struct sluice_room_tx {
  uint32_t elapsed;
  bool scans, due;  // a round is under way; another one follows it
  uint8_t port, cls;
  struct sluice_room_word read, word;  // the queue that is read, without a room; the word that waits
};
void sluice_room_tx_step(struct sluice_room_tx *tx, const struct sluice_room_dims *d, const struct sluice_room_in *in);

struct sluice_room_rx {
  struct sluice_room_word level[SLUICE_ROOM_RX_LATENCY];  // the oldest one is the last
};
void sluice_room_rx_step(struct sluice_room_rx *rx, const struct sluice_room_in *in);

struct sluice_room_port {
  struct sluice_room_dims dims;
  struct sluice_room_tx tx;
  struct sluice_room_rx rx;
};

// Resets p. Returns 0, or EINVAL for parameters that the RTL refuses.
int sluice_room_port_init(struct sluice_room_port *p, const struct sluice_room_dims *dims);
// One cycle: computes the outputs of this cycle, then applies the clock edge.
void sluice_room_port_step(struct sluice_room_port *p, const struct sluice_room_in *in, struct sluice_room_out *out);

#ifdef __cplusplus
}
#endif

#endif
