// Reads the row of one port from a table of flip-flops. The port is known one cycle ahead.
// With more than 8 ports the port is decoded in that cycle; each bit of the row is an AND-OR of its column, and no net
// spans the whole table.
// Latency: port in cycle t - 1; row of the table's contents in cycle t. A port that does not exist reads 0.
// SLUICE_BY_WORD: the simulator reads whole words, because columns cost it an operation per bit.
`default_nettype none
module sluice_row #(
    parameter int NP = 4,  // ports
    parameter int PW = 2,  // bits of a port number
    parameter int B = 8    // bits of a row
) (
    input  wire logic            clk,   // clock
    input  wire logic [PW-1:0]   port,  // cycle t - 1: port to read
    input  wire logic [NP*B-1:0] rows,  // cycle t: the table, port p at [p * B +: B]
    output logic      [B-1:0]    row    // cycle t: its row
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
      sluice_select #(.NP(NP), .B(B)) select (.at, .rows, .row);
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
