// Proves for GFC that a queue stays at or below Bm + arrears + advance [GFC 4.2], for any drain. Arrears: how far the
// drain is behind C / 2^N since the queue entered the last stage. Advance: how far the sender is ahead of its rate.
// Two assumptions close the loop of stage encoder and sender. No level at the sender is older than `age` cycles. In any
// window, the arriving cells are at most those that the levels allow plus `most_ahead`, which covers a packet and two
// rounds of the limiter (sluice_deficit, sluice_rate). Distance between the stages, in cycles at C: Bm - B_1 = D / 2 >=
// 2 C tau [GFC 4.2], where tau includes 6 cycles of the encoder and 2 for the discrete time.
// Units: rate C sends 2^N units per cycle, a cell has 2^S units. fluid: the queue without the advance. It rises at most
// at the allowed rate, which in stage k is C / 2^(k - 1), because the queue took more than tau to rise from B_(k-1).
`default_nettype none
module sluice_formal_gentle #(
    parameter int W = 8,
    parameter int N = 3,
    parameter int S = 3,
    parameter int TB = 4   // bits of the age of a level
) (
    input wire logic         clk,
    input wire logic [W-1:0] arrived,  // cells enqueued
    input wire logic [W-1:0] left,     // cells dequeued
    input wire logic [N:0]   allowed   // units that the level at the sender allows in this cycle
);
  localparam int LW = 5;
  localparam int UB = W + S + 2;
  (* anyconst *) logic [TB-1:0] age;  // largest age of a level at the sender
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

  // Number of consecutive cycles up to now with the level at k or more (levels), and with queue and fluid at B_k or
  // above, saturating at tau
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
  assign is_ahead = (ahead > UB'(allowed) ? ahead - UB'(allowed) : '0) + (UB'(arrived) << S);
  assign behind = arrears + 1'b1 > UB'(left) << S ? arrears + 1'b1 - (UB'(left) << S) : '0;
  always_comb begin
    from[0] = '0;
    for (int k = 1; k <= N; k++) from[k] = UB'(counts ? top - (f_d >> k) : table_cells[(k-1)*W+:W]) << S;
    from[N+1] = UB'(top) << S;
    // Each stage is at least as wide as C / 2^(k - 1) times tau and two cycles.
    spaced = '1;
    for (int k = 1; k <= N; k++) spaced[k] = from[k+1] >= from[k] + ((UB'(tau) + UB'(2)) << (N + 1 - k));
  end
  always_ff @(posedge clk) begin
    if (started != '1) started <= started + 1'b1;
    q <= q + arrived - left;
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
    // A1: the configuration passed sluice_check_stages; stages are far enough apart
    assume (f_set_taken && spaced == '1);
    // A2: no cells arrive or leave in the first 8 cycles
    assume (!started[3] ? {arrived, left} == '0 : 1'b1);
    // A3: the drain takes at most the cells in the queue
    assume (left <= q);
    // A4: amounts fit a counter
    assume (most_ahead < UB'(1) << (W + S) && most_arrears < UB'(1) << (W + S) &&
        from[N+1] + most_ahead + most_arrears < UB'(1) << (W + S));
    // A5: a packet is within the advance
    assume (UB'(arrived) << S <= most_ahead);
    // The sender
    // A6: the rate of the sender is at most C
    assume (allowed <= (N + 1)'(1) << N);
    // A7: no level at the sender is older than age
    for (int k = 1; k <= N; k++) assume (levels[k] < HB'(age) || allowed <= (N + 1)'(1) << (N - k));
    // A8: the advance of the sender is bounded
    assume (is_ahead <= most_ahead);
    // The drain
    // A9: the arrears of the drain are bounded
    assume (amount < from[N] || behind <= most_arrears);
    if (started[3]) begin
      // P1: q <= Bm + arrears + advance
      a_bound: assert (amount <= from[N+1] + arrears + most_ahead);
      // P2: the queue is within a constant bound
      a_buffer: assert (amount <= from[N+1] + most_arrears + most_ahead);
      c_last_stage: cover (level == LW'(N) && left != '0 && allowed != '0);
      c_arrears: cover (amount >= from[N] && arrears != '0 && arrived != '0);
      // P3: lemma: the level is the stage of the queue 4 cycles ago
      a_stage: assert (level == f_level_of(q4));
      // P4: lemma: advance and arrears are bounded
      a_ahead: assert (ahead <= most_ahead && arrears <= most_arrears);
      for (int k = 1; k <= N; k++) begin
        // P5: lemma: the level follows the queue by at most 5 cycles
        assert (fluids[k] <= queues[k] && queues[k] <= tau && (queues[k] < HB'(5) || levels[k] >= queues[k] - HB'(5)));
        // P6: lemma: bound of the fluid in each stage
        assert (fluids[k] == tau || $signed(fluid) < $signed(from[k] + ((UB'(fluids[k]) + UB'(2)) << (N + 1 - k))));
      end
      // P7: lemma: bound of the fluid in the last stage
      a_last: assert ($signed(fluid) < $signed(from[N] + ((UB'(tau) + UB'(2)) << 1) + arrears));
    end
  end
endmodule
`default_nettype wire
