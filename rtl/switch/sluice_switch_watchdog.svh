  // Any one queue: its storm begins only after polls for DETECTION in a row at which the rule holds, ends only after
  // polls for RESTORATION in a row without a pause frame or when its class is off, and without a storm, or with ALERT,
  // the watchdog changes nothing.
  (* anyconst *) logic [QW-1:0] f_queue;
  logic f_started = 1'b0, f_known, f_storm, f_fresh2, f_fresh3, f_judges3, f_holds3;
  logic [AB-1:0] f_age, f_poll, f_next_age;  // microseconds of the polls in a row that hold; of this poll
  logic [1:0] f_action;
  logic [RB-1:0] f_at1, f_at2, f_at3;
  logic [Queues-1:0] f_ring;
  always_comb for (int q = 0; q < Queues; q++) f_ring[q] = at == RB'(q);
  assign f_action = actions[2*(32'(f_queue)%NC)+:2];
  assign {f_at1, f_at2, f_at3} = {at - RB'(1), at - RB'(2), at - RB'(3)};
  assign f_next_age = f_fresh3 ? '0 : !f_judges3 ? f_age : f_holds3 ? f_age + f_poll : '0;
  sluice_switch_watchdog_cfg_t f_cfg;
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_cfg <= cfg;
    f_storm <= storm[f_queue] && !rst;
    {f_fresh2, f_fresh3} <= {fresh_1, f_fresh2};
    {f_judges3, f_holds3, f_poll} <= {judges_2, holds_2, AB'(cfg.poll)};
    if (rst) f_known <= 1'b0;
    else if (visit_3 && queue_3 == f_queue) begin
      if (f_fresh3) f_known <= 1'b1;
      f_age <= off_3 || turns_3 ? '0 : f_next_age;
    end
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (f_started || rst);
    // A2: the queue exists; registers are constant but for a reset
    assume (32'(f_queue) < Queues && (rst || !f_started || cfg == f_cfg));
    if (f_started) begin
      // P1: the gate is ignored, and frames are dropped, only in a storm, by the action of the class
      a_action: assert (drop[f_queue] == (storm[f_queue] && f_action == sluice_switch_pkg::WATCHDOG_DROP) &&
          ignore_gate[f_queue] == (storm[f_queue] &&
              (f_action == sluice_switch_pkg::WATCHDOG_DROP || f_action == sluice_switch_pkg::WATCHDOG_FORWARD)));
      // P2: a storm begins after polls for DETECTION in a row, and ends after polls for RESTORATION in a row, or with
      // its class
      if (!rst && visit_3 && queue_3 == f_queue && f_known) begin
        a_begins: assert (storm_3 || !turns_3 || (f_judges3 && f_holds3 && f_next_age >= AB'(cfg.detection)));
        a_ends: assert (!storm_3 || !turns_3 || (f_judges3 && f_holds3 && f_next_age >= AB'(cfg.restoration)));
      end
      // P3: the state changes only with its pulse
      a_pulse: assert (rst || f_storm == storm[f_queue] || (storm[f_queue] ? detected : restored));
      // P6: lemma: the ring of the round and its end follow the counter
      a_starts: assert (starts == (at == '1));
      a_ring: assert (is_at == f_ring);
      // P4: lemma: visits move down the pipeline
      a_place: assert ((!visit_1 || queue_1 == f_at1[QW-1:0] && 32'(f_at1) < Queues) &&
          (!visit_2 || queue_2 == f_at2[QW-1:0] && 32'(f_at2) < Queues) &&
          (!visit_3 || queue_3 == f_at3[QW-1:0] && 32'(f_at3) < Queues));
      // P5: lemma: the stored age, and its copies in the pipeline
      a_age: assert (!f_known || words[f_queue][SB+:AB] == f_age);
      a_age_1: assert (!f_known || !visit_1 || queue_1 != f_queue || age_1 == f_age);
      a_age_2: assert (rst || !f_known || !visit_2 || queue_2 != f_queue || f_fresh2 ||
          age_2 == (judges_2 ? f_age + AB'(cfg.poll) : f_age));
      a_age_3: assert (rst || !f_known || !visit_3 || queue_3 != f_queue || f_fresh3 ||
          (turns_3 || ends_3 ? '0 : age_3) == (off_3 || turns_3 ? '0 : f_next_age));
      a_storm: assert (rst || !(
          (visit_1 && queue_1 == f_queue && storm_1 != storm[f_queue]) ||
          (visit_2 && queue_2 == f_queue && storm_2 != storm[f_queue]) ||
          (visit_3 && queue_3 == f_queue && storm_3 != storm[f_queue])));
      c_storm: cover (storm[f_queue] && ignore_gate[f_queue] && !drop[f_queue] && f_known && cfg.detection > 26'd1);
      c_restored: cover (restored && f_storm && !storm[f_queue] && f_action == sluice_switch_pkg::WATCHDOG_ALERT);
    end
  end
