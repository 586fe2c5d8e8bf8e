// The row that at names by one bit: an AND-OR of each column. No bit: all 0. Combinational.
// The simulator's copy (SLUICE_BY_WORD) takes whole words.
`default_nettype none
module sluice_select #(
    parameter int NP = 4,
    parameter int B = 8   // bits of a row
) (
    input  wire logic [NP-1:0]   at,
    input  wire logic [NP*B-1:0] rows,
    output logic      [B-1:0]    row
);
`ifdef SLUICE_BY_WORD
  always_comb begin
    row = '0;
    for (int p = 0; p < NP; p++) if (at[p]) row |= rows[p*B+:B];
  end
`else
  genvar b, p;
  generate
    for (b = 0; b < B; b = b + 1) begin : g_bit
      logic [NP-1:0] column;
      for (p = 0; p < NP; p = p + 1) begin : g_port
        assign column[p] = rows[p*B+b];
      end
      assign row[b] = (column & at) != '0;
    end
  endgenerate
`endif
endmodule
`default_nettype wire
