// A RAM of rows of counters modulo 2^BITS. One row per cycle can be incremented, by an amount for each column.
// Latency: read_at in cycle t, values in t + 1, which include increments up to t - 1. While clear is 1, the row at
// clear_at is set to 0.
// Collisions: clear wins over add.
`default_nettype none
module sluice_switch_counters #(
    parameter int ROWS = 32,                        // rows
    parameter int COLUMNS = 2,                      // counters of a row
    parameter int AMOUNT = 14,                      // bits of an amount
    parameter int BITS = 64,                        // bits of a counter
    parameter int RW = ROWS > 1 ? $clog2(ROWS) : 1  // derived: do not set
) (
    input  wire logic                      clk,
    input  wire logic                      clear,     // clear a row
    input  wire logic [RW-1:0]             clear_at,  // row to clear
    input  wire logic                      add,       // increment a row
    input  wire logic [RW-1:0]             add_at,    // row to increment
    input  wire logic [COLUMNS*AMOUNT-1:0] amounts,   // amount for each column
    input  wire logic [RW-1:0]             read_at,   // row to read
    output logic      [COLUMNS*BITS-1:0]   values     // counters of that row
);
  logic add_1, clear_1;
  logic [RW-1:0] at_1;
  logic [COLUMNS*AMOUNT-1:0] amounts_1;
  logic [COLUMNS*BITS-1:0] row, sums;
  always_ff @(posedge clk) begin
    {add_1, clear_1} <= {add && !clear, clear};
    at_1 <= clear ? clear_at : add_at;
    amounts_1 <= clear ? '0 : amounts;
  end
  genvar c;
  generate
    for (c = 0; c < COLUMNS; c = c + 1) begin : g_column
      // To clear is to add 0 to 0, because a multiplexer behind the adder would make the loop longer.
      assign sums[BITS*c+:BITS] = (row[BITS*c+:BITS] & {BITS{!clear_1}}) + BITS'(amounts_1[AMOUNT*c+:AMOUNT]);
    end
  endgenerate
  sluice_ram #(.AW(RW), .DW(BITS * COLUMNS), .READERS(2), .ADDRESS_WAITS(1'b0)) rows (
      .clk, .write(add_1 || clear_1), .write_addr(at_1), .write_data(sums), .read(2'b11), .read_addr({read_at, add_at}),
      .read_data({values, row}));
endmodule
`default_nettype wire
