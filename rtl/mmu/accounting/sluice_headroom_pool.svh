  // Headroom and part of the pool of any one port. Reference values from the events: CP and HA after the enqueue in
  // cycle 6, HR after the visit in cycle 9, RP and HR after that in cycle 11. That S is the sum of CP - RP over all
  // ports, and at most HEADROOM_POOL, follows from P5 to P7 and sluice_pool_free.
  (* anyconst *) logic [W-1:0] port_headroom;  // PORT_HEADROOM of port f_port
  logic [4:0] age = '0;  // cycles since power-up
  logic [PW-1:0] e_port[12], v_port_6;
  logic [NB-1:0] e_cells[12];
  logic e_came[12];
  logic [W-1:0] g_cp, g_ha, g_hr, g_rp, g_hr_12, f_held, f_part, f_freed, f_next_rp, f_repaid;
  logic [NB+2:0] f_under;
  logic [3:0] f_since;  // cycles since a visit of the port, in its cycle 6
  logic f_between;      // a visit of another port was later
  logic f_fits_5, f_fits_6, f_wrote, f_settled;
  assign f_next_rp = cp_11 - (beyond_11[W] ? '0 : beyond_11[W-1:0]);
  assign f_repaid = f_next_rp - g_rp;
  always_comb begin
    {e_port[1], e_cells[2], e_came[1]} = {port_1, cells_2, came_1};
    f_under = '0;
    for (int k = 4; k <= 9; k++) if (e_port[k] == e_port[4]) f_under += (NB + 3)'(e_cells[k]);
  end
  // Visits of the port in cycle k. first: the visit before was of another port. CP and HA that the visit in cycle 11,
  // and the last complete one, have read
  logic [12:7] f_visit, f_first;
  logic [W-1:0] cp_12, ha_12;
  always_comb for (int k = 7; k <= 12; k++) f_visit[k] = visits[k] && port[k] == f_port;
  always_ff @(posedge clk) begin
    if (age != '1) age <= age + 1'b1;
    for (int k = 2; k <= 11; k++) e_port[k] <= e_port[k-1];
    for (int k = 3; k <= 11; k++) e_cells[k] <= e_cells[k-1];
    for (int k = 2; k <= 11; k++) e_came[k] <= e_came[k-1];
    {f_fits_5, f_fits_6} <= {fits_4, f_fits_5};
    v_port_6 <= visit_port_5;
    f_first <= {f_first[11:7], f_between};
    if (visits_6 && v_port_6 == f_port) {f_since, f_between} <= '0;
    else begin
      f_since <= f_since + 4'(f_since != '1);
      f_between <= f_between || visits_6;
    end
    if (e_port[6] == f_port) {g_cp, g_ha} <= {g_cp + W'(pool_6), g_ha + W'(headroom_6)};
    f_wrote <= headroom_6 != '0;
    if (visits[9] && port[9] == f_port) g_hr <= g_hr + W'(returned_9);
    f_held <= f_held + (e_port[6] == f_port ? W'(headroom_6) : '0) - W'(b_hr[9]);
    f_part <= f_part + (e_port[6] == f_port ? W'(pool_6) : '0) - (f_visit[11] ? f_repaid : '0);
    f_freed <= '0;
    f_settled <= f_settled && (headroom_6 == '0 || e_port[6] != f_port);
    if (f_visit[11]) begin
      {g_rp, g_hr_12, cp_12, ha_12} <= {f_next_rp, hr_11, f_cp[6], f_ha[6]};
      f_freed <= f_repaid;
      f_settled <= f_ha[6] == g_ha && (headroom_6 == '0 || e_port[6] != f_port);
    end
    if (age == '0) begin
      {g_cp, g_ha, g_hr, g_rp, g_hr_12, f_held, f_part, cp_12, ha_12, f_freed, f_wrote, f_settled} <= '0;
      {f_since, f_between} <= '1;
      for (int k = 2; k <= 11; k++) {e_port[k], e_came[k]} <= '0;
      for (int k = 3; k <= 11; k++) e_cells[k] <= '0;
    end
  end
  // CP and HA of the port, from the newest to the oldest: 0 all charges, 1 in the RAM, 2 to 6 as a visit that is now in
  // cycle 7 to 11 has read them or would have. Two neighbours differ by the packet that is now in cycle 7 to 12: d_cp
  // cells charged to the pool, d_ha to headroom. b_hr[k]: headroom cells that the visit in cycle k returns.
  // r_cp, r_ha: less RP and HR after the last complete visit. They are sums, which do not wrap: t_cp and t_ha are the
  // oldest ones.
  logic [W-1:0] f_cp[7], f_ha[7], r_cp[7], r_ha[7], t_cp, t_ha, t_left, t_over, r_hr;
  logic [NB-1:0] d_cp[6], d_ha[6];
  logic [HW-1:0] b_hr[13];
  assign {f_cp[0], f_ha[0], f_cp[1], f_ha[1]} = {g_cp, g_ha, f_charged};
  assign t_left = t_ha - W'(b_hr[11]);
  assign t_over = t_left > port_headroom ? t_left - port_headroom : '0;
  assign r_hr = W'(b_hr[10]) + W'(b_hr[11]);
  always_comb begin
    b_hr[9] = visits[9] && port[9] == f_port ? returned_9 : '0;
    {r_cp[6], r_ha[6]} = {t_cp, t_ha};
    for (int s = 5; s >= 0; s--) {r_cp[s], r_ha[s]} = {r_cp[s+1] + W'(d_cp[s]), r_ha[s+1] + W'(d_ha[s])};
  end
  always_ff @(posedge clk) begin
    {d_cp[0], d_ha[0]} <= e_port[6] == f_port ? {pool_6, headroom_6} : '0;
    for (int s = 1; s <= 5; s++) {d_cp[s], d_ha[s]} <= {d_cp[s-1], d_ha[s-1]};
    for (int s = 2; s <= 6; s++) {f_cp[s], f_ha[s]} <= {f_cp[s-1], f_ha[s-1]};
    for (int k = 10; k <= 12; k++) b_hr[k] <= b_hr[k-1];
    t_cp <= (f_visit[11] ? t_over : t_cp) + W'(d_cp[5]);
    t_ha <= (f_visit[11] ? t_left : t_ha) + W'(d_ha[5]);
    if (clear) begin
      for (int s = 0; s <= 5; s++) {d_cp[s], d_ha[s]} <= '0;
      for (int s = 2; s <= 6; s++) {f_cp[s], f_ha[s]} <= '0;
      for (int k = 10; k <= 12; k++) b_hr[k] <= '0;
      {t_cp, t_ha} <= '0;
    end
  end
  logic f_own, f_steps, f_follows, f_alone, f_recent, f_is_last_10, f_is_last_12;
  always_comb begin
    {f_own, f_steps} = '1;
    for (int s = 0; s < 6; s++) begin
      if (f_cp[s] != f_cp[s+1] + W'(d_cp[s]) || f_ha[s] != f_ha[s+1] + W'(d_ha[s])) f_steps = 1'b0;
      if (d_cp[s] != d_ha[s] && (d_cp[s] != '0 || r_ha[s] > port_headroom)) f_own = 1'b0;
      if (r_cp[s] < r_cp[s+1] || r_ha[s] < r_ha[s+1] ||
          (W + 1)'(r_ha[s]) > (W + 1)'(port_headroom) + (W + 1)'(r_cp[s])) f_steps = 1'b0;
    end
    {f_follows, f_alone, f_recent} = '1;
    f_is_last_10 = port[10] == f_port;
    f_is_last_12 = port[12] == f_port;
    for (int k = 12; k >= 7; k--) begin
      if (f_visit[k] && f_since > 4'(k - 7)) f_recent = 1'b0;
      for (int j = k + 1; j <= 12; j++) if (f_visit[k] && f_first[k] && f_visit[j]) f_alone = 1'b0;
      if (k <= 9 && f_visit[k] && !f_first[k] && !f_is_last_10) f_follows = 1'b0;
      if (k <= 11 && f_visit[k] && !f_first[k] && !f_is_last_12) f_follows = 1'b0;
      if (k <= 9 && visits[k]) f_is_last_10 = port[k] == f_port;
      if (k <= 11 && visits[k]) f_is_last_12 = port[k] == f_port;
    end
    if (!f_between && !(f_is_last_10 && f_is_last_12)) f_follows = 1'b0;
  end
  // HA - HR that an enqueue of the port has read, in its cycle k; own[k]: cells of the port's enqueues in cycles k to k
  // + 5; later[k]: in cycles 8 to k + 5
  logic [W-1:0] read[7];
  logic [NB+2:0] own[7], later[7];
  logic f_reads;
  assign read[3] = ha_3 - hr_3;
  assign read[4] = held_4;
  always_ff @(posedge clk) {read[5], read[6]} <= {read[4], read[5]};
  always_comb begin
    f_reads = 1'b1;
    for (int k = 3; k <= 6; k++) begin
      {own[k], later[k]} = '0;
      for (int j = k; j <= k + 5; j++)
        if (e_port[j] == f_port) begin
          own[k] += (NB + 3)'(e_cells[j]);
          if (j >= 8) later[k] += (NB + 3)'(e_cells[j]);
        end
      if (e_port[k] == f_port && e_came[k] && (SW)'(r_ha[1]) > (SW)'(read[k]) + (SW)'(later[k])) f_reads = 1'b0;
    end
    if (e_port[5] == f_port && e_came[5] && own_5 &&
        (SW)'(read[5]) + (SW)'(own[5]) > (SW)'(port_headroom)) f_reads = 1'b0;
    if (e_port[6] == f_port && e_came[6] && !goes_6 &&
        (SW)'(read[6]) + (SW)'(own[6]) > (SW)'(port_headroom)) f_reads = 1'b0;
  end
  logic [2*W-1:0] f_sizes;
  always_ff @(posedge clk) f_sizes <= {pool_size, port_headroom};
  always_comb begin
    // A1: power-up, reset, the pool takes its size, then traffic
    assume (rst == (age < 5'd6) && clear == rst && load == (age == 5'd8) && enabled);
    assume (!clear || (writes_7 && port_7 == clear_port && clear_port == PW'(age)));
    assume (age >= 5'd12 || {came_1, cells_2, headroom_5, visits_6} == '0);
    // A2: the configuration is constant, and both sizes fit a counter (sluice_check)
    assume (e_port[4] != f_port || port_headroom_4 == port_headroom);
    assume (port[10] != f_port || visit_headroom_10 == port_headroom);
    assume (age == '0 || f_sizes == {pool_size, port_headroom});
    assume ((W + 1)'(pool_size) + (W + 1)'(port_headroom) < (W + 1)'(1) << W);
    // A3: sluice_enqueue: cells move down the pipeline; without an enqueue they are 0
    assume (cells_5 == e_cells[5] && (e_came[2] || cells_2 == '0));
    // A4: sluice_under_way
    assume (under_way_4 == f_under);
    // A5: sluice_admit: to headroom only if it holds the packet
    assume (!headroom_5 || (holds_5 && e_came[5] && cells_5 != '0));
    // A6: sluice_count, sluice_hazards: all packets charged to headroom are written
    assume (clear || !writes_7 || (port_7 == e_port[7] && e_came[7]));
    assume (writes_7 || !f_wrote);
    for (int k = 2; k <= 6; k++) assume (same_port[k] == (writes_7 && !clear && e_port[k] == port_7));
    // A7: sluice_scan: the visits of a port follow one another, or are eight cycles apart
    assume (!visits_6 || v_port_6 != f_port || !f_between || f_since >= 4'd7);
    // A8: sluice_settle: a visit returns at most the headroom that it read, which is that of a queue
    assume (!visits[9] || port[9] != f_port || W'(returned_9) <= ha_9 - g_hr);
    // A9: sluice_pool_free: the parts of all ports are S, which is at most the pool
    assume (age < 5'd12 || (W + 1)'(f_part) + (W + 1)'(e_port[6] == f_port ? pool_6 : '0) <= (W + 1)'(pool_size));
    if (age >= 5'd7) begin
      // P1: CP and HA, in the RAM or in the write of this cycle, count all charged cells
      a_charged: assert ((writes_7 && port_7 == f_port ? {cp_now, ha_now} : f_charged) == {g_cp, g_ha});
      // P2: RP and HR, in the RAM or in the write of this cycle, count all returned cells
      a_returned: assert ((visits[12] && port[12] == f_port ? {rp_12, hr_12} : f_returned) == {g_rp, g_hr_12});
      // P3: the port's part of the pool covers its headroom beyond PORT_HEADROOM
      a_covers: assert ((W + 1)'(f_held) <= (W + 1)'(port_headroom) + (W + 1)'(f_part));
      // P4: a visit returns no more than the part
      a_part: assert (!visits[11] || port[11] != f_port || f_repaid <= f_part);
      // P5: the pool is charged the cells that CP counts, whole packets that fit the pool
      a_whole: assert (pool_6 == '0 ? not_back_6 == ~e_cells[6] : pool_6 == e_cells[6] && not_back_6 == '1 && f_fits_6);
      // P6: the pool gets back the cells that RP counts
      a_freed: assert (!visits[12] || port[12] != f_port || rp_12 - was_12 == f_freed);
      // P7: a packet that is not held fits neither the port's own headroom nor the pool
      a_holds: assert (holds_5 || !f_fits_5);
      // Lemma: the comparison of ports that was made a cycle before
      a_again: assert (again_9 == (port[9] == port[10]));
      // P8: after a visit that read all charges the part is exact, if no later visit has returned headroom
      a_exact: assert (!f_settled || f_visit[10] || f_visit[11] ||
          f_part == (f_held > port_headroom ? f_held - port_headroom : '0));
      // P9: the part exceeds the headroom beyond PORT_HEADROOM by at most PORT_HEADROOM, and by no more than the
      // headroom
      a_excess: assert (f_part <= r_ha[0]);
      // P10: nothing wraps: headroom and part of a port are at most the cells that it may hold
      a_wraps: assert (r_hr <= r_ha[0] && f_held <= r_ha[0] &&
          (W + 1)'(r_ha[0]) <= (W + 1)'(pool_size) + (W + 1)'(port_headroom));
      c_pool: cover (pool_6 != '0 && f_part > W'(2 ** NB));
      c_full: cover (!holds_5 && cells_5 != '0 && pool_size > W'(2 ** NB));
      c_repaid: cover (visits[12] && port[12] == f_port && f_freed > W'(2 ** NB - 1) && f_held > port_headroom &&
          port_headroom != '0);
      c_own: cover (headroom_6 != '0 && pool_6 == '0 && f_part != '0);
      c_settled: cover (f_settled && f_held > port_headroom && port_headroom != '0);
      c_excess: cover (f_part == r_ha[0] && f_part == port_headroom && port_headroom > W'(2));
      // P11: lemma: an enqueue has the present CP and HA
      a_early: assert (!e_came[3] || e_port[3] != f_port || charged_early == f_charged);
      // P12: lemma: a packet is charged whole
      a_stored: assert ((d_ha[0] == '0 || (d_ha[0] == e_cells[7] && e_port[7] == f_port)) &&
          (headroom_6 == '0 || headroom_6 == e_cells[6]));
      // P13: lemma: HA - HR that an enqueue has read misses only the later packets; with them the port's own headroom
      // holds the packet
      a_reads: assert (f_reads);
      // P14: lemma: a visit follows one of its port, whose counters are in the registers of the last visit, or no visit
      // of its port is under way
      a_follows: assert (f_follows && f_alone && f_recent);
      // P15: lemma: the registers of the last visit
      a_last: assert ((port[10] != f_port || hr_10 == g_hr) &&
          (port[12] != f_port || {rp_12, hr_12} == {g_rp, g_hr_12}));
      // P16: lemma: a visit that follows one of another port has read the present RP and HR
      a_first: assert ((!f_visit[9] || !f_first[9] || {rp_9, hr_9} == {g_rp, g_hr}) &&
          (!f_visit[10] || !f_first[10] || rp_10 == g_rp) &&
          (!f_visit[11] || !f_first[11] || rp_11 == g_rp));
      // P25: lemma: the tables are cleared
      a_cleared: assert (age < 5'd8 || cleared);
      // P17: lemma: HR of the visits under way, and the cells that they have read
      a_way: assert (g_hr == g_hr_12 + r_hr && r_hr >= W'(b_hr[10]) && r_hr <= r_ha[4] &&
          (b_hr[10] == '0 || f_visit[10]) && (b_hr[11] == '0 || f_visit[11]) &&
          (!f_visit[10] || r_hr <= r_ha[5]) && (!f_visit[11] ||
          (W'(b_hr[11]) <= t_ha && hr_11 == g_hr_12 + W'(b_hr[11]))) &&
          g_hr_12 == f_returned[W-1:0] + W'(b_hr[12]));
      // P18: lemma: CP and HA that a visit has read
      a_read: assert ((port[7] != f_port || {cp_7, ha_7} == {f_cp[2], f_ha[2]}) &&
          (port[8] != f_port || {cp_8, ha_8} == {f_cp[3], f_ha[3]}) &&
          (port[9] != f_port || {cp_9, ha_9} == {f_cp[4], f_ha[4]}) &&
          (!f_visit[10] || {cp_10, ha_10} == {f_cp[5], f_ha[5]}) &&
          (!f_visit[11] || (cp_11 == f_cp[6] && beyond_11 == {1'b0, t_left} - {1'b0, port_headroom})));
      // P19: lemma: neighbours in the order of age differ by one packet, and each is covered as in P3
      a_steps: assert (f_steps);
      // P20: lemma: the sums are the differences of the counters
      a_rest: assert (f_cp[6] == g_rp + t_cp && f_ha[6] == g_hr_12 + t_ha && f_part == r_cp[0] &&
          f_held == r_ha[0] - r_hr);
      // P21: lemma: what a visit has read is no less than what visits before it returned, and is covered as in P3
      a_older: assert (t_cp <= t_ha && (W + 1)'(t_ha) <= (W + 1)'(port_headroom) + (W + 1)'(t_cp));
      // P22: lemma: after a packet that the pool does not hold the port's own headroom holds all
      a_own: assert (f_own);
      // P23: lemma: the part since the last complete visit
      a_since: assert (f_part == (g_cp - cp_12) + (ha_12 - g_hr_12 > port_headroom ? ha_12 - g_hr_12 - port_headroom :
          '0));
      // P24: lemma: a port is settled while its last complete visit has read all charges
      a_settled: assert (!f_settled || {g_cp, g_ha} == {cp_12, ha_12});
    end
  end
