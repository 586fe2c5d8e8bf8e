// Two words of a MAC become one word of the switch, in the clock of the MAC: a MAC of 64 bits and 156.25 MHz feeds a
// switch of 128 bits, whose clock may be slower (docs/hardware/mac-10g.md). The first word is the lower half. A reset
// of the MAC discards a word that waits for the other half.
// Latency: 1 cycle from the second half, or from the last word.
`default_nettype none
module mac_10g_widen #(
    parameter int DW = 128  // bits of a word of the switch; the MAC has half of them
) (
    input  wire logic             clk,
    input  wire logic             rst,       // the MAC is reset, or power-on
    input  wire logic [DW/2-1:0]  s_tdata,
    input  wire logic [DW/16-1:0] s_tkeep,   // all ones except in the last word
    input  wire logic             s_tvalid,
    input  wire logic             s_tlast,
    input  wire logic             s_tuser,
    output logic      [DW-1:0]    m_tdata,
    output logic      [DW/8-1:0]  m_tkeep,
    output logic                  m_tvalid,  // for one cycle: the reader cannot wait
    output logic                  m_tlast,
    output logic                  m_tuser
);
  logic upper = 1'b0;  // the next word is an upper half
  initial m_tvalid = 1'b0;
  always_ff @(posedge clk) begin
    m_tvalid <= s_tvalid && (upper || s_tlast) && !rst;
    upper <= !rst && (s_tvalid ? !upper && !s_tlast : upper);
    if (s_tvalid) begin
      if (upper) m_tdata[DW/2+:DW/2] <= s_tdata;
      else m_tdata[0+:DW/2] <= s_tdata;
      m_tkeep <= upper ? {s_tkeep, m_tkeep[0+:DW/16]} : {{DW / 16{1'b0}}, s_tkeep};
      {m_tlast, m_tuser} <= {s_tlast, s_tuser};
    end
  end
endmodule
`default_nettype wire
