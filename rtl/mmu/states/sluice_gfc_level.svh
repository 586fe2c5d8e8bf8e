  // Level of a queue of length q [GFC 4.2]: the largest k up to N with q >= B_k, B_k from the table or Bm - D / 2^k.
  // Linear: q - B0, from 0 to D
  logic [W-1:0] f_d;
  assign f_d = top - base;
  function automatic logic [LW-1:0] f_level_of(input logic [W-1:0] q);
    f_level_of = '0;
    if (by_stage)
      for (int k = 1; k <= 15; k++)
        if (k <= 32'(stages[3:0]) && q >= (stages[4] ? top - (f_d >> k) : table_cells[(k-1)*W+:W])) f_level_of = LW'(k);
    if (linear && q > base) f_level_of = LW'(q - base < f_d ? q - base : f_d);
  endfunction
  // Sets that sluice_check_stages accepts: a table that rises, or D a power of two with a last stage of two cells
  logic f_set_taken;
  always_comb begin
    f_set_taken = base < top && (!stages[4] || ((f_d & (f_d - 1'b1)) == '0 && f_d >> stages[3:0] >= W'(2)));
    for (int k = 1; k < 15; k++) if (k < 32'(stages[3:0]) &&
        table_cells[(k-1)*W+:W] >= table_cells[k*W+:W]) f_set_taken = 1'b0;
  end
