// Names of the switch: reasons of drops, and the register map, as in docs/switch.md (tests/ compares them)
`default_nettype none
package sluice_switch_pkg;
  // Why a frame is dropped at its ingress port: the lowest reason that applies. NONE: it is not dropped.
  localparam logic [3:0] NONE = 4'd0;
  localparam logic [3:0] CUT = 4'd1;        // the link went down inside the frame
  localparam logic [3:0] NO_CELL = 4'd2;    // no free cell was left
  localparam logic [3:0] GIANT = 4'd3;      // longer than MAX_FRAME
  localparam logic [3:0] BAD = 4'd4;        // marked bad by its MAC
  localparam logic [3:0] RUNT = 4'd5;       // below 60 bytes
  localparam logic [3:0] RESERVED = 4'd6;   // to 01-80-C2-00-00-00 .. -0F
  localparam logic [3:0] UNKNOWN = 4'd7;    // to no entry of the MAC table, or to a group
  localparam logic [3:0] HAIRPIN = 4'd8;    // its egress port is its ingress port
  localparam logic [3:0] REFUSED = 4'd9;    // by the MMU
  localparam logic [3:0] TTL = 4'd10;       // dropped by a rule of TTL
  // Why it is dropped at its egress port
  localparam logic [3:0] LINK = 4'd11;      // the link was down
  localparam logic [3:0] WATCHDOG = 4'd12;  // its gate was closed for too long
  // A frame to many ports, at its ingress port
  localparam logic [3:0] FLOODED = 4'd13;     // not dropped: copies were made
  localparam logic [3:0] NOT_COPIED = 4'd14;  // too many cells or frames waited to be copied

  // Registers, by 32-bit word. The MMU's registers are below them.
  localparam logic [8:0] REG_STATUS = 9'h040;     // read only: bit 0 ready, bit 1 the last COMMIT was not forwarded to the MMU
  localparam logic [8:0] REG_MAX_FRAME = 9'h041;  // bytes
  localparam logic [8:0] REG_PRIORITY = 9'h042;   // of class c at bits 4 c + 2 .. 4 c
  localparam logic [8:0] REG_TTL_MODE = 9'h043;   // bit 0 decrement; bits 15..8 TTL of non-IP frames, without decrement of all frames
  localparam logic [8:0] REG_WATCHDOG = 9'h044;   // units of 1,024 cycles; 0 off
  localparam logic [8:0] REG_FLOOD = 9'h045;      // ports that get a copy of a frame to no entry or to a group
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
  localparam int GFC_PORTS = 4;     // least number of ports with GFC or GFC-linear
  localparam int CELLS_BEFORE_ADMISSION = 16;  // cycles in which a port can take cells before a refusal returns
  localparam int COPIED = 8;                 // largest number of frames that wait to be copied
endpackage

// What the registers say of arriving frames
typedef struct packed {
  logic [13:0] max_frame;    // bytes
  logic [8:0]  frame_cells;  // cells of a frame of MAX_FRAME bytes
  logic        flood_used;   // FLOOD has been other than 0 since reset
  logic        decrement;    // the TTL of IP frames
  logic [7:0]  non_ip_ttl;   // TTL of frames whose TTL is not decremented
  logic [2:0]  scheme;       // active in the MMU, as are the next two
  logic [7:0]  ttl0;
  logic [2:0]  ttl_options;
} sluice_switch_frame_cfg_t;

// A write into the MAC table; select and addr come one cycle before write and wdata
typedef struct packed {
  logic        select;       // a write of the next cycle is for the table
  logic [6:0]  addr;         // entry i: 2 i the last four bytes; 2 i + 1 the first two, port, valid
  logic        write;
  logic [31:0] wdata;
} sluice_switch_mac_write_t;

// An access to the MMU's registers
typedef struct packed {
  logic        write;
  logic        read;
  logic [5:0]  addr;
  logic [31:0] wdata;
} sluice_switch_mmu_access_t;
`default_nettype wire
