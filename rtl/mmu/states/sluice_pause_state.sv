// Feedback level of every ingress queue and pause state of every ingress port (PON / POFF) [DSH Fig. 8, spec 4].
// Queue: OFF when w > Xqoff, free when w <= Xqon; except under DSH, h > 0 keeps it OFF. GFC: the level is the stage.
// Classes that are not lossless are always free. Port (DSH): off when W > Xpoff, on when W <= Xpon; h(p) > 0 keeps the
// port off.
// Two snapshots per cycle. 0: of an enqueue; it can turn its queue and port off and turns nothing on. 1: of a visit of
// the scan; it turns nothing on while it misses enqueues. If both snapshots are of one queue, that of the enqueue is
// newer and counts.
// Latency: states are read in cycle t and judged in t + 1; new state and change pulses in t + 2. Port and class are
// decoded in t - 1. With many ports the row is read in t and the class selected in t + 1. Decoders end at classes and
// ports, so a state costs two LUTs and a flip-flop.
`default_nettype none
module sluice_pause_state #(
    parameter int NP = 4,     // ports
    parameter int NC = 8,     // classes
    parameter int PW = 2,     // bits of a port
    parameter int CW = 3,     // bits of a class
    parameter int LW = 1,     // bits of a level
    parameter bit LEVELS = 1  // queue_level has the levels
) (
    input  wire logic             clk,  // clock
    input  wire logic             rst,  // synchronous reset, active high
    input  wire logic             gfc,  // the level is the stage (GFC); else all ones or 0
    // cycles t - 1 (ahead) and t; bit or field 0: snapshot of an enqueue, 1: of a visit
    input  wire logic [2*PW-1:0]  port_ahead,  // per snapshot, cycle t - 1: port
    input  wire logic [2*CW-1:0]  cls_ahead,   // per snapshot, cycle t - 1: class
    input  wire logic [1:0]       lossless,    // per snapshot, cycle t: the class is lossless
    input  wire logic [1:0]       valid,       // per snapshot, cycle t: a snapshot of a queue
    input  wire logic [1:0]       port_valid,  // per snapshot, cycle t: the port is judged too
    input  wire logic [2*PW-1:0]  port,        // per snapshot, cycle t: port
    input  wire logic [2*CW-1:0]  cls,         // per snapshot, cycle t: class
    // cycle t + 1
    input  wire logic             queue_incomplete,  // cycle t + 1: the visit misses enqueues of the queue
    input  wire logic [1:0]       set_off,           // cycle t + 1, of sluice_examine: the queue turns off
    input  wire logic [1:0]       hold_off,          // the queue stays off if it is
    input  wire logic [1:0]       port_set_off,      // the port turns off
    input  wire logic [1:0]       port_hold_off,     // the port stays off if it is
    input  wire logic [2*LW-1:0]  stage,             // cycle t + 1, of sluice_stage: the level
    input  wire logic [1:0]       stage_some,        // that level is not 0
    // cycle t + 2
    // cycle t + 2: levels; 0 without LEVELS in a build with levels of more than one bit
    output logic [NP*NC*LW-1:0]   queue_level,
    output logic      [NP*NC-1:0] queue_off,           // the level is OFF: all ones, and the scheme has no stages
    output logic      [NP*NC-1:0] queue_level_active,  // the level is not 0
    // levels of many bits: source 1 wrote last (sluice_levels); else 0
    output logic      [NP*NC-1:0] queue_newer,
    output logic      [1:0]       written,             // per snapshot: the level of a queue is written
    output logic      [2*LW-1:0]  written_level,       // the level that is written
    output logic      [NP-1:0]    port_off,            // pause states of the ports
    output logic      [1:0]       queue_changed,       // per snapshot: the queue's state has changed
    output logic      [1:0]       queue_toggled,       // per snapshot: the queue has become free, or is no longer free
    output logic      [1:0]       port_changed,        // per snapshot: the port's state has changed
    output logic      [2*PW-1:0]  changed_port,        // port of the change
    output logic      [2*CW-1:0]  changed_class,       // class of the change
    output logic      [1:0]       queue_free,          // per snapshot: new state of the queue: free
    output logic      [1:0]       port_now,            // per snapshot: new state of the port: off
    output logic      [1:0]       queue_rises,         // per snapshot: the level leaves 0
    output logic      [1:0]       queue_falls          // per snapshot: the level returns to 0
);
  localparam int Queues = NP * NC;

  // Cycle t. A state judged in this cycle is not stored yet; it is taken from the change one cycle later.
  logic [1:0] valid1, port_valid1, port_read, lossless1, same_queue_0, same_port_0;
  logic same_queue_1, same_port_1;  // for an enqueue only: between two visits of a queue or port the scan makes others
  logic [2*PW-1:0] port1;
  logic [2*CW-1:0] class1;
  logic [2*LW-1:0] level_read;
  logic [2*NP-1:0] at_row1;  // row of the port, decoded one cycle before
  logic [2*NC-1:0] at_class1;
  logic [1:0] some_read;          // the level that was read is not 0
  logic [1:0] queue_now;          // inverse of queue_free, in a register of its own for a long path
  logic [2*NP-1:0] at_port;
  // both snapshots are of one queue, or of one port: the visit is ignored
  logic one_queue, one_port, queue_again, port_again;
  assign queue_again = valid[0] && port[0+:PW] == port[PW+:PW] && cls[0+:CW] == cls[CW+:CW];
  assign port_again = port_valid[0] && port[0+:PW] == port[PW+:PW];
  genvar v, k;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_read
      logic [PW-1:0] p;
      logic [CW-1:0] c;
      assign p = port[v*PW+:PW];
      assign c = cls[v*CW+:CW];
      logic [NC-1:0] at_class;
      logic [NP-1:0] at_row;
      always_ff @(posedge clk) begin
        at_class <= NC'((2**CW)'(1) << cls_ahead[v*CW+:CW]);
        for (int i = 0; i < NP; i++) at_row[i] <= port_ahead[v*PW+:PW] == PW'(i);
      end
      logic port_state;
      sluice_row #(.NP(NP), .PW(PW), .B(1)) port_states (.clk, .port(port_ahead[v*PW+:PW]), .rows(port_off),
          .row(port_state));
      if (LW == 1) begin : g_bit
        if (NP > 8) begin : g_behind
          logic [NC-1:0] row;
          logic [2**CW-1:0] column1;
          sluice_select #(.NP(NP), .B(NC)) levels (.at(at_row), .rows(queue_off), .row);
          always_ff @(posedge clk) column1 <= (2**CW)'(row);
          assign level_read[v] = column1[class1[v*CW+:CW]];
        end else begin : g_in_front
          logic [NP-1:0] of_class;
          for (k = 0; k < NP; k = k + 1) begin : g_port
            assign of_class[k] = (queue_off[k*NC+:NC] & at_class) != '0;
          end
          always_ff @(posedge clk) level_read[v] <= (of_class & at_row) != '0;
        end
      end
      always_ff @(posedge clk) begin
        port_read[v] <= port_state;
        same_queue_0[v] <= valid1[0] && p == port1[0+:PW] && c == class1[0+:CW];
        same_port_0[v] <= port_valid1[0] && p == port1[0+:PW];
        at_class1[v*NC+:NC] <= at_class;
        at_row1[v*NP+:NP] <= at_row & {NP{!rst && valid[v] && !(v == 1 && queue_again)}};
        at_port[v*NP+:NP] <= at_row & {NP{!rst && port_valid[v]}};
      end
    end
  endgenerate
  always_ff @(posedge clk) begin
    {valid1, port_valid1} <= rst ? '0 : {valid, port_valid};
    {port1, class1} <= {port, cls};
    same_queue_1 <= valid1[1] && port[0+:PW] == port1[PW+:PW] && cls[0+:CW] == class1[CW+:CW];
    same_port_1 <= port_valid1[1] && port[0+:PW] == port1[PW+:PW];
    {lossless1, one_queue, one_port} <= {lossless, queue_again, port_again};
  end

`ifdef FORMAL
  logic [2*Queues*LW-1:0] f_levels;
