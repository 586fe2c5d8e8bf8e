// Monotone counters of every headroom group [spec 3]: CA cells charged by enqueues, CB cells returned by visits of the
// scan; HA and HB the same for headroom only. h = HA - HB. For a port with DSH CA - CB is W. Each counter grows modulo
// a power of two and has one writer.
// Readers: the admission of an enqueue (HA and HB, cycle 3), its counting (cycle 6, through sluice_ram_forward), and
// the visit. The visit reads CB and HB again in its cycle 6, before it adds to them: no other visit of the group writes
// in between, since visits of a group are nine cycles apart or more.
// Admission reads HA without the enqueues that sluice_admit adds. The upper bits of CA, as wide as a block RAM, are
// read later, for the counting only.
// Latency: address in cycle t, word in cycle t + 2.
`default_nettype none
module sluice_group_counters #(
    parameter int AW = 5,  // bits of the address of a group
    parameter int W = 18,  // bits of a cell counter
    parameter int HW = 14  // bits of a headroom counter
) (
    input  wire logic          clk,      // clock of the enqueues
    input  wire logic          clk_ram,  // runs with any reader or writer
    // writes: CA and HA by the enqueue in cycle 7, CB and HB by the visit in its cycle 9
    input  wire logic          c_write,       // write CA and HA
    input  wire logic [AW-1:0] c_write_addr,  // group to write
    input  wire logic [W-1:0]  ca_now,        // CA to write
    input  wire logic [HW-1:0] ha_now,        // HA to write
    input  wire logic          r_write,       // write CB and HB
    input  wire logic [AW-1:0] r_write_addr,  // group to write
    input  wire logic [W-1:0]  cb_now,        // CB to write
    input  wire logic [HW-1:0] hb_now,        // HB to write
    // the enqueue, cycle 1 and cycle 4, and its hazards
    input  wire logic          enq_read_1,  // read for the enqueue in cycle 1
    input  wire logic [AW-1:0] group_1,     // group of that enqueue
    input  wire logic          enq_read_4,  // read the upper bits of CA for the enqueue in cycle 4
    input  wire logic [AW-1:0] group_4,     // group of that enqueue
    input  wire logic [5:2]    same_group,  // bit k: the enqueue in cycle k is of the group that is written
    output logic      [HW-1:0] ha_3,        // HA
    output logic      [HW-1:0] hb_3,        // HB
    output logic      [W-1:0]  ca_6,        // CA, with all writes before cycle 6
    output logic      [HW-1:0] ha_6,        // HA, with all writes before cycle 6
    output logic      [W-1:0]  not_cb_7,    // CB as read in cycle 1, complement
    output logic      [HW-1:0] hb_7,        // HB as read in cycle 1
    // the visit: reads in its cycles 0 and 6, words in its cycles 2 and 8
    input  wire logic          scan_read,    // read for the visit in cycle 0
    input  wire logic [AW-1:0] scan_addr,    // queue of that visit
    output logic      [W-1:0]  scan_ca,      // CA, cycle 2
    output logic      [HW-1:0] scan_ha,      // HA, cycle 2
    output logic      [W-1:0]  scan_not_cb,  // CB, complement, cycle 2
    output logic      [HW-1:0] scan_not_hb,  // HB, complement, cycle 2
    input  wire logic          scan_read_6,  // read CB and HB for the visit in cycle 6
    input  wire logic [AW-1:0] scan_addr_6,  // queue of that visit
`ifdef FORMAL
    input  wire logic [AW-1:0]   watch,      // for the proofs: a group
    output logic      [W+HW-1:0] watched_c,  // for the proofs: {CA, HA} of the group at watch
    output logic      [W+HW-1:0] watched_r,  // for the proofs: {CB, HB} of the group at watch
