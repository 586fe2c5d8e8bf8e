// Visits queues of sluice_switch_watchdog at both ends of the limit and of the age: the bench sets the ages, which would take 67 million cycles.
`default_nettype none
module switch_watchdog;
  localparam int QUEUES = 3;
  logic clk = 1'b0, rst = 1'b1;
  logic [15:0] limit = '0;
  logic [QUEUES-1:0] gate = '1, expired;
  int failures = 0, checks = 0, q;
  sluice_switch_watchdog #(.QUEUES(QUEUES)) dut (.clk, .rst, .limit, .gate, .expired);
  always #1 clk = !clk;

  // All queues have this age; after each of two visits they are expired, or not.
  task automatic check(input logic [15:0] new_limit, input logic [15:0] age, input logic first, input logic second);
    limit = new_limit;
    gate = '0;
    repeat (8) @(negedge clk);
    gate = '1;
    repeat (1032) @(negedge clk);  // the first visit after the gate closed
    for (q = 0; q < QUEUES; q = q + 1) dut.ages[q] = age;
    repeat (1024) @(negedge clk);
    checks = checks + 2;
    if (expired !== {QUEUES{first}}) failures = failures + 1;
    repeat (1024) @(negedge clk);
    if (expired !== {QUEUES{second}}) failures = failures + 1;
    if (failures > 0) $display("failed: limit %0d, age %0d", limit, age);
    gate = '0;
    repeat (2) @(negedge clk);
    checks = checks + 1;
    if (expired !== '0) failures = failures + 1;
  endtask

  // The gates of expired queues open for one cycle, in every cycle around the visits. Then no queue is expired before a whole unit.
  task automatic opens_at_a_visit(input logic [9:0] at);
    limit = 16'd1;
    gate = '1;
    repeat (3 * 1024) @(negedge clk);
    checks = checks + 1;
    if (expired !== '1) failures = failures + 1;
    while (dut.count != at) @(negedge clk);
    gate = '0;
    @(negedge clk) gate = '1;
    for (int n = 0; n < 1000; n++) begin
      @(negedge clk);
      if (expired !== '0) begin
        $display("failed: open at count %0d, expired %b", at, expired);
        failures = failures + 1;
        n = 1000;
      end
    end
    checks = checks + 1;
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    check(16'd0, 16'd65535, 1'b0, 1'b0);
    check(16'd1, 16'd0, 1'b1, 1'b1);
    check(16'd2, 16'd0, 1'b0, 1'b1);
    check(16'd256, 16'd254, 1'b0, 1'b1);
    check(16'd32768, 16'd32767, 1'b1, 1'b1);
    check(16'd32768, 16'd32765, 1'b0, 1'b0);
    check(16'd65535, 16'd65533, 1'b0, 1'b1);
    check(16'd65535, 16'd65534, 1'b1, 1'b1);
    check(16'd65535, 16'd65535, 1'b1, 1'b1);
    for (q = 0; q < 20; q = q + 1) opens_at_a_visit(10'(q - 10));
    $display("%0d%%: Checks: %0d, Failures: %0d, Errors: 0", 100 * (checks - failures) / checks, checks, failures);
    $finish;
  end
endmodule
`default_nettype wire
