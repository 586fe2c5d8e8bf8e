// The planner's closed forms: headroom, pools and thresholds from ports, rate, cable and buffer. Results are exact in
// whole bytes and whole cells. Prints nothing. docs/guide/planner.md lists the formulas with their places in the
// papers.
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice.h"
#include "tb/sim/files/error.h"

enum {
  PLAN_PFC_BYTES = 64,      // a PFC frame
  PLAN_QUANTUM_BYTES = 64,  // 512 bit times
  PLAN_PAPER_QUANTA = 60,   // response time at every rate in [TTL 2.1] and, as 3840 B, in DSH Eq. 1
  PLAN_NS_PER_METRE = 5,    // copper [TTL 2.1]
  PLAN_MIN_FRAME = 64,      // shortest Ethernet frame
  PLAN_OVERHEAD = 20,       // preamble and gap
  PLAN_MAX_FRAME = 16384,   // as in scenario files
  PLAN_PAUSE_TIME = 65535,  // register PAUSE_TIME: the largest number of quanta
  PLAN_REFRESH = PLAN_PAUSE_TIME / 2,
  PLAN_MOST_WAIT = 65534,     // cycles: a longer wait would saturate the statistic MESSAGE_WAIT
  PLAN_MAX_BYTES = 999999999  // largest amount in a scenario file: nine digits
};

// The equation of the headroom in the registers
enum plan_basis { PLAN_EQ15, PLAN_EQ1 };

// quanta 0: the response time of 802.3. clock_mhz 0: 250 MHz, or more if the rate needs it. bm 0: the smallest safe
// value.
struct plan_input {
  int ports, classes;
  uint64_t mbps;
  uint32_t mtu;         // the largest frame in bytes
  uint32_t min_packet;  // the smallest frame of the lossless classes
  uint32_t cell;        // bytes
  uint32_t quanta, clock_mhz;
  uint64_t wire_ns, rtt_ns, proc_ns;
  uint64_t datapath_ns;      // from a packet's last byte to its enqueue
  uint32_t message_wait;     // longest time that a message waits for tx_ready, cycles
  uint64_t buffer, phi, bm;  // bytes; phi is per ingress queue, bm is GFC's
  int alpha;                 // exponent: alpha = 2^alpha
  enum plan_basis basis;
  enum sluice_scheme scheme;  // scheme of the registers: SIH, DSH, TTL or GFC
  int partitions;  // 0: empty for class 0, which only hosts have; the smallest possible one for each other class
  uint64_t partition[SLUICE_MAX_CLASSES];
};

// The buffer under one scheme, all in bytes or all in cells
struct plan_pools {
  uint64_t groups;    // groups with headroom: queues (SIH) or ports (DSH)
  uint64_t eta;       // headroom of one group
  uint64_t headroom;  // headroom of all groups
  uint64_t phi;       // private buffers of all queues
  uint64_t shared;    // buffer - headroom - phi; 0 if negative
  uint64_t missing;   // headroom + phi - buffer; 0 if negative
};

struct plan_gfc {
  double tau_ns;
  uint64_t two_c_tau;            // bytes, = Bm - B1
  uint64_t bm;                   // bytes
  uint64_t bm_cells, d_cells;    // cells; D = Bm - B0 is a power of two
  uint64_t b_cells;              // B: cells of the buffer per queue
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

struct plan {
  uint32_t quanta, clock_mhz;   // as given, or the default for the rate
  uint64_t clock_all;           // MHz: lowest clock for smallest frames at all ports at once, one packet per cycle
  uint64_t least_frame;         // bytes: smallest frames that all ports can receive at once at clock_mhz
  uint64_t eq1, eq15_60, eq15;  // bytes of headroom per group
  uint64_t control;             // bytes of a control frame that the port has already begun to send
  uint64_t mmu;                 // bytes that arrive while datapath and MMU react
  uint64_t need;                // bytes of headroom that a group needs, before the conversion to cells
  uint64_t resume;              // bytes that leave from XON until the first byte of resumed traffic arrives
  uint32_t worst_packet;        // bytes of the packet that wastes the largest share of its cells
  uint32_t max_packet;          // cells of the largest packet
  uint64_t others;              // cells of the port's other queues that an admission may count too [spec 3]
  struct plan_pools paper[2];   // SIH, DSH: headroom by Eq. 1, in bytes, as in the papers
  struct plan_pools cells[2];   // SIH, DSH: safe amounts, in cells
  uint64_t buffer_cells, phi_cells;
  uint64_t delta;      // cells between XOFF and XON
  int width;           // bits of a counter
  uint64_t nkcr, ncr;  // work conservation, bytes
  struct plan_ttl ttl;
  struct plan_gfc gfc;
};

enum { PLAN_SIH, PLAN_DSH };

// Returns the bytes that pass at a rate in a time, rounded up.
uint64_t plan_bytes_in(uint64_t mbps, uint64_t ns);

// Returns the response time of 802.3 at a rate, in quanta; 0: 802.3 has none for this rate.
uint32_t plan_response_quanta(uint64_t mbps);

// Return the headroom of a group in bytes: by DSH Eq. 1; by TTL Eq. 15 with t_pro of that many quanta.
uint64_t plan_eq1(const struct plan_input *in);
uint64_t plan_eq15(const struct plan_input *in, uint32_t quanta);

// Return the cells of one packet, and the largest number of cells of a stream of packets of one size.
uint64_t plan_cells(uint64_t bytes, uint32_t cell);
uint64_t plan_stream_cells(uint64_t bytes, uint32_t packet, uint32_t cell);

// Returns the packet size, from `smallest` to the MTU, that wastes the largest share of its cells.
uint32_t plan_worst_packet(const struct plan_input *in, uint32_t smallest);

// Whether a register of the MMU can hold this number of cells.
bool plan_fits(const struct plan_input *in, const struct plan *p, int reg, uint64_t cells);

// Return the threshold T of the empty buffer in cells: of SIH or DSH [DSH Eq. 2]; of class i of TTL [TTL Eq. 16].
uint64_t plan_threshold(const struct plan_input *in, const struct plan_pools *pools);
uint64_t plan_ttl_threshold(const struct plan_input *in, const struct plan_ttl *t, int i);

// Returns B_k = Bm - D / 2^k in cells; B_0 is negative if Bm is smaller than D.
int64_t plan_stage_cells(const struct plan_gfc *g, int k);

// plan_gfc_need() returns the cells of a queue under GFC: Bm, one packet that arrives in the last stages, and the cells
// of the port's other queues that an admission may count too [spec 3]. plan_gfc_missing() returns by how many cells the
// queue's share of the buffer is too small; 0: it is large enough.
uint64_t plan_gfc_need(const struct plan *p);
uint64_t plan_gfc_missing(const struct plan *p);

// Computes the plan. Returns 0, or EINVAL with one line in err that names the error and the remedy.
int plan_make(const struct plan_input *in, struct plan *p, struct error *err);

#endif
