  // Any one queue: a packet at a level above 0 blocks the queue from two cycles after it until the charge is paid. Each round visits the queue once and pays the
  // pay of a level received four cycles before the visit or later. With sluice_charge_queue and sluice_deficit this bounds the rate over any window.
  logic [PW-1:0] f_port;
  logic [CW-1:0] f_class;
  logic [3:0] f_resets = '0;  // reset lasts 8 cycles, and no configuration is active for 7 more
  logic f_received, f_rx, f_rx1, f_snd, f_snd1, f_op, f_visit, f_visit1, f_owing, f_waits, f_due, f_limited;
  logic [3:0] f_cleared;
  logic [LB-1:0] f_is, f_level, f_level1, f_level2;                   // the level received last; and one and two cycles before
  logic [PB-1:0] f_pay, f_paid[Lanes];                               // pay of a round at that level; pay of the visit
  logic [1:0] f_op_since;                                               // cycles since the last read of the word
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
    // A1: reset lasts 8 cycles; no configuration is active for 7 more
    assume (rst == !f_resets[3] && (!enabled || f_resets == '1) && f_port < NP && f_class < NC);
    // A2: the configuration is constant
    assume (reset || f_set == f_set1);
    // A3: messages of a port are frames, so they are two cycles apart
    assume (!(f_rx && f_rx1));
    // A4: the datapath obeys the gate; packets of a queue are two cycles apart
    assume (!f_snd || !(rate_blocked[f_port*NC+32'(f_class)] || f_snd1));
    // A5: the FIFO has a word per queue, and each queue has at most one packet in it
    assume (!(take1 && queue1 == f_queue && full));
    if (!reset && f_resets == '1) begin
      // P1: a packet blocks its queue until its charge is paid
      a_holds: assert (!(f_waits || f_due) || f_owing);
      // P2: lemma: one visit in a round
      a_once: assert (!f_waiting[1] && !(f_waits && f_due) && (!take1 || queue1 != f_queue || !(f_waits || f_due)));
      // P3: every round visits the queue once
      a_round: assert (f_visit == (round == {f_slot, 1'b0} + RB'(3)));
      // P4: lemma: a charge and a visit of the same word are apart, as sluice_deficit assumes
      a_apart: assert (!f_op || f_op_since == '1);
      // P5: a visit pays the pay of its level for a round
      a_pays: assert (!f_visit1 || f_cleared != '0 || f_paid[f_class&CW'(Lanes-1)] == f_pay);
      // P6: that level was received four cycles before the visit or later
      a_level: assert (f_limited == (f_level != '0) && (!f_limited || (mem[f_port][LB*f_class+:LB] & LB'({{12{is_linear}}, 4'hf})) == f_level));
    end
  end
