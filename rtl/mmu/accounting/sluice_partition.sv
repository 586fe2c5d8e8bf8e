// Partitions of TTL [TTL 2.3, spec 3]: each class has its own partition and a share of the shared partition.
// Four monotone counters per class since reset: cells charged to its own partition (O) and to the shared one (S), and
// cells returned to each.
// Free cells of the own partition: b_j - O + O returned. Cells held of the shared partition: S - S returned.
// Sizes change only while the MMU is empty, so the counters need no reset at a commit.
// Cells that a visit frees, except headroom, return first to the shared partition, up to the class's share, then to the
// own partition.
// A visit takes three cycles: cells held of the shared partition; the split; cells returned to the own partition. O
// returned is written a cycle later than S returned and read two cycles later than O, so admission loses no cycle.
// Latency of an enqueue: class in cycles 0 and 2, cells under way in 4, result in 5, cells to charge in 6. Of a visit:
// class in cycle 7, cells freed in 9, the shared pool's part in 10; it misses cells charged to the shared partition in
// cycle 8 and later. Free cells of a class: class in cycle t, result in t + 3, including visits that are in cycle 9 in
// t + 1.
`default_nettype none
module sluice_partition #(
    parameter int NC = 8,   // classes
    parameter int W = 18,   // bits of a cell counter
    parameter int NB = 14,  // bits of a packet's cells
    parameter int CW = 3    // bits of a class
) (
    input  wire logic            clk,              // clock
    input  wire logic            rst,              // synchronous reset, active high
    // a configuration is active; before that all counters are swept with cls_ahead
    input  wire logic            configured,
    input  wire logic            restart,          // the staged sizes become active; the MMU is empty
    input  wire logic [5:0]      commit_addr,      // commit bus: register of this cycle, all ones: none
    input  wire logic [W-1:0]    commit_data,      // value of that register
    input  wire logic            enabled,          // the active scheme is TTL
    input  wire logic [CW-1:0]   cls_0,            // class of the enqueue in cycle 0
    input  wire logic [CW-1:0]   cls_2,            // class of the enqueue in cycle 2
    input  wire logic [NB+2:0]   under_way_4,      // cells under way of the class, with the packet's own cells
    output logic                 fits_5,           // the packet fits the partition of its class
    input  wire logic [CW-1:0]   cls_5,            // class of the enqueue in cycle 5
    input  wire logic [NB-1:0]   own_6,            // cells charged to the own partition of the class
    input  wire logic [NB-1:0]   shared_6,         // cells charged to the shared partition
    input  wire logic [CW-1:0]   cls_7,            // class of the visit in cycle 7
    input  wire logic [W-1:0]    freed_9,          // cells that the visit frees, except headroom
    output logic      [W-1:0]    shared_freed_10,  // of these, cells returned to the shared partition
    input  wire logic [CW-1:0]   cls_ahead,        // class whose free cells are requested
    output logic      [W-1:0]    partition_free    // b_j - s_j of that class
);
  localparam int UW = W > NB + 3 ? W : NB + 3;
  logic writes, known;  // known: the counters are valid; before that they are written from 0
  logic [CW-1:0] cls_6, cls_8, cls_9, cls_10, cls_behind;
  assign writes = enabled || !known;
  always_ff @(posedge clk) begin
    known <= configured;
    {cls_6, cls_9} <= configured ? {cls_5, cls_8} : {2{cls_ahead}};
    {cls_8, cls_10} <= {cls_7, cls_9};
    cls_behind <= cls_ahead;
  end

  // *_total: counters to write
  logic [W-1:0] size_1, size_read, own_total, shared_total, own_back_total, shared_back_total;
  logic [2*W-1:0] own_out, own_back_out, shared_out;  // upper word: for the reader of cycle 1, 3 or 8
  logic [W-1:0] own_read, own_back_read, shared_back_out;
`ifdef FORMAL
  logic [CW-1:0] f_watch;
  logic [W-1:0] f_own_mem, f_shared_mem, f_own_back_mem, f_shared_back_mem, f_size, f_unused[3];
