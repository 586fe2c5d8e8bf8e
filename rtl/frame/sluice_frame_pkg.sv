// Constants of MAC control frames [802.3 clause 31 and annex 31B, 802.1Q 36, spec 9], and the kinds of frames that the
// frame modules count. cmodel/frame/sluice_frame.h defines the same names.
`default_nettype none
package sluice_frame_pkg;
  localparam int LENGTH = 60;  // bytes of a frame without its check sequence
  localparam int BODY = 16;    // index of the first byte after the opcode
  localparam int BODY_BYTES = 24;
  localparam logic [47:0] GROUP_ADDRESS = 48'h0180c2000001;
  localparam logic [15:0] CONTROL_TYPE = 16'h8808;
  localparam logic [15:0] OPCODE_PAUSE = 16'h0001;
  localparam logic [15:0] OPCODE_PFC = 16'h0101;
  localparam logic [15:0] OPCODE_NATIVE = 16'hfffe;
  localparam logic [15:0] OPCODE_CREDITS = 16'hfffd;
  // Identifier of native frames and frames of credits, at the begin of their bodies
  localparam logic [31:0] IDENTIFIER = 32'h534c4345;
  // A word of credits [spec 12]: kind, channel, counter
  localparam int CHANNEL_BITS = 3;
  localparam int COUNTER_BITS = 20;
  localparam int WORD_BITS = 1 + CHANNEL_BITS + COUNTER_BITS;
  // Native frames have flags in the upper byte of the enable vector.
  localparam int FLAG_PORT = 0;    // a port-level time follows the eight times
  localparam int FLAG_LEVELS = 1;  // the eight times are GFC levels

  // registers: begin frame kinds (make registers)
  // What a message from the downstream concerns, rx_level [spec 5, 13].
  localparam logic [1:0] LEVEL_CLASSES = 2'd0;  // the classes of rx_enable, each for its own time
  localparam logic [1:0] LEVEL_PORT = 2'd1;     // native port level: all lossless classes, for the time of class 0
  localparam logic [1:0] LEVEL_PAUSE = 2'd2;    // 802.3x PAUSE: all classes, lossy ones too, for the time of class 0
  // Kinds of sent frames
  localparam logic [1:0] SENT_PFC = 2'd0;     // PFC frames sent
  localparam logic [1:0] SENT_PAUSE = 2'd1;   // PAUSE frames sent
  localparam logic [1:0] SENT_NATIVE = 2'd2;  // native frames and frames of credits sent
  // Kinds of received frames: obeyed, or the reason against it
  localparam logic [2:0] GOT_PFC = 3'd0;      // PFC frames obeyed
  localparam logic [2:0] GOT_PAUSE = 3'd1;    // PAUSE frames obeyed
  localparam logic [2:0] GOT_NATIVE = 3'd2;   // native frames and frames of credits obeyed
  localparam logic [2:0] BAD_FRAME = 3'd3;    // marked bad by the MAC
  localparam logic [2:0] BAD_LENGTH = 3'd4;   // shorter than 60 bytes
  localparam logic [2:0] BAD_ADDRESS = 3'd5;  // destination is neither the group address nor the address of the port
  localparam logic [2:0] BAD_OPCODE = 3'd6;   // unknown MAC control opcode; that of credits on a port without credits
  localparam logic [2:0] BAD_KIND = 3'd7;     // unknown identifier, levels under a pause scheme, pause times under GFC,
                                              // or a word of credits with an unknown kind, channel or counter
  // registers: end
endpackage
`default_nettype wire
