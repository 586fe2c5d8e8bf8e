  // Any one port and level, in either mode and across commits: a message carries a state at most two cycles old, in the
  // mode in which it was selected.
  // The upstream holds the present state, in the present mode and for the present classes, or a message is on its way.
  // Interoperable mode: one level, for both states. Native mode: queues and port have a level each.
  (* anyconst *) logic f_level;
  logic f_started = 1'b0, f_rst, f_again, f_native, f_down, f_graded;
  logic [15:0] f_time;
  logic [NC-1:0] f_pausable;
  logic [NC-1:0] f_row, f_row1, f_row2;
  logic f_pulse, f_pulse_queue, f_pulse_port, f_pending, f_off, f_off1, f_off2, f_here, f_next, f_marked,
      f_shown_native;
  // states that a message of this level carries: now, and one and two cycles before
  logic [NC:0] f_says, f_is1, f_is2;
  // classes paused at the upstream by messages of this level; classes to be paused
  logic [NC-1:0] f_sent, f_wants;
  logic f_active;                       // a state that the end of the refresh interval marks again
  // messages taken since the watched port (after a commit: every port) has a pending message
  logic [7:0] f_others;
  logic f_taken;                        // a message was taken in the cycle before
  logic [2:0] f_quiet;                  // cycles since the last commit
  assign f_row = queue_off[watched*NC+:NC];
  assign f_off = port_off[watched];
  always_comb begin
    {f_pulse_queue, f_pulse_port} = '0;
    for (int i = 0; i < SOURCES; i++)
      if (changed_port[i*PW+:PW] == watched) begin
        if (queue_changed[i]) f_pulse_queue = 1'b1;
        if (port_changed[i]) f_pulse_port = 1'b1;
      end
  end
  // TTL: class c is paused for queue c + 1 [TTL 1.2].
  logic [NC:0] f_above, f_above_row;
  logic [NC-1:0] f_pauses, f_own, f_own_row;
  assign {f_above, f_above_row} = {1'b0, off, 1'b0, f_row};
  always_comb
    for (int i = 0; i < NC; i++) begin
      f_pauses[i] = tx_time[16*i+:16] != '0;
      f_own[i] = down ? f_above[i+1] : f_above[i];
      f_own_row[i] = down ? f_above_row[i+1] : f_above_row[i];
    end
  assign f_pulse = (native ? (f_level ? f_pulse_port : f_pulse_queue) : !f_level && (f_pulse_queue || f_pulse_port)) ||
      (again && (!f_level || native || was_native));
  assign f_here = tx_valid && tx_port == watched && tx_level == f_level;
  assign f_marked = f_level ? pending_port[watched] : pending_queue[watched];
  assign f_next = next_valid && next_port == watched && next_level == f_level;
  assign f_pending = f_marked || f_pulse || f_next || f_here;
  assign f_shown_native = shown_counts == tx_level;
  assign f_says = f_level ? {all_off, {NC{1'b0}}} : {all_off, off};
  assign f_is1 = f_level ? {f_off1 && f_shown_native, {NC{1'b0}}} : {f_off1 && !f_shown_native, f_row1};
  assign f_is2 = f_level ? {f_off2 && f_shown_native, {NC{1'b0}}} : {f_off2 && !f_shown_native, f_row2};
  assign f_wants = f_level ? {NC{f_off && native}} : pausable & (f_own_row | {NC{f_off && !native}});
  assign f_active = f_level ? f_off && native : queue_level_active[watched*NC+:NC] != '0 || (f_off && !native);
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_rst <= rst;
    f_taken <= tx_ready;
    f_again <= restart && !rst;
    {f_native, f_pausable, f_down, f_graded, f_time} <= {native, pausable, down, graded, pause_time};
    f_quiet <= restart ? '0 : f_quiet == '1 ? f_quiet : f_quiet + 1'b1;
    if (rst || again || !f_pending || (tx_ready && f_here)) f_others <= '0;
    else if (tx_valid && tx_ready) f_others <= f_others + 1'b1;
    {f_row1, f_row2, f_off1, f_off2} <= {f_row, f_row1, f_off, f_off1};
    if (tx_ready && f_here) f_sent <= (tx_enable & f_pauses) | (~tx_enable & f_sent);
    if (rst) {f_row1, f_row2, f_off1, f_off2, f_sent} <= '0;
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (f_started || rst);
    // A2: the port exists
    assume (watched < NP && pause_time != '0);
    // A3: changes name ports that exist
    for (int i = 0; i < SOURCES; i++) assume (changed_port[i*PW+:PW] < NP);

    // A4: sluice_config: registers change with a commit, which takes 66 cycles
    assume (!restart || f_quiet == '1);
    // A5: again follows restart
    if (f_started) assume (again == f_again);
    // A6: registers change with a commit only
    if (f_started && !f_rst && !f_again) assume ({native, pausable, down, graded, pause_time} == {f_native, f_pausable,
        f_down, f_graded, f_time});
    // A7: reset clears the states
    if (f_started && f_rst) assume ({f_row, f_off} == '0 && !f_pulse_queue && !f_pulse_port);

    // A8: sluice_pause_state: no change without its pulse
    if (f_started && !f_rst) assume ((f_pulse_queue || f_row == f_row1) && (f_pulse_port || f_off == f_off1));
`ifdef FORMAL_BOUND
    // A9: FORMAL_BOUND: the message port stalls for one cycle at a time
    assume (tx_ready || f_taken);
    // A10: FORMAL_BOUND: native mode only with up to two ports (more are not proven, docs/verification/proofs.md)
    assume (NP < 3 || !native);
`endif
`ifdef FORMAL_NATIVE
    // A11: FORMAL_NATIVE: the message port stalls for one cycle at a time
    assume (tx_ready || f_taken);
`endif
    if (f_started && !f_rst && !rst) begin
      // P1: a message carries a state at most two cycles old
      a_latest: assert (!f_here || f_says == f_is1 || f_says == f_is2);
      // P2: the upstream holds the present state, or a message is on its way
      if (LW == 1) a_never_lost: assert (f_pending || f_sent == f_wants);
`ifdef FORMAL_BOUND
      // P3: FORMAL_BOUND: messages until the port is served
      a_bound: assert (f_others <= 2 * NP + 1);
      // P4: FORMAL_BOUND: one level only, without native mode
      if (NP >= 3) a_level: assert (marked_port == '0 && !was_native && !(next_valid && (next_level || next_native)) &&
          !(tx_valid && tx_level));
`endif
`ifdef FORMAL_NATIVE
      // P5: FORMAL_NATIVE: messages until the port is served
      a_native: assert (f_others <= 2 * NP + 4);
`endif
      // P6: due marks every port with an active state
      a_due: assert (!due || !f_active || (f_level ? mark_port[watched] : mark_queue[watched]));
      // A port-level message pauses all classes; any other message pauses the pausable classes whose queue or port is
      // off.
      // P7: a message pauses the classes of its level
      a_pauses: assert (LW > 1 || f_pauses == (tx_level ? {NC{all_off}} : pausable & (f_own | {NC{all_off}})));
      // P8: classes ever paused are enabled
      a_stated: assert (f_level || (f_sent & ~stated) == '0);
      // P9: lemma: the served ports exist
      a_ports: assert ((!tx_valid || tx_port < NP) &&
          (!next_valid || (next_port < NP && at_next == NP'(1) << next_port)));
      c_paused: cover (tx_valid && tx_ready && f_here && f_pauses != '0);
      c_resumed: cover (tx_valid && tx_ready && f_here && f_pauses == '0 && f_sent != '0);
`ifndef FORMAL_BOUND
`ifndef FORMAL_NATIVE
      // Two cycles without tx_ready
      c_follows: cover (f_here && waits && f_says != f_is2);
`endif
`endif
      c_due: cover (due && f_active && !f_pulse && !f_marked);
      c_upstream: cover (!f_pending && f_sent == f_wants && f_wants != '0 && f_quiet == '1);
      // P10: lemma: a message of an old mode is followed by others
      a_old: assert (again || f_marked || !(f_next && next_native != native) &&
          !(f_here && f_shown_native != native && !f_next));
      // P11: lemma: was_native is the present mode, except directly after a commit
      a_counts: assert (again || was_native == native);
    end
  end
  generate
    if (NP > 8) begin : g_many
      // P12: lemma: the one-hot vectors of the port that is read
      always_comb if (f_started && !f_rst && !rst)
        a_look: assert ((!tx_valid || g_look.at_shown == NP'(1) << tx_port) &&
            (waits ? tx_valid && g_look.at == g_look.at_shown : !next_valid || g_look.at == at_next));
    end
  endgenerate
`ifdef FORMAL_MODE
  // No change of mode opens a gate [spec 5]: an upstream that has received the pause of the port keeps it, in a timer
  // of the class or of the port, across all commits, until the port is on or the class may no longer be paused.
  (* anyconst *) logic [2:0] f_class;
  // the upstream has the port's pause, and it is active; timers of the upstream
  logic f_knows, f_stays, f_queue, f_port;
  // the timers after the message shown; and after the next one, whatever the state of the queue
  logic f_queue1, f_port1, f_queue2, f_port2;
  assign f_stays = f_knows && f_off && pausable[f_class];
  always_comb begin
    {f_queue1, f_port1} = {f_queue, f_port};
    if (tx_valid && tx_port == watched) begin
      if (tx_level) f_port1 = f_pauses[f_class];
      else if (tx_enable[f_class]) f_queue1 = f_pauses[f_class] && !f_shown_native;
    end
    {f_queue2, f_port2} = {f_queue1, f_port1};
    if (next_valid && next_port == watched) begin
      if (next_level) f_port2 = next_native;
      else f_queue2 = !next_native;
    end
  end
  always_ff @(posedge clk) begin
    if (tx_ready) f_port <= f_port1;
    if (tx_ready && tx_valid && tx_port == watched && !tx_level && tx_enable[f_class]) f_queue <= f_pauses[f_class];
    f_knows <= f_stays || (!again && tx_valid && tx_ready && tx_port == watched && f_shown_native == native &&
        !(next_valid && next_native != native) && all_off && f_off && pausable[f_class] && tx_enable[f_class] &&
        f_pauses[f_class]);
    if (rst) {f_queue, f_port, f_knows} <= '0;
  end
  // The same for both levels together
  logic f_says_queue, f_says_port, f_next_queue, f_next_port, f_later_queue, f_later_port;
  assign {f_says_queue, f_says_port} = {tx_valid && tx_port == watched && !tx_level, tx_valid && tx_port == watched &&
      tx_level};
  assign {f_next_queue, f_next_port} = {next_valid && next_port == watched && !next_level, next_valid &&
      next_port == watched && next_level};
  assign f_later_queue = pending_queue[watched] || again || f_pulse_queue || (f_pulse_port && !native);
  assign f_later_port = pending_port[watched] || (again && (native || was_native)) || (f_pulse_port && native);
  always_comb begin
    // A12: FORMAL_MODE: the class exists
    assume (f_class < NC);
    if (f_started && !f_rst && !rst) begin
      // P13: FORMAL_MODE: timers of the queue level
      a_queue: assert (f_later_queue || f_next_queue || f_says_queue ||
          f_queue == (pausable[f_class] && (f_own_row[f_class] || (f_off && !native))));
      // P14: FORMAL_MODE: timer of the port level
      a_port: assert (f_later_port || f_next_port || f_says_port || f_port == (f_off && native));
      // P15: lemma: a paused class is enabled in messages
      a_timer: assert (!f_queue || stated[f_class]);
      // Marks of a commit are served after the messages selected before the commit.
      // P16: lemma: marks follow the next message of the old mode
      a_next: assert (again || !next_valid || next_native == native ||
          (pending_queue[watched] && pending_port[watched] && port_first[watched] == native));
      // P17: lemma: marks follow the shown message of the old mode
      a_shown: assert (again || !tx_valid || f_shown_native == native ||
          ((native ? pending_queue[watched] : pending_port[watched]) &&
          ((native ? f_next_port : f_next_queue) || ((native ? pending_port[watched] : pending_queue[watched]) &&
          port_first[watched] == native))));
    end
    if (f_started && !f_rst && !rst && f_stays) begin
      // P18: FORMAL_MODE: no gate opens
      a_shut: assert (f_queue || f_port);
      // P19: FORMAL_MODE: the messages on their way open no gate
      a_on_its_way: assert ((f_queue1 || f_port1) && (f_queue2 || f_port2));
      // P20: FORMAL_MODE: the pausing level is served first
      a_pauses_first: assert (again || (native ? f_port2 || (pending_port[watched] && port_first[watched]) :
          f_queue2 || (pending_queue[watched] && !port_first[watched])));
    end
  end
`endif
`ifdef FORMAL_LEVELS
  // Levels of many bits (GFC), for any one class of the port: as above, for the level itself. A paused class sends the
  // pause time.
  (* anyconst *) logic [CW-1:0] f_class;
  logic [LW-1:0] f_level_now, f_level1, f_level2;  // level of the queue: now, one and two cycles before
  logic f_newer, f_newer1;                         // source 1 wrote last
  logic [1:0] f_written;
  logic [15:0] f_time_sent, f_time_wants, f_time_here;
  function automatic logic [15:0] f_time_of(input logic queue, input logic port, input logic [LW-1:0] level);
    f_time_of = !pausable[f_class] ? '0 : queue || port ? pause_time : graded ? 16'(level) : '0;
  endfunction
  assign f_time_here = tx_time[16*f_class+:16];
  assign f_time_wants = f_level ? {16{f_off && native}} & pause_time :
      f_time_of(f_own_row[f_class], f_off && !native, f_level_now);
  always_comb begin
    for (int v = 0; v < 2; v++) f_written[v] = written[v] && written_port[v*PW+:PW] == watched &&
        written_class[v*CW+:CW] == f_class;
    f_level_now = f_written[0] ? written_level[0+:LW] : f_written[1] ? written_level[LW+:LW] : f_level1;
    f_newer = !f_written[0] && (f_written[1] || f_newer1);
  end
  logic [NC:0] f_above1, f_above2;
  logic f_own1, f_own2;
  assign {f_above1, f_above2} = {1'b0, f_row1, 1'b0, f_row2};
  assign {f_own1, f_own2} = {f_above1[(CW + 1)'(f_class) + (CW + 1)'(down)],
      f_above2[(CW + 1)'(f_class) + (CW + 1)'(down)]};
  always_ff @(posedge clk) begin
    {f_level1, f_level2, f_newer1} <= {f_level_now, f_level1, f_newer};
    if (tx_ready && f_here && tx_enable[f_class]) f_time_sent <= f_time_here;
    if (rst) {f_level1, f_level2, f_newer1, f_time_sent} <= '0;
  end
  always_comb begin
    // A13: FORMAL_LEVELS: the class exists; GFC or TTL, not both
    assume (f_class < NC && !(graded && down));

    // A14: sluice_pause_state: no level during reset, one source per queue
    assume (!(f_rst && written != '0) && f_written != '1);
    // A15: states agree with the level
    assume (queue_level_active[watched*NC+32'(f_class)] == (f_level_now != '0) &&
        f_row[f_class] == (f_level_now == '1) && queue_newer[watched*NC+32'(f_class)] == f_newer);
    // A16: no level changes without its pulse
    if (f_started && !f_rst) assume (f_pulse_queue || f_level_now == f_level1);
    if (f_started && !f_rst && !rst) begin
      // P21: FORMAL_LEVELS: a message carries a level at most two cycles old
      a_level: assert (!f_here || f_level || f_time_here == f_time_of(f_own1, f_off1 && !f_shown_native, f_level1) ||
          f_time_here == f_time_of(f_own2, f_off2 && !f_shown_native, f_level2));
      // P22: FORMAL_LEVELS: the upstream holds the present level, or a message is on its way
      a_level_sent: assert (f_pending || f_time_sent == f_time_wants);
      // P23: lemma: classes ever sent are enabled
      a_time_stated: assert (f_level || stated[f_class] || f_time_sent == '0);
      // P24: lemma: the rows in RAM have the level
      a_row: assert (f_level1 == '0 || f_rows[(f_newer1 ? NC * LW : 0)+32'(f_class)*LW+:LW] == f_level1);
    end
  end
`endif
