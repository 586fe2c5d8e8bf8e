  // The decision about a frame that begins in cycle t, from the totals and the row of its class in that cycle
  logic f_known = 1'b0, f_loaded = 1'b0;
  logic [3:0] f_begun = '0;
  logic [W-1:0] f_q, f_q1, f_q2, f_q3, f_q4;
  logic [W-1:0] f_kmin, f_kmin1, f_kmin2, f_kmin3, f_kmin4, f_kmax, f_kmax1, f_kmax2, f_kmax3, f_kmax4;
  logic [15:0] f_slope1, f_slope2, f_slope3, f_slope4;
  logic f_enable1, f_enable2, f_enable3, f_enable4;
  logic [W+16:0] f_sum4;  // of the products of q - Kmin and the bytes of the slope, as the RTL has computed them
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
    c_between: cover (f_known && f_begun[3] && f_q4 > f_kmin4 && f_q4 < f_kmax4 && marks && f_loaded);
    c_spared: cover (f_known && f_begun[3] && f_q4 > f_kmin4 && f_q4 < f_kmax4 && !marks && f_enable4 && f_sum4 != '0);
    c_at_kmax: cover (f_known && f_begun[3] && f_q4 == f_kmax4 && f_q4 > f_kmin4 && f_enable4);
    c_above: cover (f_known && f_begun[3] && f_q4 == f_kmax4 + 1'b1 && f_enable4);
  end
