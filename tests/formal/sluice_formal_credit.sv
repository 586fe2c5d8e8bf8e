// Proves for one direction of a link with credits [spec 12] that what is sent and not freed fits the buffer, that no
// wrap of a counter is misread, and that one message repairs all losses before it. Sender and receiver are the RTL. The
// line between them is any line that keeps the order: packets and messages arrive at any time, and any of them is lost.
// The credits of the watched channel are counted from the last value that the sender knows to be free: freed <=
// received <= passed <= sent. Between them are the credits that are free, in the buffer, lost, and on the line, so no
// wide counters are needed. The receiver's input registers are the last cycle of the line: its events are those of the
// registers, one cycle after the inputs. With FORMAL_REPAIR: words that are not lost repair all earlier losses in the
// stated time.
`default_nettype none
module sluice_formal_credit #(
    parameter bit INFINIBAND = 0,
    parameter int VC = 2,
    parameter int W = 6,
    parameter int SHIFT = 4,
    parameter int BB = 7,
    parameter int CW = VC > 1 ? $clog2(VC) : 1
) (
    input wire logic            clk,
    input wire logic            rst,
    input wire logic [VC*W-1:0] limit,
    input wire logic [VC*W-1:0] room,
    input wire logic [7:0]      overhead,
    input wire logic [W-1:0]    amount,
    input wire logic [7:0]      period,
    input wire logic            snd_valid,
    input wire logic [CW-1:0]   snd_channel,
    input wire logic [BB-1:0]   snd_bytes,
    input wire logic            in_valid,
    input wire logic [CW-1:0]   in_channel,
    input wire logic [BB-1:0]   in_bytes,
    input wire logic            out_valid,
    input wire logic [CW-1:0]   out_channel,
    input wire logic [BB-1:0]   out_bytes,
    input wire logic            consumed_valid,    // a value of the sender arrives
    input wire logic [CW-1:0]   consumed_channel,
    input wire logic [W-1:0]    consumed_value,
    input wire logic            freed_valid,       // a value of the receiver arrives
    input wire logic [CW-1:0]   freed_channel,
    input wire logic [W-1:0]    freed_value,
    input wire logic            consumed_ready,
    input wire logic            freed_ready,
    input wire logic [W-1:0]    loses,             // credits of packets that are lost in this cycle
    input wire logic [W-1:0]    returns            // credits that the arriving value returns
);
  (* anyconst *) logic [CW-1:0] c;
  (* anyconst *) logic [W-1:0] f_limit, f_room;
  (* anyconst *) logic [7:0] f_overhead;
  localparam int SB = W + 3;
  localparam logic [SB-1:0] Most = INFINIBAND ? SB'(1) << (W - 1) : (SB'(1) << W) - 1'b1;
  logic snd_ready, msg_valid, upd_valid, opened, start, stored, leaves, sync, update, started = 1'b0;
  logic [CW-1:0] msg_channel, upd_channel;
  logic [W-1:0] msg_value, upd_value, snd_credits, in_credits, out_credits;
  logic [W-1:0] sent_c, known_c, received_c, freed_c, known_freed;
  logic [VC*W-1:0] sent, known, received, freed;
  sluice_credit_tx #(.INFINIBAND(INFINIBAND), .VC(VC), .W(W), .SHIFT(SHIFT), .BB(BB), .TB(8)) tx (
      .clk, .rst, .limit, .overhead, .period, .snd_valid, .snd_channel, .snd_bytes, .snd_ready,
      .freed_valid, .freed_channel, .freed_value,
      .consumed_valid(msg_valid), .consumed_ready, .consumed_channel(msg_channel), .consumed_value(msg_value),
      .f_consumed(sent), .f_freed(known));
  sluice_credit_rx #(.INFINIBAND(INFINIBAND), .VC(VC), .W(W), .SHIFT(SHIFT), .BB(BB), .TB(8)) rx (
      .clk, .rst, .room, .overhead, .amount, .period,
      .in_valid, .in_channel, .in_bytes, .out_valid, .out_channel, .out_bytes,
      .consumed_valid, .consumed_channel, .consumed_value, .freed_valid(upd_valid), .freed_ready,
      .freed_channel(upd_channel),
      .freed_value(upd_value), .f_received(received), .f_freed(freed));
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_snd (.bytes(snd_bytes), .overhead, .credits(snd_credits));
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_in (.bytes(in_bytes), .overhead, .credits(in_credits));
  sluice_credit_size #(.W(W), .SHIFT(SHIFT), .BB(BB)) size_out (.bytes(out_bytes), .overhead, .credits(out_credits));
  assign sent_c = W'(sent >> (32'(c) * W));
  assign known_c = W'(known >> (32'(c) * W));
  assign received_c = W'(received >> (32'(c) * W));
  assign freed_c = W'(freed >> (32'(c) * W));

  // Credits since the last known value: sent, passed the line, counted as received, counted as freed; and what happens
  // in this cycle
  logic [SB-1:0] sent_u, passed_u, received_u, freed_u, n, arrives, departs, gone;
  logic [SB-1:0] gone_1, freed_1, freed_2;  // gone of the cycle before;
                                            // credits that were freed one and two cycles before
  logic [W-1:0] asked_n, consumed_1;
  logic [1:0] asked, asked_valid;  // a packet of c asked one and two cycles before
  logic opened_1, follows, settled, first;  // settled: a packet of two cycles before asked after reset
  assign update = freed_valid && freed_channel == c;
  assign start = asked[1] && asked_valid[1] && snd_ready;
  assign gone = update ? SB'(returns) : '0;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    {settled, first} <= rst ? '0 : {first, 1'b1};
    asked <= {asked[0], snd_channel == c};
    asked_valid <= rst ? '0 : {asked_valid[0], snd_valid};
    asked_n <= snd_credits;
    n <= SB'(asked_n);
    stored <= !rst && in_valid && in_channel == c;
    leaves <= !rst && out_valid && out_channel == c;
    sync <= !rst && consumed_valid && consumed_channel == c;
    arrives <= rst || !in_valid || in_channel != c ? '0 : SB'(in_credits);
    departs <= rst || !out_valid || out_channel != c ? '0 : SB'(out_credits);
    consumed_1 <= consumed_value;
    follows <= !rst && start && asked[0];
    if (rst) {sent_u, passed_u, received_u, freed_u, opened, known_freed, gone_1, freed_1, freed_2, opened_1} <= '0;
    else begin
      sent_u <= sent_u + (start ? n : '0) - gone;
      passed_u <= passed_u + arrives + SB'(loses) - gone;
      received_u <= (sync ? passed_u : received_u) + arrives - gone;
      freed_u <= freed_u + departs + (sync ? passed_u - received_u : '0) - gone;
      freed_1 <= freed_u - gone;
      freed_2 <= freed_1 - gone;
      gone_1 <= gone;
      opened <= opened || update;
      opened_1 <= opened;
      known_freed <= known_freed + W'(gone);
    end
  end
  logic [SB-1:0] credits, on_line, lost, stocked;  // credits: that the sender might use in all in the cycle before
  assign credits = INFINIBAND ? (opened_1 ? SB'(f_room) : '0) : SB'(f_limit);
  assign on_line = sent_u - passed_u;
  assign lost = passed_u - received_u;
  assign stocked = received_u - freed_u;
  always_comb begin
    // A1: reset at power-up only; the channel exists; the configuration is constant
    assume (rst == !started && c < VC && overhead == f_overhead);
    assume (W'(limit >> (32'(c) * W)) == f_limit && W'(room >> (32'(c) * W)) == f_room);
    // A2: static limits: Ultra Ethernet, the limit is at most the buffer; InfiniBand, the buffer is at most half of the
    // counter
    assume (f_limit <= f_room && (!INFINIBAND || SB'(f_room) <= Most));
    // A3: only packets on the line arrive or are lost, and only packets in the buffer leave
    assume (arrives + SB'(loses) <= on_line && departs <= stocked);
    // A4: the line keeps the order: the sender's value counts the packets that have passed the line before it
    assume (!sync || consumed_1 == known_freed + W'(passed_u));
    // A5: the receiver's value is one that it has sent, by P5, since the value that arrived before
    assume (!update || (SB'(returns) <= freed_2 && freed_value == known_freed + returns + (INFINIBAND ? f_room : '0)));
    if (started) begin
      // P1: what is sent and not freed fits the buffer, so no packet finds it full
      a_fits: assert (on_line + stocked <= SB'(f_room));
      // P2: the credits in use are at most the limit, or the blocks of the buffer
      a_limit: assert (sent_u <= (INFINIBAND ? SB'(f_room) : SB'(f_limit)));
      // P3: no wrap is misread: a packet may start if, and only if, its credits fitted what was left one cycle before,
      // and none of its channel started then
      a_starts: assert (!asked[1] || !settled || snd_ready == (!follows && sent_u + gone_1 + n <= credits));
      // P4: one value of the sender finds all packets lost before it; a message shows the sender's counter
      a_finds: assert (!sync || W'(consumed_1 - received_c) == W'(lost));
      a_consumed: assert (msg_channel != c || msg_value == sent_c);
      // P5: a message of the receiver returns all credits that were free two cycles before, also those of messages that
      // were lost
      a_returns: assert (!upd_valid || upd_channel != c ||
          upd_value == W'(known_freed + W'(freed_2) + (INFINIBAND ? f_room : '0)));
      // P6: lemmas: nothing is freed before it is received, or received before it is sent; the counters are these
      // credits
      a_order: assert (freed_2 <= freed_1 && freed_1 <= freed_u && freed_u <= received_u &&
          received_u <= passed_u && passed_u <= sent_u);
      a_known: assert (known_c == (INFINIBAND && !opened ? '0 : W'(known_freed + (INFINIBAND ? f_room : '0))));
      a_sent: assert (sent_c == W'(known_freed + W'(sent_u)));
      a_received: assert (received_c == W'(known_freed + W'(received_u)));
      a_freed: assert (freed_c == W'(known_freed + W'(freed_u)));
      a_closed: assert (!INFINIBAND || opened || (sent_c == '0 && sent_u == '0 && known_freed == '0));
      c_full: cover (sent_u == SB'(f_room) && f_room > W'(3) && stocked != '0);
      c_wrap: cover (sent_c < freed_c && stocked != '0);
      c_stops: cover (asked[1] && asked_valid[1] && !snd_ready && on_line != '0 &&
          sent_u + gone_1 + n == credits + 1'b1);
      c_repairs: cover (sync && lost != '0 && stored && leaves);
      c_returns: cover (update && SB'(returns) == freed_2 && freed_2 > SB'(f_room) >> 1 && f_room > W'(3));
      c_lost: cover (loses != '0 && lost != '0 && freed_u != '0);
    end
  end
`ifdef FORMAL_REPAIR
  // From any cycle on, the mark, the next word of each kind is not lost. f_consumed, f_freed: longest time from a word
  // of the channel that is taken to the next one; f_line: longest time of a word on the line, in cycles.
  (* anyconst *) logic [3:0] f_consumed, f_freed;
  (* anyconst *) logic [2:0] f_line;
  (* anyseq *) logic mark, msg_arrives, upd_arrives;
  localparam int AB = 5;
  logic marked, marked_1, msg_taken, msg_done, upd_taken, upd_done, takes_msg, takes_upd, msg_watched, upd_watched;
  // cycles since the mark, a word was taken, the watched word was taken
  logic [AB-1:0] age, msg_since, upd_since, msg_line, upd_line;
  // Credits since the last known value, as above: sent before the mark, freed before the mark, sent and freed before
  // the watched words; in the buffer
  logic [SB-1:0] sent_then, freed_then, msg_u, upd_u, held;
  assign takes_msg = msg_valid && consumed_ready && msg_channel == c;
  assign takes_upd = upd_valid && freed_ready && upd_channel == c;
  assign msg_watched = msg_taken || ((marked || mark) && takes_msg);
  assign upd_watched = upd_taken || (marked_1 && takes_upd);  // its value is that of two cycles before
  always_ff @(posedge clk)
    if (rst) begin
      {marked, marked_1, msg_taken, msg_done, upd_taken, upd_done, held} <= '0;
      {age, msg_since, upd_since, msg_line, upd_line, sent_then, freed_then, msg_u, upd_u} <= '0;
    end else begin
      marked <= marked || mark;
      marked_1 <= marked;
      age <= marked || mark ? age + 1'b1 : '0;
      sent_then <= !marked ? sent_u - gone : sent_then > gone ? sent_then - gone : '0;
      freed_then <= !marked ? freed_u - gone : freed_then > gone ? freed_then - gone : '0;
      msg_since <= takes_msg ? '0 : msg_since + 1'b1;
      upd_since <= takes_upd ? '0 : upd_since + 1'b1;
      msg_taken <= msg_watched;
      upd_taken <= upd_watched;
      msg_done <= msg_done || msg_arrives;
      upd_done <= upd_done || upd_arrives;
      msg_line <= msg_watched ? msg_line + 1'b1 : '0;
      upd_line <= upd_watched ? upd_line + 1'b1 : '0;
      msg_u <= (msg_taken ? msg_u : sent_u) - gone;
      upd_u <= (upd_taken ? upd_u : freed_2) - gone;
      held <= held + arrives - departs;
    end
  always_comb begin
    // A6: a word of each kind is taken in time; the mark is early enough for the counters of time
    assume (msg_since < AB'(f_consumed) && upd_since < AB'(f_freed) && f_line != '0 && (!marked || age < '1));
    // A7: the watched word arrives in time, after the packets that started before it and before the other packets
    assume (!msg_arrives || (sync && msg_taken && !msg_done && passed_u == msg_u));
    assume (!msg_taken || msg_done || msg_arrives ||
        (msg_line < AB'(f_line) && passed_u + arrives + SB'(loses) <= msg_u));
    // A8: so does the watched word of the receiver, after the words before it
    assume (!upd_arrives || (update && upd_taken && !upd_done && SB'(returns) == upd_u));
    assume (!upd_taken || upd_done || upd_arrives || (upd_line < AB'(f_line) && gone <= upd_u));
    if (started) begin
      // P7: all packets that started before the mark have been counted as received, so those that were lost are free
      a_packets: assert (!marked || age < AB'(f_consumed) + AB'(f_line) || received_u >= sent_then);
      a_held: assert (stocked == held);
      // P8: the sender knows all credits that were freed before the mark
      a_updates: assert (!marked || age < AB'(f_freed) + AB'(f_line) + AB'(2) || freed_then == '0);
      // P9: lemmas: what was sent and freed at the mark, and when the watched words were taken
      if (marked) begin
        a_then: assert (sent_then <= sent_u && freed_then <= freed_u && age != '0);
        if (!msg_taken) a_msg_due: assert (age <= msg_since && msg_line == '0 && !msg_done);
        else if (!msg_done) a_msg: assert (sent_then <= msg_u && passed_u <= msg_u && msg_u <= sent_u &&
            msg_line != '0 && age < msg_line + AB'(f_consumed));
        else a_msg_done: assert (received_u >= sent_then);
        a_then_1: assert (freed_then <= freed_1 && (!marked_1 || freed_then <= freed_2) && (marked_1 || age == AB'(1)));
        if (!upd_taken) a_upd_due: assert (age <= upd_since + AB'(2) && upd_line == '0 && !upd_done);
        else if (!upd_done) a_upd: assert (freed_then <= upd_u && upd_u <= freed_u && upd_line != '0 &&
            age < upd_line + AB'(f_freed) + AB'(2));
        else a_upd_done: assert (freed_then == '0);
      end else a_unmarked: assert ({msg_taken, upd_taken, msg_done, upd_done, msg_line, upd_line, age, marked_1} == '0);
      c_latest: cover (msg_arrives && lost != '0 && age + 1'b1 == AB'(f_consumed) + AB'(f_line) &&
          f_consumed > 4'd2 && f_line > 3'd1);
      c_latest_update: cover (upd_arrives && freed_then != '0 &&
          age + 1'b1 == AB'(f_freed) + AB'(f_line) + AB'(2) && f_freed > 4'd2 && f_line > 3'd1);
    end
  end
`endif
endmodule
`default_nettype wire
