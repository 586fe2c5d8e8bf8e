// The statistics, as in rtl/mmu/statistics: pauses, time paused, peaks, refused and dropped packets. Internal.
#ifndef SLUICE_STATISTICS_H
#define SLUICE_STATISTICS_H

#include "cmodel/clocked/sluice_states.h"

struct sluice_pause_counters {
  uint32_t changes;  // odd: paused
  uint32_t time;     // cycles paused; during a pause: less the cycle in which the pause began. Modulo 2^32
};
struct sluice_port_stats {
  struct sluice_pause_counters port, queue[SLUICE_MAX_CLASSES];
  uint32_t queue_peak[SLUICE_MAX_CLASSES], headroom_peak[SLUICE_MAX_CLASSES], port_peak;
  uint32_t refused, dropped, parity_drops;
};
struct sluice_stats {
  struct sluice_port_stats port[SLUICE_MAX_PORTS];
  uint32_t shared_peak;
  uint16_t waited, message_wait;  // cycles that the shown message has waited; the longest wait so far
  struct sluice_changes pending;  // changes of the last cycle, which the counters do not include yet
  struct {
    bool valid;
    uint8_t select;
    uint32_t data;
  } read[2];
};

// One cycle. changes: state changes of the last cycle.
void sluice_stats_step(struct sluice_stats *s, const struct sluice_context *x, struct sluice_pipelines *pipe,
                       const struct sluice_changes *changes, const struct sluice_in *in, struct sluice_out *out);

#endif
