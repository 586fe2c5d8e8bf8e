// The enqueue rule [spec 3]: private first, then the shared pool, then the headroom of the group; headroom at
// once while the group is off. TTL: the class's partition first, then the shared one, then headroom, off or not.
// Combinational. What fits nowhere is refused and counted nowhere.
// level and after are the queue's level relative to phi, so that x, the growth of the part above private, is all
// cells, the level after, or nothing; as in sluice_repay the comparisons run side by side.
`default_nettype none
module sluice_admit #(
    parameter int W = 18
) (
    input  wire logic         lossless,    // of the class; the others use no headroom
    input  wire logic         off,         // the group's state: QOFF, or POFF with DSH; never with TTL
    input  wire logic         fits_own,    // TTL: into the class's partition
    input  wire logic         configured,  // before the first commit everything is refused
    input  wire logic [W-1:0] cells,
    input  wire logic [W+1:0] level,      // q - phi before the enqueue, two's complement
    input  wire logic [W+1:0] after,       // q + cells - phi
    input  wire logic [W-1:0] spare,       // free headroom of the group
    input  wire logic [W-1:0] room,        // Bs - S before the dequeue of this clock
    input  wire logic [W-1:0] freed,       // what that dequeue gives back to the shared pool
    output logic      [2:0]   kind,        // PRIVATE .. REFUSED
    output logic      [W-1:0] growth,      // x; at most 2^W-1 unless refused
    output logic      [W-1:0] new_room     // after both
);
  logic [W:0] x;
  logic [W+1:0] room_left;  // room - x, two's complement
  logic [W+2:0] room_after;
  logic fits, fits_headroom;
  assign x = after[W+1] ? '0 : level[W+1] ? after[W:0] : {1'b0, cells};
  assign room_left = {2'b0, room} - {1'b0, x};
  assign room_after = {room_left[W+1], room_left} + {3'b0, freed};
  assign fits = !room_after[W+2];
  assign fits_headroom = x <= {1'b0, spare};

  always_comb begin
    if (!configured) kind = sluice_pkg::REFUSED;
    else if (x == '0 || fits_own) kind = sluice_pkg::PRIVATE;
    else if (fits && !(off && lossless)) kind = sluice_pkg::SHARED;
    else if (lossless && fits_headroom) kind = sluice_pkg::HEADROOM;
    else kind = sluice_pkg::REFUSED;
  end
  assign growth = x[W-1:0];
  assign new_room = room_after[W-1:0];
endmodule
`default_nettype wire
