// Counts control frames in sluice_lossless_registers at the highest rate that a build allows: NP = 9 ports of 64 bits receive a
// frame of 14 bytes in every second cycle. The counters must name every frame (docs/hardware/lossless-switch.md, "Counters").
`default_nettype none
module counters;
  localparam int NP = 9, FRAMES = 2048;
  logic clk = 1'b0, rst = 1'b1, read = 1'b0, done;
  logic [12:0] addr = '0;
  logic [31:0] rdata;
  logic [NP-1:0] seen = '0;
  int failures = 0, port, frame;
  sluice_lossless_registers #(.NP(NP)) dut (
      .clk, .rst, .write(1'b0), .read, .addr, .wdata(32'd0), .done, .rdata, .address(), .pause(), .sent({NP{1'b0}}), .sent_kind({NP{2'd0}}), .seen,
      .seen_kind({NP{3'(sluice_frame_pkg::GOT_PFC)}}));
  always #1 clk = !clk;

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
      addr = 13'(sluice_lossless_pkg::REG_FRAMES + 32 * port + 2 * (sluice_lossless_pkg::SEEN + sluice_frame_pkg::GOT_PFC));
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
    $display("%0d%%: Checks: %0d, Failures: %0d, Errors: 0", 100 * (NP - failures) / NP, NP, failures);
    $finish;
  end
endmodule
`default_nettype wire
