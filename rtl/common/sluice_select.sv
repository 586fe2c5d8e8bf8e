// Selects the row of the port whose bit of at is set: an AND-OR of each column. Without a bit set the row is 0.
// Latency: combinational. SLUICE_BY_WORD: the simulator selects whole words.
`default_nettype none
module sluice_select #(
    parameter int NP = 4,  // rows
    parameter int B = 8    // bits of a row
) (
    input  wire logic [NP-1:0]   at,    // one-hot: row to select
    input  wire logic [NP*B-1:0] rows,  // row p at [p * B +: B]
    output logic      [B-1:0]    row    // the selected row
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
