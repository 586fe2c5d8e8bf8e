// Selects the channel whose counter is sent next [spec 12]: polls one channel per cycle and stops at a channel whose
// message is due until the message is taken. A message is due by time, once per period for each channel and once after
// reset, or because of the input due.
// Latency: a message is valid LOOK cycles after its channel is polled; the next channel is polled two cycles after the
// message is taken. With messages that wait at most R cycles for ready, a message of each channel leaves at least every
// period + VC (R + 2 + LOOK) cycles, if the period is at least VC (R + 2 + LOOK) + 1 cycles.
// Collisions: a message that is taken in the cycle in which a period ends is due again; the input due does not count
// for it in that cycle.
`default_nettype none
module sluice_credit_poll #(
    parameter int VC = 8,                       // virtual channels, 1..32
    parameter int TB = 20,                      // bits of the period
    parameter int LOOK = 1,                     // cycles to look up a message, 1..4
    parameter int CW = VC > 1 ? $clog2(VC) : 1  // derived: do not set
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [TB-1:0] period,   // cycles between two rounds of messages, constant, at least 2;
                                         // 0: only the first messages are due by time
    input  wire logic [VC-1:0] due,      // channels whose message becomes due
    input  wire logic          ready,    // a message is taken, if valid
    output logic               valid,    // a message of the polled channel; stays until it is taken
    output logic      [CW-1:0] channel,  // the polled channel
    output logic      [VC-1:0] at,       // the same, one-hot
    output logic      [VC-1:0] passed    // the same, if its message is not due: the next channel follows
);
  logic [VC-1:0] waiting;   // channels whose message is due
  logic [TB-1:0] elapsed;   // cycles of the present period, this one and the next included
  logic [LOOK-1:0] looked;  // bit n: the poll has been at a channel whose message is due for n + 1 cycles
  logic expires, taken, took, leaves;  // expires: this is the last cycle of the period;
                                       // took: taken in the cycle before; leaves: polls the next one
  assign leaves = took || (waiting & at) == '0;
  assign taken = valid && ready;
  assign valid = looked[LOOK-1];
  assign passed = at & ~waiting;
  always_ff @(posedge clk)
    if (rst) begin
      elapsed <= TB'(2);
      expires <= 1'b0;
      waiting <= '1;
      looked <= '0;
      took <= 1'b0;
      channel <= '0;
      at <= VC'(1);
    end else begin
      elapsed <= expires || period == '0 ? TB'(2) : elapsed + 1'b1;
      expires <= period != '0 && elapsed >= period && !expires;
      waiting <= ((waiting | due) & ~(at & {VC{taken}})) | {VC{expires}};
      looked <= LOOK'({looked, !leaves}) & {LOOK{!taken}};
      took <= taken;
      if (leaves) begin
        channel <= channel == CW'(VC - 1) ? '0 : channel + 1'b1;
        for (int c = 0; c < VC; c++) at[c] <= at[(c+VC-1)%VC];
      end
    end

`ifdef FORMAL
  // A lemma of the proofs of this module and of those around it
  always_comb if (!rst) a_one_hot: assert (at == VC'(1) << channel);
`endif
`ifdef FORMAL_CREDIT_POLL
`include "sluice_credit_poll.svh"
`endif
endmodule
`default_nettype wire