`endif

  // Cycle t + 1. Whether a level is 0 is a separate bit: the pause schemes need only this bit, not the comparison of
  // levels.
  // A scheme takes effect while all levels are 0, so active levels are levels of the active scheme.
  logic [1:0] queue_change, port_change, port_next, some_next, is_off, snap_counts;
  logic [2*LW-1:0] level_next, level_now;
  assign snap_counts = {valid1[1] && !one_queue, valid1[0]};
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_judge
      logic [LW-1:0] was, new_stage;
      logic port_was, was_some, stays, differs;
      always_comb begin
        was = level_read[v*LW+:LW];
        was_some = some_read[v];
        port_was = port_read[v];
        if (v == 0 && same_queue_1) {was, was_some} = {level_now[LW+:LW], queue_now[1]};
        if (same_queue_0[v]) {was, was_some} = {level_now[0+:LW], queue_now[0]};
        if (v == 0 && same_port_1) port_was = port_now[1];
        if (same_port_0[v]) port_was = port_now[0];
      end
      assign is_off[v] = !gfc && (set_off[v] || (was_some && hold_off[v]));
      assign stays = v == 1 && queue_incomplete && lossless1[v];
      assign new_stage = stage[v*LW+:LW] & {LW{lossless1[v]}};
      assign some_next[v] = is_off[v] || (gfc && (stays ? was_some : stage_some[v] && lossless1[v]));
      assign level_next[v*LW+:LW] = ((stays ? was : new_stage) & {LW{gfc}}) | {LW{is_off[v]}};
      assign differs = gfc ? !stays && new_stage != was : is_off[v] != was_some;
      assign queue_change[v] = snap_counts[v] && differs;
      assign port_next[v] = port_set_off[v] || (port_was && port_hold_off[v]);
      assign port_change[v] = port_valid1[v] && port_next[v] != port_was && !(v == 1 && one_port);
      always_ff @(posedge clk) begin
        queue_toggled[v] <= !rst && snap_counts[v] && some_next[v] != was_some;
        queue_now[v] <= some_next[v];
        queue_free[v] <= !some_next[v];
        queue_rises[v] <= !rst && snap_counts[v] && some_next[v] && !was_some;
        queue_falls[v] <= !rst && snap_counts[v] && !some_next[v] && was_some;
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    changed_port <= port1;
    changed_class <= class1;
    level_now <= level_next;
    port_now <= port_next;
    queue_changed <= rst ? '0 : queue_change;
    port_changed <= rst ? '0 : port_change;
  end
  // The new state does not depend on a read of the old one. An enqueue turns its port off or changes nothing; for other
  // ports the visit counts.
  always_ff @(posedge clk)
    if (rst) port_off <= '0;
    else
      port_off <= (at_port[0+:NP] & (port_off | {NP{port_set_off[0]}})) |
          (~at_port[0+:NP] & ((at_port[NP+:NP] & {NP{port_set_off[1]}}) |
          (port_off & ~(at_port[NP+:NP] & {NP{!port_hold_off[1]}}))));
  generate
    if (LW == 1) begin : g_bits
      // If both are of one queue, the visit is ignored (at_row1); the enqueue turns nothing on.
      logic [NP-1:0] enqueue_sets_off, visit_sets_off, visit_clears;  // per port, for all classes of the port
      assign enqueue_sets_off = at_row1[0+:NP] & {NP{set_off[0]}};
      assign visit_sets_off = at_row1[NP+:NP] & {NP{set_off[1]}};
      assign visit_clears = at_row1[NP+:NP] & {NP{!set_off[1] && !hold_off[1]}};
      always_ff @(posedge clk)
        if (rst) queue_off <= '0;
        else
          for (int i = 0; i < NP; i++)
            queue_off[i*NC+:NC] <= ((queue_off[i*NC+:NC] | (at_class1[0+:NC] & {NC{enqueue_sets_off[i]}})) &
                ~(at_class1[NC+:NC] & {NC{visit_clears[i]}})) | (at_class1[NC+:NC] & {NC{visit_sets_off[i]}});
      assign some_read = level_read;
      assign queue_level = queue_off;
      assign queue_level_active = queue_off;
      assign queue_newer = '0;
      assign written = '0;
    end else begin : g_levels
      logic [2*Queues-1:0] at_queue;
      logic [Queues-1:0] at_enqueue, at_visit;
      always_comb
        for (int i = 0; i < 2; i++)
          for (int j = 0; j < NP; j++) at_queue[(i*NP+j)*NC+:NC] = at_class1[i*NC+:NC] & {NC{at_row1[i*NP+j]}};
      assign {at_visit, at_enqueue} = at_queue;
      always_ff @(posedge clk) begin
        written <= rst ? '0 : snap_counts;
        if (rst) queue_off <= '0;
        else
          queue_off <= (at_enqueue & {Queues{is_off[0]}}) |
              (~at_enqueue & ((at_visit & {Queues{is_off[1]}}) | (queue_off & ~at_visit)));
      end
      sluice_levels #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .LW(LW)) levels (
          .clk, .rst, .port_ahead, .port, .cls, .level(level_read), .some(some_read), .at_queue, .write(snap_counts),
          .write_port(port1), .write_class(class1), .write_level(level_next), .write_some(some_next),
          .level_active(queue_level_active), 
`ifdef FORMAL
          .levels(f_levels),
`endif
          .newer(queue_newer));
      if (LEVELS) begin : g_shown
        for (k = 0; k < NP * NC; k = k + 1) begin : g_queue
          always_ff @(posedge clk)
            if (rst) queue_level[k*LW+:LW] <= '0;
            else if (at_enqueue[k]) queue_level[k*LW+:LW] <= level_next[0+:LW];
            else if (at_visit[k]) queue_level[k*LW+:LW] <= level_next[LW+:LW];
        end
      end else begin : g_not_shown
        assign queue_level = '0;
      end
    end
  endgenerate
  assign written_level = level_now;

`ifdef FORMAL_LEVELS
`include "sluice_pause_state_levels.svh"
`elsif FORMAL_PAUSE_STATE
`include "sluice_pause_state.svh"
`endif
endmodule
`default_nettype wire
