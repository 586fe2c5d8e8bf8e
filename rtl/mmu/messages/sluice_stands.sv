// Whether any queue of many is off: counted as they change, since an OR of all of them is long.
// Latency: change pulses in clock t, together with the states, stands in clock t + 1.
`default_nettype none
module sluice_stands #(
    parameter int QUEUES = 256
) (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic [1:0] goes_off,
    input  wire logic [1:0] comes_on,
    output logic            stands
);
  localparam int B = $clog2(QUEUES + 1);
  logic [B-1:0] count, fewer;
  logic [2:0] change;  // two's complement
  assign fewer = B'(comes_on[0]) + B'(comes_on[1]);
  assign change = {2'b0, goes_off[0]} + {2'b0, goes_off[1]} - {2'b0, comes_on[0]} - {2'b0, comes_on[1]};
  always_ff @(posedge clk) begin
    count <= rst ? '0 : count + {{(B - 2) {change[2]}}, change[1:0]};
    stands <= !rst && (goes_off != '0 || count != fewer);  // what goes off in this clock does not come on in it
  end
endmodule
`default_nettype wire
