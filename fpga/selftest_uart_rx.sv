// UART receiver, 8N1: samples in the middle of each bit. rx must be synchronous to clk.
// valid is a pulse of one clock, in the middle of the stop bit; a character without one is dropped.
`default_nettype none
module selftest_uart_rx #(
    parameter int DIVIDER = 104  // clocks per bit
) (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic       rx,
    output logic            valid,
    output logic      [7:0] data
);
  logic [15:0] pause;  // clocks until the next sample
  logic [3:0] left;    // samples still to be taken: start bit, data, stop bit
  logic [7:0] shift;
  assign data = shift;
  always_ff @(posedge clk)
    if (rst) begin
      left <= '0;
      pause <= '0;
      valid <= 1'b0;
    end else begin
      valid <= 1'b0;
      if (left == '0) begin
        pause <= 16'(DIVIDER / 2 - 1);
        if (!rx) left <= 4'd10;
      end else if (pause != '0) begin
        pause <= pause - 16'd1;
      end else begin
        pause <= 16'(DIVIDER - 1);
        left <= left == 4'd10 && rx ? '0 : left - 4'd1;  // a start bit that is none: noise
        if (left == 4'd1) valid <= rx;
        else shift <= {rx, shift[7:1]};
      end
    end
endmodule
`default_nettype wire
