// The planner's closed forms: headroom, pools and thresholds from ports, rate, cable and buffer. Results are exact in
// whole bytes and whole cells. Prints nothing. docs/guide/planner.md lists the formulas with their places in the
// papers.
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice.h"
#include "tb/cli/plan/nvidia.h"
#include "tb/sim/files/error.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/headroom.h"

enum {
  PLAN_PAPER_QUANTA = 60,  // response time at every rate in [TTL 2.1] and, as 3840 B, in DSH Eq. 1
  PLAN_NS_PER_METRE = HEADROOM_PS_PER_METRE / 1000,
  PLAN_FCS = FCS_BYTES,     // bytes of the check sequence, which a frame in sluice_switch does not have
  PLAN_MAX_FRAME = 16384,   // as in scenario files
  PLAN_PAUSE_TIME = 65535,  // register PAUSE_TIME: the largest number of quanta
  PLAN_REFRESH = PLAN_PAUSE_TIME / 2,
  PLAN_MOST_WAIT = 65534,        // cycles: a longer wait would saturate the statistic MESSAGE_WAIT
  PLAN_MOST_PORTS = 512,         // of the event engine; the RTL has SLUICE_MAX_PORTS
  PLAN_PORT_HEADROOM = 10 << 10  // SHP: bytes of private headroom of a port, as SONiC computes it for NVIDIA [spec 12]
};
#define PLAN_MAX_BYTES (UINT64_C(64) << 30)

// The formula of the headroom in the registers; that for NVIDIA switches has versions.
enum plan_basis { PLAN_EQ15, PLAN_EQ1, PLAN_NVIDIA };

enum { PLAN_MOST_GROUPS = 16 };

// Ports with the same rate and wire. quanta 0: as for all ports.
struct plan_group {
  int ports;
  uint64_t mbps, wire_ns;
  uint32_t quanta;
  uint64_t phi;  // bytes: private buffer of a queue with credits; 0: that of all ports
};

enum plan_credit_kind { PLAN_NO_CREDITS, PLAN_ULTRA_ETHERNET, PLAN_INFINIBAND };

// quanta 0 and response 0: the response time of 802.3. clock_khz 0: 250 MHz, or what the rate needs. bm 0: the smallest
// safe value. lossless 0: all classes. port_mtu 0: mtu. groups 0: all ports have the same rate and wire; else the
// groups are numbered from port 0 on, and ports, mbps, wire_ns and quanta are set by plan_set_groups().
struct plan_input {
  struct plan_group group[PLAN_MOST_GROUPS];
  int groups;
  int ports, classes;
  unsigned lossless;  // a bit for each lossless class
  uint64_t mbps;
  uint32_t mtu, port_mtu;  // largest frame in bytes: of the lossless classes; of all classes
  uint32_t min_packet;     // the smallest frame of the lossless classes
  unsigned large_share;    // per cent of the lossless bytes that are in largest frames; the others: the worst size
  uint32_t cell;           // bytes
  uint32_t quanta, clock_khz;
  uint64_t response;  // bytes that the upstream sends until it obeys a pause, instead of quanta
  uint64_t wire_ns, rtt_ns, proc_ns;
  uint64_t period_ns;             // time-based GFC: from one report of the room to the next; 0: a level at each change
  uint64_t datapath_ns;           // from a packet's last byte to its enqueue
  uint64_t gearbox_ns;            // one way
  uint64_t mac_phy, tx_fifo;      // bytes
  uint64_t xon;                   // bytes: reserved for a queue below XON, with the formula for NVIDIA switches
  uint32_t message_wait;          // longest time that a message waits for tx_ready, cycles
  uint64_t buffer, phi, bm;       // bytes; phi is per ingress queue, bm is GFC's
  uint64_t kmin;                  // bytes: ECN marks above it; 0: no ECN
  int senders;                    // ingress queues that fill an egress queue
  int receivers;                  // egress queues that an ingress queue feeds; 0: those of all other ports
  uint64_t ratio, port_headroom;  // SHP: over-subscription of the pool; bytes of a port's private headroom
  enum plan_credit_kind credits;  // credits of a channel are planned too
  uint64_t amount;                // bytes that make a message about credits due; 0: the default
  uint32_t credit_ports;          // in a switch: a bit for each port with credits; 0: all ports
  uint32_t flood;                 // in a switch: register FLOOD; other than 0: cells are set apart for copies
  uint64_t consumed_period_ns, freed_period_ns;  // in a switch: of the words; 0: the default
  int alpha;                                     // exponent: alpha = 2^alpha
  enum plan_basis basis;
  enum nvidia_version sonic;  // form of the formula for NVIDIA switches
  enum sluice_scheme scheme;  // scheme of the registers: SIH, DSH, SHP, TTL or GFC
  bool in_switch;   // of sluice_switch: the buffer is the cell memory, in which arriving frames have cells of their own
  int tree_levels;  // TTL: levels of switches of a tree without bounced packets; classes is that number. 0: no tree
  int partitions;   // 0: the smallest possible ones, empty for class 0 where only hosts have it
  uint64_t partition[SLUICE_MAX_CLASSES];
};