`endif
  sluice_shadow_ram #(.REGISTER(sluice_pkg::REG_PARTITION), .BITS(W), .NC(NC), .CW(CW)) size (
      .clk, .rst, .commit_addr, .commit_data, .take(restart), .cls(cls_0),
`ifdef FORMAL
      .watch(f_watch), .watched(f_size),
`endif
      .active(size_1));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_own (
      .clk, .write(writes), .write_addr(cls_6), .write_data(own_total), .read(2'b11), .read_addr({cls_0, cls_5}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_own_mem),
`endif
      .read_data(own_out));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_shared (
      .clk, .write(writes), .write_addr(cls_6), .write_data(shared_total), .read(2'b11), .read_addr({cls_7, cls_5}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_shared_mem),
`endif
      .read_data(shared_out));
  sluice_ram #(.AW(CW), .DW(W), .READERS(2)) ram_own_back (
      .clk, .write(writes), .write_addr(cls_10), .write_data(own_back_total), .read(2'b11), .read_addr({cls_2, cls_9}),
`ifdef FORMAL
      .watch(f_watch), .watched(f_own_back_mem),
`endif
      .read_data(own_back_out));
  sluice_ram #(.AW(CW), .DW(W)) ram_shared_back (
      .clk, .write(writes), .write_addr(cls_9), .write_data(shared_back_total), .read(1'b1), .read_addr(cls_7),
`ifdef FORMAL
      .watch(f_watch), .watched(f_shared_back_mem),
`endif
      .read_data(shared_back_out));

  // Admission
  logic [W-1:0] less_2, less_3, partition_free_4;
  logic [UW:0] left;
  assign left = (UW + 1)'(partition_free_4) - (UW + 1)'(under_way_4);
  always_ff @(posedge clk) begin
    less_2 <= size_1 + ~own_out[W+:W];
    less_3 <= less_2;
    partition_free_4 <= less_3 + own_back_out[W+:W] + 1'b1;
    fits_5 <= !left[UW];
  end

  // The enqueue, cycle 6: counters to write
  assign own_total = (own_out[0+:W] & {W{known}}) + W'(own_6);
  assign shared_total = (shared_out[0+:W] & {W{known}}) + W'(shared_6);

  // The visit, cycle 8: cells that the class holds of the shared partition, complement. Two visits in a row have the
  // same class only if there is one class.
  logic [W-1:0] shared_back_8, shared_9, shared_back_9, not_shared_held_9;
  assign shared_back_8 = NC == 1 && enabled ? shared_back_total : shared_back_out;
  always_ff @(posedge clk)
    if (!known) {shared_9, shared_back_9, not_shared_held_9} <= {{2 * W{1'b0}}, {W{1'b1}}};
    else begin
      shared_9 <= shared_out[W+:W];
      shared_back_9 <= shared_back_8;
      not_shared_held_9 <= shared_back_8 + ~shared_out[W+:W];
    end
  // Cycle 9. takes: the freed cells are all that the class holds of the shared partition, or more; the rest belongs to
  // the own partition.
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
  // Cycle 10: O returned to write
  assign own_back_total = (own_back_out[0+:W] & {W{known}}) + own_10;

  // Free cells of the own partition of cls_ahead
  sluice_shadow_ram #(.REGISTER(sluice_pkg::REG_PARTITION), .BITS(W), .NC(NC), .CW(CW)) size_again (
      .clk, .rst, .commit_addr, .commit_data, .take(restart), .cls(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[0]),
`endif
      .active(size_read));
  sluice_ram #(.AW(CW), .DW(W)) ram_own_again (
      .clk, .write(writes), .write_addr(cls_6), .write_data(own_total), .read(1'b1), .read_addr(cls_ahead),
`ifdef FORMAL
      .watch(f_watch), .watched(f_unused[1]),
`endif
      .read_data(own_read));
  logic [CW-1:0] cls_behind2;
  logic [W-1:0] less_read, less_read2;
  sluice_ram #(.AW(CW), .DW(W)) ram_own_back_again (
      .clk, .write(writes), .write_addr(cls_10), .write_data(own_back_total), .read(1'b1), .read_addr(cls_behind2),
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
