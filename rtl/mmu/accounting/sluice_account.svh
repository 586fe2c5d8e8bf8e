  // Counters of any one queue and of any one headroom group. The group of a queue is the queue (STATIC, SIH, lossy
  // classes of DSH) or its port's lossless classes (DSH).
  // Reference values from the events of the cycles before: A and B of the queue; cells charged and returned to the
  // group, in all and of headroom
  logic [AW-1:0] e_queue[8], s_queue[10];
  always_comb begin
    {e_queue[1], e_queue[2], e_queue[3], e_queue[4], e_queue[5], e_queue[6], e_queue[7]} = {e.c1.at, e.c2.at, e.c3.at,
        e.c4.at, e.c5.at, e.c6.at, e.c7.at};
    {s_queue[1], s_queue[2], s_queue[3], s_queue[4], s_queue[5]} = {v.c1.at, v.c2.at, v.c3.at, v.c4.at, v.c5.at};
    {s_queue[6], s_queue[7], s_queue[8], s_queue[9]} = {v.c6.at, v.c7.at, v.c8.at, v.c9.at};
  end
  logic [2:0] f_resets = '0;
  logic f_started = 1'b0, f_ready = 1'b0;
  logic [W:0] g_a, g_b, g_q;
  logic [W-1:0] g_c, g_r, g_charge, m_c, m_r;
  logic [HW-1:0] g_h, g_hr, m_h, m_hr;
  function logic [AW-1:0] f_group_of(input logic [AW-1:0] queue);
    f_group_of = {queue[AW-1:CW], dsh && 32'(queue[CW-1:0]) < NC &&
        lossless[queue[CW-1:0]] ? cfg.last_lossless : queue[CW-1:0]};
  endfunction
  assign {m_c, m_h} = f_mem_charged;
  assign {m_r, m_hr} = f_mem_returned;
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    if (f_resets != '1) f_resets <= f_resets + 1'b1;
    f_ready <= ready && !rst;
    if (clear) {g_a, g_b, g_c, g_h, g_r, g_hr} <= '0;
    else begin
      if (e_queue[6] == f_queue) g_a <= g_a + (W + 1)'(charges_6.counted);
      if (f_group_of(e_queue[6]) == f_group) {g_c, g_h} <= {g_c + W'(charges_6.charged), g_h + HW'(charges_6.headroom)};
      if (deq_taken && deq_taken_queue == f_queue) g_b <= b_now;
      if (settles && s_queue[9] == f_group) {g_r, g_hr} <= {cb_now, hb_now};
    end
  end
  // Registers that accounting uses, PRIVATE apart, and their values of the cycle before; cycles since a commit
  logic [8+NC+CW+3*W-1:0] f_cfg, f_cfg1;
  logic [W-1:0] f_phi1;
  logic [3:0] f_committed;
  assign f_cfg = {cfg.configured, cfg.scheme, lossless, cfg.last_lossless, cfg.eta, cfg.max_packet, cfg.port_headroom};
  always_ff @(posedge clk) begin
    {f_cfg1, f_phi1} <= {f_cfg, cfg.phi};
    f_committed <= restructure ? '0 : f_committed == '1 ? f_committed : f_committed + 1'b1;
  end
  // Contents of the RAMs one cycle before
  logic [W:0] m_a1, m_b1;
  logic [W-1:0] m_c1, m_r1;
  logic [HW-1:0] m_h1, m_hr1;
  always_ff @(posedge clk) {m_a1, m_b1, m_c1, m_r1, m_h1, m_hr1} <= {f_mem_a, f_mem_b, m_c, m_r, m_h, m_hr};
  // Occupancy of the queue, and cells charged to its group
  assign g_q = g_a - g_b;
  assign g_charge = g_c - g_r;

  logic [4:0] f_since;  // cycles since the last visit of the group's queue
  always_ff @(posedge clk)
    f_since <= clear ? '1 : scan.valid && scan.at == f_group ? '0 : f_since != '1 ? f_since + 1'b1 : f_since;
  logic [AW:0] f_checked[6];  // dequeues of cycles 1 to 5
  logic [W:0] f_b_read;       // B for the dequeue in cycle 5
  assign f_checked[1] = {check_read, check_addr};
  always_ff @(posedge clk) begin
    for (int k = 2; k <= 5; k++) f_checked[k] <= f_checked[k-1];
    f_b_read <= check_newer ? b_now : f_mem_b;
  end
  logic f_enqueues, f_holds;  // enqueues under way that take part; cells of the queue and of the group
  assign f_enqueues = {enq_takes, e.c1.takes, e.c2.takes, e.c3.takes, e.c4.takes, e.c5.takes, e.c6.takes,
      e.c7.takes} != '0;
  assign f_holds = {g_q, g_charge} != '0 || g_h != g_hr;
  // DSH: cells that an enqueue in cycle 7 charges to a class of the scan's port already visited, until sluice_settle
  // adds them
  logic [NB-1:0] f_charged_7, f_missed[3];
  logic f_passed;
  assign f_passed = f_group_of(e_queue[7]) == {scan.at.port, cfg.last_lossless} && dsh &&
      lossless[e_queue[7][CW-1:0]] && e_queue[7][CW-1:0] < scan.at.cls &&
      scan.at.cls <= cfg.last_lossless;
  always_ff @(posedge clk) begin
    f_charged_7 <= charges_6.charged;
    f_missed[0] <= f_passed ? f_charged_7 : '0;
    for (int k = 1; k < 3; k++) f_missed[k] <= f_missed[k-1];
  end
  always_comb begin
    // A1: reset lasts longer than every pipeline
    assume (rst == (f_resets != '1));
    // A2: registers change only with a commit, PRIVATE one cycle later
    assume (!f_started || ((f_cfg == f_cfg1 || f_committed == 4'd0) && (cfg.phi == f_phi1 || f_committed == 4'd1)));
    // A3: the scheme is STATIC, SIH or DSH
    assume (cfg.scheme == 7'd1 << sluice_pkg::STATIC || cfg.scheme == 7'd1 << sluice_pkg::SIH ||
        cfg.scheme == 7'd1 << sluice_pkg::DSH);
    // A4: group_class is the highest lossless class
    for (int c = 0; c < NC; c++) assume (!lossless[c] ||
        (c <= 32'(cfg.last_lossless) && 32'(cfg.last_lossless) < NC && lossless[cfg.last_lossless]));
    // A5: structural values change only while no enqueue is under way and no cell is held; visits may be under way, and
    // dequeues that are refused
    assume (!restructure || (f_ready && !f_enqueues && !f_holds));
    // Assumptions that other modules guarantee
    // A6: sluice_dequeue takes no more than its queue holds
    assume (!deq_taken || deq_taken_queue != f_queue || ({1'b0, fallen} <= g_q && b_now == g_b + {1'b0, fallen}));
    // A7: sluice_scan visits a queue once in 16 cycles at most
    assume (!f_started || !scan.valid || scan.at != f_group || f_since >= 5'd15);
    // A8: the scan names a queue that exists
    assume (32'(scan.at.port) < NP && 32'(scan.at.cls) < NC);
    // A9: the scan makes no visit before the RAMs are cleared
    assume (!scan.valid || f_ready);

    // A10: sluice_check: private cells, headroom and the shared pool fit the buffer, and the buffer fits a counter
    assume (!f_ready || ({1'b0, g_q} + (W + 2)'(charges_6.counted) < 2 ** W &&
        {1'b0, g_charge} + (W + 1)'(charges_6.charged) < 2 ** W));
    // A11: the watched queue exists
    assume (f_queue[AW-1:CW] < NP && f_queue[CW-1:0] < NC && f_group[AW-1:CW] < NP && f_group[CW-1:0] < NC);
    // P1: ready stays
    assert (!f_ready || ready);
    // P2: until ready the pipelines are empty
    assert (f_resets != '1 || ready || {e.c1.takes, e.c2.takes, e.c3.takes, e.c4.takes, e.c5.takes, e.c6.takes,
        e.c7.takes, v.c1.valid, v.c2.valid, v.c3.valid, v.c4.valid, v.c5.valid, v.c6.valid, some_5, s_last, e.c2.cells,
        e.c3.cells, e.c4.cells, e.c5.cells, e.c6.cells} == '0);
    if (f_ready) begin

      // P3: while the MMU is empty no cells are freed, so a new pool size can arrive as freed cells
      assert (!empty || freed_9 == '0);
      // RAMs and readers
      // P4: A, in the RAM or in the write of this cycle, counts all accepted cells
      assert ((writes_7 && e_queue[7] == f_queue ? a_now : f_mem_a) == g_a);
      // P5: CA and HA, in the RAM or in the write of this cycle, count all charged cells
      assert ((writes_7 && group_7 == f_group ? {ca_now, ha_now} : f_mem_charged) == {g_c, g_h});
      // P6: B in the RAM counts all dequeued cells
      assert (f_mem_b == g_b);
      // P7: CB and HB in the RAM count all returned cells
      assert (f_mem_returned == {g_r, g_hr});
      // P8: in its cycle 2 an enqueue has the present A and B
      if (e.c2.takes && e_queue[2] == f_queue) assert (a_2 == f_mem_a && not_b_2 == ~f_mem_b[W-1:0]);
      // P9: in its cycle 3 an enqueue has HA and HB of one cycle before
      if (e.c3.takes && f_group_of(e_queue[3]) == f_group) assert (ha_3 == m_h1 && hb_3 == m_hr1);
      // P10: in its cycle 2 a visit has A and B of one cycle before
      if (v.c2.valid && s_queue[2] == f_queue) assert ({s_a, s_not_b} == {m_a1[W-1:0], ~m_b1[W-1:0]});
      // P11: in its cycle 2 a visit has the group's counters of one cycle before
      if (v.c2.valid && s_queue[2] == f_group) assert ({s_ca, s_not_cb, s_ha, s_not_hb} == {m_c1, ~m_r1, m_h1, ~m_hr1});
      // P19: in its cycle 3 a dequeue has A of one cycle before
      if (f_checked[3] == {1'b1, f_queue}) assert (not_a_check == ~m_a1);
      // P20: in its cycle 5 a dequeue has B of one cycle before, or the B that was written then
      if (f_checked[5] == {1'b1, f_queue}) assert (b_check == f_b_read);
      // Settlement
      // P12: a visit that begins after a commit settles its group exactly when it visits the address of the group
      assert (f_committed < 4'd6 || s_last == (v.c5.valid && f_group_of(s_queue[5]) == s_queue[5]));
      // P13: cells charged to classes already visited are added to the sum
      assert (missed_3 == f_missed[2]);
      // Cover points
      c_enqueue: cover (writes_7 && e_queue[7] == f_queue && g_h != '0);
      c_forwarded: cover (writes_7 && e_queue[7] == f_queue && e.c2.takes && e_queue[2] == f_queue &&
          charges_6.counted != '0);
      c_settles: cover (settles && s_queue[9] == f_group && {cb_now, hb_now} != {g_r, g_hr});
      c_dequeue: cover (deq_taken && deq_taken_queue == f_queue && fallen != '0);
      c_missed: cover (f_missed[2] != '0);
      c_commit: cover (restructure && g_a > (W + 1)'(3) && g_c > W'(3));
      // Cycles since the last visit of the group
      // P14: lemma: the visit in cycle 2
      assert (!v.c2.valid || s_queue[2] != f_group || f_since == 5'd1);
      // P15: lemma: the visit in cycle 3
      assert (!v.c3.valid || s_queue[3] != f_group || f_since == 5'd2);
      // P16: lemma: the visit in cycle 4
      assert (!v.c4.valid || s_queue[4] != f_group || f_since == 5'd3);
      // P17: lemma: the visit in cycle 5
      assert (!s_last || s_queue[5] != f_group || f_since == 5'd4);
      // P18: a visit adds to the present CB and HB
      if (s_queue[8] == f_group && f_since == 5'd7) assert ({cb_8, hb_8} == {g_r, g_hr});
    end
  end
