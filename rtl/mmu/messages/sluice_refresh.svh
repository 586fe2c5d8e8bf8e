  // An active state of a queue or of a port is sent again, by the interval or by a commit, within REFRESH quanta and
  // 40: 5 cycles of 8 quanta.
  (* anyconst *) logic [NP*NC-1:0] f_queue;  // any one queue, or
  (* anyconst *) logic [NP-1:0] f_port;      // any one port
  (* anyconst *) logic [15:0] f_refresh;
  logic f_started = 1'b0, f_settled = 1'b0, f_active;
  logic [17:0] f_since, f_passed;  // quanta since the state was sent last; quanta of the interval
  assign f_active = (queue_level_active & f_queue) != '0 || (port_off & f_port) != '0;
  assign f_passed = {1'b0, ~left};
  always_ff @(posedge clk) begin
    {f_settled, f_started} <= {f_started, 1'b1};
    f_since <= rst || !f_active || due || again ? '0 : f_since + 18'(ticks);
  end
  always_comb begin
    // A1: reset lasts two cycles or more
    assume (f_settled || rst);
    // A2: one queue or one port is watched
    assume ((f_queue & (f_queue - 1'b1)) == '0 && (f_port & (f_port - 1'b1)) == '0 && (f_queue == '0 || f_port == '0));
    // A3: sluice_quanta: at most 8 quanta per cycle; sluice_check: the register's range
    assume (ticks <= 4'd8 && refresh == f_refresh && refresh[15] == 1'b0);
    if (f_settled && !rst) begin
      // P1: an active state is sent again within REFRESH quanta and 40
      a_refreshed: assert (f_since <= {2'b0, refresh} + 18'd40);
      // P2: lemma: quanta of the interval
      a_interval: assert (f_passed <= {2'b0, refresh} + (reached ? 18'd16 : 18'd8) && f_since <= f_passed + 18'd16 &&
          (level_active || f_since <= 18'd8));
      c_queue: cover (due && f_active && f_queue != '0 && refresh == 16'd20);
      c_port: cover (due && f_active && f_port != '0 && queue_level_active == '0);
      c_again: cover (again && f_since != '0 && left != '1);
    end
  end
  generate
    if (NP > 8) begin : g_counted
      // With many ports the active queues are counted by their changes.
      localparam int B = $clog2(NP * NC + 1);
      logic [NP*NC-1:0] f_before;
      logic [B-1:0] f_rises, f_falls, f_count;
      always_ff @(posedge clk) f_before <= queue_level_active;
      always_comb begin
        {f_rises, f_falls, f_count} = '0;
        for (int i = 0; i < NP * NC; i++) begin
          f_rises += B'(queue_level_active[i] && !f_before[i]);
          f_falls += B'(f_before[i] && !queue_level_active[i]);
          f_count += B'(f_before[i]);
        end
        // A4: sluice_pause_state: reset clears the levels; each rise and fall of a level has a pulse, at most two in a
        // cycle
        assume (!rst || queue_level_active == '0);
        if (f_started) assume (f_rises == B'(rises[0]) + B'(rises[1]) && f_falls == B'(falls[0]) + B'(falls[1]));
        // P3: lemma: the count of active queues
        if (f_settled) a_count: assert (g_count.f_active_queues == f_count);
      end
    end
  endgenerate
