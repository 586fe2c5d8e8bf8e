// Runs sluice_switch_axil against masters that keep to AXI4-Lite: address and data of writes in both orders, and from
// cycle 2,000 on writes without a pause. Ready is a register, no answer precedes its access, both kinds are served, and
// every access reaches the bus once.
`default_nettype none
module switch_axil;
  logic clk = 1'b0, rst = 1'b1;
  logic [15:0] awaddr, araddr;
  logic awvalid = 1'b0, wvalid = 1'b0, arvalid = 1'b0, bready = 1'b0, rready = 1'b0;
  logic awready, wready, arready, bvalid, rvalid, write, read, done;
  logic [31:0] wdata, rdata;
  logic [3:0] wstrb;
  logic [1:0] bresp, rresp;
  logic [13:0] addr;
  int failures = 0, checks = 0, writes = 0, reads = 0, sent_writes = 0, sent_reads = 0, bus_writes = 0, partial = 0, n;
  logic awaits_b = 1'b0, awaits_r = 1'b0, has_aw = 1'b0, has_w = 1'b0;
  logic [2:0] ready_before, taken;
  logic [31:0] bus_wdata;
  sluice_switch_axil_request_t request;
  sluice_switch_axil_answer_t answer;
  sluice_switch_access_t bus;
  assign request = {awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready};
  assign {awready, wready, bresp, bvalid, arready, rdata, rresp, rvalid} = answer;
  assign {write, read, addr, bus_wdata} = bus;
  sluice_switch_axil dut (.clk, .rst, .request, .answer, .access(bus), .done, .rdata({18'd0, addr}));
  logic [1:0] delay = '0;
  assign done = (write || read) && delay == 2'd2;
  always #4 clk = !clk;
  always @(posedge clk) delay <= (write || read) && !done ? delay + 2'd1 : 2'd0;

  task automatic check(input logic good, input int what);
    checks = checks + 1;
    if (!good) begin
      failures = failures + 1;
      if (failures < 6 || what > 5) $display("failed: check %0d after %0d cycles", what, n);
    end
  endtask

  initial begin
    {awaddr, araddr, wdata, wstrb} = '0;
    repeat (4) @(negedge clk);
    rst = 1'b0;
    for (n = 0; n < 4000; n = n + 1) begin
      // Before the edge, valid changes; ready must not follow.
      ready_before = {awready, wready, arready};
      if (!awvalid && !has_aw && !awaits_b && (n >= 2000 || $random % 4 != 0)) awvalid = 1'b1;
      if (!wvalid && !has_w && !awaits_b && (n >= 2000 || $random % 4 != 0)) begin
        wvalid = 1'b1;
        wstrb = $random % 8 == 0 ? 4'h3 : 4'hf;
        wdata = wdata + 1;
      end
      if (!arvalid && !awaits_r) begin
        arvalid = 1'b1;
        araddr = araddr + 16'd4;
      end
      bready = n >= 2000 || $random % 3 != 0;
      rready = $random % 3 != 0;
      if (n == 2000) {writes, reads} = '0;
      #2 check({awready, wready, arready} === ready_before, 1);
      // At the edge, handshakes count.
      check(!bvalid || awaits_b, 2);
      check(!rvalid || awaits_r, 3);
      if (write && done) begin
        bus_writes = bus_writes + 1;
        check(bus_wdata == wdata, 4);
      end
      if (rvalid && rready) begin
        check(rdata == 32'(araddr[15:2]), 5);
        awaits_r = 1'b0;
        reads = reads + 1;
      end
      if (bvalid && bready) begin
        awaits_b = 1'b0;
        writes = writes + 1;
      end
      has_aw = has_aw || (awvalid && awready);
      has_w = has_w || (wvalid && wready);
      if (has_aw && has_w && !awaits_b) begin
        {has_aw, has_w, awaits_b} = 3'b001;
        sent_writes = sent_writes + 1;
        partial = partial + (wstrb != 4'hf ? 1 : 0);
      end
      if (arvalid && arready) begin
        awaits_r = 1'b1;
        sent_reads = sent_reads + 1;
      end
      taken = {awvalid && awready, wvalid && wready, arvalid && arready};
      @(posedge clk) #1;
      {awvalid, wvalid, arvalid} = {awvalid, wvalid, arvalid} & ~taken;
      @(negedge clk);
    end
    check(writes > 100, 6);
    check(reads > 100, 7);
    check(sent_writes > 100 && sent_reads > 100, 8);
    check(sent_writes - bus_writes - partial <= 1, 9);
    $display("%0d%%: Checks: %0d, Failures: %0d, Errors: 0", 100 * (checks - failures) / checks, checks, failures);
    $finish;
  end
endmodule
`default_nettype wire
