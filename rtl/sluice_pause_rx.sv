// Upstream side: one pause timer per egress class and one per port [spec 5]. A message loads the timers whose enable
// bit is set; 0 clears, a new value replaces the old one, the other timers go on. A port-level message loads the
// port's timer with the time of class 0.
// A timer is a deadline in a RAM and a flop that says it runs; ports are visited in turn, one per clock, so that a
// timer ends 0 to NP + 1 clocks after its time, never before.
// Latency: message in clock t, state in clock t + 1.
`default_nettype none
module sluice_pause_rx #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic             rx_level,
    input  wire logic [NC-1:0]    rx_enable,
    input  wire logic [16*NC-1:0] rx_time,
    input  wire logic [16:0]      now,           // quanta
    output logic      [NP*NC-1:0] class_paused,
    output logic      [NP-1:0]    port_paused
);
  localparam logic [PW-1:0] LastPort = PW'(NP - 1);
  localparam int Lanes = NC + 1;  // lane c < NC is class c, lane NC the port
  // Bits of a deadline that are in block RAM, however few the ports: those of nine lanes fill eight RAMs of the iCE40.
  // With few ports the low ones are in flops, from where they come sooner: the carry starts there.
  localparam int High = 14;
  localparam int Low = 17 - High;

  // The port to visit: its deadlines are read in one clock and judged in the next; those that have passed end in the one
  // after.
  logic [PW-1:0] visit, visit1;
  logic [NP-1:0] at2;
  always_ff @(posedge clk) begin
    if (rst) visit <= '0;
    else visit <= visit == LastPort ? '0 : visit + 1'b1;
    visit1 <= visit;
    for (int p = 0; p < NP; p++) at2[p] <= visit1 == PW'(p);
  end

  // no_rw_check: a deadline read while it is written is not judged.
  (* no_rw_check, ram_style = "block" *) logic [High*Lanes-1:0] highs[2**PW];
  (* no_rw_check *) logic [Low*Lanes-1:0] lows[2**PW];
  logic [Low*Lanes-1:0] low;
  logic [High*Lanes-1:0] high;
  logic [Lanes-1:0] enable;
  assign enable = rx_level ? {1'b1, {NC{1'b0}}} : {1'b0, rx_enable};
  logic [Lanes*16-1:0] times;  // the port's is that of class 0
  assign times = {rx_time[15:0], rx_time};
  always_ff @(posedge clk) begin
    if (rx_valid)
      for (int l = 0; l < Lanes; l++)
        if (enable[l]) begin
          lows[rx_port][Low*l+:Low] <= Low'(~(now + {1'b0, times[16*l+:16]}));
          highs[rx_port][High*l+:High] <= High'(~(now + {1'b0, times[16*l+:16]}) >> Low);
        end
    low <= lows[visit];
    high <= highs[visit];
  end

  // 17 bits tell by the sign what has passed: a deadline is at most 65,535 quanta ahead, and one that has passed is judged,
  // or replaced, within NP + 2 clocks of at most 8 quanta each. So now - deadline is from -65,535 to 528.
  // Deadlines are kept inverted: a carry chain that subtracts what it reads as it is needs no inverters.
  logic [NP*Lanes-1:0] running, paused;
  logic active;  // some timer runs
  logic [Lanes-1:0] runs, fresh1, fresh2, passed2;  // fresh: what was loaded since the deadline was read is not judged by it
  genvar l;
  generate
    for (l = 0; l < Lanes; l = l + 1) begin : g_lane
      logic [16:0] since;
      assign since = now - ~{high[High*l+:High], low[Low*l+:Low]};
      assign runs[l] = times[16*l+:16] != '0;
      always_ff @(posedge clk) if (active) passed2[l] <= !since[16];
      logic unused_since;
      assign unused_since = ^since[15:0];
    end
  endgenerate

  always_ff @(posedge clk) begin
    active <= running != '0;
    fresh1 <= rx_valid && rx_port == visit ? enable : '0;
    fresh2 <= fresh1 | (rx_valid && rx_port == visit1 ? enable : '0);
  end

  // The state is the flop, less what the last clock found to have ended.
  always_comb
    for (int p = 0; p < NP; p++) begin
      paused[p*Lanes+:Lanes] = running[p*Lanes+:Lanes] & ~(passed2 & ~fresh2 & {Lanes{at2[p]}});
      class_paused[p*NC+:NC] = paused[p*Lanes+:NC];
      port_paused[p] = paused[p*Lanes+NC];
    end
  always_ff @(posedge clk)
    for (int p = 0; p < NP; p++)
      if (rst) running[p*Lanes+:Lanes] <= '0;
      else if (rx_valid && rx_port == PW'(p))
        running[p*Lanes+:Lanes] <= (enable & runs) | (~enable & paused[p*Lanes+:Lanes]);
      else running[p*Lanes+:Lanes] <= paused[p*Lanes+:Lanes];
endmodule
`default_nettype wire
