// Names shared by all modules: schemes, admission kinds, the register map, and the reasons for refusing a
// configuration. cmodel/sluice.h has the same values; tests/mmu/test_package checks that they agree.
`default_nettype none
package sluice_pkg;
  // Schemes [spec 2]. Bit s of the parameter SCHEMES builds scheme s.
  localparam logic [2:0] STATIC = 3'd0;
  localparam logic [2:0] SIH = 3'd1;
  localparam logic [2:0] DSH = 3'd2;
  localparam logic [2:0] TTL = 3'd3;
  localparam logic [2:0] GFC = 3'd4;
  localparam logic [2:0] GFC_LINEAR = 3'd5;

  // Admission of a packet [spec 3]: the pool it was charged to. PRIVATE is the class's partition with TTL; DROPPED: by a rule of TTL.
  localparam logic [2:0] PRIVATE = 3'd0;
  localparam logic [2:0] SHARED = 3'd1;
  localparam logic [2:0] HEADROOM = 3'd2;
  localparam logic [2:0] REFUSED = 3'd3;
  localparam logic [2:0] DROPPED = 3'd4;

  // Feedback level of an ingress queue, in LW bits, as many as the schemes of the build need: 0 free; GFC: stage 1..15;
  // GFC-linear: cells above B0; all ones: OFF, paused.

  // Bit numbers of TTL_OPTIONS
  localparam int TTL_DROP_BOUNCED = 0;  // drop a packet that would leave through its ingress port
  localparam int TTL_HALF = 1;          // use only every second class: a tree
  localparam int TTL_ODD = 2;           // with HALF: this switch is an odd number of hops from every host

  // Registers. All take effect together after a write to COMMIT, if they pass the checks. Registers of schemes that
  // are not built do not exist: they read 0.
  localparam logic [5:0] REG_SCHEME = 6'd0;           // one of the schemes above; only while the buffer is empty
  localparam logic [5:0] REG_BUFFER = 6'd1;           // cells in all; only while empty
  localparam logic [5:0] REG_PRIVATE = 6'd2;          // phi (GFC: B), cells per ingress queue; only while empty
  localparam logic [5:0] REG_SHARED = 6'd3;           // Bs, cells; only while empty
  localparam logic [5:0] REG_HEADROOM = 6'd4;         // eta, cells per headroom group; only while empty
  localparam logic [5:0] REG_LOSSLESS = 6'd5;         // one bit per class; only while empty
  localparam logic [5:0] REG_TTL0 = 6'd6;             // TTL: the TTL with which hosts send; only while empty
  localparam logic [5:0] REG_TTL_OPTIONS = 6'd7;      // TTL: the TTL_ bits above; only while empty
  localparam logic [5:0] REG_PARTITION = 6'd8;        // TTL: b_j, cells, 8 registers, one per class; only while empty
  localparam logic [5:0] REG_MAX_PACKET = 6'd16;      // cells of the largest packet
  localparam logic [5:0] REG_ALPHA = 6'd17;           // a of alpha = 2^a, two's complement, -7..3
  localparam logic [5:0] REG_XOFF = 6'd18;            // STATIC: cells
  localparam logic [5:0] REG_XON = 6'd19;             // STATIC: cells
  localparam logic [5:0] REG_DELTA_Q = 6'd20;         // Xqon = Xqoff - delta_q, cells
  localparam logic [5:0] REG_DELTA_P = 6'd21;         // Xpon = Xpoff - delta_p, cells
  localparam logic [5:0] REG_PAUSE_TIME = 6'd22;      // quanta in a pause message
  localparam logic [5:0] REG_REFRESH = 6'd23;         // quanta between refreshes of an active pause
  localparam logic [5:0] REG_QUANTA_STEP = 6'd24;     // sixteenths of a bit time per cycle
  localparam logic [5:0] REG_NATIVE = 6'd25;          // 0: interoperable, 1: native port-level messages
  localparam logic [5:0] REG_WEIGHT = 6'd26;          // TTL: b_j / sum of b in 1/65536, 8 registers, one per class
  localparam logic [5:0] REG_STAGE_TOP = 6'd34;       // GFC: Bm, cells
  localparam logic [5:0] REG_STAGE_BASE = 6'd35;      // GFC: B0, cells
  localparam logic [5:0] REG_STAGES = 6'd36;          // GFC: N, 1..15; bit 4: count leading zeros, D is a power of two
  localparam logic [5:0] REG_STAGE = 6'd37;           // GFC: B_1 .. B_15, cells, 15 registers; those above N are not used
  localparam logic [5:0] REG_CELL_STEP = 6'd52;       // GFC: cell times per cycle, in 1/65536
  localparam logic [5:0] REG_DRAIN_CYCLES = 6'd53;     // GFC-linear: D / C, cycles in which a link sends D = Bm - B0, in 1/256
  localparam logic [5:0] REG_ALPHA_LOSSY = 6'd54;     // a of alpha_lossy = 2^a, as ALPHA: share of the free cells for lossy classes
  localparam logic [5:0] REG_COMMIT = 6'd55;          // any value: check the written values, then make them active
  localparam logic [5:0] REG_STATUS = 6'd56;          // read only: the STATUS_ bits below
  localparam int REGS = 55;                       // registers that hold a value

  // Bit numbers of STATUS
  localparam int STATUS_REASON = 0;      // 4 bits: why the last COMMIT was refused
  localparam int STATUS_CONFIGURED = 4;  // a configuration is active
  localparam int STATUS_ACTIVE = 5;      // it equals the written values: nothing was written since its COMMIT
  localparam int STATUS_BUSY = 6;        // a commit is under way

  // Whether a build has the register.
  function automatic logic built(input int which, input int classes, input logic [5:0] schemes);
    built = which < REGS;
    if (which == 32'(REG_TTL0) || which == 32'(REG_TTL_OPTIONS)) built = schemes[TTL];
    if (which >= 32'(REG_PARTITION) && which < 32'(REG_PARTITION) + 8)
      built = schemes[TTL] && which - 32'(REG_PARTITION) < classes;
    if (which >= 32'(REG_WEIGHT) && which < 32'(REG_WEIGHT) + 8)
      built = schemes[TTL] && which - 32'(REG_WEIGHT) < classes;
    if (which == 32'(REG_STAGE_TOP) || which == 32'(REG_STAGE_BASE)) built = schemes[GFC] || schemes[GFC_LINEAR];
    if (which >= 32'(REG_STAGES) && which <= 32'(REG_CELL_STEP)) built = schemes[GFC];
    if (which == 32'(REG_DRAIN_CYCLES)) built = schemes[GFC_LINEAR];
  endfunction

  // Bits of a packet's cells: at most 14. Bits of a headroom counter: 4 fewer than a wide cell counter.
  function automatic int packet_bits(input int width);
    packet_bits = width < 14 ? width : 14;
  endfunction
  function automatic int headroom_bits(input int width);
    headroom_bits = width < 18 ? width : width - 4;
  endfunction

  // Reasons for refusing a configuration; the lowest number that applies is reported.
  localparam logic [3:0] OK = 4'd0;
  localparam logic [3:0] UNCONFIGURED = 4'd1;     // nothing committed since reset
  localparam logic [3:0] BAD_VALUE = 4'd2;        // a register was written with more than its bits
  localparam logic [3:0] BAD_SCHEME = 4'd3;       // unknown, or left out of the build
  localparam logic [3:0] BAD_ALPHA = 4'd4;        // outside -7..3
  localparam logic [3:0] BAD_POOLS = 4'd5;        // private + shared + headroom above the buffer
  localparam logic [3:0] BAD_HEADROOM = 4'd6;     // below the largest packet, or no largest packet
  localparam logic [3:0] BAD_XON = 4'd7;          // XON above XOFF
  localparam logic [3:0] BAD_TIMES = 4'd8;        // refresh too short, or above half the pause time, or no quanta step
  localparam logic [3:0] BAD_TTL = 4'd9;          // classes, partitions or thresholds that violate TTL's rules
  localparam logic [3:0] BAD_STAGES = 4'd10;      // not B0 < Bm <= B, stages that do not rise, or no step
  localparam logic [3:0] BUSY = 4'd11;            // an only-while-empty register, and the buffer is not empty

  // Values of stat_select
  localparam logic [3:0] STAT_QUEUE_PAUSES = 4'd0;
  localparam logic [3:0] STAT_QUEUE_RESUMES = 4'd1;
  localparam logic [3:0] STAT_QUEUE_PAUSED = 4'd2;  // cycles, modulo 2^32
  localparam logic [3:0] STAT_QUEUE_PEAK = 4'd3;    // cells
  localparam logic [3:0] STAT_PORT_PAUSES = 4'd4;
  localparam logic [3:0] STAT_PORT_RESUMES = 4'd5;
  localparam logic [3:0] STAT_PORT_PAUSED = 4'd6;   // cycles, modulo 2^32
  localparam logic [3:0] STAT_PORT_PEAK = 4'd7;     // cells above private
  localparam logic [3:0] STAT_HEADROOM_PEAK = 4'd8; // cells, of the group of (port, class)
  localparam logic [3:0] STAT_SHARED_PEAK = 4'd9;   // cells
  localparam logic [3:0] STAT_REFUSED = 4'd10;      // packets refused at the port, saturating
  localparam logic [3:0] STAT_DROPPED = 4'd11;      // TTL: packets dropped at the port, saturating
  localparam logic [3:0] STAT_PARITY_DROPS = 4'd12;       // TTL, HALF: of these, dropped for a hop of the other parity
  localparam logic [3:0] STAT_MESSAGE_WAIT = 4'd13; // longest wait of a message for tx_ready, cycles; saturates at 65,535
endpackage
`default_nettype wire
