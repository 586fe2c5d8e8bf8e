// Two words in front of a MAC, in the clock of the MAC, so that the ready of the MAC reaches only these two, and not
// the FIFO behind them.
// Latency: 1 cycle. If the MAC is ready in a cycle, a word can be taken in the next one.
`default_nettype none
module mac_10g_slice #(
    parameter int WIDTH = 74  // bits of a word
) (
    input  wire logic             clk,
    input  wire logic             rst,      // the MAC is reset: both words are discarded
    input  wire logic             s_valid,  // a word is offered
    output logic                  s_ready,  // it is taken; from a register
    input  wire logic [WIDTH-1:0] s_word,
    output logic                  m_valid,  // to the MAC
    input  wire logic             m_ready,
    output logic      [WIDTH-1:0] m_word
);
  logic [WIDTH-1:0] second;  // behind m_word, while s_ready is 0
  initial {m_valid, s_ready} = 2'b01;
  always_ff @(posedge clk) begin
    if (s_ready) second <= s_word;
    if (m_ready || !m_valid) m_word <= s_ready ? s_word : second;
    m_valid <= !rst && (s_valid || !s_ready || (m_valid && !m_ready));
    s_ready <= rst || m_ready || !m_valid || (s_ready && !s_valid);
  end
endmodule
`default_nettype wire
