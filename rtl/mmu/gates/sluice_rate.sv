// Upstream side of GFC: the rate adjuster and limiter [GFC 4.1, 4.2; spec 6]. A feedback message sets the level of a
// port's classes; a packet that leaves a queue of level k > 0 is charged (sluice_toll), and the queue is held until it has paid
// (sluice_debt). GFC: n cells are charged, and C / 2^k paid in a clock. GFC-linear: n D / C room-clocks, paid with the room
// D - level in a clock, so the rate is C * (D - level) / D, and what is multiplied is a packet, not the rate of every queue; a
// queue whose level is D or more is stopped.
// Unit of a debt: cells / 2^31; GFC-linear: room-clocks / 2^8.
// A round visits every queue once and pays for as many clocks as it has: 2 clocks for each of at most 32 queues; of more a lane
// each for some classes of all ports, at most one for each class: then a round has 2 clocks for each of 32 or 64 queues.
// What is paid too much is credit, so that the rate over a backlog is exact.
// Latency: a message counts for a packet of the same clock; packet in clock t, held in clock t + 2; level that stops in clock t,
// held in clock t + 1. A visit sees levels of messages up to clock u, and the queue is free in clock u + 7 at the earliest.
// Of two messages to a port in successive clocks the later one may come a round late.
// Clear forgets all of it, also what is under way, as a reset does; only the round goes on.
`default_nettype none
module sluice_rate #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter logic [0:0] LINEAR = 1,  // GFC-linear is built
    parameter logic [0:0] STAGED = 1   // GFC is built
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             enabled,      // GFC or GFC-linear is in use
    input  wire logic             linear,       // it is GFC-linear
    input  wire logic             clear,
    input  wire logic [23:0]      cell_step,    // C: cells per clock, in 2^-16
    input  wire logic [31:0]      drain_cycles,  // D / C: clocks in which a link sends D cells, in 2^-8
    input  wire logic [15:0]      linear_range,     // D, cells
    // feedback from the downstream of a port
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic [NC-1:0]    rx_enable,
    input  wire logic [16*NC-1:0] rx_time,      // level: stage 0..15, or cells above B0
    // a packet of an egress queue starts to leave
    input  wire logic             snd_valid,
    input  wire logic [PW-1:0]    snd_port,
    input  wire logic [CW-1:0]    snd_class,
    input  wire logic [W-1:0]     snd_cells,
    output logic      [NP*NC-1:0] rate_blocked          // 1: egress queue (p, c) may not start a packet
);
  localparam int AW = PW + CW;
  localparam int NB = sluice_pkg::packet_bits(W);
  localparam int LaneBits = AW <= 5 ? 0 : AW - 5 < CW ? AW - 5 : CW;  // the low ones of a class
  localparam int Lanes = 2 ** LaneBits;
  localparam int SB = AW - LaneBits > 3 ? AW - LaneBits : 3;  // of a queue's number in its lane
  localparam int RB = SB + 1;                                 // of the round
  localparam int LB = LINEAR ? 16 : 4;                        // of a level
  localparam int Fraction = STAGED ? 31 : 8;
  localparam int CB = LINEAR ? NB + 32 : NB + Fraction;
  localparam int PB = STAGED ? 24 + RB + 15 : 16 + 8 + RB;

`ifdef FORMAL
  (* anyconst *) logic [AW-1:0] f_queue;  // any queue, its word, and what waits or is owed there
  logic [SB-1:0] f_slot;
  logic [1:0] f_waiting;
  logic [Lanes-1:0] f_owes;
  assign f_slot = SB'(32'(f_queue) >> LaneBits);
