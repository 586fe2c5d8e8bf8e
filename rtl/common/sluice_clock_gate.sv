// Clock gate: gated follows clk in the cycles in which enable is high. With GATES = 0 there is no gate, and gated is
// clk. In an ASIC this module becomes the clock gate of the library. enable may arrive up to the rising edge of clk,
// and may change while clk is high. Simulators that count both edges of clk as a cycle (SLUICE_EDGES, tb/cosim/rtl.mk)
// skip the edge of a gated cycle. Latency: 0 cycles.
`default_nettype none
module sluice_clock_gate #(
    parameter logic [0:0] GATES = 1  // 0: no gate
) (
    input  wire logic clk,     // clock
    input  wire logic enable,  // pass the next pulse of clk
    output logic      gated    // the gated clock
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
