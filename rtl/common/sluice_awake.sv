// The clock of a block that has something to do: open in every clock with a cause, and CLOCKS more behind the last one, until what came
// of it has left the block's pipelines. A block behind it changes nothing that others see while it is closed.
// A cause comes with the reset: so nothing here needs one.
`default_nettype none
module sluice_awake #(
    parameter logic [0:0] GATES = 1,  // 0: the clock never stops
    parameter int CLOCKS = 8
) (
    input  wire logic clk,
    input  wire logic cause,
    output logic      open,   // in this clock
    output logic      gated
);
  generate
    if (GATES == 0) begin : g_always
      assign open = 1'b1;
      logic unused_cause;
      assign unused_cause = cause;
    end else if (CLOCKS == 0) begin : g_now
      assign open = cause;
    end else begin : g_behind
      localparam int LB = $clog2(CLOCKS + 1);
      logic [LB-1:0] left;
      assign open = cause || left != '0;
      always_ff @(posedge gated) left <= cause ? LB'(CLOCKS) : left - 1'b1;
    end
  endgenerate
  sluice_clock_gate #(.GATES(GATES)) gate (.clk(clk), .enable(open), .gated(gated));
endmodule
`default_nettype wire
