// The dequeue rule [spec 3]: headroom is repaid first, the rest goes back to the shared pool. Combinational.
// A dequeue of more than the queue holds is an error of the datapath: reported, and nothing changes.
// y, the fall of the part above private, is all cells, the part above private, or nothing: chosen by comparisons
// that run side by side. Amounts are meaningful while done.
`default_nettype none
module sluice_repay #(
    parameter int W = 18
) (
    input  wire logic         valid,
    input  wire logic         lossless,   // of the class; only lossless classes use headroom
    input  wire logic [W-1:0] cells,
    input  wire logic [W:0]   cells_phi,  // cells + phi
    input  wire logic [W-1:0] phi,        // private cells of a queue
    input  wire logic [W-1:0] queue,      // q before the dequeue
    input  wire logic [W-1:0] headroom,   // h of the group before the dequeue
    output logic              done,
    output logic              error,
    output logic      [W-1:0] fall,       // y
    output logic      [W-1:0] repaid,     // cells that leave the headroom
    output logic      [W-1:0] freed       // cells that leave the shared pool
);
  logic [W:0] left, above, left_above, spare;  // bit W: below zero
  assign left = {1'b0, queue} - {1'b0, cells};
  assign above = {1'b0, queue} - {1'b0, phi};
  assign left_above = cells_phi[W] ? '1 : {1'b0, queue} - cells_phi;
  assign error = valid && left[W];
  assign done = valid && !left[W];
  assign fall = !left_above[W] ? cells : !above[W] ? above[W-1:0] : '0;
  assign spare = {1'b0, headroom} - {1'b0, fall};
  assign repaid = !lossless ? '0 : spare[W] ? headroom : fall;
  assign freed = !lossless ? fall : spare[W] ? W'(0) - spare[W-1:0] : '0;
endmodule
`default_nettype wire
