// Compares one snapshot of a queue and its port with the thresholds [spec 4; DSH Fig. 8]. set_off: turns off. hold_off:
// stays off if it is. Neither: on.
// A queue that shares the headroom of its port (DSH) is not set off by headroom in use, but its port is. A snapshot of
// an enqueue turns nothing on.
// PORT_LIMITS: with DSH the thresholds are those of a port without headroom, so w + eta is compared instead of w, while
// w > 0 [DSH Eq. 5]: w > max(0, T - eta) exactly if w > 0 and w + eta > T.
// Latency: one cycle; the incomplete flags are added behind the registers because they arrive late.
`default_nettype none
module sluice_examine #(
    parameter int W = 18,      // bits of a cell counter
    parameter logic VISIT = 0,  // 1: snapshot of a visit; 0: of an enqueue, which turns nothing on
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    input  wire logic         clk,               // clock
    input  wire logic         dsh,               // the scheme is DSH
    input  wire logic         lossless,          // the class is lossless
    input  wire logic         uses_headroom,     // h of the headroom group is above 0
    input  wire logic         queue_incomplete,  // the visit misses enqueues of the queue, so it turns nothing on
    input  wire logic         port_incomplete,   // the visit misses enqueues of the port
    input  wire logic [W-1:0] not_above,         // w, complement: x + ~above + 1 has no carry where above > x
    input  wire logic [W:0]   not_reach,         // PORT_LIMITS: w + eta, complement; eta is 0 unless with DSH
    input  wire logic [W-1:0] not_sum,           // W(p), complement
    input  wire logic [W-1:0] xqoff,             // threshold Xqoff, cells
    input  wire logic [W-1:0] xqon,              // threshold Xqon, cells
    input  wire logic [W-1:0] xpoff,             // threshold Xpoff, cells
    input  wire logic [W-1:0] xpon,              // threshold Xpon, cells
    output logic              set_off,           // the queue turns off
    output logic              hold_off,          // the queue stays off if it is
    output logic              port_set_off,      // the port turns off
    output logic              port_hold_off      // the port stays off if it is
);
  logic [W:0] poff, pon;
  logic below_qoff, below_qon;  // w is at most Xqoff, Xqon
  logic unused_sums;
  generate
    if (PORT_LIMITS) begin : g_reach
      logic [W+1:0] qoff, qon;
      logic none, unused_queue;
      assign none = &not_above;
      assign qoff = {2'b0, xqoff} + {1'b0, not_reach} + 1'b1;
      assign qon = {2'b0, xqon} + {1'b0, not_reach} + 1'b1;
      assign {below_qoff, below_qon} = {qoff[W+1] || none, qon[W+1] || none};
      assign unused_queue = ^{qoff[W:0], qon[W:0]};
    end else begin : g_above
      logic [W:0] qoff, qon;
      logic unused_queue;
      assign qoff = {1'b0, xqoff} + {1'b0, not_above} + 1'b1;
      assign qon = {1'b0, xqon} + {1'b0, not_above} + 1'b1;
      assign {below_qoff, below_qon} = {qoff[W], qon[W]};
      assign unused_queue = ^{qoff[W-1:0], qon[W-1:0], not_reach};
    end
  endgenerate
  assign poff = {1'b0, xpoff} + {1'b0, not_sum} + 1'b1;
  assign pon = {1'b0, xpon} + {1'b0, not_sum} + 1'b1;
  // The incomplete flags arrive late, so they are added behind the registers.
  logic stays, waits, port_stays, port_waits;
  always_ff @(posedge clk) begin
    set_off <= lossless && (!below_qoff || (uses_headroom && !dsh));
    stays <= !VISIT || (lossless && !below_qon);
    waits <= lossless && queue_incomplete;
    port_set_off <= dsh && (!poff[W] || uses_headroom);
    port_stays <= !VISIT || (dsh && !pon[W]);
    port_waits <= dsh && port_incomplete;
  end
  assign hold_off = stays || (VISIT && waits);
  assign port_hold_off = port_stays || (VISIT && port_waits);
  assign unused_sums = ^{poff[W-1:0], pon[W-1:0]};

`ifdef FORMAL_EXAMINE
`include "sluice_examine.svh"
`endif
endmodule
`default_nettype wire
