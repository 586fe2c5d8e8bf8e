  // Any one queue, levels of many bits (GFC): the level is that of the snapshot that counts; all copies of the RAM
  // agree; every change has a pulse; and the level written to the rows of messages is this level.
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  logic f_started = 1'b0, f_reset, f_newer, f_newer1, f_gfc;
  logic [1:0] f_here, f_lossless, f_names, f_written;
  logic [2*PW+2*CW-1:0] f_ahead;
  logic [LW-1:0] f_level, f_was, f_expected;
  logic [2:0] f_since;  // cycles since the last visit of the queue
  assign f_level = queue_level[(watched_port*NC+32'(watched_class))*LW+:LW];
  assign f_newer = queue_newer[watched_port*NC+32'(watched_class)];
  always_comb for (int v = 0; v < 2; v++) begin
    f_names[v] = changed_port[v*PW+:PW] == watched_port && changed_class[v*CW+:CW] == watched_class;
    f_written[v] = f_names[v] && written[v];
  end
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_reset <= rst;
    f_gfc <= gfc;
    f_ahead <= {port_ahead, cls_ahead};
    for (int v = 0; v < 2; v++) f_here[v] <= !rst && valid[v] && port[v*PW+:PW] == watched_port &&
        cls[v*CW+:CW] == watched_class;
    f_lossless <= lossless;
    {f_was, f_newer1} <= {f_level, f_newer};
    f_expected <= rst ? '0 : !gfc && f_here != '0 ?
        {LW{f_here[0] ? set_off[0] || (&f_level && hold_off[0]) : set_off[1] || (&f_level && hold_off[1])}} :
        f_here[0] ? stage[0+:LW] & {LW{f_lossless[0]}} :
        f_here[1] ? (queue_incomplete ? f_level : stage[LW+:LW]) & {LW{f_lossless[1]}} : f_level;
    f_since <= valid[1] && port[PW+:PW] == watched_port &&
        cls[CW+:CW] == watched_class ? '0 : f_since | 3'(f_since + 3'd1);
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (f_started || rst);
    // A2: sluice_stage: stage_some is right
    assume (stage_some == {stage[LW+:LW] != '0, stage[0+:LW] != '0});
    // A3: port and class are given a cycle ahead
    if (f_started) assume (f_ahead == {port, cls});
    // A4: the queue exists
    assume (watched_port < NP && watched_class < NC);

    // A5: a scheme takes effect while all levels are 0, and nothing is judged but visits of queues that stay free
    if (f_started && gfc != f_gfc) assume (queue_level_active == '0 && !valid1[0] &&
        (!valid1[1] || !(set_off[1] || stage_some[1])));

    // A6: sluice_scan returns to a queue after 16 cycles or more
    if (valid[1] && port[PW+:PW] == watched_port && cls[CW+:CW] == watched_class) assume (f_since == '1);
    if (f_started) begin
      // P1: the level is that of the snapshot that counts
      a_level: assert (f_level == f_expected);
      c_level: cover (gfc && f_level != '0 && f_was != '0 && f_level != f_was);
      c_both: cover (gfc && f_here == '1 && f_level != f_was);
      c_incomplete: cover (gfc && f_here == 2'b10 && queue_incomplete && f_level != '0);
      // P2: with a pause scheme the level is 0 or all ones
      a_kind: assert (f_gfc || f_level == '0 || &f_level);
      // P3: all copies of the RAM agree
      a_copies: assert (f_levels == {2{queue_level}});
      // P4: state bits agree with the level
      a_bits: assert (queue_off[watched_port*NC+32'(watched_class)] == (!f_gfc && f_level != '0) &&
          queue_level_active[watched_port*NC+32'(watched_class)] == (f_level != '0));
      // P5: exactly the changes of the level have a pulse
      a_pulse: assert (f_reset || ((f_names & queue_changed) != '0) == (f_level != f_was));
      // P6: exactly the changes between free and not free have a pulse
      a_toggled: assert (f_reset || ((f_names & queue_toggled) != '0) == ((f_level != '0) != (f_was != '0)));
      // P7: a pulse for each rise from 0 and each fall to 0
      a_rises: assert (f_reset || (((f_names & queue_rises) != '0) == (f_was == '0 && f_level != '0) &&
          ((f_names & queue_falls) != '0) == (f_was != '0 && f_level == '0)));
      // P8: the level written to the rows of messages is the level
      a_written: assert (f_reset ? written == '0 : f_written != '1 &&
          (f_written[0] ? written_level[0+:LW] == f_level && !f_newer :
          f_written[1] ? written_level[LW+:LW] == f_level && f_newer : f_level == f_was && f_newer == f_newer1));
    end
  end
