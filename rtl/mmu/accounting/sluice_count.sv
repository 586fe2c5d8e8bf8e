// Counts an admitted enqueue [spec 3] and outputs the snapshot after it. A grows by the packet's cells; CA grows if the packet is charged to the
// shared pool or the headroom, HA if it is charged to the headroom. With TTL every counted packet is charged.
// If the enqueue one cycle before is of the same queue or group, the counters after that enqueue are used (same_queue_6, same_group_6).
// Latency: admission in cycle 5, masks in cycle 6, counters to write in cycle 7, snapshot in cycle 8.
`default_nettype none
module sluice_count #(
    parameter int W = 18,   // bits of a cell counter
    parameter int HW = 14,  // bits of a headroom counter
    parameter int NB = 14,  // bits of a packet's cells
    parameter int AW = 5    // bits of {port, class}
) (
    input  wire logic          clk,    // clock
    input  wire logic          rst,    // synchronous reset, active high
    input  wire logic          clear,  // the sweep after reset writes zeros
    input  wire logic          ttl,    // the scheme is TTL
    // admission, cycle 5
    input  wire logic          some_5,      // the packet takes part, and has cells
    input  wire logic          counted_5,   // PRIVATE, SHARED or HEADROOM
    input  wire logic          shared_5,    // charged to the shared pool
    input  wire logic          headroom_5,  // charged to the headroom
    input  wire logic [NB-1:0] cells_5,     // cells of the packet, 0 where it does not take part
    input  wire logic [NB-1:0] cells_6,     // cells_5, a cycle later
    // counters before this enqueue, cycle 6
    input  wire logic          same_queue_6,  // the enqueue one cycle before is of this queue
    input  wire logic          same_group_6,  // the enqueue one cycle before is of this group
    input  wire logic [W:0]    a_6,           // A
    input  wire logic [W-1:0]  ca_6,          // CA
    input  wire logic [HW-1:0] ha_6,          // HA
    // cycle 6: cells by destination, 0 where the packet is not charged there
    output logic               is_counted_6,  // the enqueue is counted
    output logic      [NB-1:0] counted_6,     // cells accepted
    output logic      [NB-1:0] charged_6,     // cells charged to the group
    output logic      [NB-1:0] shared_6,      // cells charged to the shared pool
    output logic      [NB-1:0] headroom_6,    // cells charged to the headroom
    output logic      [NB-1:0] not_back_6,    // cells that are not returned to the pool, complement
    // cycle 7: counters to write
    output logic               writes_7,  // write the counters
    output logic      [W:0]    a_now,     // A to write
    output logic      [W-1:0]  ca_now,    // CA to write
    output logic      [HW-1:0] ha_now,    // HA to write
    // cycle 7, for the snapshot in cycle 8
    input  wire logic [AW-1:0] queue_7,                 // queue of the enqueue, {port, class}
    input  wire logic          is_lossless_7,           // its class is lossless
    input  wire logic [W-1:0]  not_b_7,                 // B, complement
    input  wire logic [W-1:0]  not_cb_7,                // CB, complement
    input  wire logic [HW-1:0] hb_7,                    // HB
    output logic               snapshot_valid,          // the enqueue was counted
    output logic      [AW-1:0] snapshot_addr,           // queue of the enqueue, {port, class}
    output logic               snapshot_lossless,       // the class is lossless
    output logic               snapshot_uses_headroom,  // the packet used headroom
    output logic      [W-1:0]  snapshot_queue,          // q after the enqueue
    output logic      [W-1:0]  snapshot_sum,            // cells charged to the headroom group
    output logic      [HW-1:0] snapshot_headroom        // upper bound of the headroom cells in use
);
  // Half of each mask is applied in cycle 5, half in cycle 6: the path of all masks is too long for one cycle.
  logic is_charged_6, is_shared_6, is_headroom_6;
  assign charged_6 = cells_6 & {NB{is_charged_6}};
  assign shared_6 = cells_6 & {NB{is_shared_6}};
  assign headroom_6 = cells_6 & {NB{is_headroom_6}};
  always_ff @(posedge clk) begin
    counted_6 <= cells_5 & {NB{counted_5}};
    not_back_6 <= ~(cells_5 & {NB{!shared_5}});
    {is_shared_6, is_headroom_6} <= {shared_5, headroom_5};
    is_charged_6 <= shared_5 || headroom_5 || (ttl && counted_5);
    is_counted_6 <= counted_5 && some_5 && !rst;
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
    snapshot_valid <= is_counted_7 && !rst;
    snapshot_addr <= queue_7;
    snapshot_lossless <= is_lossless_7;
    snapshot_uses_headroom <= is_headroom_7;
    snapshot_queue <= a_now[W-1:0] + not_b_7 + 1'b1;
    snapshot_sum <= ca_now + not_cb_7 + 1'b1;
    snapshot_headroom <= ha_now - hb_7;
  end
endmodule
`default_nettype wire
