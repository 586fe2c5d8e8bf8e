// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// The register map of the MMU, its reasons and statistics; included by sluice.h.
// clang-format off
#ifndef SLUICE_REGISTERS_H
#define SLUICE_REGISTERS_H

// Values of SCHEME.
enum sluice_scheme {
  SLUICE_STATIC = 0,      // [CASE]
  SLUICE_SIH = 1,         // [DSH]
  SLUICE_DSH = 2,         // [DSH]
  SLUICE_TTL = 3,         // [TTL]
  SLUICE_GFC = 4,         // [GFC 4.2]
  SLUICE_GFC_LINEAR = 5,  // [GFC 4.1]
  SLUICE_SHP = 6,         // [spec 3]
  SLUICE_SCHEMES = 7,     // of RTL and clocked model
  SLUICE_CBFC = 7,        // [spec 12], in the rules and the event engine only
  SLUICE_RULE_SCHEMES = 8
};

// Where an enqueued packet was put.
enum sluice_admission {
  SLUICE_PRIVATE = 0,   // private cells of the queue; TTL: the partition of the class
  SLUICE_SHARED = 1,    // shared pool
  SLUICE_HEADROOM = 2,  // headroom of the group
  SLUICE_REFUSED = 3,   // no cells
  SLUICE_DROPPED = 4,   // dropped by a rule of TTL
};

// What a message from the downstream concerns, rx_level.
enum sluice_message_level {
  SLUICE_LEVEL_CLASSES = 0,  // the classes of rx_enable, each for its own time
  SLUICE_LEVEL_PORT = 1,     // native port level: all lossless classes, for the time of class 0
  SLUICE_LEVEL_PAUSE = 2,    // 802.3x PAUSE: all classes, lossy ones too, for the time of class 0
};

// Bits of SLUICE_REG_TTL_OPTIONS [TTL 2.3].
enum {
  SLUICE_TTL_DROP_BOUNCED = 1,  // drop a packet that would leave through its ingress port
  SLUICE_TTL_HALF = 2,          // use only every second class, in a tree
  SLUICE_TTL_ODD = 4,           // HALF: this switch is an odd number of hops away from every host
};

// Bits of SLUICE_REG_STAGES above N.
enum {
  SLUICE_STAGES_COUNT_LEADING_ZEROS = 16,  // D is a power of two, no table
};

// Bits of SLUICE_REG_STATUS.
enum {
  SLUICE_STATUS_REASON = 15,      // why the last COMMIT was refused, as cfg_reason
  SLUICE_STATUS_CONFIGURED = 16,  // a configuration is active
  SLUICE_STATUS_ACTIVE = 32,      // the active configuration is the written one: set by an accepted COMMIT, cleared by a write to any register
  SLUICE_STATUS_BUSY = 64,        // a commit is in progress
  SLUICE_STATUS_AT_PORT = 128,    // with PORT_LIMITS: REASON is broken by the limits of a port
  SLUICE_STATUS_PORT = 16128,     // the lowest such port
};

