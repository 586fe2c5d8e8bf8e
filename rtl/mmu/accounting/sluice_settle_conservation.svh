  // Conservation [spec 3] for any one queue that is its own headroom group (STATIC, SIH; TTL with phi = 0). In every
  // cycle w <= charge, and headroom in use <= limit and <= charge. The charge that is not headroom is the group's part
  // of S. The sum over all groups gives S + sum h >= sum w (not proven here).
  // sluice_settle.svh proves that a visit leaves a charge equal to the w that the visit read.
  // Cycles as in sluice_account: a packet counts in the cycle after its cycle 6 and is stored one cycle later. In its
  // cycle 2 a visit has the counters stored one cycle before; it returns cells in cycle 9.
  (* anyseq *) logic [NB-1:0] cells_6;
  // charged to the pool or the headroom, else private; visit: in cycle 0
  (* anyseq *) logic charged_6, headroom_6, visit;
  (* anyseq *) logic [W-1:0] fallen;                // cells dequeued
  (* anyconst *) logic [W-1:0] f_phi;
  (* anyconst *) logic [HW-1:0] eta;
  logic [1:0] f_age = '0;
  logic started;
  assign started = f_age == '1;
  logic [W-1:0] q, q_stored, q_1, charge, charge_stored, charge_1, w, w_1;
  logic [HW-1:0] f_headroom_used, headroom_used_stored, headroom_used_1;
  logic [NB-1:0] cells_7, charged_7, headroom_7;
  logic [9:1] visits;
  logic [4:0] since;    // cycles since the last visit
  logic pending;        // a visit has read counters and has not returned cells
  logic [W-1:0] surplus, q_read, charge_read;
  logic [HW-1:0] f_headroom_read, f_returns;

  function automatic logic [W-1:0] above(input logic [W-1:0] x);
    above = x > f_phi ? x - f_phi : '0;
  endfunction
  assign w = above(q);
  assign w_1 = above(q_1);
  assign f_returns = surplus < W'(f_headroom_read) ? HW'(surplus) : f_headroom_read;
  always_ff @(posedge clk) begin
    if (!started) f_age <= f_age + 1'b1;
    cells_7 <= cells_6;
    charged_7 <= cells_6 & {NB{charged_6}};
    headroom_7 <= cells_6 & {NB{headroom_6}};
    q <= q + W'(cells_6) - fallen;
    q_stored <= q_stored + W'(cells_7) - fallen;
    charge <= charge + (charged_6 ? W'(cells_6) : '0) - (visits[9] ? returned_9 : '0);
    charge_stored <= charge_stored + W'(charged_7) - (visits[9] ? returned_9 : '0);
    f_headroom_used <= f_headroom_used + (headroom_6 ? HW'(cells_6) : '0) - (visits[9] ? headroom_returned_9 : '0);
    headroom_used_stored <= headroom_used_stored + HW'(headroom_7) - (visits[9] ? headroom_returned_9 : '0);
    {q_1, charge_1, headroom_used_1} <= {q_stored, charge_stored, headroom_used_stored};
    visits <= {visits[8:1], visit};
    since <= visit ? '0 : since == '1 ? since : since + 1'b1;
    if (visits[9]) pending <= 1'b0;
    if (visits[2]) {pending, surplus, f_headroom_read, q_read, charge_read} <= {1'b1, charge_1 - w_1, headroom_used_1,
        q_1, charge_1};
    if (!started) begin
      {q, q_stored, q_1, charge, charge_stored, charge_1, f_headroom_used, headroom_used_stored, headroom_used_1,
          cells_7, charged_7, headroom_7, visits, pending} <= '0;
      since <= '1;
    end
  end
  always_comb begin
    // A1: no event at power-up
    assume (started || {cells_6, fallen, visit} == '0);
    // A2: phi is constant
    assume (rst == !started && phi == f_phi);
    // A3: a visit reads the counters of the cycle before
    if (visits[2]) assume ({accepted, not_dequeued, charged, not_returned, headroom_cells,
        not_headroom_returned} == {q_1, {W{1'b1}}, charge_1, {W{1'b1}}, headroom_used_1, {HW{1'b1}}});
    // A4: each visit settles its queue
    assume (!part_4 && !part_5 && last == visits[5]);
    // A5: CB and HB start at 0: only differences matter
    if (visits[8]) assume (returned_8 == '0 && headroom_returned_8 == '0);
    // A6: headroom is a kind of charge
    assume (charged_6 || !headroom_6);

    // A7: sluice_dequeue: only packets whose admission is out
    assume (fallen <= q_stored);

    // A8: sluice_scan: a round of 16 cycles
    assume (!visit || since >= 5'd15);

    // A9: formal_no_loss: headroom is used only where it fits
    assume (!headroom_6 || (HW + 1)'(f_headroom_used) + (HW + 1)'(cells_6) <= (HW + 1)'(eta));
    // A10: formal_no_loss: private cells only where they fit
    assume (charged_6 || cells_6 == '0 || (W + 1)'(q) + (W + 1)'(cells_6) <= (W + 1)'(f_phi));

    // A11: sluice_check: private cells, headroom and the shared pool fit the buffer, and the buffer fits a counter
    assume ((W + 1)'(q) + (W + 1)'(cells_6) < (W + 1)'(1) << W &&
        (W + 1)'(charge) + (W + 1)'(cells_6) < (W + 1)'(1) << W);
    if (started) begin
      // P1: w <= charge
      a_covered: assert (w <= charge);
      // P2: h <= limit and <= charge
      a_headroom: assert (f_headroom_used <= eta && W'(f_headroom_used) <= charge);
      // P3: freed cells are the rest of the surplus, and at most the charge of the pool
      a_freed: assert (!visits[9] || (freed == returned_9 - W'(headroom_returned_9) &&
          freed <= charge - W'(f_headroom_used)));
      c_surplus: cover (visits[9] && freed != '0 && headroom_returned_9 != '0);
      c_arrives: cover (pending && cells_6 != '0 && charged_6);
      c_private: cover (q == f_phi && f_phi != '0 && charge == '0);
      c_limit: cover (f_headroom_used == eta && eta > HW'(3));
      // P4: lemma: cycle of the visit
      a_pending: assert (pending == (since >= 5'd2 && since <= 5'd8) &&
          (since == '1 ? visits == '0 : visits == 9'd1 << since || since >= 5'd9 && visits == '0));
      // P5: lemma: surplus and headroom of the visit are still charged
      a_then: assert (!pending || ((W + 1)'(w) + (W + 1)'(surplus) <= (W + 1)'(charge) &&
          f_headroom_read <= f_headroom_used && surplus - W'(f_returns) <= charge - W'(f_headroom_used)));
      // P6: lemma: values in the pipeline of the visit
      a_way: assert ((!visits[3] || (queue == q_read && charge3 == charge_read && headroom_used3 == f_headroom_read)) &&
          (!visits[4] || ((above4[W] ? '0 : above4[W-1:0]) == above(q_read) && charge4 == charge_read &&
          headroom_used4 == f_headroom_read)) &&
          (!visits[5] || (~not_w5 == above(q_read) && charge5 == charge_read && headroom_used5 == f_headroom_read)) &&
          (!visits[6] || (~not_sum == above(q_read) && charge6 == charge_read && headroom_used6 == f_headroom_read)) &&
          (!visits[7] || (surplus7 == surplus && ~not_headroom_used7 == f_headroom_read)) &&
          (!visits[8] || (surplus8 == surplus && ~not_headroom_used8 == f_headroom_read &&
          rest8 == {1'b0, surplus} - (W + 1)'(f_headroom_read))) &&
          {last8, last7, last6} == visits[8:6]);
      // P7: lemma: the surplus
      a_read: assert (!pending || surplus == charge_read - above(q_read));

      // P8: lemma: no visit returned cells since this visit began, so the surplus has not decreased since its read
      a_over: assert (since > 5'd1 || (w_1 <= charge_1 && charge_1 - w_1 <= charge - w &&
          headroom_used_1 <= f_headroom_used && charge_1 - W'(headroom_used_1) <= charge - W'(f_headroom_used) &&
          W'(headroom_used_1) <= charge_1));
      // P9: lemma: a packet that is not charged leaves q at most phi
      a_private: assert (charged_7 != '0 || cells_7 == '0 || q <= f_phi);
      // P10: lemma: cells that the visit returns
      a_gives: assert (!visits[9] || (returned_9 == surplus && headroom_returned_9 == f_returns && writes));
      // P11: lemma: the counters are the stored counters and the packet in cycle 7
      a_stored: assert (q == q_stored + W'(cells_7) && charge == charge_stored + W'(charged_7) &&
          f_headroom_used == headroom_used_stored + HW'(headroom_7));
      // P12: lemma: w and headroom are covered by the stored charge
      a_stored_covered: assert (above(q_stored) <= charge_stored && W'(headroom_used_stored) <= charge_stored &&
          headroom_used_stored <= f_headroom_used && charge_stored <= charge && q_stored <= q);
      // P13: lemma: a packet is charged whole or not at all
      a_charged: assert (charged_7 <= cells_7 && headroom_7 <= charged_7 && (charged_7 == '0 || charged_7 == cells_7));
    end
  end
