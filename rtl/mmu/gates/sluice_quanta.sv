// One prescaler for all pause timers [spec 5]: counts quanta of 512 bit times. At most 8 quanta pass in a cycle.
// Latency: quanta that pass in cycle t are in ticks in cycle t + 1 and in now in cycle t + 2.
`default_nettype none
module sluice_quanta (
    input  wire logic        clk,    // clock
    input  wire logic        rst,    // synchronous reset, active high
    input  wire logic [15:0] step,   // bit times per cycle, in sixteenths
    output logic      [3:0]  ticks,  // quanta of the last cycle
    output logic      [16:0] now     // quanta since reset, modulo 2^17
);
  logic [12:0] rest;  // fraction of a quantum, of 512 * 16 steps
  logic [16:0] sum;
  assign sum = {4'b0, rest} + {1'b0, step};
  always_ff @(posedge clk) begin
    rest <= rst ? '0 : sum[12:0];
    ticks <= rst ? '0 : sum[16:13];
    now <= rst ? '0 : now + {13'b0, ticks};
  end

`ifdef FORMAL_QUANTA
`include "sluice_quanta.svh"
`endif
endmodule
`default_nettype wire
