// The OR gate of [DSH IV-D, Fig. 9]: an egress class (p, c) may not send while its class or its port is paused, or while GFC's rate limiter blocks it.
// Classes that are not lossless are never stopped. Latency: combinational.
`default_nettype none
module sluice_gate #(
    parameter int NP = 4,  // ports
    parameter int NC = 8   // classes
) (
    input  wire logic [NC-1:0]    lossless,      // class c is lossless
    input  wire logic [NP*NC-1:0] class_paused,  // the pause timer of the class runs
    input  wire logic [NP-1:0]    port_paused,   // the pause timer of the port runs
    input  wire logic [NP*NC-1:0] rate_blocked,  // the rate limiter blocks the class, see sluice_rate
    output logic      [NP*NC-1:0] gate           // 1: the egress class may not send
);
  always_comb
    for (int p = 0; p < NP; p++)
      gate[p*NC+:NC] = lossless & (class_paused[p*NC+:NC] | {NC{port_paused[p]}} | rate_blocked[p*NC+:NC]);

`ifdef FORMAL_GATE
`include "sluice_gate.svh"
`endif
endmodule
`default_nettype wire