`endif
  logic reset, is_linear;
  assign reset = rst || clear;
  assign is_linear = LINEAR && (!STAGED || linear);

  // Feedback. Levels are kept as they came; of a stage only 4 bits count.
  logic [NC-1:0] load, limits, stops;
  logic [LB*NC-1:0] level_in;
  logic [NP*NC-1:0] limited;  // level is not 0; a level in the RAM counts where this is set
  logic loads;                // some of it
  assign loads = rx_valid && enabled && {1'b0, rx_port} < (PW + 1)'(NP);
  assign load = rx_enable & {NC{loads}};
  always_ff @(posedge clk) begin
    if (reset) limited <= '0;
    else if (loads)
      for (int p = 0; p < NP; p++)
        if (rx_port == PW'(p)) limited[p*NC+:NC] <= (rx_enable & limits) | (~rx_enable & limited[p*NC+:NC]);
  end
  genvar c, l;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_level
      assign level_in[LB*c+:LB] = rx_time[16*c+:LB];
      if (LINEAR) begin : g_linear
        assign limits[c] = rx_time[16*c+:4] != '0 || (is_linear && rx_time[16*c+4+:12] != '0);
        assign stops[c] = is_linear && rx_time[16*c+:16] >= linear_range;
      end else begin : g_staged
        assign limits[c] = rx_time[16*c+:4] != '0;
        assign stops[c] = 1'b0;
      end
    end
  endgenerate

  // Packet: in clock t + 1 it waits for its charge, and holds.
  logic limited_now, take, full, ready, charges;
  logic [AW-1:0] queue1, charged, charged_ahead;
  logic [NB-1:0] cells1;
  logic take1;
  logic [CB-1:0] charge;
  assign limited_now = rx_valid && rx_enable[snd_class] && rx_port == snd_port ? limits[snd_class] : limited[snd_port*NC+32'(snd_class)];
  assign take = snd_valid && enabled && {1'b0, snd_port} < (PW + 1)'(NP) && {1'b0, snd_class} < (CW + 1)'(NC) &&
      limited_now;
  always_ff @(posedge clk) begin
    take1 <= take && !reset;
    queue1 <= {snd_port, snd_class};
    cells1 <= snd_cells >> NB != '0 ? '1 : snd_cells[NB-1:0];
  end
  sluice_charge_queue #(.AW(AW), .NB(NB), .CB(CB), .FRACTION(Fraction), .STAGED(STAGED), .LINEAR(LINEAR)) charge_queue (
      .clk(clk), .reset(reset), .linear(is_linear), .drain_cycles(drain_cycles), .valid(take1), .queue(queue1), .cells(cells1),
`ifdef FORMAL
      .watch(f_queue), .watched(f_waiting),
`endif
      .full(full), .ready(ready), .charged(charged), .charged_ahead(charged_ahead), .charge(charge), .take(charges));

  // The round. Of a visit that reads the debt in clock u the row of levels is read in clocks u - 3 and u - 2: what is written in
  // one of them is read in the other. What is paid follows in clock u. A charge keeps away from the visits of its queue.
  localparam int HighBits = CW - LaneBits;  // of a class within its lane
  logic [RB-1:0] round;
  logic [SB-1:0] place, place1, slot, charged_slot, distance;  // of clock u - 3; of u - 1; of u
  logic visits, written, twice, apart, unused_distance;
  logic [PW-1:0] port_ahead;
  assign place = round[RB-1:1];
  assign port_ahead = place[HighBits+:PW];
  assign visits = round[0];
  assign charged_slot = SB'(32'(charged) >> LaneBits);
  assign unused_distance = ^distance[1:0];
  assign distance = SB'(32'(charged_ahead) >> LaneBits) - place1 + SB'(2);  // of the next clock
  assign charges = ready && !visits && apart;
  // no_rw_check: see above.
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = "distributed" *) logic [LB*NC-1:0] mem[2**PW];
`else
  (* no_rw_check, ram_style = "block" *) logic [LB*NC-1:0] mem[2**PW];
