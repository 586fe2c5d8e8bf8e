// Stage encoder of GFC: the feedback level of the queue of one snapshot.
// GFC [GFC 4.2, Eq. 4, 5]: 0 below B_1; k from B_k = Bm - D / 2^k on; at most N. If D = Bm - B0 is a power of two, the
// stage is the number of leading zeros of the margin Bm - q, counted from the bit of D. Otherwise, or if STAGES selects
// it, the stage comes from a table of the B_k.
// GFC-linear [GFC 4.1]: the cells above B0, at most D.
// Latency: snapshot in cycle t, level in t + 4, together with the comparisons of sluice_examine.
`default_nettype none
module sluice_stage #(
    parameter int W = 18,        // bits of a cell counter
    parameter int LW = 5,        // bits of a level
    parameter logic STAGED = 1,  // GFC is built
    parameter logic LINEAR = 0   // GFC-linear is built
) (
    input  wire logic            clk,          // clock
    input  wire logic            by_stage,     // the scheme is GFC
    input  wire logic            linear,       // the scheme is GFC-linear
    input  wire logic [W-1:0]    top,          // Bm
    input  wire logic [W-1:0]    base,         // B0
    input  wire logic [4:0]      stages,       // N; bit 4: count leading zeros
    input  wire logic [15*W-1:0] table_cells,  // B_1 .. B_15
    input  wire logic            snap_valid,   // a snapshot
    input  wire logic [W-1:0]    snap_queue,   // q of the snapshot
    output logic      [LW-1:0]   level,        // the level
    output logic                 level_some    // the level is not 0
);
  // Index of the highest set bit of a thermometer code, whose lower bits are all ones
  function automatic logic [4:0] highest(input logic [31:0] set);
    logic [4:0] n;
    n[4] = set[16];
    n[3] = set[{n[4], 4'b1000}];
    n[2] = set[{n[4:3], 3'b100}];
    n[1] = set[{n[4:2], 2'b10}];
    n[0] = set[{n[4:1], 1'b1}];
    highest = n;
  endfunction

  logic valid1, valid2, valid3;
  logic [3:0] encoded;      // stage, cycle t + 3
  logic [LW-1:0] distance;  // cells above B0, cycle t + 3
  logic by_stage_some, linear_some;  // stage and distance are not 0, cycle t + 3
  always_ff @(posedge clk) begin
    {valid1, valid2, valid3} <= {snap_valid, valid1, valid2};
    if (valid3) level <= LW'(encoded) | distance;
    if (valid3) level_some <= by_stage_some || linear_some;
  end

  generate
    if (STAGED) begin : g_staged
      // Cycle t: comparisons with the table; margin and D, both less one, so that a power of two needs no extra bit.
      // Only the queue is inverted, because a carry chain cannot invert the thresholds.
      logic [W-1:0] margin, d;
      logic [4:0] d_bit;
      logic some, counts, enabled;
      logic [3:0] last;
      logic [15:1] reached;
      always_ff @(posedge clk)
        if (snap_valid) begin
          enabled <= by_stage;
          counts <= stages[4];
          last <= stages[3:0];
          {some, margin} <= {1'b0, top} + {1'b0, ~snap_queue};
        end
      // These follow from the configuration, so they are equal for every snapshot.
      always_ff @(posedge clk) begin
        d <= top + ~base;
        d_bit <= highest(32'(d));
      end
      genvar k;
      for (k = 1; k <= 15; k = k + 1) begin : g_table
        logic below;
        logic [W-1:0] unused_gap;
        assign {below, unused_gap} = {1'b0, table_cells[(k-1)*W+:W]} + {1'b0, ~snap_queue};
        always_ff @(posedge clk) if (snap_valid) reached[k] <= k <= 32'(stages[3:0]) && !below;
      end

      // Cycle t + 1: the largest possible stage, which with a table is the stage itself; the highest bit of D; the byte
      // of the margin that has its highest bit.
      logic [31:0] wide;
      logic [15:0] word;
      assign wide = 32'(margin);
      assign word = wide[31:16] != '0 ? wide[31:16] : wide[15:0];
      logic counted;
      logic [3:0] most1;
      logic [4:3] margin_bit;
      logic [7:0] octet;
      always_ff @(posedge clk)
        if (valid1) begin
          counted <= enabled && counts && some;
          most1 <= !enabled ? '0 : counts ? last : 4'(highest(32'({reached, 1'b0})));
          margin_bit <= {wide[31:16] != '0, word[15:8] != '0};
          octet <= word[15:8] != '0 ? word[15:8] : word[7:0];
        end

      // Cycle t + 2: zeros between the highest bits of D and of the margin. A margin of 0 counts as bit 0, which is
      // stage N too.
      logic upper, second, unused_lowest;
      logic [3:1] nibble;
      logic more;
      logic [4:0] zeros;
      logic [3:0] most2;
      assign upper = octet[7:4] != '0;
      assign nibble = upper ? octet[7:5] : octet[3:1];
      assign second = nibble[3:2] != '0;
      assign unused_lowest = octet[0];
      always_ff @(posedge clk)
        if (valid2) begin
          {more, zeros} <= {1'b0, d_bit} - {1'b0, margin_bit, upper, second, second ? nibble[3] : nibble[1]};
          if (!counted) {more, zeros} <= 6'd31;
          most2 <= most1;
        end

      // Cycle t + 3: no zeros where the margin is above D.
      assign encoded = more ? '0 : zeros < {1'b0, most2} ? zeros[3:0] : most2;
      assign by_stage_some = !more && zeros != '0 && most2 != '0;
    end else begin : g_no_stages
      assign encoded = '0;
      assign by_stage_some = 1'b0;
      logic unused_table;
      assign unused_table = ^{by_stage, stages, table_cells};
    end
    if (LINEAR) begin : g_linear
      logic [W:0] above, most;
      logic enabled;
      logic [15:0] distance2, distance3;
      always_ff @(posedge clk) begin
        if (snap_valid) begin
          enabled <= linear;
          above <= {1'b0, snap_queue} - {1'b0, base};
        end
        most <= {1'b0, top} - {1'b0, base};
        if (valid1) distance2 <= above[W] || !enabled ? '0 : above < most ? 16'(above) : 16'(most);
        if (valid2) {linear_some, distance3} <= {distance2 != '0, distance2};
      end
      assign distance = LW'(distance3);
    end else begin : g_no_linear
      assign distance = '0;
      assign linear_some = 1'b0;
      logic unused_base;
      assign unused_base = ^{linear, base};
    end
  endgenerate

`ifdef FORMAL_STAGE
`include "sluice_stage.svh"
`endif
endmodule
`default_nettype wire
