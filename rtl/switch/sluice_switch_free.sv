// The free cells: first the cells that were never used, by number, then a ring of those that were freed. One cell is
// taken and one is freed per cycle. A ring, not a list: a list needs the word that it reads as the next read address in
// the same cycle.
// Latency: a cell freed in cycle t can be taken from t + 5 on.
// Collisions: a cell freed and one taken in the same cycle are independent.
`default_nettype none
module sluice_switch_free #(
    parameter int AW = 12  // 2^AW cells
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic          take,        // take the offered cell; only while valid
    output logic               valid,       // a free cell is offered
    output logic      [AW-1:0] free_cell,   // address of that cell
    input  wire logic          freed,       // a cell is free again
    input  wire logic [AW-1:0] freed_cell,  // address of that cell
    output logic      [AW:0]   count        // free cells
);
  logic [AW:0] fresh;  // next cell that was never used; top bit: none is left
  logic [AW-1:0] head, tail, ring_cell, read_cell;
  logic [AW:0] ring_count;  // cells in the ring
  logic ring_ready;         // a cell can be read; a cell freed in the last cycle cannot
  // Four places behind the ring, because the RAM is read in every cycle through the register behind it
  // (synth/outputs.py)
  logic [AW-1:0] places[4];
  logic [1:0] fill, show;
  logic [2:0] places_left, places_filled, next_places_filled;  // places without a cell on its way; places with a cell
  // the ring is read; the cell is in ring_cell, in read_cell
  logic refill, refill_1, refill_2;
  // last_fresh: one such cell is left; no_fresh: none is left after this cycle
  logic take_ring, last_fresh, no_fresh;
  assign take_ring = (take && fresh[AW]);
  assign refill = ring_ready && places_left != '0;
  assign next_places_filled = places_filled + 3'(refill_2) - 3'(take_ring);
  assign no_fresh = fresh[AW] || (take && last_fresh);
  always_ff @(posedge clk) begin
    if (rst) begin
      {fresh, head, tail, ring_count, ring_ready, last_fresh, fill, show, places_filled, refill_1, refill_2} <= '0;
      places_left <= 3'd4;
      valid <= 1'b1;
    end else begin
      last_fresh <= take ? fresh == (AW + 1)'(2 ** AW - 2) : fresh == (AW + 1)'(2 ** AW - 1);
      valid <= !no_fresh || next_places_filled != '0;
      if (take && !fresh[AW]) fresh <= fresh + 1'b1;
      {refill_1, refill_2} <= {refill, refill_1};
      if (refill) head <= head + 1'b1;
      tail <= tail + AW'(freed);
      ring_count <= ring_count + (AW + 1)'(freed) - (AW + 1)'(refill);
      ring_ready <= ring_count[AW:1] != '0 || (ring_count[0] && !refill);
      places_left <= places_left + 3'(take_ring) - 3'(refill);
      fill <= fill + 2'(refill_2);
      show <= show + 2'(take_ring);
      places_filled <= next_places_filled;
    end
    read_cell <= ring_cell;
    if (refill_2) places[fill] <= read_cell;
  end
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) ring (
      .clk, .write(freed), .write_addr(tail), .write_data(freed_cell),
      .read(1'b1), .read_addr(head), .read_data(ring_cell));
  assign count = {1'b1, {AW{1'b0}}} - fresh + ring_count + (AW + 1)'(4) - (AW + 1)'(places_left);
  assign free_cell = fresh[AW] ? places[show] : fresh[AW-1:0];
endmodule
`default_nettype wire
