// The 10G MAC of the examples: eth_mac_10g of verilog-ethernet, which is not part of this project. Its flow control is
// off: the switch reads and writes PFC frames itself (docs/hardware/mac-10g.md).
// Latency: that of the MAC.
`default_nettype none
module switch_mac_10g #(
    parameter int MW = 64  // bits of a word
) (
    input  wire logic            rx_clk,
    input  wire logic            rx_rst,
    input  wire logic            tx_clk,
    input  wire logic            tx_rst,
    input  wire logic [MW-1:0]   tx_axis_tdata,
    input  wire logic [MW/8-1:0] tx_axis_tkeep,
    input  wire logic            tx_axis_tvalid,
    output logic                 tx_axis_tready,
    input  wire logic            tx_axis_tlast,
    input  wire logic            tx_axis_tuser,
    output logic      [MW-1:0]   rx_axis_tdata,
    output logic      [MW/8-1:0] rx_axis_tkeep,
    output logic                 rx_axis_tvalid,
    output logic                 rx_axis_tlast,
    output logic                 rx_axis_tuser,
    input  wire logic [MW-1:0]   xgmii_rxd,
    input  wire logic [MW/8-1:0] xgmii_rxc,
    output logic      [MW-1:0]   xgmii_txd,
    output logic      [MW/8-1:0] xgmii_txc
);
  // Flow control and time stamps are off by their parameters, and their inputs are 0. Outputs that are not
  // connected are statistics.
  // verilator lint_off PINCONNECTEMPTY
  eth_mac_10g #(.DATA_WIDTH(MW), .ENABLE_PADDING(1), .ENABLE_DIC(1), .PTP_TS_ENABLE(0), .PFC_ENABLE(0),
                .PAUSE_ENABLE(0)) mac (
      .rx_clk, .rx_rst, .tx_clk, .tx_rst,
      .tx_axis_tdata, .tx_axis_tkeep, .tx_axis_tvalid, .tx_axis_tready, .tx_axis_tlast, .tx_axis_tuser,
      .rx_axis_tdata, .rx_axis_tkeep, .rx_axis_tvalid, .rx_axis_tlast, .rx_axis_tuser,
      .xgmii_rxd, .xgmii_rxc, .xgmii_txd, .xgmii_txc,
      .tx_ptp_ts(96'd0), .rx_ptp_ts(96'd0),
      .tx_axis_ptp_ts(), .tx_axis_ptp_ts_tag(), .tx_axis_ptp_ts_valid(),
      .tx_lfc_req(1'b0), .tx_lfc_resend(1'b0),
      .rx_lfc_en(1'b0), .rx_lfc_req(), .rx_lfc_ack(1'b0),
      .tx_pfc_req(8'd0), .tx_pfc_resend(1'b0),
      .rx_pfc_en(8'd0), .rx_pfc_req(), .rx_pfc_ack(8'd0),
      .tx_lfc_pause_en(1'b0), .tx_pause_req(1'b0), .tx_pause_ack(), .tx_start_packet(), .tx_error_underflow(),
      .rx_start_packet(), .rx_error_bad_frame(), .rx_error_bad_fcs(),
      .stat_tx_mcf(), .stat_rx_mcf(),
      .stat_tx_lfc_pkt(), .stat_tx_lfc_xon(), .stat_tx_lfc_xoff(), .stat_tx_lfc_paused(),
      .stat_tx_pfc_pkt(), .stat_tx_pfc_xon(), .stat_tx_pfc_xoff(), .stat_tx_pfc_paused(),
      .stat_rx_lfc_pkt(), .stat_rx_lfc_xon(), .stat_rx_lfc_xoff(), .stat_rx_lfc_paused(),
      .stat_rx_pfc_pkt(), .stat_rx_pfc_xon(), .stat_rx_pfc_xoff(), .stat_rx_pfc_paused(),
      .cfg_ifg(8'd12), .cfg_tx_enable(1'b1), .cfg_rx_enable(1'b1),
      .cfg_mcf_rx_eth_dst_mcast(48'd0), .cfg_mcf_rx_check_eth_dst_mcast(1'b0),
      .cfg_mcf_rx_eth_dst_ucast(48'd0), .cfg_mcf_rx_check_eth_dst_ucast(1'b0),
      .cfg_mcf_rx_eth_src(48'd0), .cfg_mcf_rx_check_eth_src(1'b0), .cfg_mcf_rx_eth_type(16'd0),
      .cfg_mcf_rx_opcode_lfc(16'd0), .cfg_mcf_rx_check_opcode_lfc(1'b0), .cfg_mcf_rx_opcode_pfc(16'd0),
      .cfg_mcf_rx_check_opcode_pfc(1'b0), .cfg_mcf_rx_forward(1'b1), .cfg_mcf_rx_enable(1'b0),
      .cfg_tx_lfc_eth_dst(48'd0), .cfg_tx_lfc_eth_src(48'd0), .cfg_tx_lfc_eth_type(16'd0),
      .cfg_tx_lfc_opcode(16'd0), .cfg_tx_lfc_en(1'b0), .cfg_tx_lfc_quanta(16'd0), .cfg_tx_lfc_refresh(16'd0),
      .cfg_tx_pfc_eth_dst(48'd0), .cfg_tx_pfc_eth_src(48'd0), .cfg_tx_pfc_eth_type(16'd0),
      .cfg_tx_pfc_opcode(16'd0), .cfg_tx_pfc_en(1'b0), .cfg_tx_pfc_quanta(128'd0), .cfg_tx_pfc_refresh(128'd0),
      .cfg_rx_lfc_opcode(16'd0), .cfg_rx_lfc_en(1'b0), .cfg_rx_pfc_opcode(16'd0), .cfg_rx_pfc_en(1'b0));
  // verilator lint_on PINCONNECTEMPTY
endmodule
`default_nettype wire
