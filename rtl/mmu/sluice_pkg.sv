// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// Constants that all modules share: schemes, admissions, the register map, reasons and statistics.
`default_nettype none
// A design uses only some of the names.
// verilator lint_off UNUSEDPARAM
package sluice_pkg;
  // Schemes [spec 2]. With bit s of the parameter SCHEMES, scheme s is built.
  localparam logic [2:0] STATIC = 3'd0;      // [CASE]
  localparam logic [2:0] SIH = 3'd1;         // [DSH]
  localparam logic [2:0] DSH = 3'd2;         // [DSH]
  localparam logic [2:0] TTL = 3'd3;         // [TTL]
  localparam logic [2:0] GFC = 3'd4;         // [GFC 4.2]
  localparam logic [2:0] GFC_LINEAR = 3'd5;  // [GFC 4.1]
  localparam logic [2:0] SHP = 3'd6;         // [spec 3]

  // Where an enqueued packet was put [spec 3].
  localparam logic [2:0] PRIVATE = 3'd0;   // private cells of the queue; TTL: the partition of the class
  localparam logic [2:0] SHARED = 3'd1;    // shared pool
  localparam logic [2:0] HEADROOM = 3'd2;  // headroom of the group
  localparam logic [2:0] REFUSED = 3'd3;   // no cells
  localparam logic [2:0] DROPPED = 3'd4;   // dropped by a rule of TTL

  // What a message from the downstream concerns, rx_level [spec 5, 13].
  localparam logic [1:0] LEVEL_CLASSES = 2'd0;  // the classes of rx_enable, each for its own time
  localparam logic [1:0] LEVEL_PORT = 2'd1;     // native port level: all lossless classes, for the time of class 0
  localparam logic [1:0] LEVEL_PAUSE = 2'd2;    // 802.3x PAUSE: all classes, lossy ones too, for the time of class 0

  // Feedback level of an ingress queue, in LW bits, as many as the schemes of the build need. 0: free; GFC: the stage,
  // 1..15; GFC-linear: the cells above B0; all ones: OFF, paused.

  // Bit positions in TTL_OPTIONS
  localparam int TTL_DROP_BOUNCED = 0;  // drop a packet that would leave through its ingress port
  localparam int TTL_HALF = 1;          // use only every second class, in a tree
  localparam int TTL_ODD = 2;           // HALF: this switch is an odd number of hops away from every host

  // Bit positions in STAGES, above N
  localparam int STAGES_COUNT_LEADING_ZEROS = 4;  // D is a power of two, no table

  // Registers. All take effect together, in the cycles after a write to COMMIT, if they pass the checks. Registers
  // of schemes that are not built do not exist and read 0.
  localparam logic [5:0] REG_SCHEME = 6'd0;          // 0 STATIC, 1 SIH, 2 DSH, 3 TTL, 4 GFC, 5 GFC-linear, 6 SHP
  localparam logic [5:0] REG_BUFFER = 6'd1;          // cells: whole buffer
  localparam logic [5:0] REG_PRIVATE = 6'd2;         // cells: phi, per queue; TTL: 0; GFC: the queue's buffer B
  localparam logic [5:0] REG_SHARED = 6'd3;          // cells: Bs; TTL: the shared partition; GFC: 0
  localparam logic [5:0] REG_HEADROOM = 6'd4;        // cells: eta, per headroom group; SHP: most that a queue may use;
                                                     // GFC: 0
  localparam logic [5:0] REG_LOSSLESS = 6'd5;        // one bit per class: the class is lossless
  localparam logic [5:0] REG_TTL0 = 6'd6;            // hops: the TTL with which hosts send
  localparam logic [5:0] REG_TTL_OPTIONS = 6'd7;     // 1 drop packets that bounce, 2 use every second class only
                                                     // (HALF), 4 odd hops (ODD)
  localparam logic [5:0] REG_PARTITION = 6'd8;       // cells: b_j, one per class; 8 registers
  localparam logic [5:0] REG_HEADROOM_POOL = 6'd16;  // cells: headroom pool of the switch
  localparam logic [5:0] REG_PORT_HEADROOM = 6'd17;  // cells: a port's own headroom
  localparam logic [5:0] REG_MAX_PACKET = 6'd18;     // cells: largest packet, below 2^14
  localparam logic [5:0] REG_ALPHA = 6'd19;          // exponent: a of alpha = 2^a, -8..7
  localparam logic [5:0] REG_XOFF = 6'd20;           // cells: STATIC: a queue pauses above XOFF
  localparam logic [5:0] REG_XON = 6'd21;            // cells: STATIC: a queue resumes at or below XON
  localparam logic [5:0] REG_DELTA_Q = 6'd22;        // cells: Xqon = Xqoff - delta_q
  localparam logic [5:0] REG_DELTA_P = 6'd23;        // cells: Xpon = Xpoff - delta_p
  localparam logic [5:0] REG_PAUSE_TIME = 6'd24;     // quanta: time of a pause message
  localparam logic [5:0] REG_REFRESH = 6'd25;        // quanta: time between repetitions of an active pause
  localparam logic [5:0] REG_QUANTA_STEP = 6'd26;    // 1/16 bit time: bit times per cycle: 16 x rate / clock frequency
  localparam logic [5:0] REG_NATIVE = 6'd27;         // 0 interoperable, 1 native port-level messages
  localparam logic [5:0] REG_WEIGHT = 6'd28;         // 1/65536: b_j / sum of b, one per class; 8 registers
  localparam logic [5:0] REG_STAGE_TOP = 6'd36;      // cells: Bm
  localparam logic [5:0] REG_STAGE_BASE = 6'd37;     // cells: B0
  localparam logic [5:0] REG_STAGES = 6'd38;         // N, 1..15; plus 16: D = Bm - B0 is a power of two, count leading
                                                     // zeros instead of the table
  localparam logic [5:0] REG_STAGE = 6'd39;          // cells: B_k; stages above N are not used; 15 registers
  localparam logic [5:0] REG_CELL_STEP = 6'd54;      // 1/65536: cell times per cycle
  localparam logic [5:0] REG_DRAIN_CYCLES = 6'd55;   // 1/256 cycle: D / C: cycles in which a link sends D = Bm - B0
  localparam logic [5:0] REG_ALPHA_LOSSY = 6'd56;    // exponent: a of alpha_lossy = 2^a, -8..7: share of the free
                                                     // shared pool for lossy classes
  localparam logic [5:0] REG_COMMIT = 6'd57;         // check the written registers, then activate them
  localparam logic [5:0] REG_STATUS = 6'd58;         // see the bits of STATUS; read only
  localparam logic [5:0] REG_PORT_SELECT = 6'd59;    // port and page of PORT_WINDOW, see the bits of PORT_SELECT; a
                                                     // COMMIT does not use it
  localparam logic [5:0] REG_PORT_WINDOW = 6'd60;    // own limits of the port of PORT_SELECT, see the limits of a port;
                                                     // 4 registers
  localparam logic [5:0] FIRST_ANY_TIME = 6'd18;  // lower registers change only while the buffer is empty
  localparam int REGS = 57;  // registers that hold a value

  // Limits of a port with PORT_LIMITS, [spec 16]
  localparam logic [2:0] LIMIT_PRIVATE = 3'd0;
  localparam logic [2:0] LIMIT_HEADROOM = 3'd1;
  localparam logic [2:0] LIMIT_XOFF = 3'd2;
  localparam logic [2:0] LIMIT_XON = 3'd3;
  localparam logic [2:0] LIMIT_PORT_HEADROOM = 3'd4;
  localparam logic [2:0] LIMIT_QUANTA_STEP = 3'd5;
  localparam logic [2:0] LIMIT_CELL_STEP = 3'd6;
  localparam logic [2:0] LIMIT_DRAIN_CYCLES = 3'd7;
  localparam int LIMITS = 8;  // limits of a port
  // The register whose value a port has until the limit is written; COMMIT, which reads 0: there is no such limit
  function automatic logic [5:0] limit_register(input logic [2:0] limit);
    case (limit)
      LIMIT_PRIVATE: limit_register = REG_PRIVATE;
      LIMIT_HEADROOM: limit_register = REG_HEADROOM;
      LIMIT_XOFF: limit_register = REG_XOFF;
      LIMIT_XON: limit_register = REG_XON;
      LIMIT_PORT_HEADROOM: limit_register = REG_PORT_HEADROOM;
      LIMIT_QUANTA_STEP: limit_register = REG_QUANTA_STEP;
      LIMIT_CELL_STEP: limit_register = REG_CELL_STEP;
      LIMIT_DRAIN_CYCLES: limit_register = REG_DRAIN_CYCLES;
      default: limit_register = REG_COMMIT;
    endcase
  endfunction

  // Bit positions in PORT_SELECT
  localparam int PORT_SELECT_PORT = 0;  // 6 bits: the port; one that does not exist has no limits: writes are ignored,
                                        // reads are 0
  localparam int PORT_SELECT_PAGE = 6;  // the page

  // Bit positions in STATUS
  localparam int STATUS_REASON = 0;      // 4 bits: why the last COMMIT was refused, as cfg_reason
  localparam int STATUS_CONFIGURED = 4;  // a configuration is active
  localparam int STATUS_ACTIVE = 5;      // the active configuration is the written one: set by an accepted COMMIT,
                                         // cleared by a write to any register
  localparam int STATUS_BUSY = 6;        // a commit is in progress
  localparam int STATUS_AT_PORT = 7;     // with PORT_LIMITS: REASON is broken by the limits of a port
  localparam int STATUS_PORT = 8;        // 6 bits: the lowest such port

  // Whether a build with these classes and schemes has the register.
  function automatic logic built(input int which, input int classes, input logic [6:0] schemes);
    built = which < REGS;
    if (which >= 32'(REG_TTL0) && which <= 32'(REG_TTL_OPTIONS)) built = schemes[TTL];
    if (which >= 32'(REG_PARTITION) && which <= 32'(REG_PARTITION) + 7)
      built = schemes[TTL] && which - 32'(REG_PARTITION) < classes;
    if (which >= 32'(REG_HEADROOM_POOL) && which <= 32'(REG_PORT_HEADROOM)) built = schemes[SHP];
    if (which >= 32'(REG_WEIGHT) && which <= 32'(REG_WEIGHT) + 7)
      built = schemes[TTL] && which - 32'(REG_WEIGHT) < classes;
    if (which >= 32'(REG_STAGE_TOP) && which <= 32'(REG_STAGE_BASE)) built = schemes[GFC] || schemes[GFC_LINEAR];
    if (which >= 32'(REG_STAGES) && which <= 32'(REG_CELL_STEP)) built = schemes[GFC];
    if (which == 32'(REG_DRAIN_CYCLES)) built = schemes[GFC_LINEAR];
  endfunction

  // Bits of a packet's cells, at most 14; bits of headroom cells, 4 fewer than a cell counter of 18 bits or more.
  function automatic int packet_bits(input int width);
    packet_bits = width < 14 ? width : 14;
  endfunction
  function automatic int headroom_bits(input int width);
    headroom_bits = width < 18 ? width : width - 4;
  endfunction

  // Why a configuration is refused; the lowest number that applies is reported.
  localparam logic [3:0] OK = 4'd0;            // not refused
  localparam logic [3:0] UNCONFIGURED = 4'd1;  // no configuration was committed yet
  localparam logic [3:0] BAD_VALUE = 4'd2;     // a value has more bits than its register (ALPHA and ALPHA_LOSSY:
                                               // BAD_ALPHA)
  localparam logic [3:0] BAD_SCHEME = 4'd3;    // SCHEME is unknown, or not in the build
  localparam logic [3:0] BAD_ALPHA = 4'd4;     // ALPHA or ALPHA_LOSSY outside -8..7
  localparam logic [3:0] BAD_POOLS = 4'd5;     // queues x PRIVATE + groups x HEADROOM + SHARED (TTL: + all PARTITIONs)
                                               // > BUFFER; groups: the queues of lossless classes, DSH: the ports; SHP:
                                               // ports x PORT_HEADROOM + HEADROOM_POOL instead of the HEADROOMs; DSH,
                                               // SHP: without a lossless class a port needs none
  localparam logic [3:0] BAD_HEADROOM = 4'd6;  // HEADROOM < MAX_PACKET (not with GFC), SHP: HEADROOM_POOL +
                                               // PORT_HEADROOM < MAX_PACKET, or MAX_PACKET = 0
  localparam logic [3:0] BAD_XON = 4'd7;       // STATIC: XON > XOFF
  localparam logic [3:0] BAD_TIMES = 4'd8;     // REFRESH < 16, 64 x REFRESH <= QUANTA_STEP (above 32 ports: 32 x
                                               // REFRESH), 2 x REFRESH > PAUSE_TIME, or QUANTA_STEP = 0; with
                                               // PORT_LIMITS: QUANTA_STEP of a port is 0 or above the common one, by
                                               // which REFRESH counts
  localparam logic [3:0] BAD_TTL = 4'd9;       // TTL: PRIVATE > 0, TTL0 < 2, a hop without a class, or a class with
                                               // PARTITION < ports x MAX_PACKET or alpha x PARTITION < MAX_PACKET
  localparam logic [3:0] BAD_STAGES = 4'd10;   // SHARED > 0, HEADROOM > 0, or not B0 < Bm <= PRIVATE. GFC: N = 0,
                                               // stages that do not rise from B0 to at most Bm (leading zeros: D is no
                                               // power of two, or D / 2^N < 2), or CELL_STEP = 0. GFC-linear: D > 65534
                                               // or DRAIN_CYCLES = 0
  localparam logic [3:0] BUSY = 4'd11;         // a register that changes only while the buffer is empty was written,
                                               // and the buffer is not empty or not at rest; with PORT_LIMITS, PRIVATE,
                                               // HEADROOM or PORT_HEADROOM of a port was written, and the port is not
                                               // idle

  // The statistics that stat_select selects.
  localparam logic [3:0] STAT_QUEUE_PAUSES = 4'd0;   // events, counter, modulo 2^31, per queue: times that the queue
                                                     // turned off; GFC: left level 0
  localparam logic [3:0] STAT_QUEUE_RESUMES = 4'd1;  // events, counter, modulo 2^31, per queue: times that the queue
                                                     // turned on; GFC: returned to level 0
  localparam logic [3:0] STAT_QUEUE_PAUSED = 4'd2;   // cycles, counter, modulo 2^32, per queue: time that the queue was
                                                     // off; GFC: above level 0
  localparam logic [3:0] STAT_QUEUE_PEAK = 4'd3;     // cells, peak, per queue: cells of the queue
  localparam logic [3:0] STAT_PORT_PAUSES = 4'd4;    // events, counter, modulo 2^31, per port: times that the port
                                                     // turned off
  localparam logic [3:0] STAT_PORT_RESUMES = 4'd5;   // events, counter, modulo 2^31, per port: times that the port
                                                     // turned on
  localparam logic [3:0] STAT_PORT_PAUSED = 4'd6;    // cycles, counter, modulo 2^32, per port: time that the port was
                                                     // off
  localparam logic [3:0] STAT_PORT_PEAK = 4'd7;      // cells, peak, per port: DSH: cells charged to the port, above
                                                     // private
  localparam logic [3:0] STAT_HEADROOM_PEAK = 4'd8;  // cells, peak, per group: headroom cells of the group of (port,
                                                     // class)
  localparam logic [3:0] STAT_SHARED_PEAK = 4'd9;    // cells, peak: cells in the shared pool
  localparam logic [3:0] STAT_REFUSED = 4'd10;       // packets, counter, saturating, per port: packets refused at the
                                                     // port
  localparam logic [3:0] STAT_DROPPED = 4'd11;       // packets, counter, saturating, per port: TTL: packets dropped at
                                                     // the port
  localparam logic [3:0] STAT_PARITY_DROPS = 4'd12;  // packets, counter, saturating, per port: TTL with HALF: packets
                                                     // of DROPPED whose hop has the other parity
  localparam logic [3:0] STAT_MESSAGE_WAIT = 4'd13;  // cycles, peak, at most 65,535: longest time that a message has
                                                     // waited for tx_ready
endpackage
// verilator lint_on UNUSEDPARAM
`default_nettype wire
