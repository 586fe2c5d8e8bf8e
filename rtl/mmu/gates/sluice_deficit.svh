  // The present deficit: the word, with a write in cycle u + 3
  logic [DB-1:0] f_now;
  assign f_now = slot_3 == watch && write3 ? word3 : (slot_3 == watch && forgets3) || !known[watch] ? '1 : mem[watch];
  assign watched = (valid1 && !visits1 && slot1 == watch) || (valid2 && !visits2 && slot2 == watch) || !f_now[DB-1];
  // The word stays between two rounds of credit and a charge, so it does not wrap.
  logic f_started = 1'b0;
  always_ff @(posedge clk) f_started <= 1'b1;
  // P1: the word never wraps
  always_comb if (f_started && !reset) a_range: assert (f_now[DB-1] ? DB'(~f_now) < DB'(2) << PB :
      f_now < DB'(1) << CB);
`ifdef FORMAL_DEFICIT
  // Rate over any window [GFC Eq. 4], of any one word: the charges are at most the pay of the visits, two rounds of pay
  // and the last charge f_ahead: charges minus pay, the maximum over all windows that end now
  (* anyconst *) logic [SB-1:0] f_slot;
  (* anyconst *) logic [PB-1:0] f_most;  // upper bound of the pay of a visit
  localparam int FB = DB + 2;
  logic f_valid1, f_valid2, f_busy, f_owes;
  logic [1:0] f_since;                   // cycles since the word was read
  logic [FB-1:0] f_ahead, f_last, f_two, f_reserve;
  assign f_two = FB'(f_most) << 1;
  assign f_reserve = {{2{f_now[DB-1]}}, f_now} + 1'b1 + f_two;  // the deficit and two rounds of pay
  assign f_busy = (f_valid1 && slot1 == f_slot) || (f_valid2 && slot2 == f_slot) || (judged3 && slot_3 == f_slot);
  always_ff @(posedge clk) begin
    {f_valid1, f_valid2} <= reset ? '0 : {valid, f_valid1};
    f_since <= reset ? '1 : valid && slot == f_slot ? '0 : f_since == '1 ? f_since : f_since + 1'b1;
    if (reset) {f_ahead, f_last, f_owes} <= '0;
    else begin
      if (f_valid2 && slot2 == f_slot) begin
        if (!visits2) {f_ahead, f_last} <= {f_ahead + FB'(change2), FB'(change2)};
        else f_ahead <= f_ahead > FB'(pay2) ? f_ahead - FB'(pay2) : '0;
      end
      if (slot_3 == f_slot && (frees_3 || owes_3)) f_owes <= owes_3;
    end
  end
  always_comb begin
    // A1: reset at power-up
    assume ((f_started || reset) && watch == f_slot);
    // A2: pay is bounded
    assume (!visits1 || pay_1 <= f_most);
    // Guaranteed by sluice_rate
    // A3: sluice_rate: a word about to be written is not read
    assume (!valid || slot != f_slot || f_since == '1);
    // A4: sluice_rate: a queue with a deficit sends no packet
    assume (!valid || visits || slot != f_slot || f_now[DB-1]);
    if (f_started) begin
      // P2: in any window the charges are at most the pay, two rounds of pay and the last charge
      a_window: assert (f_ahead <= f_two + f_last);
      // P3: lemma: f_ahead is at most the deficit and two rounds
      a_reserve: assert (!f_reserve[FB-1] && f_ahead <= f_reserve);
      // P4: owes_3 reports the deficit
      a_says: assert (f_busy || f_owes == !f_now[DB-1]);
      c_owes: cover (owes_3 && slot_3 == f_slot);
      c_frees: cover (frees_3 && slot_3 == f_slot && visits3 && f_last != '0);
      c_credit: cover (f_valid2 && slot2 == f_slot && !visits2 && negative2 && word2 != '1 && change2 != '0);
      // P5: lemma: one access at a time
      a_one: assert ((f_valid1 && slot1 == f_slot) == (f_since == 2'd0 && !reset_1) &&
          (!f_valid2 || slot2 != f_slot || f_since == 2'd1));
      // P6: lemma: the deficit is at most a charge
      a_owed: assert (f_now[DB-1] || FB'(f_now) <= f_last);
    end
  end
  logic reset_1;
  always_ff @(posedge clk) reset_1 <= reset;
`endif
