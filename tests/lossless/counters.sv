// Counts control frames in sluice_lossless_registers at the highest rate that a build allows: NP = 9 ports of 64 bits
// receive a frame of 14 bytes in every second cycle. The counters must name every frame
// (docs/hardware/lossless-switch.md, "Counters"). Then the bench puts values above 2^32 into the RAM: only a read of a
// low word replaces the latched high word.
`default_nettype none
module counters;
  localparam int NP = 9, FRAMES = 2048;
  logic clk = 1'b0, rst = 1'b1, write = 1'b0, read = 1'b0, done;
  logic [12:0] addr = '0;
  logic [31:0] rdata, low, high;
  logic [63:0] expected[16*NP];
  logic [NP-1:0] seen = '0;
  int failures = 0, checks = NP, seed = 3, port, frame, k, other;
  sluice_lossless_registers #(.NP(NP)) dut (
      .clk, .rst, .write, .read, .addr, .wdata(32'h5a5a5a5a), .done, .rdata, .address(), .pause(),
      .sent({NP{1'b0}}), .sent_kind({NP{2'd0}}), .seen, .seen_kind({NP{3'(sluice_frame_pkg::GOT_PFC)}}));
  always #1 clk = !clk;

  task automatic access(input logic is_write, input int at, input int half, output logic [31:0] value);
    addr = 13'(sluice_lossless_pkg::REG_FRAMES) + 13'(2 * at + half);
    write = is_write;
    read = !is_write;
    while (!done) @(negedge clk);
    value = rdata;
    {write, read} = '0;
    repeat (2) @(negedge clk);
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (1000) @(negedge clk);
    for (frame = 0; frame < FRAMES; frame = frame + 1) begin
      seen = '1;
      @(negedge clk);
      seen = '0;
      @(negedge clk);
    end
    repeat (1000) @(negedge clk);
    for (port = 0; port < NP; port = port + 1) begin
      addr = 13'(sluice_lossless_pkg::REG_FRAMES + 32 * port +
                 2 * (sluice_lossless_pkg::SEEN + sluice_frame_pkg::GOT_PFC));
      read = 1'b1;
      while (!done) @(negedge clk);
      read = 1'b0;
      if (rdata != FRAMES) begin
        failures = failures + 1;
        $display("failed: GOT_PFC of port %0d: expected %0d, got %0d", port, FRAMES, rdata);
      end
      @(negedge clk);
      @(negedge clk);
    end
    for (k = 0; k < 16 * NP; k = k + 1) begin
      expected[k] = {$random(seed), $random(seed)};
      dut.rows.rows.mem[k] = expected[k];
    end
    for (k = 0; k < 16 * NP; k = k + 1) begin
      other = $unsigned($random(seed)) % (16 * NP);
      access(1'b0, k, 0, low);
      access(1'b1, k, 0, high);
      access(1'b1, other, 1, high);
      access(1'b1, other, 0, high);
      access(1'b0, other, 1, high);
      access(1'b0, k, 1, high);
      checks = checks + 1;
      if ({high, low} != expected[k]) begin
        failures = failures + 1;
        $display("failed: counter %0d of port %0d: expected %h, got %h", k % 16, k / 16, expected[k], {high, low});
      end
    end
    $display("%0d%%: Checks: %0d, Failures: %0d, Errors: 0", 100 * (checks - failures) / checks, checks, failures);
    $finish;
  end
endmodule
`default_nettype wire
