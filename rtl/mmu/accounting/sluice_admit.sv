// Admission of an enqueue of n cells [spec 3; DSH IV-B]: private cells first, then the shared pool, then the headroom
// of the group; else it is refused.
// While the group is off the shared pool is skipped. TTL: the class's partition first, then the shared partition, then
// headroom, whether off or not.
// The counters miss the enqueues of the last 5 cycles. Their cells are added, as if each enqueue had gone to the
// compared pool, and a dequeue under way frees nothing. So an admission is pessimistic: never better than that of a
// switch without latencies.
// Lossy classes use no headroom and a group that is off does not stop them. They are refused when w + n > 2^alpha_lossy
// * pool_free.
// Latency: counters of the queue in cycle 2, of the group in cycle 3 with the free cells, sums of enqueues under way in
// cycle 4, result in cycle 5.
`default_nettype none
module sluice_admit #(
    parameter int W = 18,                             // bits of a cell counter
    parameter int HW = 14,                            // bits of a headroom counter
    parameter int NB = 14,                            // bits of a packet's cells
    parameter int PW = 2,                             // bits of a port
    parameter int CW = 3,                             // bits of a class
    parameter int FW = (W > NB + 3 ? W : NB + 3) + 1  // derived: do not set; bits of free
) (
    clk, rst, phi, eta, alpha_lossy, accepted, not_dequeued, headroom_cells, headroom_returned, free, e, under_way,
    fits, ttl, off,
    fits_own, holds, admission
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_ENQUEUE(NB)
  `SLUICE_ADMISSION
  input wire logic clk;                 // clock
  input wire logic rst;                 // synchronous reset, active high
  input wire logic [W-1:0] phi;         // private cells per queue
  input wire logic [HW-1:0] eta;        // headroom cells per group
  input wire logic [3:0] alpha_lossy;   // cycle 3: two's complement exponent
  // cycle 2: counters of the packet's queue
  input wire logic [W-1:0] accepted;      // A
  input wire logic [W-1:0] not_dequeued;  // ~B
  // cycle 3: counters of the packet's group
  input wire logic [HW-1:0] headroom_cells;     // HA of the headroom group
  input wire logic [HW-1:0] headroom_returned;  // HB of the headroom group
  // free cells of the shared pool, less the cells under way of older packets
  input wire logic [FW-1:0] free;
  // cycle 4
  input enqueues_t e;
  input wire logic [NB+2:0] under_way;  // cells under way of the port, with the packet's own cells
  input wire logic fits;                // the packet fits the shared pool, with all enqueues under way
  input wire logic ttl;                 // the scheme is TTL
  input wire logic off;                 // the headroom group is off
  // cycle 5
  input wire logic fits_own;            // TTL: the packet fits the partition of its class
  input wire logic holds;               // SHP: the port's own headroom or the pool holds the packet; else 1
  output admission_t admission;
  localparam int SW = (W > NB + 2 ? W : NB + 2) + 2;  // bits of a signed sum of a queue's cells
  localparam int HS = (HW > NB + 2 ? HW : NB + 2) + 2;  // bits of a signed sum of headroom cells

  // Cycles 2 and 3: occupancy less limit, less one. Cycle 4: plus the cells under way. A negative sum means that the
  // packet fits.
  logic [W-1:0] queue3;
  logic [SW-1:0] queue4, left, beyond, sum4, not_limit;
  logic [SW-2:0] carry4;
  logic [HW-1:0] sum3, headroom_over4;  // headroom_over4: h - eta - 1, which is negative, without its sign bit
  logic [HW-2:0] carry3;
  logic [HS-1:0] spare;
  logic private5, fits_headroom5, open5, ttl5, some5, never5, dropped5;
  assign left = queue4 + SW'(under_way);
  // Carry-save: three terms become a sum and the carries of each bit.
  assign sum3 = headroom_cells ^ headroom_returned ^ eta;
  assign carry3 = (HW - 1)'((headroom_cells & ~headroom_returned) | ((headroom_cells | ~headroom_returned) & ~eta));
  assign spare = {{(HS - HW){1'b1}}, headroom_over4} + HS'(under_way);

  // Lossy classes, cycle 3: the limit 2^alpha_lossy * free
  logic [W-1:0] limit3, not_limit4;
  logic over5, large5;
  logic [NB:0] less4;
  sluice_scale #(.IW(W), .W(W)) scale (.value(free[W-1:0] & {W{!free[FW-1]}}), .exponent(alpha_lossy), .scaled(limit3));
  assign not_limit = {{(SW - W){1'b1}}, not_limit4};
  assign sum4 = queue4 ^ SW'(under_way) ^ not_limit;
  assign carry4 = (queue4[SW-2:0] & (SW - 1)'(under_way)) |
      ((queue4[SW-2:0] | (SW - 1)'(under_way)) & not_limit[SW-2:0]);
  assign beyond = sum4 + {carry4, 1'b1};  // left - limit
  // carry: cells > limit, for a limit of at most NB bits
  assign less4 = {1'b0, not_limit4[NB-1:0]} + {1'b0, e.c4.cells};

  always_ff @(posedge clk) begin
    queue3 <= accepted + not_dequeued + 1'b1;
    queue4 <= SW'(queue3) + ~(SW'(phi));
    headroom_over4 <= sum3 + {carry3, 1'b1};
    not_limit4 <= ~limit3;
    private5 <= left[SW-1];
    fits_headroom5 <= spare[HS-1] && e.c4.lossless;
    over5 <= !beyond[SW-1] && !e.c4.lossless;
    large5 <= less4[NB] && ~not_limit4 >> NB == '0 && !e.c4.lossless;
    open5 <= fits && !(e.c4.lossless && off && !ttl);
    ttl5 <= ttl;
    some5 <= e.c4.takes && !e.c4.none && !rst;
    never5 <= e.c4.came && !e.c4.takes && !e.c4.dropped && !rst;
    dropped5 <= e.c4.came && e.c4.dropped && !rst;
  end

  logic own, goes, fits_headroom, counted, shared, headroom, refused;
  logic [2:0] kind;
  assign own = ttl5 ? fits_own : private5;
  assign goes = open5 && !over5 && !large5;
  assign shared = !own && goes;
  assign fits_headroom = fits_headroom5 && holds;
  assign headroom = !own && !goes && fits_headroom;
  assign counted = own || goes || fits_headroom;
  assign refused = never5 || (some5 && !counted);
  assign kind = sluice_pkg::PRIVATE | {3{dropped5}} & sluice_pkg::DROPPED | {3{some5 && shared}} & sluice_pkg::SHARED |
      {3{some5 && headroom}} & sluice_pkg::HEADROOM | {3{refused}} & sluice_pkg::REFUSED;
  assign admission = {kind, refused, counted, shared, headroom};
  logic unused;
  assign unused = ^e;

`ifdef FORMAL_ADMIT
`include "sluice_admit.svh"
`endif
endmodule
`default_nettype wire
