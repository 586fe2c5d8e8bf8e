// Cells of the enqueues under way [spec 3]. Admission reads counters that miss the enqueues of the last five cycles.
// The cells of those with the same key are added, whatever their admission, and the packet's own cells.
// Latency: key in cycle 0, sum in cycle 4. cells_2 .. cells_6: cells of the enqueues in these cycles, 0 where an
// enqueue does not take part.
`default_nettype none
module sluice_under_way #(
    parameter int NB = 14,  // bits of a packet's cells
    parameter int KW = 2    // bits of the key: the port or, for TTL, the class
) (
    input  wire logic          clk,      // clock
    input  wire logic [KW-1:0] key,      // cycle 0: key of the enqueue
    input  wire logic [NB-1:0] cells_2,  // cells of the enqueue in cycle 2
    input  wire logic [NB-1:0] cells_3,  // cells of the enqueue in cycle 3
    input  wire logic [NB-1:0] cells_4,  // cells of the enqueue in cycle 4
    input  wire logic [NB-1:0] cells_5,  // cells of the enqueue in cycle 5
    input  wire logic [NB-1:0] cells_6,  // cells of the enqueue in cycle 6
    output logic      [NB+2:0] sum       // cycle 4: cells under way with this key, the packet's own included
);
  logic [KW-1:0] keys[6];  // keys of the enqueues in cycles 1 .. 5
  logic [5:1] equal;  // cycle 1: the packet k cycles older has the same key
  logic equal_1;      // cycle 2: the packet one cycle older has the same key
  // near: packets two and three cycles older; far: four and five cycles older; last: one cycle older, and the packet
  // itself
  logic [NB:0] near, far, last;
  logic [NB+1:0] older;
  always_ff @(posedge clk) begin
    keys[1] <= key;
    for (int k = 2; k <= 5; k++) keys[k] <= keys[k-1];
    for (int k = 1; k <= 5; k++) equal[k] <= key == keys[k];
    equal_1 <= equal[1];
    near <= {1'b0, cells_3 & {NB{equal[2]}}} + {1'b0, cells_4 & {NB{equal[3]}}};
    far <= {1'b0, cells_5 & {NB{equal[4]}}} + {1'b0, cells_6 & {NB{equal[5]}}};
    last <= {1'b0, cells_2} + {1'b0, cells_3 & {NB{equal_1}}};
    older <= {1'b0, near} + {1'b0, far};
    sum <= {2'b0, last} + {1'b0, older};
  end

`ifdef FORMAL_UNDER_WAY
`include "sluice_under_way.svh"
`endif
endmodule
`default_nettype wire
