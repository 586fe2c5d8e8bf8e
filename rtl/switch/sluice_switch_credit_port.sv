// Credits of one port of the switch (docs/hardware/credits.md, "In the switch"): whether a frame of a class may start,
// and the words. A credit is a cell. A class may start if its credits suffice for a largest frame; so its frame need
// not be known when the scheduler selects. After a start, the comparisons include its credits a few cycles later. Until
// then, the class may start only if they sufficed for two largest frames. A frame counts as sent when it begins, as
// received when the MMU accepts it, and as freed when its last cell is free. Frames that are dropped on the way are
// found as lost by the next word of their class.
// A word of credits consumed leaves behind the frames that began before it: it waits until they have left the output. A
// received one waits until the MMU has decided about the frames before it.
// Latency: begin in cycle t, may_start in t + 1; it includes the credits of the frame from t + 6 on. A received word of
// credits freed in t, may_start at most 5 NC + 7 cycles later. Words to send are combinational.
// Collisions: a word of credits consumed that may leave is sent before one of credits freed.
`default_nettype none
module sluice_switch_credit_port #(
    parameter int NC = 8,   // classes
    parameter int CW = 3,   // bits of a class number
    parameter int NB = 9,   // bits of a frame's cells
    parameter int W = 20,   // bits of a counter
    parameter int WB = W + 4  // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // cfg: constant while frames pass
    input  wire logic [NC-1:0]   uses,             // classes with credits; frames of other classes may always start
    input  wire logic [NC*W-1:0] limit,            // cells of each class at the receiver of the other end
    input  wire logic [NB-1:0]   largest,          // cells of a largest frame
    input  wire logic [W-1:0]    amount,           // freed cells that make a word due; 0: words are due by time only
    input  wire logic [W-1:0]    consumed_period,  // cycles between two rounds of words of credits consumed
    input  wire logic [W-1:0]    freed_period,     // cycles between two rounds of words of credits freed
    // Frames to the port
    output logic      [NC-1:0]   may_start,        // classes that the scheduler may select
    input  wire logic            begin_valid,      // a frame begins;
                                                   // selected four cycles before, at least five cycles apart
    input  wire logic [CW-1:0]   begin_class,
    input  wire logic [NB-1:0]   begin_cells,
    input  wire logic            end_valid,        // a frame has left the output, or was dropped there
    // Frames from the port
    input  wire logic            frame_end,        // a frame has arrived at the input
    input  wire logic            judged,           // it was accepted or dropped
    input  wire logic            accepted,         // with judged: accepted
    input  wire logic [CW-1:0]   in_class,
    input  wire logic [NB-1:0]   in_cells,
    input  wire logic            leave_valid,      // the last cell of a frame is free
    input  wire logic [CW-1:0]   leave_class,
    input  wire logic [NB-1:0]   leave_cells,
    // Words: kind, channel (3 bits), counter
    output logic                 tx_valid,
    input  wire logic            tx_ready,
    output logic      [WB-1:0]   tx_word,
    input  wire logic            rx_valid,
    input  wire logic [WB-1:0]   rx_word
);
  localparam int Spacing = 6;  // log2 of the cycles between two words of credits consumed,
                               // in which the other end judges all frames before

  // The sender. While no frame begins, the credits of a class are compared with one or two largest frames.
  function automatic logic exists(input logic [2:0] channel);  // a word of another channel has no effect
    exists = 32'(channel) < NC;
  endfunction
  logic consumed_valid, consumed_ready, consumed_used, snd_ready;
  logic [CW-1:0] consumed_channel, asked, next_asked, begun, asked_1, asked_2;
  logic [W-1:0] consumed_value;
  logic [NB:0] snd_cells;
  logic [NC-1:0] fits_one, fits_two;
  logic [3:1] began;  // bit n: a frame of class begun began n cycles ago
  logic asks_two, rechecks, two, two_1, two_2, asked_valid_1, asked_valid_2, counts;
  assign may_start = fits_one;
  // The class of a frame that began is compared again as soon as the counters include the frame.
  assign rechecks = began[2] || began[3];
  assign asked = begin_valid ? begin_class : rechecks ? begun : next_asked;
  assign two = began[2] || (asks_two && !began[3]);
  assign snd_cells = begin_valid ? {1'b0, begin_cells} : two ? {largest, 1'b0} : {1'b0, largest};
  // snd_ready answers the comparison of two cycles before. It counts unless it does not include a frame that began.
  assign counts = asked_valid_2 && !(began != '0 && begun == asked_2);
`ifdef FORMAL
  logic [NC*W-1:0] f_consumed, f_freed;
