  logic f_started = 1'b0;
  always_ff @(posedge clk) f_started <= 1'b1;
  always_comb begin
    watched = {1'b0, (fetched && first[AW+NB-1:NB] == watch) || (computing && charged == watch)};
    for (int i = 0; i < 2 ** DW; i++)
      if ((((DW + 1)'(i) - head) & (DW + 1)'(2 ** DW - 1)) < tail - head &&
          mem[i][AW+NB-1:NB] == watch) watched = {watched != '0, 1'b1};
    // P1: lemma: the FIFO holds at most its depth
    if (f_started) a_fifo: assert (tail - head <= (DW + 1)'(2 ** DW) && !(fetched && computing));
  end
`ifdef FORMAL_CHARGE_QUEUE
  // Any one packet becomes one charge, in order, for its queue: of its cells, or with GFC-linear of its cells * D / C
  (* anyseq *) logic f_picks;                 // the packet of this cycle, if none is picked yet
  logic f_waits, f_fetched, f_computing, f_linear;
  logic [DW-1:0] f_at;
  logic [AW-1:0] f_queue;
  logic [NB-1:0] f_cells;
  logic [DW:0] f_taken;                       // number of charges so far
  logic [31:0] f_drain_cycles;
  logic [CB-1:0] f_charge;
  logic [DW:0] f_ahead;                       // packets before the picked one
  assign f_ahead = {1'b0, f_at} - {1'b0, head[DW-1:0]};
  function automatic logic [CB-1:0] times(input logic [NB-1:0] n, input logic [CB-1:0] x);
    times = '0;
    for (int i = 0; i < NB; i++) if (n[i]) times += x << i;
  endfunction
  assign f_charge = LINEAR && linear ? times(f_cells, CB'(drain_cycles)) : STAGED ? CB'(f_cells) << FRACTION : '0;
  logic [7:0] f_idle;                         // cycles in which a packet is at the front, without a charge
  always_ff @(posedge clk) begin
    f_idle <= reset || ready || !(some || fetched || computing) ? '0 : f_idle + 8'(f_idle != '1);
    {f_linear, f_drain_cycles} <= {linear, drain_cycles};
    if (reset) {f_waits, f_fetched, f_computing, f_taken} <= '0;
    else begin
      if (take) f_taken <= f_taken + 1'b1;
      if (f_picks && valid && !full && !f_waits && !f_fetched &&
          !f_computing) {f_waits, f_at, f_queue, f_cells} <= {1'b1, tail[DW-1:0], queue, cells};
      if (f_waits && pop && head[DW-1:0] == f_at) {f_waits, f_fetched} <= 2'b01;
      if (f_fetched) {f_fetched, f_computing} <= 2'b01;
      if (f_computing && take) f_computing <= 1'b0;
    end
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (f_started || reset);
    // A2: a charge is taken only when ready
    assume (!take || ready);
    // A3: the scheme and DRAIN_CYCLES are constant; a commit of them resets the module
    assume (!f_started || reset || (linear == f_linear && drain_cycles == f_drain_cycles));
    if (f_started) begin
      // P2: the charge of a packet is right
      a_charge: assert (reset || !f_computing || !ready || (charged == f_queue && charge == f_charge));
      // P3: each packet is charged once
      a_each_once: assert (head == f_taken + (DW + 1)'(fetched || computing));
      // P4: in order
      a_in_order: assert (!f_waits || (mem[f_at] == {f_queue, f_cells} && {1'b0, f_ahead[DW-1:0]} < tail - head));
      // P8: the packet at the front has its charge after at most a cycle for each bit of its cells and 3 more
      a_progress: assert (f_idle <= NB + 3);
      c_charge: cover (f_computing && ready && charge != '0 && f_cells > NB'(1));
      c_waits: cover (f_waits && f_ahead[DW-1:0] == DW'(3));
      c_push_pop: cover (valid && !full && pop);
      // P5: lemma: the packet at the front of the FIFO
      a_first: assert (!f_fetched || (fetched && first == {f_queue, f_cells}));
      // P6: lemma: the packet whose charge is computed
      a_computing: assert (!f_computing || (computing && charged == f_queue));
    end
  end
  generate
    if (LINEAR) begin : g_multiple
      // P7: lemma: multiples added so far
      always_comb if (f_started && !reset && f_computing) a_multiple: assert (charge + times(g_linear.left,
          g_linear.multiple) == f_charge);
      // P9: lemma: bits of the cells that are not yet multiplied
      always_comb if (f_started && !reset && computing) a_left: assert (f_idle >= 8'd2 &&
          g_linear.left >> (8'(NB + 2) - f_idle) == '0 || g_linear.left == '0);
    end
  endgenerate
`endif
