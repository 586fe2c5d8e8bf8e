// Proves that the level of a queue is the stage of its length [GFC 4.2]. A snapshot has q in cycle 8 of an enqueue or
// in cycle 3 of a visit. 5 cycles later queue_level is the level of that q, or of the q of a newer snapshot. An
// incomplete visit changes no level. A class that is not lossless has level 0.
// Instances: sluice_snapshot, two of sluice_stage, and sluice_pause_state, connected as in sluice_mmu.
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
    // snapshot of an enqueue, in cycle 8
    input wire logic          valid,
    input wire logic [PW-1:0] port,
    input wire logic [CW-1:0] cls,
    input wire logic [W-1:0]  queue,
    // snapshot of a visit, in cycle 3; incomplete_7 in cycle 7
    input wire logic          scan_snap_3,
    input wire logic [PW-1:0] scan_snap_port_3,
    input wire logic [CW-1:0] scan_snap_class_3,
    input wire logic [W-1:0]  scan_snap_queue_3,
    input wire logic          incomplete_7
);
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  (* anyconst *) logic [NC-1:0] lossless;
  (* anyconst *) logic [W-1:0] top, base;
  (* anyconst *) logic [4:0] stages;
  (* anyconst *) logic [15*W-1:0] table_cells;
  logic by_stage, linear;
  logic [2**CW-1:0] lossless_of;
  assign {by_stage, linear} = {LINEAR == 0, LINEAR == 1};
  assign lossless_of = (2**CW)'(lossless);
`include "sluice_gfc_level.svh"

  logic enq_snap_valid, enq_snap_lossless, unused_uses_headroom;
  logic [PW-1:0] enq_snap_port_2, enq_snap_port, scan_snap_port[7];
  logic [CW-1:0] enq_snap_class_2, enq_snap_class, scan_snap_class[7];
  logic [W-1:0] unused_above, unused_sum;
  logic [6:4] scan_snap;
  logic [2*LW-1:0] stage, written_level;
  logic [1:0] stage_some;
  logic [NP*NC*LW-1:0] queue_level;
  logic [NP*NC-1:0] queue_off, queue_level_active, queue_newer;
  logic [1:0] written, queue_changed, queue_toggled, port_changed, queue_free, port_now, rises, falls;
  logic [NP-1:0] port_off;
  logic [2*PW-1:0] changed_port;
  logic [2*CW-1:0] changed_class;
  always_comb {scan_snap_port[3], scan_snap_class[3]} = {scan_snap_port_3, scan_snap_class_3};
  always_ff @(posedge clk) begin
    scan_snap <= rst ? '0 : {scan_snap[5:4], scan_snap_3};
    for (int k = 4; k <= 6; k++) {scan_snap_port[k], scan_snap_class[k]} <= {scan_snap_port[k-1], scan_snap_class[k-1]};
  end
  sluice_snapshot #(.W(W), .AW(PW + CW)) snapshot (
      .clk, .rst, .phi('0),
      .valid, .addr({port, cls}), .lossless(lossless_of[cls]), .uses_headroom(1'b0), .queue, .sum('0),
      .addr_2({enq_snap_port_2, enq_snap_class_2}),
      .valid_3(enq_snap_valid), .addr_3({enq_snap_port, enq_snap_class}), .lossless_3(enq_snap_lossless),
      .uses_headroom_3(unused_uses_headroom), .not_above_3(unused_above), .not_sum_3(unused_sum));
  genvar v;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_snapshot
      sluice_stage #(.W(W), .LW(LW), .STAGED(LINEAR == 0), .LINEAR(LINEAR == 1)) encoder (
          .clk, .by_stage, .linear, .top, .base, .stages, .table_cells,
          .snap_valid(v == 1 ? scan_snap_3 : valid), .snap_queue(v == 1 ? scan_snap_queue_3 : queue),
          .level(stage[v*LW+:LW]), .level_some(stage_some[v]));
    end
  endgenerate
  sluice_pause_state #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .LW(LW)) states (
      .clk, .rst, .gfc(1'b1), .lossless({lossless_of[scan_snap_class[6]], enq_snap_lossless}),
      .valid({scan_snap[6], enq_snap_valid}), .port_valid('0),
      .port_ahead({scan_snap_port[5], enq_snap_port_2}), .cls_ahead({scan_snap_class[5], enq_snap_class_2}),
      .port({scan_snap_port[6], enq_snap_port}), .cls({scan_snap_class[6], enq_snap_class}),
      .queue_incomplete(incomplete_7), .set_off('0), .hold_off('0), .port_set_off('0), .port_hold_off('0),
      .stage, .stage_some, .queue_level, .queue_off, .queue_level_active, .queue_newer,
      .written, .written_level, .port_off, .queue_changed, .queue_toggled,
      .port_changed, .changed_port, .changed_class, .queue_free, .port_now,
      .queue_rises(rises), .queue_falls(falls));

  // q of the snapshots of the watched queue, by age; last: q of the last snapshot that determines the level
  logic [2:0] resets;
  logic started = 1'b0, judged;
  logic [4:1] enq_hits, scan_hits;
  logic [W-1:0] enq_q[5], scan_q[5], last;
  logic [LW-1:0] level;
  logic [3:0] since;  // cycles since the last visit
  logic here;
  assign here = scan_snap_3 && scan_snap_port_3 == watched_port && scan_snap_class_3 == watched_class;
  assign level = queue_level[(watched_port*NC+32'(watched_class))*LW+:LW];
  always_ff @(posedge clk) begin
    started <= 1'b1;
    enq_hits <= {enq_hits[3:1], valid && port == watched_port && cls == watched_class};
    scan_hits <= {scan_hits[3:1], here};
    {enq_q[1], scan_q[1]} <= {queue, scan_snap_queue_3};
    for (int k = 2; k <= 4; k++) {enq_q[k], scan_q[k]} <= {enq_q[k-1], scan_q[k-1]};
    if (enq_hits[4]) {judged, last} <= {1'b1, enq_q[4]};
    else if (scan_hits[4] && !incomplete_7) {judged, last} <= {1'b1, scan_q[4]};
    since <= here ? '0 : since == '1 ? since : since + 1'b1;
    if (rst) {enq_hits, scan_hits, judged} <= '0;
  end
  always_comb begin
    // A1: power-up begins with a reset
    assume (rst == !started);
    // A2: the queue exists; the configuration passed sluice_check_stages
    assume (watched_port < NP && watched_class < NC && f_set_taken);
    // A3: sluice_scan: a round takes at least 16 cycles
    if (here) assume (since == '1);
    // P1: the level is that of the last snapshot
    if (started) begin
      a_level: assert (level == (judged && lossless_of[watched_class] ? f_level_of(last) : '0));
      c_enqueue: cover (enq_hits[4] && level != '0 && f_level_of(enq_q[4]) > level);
      c_visit: cover (scan_hits[4] && !enq_hits[4] && !incomplete_7 && level != '0 && f_level_of(scan_q[4]) < level);
      c_incomplete: cover (scan_hits[4] && incomplete_7 && level != '0);
    end
  end
endmodule
`default_nettype wire
