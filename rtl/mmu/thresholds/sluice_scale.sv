// alpha times an amount: value * 2^exponent, rounded down. A product of more than W bits saturates at all ones.
// Combinational.
// value * 2^7 is shifted to the right by 7 - exponent, 0 to 15: by 0, 4, 8 or 12, then by 0 to 3, which takes fewer
// LUTs than one shift.
`default_nettype none
module sluice_scale #(
    parameter int IW = 18,  // bits of value, at least W
    parameter int W = 18    // bits of the product, at least 8
) (
    input  wire logic [IW-1:0] value,     // cells
    input  wire logic [3:0]    exponent,  // two's complement, -8..7
    output logic      [W-1:0]  scaled     // cells
);
  logic [IW+6:0] coarse, shifted, unused_shifted;
  logic [6:0] top;  // of bits W - 1 to W - 7 of value, those that a shift to the left moves out
  logic much;
  assign coarse = {value, 7'b0} >> {exponent[3], ~exponent[2], 2'b0};
  assign shifted = coarse >> ~exponent[1:0];
  assign unused_shifted = shifted;
  // From value, not from the shifted bits above W: these would be behind the shift.
  assign top = value[W-1-:7] & ~(7'h7f >> exponent[2:0]);
  assign much = !exponent[3] && (top != '0 || value >> W != '0);
  assign scaled = shifted[W-1:0] | {W{much}};

`ifdef FORMAL_SCALE
`include "sluice_scale.svh"
`endif
endmodule
`default_nettype wire
