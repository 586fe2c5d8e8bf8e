// sluice_lossless_switch and the crossings of NP ports to MACs with AXI4-Stream (docs/hardware/mac-10g.md). Port p is
// at [p * width +: width]; a 1G MAC uses the lowest 8 bits of its MW bits, and the lowest bit of tkeep.
// Latency: that of the switch and of the crossings.
`default_nettype none
module mac_10g_switch #(
    parameter int NP = 4,                    // ports
    parameter int NC = 8,                    // classes
    parameter int DW = 64,                   // bits of a word of the switch: MW, or wider with a slower clock
    parameter int MW = 64,                   // bits of a word of a 10G MAC
    parameter int PORTS_1G = 0,              // bit p: port p has a 1G MAC
    parameter int LINE = DW,                 // bits that a line carries per cycle of clk
    parameter int CELL = 64,                 // bytes of a cell
    parameter int CELLS = 4096,              // cells of the memory
    parameter int MACS = 16,                 // entries of the MAC table
    parameter logic [6:0] SCHEMES = 7'b0000110,  // SIH, DSH
    parameter bit STATS = 1,                 // statistics of the MMU
    parameter bit CREDITS = 0,               // 1: ports may use credits instead of pauses
    parameter bit PORT_LIMITS = PORTS_1G != 0,  // each port has its own limits: headroom and rate
    parameter int HOLD = 20                  // 2^HOLD cycles of a stable link before frames
) (
    input  wire logic               clk,
    input  wire logic               rst,            // at power-on, for 16 cycles of every clock or more,
                                                    // while all clocks run
    output logic                    ready,
    output logic                    irq,
    // MACs
    input  wire logic [NP-1:0]      status,         // the PHY has a link
    input  wire logic [NP-1:0]      rx_clk,
    input  wire logic [NP-1:0]      rx_rst,         // the receiver is reset
    input  wire logic [MW*NP-1:0]   rx_axis_tdata,
    input  wire logic [MW/8*NP-1:0] rx_axis_tkeep,
    input  wire logic [NP-1:0]      rx_axis_tvalid,
    input  wire logic [NP-1:0]      rx_axis_tlast,
    input  wire logic [NP-1:0]      rx_axis_tuser,
    output logic      [NP-1:0]      rx_overflow,    // a received frame is lost, because clk is too slow
    input  wire logic [NP-1:0]      tx_clk,
    input  wire logic [NP-1:0]      tx_rst,         // the transmitter is reset
    output logic      [MW*NP-1:0]   tx_axis_tdata,
    output logic      [MW/8*NP-1:0] tx_axis_tkeep,
    output logic      [NP-1:0]      tx_axis_tvalid,
    input  wire logic [NP-1:0]      tx_axis_tready,
    output logic      [NP-1:0]      tx_axis_tlast,
    output logic      [NP-1:0]      tx_axis_tuser,
    // Registers
    input  wire logic [15:0]        s_axil_awaddr,
    input  wire logic               s_axil_awvalid,
    output logic                    s_axil_awready,
    input  wire logic [31:0]        s_axil_wdata,
    input  wire logic [3:0]         s_axil_wstrb,
    input  wire logic               s_axil_wvalid,
    output logic                    s_axil_wready,
    output logic      [1:0]         s_axil_bresp,
    output logic                    s_axil_bvalid,
    input  wire logic               s_axil_bready,
    input  wire logic [15:0]        s_axil_araddr,
    input  wire logic               s_axil_arvalid,
    output logic                    s_axil_arready,
    output logic      [31:0]        s_axil_rdata,
    output logic      [1:0]         s_axil_rresp,
    output logic                    s_axil_rvalid,
    input  wire logic               s_axil_rready
);
  logic [NP-1:0] link_up, in_tvalid, in_tready, in_tlast, in_tuser, out_tvalid, out_tready, out_tlast, out_tuser;
  logic [DW*NP-1:0] in_tdata, out_tdata;
  logic [DW/8*NP-1:0] in_tkeep, out_tkeep;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      localparam int Width = PORTS_1G[p] ? 8 : MW;
      // FIFOs of 16 words of a 10G MAC, or of 8 words of the switch
      mac_10g_port #(.DW(DW), .MW(Width), .AW(DW == Width ? 4 : 3), .HOLD(HOLD)) crossing (
          .clk, .rst, .link_up(link_up[p]),
          .m_axis_tdata(in_tdata[DW*p+:DW]), .m_axis_tkeep(in_tkeep[DW/8*p+:DW/8]), .m_axis_tvalid(in_tvalid[p]),
          .m_axis_tready(in_tready[p]), .m_axis_tlast(in_tlast[p]), .m_axis_tuser(in_tuser[p]),
          .s_axis_tdata(out_tdata[DW*p+:DW]), .s_axis_tkeep(out_tkeep[DW/8*p+:DW/8]), .s_axis_tvalid(out_tvalid[p]),
          .s_axis_tready(out_tready[p]), .s_axis_tlast(out_tlast[p]), .s_axis_tuser(out_tuser[p]),
          .status(status[p]), .rx_clk(rx_clk[p]), .rx_rst(rx_rst[p]),
          .rx_axis_tdata(rx_axis_tdata[MW*p+:Width]), .rx_axis_tkeep(rx_axis_tkeep[MW/8*p+:Width/8]),
          .rx_axis_tvalid(rx_axis_tvalid[p]), .rx_axis_tlast(rx_axis_tlast[p]), .rx_axis_tuser(rx_axis_tuser[p]),
          .overflow(rx_overflow[p]), .tx_clk(tx_clk[p]), .tx_rst(tx_rst[p]),
          .tx_axis_tdata(tx_axis_tdata[MW*p+:Width]), .tx_axis_tkeep(tx_axis_tkeep[MW/8*p+:Width/8]),
          .tx_axis_tvalid(tx_axis_tvalid[p]), .tx_axis_tready(tx_axis_tready[p]),
          .tx_axis_tlast(tx_axis_tlast[p]), .tx_axis_tuser(tx_axis_tuser[p]));
      if (Width < MW) begin : g_upper
        logic unused;
        assign unused = ^{rx_axis_tdata[MW*p+Width+:MW-Width], rx_axis_tkeep[(MW*p+Width)/8+:(MW-Width)/8]};
        assign tx_axis_tdata[MW*p+Width+:MW-Width] = '0;
        assign tx_axis_tkeep[(MW*p+Width)/8+:(MW-Width)/8] = '0;
      end
    end
  endgenerate
  // The monitor outputs are for a model in lock-step.
  // verilator lint_off PINMISSING
  sluice_lossless_switch #(.NP(NP), .NC(NC), .DW(DW), .LINE(LINE), .CELL(CELL), .CELLS(CELLS), .MACS(MACS),
                           .SCHEMES(SCHEMES), .STATS(STATS), .CREDITS(CREDITS), .PORT_LIMITS(PORT_LIMITS)) switched (
      .clk, .rst, .ready, .irq, .link_up,
      .s_axis_tdata(in_tdata), .s_axis_tkeep(in_tkeep), .s_axis_tvalid(in_tvalid),
      .s_axis_tready(in_tready), .s_axis_tlast(in_tlast), .s_axis_tuser(in_tuser),
      .m_axis_tdata(out_tdata), .m_axis_tkeep(out_tkeep), .m_axis_tvalid(out_tvalid),
      .m_axis_tready(out_tready), .m_axis_tlast(out_tlast), .m_axis_tuser(out_tuser),
      .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready,
      .s_axil_wdata, .s_axil_wstrb, .s_axil_wvalid, .s_axil_wready,
      .s_axil_bresp, .s_axil_bvalid, .s_axil_bready,
      .s_axil_araddr, .s_axil_arvalid, .s_axil_arready,
      .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready);
  // verilator lint_on PINMISSING
endmodule
`default_nettype wire
