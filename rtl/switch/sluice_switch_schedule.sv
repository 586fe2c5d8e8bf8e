// Which class a port sends next: the highest of the strict ones that may; otherwise the others share by deficit round robin. A frame's cells
// are not known before it is chosen: so a class with a positive credit sends, and its cells are taken off afterwards (surplus
// round robin). The turn stays with a class while its credit is positive. One that the turn passes is given its quantum where it may
// send, and loses its credit where it has nothing to. Where no credit is positive, the turn passes all of them, and the
// first sends. Credits stay within -4,096 and 4,095.
// Latency: what may be chosen in clock t, any in t, the choice in t + 1; its cells are given in t + 3, and its port may choose again in t + 5.
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
    input  wire logic             choose,      // the choice will be used
    input  wire logic [NB-1:0]    cells,       // of the choice, three clocks later
    output logic                  any,
    output logic      [CW-1:0]    cls          // the choice, a clock later
);
  localparam int KW = 13;                      // a credit, two's complement
  logic [NC*KW-1:0] credits[NP];
  logic [NC*NP-1:0] positives;                 // the credits that are
  logic [CW-1:0] turns[NP];
  logic [NP-1:0] known;                        // credits and turn are not those before reset
  logic [NP-1:0] nobody;                       // of each port: no class that shares has a positive credit
  logic [NC-1:0] shares, rich;
  logic [NC-1:0] rich_of[NP];
  logic none;
  assign shares = may & ~strict;
  assign rich = rich_of[port];
  assign none = nobody[port];
  assign any = may != '0;

  // Second clock: the choice, in the turn's order: from turn on, then from 0 on
  logic [NC-1:0] from_1, shares_1, filled_1, first_1;
  logic [CW-1:0] turn_1, pick, highest;
  logic none_1, sharing_1, choose_1;
  logic [PW-1:0] port_1;
  always_comb begin
    pick = '0;
    for (int i = NC - 1; i >= 0; i--) if (from_1[i]) pick = CW'(i);
    for (int i = NC - 1; i >= 0; i--) if (from_1[i] && CW'(i) >= turn_1) pick = CW'(i);
    highest = '0;
    for (int i = 0; i < NC; i++) if (first_1[i]) highest = CW'(i);
  end
  assign cls = sharing_1 ? pick : highest;

  // A clock for what the turn has passed, one more, then one in which the cells of the one it stays with come, and one to take them off
  // What is left is stored a clock later.
  logic [NC*KW-1:0] credit_2, passed_3, passed_4, charged, charged_5;
  logic charge_5, known_1;
  logic [PW-1:0] port_5;
  logic [NC-1:0] shares_2, filled_2, is_pick, positive_4, above;
  logic [CW-1:0] turn_2, pick_2, pick_3, pick_4;
  logic [NB-1:0] cells_4;
  logic none_2, charge_2, charge_3, charge_4;
  logic [PW-1:0] port_2, port_3, port_4;
  genvar p, c;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      assign rich_of[p] = shares & positives[p*NC+:NC];
      assign nobody[p] = (shares & positives[p*NC+:NC]) == '0;
      always_ff @(posedge clk)
        if (rst) {known[p], positives[p*NC+:NC]} <= '0;
        else if (charge_4 && port_4 == PW'(p)) {known[p], positives[p*NC+:NC]} <= {1'b1, above};
    end
    for (c = 0; c < NC; c = c + 1) begin : g_credit
      logic passes;
      logic [KW-1:0] now, after;
      logic [KW:0] less;
      logic behind, ahead;  // the turn comes to it later in this round; it stands before the pick
      assign behind = 32'(turn_2) <= c;
      assign ahead = 32'(pick_2) > c;
      assign passes = none_2 || (pick_2 >= turn_2 ? behind && ahead : behind || ahead);
      assign now = credit_2[c*KW+:KW];
      assign after = !passes ? now : shares_2[c] ? now + {1'b0, quantum[12*c+:12]} : filled_2[c] ? now : '0;
      always_ff @(posedge clk) passed_3[c*KW+:KW] <= after;
      assign less = {passed_4[c*KW+KW-1], passed_4[c*KW+:KW]} - (is_pick[c] ? (KW + 1)'(cells_4) : '0);
      always_ff @(posedge clk) begin
        is_pick[c] <= pick_3 == CW'(c);
        positive_4[c] <= !passed_3[c*KW+KW-1] && passed_3[c*KW+:KW] != '0;
      end
      assign above[c] = is_pick[c] ? !passed_4[c*KW+KW-1] && passed_4[c*KW+:KW-1] > (KW - 1)'(cells_4) : positive_4[c];
      assign charged[c*KW+:KW] = less[KW] && !less[KW-1] ? {1'b1, {KW - 1{1'b0}}} : less[KW-1:0];
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (rst) begin
      {choose_1, charge_2, charge_3, charge_4} <= '0;
    end else begin
      {choose_1, charge_2, charge_3, charge_4} <= {choose, choose_1 && sharing_1, charge_2, charge_3};
    end
    {port_1, port_2, port_3, port_4} <= {port, port_1, port_2, port_3};
    from_1 <= none ? shares : rich;
    first_1 <= (may & strict);
    sharing_1 <= (may & strict) == '0;
    turn_1 <= known[port] ? turns[port] : '0;
    known_1 <= known[port];
    {none_1, shares_1, filled_1} <= {none, shares, is_filled};
    {none_2, turn_2, shares_2, filled_2} <= {none_1, turn_1, shares_1, filled_1};
    credit_2 <= known_1 ? credits[port_1] : '0;
    {pick_2, pick_3, pick_4} <= {pick, pick_2, pick_3};
    passed_4 <= passed_3;
    cells_4 <= cells;
    charge_5 <= charge_4 && !rst;
    {port_5, charged_5} <= {port_4, charged};
    if (charge_5) credits[port_5] <= charged_5;
    if (charge_4) turns[port_4] <= pick_4;
  end
endmodule
`default_nettype wire
