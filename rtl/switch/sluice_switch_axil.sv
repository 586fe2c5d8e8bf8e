// An AXI4-Lite slave in front of a simple bus, one access at a time. A write without all four strobes is answered and
// has no effect.
// Ready is a register: it confirms the access that the slave took in the cycle before.
// The access is held until done; rdata is valid with done.
// Latency: valid in cycle t, ready, and the access, in t + 1; done in cycle t, answer in t + 1.
// Collisions: a write wins over a read, unless the read waited while another write was taken.
`default_nettype none
module sluice_switch_axil (
    input  wire logic        clk,
    input  wire logic        rst,
    input  wire sluice_switch_axil_request_t request,
    output sluice_switch_axil_answer_t       answer,
    output sluice_switch_access_t            access,  // an access, held until done
    input  wire logic        done,                    // the access is done
    input  wire logic [31:0] rdata                    // data of a read
);
  // partial: a write without all strobes; read_next: a read has waited
  logic busy, take_write, take_read, partial, read_next, awready, wready, arready, bvalid, rvalid;
  logic [31:0] read_data;
  assign busy = access.write || access.read || partial || bvalid || rvalid;
  assign take_write = !busy && request.awvalid && request.wvalid && !(read_next && request.arvalid);
  assign take_read = !busy && !take_write && request.arvalid;
  assign answer = {awready, wready, 2'b0, bvalid, arready, read_data, 2'b0, rvalid};
  always_ff @(posedge clk) begin
    if (rst) begin
      {access.write, access.read, partial, read_next, bvalid, rvalid} <= '0;
      {awready, wready, arready} <= '0;
    end else begin
      {awready, wready, arready} <= {take_write, take_write, take_read};
      read_next <= take_write ? request.arvalid : read_next && !take_read;
      partial <= take_write && request.wstrb != '1;
      access.write <= (take_write && request.wstrb == '1) || (access.write && !done);
      access.read <= take_read || (access.read && !done);
      bvalid <= partial || (access.write && done) || (bvalid && !request.bready);
      rvalid <= (access.read && done) || (rvalid && !request.rready);
    end
    if (!busy) begin  // valid with the access
      access.addr <= take_write ? request.awaddr[15:2] : request.araddr[15:2];
      access.wdata <= request.wdata;
    end
    if (access.read && done) read_data <= rdata;
  end
  logic unused_addr;
  assign unused_addr = ^{request.awaddr[1:0], request.araddr[1:0]};
endmodule
`default_nettype wire