`endif
  sluice_credit_tx #(.VC(NC), .W(W), .SHIFT(0), .BB(NB + 1), .TB(W)) tx (
      .clk, .rst, .limit, .overhead(8'd0), .period(consumed_period), .snd_valid(begin_valid && uses[begin_class]),
      .snd_channel(asked), .snd_bytes(snd_cells), .snd_ready,
      .freed_valid(rx_valid && rx_word[WB-1] && exists(rx_word[W+:3])), .freed_channel(rx_word[W+:CW]),
      .freed_value(rx_word[W-1:0]), .consumed_valid, .consumed_ready, .consumed_channel, .consumed_value
`ifdef FORMAL
      , .f_consumed, .f_freed
`endif
      );
  always_ff @(posedge clk) begin
    if (rst) begin
      {fits_one, fits_two, next_asked, asks_two, began} <= '0;
    end else begin
      for (int c = 0; c < NC; c++)
        if (!uses[c]) {fits_one[c], fits_two[c]} <= '1;
        else if (begin_valid && begin_class == CW'(c)) {fits_one[c], fits_two[c]} <= {fits_two[c], 1'b0};
        else if (asked_2 == CW'(c) && counts) begin
          if (two_2) fits_two[c] <= snd_ready;
          else fits_one[c] <= snd_ready;
        end
      began <= {began[2:1], begin_valid};
      if (!begin_valid && !rechecks) begin
        asks_two <= !asks_two;
        if (asks_two) next_asked <= next_asked == CW'(NC - 1) ? '0 : next_asked + 1'b1;
      end
    end
    if (begin_valid) begun <= begin_class;
    {asked_1, two_1, asked_valid_1} <= {asked, two, !rst};
    {asked_2, two_2, asked_valid_2} <= {asked_1, two_1, !rst && asked_valid_1};
  end

  // Words of credits consumed keep their place behind the frames that began before.
  logic sent_full, sent_ready, loads;
  logic [W+2:0] sent_word;
  logic [Spacing-1:0] spacing;
  assign consumed_used = uses[consumed_channel];
  // Not before the counter includes the frames that have begun
  assign loads = consumed_valid && consumed_used && !sent_full && spacing == '0 && began[2:1] == '0;
  assign consumed_ready = loads || !consumed_used;
  sluice_switch_credit_mark #(.WB(W + 3)) sent (
      .clk, .rst, .enters(begin_valid), .leaves(end_valid), .load(loads), .word({3'(consumed_channel), consumed_value}),
      .take(tx_ready && sent_ready), .full(sent_full), .ready(sent_ready), .marked(sent_word));
  always_ff @(posedge clk) spacing <= rst ? '0 : tx_ready && sent_ready ? '1 : spacing - Spacing'(spacing != '0);

  // The receiver. A word of credits consumed keeps its place behind the frames that arrived before.
  logic freed_valid, received_ready, unused_full;
  logic [CW-1:0] freed_channel;
  logic [W-1:0] freed_value;
  logic [W+2:0] received_word;
  sluice_switch_credit_mark #(.WB(W + 3)) received (
      .clk, .rst, .enters(frame_end), .leaves(judged), .load(rx_valid && !rx_word[WB-1]), .word(rx_word[W+2:0]),
      .take(received_ready), .full(unused_full), .ready(received_ready), .marked(received_word));
  sluice_credit_rx #(.VC(NC), .W(W), .SHIFT(0), .BB(NB), .TB(W)) rx (
      .clk, .rst, .room((NC * W)'(0)), .overhead(8'd0), .amount, .period(freed_period),
      .in_valid(judged && accepted && uses[in_class]), .in_channel(in_class), .in_bytes(in_cells),
      .out_valid(leave_valid && uses[leave_class]), .out_channel(leave_class), .out_bytes(leave_cells),
      .consumed_valid(received_ready && exists(received_word[W+:3]) && uses[received_word[W+:CW]]),
      .consumed_channel(received_word[W+:CW]),
      .consumed_value(received_word[W-1:0]),
      .freed_valid, .freed_ready((tx_ready && !sent_ready) || !uses[freed_channel]), .freed_channel, .freed_value);
  assign tx_valid = sent_ready || (freed_valid && uses[freed_channel]);
  assign tx_word = sent_ready ? {1'b0, sent_word} : {1'b1, 3'(freed_channel), freed_value};
`ifdef FORMAL_SWITCH_CREDIT_PORT
`include "sluice_switch_credit_port.svh"
`endif
endmodule
`default_nettype wire
