  // Any class f_c; constant configuration. The scheduler selects a class that may start, and the frame begins four
  // cycles later.
  (* anyconst *) logic [CW-1:0] f_c;
  (* anyconst *) logic [NC-1:0] f_uses;
  (* anyconst *) logic [NC*W-1:0] f_limit_of;
  (* anyconst *) logic [NB-1:0] f_largest;
  logic f_started = 1'b0;
  logic [1:0] f_starts;       // a frame of f_c began one and two cycles before
  logic [3:0] f_might, f_began;  // f_c might start, a frame began: in the four cycles before
  logic [NB-1:0] f_cells[2];  // of a frame of f_c that began one and two cycles before; the counters do not include it
  logic [W-1:0] f_counted, f_used, f_limit, f_after;
  assign f_counted = f_consumed[f_c*W+:W] - f_freed[f_c*W+:W];
  assign f_used = f_counted + W'(f_cells[0]) + W'(f_cells[1]);
  assign f_after = f_consumed[f_c*W+:W] - rx_word[W-1:0];
  assign f_limit = limit[f_c*W+:W];
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_might <= rst ? '0 : {f_might[2:0], may_start[f_c]};
    f_began <= rst ? '0 : {f_began[2:0], begin_valid};
    f_cells[0] <= rst || !begin_valid || begin_class != f_c || !uses[f_c] ? '0 : begin_cells;
    f_cells[1] <= rst ? '0 : f_cells[0];
    f_starts <= rst ? '0 : {f_starts[0], begin_valid && begin_class == f_c && uses[f_c]};
  end
  always_comb begin
    // A1: reset at power-up only; the class exists
    assume (rst == !f_started && f_c < NC && begin_class < NC);
    // A2: constant configuration
    assume (uses == f_uses && limit == f_limit_of && largest == f_largest);
    // A3: frames begin at least five cycles apart; the class might start four cycles before; the frame is not larger
    // than a largest one
    assume (!begin_valid || (f_began == '0 && begin_cells <= largest && (begin_class != f_c || f_might[3])));
    // A4: the receiver's counter does not fall
    assume (!rx_valid || !rx_word[W+3] || rx_word[W+:CW] != f_c || f_after <= f_counted);
    if (f_started) begin
      // P1: a frame begins only with credits: two cycles later the sender counts it
      if (f_starts[1]) a_credits: assert (snd_ready);
      if (begin_valid && begin_class == f_c && uses[f_c])
        a_suffice: assert ({1'b0, f_used} + (W + 1)'(begin_cells) <= {1'b0, f_limit});
      // P2: a class without credits may always start, from the second cycle on
      if (f_might[0] && !uses[f_c]) a_free: assert (may_start[f_c]);
      // P3: lemmas: the credits suffice for one, for two largest frames
      if (uses[f_c] && fits_one[f_c]) a_one: assert ({1'b0, f_used} + (W + 1)'(largest) <= {1'b0, f_limit});
      if (uses[f_c] && fits_two[f_c]) a_two: assert ({1'b0, f_used} + (W + 1)'({largest, 1'b0}) <= {1'b0, f_limit});
      c_last: cover (begin_valid && begin_class == f_c && uses[f_c] && largest > 1 &&
          {1'b0, f_used} + (W + 1)'(largest) == {1'b0, f_limit});
      c_again: cover (begin_valid && begin_class == f_c && uses[f_c] && f_used != '0 && fits_two[f_c] && largest > 1);
    end
  end
