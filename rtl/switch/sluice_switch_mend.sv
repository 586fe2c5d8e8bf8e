// Updates an IPv4 header checksum for a change of one word [RFC 1624, Eq. 3]: HC' = ~(~HC + ~m + m'), in one's complement. change is ~m + m',
// so m' - m for a word that grows, and 0xFFFF + m' - m for one that shrinks. As recomputed checksums, it is never 0xFFFF if the header has a word
// other than 0.
// Latency: 1 cycle with REGISTERED, else combinational.
`default_nettype none
module sluice_switch_mend #(
    parameter bit REGISTERED = 1  // a register between the sum and its carry
) (
    input  wire logic        clk,
    input  wire logic [15:0] checksum,  // HC
    input  wire logic [15:0] change,    // ~m + m'
    output logic      [15:0] mended     // HC'
);
  logic [16:0] sum, stored;
  assign sum = {1'b0, ~checksum} + {1'b0, change};
  assign mended = ~(stored[15:0] + 16'(stored[16]));
  generate
    if (REGISTERED) begin : g_register
      always_ff @(posedge clk) stored <= sum;
    end else begin : g_none
      logic unused_clk;
      assign unused_clk = clk;
      assign stored = sum;
    end
  endgenerate
endmodule
`default_nettype wire
