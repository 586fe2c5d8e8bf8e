// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// Constants of the switch: why a frame does not leave, the register map, the counters.
`default_nettype none
// A design uses only some of the names.
// verilator lint_off UNUSEDPARAM
package sluice_switch_pkg;
  // Why a frame does not leave. At the ingress port; the lowest number that applies
  localparam logic [3:0] NONE = 4'd0;      // the frame was accepted
  localparam logic [3:0] CUT = 4'd1;       // the link went down inside the frame
  localparam logic [3:0] NO_CELL = 4'd2;   // no free cell for the frame
  localparam logic [3:0] GIANT = 4'd3;     // longer than the active MAX_FRAME
  localparam logic [3:0] BAD = 4'd4;       // tuser at tlast: the MAC marked the frame bad
  localparam logic [3:0] RUNT = 4'd5;      // shorter than 60 bytes
  localparam logic [3:0] RESERVED = 4'd6;  // destination 01-80-C2-00-00-00 to -0F, and MANAGEMENT does not pass the
                                           // frame
  localparam logic [3:0] UNKNOWN = 4'd7;   // destination in no entry of the MAC table, or a group address (bit 0 of the
                                           // first byte), and the frame is copied to no port
  localparam logic [3:0] HAIRPIN = 4'd8;   // the egress port is the ingress port
  localparam logic [3:0] REFUSED = 4'd9;   // the MMU refused the frame
  localparam logic [3:0] TTL = 4'd10;      // the MMU dropped the frame by a rule of TTL
  // At the egress port
  localparam logic [3:0] LINK = 4'd11;      // the link was down
  localparam logic [3:0] WATCHDOG = 4'd12;  // the watchdog drops the frames of the queue
  // For a frame to many ports, at the ingress port
  localparam logic [3:0] FLOODED = 4'd13;     // no drop: copies of the frame are made
  localparam logic [3:0] NOT_COPIED = 4'd14;  // 8 frames, or frames with more cells than a largest frame, already
                                              // waited to be copied

  // Registers, as numbers of 32-bit words. Lower numbers: the MMU's registers
  localparam logic [8:0] REG_STATUS = 9'h040;                // 0 READY; 1 RESERVE, 2 ECN: the last COMMIT failed the
                                                             // check of the reserve, of ECN, and was not passed to the
                                                             // MMU; 11..8 PORT: with parameter PORT_LIMITS = 1 the
                                                             // lowest port whose ECN is wrong; read only
  localparam logic [8:0] REG_MAX_FRAME = 9'h041;             // bytes: largest frame; active from an accepted COMMIT on
  localparam logic [8:0] REG_PRIORITY = 9'h042;              // PRIORITY_c at bits 4 c + 2 .. 4 c
  localparam logic [8:0] REG_TTL_MODE = 9'h043;              // 0 DECREMENT; 15..8 NON_IP: the TTL of frames that are
                                                             // not IP; without DECREMENT, of all frames
  localparam logic [8:0] REG_FLOOD = 9'h045;                 // a bit per port: lossy frames to an unknown or a group
                                                             // destination are copied to the port
  localparam logic [8:0] REG_MANAGEMENT = 9'h046;            // 4..0 PORT: the port that gets frames to
                                                             // 01-80-C2-00-00-00 to -0F except -01; 8 ENABLE
  localparam logic [8:0] REG_CAUSE = 9'h047;                 // causes of an interrupt since the bit was cleared; a
                                                             // write clears the bits that it writes as 1. Bit r: a
                                                             // frame was dropped by reason r; 16 LINK; 17 STORM
  localparam logic [8:0] REG_INTERRUPT = 9'h048;             // enables the causes: irq is 1 while an enabled bit of
                                                             // CAUSE is 1
  localparam logic [8:0] REG_WRITE_PORTS = 9'h049;           // a bit per port: a write of ECN_KMIN, ECN_KMAX,
                                                             // ECN_SLOPE, WATCHDOG_DETECTION, WATCHDOG_RESTORATION,
                                                             // WATCHDOG_ACTION or CREDITS_LIMIT is for these ports, and
                                                             // a read shows the lowest of them; with parameter
                                                             // PORT_LIMITS = 1 only, else writes are for all ports
  localparam logic [8:0] REG_QUANTUM = 9'h050;               // units of 64 bytes: deficit round robin, one per class:
                                                             // at least a largest frame with FCS; 0 counts as 1; 8
                                                             // registers
  localparam logic [8:0] REG_PORT = 9'h060;                  // 2..0 CLASS: default class, 4 TRUST_PCP, 5 TRUST_DSCP,
                                                             // 15..8 STRICT by class; 16 registers
  localparam logic [8:0] REG_ECN_KMIN = 9'h080;              // cells: ECN: never mark up to this occupancy of the
                                                             // egress queue; active from an accepted COMMIT on, as the
                                                             // next three; 8 registers
  localparam logic [8:0] REG_ECN_KMAX = 9'h088;              // cells: ECN: always mark above this occupancy; 8
                                                             // registers
  localparam logic [8:0] REG_ECN_SLOPE = 9'h090;             // 2^-24 per cell: 15..0 SLOPE: growth of the probability
                                                             // of a mark from KMIN to KMAX; 31 ENABLE: mark packets of
                                                             // the class; 8 registers
  localparam logic [8:0] REG_ECN_SEED = 9'h098;              // first state of the generator of random numbers, loaded
                                                             // by an accepted COMMIT; 0 counts as 1
  localparam logic [8:0] REG_WATCHDOG_CLOCK = 9'h09c;        // cycles: cycles of a microsecond, rounded up; 0 counts as
                                                             // 1
  localparam logic [8:0] REG_WATCHDOG_POLL = 9'h09d;         // us: poll interval, at least a round of the watchdog; 0:
                                                             // no poll
  localparam logic [8:0] REG_WATCHDOG_DETECTION = 9'h09e;    // us: detection time
  localparam logic [8:0] REG_WATCHDOG_RESTORATION = 9'h09f;  // us: restoration time
  localparam logic [8:0] REG_WATCHDOG_ACTION = 9'h0a0;       // 2 c + 1 .. 2 c: class c, 0 OFF, 1 DROP, 2 FORWARD, 3
                                                             // ALERT; 16 RULE: 0 (a), 1 (b)
  localparam logic [8:0] REG_CREDITS_PORTS = 9'h0b0;         // a bit per port: the port uses credits instead of pauses;
                                                             // this register and the next four exist with parameter
                                                             // CREDITS = 1 only
  localparam logic [8:0] REG_CREDITS_AMOUNT = 9'h0b1;        // cells: freed cells that make a word of credits freed
                                                             // due; 0: words are due by time only
  localparam logic [8:0] REG_CREDITS_CONSUMED = 9'h0b2;      // cycles: cycles between two rounds of words of credits
                                                             // consumed; 0: none
  localparam logic [8:0] REG_CREDITS_FREED = 9'h0b3;         // cycles: cycles between two rounds of words of credits
                                                             // freed; 0: words are due by amount only
  localparam logic [8:0] REG_CREDITS_LIMIT = 9'h0b8;         // cells: cells of the class at the receiver of the other
                                                             // end; 0: the class uses no credits; 8 registers
  localparam logic [8:0] REG_MAC_LOW = 9'h100;               // address: the last four bytes of the address, 31..24 the
                                                             // first of them; 64 registers
  localparam logic [8:0] REG_MAC_HIGH = 9'h101;              // 15..0 the first two bytes of the address; 20..16 PORT;
                                                             // 31 VALID; 64 registers
  localparam logic [13:0] REG_COUNTER = 14'h0400;      // byte address + 512 p + 8 k: counter k of port p, k < 64, 64
                                                       // bits
  localparam logic [13:0] REG_STATISTIC = 14'h1000;    // byte address + 512 p + 64 c + 4 s: MMU's statistic s of port
                                                       // p, class c, read only
  localparam logic [13:0] REG_ECN_COUNTER = 14'h1800;  // byte address + 512 p + 8 (k - 64): counter k of port p, k >=
                                                       // 64, 64 bits

  // Bit positions of the fields
  localparam int STATUS_READY = 0;           // counters are cleared
  localparam int STATUS_RESERVE = 1;         // the last COMMIT was not passed to the MMU: cells
  localparam int STATUS_ECN = 2;             // the last COMMIT was not passed to the MMU: ECN
  localparam int STATUS_PORT = 8;            // 4 bits: with ECN and PORT_LIMITS: the lowest port whose ECN is wrong
  localparam int TTL_MODE_DECREMENT = 0;     // decrement the TTL of IP frames
  localparam int TTL_MODE_NON_IP = 8;        // 8 bits: the TTL of frames that are not IP
  localparam int MANAGEMENT_PORT = 0;        // 5 bits: the management port; NP or more: none
  localparam int MANAGEMENT_ENABLE = 8;      // frames to reserved addresses go to and come from the management port
  localparam int CAUSE_LINK = 16;            // the link of a port went up or down
  localparam int CAUSE_STORM = 17;           // the watchdog has detected a pause storm at a queue
  localparam int PORT_CLASS = 0;             // 3 bits: default class
  localparam int PORT_TRUST_PCP = 4;         // priority from the VLAN tag
  localparam int PORT_TRUST_DSCP = 5;        // priority from DSCP
  localparam int PORT_STRICT = 8;            // 8 bits: strict priority, a bit per class
  localparam int ECN_SLOPE_SLOPE = 0;        // 16 bits: probability per cell, in 2^-24
  localparam int ECN_SLOPE_ENABLE = 31;      // mark packets of the class
  localparam int WATCHDOG_ACTION_RULE = 16;  // 0: pause frames and a closed gate; 1: frames that do not leave
  localparam int MAC_HIGH_PORT = 16;         // 5 bits: egress port
  localparam int MAC_HIGH_VALID = 31;        // the entry is valid

  // Values after reset; all other registers are 0 after reset.
  localparam logic [31:0] RESET_MAX_FRAME = 32'h000005ee;
  localparam logic [31:0] RESET_PRIORITY = 32'h76543210;
  localparam logic [31:0] RESET_WRITE_PORTS = 32'h0000ffff;
  localparam logic [31:0] RESET_QUANTUM = 32'h00000091;
  localparam logic [31:0] RESET_PORT = 32'h0000ff00;

  // Counter k of a port: k = 8 * kind + class, or DROPS + reason
  localparam int FRAMES_IN = 0;     // frames accepted
  localparam int BYTES_IN = 1;      // bytes of accepted frames
  localparam int FRAMES_OUT = 2;    // frames that left whole
  localparam int BYTES_OUT = 3;     // bytes of frames that left whole
  localparam int PAUSES_IN = 4;     // pauses that the MMU received
  localparam int PAUSES_OUT = 5;    // pauses that the MMU sent
  localparam int MARKED = 8;        // frames of FRAMES_OUT that the port marked with CE
  localparam int MARKED_BYTES = 9;  // bytes of these frames
  localparam int STORMS = 10;       // pause storms that the watchdog detected
  localparam int RESTORED = 11;     // storms that ended
  localparam int STORM_DROPS = 12;  // frames of drop reason WATCHDOG
  localparam int DROPS = 48;

  // What the watchdog does with a queue in a storm
  localparam logic [1:0] WATCHDOG_OFF = 2'd0;      // the watchdog does not observe the class
  localparam logic [1:0] WATCHDOG_DROP = 2'd1;     // drop the frames of the queue
  localparam logic [1:0] WATCHDOG_FORWARD = 2'd2;  // send them, whatever the gate
  localparam logic [1:0] WATCHDOG_ALERT = 2'd3;    // only report the storm

  // Limits
  localparam int MIN_FRAME = 60;               // bytes, without FCS
  localparam int MAX_FRAME = 9216;             // bytes: the largest value of register MAX_FRAME
  localparam int FCS = 4;                      // bytes of the check sequence
  localparam int QUANTUM_UNIT = 64;            // bytes of a unit of QUANTUM
  localparam int GAP = 24;                     // bytes on the wire in addition to each frame: preamble, FCS, gap
  localparam int GFC_PORTS = 4;                // least number of ports of a build with GFC or GFC-linear
  localparam int CELLS_BEFORE_ADMISSION = 16;  // most cycles from the end of a frame until its admission is out and
                                               // refused cells are returned
  localparam int COPIED = 8;                   // largest number of frames that wait to be copied

  // A write of the register is for the ports of WRITE_PORTS
  function automatic logic of_port(input logic [8:0] word);
    of_port = (word >= 9'd128 && word <= 9'd151) ||
        (word >= 9'd158 && word <= 9'd160) ||
        (word >= 9'd184 && word <= 9'd191);
  endfunction
endpackage
// verilator lint_on UNUSEDPARAM
`default_nettype wire
