  // Any one queue: a dequeue is taken if and only if the queue, less all taken before, holds it [spec 3].
  (* anyconst *) logic [AW-1:0] watched;
  (* anyseq *) logic [W-1:0] f_more;         // accepted in this cycle
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
    // A2: A is read with the packets whose result is out
    if (v[3] && at[3] == watched) assume (not_a == ~f_a);
    // A3: B is read as sluice_counter_ram gives it
    if (v[5] && at[5] == watched) assume (b == f_read);
    // A queue holds less than its counter can, also with what comes in this cycle.
    // A4: a queue holds less than its counter can
    assume ({1'b0, f_q} + (W + 2)'(f_more) < 2 ** W);
    if (started) begin
      // P1: a dequeue is taken if and only if its queue holds it
      if (v[5] && at[5] == watched) a_right: assert (right == ({1'b0, n[5]} <= f_q5));
      // P2: B is then the sum of all taken ones
      if (taken && taken_addr == watched) a_total: assert (total == f_b && writes);
      // P3: q is never negative
      a_never_negative: assert (!f_q[W]);
      // P4: nor was it in cycle 5
      if (v[5] && at[5] == watched) a_then5: assert (!f_q5[W] && f_q5 <= f_q);
      // P5: nor in cycle 4
      if (v[4] && at[4] == watched) a_then4: assert (!f_q4[W] && f_q4 <= f_q);
      // P6: the RAM holds B, or it is being written
      a_memory: assert (taken && taken_addr == watched || f_mem == f_b);
    end
  end
