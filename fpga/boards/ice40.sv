// Top of an iCE40 board: the clock, from a pin or from the PLL, and the self-test of the MMU.
`default_nettype none
module board #(
    parameter int LEDS = 3,     // number of LEDs
    parameter int BUTTONS = 0,  // number of buttons
    parameter int PLL = 0,      // 1: F = pin * (DIVF + 1) / (DIVR + 1) / 2^DIVQ; icepll prints the values
    parameter int DIVR = 0,
    parameter int DIVF = 0,
    parameter int DIVQ = 0,
    parameter int FILTER = 0
) (
    input  wire logic             clk,    // clock at the pin
    input  wire logic [BUTTONS:0] sense,  // bit 0: UART receive, bit 1: button
    output logic                  tx,     // UART transmit
    output logic      [LEDS-1:0]  led     // LEDs of the self-test
);
  logic fast, locked;
  generate
    if (PLL != 0) begin : g_pll
      SB_PLL40_CORE #(
          .FEEDBACK_PATH("SIMPLE"), .DIVR(4'(DIVR)), .DIVF(7'(DIVF)), .DIVQ(3'(DIVQ)), .FILTER_RANGE(3'(FILTER))
      ) pll (
          .REFERENCECLK(clk), .RESETB(1'b1), .BYPASS(1'b0), .PLLOUTGLOBAL(fast), .LOCK(locked));
    end else begin : g_pin
      assign fast = clk;
      assign locked = 1'b1;
    end
  endgenerate
  selftest test (.clk(fast), .locked(locked), .sense(sense), .tx(tx), .led(led));
endmodule
`default_nettype wire
