// From the clock of the switch to a MAC that must not wait inside a frame. A frame starts AHEAD cycles after its first
// word, so that the switch is as many words ahead: one for the phase of the clocks, one for a clock of the switch that
// is up to 400 ppm slower. The MAC's gap between frames hides this wait on a busy line. While the MAC is reset, words
// are discarded, and so is the rest of a frame that began before or during the reset.
// Latency: that of the FIFO and AHEAD cycles, of tx_clk.
`default_nettype none
module mac_10g_transmit #(
    parameter int DW = 64,    // bits of the streams
    parameter int AW = 4,     // 2^AW words of the FIFO
    parameter int AHEAD = 2,  // cycles of tx_clk, 1 or more
    parameter int CW = $clog2(AHEAD + 1)  // derived: do not set
) (
    input  wire logic            clk,            // of the switch
    input  wire logic            rst,
    input  wire logic [DW-1:0]   s_axis_tdata,   // from the switch
    input  wire logic [DW/8-1:0] s_axis_tkeep,
    input  wire logic            s_axis_tvalid,
    output logic                 s_axis_tready,
    input  wire logic            s_axis_tlast,
    input  wire logic            s_axis_tuser,
    input  wire logic            tx_clk,
    input  wire logic            tx_rst,         // the MAC is reset
    input  wire logic            tx_power_on,    // reset of the FIFO in this clock
    output logic      [DW-1:0]   tx_axis_tdata,  // to the MAC
    output logic      [DW/8-1:0] tx_axis_tkeep,
    output logic                 tx_axis_tvalid,
    input  wire logic            tx_axis_tready,
    output logic                 tx_axis_tlast,
    output logic                 tx_axis_tuser
);
  logic valid, take, drops;
  logic in_frame = 1'b0, discard = 1'b0;  // of a frame; of a frame that the MAC will not send
  logic open = 1'b0;                      // words may leave: in a frame, or enough of it is there
  logic [CW-1:0] waited = '0;
  assign drops = tx_rst || discard;
  assign tx_axis_tvalid = valid && !drops && open;
  assign take = valid && (drops || (tx_axis_tvalid && tx_axis_tready));
  always_ff @(posedge tx_clk)
    if (tx_power_on) begin
      {in_frame, discard, open} <= '0;
      waited <= '0;
    end else begin
      waited <= !valid || open || take ? '0 : waited + 1'b1;
      if (take) {in_frame, open} <= {2{!tx_axis_tlast}};
      else open <= open || (valid && 32'(waited) == AHEAD - 1);
      if (take) discard <= drops && !tx_axis_tlast;
      else discard <= discard || (tx_rst && in_frame);
    end
  mac_10g_fifo #(.WIDTH(DW + DW / 8 + 2), .AW(AW)) fifo (
      .write_clk(clk), .write_rst(rst), .write(s_axis_tvalid && s_axis_tready),
      .data({s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}), .space(s_axis_tready), .read_clk(tx_clk),
      .read_rst(tx_power_on), .valid, .shown({tx_axis_tdata, tx_axis_tkeep, tx_axis_tlast, tx_axis_tuser}), .take);
endmodule
`default_nettype wire
