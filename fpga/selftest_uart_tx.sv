// UART transmitter, 8N1. It accepts a character while valid and ready are high. The line is 1 when it is idle.
// Latency: the bits follow a tick that runs all the time, so the start bit begins up to one bit time after the
// character was accepted.
`default_nettype none
module selftest_uart_tx #(
    parameter int DIVIDER = 104  // cycles per bit, 2 to 4,097
) (
    input  wire logic       clk,    // clock
    input  wire logic       rst,    // reset, active high
    input  wire logic       valid,  // a character waits
    output logic            ready,  // the character is accepted
    input  wire logic [7:0] data,   // the character
    output logic            tx      // serial line
);
  logic [11:0] passed;  // cycles since the last tick
  logic tick;
  logic [8:0] shift;    // start bit first, then data
  logic [9:0] left;     // one bit for each remaining bit, the stop bit included
  always_ff @(posedge clk) begin
    passed <= rst || tick ? '0 : passed + 12'd1;
    tick <= !rst && passed == 12'(DIVIDER - 2);
    if (rst) begin
      left <= '0;
      ready <= 1'b0;
      tx <= 1'b1;
    end else begin
      ready <= left == '0 && !ready;
      if (ready && valid) begin
        shift <= {data, 1'b0};
        left <= '1;
      end else if (tick) begin
        tx <= shift[0] || !left[0];
        shift <= {1'b1, shift[8:1]};
        left <= {1'b0, left[9:1]};
      end
    end
  end

  // A bad parameter stops elaboration, because the module below does not exist.
  generate
    if (DIVIDER < 2 || DIVIDER > 4097) begin : g_check
      selftest_parameter_out_of_range bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
