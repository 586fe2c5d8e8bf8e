// A switch without cycles: every event is complete at once, by the rules of this folder.
#ifndef SLUICE_RULES_H
#define SLUICE_RULES_H

#include "cmodel/rules/sluice_occupancy.h"
#include "cmodel/rules/sluice_threshold.h"

struct sluice_rules {
  struct sluice_dims dims;
  struct sluice_config cfg;
  struct sluice_occupancy occupancy;
  uint16_t level[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  bool port_off[SLUICE_MAX_PORTS];
};

// Reset r with a configuration, whose amounts must be below 2^32, or with a register set. Both return the reason why it
// is refused, or SLUICE_OK.
enum sluice_reason sluice_rules_start(struct sluice_rules *r, const struct sluice_dims *dims,
                                      const struct sluice_config *cfg);
enum sluice_reason sluice_rules_init(struct sluice_rules *r, const struct sluice_dims *dims, const uint32_t *regs);

// Apply an event and set the new states of its queue and port. A dequeue of more cells than the queue holds returns
// false and changes nothing.
enum sluice_admission sluice_rules_enqueue(struct sluice_rules *r, int port, int cls, uint32_t cells);
bool sluice_rules_dequeue(struct sluice_rules *r, int port, int cls, uint32_t cells);

// Compares the states of all queues and ports with the thresholds, as the scan does after thresholds have moved.
void sluice_rules_scan(struct sluice_rules *r);

#endif
