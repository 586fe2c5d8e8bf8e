// Settlement of a headroom group by a visit of the scan [spec 3; DSH IV-B]. A packet is charged whole to the pool that
// admitted it. A visit returns the excess and the cells that dequeues have freed: surplus = charged - w. The headroom
// gets d = min(surplus, h), the shared pool the rest.
// After a visit a group is charged its w.
// The group is the queue or, with DSH and lossless classes, the port. For a port, w is summed over its classes, visited
// one after another; the last visit settles. An enqueue into a class that was already visited is charged, but not in
// that sum: missed adds its cells.
// Latency: counters in cycle 2, w in cycle 6, counters to write and cells freed in cycle 9.
`default_nettype none
module sluice_settle #(
    parameter int W = 18,   // bits of a cell counter
    parameter int HW = 14,  // bits of a headroom counter
    parameter int NB = 14,  // bits of a packet's cells
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    input  wire logic          clk,  // clock
    input  wire logic          rst,  // the sweep after reset: write zeros
    input  wire logic [W-1:0]  phi,  // cycle 3: private cells of the queue
    input  wire logic [HW-1:0] reach_eta,  // PORT_LIMITS: cycle 5: with DSH the headroom of the port, else 0
    // cycle 2: counters of the visited queue and of its group
    input  wire logic [W-1:0]  accepted,               // A
    // ~B; subtrahends, and differences that are subtracted later, are complements
    input  wire logic [W-1:0]  not_dequeued,
    input  wire logic [W-1:0]  charged,                // CA
    input  wire logic [W-1:0]  not_returned,           // ~CB
    input  wire logic [HW-1:0] headroom_cells,         // HA
    input  wire logic [HW-1:0] not_headroom_returned,  // ~HB
    input  wire logic          part_4,                 // cycle 4: the visit is part of a port's sum
    input  wire logic          part_5,                 // cycle 5: the visit is part of a port's sum
    // cells that the current sum misses; added with the queue that was visited one cycle before
    input  wire logic [NB-1:0] missed,
    input  wire logic          last,                   // cycle 5: the visit settles its group
    output logic      [W-1:0]  queue,                  // cycle 3: q of the queue
    // cycle 6
    output logic      [W-1:0]  not_above,      // w of the queue, complement
    output logic      [W:0]    not_reach,      // PORT_LIMITS: w + eta, complement
    output logic      [W-1:0]  not_sum,        // w of the port, complement, in the visit of its last class
    output logic               uses_headroom,  // the group has cells in the headroom
    output logic               returns_cells,  // cycle 8: the visit returns cells
    // CB and HB before, cycle 8, and after the visit, cycle 9
    input  wire logic [W-1:0]  returned_8,           // cycle 8: CB before
    input  wire logic [HW-1:0] headroom_returned_8,  // cycle 8: HB before
    output logic               writes,               // cycle 9: write CB and HB
    output logic      [W-1:0]  returned_9,           // CB after
    output logic      [HW-1:0] headroom_returned_9,  // HB after
    output logic      [HW-1:0] to_headroom_9,        // headroom cells that the visit returns
    output logic      [W-1:0]  freed                 // cells returned to the shared pool
);
  logic [W-1:0] charge3, charge4, charge5, charge6, not_w5, sum5, sofar, surplus7, surplus8;
  logic [W:0] over, above4, rest8;  // rest: surplus - h; negative where the headroom gets all of the surplus
  logic [HW-1:0] headroom_used3, headroom_used4, headroom_used5, headroom_used6, not_headroom_used7, not_headroom_used8,
      returns_headroom;
  logic last6, last7, last8;
  generate
    if (PORT_LIMITS) begin : g_reach
      always_ff @(posedge clk) not_reach <= ~({1'b0, ~not_w5} + (W + 1)'(reach_eta));
    end else begin : g_no_reach
      assign not_reach = '0;
      logic unused_eta;
      assign unused_eta = ^reach_eta;
    end
  endgenerate
  assign over = {1'b0, queue} - {1'b0, phi};
  assign returns_headroom = rest8[W] ? HW'(surplus8) : ~not_headroom_used8;
  always_ff @(posedge clk) begin
    queue <= accepted + not_dequeued + 1'b1;
    charge3 <= charged + not_returned + 1'b1;
    headroom_used3 <= headroom_cells + not_headroom_returned + 1'b1;
    above4 <= over;
    {charge4, headroom_used4} <= {charge3, headroom_used3};
    // A synchronous set, not an AND: an AND would be separate from the logic of the sum.
    if (above4[W]) not_w5 <= '1;
    else not_w5 <= ~above4[W-1:0];
    sum5 <= (above4[W-1:0] & {W{!above4[W] && part_4}}) + W'(missed);
    {charge5, headroom_used5} <= {charge4, headroom_used4};
    not_above <= not_w5;
    // The last visit misses nothing, so sum5 is w5 there. In earlier visits of the sum, not_sum is not used.
    not_sum <= not_w5 + ~(sofar & {W{part_5}}) + 1'b1;
    if (rst || (part_5 && last)) sofar <= '0;
    else sofar <= sofar + sum5;
    {charge6, headroom_used6} <= {charge5, headroom_used5};
    uses_headroom <= headroom_used5 != '0;
    last6 <= !rst && last;
    surplus7 <= charge6 + not_sum + 1'b1;
    not_headroom_used7 <= ~headroom_used6;
    last7 <= !rst && last6;
    surplus8 <= surplus7;
    rest8 <= {1'b0, surplus7} + {{(W + 1 - HW) {1'b1}}, not_headroom_used7} + 1'b1;
    not_headroom_used8 <= not_headroom_used7;
    last8 <= !rst && last7;
    returns_cells <= !rst && last7 && surplus7 != '0;
    returned_9 <= rst ? '0 : returned_8 + surplus8;
    headroom_returned_9 <= rst ? '0 : headroom_returned_8 + returns_headroom;
    to_headroom_9 <= returns_headroom & {HW{last8}};
    writes <= rst || last8;
    freed <= rest8[W-1:0] & {W{last8 && !rest8[W]}};
  end

`ifdef FORMAL_CONSERVATION
`include "sluice_settle_conservation.svh"
`elsif FORMAL_PORT
`include "sluice_settle_port.svh"
`elsif FORMAL_SETTLE
`include "sluice_settle.svh"
`endif
endmodule
`default_nettype wire
