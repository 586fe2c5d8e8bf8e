// Messages to the upstreams: which port is served next, and what its message says when it is shown. Internal.
#ifndef SLUICE_PAUSE_TX_H
#define SLUICE_PAUSE_TX_H

#include "cmodel/clocked/sluice_pause_state.h"
#include "cmodel/clocked/sluice_refresh.h"

struct sluice_pause_tx {
  bool restarted, was_native;          // a commit has just become active; the mode before it
  uint64_t marked_queue, marked_port;  // a bit per port: a message of classes, of the port, is to be sent
  uint64_t port_next;                  // a bit per port: of its two messages the port's is next
  uint64_t list;                       // ports that are served, from the lowest on
  struct {                             // the message after the one shown
    bool valid, level, port_counts;
    uint8_t port;
  } next;
  bool waits;                              // the message shown was not taken: it follows the states
  bool port_counts;                        // it depends on the port's state
  uint16_t level[SLUICE_MAX_CLASSES + 1];  // the states that it carries; the last is free
  bool all_off;
  uint8_t stated;                       // classes that have ever been lossless
  uint64_t level_active[SLUICE_WORDS];  // a bit per queue whose level is not FREE
  struct sluice_refresh refresh;
};

// A new configuration has become active. The message shown depends on it too.
void sluice_pause_tx_restart(struct sluice_pause_tx *tx, const struct sluice_context *x, bool was_native,
                             struct sluice_out *out);
void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_context *x, const struct sluice_quanta *q,
                          const struct sluice_changes *changes, bool ready, struct sluice_out *out);

#endif
