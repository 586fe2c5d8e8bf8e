// Upstream side of GFC: rate adjuster and limiter [GFC 4.1, 4.2; spec 6]. A feedback message sets the levels of a
// port's classes. A packet from an egress queue with a level above 0 is charged (sluice_charge_queue); the queue is
// blocked until the charge is paid (sluice_deficit).
// GFC: n cells are charged, and C / 2^k is paid per cycle. GFC-linear: n D / C is charged, and D - level is paid per
// cycle, so the rate is C * (D - level) / D. Only a packet needs a product, not each queue. A queue whose level is D or
// more is stopped.
// Unit of a deficit: cells / 2^31; GFC-linear: cells * cycles / 2^8.
// A round visits every queue once and pays for the length of the round: 2 cycles for each of up to 32 queues. More
// queues are split into lanes, at most one per class, each for some classes of all ports; a round then has 2 cycles for
// each of 32 or 64 queues of a lane.
// Overpayment is credit, so the rate over a backlog is exact.
// Latency: a message counts for a packet of the same cycle. Packet in cycle t: blocked in t + 2. Level that stops a
// queue in cycle t: blocked in t + 1.
// A visit uses levels of messages up to cycle u, and its queue is free in u + 7 at the earliest. Of two messages to a
// port in successive cycles the later one may take effect a round late.
// clear resets all levels, packets and deficits, those under way too, as rst does; the round runs on.
`default_nettype none
module sluice_rate #(
    parameter int NP = 4,              // ports
    parameter int NC = 8,              // classes
    parameter int W = 18,              // bits of a cell counter
    parameter int PW = 2,              // bits of a port
    parameter int CW = 3,              // bits of a class
    parameter logic [0:0] LINEAR = 1,  // GFC-linear is built
    parameter logic [0:0] STAGED = 1,  // GFC is built
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own CELL_STEP and DRAIN_CYCLES
) (
    clk, rst, enabled, linear, clear, cell_step, drain_cycles, linear_range, commit, rx_valid, rx_port, rx_enable,
    rx_time, snd_valid, snd_port, snd_class, snd_cells, rate_blocked
);
  `SLUICE_COMMIT(PW)
  input wire logic clk;                  // clock
  input wire logic rst;                  // synchronous reset, active high
  input wire logic enabled;              // the scheme is GFC or GFC-linear
  input wire logic linear;               // the scheme is GFC-linear
  input wire logic clear;                // reset all levels and deficits
  input wire logic [23:0] cell_step;     // C: cells per cycle, in 2^-16
  input wire logic [31:0] drain_cycles;  // D / C: cycles in which a link sends D cells, in 2^-8
  input wire logic [15:0] linear_range;  // D, cells
  input commit_t commit;                 // the commit bus: with PORT_LIMITS each port has its own C
  // feedback from the downstream of a port
  input wire logic rx_valid;             // a feedback message
  input wire logic [PW-1:0] rx_port;     // egress port
  input wire logic [NC-1:0] rx_enable;   // classes whose level is set
  input wire logic [16*NC-1:0] rx_time;  // level: stage 0..15, or cells above B0
  // a packet of an egress queue starts to leave
  input wire logic snd_valid;            // a packet starts to leave
  input wire logic [PW-1:0] snd_port;    // its egress port
  input wire logic [CW-1:0] snd_class;   // class of the packet
  input wire logic [W-1:0] snd_cells;    // size of the packet, cells
  output logic [NP*NC-1:0] rate_blocked;  // 1: egress queue (p, c) may not start a packet
  localparam int AW = PW + CW;
  localparam int NB = sluice_pkg::packet_bits(W);
  localparam int LaneBits = AW <= 5 ? 0 : AW - 5 < CW ? AW - 5 : CW;  // low bits of the class: the number of the lane
  localparam int Lanes = 2 ** LaneBits;
  localparam int SB = AW - LaneBits > 3 ? AW - LaneBits : 3;  // bits of a queue's number within its lane
  localparam int RB = SB + 1;                                 // bits of the position in the round
  localparam int LB = LINEAR ? 16 : 4;                        // bits of a stored level
  localparam int Fraction = STAGED ? 31 : 8;
  localparam int CB = LINEAR ? NB + 32 : NB + Fraction;
  localparam int PB = STAGED ? 24 + RB + 15 : 16 + 8 + RB;

