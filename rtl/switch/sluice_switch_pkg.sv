// Names of the switch: why a frame is dropped, and the register map. docs/switch.md carries the same; tests/ checks that they
// agree.
`default_nettype none
package sluice_switch_pkg;
  // Why a frame is dropped. At its ingress port, the lowest that applies; 0: it is not.
  localparam logic [3:0] NONE = 4'd0;
  localparam logic [3:0] CUT = 4'd1;        // the link went down inside the frame
  localparam logic [3:0] NO_CELL = 4'd2;    // there was no free cell for it
  localparam logic [3:0] GIANT = 4'd3;      // longer than MAX_FRAME
  localparam logic [3:0] BAD = 4'd4;        // marked bad by its MAC
  localparam logic [3:0] RUNT = 4'd5;       // below 60 bytes
  localparam logic [3:0] RESERVED = 4'd6;   // to 01-80-C2-00-00-00 .. -0F
  localparam logic [3:0] UNKNOWN = 4'd7;    // to nobody in the MAC table, or to a group
  localparam logic [3:0] HAIRPIN = 4'd8;    // to the port that it came from
  localparam logic [3:0] REFUSED = 4'd9;    // by the MMU
  localparam logic [3:0] TTL = 4'd10;       // dropped by a rule of TTL
  // At its egress port
  localparam logic [3:0] LINK = 4'd11;      // the link was down
  localparam logic [3:0] WATCHDOG = 4'd12;  // its gate had been closed for too long
  // Of a frame to many ports, at its ingress port
  localparam logic [3:0] FLOODED = 4'd13;     // no drop: copies of it were made
  localparam logic [3:0] NOT_COPIED = 4'd14;  // too much waited to be copied

  // Registers, by 32-bit word. Below: the MMU's.
  localparam logic [8:0] REG_STATUS = 9'h040;     // read only: bit 0 ready, bit 1 the last COMMIT was not passed on
  localparam logic [8:0] REG_MAX_FRAME = 9'h041;  // bytes
  localparam logic [8:0] REG_PRIORITY = 9'h042;   // of class c at bits 4 c + 2 .. 4 c
  localparam logic [8:0] REG_TTL_MODE = 9'h043;   // bit 0 decrement; bits 15..8 the TTL of what is not IP, without decrement of all
  localparam logic [8:0] REG_WATCHDOG = 9'h044;   // units of 1,024 clocks; 0 off
  localparam logic [8:0] REG_FLOOD = 9'h045;      // the ports that a frame to nobody or to a group is copied to
  localparam logic [8:0] REG_QUANTUM = 9'h050;    // cells, 8 registers, one per class
  localparam logic [8:0] REG_PORT = 9'h060;       // 16 registers, bits PORT_
  localparam logic [8:0] REG_MAC = 9'h100;        // 64 pairs: the last four bytes; the first two, port, valid
  localparam int STATUS_READY = 0;                // bits of STATUS
  localparam int STATUS_RESERVE = 1;
  localparam int PORT_CLASS = 0;                  // bits of PORT: the default class, 3
  localparam int PORT_TRUST_PCP = 4;
  localparam int PORT_TRUST_DSCP = 5;
  localparam int PORT_STRICT = 8;                 // by class
  localparam int TTL_MODE_DECREMENT = 0;          // bits of TTL_MODE
  localparam int TTL_MODE_NON_IP = 8;             // 8
  localparam int MAC_HIGH_PORT = 16;              // bits of the second word of a pair: 5
  localparam int MAC_HIGH_VALID = 31;

  // The counters, by byte: 512 p + 8 (8 kind + class), or + 8 (DROPS + reason). The MMU's statistics: 512 p + 64 c + 4 s.
  localparam int COUNTERS = 'h1000;
  localparam int FRAMES_IN = 0;                   // kinds
  localparam int BYTES_IN = 1;
  localparam int FRAMES_OUT = 2;
  localparam int BYTES_OUT = 3;
  localparam int PAUSES_IN = 4;
  localparam int PAUSES_OUT = 5;
  localparam int DROPS = 48;
  localparam int STATISTICS = 'h4000;

  localparam int MIN_FRAME = 60;    // bytes, without FCS
  localparam int MAX_FRAME = 9216;
  localparam int GAP = 24;          // bytes between frames: preamble, FCS, gap
  localparam int GFC_PORTS = 4;     // with GFC or GFC-linear at least so many
  localparam int CELLS_BEFORE_ADMISSION = 16;  // clocks in which a port takes cells before it knows of a refusal, at most
  localparam int COPIED = 8;                 // frames that wait to be copied, at most
endpackage
`default_nettype wire
