// UART receiver, 8N1. It samples the middle of each bit. rx must be synchronous to clk.
// Latency: valid is a pulse of one cycle in the middle of the stop bit. A character without a stop bit is dropped.
`default_nettype none
module selftest_uart_rx #(
    parameter int DIVIDER = 104  // cycles per bit
) (
    input  wire logic       clk,    // clock
    input  wire logic       rst,    // reset, active high
    input  wire logic       rx,     // serial line
    output logic            valid,  // a character was received
    output logic      [7:0] data    // the character
);
  localparam logic [11:0] Half = 12'(DIVIDER / 2 - 2);
  localparam logic [11:0] Whole = 12'(DIVIDER - 2);
  logic [11:0] passed;  // cycles since the last sample
  logic [3:0] left;     // remaining samples: start bit, data bits, stop bit
  logic idle, sample, start;
  logic [8:0] shift;    // received bits; the stop bit enters last
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
    else if (sample) idle <= left == 4'd1 || (start && rx);  // start && rx: the start bit was only a glitch
    valid <= !idle && sample && left == 4'd1 && rx;
  end
endmodule
`default_nettype wire
