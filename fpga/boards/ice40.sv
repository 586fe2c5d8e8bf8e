// The top of an iCE40 board: the clock, from the pin or from the PLL, and the self-test.
`default_nettype none
module board #(
    parameter int LEDS = 3,
    parameter int BUTTONS = 0,
    parameter int PLL = 0,   // 1: F = pin * (DIVF + 1) / (DIVR + 1) / 2^DIVQ, as icepll prints it
    parameter int DIVR = 0,
    parameter int DIVF = 0,
    parameter int DIVQ = 0,
    parameter int FILTER = 0
) (
    input  wire logic             clk,
    input  wire logic [BUTTONS:0] sense,
    output logic                  tx,
    output logic      [LEDS-1:0]  led
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
