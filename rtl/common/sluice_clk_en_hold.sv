// Clock enable of a block: high in every cycle with activity, and in the CYCLES cycles after the last one, until the block's pipelines are empty.
// A gated block must change nothing that others see while its clock stands still.
// Activity is high during reset, so no register here needs one.
// Latency: none; enable and gated clock follow activity in the same cycle.
`default_nettype none
module sluice_clk_en_hold #(
    parameter logic [0:0] GATES = 1,  // 0: the clock never stops
    parameter int CYCLES = 8          // cycles after the last activity
) (
    input  wire logic clk,       // clock
    input  wire logic activity,  // the block has something to do
    output logic      open,      // the clock runs in this cycle
    output logic      gated      // the block's clock
);
  generate
    if (GATES == 0) begin : g_always
      assign open = 1'b1;
      logic unused_activity;
      assign unused_activity = activity;
    end else if (CYCLES == 0) begin : g_now
      assign open = activity;
    end else begin : g_behind
      localparam int LB = $clog2(CYCLES + 1);
      logic [LB-1:0] left;
      assign open = activity || left != '0;
      always_ff @(posedge gated) left <= activity ? LB'(CYCLES) : left - 1'b1;
    end
  endgenerate
  sluice_clock_gate #(.GATES(GATES)) gate (.clk, .enable(open), .gated);
endmodule
`default_nettype wire
