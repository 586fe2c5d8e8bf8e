// Feedback levels of many bits (GFC), one row of all classes per port, as messages carry them, in RAM. As in
// sluice_levels, each source writes a copy of its own, here a cycle later. A level that is written in the cycle of the
// read bypasses the RAM.
// Latency: port in cycle u; row, of the levels in cycle u, in cycle u + 1 and until the next read.
`default_nettype none
module sluice_level_rows #(
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port
    parameter int CW = 3,  // bits of a class
    parameter int LW = 16  // bits of a level
) (
    input  wire logic             clk,  // clock
    input  wire logic             rst,  // synchronous reset, active high
    // new levels of the two sources
    input  wire logic             clk_levels,     // clock of the writes
    input  wire logic [1:0]       written,        // per source: a level is written in this cycle
    input  wire logic [2*PW-1:0]  written_port,   // port of that level
    input  wire logic [2*CW-1:0]  written_class,  // class of that level
    input  wire logic [2*LW-1:0]  written_level,  // the level
    // cycle u
    input  wire logic             read,          // cycle u: read a row
    input  wire logic [PW-1:0]    port,          // cycle u: port of the row
    input  wire logic [NC-1:0]    level_active,  // per class: the level is not 0, see sluice_levels
    input  wire logic [NC-1:0]    newer,         // per class: source 1 wrote last
`ifdef FORMAL
    input  wire logic [PW-1:0]    watch,    // for the proofs: a port
    output logic    [2*NC*LW-1:0] watched,  // for the proofs: the rows of the port at watch, source 0 in the lower half
`endif
    // cycle u + 1
    input  wire logic [NC-1:0]    reported,  // cycle u + 1: classes whose level is output; the other ones are 0
    output logic      [NC*LW-1:0] row        // levels, class c at [c * LW +: LW]
);
  logic [2*LW-1:0] level1;    // levels written in the read cycle
  logic [2*NC-1:0] bypass;    // classes whose level bypasses the RAM
  logic [NC-1:0] level_active1, newer1;
  logic [2*NC*LW-1:0] stored;
  always_ff @(posedge clk)
    if (rst) {level_active1, bypass} <= '0;
    else if (read) begin
      {level_active1, newer1} <= {level_active, newer};
      for (int v = 0; v < 2; v++)
        for (int i = 0; i < NC; i++)
          bypass[v*NC+i] <= written[v] && written_port[v*PW+:PW] == port && written_class[v*CW+:CW] == CW'(i);
    end
  always_ff @(posedge clk) if (read) level1 <= written_level;

  genvar v, c;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_snapshot
`ifdef SLUICE_LUTRAM
      (* no_rw_check, ram_style = "distributed" *) logic [NC*LW-1:0] mem[2**PW];
`else
      (* no_rw_check, ram_style = "block" *) logic [NC*LW-1:0] mem[2**PW];
`endif
      always_ff @(posedge clk_levels)
        for (int i = 0; i < NC; i++)
          if (written[v] && written_class[v*CW+:CW] == CW'(i)) mem[written_port[v*PW+:PW]][LW*i+:LW] <=
              written_level[v*LW+:LW];
      always_ff @(posedge clk) if (read) stored[v*NC*LW+:NC*LW] <= mem[port];
`ifdef FORMAL
      assign watched[v*NC*LW+:NC*LW] = mem[watch];
`endif
    end
    for (c = 0; c < NC; c = c + 1) begin : g_class
      logic some;
      logic [1:0] from, from_bypass;
      assign some = reported[c] && level_active1[c];
      assign from_bypass = {some && bypass[NC+c], some && bypass[c]};
      assign from = {some && newer1[c] && !bypass[NC+c], some && !newer1[c] && !bypass[c]};
      assign row[c*LW+:LW] = (stored[c*LW+:LW] & {LW{from[0]}}) | (stored[NC*LW+c*LW+:LW] & {LW{from[1]}}) |
          (level1[0+:LW] & {LW{from_bypass[0]}}) | (level1[LW+:LW] & {LW{from_bypass[1]}});
    end
  endgenerate
endmodule
`default_nettype wire
