// Clock enable and clock of a gated block. The enable is high in every cycle with activity and in the next CYCLES
// cycles, until the pipelines are empty. A gated block must not change a signal that other blocks read while its clock
// is stopped.
// activity is high during reset, so the register here needs no reset.
// Latency: 0 cycles; open and gated follow activity in the same cycle.
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
