// The partitions of TTL [TTL 2.3, spec 3]: every class has one of its own and a part of the shared one. Of each class, since
// reset, the cells that went to its own partition (O) and to the shared one (S), and that came back from them: totals
// with one writer each, in RAM, as those of queues are (sluice_account). They are 0 when the first set comes into use, and since sizes change
// only where all is empty, what came has gone by then. The room of its own partition
// is b_j - O + O back, what it holds of the shared one S - S back. What a visit frees, headroom apart, belongs to the class's part of
// the shared partition first, then to its own.
// A visit takes three clocks: what the class holds of the shared partition, the choice, and what comes back to its own. O back is written one clock later than
// S back, and read two clocks later than O, which costs the verdict no clock.
// Enqueue: class in clock 0, and again in clock 2, under way (of the class on all ports) in clock 4, fits in clock 5; own, shared and cells in clock 6.
// Visit: class in clock 7, freed in clock 9, shared_freed in clock 10; it lacks what enqueues take of the shared partition in clock 8 and later.
// Room of a class: class in clock t, its room, with the visits that are in clock 9 of it in t + 1, in clock t + 3.
`default_nettype none
module sluice_partition #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int NB = 14,
    parameter int CW = 3
) (
    input  wire logic            clk,
    input  wire logic            rst,
    input  wire logic            configured,      // before that classes pass as cls_ahead, and their totals become 0
    input  wire logic            restart,         // the new sizes come into use, all is empty
    input  wire logic [5:0]      commit_addr,          // of sluice_config: they pass
    input  wire logic [W-1:0]    commit_data,
    input  wire logic            enabled,          // the scheme is TTL
    input  wire logic [CW-1:0]   cls_0,
    input  wire logic [CW-1:0]   cls_2,
    input  wire logic [NB+2:0]   under_way_4,
    output logic                 fits_5,
    input  wire logic [CW-1:0]   cls_5,
    input  wire logic [NB-1:0]   own_6,           // cells that go to the class's own partition
    input  wire logic [NB-1:0]   shared_6,        // or to the shared one
    input  wire logic [CW-1:0]   cls_7,           // of the visit
    input  wire logic [W-1:0]    freed_9,
    output logic      [W-1:0]    shared_freed_10,
    input  wire logic [CW-1:0]   cls_ahead,
    output logic      [W-1:0]    partition_free             // b_j - s_j of its own partition
);
  localparam int UW = W > NB + 3 ? W : NB + 3;
  logic writes, known;  // known: what is written goes on from what was
  logic [CW-1:0] cls_6, cls_8, cls_9, cls_10, cls_behind;
  assign writes = enabled || !known;
  always_ff @(posedge clk) begin
    known <= configured;
    {cls_6, cls_9} <= configured ? {cls_5, cls_8} : {2{cls_ahead}};
    {cls_8, cls_10} <= {cls_7, cls_9};
    cls_behind <= cls_ahead;
  end

  logic [W-1:0] size_1, size_read, own_total, shared_total, own_back_total, shared_back_total;  // what is written
  logic [2*W-1:0] own_out, own_back_out, shared_out;  // at the highest the reader of clock 1, 3 or 8
  logic [W-1:0] own_read, own_back_read, shared_back_out;
`ifdef FORMAL
  logic [CW-1:0] f_watch;
  logic [W-1:0] f_own_mem, f_shared_mem, f_own_back_mem, f_shared_back_mem, f_size, f_unused[3];
`endif
  sluice_shadow_ram #(.REGISTER(sluice_pkg::REG_PARTITION), .BITS(W), .NC(NC), .CW(CW)) size (
      .clk(clk), .rst(rst), .commit_addr(commit_addr), .commit_data(commit_data), .take(restart), .cls(cls_0),
`ifdef FORMAL
      .watch(f_watch), .watched(f_size),
