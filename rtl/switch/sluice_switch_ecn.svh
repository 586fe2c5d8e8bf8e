  // The decision about a frame that begins in cycle t, from the totals and the row of its class in that cycle
  logic f_known = 1'b0, f_loaded = 1'b0;
  logic [3:0] f_begun = '0;
  logic [W-1:0] f_q, f_kmin, f_kmax, f_q1, f_kmin1, f_kmax1, f_q2, f_kmin2, f_kmax2, f_q3, f_kmin3, f_kmax3, f_q4, f_kmin4, f_kmax4;
  logic [15:0] f_slope1, f_slope2, f_slope3, f_slope4;
  logic f_enable1, f_enable2, f_enable3, f_enable4;
  logic [W-1:0] f_excess3, f_excess4;  // q - Kmin
  logic [W+7:0] f_low3, f_high3, f_low4, f_high4;
  logic [W+16:0] f_probability;        // in 2^-24, by the bytes of the slope
  assign f_q = joined - left - W'(begin_cells);
  assign {f_low3, f_high3} = {f_excess3 * {{W{1'b0}}, f_slope3[7:0]}, f_excess3 * {{W{1'b0}}, f_slope3[15:8]}};
  assign f_probability = {9'b0, f_low4} + {1'b0, f_high4, 8'b0};
  always_ff @(posedge clk) begin
    f_known <= f_known || rst;
    f_loaded <= f_loaded || load[3];
    {f_excess3, f_excess4, f_low4, f_high4} <= {f_q2 - f_kmin2, f_excess3, f_low3, f_high3};
    f_begun <= rst ? '0 : {f_begun[2:0], begin_valid};
    {f_q1, f_kmin1, f_kmax1, f_slope1, f_enable1} <= {f_q, kmin, kmax, slope, enable};
    {f_q2, f_kmin2, f_kmax2, f_slope2, f_enable2} <= {f_q1, f_kmin1, f_kmax1, f_slope1, f_enable1};
    {f_q3, f_kmin3, f_kmax3, f_slope3, f_enable3} <= {f_q2, f_kmin2, f_kmax2, f_slope2, f_enable2};
    {f_q4, f_kmin4, f_kmax4, f_slope4, f_enable4} <= {f_q3, f_kmin3, f_kmax3, f_slope3, f_enable3};
  end
  always_comb begin
    // A1: the queue holds the frame, and at most CELLS cells
    assume (!begin_valid || ((joined - left) <= W'(2 ** AW) && (joined - left) >= W'(begin_cells)));
    // A2: the row passed the check (sluice_switch_ecn_check): Kmin <= Kmax <= CELLS; the probability at Kmax is at most 1
    assume (kmin <= kmax && kmax <= W'(2 ** AW));
    assume ({{16{1'b0}}, kmax - kmin} * {{W{1'b0}}, slope} <= (W + 16)'(1 << 24));
    if (f_known && f_begun[3]) begin
      // P1: without ENABLE, and up to Kmin, nothing is marked
      if (!f_enable4 || f_q4 <= f_kmin4) a_never: assert (!marks);
      // P2: above Kmax every frame is marked
      if (f_enable4 && f_q4 > f_kmax4) a_always: assert (marks);
      // P3: between them a frame is marked if the random number is below (q - Kmin) * slope
      if (f_enable4 && f_q4 > f_kmin4 && f_q4 <= f_kmax4) a_between: assert (marks == (32'(random) < 32'(f_probability >> 8)));
    end
    // Lemmas of P3
    a_excess: assert (!f_known || !f_begun[1] || (excess_2 == f_q2 - f_kmin2 && slope_2 == f_slope2));
    a_product: assert (!f_known || !f_begun[2] || {low_3, high_3} == {f_low3, f_high3});
    // P4: the random numbers never stop: none is 0
    if (f_loaded) a_random: assert (random != '0);
    c_between: cover (f_known && f_begun[3] && f_q4 > f_kmin4 && f_q4 < f_kmax4 && marks && f_loaded);
    c_spared: cover (f_known && f_begun[3] && f_q4 > f_kmin4 && f_q4 < f_kmax4 && !marks && f_enable4 && f_probability != '0);
    c_at_kmax: cover (f_known && f_begun[3] && f_q4 == f_kmax4 && f_q4 > f_kmin4 && f_enable4);
    c_above: cover (f_known && f_begun[3] && f_q4 == f_kmax4 + 1'b1 && f_enable4);
  end
