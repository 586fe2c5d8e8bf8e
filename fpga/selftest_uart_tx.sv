// UART transmitter, 8N1. Takes a character when valid and ready; the line is idle at 1.
`default_nettype none
module selftest_uart_tx #(
    parameter int DIVIDER = 104  // clocks per bit
) (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic       valid,
    output logic            ready,
    input  wire logic [7:0] data,
    output logic            tx
);
  logic [15:0] pause;  // clocks until the next bit
  logic [9:0] shift;   // start bit, data, stop bit; 0 when all has been sent
  assign ready = shift == '0 && pause == '0;
  always_ff @(posedge clk)
    if (rst) begin
      shift <= '0;
      pause <= '0;
      tx <= 1'b1;
    end else if (ready) begin
      if (valid) shift <= {1'b1, data, 1'b0};
    end else if (pause != '0) begin
      pause <= pause - 16'd1;
    end else begin
      tx <= shift[0];
      shift <= {1'b0, shift[9:1]};
      pause <= 16'(DIVIDER - 1);
    end
endmodule
`default_nettype wire
