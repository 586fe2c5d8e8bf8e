// Counter of 30 bits. Three parts of 10 bits keep carries short: the carry of a part reaches the next part a cycle
// later. Latency: 3 cycles.
`default_nettype none
module selftest_counter (
    input  wire logic        clk,    // clock
    input  wire logic        clear,  // reset, active high
    input  wire logic [14:0] step,   // added in every cycle
    output logic      [29:0] value   // sum; exact if step was 0 in the last two cycles
);
  logic [9:0] low, middle, high;
  logic [4:0] step1;
  logic low_over, middle_over;
  assign value = {high, middle, low};
  always_ff @(posedge clk)
    if (clear) begin
      {low_over, low, step1, middle_over, middle, high} <= '0;
    end else begin
      {low_over, low} <= {1'b0, low} + {1'b0, step[9:0]};
      step1 <= step[14:10];
      {middle_over, middle} <= {1'b0, middle} + {6'b0, step1} + {10'b0, low_over};
      high <= high + {9'b0, middle_over};
    end
endmodule
`default_nettype wire
