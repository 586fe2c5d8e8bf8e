// One word of the switch becomes words of a MAC, in the clock of the MAC: the reverse of mac_10g_widen. Parts without a
// byte are not sent.
// Latency: none.
`default_nettype none
module mac_10g_narrow #(
    parameter int DW = 128,  // bits of a word of the switch
    parameter int MW = 64    // bits of a word of the MAC; DW is a multiple
) (
    input  wire logic            clk,
    input  wire logic            rst,       // the MAC is reset, or power-on: the next word begins with its lowest part
    input  wire logic [DW-1:0]   s_tdata,
    input  wire logic [DW/8-1:0] s_tkeep,   // all ones except in the last word
    input  wire logic            s_tvalid,
    output logic                 s_tready,  // the word has been taken whole
    input  wire logic            s_tlast,
    input  wire logic            s_tuser,
    output logic      [MW-1:0]   m_tdata,
    output logic      [MW/8-1:0] m_tkeep,
    output logic                 m_tvalid,
    input  wire logic            m_tready,
    output logic                 m_tlast,
    output logic                 m_tuser
);
  localparam int Parts = DW / MW, KW = MW / 8;
  logic [$clog2(Parts)-1:0] part = '0;  // the part that is shown
  logic whole;                          // nothing follows this part
  logic [DW/8+KW-1:0] keep;             // no part follows the highest one
  assign keep = {{KW{1'b0}}, s_tkeep};
  always_comb begin
    {m_tdata, m_tkeep, whole} = '0;
    for (int i = 0; i < Parts; i++) begin
      m_tdata |= s_tdata[MW*i+:MW] & {MW{32'(part) == i}};
      m_tkeep |= s_tkeep[KW*i+:KW] & {KW{32'(part) == i}};
      whole |= !keep[KW*(i+1)] && 32'(part) == i;
    end
  end
  assign m_tvalid = s_tvalid;
  assign m_tlast = s_tlast && whole;
  assign m_tuser = s_tuser && whole;
  assign s_tready = m_tready && whole;
  always_ff @(posedge clk)
    if (rst) part <= '0;
    else if (m_tvalid && m_tready) part <= whole ? '0 : part + 1'b1;
endmodule
`default_nettype wire
