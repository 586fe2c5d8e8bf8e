// Thresholds of TTL's classes [TTL Eq. 16]: t_i = alpha * (weight_i * (b_s - s_s) + (b_i - s_i)), weight_i = b_i / sum(b)
// in 1/65536. One multiplier serves the classes in turn, half of the weight in each of the two clocks of a turn: the room once for each
// bit of it, or 0, then a tree of adders. The sum goes through sluice_threshold, which has alpha and delta_q, and comes back for RAM.
// Losslessness does not hang on these thresholds: h > 0 turns a queue off at once. What is on its way to sluice_threshold when a set
// comes into use is given up: no threshold is made of two sets.
// Latency: a class's rooms in clock t, the first of its turn, its sum in clock t + 4, its thresholds in clock t + 7; every class has its
// turn in 2 NC clocks. Of a view: class in clock t, its thresholds in clock t + 1 and only then.
`default_nettype none
module sluice_weigh #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int CW = 3
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             configured,
    input  wire logic             enabled,          // the scheme is TTL
    input  wire logic [5:0]       commit_addr,          // of sluice_config: the weights pass
    input  wire logic [15:0]      commit_data,
    input  wire logic             take,            // and come into use
    input  wire logic [W-1:0]     pool_free,            // b_s - s_s
    output logic      [CW-1:0]    cls_ahead,       // the class of the next clock
    input  wire logic [W-1:0]     partition_free,      // b_i - s_i of the class of two clocks ago
    // sluice_threshold: what is in clock t + 4 meets alpha in that clock, and is in ahead in clock t + 6
    output logic      [W:0]       sum,
    input  wire logic [W-1:0]     xqoff_ahead,
    input  wire logic [W-1:0]     xqon_ahead,
    // two views
    input  wire logic [2*CW-1:0]  snap_class,
    output logic      [2*W-1:0]   xqoff,
    output logic      [2*W-1:0]   xqon
);
  localparam logic [CW-1:0] LastClass = CW'(NC - 1);

  // What is in clock t + 2 k - 1 or t + 2 k stands in k.
  logic [CW-1:0] cls, cls1, cls2, cls3;
  logic first_half, valid1, valid2, valid3;
  assign cls_ahead = rst || (!first_half && cls == LastClass) ? '0 : cls + CW'(!first_half);
  always_ff @(posedge clk) begin
    first_half <= rst || !first_half;
    cls <= cls_ahead;
    if (first_half) {cls1, cls2, cls3} <= {cls, cls1, cls2};
    if (rst || take) {valid1, valid2} <= '0;
    else if (first_half) {valid1, valid2} <= {enabled, valid1};
    if (rst || first_half) valid3 <= !rst && valid2;
  end

  // clocks t and t + 1: the weight, its lower half first, and the room of clock t
  logic [15:0] class_weight;
  logic [7:0] bits;
  logic [W-1:0] weighed, pool_free1;
`ifdef FORMAL
  logic [15:0] unused_weight;
  logic [2*W-1:0] unused_thresholds;
`endif
  sluice_shadow_ram #(.REGISTER(sluice_pkg::REG_WEIGHT), .BITS(16), .NC(NC), .CW(CW)) weight (
      .clk(clk), .rst(rst), .commit_addr(commit_addr), .commit_data(commit_data), .take(take), .cls(cls_ahead),
`ifdef FORMAL
      .watch('0), .watched(unused_weight),
`endif
      .active(class_weight));
  assign bits = first_half ? class_weight[7:0] : class_weight[15:8];
  assign weighed = first_half ? pool_free : pool_free1;
  always_ff @(posedge clk) if (first_half) pool_free1 <= pool_free;

  // clocks t + 1 and t + 2: eight times the room or 0, in two sums; t + 2 and t + 3: their sum, in t + 2 with the room of the class's own
  // partition; t + 4: both with its share of the shared one
  logic [2*(W+4)-1:0] fours;
  logic [W+7:0] half;
  logic [W+8:0] half_before, product;
  logic unused_fraction;
  genvar k, b;
  generate
    for (k = 0; k < 2; k = k + 1) begin : g_four
      logic [4*W-1:0] rows;
      for (b = 0; b < 4; b = b + 1) begin : g_row
        always_ff @(posedge clk)
          if (!bits[4*k+b]) rows[b*W+:W] <= '0;
          else rows[b*W+:W] <= weighed;
      end
      logic [W+1:0] low, up;
      assign low = {2'b0, rows[0+:W]} + {1'b0, rows[W+:W], 1'b0};
      assign up = {2'b0, rows[2*W+:W]} + {1'b0, rows[3*W+:W], 1'b0};
      always_ff @(posedge clk) fours[k*(W+4)+:W+4] <= {2'b0, low} + {up, 2'b0};
    end
  endgenerate
  assign half = {4'b0, fours[0+:W+4]} + {fours[W+4+:W+4], 4'b0};
  assign unused_fraction = ^product[7:0];
  always_ff @(posedge clk) begin
    half_before <= {{1'b0, partition_free} + (W + 1)'(half >> 16), half[15:8]};
    product <= half_before + {1'b0, half};
  end
  assign sum = product[W+8:8];

  // clock t + 6: into RAM; what no class has had since reset is 0, which stands ahead until a set comes into use
  logic [4*W-1:0] stored;
  sluice_ram #(.AW(CW), .DW(2 * W), .READERS(2)) thresholds (
      .clk(clk), .write(!configured || (first_half && valid3)), .write_addr(cls3), .write_data({xqoff_ahead, xqon_ahead}),
      .read(2'b11), .read_addr(snap_class),
`ifdef FORMAL
      .watch('0), .watched(unused_thresholds),
`endif
      .read_data(stored));
  generate
    for (k = 0; k < 2; k = k + 1) begin : g_snapshot
      assign {xqoff[k*W+:W], xqon[k*W+:W]} = stored[k*2*W+:2*W];
    end
  endgenerate
endmodule
`default_nettype wire