`endif
      .active(size_1));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_own (
      .clk(clk), .write(writes), .write_addr(cls_6), .write_data(own_total), .read(2'b11), .read_addr({cls_0, cls_5}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_own_mem),
`endif
      .read_data(own_out));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_shared (
      .clk(clk), .write(writes), .write_addr(cls_6), .write_data(shared_total), .read(2'b11), .read_addr({cls_7, cls_5}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_shared_mem),
`endif
      .read_data(shared_out));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_own_back (
      .clk(clk), .write(writes), .write_addr(cls_10), .write_data(own_back_total), .read(2'b11), .read_addr({cls_2, cls_9}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_own_back_mem),
`endif
      .read_data(own_back_out));
  sluice_ram #(.AW(CW), .DW(W)) ram_shared_back (
      .clk(clk), .write(writes), .write_addr(cls_9), .write_data(shared_back_total), .read(1'b1), .read_addr(cls_7),
`ifdef FORMAL
      .watch(f_watch), .watched(f_shared_back_mem),
`endif
      .read_data(shared_back_out));

  // The verdict
  logic [W-1:0] less_2, less_3, partition_free_4;
  logic [UW:0] left;
  assign left = (UW + 1)'(partition_free_4) - (UW + 1)'(under_way_4);
  always_ff @(posedge clk) begin
    less_2 <= size_1 + ~own_out[W+:W];
    less_3 <= less_2;
    partition_free_4 <= less_3 + own_back_out[W+:W] + 1'b1;
    fits_5 <= !left[UW];
  end

  // The enqueue
  assign own_total = (own_out[0+:W] & {W{known}}) + W'(own_6);
  assign shared_total = (shared_out[0+:W] & {W{known}}) + W'(shared_6);

  // The visit. Clock 8: what the class holds of the shared partition, as a complement. The class before it may be the same only where
  // there is no other.
  logic [W-1:0] shared_back_8, shared_9, shared_back_9, not_shared_held_9;
  assign shared_back_8 = NC == 1 && enabled ? shared_back_total : shared_back_out;
  always_ff @(posedge clk)
    if (!known) {shared_9, shared_back_9, not_shared_held_9} <= {{2 * W{1'b0}}, {W{1'b1}}};
    else begin
      shared_9 <= shared_out[W+:W];
      shared_back_9 <= shared_back_8;
      not_shared_held_9 <= shared_back_8 + ~shared_out[W+:W];
    end
  // Clock 9. takes: what is freed is all that the class holds of the shared partition, or more; the rest is of its own.
  logic [W-1:0] shared_back, own_10;
  logic [W:0] surplus;
  logic takes;
  assign surplus = {1'b0, freed_9} + {1'b0, not_shared_held_9} + 1'b1;
  assign takes = enabled && surplus[W];
  assign shared_back = takes ? ~not_shared_held_9 : freed_9;
  assign shared_back_total = takes ? shared_9 : shared_back_9 + freed_9;
  always_ff @(posedge clk) begin
    shared_freed_10 <= shared_back;
    if (!takes) own_10 <= '0;
    else own_10 <= surplus[W-1:0];
  end
  // Clock 10
  assign own_back_total = (own_back_out[0+:W] & {W{known}}) + own_10;

  // The room that is asked for
  sluice_shadow_ram #(.REGISTER(sluice_pkg::REG_PARTITION), .BITS(W), .NC(NC), .CW(CW)) size_again (
      .clk(clk), .rst(rst), .commit_addr(commit_addr), .commit_data(commit_data), .take(restart), .cls(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[0]),
`endif
      .active(size_read));
  sluice_ram #(.AW(CW), .DW(W)) ram_own_again (
      .clk(clk), .write(writes), .write_addr(cls_6), .write_data(own_total), .read(1'b1), .read_addr(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[1]),
`endif
      .read_data(own_read));
  logic [CW-1:0] cls_behind2;
  logic [W-1:0] less_read, less_read2;
  sluice_ram #(.AW(CW), .DW(W)) ram_own_back_again (
      .clk(clk), .write(writes), .write_addr(cls_10), .write_data(own_back_total), .read(1'b1), .read_addr(cls_behind2),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[2]),
`endif
      .read_data(own_back_read));
  always_ff @(posedge clk) begin
    cls_behind2 <= cls_behind;
    less_read <= size_read + ~own_read;
    less_read2 <= less_read;
  end
  assign partition_free = less_read2 + own_back_read + 1'b1;

`ifdef FORMAL_PARTITION
`include "sluice_partition.svh"
`endif
endmodule
`default_nettype wire
