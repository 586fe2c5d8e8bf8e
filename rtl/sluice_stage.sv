// The stage encoder of GFC: the feedback level of one view's queue.
// GFC [GFC 4.2, Eq. 4, 5]: 0 below B_1, k from B_k = Bm - D / 2^k on, N at most. Where D = Bm - B0 is a power of two the
// stage is the number of leading zeros of the room that is left, counted from the bit of D; otherwise, or by choice,
// a table of the B_k. GFC-linear [GFC 4.1]: the cells above B0, D at most.
// Latency: view in clock t, level in clock t + 4, together with the comparisons of sluice_examine.
`default_nettype none
module sluice_stage #(
    parameter int W = 18,
    parameter int LW = 5,
    parameter logic STAGED = 1,   // GFC is built
    parameter logic LINEAR = 0    // GFC-linear is built
) (
    input  wire logic            clk,
    input  wire logic            staged,       // the scheme is GFC
    input  wire logic            linear,       // the scheme is GFC-linear
    input  wire logic [W-1:0]    top,          // Bm
    input  wire logic [W-1:0]    base,         // B0
    input  wire logic [4:0]      stages,       // N, and bit 4: count leading zeros
    input  wire logic [15*W-1:0] table_cells,  // B_1 .. B_15
    input  wire logic            view_valid,
    input  wire logic [W-1:0]    view_queue,   // q
    output logic      [LW-1:0]   level
);
  logic [LW-1:0] level2, level3;
  logic valid1, valid2, valid3;
  always_ff @(posedge clk) begin
    {valid1, valid2, valid3} <= {view_valid, valid1, valid2};
    if (valid2) level3 <= level2;
    if (valid3) level <= level3;
  end

  logic [3:0] encoded;
  generate
    if (STAGED) begin : g_staged
      // clock t: comparisons with the table; the room left and D, both minus 1, so that powers of two have no bit more
      logic [W-1:0] room, d;
      logic full, count, active;
      logic [3:0] last;
      logic [15:1] reached;
      always_ff @(posedge clk)
        if (view_valid) begin
          active <= staged;
          count <= stages[4];
          last <= stages[3:0];
          full <= view_queue >= top;
          room <= top - view_queue - W'(1);
          d <= top - base - W'(1);
          for (int k = 1; k <= 15; k++) reached[k] <= k <= 32'(stages[3:0]) && view_queue >= table_cells[(k-1)*W+:W];
        end

      // clock t + 1: the highest stage reached; or the bits between that of D and the first one of the room
      logic [3:0] by_table, by_zeros;
      logic seen;
      always_comb begin
        by_table = '0;
        for (int k = 1; k <= 15; k++) if (reached[k]) by_table = 4'(k);
        by_zeros = '0;
        seen = 1'b0;
        for (int i = W - 1; i >= 0; i--) begin
          seen = seen | room[i];
          if (d[i] && !seen && by_zeros != last) by_zeros = by_zeros + 4'd1;
        end
        encoded = !active ? '0 : !count ? by_table : full ? last : by_zeros;
      end
    end else begin : g_no_stages
      assign encoded = '0;
      logic unused_table;
      assign unused_table = ^{staged, stages, table_cells};
    end
    if (LINEAR) begin : g_linear
      logic [W:0] above, most;
      logic active;
      logic [15:0] distance;
      always_ff @(posedge clk)
        if (view_valid) begin
          active <= linear;
          above <= {1'b0, view_queue} - {1'b0, base};
          most <= {1'b0, top} - {1'b0, base};
        end
      assign distance = above[W] || !active ? '0 : above < most ? 16'(above) : 16'(most);
      always_ff @(posedge clk) if (valid1) level2 <= LW'(encoded) | LW'(distance);
    end else begin : g_no_linear
      always_ff @(posedge clk) if (valid1) level2 <= LW'(encoded);
      logic unused_base;
      assign unused_base = ^{linear, base};
    end
  endgenerate
endmodule
`default_nettype wire
