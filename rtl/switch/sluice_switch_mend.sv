// Updates an IPv4 header checksum for a change of one word [RFC 1624, Eq. 3]: HC' = ~(~HC + ~m + m'), in one's complement. change is ~m + m',
// so m' - m for a word that grows, and 0xFFFF + m' - m for one that shrinks. As recomputed checksums, it is never 0xFFFF if the header has a word
// other than 0.
// Latency: 1 cycle with REGISTERED, else combinational.
`default_nettype none
module sluice_switch_mend #(
    parameter bit REGISTERED = 1  // a register between the sum and its carry; 0: combinational
) (
    input  wire logic        clk,
    input  wire logic [15:0] checksum,  // HC
    input  wire logic [15:0] change,    // ~m + m'
    output logic      [15:0] mended     // HC'
);
  logic [16:0] sum;
  assign sum = {1'b0, ~checksum} + {1'b0, change};
  generate
    if (REGISTERED) begin : g_register
      logic [16:0] stored;
      always_ff @(posedge clk) stored <= sum;
      assign mended = ~(stored[15:0] + 16'(stored[16]));
    end else begin : g_select
      // Two sums side by side, because two carry chains in a row are too slow
      logic [16:0] plus_1;
      logic unused_clk;
      assign plus_1 = {~checksum, 1'b1} + {change, 1'b1};
      assign mended = ~(sum[16] ? plus_1[16:1] : sum[15:0]);
      assign unused_clk = clk ^ plus_1[0];
    end
  endgenerate

`ifdef FORMAL_SWITCH_MEND
`include "sluice_switch_mend.svh"
`endif
endmodule
`default_nettype wire
