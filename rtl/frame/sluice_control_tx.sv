// Sender of one port's MAC control frames [spec 9]: between data frames, ahead of a data frame that waits, never
// paused. A message is accepted in every cycle. Each priority, and the port level, has its latest time and a due bit,
// so a newer message replaces an unsent one and no state is lost. A frame carries all due times; it is filled in the
// cycle before its first beat. The frame is native if the times are GFC levels; else PAUSE, with the OR of all times,
// if the port is set to PAUSE; else native if the port level is due; else PFC. A native frame carries both levels at
// once, so that neither level can overtake the other. A word of credits has a frame of its own. The word is taken in
// the cycle in which its frame is filled, and no data frame begins while it waits: the frame follows the data frame
// that ends in the cycle in which the word appears, or that has ended before.
// Latency: message in cycle t, first beat in t + 2 on an idle line, else in the cycle after the last beat of a frame; a
// word one cycle less. Data pass combinationally; a data frame waits one cycle if a control frame begins on an idle
// line.
// Collisions: a message in the cycle in which a frame is filled is due in the next frame. Due times precede a word.
`default_nettype none
module sluice_control_tx #(
    parameter int WIDTH = 64,   // bits of a beat: a multiple of 8, 8..256
    parameter bit CREDITS = 0   // 0: word_* are ignored
) (
    input  wire logic               clk,
    input  wire logic               rst,
    // cfg: constant while a frame is sent
    input  wire logic [47:0]        address,     // MAC address of the port
    input  wire logic               pause,       // PAUSE instead of PFC
    input  wire logic               levels,      // times are GFC levels: frames are always native
    // data: message, by priority
    input  wire logic               msg_valid,   // a message
    input  wire logic               msg_level,   // 1: port level; 0: priorities
    input  wire logic [7:0]         msg_enable,  // priorities that the message is for
    input  wire logic [127:0]       msg_time,    // time of each priority, quanta; of the port level in [15:0]
    // data: a word of credits
    input  wire logic               word_valid,  // a word waits until it is taken; it may change until then
    output logic                    word_ready,  // the word is taken
    input  wire logic [sluice_frame_pkg::WORD_BITS-1:0] word,  // kind, channel, counter
    // data: frames
    input  wire logic [WIDTH-1:0]   s_axis_tdata,
    input  wire logic [WIDTH/8-1:0] s_axis_tkeep,
    input  wire logic               s_axis_tvalid,
    output logic                    s_axis_tready,
    input  wire logic               s_axis_tlast,
    input  wire logic               s_axis_tuser,
    output logic      [WIDTH-1:0]   m_axis_tdata,
    output logic      [WIDTH/8-1:0] m_axis_tkeep,
    output logic                    m_axis_tvalid,
    input  wire logic               m_axis_tready,
    output logic                    m_axis_tlast,
    output logic                    m_axis_tuser,
    // stat: control frames, with a kind of sluice_frame_pkg
    output logic                    sent,        // a control frame has begun
    output logic      [1:0]         kind         // SENT_*
);
  localparam int Bytes = WIDTH < 8 ? 1 : WIDTH / 8;  // a WIDTH below 8 reaches the check at the end, which names it
  localparam int Beats = (sluice_frame_pkg::LENGTH + Bytes - 1) / Bytes;
  localparam int BW = Beats > 1 ? $clog2(Beats) : 1;
  localparam int Rest = sluice_frame_pkg::LENGTH - (Beats - 1) * Bytes;  // bytes of the last beat
  localparam logic [BW-1:0] LastBeat = BW'(Beats - 1);

  // The latest times, and which of them are due
  logic [7:0] due;
  logic [127:0] times;
  logic [15:0] port_time;
  logic port_due, pending, start, has_word, waiting;  // waiting: times or a word are to be sent
  assign has_word = CREDITS && word_valid;
  assign waiting = pending || has_word;
  assign word_ready = CREDITS && start && !pending;
  always_ff @(posedge clk)
    if (rst) begin
      due <= '0;
      times <= '0;
      port_due <= 1'b0;
      port_time <= '0;
      pending <= 1'b0;
    end else begin
      due <= (due & ~{8{start}}) | (msg_enable & {8{msg_valid && !msg_level}});
      port_due <= (port_due && !start) || (msg_valid && msg_level);
      pending <= (pending && !start) || (msg_valid && (msg_level || msg_enable != '0));
      for (int k = 0; k < 8; k++)
        if (msg_valid && !msg_level && msg_enable[k]) times[16*k+:16] <= msg_time[16*k+:16];
      if (msg_valid && msg_level) port_time <= msg_time[15:0];
    end

  // Owner of the line: a frame that has begun is finished first.
  logic sending, in_data, pass_data, data_ends, control_ends;
  logic [BW-1:0] beat;
  assign pass_data = !sending && (in_data || !waiting);
  assign data_ends = pass_data && s_axis_tvalid && s_axis_tlast && m_axis_tready;
  assign control_ends = sending && beat == LastBeat && m_axis_tready;
  assign start = waiting && ((!sending && !in_data) || data_ends || control_ends);
  always_ff @(posedge clk)
    if (rst) begin
      sending <= 1'b0;
      in_data <= 1'b0;
      beat <= '0;
    end else begin
      sending <= start || (sending && !control_ends);
      in_data <= pass_data && (in_data || s_axis_tvalid) && !data_ends;
      if (start) beat <= '0;
      else if (sending && m_axis_tready) beat <= beat + 1'b1;
    end

  // The bytes after the opcode, first byte lowest. Times are sent high byte first. Times that are not due are sent too,
  // with an enable bit of 0.
  localparam int BodyBits = 8 * sluice_frame_pkg::BODY_BYTES;
  logic [BodyBits-1:0] body;
  logic [127:0] time_bytes;
  logic [15:0] any_time;
  logic native, of_word;  // of_word: the frame has a word
  logic [8*10-1:0] word_body;
  function automatic logic [15:0] swap(input logic [15:0] x);
    swap = {x[7:0], x[15:8]};
  endfunction
  assign native = levels || (port_due && !pause);
  // Kind and channel have a byte each, the counter has four.
  assign word_body = {word[7:0], word[15:8], 4'b0, word[sluice_frame_pkg::COUNTER_BITS-1:16], 8'b0,
      {8 - sluice_frame_pkg::CHANNEL_BITS{1'b0}}, word[sluice_frame_pkg::COUNTER_BITS+:sluice_frame_pkg::CHANNEL_BITS],
      7'b0, word[sluice_frame_pkg::WORD_BITS-1],
      swap(sluice_frame_pkg::IDENTIFIER[15:0]), swap(sluice_frame_pkg::IDENTIFIER[31:16])};
  always_comb begin
    any_time = port_time;
    for (int k = 0; k < 8; k++) begin
      any_time |= times[16*k+:16];
      time_bytes[16*k+:16] = {times[16*k+:8], times[16*k+8+:8]};
    end
  end
  always_ff @(posedge clk) begin
    if (start) begin
      of_word <= CREDITS && !pending;
      kind <= native || (CREDITS && !pending) ? sluice_frame_pkg::SENT_NATIVE :
          pause ? sluice_frame_pkg::SENT_PAUSE : sluice_frame_pkg::SENT_PFC;
      if (CREDITS && !pending) body <= BodyBits'(word_body);
      else if (native)
        body <= {swap(port_time), time_bytes, due, 6'b0, levels, port_due, swap(sluice_frame_pkg::IDENTIFIER[15:0]),
                 swap(sluice_frame_pkg::IDENTIFIER[31:16])};
      else if (pause) body <= BodyBits'(swap(any_time));
      else body <= BodyBits'({time_bytes, due, 8'h00});
    end
    sent <= start && !rst;
  end

  // The frame, first byte lowest
  logic [8*Bytes*Beats-1:0] frame;
  logic [15:0] opcode;
  always_comb begin
    opcode = CREDITS && of_word ? sluice_frame_pkg::OPCODE_CREDITS :
        kind == sluice_frame_pkg::SENT_PAUSE ? sluice_frame_pkg::OPCODE_PAUSE :
        kind == sluice_frame_pkg::SENT_NATIVE ? sluice_frame_pkg::OPCODE_NATIVE : sluice_frame_pkg::OPCODE_PFC;
    frame = '0;
    for (int i = 0; i < 6; i++) begin
      frame[8*i+:8] = sluice_frame_pkg::GROUP_ADDRESS[8*(5-i)+:8];
      frame[48+8*i+:8] = address[8*(5-i)+:8];
    end
    frame[96+:16] = {sluice_frame_pkg::CONTROL_TYPE[7:0], sluice_frame_pkg::CONTROL_TYPE[15:8]};
    frame[112+:16] = {opcode[7:0], opcode[15:8]};
    frame[8*sluice_frame_pkg::BODY+:BodyBits] = body;
  end

  assign s_axis_tready = pass_data && m_axis_tready;
  assign m_axis_tvalid = sending || (pass_data && s_axis_tvalid);
  assign m_axis_tdata = sending ? frame[32'(beat)*WIDTH+:WIDTH] : s_axis_tdata;
  assign m_axis_tkeep = !sending ? s_axis_tkeep : beat == LastBeat ? Bytes'({Rest{1'b1}}) : '1;
  assign m_axis_tlast = sending ? beat == LastBeat : s_axis_tlast;
  assign m_axis_tuser = !sending && s_axis_tuser;

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (WIDTH < 8 || WIDTH > 256 || WIDTH % 8 != 0) begin : g_check
      sluice_parameter_out_of_range_WIDTH_8_256_in_bytes bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
