// A shadow register: staged is the value that the last commit put on the bus, active is the value in use. A register
// that the build does not use is 0.
// Either value may be stored as its complement, for a user that subtracts it: a carry chain cannot invert.
// AGAIN: the value is on the bus a second time in the cycle of take, so active takes it from the bus.
// Latency: row and column in cycle t, on the bus in t + 1, in staged from t + 2 on. take in cycle t, active from t + 1
// on.
`default_nettype none
module sluice_shadow #(
    parameter logic [5:0] REGISTER = 0,         // number of the register
    parameter int BITS = 32,                    // bits of the register
    parameter logic USED = 1,                   // the build uses the register
    parameter logic [0:0] AGAIN = 0,            // active takes the value on the bus, see above
    parameter logic [0:0] STAGED_INVERTED = 0,  // staged is stored as its complement
    parameter logic [0:0] ACTIVE_INVERTED = 0,  // active is stored as its complement
    parameter logic [0:0] ENABLED = 0           // take is a clock enable: one net to each slice, and no LUT per bit
) (
    input  wire logic            clk,     // clock
    input  wire logic            rst,     // synchronous reset, active high
    // one-hot: number / 8 of the register on the bus in the next cycle, see sluice_commit_seq
    input  wire logic [7:0]      row,
    input  wire logic [7:0]      column,  // one-hot: number % 8 of that register
    input  wire logic [BITS-1:0] value,   // value on the bus
    input  wire logic            take,    // staged becomes active
    output logic      [BITS-1:0] staged,  // value of the last commit
    output logic      [BITS-1:0] active   // value in use
);
  generate
    if (USED) begin : g_used
      logic load, unused_place;
      assign unused_place = ^{row, column};
      logic [BITS-1:0] shadow, active_value, taken;
      assign taken = AGAIN ? value : shadow ^ {BITS{STAGED_INVERTED}};
      always_ff @(posedge clk) begin
        load <= row[REGISTER[5:3]] && column[REGISTER[2:0]];
        if (load) shadow <= value ^ {BITS{STAGED_INVERTED}};
        // An AND-OR instead of a multiplexer, which would become an enable, a global net; take is a late signal.
        if (rst) active_value <= {BITS{ACTIVE_INVERTED}};
        else if (ENABLED) begin
          if (take) active_value <= taken ^ {BITS{ACTIVE_INVERTED}};
        end else active_value <= ((taken ^ {BITS{ACTIVE_INVERTED}}) & {BITS{take}}) | (active_value & ~{BITS{take}});
      end
      assign staged = shadow ^ {BITS{STAGED_INVERTED}};
      assign active = active_value ^ {BITS{ACTIVE_INVERTED}};
    end else begin : g_unused
      assign staged = '0;
      assign active = '0;
      logic unused;
      assign unused = ^{clk, rst, row, column, value, take, REGISTER, AGAIN, STAGED_INVERTED, ACTIVE_INVERTED, ENABLED};
    end
  endgenerate

`ifdef FORMAL_SHADOW
`include "sluice_shadow.svh"
`endif
endmodule
`default_nettype wire