// Registers. A register of schemes that are not built does not exist and reads 0.
enum sluice_register {
  SLUICE_REG_SCHEME = 0,           // 0 STATIC, 1 SIH, 2 DSH, 3 TTL, 4 GFC, 5 GFC-linear, 6 SHP
  SLUICE_REG_BUFFER = 1,           // cells: whole buffer
  SLUICE_REG_PRIVATE = 2,          // cells: phi, per queue; TTL: 0; GFC: the queue's buffer B
  SLUICE_REG_SHARED = 3,           // cells: Bs; TTL: the shared partition; GFC: 0
  SLUICE_REG_HEADROOM = 4,         // cells: eta, per headroom group; SHP: most that a queue may use; GFC: 0
  SLUICE_REG_LOSSLESS = 5,         // one bit per class: the class is lossless
  SLUICE_REG_TTL0 = 6,             // hops: the TTL with which hosts send
  SLUICE_REG_TTL_OPTIONS = 7,      // 1 drop packets that bounce, 2 use every second class only (HALF), 4 odd hops (ODD)
  SLUICE_REG_PARTITION = 8,        // cells: b_j, one per class; 8 registers
  SLUICE_REG_HEADROOM_POOL = 16,   // cells: headroom pool of the switch
  SLUICE_REG_PORT_HEADROOM = 17,   // cells: a port's own headroom
  SLUICE_REG_MAX_PACKET = 18,      // cells: largest packet, below 2^14
  SLUICE_REG_ALPHA = 19,           // exponent: a of alpha = 2^a, -8..7
  SLUICE_REG_XOFF = 20,            // cells: STATIC: a queue pauses above XOFF
  SLUICE_REG_XON = 21,             // cells: STATIC: a queue resumes at or below XON
  SLUICE_REG_DELTA_Q = 22,         // cells: Xqon = Xqoff - delta_q
  SLUICE_REG_DELTA_P = 23,         // cells: Xpon = Xpoff - delta_p
  SLUICE_REG_PAUSE_TIME = 24,      // quanta: time of a pause message
  SLUICE_REG_REFRESH = 25,         // quanta: time between repetitions of an active pause
  SLUICE_REG_QUANTA_STEP = 26,     // 1/16 bit time: bit times per cycle: 16 x rate / clock frequency
  SLUICE_REG_NATIVE = 27,          // 0 interoperable, 1 native port-level messages
  SLUICE_REG_WEIGHT = 28,          // 1/65536: b_j / sum of b, one per class; 8 registers
  SLUICE_REG_STAGE_TOP = 36,       // cells: Bm
  SLUICE_REG_STAGE_BASE = 37,      // cells: B0
  SLUICE_REG_STAGES = 38,          // N, 1..15; plus 16: D = Bm - B0 is a power of two, count leading zeros instead of the table
  SLUICE_REG_STAGE = 39,           // cells: B_k; stages above N are not used; 15 registers
  SLUICE_REG_CELL_STEP = 54,       // 1/65536: cell times per cycle
  SLUICE_REG_DRAIN_CYCLES = 55,    // 1/256 cycle: D / C: cycles in which a link sends D = Bm - B0
  SLUICE_REG_ALPHA_LOSSY = 56,     // exponent: a of alpha_lossy = 2^a, -8..7: share of the free shared pool for lossy classes
  SLUICE_REG_COMMIT = 57,          // check the written registers, then activate them
  SLUICE_REG_STATUS = 58,          // see the bits of STATUS; read only
  SLUICE_REG_PORT_SELECT = 59,     // port and page of PORT_WINDOW, see the bits of PORT_SELECT; a COMMIT does not use it
  SLUICE_REG_PORT_WINDOW = 60,     // own limits of the port of PORT_SELECT, see the limits of a port; 4 registers
  SLUICE_REGS = 57,                // registers that hold a value
  SLUICE_LAST_STRUCTURAL_REG = 17  // registers up to this one change only while the buffer is empty
};

// Limits of a port [spec 16]: in a build with PORT_LIMITS, limit k is SLUICE_REG_PORT_WINDOW + k % 4 on page k / 4.
enum sluice_limit {
  SLUICE_LIMIT_PRIVATE = 0,
  SLUICE_LIMIT_HEADROOM = 1,
  SLUICE_LIMIT_XOFF = 2,
  SLUICE_LIMIT_XON = 3,
  SLUICE_LIMIT_PORT_HEADROOM = 4,
  SLUICE_LIMIT_QUANTA_STEP = 5,
  SLUICE_LIMIT_CELL_STEP = 6,
  SLUICE_LIMIT_DRAIN_CYCLES = 7,
  SLUICE_LIMITS = 8
};

// Bits of SLUICE_REG_PORT_SELECT.
enum {
  SLUICE_PORT_SELECT_PORT = 63,  // the port; one that does not exist has no limits: writes are ignored, reads are 0
  SLUICE_PORT_SELECT_PAGE = 64,  // the page
};

