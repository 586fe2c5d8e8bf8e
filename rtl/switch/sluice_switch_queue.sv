// The number of a queue, port * NC + class, without a multiplier, for which Yosys would use a DSP block.
// Latency: combinational.
`default_nettype none
module sluice_switch_queue #(
    parameter int NP = 4,                                 // ports
    parameter int NC = 8,                                 // classes
    parameter int PW = 2,                                 // bits of a port number
    parameter int CW = 3,                                 // bits of a class number
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1  // derived: do not set
) (
    input  wire logic [PW-1:0] port,  // egress port
    input  wire logic [CW-1:0] cls,   // class
    output logic      [QW-1:0] queue  // number of the queue
);
  generate
    if (NC == 2 ** CW) begin : g_bits
      assign queue = QW'({port, cls});
    end else begin : g_sum
      logic [QW-1:0] first;
      always_comb begin
        first = '0;
        for (int p = 1; p < NP; p++) if (port == PW'(p)) first = QW'(p * NC);
      end
      assign queue = first + QW'(cls);
    end
  endgenerate
endmodule
`default_nettype wire
