// The enqueue rule [spec 3]: private first, then the shared pool, then the headroom of the group; headroom at once while the
// group is off. TTL: the class's partition first, then the shared one, then headroom, off or not. What fits nowhere is refused.
// The counters lack the enqueues under way; these are added, each as if it had gone to the pool that is asked, and a dequeue
// under way gives nothing: so a verdict may be worse than that of a switch that knows all, never better.
// Lossy classes use no headroom, are not held up by it, and are refused when w + n > 2^alpha_lossy * room.
// Clock 2: counters of the queue. Clock 3: of the group, free as the packet finds it. Clock 4: sums of what is under way, fits. Clock 5: the verdict.
`default_nettype none
module sluice_admit #(
    parameter int W = 18,
    parameter int HW = 14,  // bits of a headroom counter
    parameter int NB = 14,  // bits of a packet's cells
    parameter int FW = (W > NB + 3 ? W : NB + 3) + 1  // derived: do not set; of free
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [W-1:0]  phi,
    input  wire logic [HW-1:0] eta,
    input  wire logic [3:0]    alpha_lossy,  // clock 3; two's complement exponent
    // clock 2: of the packet's queue
    input  wire logic [W-1:0]  accepted,     // A
    input  wire logic [W-1:0]  not_dequeued, // ~B
    // clock 3
    input  wire logic [HW-1:0] headroom_cells,      // HA of its headroom group
    input  wire logic [HW-1:0] headroom_returned,       // HB
    input  wire logic [FW-1:0] free,
    // clock 4
    input  wire logic [NB+2:0] under_way,    // of the port, the packet's own included
    input  wire logic [NB-1:0] cells,
    input  wire logic          fits,         // the shared pool, all enqueues under way included
    input  wire logic          came,
    input  wire logic          valid,        // counts at all: configured, known, not too large
    input  wire logic          none,         // of 0 cells
    input  wire logic          dropped,      // TTL
    input  wire logic          ttl,
    input  wire logic          lossless,
    input  wire logic          off,          // the group
    // clock 5
    input  wire logic          fits_own,     // TTL: the class's partition
    output logic      [2:0]    kind,
    output logic               refused,
    output logic               counted,      // PRIVATE, SHARED or HEADROOM; of a packet that is valid, and not of 0 cells
    output logic               shared,
    output logic               headroom
);
  localparam int SW = (W > NB + 2 ? W : NB + 2) + 2;  // of a signed sum of cells of a queue
  localparam int HS = (HW > NB + 2 ? HW : NB + 2) + 2;  // of a headroom

  // Clock 2, 3: what is left up to the limits, less one; clock 4: and with what is under way. Below 0: it fits.
  logic [W-1:0] queue3;
  logic [SW-1:0] queue4, left, beyond, sum4, not_limit;
  logic [SW-2:0] carry4;
  logic [HW-1:0] sum3, headroom_over4;  // h - eta - 1, which is below 0, without its sign
  logic [HW-2:0] carry3;
  logic [HS-1:0] spare;
  logic private5, fits_headroom5, open5, ttl5, some5, never5, dropped5;
  assign left = queue4 + SW'(under_way);
  // Three terms as two: a sum, and the carries of each bit
  assign sum3 = headroom_cells ^ headroom_returned ^ eta;
  assign carry3 = (HW - 1)'((headroom_cells & ~headroom_returned) | ((headroom_cells | ~headroom_returned) & ~eta));
  assign spare = {{(HS - HW){1'b1}}, headroom_over4} + HS'(under_way);

  // Lossy: clock 3, the limit
  logic [W+2:0] coarse, fine;
  logic [W-1:0] not_limit4;
  logic over5, large5;
  logic [NB:0] less4;
  assign coarse = {free[W-1:0] & {W{!free[FW-1]}}, 3'b0} >> (!alpha_lossy[3] ? 4'd0 : alpha_lossy[2] ? 4'd4 : 4'd8);
  assign fine = coarse >> ~alpha_lossy[1:0];
  assign not_limit = {{(SW - W){1'b1}}, not_limit4};
  assign sum4 = queue4 ^ SW'(under_way) ^ not_limit;
  assign carry4 = (queue4[SW-2:0] & (SW - 1)'(under_way)) |
      ((queue4[SW-2:0] | (SW - 1)'(under_way)) & not_limit[SW-2:0]);
  assign beyond = sum4 + {carry4, 1'b1};  // left - limit
  assign less4 = {1'b0, not_limit4[NB-1:0]} + {1'b0, cells};  // a carry: cells > limit, where that has no more bits

  always_ff @(posedge clk) begin
    queue3 <= accepted + not_dequeued + 1'b1;
    queue4 <= SW'(queue3) + ~(SW'(phi));
    headroom_over4 <= sum3 + {carry3, 1'b1};
    not_limit4 <= ~(fine[W-1:0] | {W{|fine[W+2:W]}});
    private5 <= left[SW-1];
    fits_headroom5 <= spare[HS-1] && lossless;
    over5 <= !beyond[SW-1] && !lossless;
    large5 <= less4[NB] && ~not_limit4 >> NB == '0 && !lossless;
    open5 <= fits && !(lossless && off && !ttl);
    ttl5 <= ttl;
    some5 <= valid && !none && !rst;
    never5 <= came && !valid && !dropped && !rst;
    dropped5 <= came && dropped && !rst;
  end

  logic own, goes;
  assign own = ttl5 ? fits_own : private5;
  assign goes = open5 && !over5 && !large5;
  assign shared = !own && goes;
  assign headroom = !own && !goes && fits_headroom5;
  assign counted = own || goes || fits_headroom5;
  assign refused = never5 || (some5 && !counted);
  assign kind = sluice_pkg::PRIVATE | {3{dropped5}} & sluice_pkg::DROPPED | {3{some5 && shared}} & sluice_pkg::SHARED |
      {3{some5 && headroom}} & sluice_pkg::HEADROOM | {3{refused}} & sluice_pkg::REFUSED;

`ifdef FORMAL_ADMIT
`include "sluice_admit.svh"
`endif
endmodule
`default_nettype wire
