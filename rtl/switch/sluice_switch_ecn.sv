// ECN: decides for each chosen frame whether it is marked, if it is ECN-capable
// [docs/hardware/switch-functions.md; sluice_switch_rules.h].
// The occupancy q of the egress queue is the difference of two totals in RAM, the cells that joined the queue and those
// that left it, and does not include the frame. Up to Kmin nothing is marked, above Kmax all; between them the
// probability is (q - Kmin) * slope. One random number belongs to each chosen frame, from an LFSR of 16 bits.
// Latency: a frame is chosen in cycle t; the decision is valid from t + 6 until the port chooses again. An enqueue
// counts for frames that are chosen (begin_valid) two cycles later or more. mark: two cycles after push.
// Collisions: a new set and the seed are used by frames that are chosen after the cycle of activate.
`default_nettype none
module sluice_switch_ecn #(
    parameter int NP = 4,                                  // ports
    parameter int NC = 8,                                  // classes
    parameter int AW = 12,                                 // 2^AW cells
    parameter int PW = 2,                                  // bits of a port number
    parameter int CW = 3,                                  // bits of a class number
    parameter int NB = 9,                                  // bits of a frame's cells
    parameter logic [0:0] PORT_LIMITS = 0,                 // 1: each port has its own registers
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1   // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic              clear,          // clear the totals of the queue clear_at
    input  wire logic [QW-1:0]     clear_at,
    input  wire sluice_switch_ecn_cfg_t cfg,       // a row of the registers; activation
    // A frame joins its egress queue
    input  wire logic              enqueue,
    input  wire logic [QW-1:0]     enqueue_list,   // queue
    input  wire logic [NB-1:0]     enqueue_cells,  // cells of the frame
    // A port has chosen a frame: queue and class one cycle before
    input  wire logic [QW-1:0]     early_list,
    input  wire logic [CW-1:0]     early_class,
    input  wire logic              begin_valid,
    input  wire logic [PW-1:0]     begin_port,
    input  wire logic [NB-1:0]     begin_cells,    // cells of the frame
    // A cell goes to an output
    input  wire logic              push_first,     // it is the first one of its frame
    input  wire logic [PW-1:0]     push_port,
    output logic                   mark            // mark its frame
);
  localparam int W = AW + 1;

  // Cycle t: the totals of the queue before the frame left, and the row of its class, with PORT_LIMITS of its queue
  logic active, next_active;  // number of the active set
  logic [QW-1:0] list;
  logic [W-1:0] joined, left, kmin, kmax;
  logic [15:0] slope;
  logic enable;
  assign next_active = active ^ cfg.activate;
  sluice_switch_counters #(.ROWS(NP * NC), .COLUMNS(1), .AMOUNT(NB), .BITS(W)) cells_joined (
      .clk, .clear, .clear_at, .add(enqueue), .add_at(enqueue_list), .amounts(enqueue_cells), .read_at(early_list),
      .values(joined));
  sluice_switch_counters #(.ROWS(NP * NC), .COLUMNS(1), .AMOUNT(NB), .BITS(W)) cells_left (
      .clk, .clear, .clear_at, .add(begin_valid), .add_at(list), .amounts(begin_cells), .read_at(early_list),
      .values(left));
  localparam int RW = PORT_LIMITS ? QW : CW;
  logic [RW-1:0] early_row;
  assign early_row = PORT_LIMITS ? RW'(early_list) : RW'(early_class);
  sluice_ram #(.AW(RW + 1), .DW(2 * AW + 19), .FORWARDS(1'b0), .ADDRESS_WAITS(1'b0)) rows (
      .clk, .write(cfg.row_write), .write_addr({!active, cfg.row[RW-1:0]}),
      .write_data({cfg.enable, cfg.kmin[W-1:0], cfg.kmax[W-1:0], cfg.slope}), .read(1'b1),
      .read_addr({next_active, early_row}), .read_data({enable, kmin, kmax, slope}));

  // Cycle t + 1: filled_1 cells with the frame, so q = filled_1 - cells_1. t + 2: what exceeds Kmin. t + 3, t + 4: the
  // probability in 2^-16. The cells of the frame arrive late in cycle t, so they are subtracted in t + 1. A difference
  // of three terms is first reduced to two terms.
  logic [W-1:0] filled_1, kmax_1, excess_2;
  logic [W:0] minus_kmin_1;
  logic [NB-1:0] cells_1;
  logic [W+1:0] frame_cells, above_kmin, below_kmax;  // cells_1, q - Kmin, Kmax - q, two's complement
  function automatic logic [W+1:0] sum_plus_1(input logic [W+1:0] a, input logic [W+1:0] b, input logic [W+1:0] c);
    logic [W:0] carries;  // of bits 0 to W
    carries = (a[W:0] & b[W:0]) | ((a[W:0] | b[W:0]) & c[W:0]);
    sum_plus_1 = (a ^ b ^ c) + {carries, 1'b1};
  endfunction
  logic enable_1, enable_2, some_2, certain_2, some_3, certain_3, some_4, certain_4;
  logic [15:0] slope_1, slope_2;
  logic [W+7:0] low_3, high_3;
  logic [W+16:0] product;
  logic [16:0] probability_4;
  assign frame_cells = (W + 2)'(cells_1);
  assign above_kmin = sum_plus_1({2'b0, filled_1}, {minus_kmin_1[W], minus_kmin_1}, ~frame_cells);
  assign below_kmax = sum_plus_1({2'b0, kmax_1}, frame_cells, ~{2'b0, filled_1});
  assign product = {9'b0, low_3} + {1'b0, high_3, 8'b0};
  always_ff @(posedge clk) begin
    active <= !rst && next_active;
    list <= early_list;
    filled_1 <= joined - left;
    minus_kmin_1 <= -{1'b0, kmin};
    {kmax_1, cells_1} <= {kmax, begin_cells};
    {enable_1, enable_2, slope_1, slope_2} <= {enable, enable_1, slope, slope_1};
    excess_2 <= above_kmin[W-1:0];
    some_2 <= !above_kmin[W+1];  // an excess of 0 has the probability 0
    certain_2 <= below_kmax[W+1];
    low_3 <= excess_2 * slope_2[7:0];
    high_3 <= excess_2 * slope_2[15:8];
    probability_4 <= product[24:8];
    {some_3, certain_3} <= {some_2, certain_2} & {2{enable_2}};
    {some_4, certain_4} <= {some_3, certain_3};
  end

  // Cycle t + 4: the decision, and the next random number: x^16 + x^15 + x^13 + x^4 + 1, moved on by all bits
  logic [4:0] valid;
  logic [3:0] load;
  logic [PW-1:0] port_1, port_2, port_3, port_4, port_5;
  logic [15:0] random, next_random;
  logic marks, marks_5, unused_bits;
  logic [NP-1:0] marks_of;
  // 0 for some_3 without certain_3, because the check of the COMMIT limits it
  assign unused_bits = ^{product[W+16:25], product[7:0], above_kmin[W], below_kmax[W:0], cfg, early_class};
  assign marks = certain_4 || (some_4 && (probability_4[16] || random < probability_4[15:0]));
  always_comb begin
    next_random = random;
    for (int i = 0; i < 16; i++)
      next_random = {next_random[14:0], next_random[15] ^ next_random[14] ^ next_random[12] ^ next_random[3]};
  end
  always_ff @(posedge clk) begin
    {valid, load} <= rst ? '0 : {valid[3:0], begin_valid, load[2:0], cfg.activate};
    {port_1, port_2, port_3, port_4, port_5} <= {begin_port, port_1, port_2, port_3, port_4};
    if (load[3]) random <= cfg.seed == '0 ? 16'd1 : cfg.seed;
    else if (valid[3]) random <= next_random;
    marks_5 <= marks;
    for (int p = 0; p < NP; p++) if (valid[4] && port_5 == PW'(p)) marks_of[p] <= marks_5;
  end

  logic first_1, first_2;
  logic [PW-1:0] push_port_1, push_port_2;
  assign mark = first_2 && marks_of[push_port_2];
  always_ff @(posedge clk)
    {first_1, push_port_1, first_2, push_port_2} <= {push_first, push_port, first_1, push_port_1};

`ifdef FORMAL_SWITCH_ECN
`include "sluice_switch_ecn.svh"
`endif
endmodule
`default_nettype wire
