// Whether any of many queues has a level above 0. The queues are counted by their changes, since an OR of all queues
// would be a long path.
// Latency: change pulses in cycle t, together with the states; level_active in cycle t + 1.
`default_nettype none
module sluice_level_active #(
    parameter int QUEUES = 256  // number of queues
) (
    input  wire logic       clk,          // clock
    input  wire logic       rst,          // synchronous reset, active high
    input  wire logic [1:0] rises,        // queues whose level leaves 0, up to two
    input  wire logic [1:0] falls,        // queues whose level returns to 0
`ifdef FORMAL
    // for the proofs: number of queues with a level above 0, of the cycle before
    output logic [$clog2(QUEUES+1)-1:0] watched,
`endif
    output logic            level_active  // some queue has a level above 0
);
  localparam int B = $clog2(QUEUES + 1);
  logic [B-1:0] count, fewer;
  logic [2:0] change;  // two's complement
  assign fewer = B'(falls[0]) + B'(falls[1]);
  assign change = {2'b0, rises[0]} + {2'b0, rises[1]} - {2'b0, falls[0]} - {2'b0, falls[1]};
`ifdef FORMAL
  assign watched = count;
`endif
  always_ff @(posedge clk) begin
    count <= rst ? '0 : count + {{(B - 2) {change[2]}}, change[1:0]};
    level_active <= !rst && (rises != '0 || count != fewer);  // a queue that rises in this cycle cannot fall in it
  end
endmodule
`default_nettype wire
