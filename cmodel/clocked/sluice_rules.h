// The rules of the MMU without clocks: an event in, a new state out. Each function is one module of rtl/ and one
// equation or figure of the papers; the clocked model (sluice.h) calls the same functions at the RTL's clocks.
// Amounts are cells. Nothing here can fail: what a rule does not allow is part of its result.
#ifndef SLUICE_RULES_H
#define SLUICE_RULES_H

#include "cmodel/rules/sluice_admit.h"
#include "cmodel/rules/sluice_classify.h"
#include "cmodel/rules/sluice_partition.h"
#include "cmodel/rules/sluice_pause_state.h"

// Occupancy of one switch [spec 3]. The headroom group of a lossless (p, c) is the port with DSH, else the queue. A
// packet is charged whole to the pool of its verdict; what that is too much, and what dequeues have repaid since, is
// surplus until it is settled.
enum { SLUICE_PORT_GROUP = SLUICE_MAX_CLASSES };
struct sluice_port_account {
  uint32_t queue[SLUICE_MAX_CLASSES];         // q
  uint32_t surplus[SLUICE_MAX_CLASSES];       // cells charged for the queue beyond its w
  uint32_t headroom[SLUICE_MAX_CLASSES + 1];  // h, the port's last
  uint32_t sum;                               // W: what the lossless classes are charged
};
struct sluice_account {
  uint32_t room;  // Bs - S
  uint32_t total;
  uint32_t partition_room[SLUICE_MAX_CLASSES];  // TTL: b_j - s_j
  uint32_t class_shared[SLUICE_MAX_CLASSES];    // TTL: the class's part of the shared partition
  struct sluice_port_account port[SLUICE_MAX_PORTS];
};

// Cells of enqueues whose verdicts the account does not know yet, those of the packet itself apart: of its port, of all
// ports, and of its class on all ports [spec 3, what a verdict may know].
struct sluice_under_way {
  uint32_t port, all, cls;
};

// sluice_partition: TTL's partitions. Cells for the class's own one, after those under way: do they fit?
bool sluice_partition_fits(const struct sluice_account *a, int cls, uint32_t cells);
// Counts a packet that has gone to the class's partition, or to its part of the shared one.
void sluice_partition_take(struct sluice_account *a, enum sluice_admission kind, int cls, uint32_t cells);
// Gives back cells that were not in headroom: first the class's part of the shared partition. Returns that part.
uint32_t sluice_partition_repay(struct sluice_account *a, int cls, uint32_t freed);
void sluice_partition_restart(struct sluice_account *a, const struct sluice_config *cfg);

// The headroom of the group that (port, cls) belongs to.
uint32_t *sluice_group(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls);

// What fits, from the account [sluice_admit.h].
bool sluice_private_fits(const struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                         uint32_t cells);
bool sluice_headroom_fits(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells);
// The verdict of a packet from the account and what is under way.
enum sluice_admission sluice_admit(struct sluice_account *a, const struct sluice_config *cfg, uint32_t max, bool off,
                                   int port, int cls, uint32_t cells, const struct sluice_under_way *under_way);

// sluice_charge: counts a packet with this verdict, partitions apart. Returns what it takes of the shared pool's room.
uint32_t sluice_charge(struct sluice_account *a, const struct sluice_config *cfg, enum sluice_admission kind, int port,
                       int cls, uint32_t cells);
// sluice_dequeue: cells have left; what they give back is surplus.
void sluice_discharge(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells);
// sluice_settle: gives back surplus of a group that holds so much headroom, to that headroom first. Returns what comes
// free in the shared pool.
uint32_t sluice_settle(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t surplus,
                       uint32_t held);

// The thresholds of a queue of class cls and of its port, as the account is.
struct sluice_thresholds sluice_thresholds(const struct sluice_config *cfg, const struct sluice_dims *dims,
                                           const struct sluice_account *a, int cls);

// The largest number that a counter holds.
static inline uint32_t sluice_max(const struct sluice_dims *dims) { return (UINT32_C(1) << dims->width) - 1; }

// sluice_check: how many bits a register has and whether a value fits it, what the pools take, the shortest REFRESH.
int sluice_register_bits(const struct sluice_dims *dims, int reg);
bool sluice_register_signed(int reg);
bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint32_t value);
uint64_t sluice_config_pools(const struct sluice_dims *dims, const uint32_t *regs);
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const uint32_t *regs);

// A whole switch without clocks: every rule applied at once.
struct sluice_rules {
  struct sluice_dims dims;
  struct sluice_config cfg;
  struct sluice_account account;
  uint16_t level[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  bool port_off[SLUICE_MAX_PORTS];
};

enum sluice_reason sluice_rules_init(struct sluice_rules *r, const struct sluice_dims *dims, const uint32_t *regs);

// An event, and the new states of its own queue and port.
enum sluice_admission sluice_rules_enqueue(struct sluice_rules *r, int port, int cls, uint32_t cells);
bool sluice_rules_dequeue(struct sluice_rules *r, int port, int cls, uint32_t cells);

// The states of all queues and ports, as the scan finds them after thresholds have moved.
void sluice_rules_scan(struct sluice_rules *r);

#endif
