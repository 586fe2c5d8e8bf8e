  // A configuration takes effect as a whole, at the end of a commit that is not refused, or not at all. Structural values change only while
  // the MMU is empty, or before the first configuration.
  localparam int Set = 2 * W + NC + CW + 8 + 3 + 4 + 3 * 16 + 1 + 2 * W + 5 + 15 * W + 24 + 32 + 6;
  logic f_started, f_restart, f_restart1, f_restart2, f_restart3, f_restructure, f_last, f_rst;
  logic [Set-1:0] f_set, f_set1;
  logic [5*W+3:0] f_delayed, f_delayed1;
  logic [2:0] f_resets = '0;
  assign f_started = f_resets == '1;
  assign f_set = {scheme, eta, max_packet, lossless, last_lossless, ttl0, ttl_options, alpha, pause_time,
                  refresh, quanta_step, native, stage_top, stage_base, stages, stage_cells, cell_step, drain_cycles};
  assign f_delayed = {alpha_lossy, phi, xoff, xon, delta_q, delta_p};
  always_ff @(posedge clk) begin
    if (!f_started) f_resets <= f_resets + 1'b1;
    f_rst <= rst;
    {f_restart, f_restart1, f_restart2, f_restart3, f_restructure, f_last} <= {restart, f_restart, f_restart1, f_restart2, restructure, last};
    {f_set1, f_delayed1} <= {f_set, f_delayed};
  end
  always_comb begin
    // A1: the reset lasts longer than every pipeline
    assume (f_started == !rst);
    if (f_started && !f_rst) begin
      // P1: values change only when a commit takes effect
      a_whole: assert (f_restart || f_set == f_set1);
      // P2: PRIVATE, XOFF and XON change one cycle later, DELTA_Q and DELTA_P two
      a_thresholds: assert (((f_restart1 && !rst) || {phi, xoff, xon} == f_delayed1[5*W-1-:3*W]) && (f_restart2 || {delta_q, delta_p} == f_delayed1[2*W-1:0]));
      // P3: ALPHA_LOSSY changes three cycles later
      a_lossy: assert ((f_restart3 && !rst) || alpha_lossy == f_delayed1[5*W+:4]);
      // P4: a commit takes effect in its last cycle
      a_ends: assert (!restart || last);
      // P5: error and reason report the result
      a_answer: assert (!f_last || (error == !f_restart && (reason == sluice_pkg::OK) == f_restart));
      // P6: structural values change only while the MMU is empty, or before the first configuration
      a_empty: assert (!restructure || empty || !configured);
      // P7: lemma: the sequence
      a_busy: assert (ending == (at == 6'd59 && !idle) && last == (at == 6'd60 && !idle) && (!accepted || last));
      // P8: lemma: the position in the sequence
      a_at: assert (idle ? at == sluice_pkg::REG_MAX_PACKET || at == 6'd61 : at <= 6'd60);
      // P9: lemma: accepted
      a_accepted: assert (!accepted || ((!rebuilt || !configured) && !structural));
      // P10: lemma: the last cycle
      a_last: assert ((!accepted && !accepted_empty) || last);
    end
  end
