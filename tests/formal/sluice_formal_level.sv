// The level of a queue is the stage of its length [GFC 4.2]: 5 clocks after a view of it, which has q in clock 8 of an enqueue or in clock 3 of a visit,
// queue_level is the level of that q, or of a newer view's; a visit that is stale changes nothing; a class that is not lossless has level 0.
// sluice_view, two of sluice_stage and sluice_pause_state as sluice_mmu joins them.
`default_nettype none
module sluice_formal_level #(
    parameter int NP = 2,
    parameter int NC = 2,
    parameter int W = 8,
    parameter int PW = 1,
    parameter int CW = 1,
    parameter int LW = 5,
    parameter logic [0:0] LINEAR = 0
) (
    input wire logic          clk,
    input wire logic          rst,
    // view of an enqueue, clock 8
    input wire logic          valid,
    input wire logic [PW-1:0] port,
    input wire logic [CW-1:0] cls,
    input wire logic [W-1:0]  queue,
    // view of a visit, clock 3; clock 7
    input wire logic          seen_3,
    input wire logic [PW-1:0] seen_port_3,
    input wire logic [CW-1:0] seen_class_3,
    input wire logic [W-1:0]  seen_queue_3,
    input wire logic          stale_7
);
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  (* anyconst *) logic [NC-1:0] lossless;
  (* anyconst *) logic [W-1:0] top, base;
  (* anyconst *) logic [4:0] stages;
  (* anyconst *) logic [15*W-1:0] table_cells;
  logic staged, linear;
  logic [2**CW-1:0] lossless_of;
  assign {staged, linear} = {LINEAR == 0, LINEAR == 1};
  assign lossless_of = (2**CW)'(lossless);
`include "sluice_gfc_level.svh"

  logic looked_valid, looked_lossless, unused_held;
  logic [PW-1:0] looked_port_2, looked_port, seen_port[7];
  logic [CW-1:0] looked_class_2, looked_class, seen_class[7];
  logic [W-1:0] unused_above, unused_sum;
  logic [6:4] seen;
  logic [2*LW-1:0] stage, written_level;
  logic [1:0] stage_some;
  logic [NP*NC*LW-1:0] queue_level;
  logic [NP*NC-1:0] queue_off, queue_stands, queue_newer;
  logic [1:0] written, queue_changed, queue_turned, port_changed, queue_free, port_now, rises, falls;
  logic [NP-1:0] port_off;
  logic [2*PW-1:0] changed_port;
  logic [2*CW-1:0] changed_class;
  always_comb {seen_port[3], seen_class[3]} = {seen_port_3, seen_class_3};
  always_ff @(posedge clk) begin
    seen <= rst ? '0 : {seen[5:4], seen_3};
    for (int k = 4; k <= 6; k++) {seen_port[k], seen_class[k]} <= {seen_port[k-1], seen_class[k-1]};
  end
  sluice_view #(.W(W), .AW(PW + CW)) view (
      .clk(clk), .rst(rst), .phi('0), .valid(valid), .addr({port, cls}), .lossless(lossless_of[cls]), .held(1'b0), .queue(queue), .sum('0),
      .addr_2({looked_port_2, looked_class_2}), .valid_3(looked_valid), .addr_3({looked_port, looked_class}), .lossless_3(looked_lossless),
      .held_3(unused_held), .not_above_3(unused_above), .not_sum_3(unused_sum));
  genvar v;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_view
      sluice_stage #(.W(W), .LW(LW), .STAGED(LINEAR == 0), .LINEAR(LINEAR == 1)) encoder (
          .clk(clk), .staged(staged), .linear(linear), .top(top), .base(base), .stages(stages), .table_cells(table_cells),
          .view_valid(v == 1 ? seen_3 : valid), .view_queue(v == 1 ? seen_queue_3 : queue), .level(stage[v*LW+:LW]), .level_some(stage_some[v]));
    end
  endgenerate
  sluice_pause_state #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .LW(LW)) states (
      .clk(clk), .rst(rst), .gfc(1'b1), .lossless({lossless_of[seen_class[6]], looked_lossless}),
      .valid({seen[6], looked_valid}), .port_valid('0), .port_ahead({seen_port[5], looked_port_2}), .cls_ahead({seen_class[5], looked_class_2}),
      .port({seen_port[6], looked_port}), .cls({seen_class[6], looked_class}), .queue_stale(stale_7), .turns('0), .keeps('0), .port_turns('0),
      .port_keeps('0), .stage(stage), .stage_some(stage_some), .queue_level(queue_level), .queue_off(queue_off), .queue_stands(queue_stands), .queue_newer(queue_newer),
      .written(written), .written_level(written_level), .port_off(port_off), .queue_changed(queue_changed), .queue_turned(queue_turned),
      .port_changed(port_changed), .changed_port(changed_port), .changed_class(changed_class), .queue_free(queue_free), .port_now(port_now),
      .queue_rises(rises), .queue_falls(falls));

  // q of the views of the watched queue, by clocks since; that of the last one that has been judged
  logic [2:0] resets;
  logic started = 1'b0, judged;
  logic [4:1] looks, sees;
  logic [W-1:0] looked[5], saw[5], last;
  logic [LW-1:0] level;
  logic [3:0] since;  // clocks since the last visit
  logic here;
  assign here = seen_3 && seen_port_3 == watched_port && seen_class_3 == watched_class;
  assign level = queue_level[(watched_port*NC+32'(watched_class))*LW+:LW];
  always_ff @(posedge clk) begin
    started <= 1'b1;
    looks <= {looks[3:1], valid && port == watched_port && cls == watched_class};
    sees <= {sees[3:1], here};
    {looked[1], saw[1]} <= {queue, seen_queue_3};
    for (int k = 2; k <= 4; k++) {looked[k], saw[k]} <= {looked[k-1], saw[k-1]};
    if (looks[4]) {judged, last} <= {1'b1, looked[4]};
    else if (sees[4] && !stale_7) {judged, last} <= {1'b1, saw[4]};
    since <= here ? '0 : since == '1 ? since : since + 1'b1;
    if (rst) {looks, sees, judged} <= '0;
  end
  always_comb begin
    assume (rst == !started);
    assume (watched_port < NP && watched_class < NC && f_set_taken);
    if (here) assume (since == '1);  // sluice_scan: a round of 16 clocks
    if (started) a_level: assert (level == (judged && lossless_of[watched_class] ? f_level_of(last) : '0));
  end
endmodule
`default_nettype wire
