  // Any channel f_c, and any longest time f_wait that a message waits for ready
  (* anyconst *) logic [CW-1:0] f_c;
  (* anyconst *) logic [1:0] f_wait;
  (* anyconst *) logic [TB-1:0] f_period;
  localparam int FB = TB + 4;
  localparam int FV = VC;
  logic f_started = 1'b0, f_was = 1'b0, f_timed;  // f_timed: a message of f_c is due by time
  logic [CW-1:0] f_channel;
  logic [FB-1:0] f_here;          // cycles since the channel is polled
  logic [FB-1:0] f_age, f_unseen; // cycles since a message of f_c was taken, since f_c was polled
  logic f_asked;                  // a message of f_c is due by amount
  logic [FB-1:0] f_asked_age;     // cycles since then
  logic [FB-1:0] f_turn, f_round, f_passed, f_elapsed;
  // cycles of the present period before this one
  assign f_elapsed = expires ? FB'(period) - 1'b1 : FB'(elapsed) - 2'd2;
  assign f_turn = FB'(f_wait) + 2'd2 + FB'(LOOK);
  assign f_round = FB'(FV) * f_turn;
  // Longest time since a round began, at the present channel
  logic [FB-1:0] f_ahead;  // channels from the present one to the watched one
  assign f_ahead = f_c >= channel ? FB'(f_c) - FB'(channel) : FB'(f_c) + FB'(FV) - FB'(channel);
  assign f_passed = (FB'(FV - 1) - f_ahead) * f_turn + f_here;
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_was <= valid && !ready && !rst;
    f_channel <= channel;
    f_here <= rst || leaves ? '0 : f_here + 1'b1;
    f_timed <= rst || expires || (f_timed && !(taken && at[f_c]));
    f_age <= rst || (taken && at[f_c]) ? '0 : f_age + 1'b1;
    f_asked <= !rst && (f_asked || due[f_c]) && !(taken && at[f_c]);
    f_asked_age <= f_asked && !rst ? f_asked_age + 1'b1 : '0;
    f_unseen <= rst || at[f_c] ? '0 : f_unseen + 1'b1;
  end
  logic [LOOK-1:0] f_looked;
  always_comb for (int n = 0; n < LOOK; n++) f_looked[n] = !took && f_here > FB'(n);
  always_comb begin
    // A1: reset at power-up only; the channel exists
    assume (rst == !f_started && f_c < FV);
    // A2: the period is constant and longer than a round in which every message waits
    assume (period == f_period && FB'(period) > f_round);
    // A3: a message waits at most f_wait cycles
    assume (!valid || ready || f_here < FB'(f_wait) + FB'(LOOK));
    if (f_started) begin
      // P1: a message of each channel is taken at least every period and round
      a_often: assert (f_age < FB'(period) + f_round);
      // P2: a message stays until it is taken
      if (f_was) a_stays: assert (valid && channel == f_channel);
      // P3: each channel is polled again within a round
      a_polled: assert (f_unseen < f_round);
      // P4: a message that is due by amount is taken within a round
      a_asked: assert (!f_asked || f_asked_age < f_round);
      // P5: lemmas: the channel exists; a channel that is due has waited since the period ended; another one was served
      // since
      a_exists: assert (channel < FV && at == VC'(1) << channel &&
          (expires || (elapsed >= TB'(2) && elapsed <= period)));
      a_here: assert (f_here < f_turn && (f_here == '0 || took || (waiting & at) != '0) &&
          (took || f_here <= FB'(f_wait) + FB'(LOOK)));
      a_looked: assert (looked == f_looked);
      a_was: assert ((!f_was || f_here > FB'(LOOK)) && (!took || f_here > FB'(LOOK)));
      a_timed: assert (!f_timed || waiting[f_c]);
      // One that is taken when a period ends is due again, and waits for a whole round
      a_due: assert (!f_timed || (f_elapsed <= f_passed && f_age <= FB'(period) + f_elapsed) ||
          (f_age == f_elapsed && f_elapsed <= f_passed + 1'b1));
      a_again: assert (!f_timed || !took || !at[f_c] || (f_elapsed == '0 && f_age == '0));
      a_served: assert (f_timed || f_age <= f_elapsed);
      a_asked_waits: assert (!f_asked || (waiting[f_c] && f_asked_age <= (channel == f_c ? f_passed : f_unseen)));
      a_unseen: assert (channel == f_c ? f_unseen <= f_round : f_unseen <= f_passed);
      c_late: cover (f_age > FB'(period) && taken && at[f_c] && f_wait == 2'd1);
      c_amount: cover (taken && at[f_c] && !f_timed);
      c_asked: cover (f_asked && f_asked_age > f_turn && taken && at[f_c] && !f_timed);
      c_again: cover (f_age + 2'd2 == FB'(period) && expires);
    end
  end
