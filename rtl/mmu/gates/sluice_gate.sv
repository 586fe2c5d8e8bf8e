// The OR gate of [DSH IV-D]: egress class (p, c) may not send while its class or its port is paused, nor in the idle gap
// of GFC.
// Classes that are not lossless are never paused. Combinational.
`default_nettype none
module sluice_gate #(
    parameter int NP = 4,
    parameter int NC = 8
) (
    input  wire logic [NC-1:0]    lossless,
    input  wire logic [NP*NC-1:0] class_paused,
    input  wire logic [NP-1:0]    port_paused,
    input  wire logic [NP*NC-1:0] rate_blocked,          // by sluice_rate
    output logic      [NP*NC-1:0] gate
);
  always_comb
    for (int p = 0; p < NP; p++)
      gate[p*NC+:NC] = lossless & (class_paused[p*NC+:NC] | {NC{port_paused[p]}} | rate_blocked[p*NC+:NC]);

`ifdef FORMAL_GATE
`include "sluice_gate.svh"
`endif
endmodule
`default_nettype wire
