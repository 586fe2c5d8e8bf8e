// One word of the switch becomes two words of a MAC, in the clock of the MAC: the reverse of mac_10g_widen. An upper
// half without a byte is not sent.
// Latency: none.
`default_nettype none
module mac_10g_narrow #(
    parameter int DW = 128  // bits of a word of the switch; the MAC has half of them
) (
    input  wire logic             clk,
    input  wire logic             rst,       // the MAC is reset, or power-on: the next word begins with its lower half
    input  wire logic [DW-1:0]    s_tdata,
    input  wire logic [DW/8-1:0]  s_tkeep,   // all ones except in the last word
    input  wire logic             s_tvalid,
    output logic                  s_tready,  // the word has been taken whole
    input  wire logic             s_tlast,
    input  wire logic             s_tuser,
    output logic      [DW/2-1:0]  m_tdata,
    output logic      [DW/16-1:0] m_tkeep,
    output logic                  m_tvalid,
    input  wire logic             m_tready,
    output logic                  m_tlast,
    output logic                  m_tuser
);
  logic upper = 1'b0;  // the upper half is shown
  logic whole;         // nothing follows the half that is shown
  assign whole = upper || !s_tkeep[DW/16];
  assign m_tvalid = s_tvalid;
  assign m_tdata = upper ? s_tdata[DW/2+:DW/2] : s_tdata[0+:DW/2];
  assign m_tkeep = upper ? s_tkeep[DW/16+:DW/16] : s_tkeep[0+:DW/16];
  assign m_tlast = s_tlast && whole;
  assign m_tuser = s_tuser && whole;
  assign s_tready = m_tready && whole;
  always_ff @(posedge clk)
    if (rst) upper <= 1'b0;
    else if (m_tvalid && m_tready) upper <= !whole;
endmodule
`default_nettype wire
