// One prescaler for all pause timers: counts quanta of 512 bit times.
// step is the number of bit times per clock in sixteenths; up to 8 quanta pass in a clock.
// Latency: what passes in clock t is in ticks in clock t + 1, in now in clock t + 2.
`default_nettype none
module sluice_quanta (
    input  wire logic        clk,
    input  wire logic        rst,
    input  wire logic [15:0] step,
    output logic      [3:0]  ticks,
    output logic      [16:0] now     // quanta since reset, modulo 2^17
);
  logic [12:0] rest;  // of a quantum: 512 * 16 steps
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