`endif
  logic [LB*NC-1:0] levels;
  always_ff @(posedge clk) begin
    round <= rst ? '0 : round + 1'b1;
    {place1, slot} <= {place, place1};
    apart <= distance[SB-1:2] != '0;
    for (int i = 0; i < NC; i++) if (load[i]) mem[rx_port][LB*i+:LB] <= level_in[LB*i+:LB];
    levels <= mem[port_ahead];
    written <= loads && rx_enable != '0 && rx_port == port_ahead;
    twice <= written;
  end

  logic [Lanes-1:0] frees, owes;
  logic [Lanes*SB-1:0] result_slot;
  generate
    for (l = 0; l < Lanes; l = l + 1) begin : g_lane
      logic [2**CW-1:0] limited_row;
      logic [CW-1:0] cls;
      logic [LB-1:0] picked, first, level;
      logic [NC-1:0] at;
      logic limited_first;
      logic [PB-1:0] pay, pay1;
      assign cls = CW'(place1 << LaneBits) | CW'(l);
      always_comb begin
        limited_row = '0;
        for (int p = 0; p < NP; p++) if (place1[HighBits+:PW] == PW'(p)) limited_row = (2**CW)'(limited[p*NC+:NC]);
        for (int i = 0; i < NC; i++) at[i] = cls == CW'(i);
      end
      sluice_select #(.NP(NC), .B(LB)) pick (.at(at), .rows(levels), .row(picked));
      if (LINEAR) begin : g_linear
        logic [15:0] range_left;
        logic none;
        assign {none, range_left} = {1'b0, linear_range} - {1'b0, level};
        assign pay = !is_linear ? (PB'(cell_step) << (RB + 15)) >> level[3:0] : none ? '0 : PB'(range_left) << (RB + 8);
      end else begin : g_staged
        assign pay = (PB'(cell_step) << (RB + 15)) >> level;
      end
      always_ff @(posedge clk) begin
        first <= picked;
        limited_first <= limited_row[cls];
        level <= (twice ? picked : first) & {LB{limited_first}} & LB'({{12{is_linear}}, 4'hf});
        pay1 <= pay;
      end
      logic mine;
      if (LaneBits > 0) begin : g_mine
        assign mine = charged[LaneBits-1:0] == LaneBits'(l);
      end else begin : g_only
        assign mine = 1'b1;
      end
      sluice_deficit #(.SB(SB), .PB(PB), .CB(CB)) deficit (
`ifdef FORMAL
          .watch(f_slot), .watched(f_owes[l]),
`endif
          .clk(clk), .reset(reset), .visits(visits), .valid(visits || (charges && mine)), .slot(visits ? slot : charged_slot),
          .pay_1(pay1), .charge_1(charge), .slot_3(result_slot[l*SB+:SB]), .frees_3(frees[l]), .owes_3(owes[l]));
    end
  endgenerate

  // By comparison: an index times NC would become a shifter of all queues.
  logic [NP*NC-1:0] owing, stopped;
  always_ff @(posedge clk)
    if (reset) owing <= '0;
    else
      for (int p = 0; p < NP; p++)
        for (int i = 0; i < NC; i++) begin
          if (result_slot[(i%Lanes)*SB+:SB] == SB'(p * 2 ** HighBits + i / Lanes)) begin
            if (frees[i%Lanes]) owing[p*NC+i] <= 1'b0;
            if (owes[i%Lanes]) owing[p*NC+i] <= 1'b1;
          end
          if (take1 && !full && queue1 == {PW'(p), CW'(i)}) owing[p*NC+i] <= 1'b1;
        end
  generate
    if (LINEAR) begin : g_stop
      always_ff @(posedge clk) begin
        if (reset) stopped <= '0;
        else if (loads)
          for (int p = 0; p < NP; p++)
            if (rx_port == PW'(p)) stopped[p*NC+:NC] <= (rx_enable & stops) | (~rx_enable & stopped[p*NC+:NC]);
      end
    end else begin : g_no_stop
      assign stopped = '0;
      logic unused;
      assign unused = ^{rx_time, drain_cycles, linear_range, stops};
    end
  endgenerate
  assign rate_blocked = owing | stopped;

`ifdef FORMAL_RATE
`include "sluice_rate.svh"
`endif
endmodule
`default_nettype wire
