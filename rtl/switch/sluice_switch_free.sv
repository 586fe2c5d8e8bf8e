// The cells that are free: those never used, by number, then a ring of those that came back. One is given and one taken back
// in a clock.
// Latency: back in clock t, can be given in clock t + 3 at the earliest: what is given comes from a register behind the
// ring's RAM.
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
  logic [AW-1:0] head, tail, stored, read, kept, first;
  logic refilled;
  logic [AW:0] held;                      // in the ring
  logic some;                             // and read already: what came in the last clock does not count
  logic of_ring, is_first, next_first, refill;  // first: the next one of the ring
  logic last_fresh, no_fresh;             // one cell never used is left; none, after this clock
  assign of_ring = (take && fresh[AW]);
  assign refill = some && (!is_first || of_ring);
  assign next_first = refill || (is_first && !of_ring);
  assign no_fresh = fresh[AW] || (take && last_fresh);
  always_ff @(posedge clk) begin
    if (rst) begin
      {fresh, head, tail, held, some, is_first, last_fresh} <= '0;
      valid <= 1'b1;
    end else begin
      last_fresh <= take ? fresh == (AW + 1)'(2 ** AW - 2) : fresh == (AW + 1)'(2 ** AW - 1);
      valid <= !no_fresh || next_first;
      if (take && !fresh[AW]) fresh <= fresh + 1'b1;
      if (refill) head <= head + 1'b1;
      tail <= tail + AW'(back);
      held <= held + (AW + 1)'(back) - (AW + 1)'(refill);
      some <= held[AW:1] != '0 || (held[0] && !refill);
      is_first <= next_first;
    end
    // Read in every clock: the register behind the RAM may be its own (synth/outputs.py).
    {refilled, read} <= {refill, stored};
    kept <= first;
  end
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) ring (
      .clk(clk), .write(back), .write_addr(tail), .write_data(back_cell), .read(1'b1), .read_addr(refill ? head + 1'b1 : head), .read_data(stored));
  assign first = refilled ? read : kept;
  assign count = {1'b1, {AW{1'b0}}} - fresh + held + (AW + 1)'(is_first);
  assign free_cell = fresh[AW] ? first : fresh[AW-1:0];
endmodule
`default_nettype wire
