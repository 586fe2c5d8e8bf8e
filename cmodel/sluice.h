// The Sluice MMU in C: the clocked reference model, equal to the RTL in every output in every clock.
//
// One switch is one struct sluice_mmu; there is no global state. A clock is one call of sluice_mmu_step():
// it takes the inputs of that clock and leaves in sluice_mmu_out() what the RTL's registered outputs show
// after the clock edge. All buffer amounts are cells. Sources: the papers named in docs/, by equation.
#ifndef SLUICE_H
#define SLUICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SLUICE_VERSION "0.2.0"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SLUICE_MAX_PORTS = 64,
  SLUICE_MAX_CLASSES = 8,
  SLUICE_MAX_WIDTH = 28,  // bits of a counter
  SLUICE_MIN_WIDTH = 8,
  SLUICE_WORDS = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES / 64,  // of a vector with one bit per queue
};

// Fixed latencies, in clocks: an event that is an input of clock t shows in the outputs of clock t + N.
enum {
  SLUICE_ADMIT_LATENCY = 6,    // enqueue -> admission result, dequeue -> deq_error
  SLUICE_VERDICT_LAG = 5,      // a verdict may lack the enqueues of so many clocks before: they are added [spec 3]
  SLUICE_STATE_LATENCY = 13,   // enqueue -> its queue and its port off
  SLUICE_MESSAGE_LATENCY = 4,  // state -> message, at the earliest: others may be sent first
  SLUICE_COMMIT_LATENCY = 64,  // write to COMMIT -> cfg_error, and the values in use; writes between are ignored
  SLUICE_READ_LATENCY = 4,     // cfg_read -> cfg_rvalid; between COMMIT and its end only STATUS is answered
  SLUICE_STAT_LATENCY = 3,     // stat_read -> stat_valid
  SLUICE_HOLD_LATENCY = 2,     // snd_valid -> gate closed for the idle gap of GFC
};

enum sluice_scheme { SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH, SLUICE_TTL, SLUICE_GFC, SLUICE_GFC_LINEAR, SLUICE_SCHEMES };

// PRIVATE is the class's partition with TTL. DROPPED: by a rule of TTL, at its end of life or where it may not be.
enum sluice_admission { SLUICE_PRIVATE, SLUICE_SHARED, SLUICE_HEADROOM, SLUICE_REFUSED, SLUICE_DROPPED };

// Feedback level of an ingress queue: FREE, a stage 1..N (GFC), cells above B0 up to D (GFC-linear), or OFF (paused).
enum { SLUICE_FREE = 0, SLUICE_OFF = 0xffff, SLUICE_MAX_STAGES = 15 };

// Bits of SLUICE_REG_TTL_OPTIONS.
enum {
  SLUICE_TTL_DROP_BOUNCED = 1,  // drop what would leave through the port it came in by [TTL 2.3]
  SLUICE_TTL_HALF = 2,          // keep only every second class: a tree [TTL 2.3]
  SLUICE_TTL_ODD = 4,           // HALF: this switch is an odd number of hops away from every host
};
enum { SLUICE_STAGES_COUNT_LEADING_ZEROS = 16 };  // bit of SLUICE_REG_STAGES: D is a power of two, no table

// Bits of SLUICE_REG_STATUS.
enum {
  SLUICE_STATUS_REASON = 15,      // enum sluice_reason, of the last COMMIT
  SLUICE_STATUS_CONFIGURED = 16,  // a set is in use
  SLUICE_STATUS_IN_USE = 32,      // it is the one that is written: nothing was written since its COMMIT
  SLUICE_STATUS_BUSY = 64,        // a commit is under way
};

