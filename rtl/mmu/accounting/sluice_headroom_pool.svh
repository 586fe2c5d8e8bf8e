  // Headroom and part of the pool of any one port. Reference values from the events: CP and HA after the enqueue in cycle 6, HR after the visit in cycle 9,
  // RP after that in cycle 11. That S is the sum of CP - RP over all ports, and at most HEADROOM_POOL, follows from P5 to P7 and sluice_pool_free.
  logic [4:0] age = '0;  // cycles since power-up
  logic [PW-1:0] e_port[10], v_port_6;
  logic [NB-1:0] e_cells[10];
  logic e_came[10];
  logic [W-1:0] g_cp, g_ha, g_hr, g_rp, g_hr_12, f_held, f_part, f_freed, f_next_rp;
  logic [NB+2:0] f_under;
  logic [3:0] f_since;  // cycles since a visit of the port, in its cycle 6
  logic f_between, f_fits_5, f_fits_6, f_wrote;
  assign f_held = g_ha - g_hr;
  assign f_part = g_cp - g_rp;
  assign f_next_rp = cp_11 - (beyond_11[W] ? '0 : beyond_11[W-1:0]);
  always_comb begin
    {e_port[1], e_cells[2], e_came[1]} = {port_1, cells_2, came_1};
    f_under = '0;
    for (int k = 4; k <= 9; k++) if (e_port[k] == e_port[4]) f_under += (NB + 3)'(e_cells[k]);
  end
  always_ff @(posedge clk) begin
    if (age != '1) age <= age + 1'b1;
    for (int k = 2; k <= 9; k++) e_port[k] <= e_port[k-1];
    for (int k = 3; k <= 9; k++) e_cells[k] <= e_cells[k-1];
    for (int k = 2; k <= 9; k++) e_came[k] <= e_came[k-1];
    {f_fits_5, f_fits_6} <= {fits_4, f_fits_5};
    v_port_6 <= visit_port_5;
    if (visits_6 && v_port_6 == f_port) {f_since, f_between} <= '0;
    else begin
      f_since <= f_since + 4'(f_since != '1);
      f_between <= f_between || visits_6;
    end
    if (e_port[6] == f_port) {g_cp, g_ha} <= {g_cp + W'(pool_6), g_ha + W'(headroom_6)};
    f_wrote <= headroom_6 != '0;
    if (visits[9] && port[9] == f_port) g_hr <= g_hr + W'(returned_9);
    f_freed <= '0;
    if (visits[11] && port[11] == f_port) begin
      {g_rp, g_hr_12} <= {f_next_rp, hr_11};
      f_freed <= f_next_rp - g_rp;
    end
    if (age == '0) begin
      {g_cp, g_ha, g_hr, g_rp, g_hr_12, f_freed, f_wrote} <= '0;
      for (int k = 2; k <= 9; k++) {e_port[k], e_came[k]} <= '0;
      for (int k = 3; k <= 9; k++) e_cells[k] <= '0;
    end
  end
  logic [2*W-1:0] f_sizes;
  always_ff @(posedge clk) f_sizes <= {pool_size, port_headroom};
  always_comb begin
    // A1: power-up, reset, the pool takes its size, then traffic
    assume (rst == (age < 5'd6) && clear == rst && load == (age == 5'd8) && enabled);
    assume (!clear || (writes_7 && port_7 == clear_port && clear_port == PW'(age)));
    assume (age >= 5'd12 || {came_1, cells_2, headroom_5, visits_6} == '0);
    // A2: the configuration is constant, and both sizes fit a counter (sluice_check)
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
    if (age >= 5'd12) begin
      // P1: CP and HA, in the RAM or in the write of this cycle, count all charged cells
      a_charged: assert ((writes_7 && port_7 == f_port ? {cp_now, ha_now} : f_charged) == {g_cp, g_ha});
      // P2: RP and HR, in the RAM or in the write of this cycle, count all returned cells
      a_returned: assert ((visits[12] && port[12] == f_port ? {rp_12, hr_12} : f_returned) == {g_rp, g_hr_12});
      // P3: the port's part of the pool covers its headroom beyond PORT_HEADROOM
      a_covers: assert ((W + 1)'(f_held) <= (W + 1)'(port_headroom) + (W + 1)'(f_part));
      // P4: a visit returns no more than the part
      a_part: assert (!visits[11] || port[11] != f_port || W'(f_next_rp - g_rp) <= f_part);
      // P5: the pool is charged the cells that CP counts, whole packets that fit the pool
      a_whole: assert (pool_6 == '0 ? not_back_6 == ~e_cells[6] : pool_6 == e_cells[6] && not_back_6 == '1 && f_fits_6);
      // P6: the pool gets back the cells that RP counts
      a_freed: assert (!visits[12] || port[12] != f_port || rp_12 - was_12 == f_freed);
      // P7: a packet that is not held fits neither the port's own headroom nor the pool
      a_holds: assert (holds_5 || !f_fits_5);
      // Lemma: the comparison of ports that was made a cycle before
      a_again: assert (again_9 == (port[9] == port[10]));
      c_pool: cover (pool_6 != '0 && f_part > W'(2 ** NB));
      c_full: cover (!holds_5 && cells_5 != '0 && pool_size > W'(2 ** NB));
      c_repaid: cover (visits[12] && port[12] == f_port && f_freed > W'(2 ** NB - 1) && f_held > port_headroom && port_headroom != '0);
      c_own: cover (headroom_6 != '0 && pool_6 == '0 && f_part != '0);
    end
  end
