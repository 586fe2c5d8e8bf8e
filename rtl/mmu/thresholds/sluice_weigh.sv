// Thresholds of TTL's classes [TTL Eq. 16]: t_i = alpha * (weight_i * (b_s - s_s) + (b_i - s_i)), weight_i = b_i / sum(b)
// in 1/65536. One multiplier serves the classes in turn, half of the weight in each of the two clocks of a turn. alpha is a shift;
// differences stop at 0, the result at the counter's maximum. Losslessness does not hang on these thresholds: h > 0 turns a queue off at
// once. What is being multiplied when a set comes into use is given up: no threshold is made of two sets.
// Latency: a class's rooms in clock t, the first of its turn, its thresholds in clock t + 5; every class has its turn in 2 NC clocks.
// Of a view: class in clock t, its thresholds in clock t + 1 and only then.
`default_nettype none
module sluice_weigh #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter int CW = 3
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             active,          // the scheme is TTL
    input  wire logic [5:0]       passes,          // of sluice_config: the weights pass
    input  wire logic [15:0]      passing,
    input  wire logic             take,            // and come into use
    input  wire logic [3:0]       alpha,           // two's complement exponent, -7..3
    input  wire logic [W-1:0]     delta_q,         // of a commit two clocks after alpha
    input  wire logic [W-1:0]     room,            // b_s - s_s
    output logic      [CW-1:0]    cls_ahead,       // the class of the next clock
    input  wire logic [W-1:0]     class_room,      // b_i - s_i of the class of this clock
    // two views
    input  wire logic [2*CW-1:0]  view_class,
    output logic      [2*W-1:0]   xqoff,
    output logic      [2*W-1:0]   xqon
);
  localparam logic [CW-1:0] LastClass = CW'(NC - 1);

  logic [CW-1:0] cls, cls1, cls2, cls3;
  logic [3:0] down1, down2;  // 8 alpha = 2^-down; of one set with the weight
  logic turns, valid1, valid2, valid3;
  logic [15:0] class_weight;
  assign cls_ahead = rst || (!turns && cls == LastClass) ? '0 : cls + CW'(!turns);
  always_ff @(posedge clk) begin
    turns <= rst || !turns;
    cls <= cls_ahead;
    if (rst || take) valid1 <= 1'b0;
    else if (turns) valid1 <= active;
    {valid2, valid3} <= rst ? '0 : {turns && valid1, valid2};
  end
`ifdef FORMAL
  logic [15:0] unused_weight;
  logic [2*W-1:0] unused_thresholds;
`endif
  sluice_setting_ram #(.REGISTER(sluice_pkg::REG_WEIGHT), .BITS(16), .NC(NC), .CW(CW)) weight (
      .clk(clk), .rst(rst), .passes(passes), .passing(passing), .take(take), .cls(cls_ahead),
`ifdef FORMAL
      .watch('0), .watched(unused_weight),
`endif
      .in_use(class_weight));
  // clock t: the rooms and the weight; t + 1 and t + 2: the class's share of the shared partition, the lower half of the weight first
  logic [15:0] weight1;
  logic [W-1:0] room1, own1, own2;
  logic [W+7:0] product, more;
  logic unused_fraction;
  assign more = (W + 8)'(weight1[7:0]) * (W + 8)'(room1);
  assign unused_fraction = ^product[7:0];
  always_ff @(posedge clk) begin
    if (turns) begin
      {room1, own1, down1, cls1} <= {room, class_room, 4'd3 - alpha, cls};
      {own2, down2, cls2} <= {own1, down1, cls1};
    end
    weight1 <= turns ? class_weight : weight1 >> 8;
    // The first clock of a turn is the last one of the product before.
    product <= !turns ? more : (W + 8)'(product[W+7:8]) + more;
  end

  // clock t + 3: alpha times the sum
  logic [W:0] sum;
  logic [W+3:0] scaled;
  logic [W-1:0] threshold;
  assign sum = {1'b0, product[W+7:8]} + {1'b0, own2};
  assign scaled = {sum, 3'b0} >> down2;
  always_ff @(posedge clk) begin
    threshold <= scaled[W+3:W] != '0 ? '1 : scaled[W-1:0];
    cls3 <= cls2;
  end

  // clock t + 4: into RAM; what no class has had since reset is 0
  logic [W-1:0] lower;
  logic [NC-1:0] known, known_now;
  logic [2**CW-1:0] known_all;
  logic [1:0] is_known;
  logic [4*W-1:0] stored;
  assign lower = threshold > delta_q ? threshold - delta_q : '0;
  assign known_all = (2**CW)'(known_now);
  genvar k;
  generate
    for (k = 0; k < NC; k = k + 1) begin : g_class
      assign known_now[k] = known[k] || (valid3 && cls3 == CW'(k));
    end
    for (k = 0; k < 2; k = k + 1) begin : g_view
      always_ff @(posedge clk) is_known[k] <= !rst && known_all[view_class[k*CW+:CW]];
      assign {xqoff[k*W+:W], xqon[k*W+:W]} = stored[k*2*W+:2*W] & {2*W{is_known[k]}};
    end
  endgenerate
  always_ff @(posedge clk) known <= rst ? '0 : known_now;
  sluice_ram #(.AW(CW), .DW(2 * W), .READERS(2)) thresholds (
      .clk(clk), .write(valid3), .write_addr(cls3), .write_data({threshold, lower}), .read(2'b11), .read_addr(view_class),
`ifdef FORMAL
      .watch('0), .watched(unused_thresholds),
`endif
      .read_data(stored));
endmodule
`default_nettype wire
