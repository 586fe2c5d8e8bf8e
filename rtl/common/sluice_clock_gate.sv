// A clock gate: gated follows clk in the clocks in which enable is set. Of an ASIC this module becomes the library's cell: enable
// has until the rising edge, and may change while clk is high. GATES 0: there is no gate, gated is clk.
// In simulators whose clock is every edge of clk (SLUICE_EDGES, see the Makefile) a clock that is left out is an edge that is.
`default_nettype none
module sluice_clock_gate #(
    parameter logic [0:0] GATES = 1
) (
    input  wire logic clk,
    input  wire logic enable,
    output logic      gated
);
  generate
    if (GATES == 0) begin : g_none
      logic unused;
      assign unused = enable;
      assign gated = clk;
    end else begin : g_gate
`ifdef SLUICE_EDGES
      initial gated = 1'b0;
      always @(edge clk) if (enable) gated = !gated;
`else
      logic open;
      always_latch if (!clk) open = enable;
      assign gated = clk && open;
`endif
    end
  endgenerate
endmodule
`default_nettype wire
