  // The decision about a frame that begins in cycle t, from the totals and the row of its class in that cycle
  logic f_known = 1'b0, f_loaded = 1'b0;
  logic [3:0] f_begun = '0;
  logic [W-1:0] f_q, f_q1, f_q2, f_q3, f_q4;
  logic [W-1:0] f_kmin, f_kmin1, f_kmin2, f_kmin3, f_kmin4, f_kmax, f_kmax1, f_kmax2, f_kmax3, f_kmax4;
  logic [15:0] f_slope1, f_slope2, f_slope3, f_slope4;
  logic f_enable1, f_enable2, f_enable3, f_enable4;
  logic [W+16:0] f_sum4;  // of the products of q - Kmin and the bytes of the slope, as the RTL has computed them
  // The decision about the last frame of any one port: known in t + 4, valid from t + 6 on
  (* anyconst *) logic [PW-1:0] f_port;
  logic [3:0] f_mine = '0;
  logic [1:0] f_ran = '0;  // the pipeline of pushes has no word from before power-up
  logic f_chosen5, f_chosen6, f_decision5, f_decision6, f_push1, f_push2, f_other1, f_other2;
  always_ff @(posedge clk) begin
    f_ran <= {f_ran[0], 1'b1};
    f_mine <= rst ? '0 : {f_mine[2:0], begin_valid && begin_port == f_port};
    f_chosen5 <= !rst && (f_chosen5 || f_mine[3]);
    if (f_mine[3]) f_decision5 <= marks;
    {f_chosen6, f_decision6} <= {f_chosen5 && !rst, f_decision5};
    {f_push1, f_push2} <= {push_first && push_port == f_port, f_push1};
    {f_other1, f_other2} <= {push_first && push_port != f_port, f_other1};
  end
  assign f_q = joined - left - W'(begin_cells);
  always_ff @(posedge clk) begin
    f_known <= f_known || rst;
    f_loaded <= f_loaded || load[3];
    f_sum4 <= {9'b0, low_3} + {1'b0, high_3, 8'b0};
    f_begun <= rst ? '0 : {f_begun[2:0], begin_valid};
    {f_q1, f_kmin1, f_kmax1, f_slope1, f_enable1} <= {f_q, kmin, kmax, slope, enable};
    {f_q2, f_kmin2, f_kmax2, f_slope2, f_enable2} <= {f_q1, f_kmin1, f_kmax1, f_slope1, f_enable1};
    {f_q3, f_kmin3, f_kmax3, f_slope3, f_enable3} <= {f_q2, f_kmin2, f_kmax2, f_slope2, f_enable2};
    {f_q4, f_kmin4, f_kmax4, f_slope4, f_enable4} <= {f_q3, f_kmin3, f_kmax3, f_slope3, f_enable3};
  end
  always_comb begin
    // A1: the queue holds the frame, and at most CELLS cells
    assume (!begin_valid || ((joined - left) <= W'(2 ** AW) && (joined - left) >= W'(begin_cells)));
    // A2: the row passed the check: Kmin <= Kmax <= CELLS (COMMIT)
    assume (kmin <= kmax && kmax <= W'(2 ** AW));
    // A3: so did its slope: q - Kmin and the slope, multiplied, are at most 2^24 (COMMIT)
    assume (!f_begun[3] || f_q4 > f_kmax4 || f_q4 <= f_kmin4 || f_sum4 <= (W + 17)'(1 << 24));
    // A4: the ports exist
    assume (32'(f_port) < NP && 32'(begin_port) < NP && 32'(push_port) < NP);
    if (f_known && f_begun[3]) begin
      // P1: without ENABLE, and up to Kmin, nothing is marked
      if (!f_enable4 || f_q4 <= f_kmin4) a_never: assert (!marks);
      // P2: above Kmax every frame is marked
      if (f_enable4 && f_q4 > f_kmax4) a_always: assert (marks);
      // P3: between them a frame is marked if the random number is below the sum of the products
      if (f_enable4 && f_q4 > f_kmin4 && f_q4 <= f_kmax4) a_between: assert (marks == (32'(random) < 32'(f_sum4 >> 8)));
    end
    // P5: the factors are q - Kmin and the slope
    if (f_known && f_begun[1]) a_factors: assert (excess_2 == f_q2 - f_kmin2 && slope_2 == f_slope2);
    // P4: the random numbers never stop: none is 0
    if (f_loaded) a_random: assert (random != '0);
    // P6: the first cell of a frame has the mark of the last decision for its port, whatever other ports decide since,
    // and nothing else has one
    if (f_ran[1] && f_known && f_chosen6 && f_push2) a_port: assert (mark == f_decision6);
    if (f_ran[1] && !f_push2 && !f_other2) a_silent: assert (!mark);
    // P7: lemmas
    if (f_known) begin
      a_mine: assert (f_mine[3] == (valid[3] && port_4 == f_port) && f_mine[2] == (valid[2] && port_3 == f_port) &&
          f_mine[1] == (valid[1] && port_2 == f_port) && f_mine[0] == (valid[0] && port_1 == f_port));
      a_decision: assert ((!f_chosen6 || marks_of[f_port] == f_decision6) &&
          (!valid[4] || port_5 != f_port || !f_chosen5 || marks_5 == f_decision5) &&
          (!f_ran[0] || {f_push1, f_other1} == {first_1 && push_port_1 == f_port, first_1 && push_port_1 != f_port}));
    end
    c_port: cover (f_known && f_chosen6 && f_push2 && mark && valid[4] && port_5 != f_port && !marks_5);
    c_between: cover (f_known && f_begun[3] && f_q4 > f_kmin4 && f_q4 < f_kmax4 && marks && f_loaded);
    c_spared: cover (f_known && f_begun[3] && f_q4 > f_kmin4 && f_q4 < f_kmax4 && !marks && f_enable4 && f_sum4 != '0);
    c_at_kmax: cover (f_known && f_begun[3] && f_q4 == f_kmax4 && f_q4 > f_kmin4 && f_enable4);
    c_above: cover (f_known && f_begun[3] && f_q4 == f_kmax4 + 1'b1 && f_enable4);
  end
