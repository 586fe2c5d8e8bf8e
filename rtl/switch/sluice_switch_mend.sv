// Updates an IPv4 header checksum for a change of one word [RFC 1624, Eq. 3]: HC' = ~(~HC + ~m + m'), in one's
// complement. change is ~m + m', so m' - m for a word that grows, and 0xFFFF + m' - m for one that shrinks. As
// recomputed checksums, it is never 0xFFFF if the header has a word other than 0.
// Latency: 1 cycle.
`default_nettype none
module sluice_switch_mend (
    input  wire logic        clk,
    input  wire logic [15:0] checksum,  // HC
    input  wire logic [15:0] change,    // ~m + m'
    output logic      [15:0] mended     // HC'
);
  // Two sums side by side, because two carry chains in a row are too slow; the selection is behind the register
  logic [16:0] sum, plus_1, stored, stored_plus_1;
  logic unused_bit;
  assign sum = {1'b0, ~checksum} + {1'b0, change};
  assign plus_1 = {~checksum, 1'b1} + {change, 1'b1};
  always_ff @(posedge clk) {stored, stored_plus_1} <= {sum, plus_1};
  assign mended = ~(stored[16] ? stored_plus_1[16:1] : stored[15:0]);
  assign unused_bit = stored_plus_1[0];

`ifdef FORMAL_SWITCH_MEND
`include "sluice_switch_mend.svh"
`endif
endmodule
`default_nettype wire
