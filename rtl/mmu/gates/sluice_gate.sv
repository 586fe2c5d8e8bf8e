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
    input  wire logic [NP*NC-1:0] held,          // by sluice_rate
    output logic      [NP*NC-1:0] gate
);
  always_comb
    for (int p = 0; p < NP; p++)
      gate[p*NC+:NC] = lossless & (class_paused[p*NC+:NC] | {NC{port_paused[p]}} | held[p*NC+:NC]);

`ifdef FORMAL_GATE
  // A class that is not lossless is never held; another one while its own timer, its port's or the limiter says so, and only then.
  (* anyconst *) logic [5:0] p;
  (* anyconst *) logic [2:0] c;
  always_comb begin
    assume (p < NP && c < NC);
    a_or: assert (gate[p*NC+c] == (lossless[c] && (class_paused[p*NC+c] || port_paused[p] || held[p*NC+c])));
  end
`endif
endmodule
`default_nettype wire
