// What a visit of the scan settles [spec 3]. A packet is charged whole to the pool of its verdict; what that is too much, and
// what dequeues have repaid since, is given back when its group is visited: surplus = charged - w, to the headroom of the
// group first, d = min(surplus, h), the rest to the shared pool. After a visit a group is charged its w.
// The group is the queue, or, with DSH and lossless classes, the port: then w is summed over its classes, visited one after
// another, and the last one settles. An enqueue into a class that has been visited is charged, but not in that sum: missed.
// Clock 2: counters. Clock 6: w. Clock 9: totals to write, freed.
`default_nettype none
module sluice_settle #(
    parameter int W = 18,
    parameter int HW = 14,  // bits of a headroom counter
    parameter int NB = 14   // bits of a packet's cells
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [W-1:0]  phi,
    // clock 2: of the queue visited, and of its group
    input  wire logic [W-1:0]  accepted,  // A
    input  wire logic [W-1:0]  not_dequeued,  // ~B: subtrahends are complements, and differences on their way to be subtrahends
    input  wire logic [W-1:0]  charged,       // CA
    input  wire logic [W-1:0]  not_returned,  // ~CB
    input  wire logic [HW-1:0] headroom_cells,       // HA
    input  wire logic [HW-1:0] not_headroom_returned,    // ~HB
    input  wire logic          part_4,    // clock 4: of a port's sum
    input  wire logic          part_5,
    input  wire logic [NB-1:0] missed,       // by the sum that is under way; joins it with the queue visited one clock before
    input  wire logic          last,      // clock 5: settles
    output logic      [W-1:0]  queue,     // clock 3: q of the queue
    // clock 6
    output logic      [W-1:0]  not_above, // w of the queue, complement
    output logic      [W-1:0]  not_sum,   // w of the port, with the last of its classes
    output logic               uses_headroom,      // headroom was in use
    output logic               returns_cells,     // clock 8: something is given back
    // clock 8: totals as they were, and clock 9: as they are
    input  wire logic [W-1:0]  returned_8,
    input  wire logic [HW-1:0] headroom_returned_8,
    output logic               writes,
    output logic      [W-1:0]  returned_9,
    output logic      [HW-1:0] headroom_returned_9,
    output logic      [W-1:0]  freed
);
  logic [W-1:0] charge3, charge4, charge5, charge6, not_w5, sum5, sofar, surplus7, surplus8;
  logic [W:0] over, above4, rest8;  // rest: surplus - h, below 0 where all goes to the headroom
  logic [HW-1:0] headroom_used3, headroom_used4, headroom_used5, headroom_used6, not_headroom_used7, not_headroom_used8, returns_headroom;
  logic last6, last7, last8;
  assign over = {1'b0, queue} - {1'b0, phi};
  assign returns_headroom = rest8[W] ? HW'(surplus8) : ~not_headroom_used8;
  always_ff @(posedge clk) begin
    queue <= accepted + not_dequeued + 1'b1;
    charge3 <= charged + not_returned + 1'b1;
    headroom_used3 <= headroom_cells + not_headroom_returned + 1'b1;
    above4 <= over;
    {charge4, headroom_used4} <= {charge3, headroom_used3};
    // A set, not a gate: the gate would be that of the sum, and stand apart from both.
    if (above4[W]) not_w5 <= '1;
    else not_w5 <= ~above4[W-1:0];
    sum5 <= (above4[W-1:0] & {W{!above4[W] && part_4}}) + W'(missed);
    {charge5, headroom_used5} <= {charge4, headroom_used4};
    not_above <= not_w5;
    // Nothing is missed behind the last: there sum5 is w5, and before it the sum is not asked for.
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
