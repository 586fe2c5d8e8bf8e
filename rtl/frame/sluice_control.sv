// MAC control frames of all ports [spec 9], between the message ports of sluice_mmu, the MACs and a datapath: a sender
// and a receiver per port. Frames are AXI4-Stream without preamble and FCS, port p at [p * X +: X], the first byte on
// the wire lowest.
// Latency: a message of the MMU in cycle t, the first beat of its frame in t + 3 at the earliest. The last beat of a
// control frame in cycle t, rx_valid in t + 6 at the earliest and t + 2 NP + 8 at the latest.
// Collisions: a control frame wins over a data frame that has not begun; receivers share the MMU's port round robin.
`default_nettype none
module sluice_control #(
    parameter int NP = 4,                       // ports, 1..64
    parameter int NC = 8,                       // classes, 1..8
    parameter int WIDTH = 64,                   // bits of a beat: a multiple of 8, 8..256
    parameter bit CREDITS = 0,                  // 1: frames of credits, for the ports of cfg credits
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic                  clk,
    input  wire logic                  rst,
    // cfg
    input  wire logic [48*NP-1:0]      address,     // source address of each port; the highest byte is sent first
    input  wire logic [NP-1:0]         pause,       // the port sends PAUSE instead of PFC
    input  wire logic                  levels,      // the active scheme is GFC or GFC-linear
    input  wire logic [3*NC-1:0]       priorities,  // priority of each class, one to one
    input  wire logic [NP-1:0]         credits,     // the port uses credits
    // data: messages from the MMU, taken in every cycle, and to the MMU
    input  wire logic                  tx_valid,    // a message to send
    input  wire logic [PW-1:0]         tx_port,     // port that sends it
    input  wire logic                  tx_level,    // 1: port level; 0: classes
    input  wire logic [NC-1:0]         tx_enable,   // classes that the message is for
    input  wire logic [16*NC-1:0]      tx_time,     // time of each class, quanta
    output logic                       rx_valid,    // a received message
    output logic      [PW-1:0]         rx_port,     // port that received it
    output logic      [1:0]            rx_level,    // LEVEL_*, see sluice_frame_pkg
    output logic      [NC-1:0]         rx_enable,   // classes that the message is for
    output logic      [16*NC-1:0]      rx_time,     // time of each class, quanta
    // data: words of credits (docs/hardware/mac-control.md, "Words of credits"), per port: to send, and received
    input  wire logic [NP-1:0]         tx_word_valid,  // a word waits until it is taken; it may change until then
    output logic      [NP-1:0]         tx_word_ready,  // the word is taken
    input  wire logic [NP*sluice_frame_pkg::WORD_BITS-1:0] tx_word,  // kind, channel, counter
    output logic      [NP-1:0]         rx_word_valid,  // a word was received, for one cycle
    output logic      [NP*sluice_frame_pkg::WORD_BITS-1:0] rx_word,
    // data: frames to send, from the datapath and to the MACs
    input  wire logic [NP*WIDTH-1:0]   s_axis_tx_tdata,
    input  wire logic [NP*WIDTH/8-1:0] s_axis_tx_tkeep,
    input  wire logic [NP-1:0]         s_axis_tx_tvalid,
    output logic      [NP-1:0]         s_axis_tx_tready,
    input  wire logic [NP-1:0]         s_axis_tx_tlast,
    input  wire logic [NP-1:0]         s_axis_tx_tuser,
    output logic      [NP*WIDTH-1:0]   m_axis_tx_tdata,
    output logic      [NP*WIDTH/8-1:0] m_axis_tx_tkeep,
    output logic      [NP-1:0]         m_axis_tx_tvalid,
    input  wire logic [NP-1:0]         m_axis_tx_tready,
    output logic      [NP-1:0]         m_axis_tx_tlast,
    output logic      [NP-1:0]         m_axis_tx_tuser,
    // data: received frames, from the MACs and, without control frames, to the datapath
    input  wire logic [NP*WIDTH-1:0]   s_axis_rx_tdata,
    input  wire logic [NP*WIDTH/8-1:0] s_axis_rx_tkeep,
    input  wire logic [NP-1:0]         s_axis_rx_tvalid,
    output logic      [NP-1:0]         s_axis_rx_tready,
    input  wire logic [NP-1:0]         s_axis_rx_tlast,
    input  wire logic [NP-1:0]         s_axis_rx_tuser,
    output logic      [NP*WIDTH-1:0]   m_axis_rx_tdata,
    output logic      [NP*WIDTH/8-1:0] m_axis_rx_tkeep,
    output logic      [NP-1:0]         m_axis_rx_tvalid,
    input  wire logic [NP-1:0]         m_axis_rx_tready,
    output logic      [NP-1:0]         m_axis_rx_tlast,
    output logic      [NP-1:0]         m_axis_rx_tuser,
    // stat: control frames, pulses of one cycle, with a kind of sluice_frame_pkg
    output logic      [NP-1:0]         tx_sent,     // a control frame has begun
    output logic      [2*NP-1:0]       tx_kind,     // SENT_*
    output logic      [NP-1:0]         rx_seen,     // a control frame has ended
    output logic      [3*NP-1:0]       rx_kind      // GOT_* or BAD_*
);
  localparam int K = WIDTH / 8;
  localparam int WordBits = sluice_frame_pkg::WORD_BITS;
  logic [NP-1:0] out_valid, in_valid, in_take;
  logic [2*NP-1:0] in_level;
  logic out_level;
  logic [7:0] out_enable;
  logic [127:0] out_time;
  logic [8*NP-1:0] in_enable;
  logic [128*NP-1:0] in_time;
  sluice_control_out #(.NP(NP), .NC(NC)) control_out (
      .clk, .rst, .priorities, .tx_valid, .tx_port, .tx_level, .tx_enable, .tx_time,
      .msg_valid(out_valid), .msg_level(out_level), .msg_enable(out_enable), .msg_time(out_time));
  sluice_control_in #(.NP(NP), .NC(NC)) control_in (
      .clk, .rst, .priorities,
      .msg_valid(in_valid), .msg_take(in_take), .msg_level(in_level), .msg_enable(in_enable), .msg_time(in_time),
      .rx_valid, .rx_port, .rx_level, .rx_enable, .rx_time);
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      sluice_control_tx #(.WIDTH(WIDTH), .CREDITS(CREDITS)) sender (
          .clk, .rst, .address(address[48*p+:48]), .pause(pause[p]), .levels,
          .msg_valid(out_valid[p]), .msg_level(out_level), .msg_enable(out_enable), .msg_time(out_time),
          .word_valid(tx_word_valid[p]), .word_ready(tx_word_ready[p]), .word(tx_word[p*WordBits+:WordBits]),
          .s_axis_tdata(s_axis_tx_tdata[p*WIDTH+:WIDTH]), .s_axis_tkeep(s_axis_tx_tkeep[p*K+:K]),
          .s_axis_tvalid(s_axis_tx_tvalid[p]), .s_axis_tready(s_axis_tx_tready[p]),
          .s_axis_tlast(s_axis_tx_tlast[p]), .s_axis_tuser(s_axis_tx_tuser[p]),
          .m_axis_tdata(m_axis_tx_tdata[p*WIDTH+:WIDTH]), .m_axis_tkeep(m_axis_tx_tkeep[p*K+:K]),
          .m_axis_tvalid(m_axis_tx_tvalid[p]), .m_axis_tready(m_axis_tx_tready[p]),
          .m_axis_tlast(m_axis_tx_tlast[p]), .m_axis_tuser(m_axis_tx_tuser[p]),
          .sent(tx_sent[p]), .kind(tx_kind[2*p+:2]));
      sluice_control_rx #(.WIDTH(WIDTH), .CREDITS(CREDITS), .NC(NC)) receiver (
          .clk, .rst, .address(address[48*p+:48]), .levels, .credits(credits[p]),
          .s_axis_tdata(s_axis_rx_tdata[p*WIDTH+:WIDTH]), .s_axis_tkeep(s_axis_rx_tkeep[p*K+:K]),
          .s_axis_tvalid(s_axis_rx_tvalid[p]), .s_axis_tready(s_axis_rx_tready[p]),
          .s_axis_tlast(s_axis_rx_tlast[p]), .s_axis_tuser(s_axis_rx_tuser[p]),
          .m_axis_tdata(m_axis_rx_tdata[p*WIDTH+:WIDTH]), .m_axis_tkeep(m_axis_rx_tkeep[p*K+:K]),
          .m_axis_tvalid(m_axis_rx_tvalid[p]), .m_axis_tready(m_axis_rx_tready[p]),
          .m_axis_tlast(m_axis_rx_tlast[p]), .m_axis_tuser(m_axis_rx_tuser[p]),
          .msg_valid(in_valid[p]), .msg_take(in_take[p]), .msg_level(in_level[2*p+:2]),
          .msg_enable(in_enable[8*p+:8]), .msg_time(in_time[128*p+:128]),
          .word_valid(rx_word_valid[p]), .word(rx_word[p*WordBits+:WordBits]),
          .seen(rx_seen[p]), .kind(rx_kind[3*p+:3]));
    end
  endgenerate

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (NP < 1 || NP > 64 || NC < 1 || NC > 8) begin : g_check
      sluice_parameter_out_of_range_NP_1_64_NC_1_8 bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
