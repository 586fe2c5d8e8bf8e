  // What sluice_pool_free assumes about an enqueue, in every scheme: the cells that it took from the free cells in its
  // cycle 2 are charged to the shared pool in its cycle 6, whole, or returned, whole; they are charged only if the
  // packet fitted in its cycle 4.
  logic [2:0] f_resets = '0;
  logic [NB-1:0] f_cells_3, f_cells_4, f_cells_5, f_cells_6, f_back;
  logic f_fits_5, f_fits_6;
  assign f_back = ~charges_6.not_back;
  always_ff @(posedge clk) begin
    if (f_resets != '1) f_resets <= f_resets + 1'b1;
    {f_cells_3, f_cells_4, f_cells_5, f_cells_6} <= {e.c2.cells, f_cells_3, f_cells_4, f_cells_5};
    {f_fits_5, f_fits_6} <= {fits, f_fits_5};
  end
  always_comb begin
    // A1: reset lasts longer than the pipeline
    assume (rst == (f_resets != '1));
    if (!rst) begin
      // P1: a packet is charged to the pool, whole, or its cells are returned
      a_whole: assert (charges_6.shared == '0 ? f_back == f_cells_6 : f_back == '0 && charges_6.shared == f_cells_6);
      // P2: only a packet that fits is charged
      a_fits: assert (charges_6.shared == '0 || f_fits_6);
      c_charged: cover (charges_6.shared > NB'(3) && e.c5.cells != '0 && is_ttl);
      c_returned: cover (f_back > NB'(3) && f_fits_6);
      // P3: lemma: the cells move down the pipeline
      a_cells: assert ({e.c3.cells, e.c4.cells, e.c5.cells, e.c6.cells} == {f_cells_3, f_cells_4, f_cells_5,
          f_cells_6});
    end
  end
