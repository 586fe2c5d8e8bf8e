  // Without clock gates: while the MMU is empty no cell is in any one queue, and no event is under way that takes part.
  // The scan (in sluice_account.sv) is connected as in sluice_mmu.
  localparam int Round = NP * NC > 16 ? NP * NC : 16;
  localparam int Left = Round + NC + 16;
  (* anyseq *) logic f_again;  // a commit wakes the scan
  logic [2:0] f_resets = '0;
  logic f_valid, f_rests, f_settled, f_resting, f_seen, f_event, f_events, f_read;
  logic [W:0] g_q, f_more, f_less;  // cells of the queue, by the events
  logic [15:0] f_left, f_pad;
  logic [6:0] f_since, f_still;  // cycles since the last event, and since q of the queue has changed
  logic [PW-1:0] f_port;
  logic [CW-1:0] f_class;
  assign f_event = enq_takes || (dequeue.valid && !clear);
  assign f_events = {e.c1.takes, e.c2.takes, e.c3.takes, e.c4.takes, e.c5.takes, e.c6.takes, e.c7.takes,
      check_read, total_read, deq_next, deq_taken} != '0;
  assign f_more = e.c6.at == f_queue ? (W + 1)'(charges_6.counted) : '0;
  assign f_less = deq_taken_queue == f_queue ? (W + 1)'(fallen) : '0;
  // f_read: a visit of the queue in cycle 3, which reads q
  assign f_read = v.c3.valid && v.c3.at == f_queue;
  always_ff @(posedge clk) begin
    if (f_resets != '1) f_resets <= f_resets + 1'b1;
    g_q <= clear ? '0 : g_q + f_more - f_less;
    f_still <= clear ? '1 : {f_more, f_less} != '0 ? '0 : f_still + 7'(f_still != '1);
    f_since <= clear ? '1 : f_event ? '0 : f_since + 7'(f_since != '1);
    f_seen <= rst || (f_settled && (f_seen || f_read));
  end
  // Cycles until the scan's next visit of the queue is in cycle 3
  logic [15:0] f_at, f_place, f_to_go;
  assign f_at = 16'(f_port) * 16'(NC) + 16'(f_class);
  assign f_place = 16'(f_queue[AW-1:CW]) * 16'(NC) + 16'(f_queue[CW-1:0]);
  assign f_to_go = f_read ? 16'd0 : v.c2.valid && v.c2.at == f_queue ? 16'd1 : v.c1.valid && v.c1.at == f_queue ?
      16'd2 : 16'd3 + (f_pad != '0 ? f_pad + f_place : f_place >= f_at ? f_place - f_at : f_place + 16'(Round) - f_at);
  always_comb begin
    // A1: reset lasts longer than every pipeline
    assume (rst == (f_resets != '1));
    // A2: the queue exists
    assume (f_queue[AW-1:CW] < NP && f_queue[CW-1:0] < NC);
    // A3: the scan; no commit wakes it before the RAMs are cleared
    assume ({scan.valid, scan.rests, scan.settled, scan.at} == {f_valid, f_rests, f_settled, f_port, f_class} &&
        (ready || !f_again));
    // A4: a visit reads q, if q has not changed in the four cycles before
    assume (!f_read || f_still < 7'd4 || scan_snap.cells_3 == g_q[W-1:0]);
    // A5: q fits its counter
    assume (!g_q[W]);
    if (!rst) begin
      // P1: no cell is in the queue while the MMU is empty
      a_cells: assert (!empty || g_q == '0);
      // P2: no event is under way
      a_events: assert (!empty || !(f_events || enq_takes));
      c_empty: cover (empty && f_seen && f_since < 7'd60 && f_since > 7'd2);
      c_wakes: cover (f_settled && f_seen && g_q > (W + 1)'(3));
      // P3: lemma: the scan
      a_scan: assert (f_resting == (f_left == '0) && f_settled == (f_left < 16'(Round + 5)) && f_left <= 16'(Left) &&
          f_port < NP && f_class < NC && f_pad <= 16'(Round) - 16'(NP * NC) && (f_pad == '0 || f_at == '0));
      // P4: lemma: the scan runs on after each event
      a_runs: assert ((f_since <= 7'd2 || 16'(f_since) + f_left >= 16'(Left + 1)) &&
          16'(f_still) + f_left >= 16'(Left - 5) && (f_since < 7'd8 || {f_events, f_more, f_less} == '0));
      // P5: lemma: each queue is read after all events are written, before the scan rests
      a_read: assert (!f_settled || f_seen || f_to_go + 16'd2 <= f_left);
      // P7: lemma: until ready nothing is under way
      a_ready: assert (ready || {f_events, some_5, charges_6.is_counted, charges_6.counted, wake, f_left, v.c1.valid,
          v.c2.valid, v.c3.valid} == '0);
      // P6: lemma: a queue that was read then has no cell, or the scan has found it
      a_zero: assert (!f_settled || !f_seen || !f_zero || g_q == '0);
    end
  end
