// One port between sluice_lossless_switch and a 10G MAC with AXI4-Stream: the streams cross the clocks, and link_up follows the link
// (docs/hardware/mac-10g.md). Latency: that of the two FIFOs.
`default_nettype none
module mac_10g_port #(
    parameter int DW = 64,     // bits of the streams
    parameter int AW = 4,      // 2^AW words of each FIFO
    parameter int AHEAD = 2,   // cycles of tx_clk from the first word of a frame to its start
    parameter int HOLD = 10    // 2^HOLD cycles of a stable link before link_up
) (
    // Switch
    input  wire logic            clk,
    input  wire logic            rst,            // at power-on only, 16 cycles of every clock or more
    output logic                 link_up,
    output logic      [DW-1:0]   m_axis_tdata,
    output logic      [DW/8-1:0] m_axis_tkeep,
    output logic                 m_axis_tvalid,
    input  wire logic            m_axis_tready,
    output logic                 m_axis_tlast,
    output logic                 m_axis_tuser,
    input  wire logic [DW-1:0]   s_axis_tdata,
    input  wire logic [DW/8-1:0] s_axis_tkeep,
    input  wire logic            s_axis_tvalid,
    output logic                 s_axis_tready,
    input  wire logic            s_axis_tlast,
    input  wire logic            s_axis_tuser,
    // MAC
    input  wire logic            status,         // the PHY has a link
    input  wire logic            rx_clk,
    input  wire logic            rx_rst,         // the receiver is reset
    input  wire logic [DW-1:0]   rx_axis_tdata,
    input  wire logic [DW/8-1:0] rx_axis_tkeep,
    input  wire logic            rx_axis_tvalid,
    input  wire logic            rx_axis_tlast,
    input  wire logic            rx_axis_tuser,
    output logic                 overflow,       // in rx_clk: the switch is too slow, a frame is lost
    input  wire logic            tx_clk,
    input  wire logic            tx_rst,         // the transmitter is reset
    output logic      [DW-1:0]   tx_axis_tdata,
    output logic      [DW/8-1:0] tx_axis_tkeep,
    output logic                 tx_axis_tvalid,
    input  wire logic            tx_axis_tready,
    output logic                 tx_axis_tlast,
    output logic                 tx_axis_tuser
);
  logic rx_power_on, tx_power_on;
  mac_10g_sync sync_rx (.clk(rx_clk), .level(rst), .synchronised(rx_power_on));
  mac_10g_sync sync_tx (.clk(tx_clk), .level(rst), .synchronised(tx_power_on));
  mac_10g_link #(.HOLD(HOLD)) link (.clk, .rst, .status, .rx_rst, .tx_rst, .link_up);
  mac_10g_receive #(.DW(DW), .AW(AW)) receive (
      .rx_clk, .rx_rst, .rx_power_on, .rx_axis_tdata, .rx_axis_tkeep, .rx_axis_tvalid, .rx_axis_tlast, .rx_axis_tuser,
      .overflow, .clk, .rst, .m_axis_tdata, .m_axis_tkeep, .m_axis_tvalid, .m_axis_tready, .m_axis_tlast, .m_axis_tuser);
  mac_10g_transmit #(.DW(DW), .AW(AW), .AHEAD(AHEAD)) transmit (
      .clk, .rst, .s_axis_tdata, .s_axis_tkeep, .s_axis_tvalid, .s_axis_tready, .s_axis_tlast, .s_axis_tuser, .tx_clk,
      .tx_rst, .tx_power_on, .tx_axis_tdata, .tx_axis_tkeep, .tx_axis_tvalid, .tx_axis_tready, .tx_axis_tlast,
      .tx_axis_tuser);
endmodule
`default_nettype wire