// The register map; rtl/mmu/sluice_pkg.sv is the RTL's copy. A register of schemes that are not built does not exist,
// and reads 0.
enum sluice_register {
  SLUICE_REG_SCHEME,       // enum sluice_scheme; only while the buffer is empty
  SLUICE_REG_BUFFER,       // cells in all; only while empty
  SLUICE_REG_PRIVATE,      // phi (GFC: B), cells per ingress queue; only while empty
  SLUICE_REG_SHARED,       // Bs, cells; only while empty
  SLUICE_REG_HEADROOM,     // eta, cells per headroom group; only while empty
  SLUICE_REG_LOSSLESS,     // one bit per class; only while empty
  SLUICE_REG_TTL0,         // TTL: the TTL with which hosts send; only while empty
  SLUICE_REG_TTL_OPTIONS,  // TTL: SLUICE_TTL_ bits; only while empty
  SLUICE_REG_PARTITION,    // TTL: b_j, cells, one register per class; only while empty
  SLUICE_REG_MAX_PACKET = SLUICE_REG_PARTITION + SLUICE_MAX_CLASSES,  // cells of the largest packet
  SLUICE_REG_ALPHA,                                                   // a of alpha = 2^a, two's complement, -7..3
  SLUICE_REG_XOFF,                                                    // STATIC: cells
  SLUICE_REG_XON,                                                     // STATIC: cells
  SLUICE_REG_DELTA_Q,                                                 // Xqon = Xqoff - delta_q, cells
  SLUICE_REG_DELTA_P,                                                 // Xpon = Xpoff - delta_p, cells
  SLUICE_REG_PAUSE_TIME,                                              // quanta in a pause message
  SLUICE_REG_REFRESH,                                                 // quanta between refreshes of a standing pause
  SLUICE_REG_QUANTA_STEP,  // sixteenths of a bit time per clock: 16 * rate / clock frequency
  SLUICE_REG_NATIVE,       // 0 interoperable, 1 native port-level messages
  SLUICE_REG_WEIGHT,       // TTL: b_j / sum of b in 1/65536, one register per class
  SLUICE_REG_STAGE_TOP = SLUICE_REG_WEIGHT + SLUICE_MAX_CLASSES,  // GFC: Bm, cells
  SLUICE_REG_STAGE_BASE,                                          // GFC: B0, cells
  SLUICE_REG_STAGES,  // GFC: N, 1..15, and SLUICE_STAGES_COUNT_LEADING_ZEROS
  SLUICE_REG_STAGE,   // GFC: B_1 .. B_15, cells, one register each; those above N are not used
  SLUICE_REG_CELL_STEP = SLUICE_REG_STAGE + SLUICE_MAX_STAGES,  // GFC: cell times per clock, in 1/65536
  SLUICE_REG_ROOM_CLOCKS,  // GFC-linear: D / C, clocks in which a link sends D = Bm - B0, in 1/256
  SLUICE_REG_ALPHA_LOSSY,  // a of alpha_lossy = 2^a, as ALPHA: a lossy class may have that share of the room
  SLUICE_REG_COMMIT,       // any value: check, then use, what was written
  SLUICE_REG_STATUS,       // read only: SLUICE_STATUS_ bits
  SLUICE_REGS = SLUICE_REG_COMMIT,
  SLUICE_LAST_STRUCTURAL_REG = SLUICE_REG_MAX_PACKET - 1
};

// Why a configuration is refused; the lowest number that applies is reported.
enum sluice_reason {
  SLUICE_OK,
  SLUICE_UNCONFIGURED,
  SLUICE_BAD_VALUE,
  SLUICE_BAD_SCHEME,
  SLUICE_BAD_ALPHA,
  SLUICE_BAD_POOLS,
  SLUICE_BAD_HEADROOM,
  SLUICE_BAD_XON,
  SLUICE_BAD_TIMES,
  SLUICE_BAD_TTL,
  SLUICE_BAD_STAGES,
  SLUICE_BUSY,
};

