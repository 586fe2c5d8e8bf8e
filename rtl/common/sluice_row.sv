// The row of one port in a table that is held in flops, read in the clock in which it is used. The port is given a clock ahead: of
// many ports it is decoded by then, so that each bit of the row is an AND-OR of its column, and no wire goes to all of the table.
// Latency: port in clock t - 1, row of what the table holds in clock t. Ports that do not exist: all 0.
// The simulator's copy (SLUICE_BY_WORD) takes whole words: columns cost it an operation per bit.
`default_nettype none
module sluice_row #(
    parameter int NP = 4,
    parameter int PW = 2,
    parameter int B = 8   // bits of a row
) (
    input  wire logic            clk,
    input  wire logic [PW-1:0]   port,  // clock t - 1
    input  wire logic [NP*B-1:0] rows,  // clock t
    output logic      [B-1:0]    row
);
`ifdef SLUICE_BY_WORD
  logic [PW-1:0] at;
  logic [2**PW*B-1:0] table_rows;
  always_ff @(posedge clk) at <= port;
  assign table_rows = (2**PW*B)'(rows);
  assign row = table_rows[32'(at)*B+:B];
`else
  genvar b, p;
  generate
    if (NP > 8) begin : g_decoded
      logic [NP-1:0] at;
      always_ff @(posedge clk) for (int k = 0; k < NP; k++) at[k] <= port == PW'(k);
      sluice_select #(.NP(NP), .B(B)) select (.at(at), .rows(rows), .row(row));
    end else begin : g_index
      logic [PW-1:0] at;
      always_ff @(posedge clk) at <= port;
      for (b = 0; b < B; b = b + 1) begin : g_bit
        logic [2**PW-1:0] column;
        for (p = 0; p < 2**PW; p = p + 1) begin : g_port
          if (p < NP) begin : g_is
            assign column[p] = rows[p*B+b];
          end else begin : g_is_not
            assign column[p] = 1'b0;
          end
        end
        assign row[b] = column[at];
      end
    end
  endgenerate
`endif
endmodule
`default_nettype wire
