// The clock of a block that has something to do: open in every clock with a cause, and CLOCKS more behind the last one, until what came
// of it has left the block's pipelines. A block behind it changes nothing that others see while it is closed.
// A cause comes with the reset: so nothing here needs one.
`default_nettype none
module sluice_clk_en_hold #(
    parameter logic [0:0] GATES = 1,  // 0: the clock never stops
    parameter int CYCLES = 8
) (
    input  wire logic clk,
    input  wire logic activity,
    output logic      open,   // in this clock
    output logic      gated
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
  sluice_clock_gate #(.GATES(GATES)) gate (.clk(clk), .enable(open), .gated(gated));
endmodule
`default_nettype wire
