// Selects the channel whose counter is sent next [spec 12]: polls one channel per cycle and stops at a channel whose message is due until the
// message is taken. A message is due by time, once per period for each channel and once after reset, or by amount, which the input due reports.
// Latency: with messages that wait at most R cycles for ready, a message of each channel leaves at least every period + VC (R + 1) cycles, if
// the period is at least VC (R + 1) + 1 cycles.
// Collisions: a message that is taken in the cycle in which a period ends is due again.
`default_nettype none
module sluice_credit_poll #(
    parameter int VC = 8,                       // virtual channels, 1..32
    parameter int TB = 20,                      // bits of the period
    parameter int CW = VC > 1 ? $clog2(VC) : 1  // derived: do not set
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [TB-1:0] period,   // cycles between two rounds of messages, constant; 0: messages are due by amount only
    input  wire logic          due,      // a message of the polled channel is due by amount
    input  wire logic          ready,    // a message is taken, if valid
    output logic               valid,    // a message of the polled channel is due; stays until it is taken
    output logic      [CW-1:0] channel,  // the polled channel
    output logic      [VC-1:0] at        // the same, one-hot
);
  logic [VC-1:0] timed;  // channels whose message is due by time
  logic [TB-1:0] elapsed;  // cycles of the present period, this one included
  logic expires, held;
  assign expires = period != '0 && elapsed >= period;
  assign valid = held || due || (timed & at) != '0;
  always_comb for (int c = 0; c < VC; c++) at[c] = channel == CW'(c);
  always_ff @(posedge clk)
    if (rst) begin
      elapsed <= TB'(1);
      timed <= '1;
      held <= 1'b0;
      channel <= '0;
    end else begin
      elapsed <= expires || period == '0 ? TB'(1) : elapsed + 1'b1;
      timed <= (timed & ~(at & {VC{valid && ready}})) | {VC{expires}};
      held <= valid && !ready;
      if (!valid || ready) channel <= channel == CW'(VC - 1) ? '0 : channel + 1'b1;
    end

`ifdef FORMAL_CREDIT_POLL
`include "sluice_credit_poll.svh"
`endif
endmodule
`default_nettype wire