enum sluice_stat {
  SLUICE_STAT_QUEUE_PAUSES,
  SLUICE_STAT_QUEUE_RESUMES,
  SLUICE_STAT_QUEUE_PAUSED,  // clocks, modulo 2^32
  SLUICE_STAT_QUEUE_PEAK,    // cells
  SLUICE_STAT_PORT_PAUSES,
  SLUICE_STAT_PORT_RESUMES,
  SLUICE_STAT_PORT_PAUSED,    // clocks, modulo 2^32
  SLUICE_STAT_PORT_PEAK,      // cells above private
  SLUICE_STAT_HEADROOM_PEAK,  // cells, of the group of (port, class)
  SLUICE_STAT_SHARED_PEAK,    // cells
  SLUICE_STAT_REFUSED,        // packets refused at the port, saturating
  SLUICE_STAT_DROPPED,        // TTL: packets dropped at the port, saturating
  SLUICE_STAT_ASTRAY,         // TTL, HALF: of these, for a hop of the other parity
  SLUICE_STAT_MESSAGE_WAIT,   // clocks that a message has waited for tx_ready, at most; up to 65,535
};

// What a build fixes: the RTL's parameters.
struct sluice_dims {
  int ports;         // NP, 1..64
  int classes;       // NC, 1..8
  int width;         // W, bits of a counter, 8..28
  unsigned schemes;  // bit s set: scheme s is built
};

// Inputs of one clock. All zero is an idle clock; tx_ready says that a shown message is taken.
struct sluice_in {
  bool enq_valid, deq_valid, snd_valid, rx_valid, tx_ready, cfg_write, cfg_read, stat_read;
  uint8_t enq_port, enq_class;  // TTL: the class follows from enq_ttl
  uint8_t enq_ttl, enq_egress;  // TTL: after this hop's decrement; the port by which the packet will leave
  uint8_t deq_port, deq_class;
  uint8_t snd_port, snd_class;  // a packet of an egress queue starts to leave (GFC; the other schemes ignore it)
  uint32_t enq_cells, deq_cells, snd_cells;
  uint8_t rx_port, rx_level, rx_enable;  // level 1: a native port-level message
  uint16_t rx_time[SLUICE_MAX_CLASSES];  // quanta, 0 resumes; GFC: the level; used where rx_enable is set
  uint8_t cfg_addr;                      // enum sluice_register; with cfg_write, cfg_read is ignored
  uint32_t cfg_wdata;
  uint8_t stat_select, stat_port, stat_class;
};

// Outputs. Bit p * classes + c of queue_off and gate is ingress queue, or egress class, (p, c).
struct sluice_out {
  bool ready;      // counters are cleared; events and statistics reads before that are ignored
  bool adm_valid;  // result of the enqueue SLUICE_ADMIT_LATENCY clocks ago
  bool deq_error;  // the dequeue of SLUICE_ADMIT_LATENCY clocks ago asked for more than its queue holds
  bool tx_valid;   // a message towards the upstream of tx_port, held until tx_ready
  bool stat_valid;
  bool cfg_error;  // the last commit was refused, or there was none yet
  bool cfg_rvalid;
  uint8_t adm_port, adm_class, adm_kind;
  uint8_t tx_port, tx_level, tx_enable;
  uint8_t cfg_reason;
  uint16_t tx_time[SLUICE_MAX_CLASSES];  // quanta, 0 resumes; GFC: the level
  uint32_t stat_data;
  uint32_t cfg_rdata;                                 // with cfg_rvalid: as it was written; otherwise 0
  uint32_t mon_shared;                                // S, cells in the shared pool
  uint32_t mon_xqoff, mon_xqon, mon_xpoff, mon_xpon;  // thresholds in use, cells; TTL and GFC: 0
  uint32_t loss;                                      // packets refused in all, saturating
  uint64_t queue_off[SLUICE_WORDS];
  uint64_t port_off;
  uint64_t gate[SLUICE_WORDS];                                  // 1: this egress class may not send
  uint16_t queue_level[SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES];  // [p * classes + c]; queue_off is level == OFF
};

