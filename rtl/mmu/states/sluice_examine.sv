// What a view says of the states of its queue and port [spec 4]: compares what the queue holds above private, and its port, with
// the thresholds in use. turns: off, whatever it was. keeps: off, if it was. The rest: on.
// Latency: one clock.
`default_nettype none
module sluice_examine #(
    parameter int W = 18,
    parameter logic VISIT = 0           // of the scan; that of an enqueue turns nothing on
) (
    input  wire logic         clk,
    input  wire logic         dsh,
    input  wire logic         lossless,
    input  wire logic         uses_headroom,        // h(g) > 0
    input  wire logic         queue_incomplete, // enqueues of the queue are under way that the visit lacks: it turns nothing on
    input  wire logic         port_incomplete,
    input  wire logic [W-1:0] not_above,   // w; complements: x + ~above + 1 has no carry where above > x
    input  wire logic [W-1:0] not_sum,     // W(p)
    input  wire logic [W-1:0] xqoff,
    input  wire logic [W-1:0] xqon,
    input  wire logic [W-1:0] xpoff,
    input  wire logic [W-1:0] xpon,
    output logic              set_off,
    output logic              hold_off,
    output logic              port_set_off,
    output logic              port_hold_off
);
  logic [W:0] qoff, qon, poff, pon;
  logic unused_sums;
  assign qoff = {1'b0, xqoff} + {1'b0, not_above} + 1'b1;
  assign qon = {1'b0, xqon} + {1'b0, not_above} + 1'b1;
  assign poff = {1'b0, xpoff} + {1'b0, not_sum} + 1'b1;
  assign pon = {1'b0, xpon} + {1'b0, not_sum} + 1'b1;
  // What is stale is known late: it joins behind the registers, not between a carry and them.
  logic stays, waits, port_stays, port_waits;
  always_ff @(posedge clk) begin
    set_off <= lossless && (!qoff[W] || (uses_headroom && !dsh));
    stays <= !VISIT || (lossless && !qon[W]);
    waits <= lossless && queue_incomplete;
    port_set_off <= dsh && (!poff[W] || uses_headroom);
    port_stays <= !VISIT || (dsh && !pon[W]);
    port_waits <= dsh && port_incomplete;
  end
  assign hold_off = stays || (VISIT && waits);
  assign port_hold_off = port_stays || (VISIT && port_waits);
  assign unused_sums = ^{qoff[W-1:0], qon[W-1:0], poff[W-1:0], pon[W-1:0]};

`ifdef FORMAL_EXAMINE
`include "sluice_examine.svh"
`endif
endmodule
`default_nettype wire
