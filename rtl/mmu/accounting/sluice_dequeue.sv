// The dequeue [spec 3]: checked against what its queue holds, then counted. An error (more than the queue holds, or earlier
// than the verdict of its packet is out) is reported and changes nothing, also right behind another one: the packet is compared
// as if the dequeue one clock before had failed and as if not, and the case that holds is chosen.
// Totals grow only: A accepted cells (of sluice_account), B dequeued ones, q = A - B. One bit more than a counter has tells by
// the sign of q - cells.
// Clock 0: event. Clock 1: A is read, with the packets whose verdict was out in clock 0. Clock 2: B is read. Clock 6: error;
// B takes total at taken_addr.
`default_nettype none
module sluice_dequeue #(
    parameter int AW = 5,
    parameter int W = 18
) (
    input  wire logic          clk,
    input  wire logic          clear,       // B is cleared, at clear_addr in the next clock
    input  wire logic [AW-1:0] clear_addr,
    // clock 0
    input  wire logic          valid,
    input  wire logic          real_queue,  // there is such a queue
    input  wire logic [AW-1:0] addr,
    input  wire logic [W-1:0]  cells,
    output logic               a_read,      // clock 1
    output logic      [AW-1:0] a_addr,
    input  wire logic [W:0]    not_a,       // clock 3: as it was then, its complement
    output logic               b_read,      // clock 2
    output logic      [AW-1:0] b_addr,
    output logic               b_newer,     // clock 3: B is total
    input  wire logic [W:0]    b,           // clock 4
    output logic               next,        // clock 5: B may be written in the next clock
    output logic      [AW-1:0] next_addr,
    output logic               writes,      // clock 6: B takes total
    output logic               taken,
    output logic      [AW-1:0] taken_addr,
    output logic      [W:0]    total,
    output logic      [W-1:0]  fallen,      // cells, 0 with an error
    output logic               error
);
  logic [AW-1:0] at[6];
  logic [W-1:0] n[6];
  logic v1, v2, v3, v4, v5, bad1, bad2, bad3, bad4, bad5;
  always_ff @(posedge clk) begin
    {v1, v2, v3, v4, v5} <= clear ? '0 : {valid && real_queue, v1, v2, v3, v4};
    {bad1, bad2, bad3, bad4, bad5} <= clear ? '0 : {valid && !real_queue, bad1, bad2, bad3, bad4};
    at[1] <= addr;
    n[1] <= valid && real_queue ? cells : '0;
    for (int k = 2; k <= 5; k++) begin
      at[k] <= at[k-1];
      n[k] <= n[k-1];
    end
  end
  assign {a_read, a_addr} = {v1, at[1]};
  assign {b_read, b_addr} = {v2, at[2]};
  assign {next, next_addr} = {v5, at[5]};

  // The same queue as one, two, three clocks before. What the dequeue two or three before made of B is forwarded if it was
  // right; with the one before, of which that is not known in time, both cases are compared.
  logic one2, one3, one4, two3, three3;
  always_ff @(posedge clk) begin
    one2 <= v2 && at[1] == at[2];
    {one3, one4} <= {one2, one3};
    two3 <= v4 && at[2] == at[4];
    three3 <= v5 && at[2] == at[5];
  end

  // What B must not exceed for the packet to be right: alone, or with the one before.
  logic [W:0] both3, not_alone4, not_both4;  // complements: of a - b they are b + ~a
  logic [W:0] sum5, b_now4, alone, both;
  logic alone_ok5, both_ok5, right;
  logic renewed4;  // the dequeue two clocks before is of the same queue, and was right
  logic chain5;    // the one before
  assign b_now4 = renewed4 ? total : b;
  assign alone = not_alone4 + b_now4;
  assign both = not_both4 + b_now4;
  assign b_newer = three3 && taken;
  assign right = v5 && (chain5 ? both_ok5 : alone_ok5);
  always_ff @(posedge clk) begin
    both3 <= {1'b0, n[2]} + {1'b0, n[3]};
    not_alone4 <= not_a + {1'b0, n[3]};
    not_both4 <= not_a + both3;
    renewed4 <= !clear && right && two3;
    sum5 <= b_now4 + {1'b0, n[4]};
    alone_ok5 <= alone[W];
    both_ok5 <= both[W];
    chain5 <= right && one4;
    total <= clear ? '0 : chain5 ? total + {1'b0, n[5]} : sum5;
    writes <= clear || right;
    taken <= !clear && right;
    taken_addr <= clear ? clear_addr : at[5];
    fallen <= n[5] & {W{!clear && right}};
    error <= !clear && (bad5 || (v5 && !right));
  end
  logic unused_rest;
  assign unused_rest = ^{alone[W-1:0], both[W-1:0]};


`ifdef FORMAL_DEQUEUE
  // Of any one queue: a dequeue is right if and only if the queue, less all that was right before, holds it [spec 3].
  (* anyconst *) logic [AW-1:0] watched;
  (* anyseq *) logic [W-1:0] f_more;         // accepted in this clock
  logic started = 1'b0;
  logic [W:0] f_a, f_a4, f_a5, f_b, f_mem, f_read, f_q, f_q4, f_q5;  // A; B by the rules, in its RAM, and as it is read
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
    assume (clear == !started);
    if (v3 && at[3] == watched) assume (not_a == ~f_a);
    if (v4 && at[4] == watched) assume (b == f_read);
    // A queue holds less than its counter can, also with what comes in this clock.
    assume ({1'b0, f_q} + (W + 2)'(f_more) < 2 ** W);
    if (started) begin
      if (v5 && at[5] == watched) a_right: assert (right == ({1'b0, n[5]} <= f_q5));
      if (taken && taken_addr == watched) a_total: assert (total == f_b && writes);
      a_never_negative: assert (!f_q[W]);
      if (v5 && at[5] == watched) a_then5: assert (!f_q5[W] && f_q5 <= f_q);
      if (v4 && at[4] == watched) a_then4: assert (!f_q4[W] && f_q4 <= f_q);
      a_memory: assert (taken && taken_addr == watched || f_mem == f_b);
    end
  end
`endif
endmodule
`default_nettype wire
