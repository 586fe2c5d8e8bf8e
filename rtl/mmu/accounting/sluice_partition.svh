  // Any class, under TTL: its own partition holds between 0 and b_j cells, and freed cells return to the shared
  // partition first.
  // cells[k]: cells of the enqueue in cycle k. later: upper bound of the cells that entered the partition since the
  // free cells of cycle k were read
  (* anyconst *) logic [CW-1:0] watched;
  (* anyseq *) logic [NB-1:0] f_cells_2;
  logic [1:0] f_age = '0;
  logic [NB-1:0] cells[12];
  logic [NB+2:0] later[7], f_under_way;
  logic [6:1] f_is;     // the enqueue in cycle k is of the class
  logic f_fits6, f_visit8, f_visit9, f_visit10;
  logic [W-1:0] f_free5, f_free6;
  logic [W-1:0] f_own, f_shared;  // cells held of the own and of the shared partition, counted by events
  logic [W-1:0] f_coming_back;  // cells on their way back to the own partition
  logic [NB-1:0] f_came, f_came_shared;  // cells charged in the cycle before, which a visit in cycle 9 misses
  assign f_watch = watched;
  assign {f_visit8, f_visit9, f_visit10} = {cls_8 == watched, cls_9 == watched, cls_10 == watched};
  assign f_coming_back = own_10 & {W{f_visit10}};
  always_comb begin
    cells[2] = f_cells_2;
    for (int j = 2; j <= 6; j++) begin
      later[j] = '0;
      for (int k = 5 + j; k >= 7; k--) later[j] += (NB + 3)'(cells[k]);
    end
    f_under_way = '0;
    for (int k = 9; k >= 4; k--) f_under_way += (NB + 3)'(cells[k]);
  end
  always_ff @(posedge clk) begin
    if (f_age != '1) f_age <= f_age + 1'b1;
    f_is <= f_age == '1 ? {f_is[5:1], cls_0 == watched} : '0;
    for (int k = 3; k <= 11; k++) cells[k] <= cells[k-1];
    {f_free5, f_free6, f_fits6} <= {partition_free_4, f_free5, fits_5};
    f_own <= f_own + (f_is[6] ? W'(own_6) : '0) - f_coming_back;
    f_shared <= f_shared + (f_is[6] ? W'(shared_6) : '0) - (f_visit9 ? shared_back : '0);
    {f_came, f_came_shared} <= f_is[6] ? {own_6 | shared_6, shared_6} : '0;
    if (f_age == '0) for (int k = 3; k <= 11; k++) cells[k] <= '0;
    if (f_age < 2'd2) {f_own, f_shared} <= '0;
  end
  always_comb begin

    // A1: TTL takes effect together with the sizes, while the MMU is empty
    assume (rst == (f_age == '0) && restart == (f_age == 2'd1) && enabled == (f_age >= 2'd2) && configured &&
        commit_addr == '1);
    // A2: the counters are equal then
    if (f_age < 2'd2) assume (f_own_mem == f_own_back_mem && f_shared_mem == f_shared_back_mem);
    // A3: no packets before that
    assume (f_age == '1 || f_cells_2 == '0);
    // A4: the watched class exists; only an enqueue of the class has cells
    assume (watched < NC && (f_is[2] || f_cells_2 == '0));
    // A5: sluice_under_way: the sum is exact
    if (f_is[4]) assume (under_way_4 == f_under_way);
    // A6, A7: the class moves down the pipeline to cycle 2
    if (f_is[2]) assume (cls_2 == watched); else assume (cls_2 != watched);
    // A8, A9: the class moves down the pipeline to cycle 5
    if (f_is[5]) assume (cls_5 == watched); else assume (cls_5 != watched);
    // A10: cells are charged to at most one pool, and only where they fit
    if (f_is[6]) assume ((own_6 == '0 || (own_6 == cells[6] && f_fits6)) &&
        (shared_6 == '0 || (own_6 == '0 && shared_6 == cells[6])));
    // Guaranteed by other modules
    // A11: sluice_settle: freed cells were charged
    if (f_visit9) assume ((W + 2)'(freed_9) + (W + 2)'(f_came) + (W + 2)'(f_coming_back) <= (W + 2)'(f_own) +
        (W + 2)'(f_shared));
    // A12: sluice_scan: no two visits in a row of one class free cells
    if (NC > 1 && f_visit9 && f_visit8) assume (freed_9 == '0);
    // A13: with one class there is only one address
    if (NC == 1) assume ({cls_7, cls_8, cls_9, cls_10} == '0);
    // A14: sluice_pool_free: no class holds more than the pool
    if (f_is[6]) assume ((W + 1)'(f_shared) + (W + 1)'(shared_6) < (W + 1)'(1) << W);
    // P1: the class begins empty
    a_start: assert (f_age < 2'd2 || (f_is[6] == (cls_6 == watched) && (f_age == '1 || {f_is, f_own, f_shared} == '0)));
    // P2: a visit has the counters written before it
    a_visit: assert (f_age < 2'd2 || ((!f_visit8 ||
        (shared_back_8 == (NC == 1 ? shared_back_total : f_shared_back_mem) && shared_out[W+:W] == f_shared_mem)) &&
        (!f_visit9 || (shared_9 == f_shared_mem - W'(f_came_shared) && shared_back_9 == f_shared_back_mem &&
        not_shared_held_9 == shared_back_9 + ~shared_9)) &&
        (!f_visit10 || own_back_out[0+:W] == f_own_back_mem)));
    // P3: the differences of the counters are the cells held
    a_totals: assert (f_age < 2'd2 || (f_own_mem - f_own_back_mem == f_own &&
        f_shared_mem - f_shared_back_mem == f_shared));
    if (f_age == '1) begin
      // P4: 0 <= s_j <= b_j
      a_bound: assert (f_own <= f_size && (!f_is[6] || (W + 1)'(f_own) + (W + 1)'(own_6) <= (W + 1)'(f_size)));
      // P5: freed cells return to the shared partition first
      a_first_shared: assert (!f_visit9 || shared_back == (freed_9 < f_shared - W'(f_came_shared) ? freed_9 :
          f_shared - W'(f_came_shared)));
      // P6: the rest of the freed cells returns to the own partition
      a_rest: assert (!f_visit9 || freed_9 - shared_back == (surplus[W-1:0] & {W{takes}}));
      c_full: cover (f_own == f_size && f_size != '0);
      c_shared: cover (f_is[6] && shared_6 != '0);
      c_both_return: cover (f_visit9 && shared_back != '0 && takes && surplus[W-1:0] != '0);
      c_no_fit: cover (f_is[5] && !fits_5 && cells[5] != '0 && f_own < f_size);
      // P7: lemma: returned cells are at most the held cells
      a_back: assert (f_coming_back <= f_own && W'(f_came_shared) <= f_shared &&
          (!f_visit9 || shared_back <= f_shared));
      // P8: lemma: an enqueue has the present counters when it writes them
      a_enqueue: assert (!f_is[6] || (own_out[0+:W] == f_own_mem && shared_out[0+:W] == f_shared_mem));
      // P9: lemma: admission has the present counters
      a_read: assert ((!f_is[1] || own_out[W+:W] == f_own_mem) && (!f_is[3] || own_back_out[W+:W] == f_own_back_mem));
      // P10: lemma: admission has the active size
      a_size: assert (!f_is[1] || size_1 == f_size);
      // P11: lemma: free cells that were read miss only later enqueues
      a_later: assert ((!f_is[2] || f_less(less_2, later[2])) && (!f_is[3] || f_less(less_3, later[3])) &&
          (!f_is[4] || f_recent(partition_free_4, later[4])) &&
          (!f_is[5] || f_recent(f_free5, later[5])) && (!f_is[6] || f_recent(f_free6, later[6])));
      // P12: a packet that fits leaves no negative number of free cells
      a_fits: assert ((!f_is[5] || !fits_5 || (UW + 1)'(later[5]) + (UW + 1)'(cells[6]) + (UW + 1)'(cells[5]) <=
          (UW + 1)'(f_free5)) &&
          (!f_is[6] || !f_fits6 || (UW + 1)'(later[6]) + (UW + 1)'(cells[6]) <= (UW + 1)'(f_free6)));
    end
  end
  // The O that was read is the present O without later cells.
  function automatic logic f_less(input logic [W-1:0] read, input logic [NB+2:0] since);
    f_less = (UW + 2)'(W'(read + 1'b1 + f_own_mem - f_size)) <= (UW + 2)'(since);
  endfunction
  // The free cells that were read are the present ones, except for cells that entered or returned later.
  function automatic logic f_recent(input logic [W-1:0] read, input logic [NB+2:0] since);
    f_recent = (UW + 2)'(read) + (UW + 2)'(f_own) <= (UW + 2)'(f_size) + (UW + 2)'(since);
  endfunction
