// Room of the shared pool [spec 3]. room = Bs - S, S as charged: thresholds follow from it. free is the room less the cells of
// all enqueues under way: each takes its cells in advance and gives them back unless it goes to the pool, so that one adder
// stands in the loop and its sign, after a packet's own cells, is the verdict. used is S, a register of its own.
// A new size is added to 0: a choice behind the adders would stand in their loops. load in clock t: room and free are 0 in t + 1,
// right from t + 2 on.
// Clock 2: cells. Clock 3: free as the packet finds it. Clock 4: fits. Clock 6: back, charged; back in free from clock 9 on,
// charged in room from clock 8 on. freed in clock 10 of a visit: in free from clock 13 on, in room from clock 12 on.
`default_nettype none
module sluice_room #(
    parameter int W = 18,
    parameter int NB = 14,
    parameter int FW = (W > NB + 3 ? W : NB + 3) + 1  // derived: do not set; of a signed sum of the pool and cells under way
) (
    input  wire logic           clk,
    input  wire logic           rst,
    input  wire logic           load,     // take over a new size: nothing is held, nothing under way
    input  wire logic [W-1:0]   size,
    input  wire logic [NB-1:0]  cells,    // of an enqueue, clock 2
    input  wire logic [NB-1:0]  back,     // of an enqueue that does not go to the pool, clock 6
    input  wire logic [NB-1:0]  charged,  // of one that does
    input  wire logic [W-1:0]   freed,    // by a visit
    output logic      [W-1:0]   room,
    output logic      [W-1:0]   used,
    output logic      [FW-1:0]  free,     // two's complement
    output logic                fits      // clock 4: the packet of clock 2
);
  logic loaded;
  logic [W-1:0] not_used;
  logic [W:0] given;
  logic [FW-1:0] change;
  logic [W-1:0] gain;  // of the room, modulo 2^W
  logic [W:0] offered;
  assign offered = given | {1'b0, size & {W{load}}};
  always_ff @(posedge clk) begin
    given <= rst ? '0 : {1'b0, freed} + (W + 1)'(back);
    change <= rst ? '0 : FW'(offered) - FW'(cells);
    gain <= rst ? '0 : (freed | (size & {W{load}})) - W'(charged);
    free <= rst || load ? '0 : free + change;
    room <= rst || load ? '0 : room + gain;
    not_used <= rst || loaded ? '1 : not_used + gain;
    loaded <= load;
  end
  assign used = ~not_used;
  assign fits = !free[FW-1];
endmodule
`default_nettype wire
