  // Any one queue: exactly the packets at a level above 0 are charged, a level of the same cycle included. A packet
  // blocks the queue from two cycles after it until the charge is paid, and a charge waits at most 10 cycles for its
  // turn. Each round visits the queue once and pays the pay of a level received four cycles before the visit or later.
  // With sluice_charge_queue and sluice_deficit this bounds the rate over any window.
  logic [PW-1:0] f_port;
  logic [CW-1:0] f_class;
  logic [3:0] f_resets = '0;  // reset lasts 8 cycles, and no configuration is active for 7 more
  logic f_received, f_rx, f_rx1, f_snd, f_snd1, f_op, f_visit, f_visit1, f_owing, f_waits, f_due, f_limited, f_charges,
      f_stops, f_frees;
  logic [3:0] f_cleared;
  // the level received last; and one and two cycles before
  logic [LB-1:0] f_is, f_level, f_level1, f_level2;
  logic [PB-1:0] f_pay, f_paid[Lanes];                               // pay of a round at that level; pay of the visit
  logic [1:0] f_op_since;                                               // cycles since the last read of the word
  logic [16:0] f_set, f_set1;
  logic [LB-1:0] f_level_now;   // the level received last, in this cycle or before
  logic [W-1:0] f_cells1;
  logic [3:0] f_wait;           // cycles since a charge is ready
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
  assign f_level_now = f_received ? f_is : f_level;
  assign f_stops = is_linear && f_level >= LB'(linear_range);
  assign f_frees = result_slot[32'(f_class&CW'(Lanes-1))*SB+:SB] == f_slot && frees[f_class&CW'(Lanes-1)];
  assign f_set = {is_linear, linear_range};
  generate
    for (l = 0; l < Lanes; l = l + 1) begin : g_paid
      assign f_paid[l] = g_lane[l].pay1;
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (f_resets != '1) f_resets <= f_resets + 1'b1;
    f_charges <= f_snd && enabled && f_level_now != '0 && !reset;
    f_cells1 <= snd_cells;
    f_wait <= ready && !charges && !reset ? f_wait + 4'(f_wait != '1) : '0;
    {f_rx1, f_snd1, f_visit1, f_set1} <= {f_rx, f_snd, f_visit, f_set};
    f_cleared <= {f_cleared[2:0], reset};
    f_level <= reset ? '0 : f_received ? f_is : f_level;
    {f_level1, f_level2} <= {f_level, f_level1};
    f_pay <= !is_linear ? (PB'(cell_step) << (RB + 15)) >> f_level2[3:0] : 16'(f_level2) < linear_range ?
        PB'(linear_range - 16'(f_level2)) << (RB + 8) : '0;
    f_op_since <= reset || f_resets != '1 ? '1 : f_op ? '0 : f_op_since == '1 ? f_op_since : f_op_since + 1'b1;
  end
  always_comb begin
    // A1: reset lasts 8 cycles; no configuration is active for 7 more
    assume (rst == !f_resets[3] && (!enabled || f_resets == '1) && f_port < NP && f_class < NC);
    // A2: the scheme and D are constant, or a commit clears the limiter; CELL_STEP may change in any cycle
    assume (reset || f_set == f_set1);
    // A3: messages of a port are frames, so they are two cycles apart
    assume (!(f_rx && f_rx1));
    // A4: the datapath obeys the gate; packets of a queue are two cycles apart
    assume (!f_snd || !(rate_blocked[f_port*NC+32'(f_class)] || f_snd1));
    // A5: the FIFO has a word per queue, and each queue has at most one packet in it
    assume (!(take1 && queue1 == f_queue && full));
    // A6: sluice_check_stages: D is not 0
    assume (!is_linear || linear_range != '0);
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
      a_level: assert (f_limited == (f_level != '0) &&
          (!f_limited || (mem[f_port][LB*f_class+:LB] & LB'({{12{is_linear}}, 4'hf})) == f_level));
      // P7: exactly the packets at a level above 0 are charged, with their cells
      a_charged: assert ((take1 && queue1 == f_queue) == f_charges &&
          (!f_charges || cells1 == (f_cells1 >> NB != '0 ? '1 : f_cells1[NB-1:0])));
      // P8: a charge waits at most 10 cycles
      a_waits: assert (f_wait <= 4'd10);
      // P9: a queue is blocked exactly while its packet is not paid or, with GFC-linear, its level is D or more
      a_blocked: assert (rate_blocked[f_port*NC+32'(f_class)] == (f_owing || f_stops) &&
          stopped[f_port*NC+32'(f_class)] == f_stops);
      // P10: a paid queue is not blocked
      a_paid: assert (!f_owing || f_waits || f_due || f_frees);
      c_same_cycle: cover (f_charges && f_level1 == '0);
      c_free: cover (f_snd && f_level_now == '0 && limited != '0);
      c_charged: cover (charges && charged == f_queue && charge != '0);
      c_paid: cover (f_frees && f_owing && f_level != '0);
      if (LINEAR) c_stops: cover (f_stops && !f_owing);
    end
  end
