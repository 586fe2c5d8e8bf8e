// Reads the counters of sluice_switch_statistics with values above 2^32, which no run of a whole switch reaches: the
// bench puts them into the RAM. Low and high word belong together, carries reach the high word, and only a read of a
// low word replaces the latched high word.
`default_nettype none
module switch_counters;
  localparam int NP = 3, NC = 5, PW = 2, CW = 3;
  logic clk = 1'b0, rst = 1'b1, clear = 1'b1, write = 1'b0, read = 1'b0, done, in_valid = 1'b0;
  logic [PW+3:0] clear_at = '0;
  logic [PW-1:0] in_port = '0;
  logic [CW-1:0] in_class = '0;
  logic [13:0] in_bytes = '0;
  logic [11:0] addr = '0;
  logic [31:0] rdata, low, high;
  localparam int Rows = 128;  // of a port in the RAM; 104 are counters
  logic [63:0] expected[Rows*NP];
  int failures = 0, checks = 0, i, k, other, seed = 7;
  // No events but outcomes of accepted frames
  `SLUICE_SWITCH_OUTCOME(PW, CW, 9, 12)
  `SLUICE_SWITCH_ENDED(NP, CW)
  `SLUICE_SWITCH_PAUSE(NC, PW)
  `SLUICE_SWITCH_STORM(PW, CW)
  outcome_t outcome;
  ended_t ended;
  pause_t pause;
  storm_t storm;
  assign outcome = {in_valid, 1'b0, sluice_switch_pkg::NONE, in_port, in_class, 9'd0, in_bytes, 12'd0};
  assign ended = '0;
  assign pause = '0;
  assign storm = '0;
  sluice_switch_statistics #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) dut (
      .clk, .rst, .clear, .clear_at, .slot(1'b0), .port({PW{1'b0}}),
      .outcome, .ended, .pause_in(pause), .pause_out(pause), .storm,
      .write, .read, .addr, .done, .rdata);
  always #1 clk = !clk;
  always @(negedge clk) clear_at <= clear_at + 1'b1;

  task automatic access(input logic is_write, input int at, input int half, output logic [31:0] value);
    addr = {1'(at % Rows >= 64), 4'(at / Rows), 6'(at % 64), 1'(half)};
    write = is_write;
    read = !is_write;
    while (!done) @(negedge clk);
    value = rdata;
    {write, read} = '0;
    @(negedge clk);
    @(negedge clk);
  endtask
  task automatic check(input string what, input int at, input logic [31:0] want, input logic [31:0] got);
    checks = checks + 1;
    if (want !== got) begin
      failures = failures + 1;
      $display("failed: %s of port %0d, counter %0d: expected %h, got %h", what, at / Rows, at % Rows, want, got);
    end
  endtask
  function automatic logic exists(input int at);
    exists = at < Rows * NP && (at % Rows / 16 == 3 || at % 8 < NC);
  endfunction

  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (300) @(negedge clk);
    clear = 1'b0;
    repeat (2000) @(negedge clk);
    // The low 18 bits are those of the narrow counters, 0.
    for (i = 0; i < Rows * NP; i = i + 1) begin
      expected[i] = {$random(seed), 14'($random(seed)), 18'd0};
      dut.counter_ram.ram.mem[i] = expected[i];
    end
    for (i = 0; i < Rows * (NP + 1); i = i + 1) begin
      access(1'b0, i, 0, low);
      access(1'b0, i, 1, high);
      check("low word", i, exists(i) ? expected[i][31:0] : '0, low);
      check("high word", i, exists(i) ? expected[i][63:32] : '0, high);
    end
    // Writes between the two reads
    for (i = 0; i < Rows * NP; i = i + 1) begin
      other = $unsigned($random(seed)) % (Rows * NP);
      access(1'b0, i, 0, low);
      access(1'b1, i, 0, high);
      access(1'b1, other, 1, high);
      access(1'b1, other, 0, high);
      access(1'b0, other, 1, high);
      check("high word after writes", i, exists(i) ? expected[i][63:32] : '0, high);
      access(1'b0, i, 1, high);
      check("high word, again,", i, exists(i) ? expected[i][63:32] : '0, high);
    end
    // Bytes are counted once, also if the round visits the counter right after the host
    in_port = PW'(1);
    in_class = CW'(3);
    in_bytes = 14'd1;
    k = Rows + 8 + 3;
    for (i = 0; i < 4000; i = i + 1) begin
      in_valid = 1'b1;
      @(negedge clk);
      in_valid = 1'b0;
      expected[k] = expected[k] + 64'd1;
      repeat (4 + i % 7) @(negedge clk);
      access(1'b0, k, 0, low);
      if (low != expected[k][31:0] || i % 100 == 0)
        check("low word of a counter that counts", k, expected[k][31:0], low);
    end
    // A carry into the high word, one byte at a time around it
    for (i = 0; i < NP * NC; i = i + 1) begin
      in_port = PW'(i / NC);
      in_class = CW'(i % NC);
      k = Rows * (i / NC) + 8 + i % NC;
      while (dut.counter_ram.at != (PW + 7)'(k ^ 64)) @(negedge clk);  // no visit of the row is under way
      dut.counter_ram.ram.mem[k][31:18] = '1;
      expected[k][31:18] = '1;
      while (expected[k][31:0] > 32'd100) begin
        in_bytes = expected[k][31:0] < 32'hffffff00 ? 14'd64 : 14'd1;
        in_valid = 1'b1;
        @(negedge clk);
        expected[k] = expected[k] + 64'(in_bytes);
        in_valid = 1'b0;
        repeat ($unsigned($random(seed)) % 3) @(negedge clk);
        if (expected[k][7:0] == 8'hff || expected[k][31:0] < 32'd2) begin
          access(1'b0, k, 0, low);
          access(1'b0, k, 1, high);
          check("low word near a carry", k, expected[k][31:0], low);
          check("high word near a carry", k, expected[k][63:32], high);
        end
      end
    end
    $display("%0d%%: Checks: %0d, Failures: %0d, Errors: 0", 100 * (checks - failures) / checks, checks, failures);
    $finish;
  end
endmodule
`default_nettype wire
