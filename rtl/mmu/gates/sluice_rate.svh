  // Of any one queue: a packet of a level above 0 holds it from two cycles after it until it is paid; a round visits it once, and pays what its
  // level allows in so many cycles: one that was told four cycles before, or later. With sluice_toll and sluice_debt: what it sends in any window.
  logic [PW-1:0] f_port;
  logic [CW-1:0] f_class;
  logic [3:0] f_resets = '0;  // it is held for 8 cycles, and no configuration is in use before 7 more
  logic f_received, f_rx, f_rx1, f_snd, f_snd1, f_op, f_visit, f_visit1, f_owing, f_waits, f_due, f_limited;
  logic [3:0] f_cleared;
  logic [LB-1:0] f_is, f_level, f_level1, f_level2;                   // told last; as it was
  logic [PB-1:0] f_pay, f_paid[Lanes];                               // what a round allows at that level; what the visit pays
  logic [1:0] f_op_since;                                               // since the word was read last
  logic [40:0] f_set, f_set1;
  assign {f_port, f_class} = f_queue;
  assign f_rx = rx_valid && rx_port == f_port;
  assign f_received = enabled && f_rx && rx_enable[f_class];
  assign f_is = is_linear ? LB'(rx_time[16*f_class+:16]) : LB'(rx_time[16*f_class+:4]);
  assign f_snd = snd_valid && snd_port == f_port && snd_class == f_class;
  assign f_visit = visits && slot == f_slot;
  assign f_op = f_visit || (charges && charged == f_queue);
  assign f_owing = owing[f_port*NC+32'(f_class)];
  assign f_limited = limited[f_port*NC+32'(f_class)];
  assign f_waits = f_waiting != '0;
  assign f_due = f_owes[f_class&CW'(Lanes-1)];
  assign f_set = {is_linear, cell_step, linear_range};
  generate
    for (l = 0; l < Lanes; l = l + 1) begin : g_paid
      assign f_paid[l] = g_lane[l].pay1;
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (f_resets != '1) f_resets <= f_resets + 1'b1;
    {f_rx1, f_snd1, f_visit1, f_set1} <= {f_rx, f_snd, f_visit, f_set};
    f_cleared <= {f_cleared[2:0], reset};
    f_level <= reset ? '0 : f_received ? f_is : f_level;
    {f_level1, f_level2} <= {f_level, f_level1};
    f_pay <= !is_linear ? (PB'(cell_step) << (RB + 15)) >> f_level2[3:0] : 16'(f_level2) < linear_range ? PB'(linear_range - 16'(f_level2)) << (RB + 8) : '0;
    f_op_since <= reset || f_resets != '1 ? '1 : f_op ? '0 : f_op_since == '1 ? f_op_since : f_op_since + 1'b1;
  end
  always_comb begin
    assume (rst == !f_resets[3] && (!enabled || f_resets == '1) && f_port < NP && f_class < NC);
    assume (reset || f_set == f_set1);
    assume (!(f_rx && f_rx1));                       // a port's messages are frames
    assume (!f_snd || !(rate_blocked[f_port*NC+32'(f_class)] || f_snd1));  // the datapath obeys; a packet takes two cycles
    assume (!(take1 && queue1 == f_queue && full));  // a word for each queue, and each waits there once
    if (!reset && f_resets == '1) begin
      a_holds: assert (!(f_waits || f_due) || f_owing);
      a_once: assert (!f_waiting[1] && !(f_waits && f_due) && (!take1 || queue1 != f_queue || !(f_waits || f_due)));
      a_round: assert (f_visit == (round == {f_slot, 1'b0} + RB'(3)));  // a counter of as many cycles
      a_apart: assert (!f_op || f_op_since == '1);  // what sluice_debt assumes
      a_pays: assert (!f_visit1 || f_cleared != '0 || f_paid[f_class&CW'(Lanes-1)] == f_pay);
      // Of use for these
      a_level: assert (f_limited == (f_level != '0) && (!f_limited || (mem[f_port][LB*f_class+:LB] & LB'({{12{is_linear}}, 4'hf})) == f_level));
    end
  end
