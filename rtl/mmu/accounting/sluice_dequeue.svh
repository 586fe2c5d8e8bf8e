  // Any one queue: a dequeue is taken exactly if the queue, less all dequeues taken before, holds its cells [spec 3].
  (* anyconst *) logic [AW-1:0] watched;
  (* anyseq *) logic [W-1:0] f_more;         // cells accepted in this cycle
  logic started = 1'b0, right;
  assign right = v[5] && sum[W];
  logic [W:0] f_a, f_a4, f_a5, f_b, f_mem, f_read, f_q, f_q4, f_q5;  // A; B by the rules, in its RAM, as read
  always_ff @(posedge clk) begin
    started <= 1'b1;
    f_a <= clear ? '0 : f_a + {1'b0, f_more};
    f_b <= clear ? '0 : f_b + (right && at[5] == watched ? {1'b0, n[5]} : '0);
    f_mem <= clear ? '0 : taken && taken_addr == watched ? total : f_mem;
    f_read <= b_newer ? total : f_mem;
    {f_a4, f_a5} <= {f_a, f_a4};
  end
  assign f_q = f_a - f_b;
  assign f_q4 = f_a4 - f_b;
  assign f_q5 = f_a5 - f_b;
  always_comb begin
    // A1: reset at power-up
    assume (clear == !started);
    // A2: the A read includes the packets whose admission is out
    if (v[3] && at[3] == watched) assume (not_a == ~f_a);
    // A3: B is read as sluice_counter_ram gives it
    if (v[5] && at[5] == watched) assume (b == f_read);

    // A4: the queue's cells fit its counter, also with the cells accepted in this cycle
    assume ({1'b0, f_q} + (W + 2)'(f_more) < 2 ** W);
    if (started) begin
      // P1: a dequeue is taken exactly if its queue holds its cells
      if (v[5] && at[5] == watched) a_right: assert (right == ({1'b0, n[5]} <= f_q5));
      // P2: B is the sum of all dequeues taken
      if (taken && taken_addr == watched) a_total: assert (total == f_b && writes);
      // P3: q is never negative
      a_never_negative: assert (!f_q[W]);
      c_taken: cover (taken && taken_addr == watched && v[5] && at[5] == watched);
      c_refused: cover (v[5] && at[5] == watched && !right && f_q5 != '0);
      c_last_cell: cover (v[5] && at[5] == watched && right && {1'b0, n[5]} == f_q5 && f_q5 > (W + 1)'(3));
      // P4: q was not negative in cycle 5
      if (v[5] && at[5] == watched) a_then5: assert (!f_q5[W] && f_q5 <= f_q);
      // P5: q was not negative in cycle 4
      if (v[4] && at[4] == watched) a_then4: assert (!f_q4[W] && f_q4 <= f_q);
      // P6: the RAM holds B, or B is written in this cycle
      a_memory: assert (taken && taken_addr == watched || f_mem == f_b);
    end
  end