struct sluice_mmu;

// Makes an MMU in the state after reset. Returns 0, EINVAL (dims out of range) or ENOMEM.
int sluice_mmu_new(struct sluice_mmu **mmu, const struct sluice_dims *dims);
void sluice_mmu_free(struct sluice_mmu *mmu);

// One clock: the inputs of this clock, then the clock edge.
void sluice_mmu_step(struct sluice_mmu *mmu, const struct sluice_in *in);

// The clocks within which what comes free (a dequeue, or what a packet is charged too much) is usable again [spec 3].
int sluice_free_bound(const struct sluice_dims *dims);

// Clocks of a round of GFC's limiter: the gap behind a packet ends at most a round early or late, and a queue is at
// most two rounds' worth ahead of its rate (docs/gfc.md).
int sluice_limiter_round(const struct sluice_dims *dims);

// The outputs after the last edge, in a place that stays the same. A step or a skip carries them on, but mon_* may lag
// behind until this is called.
const struct sluice_out *sluice_mmu_out(struct sluice_mmu *mmu);

// How many idle clocks (inputs all zero) can follow before the last of which no output but mon_* changes; UINT64_MAX:
// for ever. What shows for one clock only, a verdict or an error, ends with the first of them.
uint64_t sluice_mmu_idle(struct sluice_mmu *mmu);

// Some verdicts are certain as soon as their packets come. That of the enqueue of the last step, if it is: PRIVATE,
// SHARED or HEADROOM, it will show after SLUICE_ADMIT_LATENCY - 1 more clocks.
struct sluice_verdict {
  uint8_t kind, port, cls;  // as adm_kind, adm_port, adm_class
};
bool sluice_mmu_foresee(const struct sluice_mmu *mmu, struct sluice_verdict *verdict);

// As sluice_mmu_idle(), but foreseen verdicts may show meanwhile.
uint64_t sluice_mmu_quiet(struct sluice_mmu *mmu);

// The same as n steps with all inputs zero, in one go; n must not exceed sluice_mmu_quiet().
void sluice_mmu_skip(struct sluice_mmu *mmu, uint64_t n);

// n clocks without input, as sluice_mmu_skip(), then one with these, as sluice_mmu_step(). Returns what
// sluice_mmu_quiet() says after that; 0: outputs are to be looked at. With more than 0 none has changed since before the
// n clocks but mon_*, verdicts that were foreseen apart.
uint64_t sluice_mmu_event(struct sluice_mmu *mmu, uint64_t n, const struct sluice_in *in);

// Cells of an ingress queue, of a port above private, of the headroom of a queue's group: for watching a model.
uint32_t sluice_mmu_queue_cells(const struct sluice_mmu *mmu, int port, int cls);
uint32_t sluice_mmu_port_cells(const struct sluice_mmu *mmu, int port);
uint32_t sluice_mmu_headroom_cells(const struct sluice_mmu *mmu, int port, int cls);

// Whether the set in use makes a packet one of a lossy class: of cls or, under TTL, of that of ttl, if it has one.
bool sluice_mmu_lossy(const struct sluice_mmu *mmu, int cls, int ttl);

// Checks a register set (SLUICE_REGS values, as they would be written) as the RTL does at a commit.
enum sluice_reason sluice_config_check(const struct sluice_dims *dims, const uint32_t *regs);

// One line that says what is wrong and what would be right.
const char *sluice_reason_text(enum sluice_reason reason);

// The same check, and one line about this set: which register, and by how much. Fills buf as snprintf() does.
enum sluice_reason sluice_config_explain(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size);

// Whether a build of these dims has the register: those of schemes, and classes, that are not built are missing.
bool sluice_register_built(const struct sluice_dims *dims, int reg);

// "BUFFER" and so on, for messages and files; NULL when there is no such register.
const char *sluice_register_name(int reg);

#ifdef __cplusplus
}
#endif

#endif
