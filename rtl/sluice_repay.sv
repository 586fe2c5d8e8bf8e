// The dequeue rule [spec 3]: headroom is repaid first, the rest goes back to the shared pool. Combinational.
// A dequeue of more than the queue holds is an error of the datapath: reported, and nothing changes.
`default_nettype none
module sluice_repay #(
    parameter int W = 18
) (
    input  wire logic         valid,
    input  wire logic         lossless,  // of the class; only lossless classes use headroom
    input  wire logic [W-1:0] cells,
    input  wire logic [W-1:0] phi,       // private cells of a queue
    input  wire logic [W-1:0] queue,     // q before the dequeue
    input  wire logic [W-1:0] headroom,  // h of the group before the dequeue
    output logic      [W-1:0] taken,     // cells that leave the queue
    output logic      [W-1:0] fall,      // y: fall of the part above private
    output logic      [W-1:0] repaid,    // cells that leave the headroom
    output logic      [W-1:0] freed,     // cells that leave the shared pool
    output logic              error
);
  logic [W-1:0] left, above;
  always_comb begin
    error = valid && cells > queue;
    taken = valid && !error ? cells : '0;
    left = queue - taken;
    above = queue > phi ? queue - phi : '0;
    fall = above - (left > phi ? left - phi : '0);
    repaid = !lossless ? '0 : fall < headroom ? fall : headroom;
    freed = fall - repaid;
  end
endmodule
`default_nettype wire
