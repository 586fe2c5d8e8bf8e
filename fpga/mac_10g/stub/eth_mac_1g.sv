// The ports of a 1G MAC, eth_mac_1g of verilog-ethernet, that the example connects, for lint without that project. The
// stub sends and receives nothing.
`default_nettype none
module eth_mac_1g #(
    parameter bit ENABLE_PADDING = 1,
    parameter bit PTP_TS_ENABLE = 0,
    parameter bit PFC_ENABLE = 0,
    parameter bit PAUSE_ENABLE = 0
) (
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
    output logic            gmii_tx_er,
    input  wire logic       rx_clk_enable,
    input  wire logic       tx_clk_enable,
    input  wire logic       rx_mii_select,
    input  wire logic       tx_mii_select,
    input  wire logic [7:0] cfg_ifg,
    input  wire logic       cfg_tx_enable,
    input  wire logic       cfg_rx_enable
);
  assign {tx_axis_tready, rx_axis_tdata, rx_axis_tvalid, rx_axis_tlast, rx_axis_tuser,
          gmii_txd, gmii_tx_en, gmii_tx_er} = '0;
  logic unused;
  assign unused = ^{ENABLE_PADDING, PTP_TS_ENABLE, PFC_ENABLE, PAUSE_ENABLE, rx_clk, rx_rst, tx_clk, tx_rst,
      tx_axis_tdata, tx_axis_tvalid, tx_axis_tlast, tx_axis_tuser, gmii_rxd, gmii_rx_dv, gmii_rx_er,
      rx_clk_enable, tx_clk_enable, rx_mii_select, tx_mii_select, cfg_ifg, cfg_tx_enable, cfg_rx_enable};
endmodule
`default_nettype wire
