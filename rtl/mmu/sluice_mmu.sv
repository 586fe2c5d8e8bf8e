// MMU of one switch [spec 1 to 6]. Packet events -> accounting -> thresholds -> pause states -> messages. On the egress
// side: messages -> timers or rate limiter -> gate. One enqueue and one dequeue are accepted in every cycle. Amounts
// are in cells.
//
// Latency from the input: admission 6 cycles, pause state of the enqueue's queue and port 13 (other queues: by the
// scan), pause message at least 17, commit 66, register read 4, statistics 3. Latencies are the same in every build,
// but PORT_LIMITS adds 8 NP + 2 cycles to a commit.
// Outputs depend on registers alone, not on inputs; gate, tx_enable, tx_time and deq_error have gates behind registers.
`default_nettype none
module sluice_mmu #(
    parameter int NP = 4,                                    // ports, 1..64
    parameter int NC = 8,                                    // classes, 1..8
    parameter int W = 18,                                    // bits of a cell counter, 8..28
    parameter logic [6:0] SCHEMES = 127,                      // bit s builds scheme s of sluice_pkg
    parameter bit STATS = 1,                                 // statistics and watermarks
    parameter bit LEVELS = 1,                                // queue_level has the levels of GFC too
    // 1: each port has its own PRIVATE, HEADROOM, XOFF, XON, PORT_HEADROOM, QUANTA_STEP, CELL_STEP and DRAIN_CYCLES
    parameter logic [0:0] PORT_LIMITS = 0,
    // 1: the clocks of idle blocks stop, for ASICs and simulation
    parameter logic [0:0] GATES = 0,
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
    input  wire logic             rx_valid,   // a message; PORT_LIMITS: ignored until the cycle after ready
    input  wire logic [PW-1:0]    rx_port,    // egress port
    input  wire logic [1:0]       rx_level,   // LEVEL_*, see sluice_pkg: classes, native port level, 802.3x PAUSE
    input  wire logic [NC-1:0]    rx_enable,  // classes that the message sets
    // quanta or level of class c at [16 * c +: 16], of the port at [15:0]; 0 resumes
    input  wire logic [16*NC-1:0] rx_time,
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
  localparam int HW = sluice_pkg::headroom_bits(W);
  localparam int NB = sluice_pkg::packet_bits(W);

  // ---- Configuration ----
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_EVENT(W)
  `SLUICE_RESULT
  `SLUICE_SCAN
  `SLUICE_CONFIG(NC, CW, W)
  `SLUICE_COMMIT(PW)
  `SLUICE_SNAPSHOT(W, HW)
  `SLUICE_VISIT_SNAPSHOT(W)
  `SLUICE_CHANGES(PW, CW, LW)
  // Each block that is idle without an event has a gated clock (at the end). Time, the position of the scan, TTL's
  // thresholds and GFC's limiter run on clk.
  logic force_clocks, clk_config, clk_pool, clk_states, clk_messages, clk_notes;
  config_t cfg;
  commit_t commit;
  logic commits, probes, restructure, restarted, empty, enq_came, visit_holds;
  logic [PW-1:0] enq_came_port;
  logic [W-1:0] new_shared;
  sluice_config #(
      .NP(Ports), .NC(NC), .W(W), .SCHEMES(SCHEMES), .PW(PW), .CW(CW), .PORT_LIMITS(PORT_LIMITS)
  ) config_regs (
      .clk(clk_config), .rst, .write(cfg_write), .addr(cfg_addr), .wdata(cfg_wdata), .read(cfg_read),
      .rvalid(cfg_rvalid), .rdata(cfg_rdata), .empty, .came(enq_came), .came_port(enq_came_port),
      .visit(scan_snap.valid),
      .visit_port(scan_snap.at.port), .visit_holds, .error(cfg_error), .reason(cfg_reason), .commits, .probes, .cfg,
      .restructure, .new_shared, .commit);
  always_ff @(posedge clk) restarted <= commit.take && !rst;

  // ---- Packet events: the class of an arriving packet ----
  event_t enqueue, dequeue;
  logic ttl, shp, enq_dropped, parity_drop_0;
  logic [CW-1:0] enq_queue_class;
  logic [6:1] parity_drop;  // bit k: parity drop of the enqueue in cycle k
  assign ttl = HasTtl && cfg.scheme[sluice_pkg::TTL];
  assign shp = HasShp && cfg.scheme[sluice_pkg::SHP];
  assign enqueue = {enq_valid, enq_port, enq_queue_class, enq_cells};
  assign dequeue = {deq_valid, deq_port, deq_class, deq_cells};
  generate
    if (HasTtl) begin : g_classify
      sluice_classify #(.PW(PW), .CW(CW)) classify (
          .enabled(!cfg.own_class), .not_ttl0(~cfg.ttl0), .options(cfg.ttl_options), .port(enq_port),
          .egress(enq_egress), .cls_in(enq_class), .ttl(enq_ttl), .dropped(enq_dropped), .parity_drop(parity_drop_0),
          .cls(enq_queue_class));
    end else begin : g_no_classify
      assign enq_queue_class = enq_class;
      assign enq_dropped = 1'b0;
      assign parity_drop_0 = 1'b0;
      logic unused_ttl;
      assign unused_ttl = ^{enq_ttl, enq_egress};
    end
  endgenerate
  always_ff @(posedge clk_pool) parity_drop <= {parity_drop[5:1], parity_drop_0};

  // ---- The scan ----
  scan_t scan;
  visit_snapshot_t scan_snap;
  queue_t scan_queue;
  logic scan_valid, scan_visits, scan_sweeps, scan_rests, scan_settled, wake, returns_cells;
  logic [3:0] event_valid;
  logic [4*(PW+CW)-1:0] event_queue;
  logic [NP*NC-1:0] queue_level_active;
  sluice_scan #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW)) round_robin (
      .clk, .rst, .wake(wake || restarted || probes), .valid(scan_valid), .scan_port(scan_queue.port),
      .scan_class(scan_queue.cls), .rests(scan_rests), .settled(scan_settled));
  assign scan = {scan_visits, scan_sweeps, scan_rests, scan_settled, scan_queue};
  generate
    if (GATES == 1) begin : g_due
      sluice_due #(.NP(Ports), .NC(NC), .W(W), .PW(PW), .CW(CW)) visits_due (
          .clk, .force_clocks, .constant(cfg.scheme[sluice_pkg::STATIC] || cfg.gfc),
          .by_port(cfg.scheme[sluice_pkg::DSH] || shp), .all_above(!PORT_LIMITS && cfg.phi == '0), .event_valid,
          .event_queue,
          .scan_valid, .scan_queue, .scan_snap, .queue_level_active, .port_off, .visits(scan_visits),
          .sweeps(scan_sweeps));
    end else begin : g_all
      assign scan_visits = scan_valid;
      assign scan_sweeps = scan_valid;
      logic unused_due;
      assign unused_due = ^{event_valid, event_queue};
    end
  endgenerate

  // ---- Accounting ----
  result_t result;
  snapshot_t snapshot;
  logic clear;
  logic [PW+CW-1:0] clear_addr;
  logic [W-1:0] pool_free, partition_free;
  logic [CW-1:0] free_class;
  logic [W-1:0] snapshot_phi, snapshot_eta_2;
  logic [PW-1:0] visit_port_4;
  sluice_account #(
      .NP(Ports), .NC(NC), .W(W), .HW(HW), .NB(NB), .PW(PW), .CW(CW), .TTL(HasTtl), .SHP(HasShp),
      .PORT_LIMITS(PORT_LIMITS), .GATES(GATES)
  ) account (
      .clk, .clk_pool, .rst, .force_clocks, .ready, .clear, .clear_addr, .enqueue, .enq_dropped, .dequeue, .scan, .wake,
      .returns_cells, .event_valid, .event_queue, .cfg, .restructure, .new_shared, .commit, .empty, .queue_off,
      .port_off, .result, .deq_error, .pool_free, .used(mon_shared), .free_class, .partition_free, .snapshot,
      .snapshot_phi, .snapshot_eta_2, .scan_snap, .visit_port_4, .enq_came, .enq_came_port, .visit_holds);
  assign adm_valid = result.valid;
  assign adm_port = result.at.port;
  assign adm_class = result.at.cls;
  assign adm_kind = result.kind;
  // loss in two halves: a carry of 32 bits is too long.
  logic low_full, high_full;
  always_ff @(posedge clk_pool)
    if (rst) {loss, low_full, high_full} <= '0;
    else begin
      loss[15:0] <= loss[15:0] + 16'(result.refused && !(low_full && high_full));
      loss[31:16] <= loss[31:16] + 16'(result.refused && low_full && !high_full);
      low_full <= result.refused ? loss[15:0] == 16'hfffe || (low_full && high_full) : low_full;
      high_full <= result.refused && low_full ? &loss[31:17] : high_full;
    end

  // ---- Thresholds; field 0: for the snapshot of an enqueue, 1: of a visit ----
  logic [W:0] class_sum;  // TTL: replaces pool_free
  logic [W-1:0] xqoff_ahead, xqon_ahead, common_xqoff, common_xqon;
  logic [CW-1:0] snapshot_class_2;
  logic [2*W-1:0] xqoff, xqon;
  sluice_threshold #(.NC(NC), .W(W), .SCHEMES(SCHEMES)) threshold (
      .clk(clk_pool), .scheme(cfg.scheme), .alpha(cfg.alpha), .eta(PORT_LIMITS ? {W{1'b0}} : cfg.eta), .xoff(cfg.xoff),
      .xon(cfg.xon),
      .delta_q(cfg.delta_q), .delta_p(cfg.delta_p), .pool_free, .sum(class_sum), .xqoff_ahead, .xqon_ahead,
      .xqoff(common_xqoff), .xqon(common_xqon), .mon_xqoff, .mon_xqon, .xpoff(mon_xpoff), .xpon(mon_xpon));
  generate
    if (HasTtl) begin : g_weigh
      logic [2*W-1:0] ttl_xqoff, ttl_xqon;  // of the snapshots' classes
      sluice_weigh #(.NC(NC), .W(W), .CW(CW)) weigh (
          .clk, .rst, .configured(cfg.configured), .enabled(ttl), .commit_addr(commit.addr),
          .commit_data(commit.data[15:0]), .take(commit.take), .pool_free, .cls_ahead(free_class), .partition_free,
          .sum(class_sum), .xqoff_ahead, .xqon_ahead, .snap_class({scan_snap.at_5.cls, snapshot_class_2}),
          .xqoff(ttl_xqoff), .xqon(ttl_xqon));
      // A delay of two cycles is short enough: a scheme takes effect while the MMU is empty. The register with a delay
      // of one cycle is in sluice_account.
      logic [1:0] ttl_delayed;
      always_ff @(posedge clk) ttl_delayed <= {ttl_delayed[0], ttl};
      assign xqoff = ttl_delayed[1] ? ttl_xqoff : {2{common_xqoff}};
      assign xqon = ttl_delayed[1] ? ttl_xqon : {2{common_xqon}};
    end else begin : g_no_weigh
      assign class_sum = '0;
      assign free_class = '0;
      assign xqoff = {2{common_xqoff}};
      assign xqon = {2{common_xqon}};
      logic unused_classes;
      assign unused_classes = ^{partition_free, xqoff_ahead, xqon_ahead, snapshot_class_2};
    end
  endgenerate

  // ---- States ----
  changes_t changes;
  logic [NP*NC-1:0] queue_newer;
  sluice_states #(
      .NP(Ports), .NC(NC), .W(W), .HW(HW), .PW(PW), .CW(CW), .LW(LW), .STAGED(HasStages), .LINEAR(HasLinear),
      .LEVELS(LEVELS), .CONSTANT(SCHEMES[sluice_pkg::STATIC]), .PORT_LIMITS(PORT_LIMITS)
  ) states (
      .clk(clk_states), .rst, .cfg, .commit, .snapshot, .snapshot_phi, .snapshot_eta_2, .scan_snap, .visit_port_4,
      .snapshot_class_2, .xqoff, .xqon, .xpoff(mon_xpoff),
      .xpon(mon_xpon), .queue_level, .queue_off, .queue_level_active, .queue_newer, .port_off, .changes);

  // ---- Messages to the upstreams ----
  logic tx_pending, due;
  logic [3:0] ticks;
  logic [16:0] quanta_now;
  sluice_quanta quanta (.clk, .rst, .step(cfg.quanta_step), .ticks, .now(quanta_now));
  sluice_refresh #(.NP(Ports), .NC(NC)) refresh_interval (
      .clk, .rst, .again(restarted), .refresh(cfg.refresh), .ticks, .queue_level_active, .port_off,
      .rises(changes.rises), .falls(changes.falls), .due);
  sluice_pause_tx #(.NP(Ports), .NC(NC), .PW(PW), .CW(CW), .LW(LW)) pause_tx (
      .clk(clk_messages), .rst, .native(cfg.native), .pausable(cfg.pausable), .pause_time(cfg.pause_time), .due,
      .down(cfg.down), .restart(commit.take), .again(restarted), .busy(tx_pending), .graded(cfg.gfc),
      .clk_levels(clk_states), .written(changes.written), .written_port(changes.at_port),
      .written_class(changes.at_class), .written_level(changes.level), .queue_newer, .queue_off, .queue_level_active,
      .port_off, .queue_changed(changes.queues), .port_changed(changes.ports), .changed_port(changes.at_port),
      .tx_valid, .tx_ready, .tx_port, .tx_level, .tx_enable, .tx_time);

  // ---- Messages from the downstreams: timers or, with GFC, the rate limiter; then the gate ----
  logic [NP*NC-1:0] class_paused, rate_blocked;
  logic [NP-1:0] port_paused, all_paused;
  logic rx_accepts;  // PORT_LIMITS: the quanta of all ports are cleared
  always_ff @(posedge clk) rx_accepts <= !PORT_LIMITS || (ready && !rst);
  sluice_pause_rx #(.NP(Ports), .NC(NC), .PW(PW), .PORT_LIMITS(PORT_LIMITS), .GATES(GATES)) pause_rx (
      .clk, .rst, .force_clocks, .configured(cfg.configured), .commit, .clear(cfg.gfc),
      .rx_valid(rx_valid && rx_accepts && !cfg.gfc), .rx_port, .rx_level, .rx_enable, .rx_time, .now(quanta_now),
      .class_paused, .port_paused, .all_paused);
  generate
    if (HasStages || HasLinear) begin : g_rate
      sluice_rate #(.NP(Ports), .NC(NC), .W(W), .PW(PW), .CW(CW), .LINEAR(HasLinear), .STAGED(HasStages),
          .PORT_LIMITS(PORT_LIMITS)) limiter (
          .clk, .rst, .enabled(cfg.gfc), .linear(cfg.scheme[sluice_pkg::GFC_LINEAR]), .clear(restructure),
          .cell_step(cfg.cell_step), .drain_cycles(cfg.drain_cycles), .linear_range(cfg.linear_range), .commit,
          .rx_valid, .rx_port, .rx_enable, .rx_time, .snd_valid, .snd_port, .snd_class, .snd_cells, .rate_blocked);
    end else begin : g_no_rate
      assign rate_blocked = '0;
      logic unused_rate;
      assign unused_rate = ^{snd_valid, snd_port, snd_class, snd_cells};
    end
  endgenerate
  sluice_gate #(.NP(Ports), .NC(NC)) or_gate (
      .lossless(cfg.lossless), .class_paused, .port_paused, .all_paused, .rate_blocked, .gate);

  // ---- Statistics ----
  generate
    if (STATS) begin : g_stats
      sluice_stats #(.W(W), .PW(PW), .CW(CW), .TTL(HasTtl)) stats (
          .clk, .clk_pool, .clk_notes, .rst, .clear, .clear_addr, .queue_changed(changes.toggled),
          .port_changed(changes.ports), .changed_port(changes.at_port), .changed_class(changes.at_class),
          .queue_now(~changes.queue_free), .port_now(changes.port_now), .enq_valid(snapshot.valid),
          .enq_port(snapshot.at.port), .enq_class(snapshot.at.cls), .enq_lossless(snapshot.lossless),
          .dsh(cfg.scheme[sluice_pkg::DSH]), .enq_queue(snapshot.cells), .enq_sum(snapshot.sum),
          .enq_headroom(W'(snapshot.headroom)), .adm_port, .enq_refused(result.refused && result.exists),
          .enq_dropped(adm_valid && adm_kind == sluice_pkg::DROPPED && result.exists), .enq_parity_drop(parity_drop[6]),
          .shared_used(mon_shared), .message_waits(tx_valid && !tx_ready), .read(stat_read && ready),
          .select(stat_select), .port(stat_port), .cls(stat_class), .valid(stat_valid), .data(stat_data));
    end else begin : g_no_stats
      assign stat_valid = 1'b0;
      assign stat_data = '0;
      logic unused_stats;
      assign unused_stats = ^{clk_notes, clear, clear_addr, parity_drop[6], stat_read, stat_select, stat_port,
          stat_class};
    end
  endgenerate

  // ---- Clock gates: the activity that needs a clock, and how many more cycles the clock runs ----
  logic [4:0] force_left, unused_open;
  logic force_now, state_changed;
  assign state_changed = changes.queues != '0 || changes.ports != '0;
  assign force_now = rst || !ready || commits;
  assign force_clocks = GATES == 0 || force_now || force_left != '0;
  always_ff @(posedge clk) force_left <= force_now ? 5'd16 : force_left - 5'(force_left != '0);
  sluice_clk_en_hold #(
      .GATES(GATES), .CYCLES(PORT_LIMITS ? 72 + 8 * Ports : 70)
  ) hold_config (
      .clk, .activity(rst || cfg_write || cfg_read), .open(unused_open[0]), .gated(clk_config));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(12)) hold_pool (
      .clk, .activity(force_clocks || enq_valid || returns_cells || ttl || shp), .open(unused_open[3]),
      .gated(clk_pool));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(6)) hold_states (
      .clk, .activity(force_clocks || snapshot.valid || scan_snap.valid_3), .open(unused_open[1]), .gated(clk_states));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(4)) hold_messages (
      .clk, .activity(force_clocks || tx_pending || due || state_changed), .open(unused_open[2]), .gated(clk_messages));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(3)) hold_notes (
      .clk, .activity(force_clocks || stat_read || adm_valid || snapshot.valid || state_changed), .open(unused_open[4]),
      .gated(clk_notes));

  // Fields that no module of this build reads
  logic unused;
  assign unused = ^{cfg, commit, scan_snap, changes, snapshot, result};

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
