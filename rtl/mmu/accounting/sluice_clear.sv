// Clears the tables of the MMU after reset: gives every address once, in ascending order, one per cycle.
// Latency: clear is high from the reset until 2^AW cycles after it; ready is the complement of clear. A reset in
// between starts again.
`default_nettype none
module sluice_clear #(
    parameter int AW = 5  // bits of an address: {port, class}
) (
    input  wire logic          clk,        // clock
    input  wire logic          rst,        // synchronous reset, active high
    output logic               ready,      // all tables are cleared
    output logic               clear,      // write zero to clear_addr
    output logic      [AW-1:0] clear_addr  // address to clear
);
  assign clear = !ready;
  always_ff @(posedge clk)
    if (rst) begin
      ready <= 1'b0;
      clear_addr <= '0;
    end else if (!ready) begin
      ready <= clear_addr == '1;
      clear_addr <= clear_addr + 1'b1;
    end
endmodule
`default_nettype wire
