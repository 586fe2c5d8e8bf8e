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
  // Entries are chosen by comparison: an index times W would become a shifter of the whole table.
  always_comb begin
    room_1 = '0;
    held = '0;
    for (int c = 0; c < NC; c++) begin
      if (cls_1 == CW'(c)) room_1 = partition_room[c*W+:W];
      if (cls_9 == CW'(c)) held = class_shared[c*W+:W];
    end
  end
  assign left = (UW + 1)'(room_4) - (UW + 1)'(under_way_4);
  assign shared_back = !active || freed_9 < held ? freed_9 : held;
  assign own_back = freed_9 - shared_back;
  always_ff @(posedge clk) begin
    {room_2, room_3, room_4} <= {room_1, room_2, room_3};
    fits_5 <= !left[UW];
    shared_freed_10 <= shared_back;
    if (rst || restart) begin
      partition_room <= rst ? '0 : size;
      class_shared <= '0;
    end else if (active) begin
      for (int c = 0; c < NC; c++) begin
        partition_room[c*W+:W] <= partition_room[c*W+:W] - (cls_6 == CW'(c) ? W'(own_6) : '0)
            + (cls_9 == CW'(c) ? own_back : '0);
        class_shared[c*W+:W] <= class_shared[c*W+:W] + (cls_6 == CW'(c) ? W'(shared_6) : '0)
            - (cls_9 == CW'(c) ? shared_back : '0);
      end
    end
  end
endmodule
`default_nettype wire
