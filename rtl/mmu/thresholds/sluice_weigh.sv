// Thresholds of the classes under TTL [TTL Eq. 16]: t_i = alpha * (weight_i * (b_s - s_s) + (b_i - s_i)), weight_i =
// b_i / sum(b) in 1/65536.
// One multiplier serves the classes in turn, two cycles each, half of the weight per cycle: pool_free or 0 for each bit
// of the half, then a tree of adders.
// The sum passes through sluice_threshold, which applies alpha and delta_q; the thresholds return and are stored in a
// RAM.
// Losslessness does not depend on these thresholds: h > 0 turns a queue off at once. When a configuration takes effect,
// the sums on their way to sluice_threshold are discarded, so no threshold mixes two configurations.
// Latency: free cells of a class in cycle t, the first of its two; sum in t + 4, thresholds in t + 7. Every class is
// served once in 2 NC cycles.
// For a snapshot: class in cycle t, thresholds of that class in t + 1 only.
`default_nettype none
module sluice_weigh #(
    parameter int NC = 8,  // classes
    parameter int W = 18,  // bits of a cell counter
    parameter int CW = 3   // bits of a class
) (
    input  wire logic             clk,             // clock
    input  wire logic             rst,             // synchronous reset, active high
    input  wire logic             configured,      // a configuration is active
    input  wire logic             enabled,         // the scheme is TTL
    input  wire logic [5:0]       commit_addr,     // commit bus: register of this cycle, all ones: none
    input  wire logic [15:0]      commit_data,     // value of that register
    input  wire logic             take,            // the staged weights become active
    input  wire logic [W-1:0]     pool_free,       // b_s - s_s
    output logic      [CW-1:0]    cls_ahead,       // class of the next cycle
    input  wire logic [W-1:0]     partition_free,  // b_i - s_i of the class that was in cls_ahead three cycles before
    // through sluice_threshold
    output logic      [W:0]       sum,          // to sluice_threshold, which applies the alpha of cycle t + 4
    input  wire logic [W-1:0]     xqoff_ahead,  // from sluice_threshold: Xqoff of sum, in cycle t + 6
    input  wire logic [W-1:0]     xqon_ahead,   // from sluice_threshold: Xqon of sum, in cycle t + 6
    // lookup for two snapshots: enqueue, visit
    input  wire logic [2*CW-1:0]  snap_class,  // per snapshot: class
    output logic      [2*W-1:0]   xqoff,       // per snapshot: Xqoff of the class
    output logic      [2*W-1:0]   xqon         // per snapshot: Xqon of the class
);
  localparam logic [CW-1:0] LastClass = CW'(NC - 1);

  // Suffix k: the class whose values are in cycle t + 2 k - 1 or t + 2 k.
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

  // Cycles t and t + 1: the weight, lower half first, and pool_free of cycle t
  logic [15:0] class_weight;
  logic [7:0] bits;
  logic [W-1:0] weighed, pool_free1;
`ifdef FORMAL
  logic [15:0] unused_weight;
  logic [2*W-1:0] unused_thresholds;
`endif
  sluice_shadow_ram #(.REGISTER(sluice_pkg::REG_WEIGHT), .BITS(16), .NC(NC), .CW(CW)) weight (
      .clk, .rst, .commit_addr, .commit_data, .take, .cls(cls_ahead),
`ifdef FORMAL
      .watch('0), .watched(unused_weight),
`endif
      .active(class_weight));
  assign bits = first_half ? class_weight[7:0] : class_weight[15:8];
  assign weighed = first_half ? pool_free : pool_free1;
  always_ff @(posedge clk) if (first_half) pool_free1 <= pool_free;

  // Cycles t + 1 and t + 2: eight partial products in two sums. Cycles t + 2 and t + 3: the sum of these, in t + 2 with
  // the free cells of the class's own partition. Cycle t + 4: the sum of both halves of the weight.
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

  // Cycle t + 6: write to the RAM. Thresholds of a class that was not served since reset are 0: until a configuration
  // is active the RAM is cleared.
  logic [4*W-1:0] stored;
  sluice_ram #(.AW(CW), .DW(2 * W), .READERS(2)) thresholds (
      .clk, .write(!configured || (first_half && valid3)), .write_addr(cls3), .write_data({xqoff_ahead, xqon_ahead}),
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
