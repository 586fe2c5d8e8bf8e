// Sender of a link with credits [spec 12]: decides whether a packet may start, and counts. All counters are cyclic, one
// set per virtual channel.
// Ultra Ethernet: credits consumed and freed; a packet of n credits may start iff consumed - freed + n <= limit.
// InfiniBand: blocks sent (FCTBS) and FCCL of the receiver; n blocks may start iff (FCCL - (FCTBS + n)) mod 2^W <=
// 2^(W-1). Nothing starts before the first FCCL.
// Messages carry the credits consumed, once per period for each channel; the receiver finds lost packets by them.
// A message shows the value of the cycle in which it is taken. On the line it must follow the packets that started
// before that cycle, and precede the other packets.
// Latency: a packet asks in cycle t; snd_ready in t + 2 is the answer, with values of the receiver up to t. If it is 1,
// the packet starts in t + 2. A start in cycle t counts for messages from t + 1 on, and for packets that ask in t or
// later.
// Collisions: a packet that asks in the cycle after another of its channel is refused if that one starts. A start and a
// value of the receiver in one cycle both count.
`default_nettype none
module sluice_credit_tx #(
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
    input  wire logic [VC*W-1:0] limit,          // Ultra Ethernet: credits of each channel at the receiver
    input  wire logic [7:0]      overhead,       // bytes that a packet needs besides its own, two's complement
    input  wire logic [TB-1:0]   period,         // cycles between two rounds of messages, at least 2;
                                                 // 0: none after the first
    // data: a packet that asks to start; without snd_valid, snd_ready is the answer, but nothing starts
    input  wire logic            snd_valid,
    input  wire logic [CW-1:0]   snd_channel,
    input  wire logic [BB-1:0]   snd_bytes,
    output logic                 snd_ready,      // the packet of two cycles before starts
    // data: values of the receiver: credits freed, or FCCL
    input  wire logic            freed_valid,
    input  wire logic [CW-1:0]   freed_channel,
    input  wire logic [W-1:0]    freed_value,
    // data: messages to the receiver: credits consumed, or FCTBS
    output logic                 consumed_valid,
    input  wire logic            consumed_ready,
    output logic      [CW-1:0]   consumed_channel,
    output logic      [W-1:0]    consumed_value
`ifdef FORMAL
    ,
    output logic      [VC*W-1:0] f_consumed,     // for the proofs: the counters
    output logic      [VC*W-1:0] f_freed
`endif
);
  logic [VC*W-1:0] consumed, freed;  // channel c at [c * W +: W]; freed: FCCL under InfiniBand
  logic [VC-1:0] asked_at, decided_at, freed_at, polled_at;
  logic [W-1:0] size, asked_credits, decided_credits, asked_consumed, asked_freed;
  logic asked_valid, decided_valid, fits, follows, starts;
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_snd (.bytes(snd_bytes), .overhead, .credits(size));
  // Cycle t: registers of the packet's channel and credits
  always_ff @(posedge clk) begin
    for (int c = 0; c < VC; c++) asked_at[c] <= snd_channel == CW'(c);
    asked_credits <= size;
    asked_valid <= !rst && snd_valid;
  end
  // Cycle t + 1: the counters of the channel
  sluice_select #(.NP(VC), .B(W)) select_consumed (.at(asked_at), .rows(consumed), .row(asked_consumed));
  sluice_select #(.NP(VC), .B(W)) select_freed (.at(asked_at), .rows(freed), .row(asked_freed));
  always_ff @(posedge clk) begin
    decided_at <= asked_at;
    decided_credits <= asked_credits;
    decided_valid <= !rst && asked_valid;
    follows <= starts && (asked_at & decided_at) != '0;
  end
  generate
    if (INFINIBAND) begin : g_infiniband
      logic unused_limit;
      assign unused_limit = ^limit;
      logic [W-1:0] spare;  // FCCL - (FCTBS + n)
      always_ff @(posedge clk) spare <= asked_freed - asked_consumed - asked_credits;
      assign fits = spare <= {1'b1, {(W - 1) {1'b0}}};
    end else begin : g_ultra_ethernet
      logic [W-1:0] asked_limit, used;
      logic [W:0] spare;  // limit - n, two's complement
      sluice_select #(.NP(VC), .B(W)) select_limit (.at(asked_at), .rows(limit), .row(asked_limit));
      always_ff @(posedge clk) begin
        used <= asked_consumed - asked_freed;
        spare <= {1'b0, asked_limit} - {1'b0, asked_credits};
      end
      assign fits = !spare[W] && used <= spare[W-1:0];
    end
  endgenerate
  // Cycle t + 2: the decision; each channel has its own adder.
  assign snd_ready = fits && !follows;
  assign starts = decided_valid && snd_ready;
  always_comb for (int c = 0; c < VC; c++) freed_at[c] = freed_valid && freed_channel == CW'(c);
  always_ff @(posedge clk)
    if (rst) begin
      consumed <= '0;
      freed <= '0;
    end else
      for (int c = 0; c < VC; c++) begin
        if (starts && decided_at[c]) consumed[c*W+:W] <= consumed[c*W+:W] + decided_credits;
        if (freed_at[c]) freed[c*W+:W] <= freed_value;
      end

  logic [VC-1:0] unused_passed;
  sluice_credit_poll #(.VC(VC), .TB(TB), .LOOK(1)) poll (
      .clk, .rst, .period, .due({VC{1'b0}}), .ready(consumed_ready), .valid(consumed_valid),
      .channel(consumed_channel), .at(polled_at), .passed(unused_passed));
  sluice_select #(.NP(VC), .B(W)) select_value (.at(polled_at), .rows(consumed), .row(consumed_value));

`ifdef FORMAL
  assign {f_consumed, f_freed} = {consumed, freed};
`endif

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (VC < 1 || VC > 32 || TB < 4 || TB > 32) begin : g_check
      sluice_parameter_out_of_range_VC_1_32_TB_4_32 bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