// The buffer under one scheme, all in bytes or all in cells
struct plan_pools {
  uint64_t groups;                       // groups with headroom: lossless queues (SIH, SHP) or ports (DSH)
  uint64_t eta;                          // headroom of one group; SHP: the cap of a queue; of the common registers
  uint64_t group_eta[PLAN_MOST_GROUPS];  // eta of the ports of in->group[i]
  uint64_t port;                         // SHP: private headroom of a port
  uint64_t pool;                         // SHP: the headroom pool
  uint64_t headroom;                     // headroom of all groups
  uint64_t phi;                          // private buffers of all queues
  uint64_t shared;                       // buffer - headroom - phi; 0 if negative
  uint64_t missing;                      // headroom + phi - buffer; 0 if negative
};

struct plan_gfc {
  double tau_ns;
  uint64_t two_c_tau;            // bytes, = Bm - B1; under time-based GFC 2 C (tau + T)
  uint64_t bm;                   // bytes
  uint64_t bm_cells, d_cells;    // cells; D = Bm - B0 is a power of two
  uint64_t b_cells;              // B: cells of the buffer per queue
  int group;                     // with groups of ports: the one that needs the largest D, which all have
  int stages;                    // N with the cells of the buffer
  int stages_paper;              // N with cells of one byte
  double worst_bps, steady_bps;  // rate of feedback messages
};

// Partitions of TTL; its headroom is that of SIH
struct plan_ttl {
  int partitions;
  uint64_t partition_cells[SLUICE_MAX_CLASSES];
  uint32_t weight[SLUICE_MAX_CLASSES];  // 0.16
  uint64_t shared, missing;             // cells, as in plan_pools
};

// What a group of ports has of its own: see struct plan
struct plan_link {
  uint32_t quanta;
  uint64_t response, eq1, eq15, devices, mmu, need, resume;
  uint64_t eta;  // cells
};

// With groups of ports, quanta to resume are those of the common registers: plan_common_group().
struct plan {
  struct plan_link link[PLAN_MOST_GROUPS];
  uint32_t quanta, clock_khz;   // as given, or the default for the rate
  uint64_t response;            // bytes of these quanta, or as given
  unsigned lossless;            // a bit for each lossless class
  uint64_t clock_all;           // MHz: lowest clock for smallest frames at all ports at once, one packet per cycle
  uint64_t least_frame;         // bytes: smallest frames that all ports can receive at once at clock_khz
  uint64_t eq1, eq15_60, eq15;  // bytes of headroom per group
  uint64_t control;             // bytes of a control frame that the port has already begun to send
  uint64_t devices;             // bytes that arrive while MAC, PHY, gearboxes and transmit FIFO delay the pause
  uint64_t mmu;                 // bytes that arrive while datapath and MMU react
  uint64_t need;                // bytes of headroom that a group needs, before the conversion to cells
  uint64_t resume;              // bytes that leave from XON until the first byte of resumed traffic arrives
  uint32_t worst_packet;        // bytes of the packet that wastes the largest share of its cells
  uint32_t max_packet;          // cells of the largest packet of any class
  uint64_t others;              // cells of the port's other queues that an admission may count too [spec 3]
  struct plan_pools paper[3];   // SIH, DSH, SHP: headroom by Eq. 1, in bytes, as in the papers
  struct plan_pools cells[3];   // SIH, DSH, SHP: safe amounts, in cells
  uint64_t buffer_cells, phi_cells;
  uint64_t kept_cells;  // in a switch: cells of the memory that are set apart for arriving frames and copies
  uint64_t switch_cycles, switch_ps;  // in a switch: its own part of the time from a packet's last byte to the pause
  uint64_t delta;                     // cells between XOFF and XON
  int width;                          // bits of a counter
  uint64_t nkcr, ncr;                 // work conservation, bytes
  struct plan_ttl ttl;
  struct plan_gfc gfc;
};

enum { PLAN_SIH, PLAN_DSH, PLAN_SHP };

// Sets the ports of all groups, and rate, wire and quanta of the common registers, if there are groups.
void plan_set_groups(struct plan_input *in);

// The group whose values the common registers have: the first of the longest wires of the fastest ports. QUANTA_STEP
// must be that of the fastest ports (docs/reference/registers.md).
int plan_common_group(const struct plan_input *in);

