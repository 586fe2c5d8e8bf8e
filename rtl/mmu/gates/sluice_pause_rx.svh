  // Any one timer: it runs from its message until n quanta and the current one are over, never less, and at most a
  // round of visits longer.
  // Messages without the enable bit of the timer do not change it.
  // PORT_LIMITS: the input now has the quanta of the timer's port that its messages and visits read.
  localparam int LaneBits = $clog2(Lanes);
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic watched_level;
  (* anyconst *) logic [LaneBits-1:0] watched_lane;
  logic [1:0] f_age = '0;
  logic started = 1'b0, f_rst1, f_hit, f_runs, f_paused, f_written, f_stored_top;
  logic [15:0] f_time1, f_time;
  logic [16:0] f_now1, f_start, f_step, f_passed_mod, f_stored, f_deadline;
  logic [17:0] f_passed;  // quanta since the message, until the cycle before
  logic [7:0] f_overdue;     // cycles since the last of these quanta
  assign f_step = now - f_now1;
  assign f_hit = load[watched_lane] && row == {watched_level, watched_port};
  assign f_paused = !watched_level ? class_paused[watched_port*NC+32'(watched_lane)] : watched_lane == '0 ?
      port_paused[watched_port] : all_paused[watched_port];
  always_ff @(posedge clk) begin
    started <= 1'b1;
    if (f_age != '1) f_age <= f_age + 1'b1;
    {f_now1, f_rst1} <= {now, rst};
    f_time1 <= watched_level ? rx_time[15:0] : rx_time[16*watched_lane+:16];
    f_written <= f_hit;
    if (f_paused) f_passed <= f_passed + {1'b0, f_step};
    if (f_paused) f_overdue <= f_passed <= {2'b0, f_time} ? '0 : f_overdue != '1 ? f_overdue + 1'b1 : f_overdue;
    if (f_hit) begin
      f_runs <= f_time1 != '0;
      {f_time, f_start} <= {f_time1, PORT_LIMITS ? now : f_now1};
      f_passed <= PORT_LIMITS ? '0 : {1'b0, f_step};
      f_overdue <= '0;
    end
    if (rst || clear) f_runs <= 1'b0;
  end
  assign f_stored = {f_stored_top, highs[{watched_level, watched_port}][High*watched_lane+:8],
      lows[{watched_level, watched_port}][Low*watched_lane+:Low]};
  generate
    if (High == 9) begin : g_stored_in_ram
      assign f_stored_top = highs[{watched_level, watched_port}][High*watched_lane+8];
    end else begin : g_stored_in_flops
      assign f_stored_top = !watched_level ? g_top_in_flops.tops[watched_port*NC+32'(watched_lane)] :
                            watched_lane == '0 ? g_top_in_flops.port_tops[watched_port] :
                            g_top_in_flops.all_tops[watched_port];
    end
  endgenerate
  assign f_passed_mod = f_now1 - f_start;
  assign f_deadline = ~(f_start + {1'b0, f_time});
  // Cycles since the visit of the timer's row began. The result of a visit is there in the fourth cycle.
  localparam int Round = 32'(LastPort) + 1;  // rows of classes
  logic [VB+1:0] f_place, f_watched_place, f_since_visit;
  logic [7:0] f_since_step;  // PORT_LIMITS: cycles since the quanta of the port could change
  assign f_place = (visit[VB] ? (VB + 2)'(Round) : '0) + (VB + 2)'(visit[VB-1:0]);
  assign f_watched_place = (watched_level ? (VB + 2)'(Round) : '0) + (VB + 2)'(watched_port);
  assign f_since_visit = f_place >= f_watched_place ? f_place - f_watched_place :
      f_place + (VB + 2)'(2 * Round) - f_watched_place;
  assign f_since_step = PORT_LIMITS ? 8'(VB'(visit[VB-1:0] - VB'(watched_port) - VB'(4))) : '0;
  always_comb begin
    // A1: power-up begins with a reset
    assume (started || rst);
    // A2: sluice_quanta: at most 8 quanta per cycle; sluice_port_quanta P1, P2: those of a round at once, which a
    // message sees from the third cycle of a visit on, and the next visit; a reset repeats a place
    assume (!started || f_step <= (!PORT_LIMITS ? 17'd8 : f_since_step == '0 && !f_rst1 ? 17'(8 * Round) : 17'd0));
    // A4: sluice_port_quanta P1, P2: both see the same quanta
    assume (!PORT_LIMITS || row[VB-1:0] != VB'(watched_port) || message_now == now);
    assume (!PORT_LIMITS || visit1[VB-1:0] != VB'(watched_port) || visit_now == now);
    // A3: the timer exists
    assume (watched_port < NP && watched_lane < (watched_level ? 2 : NC));
    if (started) begin
      // P1: a timer never ends early
      a_never_early: assert (!f_runs || f_paused || f_passed > {2'b0, f_time});
      // P2: a timer ends at most a round of visits late
      a_in_time: assert (!f_runs || !f_paused || f_overdue <= 2 * Round + 3);
      // P3: only a message starts a timer
      a_only_by_message: assert (f_runs || !f_paused);
      // P4: lemma: the stored deadline
      a_stored: assert (!f_runs || (PORT_LIMITS && f_written) || f_stored == f_deadline);
      a_storing: assert (!PORT_LIMITS || !f_runs || !f_written || (stores[watched_lane] &&
          stored_row == {watched_level, VB'(watched_port)} && written[17*watched_lane+:17] == f_deadline));
      // P5: lemma: quanta that have passed since the message
      a_passed: assert (!f_runs || !f_paused || (f_passed[16:0] == f_passed_mod &&
          f_passed <= {2'b0, f_time} + 18'd8 * ({10'b0, f_overdue} + 18'(PORT_LIMITS ? Round + 1 : 1) -
              {10'b0, f_since_step})));
      // P7: lemma: the timer was not over when its row was visited last
      a_visited: assert (!f_runs || !f_paused || f_age != '1 ||
          f_overdue <= 8'(f_since_visit) + (f_since_visit < 4 ? 8'(2 * Round) : '0));
      c_ends: cover (f_runs && !f_paused && f_time > 16'd20);
      c_replaced: cover (f_hit && f_paused && f_passed > 18'd4);
      c_resumed: cover (f_hit && f_paused && f_time1 == '0);
      c_pause: cover (f_runs && !f_paused && watched_level && watched_lane == LaneBits'(1) && f_time > 16'd2);
      // P6: lemma: visits name rows that exist
      a_visit: assert (PORT_LIMITS || f_age != '1 || (visit[PW-1:0] < NP && visit1[PW-1:0] < NP &&
          visit2[PW-1:0] < NP));
    end
  end
