// The partitions of TTL [TTL 2.3, spec 3]: every class has one of its own and a part of the shared one. Of each class, since the
// set came into use, the cells that went to its own partition (O) and to the shared one (S), and that came back from them: totals
// with one writer each, in RAM, as those of queues are (sluice_account); one that is not known yet is 0. The room of its own partition
// is b_j - O + O back, what it holds of the shared one S - S back. What a visit frees, headroom apart, belongs to the class's part of
// the shared partition first, then to its own.
// Enqueue: class in clock 0, under way (of the class on all ports) in clock 4, fits in clock 5; own, shared and cells in clock 6.
// Visit: freed in clock 9, shared_freed in clock 10. Room of a class: class in clock t, its room in clock t + 1.
`default_nettype none
module sluice_partition #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int NB = 14,
    parameter int CW = 3
) (
    input  wire logic            clk,
    input  wire logic            clk_read,        // of the room that is asked for: does not stand still
    input  wire logic            rst,
    input  wire logic            restart,         // the new sizes come into use, all is empty
    input  wire logic [5:0]      passes,          // of sluice_config: they pass
    input  wire logic [W-1:0]    passing,
    input  wire logic            active,          // the scheme is TTL
    input  wire logic [CW-1:0]   cls_0,
    input  wire logic [NB+2:0]   under_way_4,
    output logic                 fits_5,
    input  wire logic [CW-1:0]   cls_5,
    input  wire logic [NB-1:0]   own_6,           // cells that go to the class's own partition
    input  wire logic [NB-1:0]   shared_6,        // or to the shared one
    input  wire logic [CW-1:0]   cls_8,
    input  wire logic [W-1:0]    freed_9,
    output logic      [W-1:0]    shared_freed_10,
    input  wire logic [CW-1:0]   cls_ahead,
    output logic      [W-1:0]    room             // b_j - s_j of its own partition
);
  localparam int UW = W > NB + 3 ? W : NB + 3;
  // Of what enqueues and visits have written, which classes are known
  logic [NC-1:0] came, left_some;
  logic [CW-1:0] cls_6, cls_9;
  logic [NC-1:0] came_now, left_now;
  genvar k;
  generate
    for (k = 0; k < NC; k = k + 1) begin : g_class
      assign came_now[k] = !restart && (came[k] || (active && cls_6 == CW'(k)));
      assign left_now[k] = !restart && (left_some[k] || (active && cls_9 == CW'(k)));
    end
  endgenerate
  always_ff @(posedge clk) begin
    {came, left_some} <= rst ? '0 : {came_now, left_now};
    {cls_6, cls_9} <= {cls_5, cls_8};
  end
  logic [2**CW-1:0] came_all, left_all;
  assign {came_all, left_all} = {(2**CW)'(came_now), (2**CW)'(left_now)};

  logic [W-1:0] size_1, size_read, own_total, shared_total, own_back_total, shared_back_total;  // what is written
  logic [2*W-1:0] own_out, own_back_out, shared_out;  // at the highest the reader of clock 1, or 9
  logic [W-1:0] own_read, own_back_read, shared_back_out;
  logic own_known, own_known_1, shared_known_9, back_known, back_known_1, own_known_read, back_known_read;
`ifdef FORMAL
  logic [CW-1:0] f_watch;
  logic [W-1:0] f_own_mem, f_shared_mem, f_own_back_mem, f_shared_back_mem, f_size, f_unused[3];
`endif
  sluice_setting_ram #(.REGISTER(sluice_pkg::REG_PARTITION), .BITS(W), .NC(NC), .CW(CW)) size (
      .clk(clk), .rst(rst), .passes(passes), .passing(passing), .take(restart), .cls(cls_0),
`ifdef FORMAL
      .watch(f_watch), .watched(f_size),
