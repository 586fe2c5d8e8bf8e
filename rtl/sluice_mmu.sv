// The MMU of one switch: packet events -> accounting -> thresholds -> states -> messages, and for the egress
// side messages -> timers -> gate. One enqueue and one dequeue are accepted in every clock.
//
// Latency, input clock to output clock: admission result 2, pause state of the event's own queue and port 7,
// states of other queues at most NP*NC clocks later (scan), pause message at least 9, commit 5, statistics 3.
// All outputs follow from registers alone; only gate (an OR) and mon_shared (a difference) are not registers themselves.
`default_nettype none
module sluice_mmu #(
    parameter int NP = 4,               // ports, 1..64
    parameter int NC = 8,               // classes, 1..8
    parameter int W = 18,               // bits of a cell counter, 8..28
    parameter logic [2:0] SCHEMES = 7,  // bit s builds scheme s of sluice_pkg
    parameter bit STATS = 1,            // statistics and watermarks
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1   // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    output logic                  ready,       // counters are cleared; events and reads before that are ignored
    // data: packet events
    input  wire logic             enq_valid,
    input  wire logic [PW-1:0]    enq_port,
    input  wire logic [CW-1:0]    enq_class,
    input  wire logic [W-1:0]     enq_cells,
    input  wire logic             deq_valid,
    input  wire logic [PW-1:0]    deq_port,
    input  wire logic [CW-1:0]    deq_class,
    input  wire logic [W-1:0]     deq_cells,
    output logic                  adm_valid,
    output logic      [PW-1:0]    adm_port,
    output logic      [CW-1:0]    adm_class,
    output logic      [1:0]       adm_kind,
    output logic                  deq_error,
    // data: pause states, bit p * NC + c
    output logic      [NP*NC-1:0] queue_off,
    output logic      [NP-1:0]    port_off,
    // data: pause messages to the upstream of a port, held until tx_ready
    output logic                  tx_valid,
    input  wire logic             tx_ready,
    output logic      [PW-1:0]    tx_port,
    output logic                  tx_level,    // 1: native port-level message
    output logic      [NC-1:0]    tx_enable,
    output logic      [16*NC-1:0] tx_time,     // quanta, class c at [16*c +: 16]; 0 resumes
    // data: pause messages from the downstream of a port
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic             rx_level,
    input  wire logic [NC-1:0]    rx_enable,
    input  wire logic [16*NC-1:0] rx_time,
    output logic      [NP*NC-1:0] gate,        // 1: egress class (p, c) may not send
    // cfg
    input  wire logic             cfg_write,
    input  wire logic [4:0]       cfg_addr,
    input  wire logic [31:0]      cfg_wdata,
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
  logic [1:0] scheme;
  logic [W-1:0] phi, shared, eta, xoff, xon, delta_q, delta_p, new_shared;
  logic [NC-1:0] lossless;
  logic [3:0] alpha;
  logic [15:0] pause_time, refresh, quanta_step;
  logic native, configured, restructure, restart, empty;
  sluice_config #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES)) config_regs (
      .clk(clk), .rst(rst), .write(cfg_write), .addr(cfg_addr), .wdata(cfg_wdata), .empty(empty),
      .error(cfg_error), .reason(cfg_reason), .configured(configured), .restructure(restructure),
      .new_shared(new_shared), .restart(restart), .scheme(scheme), .phi(phi), .shared(shared), .eta(eta),
      .lossless(lossless), .alpha(alpha), .xoff(xoff), .xon(xon), .delta_q(delta_q), .delta_p(delta_p),
      .pause_time(pause_time), .refresh(refresh), .quanta_step(quanta_step), .native(native));

  // Accounting
  logic [PW-1:0] scan_port;
  logic [CW-1:0] scan_class;
  logic clear, group_off;
  logic [PW+CW-1:0] clear_addr;
  logic [W-1:0] room;
  logic [2:0] view_valid;
  logic [3*PW-1:0] view_port;
  logic [3*CW-1:0] view_class;
  logic [3*W-1:0] view_queue, view_sum, view_headroom;
  sluice_scan #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) scan (
      .clk(clk), .rst(rst), .scan_port(scan_port), .scan_class(scan_class));

  assign group_off = scheme == sluice_pkg::DSH ? port_off[enq_port] : queue_off[enq_port*NC+32'(enq_class)];
  sluice_account #(.NP(NP), .NC(NC), .W(W), .PW(PW), .CW(CW)) account (
      .clk(clk), .rst(rst), .ready(ready), .clear(clear), .clear_addr(clear_addr),
      .enq_valid(enq_valid), .enq_port(enq_port), .enq_class(enq_class), .enq_cells(enq_cells), .enq_off(group_off),
      .deq_valid(deq_valid), .deq_port(deq_port), .deq_class(deq_class), .deq_cells(deq_cells),
      .scan_port(scan_port), .scan_class(scan_class),
      .configured(configured), .restructure(restructure), .new_shared(new_shared), .scheme(scheme), .phi(phi),
      .eta(eta), .lossless(lossless), .empty(empty),
      .adm_valid(adm_valid), .adm_port(adm_port), .adm_class(adm_class), .adm_kind(adm_kind), .deq_error(deq_error),
      .room(room), .view_valid(view_valid), .view_port(view_port), .view_class(view_class),
      .view_queue(view_queue), .view_sum(view_sum), .view_headroom(view_headroom));
  assign mon_shared = shared - room;

  logic refused;
  assign refused = adm_valid && adm_kind == sluice_pkg::REFUSED;
  always_ff @(posedge clk)
    if (rst) loss <= '0;
    else if (refused && loss != '1) loss <= loss + 32'd1;

  // Thresholds
  sluice_threshold #(.NC(NC), .W(W), .SCHEMES(SCHEMES)) threshold (
      .clk(clk), .scheme(scheme), .alpha(alpha), .eta(eta), .xoff(xoff), .xon(xon), .delta_q(delta_q),
      .delta_p(delta_p), .room(room), .xqoff(mon_xqoff), .xqon(mon_xqon), .xpoff(mon_xpoff), .xpon(mon_xpon));

  // States
  logic [2:0] seen, seen_headroom, above_qoff, above_qon, above_poff, above_pon;
  logic [3*PW-1:0] seen_port;
  logic [3*CW-1:0] seen_class;
  genvar v;
  generate
    for (v = 0; v < 3; v = v + 1) begin : g_view
      sluice_examine #(.PW(PW), .CW(CW), .W(W)) examine (
          .clk(clk), .rst(rst), .phi(phi), .view_valid(view_valid[v]), .view_port(view_port[v*PW+:PW]),
          .view_class(view_class[v*CW+:CW]), .view_queue(view_queue[v*W+:W]), .view_sum(view_sum[v*W+:W]),
          .view_headroom(view_headroom[v*W+:W] != '0),
          .xqoff(mon_xqoff), .xqon(mon_xqon), .xpoff(mon_xpoff), .xpon(mon_xpon),
          .valid(seen[v]), .port(seen_port[v*PW+:PW]), .cls(seen_class[v*CW+:CW]), .headroom(seen_headroom[v]),
          .above_qoff(above_qoff[v]), .above_qon(above_qon[v]), .above_poff(above_poff[v]),
          .above_pon(above_pon[v]));
    end
  endgenerate

  logic [2:0] queue_changed, port_changed, queue_now, port_now;
  logic [3*PW-1:0] changed_port;
  logic [3*CW-1:0] changed_class;
  sluice_pause_state #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) pause_state (
      .clk(clk), .rst(rst), .scheme(scheme), .lossless(lossless), .valid(seen), .port(seen_port), .cls(seen_class),
      .headroom(seen_headroom), .above_qoff(above_qoff), .above_qon(above_qon), .above_poff(above_poff),
      .above_pon(above_pon), .queue_off(queue_off), .port_off(port_off), .queue_changed(queue_changed),
      .port_changed(port_changed), .changed_port(changed_port), .changed_class(changed_class),
      .queue_now(queue_now), .port_now(port_now));

  // Messages to the upstreams
  logic [3:0] ticks;
  logic [17:0] quanta_now;
  sluice_quanta quanta (.clk(clk), .rst(rst), .step(quanta_step), .ticks(ticks), .now(quanta_now));
  sluice_pause_tx #(.NP(NP), .NC(NC), .PW(PW)) pause_tx (
      .clk(clk), .rst(rst), .native(native), .lossless(lossless), .pause_time(pause_time), .refresh(refresh),
      .restart(restart), .ticks(ticks), .queue_off(queue_off), .port_off(port_off), .queue_changed(queue_changed),
      .port_changed(port_changed), .changed_port(changed_port), .tx_valid(tx_valid), .tx_ready(tx_ready),
      .tx_port(tx_port), .tx_level(tx_level), .tx_enable(tx_enable), .tx_time(tx_time));

  // Messages from the downstreams: timers, then the gate
  logic [NP*NC-1:0] class_paused;
  logic [NP-1:0] port_paused;
  sluice_pause_rx #(.NP(NP), .NC(NC), .PW(PW)) pause_rx (
      .clk(clk), .rst(rst), .rx_valid(rx_valid), .rx_port(rx_port), .rx_level(rx_level), .rx_enable(rx_enable),
      .rx_time(rx_time), .now(quanta_now), .class_paused(class_paused), .port_paused(port_paused));
  sluice_gate #(.NP(NP), .NC(NC)) or_gate (
      .lossless(lossless), .class_paused(class_paused), .port_paused(port_paused), .gate(gate));

  // Statistics
  generate
    if (STATS) begin : g_stats
      sluice_stats #(.W(W), .PW(PW), .CW(CW)) stats (
          .clk(clk), .rst(rst), .clear(clear), .clear_addr(clear_addr),
          .queue_changed(queue_changed), .port_changed(port_changed), .changed_port(changed_port),
          .changed_class(changed_class), .queue_now(queue_now), .port_now(port_now),
          .enq_valid(view_valid[0]), .enq_port(view_port[0+:PW]), .enq_class(view_class[0+:CW]),
          .enq_port_group(scheme == sluice_pkg::DSH), .enq_refused(refused),
          .enq_queue(view_queue[0+:W]), .enq_sum(view_sum[0+:W]), .enq_headroom(view_headroom[0+:W]),
          .shared_used(mon_shared), .read(stat_read && ready), .select(stat_select), .port(stat_port), .cls(stat_class),
          .valid(stat_valid), .data(stat_data));
    end else begin : g_no_stats
      assign stat_valid = 1'b0;
      assign stat_data = '0;
      logic unused_stats;
      assign unused_stats = ^{
        clear, clear_addr, queue_now, port_now, changed_class, stat_read, stat_select, stat_port, stat_class
      };
    end
  endgenerate

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (NP < 1 || NP > 64 || NC < 1 || NC > 8 || W < 8 || W > 28) begin : g_check
      sluice_parameter_out_of_range_NP_1_64_NC_1_8_W_8_28 bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
