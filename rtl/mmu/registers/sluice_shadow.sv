// One register of the set: its value as the last commit saw it pass, and the one in use. A register without a use in
// the build is 0. Either may be held as its complement, for a user that subtracts it: a carry chain cannot invert.
// AGAIN: the value passes again in the clock of take, so the candidate need not wait for it.
// Latency: announced in clock t, passes in t + 1, in candidate from t + 2 on; use in clock t, in_use from t + 1 on.
`default_nettype none
module sluice_shadow #(
    parameter logic [5:0] REGISTER = 0,
    parameter int BITS = 32,
    parameter logic USED = 1,
    parameter logic [0:0] AGAIN = 0,
    parameter logic [0:0] STAGED_INVERTED = 0,
    parameter logic [0:0] ACTIVE_INVERTED = 0,
    parameter logic [0:0] ENABLED = 0  // take is an enable: a wire to each slice, and no LUT a bit
) (
    input  wire logic            clk,
    input  wire logic            rst,
    input  wire logic [7:0]      row,       // announced, see sluice_walk
    input  wire logic [7:0]      column,
    input  wire logic [BITS-1:0] value,
    input  wire logic            take,      // the candidate comes into use
    output logic      [BITS-1:0] staged,
    output logic      [BITS-1:0] active
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
        // Not a choice: that would become an enable, which is a global net, and take is decided in its very clock.
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
