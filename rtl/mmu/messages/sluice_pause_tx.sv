// Pause messages to the upstreams [DSH IV-B; GFC Fig. 7; spec 5]. A change marks its port; marked ports are served
// round robin; a port marked for both levels sends one message after the other. So every latest state is sent within 2
// NP + 2 messages, in native mode 2 NP + 5.
// A message carries present states: while it waits for tx_ready, it follows the states and the configuration.
// Time of a class: the pause time while its queue is OFF; with GFC the level otherwise; 0 while the queue is free.
// TTL: queue j pauses class j - 1 [TTL 1.2].
// Interoperable mode: a class is paused while its queue or its port is off. Native mode: queue-level messages carry the
// queues' states, port-level messages the port's [DSH IV-B, spec 5].
// Active pauses and levels are repeated every refresh quanta, before a timer at the upstream can end, and in case a
// message was lost.
// After a commit every port sends its states once, and a port-level resume if the mode was native. The pausing level is
// sent first, so a pause of the new mode arrives before the pause of the old mode is withdrawn.
// Latency: change pulse in cycle t, message in cycle t + 4 at the earliest. One message per cycle, with an idle cycle
// after a message that waited.
`default_nettype none
module sluice_pause_tx #(
    parameter int NP = 4,      // ports
    parameter int NC = 8,      // classes
    parameter int PW = 2,      // bits of a port
    parameter int CW = 3,      // bits of a class
    parameter int LW = 1,      // bits of a level
    parameter int SOURCES = 2  // sources of changes
) (
    input  wire logic             clk,                 // clock
    input  wire logic             rst,                 // synchronous reset, active high
    input  wire logic             native,              // native mode
    // classes that may be paused: the lossless ones; with down the classes one below
    input  wire logic [NC-1:0]    pausable,
    input  wire logic [15:0]      pause_time,          // quanta in a pause message
    input  wire logic             restart,             // a configuration takes effect at this clock edge
    input  wire logic             again,               // a configuration took effect at the last clock edge
    input  wire logic             due,                 // active states are repeated, see sluice_refresh
    input  wire logic             down,                // TTL: a queue pauses the class below its own
    input  wire logic             graded,              // GFC: levels between free and OFF are sent
    input  wire logic             clk_levels,          // clock of the levels, see sluice_level_rows
    input  wire logic [SOURCES-1:0] written,           // per source: a level is written
    input  wire logic [SOURCES*PW-1:0] written_port,   // port of that level
    input  wire logic [SOURCES*CW-1:0] written_class,  // class of that level
    input  wire logic [SOURCES*LW-1:0] written_level,  // the level that is written
    input  wire logic [NP*NC-1:0] queue_newer,         // source 1 wrote last, see sluice_levels
    input  wire logic [NP*NC-1:0] queue_off,           // the level is OFF
    input  wire logic [NP*NC-1:0] queue_level_active,  // the level is not 0
    input  wire logic [NP-1:0]    port_off,            // pause states of the ports
    input  wire logic [SOURCES-1:0] queue_changed,     // per source: a queue's state has changed
    input  wire logic [SOURCES-1:0] port_changed,      // per source: a port's state has changed
    input  wire logic [SOURCES*PW-1:0] changed_port,   // port of the change
    output logic                  busy,                // a message is pending
    output logic                  tx_valid,            // a message
    input  wire logic             tx_ready,            // the message is taken
    output logic      [PW-1:0]    tx_port,             // ingress port whose upstream gets it
    output logic                  tx_level,            // 1: port-level message; 0: queue-level message
    output logic      [NC-1:0]    tx_enable,           // classes that the message sets
    output logic      [16*NC-1:0] tx_time              // quanta or level of class c at [16 * c +: 16]
);
  logic was_native;  // the mode one cycle before
  always_ff @(posedge clk) was_native <= native;

  logic [NP-1:0] queues_active;
  always_comb for (int p = 0; p < NP; p++) queues_active[p] = queue_level_active[p*NC+:NC] != '0;

  // Ports with a pending message, per level: a state has changed, or the interval has ended while the port has an
  // active state.
  logic [NP-1:0] marked_queue, marked_port, mark_queue, mark_port;
  logic [NP-1:0] queue_changed_at, port_changed_at;
  always_comb begin
    queue_changed_at = '0;
    port_changed_at = '0;
    for (int i = 0; i < SOURCES; i++) begin
      if (queue_changed[i]) queue_changed_at |= NP'((2**PW)'(1) << changed_port[i*PW+:PW]);
      if (port_changed[i]) port_changed_at |= NP'((2**PW)'(1) << changed_port[i*PW+:PW]);
    end
  end
  assign mark_queue = {NP{again}} | ({NP{due}} & (queues_active | (port_off & {NP{!native}}))) | queue_changed_at |
      (port_changed_at & {NP{!native}});
  assign mark_port = {NP{again && (native || was_native)}} |
      ({NP{native}} & (port_changed_at | ({NP{due}} & port_off)));

  // Two stages: a port is next, then shown. While a port is next, its states are on their way to the registers of the
  // message, which store them when the port is shown. After a cycle without tx_ready they store the states of the shown
  // port again.
  // take: the next port is selected; not in the cycle of a restart, because the marks of the restart follow. The
  // outcomes without and with tx_ready are known one cycle before.
  logic next_valid, next_level, next_native, next_counts, shown_counts, waits, none;  // none: no port is listed
  logic show, store, take, show_now, store_now, take_now, show_if, take_if, will_wait, will_be_next;
  logic [PW-1:0] next_port;
  assign show = show_now || (show_if && tx_ready);
  assign store = store_now || (show_if && tx_ready);
  assign take = take_now || (take_if && tx_ready);
  assign will_wait = tx_valid && !tx_ready;
  assign will_be_next = !rst && (take ? !none : next_valid && !show);
  always_ff @(posedge clk) begin
    next_valid <= will_be_next;
    waits <= !rst && will_wait;
    tx_valid <= !rst && (show || will_wait);
    show_now <= will_be_next && !show && !will_wait;
    store_now <= !rst && (will_wait || (will_be_next && !show));
    show_if <= will_be_next && show;
    take_now <= !restart && (!will_be_next || (!show && !will_wait));
    take_if <= !restart && show;
  end

  // Round robin: a list of marked ports, served from the lowest on. Marked ports above the served one join the list.
  // After the last port the list is filled again.
  logic [NP-1:0] marked, list, below, served, level, port_first;  // below: ports above the lowest listed one
  logic [NP-1:0] at_next, will_be_at_next;                  // one-hot: next_port
  logic last, served_level;
  logic [PW-1:0] served_port;
  // The mark of the served port falls one cycle later, to keep it off the long path from the list. Until then the mark
  // is ignored, because the port is not in the list.
  logic took;
  logic [NP-1:0] fall_queue, fall_port, pending_queue, pending_port;
  assign fall_queue = at_next & {NP{took && !next_level}};
  assign fall_port = at_next & {NP{took && next_level}};
  assign pending_queue = marked_queue & ~fall_queue;
  assign pending_port = marked_port & ~fall_port;
  assign marked = pending_queue | pending_port;
  assign will_be_at_next = take ? served : at_next;
  assign none = list == '0;
  assign busy = tx_valid || next_valid || !none || marked_queue != '0 || marked_port != '0;
  generate
    if (NP > 8) begin : g_chain
      // With many ports a carry chain is faster here, and a parallel tree finds: two ports are listed; the first port;
      // its level.
      assign below = ~(list ^ (list - 1'b1));
      logic [2**PW-1:0] any, first;
      logic [PW*2**PW-1:0] number;
      always_comb begin
        any = (2**PW)'(list);
        first = (2**PW)'(level);
        number = '0;
        for (int k = 0; k < PW; k++)
          for (int i = 0; i < 2 ** (PW - 1 - k); i++) begin
            first[i] = any[2*i] ? first[2*i] : first[2*i+1];
            number[i*PW+:PW] = any[2*i] ? number[2*i*PW+:PW] : number[(2*i+1)*PW+:PW];
            number[i*PW+k] = !any[2*i];
            any[i] = any[2*i] || any[2*i+1];
          end
      end
      // some, two: at least one and at least two set bits, in groups of 4, of 16, and so on
      logic [4**((PW+1)/2)-1:0] some, two;
      always_comb begin
        some = '0;
        some[NP-1:0] = list;
        two = '0;
        for (int k = 1; k <= (PW + 1) / 2; k++)
          for (int i = 0; i < 4 ** ((PW + 1) / 2 - k); i++) begin
            two[i] = two[4*i+:4] != '0 || (some[4*i] && some[4*i+1]) || (some[4*i+2] && some[4*i+3]) ||
                ((some[4*i] || some[4*i+1]) && (some[4*i+2] || some[4*i+3]));
            some[i] = some[4*i+:4] != '0;
          end
      end
      assign last = !two[0];
      assign served_level = first[0];
      assign served_port = number[PW-1:0];
    end else begin : g_shifts
      always_comb begin
        below = list << 1;
        for (int k = 0; k < $clog2(NP); k++) below |= below << (1 << k);
      end
      assign last = (list & below) == '0;
      assign served_level = (served & level) != '0;
      always_comb begin
        served_port = '0;
        for (int p = 0; p < NP; p++) if (served[p]) served_port |= PW'(p);
      end
    end
  endgenerate
  assign served = list & ~below;
  assign level = marked_port & (port_first | ~marked_queue);

  // The message carries states of later cycles, so it includes changes during the service of its port.
  always_ff @(posedge clk) begin
    marked_queue <= rst ? '0 : pending_queue | mark_queue;
    marked_port <= rst ? '0 : pending_port | mark_port;
    took <= !rst && take;
    port_first <= again ? {NP{native}} : (port_first & ~fall_port) | fall_queue;
    at_next <= will_be_at_next;
    if (rst) list <= '0;
    else if (take || none) list <= last ? marked & ~list : (list | marked) & below;
    if (take) begin
      next_port <= served_port;
      next_level <= served_level;
      next_native <= native;
    end
  end
  assign next_counts = next_level == next_native;

  // States of the port that is read: the next port or, while a message waits, the shown one. With many ports a one-hot
  // vector, known one cycle ahead, selects it.
  logic [PW-1:0] look;
  logic [NC-1:0] now_off, now_active, now_newer, off;
  logic now_port_off, all_off;
  assign look = waits ? tx_port : next_port;
  genvar c;
  generate
    if (NP > 8) begin : g_look
      logic [NP-1:0] at, at_shown;
      always_ff @(posedge clk) begin
        if (show) at_shown <= at_next;
        at <= will_wait ? at_shown : will_be_at_next;
      end
      sluice_select #(.NP(NP), .B(NC)) select_off (.at, .rows(queue_off), .row(now_off));
      sluice_select #(.NP(NP), .B(1)) select_port_off (.at, .rows(port_off), .row(now_port_off));
      sluice_select #(.NP(NP), .B(NC)) select_active (.at, .rows(queue_level_active), .row(now_active));
      sluice_select #(.NP(NP), .B(NC)) select_newer (.at, .rows(queue_newer), .row(now_newer));
      logic unused_look;
      assign unused_look = ^look;
    end else begin : g_look
      logic [2**PW-1:0] ports_off;
      assign ports_off = (2**PW)'(port_off);
      assign now_port_off = ports_off[look];
`ifdef SLUICE_BY_WORD  // whole words, see sluice_row
      assign now_off = NC'(queue_off >> (32'(look) * NC));
      assign now_active = NC'(queue_level_active >> (32'(look) * NC));
      assign now_newer = NC'(queue_newer >> (32'(look) * NC));
