// The partitions of TTL [TTL 2.3, spec 3]: every class has one of its own and a part of the shared one. Keeps the
// room b_j - s_j of each partition and what each class holds of the shared one. What a visit frees, headroom apart, belongs
// to the class's part of the shared partition first, then to its own.
// Enqueue: class in clock 1, under way (of the class on all ports) in clock 4, fits in clock 5; own, shared and cells in clock 6.
// Visit: freed in clock 9, shared_freed in clock 10.
`default_nettype none
module sluice_partition #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int NB = 14,
    parameter int CW = 3
) (
    input  wire logic            clk,
    input  wire logic            rst,
    input  wire logic            restart,         // take over the new sizes, empty
    input  wire logic [NC*W-1:0] size,            // b_j of the commit
    input  wire logic            active,          // the scheme is TTL
    input  wire logic [CW-1:0]   cls_1,
    input  wire logic [NB+2:0]   under_way_4,
    output logic                 fits_5,
    input  wire logic [CW-1:0]   cls_6,
    input  wire logic [NB-1:0]   own_6,           // cells that go to the class's own partition
    input  wire logic [NB-1:0]   shared_6,        // or to the shared one
    input  wire logic [CW-1:0]   cls_9,
    input  wire logic [W-1:0]    freed_9,
    output logic      [W-1:0]    shared_freed_10,
    output logic      [NC*W-1:0] partition_room   // b_j - s_j
);
  localparam int UW = W > NB + 3 ? W : NB + 3;
  logic [NC*W-1:0] class_shared;
  logic [W-1:0] room_1, room_2, room_3, room_4, held, own_back, shared_back;
  logic [UW:0] left;
  // Entries are chosen by decoded classes: an index times W would become a shifter of the whole table.
  logic [NC-1:0] at_1, at_6, at_9;
  sluice_select #(.NP(NC), .B(W)) select_room (.at(at_1), .rows(partition_room), .row(room_1));
  sluice_select #(.NP(NC), .B(W)) select_held (.at(at_9), .rows(class_shared), .row(held));
  assign left = (UW + 1)'(room_4) - (UW + 1)'(under_way_4);
  logic [W:0] surplus;  // what is freed above what the class holds of the shared partition
  assign surplus = {1'b0, freed_9} - {1'b0, held};
  assign own_back = surplus[W-1:0] & {W{active && !surplus[W]}};
  assign shared_back = active && !surplus[W] ? held : freed_9;

  // What changes at the class of the visit, by an enqueue of the class too, is one term: so each class has one adder. At another class
  // the enqueue is the term, for its own partition as a complement.
  logic same;
  logic [W-1:0] own, shared, room_change, shared_change;
  assign {own, shared} = {W'(own_6), W'(shared_6)};
  assign same = cls_6 == cls_9;
  assign room_change = own_back - (own & {W{same}});
  assign shared_change = (shared & {W{same}}) - shared_back;
  always_ff @(posedge clk) begin
    {room_2, room_3, room_4} <= {room_1, room_2, room_3};
    fits_5 <= !left[UW];
    shared_freed_10 <= shared_back;
  end
  genvar k;
  generate
    for (k = 0; k < NC; k = k + 1) begin : g_class
      logic [W-1:0] room_term, shared_term, room_next, shared_next;
      logic unused_carry;
      assign at_1[k] = cls_1 == CW'(k);
      assign at_6[k] = cls_6 == CW'(k) && !same;
      assign at_9[k] = cls_9 == CW'(k);
      assign room_term = (~own & {W{at_6[k]}}) | (room_change & {W{at_9[k]}});
      assign shared_term = (shared & {W{at_6[k]}}) | (shared_change & {W{at_9[k]}});
      assign {room_next, unused_carry} = {partition_room[k*W+:W], 1'b1} + {room_term, at_6[k]};
      assign shared_next = class_shared[k*W+:W] + shared_term;
      always_ff @(posedge clk)
        if (rst) partition_room[k*W+:W] <= '0;
        else if (restart) partition_room[k*W+:W] <= size[k*W+:W];
        else if (active) partition_room[k*W+:W] <= room_next;
      always_ff @(posedge clk)
        if (rst || restart) class_shared[k*W+:W] <= '0;
        else if (active) class_shared[k*W+:W] <= shared_next;
    end
  endgenerate

`ifdef FORMAL_PARTITION
  // Of any class, under TTL: what its partition holds is never above b_j nor below 0, and what is freed is first its part of the shared one.
  // cells[k]: of its enqueue in clock k; later: of those that came into the partition, at most, since the room of clock k was read.
  (* anyconst *) logic [CW-1:0] watched;
  (* anyseq *) logic [NB-1:0] f_cells_2;
  logic [1:0] f_age = '0;
  logic [NB-1:0] cells[12];
  logic [NB+2:0] later[7], f_under_way;
  logic [6:1] f_is;  // the enqueue in clock k is of the class
  logic f_fits6;
  logic [W-1:0] f_room5, f_room6, f_size, f_room, f_held, f_own;
  assign f_room = partition_room[watched*W+:W];
  assign f_held = class_shared[watched*W+:W];
  assign f_own = f_size - f_room;
  assign f_is[1] = cls_1 == watched;
  always_comb begin
    cells[2] = f_cells_2;
    for (int j = 2; j <= 6; j++) begin
      later[j] = '0;
      for (int k = 5 + j; k >= 7; k--) later[j] += (NB + 3)'(cells[k]);
    end
    f_under_way = '0;
    for (int k = 9; k >= 4; k--) f_under_way += (NB + 3)'(cells[k]);
  end
  always_ff @(posedge clk) begin
    if (f_age != '1) f_age <= f_age + 1'b1;
    if (restart) f_size <= size[watched*W+:W];
    f_is[6:2] <= f_age == '1 ? f_is[5:1] : '0;
    for (int k = 3; k <= 11; k++) cells[k] <= cells[k-1];
    {f_room5, f_room6, f_fits6} <= {room_4, f_room5, fits_5};
    if (f_age == '0) for (int k = 3; k <= 11; k++) cells[k] <= '0;
  end
  always_comb begin
    assume (rst == (f_age == '0) && restart == (f_age == 2'd1) && active);
    assume (f_age == '1 || f_cells_2 == '0);
    assume (watched < NC && (f_is[2] || f_cells_2 == '0));
    if (f_is[4]) assume (under_way_4 == f_under_way);                        // sluice_under_way
    if (f_is[6]) assume (cls_6 == watched); else assume (cls_6 != watched);  // one class goes along
    if (f_is[6]) assume ((own_6 == '0 || (own_6 == cells[6] && f_fits6)) && (shared_6 == '0 || (own_6 == '0 && shared_6 == cells[6])));
    // sluice_settle: what is freed was charged to partition or pool; sluice_room: no class holds more than the pool
    if (cls_9 == watched) assume ((W + 1)'(freed_9) <= (W + 1)'(f_own) + (W + 1)'(f_held));
    if (f_is[6]) assume ((W + 1)'(f_held) + (W + 1)'(shared_6) < (W + 1)'(1) << W);
    if (f_age == '1) begin
      a_bound: assert (f_room <= f_size && (!f_is[6] || W'(own_6) <= f_room));
      a_first_shared: assert (cls_9 != watched || (shared_back == (freed_9 < f_held ? freed_9 : f_held) && own_back == freed_9 - shared_back));
      // Of use for these
      a_later: assert ((!f_is[2] || (UW + 1)'(room_2) <= (UW + 1)'(f_room) + (UW + 1)'(later[2])) && (!f_is[3] || (UW + 1)'(room_3) <= (UW + 1)'(f_room) + (UW + 1)'(later[3])) &&
          (!f_is[4] || (UW + 1)'(room_4) <= (UW + 1)'(f_room) + (UW + 1)'(later[4])) && (!f_is[5] || (UW + 1)'(f_room5) <= (UW + 1)'(f_room) + (UW + 1)'(later[5])) &&
          (!f_is[6] || (UW + 1)'(f_room6) <= (UW + 1)'(f_room) + (UW + 1)'(later[6])));
      a_fits: assert ((!f_is[5] || !fits_5 || (UW + 1)'(later[5]) + (UW + 1)'(cells[6]) + (UW + 1)'(cells[5]) <= (UW + 1)'(f_room5)) &&
          (!f_is[6] || !f_fits6 || (UW + 1)'(later[6]) + (UW + 1)'(cells[6]) <= (UW + 1)'(f_room6)));
    end
  end
`endif
endmodule
`default_nettype wire
