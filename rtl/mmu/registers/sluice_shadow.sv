// A shadow register: staged is the value that the last commit put on the bus, active the one in use. A register without a use in the build is 0.
// Either may be held as its complement, for a user that subtracts it: a carry chain cannot invert.
// AGAIN: the value is on the bus once more in the cycle of take, so active need not wait for staged.
// Latency: announced in cycle t, on the bus in t + 1, in staged from t + 2 on; take in cycle t, active from t + 1 on.
`default_nettype none
module sluice_shadow #(
    parameter logic [5:0] REGISTER = 0,         // number of the register
    parameter int BITS = 32,                    // bits of the register
    parameter logic USED = 1,                   // the build uses it
    parameter logic [0:0] AGAIN = 0,            // see above
    parameter logic [0:0] STAGED_INVERTED = 0,  // staged is held as its complement
    parameter logic [0:0] ACTIVE_INVERTED = 0,  // active is held as its complement
    parameter logic [0:0] ENABLED = 0           // take is an enable: a net to each slice, and no LUT per bit
) (
    input  wire logic            clk,     // clock
    input  wire logic            rst,     // synchronous reset, active high
    input  wire logic [7:0]      row,     // one-hot: announced register / 8, see sluice_commit_seq
    input  wire logic [7:0]      column,  // one-hot: register % 8
    input  wire logic [BITS-1:0] value,   // value on the bus
    input  wire logic            take,    // staged becomes active
    output logic      [BITS-1:0] staged,  // see above
    output logic      [BITS-1:0] active   // see above
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
        // AND-OR instead of a multiplexer: that would become an enable, a global net, and take is a late signal.
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
