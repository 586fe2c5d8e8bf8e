// The enqueue rule [spec 3]: private first, then the shared pool, then the headroom of the group; headroom at
// once while the group is off. TTL: the class's partition first, then the shared one, then headroom, off or not.
// Combinational. What fits nowhere is refused and counted nowhere.
// x, the growth of the part above private, is all cells, the level after, or nothing. What the dequeue of this clock
// frees is not waited for: x is compared with the pools as if it freed nothing and as if it freed all that it can, and then
// the case that holds is chosen. room + max(0, y - h) and h - min(y, h) are one of two sums each.
`default_nettype none
module sluice_admit #(
    parameter int W = 18
) (
    input  wire logic         lossless,    // of the class; the others use no headroom
    input  wire logic         pool_open,   // the group is not off: neither QOFF nor, with DSH, POFF
    input  wire logic         fits_own,    // TTL: into the class's partition
    input  wire logic [W-1:0] cells,
    // x, if the dequeue of this clock is done and of the same queue, and if not
    input  wire logic         after_d,
    input  wire logic         below_d,     // q < phi before the enqueue
    input  wire logic [W+1:0] level_d,     // q + cells - phi, two's complement
    input  wire logic         below,
    input  wire logic [W+1:0] level,
    // the shared pool
    input  wire logic [W-1:0] room,        // Bs - S before the dequeue of this clock
    input  wire logic         frees,       // that dequeue gives back fall - held
    input  wire logic [W-1:0] fall,
    input  wire logic [W-1:0] held,
    // the headroom of the group
    input  wire logic [W-1:0] eta,
    input  wire logic [W-1:0] headroom,    // h before the dequeue of this clock
    input  wire logic         repays,      // that dequeue takes min(h, fell) from it
    input  wire logic [W-1:0] fell,
    output logic              own,         // goes to the private cells or, TTL, to the class's partition
    output logic              shared,      // at most one of the three; none: refused
    output logic              insured,     // to the headroom
    output logic      [W-1:0] growth,      // x; at most 2^W-1 unless refused
    output logic      [W-1:0] room_left,   // after both, if the packet goes to the shared pool
    output logic      [W-1:0] room_kept    // if it does not
);
  logic [W:0] x, x_d, x_only;
  assign x_d = level_d[W+1] ? '0 : below_d ? level_d[W:0] : {1'b0, cells};
  assign x_only = level[W+1] ? '0 : below ? level[W:0] : {1'b0, cells};
  assign x = after_d ? x_d : x_only;

  // Two's complement: rooms that are left, below zero where x does not fit
  logic [W+1:0] left, used;
  logic [W+2:0] left_gained, spare, spare_repaid;
  logic [W-1:0] gained;  // of interest only while it is the new room
  logic [W:0] less_held;
  logic fits, fits_headroom;
  assign left = {2'b0, room} - {1'b0, x};
  assign less_held = {1'b0, room} - {1'b0, held};
  assign gained = less_held[W-1:0] + fall;
  assign left_gained = {{2{less_held[W]}}, less_held} + {3'b0, fall} - {2'b0, x};
  assign fits = !left[W+1] || (frees && !left_gained[W+2]);
  assign used = {2'b0, eta} - {2'b0, headroom};
  assign spare = {used[W+1], used} - {2'b0, x};
  assign spare_repaid = {used[W+1], used} + {3'b0, fell} - {2'b0, x};
  assign fits_headroom = !spare[W+2] || (repays && !spare_repaid[W+2] && x <= {1'b0, eta});

  assign own = x == '0 || fits_own;
  assign shared = !own && pool_open && fits;
  assign insured = !own && !(pool_open && fits) && lossless && fits_headroom;
  assign growth = x[W-1:0];
  assign room_left = frees ? left_gained[W-1:0] : left[W-1:0];
  assign room_kept = frees ? gained : room;
endmodule
`default_nettype wire
