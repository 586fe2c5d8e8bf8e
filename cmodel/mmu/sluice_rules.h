// The rules of the MMU without clocks: an event in, a new state out. Each function is one module of rtl/ and one
// equation or figure of the papers; the clocked model (sluice.h) calls the same functions at the RTL's clocks.
// Amounts are cells. Nothing here can fail: what a rule does not allow is part of its result.
#ifndef SLUICE_RULES_H
#define SLUICE_RULES_H

#include "sluice.h"

// A configuration in use: the registers, decoded.
struct sluice_config {
  enum sluice_scheme scheme;
  bool configured;
  int alpha, alpha_lossy;  // exponents, -7..3
  uint32_t max_packet;
  uint32_t phi, shared, eta;  // private per queue, shared pool Bs, headroom per group
  uint32_t xoff, xon;         // STATIC
  uint32_t delta_q, delta_p;
  uint16_t pause_time, refresh, quanta_step;
  uint8_t lossless;  // one bit per class
  bool native;
  uint8_t ttl0, ttl_options;  // TTL
  uint32_t partition[SLUICE_MAX_CLASSES];
  uint16_t weight[SLUICE_MAX_CLASSES];
  uint32_t stage_top, stage_base;  // GFC: Bm, B0
  int stages;                      // N
  bool count_leading_zeros;
  uint32_t stage[SLUICE_MAX_STAGES + 1];  // [k]: B_k
  uint32_t cell_step, room_clocks;
};

static inline bool sluice_is_gfc(enum sluice_scheme scheme) {
  return scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR;
}

// Thresholds, or stages, that do not move with the occupancy.
static inline bool sluice_is_constant(enum sluice_scheme scheme) {
  return scheme == SLUICE_STATIC || sluice_is_gfc(scheme);
}

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

// What a verdict is taken from.
struct sluice_fits {
  bool own;       // private or, TTL, the class's partition
  bool shared;    // the shared pool
  bool headroom;  // the headroom of the group
  bool lossy;     // w + n <= 2^alpha_lossy * room: what a lossy class may hold
};

struct sluice_thresholds {
  uint32_t xqoff, xqon, xpoff, xpon;
};

// What a queue holds above its private cells: w = max(0, q - phi).
uint32_t sluice_above(uint32_t queue, uint32_t phi);

// sluice_classify: the class of a packet with this TTL that came in on port and will leave through egress
// [TTL 1.3, 2.3]. Other schemes keep cls. Returns false when the packet is dropped; cls is then 0.
bool sluice_classify(const struct sluice_config *cfg, int port, int egress, int ttl, int *cls);
// It is dropped, and for its hop alone: HALF keeps the hops of one parity.
bool sluice_is_astray(const struct sluice_config *cfg, int port, int egress, int ttl);

// sluice_partition: TTL's partitions. Cells for the class's own one, after those under way: do they fit?
bool sluice_partition_fits(const struct sluice_account *a, int cls, uint32_t cells);
// Gives back cells that were not in headroom: first the class's part of the shared partition. Returns that part.
uint32_t sluice_partition_repay(struct sluice_account *a, int cls, uint32_t freed);
void sluice_partition_restart(struct sluice_account *a, const struct sluice_config *cfg);

// The headroom of the group that (port, cls) belongs to.
uint32_t *sluice_group(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls);

// sluice_admit: whether a packet fits its queue's private cells, the headroom of its group; a lossy class its share.
bool sluice_private_fits(const struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                         uint32_t cells);
bool sluice_headroom_fits(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells);
uint32_t sluice_lossy_limit(int alpha_lossy, uint32_t max, uint32_t room);
uint32_t sluice_lossy_need(const struct sluice_account *a, const struct sluice_config *cfg, int port, int cls,
                           uint32_t under_way, uint32_t cells);
// The enqueue rule [spec 3]: private first, then the shared pool, then headroom; headroom at once while the group is
// off.
enum sluice_admission sluice_verdict(const struct sluice_config *cfg, bool lossless, bool off,
                                     const struct sluice_fits *fits);
// The verdict of a packet from the account and what is under way.
enum sluice_admission sluice_admit(struct sluice_account *a, const struct sluice_config *cfg, uint32_t max, bool off,
                                   int port, int cls, uint32_t cells, const struct sluice_under_way *under_way);

// sluice_charge: counts a packet with this verdict. Returns what it takes of the shared pool's room.
uint32_t sluice_charge(struct sluice_account *a, const struct sluice_config *cfg, enum sluice_admission kind, int port,
                       int cls, uint32_t cells);
// sluice_dequeue: cells have left; what they give back is surplus.
void sluice_discharge(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t cells);
// sluice_settle: gives back surplus of a group that holds so much headroom, to that headroom first. Returns what comes
// free in the shared pool.
uint32_t sluice_settle(struct sluice_account *a, const struct sluice_config *cfg, int port, int cls, uint32_t surplus,
                       uint32_t held);

// a - b, but never below 0.
uint32_t sluice_minus(uint32_t a, uint32_t b);

// sluice_threshold: T = alpha (Bs - S) [DSH Eq. 2], Xqoff = T - eta [DSH Eq. 5], Xpoff = NC T [DSH Eq. 6].
uint32_t sluice_threshold_t(const struct sluice_config *cfg, uint32_t max, uint32_t room);
uint32_t sluice_threshold_xqoff(const struct sluice_config *cfg, uint32_t t);
uint32_t sluice_threshold_xpoff(uint32_t max, int classes, uint32_t t);
uint32_t sluice_threshold_xqon(const struct sluice_config *cfg, uint32_t xqoff);
uint32_t sluice_threshold_xpon(const struct sluice_config *cfg, uint32_t xpoff);

// sluice_weigh: t_i = alpha (weight_i (b_s - s_s) + (b_i - s_i)) [TTL Eq. 16]; the share is the first product.
uint32_t sluice_weigh_share(const struct sluice_config *cfg, int cls, uint32_t room);
uint32_t sluice_weigh_threshold(int alpha, uint32_t max, uint32_t share, uint32_t partition_room);

// What a queue of class cls and its port are compared with, where the free room of the shared pool, and of TTL's
// partition, is this, and as the account is.
struct sluice_thresholds sluice_thresholds_of(const struct sluice_config *cfg, const struct sluice_dims *dims, int cls,
                                              uint32_t room, uint32_t partition_room);
struct sluice_thresholds sluice_thresholds(const struct sluice_config *cfg, const struct sluice_dims *dims,
                                           const struct sluice_account *a, int cls);

// sluice_stage: the feedback level of a queue of so many cells [GFC Eq. 4, 5; linear: 4.1]; FREE under other schemes.
uint16_t sluice_stage(const struct sluice_config *cfg, uint32_t queue);

// sluice_pause_state: the next feedback level of a queue, and the next state of a port, true is off [DSH Fig. 8].
uint16_t sluice_queue_next(const struct sluice_config *cfg, uint16_t level, int cls, uint32_t above, uint16_t stage,
                           bool headroom, const struct sluice_thresholds *x);
bool sluice_port_next(const struct sluice_config *cfg, bool off, uint32_t sum, bool headroom,
                      const struct sluice_thresholds *x);

// sluice_check: how many bits a register has and whether a value fits it, what the pools take, the shortest REFRESH.
int sluice_register_bits(const struct sluice_dims *dims, int reg);
bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint32_t value);
uint64_t sluice_config_pools(const struct sluice_dims *dims, const uint32_t *regs);
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const uint32_t *regs);

// sluice_config: decodes registers that have passed sluice_config_check().
void sluice_config_decode(struct sluice_config *cfg, const uint32_t *regs);

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
