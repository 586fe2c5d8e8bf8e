// A level from another clock, or from none, through two registers.
// Latency: 1 to 2 cycles.
`default_nettype none
module mac_10g_sync (
    input  wire logic clk,
    input  wire logic level,
    output logic      synchronised
);
  (* ASYNC_REG = "TRUE" *) logic first = 1'b0, second = 1'b0;
  assign synchronised = second;
  always_ff @(posedge clk) {second, first} <= {first, level};
endmodule
`default_nettype wire
