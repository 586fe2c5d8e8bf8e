// From a MAC that cannot wait to the clock of the switch. Every frame that is shown ends: after a word that finds no
// place, and after a reset of the MAC, the rest of the frame is discarded and a last word without a byte marks it bad.
// A frame whose first word finds no place is discarded whole.
// Latency: that of the FIFO, 1 cycle of rx_clk and 3 to 4 of clk.
// Collisions: the last word of an ended frame goes before the words of the next frame, which is discarded if its first
// word comes in that cycle.
`default_nettype none
module mac_10g_receive #(
    parameter int DW = 64,  // bits of the streams
    parameter int AW = 4    // 2^AW words of the FIFO
) (
    input  wire logic            rx_clk,
    input  wire logic            rx_rst,         // the MAC is reset
    input  wire logic            rx_power_on,    // reset of the FIFO in this clock
    input  wire logic [DW-1:0]   rx_axis_tdata,  // from the MAC
    input  wire logic [DW/8-1:0] rx_axis_tkeep,
    input  wire logic            rx_axis_tvalid,
    input  wire logic            rx_axis_tlast,
    input  wire logic            rx_axis_tuser,
    output logic                 overflow,       // a frame is lost: one of its words found no place
    input  wire logic            clk,            // of the switch
    input  wire logic            rst,
    output logic      [DW-1:0]   m_axis_tdata,   // to the switch
    output logic      [DW/8-1:0] m_axis_tkeep,
    output logic                 m_axis_tvalid,
    input  wire logic            m_axis_tready,
    output logic                 m_axis_tlast,
    output logic                 m_axis_tuser
);
  logic space, word, store, ends, write;
  logic in_frame = 1'b0, discard = 1'b0, broken = 1'b0;  // of a stored frame; of a frame to discard;
                                                         // a stored frame waits for its last word
  assign word = rx_axis_tvalid && !rx_rst;
  assign store = word && space && !discard && !broken;
  assign ends = broken && space;
  assign write = store || ends;
  always_ff @(posedge rx_clk) begin
    overflow <= word && !store && !discard;
    if (rx_power_on) {in_frame, discard, broken} <= '0;
    else begin
      if (write) in_frame <= store && !rx_axis_tlast;
      broken <= (broken && !ends) || (in_frame && (rx_rst || (word && !store)) && !broken);
      discard <= !rx_rst && (word ? !store && !rx_axis_tlast : discard);
    end
  end
  mac_10g_fifo #(.WIDTH(DW + DW / 8 + 2), .AW(AW)) fifo (
      .write_clk(rx_clk), .write_rst(rx_power_on), .write,
      .data({rx_axis_tdata, rx_axis_tkeep & {DW / 8{!ends}}, rx_axis_tlast || ends, rx_axis_tuser || ends}), .space,
      .read_clk(clk), .read_rst(rst), .valid(m_axis_tvalid),
      .shown({m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser}), .take(m_axis_tready));
endmodule
`default_nettype wire
