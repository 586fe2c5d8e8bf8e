// An AXI4-Lite slave in front of a simple bus, one access at a time. A write without all four strobes is answered and has no effect.
// Ready is a register: it confirms the access that the slave took in the cycle before.
// Bus: write or read is held with addr until done; rdata is valid with done.
// Latency: valid in cycle t, ready, and write or read, in t + 1; done in cycle t, answer in t + 1.
// Collisions: a write wins over a read, unless the read waited while another write was taken.
`default_nettype none
module sluice_switch_axil (
    input  wire logic        clk,
    input  wire logic        rst,
    input  wire logic [15:0] s_axil_awaddr,
    input  wire logic        s_axil_awvalid,
    output logic             s_axil_awready,
    input  wire logic [31:0] s_axil_wdata,
    input  wire logic [3:0]  s_axil_wstrb,
    input  wire logic        s_axil_wvalid,
    output logic             s_axil_wready,
    output logic      [1:0]  s_axil_bresp,
    output logic             s_axil_bvalid,
    input  wire logic        s_axil_bready,
    input  wire logic [15:0] s_axil_araddr,
    input  wire logic        s_axil_arvalid,
    output logic             s_axil_arready,
    output logic      [31:0] s_axil_rdata,
    output logic      [1:0]  s_axil_rresp,
    output logic             s_axil_rvalid,
    input  wire logic        s_axil_rready,
    output logic             write,  // a write, held until done
    output logic             read,   // a read, held until done
    output logic      [13:0] addr,   // address of a 32-bit word
    output logic      [31:0] wdata,  // data of a write
    input  wire logic        done,   // the access is done
    input  wire logic [31:0] rdata   // data of a read
);
  logic busy, take_write, take_read, partial, read_next;  // partial: a write without all strobes; read_next: a read has waited
  assign busy = write || read || partial || s_axil_bvalid || s_axil_rvalid;
  assign take_write = !busy && s_axil_awvalid && s_axil_wvalid && !(read_next && s_axil_arvalid);
  assign take_read = !busy && !take_write && s_axil_arvalid;
  assign {s_axil_bresp, s_axil_rresp} = '0;
  always_ff @(posedge clk) begin
    if (rst) begin
      {write, read, partial, read_next, s_axil_bvalid, s_axil_rvalid} <= '0;
      {s_axil_awready, s_axil_wready, s_axil_arready} <= '0;
    end else begin
      {s_axil_awready, s_axil_wready, s_axil_arready} <= {take_write, take_write, take_read};
      read_next <= take_write ? s_axil_arvalid : read_next && !take_read;
      partial <= take_write && s_axil_wstrb != '1;
      write <= (take_write && s_axil_wstrb == '1) || (write && !done);
      read <= take_read || (read && !done);
      s_axil_bvalid <= partial || (write && done) || (s_axil_bvalid && !s_axil_bready);
      s_axil_rvalid <= (read && done) || (s_axil_rvalid && !s_axil_rready);
    end
    if (!busy) begin  // valid with write or read
      addr <= take_write ? s_axil_awaddr[15:2] : s_axil_araddr[15:2];
      wdata <= s_axil_wdata;
    end
    if (read && done) s_axil_rdata <= rdata;
  end
  logic unused_addr;
  assign unused_addr = ^{s_axil_awaddr[1:0], s_axil_araddr[1:0]};
endmodule
`default_nettype wire
