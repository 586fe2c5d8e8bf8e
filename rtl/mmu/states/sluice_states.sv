// States [spec 4]: compares the snapshots of queues and ports with the thresholds, and holds the feedback level of
// every ingress queue and the pause state of every ingress port. It connects these modules:
//   sluice_limits        PORT_LIMITS: XOFF and XON of each port
//   sluice_snapshot      the snapshot of an enqueue, delayed until the thresholds include the enqueue
//   sluice_examine       comparison with the thresholds, one for the snapshot of an enqueue, one for that of a visit
//   sluice_stage         the stage of GFC, for each snapshot
//   sluice_pause_state   the states
// Latency: a snapshot of an enqueue changes its queue and port 5 cycles later, a snapshot of a visit (its cycle 6) 2
// cycles later.
`default_nettype none
module sluice_states #(
    parameter int NP = 4,         // ports
    parameter int NC = 8,         // classes
    parameter int W = 18,         // bits of a cell counter
    parameter int HW = 14,        // bits of a headroom counter
    parameter int PW = 2,         // bits of a port
    parameter int CW = 3,         // bits of a class
    parameter int LW = 1,         // bits of a level
    parameter logic STAGED = 1,   // GFC is built
    parameter logic LINEAR = 1,   // GFC-linear is built
    parameter bit LEVELS = 1,     // queue_level has the levels
    parameter logic CONSTANT = 1,  // STATIC is built
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    clk, rst, cfg, commit, snapshot, snapshot_phi, snapshot_eta_2, scan_snap, visit_port_4, snapshot_class_2, xqoff,
    xqon, xpoff, xpon, queue_level, queue_off,
    queue_level_active, queue_newer, port_off, changes
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_CONFIG(NC, CW, W)
  `SLUICE_COMMIT(PW)
  `SLUICE_SNAPSHOT(W, HW)
  `SLUICE_VISIT_SNAPSHOT(W)
  `SLUICE_CHANGES(PW, CW, LW)
  input wire logic clk;                      // clock
  input wire logic rst;                      // synchronous reset, active high
  input config_t cfg;
  input commit_t commit;                     // commit bus, for the limits of ports
  input snapshot_t snapshot;                 // after an enqueue
  input wire logic [W-1:0] snapshot_phi;     // private cells of its queue
  input wire logic [W-1:0] snapshot_eta_2;   // PORT_LIMITS: with DSH the headroom of its port, else 0; two cycles later
  input visit_snapshot_t scan_snap;          // of a visit
  input wire logic [PW-1:0] visit_port_4;    // its port, two cycles ahead
  // thresholds, two cycles after the snapshot of an enqueue, at that of a visit; field 0: for the enqueue, 1: for the
  // visit
  output logic [CW-1:0] snapshot_class_2;    // class of the enqueue whose thresholds are used in the next cycle
  input wire logic [2*W-1:0] xqoff;          // Xqoff, cells
  input wire logic [2*W-1:0] xqon;           // Xqon, cells
  input wire logic [W-1:0] xpoff;            // Xpoff, cells
  input wire logic [W-1:0] xpon;             // Xpon, cells
  // states
  output logic [NP*NC*LW-1:0] queue_level;   // levels, see sluice_pause_state
  output logic [NP*NC-1:0] queue_off;        // the level is OFF
  output logic [NP*NC-1:0] queue_level_active;  // the level is not 0
  output logic [NP*NC-1:0] queue_newer;      // levels of many bits: the visit wrote last
  output logic [NP-1:0] port_off;            // pause states of the ports
  output changes_t changes;
  logic dsh;
  assign dsh = cfg.scheme[sluice_pkg::DSH];

  // Bit or field 0 belongs to the snapshot of an enqueue, 1 to that of a visit.
  queue_t queue_1, queue_2, queue_3;
  logic valid_3;
  logic [1:0] lossless, uses_headroom, set_off, hold_off, port_set_off, port_hold_off, judged_valid, stage_some;
  logic [2*W-1:0] not_above, not_sum, judged_cells, qoff, qon;
  logic [2*W+1:0] not_reach;
  logic [2*LW-1:0] stage;
  assign snapshot_class_2 = queue_2.cls;
  sluice_snapshot #(.W(W), .AW(PW + CW), .PORT_LIMITS(PORT_LIMITS)) delayed (
      .clk, .rst, .phi(snapshot_phi), .eta_2(snapshot_eta_2), .valid(snapshot.valid), .addr(snapshot.at),
      .lossless(snapshot.lossless),
      .uses_headroom(snapshot.uses_headroom), .queue(snapshot.cells), .sum(snapshot.sum), .addr_1(queue_1),
      .addr_2(queue_2), .valid_3,
      .addr_3(queue_3), .lossless_3(lossless[0]), .uses_headroom_3(uses_headroom[0]), .not_above_3(not_above[0+:W]),
      .not_reach_3(not_reach[0+:W+1]),
      .not_sum_3(not_sum[0+:W]));
  assign lossless[1] = scan_snap.lossless;
  assign uses_headroom[1] = scan_snap.uses_headroom;
  assign not_above[W+:W] = scan_snap.not_above;
  assign not_reach[W+1+:W+1] = scan_snap.not_reach;
  assign not_sum[W+:W] = scan_snap.not_sum;
  assign judged_valid = {scan_snap.valid_3, snapshot.valid};
  assign judged_cells = {scan_snap.cells_3, snapshot.cells};
  // STATIC with PORT_LIMITS: the thresholds are those of the port.
  generate
    if (PORT_LIMITS && CONSTANT) begin : g_limits
      logic [2*W-1:0] own_qoff, own_qon;
      logic constant;
      sluice_limits #(.BITS(W), .NP(NP), .PW(PW), .READERS(2)) xoff_cells (
          .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_XOFF]), .write_port(commit.port),
          .write_data(commit.data[W-1:0]), .take(commit.take), .port({visit_port_4, queue_1.port}), .limit(own_qoff));
      sluice_limits #(.BITS(W), .NP(NP), .PW(PW), .READERS(2)) xon_cells (
          .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_XON]), .write_port(commit.port),
          .write_data(commit.data[W-1:0]), .take(commit.take), .port({visit_port_4, queue_1.port}), .limit(own_qon));
      assign constant = cfg.scheme[sluice_pkg::STATIC];
      assign qoff = constant ? own_qoff : xqoff;
      assign qon = constant ? own_qon : xqon;
    end else begin : g_no_limits
      assign {qoff, qon} = {xqoff, xqon};
      logic unused_limits;
      assign unused_limits = ^{commit, visit_port_4, queue_1};
    end
  endgenerate
  genvar v;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_snapshot
      sluice_examine #(.W(W), .VISIT(v == 1), .PORT_LIMITS(PORT_LIMITS)) examine (
          .clk, .dsh, .lossless(lossless[v]), .uses_headroom(uses_headroom[v]),
          .queue_incomplete(scan_snap.queue_incomplete), .port_incomplete(scan_snap.port_incomplete),
          .not_above(not_above[v*W+:W]), .not_reach(not_reach[v*(W+1)+:W+1]), .not_sum(not_sum[v*W+:W]),
          .xqoff(qoff[v*W+:W]), .xqon(qon[v*W+:W]), .xpoff,
          .xpon, .set_off(set_off[v]), .hold_off(hold_off[v]), .port_set_off(port_set_off[v]),
          .port_hold_off(port_hold_off[v]));
      if (STAGED || LINEAR) begin : g_stage
        sluice_stage #(.W(W), .LW(LW), .STAGED(STAGED), .LINEAR(LINEAR)) stage_encoder (
            .clk, .by_stage(cfg.scheme[sluice_pkg::GFC]), .linear(cfg.scheme[sluice_pkg::GFC_LINEAR]),
            .top(cfg.stage_top), .base(cfg.stage_base), .stages(cfg.stages), .table_cells(cfg.stage_cells),
            .snap_valid(judged_valid[v]), .snap_queue(judged_cells[v*W+:W]), .level(stage[v*LW+:LW]),
            .level_some(stage_some[v]));
      end else begin : g_no_stage
        assign stage[v*LW+:LW] = '0;
        assign stage_some[v] = 1'b0;
      end
    end
  endgenerate

  logic queue_incomplete;  // of the visit whose comparison is done
  always_ff @(posedge clk) queue_incomplete <= scan_snap.queue_incomplete;
  sluice_pause_state #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .LW(LW), .LEVELS(LEVELS)) pause_state (
      .clk, .rst, .gfc(cfg.gfc), .lossless, .valid({scan_snap.valid, valid_3}),
      .port_valid({scan_snap.port_valid, valid_3 && lossless[0]}), .port_ahead({scan_snap.at_5.port, queue_2.port}),
      .cls_ahead({scan_snap.at_5.cls, queue_2.cls}), .port({scan_snap.at.port, queue_3.port}),
      .cls({scan_snap.at.cls, queue_3.cls}), .queue_incomplete, .set_off, .hold_off, .port_set_off, .port_hold_off,
      .stage, .stage_some, .queue_level, .queue_off, .queue_level_active, .queue_newer, .written(changes.written),
      .written_level(changes.level), .port_off, .queue_changed(changes.queues), .queue_toggled(changes.toggled),
      .port_changed(changes.ports), .changed_port(changes.at_port), .changed_class(changes.at_class),
      .queue_free(changes.queue_free), .port_now(changes.port_now), .queue_rises(changes.rises),
      .queue_falls(changes.falls));

  // Fields that no module here reads
  logic unused;
  assign unused = ^{cfg, commit, queue_1, snapshot, judged_valid, judged_cells};
endmodule
`default_nettype wire
