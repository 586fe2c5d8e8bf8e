// Simulates the self-test in Icarus: decodes the UART of one run and prints the text. Parameters are those of selftest.
// Simulation only.
`default_nettype none
`timescale 1ns / 1ns
module slice #(
    parameter int NP = 4,
    parameter int NC = 4,
    parameter int W = 12,
    parameter logic [6:0] SCHEMES = 7,
    parameter bit STATS = 0,
    parameter int CLK_HZ = 12000000,
    parameter int PARTS_PER_SECOND = 6000,
    parameter int LEDS = 3,
    parameter bit LED_LOW = 0,
    parameter int BUTTONS = 0,
    parameter bit BUTTON_LOW = 1
);
  localparam int DIVIDER = 2;
  localparam int LINES = 2 + 2 * selftest_plan::PARTS;  // lines of text in a run

  logic clk, tx;
  logic [BUTTONS:0] sense;
  logic [LEDS-1:0] led;
  selftest #(
      .NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .STATS(STATS), .CLK_HZ(CLK_HZ),
      .PARTS_PER_SECOND(PARTS_PER_SECOND), .DIVIDER(DIVIDER), .LEDS(LEDS), .LED_LOW(LED_LOW), .BUTTONS(BUTTONS),
      .BUTTON_LOW(BUTTON_LOW)
  ) board (
      .clk(clk), .locked(1'b1), .sense(sense), .tx(tx), .led(led));

  initial begin
    sense = {BUTTON_LOW, 1'b1};
    clk = 1'b0;
    forever #5 clk = ~clk;
  end

  logic [7:0] symbol;
  int lines;
  initial begin
    lines = 0;
    while (tx !== 1'b1) @(posedge clk);
    while (lines < LINES) begin
      while (tx !== 1'b0) @(posedge clk);
      repeat (DIVIDER / 2) @(posedge clk);
      for (int i = 0; i < 8; i++) begin
        repeat (DIVIDER) @(posedge clk);
        symbol[i] = tx;
      end
      repeat (DIVIDER) @(posedge clk);
      if (tx !== 1'b1 || ^symbol === 1'bx) symbol = "?";
      $write("%c", symbol);
      if (symbol == 8'h0A) lines = lines + 1;
    end
    $finish(0);
  end
  initial begin
    repeat (1000000) @(posedge clk);
    $display("no end");
    $finish(0);
  end
endmodule
`default_nettype wire
