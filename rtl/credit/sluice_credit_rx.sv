// Receiver of a link with credits [spec 12]: counts the credits of packets received and freed, and returns the freed ones. All counters are
// cyclic, one set per virtual channel.
// Ultra Ethernet: messages carry the credits freed. InfiniBand: FCCL, the blocks received plus the free blocks, which is the blocks freed
// plus the blocks of the buffer.
// A message is due when `amount` credits have been freed since the channel's last message, and once per period for each channel: a value
// that is lost is in the next message too.
// Lost packets: the sender's credits consumed less the credits received were lost; they count as received and freed.
// A message shows the value of the cycle in which it is taken.
// Latency: an event in cycle t counts from t + 1 on. A message that is due by amount from t on is valid by t + VC, if none waits before it.
// Collisions: in one cycle, the sender's value precedes a packet that is stored; credits freed and lost are both added.
`default_nettype none
module sluice_credit_rx #(
    parameter bit INFINIBAND = 0,               // 0: arithmetic of Ultra Ethernet, 1: of InfiniBand
    parameter int VC = 8,                       // virtual channels, 1..32
    parameter int W = 20,                       // bits of a counter: Ultra Ethernet 20, InfiniBand 12
    parameter int SHIFT = 7,                    // a credit is 2^SHIFT bytes; InfiniBand 6
    parameter int BB = 14,                      // bits of a packet's length
    parameter int TB = 20,                      // bits of the period
    parameter int CW = VC > 1 ? $clog2(VC) : 1  // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // cfg: constant
    input  wire logic [VC*W-1:0] room,            // InfiniBand: blocks of each channel's buffer, at most 2^(W-1)
    input  wire logic [7:0]      overhead,        // bytes that a packet needs besides its own, two's complement
    input  wire logic [W-1:0]    amount,          // freed credits that make a message due; 0: messages are due by time only
    input  wire logic [TB-1:0]   period,          // cycles between two rounds of messages; 0: due by amount only, after the first
    // data: a packet is stored, a packet has left the buffer
    input  wire logic            in_valid,
    input  wire logic [CW-1:0]   in_channel,
    input  wire logic [BB-1:0]   in_bytes,
    input  wire logic            out_valid,
    input  wire logic [CW-1:0]   out_channel,
    input  wire logic [BB-1:0]   out_bytes,
    // data: values of the sender: credits consumed, or FCTBS
    input  wire logic            consumed_valid,
    input  wire logic [CW-1:0]   consumed_channel,
    input  wire logic [W-1:0]    consumed_value,
    // data: messages to the sender: credits freed, or FCCL
    output logic                 freed_valid,
    input  wire logic            freed_ready,
    output logic      [CW-1:0]   freed_channel,
    output logic      [W-1:0]    freed_value
`ifdef FORMAL
    ,
    output logic      [VC*W-1:0] f_received,      // for the proofs: the counters
    output logic      [VC*W-1:0] f_freed
`endif
);
  logic [VC*W-1:0] received, freed, reported;  // channel c at [c * W +: W]; reported: freed of the last message
  logic [VC-1:0] at, in_at, out_at, consumed_at;
  logic [W-1:0] in_credits, out_credits, in_received, out_freed, lost_received, lost_freed, polled_freed, polled_reported, unreported;
  logic [W-1:0] stored, left, recovered;  // new counters of the channels of the three events
  logic due;
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_in (.bytes(in_bytes), .overhead, .credits(in_credits));
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_out (.bytes(out_bytes), .overhead, .credits(out_credits));
  always_comb
    for (int c = 0; c < VC; c++) begin
      in_at[c] = in_channel == CW'(c);
      out_at[c] = out_channel == CW'(c);
      consumed_at[c] = consumed_channel == CW'(c);
    end
  sluice_select #(.NP(VC), .B(W)) select_in (.at(in_at), .rows(received), .row(in_received));
  sluice_select #(.NP(VC), .B(W)) select_out (.at(out_at), .rows(freed), .row(out_freed));
  sluice_select #(.NP(VC), .B(W)) select_lost_received (.at(consumed_at), .rows(received), .row(lost_received));
  sluice_select #(.NP(VC), .B(W)) select_lost_freed (.at(consumed_at), .rows(freed), .row(lost_freed));
  assign left = out_freed + out_credits;
  assign stored = (consumed_valid && in_channel == consumed_channel ? consumed_value : in_received) + in_credits;
  assign recovered = lost_freed + consumed_value - lost_received + (out_credits & {W{out_valid && out_channel == consumed_channel}});
  always_ff @(posedge clk)
    if (rst) begin
      received <= '0;
      freed <= '0;
      reported <= '0;
    end else
      for (int c = 0; c < VC; c++) begin
        if (in_valid && in_at[c]) received[c*W+:W] <= stored;
        else if (consumed_valid && consumed_at[c]) received[c*W+:W] <= consumed_value;
        if (consumed_valid && consumed_at[c]) freed[c*W+:W] <= recovered;
        else if (out_valid && out_at[c]) freed[c*W+:W] <= left;
        if (freed_valid && freed_ready && at[c]) reported[c*W+:W] <= polled_freed;
      end

  sluice_credit_poll #(.VC(VC), .TB(TB)) poll (
      .clk, .rst, .period, .due, .ready(freed_ready), .valid(freed_valid), .channel(freed_channel), .at);
  sluice_select #(.NP(VC), .B(W)) select_freed (.at, .rows(freed), .row(polled_freed));
  sluice_select #(.NP(VC), .B(W)) select_reported (.at, .rows(reported), .row(polled_reported));
  assign unreported = polled_freed - polled_reported;
  assign due = amount != '0 && unreported >= amount;
  generate
    if (INFINIBAND) begin : g_infiniband
      logic [W-1:0] polled_room;
      sluice_select #(.NP(VC), .B(W)) select_room (.at, .rows(room), .row(polled_room));
      assign freed_value = polled_freed + polled_room;
    end else begin : g_ultra_ethernet
      logic unused_room;
      assign unused_room = ^room;
      assign freed_value = polled_freed;
    end
  endgenerate

`ifdef FORMAL
  assign {f_received, f_freed} = {received, freed};
`endif

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (VC < 1 || VC > 32 || TB < 4 || TB > 32) begin : g_check
      sluice_parameter_out_of_range_VC_1_32_TB_4_32 bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