// Returns the input of the ports of group i alone, but with the number of all ports; without groups the input itself.
struct plan_input plan_of_group(const struct plan_input *in, int i);
int plan_first_port(const struct plan_input *in, int group);
const char *plan_ports_text(const struct plan_input *in, int group, char *text, size_t size);  // "ports 0 to 47"

// The largest eta of all ports.
uint64_t plan_most_eta(const struct plan_input *in, const struct plan_pools *pools);

// The pools, in cells, of in->scheme; TTL has the headroom of SIH.
const struct plan_pools *plan_pools_of(const struct plan_input *in, const struct plan *p);
int plan_side(enum sluice_scheme scheme);  // PLAN_SIH, PLAN_DSH or PLAN_SHP

// Register QUANTA_STEP, rounded down: a quantum lasts longer than at the exact rate.
uint64_t plan_quanta_step(const struct plan_input *in, const struct plan *p);

// The link of the input.
struct headroom plan_headroom(const struct plan_input *in, const struct plan *p);

uint32_t plan_port_mtu(const struct plan_input *in);
int plan_lossless_classes(const struct plan *p);

// Return the headroom of a group in bytes: by DSH Eq. 1; by TTL Eq. 15 with t_pro of that many quanta.
uint64_t plan_eq1(const struct plan_input *in);
uint64_t plan_eq15(const struct plan_input *in, uint32_t quanta);

// Whether a register of the MMU can hold this number of cells.
bool plan_fits(const struct plan_input *in, const struct plan *p, int reg, uint64_t cells);

// Return the threshold T of the empty buffer in cells: of a side [DSH Eq. 2]; of class i of TTL [TTL Eq. 16].
uint64_t plan_threshold(const struct plan_input *in, const struct plan *p, int side);
// Whether T of the empty buffer is not above eta of all ports, so that DSH pauses a queue of a port as soon as it
// exceeds its private buffer.
bool plan_pauses_every_queue(const struct plan_input *in, const struct plan *p);
// Returns the cells of an egress queue when the in->senders ingress queues that fill it alike and alone are paused
// [DSH Eq. 2, 5]; each of these has its cells in plan_receivers() such egress queues [Zhu 2015]. TTL 2.2: ECN must mark
// before.
int plan_receivers(const struct plan_input *in);
uint64_t plan_paused_egress(const struct plan_input *in, const struct plan *p, int side);
uint64_t plan_ttl_threshold(const struct plan_input *in, const struct plan *p, int i);

// Whether registers of a switch have credits; whether all ports of a group have them, so that a queue needs no
// headroom. Without groups the group is 0, all ports.
bool plan_has_switch_credits(const struct plan_input *in);
bool plan_has_credits_everywhere(const struct plan_input *in, int group);

// The bits of the ports of a group, below 32.
uint32_t plan_group_ports(const struct plan_input *in, int group);

// The bits of all ports, below 32.
uint32_t plan_all_ports(const struct plan_input *in);

// Returns B_k = Bm - D / 2^k in cells; B_0 is negative if Bm is smaller than D.
int64_t plan_stage_cells(const struct plan_gfc *g, int k);

// Returns the largest B0 in bytes, Bm - 4 C tau [GFC Theorem 4.1], or Bm - 4 C (tau + T), this project's reading for
// time-based GFC [spec 12]. Negative: no B0 is safe.
int64_t plan_gfc_most_base(const struct plan_gfc *g);

// Returns 4 C tau in cells, for packets that waste most.
uint64_t plan_gfc_safe(const struct plan_input *in, const struct plan *p);

// plan_gfc_need() returns the cells of a queue under GFC: Bm, one packet that arrives in the last stages, and the cells
// of the port's other queues that an admission may count too [spec 3]. plan_gfc_missing() returns by how many cells the
// queue's share of the buffer is too small; 0: it is large enough.
uint64_t plan_gfc_need(const struct plan *p);
uint64_t plan_gfc_missing(const struct plan *p);

// plan_check.c: checks the input; sets the defaults of quanta, response, clock and lossless; checks the plan. Each
// returns 0, or EINVAL with one line in err.
int plan_check_input(const struct plan_input *in, struct plan *p, struct error *err);
int plan_find_response(const struct plan_input *in, struct plan *p, struct error *err);
int plan_check_result(const struct plan_input *in, const struct plan *p, struct error *err);

// TTL: the first class that a switch has; class 0 exists only at hosts, except in a tree.
int plan_ttl_first_class(const struct plan_input *in);

// Cells of the smallest partition of TTL.
uint64_t plan_least_partition(const struct plan_input *in, const struct plan *p);

// Computes the plan. Returns 0, or EINVAL with one line in err that names the error and the remedy.
int plan_make(const struct plan_input *in, struct plan *p, struct error *err);

#endif
