// The planner's closed forms: from ports, rate, cable and buffer to headroom, pools and thresholds. Exact in whole
// bytes and whole cells; nothing here prints. docs/guide/planner.md has the formulas with their places in the papers.
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
  PLAN_PAPER_QUANTA = 60,   // response time that [TTL 2.1] and, as 3840 B, DSH Eq. 1 assume at every rate
  PLAN_NS_PER_METRE = 5,    // copper [TTL 2.1]
  PLAN_MIN_FRAME = 64,      // shortest Ethernet frame
  PLAN_OVERHEAD = 20,       // preamble and gap
  PLAN_MAX_FRAME = 16384,   // as in scenario files
  PLAN_PAUSE_TIME = 65535,  // registers: quanta, the most there are
  PLAN_REFRESH = PLAN_PAUSE_TIME / 2,
  PLAN_MOST_WAIT = 65534,     // cycles; one more and the MMU's watermark cannot tell
  PLAN_MAX_BYTES = 999999999  // so many digits has an amount in a scenario file
};

// What headroom the registers are made from.
enum plan_basis { PLAN_EQ15, PLAN_EQ1 };

// Quanta 0: of 802.3. Clock 0: 250 MHz, or more where the rate needs it. GFC buffer 0: the smallest that is safe.
struct plan_input {
  int ports, classes;
  uint64_t mbps;
  uint32_t mtu;         // the largest frame in bytes
  uint32_t min_packet;  // the smallest frame of the lossless classes
  uint32_t cell;        // bytes
  uint32_t quanta, clock_mhz;
  uint64_t wire_ns, rtt_ns, proc_ns;
  uint64_t datapath_ns;      // from a packet's last byte to its enqueue
  uint32_t message_wait;     // cycles that a message waits for tx_ready, at most
  uint64_t buffer, phi, bm;  // bytes; phi is per ingress queue, bm is GFC's
  int alpha;                 // exponent
  enum plan_basis basis;
  enum sluice_scheme scheme;  // of the registers: SIH, DSH, TTL or GFC
  int partitions;             // 0: none for class 0, which only hosts have, for the others the smallest that will do
  uint64_t partition[SLUICE_MAX_CLASSES];
};

// The buffer under one scheme, all in bytes or all in cells.
struct plan_pools {
  uint64_t groups;    // of headroom: queues, or ports
  uint64_t eta;       // headroom of one group
  uint64_t headroom;  // in all
  uint64_t phi;       // private in all
  uint64_t shared;    // what is left, 0 if that is less than nothing
  uint64_t missing;   // what the buffer is too small by
};

struct plan_gfc {
  double tau_ns;
  uint64_t two_c_tau;            // bytes, = Bm - B1
  uint64_t bm;                   // bytes
  uint64_t bm_cells, d_cells;    // cells; D = Bm - B0 is a power of two
  uint64_t b_cells;              // B: what a queue gets of the buffer
  int stages;                    // N, in cells
  int stages_paper;              // N with cells of one byte
  double worst_bps, steady_bps;  // feedback
};

// Headroom is that of SIH.
struct plan_ttl {
  int partitions;
  uint64_t partition_cells[SLUICE_MAX_CLASSES];
  uint32_t weight[SLUICE_MAX_CLASSES];  // 0.16
  uint64_t shared, missing;             // cells, as in plan_pools
};

struct plan {
  uint32_t quanta, clock_mhz;   // as given, or as found
  uint64_t clock_all;           // MHz that take the smallest frames of all ports at once, a packet in a cycle
  uint64_t least_frame;         // bytes: the smallest frames that clock_mhz takes of all ports at once
  uint64_t eq1, eq15_60, eq15;  // bytes of headroom per group
  uint64_t control;             // of the control frame that the port has already begun
  uint64_t mmu;                 // bytes that arrive while datapath and MMU react
  uint64_t need;                // bytes of a group that the registers must hold, before rounding
  uint64_t resume;              // bytes that leave between XON and the first byte that follows from it
  uint32_t worst_packet;        // the size that wastes most
  uint32_t max_packet;          // cells
  uint64_t others;              // cells that other queues of the port report within a verdict's lag
  struct plan_pools paper[2];   // SIH, DSH: Eq. 1 in bytes, as the papers count
  struct plan_pools cells[2];   // SIH, DSH: what is safe
  uint64_t buffer_cells, phi_cells;
  uint64_t delta;      // cells between XOFF and XON
  int width;           // bits of a counter
  uint64_t nkcr, ncr;  // work conservation, bytes
  struct plan_ttl ttl;
  struct plan_gfc gfc;
};

enum { PLAN_SIH, PLAN_DSH };

// Bytes that pass at a rate in a time, rounded up.
uint64_t plan_bytes_in(uint64_t mbps, uint64_t ns);

// Response time of 802.3 at a rate in quanta; 0: none is known.
uint32_t plan_response_quanta(uint64_t mbps);

// DSH Eq. 1, and TTL Eq. 15 with that many quanta for t_pro.
uint64_t plan_eq1(const struct plan_input *in);
uint64_t plan_eq15(const struct plan_input *in, uint32_t quanta);

// Cells of n bytes that came as one piece, and the most that n bytes can take when they came in packets of one size.
uint64_t plan_cells(uint64_t bytes, uint32_t cell);
uint64_t plan_stream_cells(uint64_t bytes, uint32_t packet, uint32_t cell);

// The packet size from smallest to largest that wastes the largest share of its cells.
uint32_t plan_worst_packet(const struct plan_input *in, uint32_t smallest);

// Whether a register of the MMU holds so many cells.
bool plan_fits(const struct plan_input *in, const struct plan *p, int reg, uint64_t cells);

// T of SIH and DSH, and of TTL's class i, in cells, of the empty buffer [DSH Eq. 2, TTL Eq. 16].
uint64_t plan_threshold(const struct plan_input *in, const struct plan_pools *pools);
uint64_t plan_ttl_threshold(const struct plan_input *in, const struct plan_ttl *t, int i);

// B_k = Bm - D / 2^k in cells; negative where Bm is smaller than D.
int64_t plan_stage_cells(const struct plan_gfc *g, int k);

// Cells that a queue must have with GFC: Bm; a packet that comes in the last stages; and what a verdict adds of the
// port's other queues, as for headroom [spec 3]. And by how much its share of the buffer is too small, 0: it fits.
uint64_t plan_gfc_need(const struct plan *p);
uint64_t plan_gfc_missing(const struct plan *p);

// Everything. Returns 0 or EINVAL with one line in err: what is wrong; what would be right.
int plan_make(const struct plan_input *in, struct plan *p, struct error *err);

#endif
