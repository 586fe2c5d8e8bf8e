// Proves that queues and ports turn off in time [spec 4]. If an enqueue uses headroom, or leaves more cells than the
// threshold that is valid 3 cycles after its snapshot, then its queue, or with DSH its port, is off 5 cycles after the
// snapshot. This is 13 cycles after the enqueue, whatever the scan visits. Only a complete visit that read h = 0 turns
// a queue or port on, so no packet that may use its headroom is under way.
// Instances: sluice_snapshot, two of sluice_examine, and sluice_pause_state, connected as in sluice_mmu.
`default_nettype none
module sluice_formal_off #(
    parameter int NP = 2,
    parameter int NC = 2,
    parameter int W = 8,
    parameter int PW = 1,
    parameter int CW = 1
) (
    input wire logic          clk,
    input wire logic          rst,
    input wire logic [2:0]    scheme,
    input wire logic [NC-1:0] lossless_set,
    input wire logic [W-1:0]  phi,
    input wire logic [W-1:0]  xqoff,
    input wire logic [W-1:0]  xqon,
    input wire logic [W-1:0]  xpoff,
    input wire logic [W-1:0]  xpon,
    // snapshot of an enqueue
    input wire logic          valid,
    input wire logic [PW-1:0] port,
    input wire logic [CW-1:0] cls,
    input wire logic          lossless,
    input wire logic          uses_headroom,
    input wire logic [W-1:0]  queue,
    input wire logic [W-1:0]  sum,
    // snapshot of a visit
    input wire logic          scan_snap_valid,
    input wire logic          scan_snap_port_valid,
    input wire logic [PW-1:0] scan_snap_port_5,
    input wire logic [CW-1:0] scan_snap_class_5,
    input wire logic          scan_snap_lossless,
    input wire logic          scan_snap_uses_headroom,
    input wire logic          queue_incomplete,
    input wire logic          port_incomplete,
    input wire logic [W-1:0]  not_scan_snap_above,
    input wire logic [W-1:0]  not_scan_snap_sum
);
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  logic started = 1'b0, dsh, queue_incomplete1, enq_snap_valid, enq_snap_lossless, enq_snap_uses_headroom;
  logic [PW-1:0] enq_snap_port_2, enq_snap_port, scan_snap_port;
  logic [CW-1:0] enq_snap_class_2, enq_snap_class, scan_snap_class;
  logic [W-1:0] not_enq_snap_above, not_enq_snap_sum;
  logic [1:0] set_off, hold_off, port_set_off, port_hold_off;
  logic [NP*NC-1:0] queue_level, queue_off, queue_level_active, queue_newer;
  logic [1:0] written, written_level;
  logic [NP-1:0] port_off;
  logic [1:0] queue_changed, queue_toggled, port_changed, queue_free, port_now, rises, falls;
  logic [2*PW-1:0] changed_port;
  logic [2*CW-1:0] changed_class;
  assign dsh = scheme == sluice_pkg::DSH;
  sluice_snapshot #(.W(W), .AW(PW + CW)) snapshot (
      .clk, .rst, .phi, .valid, .addr({port, cls}), .lossless, .uses_headroom, .queue, .sum,
      .addr_2({enq_snap_port_2, enq_snap_class_2}),
      .valid_3(enq_snap_valid), .addr_3({enq_snap_port, enq_snap_class}), .lossless_3(enq_snap_lossless),
      .uses_headroom_3(enq_snap_uses_headroom), .not_above_3(not_enq_snap_above), .not_sum_3(not_enq_snap_sum));
  sluice_examine #(.W(W), .VISIT(1'b0)) examine_0 (
      .clk, .dsh, .lossless(enq_snap_lossless), .uses_headroom(enq_snap_uses_headroom),
      .queue_incomplete, .port_incomplete,
      .not_above(not_enq_snap_above), .not_sum(not_enq_snap_sum), .xqoff, .xqon, .xpoff, .xpon,
      .set_off(set_off[0]), .hold_off(hold_off[0]), .port_set_off(port_set_off[0]), .port_hold_off(port_hold_off[0]));
  sluice_examine #(.W(W), .VISIT(1'b1)) examine_1 (
      .clk, .dsh, .lossless(scan_snap_lossless), .uses_headroom(scan_snap_uses_headroom),
      .queue_incomplete, .port_incomplete,
      .not_above(not_scan_snap_above), .not_sum(not_scan_snap_sum), .xqoff, .xqon, .xpoff, .xpon,
      .set_off(set_off[1]), .hold_off(hold_off[1]), .port_set_off(port_set_off[1]), .port_hold_off(port_hold_off[1]));
  sluice_pause_state #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .LW(1)) states (
      .clk, .rst, .gfc(1'b0), .lossless({scan_snap_lossless, enq_snap_lossless}),
      .valid({scan_snap_valid, enq_snap_valid}),
      .port_valid({scan_snap_port_valid, enq_snap_valid && enq_snap_lossless}),
      .port_ahead({scan_snap_port_5, enq_snap_port_2}), .cls_ahead({scan_snap_class_5, enq_snap_class_2}),
      .port({scan_snap_port, enq_snap_port}), .cls({scan_snap_class, enq_snap_class}),
      .queue_incomplete(queue_incomplete1), .set_off, .hold_off, .port_set_off, .port_hold_off,
      .stage(2'b0), .stage_some(2'b0), .queue_level, .queue_off,
      .queue_level_active, .queue_newer, .written, .written_level, .port_off, .queue_changed, .queue_toggled,
      .port_changed, .changed_port, .changed_class, .queue_free, .port_now,
      .queue_rises(rises), .queue_falls(falls));

  // off[k]: k cycles after a snapshot of the watched queue, its result; off_port the same for the port. may_on1 and
  // may_on2 count from a visit.
  logic [5:1] off, off_port, resets;
  logic above, above_port, may_on1, may_on2, may_port1, may_port2, was, was_port;
  logic [W-1:0] w[4], sums[4];
  logic here, here_port, scan_snap_here, scan_snap_here_port;
  logic [4:1] is_here, is_here_port;
  assign here = valid && lossless && port == watched_port && cls == watched_class;
  assign here_port = valid && lossless && dsh && port == watched_port;
  assign scan_snap_here = scan_snap_valid && scan_snap_port == watched_port && scan_snap_class == watched_class;
  assign scan_snap_here_port = scan_snap_port_valid && scan_snap_port == watched_port;
  always_comb w[0] = queue > phi ? queue - phi : '0;
  always_comb sums[0] = sum;
  assign above = w[3] > xqoff;
  assign above_port = sums[3] > xpoff;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    {scan_snap_port, scan_snap_class} <= {scan_snap_port_5, scan_snap_class_5};
    queue_incomplete1 <= queue_incomplete;
    for (int k = 1; k <= 3; k++) {w[k], sums[k]} <= {w[k-1], sums[k-1]};
    resets <= {resets[4:1], rst};
    {is_here, is_here_port} <= {is_here[3:1], here, is_here_port[3:1], here_port};
    off <= {off[4] || (is_here[4] && above_1), off[3:1], here && uses_headroom && !dsh};
    off_port <= {off_port[4] || (is_here_port[4] && above_port_1), off_port[3:1], here_port && uses_headroom};
    // A visit that may turn a state on
    may_on1 <= scan_snap_here && !queue_incomplete && (!scan_snap_uses_headroom || dsh);
    may_port1 <= scan_snap_here_port && !port_incomplete && !scan_snap_uses_headroom;
    {may_on2, may_port2} <= {may_on1, may_port1};
    {was, was_port} <= {queue_off[watched_port*NC+32'(watched_class)], port_off[watched_port]};
    if (rst) {off, off_port, is_here, is_here_port, may_on1, may_on2, may_port1, may_port2} <= '0;
  end
  logic above_1, above_port_1;
  always_ff @(posedge clk) {above_1, above_port_1} <= {above, above_port};
  logic is_off, is_port_off;
  assign is_off = queue_off[watched_port*NC+32'(watched_class)];
  assign is_port_off = port_off[watched_port];
  logic [2:0] f_since_queue, f_since_port, f_since_enqueue, scheme_1;
  logic [NC-1:0] lossless_set_1;
  always_ff @(posedge clk) begin
    f_since_queue <= scan_snap_here ? '0 : f_since_queue | 3'(f_since_queue + 3'd1);
    f_since_port <= scan_snap_here_port ? '0 : f_since_port | 3'(f_since_port + 3'd1);
    f_since_enqueue <= valid ? '0 : f_since_enqueue + 3'(f_since_enqueue != '1);
    {scheme_1, lossless_set_1} <= {scheme, lossless_set};
  end
  logic f_schemes;  // the scheme has changed since power-up
  always_ff @(posedge clk) f_schemes <= started && (f_schemes || scheme != scheme_1);
  always_comb begin
    // A1: power-up begins with a reset
    assume (rst == !started);
    // A2: the watched class exists and is lossless
    assume (watched_port < NP && watched_class < NC && lossless_set[watched_class]);
    // A3: a commit changes scheme and lossless classes only while all states are free, no enqueue is under way, and no
    // visit under way turns a state off
    assume (!started || {scheme, lossless_set} == {scheme_1, lossless_set_1} ||
        ({queue_off, port_off} == '0 && f_since_enqueue >= 3'd4 && !valid && !set_off[1] && !port_set_off[1]));
    // A4: a scheme with pauses by thresholds
    assume (scheme <= sluice_pkg::TTL || scheme == sluice_pkg::SHP);
    // A5: lossless as configured
    assume (!valid || (port < NP && cls < NC && lossless == lossless_set[cls]));
    // A6: the same for visits
    assume (!scan_snap_valid || (scan_snap_class < NC && scan_snap_lossless == lossless_set[scan_snap_class]));
    // A7: visits of a queue are at least 4 cycles apart; sluice_scan: a round takes at least 16
    if (scan_snap_here) assume (f_since_queue == '1);
    // A8: a port is examined with only one of its classes
    if (scan_snap_here_port) assume (f_since_port == '1);
    if (started && !rst) begin
      // P1: queue off 13 cycles after the enqueue
      a_off: assert (!off[5] || is_off);
      // P2: port off 13 cycles after the enqueue
      a_port_off: assert (!off_port[5] || is_port_off);
      c_headroom: cover (off[5] && !dsh && !above_1);
      c_threshold: cover (off[5] && is_off && phi != '0 && !was);
      c_port: cover (off_port[5] && is_port_off && !was_port);
      c_commit: cover (off_port[5] && is_port_off && f_schemes);
      c_on: cover (was && !is_off && may_on2);
      // P3: queue on only by a complete visit with h = 0
      a_on: assert (!was || is_off || may_on2 || resets[1]);
      // P4: port on only by a complete visit with h = 0
      a_port_on: assert (!was_port || is_port_off || may_port2 || resets[1] || !dsh);
      // P5: lemma: only DSH turns a port off
      a_port_dsh: assert (!is_port_off || dsh);
    end
  end
endmodule
`default_nettype wire
