// The partitions of TTL [TTL 2.3, spec 3]: every class has one of its own and a part of the shared one. Keeps the
// room b_j - s_j of each partition and what each class holds of the shared one. A dequeue, after its headroom is
// repaid, gives back the class's part of the shared partition, then of its own; then the enqueue sees the rest.
// Clock t: events; fits, of the enqueue's class after the dequeue, and shared_back are combinational. The registers
// change at the end of that clock.
`default_nettype none
module sluice_partition #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int CW = 3
) (
    input  wire logic            clk,
    input  wire logic            rst,
    input  wire logic            restart,        // take over the new sizes, empty
    input  wire logic [NC*W-1:0] partition,      // b_j of the commit
    input  wire logic [CW-1:0]   d_class,
    input  wire logic [W-1:0]    freed,          // by the dequeue, headroom apart; 0 without one
    output logic      [W-1:0]    shared_back,    // of it, what belongs to the shared partition
    input  wire logic [CW-1:0]   e_class,
    input  wire logic [W-1:0]    cells,
    output logic                 fits,           // into the class's own partition
    input  wire logic            own,            // the enqueue goes there
    input  wire logic            shared,         // or into the shared one
    output logic      [NC*W-1:0] partition_room  // b_j - s_j
);
  // Entries are chosen by comparison: an index times W would become a shifter of the whole table.
  logic [NC*W-1:0] class_shared;
  logic [W-1:0] d_shared, own_back, e_shared, e_own, e_room;
  logic [W:0] left;
  always_comb begin
    d_shared = '0;
    e_shared = '0;
    e_own = '0;
    for (int c = 0; c < NC; c++) begin
      if (d_class == CW'(c)) d_shared = class_shared[c*W+:W];
      if (e_class == CW'(c)) e_shared = class_shared[c*W+:W];
      if (e_class == CW'(c)) e_own = partition_room[c*W+:W];
    end
  end
  assign shared_back = freed < d_shared ? freed : d_shared;
  assign own_back = freed - shared_back;
  assign e_room = e_own + (e_class == d_class ? own_back : '0);
  assign left = {1'b0, e_room} - {1'b0, cells};
  assign fits = !left[W];

  always_ff @(posedge clk) begin
    if (rst || restart) begin
      partition_room <= rst ? '0 : partition;
      class_shared <= '0;
    end else begin
      for (int c = 0; c < NC; c++) begin
        if (freed != '0 && d_class == CW'(c)) begin
          partition_room[c*W+:W] <= partition_room[c*W+:W] + own_back;
          class_shared[c*W+:W] <= d_shared - shared_back;
        end
        // After the dequeue, which may be of the same class
        if (own && e_class == CW'(c)) partition_room[c*W+:W] <= left[W-1:0];
        if (shared && e_class == CW'(c))
          class_shared[c*W+:W] <= e_shared - (e_class == d_class ? shared_back : '0) + cells;
      end
    end
  end
endmodule
`default_nettype wire
