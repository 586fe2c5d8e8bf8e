// Free cells of the shared pool [spec 3; DSH Eq. 2]: pool_free = Bs - S, with S as charged; thresholds follow from
// pool_free. used is S.
// free: pool_free less the cells of all enqueues under way. Each enqueue takes its cells in advance and returns them
// unless it is charged to the pool.
// So one adder is in the loop, and the sign after a packet's own cells decides whether the packet fits the pool.
// A new size arrives as freed cells, because a multiplexer behind an adder would be in the loop.
// load in cycle t, with the size: pool_free and free are 0 in t + 1; pool_free is valid from t + 2 on, free from t + 3
// on, before an enqueue needs them.
// Minuends are complements: a - b = ~(~a + b).
// Latency of an enqueue: cells in cycle 2, free (before the packet) in 3, fits in 4, cells returned or charged in 6;
// included in free from cycle 9 on, in pool_free from cycle 8 on. Cells freed by a visit arrive in its cycle 10:
// included in free from cycle 13 on, in pool_free from cycle 12 on.
`default_nettype none
module sluice_pool_free #(
    parameter int W = 18,                             // bits of a cell counter
    parameter int NB = 14,                            // bits of a packet's cells
    // derived: do not set; of a signed sum of the pool and cells under way
    parameter int FW = (W > NB + 3 ? W : NB + 3) + 1
) (
    input  wire logic           clk,        // clock
    input  wire logic           rst,        // synchronous reset, active high
    input  wire logic           load,       // a new size; nothing is held or under way
    input  wire logic [NB-1:0]  cells,      // cycle 2: cells of an enqueue
    input  wire logic [NB-1:0]  not_back,   // cycle 6: cells that are not charged to the pool, complement
    input  wire logic [NB-1:0]  charged,    // cycle 6: cells that are charged to the pool
    input  wire logic [W-1:0]   not_freed,  // cells freed by a visit, or a new size; complement
    output logic      [W-1:0]   pool_free,  // Bs - S
    output logic      [W-1:0]   used,       // S
    output logic      [FW-1:0]  free,       // pool_free less the cells under way; two's complement
    output logic                fits        // cycle 4: the packet of cycle 2 fits
);
  logic loaded;
  logic [W-1:0] not_pool_free, loss;  // loss: decrease of pool_free, modulo 2^W
  logic [W:0] not_given;
  logic [FW-1:0] not_free, taken;
  always_ff @(posedge clk) begin
    not_given <= rst ? '1 : {1'b1, not_freed} + {{(W + 1 - NB) {1'b1}}, not_back} + 1'b1;
    taken <= rst ? '0 : FW'(cells) + {{(FW - W - 1) {1'b1}}, not_given} + 1'b1;
    loss <= rst ? '0 : W'(charged) + not_freed + 1'b1;
    not_free <= rst || load ? '1 : not_free + taken;
    not_pool_free <= rst || load ? '1 : not_pool_free + loss;
    used <= rst || loaded ? '0 : used + loss;
    loaded <= load;
  end
  assign pool_free = ~not_pool_free;
  assign free = ~not_free;
  assign fits = not_free[FW-1];

`ifdef FORMAL_POOL_FREE
`include "sluice_pool_free.svh"
`endif
endmodule
`default_nettype wire
