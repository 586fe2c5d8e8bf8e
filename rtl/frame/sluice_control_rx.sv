// Receiver of one port's MAC control frames [spec 9]. Every frame of type 0x8808 is consumed. A control frame is obeyed
// if it is complete, is addressed to this port or to the group and has a known opcode; any other one is only counted.
// All other frames pass, bad ones too. Obeyed frames are held as one message until it is taken: the latest time of each
// priority, of the native port level and of PAUSE. A word of credits leaves after the last beat of the data frame
// before it, and before the first beat of the data frame behind it.
// Latency: last beat in cycle t, message and count in t + 2; a word in t + 2, or in the cycle after the last beat
// before it. A beat of data leaves, at the earliest, one cycle after byte 13 or the end of its frame. While
// m_axis_tready is 1, s_axis_tready is 1.
// Collisions: what pauses is sent before what resumes, so a resume opens no gate that must stay closed. A word that
// still waits when the next control frame ends is lost; the next word of its channel has its credits too.
`default_nettype none
module sluice_control_rx #(
    parameter int WIDTH = 64,   // bits of a beat: a multiple of 8, 8..256
    parameter bit CREDITS = 0,  // 0: frames of credits have an unknown opcode
    parameter int NC = 8        // channels of credits
) (
    input  wire logic               clk,
    input  wire logic               rst,
    // cfg
    input  wire logic [47:0]        address,     // MAC address of the port
    input  wire logic               levels,      // GFC: times are levels; pause times are not obeyed
    input  wire logic               credits,     // the port uses credits;
                                                 // otherwise frames of credits have an unknown opcode
    // data: frames; tuser in the last beat: the frame is bad
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
    // data: message, by priority, held and updated until it is taken
    output logic                    msg_valid,   // a message is held
    input  wire logic               msg_take,    // the message is taken
    output logic      [1:0]         msg_level,   // LEVEL_*, see sluice_frame_pkg; LEVEL_CLASSES: priorities
    output logic      [7:0]         msg_enable,  // priorities that the message is for
    output logic      [127:0]       msg_time,    // time of each priority, quanta; of the port in [15:0]
    // data: a word of credits, for one cycle
    output logic                    word_valid,  // a word was received
    output logic      [sluice_frame_pkg::WORD_BITS-1:0] word,  // kind, channel, counter
    // stat: control frames, with a kind of sluice_frame_pkg
    output logic                    seen,        // a control frame has ended
    output logic      [2:0]         kind         // GOT_* or BAD_*
);
  localparam int Bytes = WIDTH < 8 ? 1 : WIDTH / 8;  // a WIDTH below 8 reaches the check at the end, which names it
  localparam int TypeBeat = 13 / Bytes;              // beat with the last byte of the type
  localparam int LastBeat = (sluice_frame_pkg::LENGTH - 1) / Bytes;
  localparam int BW = $clog2(LastBeat + 2);
  localparam int Opcode = 14;
  localparam int Captured = 2 + sluice_frame_pkg::BODY_BYTES;  // bytes from the opcode on

  // Type and destination of the frame

  logic taken;                  // a beat is taken
  logic [BW-1:0] beat;          // number of the beat; stops after LastBeat
  logic data, control;          // the kind of the frame is known since an earlier beat
  logic [1:0] not_destination;  // the destination is not {group address, own address}, by the beats before this one
  logic not_type;
  logic [1:0] is_not_destination;  // the same, this beat included
  logic is_not_type, is_data, is_control;
  assign taken = s_axis_tvalid && s_axis_tready;
  genvar k;
  generate
    logic [5:0] not_group_byte, not_own_byte;
    logic [1:0] not_type_byte;
    for (k = 0; k < 6; k = k + 1) begin : g_destination
      logic here;
      assign here = beat == BW'(k / Bytes);
      assign not_group_byte[k] = here && s_axis_tdata[8*(k%Bytes)+:8] != sluice_frame_pkg::GROUP_ADDRESS[8*(5-k)+:8];
      assign not_own_byte[k] = here && s_axis_tdata[8*(k%Bytes)+:8] != address[8*(5-k)+:8];
    end
    for (k = 12; k < 14; k = k + 1) begin : g_type
      assign not_type_byte[k-12] = beat == BW'(k / Bytes) &&
                                   s_axis_tdata[8*(k%Bytes)+:8] != sluice_frame_pkg::CONTROL_TYPE[8*(13-k)+:8];
    end
  endgenerate
  assign is_not_destination = not_destination | {not_group_byte != '0, not_own_byte != '0};
  assign is_not_type = not_type || not_type_byte != '0;
  assign is_control = control || (!data && beat == BW'(TypeBeat) && !is_not_type && s_axis_tkeep[13%Bytes]);
  assign is_data = data || (!is_control && (beat == BW'(TypeBeat) || s_axis_tlast));
  always_ff @(posedge clk)
    if (rst || (taken && s_axis_tlast)) begin
      beat <= '0;
      data <= 1'b0;
      control <= 1'b0;
      not_destination <= '0;
      not_type <= 1'b0;
    end else if (taken) begin
      if (beat != BW'(LastBeat + 1)) beat <= beat + 1'b1;
      data <= is_data;
      control <= is_control;
      not_destination <= is_not_destination;
      not_type <= is_not_type;
    end

  // Control frames: obeyed one cycle after their last beat

  logic [8*Captured-1:0] captured;
  generate
    for (k = 0; k < Captured; k = k + 1) begin : g_kept
      always_ff @(posedge clk)
        if (taken && beat == BW'((Opcode + k) / Bytes)) captured[8*k+:8] <= s_axis_tdata[8*((Opcode+k)%Bytes)+:8];
    end
  endgenerate
  logic ended, bad, short, foreign;
  always_ff @(posedge clk) begin
    ended <= !rst && taken && s_axis_tlast && is_control;
    bad <= s_axis_tuser;
    short <= beat < BW'(LastBeat) || (beat == BW'(LastBeat) && !s_axis_tkeep[(sluice_frame_pkg::LENGTH-1)%Bytes]);
    foreign <= is_not_destination == 2'b11;
  end

  function automatic logic [15:0] swap(input logic [15:0] x);
    swap = {x[7:0], x[15:8]};
  endfunction
  logic [15:0] opcode;
  logic [8*sluice_frame_pkg::BODY_BYTES-1:0] body;
  logic [7:0] flags, new_enable;
  logic [127:0] sent_time;  // in the byte order of the frame
  logic [15:0] new_port_time;
  logic new_port, new_pause, obeyed, is_ours;
  logic [2:0] new_kind;
  assign opcode = swap(captured[15:0]);
  assign body = captured[8*Captured-1:16];
  assign flags = body[39:32];
  logic has_identifier, is_word;
  logic [31:0] counter;
  assign has_identifier = {swap(body[15:0]), swap(body[31:16])} == sluice_frame_pkg::IDENTIFIER;
  assign is_ours = has_identifier && flags[sluice_frame_pkg::FLAG_LEVELS] == levels;
  assign counter = {swap(body[63:48]), swap(body[79:64])};
  assign is_word = has_identifier && body[39:33] == '0 && 32'(body[47:40]) < NC &&
      counter >> sluice_frame_pkg::COUNTER_BITS == '0;
  always_comb begin
    new_enable = '0;
    {new_port, new_pause} = '0;
    new_port_time = swap(body[15:0]);
    sent_time = body[16+:128];
    new_kind = sluice_frame_pkg::BAD_OPCODE;
    case (opcode)
      sluice_frame_pkg::OPCODE_PFC: begin
        new_kind = levels ? sluice_frame_pkg::BAD_KIND : sluice_frame_pkg::GOT_PFC;
        new_enable = body[15:8];
      end
      sluice_frame_pkg::OPCODE_PAUSE: begin
        new_kind = levels ? sluice_frame_pkg::BAD_KIND : sluice_frame_pkg::GOT_PAUSE;
        new_pause = 1'b1;
      end
      sluice_frame_pkg::OPCODE_NATIVE: begin
        new_kind = is_ours ? sluice_frame_pkg::GOT_NATIVE : sluice_frame_pkg::BAD_KIND;
        new_enable = body[47:40];
        new_port = flags[sluice_frame_pkg::FLAG_PORT] && !levels;  // GFC has no port level
        new_port_time = swap(body[191:176]);
        sent_time = body[48+:128];
      end
      sluice_frame_pkg::OPCODE_CREDITS:
        if (CREDITS && credits) new_kind = is_word ? sluice_frame_pkg::GOT_NATIVE : sluice_frame_pkg::BAD_KIND;
      default: ;
    endcase
    if (new_kind != sluice_frame_pkg::BAD_OPCODE && foreign) new_kind = sluice_frame_pkg::BAD_ADDRESS;
    if (short) new_kind = sluice_frame_pkg::BAD_LENGTH;
    if (bad) new_kind = sluice_frame_pkg::BAD_FRAME;
    obeyed = ended && new_kind < sluice_frame_pkg::BAD_FRAME;
  end
  always_ff @(posedge clk) begin
    seen <= ended && !rst;
    kind <= new_kind;
  end

  logic [7:0] due;
  logic [127:0] times;
  logic [15:0] port_time, pause_time;
  logic port_due, pause_due, is_pause, is_port, is_classes;
  assign msg_valid = due != '0 || port_due || pause_due;
  assign is_pause = pause_due && (pause_time != '0 || (due == '0 && !port_due));
  assign is_port = port_due && !is_pause && (port_time != '0 || due == '0);
  assign is_classes = !is_pause && !is_port;
  assign msg_level = is_pause ? sluice_frame_pkg::LEVEL_PAUSE : is_port ? sluice_frame_pkg::LEVEL_PORT :
      sluice_frame_pkg::LEVEL_CLASSES;
  assign msg_enable = due | {8{!is_classes}};
  assign msg_time = {times[127:16], is_pause ? pause_time : is_port ? port_time : times[15:0]};
  always_ff @(posedge clk)
    if (rst) begin
      due <= '0;
      {port_due, pause_due} <= '0;
    end else begin
      due <= (due & ~{8{msg_take && is_classes}}) | (new_enable & {8{obeyed}});
      port_due <= (port_due && !(msg_take && is_port)) || (new_port && obeyed);
      pause_due <= (pause_due && !(msg_take && is_pause)) || (new_pause && obeyed);
      for (int i = 0; i < 8; i++)
        if (obeyed && new_enable[i]) times[16*i+:16] <= swap(sent_time[16*i+:16]);
      if (obeyed && new_port) port_time <= new_port_time;
      if (obeyed && new_pause) pause_time <= new_port_time;
    end

  // All other frames: the beats wait in a FIFO until the type is known.

  // A frame that proves to be control removes its beats.
  localparam int AW = $clog2(TypeBeat + 2);
  logic leaves, control_ends;   // a beat of data leaves; a control frame ends
  logic [AW:0] write, known, read;  // beats read .. known may leave; of beats known .. write the type is unknown
  logic [WIDTH+WIDTH/8+1:0] beats[2**AW];
  assign control_ends = taken && s_axis_tlast && is_control;
  assign s_axis_tready = write - read != {1'b1, AW'(0)};
  assign m_axis_tvalid = read != known;
  assign leaves = m_axis_tvalid && m_axis_tready;
  assign {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata} = beats[read[AW-1:0]];
  always_ff @(posedge clk)
    if (taken) beats[write[AW-1:0]] <= {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata};
  always_ff @(posedge clk)
    if (rst) begin
      write <= '0;
      known <= '0;
      read <= '0;
    end else begin
      if (taken) write <= is_control ? known : write + 1'b1;
      if (taken && is_data) known <= write + 1'b1;
      if (leaves) read <= read + 1'b1;
    end

  // A word of credits waits for the beats of data that were in the FIFO at the end of its frame.
  generate
    if (CREDITS) begin : g_word
      logic [AW:0] ahead;
      logic waits, got_word;
      assign got_word = ended && new_kind == sluice_frame_pkg::GOT_NATIVE && opcode == sluice_frame_pkg::OPCODE_CREDITS;
      assign word_valid = waits && ahead == '0;
      always_ff @(posedge clk) begin
        if (rst) {waits, ahead} <= '0;
        else begin
          if (got_word) waits <= 1'b1;
          else if (word_valid || control_ends) waits <= 1'b0;
          if (control_ends) ahead <= known - read - (AW + 1)'(leaves);
          else if (ahead != '0) ahead <= ahead - (AW + 1)'(leaves);
        end
        if (got_word) word <= {body[32], body[40+:sluice_frame_pkg::CHANNEL_BITS],
                               counter[sluice_frame_pkg::COUNTER_BITS-1:0]};
      end
    end else begin : g_no_word
      logic unused_word;
      assign {word_valid, word} = '0;
      assign unused_word = ^{credits, is_word, counter, control_ends};
    end
  endgenerate

  // A bad parameter stops elaboration: the module below does not exist.
  generate
    if (WIDTH < 8 || WIDTH > 256 || WIDTH % 8 != 0) begin : g_check
      sluice_parameter_out_of_range_WIDTH_8_256_in_bytes bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire
