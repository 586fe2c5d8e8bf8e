// The dequeue rule [spec 3]: headroom is repaid first, the rest goes back to the shared pool. Combinational.
// A dequeue of more than the queue holds is an error of the datapath: reported, and nothing changes.
// fall (y, the fall of the part above private) is all cells, the part above private, or nothing: chosen by comparisons
// that run side by side. The other amounts are meaningful while done.
`default_nettype none
module sluice_repay #(
    parameter int W = 18
) (
    input  wire logic         valid,
    input  wire logic         lossless,    // of the class; only lossless classes use headroom
    input  wire logic [W-1:0] cells,
    input  wire logic [W+1:0] minus_all,   // - cells - phi, two's complement
    input  wire logic [W-1:0] phi,         // private cells of a queue
    input  wire logic [W-1:0] queue,       // q before the dequeue
    input  wire logic [W-1:0] headroom,    // h of the group before the dequeue
    output logic              done,
    output logic              error,
    output logic      [W-1:0] queue_next,
    output logic              below_next,  // queue_next < phi
    output logic      [W-1:0] fall,        // y
    output logic      [W-1:0] held,        // h, as far as this dequeue repays it
    output logic      [W-1:0] held_next,   // h after it
    output logic              frees,       // done, and y > h: the rest of it goes to the shared pool
    output logic      [W-1:0] freed        // that rest
);
  logic [W:0] left, above, spare;  // bit W: below zero
  logic [W+1:0] left_above;
  assign left = {1'b0, queue} - {1'b0, cells};
  assign above = {1'b0, queue} - {1'b0, phi};
  assign left_above = {2'b0, queue} + minus_all;
  assign error = valid && left[W];
  assign done = valid && !left[W];
  assign queue_next = left[W-1:0];
  assign below_next = left_above[W+1];
  assign fall = !below_next ? cells : !above[W] ? above[W-1:0] : '0;
  assign held = lossless ? headroom : '0;
  assign spare = {1'b0, held} - {1'b0, fall};
  assign held_next = spare[W] ? '0 : spare[W-1:0];
  assign frees = done && spare[W];
  assign freed = spare[W] ? W'(0) - spare[W-1:0] : '0;
endmodule
`default_nettype wire
