// Names shared by all modules: schemes, admission kinds, the register map and the reasons for which a
// configuration is refused. cmodel/sluice.h carries the same names; tests/ checks that they agree.
`default_nettype none
package sluice_pkg;
  // Schemes [spec 2]. Bit s of the parameter SCHEMES builds scheme s.
  localparam logic [1:0] STATIC = 2'd0;
  localparam logic [1:0] SIH = 2'd1;
  localparam logic [1:0] DSH = 2'd2;

  // Where an enqueued packet was put [spec 3].
  localparam logic [1:0] PRIVATE = 2'd0;
  localparam logic [1:0] SHARED = 2'd1;
  localparam logic [1:0] HEADROOM = 2'd2;
  localparam logic [1:0] REFUSED = 2'd3;

  // Registers. All take effect together, in the clocks after a write to COMMIT, if they pass the checks.
  localparam logic [4:0] REG_SCHEME = 5'd0;       // STATIC, SIH or DSH; only while the buffer is empty
  localparam logic [4:0] REG_BUFFER = 5'd1;       // cells in all; only while empty
  localparam logic [4:0] REG_PRIVATE = 5'd2;      // phi, cells per ingress queue; only while empty
  localparam logic [4:0] REG_SHARED = 5'd3;       // Bs, cells; only while empty
  localparam logic [4:0] REG_HEADROOM = 5'd4;     // eta, cells per headroom group; only while empty
  localparam logic [4:0] REG_LOSSLESS = 5'd5;     // one bit per class; only while empty
  localparam logic [4:0] REG_MAX_PACKET = 5'd6;   // cells of the largest packet
  localparam logic [4:0] REG_ALPHA = 5'd7;        // a of alpha = 2^a, two's complement, -7..3
  localparam logic [4:0] REG_XOFF = 5'd8;         // STATIC: cells
  localparam logic [4:0] REG_XON = 5'd9;          // STATIC: cells
  localparam logic [4:0] REG_DELTA_Q = 5'd10;     // Xqon = Xqoff - delta_q, cells
  localparam logic [4:0] REG_DELTA_P = 5'd11;     // Xpon = Xpoff - delta_p, cells
  localparam logic [4:0] REG_PAUSE_TIME = 5'd12;  // quanta in a pause message
  localparam logic [4:0] REG_REFRESH = 5'd13;     // quanta between refreshes of a standing pause
  localparam logic [4:0] REG_QUANTA_STEP = 5'd14; // sixteenths of a bit time per clock
  localparam logic [4:0] REG_NATIVE = 5'd15;      // 0 interoperable, 1 native port-level messages
  localparam logic [4:0] REG_COMMIT = 5'd16;      // any value: check, then use, what was written
  localparam int REGS = 16;                       // registers that hold a value

  // Why a configuration is refused; the lowest number that applies is reported.
  localparam logic [3:0] OK = 4'd0;
  localparam logic [3:0] UNCONFIGURED = 4'd1;     // nothing committed since reset
  localparam logic [3:0] BAD_VALUE = 4'd2;        // a register was written with more than it can hold
  localparam logic [3:0] BAD_SCHEME = 4'd3;       // unknown, or left out of the build
  localparam logic [3:0] BAD_ALPHA = 4'd4;        // outside -7..3
  localparam logic [3:0] BAD_POOLS = 4'd5;        // private + shared + headroom above the buffer
  localparam logic [3:0] BAD_HEADROOM = 4'd6;     // below the largest packet, or no largest packet
  localparam logic [3:0] BAD_XON = 4'd7;          // XON above XOFF
  localparam logic [3:0] BAD_TIMES = 4'd8;        // not 16 <= refresh < pause time, or no quanta step
  localparam logic [3:0] BUSY = 4'd9;             // an only-while-empty register, and the buffer is not empty

  // What stat_select reads.
  localparam logic [3:0] STAT_QUEUE_PAUSES = 4'd0;
  localparam logic [3:0] STAT_QUEUE_RESUMES = 4'd1;
  localparam logic [3:0] STAT_QUEUE_PAUSED = 4'd2;  // clocks, modulo 2^32
  localparam logic [3:0] STAT_QUEUE_PEAK = 4'd3;    // cells
  localparam logic [3:0] STAT_PORT_PAUSES = 4'd4;
  localparam logic [3:0] STAT_PORT_RESUMES = 4'd5;
  localparam logic [3:0] STAT_PORT_PAUSED = 4'd6;   // clocks, modulo 2^32
  localparam logic [3:0] STAT_PORT_PEAK = 4'd7;     // cells above private
  localparam logic [3:0] STAT_HEADROOM_PEAK = 4'd8; // cells, of the group of (port, class)
  localparam logic [3:0] STAT_SHARED_PEAK = 4'd9;   // cells
  localparam logic [3:0] STAT_REFUSED = 4'd10;      // packets refused at the port, saturating
endpackage
`default_nettype wire
