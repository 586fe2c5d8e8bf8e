// MMU of one switch [spec 1 to 6]. Packet events -> accounting -> thresholds -> pause states -> messages. On the egress side: messages -> timers or rate
// limiter -> gate. One enqueue and one dequeue are accepted in every cycle. Amounts are in cells.
//
// Latency from the input: admission 6 cycles, pause state of the enqueue's queue and port 13 (other queues: by the scan), pause message at
// least 17, commit 66, register read 4, statistics 3. Latencies are the same in every build.
// Outputs depend on registers alone, not on inputs; gate, tx_enable, tx_time and deq_error have gates behind registers.
`default_nettype none
module sluice_mmu #(
    parameter int NP = 4,                                    // ports, 1..64
    parameter int NC = 8,                                    // classes, 1..8
    parameter int W = 18,                                    // bits of a cell counter, 8..28
    parameter logic [6:0] SCHEMES = 127,                      // bit s builds scheme s of sluice_pkg
    parameter bit STATS = 1,                                 // statistics and watermarks
    parameter bit LEVELS = 1,                                // queue_level has the levels of GFC too
    parameter logic [0:0] GATES = 0,                         // 1: the clocks of idle blocks stop, for ASICs and simulation
    parameter int PW = NP > 1 ? $clog2(NP) : 1,              // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1,              // derived: do not set
    parameter int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1  // derived: do not set; bits of a feedback level
) (
    input  wire logic             clk,    // clock
    input  wire logic             rst,    // synchronous reset, active high
    output logic                  ready,  // counters are cleared; events and reads before that are ignored
    // data: packet events
    input  wire logic             enq_valid,   // enqueue: a packet has arrived
    input  wire logic [PW-1:0]    enq_port,    // ingress port
    input  wire logic [CW-1:0]    enq_class,   // class; with TTL it follows from enq_ttl
    input  wire logic [W-1:0]     enq_cells,   // size, cells
    input  wire logic [7:0]       enq_ttl,     // TTL after this hop's decrement, which gives the class
    input  wire logic [PW-1:0]    enq_egress,  // TTL: port through which the packet will leave
    input  wire logic             deq_valid,   // dequeue: a packet has left the buffer
    input  wire logic [PW-1:0]    deq_port,    // ingress port of the packet
    input  wire logic [CW-1:0]    deq_class,   // class of the ingress queue
    input  wire logic [W-1:0]     deq_cells,   // size, cells
    output logic                  adm_valid,   // admission, 6 cycles after the enqueue
    output logic      [PW-1:0]    adm_port,    // port of the packet
    output logic      [CW-1:0]    adm_class,   // class of the packet
    output logic      [2:0]       adm_kind,    // where the packet went, see sluice_pkg
    output logic                  deq_error,   // the dequeue 6 cycles before had more cells than its queue held
    input  wire logic             snd_valid,   // GFC: a packet of an egress class starts to leave
    input  wire logic [PW-1:0]    snd_port,    // egress port
    input  wire logic [CW-1:0]    snd_class,   // class
    input  wire logic [W-1:0]     snd_cells,   // size, cells
    // data: feedback levels of the ingress queues
    // Without LEVELS, in a build with GFC, queue_level is 0, for users that need only the messages.
    output logic [NP*NC*LW-1:0]   queue_level,  // level of (p, c) at [(p * NC + c) * LW +: LW]
    output logic      [NP*NC-1:0] queue_off,    // bit p * NC + c: the level is OFF, all ones
    output logic      [NP-1:0]    port_off,     // DSH: the port is off
    // data: pause messages to the upstream of a port, held until tx_ready
    output logic                  tx_valid,   // a message
    input  wire logic             tx_ready,   // the message is taken
    output logic      [PW-1:0]    tx_port,    // ingress port whose upstream gets it
    output logic                  tx_level,   // 1: native port-level message
    output logic      [NC-1:0]    tx_enable,  // classes that the message sets
    output logic      [16*NC-1:0] tx_time,    // quanta of class c at [16 * c +: 16]; 0 resumes; GFC: the level
    // data: pause messages from the downstream of a port
    input  wire logic             rx_valid,   // a message
    input  wire logic [PW-1:0]    rx_port,    // egress port
    input  wire logic [1:0]       rx_level,   // LEVEL_*, see sluice_pkg: classes, native port level, 802.3x PAUSE
    input  wire logic [NC-1:0]    rx_enable,  // classes that the message sets
    input  wire logic [16*NC-1:0] rx_time,    // quanta or level of class c at [16 * c +: 16], of the port at [15:0]; 0 resumes
    output logic      [NP*NC-1:0] gate,       // 1: egress class c of port p, bit p * NC + c, may not send
    // cfg
    input  wire logic             cfg_write,   // write a register
    input  wire logic [5:0]       cfg_addr,    // register, see sluice_pkg
    input  wire logic [31:0]      cfg_wdata,   // value to write
    input  wire logic             cfg_read,    // read the written value; not in a cycle with a write
    output logic                  cfg_rvalid,  // the value read, 4 cycles later
    output logic      [31:0]      cfg_rdata,   // 0 without cfg_rvalid
    output logic                  cfg_error,   // the last commit was refused
    output logic      [3:0]       cfg_reason,  // why it was refused, see sluice_pkg
    // stat
    input  wire logic             stat_read,    // read a statistic
    input  wire logic [3:0]       stat_select,  // statistic, see sluice_pkg
    input  wire logic [PW-1:0]    stat_port,    // of this port
    input  wire logic [CW-1:0]    stat_class,   // and class
    output logic                  stat_valid,   // the answer, 3 cycles later
    output logic      [31:0]      stat_data,    // value of the statistic
    output logic      [31:0]      loss,         // packets refused in all, saturating
    output logic      [W-1:0]     mon_shared,   // S: cells in the shared pool
    output logic      [W-1:0]     mon_xqoff,    // threshold Xqoff, cells
    output logic      [W-1:0]     mon_xqon,     // threshold Xqon, cells
    output logic      [W-1:0]     mon_xpoff,    // threshold Xpoff, cells
    output logic      [W-1:0]     mon_xpon      // threshold Xpon, cells
);
  localparam int Ports = NP < 1 ? 1 : NP;  // NP = 0 reaches the parameter check at the end, which reports it
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasShp = SCHEMES[sluice_pkg::SHP];
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  localparam logic HasLinear = SCHEMES[sluice_pkg::GFC_LINEAR];

  logic [6:0] scheme;
  logic gfc, own_class, down;
  logic [2:0] ttl_options;
  logic [7:0] ttl0;
  logic [W-1:0] phi, eta, headroom_pool, port_headroom, max_packet, xoff, xon, delta_q, delta_p, new_shared, stage_top, stage_base;
  logic [5:0] commit_addr;
  logic [31:0] commit_data;
  logic [15:0] linear_range;  // GFC-linear: D, below 65,535
  logic [4:0] stages;
  logic [15*W-1:0] stage_cells;
  logic [23:0] cell_step;
  logic [31:0] drain_cycles;
  logic [NC-1:0] lossless, pausable;
  logic [CW-1:0] last_lossless;
  logic [3:0] alpha, alpha_lossy;
  logic [15:0] pause_time, refresh, quanta_step;
  logic native, commits, configured, restructure, restart, empty;
  // Each block that is idle without an event has a gated clock (at the end). Time, the position of the scan, TTL's
  // thresholds and GFC's limiter run on clk.
  logic force_clocks, clk_config, clk_pool, clk_states, clk_messages, clk_notes;

  sluice_config #(.NP(Ports), .NC(NC), .W(W), .SCHEMES(SCHEMES), .CW(CW)) config_regs (
      .clk(clk_config), .rst, .write(cfg_write), .addr(cfg_addr), .wdata(cfg_wdata), .read(cfg_read),
      .rvalid(cfg_rvalid), .rdata(cfg_rdata), .empty,
      .error(cfg_error), .reason(cfg_reason), .commits, .configured, .restructure,
      .new_shared, .restart, .scheme, .gfc, .own_class, .phi, .eta, .headroom_pool, .port_headroom,
      .lossless, .last_lossless, .down, .pausable, .max_packet, .alpha, .alpha_lossy, .xoff, .xon,
      .delta_q, .delta_p, .pause_time, .refresh, .quanta_step, .native, .ttl0,
      .ttl_options, .commit_addr, .commit_data, .stage_top,
      .stage_base, .linear_range, .stages, .stage_cells, .cell_step,
      .drain_cycles);

  // Class of an arriving packet
  logic ttl, shp, enq_dropped;
  logic parity_drop_0;
  logic [6:1] parity_drop;  // bit k: parity drop of the enqueue in cycle k
  logic [CW-1:0] enq_queue;
  assign ttl = HasTtl && scheme[sluice_pkg::TTL];
  assign shp = HasShp && scheme[sluice_pkg::SHP];
  generate
    if (HasTtl) begin : g_classify
      sluice_classify #(.PW(PW), .CW(CW)) classify (
          .enabled(!own_class), .not_ttl0(~ttl0), .options(ttl_options), .port(enq_port), .egress(enq_egress), .cls_in(enq_class),
          .ttl(enq_ttl), .dropped(enq_dropped), .parity_drop(parity_drop_0), .cls(enq_queue));
    end else begin : g_no_classify
      assign enq_queue = enq_class;
      assign enq_dropped = 1'b0;
      assign parity_drop_0 = 1'b0;
      logic unused_ttl;
      assign unused_ttl = ^{own_class, ttl0, ttl_options, enq_ttl, enq_egress};
    end
  endgenerate

  always_ff @(posedge clk_pool) parity_drop <= {parity_drop[5:1], parity_drop_0};

  // Accounting
  localparam int HW = sluice_pkg::headroom_bits(W);
  localparam int NB = sluice_pkg::packet_bits(W);
  logic scan_valid, scan_visits, scan_sweeps, scan_rests, scan_settled, wake, restarted, returns_cells;
  always_ff @(posedge clk) restarted <= restart && !rst;
  logic [PW-1:0] scan_port;
  logic [CW-1:0] scan_class;
  logic clear;
  logic [PW+CW-1:0] clear_addr;
  logic [W-1:0] pool_free;
  logic [CW-1:0] free_class;
  logic [W-1:0] partition_free;
  logic refused, adm_exists;
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_ACCOUNT_CONFIG(NC, CW, W, HW)
  `SLUICE_SNAPSHOT(W, HW)
  `SLUICE_VISIT_SNAPSHOT(W)
  config_t account_cfg;
  snapshot_t snapshot;
  visit_snapshot_t scan_snap;
  assign account_cfg = {configured, scheme, phi, eta[HW-1:0], headroom_pool, port_headroom, max_packet, lossless, last_lossless, alpha_lossy};
  sluice_scan #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW)) scan (
      .clk, .rst, .wake(wake || restarted), .valid(scan_valid), .scan_port, .scan_class,
      .rests(scan_rests), .settled(scan_settled));
  logic [3:0] event_valid;
  logic [4*(PW+CW)-1:0] event_queue;
  generate
    if (GATES == 1) begin : g_due
      logic constant;
      assign constant = scheme[sluice_pkg::STATIC] || gfc;
      sluice_due #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW)) visits_due (
          .clk, .force_clocks, .constant, .by_port(scheme[sluice_pkg::DSH] || shp), .all_above(phi == '0),
          .event_valid, .event_queue,
          .scan_valid, .scan_port, .scan_class, .scan_snap_valid(scan_snap.valid), .scan_snap_port(scan_snap.at.port), .scan_snap_class(scan_snap.at.cls),
          .scan_snap_incomplete(scan_snap.queue_incomplete), .scan_snap_uses_headroom(scan_snap.uses_headroom), .scan_snap_above(scan_snap.not_above != '1), .queue_level_active, .port_off,
          .visits(scan_visits), .sweeps(scan_sweeps));
    end else begin : g_all
      assign scan_visits = scan_valid;
      assign scan_sweeps = scan_valid;
      logic unused_due;
      assign unused_due = ^{event_valid, event_queue};
    end
  endgenerate

  sluice_account #(.NP(Ports), .NC(NC), .W(W), .HW(HW), .NB(NB), .PW(PW), .CW(CW), .TTL(HasTtl), .SHP(HasShp), .GATES(GATES)) account (
      .clk, .clk_pool, .rst, .force_clocks, .ready, .clear, .clear_addr,
      .enq_valid, .enq_port, .enq_class(enq_queue), .enq_cells, .enq_dropped,
      .deq_valid, .deq_port, .deq_class, .deq_cells,
      .scan_valid(scan_visits), .scan_port, .scan_class, .scan_rests, .scan_settled, .wake,
      .scan_sweeps, .returns_cells, .event_valid, .event_queue,
      .restructure, .new_shared, .commit_addr, .commit_data(commit_data[W-1:0]),
      .cfg(account_cfg),
      .empty, .queue_off, .port_off,
      .adm_valid, .adm_port, .adm_class, .adm_kind, .adm_refused(refused), .adm_exists,
      .deq_error, .pool_free, .used(mon_shared), .free_class, .partition_free,
      .snapshot, .scan_snap);

  // loss in two halves: a carry of 32 bits is too long.
  logic low_full, high_full;
  always_ff @(posedge clk_pool)
    if (rst) {loss, low_full, high_full} <= '0;
    else begin
      loss[15:0] <= loss[15:0] + 16'(refused && !(low_full && high_full));
      loss[31:16] <= loss[31:16] + 16'(refused && low_full && !high_full);
      low_full <= refused ? loss[15:0] == 16'hfffe || (low_full && high_full) : low_full;
      high_full <= refused && low_full ? &loss[31:17] : high_full;
    end

  logic [W:0] class_sum;  // TTL: replaces pool_free
  logic [W-1:0] xqoff_ahead, xqon_ahead, common_xqoff, common_xqon;
  sluice_threshold #(.NC(NC), .W(W), .SCHEMES(SCHEMES)) threshold (
      .clk(clk_pool), .scheme, .alpha, .eta, .xoff, .xon, .delta_q,
      .delta_p, .pool_free, .sum(class_sum), .xqoff_ahead, .xqon_ahead, .xqoff(common_xqoff), .xqon(common_xqon),
      .mon_xqoff, .mon_xqon, .xpoff(mon_xpoff), .xpon(mon_xpon));

  logic [CW-1:0] enq_snap_class_2, enq_snap_class;
  logic [2*W-1:0] ttl_xqoff, ttl_xqon;  // thresholds of the snapshots' classes
  generate
    if (HasTtl) begin : g_weigh
      sluice_weigh #(.NC(NC), .W(W), .CW(CW)) weigh (
          .clk, .rst, .configured, .enabled(ttl), .commit_addr, .commit_data(commit_data[15:0]), .take(restart), .pool_free,
          .cls_ahead(free_class), .partition_free, .sum(class_sum), .xqoff_ahead, .xqon_ahead,
          .snap_class({scan_snap.at_5.cls, enq_snap_class_2}), .xqoff(ttl_xqoff), .xqon(ttl_xqon));
    end else begin : g_no_weigh
      assign class_sum = '0;
      assign ttl_xqoff = '0;
      assign ttl_xqon = '0;
      assign free_class = '0;
      logic unused_classes;
      assign unused_classes = ^{partition_free, xqoff_ahead, xqon_ahead};
    end
  endgenerate
  logic unused_commit;
  assign unused_commit = ^{commit_addr, commit_data};

  // Pause states; index 0: snapshot of an enqueue, 1: snapshot of a visit
  logic enq_snap_valid, enq_snap_lossless, enq_snap_uses_headroom;
  logic [PW-1:0] enq_snap_port_2, enq_snap_port;
  logic [W-1:0] not_enq_snap_above, not_enq_snap_sum;
  sluice_snapshot #(.W(W), .AW(PW + CW)) snapshot_delay (
      .clk(clk_states), .rst, .phi, .valid(snapshot.valid), .addr(snapshot.at), .lossless(snapshot.lossless), .uses_headroom(snapshot.uses_headroom),
      .queue(snapshot.cells), .sum(snapshot.sum), .addr_2({enq_snap_port_2, enq_snap_class_2}), .valid_3(enq_snap_valid), .addr_3({enq_snap_port, enq_snap_class}),
      .lossless_3(enq_snap_lossless), .uses_headroom_3(enq_snap_uses_headroom), .not_above_3(not_enq_snap_above), .not_sum_3(not_enq_snap_sum));

  logic [1:0] set_off, hold_off, port_set_off, port_hold_off;
  logic dsh, queue_incomplete;
  assign dsh = scheme[sluice_pkg::DSH];
  always_ff @(posedge clk_states) queue_incomplete <= scan_snap.queue_incomplete;
  logic [2*LW-1:0] stage;
  logic [1:0] stage_some;
  logic [2*W-1:0] not_above, not_sum, queue_cells;
  logic [1:0] queue_valid;
  assign not_above = {scan_snap.not_above, not_enq_snap_above};
  assign not_sum = {scan_snap.not_sum, not_enq_snap_sum};
  assign queue_valid = {scan_snap.valid_3, snapshot.valid};
  assign queue_cells = {scan_snap.cells_3, snapshot.cells};
  // TTL for the thresholds of the snapshots. A delay of two cycles is short enough: a scheme takes effect while the MMU is empty. The
  // register with a delay of one cycle is in sluice_account.
  logic [1:0] ttl_delayed;
  always_ff @(posedge clk) ttl_delayed <= {ttl_delayed[0], ttl};
  genvar v;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_snapshot
      logic [W-1:0] xqoff_here, xqon_here;
      if (HasTtl) begin : g_per_class
        assign xqoff_here = ttl_delayed[1] ? ttl_xqoff[v*W+:W] : common_xqoff;
        assign xqon_here = ttl_delayed[1] ? ttl_xqon[v*W+:W] : common_xqon;
      end else begin : g_common
        assign xqoff_here = common_xqoff;
        assign xqon_here = common_xqon;
      end
      sluice_examine #(.W(W), .VISIT(v == 1)) examine (
          .clk(clk_states), .dsh, .lossless(v == 1 ? scan_snap.lossless : enq_snap_lossless),
          .uses_headroom(v == 1 ? scan_snap.uses_headroom : enq_snap_uses_headroom), .queue_incomplete(scan_snap.queue_incomplete), .port_incomplete(scan_snap.port_incomplete), .not_above(not_above[v*W+:W]), .not_sum(not_sum[v*W+:W]), .xqoff(xqoff_here),
          .xqon(xqon_here), .xpoff(mon_xpoff), .xpon(mon_xpon), .set_off(set_off[v]), .hold_off(hold_off[v]), .port_set_off(port_set_off[v]), .port_hold_off(port_hold_off[v]));
      if (HasStages || HasLinear) begin : g_stage
        sluice_stage #(.W(W), .LW(LW), .STAGED(HasStages), .LINEAR(HasLinear)) stage_encoder (
            .clk(clk_states), .by_stage(scheme[sluice_pkg::GFC]), .linear(scheme[sluice_pkg::GFC_LINEAR]),
            .top(stage_top), .base(stage_base), .stages, .table_cells(stage_cells),
            .snap_valid(queue_valid[v]), .snap_queue(queue_cells[v*W+:W]), .level(stage[v*LW+:LW]), .level_some(stage_some[v]));
      end else begin : g_no_stage
        assign stage[v*LW+:LW] = '0;
        assign stage_some[v] = 1'b0;
      end
    end
    if (!HasStages && !HasLinear) begin : g_no_stages
      logic unused_stages;
      assign unused_stages = ^{stage_top, stage_base, stages, stage_cells, queue_valid, queue_cells};
    end
    if (!HasTtl) begin : g_no_classes
      logic unused_class;
      assign unused_class = ^{ttl_delayed, ttl_xqoff, ttl_xqon};
    end
  endgenerate

  logic [1:0] queue_changed, queue_toggled, port_changed, queue_free, port_now;
  logic [1:0] rises, falls;
  logic [NP*NC-1:0] queue_level_active, queue_newer;
  logic [1:0] written;
  logic [2*LW-1:0] written_level;
  logic [2*PW-1:0] changed_port;
  logic [2*CW-1:0] changed_class;
  sluice_pause_state #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW), .LW(LW), .LEVELS(LEVELS)) pause_state (
      .clk(clk_states), .rst, .gfc, .lossless({scan_snap.lossless, enq_snap_lossless}), .valid({scan_snap.valid, enq_snap_valid}),
      .port_valid({scan_snap.port_valid, enq_snap_valid && enq_snap_lossless}),
      .port_ahead({scan_snap.at_5.port, enq_snap_port_2}), .cls_ahead({scan_snap.at_5.cls, enq_snap_class_2}), .port({scan_snap.at.port, enq_snap_port}), .cls({scan_snap.at.cls, enq_snap_class}),
      .queue_incomplete, .set_off, .hold_off, .port_set_off, .port_hold_off,
      .stage, .stage_some, .queue_level, .queue_off, .queue_level_active,
      .queue_newer, .written, .written_level, .port_off, .queue_changed, .queue_toggled, .port_changed,
      .changed_port, .changed_class, .queue_free, .port_now,
      .queue_rises(rises), .queue_falls(falls));

  // Messages to the upstreams
  logic tx_pending, due;
  logic [3:0] ticks;
  logic [16:0] quanta_now;
  sluice_quanta quanta (.clk, .rst, .step(quanta_step), .ticks, .now(quanta_now));
  sluice_refresh #(.NP(Ports), .NC(NC)) refresh_interval (
      .clk, .rst, .again(restarted), .refresh, .ticks, .queue_level_active, .port_off,
      .rises, .falls, .due);
  sluice_pause_tx #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW), .LW(LW)) pause_tx (
      .clk(clk_messages), .rst, .native, .pausable, .pause_time, .due,
      .down, .restart, .again(restarted), .busy(tx_pending), .graded(gfc), .clk_levels(clk_states), .written,
      .written_port(changed_port), .written_class(changed_class), .written_level, .queue_newer, .queue_off, .queue_level_active, .port_off, .queue_changed,
      .port_changed, .changed_port, .tx_valid, .tx_ready,
      .tx_port, .tx_level, .tx_enable, .tx_time);

  // Messages from the downstreams: timers or, with GFC, the rate limiter; then the gate
  logic [NP*NC-1:0] class_paused, rate_blocked;
  logic [NP-1:0] port_paused, all_paused;
  sluice_pause_rx #(.NP(Ports), .NC(NC), .PW(PW), .GATES(GATES)) pause_rx (
      .clk, .rst, .force_clocks, .clear(gfc), .rx_valid(rx_valid && !gfc), .rx_port, .rx_level, .rx_enable,
      .rx_time, .now(quanta_now), .class_paused, .port_paused, .all_paused);
  generate
    if (HasStages || HasLinear) begin : g_rate
      sluice_rate #(.NP(Ports), .NC(NC), .W(W), .PW(PW), .CW(CW), .LINEAR(HasLinear), .STAGED(HasStages)) limiter (
          .clk, .rst, .enabled(gfc), .linear(scheme[sluice_pkg::GFC_LINEAR]), .clear(restructure),
          .cell_step, .drain_cycles, .linear_range,
          .rx_valid, .rx_port, .rx_enable, .rx_time,
          .snd_valid, .snd_port, .snd_class, .snd_cells,
          .rate_blocked);
    end else begin : g_no_rate
      assign rate_blocked = '0;
      logic unused_rate;
      assign unused_rate = ^{linear_range, cell_step, drain_cycles, snd_valid, snd_port, snd_class, snd_cells};
    end
  endgenerate
  sluice_gate #(.NP(Ports), .NC(NC)) or_gate (
      .lossless, .class_paused, .port_paused, .all_paused, .rate_blocked, .gate);

  // Statistics
  generate
    if (STATS) begin : g_stats
      sluice_stats #(.W(W), .PW(PW), .CW(CW), .TTL(HasTtl)) stats (
          .clk, .clk_pool, .clk_notes, .rst, .clear, .clear_addr,
          .queue_changed(queue_toggled), .port_changed, .changed_port,
          .changed_class, .queue_now(~queue_free), .port_now,
          .enq_valid(snapshot.valid), .enq_port(snapshot.at.port), .enq_class(snapshot.at.cls), .enq_lossless(snapshot.lossless),
          .dsh, .enq_queue(snapshot.cells), .enq_sum(snapshot.sum), .enq_headroom(W'(snapshot.headroom)),
          .adm_port, .enq_refused(refused && adm_exists),
          .enq_dropped(adm_valid && adm_kind == sluice_pkg::DROPPED && adm_exists), .enq_parity_drop(parity_drop[6]),
          .shared_used(mon_shared), .message_waits(tx_valid && !tx_ready), .read(stat_read && ready), .select(stat_select), .port(stat_port), .cls(stat_class),
          .valid(stat_valid), .data(stat_data));
    end else begin : g_no_stats
      assign stat_valid = 1'b0;
      assign stat_data = '0;
      logic unused_stats;
      assign unused_stats = ^{
        clk_notes, clear, clear_addr, adm_exists, parity_drop[6], snapshot.headroom, queue_free, port_now, queue_toggled, changed_class, stat_read, stat_select, stat_port, stat_class
      };
    end
  endgenerate

  // Clock gates: the activity that needs a clock, and how many more cycles the clock runs
  logic [4:0] force_left;
  logic [4:0] unused_open;
  logic force_now;
  assign force_now = rst || !ready || commits;
  assign force_clocks = GATES == 0 || force_now || force_left != '0;
  always_ff @(posedge clk) force_left <= force_now ? 5'd16 : force_left - 5'(force_left != '0);
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(70)) hold_config (
      .clk, .activity(rst || cfg_write || cfg_read), .open(unused_open[0]), .gated(clk_config));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(12)) hold_pool (
      .clk, .activity(force_clocks || enq_valid || returns_cells || ttl || shp), .open(unused_open[3]), .gated(clk_pool));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(6)) hold_states (
      .clk, .activity(force_clocks || snapshot.valid || scan_snap.valid_3), .open(unused_open[1]), .gated(clk_states));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(4)) hold_messages (
      .clk, .activity(force_clocks || tx_pending || due || queue_changed != '0 || port_changed != '0), .open(unused_open[2]), .gated(clk_messages));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(3)) hold_notes (
      .clk, .activity(force_clocks || stat_read || adm_valid || snapshot.valid || queue_changed != '0 || port_changed != '0),
      .open(unused_open[4]), .gated(clk_notes));

  // A bad parameter stops elaboration: the modules below do not exist.
  generate
    if (NP < 1 || NP > 64 || NC < 1 || NC > 8 || W < 8 || W > 28) begin : g_check
      sluice_parameter_out_of_range_NP_1_64_NC_1_8_W_8_28 bad_parameter ();
    end
    if (SCHEMES == '0) begin : g_check_schemes
      sluice_parameter_SCHEMES_names_no_scheme bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
