// UART receiver, 8N1: samples in the middle of each bit. rx must be synchronous to clk.
// valid is a pulse of one cycle, in the middle of the stop bit; a character without one is dropped.
`default_nettype none
module selftest_uart_rx #(
    parameter int DIVIDER = 104  // cycles per bit
) (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic       rx,
    output logic            valid,
    output logic      [7:0] data
);
  localparam logic [11:0] Half = 12'(DIVIDER / 2 - 2);
  localparam logic [11:0] Whole = 12'(DIVIDER - 2);
  logic [11:0] passed;  // cycles since the last sample
  logic [3:0] left;     // samples still to be taken: start bit, data, stop bit
  logic idle, sample, start;
  logic [8:0] shift;    // the stop bit last
  assign data = shift[7:0];
  always_ff @(posedge clk) begin
    passed <= idle || sample ? '0 : passed + 12'd1;
    start <= left == 4'd10;
    sample <= !idle && !sample && passed == (start ? Half : Whole);
    if (sample) shift <= {rx, shift[8:1]};
    if (idle) left <= 4'd10;
    else if (sample) left <= left - 4'd1;
    if (rst) idle <= 1'b1;
    else if (idle) idle <= rx;
    else if (sample) idle <= left == 4'd1 || (start && rx);  // a start bit that is none: noise
    valid <= !idle && sample && left == 4'd1 && rx;
  end
endmodule
`default_nettype wire
