// Frames of all ports end with tlast, or when their link goes down: then a last word with tuser and without a byte ends
// the frame. So a MAC whose receiver is reset inside a frame leaves no half of a frame behind. Words are ignored while
// the link is down, and so is a frame that began then (sluice_switch_ignore).
// Latency: none. Collisions: a link that goes down wins over a word in the same cycle.
`default_nettype none
module sluice_switch_link #(
    parameter int NP = 4,                  // ports
    parameter int DW = 64                  // bits of a port's stream
) (
    input  wire logic               clk,
    input  wire logic               rst,
    input  wire logic [NP-1:0]      up,         // link of the port and switch are up
    // From the MACs: port p at [p * width +: width]
    input  wire logic [NP*DW/8-1:0] s_tkeep,
    input  wire logic [NP-1:0]      s_tvalid,   // a word
    output logic      [NP-1:0]      s_tready,   // the word is taken, or ignored
    input  wire logic [NP-1:0]      s_tlast,    // last word of its frame
    input  wire logic [NP-1:0]      s_tuser,    // with tlast: the frame is bad
    // To the switch; the data are those of the MACs
    output logic      [NP*DW/8-1:0] m_tkeep,
    output logic      [NP-1:0]      m_tvalid,
    input  wire logic [NP-1:0]      m_tready,
    output logic      [NP-1:0]      m_tlast,
    output logic      [NP-1:0]      m_tuser
);
  localparam int Bytes = DW / 8;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      logic inside_frame, ignoring, closing;  // of a frame that passes; of one that does not; its last word waits
      logic ends, passes, word;
      assign ends = inside_frame && (closing || !up[p]);
      assign passes = up[p] && !ignoring && !ends;
      assign word = s_tvalid[p] && s_tready[p];
      assign s_tready[p] = !passes || m_tready[p];
      assign m_tvalid[p] = ends || (passes && s_tvalid[p]);
      assign m_tlast[p] = ends || s_tlast[p];
      assign m_tuser[p] = ends || s_tuser[p];
      assign m_tkeep[p*Bytes+:Bytes] = ends ? '0 : s_tkeep[p*Bytes+:Bytes];
      sluice_switch_ignore ignore (.clk, .rst, .word(s_tvalid[p]), .passes(passes), .last(s_tlast[p]), .ignoring);
      always_ff @(posedge clk) begin
        if (rst) begin
          {inside_frame, closing} <= '0;
        end else begin
          closing <= ends && !m_tready[p];
          if (ends) inside_frame <= !m_tready[p];
          else if (passes && word) inside_frame <= !s_tlast[p];
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire
