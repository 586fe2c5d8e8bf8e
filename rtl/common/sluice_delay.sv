// Delays a word by a fixed number of cycles, which may be 0.
// Latency: CYCLES.
`default_nettype none
module sluice_delay #(
    parameter int CYCLES = 1,  // latency
    parameter int BITS = 1     // bits of the word
) (
    input  wire logic            clk,
    input  wire logic [BITS-1:0] word,    // the word
    output logic      [BITS-1:0] delayed  // the word of CYCLES cycles before
);
  genvar i;
  generate
    if (CYCLES == 0) begin : g_none
      logic unused_clk;
      assign unused_clk = clk;
      assign delayed = word;
    end else begin : g_stages
      logic [BITS-1:0] stages[CYCLES];
      for (i = 0; i < CYCLES; i = i + 1) begin : g_stage
        if (i == 0) always_ff @(posedge clk) stages[i] <= word;
        else always_ff @(posedge clk) stages[i] <= stages[i-1];
      end
      assign delayed = stages[CYCLES-1];
    end
  endgenerate
endmodule
`default_nettype wire
