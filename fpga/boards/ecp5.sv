// Top of an ECP5 board: the clock, from a pin or from a PLL, and the self-test.
`default_nettype none
module board #(
    parameter int LEDS = 3,       // number of LEDs
    parameter int BUTTONS = 0,    // number of buttons
    parameter int SWITCH = 0,     // 0: test of the MMU, 1: test of the switch
    parameter int PLL = 0,        // 1: F = pin * FEEDBACK / REFERENCE.
                                  // The oscillator runs at F * OUTPUT, which must be 400 to 800 MHz; see ecppll
    parameter int REFERENCE = 1,  // divider of the clock at the pin
    parameter int FEEDBACK = 1,   // multiplier of F
    parameter int OUTPUT = 1      // divider of the oscillator
) (
    input  wire logic             clk,    // clock at the pin
    input  wire logic [BUTTONS:0] sense,  // bit 0: UART receive, bit 1: button
    output logic                  tx,     // UART transmit
    output logic      [LEDS-1:0]  led     // LEDs of the self-test
);
  logic fast, locked;
  generate
    if (PLL != 0) begin : g_pll
      // Loop filter and phase have the values of ecppll.
      (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
      EHXPLLL #(
          .CLKI_DIV(REFERENCE), .CLKFB_DIV(FEEDBACK), .CLKOP_DIV(OUTPUT), .CLKOP_ENABLE("ENABLED"),
          .CLKOP_CPHASE(OUTPUT / 2 - 1), .CLKOP_FPHASE(0), .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"),
          .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED")
      ) pll (
          .CLKI(clk), .CLKFB(fast), .CLKOP(fast), .LOCK(locked), .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0),
          .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0));
    end else begin : g_pin
      assign fast = clk;
      assign locked = 1'b1;
    end
  endgenerate
  generate
    if (SWITCH != 0) begin : g_switch
      selftest_switch test (.clk(fast), .locked(locked), .sense(sense), .tx(tx), .led(led));
    end else begin : g_mmu
      selftest test (.clk(fast), .locked(locked), .sense(sense), .tx(tx), .led(led));
    end
  endgenerate
endmodule
`default_nettype wire