// Why a configuration is refused; the lowest number that applies is reported.
enum sluice_reason {
  SLUICE_OK = 0,            // not refused
  SLUICE_UNCONFIGURED = 1,  // no configuration was committed yet
  SLUICE_BAD_VALUE = 2,     // a value has more bits than its register (ALPHA and ALPHA_LOSSY: BAD_ALPHA)
  SLUICE_BAD_SCHEME = 3,    // SCHEME is unknown, or not in the build
  SLUICE_BAD_ALPHA = 4,     // ALPHA or ALPHA_LOSSY outside -8..7
  SLUICE_BAD_POOLS = 5,     // queues x PRIVATE + groups x HEADROOM + SHARED (TTL: + all PARTITIONs) > BUFFER; groups: the queues of lossless classes, DSH: the ports; SHP: ports x PORT_HEADROOM + HEADROOM_POOL instead of the HEADROOMs; DSH, SHP: without a lossless class a port needs none
  SLUICE_BAD_HEADROOM = 6,  // HEADROOM < MAX_PACKET (not with GFC), SHP: HEADROOM_POOL + PORT_HEADROOM < MAX_PACKET, or MAX_PACKET = 0
  SLUICE_BAD_XON = 7,       // STATIC: XON > XOFF
  SLUICE_BAD_TIMES = 8,     // REFRESH < 16, 64 x REFRESH <= QUANTA_STEP (above 32 ports: 32 x REFRESH), 2 x REFRESH > PAUSE_TIME, or QUANTA_STEP = 0; with PORT_LIMITS: QUANTA_STEP of a port is 0 or above the common one, by which REFRESH counts
  SLUICE_BAD_TTL = 9,       // TTL: PRIVATE > 0, TTL0 < 2, a hop without a class, or a class with PARTITION < ports x MAX_PACKET or alpha x PARTITION < MAX_PACKET
  SLUICE_BAD_STAGES = 10,   // SHARED > 0, HEADROOM > 0, or not B0 < Bm <= PRIVATE. GFC: N = 0, stages that do not rise from B0 to at most Bm (leading zeros: D is no power of two, or D / 2^N < 2), or CELL_STEP = 0. GFC-linear: D > 65534 or DRAIN_CYCLES = 0
  SLUICE_BUSY = 11,         // a register that changes only while the buffer is empty was written, and the buffer is not empty or not at rest; with PORT_LIMITS, PRIVATE, HEADROOM or PORT_HEADROOM of a port was written, and the port is not idle
};

// The statistics that stat_select selects.
enum sluice_stat {
  SLUICE_STAT_QUEUE_PAUSES = 0,   // events, counter, modulo 2^31, per queue: times that the queue turned off; GFC: left level 0
  SLUICE_STAT_QUEUE_RESUMES = 1,  // events, counter, modulo 2^31, per queue: times that the queue turned on; GFC: returned to level 0
  SLUICE_STAT_QUEUE_PAUSED = 2,   // cycles, counter, modulo 2^32, per queue: time that the queue was off; GFC: above level 0
  SLUICE_STAT_QUEUE_PEAK = 3,     // cells, peak, per queue: cells of the queue
  SLUICE_STAT_PORT_PAUSES = 4,    // events, counter, modulo 2^31, per port: times that the port turned off
  SLUICE_STAT_PORT_RESUMES = 5,   // events, counter, modulo 2^31, per port: times that the port turned on
  SLUICE_STAT_PORT_PAUSED = 6,    // cycles, counter, modulo 2^32, per port: time that the port was off
  SLUICE_STAT_PORT_PEAK = 7,      // cells, peak, per port: DSH: cells charged to the port, above private
  SLUICE_STAT_HEADROOM_PEAK = 8,  // cells, peak, per group: headroom cells of the group of (port, class)
  SLUICE_STAT_SHARED_PEAK = 9,    // cells, peak: cells in the shared pool
  SLUICE_STAT_REFUSED = 10,       // packets, counter, saturating, per port: packets refused at the port
  SLUICE_STAT_DROPPED = 11,       // packets, counter, saturating, per port: TTL: packets dropped at the port
  SLUICE_STAT_PARITY_DROPS = 12,  // packets, counter, saturating, per port: TTL with HALF: packets of DROPPED whose hop has the other parity
  SLUICE_STAT_MESSAGE_WAIT = 13,  // cycles, peak, at most 65,535: longest time that a message has waited for tx_ready
  SLUICE_STATISTICS = 14
};

#endif
