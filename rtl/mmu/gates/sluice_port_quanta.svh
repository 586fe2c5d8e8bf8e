  // Any port of any rate: its visit sees the steps that passed until then; a message sees those of the visit that began
  // up to two cycles before, else those of the next one. The steps are known from a visit on.
  (* anyconst *) logic [15:0] f_step;  // its QUANTA_STEP
  logic [Bits-1:0] f_steps;            // its steps until this cycle
  logic [Bits-1:0] f_visit;            // the same at the begin of its last visit
  logic [Bits-1:0] f_seen, f_taken;    // what the last visit saw, and a message of the last cycle
  logic f_checks = 1'b0;
  logic f_visits1, f_asks1;            // in the last cycle: its visit, a message
  logic [2:0] f_cycles = '0;           // since power-up, at most 7
  logic f_started = 1'b0, f_knows, f_asks;
  assign f_knows = f_cycles[2];        // the pipeline has real visits
  assign f_age = visit - VB'(f_port);
  assign f_asks = port == f_port;
  always_ff @(posedge clk) begin
    if (f_cycles != '1) f_cycles <= f_cycles + 1'b1;
    f_steps <= f_steps + Bits'(f_step);
    if (f_age == '0) f_visit <= f_steps;
    // At the first visit the sum says what the steps are.
    if (!f_started && f_knows && f_age == '0) begin
      f_started <= 1'b1;
      f_steps <= f_sum + Bits'(f_step);
      f_visit <= f_sum;
    end
    f_checks <= f_started;
    {f_visits1, f_asks1} <= {f_age == '0, f_asks};
    f_seen <= f_steps;
    f_taken <= f_age == '0 ? f_steps : f_age <= VB'(2) ? f_visit : f_visit + (Bits'(f_step) << VB);
  end
  always_comb begin
    // A1: the port exists, and a configuration is active
    assume (32'(f_port) < NP && configured);
    // A2: sluice_pause_rx: visits in turn
    assume (f_cycles == '0 || visit == f_last_visit + 1'b1);
    // A3: sluice_limits: QUANTA_STEP of the port, which does not change
    assume (f_age != VB'(1) || step == f_step);
    // P5: lemma: the visits under way, and the sum of the port among them
    a_flight: assert (f_cycles < 3'd2 || f_places);
    if (f_started) a_flies: assert (f_flies);
    if (f_started && f_checks) begin
      // P1: a visit sees the steps that passed
      a_visit: assert (!f_visits1 || visit_now == f_seen[Fraction+:17]);
      // P2: a message sees the steps at the last visit, or from the third cycle on at the next visit
      a_message: assert (!f_asks1 || port_now == f_taken[Fraction+:17]);
    end
    if (f_started) begin
      // P3: lemma: the sum between the visits
      a_sum: assert (f_sum == (f_age == '0 ? f_steps : f_age <= VB'(2) ? f_visit :
          f_visit + (Bits'(f_step) << VB)));
      // P4: lemma: the steps since the visit
      a_steps: assert (f_age == '0 ? f_steps == f_visit + (Bits'(f_step) << VB) :
          f_steps == f_visit + Bits'(f_step) * Bits'(f_age));
      c_passes: cover (f_visits1 && f_step == 16'd8192 && f_seen[Fraction+:17] == 17'd9);
    end
  end
  logic [VB-1:0] f_last_visit;
  always_ff @(posedge clk) f_last_visit <= visit;
