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
  // The sum is the packet's own cells and those of the packets of its key in the five clocks before.
  (* anyconst *) logic [KW-1:0] watched;
  logic [3:0] age = '0;  // clocks since power-up
  logic [9:0] of;        // of[k]: the packet in clock k has the watched key
  logic [NB-1:0] cells_7, cells_8, cells_9;
  logic [NB+2:0] expected;
  always_ff @(posedge clk) begin
    if (age != '1) age <= age + 1'b1;
    of[9:1] <= {of[8:1], key == watched};
    {cells_7, cells_8, cells_9} <= {cells_6, cells_7, cells_8};
  end
  assign expected = (NB + 3)'(cells_4) + ((NB + 3)'(cells_5) & {(NB + 3){of[5]}}) + ((NB + 3)'(cells_6) & {(NB + 3){of[6]}}) +
      ((NB + 3)'(cells_7) & {(NB + 3){of[7]}}) + ((NB + 3)'(cells_8) & {(NB + 3){of[8]}}) + ((NB + 3)'(cells_9) & {(NB + 3){of[9]}});
  logic [4*NB-1:0] before;
  always_ff @(posedge clk) before <= {cells_2, cells_3, cells_4, cells_5};
  always_comb begin
    if (age != '0) assume ({cells_3, cells_4, cells_5, cells_6} == before);
    if (age == '1 && of[4]) a_sum: assert (sum == expected);
  end
`endif
endmodule
`default_nettype wire
