// Off in time [spec 4]: 5 clocks after the view of an enqueue that has used headroom, or has left more than the threshold in use 3 clocks after the view,
// its queue, or with DSH its port, is off: 13 clocks after the enqueue, whatever the scan visits meanwhile. And on only by a
// visit that has read h = 0 and was not stale: so not while a packet that may use its headroom is under way.
// sluice_view, two of sluice_examine and sluice_pause_state as sluice_mmu joins them.
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
    input wire logic [W-1:0]  phi,
    input wire logic [W-1:0]  xqoff,
    input wire logic [W-1:0]  xqon,
    input wire logic [W-1:0]  xpoff,
    input wire logic [W-1:0]  xpon,
    // view of an enqueue
    input wire logic          valid,
    input wire logic [PW-1:0] port,
    input wire logic [CW-1:0] cls,
    input wire logic          lossless,
    input wire logic          held,
    input wire logic [W-1:0]  queue,
    input wire logic [W-1:0]  sum,
    // view of a visit
    input wire logic          seen_valid,
    input wire logic          seen_port_valid,
    input wire logic [PW-1:0] seen_port_5,
    input wire logic [CW-1:0] seen_class_5,
    input wire logic          seen_lossless,
    input wire logic          seen_held,
    input wire logic          queue_stale,
    input wire logic          port_stale,
    input wire logic [W-1:0]  not_seen_above,
    input wire logic [W-1:0]  not_seen_sum
);
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  logic started = 1'b0, dsh, queue_stale1, looked_valid, looked_lossless, looked_held;
  logic [PW-1:0] looked_port_2, looked_port, seen_port;
  logic [CW-1:0] looked_class_2, looked_class, seen_class;
  logic [W-1:0] not_looked_above, not_looked_sum;
  logic [1:0] turns, keeps, port_turns, port_keeps;
  logic [NP*NC-1:0] queue_level, queue_off, queue_stands, queue_newer;
  logic [1:0] written, written_level;
  logic [NP-1:0] port_off;
  logic [1:0] queue_changed, queue_turned, port_changed, queue_free, port_now, rises, falls;
  logic [2*PW-1:0] changed_port;
  logic [2*CW-1:0] changed_class;
  assign dsh = scheme == sluice_pkg::DSH;
  sluice_view #(.W(W), .AW(PW + CW)) view (
      .clk(clk), .rst(rst), .phi(phi), .valid(valid), .addr({port, cls}), .lossless(lossless), .held(held), .queue(queue), .sum(sum),
      .addr_2({looked_port_2, looked_class_2}), .valid_3(looked_valid), .addr_3({looked_port, looked_class}), .lossless_3(looked_lossless),
      .held_3(looked_held), .not_above_3(not_looked_above), .not_sum_3(not_looked_sum));
  sluice_examine #(.W(W), .VISIT(1'b0)) examine_0 (
      .clk(clk), .dsh(dsh), .lossless(looked_lossless), .held(looked_held), .queue_stale(queue_stale), .port_stale(port_stale),
      .not_above(not_looked_above), .not_sum(not_looked_sum), .xqoff(xqoff), .xqon(xqon), .xpoff(xpoff), .xpon(xpon),
      .turns(turns[0]), .keeps(keeps[0]), .port_turns(port_turns[0]), .port_keeps(port_keeps[0]));
  sluice_examine #(.W(W), .VISIT(1'b1)) examine_1 (
      .clk(clk), .dsh(dsh), .lossless(seen_lossless), .held(seen_held), .queue_stale(queue_stale), .port_stale(port_stale),
      .not_above(not_seen_above), .not_sum(not_seen_sum), .xqoff(xqoff), .xqon(xqon), .xpoff(xpoff), .xpon(xpon),
      .turns(turns[1]), .keeps(keeps[1]), .port_turns(port_turns[1]), .port_keeps(port_keeps[1]));
  sluice_pause_state #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .LW(1)) states (
      .clk(clk), .rst(rst), .gfc(1'b0), .lossless({seen_lossless, looked_lossless}), .valid({seen_valid, looked_valid}),
      .port_valid({seen_port_valid, looked_valid && looked_lossless}), .port_ahead({seen_port_5, looked_port_2}), .cls_ahead({seen_class_5, looked_class_2}),
      .port({seen_port, looked_port}), .cls({seen_class, looked_class}), .queue_stale(queue_stale1), .turns(turns), .keeps(keeps),
      .port_turns(port_turns), .port_keeps(port_keeps), .stage(2'b0), .stage_some(2'b0), .queue_level(queue_level), .queue_off(queue_off),
      .queue_stands(queue_stands), .queue_newer(queue_newer), .written(written), .written_level(written_level), .port_off(port_off), .queue_changed(queue_changed), .queue_turned(queue_turned),
      .port_changed(port_changed), .changed_port(changed_port), .changed_class(changed_class), .queue_free(queue_free), .port_now(port_now),
      .queue_rises(rises), .queue_falls(falls));

  // The view's clock is 0: what it says of the watched queue and port in clock k. The visit's views are in clock 0 of their own.
  logic [5:1] off, off_port, resets;
  logic above, above_port, may_on1, may_on2, may_port1, may_port2, was, was_port;
  logic [W-1:0] w[4], sums[4];
  logic here, here_port, seen_here, seen_here_port;
  logic [4:1] is_here, is_here_port;
  assign here = valid && lossless && port == watched_port && cls == watched_class;
  assign here_port = valid && lossless && dsh && port == watched_port;
  assign seen_here = seen_valid && seen_port == watched_port && seen_class == watched_class;
  assign seen_here_port = seen_port_valid && seen_port == watched_port;
  always_comb w[0] = queue > phi ? queue - phi : '0;
  always_comb sums[0] = sum;
  assign above = w[3] > xqoff;
  assign above_port = sums[3] > xpoff;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    {seen_port, seen_class} <= {seen_port_5, seen_class_5};
    queue_stale1 <= queue_stale;
    for (int k = 1; k <= 3; k++) {w[k], sums[k]} <= {w[k-1], sums[k-1]};
    resets <= {resets[4:1], rst};
    {is_here, is_here_port} <= {is_here[3:1], here, is_here_port[3:1], here_port};
    off <= {off[4] || (is_here[4] && above_1), off[3:1], here && held && !dsh};
    off_port <= {off_port[4] || (is_here_port[4] && above_port_1), off_port[3:1], here_port && held};
    // A visit that may turn on
    may_on1 <= seen_here && !queue_stale && (!seen_held || dsh);
    may_port1 <= seen_here_port && !port_stale && !seen_held;
    {may_on2, may_port2} <= {may_on1, may_port1};
    {was, was_port} <= {queue_off[watched_port*NC+32'(watched_class)], port_off[watched_port]};
    if (rst) {off, off_port, is_here, is_here_port, may_on1, may_on2, may_port1, may_port2} <= '0;
  end
  logic above_1, above_port_1;
  always_ff @(posedge clk) {above_1, above_port_1} <= {above, above_port};
  logic is_off, is_port_off;
  assign is_off = queue_off[watched_port*NC+32'(watched_class)];
  assign is_port_off = port_off[watched_port];
  logic [2:0] f_since_queue, f_since_port, scheme_1;
  logic f_lossless_set;
  (* anyconst *) logic [NC-1:0] lossless_set;
  always_ff @(posedge clk) begin
    f_since_queue <= seen_here ? '0 : f_since_queue | 3'(f_since_queue + 3'd1);
    f_since_port <= seen_here_port ? '0 : f_since_port | 3'(f_since_port + 3'd1);
    scheme_1 <= scheme;
  end
  always_comb begin
    assume (rst == !started);
    assume (watched_port < NP && watched_class < NC && lossless_set[watched_class]);
    assume (!started || scheme == scheme_1);
    assume (scheme <= sluice_pkg::TTL);
    assume (!valid || (port < NP && cls < NC && lossless == lossless_set[cls]));
    assume (!seen_valid || (seen_class < NC && seen_lossless == lossless_set[seen_class]));
    // sluice_scan: a round of 16 clocks; a port is examined with one of its classes
    if (seen_here) assume (f_since_queue == '1);
    if (seen_here_port) assume (f_since_port == '1);
    if (started && !rst) begin
      a_off: assert (!off[5] || is_off);
      a_port_off: assert (!off_port[5] || is_port_off);
      a_on: assert (!was || is_off || may_on2 || resets[1]);
      a_port_on: assert (!was_port || is_port_off || may_port2 || resets[1] || !dsh);
    end
  end
endmodule
`default_nettype wire
