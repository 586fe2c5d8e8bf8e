// Upstream side of GFC: the rate adjuster and limiter [GFC 4.1, 4.2; spec 6]. A feedback message sets the level of a
// port's classes; a packet of n cells that leaves a queue of level k > 0 charges it, and the queue is held until the
// charge is paid. GFC: charge n * 2^k cells, paid with C in every clock, so the rate is C / 2^k. GFC-linear: charge
// n * D / C room-clocks, paid with the room D - level in every clock, so it is C * (D - level) / D, and the multiplier is
// one for all queues; a queue whose level is D or more is stopped.
// A queue's debt, in cells or room-clocks / 2^16 (/ 2^8 without GFC), is a word of a RAM; a charge counts whole cells, or
// room-clocks / 2^8. What does not fit stays at the largest that does.
// A round of P = max(8, 2^PW) clocks visits every port once: the visit adds the charge and subtracts what a round pays.
// What it pays too much, and one more round, is credit for a packet charged by one of the next two visits (a queue may be
// free before its last packet is out), so that the rate over a backlog is exact where a charge is worth a round or more; a
// lower charge holds for one round.
// Latency: a message counts for a packet of the same clock; packet in clock t, held in clock t + 2; level that stops
// in clock t, held in clock t + 1. A visit reads in clock u, the queue is free in clock u + 2.
// Clear forgets all of it, also the message, packet and visit under way, as a reset does; only the round goes on. A
// packet before the last one's charge was taken replaces that charge: a packet has to last 2 clocks.
`default_nettype none
module sluice_rate #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter bit LINEAR = 1,  // GFC-linear is built
    parameter bit STAGED = 1   // GFC is built
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             enabled,      // GFC or GFC-linear is in use; if not, debts are still paid
    input  wire logic             linear,       // it is GFC-linear
    input  wire logic             clear,
    input  wire logic [23:0]      cell_step,    // C: cells per clock, in 2^-16
    input  wire logic [31:0]      room_clocks,  // D / C: clocks in which a link sends D cells, in 2^-8
    input  wire logic [15:0]      room_max,     // D, cells
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
    output logic      [NP*NC-1:0] held          // 1: egress queue (p, c) may not start a packet
);
  localparam int RB = PW > 3 ? PW : 3;  // bits of the round: P = 2^RB
  localparam int LB = LINEAR ? 16 : 4;  // of a level
  localparam int FC = LINEAR ? 8 : 0;   // of a charge, below the point
  localparam int FD = STAGED ? 16 : 8;  // of a debt, below the point
  localparam int HB = (W > 17 ? 32 : W + 15) + FC;  // of a charge: n * 2^15 cells; a packet of 2^15 clocks at any D < 2^W
  localparam int DB = HB - FC + FD;                 // of a debt, without sign
  localparam int YB = (LINEAR ? 16 + FD : 24) + RB;  // of what a round pays; below DB, as W is 8 or more
  localparam int Readers = LINEAR ? 2 : 1;

  logic reset, is_linear;
  assign reset = rst || clear;
  assign is_linear = LINEAR && (!STAGED || linear);

  // Feedback
  logic [NC-1:0] load, limits, stops;
  logic [LB*NC-1:0] level_in;
  logic [NP*NC-1:0] limited;  // level is not 0; a level in the RAM counts where this is set
  assign load = rx_valid && enabled && {1'b0, rx_port} < (PW + 1)'(NP) ? rx_enable : '0;
  always_ff @(posedge clk) begin
    if (reset) limited <= '0;
    else if (load != '0)
      for (int p = 0; p < NP; p++)
        if (rx_port == PW'(p)) limited[p*NC+:NC] <= (load & limits) | (~load & limited[p*NC+:NC]);
  end

  // Packet: clock t reads its level, clock t + 1 charges
  logic limited_now, take, take1;
  logic [PW-1:0] port1;
  logic [CW-1:0] class1;
  logic [W-1:0] cells1;
  logic [HB-1:0] charge;
  assign limited_now = load[snd_class] && rx_port == snd_port ? limits[snd_class] : limited[snd_port*NC+32'(snd_class)];
  assign take = snd_valid && enabled && {1'b0, snd_port} < (PW + 1)'(NP) && {1'b0, snd_class} < (CW + 1)'(NC) &&
      limited_now;
  always_ff @(posedge clk) begin
    take1 <= take && !reset;
    if (take) {port1, class1, cells1} <= {snd_port, snd_class, snd_cells};
  end

  // Visit: clock u reads, clock u + 1 pays
  logic [RB-1:0] round;
  logic [PW-1:0] visit, visit1;
  logic look, look1;
  logic [NP*NC-1:0] fresh, owing;  // a charge waits for the visit; a packet is not paid for, fresh included
  logic [NP*NC-1:0] kept, stale;   // the debt in the RAM counts, else it is 0; it is credit that has waited for a visit
  logic [NC-1:0] kept0, fresh1, owing1, kept1, stale1, paid;
  assign visit = round[PW-1:0];
  assign kept0 = kept[visit*NC+:NC];
  assign look = {1'b0, round} < (RB + 1)'(NP) && (kept0 | fresh[visit*NC+:NC]) != '0;
  always_ff @(posedge clk) begin
    round <= rst ? '0 : round + 1'b1;
    look1 <= look && !reset;
    if (look) begin
      visit1 <= visit;
      kept1 <= kept0;
      stale1 <= stale[visit*NC+:NC];
      fresh1 <= fresh[visit*NC+:NC];
      owing1 <= owing[visit*NC+:NC];
    end
  end

  logic [LB*NC-1:0] levels1;  // of the packet
  genvar c;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_class
      // Level
      logic snd;
      logic [Readers*LB-1:0] levels;
      assign snd = take && snd_class == CW'(c);
      sluice_ram #(.AW(PW), .DW(LB), .READERS(Readers)) level (
          .clk(clk), .write(load[c]), .write_addr(rx_port), .write_data(level_in[LB*c+:LB]),
          .read(Readers'({look, snd})), .read_addr((Readers * PW)'({visit, snd_port})), .read_data(levels));
      assign levels1[LB*c+:LB] = levels[LB-1:0];
      assign limits[c] = level_in[LB*c+:LB] != '0;

      // What a round pays
      logic pays;
      logic [YB-1:0] pay;
      assign pays = look1 && (owing1[c] || (kept1[c] && !stale1[c]));
      if (LINEAR) begin : g_linear
        assign level_in[LB*c+:LB] = is_linear ? rx_time[16*c+:16] : {12'b0, rx_time[16*c+:4]};
        assign stops[c] = is_linear && rx_time[16*c+:16] >= room_max;
        logic [15:0] level1, room;
        logic none;
        assign level1 = levels[LB+:16];
        always_comb begin
          {none, room} = '0;
          pay = 'x;
          if (pays) begin
            {none, room} = {1'b0, room_max} - {1'b0, level1};
            pay = !is_linear ? YB'({cell_step, {RB{1'b0}}}) : none ? '0 : {room, {(FD + RB) {1'b0}}};
          end
        end
      end else begin : g_staged
        assign level_in[LB*c+:LB] = rx_time[16*c+:4];
        assign stops[c] = 1'b0;
        assign pay = {cell_step, {RB{1'b0}}};
      end

      // Debt. The RAM holds it less one, so that the sign says paid. A packet uses up the credit before it; a debt
      // that does not fit stays at the largest that does.
      logic [HB-1:0] charge1, cells;
      logic [DB:0] stored, next;
      logic [DB+1:0] old, sum;
      sluice_ram #(.AW(PW), .DW(HB), .READERS(1)) charges (
          .clk(clk), .write(take1 && class1 == CW'(c)), .write_addr(port1), .write_data(charge),
          .read(look), .read_addr(visit), .read_data(charge1));
      // no_rw_check: the visit that writes is at another port than the one that reads.
      (* no_rw_check *) logic [DB:0] debts[2**PW];
      always_ff @(posedge clk) begin
        if (look) stored <= kept0[c] ? debts[visit] : '1;
        if (pays) debts[visit1] <= next;
      end
      assign old = {stored[DB], stored};
      assign cells = fresh1[c] ? charge1 : '0;
      always_comb begin
        sum = 'x;
        next = 'x;  // not used
        if (pays) begin
          sum = old + ((DB + 2)'(cells) << (FD - FC));
          if (sum >> DB == (DB + 2)'(1)) sum = (DB + 2)'({DB{1'b1}});
          else if (sum >> DB != '0 && fresh1[c]) sum = '1;
          next = (DB + 1)'(sum - (DB + 2)'(pay));
        end
      end
      assign paid[c] = next[DB];
    end

    // The multiplier starts from registers, not from the level.
    logic [W+31:0] room_wide;
    logic [W+14:0] cells_wide;
    logic [HB-FC-1:0] cells_most;
    always_comb begin
      room_wide = '0;
      cells_wide = '0;
      cells_most = '0;
      charge = '0;
      if (take1 && is_linear) begin
        room_wide = (W + 32)'(cells1) * (W + 32)'(room_clocks);
        charge = (room_wide >> HB) != '0 ? '1 : HB'(room_wide);
      end else if (take1 && STAGED) begin
        cells_wide = {15'b0, cells1} << levels1[class1*LB+:4];
        cells_most = (cells_wide >> (HB - FC)) != '0 ? '1 : (HB - FC)'(cells_wide);
        charge = HB'(cells_most) << FC;
      end
    end

    if (LINEAR) begin : g_stop
      logic [NP*NC-1:0] stopped;
      always_ff @(posedge clk) begin
        if (reset) stopped <= '0;
        else if (load != '0)
          for (int p = 0; p < NP; p++)
            if (rx_port == PW'(p)) stopped[p*NC+:NC] <= (load & stops) | (~load & stopped[p*NC+:NC]);
      end
      assign held = owing | stopped;
    end else begin : g_no_stop
      assign held = owing;
      logic unused;
      assign unused = ^{rx_time, room_clocks, room_max, stops};
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (reset) begin
      kept <= '0;
      stale <= '0;
      fresh <= '0;
      owing <= '0;
    end else begin
      // By comparison: an index times NC would become a shifter of all queues.
      if (look1)
        for (int p = 0; p < NP; p++)
          if (visit1 == PW'(p)) begin
            kept[p*NC+:NC] <= owing1 | (kept1 & ~stale1);
            stale[p*NC+:NC] <= ~owing1;
            fresh[p*NC+:NC] <= fresh[p*NC+:NC] & ~fresh1;
            // A charge that came too late for this visit keeps the queue held.
            owing[p*NC+:NC] <= owing[p*NC+:NC] & ~(owing1 & paid & (fresh1 | ~fresh[p*NC+:NC]));
          end
      if (take1)
        for (int q = 0; q < NP * NC; q++)
          if (port1 == PW'(q / NC) && class1 == CW'(q % NC)) begin
            fresh[q] <= 1'b1;
            owing[q] <= 1'b1;
          end
    end
  end
endmodule
`default_nettype wire