`ifdef FORMAL
  (* anyconst *) logic [AW-1:0] f_queue;  // any queue, the number of its word, and its packets or deficit
  logic [SB-1:0] f_slot;
  logic [1:0] f_waiting;
  logic [Lanes-1:0] f_owes;
  assign f_slot = SB'(32'(f_queue) >> LaneBits);
`endif
  logic reset, is_linear, unused_limits;
  assign unused_limits = ^{commit, cell_step};
  assign reset = rst || clear;
  assign is_linear = LINEAR && (!STAGED || linear);

  // Feedback. Levels are stored as received; of a stage only 4 bits are used.
  logic [NC-1:0] load, limits, stops;
  logic [LB*NC-1:0] level_in;
  logic [NP*NC-1:0] limited;  // the level is not 0; only then the level in the RAM is valid
  logic loads;                // a message sets levels
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

  // Packet: in cycle t + 1 the packet waits for its charge and blocks its queue.
  logic limited_now, take, full, ready, charges;
  logic [AW-1:0] queue1, charged, charged_ahead;
  logic [NB-1:0] cells1;
  logic take1;
  logic [CB-1:0] charge;
  assign limited_now = rx_valid && rx_enable[snd_class] &&
      rx_port == snd_port ? limits[snd_class] : limited[snd_port*NC+32'(snd_class)];
  assign take = snd_valid && enabled && {1'b0, snd_port} < (PW + 1)'(NP) && {1'b0, snd_class} < (CW + 1)'(NC) &&
      limited_now;
  always_ff @(posedge clk) begin
    take1 <= take && !reset;
    queue1 <= {snd_port, snd_class};
    cells1 <= snd_cells >> NB != '0 ? '1 : snd_cells[NB-1:0];
  end
  sluice_charge_queue #(
      .AW(AW), .NB(NB), .CB(CB), .FRACTION(Fraction), .STAGED(STAGED), .LINEAR(LINEAR), .NP(NP), .PW(PW),
      .PORT_LIMITS(PORT_LIMITS)
  ) charge_queue (
      .clk, .rst, .reset, .linear(is_linear), .drain_cycles, .commit, .valid(take1), .queue(queue1), .cells(cells1),
`ifdef FORMAL
      .watch(f_queue), .watched(f_waiting),
`endif
      .full, .ready, .charged, .charged_ahead, .charge, .take(charges));

  // The round. A visit that reads the deficit in cycle u reads the row of levels in cycles u - 3 and u - 2. If the row
  // is written during one of these reads, the other read is used. The pay is known in cycle u. A charge is not made
  // near a visit of its queue.
  localparam int HighBits = CW - LaneBits;  // bits of a class within its lane
  logic [RB-1:0] round;
  // place: word to visit in cycle u - 3; place1: in u - 1; slot: in u
  logic [SB-1:0] place, place1, slot, charged_slot, distance;
  logic visits, written, twice, apart, unused_distance;
  logic [PW-1:0] port_ahead;
  assign place = round[RB-1:1];
  assign port_ahead = place[HighBits+:PW];
  assign visits = round[0];
  assign charged_slot = SB'(32'(charged) >> LaneBits);
  assign unused_distance = ^distance[1:0];
  assign distance = SB'(32'(charged_ahead) >> LaneBits) - place1 + SB'(2);  // of the next cycle
  assign charges = ready && !visits && apart;
  // no_rw_check: of two reads, the one in a cycle without a write of the row is used.
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = "distributed" *) logic [LB*NC-1:0] mem[2**PW];
`else
  (* no_rw_check, ram_style = "block" *) logic [LB*NC-1:0] mem[2**PW];
`endif
  logic [LB*NC-1:0] levels;
  logic [23:0] port_step;  // CELL_STEP of the port to visit, in cycle u
  generate
    if (PORT_LIMITS && STAGED) begin : g_limits
      sluice_limits #(.BITS(24), .NP(NP), .PW(PW)) port_cell_step (
          .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_CELL_STEP]), .write_port(commit.port),
          .write_data(commit.data[23:0]), .take(commit.take), .port(port_ahead), .limit(port_step));
    end else begin : g_no_limits
      assign port_step = cell_step;
    end
  endgenerate
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
      sluice_select #(.NP(NC), .B(LB)) pick (.at, .rows(levels), .row(picked));
      if (LINEAR) begin : g_linear
        logic [15:0] range_left;
        logic none;
        assign {none, range_left} = {1'b0, linear_range} - {1'b0, level};
        assign pay = !is_linear ? (PB'(port_step) << (RB + 15)) >> level[3:0] : none ? '0 : PB'(range_left) << (RB + 8);
      end else begin : g_staged
        assign pay = (PB'(port_step) << (RB + 15)) >> level;
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
          .clk, .reset, .visits, .valid(visits || (charges && mine)), .slot(visits ? slot : charged_slot),
          .pay_1(pay1), .charge_1(charge), .slot_3(result_slot[l*SB+:SB]), .frees_3(frees[l]), .owes_3(owes[l]));
    end
  endgenerate

  // Compared, not indexed: an index times NC would become a shifter of all queues.
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