`endif
    output logic      [W-1:0]  scan_cb_8,  // CB, cycle 8
    output logic      [HW-1:0] scan_hb_8   // HB, cycle 8
);
  localparam int High = W < 16 ? W : 16, Low = W + HW - High;  // bits of the upper and the lower part of {CA, HA}
  localparam logic [W+HW-1:0] As = {(W + HW) {1'b0}}, Not = {(W + HW) {1'b1}};  // INVERTED of {CB, HB}: neither or both
  localparam logic [W+HW-1:0] NotCb = {{W{1'b1}}, {HW{1'b0}}};
  logic [Low-1:0] charged_3, charged_early, charged_last, unused_charged, unused_charged_visit;
  // the word was written in the cycle before, too late for its read; a register for charged_early would be larger
  logic written_before;
  logic [High-1:0] unused_high, unused_high_visit;
  logic [W+HW-1:0] charged_now, charged_6, charged_visit, unused_returned, unused_returned_visit, unused_returned_again;
  assign charged_now = {ca_now, ha_now};
  assign ha_3 = charged_3[HW-1:0];
  sluice_counter_ram #(.AW(AW), .DW(Low), .READERS(2)) ram_charged (
      .clk(clk_ram), .write(c_write), .write_addr(c_write_addr), .write_data(charged_now[Low-1:0]),
      .read({scan_read, enq_read_1}), .read_addr({scan_addr, group_1}),
      .newer(2'b0), .newer_data(charged_now[Low-1:0]),
`ifdef FORMAL
      .watch, .watched(watched_c[Low-1:0]),
`endif
      .as_read({charged_visit[Low-1:0], charged_3}), .latest({unused_charged_visit, unused_charged}));
  always_ff @(posedge clk) {written_before, charged_last} <= {same_group[2], charged_now[Low-1:0]};
  assign charged_early = written_before ? charged_last : charged_3;
  sluice_counter_ram #(.AW(AW), .DW(High), .READERS(2)) ram_charged_high (
      .clk(clk_ram), .write(c_write), .write_addr(c_write_addr), .write_data(charged_now[W+HW-1:Low]),
      .read({scan_read, enq_read_4}), .read_addr({scan_addr, group_4}),
      .newer({1'b0, same_group[5]}), .newer_data(charged_now[W+HW-1:Low]),
`ifdef FORMAL
      .watch, .watched(watched_c[W+HW-1:Low]),
`endif
      .as_read({charged_visit[W+HW-1:Low], unused_high}), .latest({unused_high_visit, charged_6[W+HW-1:Low]}));
  sluice_ram_forward #(.W(Low), .STAGES(4)) forward_charged (
      .clk, .read_word(charged_early), .written(charged_now[Low-1:0]), .same(same_group[5:3]),
      .latest_word(charged_6[Low-1:0]));
  assign {ca_6, ha_6} = charged_6;
  assign {scan_ca, scan_ha} = charged_visit;

  logic [W-1:0] not_cb_3;
  sluice_counter_ram #(.AW(AW), .DW(W + HW), .READERS(3), .FORWARDS(3'b001), .INVERTED({As, Not, NotCb})) ram_returned (
      .clk(clk_ram), .write(r_write), .write_addr(r_write_addr), .write_data({cb_now, hb_now}),
      .read({scan_read_6, scan_read, enq_read_1}), .read_addr({scan_addr_6, scan_addr, group_1}),
      .newer(3'b0), .newer_data({cb_now, hb_now}),
`ifdef FORMAL
      .watch, .watched(watched_r),
`endif
      .as_read({scan_cb_8, scan_hb_8, scan_not_cb, scan_not_hb, not_cb_3, hb_3}),
      .latest({unused_returned_again, unused_returned_visit, unused_returned}));
  logic [W-1:0] not_cb[8];
  logic [HW-1:0] hb[8];
  always_ff @(posedge clk) begin
    {not_cb[4], hb[4]} <= {not_cb_3, hb_3};
    for (int k = 5; k <= 7; k++) {not_cb[k], hb[k]} <= {not_cb[k-1], hb[k-1]};
  end
  assign {not_cb_7, hb_7} = {not_cb[7], hb[7]};

  logic unused_counters;
  assign unused_counters = ^{unused_charged, unused_charged_visit, unused_high_visit, unused_high,
      charged_3[Low-1:HW-1], unused_returned,
    unused_returned_visit, unused_returned_again};
endmodule
`default_nettype wire
