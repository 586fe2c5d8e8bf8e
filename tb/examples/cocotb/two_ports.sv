// A sluice_lossless_switch of two ports and two classes, with the streams of each port under names of their own, as
// cocotbext-axi finds them. The module has signals instead of ports: Verilator copies its ports from outside in every
// evaluation, over the values that cocotb wrote. public.vlt makes the signals accessible. Latency and collisions: those
// of the switch.
`default_nettype none
module two_ports;
  localparam int DW = 64;
  logic clk, rst, ready, irq;
  logic [1:0] link_up;
  // From the MACs
  logic [DW-1:0] rx0_axis_tdata;
  logic [DW/8-1:0] rx0_axis_tkeep;
  logic rx0_axis_tvalid, rx0_axis_tready, rx0_axis_tlast, rx0_axis_tuser;
  logic [DW-1:0] rx1_axis_tdata;
  logic [DW/8-1:0] rx1_axis_tkeep;
  logic rx1_axis_tvalid, rx1_axis_tready, rx1_axis_tlast, rx1_axis_tuser;
  // To the MACs
  logic [DW-1:0] tx0_axis_tdata;
  logic [DW/8-1:0] tx0_axis_tkeep;
  logic tx0_axis_tvalid, tx0_axis_tready, tx0_axis_tlast, tx0_axis_tuser;
  logic [DW-1:0] tx1_axis_tdata;
  logic [DW/8-1:0] tx1_axis_tkeep;
  logic tx1_axis_tvalid, tx1_axis_tready, tx1_axis_tlast, tx1_axis_tuser;
  // Registers
  logic [15:0] s_axil_awaddr;
  logic s_axil_awvalid, s_axil_awready;
  logic [31:0] s_axil_wdata;
  logic [3:0] s_axil_wstrb;
  logic s_axil_wvalid, s_axil_wready;
  logic [1:0] s_axil_bresp;
  logic s_axil_bvalid, s_axil_bready;
  logic [15:0] s_axil_araddr;
  logic s_axil_arvalid, s_axil_arready;
  logic [31:0] s_axil_rdata;
  logic [1:0] s_axil_rresp;
  logic s_axil_rvalid, s_axil_rready;
  // The monitor outputs are for a model in lock-step.
  // verilator lint_off PINMISSING
  sluice_lossless_switch #(.NP(2), .NC(2), .DW(DW), .CELL(64), .CELLS(2048), .MACS(4), .SCHEMES(7'b0000110)) switched (
      .clk, .rst, .ready, .irq, .link_up, .s_axis_tdata({rx1_axis_tdata, rx0_axis_tdata}),
      .s_axis_tkeep({rx1_axis_tkeep, rx0_axis_tkeep}), .s_axis_tvalid({rx1_axis_tvalid, rx0_axis_tvalid}),
      .s_axis_tready({rx1_axis_tready, rx0_axis_tready}), .s_axis_tlast({rx1_axis_tlast, rx0_axis_tlast}),
      .s_axis_tuser({rx1_axis_tuser, rx0_axis_tuser}), .m_axis_tdata({tx1_axis_tdata, tx0_axis_tdata}),
      .m_axis_tkeep({tx1_axis_tkeep, tx0_axis_tkeep}), .m_axis_tvalid({tx1_axis_tvalid, tx0_axis_tvalid}),
      .m_axis_tready({tx1_axis_tready, tx0_axis_tready}), .m_axis_tlast({tx1_axis_tlast, tx0_axis_tlast}),
      .m_axis_tuser({tx1_axis_tuser, tx0_axis_tuser}), .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready, .s_axil_wdata,
      .s_axil_wstrb, .s_axil_wvalid, .s_axil_wready, .s_axil_bresp, .s_axil_bvalid, .s_axil_bready, .s_axil_araddr,
      .s_axil_arvalid, .s_axil_arready, .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready);
  // verilator lint_on PINMISSING
endmodule
`default_nettype wire
