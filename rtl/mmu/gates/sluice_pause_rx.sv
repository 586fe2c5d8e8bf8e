// Pause timers of the upstream side [802.1Qbb, 802.3 annex 31B; spec 5, 13]: one per egress class and two per port, for
// the native port level and for 802.3x PAUSE. A message loads the timers whose enable bit is set. Time 0 clears a
// timer, a new time replaces the old one, the other timers run on.
// A message of the port level, or of PAUSE, loads its timer of the port with the time of class 0.
// A timer is a deadline in a RAM, in quanta, and a flip-flop that is set while the timer runs. When a message arrives,
// the current quantum has already begun; so n whole quanta have passed for certain when n + 1 quanta have ended.
// Rows of deadlines (the classes of each port, and the two timers of each port) are visited in turn, one row per cycle.
// So a timer never ends before n quanta, and at most one quantum and 2 NP + 5 cycles after them.
// PORT_LIMITS: the quanta are those of the port, see sluice_port_quanta, and a deadline is stored a cycle later. A
// round has R = 2^PW rows of classes, at least 4, and as many of ports; a timer ends at most one quantum and 3 R + 5
// cycles late.
// Latency: message in cycle t, state in cycle t + 2.
`default_nettype none
module sluice_pause_rx #(
    parameter int NP = 4,            // ports
    parameter int NC = 8,            // classes
    parameter int PW = 2,            // bits of a port
    parameter logic [0:0] PORT_LIMITS = 0,  // see sluice_mmu
    parameter logic [0:0] GATES = 0         // see sluice_mmu
) (
    clk, rst, force_clocks, configured, commit, clear, rx_valid, rx_port, rx_level, rx_enable, rx_time, now,
    class_paused, port_paused, all_paused
);
  `SLUICE_COMMIT(PW)
  input wire logic clk;                   // clock
  input wire logic rst;                   // synchronous reset, active high
  input wire logic force_clocks;          // the clock gate is open
  input wire logic configured;            // PORT_LIMITS: a configuration is active
  input commit_t commit;                  // PORT_LIMITS: the commit bus
  input wire logic clear;                 // ends all timers
  input wire logic rx_valid;              // a message
  input wire logic [PW-1:0] rx_port;      // egress port
  input wire logic [1:0] rx_level;        // LEVEL_*, see sluice_pkg
  input wire logic [NC-1:0] rx_enable;    // classes whose timer is loaded
  input wire logic [16*NC-1:0] rx_time;   // quanta, class c at [16 * c +: 16]; 0 resumes
  input wire logic [16:0] now;            // quanta since reset, of all ports; not with PORT_LIMITS
  output logic [NP*NC-1:0] class_paused;  // the timer of the class runs
  output logic [NP-1:0] port_paused;      // the timer of the native port level runs
  output logic [NP-1:0] all_paused;       // the timer of PAUSE runs
  // A row: {of the port itself, port}. Lane c is class c; in the row of the port itself, lane 0 is the native port
  // level and lane 1 is PAUSE.
  localparam int VB = PORT_LIMITS && PW < 2 ? 2 : PW;  // bits of a place in a round of ports
  localparam int RW = VB + 1;
  localparam int Lanes = NC > 1 ? NC : 2;
  localparam logic [VB-1:0] LastPort = PORT_LIMITS ? {VB{1'b1}} : VB'(NP - 1);
  // A deadline has 17 bits. The low bits are read and compared a cycle before the others, so no RAM is in front of a
  // long carry chain. With up to 8 ports the top bit is in flip-flops: the other bits of eight lanes fill eight RAMs.
  localparam int Low = 8;
  localparam int High = NP > 8 ? 9 : 8;

  // While no timer runs, only the counter of the visits has a clock.
  logic clk_timers, unused_open;
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(3)) hold (
      .clk, .activity(force_clocks || rx_valid || class_paused != '0 || port_paused != '0 || all_paused != '0),
      .open(unused_open), .gated(clk_timers));

  // Row to visit, and the quanta of its port in the next cycle
  logic [RW-1:0] visit;
  logic [16:0] visit_now, message_now;
  always_ff @(posedge clk)
    if (rst) visit <= '0;
    else visit <= visit[VB-1:0] == LastPort ? {!visit[VB], VB'(0)} : visit + 1'b1;
  generate
    if (PORT_LIMITS) begin : g_port_quanta
`ifdef FORMAL_PAUSE_RX
      (* anyseq *) logic [16:0] f_visit_now, f_message_now;
      assign {visit_now, message_now} = {f_visit_now, f_message_now};
`else
      sluice_port_quanta #(.NP(NP), .PW(PW), .VB(VB)) port_quanta (
          .clk, .rst, .configured, .commit, .visit(visit[VB-1:0]), .visit_now, .port(rx_port), .port_now(message_now));
`endif
      logic unused_now;
      assign unused_now = ^now;
    end else begin : g_quanta
      assign {visit_now, message_now} = {2{now}};
      logic unused_quanta;
      assign unused_quanta = ^{configured, commit};
    end
  endgenerate

  // Message: deadlines are added in the first cycle and stored, with the states, in the second; with PORT_LIMITS each
  // a cycle later. Deadlines are stored as complements, so now minus a deadline is a sum.
  logic [Lanes-1:0] load, runs;  // timers that are loaded; loaded timers that run
  logic [Lanes-1:0] loads;
  logic [RW-1:0] coming, row;
  logic to_port_itself;
  assign to_port_itself = rx_level != sluice_pkg::LEVEL_CLASSES;
  assign coming = {to_port_itself, VB'(rx_port)};
  logic [17*Lanes-1:0] written;
  logic [Lanes-1:0] stores;  // timers whose deadline is stored
  logic [RW-1:0] stored_row;
  logic [16*Lanes-1:0] times;
  logic [NP-1:0] to_classes, to_port;
  assign loads = (rx_level[1] ? Lanes'(2) : rx_level[0] ? Lanes'(1) : Lanes'(rx_enable)) & {Lanes{rx_valid}};
  genvar l;
  generate
    for (l = 0; l < Lanes; l = l + 1) begin : g_sum
      logic [15:0] quanta;
      if (l == 1 && NC == 1) assign quanta = rx_time[15:0];
      else if (l == 1) assign quanta = rx_level[1] ? rx_time[15:0] : rx_time[31:16];
      else assign quanta = rx_time[16*l+:16];
      always_ff @(posedge clk_timers) begin
        load[l] <= loads[l];
        runs[l] <= loads[l] && quanta != '0;
        written[17*l+:17] <= ~(message_now + {1'b0, g_when.added[16*l+:16]});
      end
      assign times[16*l+:16] = quanta;
    end
    if (PORT_LIMITS) begin : g_when
      logic [16*Lanes-1:0] added;
      always_ff @(posedge clk_timers) {added, stores, stored_row} <= {times, load, row};
    end else begin : g_when
      logic [16*Lanes-1:0] added;
      assign {added, stores, stored_row} = {times, load, row};
    end
  endgenerate
  always_ff @(posedge clk_timers) begin
    row <= coming;
    for (int p = 0; p < NP; p++) begin
      to_classes[p] <= !to_port_itself && rx_port == PW'(p);
      to_port[p] <= to_port_itself && rx_port == PW'(p);
    end
  end

  // The low bits of the row to visit are read in the first cycle and compared in the second; its high bits are read in
  // the second and compared in the third; in the fourth cycle timers end.
  logic [RW-1:0] visit1, visit2;
  logic [NP-1:0] at_classes, at_port;
  always_ff @(posedge clk_timers) begin
    visit1 <= visit;
    visit2 <= visit1;
    for (int p = 0; p < NP; p++) begin
      at_classes[p] <= visit2 == {1'b0, VB'(p)};
      at_port[p] <= visit2 == {1'b1, VB'(p)};
    end
  end

  // no_rw_check: a deadline that is read while it is written is not judged.
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = "distributed" *) logic [Low*Lanes-1:0] lows[2**RW];
  (* no_rw_check, ram_style = "distributed" *) logic [High*Lanes-1:0] highs[2**RW];
`else
  (* no_rw_check, ram_style = "block" *) logic [Low*Lanes-1:0] lows[2**RW];
  (* no_rw_check, ram_style = "block" *) logic [High*Lanes-1:0] highs[2**RW];
`endif
  logic [Low*Lanes-1:0] low;
  logic [High*Lanes-1:0] high;
  always_ff @(posedge clk_timers) begin
    for (int i = 0; i < Lanes; i++)
      if (stores[i]) begin
        lows[stored_row][Low*i+:Low] <= written[17*i+:Low];
        highs[stored_row][High*i+:High] <= written[17*i+Low+:High];
      end
    low <= lows[visit];
    high <= highs[visit1];
  end
  logic [Lanes-1:0] top;
  generate
    if (High == 9) begin : g_top_in_ram
      for (l = 0; l < Lanes; l = l + 1) begin : g_lane
        assign top[l] = high[High*l+High-1];
      end
    end else begin : g_top_in_flops
      // Each flip-flop keeps its value through its own LUT: an enable for each one would need another LUT.
      logic [NP*NC-1:0] tops, load_top, new_top;
      logic [NP-1:0] port_tops, load_port_top, all_tops, load_all_top;
      logic [Lanes-1:0] written_top;
      logic [NP-1:0] stored_classes, stored_port;  // stored_row by port
      if (PORT_LIMITS) begin : g_stored
        always_ff @(posedge clk_timers) {stored_classes, stored_port} <= {to_classes, to_port};
      end else begin : g_stored
        assign {stored_classes, stored_port} = {to_classes, to_port};
      end
      for (l = 0; l < Lanes; l = l + 1) begin : g_lane
        logic [2**RW-1:0] column;
        always_comb begin
          column = '0;
          for (int p = 0; p < NP; p++) column[p] = l < NC && tops[p*NC+(l<NC?l:0)];
          if (l == 0) column[2**VB+:NP] = port_tops;
          if (l == 1) column[2**VB+:NP] = all_tops;
        end
        always_ff @(posedge clk_timers) top[l] <= l <= 1 ? column[visit1] : column[{1'b0, visit1[VB-1:0]}];
        assign written_top[l] = written[17*l+16];
      end
      always_comb
        for (int p = 0; p < NP; p++) begin
          load_top[p*NC+:NC] = stores[NC-1:0] & {NC{stored_classes[p]}};
          new_top[p*NC+:NC] = written_top[NC-1:0];
          load_port_top[p] = stores[0] && stored_port[p];
          load_all_top[p] = stores[1] && stored_port[p];
        end
      always_ff @(posedge clk_timers) begin
        tops <= (load_top & new_top) | (tops & ~load_top);
        port_tops <= (load_port_top & {NP{written_top[0]}}) | (port_tops & ~load_port_top);
        all_tops <= (load_all_top & {NP{written_top[1]}}) | (all_tops & ~load_all_top);
      end
    end
  endgenerate

  // The sign of a 17-bit difference decides. For a timer of n quanta the value is (quanta since the message) - n - 1. n
  // is at most 65,535, and a timer that has ended is judged or replaced within 2 NP + 5 cycles, with PORT_LIMITS within
  // 3 R + 5, of at most 8 quanta each. So the value is from -65,536 to 1,600. fresh: loaded since the deadline was
  // read, so the comparison does not count.
  logic [8:0] now_high;  // of visit_now, one cycle later
  logic [Lanes-1:0] fresh1, fresh2, ends;  // fresh2: includes timers loaded in the same cycle
  always_ff @(posedge clk_timers) begin
    now_high <= visit_now[16:Low];
    fresh1 <= (row == visit ? load : '0) | (stored_row == visit ? stores : '0);
    fresh2 <= fresh1 | (row == visit1 ? load : '0) | (coming == visit1 ? loads : '0);
  end
  generate
    for (l = 0; l < Lanes; l = l + 1) begin : g_lane
      logic carry, unused_since;
      logic [Low:0] since_low;
      logic [9:0] since;  // sum of bits 8 to 15, from bit 1 on, with its carry
      // fresh1 in the carry's position makes the carry a sum bit, for a LUT in the chain. The result may be wrong only
      // for a fresh timer.
      assign since_low = {1'b0, visit_now[Low-1:0]} + {fresh1[l], low[Low*l+:Low]};
      assign since = {1'b0, now_high[7:0], 1'b1} + {1'b0, high[High*l+:8], carry};
      always_ff @(posedge clk_timers) begin
        carry <= since_low[Low];
        ends[l] <= !(now_high[8] ^ top[l] ^ since[9]) && !fresh2[l];
      end
      assign unused_since = ^{since_low[Low-1:0], since[8:0]};
    end
  endgenerate

  // A timer loaded in this cycle takes the new state; a timer that has ended and is not loaded stops.
  logic [NP*NC-1:0] set, cleared, ended;
  logic [NP-1:0] port_set, port_cleared, port_ended, all_set, all_cleared, all_ended;
  always_comb
    for (int p = 0; p < NP; p++) begin
      set[p*NC+:NC] = runs[NC-1:0] & {NC{to_classes[p]}};
      cleared[p*NC+:NC] = load[NC-1:0] & {NC{to_classes[p]}};
      ended[p*NC+:NC] = ends[NC-1:0] & {NC{at_classes[p]}};
      {all_set[p], port_set[p]} = runs[1:0] & {2{to_port[p]}};
      {all_cleared[p], port_cleared[p]} = load[1:0] & {2{to_port[p]}};
      {all_ended[p], port_ended[p]} = ends[1:0] & {2{at_port[p]}};
    end
  always_ff @(posedge clk_timers)
    if (rst || clear) begin
      class_paused <= '0;
      port_paused <= '0;
      all_paused <= '0;
    end else begin
      class_paused <= set | (class_paused & ~ended & ~cleared);
      port_paused <= port_set | (port_paused & ~port_ended & ~port_cleared);
      all_paused <= all_set | (all_paused & ~all_ended & ~all_cleared);
    end

`ifdef FORMAL_PAUSE_RX
`include "sluice_pause_rx.svh"
`endif
endmodule
`default_nettype wire
