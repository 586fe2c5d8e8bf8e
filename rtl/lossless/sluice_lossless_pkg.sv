// The registers of sluice_lossless_switch beside those of the switch, by 32-bit word. docs/lossless.md carries the same.
`default_nettype none
package sluice_lossless_pkg;
  localparam logic [13:0] REG_ADDRESS = 14'h2000;  // 16 pairs, a port each: the last four bytes of its address; the first two, PAUSE
  localparam logic [13:0] REG_FRAMES = 14'h2400;   // 16 counters of 64 bits for each port: MAC control frames by kind
  localparam int PAUSE = 16;                       // bit of the second word of a pair: the port sends PAUSE instead of PFC
  localparam int SENT = 0;                         // counters of a port: from here on SENT_*, from SEEN on GOT_* and BAD_*
  localparam int SEEN = 8;
endpackage
`default_nettype wire
