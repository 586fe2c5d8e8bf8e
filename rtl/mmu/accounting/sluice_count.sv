// Counts an admitted enqueue [spec 3] and outputs the snapshot after it. A grows by the packet's cells; CA grows if the
// packet is charged to the shared pool or the headroom, HA if it is charged to the headroom. With TTL every counted
// packet is charged.
// If the enqueue one cycle before is of the same queue or group, the counters after that enqueue are used
// (same_queue_6, same_group_6).
// Latency: admission in cycle 5, masks in cycle 6, counters to write in cycle 7, snapshot in cycle 8.
`default_nettype none
module sluice_count #(
    parameter int W = 18,   // bits of a cell counter
    parameter int HW = 14,  // bits of a headroom counter
    parameter int NB = 14,  // bits of a packet's cells
    parameter int PW = 2,   // bits of a port
    parameter int CW = 3    // bits of a class
) (
    clk, rst, clear, ttl, some_5, e, admission_5, same_queue_6, same_group_6, a_6, ca_6, ha_6, charges_6, writes_7,
    a_now, ca_now, ha_now,
    not_b_7, not_cb_7, hb_7, snapshot
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_ENQUEUE(NB)
  `SLUICE_ADMISSION
  `SLUICE_CHARGES(NB)
  `SLUICE_SNAPSHOT(W, HW)
  input wire logic clk;            // clock
  input wire logic rst;            // synchronous reset, active high
  input wire logic clear;          // the sweep after reset writes zeros
  input wire logic ttl;            // the scheme is TTL
  input wire logic some_5;         // the packet takes part, and has cells
  input enqueues_t e;
  input admission_t admission_5;
  // counters before this enqueue, cycle 6
  input wire logic same_queue_6;   // the enqueue one cycle before is of this queue
  input wire logic same_group_6;   // the enqueue one cycle before is of this group
  input wire logic [W:0] a_6;      // A
  input wire logic [W-1:0] ca_6;   // CA
  input wire logic [HW-1:0] ha_6;  // HA
  output charges_t charges_6;
  // cycle 7: counters to write
  output logic writes_7;           // write the counters
  output logic [W:0] a_now;        // A to write
  output logic [W-1:0] ca_now;     // CA to write
  output logic [HW-1:0] ha_now;    // HA to write
  // cycle 7, for the snapshot in cycle 8
  input wire logic [W-1:0] not_b_7;        // B, complement
  input wire logic [W-1:0] not_cb_7;       // CB, complement
  input wire logic [HW-1:0] hb_7;          // HB
  output snapshot_t snapshot;
  // Half of each mask is applied in cycle 5, half in cycle 6: the path of all masks is too long for one cycle.
  logic is_counted_6, is_charged_6, is_shared_6, is_headroom_6;
  logic [NB-1:0] counted_6, charged_6, shared_6, headroom_6, not_back_6;
  assign charges_6 = {is_counted_6, counted_6, charged_6, shared_6, headroom_6, not_back_6};
  assign charged_6 = e.c6.cells & {NB{is_charged_6}};
  assign shared_6 = e.c6.cells & {NB{is_shared_6}};
  assign headroom_6 = e.c6.cells & {NB{is_headroom_6}};
  always_ff @(posedge clk) begin
    counted_6 <= e.c5.cells & {NB{admission_5.counted}};
    not_back_6 <= ~(e.c5.cells & {NB{!admission_5.shared}});
    {is_shared_6, is_headroom_6} <= {admission_5.shared, admission_5.headroom};
    is_charged_6 <= admission_5.shared || admission_5.headroom || (ttl && admission_5.counted);
    is_counted_6 <= admission_5.counted && some_5 && !rst;
    writes_7 <= !rst && (is_counted_6 || clear);
  end

  always_ff @(posedge clk)
    if (clear) begin
      a_now <= '0;
      ca_now <= '0;
      ha_now <= '0;
    end else begin
      a_now <= (same_queue_6 ? a_now : a_6) + (W + 1)'(counted_6);
      ca_now <= (same_group_6 ? ca_now : ca_6) + W'(charged_6);
      ha_now <= (same_group_6 ? ha_now : ha_6) + HW'(headroom_6);
    end

  logic is_counted_7, is_headroom_7;
  always_ff @(posedge clk) begin
    is_counted_7 <= is_counted_6 && !rst;
    is_headroom_7 <= is_headroom_6;
    snapshot.valid <= is_counted_7 && !rst;
    snapshot.at <= e.c7.at;
    snapshot.lossless <= e.c7.lossless;
    snapshot.uses_headroom <= is_headroom_7;
    snapshot.cells <= a_now[W-1:0] + not_b_7 + 1'b1;
    snapshot.sum <= ca_now + not_cb_7 + 1'b1;
    snapshot.headroom <= ha_now - hb_7;
  end
  logic unused;
  assign unused = ^{e, admission_5};
endmodule
`default_nettype wire
