  // The sum is the packet's own cells and those of the packets with its key in the five cycles before it.
  (* anyconst *) logic [KW-1:0] watched;
  logic [3:0] age = '0;  // cycles since power-up
  logic [9:0] of;        // of[k]: the packet in cycle k has the watched key
  logic [NB-1:0] cells_7, cells_8, cells_9;
  logic [NB+2:0] expected;
  always_ff @(posedge clk) begin
    if (age != '1) age <= age + 1'b1;
    of[9:1] <= {of[8:1], key == watched};
    {cells_7, cells_8, cells_9} <= {cells_6, cells_7, cells_8};
  end
  assign expected = (NB + 3)'(cells_4) + ((NB + 3)'(cells_5) & {(NB + 3){of[5]}}) +
      ((NB + 3)'(cells_6) & {(NB + 3){of[6]}}) +
      ((NB + 3)'(cells_7) & {(NB + 3){of[7]}}) + ((NB + 3)'(cells_8) & {(NB + 3){of[8]}}) +
      ((NB + 3)'(cells_9) & {(NB + 3){of[9]}});
  logic [4*NB-1:0] before;
  always_ff @(posedge clk) before <= {cells_2, cells_3, cells_4, cells_5};
  always_comb begin
    // A1: cells move down the pipeline
    if (age != '0) assume ({cells_3, cells_4, cells_5, cells_6} == before);
    // P1: the sum is the packet's cells and those of the packets with its key in the five cycles before it
    if (age == '1 && of[4]) begin
      a_sum: assert (sum == expected);
      c_all: cover (of[9:4] == '1 && cells_4 != '0 && cells_9 != '0);
      c_alone: cover (of[9:5] == '0 && cells_5 != '0 && cells_9 != '0);
    end
  end
