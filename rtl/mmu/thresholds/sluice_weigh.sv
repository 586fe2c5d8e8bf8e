// Thresholds of TTL's classes [TTL Eq. 16]: t_i = alpha * (weight_i * (b_s - s_s) + (b_i - s_i)), weight_i = b_i / sum(b)
// in 1/65536. One multiplier serves the classes in turn, one per clock. alpha is a shift; differences stop at 0, the
// result at the counter's maximum. Losslessness does not hang on these thresholds: h > 0 turns a queue off at once.
// Latency: a class's rooms in its clock t, its thresholds in clock t + 3; every class has its turn in NC clocks.
`default_nettype none
module sluice_weigh #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int CW = 3
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             active,          // the scheme is TTL
    input  wire logic [16*NC-1:0] weight,
    input  wire logic [3:0]       alpha,           // two's complement exponent, -7..3
    input  wire logic [W-1:0]     delta_q,         // of a commit two clocks after alpha
    input  wire logic [W-1:0]     room,            // b_s - s_s
    input  wire logic [NC*W-1:0]  partition_room,  // b_i - s_i
    output logic      [NC*W-1:0]  xqoff,
    output logic      [NC*W-1:0]  xqon
);
  localparam logic [CW-1:0] LastClass = CW'(NC - 1);

  logic [CW-1:0] cls, cls1, cls2;
  logic [3:0] alpha1;  // of one set with the weight
  logic valid1, valid2;
  always_ff @(posedge clk) begin
    cls <= rst || cls == LastClass ? '0 : cls + 1'b1;
    {valid1, valid2} <= rst ? '0 : {active, valid1};
  end

  // clock t: the class's share of the shared partition
  logic [W+15:0] product;
  logic [W-1:0] own;
  logic unused_fraction;
  assign unused_fraction = ^product[15:0];
  logic [15:0] class_weight;
  logic [W-1:0] class_room;
  always_comb begin
    class_weight = '0;
    class_room = '0;
    for (int c = 0; c < NC; c++)
      if (cls == CW'(c)) begin
        class_weight = weight[c*16+:16];
        class_room = partition_room[c*W+:W];
      end
  end
  assign product = (W + 16)'(class_weight) * (W + 16)'(room);
  logic [W-1:0] share;
  always_ff @(posedge clk)
    if (active) begin
      share <= product[W+15:16];
      own <= class_room;
      cls1 <= cls;
      alpha1 <= alpha;
    end

  // clock t + 1: alpha times the sum
  logic [W:0] sum;
  logic [W+3:0] up;
  logic [W-1:0] down, threshold;
  assign sum = {1'b0, share} + {1'b0, own};
  assign up = {3'b0, sum} << alpha1[1:0];
  assign down = W'(sum >> (3'd0 - alpha1[2:0]));
  always_ff @(posedge clk)
    if (valid1) begin
      if (alpha1[3]) threshold <= down;
      else threshold <= |up[W+3:W] ? '1 : up[W-1:0];
      cls2 <= cls1;
    end

  // clock t + 2
  always_ff @(posedge clk)
    if (rst) begin
      xqoff <= '0;
      xqon <= '0;
    end else if (valid2) begin
      for (int c = 0; c < NC; c++)
        if (cls2 == CW'(c)) begin
          xqoff[c*W+:W] <= threshold;
          xqon[c*W+:W] <= threshold > delta_q ? threshold - delta_q : '0;
        end
    end
endmodule
`default_nettype wire