`endif
      .in_use(size_1));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_own (
      .clk(clk), .write(active), .write_addr(cls_6), .write_data(own_total), .read(2'b11), .read_addr({cls_0, cls_5}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_own_mem),
`endif
      .read_data(own_out));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_shared (
      .clk(clk), .write(active), .write_addr(cls_6), .write_data(shared_total), .read(2'b11), .read_addr({cls_8, cls_5}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_shared_mem),
`endif
      .read_data(shared_out));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_own_back (
      .clk(clk), .write(active), .write_addr(cls_9), .write_data(own_back_total), .read(2'b11), .read_addr({cls_0, cls_8}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_own_back_mem),
`endif
      .read_data(own_back_out));
  sluice_ram #(.AW(CW), .DW(W)) ram_shared_back (
      .clk(clk), .write(active), .write_addr(cls_9), .write_data(shared_back_total), .read(1'b1), .read_addr(cls_8),
`ifdef FORMAL
      .watch(f_watch), .watched(f_shared_back_mem),
`endif
      .read_data(shared_back_out));

  // The verdict
  logic [W-1:0] size_2, used_2, room_3, room_4;
  logic [UW:0] left;
  assign left = (UW + 1)'(room_4) - (UW + 1)'(under_way_4);
  always_ff @(posedge clk) begin
    {own_known, own_known_1, shared_known_9} <= {came_all[cls_5], came_all[cls_0], came_all[cls_8]};
    {back_known, back_known_1} <= {left_all[cls_8], left_all[cls_0]};
    size_2 <= size_1;
    used_2 <= (own_back_out[W+:W] & {W{back_known_1}}) + ~(own_out[W+:W] & {W{own_known_1}});
    room_3 <= size_2 + used_2 + 1'b1;
    room_4 <= room_3;
    fits_5 <= !left[UW];
  end

  // The enqueue
  assign own_total = (own_out[0+:W] & {W{own_known}}) + W'(own_6);
  assign shared_total = (shared_out[0+:W] & {W{own_known}}) + W'(shared_6);

  // The visit. surplus: what is freed above what the class holds of the shared partition, if not less
  logic [W-1:0] shared_back_before, not_held, own_back, shared_back;
  logic [W:0] surplus;
  assign shared_back_before = shared_back_out & {W{back_known}};
  assign not_held = shared_back_before + ~(shared_out[W+:W] & {W{shared_known_9}});
  assign surplus = {1'b0, freed_9} + {1'b0, not_held} + 1'b1;
  assign own_back = surplus[W-1:0] & {W{active && surplus[W]}};
  assign shared_back = active && surplus[W] ? ~not_held : freed_9;
  assign own_back_total = (own_back_out[0+:W] & {W{back_known}}) + own_back;
  assign shared_back_total = shared_back_before + shared_back;
  always_ff @(posedge clk) shared_freed_10 <= shared_back;

  // The room that is asked for
  sluice_setting_ram #(.REGISTER(sluice_pkg::REG_PARTITION), .BITS(W), .NC(NC), .CW(CW)) size_again (
      .clk(clk_read), .rst(rst), .passes(passes), .passing(passing), .take(restart), .cls(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[0]),
`endif
      .in_use(size_read));
  sluice_ram #(.AW(CW), .DW(W)) ram_own_again (
      .clk(clk_read), .write(active), .write_addr(cls_6), .write_data(own_total), .read(1'b1), .read_addr(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[1]),
`endif
      .read_data(own_read));
  sluice_ram #(.AW(CW), .DW(W)) ram_own_back_again (
      .clk(clk_read), .write(active), .write_addr(cls_9), .write_data(own_back_total), .read(1'b1), .read_addr(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[2]),
`endif
      .read_data(own_back_read));
  always_ff @(posedge clk_read) {own_known_read, back_known_read} <= {came_all[cls_ahead], left_all[cls_ahead]};
  logic [W-1:0] used_read;
  assign used_read = (own_back_read & {W{back_known_read}}) + ~(own_read & {W{own_known_read}});
  assign room = size_read + used_read + 1'b1;

`ifdef FORMAL_PARTITION
`include "sluice_partition.svh"
`endif
endmodule
`default_nettype wire
