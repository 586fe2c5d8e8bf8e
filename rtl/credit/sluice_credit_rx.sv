// Receiver of a link with credits [spec 12]: counts the credits of packets received and freed, and returns the freed
// ones. All counters are cyclic, one set per virtual channel.
// Ultra Ethernet: messages carry the credits freed. InfiniBand: FCCL, the blocks received plus the free blocks, which
// is the blocks freed plus the blocks of the buffer.
// The credits received are those of stored and of lost packets, the credits freed those of packets that have left and
// of lost packets. A message is due when `amount` credits have been freed since the channel's last message, and once
// per period for each channel: a value that is lost is in the next message too.
// Lost packets: the sender's credits consumed less those of stored packets; they count as received and freed.
// Latency: an event in cycle t counts from t + 2 on, and is in messages from t + 4 on. A message that is due by amount
// from t on, as counted, is valid by t + 2 VC + 3, if none waits before it.
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
    input  wire logic [W-1:0]    amount,          // freed credits that make a message due;
                                                  // 0: messages are due by time only
    input  wire logic [TB-1:0]   period,          // cycles between two rounds of messages, at least 2;
                                                  // 0: due by amount only, after the first
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
  logic [VC*W-1:0] stored, left, lost, reported;  // channel c at [c * W +: W]; reported: value of the last message
  logic [VC-1:0] in_at, out_at, consumed_at;  // channels of the registered events
  logic [W-1:0] in_size, out_size, in_credits, out_credits, consumed;
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_in (.bytes(in_bytes), .overhead, .credits(in_size));
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_out (.bytes(out_bytes), .overhead, .credits(out_size));
  always_ff @(posedge clk) begin
    for (int c = 0; c < VC; c++) begin
      in_at[c] <= !rst && in_valid && in_channel == CW'(c);
      out_at[c] <= !rst && out_valid && out_channel == CW'(c);
      consumed_at[c] <= !rst && consumed_valid && consumed_channel == CW'(c);
    end
    {in_credits, out_credits, consumed} <= {in_size, out_size, consumed_value};
  end
  // Each counter has one kind of event, and each channel its own adders.
  logic [VC-1:0] at, passed, selected_at, summed_at;
  logic [W-1:0] summed, unreported;
  always_ff @(posedge clk)
    if (rst) begin
      stored <= '0;
      left <= '0;
      lost <= '0;
      reported <= '0;
    end else
      for (int c = 0; c < VC; c++) begin
        if (in_at[c]) stored[c*W+:W] <= stored[c*W+:W] + in_credits;
        if (out_at[c]) left[c*W+:W] <= left[c*W+:W] + out_credits;
        if (consumed_at[c]) lost[c*W+:W] <= consumed - stored[c*W+:W];
        if (freed_valid && freed_ready && at[c]) reported[c*W+:W] <= freed_value;
      end

  // Three cycles of a poll: select the counters of the channel, add, compare. The polls of channels whose message is
  // not due follow each other.
  logic [W-1:0] polled_left, polled_lost, polled_reported, polled_room;
  logic [W-1:0] selected_left, selected_lost, selected_reported, selected_room;
  sluice_credit_poll #(.VC(VC), .TB(TB), .LOOK(2)) poll (
      .clk, .rst, .period, .due(summed_at & {VC{amount != '0 && unreported >= amount}}),
      .ready(freed_ready), .valid(freed_valid), .channel(freed_channel), .at, .passed);
  sluice_select #(.NP(VC), .B(W)) select_left (.at, .rows(left), .row(polled_left));
  sluice_select #(.NP(VC), .B(W)) select_lost (.at, .rows(lost), .row(polled_lost));
  sluice_select #(.NP(VC), .B(W)) select_reported (.at, .rows(reported), .row(polled_reported));
  generate
    if (INFINIBAND) begin : g_infiniband
      sluice_select #(.NP(VC), .B(W)) select_room (.at, .rows(room), .row(polled_room));
    end else begin : g_ultra_ethernet
      logic unused_room;
      assign unused_room = ^room;
      assign polled_room = '0;
    end
  endgenerate
  assign freed_value = summed;
  always_ff @(posedge clk) begin
    {selected_at, summed_at} <= rst ? '0 : {passed, selected_at};
    {selected_left, selected_lost} <= {polled_left, polled_lost};
    {selected_reported, selected_room} <= {polled_reported, polled_room};
    summed <= selected_left + selected_lost + selected_room;
    unreported <= selected_left + selected_lost + selected_room - selected_reported;
  end

`ifdef FORMAL
  always_comb
    for (int c = 0; c < VC; c++) begin
      f_received[c*W+:W] = stored[c*W+:W] + lost[c*W+:W];
      f_freed[c*W+:W] = left[c*W+:W] + lost[c*W+:W];
    end
`endif

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (VC < 1 || VC > 32 || TB < 4 || TB > 32) begin : g_check
      sluice_parameter_out_of_range_VC_1_32_TB_4_32 bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
