// The OR gate of [DSH IV-D]: an egress class (p, c) may not send while its class or its port is paused, or while the rate limiter of GFC blocks it.
// Classes that are not lossless are never stopped. Combinational.
`default_nettype none
module sluice_gate #(
    parameter int NP = 4,  // ports
    parameter int NC = 8   // classes
) (
    input  wire logic [NC-1:0]    lossless,      // lossless classes
    input  wire logic [NP*NC-1:0] class_paused,  // timers of the classes
    input  wire logic [NP-1:0]    port_paused,   // timers of the ports
    input  wire logic [NP*NC-1:0] rate_blocked,  // by sluice_rate
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
