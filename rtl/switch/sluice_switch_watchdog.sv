// Watchdog of the egress queues [spec 13]: detects queues that a pause storm stops, and reports when the storm has
// ended. Each poll judges every queue by what happened since the poll before. A queue is in a storm after polls for
// DETECTION in a row at which the chosen rule holds:
//   (a) pause frames came, and the gate never opened, so it was closed at both polls;
//   (b) the queue holds frames, none began to leave, and the gate was closed in more than 99 % of the samples.
// The storm ends after polls for RESTORATION in a row without a pause frame, between which the gate opened. The class
// decides the action: drop, forward or alert.
// A round visits each queue once and takes a sample of its gate; a poll is such a round. A RAM holds the age in
// microseconds and the number of samples with an open gate.
// Latency: a visit takes effect in its fourth cycle. Collisions: an event in the cycle of a poll's visit counts for the
// next poll; an open gate for both. A class that is switched off ends its storms at their next visit.
`default_nettype none
module sluice_switch_watchdog #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port number
    parameter int CW = 3,  // bits of a class number
    parameter logic [0:0] PORT_LIMITS = 0,     // 1: each port has its own times, rule and actions
    parameter int ROWS = PORT_LIMITS ? NP : 1  // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire sluice_switch_watchdog_cfg_t cfg,
    input  wire logic [69*ROWS-1:0] ports,       // sluice_switch_watchdog_port_t; of port p at [69 * p +: 69]
    // Events; queue (p, c) at [p * NC + c]
    input  wire logic [NP*NC-1:0] gate,          // of the MMU; 1: closed
    input  wire logic [NP*NC-1:0] is_filled,     // the queue holds a frame
    input  wire logic             rx_valid,      // a pause message
    input  wire logic [PW-1:0]    rx_port,       // egress port
    input  wire logic [NC-1:0]    rx_pauses,     // classes that it pauses
    input  wire logic             begin_valid,   // a frame begins to leave
    input  wire logic [PW-1:0]    begin_port,    // egress port
    input  wire logic [CW-1:0]    begin_class,   // class
    // State
    output logic      [NP*NC-1:0] storm,         // detected and not restored
    output logic      [NP*NC-1:0] ignore_gate,   // drop or forward: the gate counts as open
    output logic      [NP*NC-1:0] drop,          // drop: the frames of the queue are not sent
    // Pulses
    output logic                  detected,      // a storm begins
    output logic                  restored,      // a storm ends
    output logic      [PW-1:0]    changed_port,  // its queue
    output logic      [CW-1:0]    changed_class
);
  localparam int Queues = NP * NC;
  localparam int QW = Queues > 1 ? $clog2(Queues) : 1;
  localparam int RB = QW < 3 ? 3 : QW;  // a round has 2^RB cycles, at least 8,
                                        // so that a word is read after it is written
  localparam int AB = 27;               // bits of an age: below 2^26, and a poll
  localparam int SB = 25;               // bits of a number of samples

  // Microseconds and polls. A poll is the round after its time.
  logic [9:0] cycle;    // of this microsecond, from 1 on
  logic [19:0] micro;   // microsecond since the last poll, from 1 on
  logic tick, poll_due, polls, starts, fresh;  // polls: this round is a poll;
                                               // fresh: the first round writes all words; starts: of the next round
  logic [RB-1:0] at;
  logic [PW-1:0] port;
  logic [CW-1:0] cls;
  logic micro_over, poll_over;  // the microsecond is over; it is the last one before a poll
  assign micro_over = cycle >= cfg.clock;
  assign poll_over = micro >= cfg.poll;
  always_ff @(posedge clk)
    if (rst) begin
      {tick, poll_due, polls, at, port, cls, starts} <= '0;
      {cycle, micro} <= {10'd1, 20'd1};
      fresh <= 1'b1;
    end else begin
      tick <= micro_over;
      cycle <= micro_over ? 10'd1 : cycle + 10'd1;
      if (tick) micro <= poll_over ? 20'd1 : micro + 20'd1;
      poll_due <= (tick && cfg.poll != '0 && poll_over) || (poll_due && !starts);
      at <= at + 1'b1;
      starts <= at == RB'(2 ** RB - 2);
      if (starts) begin
        polls <= poll_due;
        {fresh, port, cls} <= '0;
      end else if (cls == CW'(NC - 1)) {port, cls} <= {port + 1'b1, CW'(0)};
      else cls <= cls + 1'b1;
    end

  // A hundredth of the samples since the last poll, rounded down; one cycle behind the round, as the comparison with it
  logic [6:0] rest;
  logic [SB-1:0] hundredth;
  logic starts_1, clears_1, rest_ends, is_most;
  always_ff @(posedge clk) begin
    {starts_1, clears_1} <= {starts, rst || (starts && polls)};
    {rest_ends, is_most} <= {rest == 7'd99, hundredth == SB'(2 ** SB - 2)};
    if (clears_1) {rest, hundredth} <= '0;
    else if (starts_1) begin
      rest <= rest_ends ? '0 : rest + 1'b1;
      if (rest_ends && !is_most) hundredth <= hundredth + 1'b1;
    end
  end

  // What happened at each queue since its last poll
  logic [Queues-1:0] gate_1, opened, paused, began, is_at, paused_now, began_now, forget;
  logic judges;
  always_ff @(posedge clk)
    for (int q = 0; q < Queues; q++) is_at[q] <= q == 0 ? rst || starts : !rst && is_at[q>0?q-1 : 0];
  assign judges = polls && 32'(at) < Queues;
  assign forget = is_at & {Queues{judges}};
  always_comb
    for (int p = 0; p < NP; p++)
      for (int c = 0; c < NC; c++) begin
        paused_now[p*NC+c] = rx_valid && rx_port == PW'(p) && rx_pauses[c];
        began_now[p*NC+c] = begin_valid && begin_port == PW'(p) && begin_class == CW'(c);
      end
  always_ff @(posedge clk) begin
    gate_1 <= gate;
    opened <= ~gate_1 | (opened & ~forget) | {Queues{rst}};
    paused <= rst ? '0 : paused_now | (paused & ~forget);
    began <= rst ? '0 : began_now | (began & ~forget);
  end

  // First cycle of a visit: the events and the stored values of the visited queue
  logic visit_1, judges_1, fresh_1, closed_1, never_opened_1, paused_1, stuck_1, storm_1;
  logic [PW-1:0] port_1, port_2, port_3;
  logic [CW-1:0] cls_1, cls_2, cls_3;
  logic [QW-1:0] queue_1, queue_2, queue_3;
  logic few_1;  // (b): at most a hundredth of the samples, with this one, had an open gate
  logic [68:0] row_1;
  sluice_switch_watchdog_port_t own_1;  // the registers of the visited port
  logic [15:0] actions_1;
  assign own_1 = row_1;
  assign actions_1 = own_1.action;
  generate
    if (PORT_LIMITS) begin : g_ports
      sluice_row #(.NP(NP), .PW(PW), .B(69)) registers (.clk, .port, .rows(ports), .row(row_1));
    end else begin : g_common
      assign row_1 = ports;
    end
  endgenerate
  logic [AB+SB-1:0] words[2**QW];
  logic [AB-1:0] age_1;
  logic [SB-1:0] opens_1;
  logic [SB:0] unused_rest;
  // hundredth - opens_1 - !closed_1 is not negative, in one carry chain
  assign {few_1, unused_rest} = {1'b0, hundredth, 1'b1} + {1'b0, ~opens_1, closed_1};
  always_ff @(posedge clk) begin
    visit_1 <= !rst && 32'(at) < Queues;
    {judges_1, fresh_1} <= {judges, fresh};
    {port_1, cls_1, queue_1} <= {port, cls, at[QW-1:0]};
    closed_1 <= (gate_1 & is_at) != '0;
    never_opened_1 <= (gate_1 & ~opened & is_at) != '0;
    paused_1 <= (paused & is_at) != '0;
    stuck_1 <= (is_filled & ~began & is_at) != '0;
    storm_1 <= (storm & is_at) != '0;
    {age_1, opens_1} <= words[at[QW-1:0]];
  end

  // Second cycle: the rule, the age with this poll, and the age at which the state changes
  logic visit_2, judges_2, storm_2, off_2, holds_2, gate_holds_2, stuck_2, few_2;
  assign holds_2 = gate_holds_2 || (stuck_2 && few_2);
  logic [AB-1:0] age_2, limit_2;
  logic [SB:0] opens_2;
  always_ff @(posedge clk) begin
    {visit_2, judges_2, storm_2} <= {visit_1 && !rst, judges_1, storm_1};
    {port_2, cls_2, queue_2} <= {port_1, cls_1, queue_1};
    off_2 <= actions_1[4'({cls_1, 1'b0})+:2] == sluice_switch_pkg::WATCHDOG_OFF;
    gate_holds_2 <= storm_1 ? !paused_1 && !never_opened_1 : !own_1.rule && paused_1 && never_opened_1;
    stuck_2 <= !storm_1 && own_1.rule && stuck_1;
    few_2 <= few_1;
    age_2 <= fresh_1 ? '0 : judges_1 ? age_1 + AB'(cfg.poll) : age_1;
    limit_2 <= {1'b0, storm_1 ? own_1.restoration : own_1.detection};
    opens_2 <= fresh_1 || judges_1 ? '0 : {1'b0, opens_1} + (SB + 1)'(!closed_1);
  end

  // Third cycle: whether the state changes. Fourth cycle: the new state and word
  logic visit_3, storm_3, off_3, turns_3, ends_3;  // ends_3: the polls in a row that hold begin anew
  logic [AB-1:0] age_3;
  logic [SB-1:0] opens_3;
  always_ff @(posedge clk) begin
    {visit_3, storm_3, off_3} <= {visit_2 && !rst, storm_2, off_2};
    turns_3 <= judges_2 && holds_2 && age_2 >= limit_2;
    ends_3 <= off_2 || (judges_2 && !holds_2);
    {port_3, cls_3, queue_3} <= {port_2, cls_2, queue_2};
    age_3 <= age_2;
    opens_3 <= opens_2[SB] ? '1 : opens_2[SB-1:0];
    if (visit_3) words[queue_3] <= {turns_3 || ends_3 ? '0 : age_3, opens_3};
    detected <= !rst && visit_3 && !storm_3 && turns_3 && !off_3;
    restored <= !rst && visit_3 && storm_3 && (turns_3 || off_3);
    {changed_port, changed_class} <= {port_3, cls_3};
    for (int q = 0; q < Queues; q++)
      if (rst) storm[q] <= 1'b0;
      else if (visit_3 && queue_3 == QW'(q)) storm[q] <= !off_3 && (storm_3 ^ turns_3);
  end
  genvar q;
  generate
    for (q = 0; q < Queues; q = q + 1) begin : g_queue
      logic [1:0] action;
      assign action = ports[69*(PORT_LIMITS ? q / NC : 0)+2*(q % NC)+:2];
      assign drop[q] = storm[q] && action == sluice_switch_pkg::WATCHDOG_DROP;
      assign ignore_gate[q] = drop[q] || (storm[q] && action == sluice_switch_pkg::WATCHDOG_FORWARD);
    end
  endgenerate
  logic unused_fields;
  assign unused_fields = ^{ports, own_1, unused_rest};

`ifdef FORMAL_SWITCH_WATCHDOG
`include "sluice_switch_watchdog.svh"
`endif
endmodule
`default_nettype wire
