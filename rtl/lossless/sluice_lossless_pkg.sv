// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// The registers of sluice_lossless_switch, in addition to those of the switch.
`default_nettype none
// A design uses only some of the names.
// verilator lint_off UNUSEDPARAM
package sluice_lossless_pkg;
  // Registers, as numbers of 32-bit words
  localparam logic [13:0] REG_ADDRESS_LOW = 14'h2000;   // address: the last four bytes of the port's address, 31..24
                                                        // the first of them; 16 registers
  localparam logic [13:0] REG_ADDRESS_HIGH = 14'h2001;  // 15..0 the first two bytes of the port's address; 16 PAUSE:
                                                        // the port sends PAUSE, not PFC; 16 registers
  localparam logic [13:0] REG_FRAMES = 14'h2400;        // byte address + 128 p + 8 k: counter k of port p, MAC control
                                                        // frames, 64 bits

  // Bit positions of the fields
  localparam int ADDRESS_HIGH_PAUSE = 16;  // the port sends PAUSE instead of PFC

  // Values after reset; all other registers are 0 after reset.
  localparam logic [31:0] RESET_ADDRESS_HIGH = 32'h00000200;

  // Counter k of a port
  localparam int SENT = 0;  // + kind of a sent frame
  localparam int SEEN = 8;  // + kind of a received frame
endpackage
// verilator lint_on UNUSEDPARAM
`default_nettype wire
