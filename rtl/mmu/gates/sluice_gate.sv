// The OR gate of [DSH IV-D, Fig. 9]: a lossless egress class (p, c) may not send while its class or its port is paused,
// or while GFC's rate limiter blocks it. While an 802.3x PAUSE of the port runs, no class may send, lossy classes
// included [spec 13]. Latency: combinational.
`default_nettype none
module sluice_gate #(
    parameter int NP = 4,  // ports
    parameter int NC = 8   // classes
) (
    input  wire logic [NC-1:0]    lossless,      // class c is lossless
    input  wire logic [NP*NC-1:0] class_paused,  // the pause timer of the class runs
    input  wire logic [NP-1:0]    port_paused,   // the timer of the native port level runs
    input  wire logic [NP-1:0]    all_paused,    // the timer of PAUSE runs
    input  wire logic [NP*NC-1:0] rate_blocked,  // the rate limiter blocks the class, see sluice_rate
    output logic      [NP*NC-1:0] gate           // 1: the egress class may not send
);
  always_comb
    for (int p = 0; p < NP; p++)
      gate[p*NC+:NC] = {NC{all_paused[p]}} | (lossless &
          (class_paused[p*NC+:NC] | {NC{port_paused[p]}} | rate_blocked[p*NC+:NC]));

`ifdef FORMAL_GATE
`include "sluice_gate.svh"
`endif
endmodule
`default_nettype wire
