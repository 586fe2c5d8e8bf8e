// The dequeue [spec 3]: checked against what its queue holds, then counted. An error (more than the queue holds, or earlier
// than the verdict of its packet is out) is reported and changes nothing, also right behind another one: one comparison in a clock,
// with B as the dequeue one clock before has left it, right or not.
// Totals grow only: A accepted cells (of sluice_account), B dequeued ones, q = A - B. One bit more than a counter has tells by
// the sign of q - cells.
// Clock 0: event. Clock 1: A is read, with the packets whose verdict was out in clock 0. Clock 3: B is read. Clock 5: compared.
// Clock 6: error; B takes total at taken_addr.
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
    output logic               b_read,      // clock 3
    output logic      [AW-1:0] b_addr,
    output logic               b_newer,     // clock 4: B is total
    input  wire logic [W:0]    b,           // clock 5
    output logic               next,        // clock 5: B may be written in the next clock
    output logic      [AW-1:0] next_addr,
    output logic               writes,      // clock 6: B takes total
    output logic               taken,
    output logic               enough,      // the queue holds it: taken, where next was set
    output logic      [AW-1:0] taken_addr,
    output logic      [W:0]    total,
    output logic      [W-1:0]  fallen,      // cells, 0 with an error
    output logic               error
);
  logic [AW-1:0] at[6];
  logic [W-1:0] n[7];
  logic [6:1] v, bad;
  always_ff @(posedge clk) begin
    v <= clear ? '0 : {v[5:1], valid && real_queue};
    bad <= clear ? '0 : {bad[5:1], valid && !real_queue};
    at[1] <= addr;
    n[1] <= valid && real_queue ? cells : '0;
    for (int k = 2; k <= 5; k++) at[k] <= at[k-1];
    for (int k = 2; k <= 6; k++) n[k] <= n[k-1];
  end
  assign {a_read, a_addr} = {v[1], at[1]};
  assign {b_read, b_addr} = {v[3], at[3]};
  assign {next, next_addr} = {v[5], at[5]};

  // The same queue as one and two clocks before: what these made of B, if they were right, is not in its RAM when it is read.
  logic [5:2] one;
  logic two4;
  always_ff @(posedge clk) begin
    one <= {one[4:2], v[2] && at[1] == at[2]};
    two4 <= v[5] && at[3] == at[5];
  end
  assign b_newer = two4 && enough;

  // A - n as a complement, which needs no inverter in front of a carry chain: with B it has a sign where q >= n.
  logic [W:0] not_left4, not_left5, b_now5, sum;
  logic may_write;
  assign b_now5 = one[5] && enough ? total : b;
  assign sum = not_left5 + b_now5;
  always_ff @(posedge clk) begin
    not_left4 <= not_a + {1'b0, n[3]};
    not_left5 <= not_left4;
    total <= clear ? '0 : b_now5 + {1'b0, n[5]};
    enough <= sum[W] || clear;
    may_write <= v[5] || clear;
    taken_addr <= clear ? clear_addr : at[5];
  end
  assign taken = v[6] && enough;
  assign writes = may_write && enough;
  assign fallen = n[6] & {W{taken}};
  assign error = bad[6] || (v[6] && !enough);
  logic unused_rest;
  assign unused_rest = ^sum[W-1:0];

`ifdef FORMAL_DEQUEUE
`include "sluice_dequeue.svh"
`endif
endmodule
`default_nettype wire
