  // Any one queue and port, states of one bit [spec 4]: the snapshot of an enqueue counts before that of a visit; every
  // change has a pulse.
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  logic started = 1'b0, f_off, f_was, f_port, f_port_was, f_expected, f_port_expected, f_reset;
  // the snapshot judged in this cycle is of the watched queue, of the watched port
  logic [1:0] f_here, f_here_port, f_here1, f_here1_port;
  logic [2*PW+2*CW-1:0] f_ahead;
  logic [2:0] f_since_queue, f_since_port;  // cycles since the last visit of the watched queue, of the watched port
  assign f_off = queue_off[watched_port*NC+32'(watched_class)];
  assign f_port = port_off[watched_port];
  always_ff @(posedge clk) begin
    started <= 1'b1;
    f_reset <= rst;
    f_ahead <= {port_ahead, cls_ahead};
    for (int v = 0; v < 2; v++) begin
      f_here[v] <= !rst && valid[v] && port[v*PW+:PW] == watched_port && cls[v*CW+:CW] == watched_class;
      f_here_port[v] <= !rst && port_valid[v] && port[v*PW+:PW] == watched_port;
    end
    {f_here1, f_here1_port} <= {f_here, f_here_port};
    {f_was, f_port_was} <= {f_off, f_port};
    f_expected <= !rst && (f_here[0] ? f_off || set_off[0] : f_here[1] ? set_off[1] || (f_off && hold_off[1]) : f_off);
    f_port_expected <= !rst && (f_here_port[0] ? f_port || port_set_off[0] :
        f_here_port[1] ? port_set_off[1] || (f_port && port_hold_off[1]) : f_port);
    f_since_queue <= valid[1] && port[PW+:PW] == watched_port &&
        cls[CW+:CW] == watched_class ? '0 : f_since_queue | 3'(f_since_queue + 3'd1);
    f_since_port <= port_valid[1] && port[PW+:PW] == watched_port ? '0 : f_since_port | 3'(f_since_port + 3'd1);
  end
  logic [1:0] f_names, f_names_port;
  always_comb for (int v = 0; v < 2; v++) begin
    f_names[v] = queue_changed[v] && changed_port[v*PW+:PW] == watched_port && changed_class[v*CW+:CW] == watched_class;
    f_names_port[v] = port_changed[v] && changed_port[v*PW+:PW] == watched_port;
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (started || rst);
    // A2: an enqueue turns nothing on; no GFC
    assume (hold_off[0] && port_hold_off[0] && !gfc);
    // A3: port and class are given a cycle ahead
    if (started) assume (f_ahead == {port, cls});
    // A4: the queue exists
    assume (watched_port < NP && watched_class < NC);

    // A5: sluice_scan returns to a queue after 16 cycles or more
    if (valid[1] && port[PW+:PW] == watched_port && cls[CW+:CW] == watched_class) assume (f_since_queue == '1);
    // A6: sluice_scan visits a port class by class; the port is judged with one of its classes
    if (port_valid[1] && port[PW+:PW] == watched_port) assume (f_since_port == '1);
    if (started) begin
      // P1: the queue state follows the snapshots in the order of events
      a_queue: assert (f_off == f_expected || f_reset);
      // P2: the port state follows the snapshots in the order of events
      a_port: assert (f_port == f_port_expected || f_reset);
      // P3: the pulse of a queue has the new state beside it
      a_now: assert (f_reset || ((!f_here1[0] || level_now[0] == f_off) &&
          (!f_here1[1] || f_here1[0] || level_now[LW] == f_off)));
      // P4: the pulse of a port has the new state beside it
      a_port_now: assert (f_reset || ((!f_here1_port[0] || port_now[0] == f_port) &&
          (!f_here1_port[1] || f_here1_port[0] || port_now[1] == f_port)));
      c_off: cover (f_off && !f_was && f_here1[0]);
      c_on: cover (!f_off && f_was && f_here1[1] && !f_reset);
      c_same_cycle: cover (f_here1 == '1 && f_off && !f_reset);
      c_port: cover (f_port && f_here1_port == '1 && !f_reset);
      // P5: exactly the changes of the queue have a pulse
      a_pulse: assert (f_reset || (f_names != '0) == (f_off != f_was));
      // P6: exactly the changes of the port have a pulse
      a_port_pulse: assert (f_reset || (f_names_port != '0) == (f_port != f_port_was));
    end
  end
