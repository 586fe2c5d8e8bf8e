  // A visit leaves its group charged w, and in the headroom the cells that the surplus did not return [spec 3].
  logic [3:0] age = '0;  // cycles since power-up or reset
  logic [W-1:0] f_q3, f_w4, f_w5, f_w6, f_c3, f_c4, f_c5, f_c6, f_c7, f_c8, f_w7, f_w8, f_sum6, f_surplus, f_freed9,
      f_cb9;
  logic [W-1:0] f_sum;  // sum as the module outputs it
  logic [HW-1:0] f_h3, f_h4, f_h5, f_h6, f_h7, f_h8, f_returns, f_hb9;
  logic f_l6, f_l7, f_l8, f_part6;
  logic [HW-1:0] f_eta6;
  always_ff @(posedge clk) begin
    age <= rst ? '0 : age != '1 ? age + 1'b1 : age;
    f_q3 <= accepted - ~not_dequeued;
    f_w4 <= f_q3 > phi ? f_q3 - phi : '0;
    {f_w5, f_w6} <= {f_w4, f_w5};
    {f_c3, f_c4, f_c5, f_c6, f_c7, f_c8} <= {charged - ~not_returned, f_c3, f_c4, f_c5, f_c6, f_c7};
    {f_h3, f_h4, f_h5, f_h6, f_h7, f_h8} <= {headroom_cells - ~not_headroom_returned, f_h3, f_h4, f_h5, f_h6, f_h7};
    {f_l6, f_l7, f_l8} <= {last, f_l6, f_l7};
    {f_w7, f_w8} <= {f_sum6, f_w7};
    f_part6 <= part_5;
    f_eta6 <= reach_eta;
    {f_freed9, f_cb9} <= {f_surplus - W'(f_returns), returned_8 + f_surplus};
    f_hb9 <= headroom_returned_8 + f_returns;
  end
  assign f_sum = ~not_sum;
  assign f_sum6 = f_part6 ? f_sum : f_w6;
  assign f_surplus = f_c8 - f_w8;
  assign f_returns = f_surplus < W'(f_h8) ? HW'(f_surplus) : f_h8;
  always_comb begin
    // A1: a group is charged at least w
    assume (age == '0 || !f_l6 || f_sum6 <= f_c6);
    // A2: the headroom cells of a group are part of its charge
    assume (age == '0 || !f_l6 || W'(f_h6) <= f_c6);
    if (age == '1) begin
      // P1: w is q - phi, at least 0
      a_w: assert (~not_above == f_w6 && (f_part6 || f_sum == f_w6));
      // P7: PORT_LIMITS: w + eta
      a_reach: assert (!PORT_LIMITS || ~not_reach == {1'b0, f_w6} + (W + 1)'(f_eta6));
      // P2: queue is q
      a_queue: assert (queue == f_q3);
      // P3: the visit reports headroom in use
      a_uses_headroom: assert (uses_headroom == (f_h6 != '0));
      // P4: exactly the last visit of a group writes its counters
      a_writes: assert (writes == f_l9);
      // P5: surplus is returned to headroom first, then to the pool
      a_back: assert (!f_l9 || (returned_9 == f_cb9 && headroom_returned_9 == f_hb9 && freed == f_freed9));
      c_pool: cover (f_l9 && freed != '0 && f_part6);
      c_part: cover (f_part6 && f_l6 && f_sum6 > f_w6 && f_w6 != '0);
      // P6: other visits free no cells
      a_nothing: assert (f_l9 || freed == '0);
    end
  end
  logic f_l9;
  always_ff @(posedge clk) f_l9 <= f_l8;
