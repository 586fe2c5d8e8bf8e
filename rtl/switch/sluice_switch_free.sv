// The cells that are free: those never used, by number, then a ring of those that came back. One is given and one taken back
// in a clock.
// Latency: back in clock t, can be given in clock t + 1.
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
  logic [AW-1:0] head, tail, next_head, stored;
  logic [AW:0] held;                      // in the ring
  logic of_ring;
  assign of_ring = (take && fresh[AW]);
  assign next_head = head + AW'(of_ring);
  always_ff @(posedge clk)
    if (rst) {fresh, head, tail, held} <= '0;
    else begin
      if (take && !fresh[AW]) fresh <= fresh + 1'b1;
      head <= next_head;
      tail <= tail + AW'(back);
      held <= held + (AW + 1)'(back) - (AW + 1)'(of_ring);
    end
  sluice_ram #(.AW(AW), .DW(AW)) ring (
      .clk(clk), .write(back), .write_addr(tail), .write_data(back_cell), .read(1'b1), .read_addr(next_head), .read_data(stored));
  assign valid = !fresh[AW] || held != '0;
  assign free_cell = fresh[AW] ? stored : fresh[AW-1:0];
  assign count = {1'b1, {AW{1'b0}}} - fresh + held;
endmodule
`default_nettype wire