`else
      for (c = 0; c < NC; c = c + 1) begin : g_off
        logic [2**PW-1:0] column, active_column, newer_column;
        always_comb begin
          column = '0;
          active_column = '0;
          newer_column = '0;
          for (int p = 0; p < NP; p++) {column[p], active_column[p], newer_column[p]} = {queue_off[p*NC+c],
              queue_level_active[p*NC+c], queue_newer[p*NC+c]};
        end
        assign {now_off[c], now_active[c], now_newer[c]} = {column[look], active_column[look], newer_column[look]};
      end
`endif
    end
  endgenerate
  // The state of the port counts in messages of its level. A message of the mode before a commit keeps that mode.
  always_ff @(posedge clk) begin
    if (rst) begin
      tx_port <= '0;
      tx_level <= 1'b0;
      off <= '0;
      all_off <= 1'b0;
    end else begin
      if (show) begin
        tx_port <= next_port;
        tx_level <= next_level;
        shown_counts <= next_counts;
      end
      if (store) begin
        off <= now_off;
        all_off <= now_port_off && (waits ? shown_counts : next_counts);
      end
    end
  end

  // A class that has ever been pausable is always enabled in messages, so that no pause of an earlier configuration
  // remains upstream.
  logic [NC-1:0] stated, own, paused;
  always_ff @(posedge clk) stated <= rst ? '0 : stated | pausable;
  assign tx_enable = stated | {NC{tx_level}};
  assign own = down ? off >> 1 : off;
  assign paused = tx_level ? {NC{all_off}} : pausable & (own | {NC{all_off}});

