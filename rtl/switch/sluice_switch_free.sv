// The cells that are free: those never used, by number, then a ring of those that came back. One is given and one taken back
// in a clock.
// Latency: back in clock t, can be given in clock t + 5 at the earliest.
`default_nettype none
module sluice_switch_free #(
    parameter int AW = 12               // 2^AW cells
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic          take,      // the cell that is shown; only where there is one
    output logic               valid,
    output logic      [AW-1:0] free_cell,
    input  wire logic          back,
    input  wire logic [AW-1:0] back_cell,
    output logic      [AW:0]   count      // cells that are free
);
  logic [AW:0] fresh;                     // the next cell never used; above: all have been
  logic [AW-1:0] head, tail, stored, read;
  logic [AW:0] held;                      // in the ring
  logic some;                             // and read already: what came in the last clock does not count
  // Out of the ring into four places, through the register behind the RAM, which is read in every clock (synth/outputs.py)
  logic [AW-1:0] places[4];
  logic [1:0] fill, show;
  logic [2:0] left, filled, next_filled;  // places that nothing is on its way to; those with a cell
  logic refill, refill_1, refill_2;       // the ring is read; then it is in stored, in read
  logic of_ring, last_fresh, no_fresh;    // last_fresh: one cell never used is left; no_fresh: none, after this clock
  assign of_ring = (take && fresh[AW]);
  assign refill = some && left != '0;
  assign next_filled = filled + 3'(refill_2) - 3'(of_ring);
  assign no_fresh = fresh[AW] || (take && last_fresh);
  always_ff @(posedge clk) begin
    if (rst) begin
      {fresh, head, tail, held, some, last_fresh, fill, show, filled, refill_1, refill_2} <= '0;
      left <= 3'd4;
      valid <= 1'b1;
    end else begin
      last_fresh <= take ? fresh == (AW + 1)'(2 ** AW - 2) : fresh == (AW + 1)'(2 ** AW - 1);
      valid <= !no_fresh || next_filled != '0;
      if (take && !fresh[AW]) fresh <= fresh + 1'b1;
      {refill_1, refill_2} <= {refill, refill_1};
      if (refill) head <= head + 1'b1;
      tail <= tail + AW'(back);
      held <= held + (AW + 1)'(back) - (AW + 1)'(refill);
      some <= held[AW:1] != '0 || (held[0] && !refill);
      left <= left + 3'(of_ring) - 3'(refill);
      fill <= fill + 2'(refill_2);
      show <= show + 2'(of_ring);
      filled <= next_filled;
    end
    read <= stored;
    if (refill_2) places[fill] <= read;
  end
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) ring (
      .clk(clk), .write(back), .write_addr(tail), .write_data(back_cell), .read(1'b1), .read_addr(head), .read_data(stored));
  assign count = {1'b1, {AW{1'b0}}} - fresh + held + (AW + 1)'(4) - (AW + 1)'(left);
  assign free_cell = fresh[AW] ? places[show] : fresh[AW-1:0];
endmodule
`default_nettype wire
