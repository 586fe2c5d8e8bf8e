  // Words of one kind, while a word of the other kind waits
  logic f_started = 1'b0, f_was = 1'b0, f_kind;
  logic [CW-1:0] f_channel;
  logic [1:0] f_passed[2];
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_was <= tx_valid && !tx_ready && !rst;
    {f_kind, f_channel} <= {tx_kind, tx_channel};
    for (int k = 0; k < 2; k++)
      if (rst || (tx_ready && tx_kind == 1'(k)) || !(k == 0 ? consumed_valid : freed_valid)) f_passed[k] <= '0;
      else if (tx_valid && tx_ready) f_passed[k] <= f_passed[k] + 1'b1;
  end
  always_comb begin
    // A1: reset at power-up only
    assume (rst == !f_started);
    if (f_started) begin
      // P1: at most one word overtakes a word that waits
      a_consumed: assert (f_passed[0] <= 2'd1);
      a_freed: assert (f_passed[1] <= 2'd1);
      // P2: a word stays until it is taken; its kind and its channel stay too
      if (f_was) a_stays: assert (tx_valid && tx_kind == f_kind && tx_channel == f_channel);
      // P3: lemmas
      a_waits: assert (f_was == waits && (!waits || last_kind == f_kind));
      a_next_consumed: assert (f_passed[0] == '0 || (last_kind && !waits) || (waits && !last_kind));
      a_next_freed: assert (f_passed[1] == '0 || (!last_kind && !waits) || (waits && last_kind));
      c_both: cover (f_passed[0] == 2'd1 && consumed_valid && freed_valid);
      c_waits: cover (f_passed[1] == 2'd1 && waits);
    end
  end
