  // Conservation [spec 3] for any one port that is the headroom group of up to 8 classes (DSH). In every cycle the sum
  // of w over its classes <= charge, and headroom in use <= limit and <= charge. The scan visits one class after
  // another, may rest in between, and settles with the last one. Its sum adds w of different cycles. missed: cells
  // charged in this time to classes already visited. Cells dequeued in this time remain in the sum.
  // Each class has a share of the charge. A packet of the class adds to its share; settlement replaces the share by the
  // part of the sum from this class. One class is watched; all others are the rest. w of the watched class never
  // exceeds its share, and both shares add up to the charge. A share depends only on the events and visits of its
  // class, so the property holds for the sum over all classes.
  // Counters as in sluice_settle_conservation.svh. Visits of other queues may be in between.
  localparam int KB = 3;
  (* anyconst *) logic [KB-1:0] watched, final_class;
  (* anyseq *) logic [NB-1:0] cells_6;
  (* anyseq *) logic [KB-1:0] class_6;
  // charged to the pool or the headroom, else private; visit: in cycle 0
  (* anyseq *) logic charged_6, headroom_6, visit;
  (* anyseq *) logic [W-1:0] fallen;                // cells dequeued from the watched class
  (* anyseq *) logic [W-1:0] others;                // q of another class
  (* anyconst *) logic [W-1:0] f_phi;
  (* anyconst *) logic [HW-1:0] eta;
  logic [1:0] f_age = '0;
  logic started;
  assign started = f_age == '1;
  // *_stored: as stored, *_1: one cycle before; q, charge and f_headroom_used are the present values
  logic [W-1:0] q, q_stored, q_1, charge, charge_stored, charge_1, share, rest;
  logic [HW-1:0] f_headroom_used, headroom_used_stored, headroom_used_1;
  logic [NB-1:0] cells_7, charged_7, headroom_7, charged_8, charged_9, charged_10, mine_7, other_7;
  logic [KB-1:0] class_7, next, class_1;   // next: class that the scan visits next
  logic [9:1] visits, lasts;
  logic passed_8, passed_9, passed_10;     // the class was already visited when the packet was stored
  logic [3:0] since;                       // cycles since the last class was visited
  logic pending;                           // a visit has read counters and has not returned cells
  logic [W-1:0] surplus, charge_read, sum_read;
  logic [HW-1:0] f_headroom_read, f_returns;
  logic [W-1:0] sum_0, sum_1, sum_2, sum_3, sum_4;           // the sum so far, in cycles 0 .. 4 of the visit
  logic [W-1:0] part_mine, part_rest, then_mine, then_rest;  // parts of the sum so far; shares after settlement
  // q that is read, and w, in these cycles of the visit
  logic [W-1:0] q_read, read_2, read_3, read_4, read_5, w_1, w_2, w_3, w_4, w_5;
  logic [NB-1:0] missed_2, missed_3, missed_4, missed_5;     // cells on their way into the sum
  logic reads_mine, passed_7, settled;

  function automatic logic [W-1:0] above(input logic [W-1:0] x);
    above = x > f_phi ? x - f_phi : '0;
  endfunction
  assign reads_mine = visits[1] && class_1 == watched;
  assign q_read = class_1 == watched ? q_stored : others;
  assign w_1 = above(q_read) & {W{visits[1]}};
  assign w_2 = above(read_2) & {W{visits[2]}};
  assign w_3 = above(read_3) & {W{visits[3]}};
  assign w_4 = above(read_4) & {W{visits[4]}};
  assign w_5 = above(read_5) & {W{visits[5]}};
  assign mine_7 = charged_7 & {NB{class_7 == watched}};
  assign other_7 = charged_7 & {NB{class_7 != watched}};
  assign passed_7 = class_7 < next;
  assign {missed_2, missed_3, missed_4} = {charged_8 & {NB{passed_8}}, charged_9 & {NB{passed_9}},
      charged_10 & {NB{passed_10}}};
  assign f_returns = surplus < W'(f_headroom_read) ? HW'(surplus) : f_headroom_read;
  assign settled = lasts[9];
  always_ff @(posedge clk) begin
    if (!started) f_age <= f_age + 1'b1;
    {cells_7, class_7} <= {cells_6, class_6};
    charged_7 <= cells_6 & {NB{charged_6}};
    headroom_7 <= cells_6 & {NB{headroom_6}};
    {charged_8, charged_9, charged_10} <= {charged_7, charged_8, charged_9};
    {passed_8, passed_9, passed_10} <= {passed_7, passed_8, passed_9};
    q <= q + (class_6 == watched ? W'(cells_6) : '0) - fallen;
    q_stored <= q_stored + (class_7 == watched ? W'(cells_7) : '0) - fallen;
    q_1 <= q_stored;
    charge <= charge + (charged_6 ? W'(cells_6) : '0) - (settled ? returned_9 : '0);
    charge_stored <= charge_stored + W'(charged_7) - (settled ? returned_9 : '0);
    f_headroom_used <= f_headroom_used + (headroom_6 ? HW'(cells_6) : '0) - (settled ? headroom_returned_9 : '0);
    headroom_used_stored <= headroom_used_stored + HW'(headroom_7) - (settled ? headroom_returned_9 : '0);
    {charge_1, headroom_used_1} <= {charge_stored, headroom_used_stored};
    share <= (settled ? then_mine : share) + W'(mine_7);
    rest <= (settled ? then_rest : rest) + W'(other_7);
    visits <= {visits[8:1], visit};
    lasts <= {lasts[8:1], visit && next == final_class};
    if (visit) next <= next == final_class ? '0 : next + 1'b1;
    class_1 <= next;
    since <= visit && next == final_class ? '0 : since == '1 ? since : since + 1'b1;
    sum_0 <= lasts[1] ? '0 : sum_0 + w_1 + (passed_7 ? W'(charged_7) : '0);
    part_mine <= lasts[1] ? '0 : part_mine + (reads_mine ? w_1 : '0) + (passed_7 ? W'(mine_7) : '0);
    part_rest <= lasts[1] ? '0 : part_rest + (reads_mine ? '0 : w_1) + (passed_7 ? W'(other_7) : '0);
    then_mine <= (lasts[1] ? part_mine + (reads_mine ? w_1 : '0) : then_mine) + W'(mine_7);
    then_rest <= (lasts[1] ? part_rest + (reads_mine ? '0 : w_1) : then_rest) + W'(other_7);
    {sum_1, sum_2, sum_3, sum_4} <= {sum_0, sum_1, sum_2, sum_3};
    {read_2, read_3, read_4, read_5, missed_5} <= {q_read, read_2, read_3, read_4, missed_4};
    if (settled) pending <= 1'b0;
    if (lasts[2]) {pending, surplus, f_headroom_read, charge_read, sum_read} <= {1'b1, charge_1 - (sum_1 + w_2),
        headroom_used_1, charge_1, sum_1 + w_2};
    if (!started) begin
      {q, q_stored, q_1, charge, charge_stored, charge_1, share, rest, f_headroom_used, headroom_used_stored,
          headroom_used_1} <= '0;
      {cells_7, charged_7, headroom_7, charged_8, charged_9, charged_10, missed_5, visits, lasts, pending, next} <= '0;
      {sum_0, sum_1, sum_2, sum_3, sum_4, part_mine, part_rest} <= '0;
      since <= '1;
    end
  end
  always_comb begin
    // A1: no event at power-up
    assume (started || {cells_6, fallen, visit} == '0);
    // A2: phi is constant; classes up to final_class
    assume (rst == !started && phi == f_phi && watched <= final_class && class_6 <= final_class);
    // A3: a visit reads q of one cycle before
    if (visits[2]) assume ({accepted, not_dequeued} == {read_2, {W{1'b1}}});
    // A4: the last visit reads the counters of the group
    if (lasts[2]) assume ({charged, not_returned, headroom_cells, not_headroom_returned} == {charge_1, {W{1'b1}},
        headroom_used_1, {HW{1'b1}}});
    // A5: part and last as in sluice_visit
    assume (part_4 == visits[4] && part_5 == visits[5] && (!visits[5] || last == lasts[5]));

    // A6: sluice_missed: cells charged to a class already visited
    assume (missed == missed_4);
    // A7: CB and HB start at 0: only differences matter
    if (lasts[8]) assume (returned_8 == '0 && headroom_returned_8 == '0);
    // A8: headroom is a kind of charge
    assume (charged_6 || !headroom_6);

    // A9: the other classes have the property of the watched one: their part of the sum is within their share
    assume (!visits[1] || reads_mine || (W + 1)'(part_rest) + (W + 1)'(w_1) <= (W + 1)'(rest));

    // A10: sluice_dequeue: only packets whose admission is out
    assume (fallen <= q_stored);

    // A11: sluice_scan: a round of 16 cycles, of which 8 at most are of this port
    assume (!visit || next != '0 || since >= 4'd8);

    // A12: formal_no_loss: headroom is used only where it fits
    assume (!headroom_6 || (HW + 1)'(f_headroom_used) + (HW + 1)'(cells_6) <= (HW + 1)'(eta));
    // A13: formal_no_loss: private cells only where they fit
    assume (class_6 != watched || charged_6 || cells_6 == '0 || (W + 1)'(q) + (W + 1)'(cells_6) <= (W + 1)'(f_phi));

    // A14: sluice_check: private cells, headroom and the shared pool fit the buffer, and the buffer fits a counter
    assume ((W + 1)'(q) + (W + 1)'(cells_6) < (W + 1)'(1) << W &&
        (W + 1)'(charge) + (W + 1)'(cells_6) < (W + 1)'(1) << W);
    // P1: the pipelines start empty
    if (f_age >= 2'd2) a_begins: assert (part_4 == visits[4] && (started || (visits == '0 && missed_4 == '0)));
    if (started) begin
      // P2: w of the watched class is within its share, and the shares are the charge
      a_covered: assert (above(q) <= share + W'(mine_7) &&
          (W + 1)'(share) + (W + 1)'(rest) + (W + 1)'(charged_7) == (W + 1)'(charge));
      // P3: h <= limit and <= charge
      a_headroom: assert (f_headroom_used <= eta && W'(f_headroom_used) <= charge);
      // P4: freed cells are the rest of the surplus, and at most the charge of the pool
      a_freed: assert (!settled || (freed == returned_9 - W'(headroom_returned_9) &&
          freed <= charge - W'(f_headroom_used)));
      c_surplus: cover (settled && freed != '0 && headroom_returned_9 != '0);
      c_missed: cover (lasts[1] && part_mine != '0 && part_rest != '0);
      c_passed: cover (missed_4 != '0 && watched < next);
      c_limit: cover (f_headroom_used == eta && eta > HW'(3) && rest != '0);
      // P5: lemma: cycle of the last visit
      a_pending: assert (pending == (since >= 4'd2 && since <= 4'd8) &&
          (since >= 4'd9 ? lasts == '0 : lasts == 9'd1 << since) && next <= final_class &&
          (since >= 4'd9 || next == '0 || since == 4'd8));
      // P6: lemma: the scan visits the classes in order
      a_classes: assert ((!visits[1] || class_1 == (next == '0 ? final_class : next - 1'b1)) &&
          lasts[1] == (visits[1] && next == '0));

      // P7: lemma: the parts are within the shares; the part of a visited watched class is at least its w
      a_parts: assert (part_mine <= share && part_rest <= rest && sum_0 == part_mine + part_rest &&
          above(q_stored) <= share &&
          (!(watched < next || lasts[1]) || reads_mine || above(q_stored) <= part_mine) &&
          (watched < next || lasts[1] || part_mine == '0) &&
          (!reads_mine || part_mine == '0) && (next != '0 || lasts[1] || sum_0 == '0));
      // P8: lemma: the shares after settlement are within the shares, and cover w of the watched class
      a_then: assert (since == '1 || since > 4'd8 || since == '0 ||
          (then_mine <= share && then_rest <= rest && above(q_stored) <= then_mine));
      // P9: lemma: the shares after settlement are the sum, which is at most the charge
      a_sums: assert (since != 4'd1 || (then_mine + then_rest - W'(charged_8) == sum_1 + w_2 &&
          sum_1 + w_2 <= charge_1));
      // P10: lemma: the surplus is the stored charge less the shares after settlement
      a_surplus: assert (!pending || ((W + 1)'(surplus) + (W + 1)'(then_mine) + (W + 1)'(then_rest) ==
          (W + 1)'(charge_stored) && f_headroom_read <= headroom_used_stored &&
          surplus - W'(f_returns) <= charge_stored - W'(headroom_used_stored)));
      // P11: lemma: the sum in each cycle of the visit
      a_sum: assert (sofar == sum_4 && sum_3 == (lasts[5] ? '0 : sum_4 + w_5 + W'(missed_5)) &&
          sum_2 == (lasts[4] ? '0 : sum_3 + w_4 + W'(missed_4)) &&
          sum_1 == (lasts[3] ? '0 : sum_2 + w_3 + W'(missed_3)) &&
          sum_0 == (lasts[2] ? '0 : sum_1 + w_2 + W'(missed_2)));
      // P12: lemma: amount added to the sum
      a_adds: assert ((lasts & ~visits) == '0 && sum5 == w_5 + W'(missed_5));
      // P13: lemma: the sum of the last visit
      a_last: assert ((!lasts[3] || sum_2 + w_3 == sum_read) && (!lasts[4] || sum_3 + w_4 == sum_read) &&
          (!lasts[5] || sum_4 + w_5 == sum_read));
      // P14: lemma: values in the pipeline of the visit
      a_way: assert ((!visits[3] || queue == read_3) && (!visits[4] || (above4[W] ? '0 : above4[W-1:0]) == w_4) &&
          (!visits[5] || ~not_w5 == w_5) &&
          (!lasts[3] || (charge3 == charge_read && headroom_used3 == f_headroom_read)) &&
          (!lasts[4] || (charge4 == charge_read && headroom_used4 == f_headroom_read)) &&
          (!lasts[5] || (charge5 == charge_read && headroom_used5 == f_headroom_read)) &&
          (!lasts[6] || (~not_sum == sum_read && charge6 == charge_read && headroom_used6 == f_headroom_read)) &&
          (!visits[6] || last6 == lasts[6]) && (!visits[7] || last7 == lasts[7]) && (!visits[8] || last8 == lasts[8]) &&
          (!lasts[7] || (surplus7 == surplus && ~not_headroom_used7 == f_headroom_read)) &&
          (!lasts[8] || (surplus8 == surplus && ~not_headroom_used8 == f_headroom_read &&
          rest8 == {1'b0, surplus} - (W + 1)'(f_headroom_read))));
      // P15: lemma: the surplus is the charge less the sum
      a_read: assert (!pending || surplus == charge_read - sum_read);
      // P16: lemma: charge and headroom have not decreased since the read
      a_over: assert (since != 4'd1 || (W'(headroom_used_1) <= charge_1 && headroom_used_1 <= headroom_used_stored &&
          charge_1 <= charge_stored &&
          charge_1 - W'(headroom_used_1) <= charge_stored - W'(headroom_used_stored)));
      // P17: lemma: a packet that is not charged leaves q at most phi
      a_private: assert (class_7 != watched || charged_7 != '0 || cells_7 == '0 || q <= f_phi);
      // P18: lemma: cells that the visit returns
      a_gives: assert (!settled || (returned_9 == surplus && headroom_returned_9 == f_returns && writes));
      // P19: lemma: the counters are the stored counters and the packet in cycle 7
      a_stored: assert (q == q_stored + (class_7 == watched ? W'(cells_7) : '0) && q_stored <= q &&
          charge == charge_stored + W'(charged_7) &&
          f_headroom_used == headroom_used_stored + HW'(headroom_7) && charge_stored <= charge &&
          headroom_used_stored <= f_headroom_used && W'(headroom_used_stored) <= charge_stored);
      // P20: lemma: a packet is charged whole or not at all
      a_charged: assert (class_7 <= final_class && headroom_7 <= charged_7 &&
          (charged_7 == '0 || charged_7 == cells_7));
    end
  end
