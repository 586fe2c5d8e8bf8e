// Cells of the enqueues under way [spec 3]: a verdict is taken from counters that lack the enqueues of the last five clocks,
// so these are added, whatever will become of them: those of the same port, itself included.
// Clock 0: port. Clock 1: take, cells of the packet. Clock 4: the sum. cells_2 .. cells_6: the packet's, 0 where nothing is
// taken, in these clocks.
`default_nettype none
module sluice_under_way #(
    parameter int NB = 14,  // bits of a packet's cells
    parameter int KW = 2    // bits of what it must have in common: the port or, TTL, the class
) (
    input  wire logic          clk,
    input  wire logic [KW-1:0] key,        // clock 0
    input  wire logic [NB-1:0] cells_2,
    input  wire logic [NB-1:0] cells_3,
    input  wire logic [NB-1:0] cells_4,
    input  wire logic [NB-1:0] cells_5,
    input  wire logic [NB-1:0] cells_6,
    output logic      [NB+2:0] sum         // clock 4
);
  logic [KW-1:0] keys[6];  // from 1 on
  logic [5:1] equal;  // clock 1: packet k clocks before has the same key
  logic equal_1;      // of the packet one before, in clock 2
  logic [NB:0] near, far, last;  // of those two and three, four and five clocks older; of the last with its own
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
