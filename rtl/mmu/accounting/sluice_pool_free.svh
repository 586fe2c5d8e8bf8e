  // left0 is Bs - S by the rules. left1 .. left4: the same, if the oldest one to four packets under way are charged to
  // the pool
  localparam int GW = FW + 2;
  logic started = 1'b0, fits5, fits6;
  logic [NB-1:0] under1, under2, under3, under4, under5;
  logic signed [GW-1:0] left0, left1, left2, left3, left4, before, bound, free_next, free_exact, gain_now;
  logic [W-1:0] freed, gain, pool_free_next, used_next;
  logic [W:0] given;
  logic [NB-1:0] back;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    {fits5, fits6} <= {fits, fits5};
    {under1, under2, under3, under4, under5} <= {cells, under1, under2, under3, under4};
    {left0, left1, left2, left3} <= {left1 + gain_now, left2 + gain_now, left3 + gain_now, left4 + gain_now};
    left4 <= left4 + gain_now - GW'(cells);
    free_exact <= free_next;
    before <= left0;
    if (load) {left0, left1, left2, left3, left4, bound, free_exact} <= {{6{GW'(freed)}}, GW'(0)};
    if (rst)
      {fits5, fits6, under1, under2, under3, under4, under5, left0, left1, left2, left3, left4, before, bound,
          free_exact} <= '0;
  end
  assign {freed, back, given, gain} = {~not_freed, ~not_back, ~not_given, -loss};
  assign gain_now = GW'(freed) + GW'(back);
  assign free_next = left4 - GW'(given);
  assign pool_free_next = pool_free + gain;
  assign used_next = used - gain;
  always_comb begin
    // A1: power-up begins with a reset
    assume (started || rst);
    if (started && !rst) begin
      // A2: the cells of a packet are returned or charged, whole; they are charged only if they fitted
      assume (charged == '0 ? back == under4 : back == '0 && charged == under4 && fits6);
      // A3: S does not become negative
      assume (load || left0 + GW'(freed) <= bound);
      // A4: a new size arrives only while no cell is held or under way
      assume (!load || (left4 == bound && {given, taken, cells, gain} == '0));
    end
  end
  // S stays within the pool and is the output used. Admission uses the pool less all cells held, under way, or being
  // returned.
  always_comb
    if (started) begin
      c_full: cover (left0 == '0 && bound > GW'(3));
      c_no_fit: cover (!fits && left0 > '0 && cells != '0);
      c_many: cover (under1 != '0 && under2 != '0 && under3 != '0 && under4 != '0 && fits6);
      c_freed: cover (freed != '0 && !load && charged != '0);
      // P1: 0 <= S <= Bs
      a_bound: assert (!left0[GW-1] && left0 <= bound && bound[GW-1:W] == '0);
      // P2: pool_free is Bs - S
      a_pool_free: assert (pool_free == (loaded ? '0 : before[W-1:0]));
      // P3: used is S
      a_used: assert (used == W'(bound - before) || loaded);
      // P4: free is pool_free less all cells under way
      a_free: assert (free == free_exact[FW-1:0] && free_exact == {{2{free[FW-1]}}, free});
      // P5: lemma: the next pool_free
      a_pool_free_next: assert (pool_free_next == left0[W-1:0] && (!loaded || left0 == bound));
      // P6: lemma: the next used
      a_used_next: assert (loaded || used_next == W'(bound - left0));
      // P7: lemma: the next free
      a_free_next: assert (FW'(free - taken) == free_next[FW-1:0]);
      // P8: lemma: the pool without the oldest packets under way
      a_left: assert (left1 == left0 - GW'(under4) && left2 == left1 - GW'(under3) && left3 == left2 - GW'(under2) &&
          left4 == left3 - GW'(under1));
      // P9: lemma: cells returned
      a_given: assert (GW'(given) <= left0 + GW'(under5));
      // P10: lemma: admitted packets fit
      a_fits: assert ((!fits || !left3[GW-1]) && (!fits5 || !left2[GW-1]) && (!fits6 || !left1[GW-1]));
    end
