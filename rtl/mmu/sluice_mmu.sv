// The MMU of one switch: packet events -> accounting -> thresholds -> states -> messages, and for the egress
// side messages -> timers or rate limiter -> gate. One enqueue and one dequeue are accepted in every clock.
//
// Latency, input clock to output clock: admission result 6, pause state of the enqueue's own queue and port 13,
// states of other queues by the scan, pause message at least 17, commit 64, register read 4,
// statistics 3.
// Latencies are the same in every build. All outputs follow from registers alone; gate, tx_enable, tx_time and deq_error are gates behind them.
`default_nettype none
module sluice_mmu #(
    parameter int NP = 4,               // ports, 1..64
    parameter int NC = 8,               // classes, 1..8
    parameter int W = 18,               // bits of a cell counter, 8..28
    parameter logic [5:0] SCHEMES = 63, // bit s builds scheme s of sluice_pkg
    parameter bit STATS = 1,            // statistics and watermarks
    parameter bit LEVELS = 1,           // queue_level tells the levels of GFC too
    parameter logic [0:0] GATES = 0,    // 1: the clock of what has nothing to do stands still, for ASICs and simulation
    parameter int PW = NP > 1 ? $clog2(NP) : 1,              // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1,              // derived: do not set
    parameter int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1  // derived: do not set; bits of a feedback level
) (
    input  wire logic             clk,
    input  wire logic             rst,
    output logic                  ready,       // counters are cleared; events and reads before that are ignored
    // data: packet events
    input  wire logic             enq_valid,
    input  wire logic [PW-1:0]    enq_port,
    input  wire logic [CW-1:0]    enq_class,
    input  wire logic [W-1:0]     enq_cells,
    input  wire logic [7:0]       enq_ttl,     // TTL, after this hop's decrement: gives the class
    input  wire logic [PW-1:0]    enq_egress,  // TTL: the port by which the packet will leave
    input  wire logic             deq_valid,
    input  wire logic [PW-1:0]    deq_port,
    input  wire logic [CW-1:0]    deq_class,
    input  wire logic [W-1:0]     deq_cells,
    output logic                  adm_valid,
    output logic      [PW-1:0]    adm_port,
    output logic      [CW-1:0]    adm_class,
    output logic      [2:0]       adm_kind,
    output logic                  deq_error,
    input  wire logic             snd_valid,   // GFC: a packet of an egress class starts to leave
    input  wire logic [PW-1:0]    snd_port,
    input  wire logic [CW-1:0]    snd_class,
    input  wire logic [W-1:0]     snd_cells,
    // data: feedback levels, at [(p * NC + c) * LW +: LW]; off, bit p * NC + c, is the level of all ones
    // Without LEVELS, and with GFC in the build, queue_level is 0: for those who look at messages alone.
    output logic [NP*NC*LW-1:0]   queue_level,
    output logic      [NP*NC-1:0] queue_off,
    output logic      [NP-1:0]    port_off,
    // data: pause messages to the upstream of a port, held until tx_ready
    output logic                  tx_valid,
    input  wire logic             tx_ready,
    output logic      [PW-1:0]    tx_port,
    output logic                  tx_level,    // 1: native port-level message
    output logic      [NC-1:0]    tx_enable,
    output logic      [16*NC-1:0] tx_time,     // quanta, class c at [16*c +: 16]; 0 resumes; GFC: the level
    // data: pause messages from the downstream of a port
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic             rx_level,
    input  wire logic [NC-1:0]    rx_enable,
    input  wire logic [16*NC-1:0] rx_time,
    output logic      [NP*NC-1:0] gate,        // 1: egress class (p, c) may not send
    // cfg
    input  wire logic             cfg_write,
    input  wire logic [5:0]       cfg_addr,
    input  wire logic [31:0]      cfg_wdata,
    input  wire logic             cfg_read,    // of cfg_addr, what was written; not in a clock with a write
    output logic                  cfg_rvalid,
    output logic      [31:0]      cfg_rdata,
    output logic                  cfg_error,
    output logic      [3:0]       cfg_reason,
    // stat
    input  wire logic             stat_read,
    input  wire logic [3:0]       stat_select,
    input  wire logic [PW-1:0]    stat_port,
    input  wire logic [CW-1:0]    stat_class,
    output logic                  stat_valid,
    output logic      [31:0]      stat_data,
    output logic      [31:0]      loss,        // packets refused in all, saturating
    output logic      [W-1:0]     mon_shared,  // S
    output logic      [W-1:0]     mon_xqoff,
    output logic      [W-1:0]     mon_xqon,
    output logic      [W-1:0]     mon_xpoff,
    output logic      [W-1:0]     mon_xpon
);
  localparam int Ports = NP < 1 ? 1 : NP;  // NP = 0 comes as far as the check at the end, which names it
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  localparam logic HasLinear = SCHEMES[sluice_pkg::GFC_LINEAR];

  logic [5:0] scheme;
  logic gfc, own_class, down;
  logic [2:0] ttl_options;
  logic [7:0] ttl0;
  logic [W-1:0] phi, eta, max_packet, xoff, xon, delta_q, delta_p, new_shared, stage_top, stage_base;
  logic [5:0] commit_addr;
  logic [31:0] commit_data;
  logic [15:0] linear_range;  // GFC-linear, whose range is below 65,535
  logic [4:0] stages;
  logic [15*W-1:0] stage_cells;
  logic [23:0] cell_step;
  logic [31:0] drain_cycles;
  logic [NC-1:0] lossless, pausable;
  logic [CW-1:0] last_lossless;
  logic [3:0] alpha, alpha_lossy;
  logic [15:0] pause_time, refresh, quanta_step;
  logic native, commits, configured, restructure, restart, empty;
  // Each block that has nothing to do without an event has a clock of its own (at the end); the time, the scan's place, TTL's
  // thresholds and the limiter of GFC go on with clk.
  logic force_clocks, clk_config, clk_pool, clk_states, clk_messages, clk_notes;

  sluice_config #(.NP(Ports), .NC(NC), .W(W), .SCHEMES(SCHEMES), .CW(CW)) config_regs (
      .clk(clk_config), .rst(rst), .write(cfg_write), .addr(cfg_addr), .wdata(cfg_wdata), .read(cfg_read),
      .rvalid(cfg_rvalid), .rdata(cfg_rdata), .empty(empty),
      .error(cfg_error), .reason(cfg_reason), .commits(commits), .configured(configured), .restructure(restructure),
      .new_shared(new_shared), .restart(restart), .scheme(scheme), .gfc(gfc), .own_class(own_class), .phi(phi), .eta(eta),
      .lossless(lossless), .last_lossless(last_lossless), .down(down), .pausable(pausable), .max_packet(max_packet), .alpha(alpha), .alpha_lossy(alpha_lossy), .xoff(xoff), .xon(xon),
      .delta_q(delta_q), .delta_p(delta_p), .pause_time(pause_time), .refresh(refresh), .quanta_step(quanta_step), .native(native), .ttl0(ttl0),
      .ttl_options(ttl_options), .commit_addr(commit_addr), .commit_data(commit_data), .stage_top(stage_top),
      .stage_base(stage_base), .linear_range(linear_range), .stages(stages), .stage_cells(stage_cells), .cell_step(cell_step),
      .drain_cycles(drain_cycles));

  // Class of an arriving packet
  logic ttl, enq_dropped;
  logic parity_drop_0;
  logic [6:1] parity_drop;  // in clock k of the enqueue
  logic [CW-1:0] enq_queue;
  assign ttl = HasTtl && scheme[sluice_pkg::TTL];
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
  logic snapshot_valid, snapshot_lossless, snapshot_uses_headroom;
  logic [PW-1:0] snapshot_port;
  logic [CW-1:0] snapshot_class;
  logic [W-1:0] snapshot_queue, snapshot_sum;
  logic [HW-1:0] snapshot_headroom;
  logic scan_snap_valid, scan_snap_port_valid, scan_snap_lossless, scan_snap_uses_headroom, scan_snap_queue_incomplete, scan_snap_port_incomplete, scan_snap_queue_valid;
  logic [PW-1:0] scan_snap_port_5, scan_snap_port;
  logic [CW-1:0] scan_snap_class_5, scan_snap_class;
  logic [W-1:0] scan_snap_queue, not_scan_snap_above, not_scan_snap_sum;
  sluice_scan #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW)) scan (
      .clk(clk), .rst(rst), .wake(wake || restarted), .valid(scan_valid), .scan_port(scan_port), .scan_class(scan_class),
      .rests(scan_rests), .settled(scan_settled));
  logic [3:0] event_valid;
  logic [4*(PW+CW)-1:0] event_queue;
  generate
    if (GATES == 1) begin : g_due
      logic constant;
      assign constant = scheme[sluice_pkg::STATIC] || gfc;
      sluice_due #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW)) visits_due (
          .clk(clk), .force_clocks(force_clocks), .constant(constant), .dsh(scheme[sluice_pkg::DSH]), .all_above(phi == '0),
          .event_valid(event_valid), .event_queue(event_queue),
          .scan_valid(scan_valid), .scan_port(scan_port), .scan_class(scan_class), .scan_snap_valid(scan_snap_valid), .scan_snap_port(scan_snap_port), .scan_snap_class(scan_snap_class),
          .scan_snap_incomplete(scan_snap_queue_incomplete), .scan_snap_uses_headroom(scan_snap_uses_headroom), .scan_snap_above(not_scan_snap_above != '1), .queue_level_active(queue_level_active), .port_off(port_off),
          .visits(scan_visits), .sweeps(scan_sweeps));
    end else begin : g_all
      assign scan_visits = scan_valid;
      assign scan_sweeps = scan_valid;
      logic unused_due;
      assign unused_due = ^{event_valid, event_queue};
    end
  endgenerate

  sluice_account #(.NP(Ports), .NC(NC), .W(W), .HW(HW), .NB(NB), .PW(PW), .CW(CW), .TTL(HasTtl), .GATES(GATES)) account (
      .clk(clk), .clk_pool(clk_pool), .rst(rst), .force_clocks(force_clocks), .ready(ready), .clear(clear), .clear_addr(clear_addr),
      .enq_valid(enq_valid), .enq_port(enq_port), .enq_class(enq_queue), .enq_cells(enq_cells), .enq_dropped(enq_dropped),
      .deq_valid(deq_valid), .deq_port(deq_port), .deq_class(deq_class), .deq_cells(deq_cells),
      .scan_valid(scan_visits), .scan_port(scan_port), .scan_class(scan_class), .scan_rests(scan_rests), .scan_settled(scan_settled), .wake(wake),
      .scan_sweeps(scan_sweeps), .returns_cells(returns_cells), .event_valid(event_valid), .event_queue(event_queue),
      .configured(configured), .restructure(restructure), .new_shared(new_shared), .commit_addr(commit_addr), .commit_data(commit_data[W-1:0]),
      .scheme(scheme), .phi(phi), .eta(eta[HW-1:0]), .max_packet(max_packet), .lossless(lossless),
      .group_class(last_lossless), .alpha_lossy(alpha_lossy),
      .empty(empty), .queue_off(queue_off), .port_off(port_off),
      .adm_valid(adm_valid), .adm_port(adm_port), .adm_class(adm_class), .adm_kind(adm_kind), .adm_refused(refused), .adm_exists(adm_exists),
      .deq_error(deq_error), .pool_free(pool_free), .used(mon_shared), .free_class(free_class), .partition_free(partition_free),
      .snapshot_valid(snapshot_valid), .snapshot_port(snapshot_port), .snapshot_class(snapshot_class), .snapshot_lossless(snapshot_lossless), .snapshot_uses_headroom(snapshot_uses_headroom),
      .snapshot_queue(snapshot_queue), .snapshot_sum(snapshot_sum), .snapshot_headroom(snapshot_headroom),
      .scan_snap_valid(scan_snap_valid), .scan_snap_port_valid(scan_snap_port_valid), .scan_snap_port_5(scan_snap_port_5), .scan_snap_class_5(scan_snap_class_5), .scan_snap_port(scan_snap_port), .scan_snap_class(scan_snap_class),
      .scan_snap_lossless(scan_snap_lossless), .scan_snap_uses_headroom(scan_snap_uses_headroom), .scan_snap_queue_incomplete(scan_snap_queue_incomplete), .scan_snap_port_incomplete(scan_snap_port_incomplete),
      .scan_snap_queue_valid(scan_snap_queue_valid), .scan_snap_queue(scan_snap_queue), .not_scan_snap_above(not_scan_snap_above), .not_scan_snap_sum(not_scan_snap_sum));

  // In two halves: 32 bits of carry are too long.
  logic low_full, high_full;
  always_ff @(posedge clk_pool)
    if (rst) {loss, low_full, high_full} <= '0;
    else begin
      loss[15:0] <= loss[15:0] + 16'(refused && !(low_full && high_full));
      loss[31:16] <= loss[31:16] + 16'(refused && low_full && !high_full);
      low_full <= refused ? loss[15:0] == 16'hfffe || (low_full && high_full) : low_full;
      high_full <= refused && low_full ? &loss[31:17] : high_full;
    end

  logic [W:0] class_sum;  // TTL: goes the way of the room
  logic [W-1:0] xqoff_ahead, xqon_ahead, common_xqoff, common_xqon;
  sluice_threshold #(.NC(NC), .W(W), .SCHEMES(SCHEMES)) threshold (
      .clk(clk_pool), .scheme(scheme), .alpha(alpha), .eta(eta), .xoff(xoff), .xon(xon), .delta_q(delta_q),
      .delta_p(delta_p), .pool_free(pool_free), .sum(class_sum), .xqoff_ahead(xqoff_ahead), .xqon_ahead(xqon_ahead), .xqoff(common_xqoff), .xqon(common_xqon),
      .mon_xqoff(mon_xqoff), .mon_xqon(mon_xqon), .xpoff(mon_xpoff), .xpon(mon_xpon));

  logic [CW-1:0] enq_snap_class_2, enq_snap_class;
  logic [2*W-1:0] ttl_xqoff, ttl_xqon;  // of the views' classes
  generate
    if (HasTtl) begin : g_weigh
      sluice_weigh #(.NC(NC), .W(W), .CW(CW)) weigh (
          .clk(clk), .rst(rst), .configured(configured), .enabled(ttl), .commit_addr(commit_addr), .commit_data(commit_data[15:0]), .take(restart), .pool_free(pool_free),
          .cls_ahead(free_class), .partition_free(partition_free), .sum(class_sum), .xqoff_ahead(xqoff_ahead), .xqon_ahead(xqon_ahead),
          .snap_class({scan_snap_class_5, enq_snap_class_2}), .xqoff(ttl_xqoff), .xqon(ttl_xqon));
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

  // States: 0 is the view of the enqueue, 1 that of the scan
  logic enq_snap_valid, enq_snap_lossless, enq_snap_uses_headroom;
  logic [PW-1:0] enq_snap_port_2, enq_snap_port;
  logic [W-1:0] not_enq_snap_above, not_enq_snap_sum;
  sluice_snapshot #(.W(W), .AW(PW + CW)) snapshot (
      .clk(clk_states), .rst(rst), .phi(phi), .valid(snapshot_valid), .addr({snapshot_port, snapshot_class}), .lossless(snapshot_lossless), .uses_headroom(snapshot_uses_headroom),
      .queue(snapshot_queue), .sum(snapshot_sum), .addr_2({enq_snap_port_2, enq_snap_class_2}), .valid_3(enq_snap_valid), .addr_3({enq_snap_port, enq_snap_class}),
      .lossless_3(enq_snap_lossless), .uses_headroom_3(enq_snap_uses_headroom), .not_above_3(not_enq_snap_above), .not_sum_3(not_enq_snap_sum));

  logic [1:0] set_off, hold_off, port_set_off, port_hold_off;
  logic dsh, queue_incomplete;
  assign dsh = scheme[sluice_pkg::DSH];
  always_ff @(posedge clk_states) queue_incomplete <= scan_snap_queue_incomplete;
  logic [2*LW-1:0] stage;
  logic [1:0] stage_some;
  logic [2*W-1:0] not_above, not_sum, queue_cells;
  logic [1:0] queue_valid;
  assign not_above = {not_scan_snap_above, not_enq_snap_above};
  assign not_sum = {not_scan_snap_sum, not_enq_snap_sum};
  assign queue_valid = {scan_snap_queue_valid, snapshot_valid};
  assign queue_cells = {scan_snap_queue, snapshot_queue};
  // For the thresholds of the views, which ask for none where all is empty: a set comes into use there. Two clocks: the register of
  // one clock is that of the accounting.
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
          .clk(clk_states), .dsh(dsh), .lossless(v == 1 ? scan_snap_lossless : enq_snap_lossless),
          .uses_headroom(v == 1 ? scan_snap_uses_headroom : enq_snap_uses_headroom), .queue_incomplete(scan_snap_queue_incomplete), .port_incomplete(scan_snap_port_incomplete), .not_above(not_above[v*W+:W]), .not_sum(not_sum[v*W+:W]), .xqoff(xqoff_here),
          .xqon(xqon_here), .xpoff(mon_xpoff), .xpon(mon_xpon), .set_off(set_off[v]), .hold_off(hold_off[v]), .port_set_off(port_set_off[v]), .port_hold_off(port_hold_off[v]));
      if (HasStages || HasLinear) begin : g_stage
        sluice_stage #(.W(W), .LW(LW), .STAGED(HasStages), .LINEAR(HasLinear)) stage_encoder (
            .clk(clk_states), .by_stage(scheme[sluice_pkg::GFC]), .linear(scheme[sluice_pkg::GFC_LINEAR]),
            .top(stage_top), .base(stage_base), .stages(stages), .table_cells(stage_cells),
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
      .clk(clk_states), .rst(rst), .gfc(gfc), .lossless({scan_snap_lossless, enq_snap_lossless}), .valid({scan_snap_valid, enq_snap_valid}),
      .port_valid({scan_snap_port_valid, enq_snap_valid && enq_snap_lossless}),
      .port_ahead({scan_snap_port_5, enq_snap_port_2}), .cls_ahead({scan_snap_class_5, enq_snap_class_2}), .port({scan_snap_port, enq_snap_port}), .cls({scan_snap_class, enq_snap_class}),
      .queue_incomplete(queue_incomplete), .set_off(set_off), .hold_off(hold_off), .port_set_off(port_set_off), .port_hold_off(port_hold_off),
      .stage(stage), .stage_some(stage_some), .queue_level(queue_level), .queue_off(queue_off), .queue_level_active(queue_level_active),
      .queue_newer(queue_newer), .written(written), .written_level(written_level), .port_off(port_off), .queue_changed(queue_changed), .queue_toggled(queue_toggled), .port_changed(port_changed),
      .changed_port(changed_port), .changed_class(changed_class), .queue_free(queue_free), .port_now(port_now),
      .queue_rises(rises), .queue_falls(falls));

  // Messages to the upstreams
  logic tx_pending, due;
  logic [3:0] ticks;
  logic [16:0] quanta_now;
  sluice_quanta quanta (.clk(clk), .rst(rst), .step(quanta_step), .ticks(ticks), .now(quanta_now));
  sluice_refresh #(.NP(Ports), .NC(NC)) refresh_interval (
      .clk(clk), .rst(rst), .again(restarted), .refresh(refresh), .ticks(ticks), .queue_level_active(queue_level_active), .port_off(port_off),
      .rises(rises), .falls(falls), .due(due));
  sluice_pause_tx #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW), .LW(LW)) pause_tx (
      .clk(clk_messages), .rst(rst), .native(native), .pausable(pausable), .pause_time(pause_time), .due(due),
      .down(down), .restart(restart), .again(restarted), .busy(tx_pending), .graded(gfc), .clk_levels(clk_states), .written(written),
      .written_port(changed_port), .written_class(changed_class), .written_level(written_level), .queue_newer(queue_newer), .queue_off(queue_off), .queue_level_active(queue_level_active), .port_off(port_off), .queue_changed(queue_changed),
      .port_changed(port_changed), .changed_port(changed_port), .tx_valid(tx_valid), .tx_ready(tx_ready),
      .tx_port(tx_port), .tx_level(tx_level), .tx_enable(tx_enable), .tx_time(tx_time));

  // Messages from the downstreams: timers, or with GFC the rate limiter, then the gate
  logic [NP*NC-1:0] class_paused, rate_blocked;
  logic [NP-1:0] port_paused;
  sluice_pause_rx #(.NP(Ports), .NC(NC), .PW(PW), .GATES(GATES)) pause_rx (
      .clk(clk), .rst(rst), .force_clocks(force_clocks), .clear(gfc), .rx_valid(rx_valid && !gfc), .rx_port(rx_port), .rx_level(rx_level), .rx_enable(rx_enable),
      .rx_time(rx_time), .now(quanta_now), .class_paused(class_paused), .port_paused(port_paused));
  generate
    if (HasStages || HasLinear) begin : g_rate
      sluice_rate #(.NP(Ports), .NC(NC), .W(W), .PW(PW), .CW(CW), .LINEAR(HasLinear), .STAGED(HasStages)) limiter (
          .clk(clk), .rst(rst), .enabled(gfc), .linear(scheme[sluice_pkg::GFC_LINEAR]), .clear(restructure),
          .cell_step(cell_step), .drain_cycles(drain_cycles), .linear_range(linear_range),
          .rx_valid(rx_valid), .rx_port(rx_port), .rx_enable(rx_enable), .rx_time(rx_time),
          .snd_valid(snd_valid), .snd_port(snd_port), .snd_class(snd_class), .snd_cells(snd_cells),
          .rate_blocked(rate_blocked));
    end else begin : g_no_rate
      assign rate_blocked = '0;
      logic unused_rate;
      assign unused_rate = ^{linear_range, cell_step, drain_cycles, snd_valid, snd_port, snd_class, snd_cells};
    end
  endgenerate
  sluice_gate #(.NP(Ports), .NC(NC)) or_gate (
      .lossless(lossless), .class_paused(class_paused), .port_paused(port_paused), .rate_blocked(rate_blocked), .gate(gate));

  // Statistics
  generate
    if (STATS) begin : g_stats
      sluice_stats #(.W(W), .PW(PW), .CW(CW), .TTL(HasTtl)) stats (
          .clk(clk), .clk_pool(clk_pool), .clk_notes(clk_notes), .rst(rst), .clear(clear), .clear_addr(clear_addr),
          .queue_changed(queue_toggled), .port_changed(port_changed), .changed_port(changed_port),
          .changed_class(changed_class), .queue_now(~queue_free), .port_now(port_now),
          .enq_valid(snapshot_valid), .enq_port(snapshot_port), .enq_class(snapshot_class), .enq_lossless(snapshot_lossless),
          .dsh(dsh), .enq_queue(snapshot_queue), .enq_sum(snapshot_sum), .enq_headroom(W'(snapshot_headroom)),
          .adm_port(adm_port), .enq_refused(refused && adm_exists),
          .enq_dropped(adm_valid && adm_kind == sluice_pkg::DROPPED && adm_exists), .enq_parity_drop(parity_drop[6]),
          .shared_used(mon_shared), .message_waits(tx_valid && !tx_ready), .read(stat_read && ready), .select(stat_select), .port(stat_port), .cls(stat_class),
          .valid(stat_valid), .data(stat_data));
    end else begin : g_no_stats
      assign stat_valid = 1'b0;
      assign stat_data = '0;
      logic unused_stats;
      assign unused_stats = ^{
        clk_notes, clear, clear_addr, adm_exists, parity_drop[6], snapshot_headroom, queue_free, port_now, queue_toggled, changed_class, stat_read, stat_select, stat_port, stat_class
      };
    end
  endgenerate

  // Clocks: why each is needed, and for how long behind that
  logic [4:0] force_left;
  logic [4:0] unused_open;
  logic force_now;
  assign force_now = rst || !ready || commits;
  assign force_clocks = GATES == 0 || force_now || force_left != '0;
  always_ff @(posedge clk) force_left <= force_now ? 5'd16 : force_left - 5'(force_left != '0);
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(68)) hold_config (
      .clk(clk), .activity(rst || cfg_write || cfg_read), .open(unused_open[0]), .gated(clk_config));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(12)) hold_pool (
      .clk(clk), .activity(force_clocks || enq_valid || returns_cells || ttl), .open(unused_open[3]), .gated(clk_pool));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(6)) hold_states (
      .clk(clk), .activity(force_clocks || snapshot_valid || scan_snap_queue_valid), .open(unused_open[1]), .gated(clk_states));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(4)) hold_messages (
      .clk(clk), .activity(force_clocks || tx_pending || due || queue_changed != '0 || port_changed != '0), .open(unused_open[2]), .gated(clk_messages));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(3)) hold_notes (
      .clk(clk), .activity(force_clocks || stat_read || adm_valid || snapshot_valid || queue_changed != '0 || port_changed != '0),
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
