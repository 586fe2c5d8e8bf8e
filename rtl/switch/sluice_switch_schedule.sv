// Selects the class that a port sends next. The highest eligible strict class wins. Otherwise the other classes share
// the port by deficit round robin. The size of a frame is unknown before it is selected, so a class with a positive
// credit sends, and its bytes are debited afterwards (surplus round robin, docs/hardware/switch.md). The selection
// searches from next_class upwards, cyclically. A class that it passes gains its quantum if the class is eligible, and
// loses its credit if its queue is empty. If no credit is positive, it passes all classes and selects the first
// eligible one. A class stays next_class while its credit is positive. Credits are bytes, within -2^18 and 2^18 - 1.
// Latency: eligible and any in cycle t, the selected class in t + 1, its bytes in t + 3; the port may select again in t
// + 5.
`default_nettype none
module sluice_switch_schedule #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port number
    parameter int CW = 3   // bits of a class number
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [PW-1:0]    early_port, // port that selects, one cycle earlier
    input  wire logic [PW-1:0]    port,       // port that selects
    input  wire logic [NC-1:0]    eligible,   // classes that may send
    input  wire logic [NC-1:0]    is_filled,  // classes with a frame
    input  wire logic [NC-1:0]    strict,     // classes with strict priority
    input  wire logic [12*NC-1:0] quantum,    // units of 64 bytes; of class c at [12 * c +: 12]
    input  wire logic             choose,     // the selection will be used
    input  wire logic [13:0]      bytes,      // bytes of the selected frame with FCS, three cycles later
    output logic                  any,        // a class is eligible
    output logic      [CW-1:0]    cls         // the selected class, one cycle later
);
  localparam int UW = $clog2(sluice_switch_pkg::QUANTUM_UNIT);
  localparam int KW = 13 + UW;  // bits of a credit, two's complement
  logic [NC*KW-1:0] credits[NP];
  logic [NC*NP-1:0] positives;  // credits that are positive
  logic [NC-1:0] from_nexts[NP];  // classes from next_class on
  logic [NP-1:0] initialized;   // credits and from_next have been written since reset
  logic [NC-1:0] positives_of[NP];
  logic [NC-1:0] has_credit, positive, choices, from_next;
  logic no_credit, is_later, is_written, debit_4;  // is_later: a choice is at or above next_class
  logic [PW-1:0] port_4;
  logic [NC-1:0] positive_after, from_pick_4;
  assign has_credit = eligible & positive;
  assign no_credit = has_credit == '0;
  assign any = eligible != '0;
  // The choice is from all eligible classes if none of those that share has a positive credit.
  assign choices = no_credit ? eligible : has_credit;
  assign is_later = no_credit ? (eligible & from_next) != '0 : (has_credit & from_next) != '0;
  // Looked up one cycle before, and corrected by the write of that cycle
  assign is_written = debit_4 && port_4 == early_port;
  always_ff @(posedge clk) begin
    positive <= is_written ? positive_after : positives_of[early_port];
    from_next <= is_written ? from_pick_4 : initialized[early_port] ? from_nexts[early_port] : '1;
  end

  // Second cycle: the selection, in round-robin order: from next_class on, then from class 0 on
  logic [NC-1:0] from_next_1;
  logic [NC-1:0] choices_1, later_1, first_1, eligible_1, filled_1, strict_1;  // later: the choices from next_class on
  logic [CW-1:0] pick, highest_strict;
  logic no_credit_1, is_later_1, use_weighted_1, choose_1;
  assign first_1 = is_later_1 ? later_1 : choices_1;
  logic [PW-1:0] port_1;
  always_comb begin
    pick = '0;
    for (int i = NC - 1; i >= 0; i--) if (first_1[i]) pick = CW'(i);
    highest_strict = '0;
    for (int i = 0; i < NC; i++) if (strict_1[i]) highest_strict = CW'(i);
  end
  assign cls = use_weighted_1 ? pick : highest_strict;

  // Third cycle: credits of the classes that the selection has passed. Then a cycle in which the bytes arrive, one
  // cycle to debit them, and one to limit and store the credits.
  logic [NC*KW-1:0] credit_2, credit_3, credit_4, debited;
  logic [NC*(KW+1)-1:0] remaining_5;
  logic debit_5, initialized_1;
  logic [PW-1:0] port_5;
  logic [NC-1:0] eligible_2, filled_2, from_next_2, is_pick, positive_4;
  logic [CW-1:0] pick_2, pick_3;
  logic [13:0] bytes_4;
  logic no_credit_2, is_later_2, debit_2, debit_3;
  logic [PW-1:0] port_2, port_3;
  genvar p, c;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      assign positives_of[p] = positives[p*NC+:NC];
      always_ff @(posedge clk)
        if (rst) {initialized[p], positives[p*NC+:NC]} <= '0;
        else if (debit_4 && port_4 == PW'(p)) {initialized[p], positives[p*NC+:NC]} <= {1'b1, positive_after};
    end
    for (c = 0; c < NC; c = c + 1) begin : g_credit
      logic is_visited;
      logic [KW-1:0] credit, visited;
      logic [KW:0] remaining;
      logic before_pick;  // the class is below the selected one
      assign before_pick = 32'(pick_2) > c;
      assign is_visited = no_credit_2 || (is_later_2 ? from_next_2[c] && before_pick : from_next_2[c] || before_pick);
      assign credit = credit_2[c*KW+:KW];
      assign visited = !is_visited ? credit :
          eligible_2[c] ? credit + {1'b0, quantum[12*c+:12], {UW{1'b0}}} : filled_2[c] ? credit : '0;
      always_ff @(posedge clk) credit_3[c*KW+:KW] <= visited;
      assign remaining = remaining_5[c*(KW+1)+:KW+1];
      always_ff @(posedge clk) begin
        is_pick[c] <= pick_3 == CW'(c);
        from_pick_4[c] <= 32'(pick_3) <= c;
        remaining_5[c*(KW+1)+:KW+1] <=
            {credit_4[c*KW+KW-1], credit_4[c*KW+:KW]} - (is_pick[c] ? (KW + 1)'(bytes_4) : '0);
        positive_4[c] <= !credit_3[c*KW+KW-1] && credit_3[c*KW+:KW] != '0;
      end
      assign positive_after[c] =
          is_pick[c] ? !credit_4[c*KW+KW-1] && credit_4[c*KW+:KW-1] > (KW - 1)'(bytes_4) : positive_4[c];
      assign debited[c*KW+:KW] = remaining[KW] && !remaining[KW-1] ? {1'b1, {KW - 1{1'b0}}} : remaining[KW-1:0];
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (rst) begin
      {choose_1, debit_2, debit_3, debit_4} <= '0;
    end else begin
      {choose_1, debit_2, debit_3, debit_4} <= {choose, choose_1 && use_weighted_1, debit_2, debit_3};
    end
    {port_1, port_2, port_3, port_4} <= {port, port_1, port_2, port_3};
    strict_1 <= (eligible & strict);
    use_weighted_1 <= (eligible & strict) == '0;
    initialized_1 <= initialized[port];
    {choices_1, later_1, is_later_1} <= {choices, choices & from_next, is_later};
    {no_credit_1, eligible_1, from_next_1, filled_1} <= {no_credit, eligible, from_next, is_filled};
    {no_credit_2, is_later_2} <= {no_credit_1, is_later_1};
    {eligible_2, from_next_2, filled_2} <= {eligible_1, from_next_1, filled_1};
    credit_2 <= initialized_1 ? credits[port_1] : '0;
    {pick_2, pick_3} <= {pick, pick_2};
    credit_4 <= credit_3;
    bytes_4 <= bytes;
    debit_5 <= debit_4 && !rst;
    port_5 <= port_4;
    if (debit_5) credits[port_5] <= debited;
    if (debit_4) from_nexts[port_4] <= from_pick_4;
  end
endmodule
`default_nettype wire
