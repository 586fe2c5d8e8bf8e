// Example: sluice_lossless_switch behind NP 10G MACs, eth_mac_10g of verilog-ethernet, which is not part of this
// project. Flow control of the MACs is off: the switch reads and writes PFC frames itself (docs/hardware/mac-10g.md).
// Port p is at [p * width +: width].
// Latency: that of the switch, of the FIFOs and of the MACs.
`default_nettype none
module switch_10g #(
    parameter int NP = 4,                    // ports
    parameter int NC = 8,                    // classes
    parameter int DW = 64,                   // bits of a word of the switch: 64, or 128 with a slower clock
    parameter int LINE = DW,                 // bits that a line carries per cycle of clk: 64, or 10 Gb/s / clk
    parameter int CELL = 64,                 // bytes of a cell
    parameter int CELLS = 4096,              // cells of the memory
    parameter int MACS = 16,                 // entries of the MAC table
    parameter logic [6:0] SCHEMES = 7'b0000110,  // SIH, DSH
    parameter bit STATS = 1,                 // statistics of the MMU
    parameter bit CREDITS = 0,               // 1: ports may use credits instead of pauses
    parameter bit PORT_LIMITS = 0,           // 1: each port has its own limits
    parameter int HOLD = 20                  // 2^HOLD cycles of a stable link before frames: 6.7 ms at 156.25 MHz
) (
    input  wire logic             clk,           // of the switch;
                                                 // with DW = 64: 156.25 MHz, at most 400 ppm slower than a line
    input  wire logic             rst,           // at power-on, for 16 cycles of every clock or more,
                                                 // while all clocks run
    output logic                  ready,
    output logic                  irq,
    // PHYs
    input  wire logic [NP-1:0]    status,        // the PHY has a link
    input  wire logic [NP-1:0]    rx_clk,
    input  wire logic [NP-1:0]    rx_rst,        // of the PHY's receiver, in rx_clk
    input  wire logic [NP-1:0]    tx_clk,
    input  wire logic [NP-1:0]    tx_rst,        // of the PHY's transmitter, in tx_clk
    input  wire logic [64*NP-1:0] xgmii_rxd,
    input  wire logic [8*NP-1:0]  xgmii_rxc,
    output logic      [64*NP-1:0] xgmii_txd,
    output logic      [8*NP-1:0]  xgmii_txc,
    output logic      [NP-1:0]    overflow,      // in rx_clk: a received frame is lost, because clk is too slow
    // Registers
    input  wire logic [15:0]      s_axil_awaddr,
    input  wire logic             s_axil_awvalid,
    output logic                  s_axil_awready,
    input  wire logic [31:0]      s_axil_wdata,
    input  wire logic [3:0]       s_axil_wstrb,
    input  wire logic             s_axil_wvalid,
    output logic                  s_axil_wready,
    output logic      [1:0]       s_axil_bresp,
    output logic                  s_axil_bvalid,
    input  wire logic             s_axil_bready,
    input  wire logic [15:0]      s_axil_araddr,
    input  wire logic             s_axil_arvalid,
    output logic                  s_axil_arready,
    output logic      [31:0]      s_axil_rdata,
    output logic      [1:0]       s_axil_rresp,
    output logic                  s_axil_rvalid,
    input  wire logic             s_axil_rready
);
  localparam int MW = 64;
  logic [MW*NP-1:0] rx_tdata, tx_tdata;
  logic [MW/8*NP-1:0] rx_tkeep, tx_tkeep;
  logic [NP-1:0] rx_tvalid, rx_tlast, rx_tuser, tx_tvalid, tx_tready, tx_tlast, tx_tuser;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_mac
      switch_mac_10g #(.MW(MW)) mac (
          .rx_clk(rx_clk[p]), .rx_rst(rx_rst[p]), .tx_clk(tx_clk[p]), .tx_rst(tx_rst[p]),
          .tx_axis_tdata(tx_tdata[MW*p+:MW]), .tx_axis_tkeep(tx_tkeep[MW/8*p+:MW/8]), .tx_axis_tvalid(tx_tvalid[p]),
          .tx_axis_tready(tx_tready[p]), .tx_axis_tlast(tx_tlast[p]), .tx_axis_tuser(tx_tuser[p]),
          .rx_axis_tdata(rx_tdata[MW*p+:MW]), .rx_axis_tkeep(rx_tkeep[MW/8*p+:MW/8]),
          .rx_axis_tvalid(rx_tvalid[p]), .rx_axis_tlast(rx_tlast[p]), .rx_axis_tuser(rx_tuser[p]),
          .xgmii_rxd(xgmii_rxd[MW*p+:MW]), .xgmii_rxc(xgmii_rxc[MW/8*p+:MW/8]),
          .xgmii_txd(xgmii_txd[MW*p+:MW]), .xgmii_txc(xgmii_txc[MW/8*p+:MW/8]));
    end
  endgenerate
  mac_10g_switch #(.NP(NP), .NC(NC), .DW(DW), .MW(MW), .LINE(LINE), .CELL(CELL), .CELLS(CELLS), .MACS(MACS),
                   .SCHEMES(SCHEMES), .STATS(STATS), .CREDITS(CREDITS), .PORT_LIMITS(PORT_LIMITS), .HOLD(HOLD))
      switched (
      .clk, .rst, .ready, .irq, .status,
      .rx_clk, .rx_rst,
      .rx_axis_tdata(rx_tdata), .rx_axis_tkeep(rx_tkeep), .rx_axis_tvalid(rx_tvalid),
      .rx_axis_tlast(rx_tlast), .rx_axis_tuser(rx_tuser),
      .rx_overflow(overflow), .tx_clk, .tx_rst,
      .tx_axis_tdata(tx_tdata), .tx_axis_tkeep(tx_tkeep), .tx_axis_tvalid(tx_tvalid),
      .tx_axis_tready(tx_tready), .tx_axis_tlast(tx_tlast), .tx_axis_tuser(tx_tuser),
      .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready,
      .s_axil_wdata, .s_axil_wstrb, .s_axil_wvalid, .s_axil_wready,
      .s_axil_bresp, .s_axil_bvalid, .s_axil_bready,
      .s_axil_araddr, .s_axil_arvalid, .s_axil_arready,
      .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready);
endmodule
`default_nettype wire
