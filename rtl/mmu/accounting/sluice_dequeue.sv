// The dequeue [spec 3]: checked against the occupancy of its queue, then counted. A dequeue of more cells than the
// queue holds, or before the admission of its packet is out, is an error; it is reported and changes nothing.
// Dequeues of one queue may follow each other in every cycle: each uses B as the dequeue before it left B, whether that
// one was taken or refused.
// Counters only grow: A accepted cells (sluice_count), B dequeued cells, q = A - B. They have one bit more than q. The
// sign of q - cells decides.
// Latency: event in cycle 0. A is read in cycle 1, with the packets whose admission was out in cycle 0; B in cycle 3;
// compared in cycle 5; error, and the write of B, in cycle 6.
`default_nettype none
module sluice_dequeue #(
    parameter int AW = 5,  // bits of {port, class}
    parameter int W = 18   // bits of a cell counter
) (
    input  wire logic          clk,         // clock
    input  wire logic          clear,       // B is cleared, at clear_addr in the next cycle
    input  wire logic [AW-1:0] clear_addr,  // address to clear
    // cycle 0
    input  wire logic          valid,       // dequeue event
    input  wire logic          real_queue,  // the queue exists
    input  wire logic [AW-1:0] addr,        // {port, class}
    input  wire logic [W-1:0]  cells,       // size, cells
    output logic               a_read,      // cycle 1: read A
    output logic      [AW-1:0] a_addr,      // queue of the dequeue
    input  wire logic [W:0]    not_a,       // cycle 3: A as of cycle 1, complement
    output logic               b_read,      // cycle 3: read B
    output logic      [AW-1:0] b_addr,      // queue of the dequeue
    output logic               b_newer,     // cycle 4: use total instead of the word read
    input  wire logic [W:0]    b,           // cycle 5: B
    output logic               next,        // cycle 5: B may be written in the next cycle
    output logic      [AW-1:0] next_addr,   // queue of that dequeue
    output logic               writes,      // cycle 6: write total
    output logic               taken,       // the dequeue is taken
    // the queue holds the cells; with next one cycle before: the dequeue is taken
    output logic               enough,
    output logic      [AW-1:0] taken_addr,  // queue of the dequeue
    output logic      [W:0]    total,       // B after the dequeue
    output logic      [W-1:0]  fallen,      // cells dequeued, 0 if not taken
    output logic               error        // the dequeue is refused
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

  // The same queue as the dequeues one and two cycles before: if these are taken, the RAM does not hold their B yet.
  logic [5:2] one;
  logic two4;
  always_ff @(posedge clk) begin
    one <= {one[4:2], v[2] && at[1] == at[2]};
    two4 <= v[5] && at[3] == at[5];
  end
  assign b_newer = two4 && enough;

  // A - n as a complement, so no inverter is in front of a carry chain. The sum with B is negative where q >= n.
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
