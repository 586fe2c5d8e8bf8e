// The 1G MAC of the examples: eth_mac_1g of verilog-ethernet, which is not part of this project, with GMII at 125 MHz.
// Its flow control is off: the switch reads and writes PFC frames itself (docs/hardware/mac-10g.md).
// Latency: that of the MAC.
`default_nettype none
module switch_mac_1g (
    input  wire logic       rx_clk,
    input  wire logic       rx_rst,
    input  wire logic       tx_clk,
    input  wire logic       tx_rst,
    input  wire logic [7:0] tx_axis_tdata,
    input  wire logic       tx_axis_tvalid,
    output logic            tx_axis_tready,
    input  wire logic       tx_axis_tlast,
    input  wire logic       tx_axis_tuser,
    output logic      [7:0] rx_axis_tdata,
    output logic            rx_axis_tvalid,
    output logic            rx_axis_tlast,
    output logic            rx_axis_tuser,
    input  wire logic [7:0] gmii_rxd,
    input  wire logic       gmii_rx_dv,
    input  wire logic       gmii_rx_er,
    output logic      [7:0] gmii_txd,
    output logic            gmii_tx_en,
    output logic            gmii_tx_er
);
  // Ports that are not connected belong to flow control and time stamps, which are off by the parameters, and to
  // statistics.
  // verilator lint_off PINMISSING
  eth_mac_1g #(.ENABLE_PADDING(1), .PTP_TS_ENABLE(0), .PFC_ENABLE(0), .PAUSE_ENABLE(0)) mac (
      .rx_clk, .rx_rst, .tx_clk, .tx_rst,
      .tx_axis_tdata, .tx_axis_tvalid, .tx_axis_tready, .tx_axis_tlast, .tx_axis_tuser,
      .rx_axis_tdata, .rx_axis_tvalid, .rx_axis_tlast, .rx_axis_tuser,
      .gmii_rxd, .gmii_rx_dv, .gmii_rx_er, .gmii_txd, .gmii_tx_en, .gmii_tx_er,
      .rx_clk_enable(1'b1), .tx_clk_enable(1'b1), .rx_mii_select(1'b0), .tx_mii_select(1'b0),
      .cfg_ifg(8'd12), .cfg_tx_enable(1'b1), .cfg_rx_enable(1'b1));
  // verilator lint_on PINMISSING
endmodule
`default_nettype wire
