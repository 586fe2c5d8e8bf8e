  // An active state is sent again, by the interval or by a commit, within REFRESH quanta and 40: 5 cycles of 8 quanta.
  (* anyconst *) logic [NP*NC-1:0] f_queue;  // any one queue
  (* anyconst *) logic [15:0] f_refresh;
  logic f_started = 1'b0, f_settled = 1'b0, f_active;
  logic [17:0] f_since, f_passed;  // quanta since the state was sent last; quanta of the interval
  assign f_active = (queue_level_active & f_queue) != '0;
  assign f_passed = {1'b0, ~left};
  always_ff @(posedge clk) begin
    {f_settled, f_started} <= {f_started, 1'b1};
    f_since <= rst || !f_active || due || again ? '0 : f_since + 18'(ticks);
  end
  always_comb begin
    // A1: reset lasts two cycles or more
    assume (f_settled || rst);
    // A2: one queue is watched
    assume ((f_queue & (f_queue - 1'b1)) == '0);
    // A3: sluice_quanta: at most 8 quanta per cycle; sluice_check: the register's range
    assume (ticks <= 4'd8 && refresh == f_refresh && refresh[15] == 1'b0);
    if (f_settled && !rst) begin
      // P1: an active state is sent again within REFRESH quanta and 40
      a_refreshed: assert (f_since <= {2'b0, refresh} + 18'd40);
      // P2: lemma: quanta of the interval
      a_interval: assert (f_passed <= {2'b0, refresh} + (reached ? 18'd16 : 18'd8) && f_since <= f_passed + 18'd16 && (level_active || f_since <= 18'd8));
    end
  end
