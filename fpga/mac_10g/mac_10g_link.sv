// link_up for the switch: the PHY reports a link, and neither side of the MAC is reset. It falls at once, and rises
// after 2^HOLD cycles without an interruption, so that a link that is not yet stable makes no frames.
// Latency: 1 to 2 cycles to fall.
`default_nettype none
module mac_10g_link #(
    parameter int HOLD = 10  // 2^HOLD cycles
) (
    input  wire logic clk,     // of the switch
    input  wire logic rst,
    input  wire logic status,  // the PHY has a link: block lock and no remote fault; any clock
    input  wire logic rx_rst,  // of rx_clk
    input  wire logic tx_rst,  // of tx_clk
    output logic      link_up
);
  logic has_link, rx_is_reset, tx_is_reset;
  logic [HOLD:0] held = '0;
  mac_10g_sync sync_status (.clk, .level(status), .synchronised(has_link));
  mac_10g_sync sync_rx (.clk, .level(rx_rst), .synchronised(rx_is_reset));
  mac_10g_sync sync_tx (.clk, .level(tx_rst), .synchronised(tx_is_reset));
  assign link_up = held[HOLD];
  always_ff @(posedge clk)
    if (rst || !has_link || rx_is_reset || tx_is_reset) held <= '0;
    else if (!link_up) held <= held + 1'b1;
endmodule
`default_nettype wire
