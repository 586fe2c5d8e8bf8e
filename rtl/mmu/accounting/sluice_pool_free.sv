// Room of the shared pool [spec 3]. room = Bs - S, S as charged: thresholds follow from it. free is the room less the cells of
// all enqueues under way: each takes its cells in advance and gives them back unless it goes to the pool, so that one adder
// stands in the loop and its sign, after a packet's own cells, is the verdict. used is S, a register of its own.
// A new size comes as if it were freed: a choice behind the adders would stand in their loops. load in clock t, with it: room and
// free are 0 in t + 1; room is right from t + 2 on, free from t + 3, before an enqueue after the commit asks.
// What is subtracted from is held as a complement: a - b = ~(~a + b).
// Clock 2: cells. Clock 3: free as the packet finds it. Clock 4: fits. Clock 6: back, charged; back in free from clock 9 on,
// charged in room from clock 8 on. freed in clock 10 of a visit: in free from clock 13 on, in room from clock 12 on.
`default_nettype none
module sluice_pool_free #(
    parameter int W = 18,
    parameter int NB = 14,
    parameter int FW = (W > NB + 3 ? W : NB + 3) + 1  // derived: do not set; of a signed sum of the pool and cells under way
) (
    input  wire logic           clk,
    input  wire logic           rst,
    input  wire logic           load,      // a new size: nothing is held, nothing under way
    input  wire logic [NB-1:0]  cells,     // of an enqueue, clock 2
    input  wire logic [NB-1:0]  not_back,  // of an enqueue that does not go to the pool, clock 6; complement
    input  wire logic [NB-1:0]  charged,   // of one that does
    input  wire logic [W-1:0]   not_freed, // by a visit, or a new size; complement
    output logic      [W-1:0]   pool_free,
    output logic      [W-1:0]   used,
    output logic      [FW-1:0]  free,      // two's complement
    output logic                fits       // clock 4: the packet of clock 2
);
  logic loaded;
  logic [W-1:0] not_pool_free, loss;  // loss: of the room, modulo 2^W
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
