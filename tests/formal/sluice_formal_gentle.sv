// GFC: a queue stays at or below Bm, the arrears of its drain, and what its sender is ahead of its rate [GFC 4.2]. The loop from the stage encoder to
// the sender and back, closed by two assumptions: no level at the sender is older than so many cycles, and in any window no more arrives than the levels
// allow and `most_ahead`, a packet and two rounds of the limiter (sluice_debt, sluice_rate). The drain is any.
// Arrears: by how much the drain is behind C / 2^N since the queue is in the last stage.
// Room between the stages, in cycles at C: Bm - B_1 = D / 2 >= 2 C tau [GFC 4.2], tau with 6 cycles of the encoder and 2 because a cycle is no instant.
// Amounts are in units: 2^N of them are sent in a cycle at C, 2^S are a cell. fluid: the queue without what the sender is ahead: it rises with the
// rate that is allowed at most. While it is in stage k that is C / 2^(k - 1), for it has taken longer than tau to come from B_(k-1).
`default_nettype none
module sluice_formal_gentle #(
    parameter int W = 8,
    parameter int N = 3,
    parameter int S = 3,
    parameter int TB = 4   // bits of the age of a level
) (
    input wire logic         clk,
    input wire logic [W-1:0] came,     // cells
    input wire logic [W-1:0] left,
    input wire logic [N:0]   allowed   // by a level of these cycles
);
  localparam int LW = 5;
  localparam int UB = W + S + 2;
  (* anyconst *) logic [TB-1:0] age;  // of a level, at most
  (* anyconst *) logic [W-1:0] top, base;
  (* anyconst *) logic counts;
  (* anyconst *) logic [15*W-1:0] table_cells;
  (* anyconst *) logic [UB-1:0] most_ahead, most_arrears;
  logic by_stage, linear;
  logic [4:0] stages;
  assign {by_stage, linear} = 2'b10;
  assign stages = {counts, 4'(N)};
`include "sluice_gfc_level.svh"

  logic [W-1:0] q;
  logic [LW-1:0] level;
  sluice_stage #(.W(W), .LW(LW), .STAGED(1'b1), .LINEAR(1'b0)) encoder (
      .clk, .by_stage, .linear, .top, .base, .stages, .table_cells,
      .snap_valid(1'b1), .snap_queue(q), .level);

  // Clocks without a break, up to now: the level was k or more; the queue, and the fluid, at B_k or above
  localparam int HB = TB + 1;
  logic [HB-1:0] levels[N+1], queues[N+1], fluids[N+1], tau;
  logic [UB-1:0] from[N+2], amount, fluid, ahead, arrears, behind, is_ahead, next_fluid;  // fluid: signed
  logic signed [UB-1:0] signed_fluid;
  logic [W-1:0] q1, q2, q3, q4;
  logic [3:0] started = '0;
  logic [N+1:0] spaced;
  assign tau = HB'(age) + HB'(6);
  assign amount = UB'(q) << S;
  assign fluid = amount - ahead;
  assign signed_fluid = fluid;
  assign is_ahead = (ahead > UB'(allowed) ? ahead - UB'(allowed) : '0) + (UB'(came) << S);
  assign behind = arrears + 1'b1 > UB'(left) << S ? arrears + 1'b1 - (UB'(left) << S) : '0;
  always_comb begin
    from[0] = '0;
    for (int k = 1; k <= N; k++) from[k] = UB'(counts ? top - (f_d >> k) : table_cells[(k-1)*W+:W]) << S;
    from[N+1] = UB'(top) << S;
    // C / 2^(k - 1) for tau and two cycles
    spaced = '1;
    for (int k = 1; k <= N; k++) spaced[k] = from[k+1] >= from[k] + ((UB'(tau) + UB'(2)) << (N + 1 - k));
  end
  always_ff @(posedge clk) begin
    if (started != '1) started <= started + 1'b1;
    q <= q + came - left;
    {q1, q2, q3, q4} <= {q, q1, q2, q3};
    ahead <= is_ahead;
    arrears <= amount >= from[N] ? behind : '0;
    for (int k = 1; k <= N; k++) begin
      levels[k] <= level < LW'(k) ? '0 : levels[k] < tau ? levels[k] + 1'b1 : tau;
      queues[k] <= amount < from[k] ? '0 : queues[k] < tau ? queues[k] + 1'b1 : tau;
      fluids[k] <= signed_fluid < $signed(from[k]) ? '0 : fluids[k] < tau ? fluids[k] + 1'b1 : tau;
    end
    if (started < 4'd8) begin
      {q, ahead, arrears} <= '0;
      for (int k = 1; k <= N; k++) {levels[k], queues[k], fluids[k]} <= '0;
    end
  end
  always_comb begin
    assume (f_set_taken && spaced == '1);
    assume (!started[3] ? {came, left} == '0 : 1'b1);
    assume (left <= q);
    assume (most_ahead < UB'(1) << (W + S) && most_arrears < UB'(1) << (W + S) && from[N+1] + most_ahead + most_arrears < UB'(1) << (W + S));  // of a counter
    assume (UB'(came) << S <= most_ahead);
    // The sender: a level that is no older, and no more than it allows
    assume (allowed <= (N + 1)'(1) << N);
    for (int k = 1; k <= N; k++) assume (levels[k] < HB'(age) || allowed <= (N + 1)'(1) << (N - k));
    assume (is_ahead <= most_ahead);
    // The drain
    assume (amount < from[N] || behind <= most_arrears);
    if (started[3]) begin
      a_bound: assert (amount <= from[N+1] + arrears + most_ahead);
      a_buffer: assert (amount <= from[N+1] + most_arrears + most_ahead);
      // Of use for these
      a_stage: assert (level == f_level_of(q4));
      a_ahead: assert (ahead <= most_ahead && arrears <= most_arrears);
      for (int k = 1; k <= N; k++) begin
        assert (fluids[k] <= queues[k] && queues[k] <= tau && (queues[k] < HB'(5) || levels[k] >= queues[k] - HB'(5)));
        assert (fluids[k] == tau || $signed(fluid) < $signed(from[k] + ((UB'(fluids[k]) + UB'(2)) << (N + 1 - k))));
      end
      a_last: assert ($signed(fluid) < $signed(from[N] + ((UB'(tau) + UB'(2)) << 1) + arrears));
    end
  end
endmodule
`default_nettype wire
