// Messages to the upstreams, as in rtl/mmu/messages. Internal.
#ifndef SLUICE_MESSAGES_H
#define SLUICE_MESSAGES_H

#include "cmodel/clocked/sluice_gates.h"
#include "cmodel/clocked/sluice_states.h"

// ---- the refresh interval ----

// The refresh interval [spec 5]: ends when REFRESH quanta have passed while a level or a port state is active. It
// starts when a state becomes active, at the end of the last interval, and at a commit.

struct sluice_refresh {
  bool active, reached;
  uint64_t start;  // quanta at the start of the interval
};

// One cycle. active: a level or a port state is active. restart: a commit has become active. Returns whether the
// interval ends in this cycle.
bool sluice_refresh_step(struct sluice_refresh *r, const struct sluice_context *x, const struct sluice_quanta *q,
                         bool active, bool restart);

// ---- the messages ----

// Messages to the upstreams [DSH IV-B; spec 5]: the port that is served next, and the message that is shown.

struct sluice_pause_tx {
  bool restarted, was_native;          // a commit became active in the last cycle; the mode before the commit
  uint64_t marked_queue, marked_port;  // a bit per port: a queue-level message, a port-level message is to be sent
  uint64_t port_next;                  // a bit per port: of its two messages, the port-level one is next
  uint64_t list;                       // ports to serve, from the lowest on
  struct {                             // the message after the shown one
    bool valid, level, port_counts;
    uint8_t port;
  } next;
  bool waits;                              // the shown message was not taken: it follows the states
  bool port_counts;                        // the message depends on the port's state
  uint16_t level[SLUICE_MAX_CLASSES + 1];  // states that the message carries; the last one is always FREE
  bool all_off;
  uint8_t stated;                       // classes that have ever been pausable
  uint64_t level_active[SLUICE_WORDS];  // a bit per queue: the level is not FREE
  struct sluice_refresh refresh;
};

// Applies a new configuration, on which the shown message depends too.
void sluice_pause_tx_restart(struct sluice_pause_tx *tx, const struct sluice_context *x, bool was_native,
                             struct sluice_out *out);
void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_context *x, const struct sluice_quanta *q,
                          const struct sluice_changes *changes, bool ready, struct sluice_out *out);

#endif
