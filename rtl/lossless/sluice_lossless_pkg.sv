// Registers of sluice_lossless_switch beyond those of the switch, by 32-bit word, as in docs/lossless.md
`default_nettype none
package sluice_lossless_pkg;
  localparam logic [13:0] REG_ADDRESS = 14'h2000;  // 16 pairs, one per port: last four bytes of its address; first two, PAUSE
  localparam logic [13:0] REG_FRAMES = 14'h2400;   // 16 counters of 64 bits for each port: MAC control frames by kind
  localparam int PAUSE = 16;                       // bit of the second word of a pair: the port sends PAUSE instead of PFC
  localparam int SENT = 0;                         // counters of a port: SENT_* start here, GOT_* and BAD_* at SEEN
  localparam int SEEN = 8;
endpackage
`default_nettype wire
