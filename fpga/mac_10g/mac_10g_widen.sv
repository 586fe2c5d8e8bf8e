// Words of a MAC become one word of the switch, in the clock of the MAC: a MAC of 64 bits and 156.25 MHz, or of 8 bits
// and 125 MHz, feeds a switch of 128 bits, whose clock may be slower (docs/hardware/mac-10g.md). The first word is the
// lowest part. A reset of the MAC discards a word that waits for its other parts.
// Latency: 1 cycle from the highest part, or from the last word.
`default_nettype none
module mac_10g_widen #(
    parameter int DW = 128,  // bits of a word of the switch
    parameter int MW = 64    // bits of a word of the MAC; DW is a multiple
) (
    input  wire logic            clk,
    input  wire logic            rst,       // the MAC is reset, or power-on
    input  wire logic [MW-1:0]   s_tdata,
    input  wire logic [MW/8-1:0] s_tkeep,   // all ones except in the last word
    input  wire logic            s_tvalid,
    input  wire logic            s_tlast,
    input  wire logic            s_tuser,
    output logic      [DW-1:0]   m_tdata,
    output logic      [DW/8-1:0] m_tkeep,
    output logic                 m_tvalid,  // for one cycle: the reader cannot wait
    output logic                 m_tlast,
    output logic                 m_tuser
);
  localparam int Parts = DW / MW, KW = MW / 8;
  logic [$clog2(Parts)-1:0] part = '0;  // the next word is this part
  logic whole;                          // no other part follows
  initial m_tvalid = 1'b0;
  assign whole = s_tlast || 32'(part) == Parts - 1;
  always_ff @(posedge clk) begin
    m_tvalid <= s_tvalid && whole && !rst;
    if (rst) part <= '0;
    else if (s_tvalid) part <= whole ? '0 : part + 1'b1;
    if (s_tvalid) begin
      for (int i = 0; i < Parts; i++)
        if (32'(part) == i) {m_tdata[MW*i+:MW], m_tkeep[KW*i+:KW]} <= {s_tdata, s_tkeep};
        else if (part == '0) m_tkeep[KW*i+:KW] <= '0;
      {m_tlast, m_tuser} <= {s_tlast, s_tuser};
    end
  end
endmodule
`default_nettype wire
