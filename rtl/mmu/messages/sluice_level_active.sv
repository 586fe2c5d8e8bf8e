// Whether any queue of many has a level above 0: counted as they change, since an OR of all of them is long.
// Latency: change pulses in clock t, together with the states, stands in clock t + 1.
`default_nettype none
module sluice_level_active #(
    parameter int QUEUES = 256
) (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic [1:0] rises,
    input  wire logic [1:0] falls,
    output logic            level_active
);
  localparam int B = $clog2(QUEUES + 1);
  logic [B-1:0] count, fewer;
  logic [2:0] change;  // two's complement
  assign fewer = B'(falls[0]) + B'(falls[1]);
  assign change = {2'b0, rises[0]} + {2'b0, rises[1]} - {2'b0, falls[0]} - {2'b0, falls[1]};
  always_ff @(posedge clk) begin
    count <= rst ? '0 : count + {{(B - 2) {change[2]}}, change[1:0]};
    level_active <= !rst && (rises != '0 || count != fewer);  // what rises in this clock does not fall in it
  end
endmodule
`default_nettype wire
