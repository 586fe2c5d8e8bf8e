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
    input  wire logic         off,         // the group's state: QOFF, or POFF with DSH; never with TTL
    input  wire logic         fits_own,    // TTL: into the class's partition
    input  wire logic         configured,  // before the first commit everything is refused
    input  wire logic [W-1:0] cells,
    input  wire logic         below,       // q < phi before the enqueue
    input  wire logic [W+1:0] after,       // q + cells - phi, two's complement
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
    output logic      [2:0]   kind,        // PRIVATE .. REFUSED
    output logic      [W-1:0] growth,      // x; at most 2^W-1 unless refused
    output logic      [W-1:0] room_left,   // after both, if the packet goes to the shared pool
    output logic      [W-1:0] room_kept    // if it does not
);
  logic [W:0] x;
  assign x = after[W+1] ? '0 : below ? after[W:0] : {1'b0, cells};

  // Two's complement: rooms that are left, below zero where x does not fit
  logic [W+1:0] left, used;
  logic [W+2:0] left_gained, spare, spare_repaid;
  logic [W-1:0] gained;  // of interest only while it is the new room
  logic fits, fits_headroom, shared;
  assign left = {2'b0, room} - {1'b0, x};
  assign gained = room + fall - held;
  assign left_gained = {3'b0, room} + {3'b0, fall} - {3'b0, held} - {2'b0, x};
  assign fits = !left[W+1] || (frees && !left_gained[W+2]);
  assign used = {2'b0, eta} - {2'b0, headroom};
  assign spare = {used[W+1], used} - {2'b0, x};
  assign spare_repaid = {used[W+1], used} + {3'b0, fell} - {2'b0, x};
  assign fits_headroom = !spare[W+2] || (repays && !spare_repaid[W+2] && x <= {1'b0, eta});

  assign shared = fits && !(off && lossless);
  always_comb begin
    if (!configured) kind = sluice_pkg::REFUSED;
    else if (x == '0 || fits_own) kind = sluice_pkg::PRIVATE;
    else if (shared) kind = sluice_pkg::SHARED;
    else if (lossless && fits_headroom) kind = sluice_pkg::HEADROOM;
    else kind = sluice_pkg::REFUSED;
  end
  assign growth = x[W-1:0];
  assign room_left = frees ? left_gained[W-1:0] : left[W-1:0];
  assign room_kept = frees ? gained : room;
endmodule
`default_nettype wire
