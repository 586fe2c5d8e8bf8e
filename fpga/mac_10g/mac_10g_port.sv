// One port between sluice_lossless_switch and a MAC of 10G or 1G with AXI4-Stream: the streams cross the clocks, and
// link_up follows the link (docs/hardware/mac-10g.md). The switch has words of the MAC's width and a clock that is as
// fast, or wider words and another clock.
// Latency: that of the two FIFOs, a cycle of tx_clk, and a cycle of rx_clk with wider words.
`default_nettype none
module mac_10g_port #(
    parameter int DW = 64,     // bits of the streams of the switch
    parameter int MW = 64,     // bits of the streams of the MAC: DW, or a part of it
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
    input  wire logic [MW-1:0]   rx_axis_tdata,
    input  wire logic [MW/8-1:0] rx_axis_tkeep,
    input  wire logic            rx_axis_tvalid,
    input  wire logic            rx_axis_tlast,
    input  wire logic            rx_axis_tuser,
    output logic                 overflow,       // in rx_clk: the switch is too slow, a frame is lost
    input  wire logic            tx_clk,
    input  wire logic            tx_rst,         // the transmitter is reset
    output logic      [MW-1:0]   tx_axis_tdata,
    output logic      [MW/8-1:0] tx_axis_tkeep,
    output logic                 tx_axis_tvalid,
    input  wire logic            tx_axis_tready,
    output logic                 tx_axis_tlast,
    output logic                 tx_axis_tuser
);
  logic rx_power_on, tx_power_on, tx_reset;
  mac_10g_sync sync_rx (.clk(rx_clk), .level(rst), .synchronised(rx_power_on));
  mac_10g_sync sync_tx (.clk(tx_clk), .level(rst), .synchronised(tx_power_on));
  mac_10g_link #(.HOLD(HOLD)) link (.clk, .rst, .status, .rx_rst, .tx_rst, .link_up);
  // A cycle late, so that no wire of the MAC's reset is in the paths of the FIFO; the words of that cycle are lost in
  // the slice.
  always_ff @(posedge tx_clk) tx_reset <= tx_rst || tx_power_on;
  // Words of the switch in the clocks of the MAC
  logic [DW-1:0] rx_data, tx_data;
  logic [DW/8-1:0] rx_keep, tx_keep;
  logic rx_valid, rx_last, rx_user, tx_valid, tx_ready, tx_last, tx_user;
  // Words of the MAC in front of its transmitter
  logic [MW+MW/8+1:0] mac_word;
  logic mac_valid, mac_ready;
  generate
    if (DW == MW) begin : g_same
      assign {rx_data, rx_keep, rx_valid, rx_last, rx_user} =
          {rx_axis_tdata, rx_axis_tkeep, rx_axis_tvalid, rx_axis_tlast, rx_axis_tuser};
      assign {mac_word, mac_valid, tx_ready} = {tx_data, tx_keep, tx_last, tx_user, tx_valid, mac_ready};
    end else begin : g_parts
      mac_10g_widen #(.DW(DW), .MW(MW)) widen (
          .clk(rx_clk), .rst(rx_rst || rx_power_on),
          .s_tdata(rx_axis_tdata), .s_tkeep(rx_axis_tkeep), .s_tvalid(rx_axis_tvalid),
          .s_tlast(rx_axis_tlast), .s_tuser(rx_axis_tuser),
          .m_tdata(rx_data), .m_tkeep(rx_keep), .m_tvalid(rx_valid), .m_tlast(rx_last), .m_tuser(rx_user));
      mac_10g_narrow #(.DW(DW), .MW(MW)) narrow (
          .clk(tx_clk), .rst(tx_reset),
          .s_tdata(tx_data), .s_tkeep(tx_keep), .s_tvalid(tx_valid),
          .s_tready(tx_ready), .s_tlast(tx_last), .s_tuser(tx_user),
          .m_tdata(mac_word[MW+MW/8+1:MW/8+2]), .m_tkeep(mac_word[MW/8+1:2]), .m_tvalid(mac_valid),
          .m_tready(mac_ready), .m_tlast(mac_word[1]), .m_tuser(mac_word[0]));
    end
  endgenerate
  mac_10g_slice #(.WIDTH(MW + MW / 8 + 2)) slice (
      .clk(tx_clk), .rst(tx_rst || tx_power_on),
      .s_valid(mac_valid), .s_ready(mac_ready), .s_word(mac_word),
      .m_valid(tx_axis_tvalid), .m_ready(tx_axis_tready),
      .m_word({tx_axis_tdata, tx_axis_tkeep, tx_axis_tlast, tx_axis_tuser}));
  mac_10g_receive #(.DW(DW), .AW(AW)) receive (
      .rx_clk, .rx_rst, .rx_power_on,
      .rx_axis_tdata(rx_data), .rx_axis_tkeep(rx_keep), .rx_axis_tvalid(rx_valid),
      .rx_axis_tlast(rx_last), .rx_axis_tuser(rx_user),
      .overflow, .clk, .rst,
      .m_axis_tdata, .m_axis_tkeep, .m_axis_tvalid, .m_axis_tready, .m_axis_tlast, .m_axis_tuser);
  mac_10g_transmit #(.DW(DW), .AW(AW), .AHEAD(AHEAD)) transmit (
      .clk, .rst,
      .s_axis_tdata, .s_axis_tkeep, .s_axis_tvalid, .s_axis_tready, .s_axis_tlast, .s_axis_tuser,
      .tx_clk, .tx_rst(tx_reset), .tx_power_on,
      .tx_axis_tdata(tx_data), .tx_axis_tkeep(tx_keep), .tx_axis_tvalid(tx_valid),
      .tx_axis_tready(tx_ready), .tx_axis_tlast(tx_last), .tx_axis_tuser(tx_user));

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (DW % MW != 0) begin : g_check
      sluice_mac_parameter_DW_is_not_a_multiple_of_MW bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
