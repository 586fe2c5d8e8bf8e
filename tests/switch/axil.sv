// Runs sluice_switch_axil against masters that keep to AXI4-Lite: address and data of writes in both orders, and from cycle 2,000 on writes without a pause. Ready is a
// register, no answer precedes its access, both kinds are served, and every access reaches the bus once.
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
  sluice_switch_axil dut (
      .clk, .rst, .s_axil_awaddr(awaddr), .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_wdata(wdata),
      .s_axil_wstrb(wstrb), .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_bresp(bresp), .s_axil_bvalid(bvalid),
      .s_axil_bready(bready), .s_axil_araddr(araddr), .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_rdata(rdata),
      .s_axil_rresp(rresp), .s_axil_rvalid(rvalid), .s_axil_rready(rready), .write, .read, .addr, .wdata(bus_wdata), .done,
      .rdata({18'd0, addr}));
  logic [31:0] bus_wdata;
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
