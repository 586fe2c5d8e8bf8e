// UART transmitter, 8N1. Takes a character when valid and ready; the line is idle at 1. The bits follow a tick that never
// stops, so the start bit comes up to a bit later than the character.
`default_nettype none
module selftest_uart_tx #(
    parameter int DIVIDER = 104  // cycles per bit
) (
    input  wire logic       clk,
    input  wire logic       rst,
    input  wire logic       valid,
    output logic            ready,
    input  wire logic [7:0] data,
    output logic            tx
);
  logic [11:0] passed;  // cycles since the last bit
  logic tick;
  logic [8:0] shift;    // start bit first, then data
  logic [9:0] left;     // one bit for each that is still to be sent, the stop bit among them
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

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (DIVIDER < 2 || DIVIDER > 4097) begin : g_check
      selftest_parameter_out_of_range bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
