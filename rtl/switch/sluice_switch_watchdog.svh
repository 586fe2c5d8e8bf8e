  // The rules of docs/hardware/switch-functions.md for any one queue, while registers change at any time. The model
  // decides in the second cycle of a visit, as the RTL, and the RTL has its state two cycles later, in every cycle: a
  // storm begins, and ends, at the first poll at which it may.
  (* anyconst *) logic [QW-1:0] f_queue;
  logic f_started = 1'b0;
  logic [1:0] f_action;
  logic [PW-1:0] f_port;
  logic [CW-1:0] f_class;
  assign f_port = PW'(32'(f_queue) / NC);
  assign f_class = CW'(32'(f_queue) % NC);
  assign f_action = f_own.action[2*(32'(f_queue)%NC)+:2];
  sluice_switch_watchdog_port_t f_own;  // the registers of its port
  assign f_own = ports[69*(PORT_LIMITS ? 32'(f_port) : 0)+:69];

  // Time: cycles of this microsecond, microseconds since the last poll, and the rounds. A poll is the first round that
  // begins after its time.
  logic f_ended, f_due, f_polls, f_fresh, f_starts, f_micro_over, f_poll_over;
  logic [10:0] f_cycles;
  logic [20:0] f_micros;
  logic [RB-1:0] f_at;
  assign f_micro_over = f_cycles + 11'd1 >= 11'(cfg.clock);
  assign f_poll_over = f_micros + 21'd1 >= 21'(cfg.poll);
  assign f_starts = f_at == '1;
  always_ff @(posedge clk)
    if (rst) begin
      {f_cycles, f_micros, f_ended, f_due, f_polls, f_at} <= '0;
      f_fresh <= 1'b1;
    end else begin
      f_ended <= f_micro_over;
      f_cycles <= f_micro_over ? '0 : f_cycles + 11'd1;
      if (f_ended) f_micros <= f_poll_over ? '0 : f_micros + 21'd1;
      f_due <= (f_ended && f_poll_over && cfg.poll != '0) || (f_due && !f_starts);
      f_at <= f_at + RB'(1);
      if (f_starts) {f_polls, f_fresh} <= {f_due, 1'b0};
    end

  // Events since the last poll: one in the cycle of the visit counts for the next poll, an open gate for both
  logic f_visit, f_gate, f_opened, f_paused, f_began;
  assign f_visit = f_at == RB'(f_queue);
  always_ff @(posedge clk) begin
    f_gate <= gate[f_queue];
    if (rst) {f_opened, f_paused, f_began} <= 3'b100;
    else begin
      f_opened <= !f_gate || (f_opened && !(f_visit && f_polls));
      f_paused <= (rx_valid && rx_port == f_port && rx_pauses[f_class]) || (f_paused && !(f_visit && f_polls));
      f_began <= (begin_valid && begin_port == f_port && begin_class == f_class) || (f_began && !(f_visit && f_polls));
    end
  end

  // First cycle of the visit. f_off: the class is switched off
  logic f_off, f_visit1, f_judges1, f_fresh1, f_closed1, f_never1, f_paused1, f_stuck1;
  assign f_off = f_action == sluice_switch_pkg::WATCHDOG_OFF;
  always_ff @(posedge clk) begin
    f_visit1 <= f_visit && !rst;
    {f_judges1, f_fresh1, f_closed1, f_never1} <= {f_polls, f_fresh, f_gate, f_gate && !f_opened};
    {f_paused1, f_stuck1} <= {f_paused, is_filled[f_queue] && !f_began};
  end

  // Second cycle. More than 99 % of n samples are closed if those that are open are at most (n - 1) / 100, rounded
  // down; the samples before this one are 100 * f_hundreds + f_rest. The first round takes no sample of an open gate.
  // f_age: microseconds of the intervals in a row that hold.
  logic f_model, f_bad, f_holds, f_turns;
  logic [AB:0] f_age, f_sum;
  logic [SB:0] f_opens, f_opens_now;
  logic [SB-1:0] f_hundreds, f_next_hundreds;
  logic [6:0] f_rest, f_next_rest;
  assign f_opens_now = f_opens + (f_closed1 || f_opens == (SB + 1)'(2 ** SB - 1) ? '0 : (SB + 1)'(1));
  assign f_bad = f_own.rule ? f_stuck1 && f_opens_now <= (SB + 1)'(f_hundreds) : f_paused1 && f_never1;
  assign f_holds = f_judges1 && (f_model ? !f_paused1 && !f_never1 : f_bad);
  assign f_sum = f_age + (AB + 1)'(cfg.poll);
  assign f_turns = f_holds && f_sum >= (AB + 1)'(f_model ? f_own.restoration : f_own.detection);
  assign f_next_rest = f_rest == 7'd99 ? '0 : f_rest + 7'd1;
  assign f_next_hundreds = f_hundreds + SB'(f_rest == 7'd99 && f_hundreds != SB'(2 ** SB - 2));
  always_ff @(posedge clk)
    if (rst) {f_model, f_age, f_opens, f_hundreds, f_rest} <= '0;
    else if (f_visit1) begin
      f_model <= !f_off && (f_model ^ f_turns);
      f_age <= f_off || f_turns || (f_judges1 && !f_holds) ? '0 : f_judges1 ? f_sum : f_age;
      f_opens <= f_fresh1 || f_judges1 ? '0 : f_opens_now;
      {f_hundreds, f_rest} <= f_judges1 ? '0 : {f_next_hundreds, f_next_rest};
    end

  logic f_model3, f_storm, f_before, f_known, f_in1, f_in2, f_in3, f_turns2, f_polled;
  logic [RB-1:0] f_at1, f_at2, f_at3;
  logic [Queues-1:0] f_ring;
  always_comb for (int q = 0; q < Queues; q++) f_ring[q] = at == RB'(q);
  assign {f_at1, f_at2, f_at3} = {at - RB'(1), at - RB'(2), at - RB'(3)};
  assign f_in1 = visit_1 && queue_1 == f_queue;
  assign f_in2 = visit_2 && queue_2 == f_queue;
  assign f_in3 = visit_3 && queue_3 == f_queue;
  assign f_turns2 = judges_2 && holds_2 && age_2 >= limit_2;
  assign f_polled = at == '0 ? clears_1 : polls;  // of the round of f_at1
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    {f_model3, f_storm, f_before} <= rst ? '0 : {f_model, f_model3, f_storm};
    f_known <= !rst && (f_known || (f_visit1 && f_fresh1));  // the word of the queue is written
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (f_started || rst);
    // A2: the queue exists
    assume (32'(f_queue) < Queues);
    if (f_started) begin
      // P1: the gate is ignored, and frames are dropped, only in a storm, by the action of the class
      a_action: assert (drop[f_queue] == (storm[f_queue] && f_action == sluice_switch_pkg::WATCHDOG_DROP) &&
          ignore_gate[f_queue] == (storm[f_queue] &&
              (f_action == sluice_switch_pkg::WATCHDOG_DROP || f_action == sluice_switch_pkg::WATCHDOG_FORWARD)));
      // P2: a storm begins at the first poll at which the bad intervals in a row add up to DETECTION; it ends at the
      // first one at which those without a pause frame and with an open gate add up to RESTORATION, or with its class
      a_storm: assert (storm[f_queue] == f_storm);
      // P3: each change, but for a reset, has its pulse with its queue, and each pulse is a change
      a_detected: assert ((detected && changed_port == f_port && changed_class == f_class) == (f_storm && !f_before));
      a_restored: assert ((restored && changed_port == f_port && changed_class == f_class) == (!f_storm && f_before));
      a_exists: assert (!(detected || restored) || (32'(changed_port) < NP && 32'(changed_class) < NC));

      // P4: lemma: visits move down the pipeline
      a_place: assert ((!visit_1 || queue_1 == f_at1[QW-1:0] && 32'(f_at1) < Queues) &&
          (!visit_2 || queue_2 == f_at2[QW-1:0] && 32'(f_at2) < Queues) &&
          (!visit_3 || queue_3 == f_at3[QW-1:0] && 32'(f_at3) < Queues));
      a_names: assert ((32'(at) >= Queues || (32'(port) == 32'(at) / NC && 32'(cls) == 32'(at) % NC)) &&
          (!visit_1 || (32'(port_1) == 32'(queue_1) / NC && 32'(cls_1) == 32'(queue_1) % NC)) &&
          (!visit_2 || (32'(port_2) == 32'(queue_2) / NC && 32'(cls_2) == 32'(queue_2) % NC)) &&
          (!visit_3 || (32'(port_3) == 32'(queue_3) / NC && 32'(cls_3) == 32'(queue_3) % NC)));
      // P5: lemma: the time, the round and its ring
      a_time: assert (11'(cycle) == f_cycles + 11'd1 && 21'(micro) == f_micros + 21'd1 && tick == f_ended &&
          poll_due == f_due && polls == f_polls && fresh == f_fresh && at == f_at && starts == f_starts);
      a_ring: assert (is_at == f_ring);
      // P6: lemma: the events of the queue
      a_events: assert (gate_1[f_queue] == f_gate && opened[f_queue] == f_opened && paused[f_queue] == f_paused &&
          began[f_queue] == f_began);
      a_first: assert (f_visit1 == f_in1 && (!f_in1 || (judges_1 == f_judges1 && fresh_1 == f_fresh1 &&
          closed_1 == f_closed1 && never_opened_1 == f_never1 && paused_1 == f_paused1 && stuck_1 == f_stuck1)));
      // P7: lemma: samples of the queue, and rounds; no poll is a first round
      a_samples: assert (fresh && at == '0 ? {f_hundreds, f_rest} == '0 :
          f_at1 <= RB'(f_queue) ? {hundredth, rest} == {f_hundreds, f_rest} :
          {f_hundreds, f_rest} == (f_polled ? '0 :
              {hundredth + SB'(rest == 7'd99 && hundredth != SB'(2 ** SB - 2)), rest == 7'd99 ? 7'd0 : rest + 7'd1}));
      a_rest: assert (f_hundreds < SB'(2 ** SB - 1) && f_rest <= 7'd99 &&
          ((fresh && at == '0) || (hundredth < SB'(2 ** SB - 1) && rest <= 7'd99)));
      a_first_round: assert (!(polls && fresh) && !(visit_1 && judges_1 && fresh_1));
      a_known: assert (!(f_known && ((f_fresh && f_at <= RB'(f_queue)) || (f_visit1 && f_fresh1))) &&
          (f_known || (((f_fresh && f_at <= RB'(f_queue)) || (f_visit1 && f_fresh1)) && f_age == '0 && f_opens == '0)));
      // P8: lemma: the stored age and samples, the state, and their copies in the pipeline
      a_word: assert (!f_known || f_in2 || f_in3 || words[f_queue] == {f_age[AB-1:0], f_opens[SB-1:0]});
      a_small: assert (f_age < (AB + 1)'(2 ** (AB - 1)) && !f_opens[SB]);
      a_word_1: assert (!f_known || !f_in1 || {age_1, opens_1} == {f_age[AB-1:0], f_opens[SB-1:0]});
      a_word_2: assert (!f_in2 || (f_age[AB-1:0] == (off_2 || f_turns2 || (judges_2 && !holds_2) ? '0 : age_2) &&
          f_opens == (opens_2[SB] ? (SB + 1)'(2 ** SB - 1) : opens_2)));
      a_word_3: assert (!f_in3 || {f_age[AB-1:0], f_opens[SB-1:0]} == {turns_3 || ends_3 ? '0 : age_3, opens_3});
      a_state: assert ((f_in2 || f_in3 || storm[f_queue] == f_model) && (!f_in1 || storm_1 == f_model) &&
          (!f_in2 || f_model == (!off_2 && (storm_2 ^ f_turns2)) && storm_2 == storm[f_queue]) &&
          (!f_in3 || f_model == (!off_3 && (storm_3 ^ turns_3)) && storm_3 == storm[f_queue]));
      c_storm: cover (storm[f_queue] && ignore_gate[f_queue] && !drop[f_queue] && f_own.detection > 26'd1);
      c_restored: cover (restored && f_before && f_action == sluice_switch_pkg::WATCHDOG_ALERT);
      c_rule_b: cover (detected && !f_before && f_storm && f_own.rule && cfg.poll != '0 &&
          f_own.detection > 26'(cfg.poll));
      c_exact: cover (f_visit1 && f_turns && f_sum == (AB + 1)'(f_own.detection) && f_age != '0);
    end
  end
