  // Any one entry counts each of its events once, in order, in all bits; the host reads the entry as of the cycle
  // before
  (* anyconst *) logic [AW-1:0] watched;
  // by the rules: present entry; entry after an event; entry that the host requested
  logic [DW-1:0] f_entry, f_taken, f_shown;
  logic f_known = 1'b0, f_valid = 1'b0, f_asked = 1'b0;
  logic [AW-1:0] f_addr;
  logic [DW-1:0] f_sum, f_more;
  logic [DW:0] f_word;  // f_entry with the extra bit of a count
  assign f_word = {f_entry == '1, f_entry};
  assign f_more = f_entry + 1'b1;
  assign f_sum = f_entry + {operand[Half-1:0], {DW - Half{1'b0}}};
  always_comb begin
    if (KIND == 0) f_taken = {f_sum[DW-1:Half], f_more[Half-1:0]};
    else if (KIND == 1) f_taken = f_entry < operand ? operand : f_entry;
    else f_taken = f_more == '0 ? f_entry : f_more;
  end
  always_ff @(posedge clk) begin
    f_valid <= valid;
    f_addr <= addr;
    f_known <= f_known || (clear && clear_addr == watched);
    if (clear && clear_addr == watched) f_entry <= '0;
    else if (f_valid && f_addr == watched) f_entry <= f_taken;
    f_asked <= f_known && host_read && host_addr == watched;
    f_shown <= f_entry;
  end
  logic started = 1'b0;
  always_ff @(posedge clk) started <= 1'b1;
  always_comb begin
    // A1: not_operand is the complement
    assume (not_operand == ~operand);
    // A2: entries are cleared before the first event
    assume (!valid || f_known);
    // A3: no event during the sweep
    assume (!clear || !(valid || f_valid));
    if (started) begin
      // P1: lemma: events
      a_valid: assert (valid1 == f_valid && (!valid1 || addr1 == f_addr));
      // P2: the entry includes all events
      if (f_known) a_entry: assert (mem[watched] == MW'(f_word));
      // P3: each event uses the present entry
      if (valid1 && addr1 == watched) a_taken: assert (f_known && old == MW'(f_word));
      c_counts: cover (f_known && f_valid && f_addr == watched && valid1 && f_entry != '0);
      c_end: cover (f_known && KIND == 2 ? f_valid && f_addr == watched && f_entry > DW'(1) : f_entry > DW'(3));
      c_host: cover (f_asked && host_data != '0);
      // P4: the host reads the entry of the cycle before
      if (f_asked) a_host: assert (host_data == f_shown);
    end
  end
