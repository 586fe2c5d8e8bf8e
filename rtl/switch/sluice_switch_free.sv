// The cells that are free: those never used, by number, then a ring of those that came back. One is given and one taken back
// in a clock.
// Latency: back in clock t, can be given in clock t + 2 at the earliest: what is given comes from a register behind the ring's RAM.
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
  logic [AW-1:0] head, tail, next_head, stored, first;
  logic [AW:0] held;                      // in the ring
  logic of_ring, is_first, refill;        // first: the next one of the ring
  assign of_ring = (take && fresh[AW]);
  assign refill = held != '0 && (!is_first || of_ring);
  assign next_head = head + AW'(refill);
  always_ff @(posedge clk) begin
    if (rst) {fresh, head, tail, held, is_first} <= '0;
    else begin
      if (take && !fresh[AW]) fresh <= fresh + 1'b1;
      head <= next_head;
      tail <= tail + AW'(back);
      held <= held + (AW + 1)'(back) - (AW + 1)'(refill);
      is_first <= refill || (is_first && !of_ring);
    end
    if (refill) first <= stored;
  end
  sluice_ram #(.AW(AW), .DW(AW)) ring (
      .clk(clk), .write(back), .write_addr(tail), .write_data(back_cell), .read(1'b1), .read_addr(next_head), .read_data(stored));
  assign valid = !fresh[AW] || is_first;
  assign free_cell = fresh[AW] ? first : fresh[AW-1:0];
  assign count = {1'b1, {AW{1'b0}}} - fresh + held + (AW + 1)'(is_first);
endmodule
`default_nettype wire
