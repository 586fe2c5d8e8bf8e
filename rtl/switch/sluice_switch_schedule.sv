// Which class a port sends next: the highest of the strict ones that may; otherwise the others share by deficit round robin. A frame's cells
// are not known before it is chosen: so a class with a positive credit sends, and its cells are taken off afterwards (surplus
// round robin). The turn stays with a class while its credit is positive. One that the turn passes is given its quantum where it may
// send, and loses its credit where it has nothing to. Where no credit is positive, the turn passes all of them, and the
// first sends. Credits stay within -4,096 and 4,095.
// Combinational; of a choice of clock t the cells are given in t + 2, and its port may choose again in t + 4.
`default_nettype none
module sluice_switch_schedule #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int NB = 9
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [PW-1:0]    port,
    input  wire logic [NC-1:0]    may,
    input  wire logic [NC-1:0]    is_filled,
    input  wire logic [NC-1:0]    strict,
    input  wire logic [12*NC-1:0] quantum,
    input  wire logic             choose,      // the choice is used
    input  wire logic [NB-1:0]    cells,       // of the choice, two clocks later
    output logic                  any,
    output logic      [CW-1:0]    cls
);
  localparam int KW = 13;                      // a credit, two's complement
  logic [NC*KW-1:0] credits[NP];
  logic [NC-1:0] positives[NP];                // the credits that are
  logic [CW-1:0] turns[NP];
  logic [NP-1:0] known;                        // credits and turn are not those before reset
  logic [NC*KW-1:0] credit;
  logic [NC-1:0] positive;
  logic [CW-1:0] turn;
  assign credit = known[port] ? credits[port] : '0;
  assign positive = known[port] ? positives[port] : '0;
  assign turn = known[port] ? turns[port] : '0;

  // In the turn's order: from turn on, then from 0 on
  logic [NC-1:0] shares, rich, from;
  logic none, sharing;
  logic [CW-1:0] pick, highest;
  assign shares = may & ~strict;
  assign none = rich == '0;
  assign from = none ? shares : rich;
  assign rich = shares & positive;
  always_comb begin
    pick = '0;
    for (int i = NC - 1; i >= 0; i--) if (from[i]) pick = CW'(i);
    for (int i = NC - 1; i >= 0; i--) if (from[i] && CW'(i) >= turn) pick = CW'(i);
    highest = '0;
    for (int i = 0; i < NC; i++) if (may[i] && strict[i]) highest = CW'(i);
  end
  assign sharing = (may & strict) == '0;
  assign any = may != '0;
  assign cls = sharing ? pick : highest;

  // A clock for what the turn has passed, then one in which the cells of the one it stays with come, and one to take them off
  logic [NC*KW-1:0] credit_1, passed_2, passed_3, charged;
  logic [NC-1:0] shares_1, filled_1, above;
  logic [CW-1:0] turn_1;
  logic [NB-1:0] cells_3;
  logic none_1, charge_1, charge_2, charge_3;
  logic [PW-1:0] port_1, port_2, port_3;
  logic [CW-1:0] pick_1, pick_2, pick_3;
  genvar c;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_credit
      logic passes;
      logic [KW-1:0] now, after;
      logic [KW:0] less;
      logic behind, ahead;  // the turn comes to it later in this round; it stands before the pick
      assign behind = 32'(turn_1) <= c;
      assign ahead = 32'(pick_1) > c;
      assign passes = none_1 || (pick_1 >= turn_1 ? behind && ahead : behind || ahead);
      assign now = credit_1[c*KW+:KW];
      assign after = !passes ? now : shares_1[c] ? now + {1'b0, quantum[12*c+:12]} : filled_1[c] ? now : '0;
      always_ff @(posedge clk) passed_2[c*KW+:KW] <= after;
      assign less = {passed_3[c*KW+KW-1], passed_3[c*KW+:KW]} - (pick_3 == CW'(c) ? (KW + 1)'(cells_3) : '0);
      assign above[c] = !less[KW] && less != '0;
      assign charged[c*KW+:KW] = less[KW] && !less[KW-1] ? {1'b1, {KW - 1{1'b0}}} : less[KW-1:0];
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (rst) begin
      known <= '0;
      {charge_1, charge_2, charge_3} <= '0;
    end else begin
      {charge_1, charge_2, charge_3} <= {choose && sharing, charge_1, charge_2};
      if (charge_3) known[port_3] <= 1'b1;
    end
    {port_1, port_2, port_3} <= {port, port_1, port_2};
    {pick_1, pick_2, pick_3} <= {pick, pick_1, pick_2};
    {none_1, turn_1, credit_1, shares_1, filled_1} <= {none, turn, credit, shares, is_filled};
    passed_3 <= passed_2;
    cells_3 <= cells;
    if (charge_3) begin
      credits[port_3] <= charged;
      positives[port_3] <= above;
      turns[port_3] <= pick_3;
    end
  end
endmodule
`default_nettype wire