`ifdef FORMAL
  (* anyconst *) logic [PW-1:0] watched;  // any port, and the rows of the port in sluice_level_rows
  logic [2*NC*LW-1:0] f_rows;
`endif
  generate
    if (LW == 1) begin : g_off
      for (c = 0; c < NC; c = c + 1) begin : g_class
        assign tx_time[16*c+:16] = {16{paused[c]}} & pause_time;
      end
      logic unused_level;
      assign unused_level = ^{graded, clk_levels, written, written_port, written_class, written_level, now_active,
          now_newer};
    end else begin : g_level
      logic [NC*LW-1:0] levels;
      sluice_level_rows #(.NC(NC), .PW(PW), .CW(CW), .LW(LW)) rows (
          .clk, .rst, .clk_levels, .written, .written_port, .written_class,
          .written_level,
`ifdef FORMAL
          .watch(watched), .watched(f_rows),
`endif
          .read(store), .port(look), .level_active(now_active), .newer(now_newer),
          .reported(pausable & ~paused & {NC{graded && !tx_level}}), .row(levels));
      for (c = 0; c < NC; c = c + 1) begin : g_class
        assign tx_time[16*c+:16] = ({16{paused[c]}} & pause_time) | 16'(levels[c*LW+:LW]);
      end
    end
  endgenerate

`ifdef FORMAL_PAUSE_TX
`include "sluice_pause_tx.svh"
`endif
endmodule
`default_nettype wire
