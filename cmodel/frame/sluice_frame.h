// MAC control frames in C, equal to rtl/frame in every output in every cycle: between the message ports of the MMU
// (sluice.h), the MACs and a datapath [802.3 clause 31, 802.1Q 36, spec 9]. Frames are bytes without preamble and check
// sequence. A cycle moves at most one beat in each direction. There is one struct and one step per RTL module. The
// functions allocate nothing; only sluice_control_init() can fail.
#ifndef SLUICE_FRAME_H
#define SLUICE_FRAME_H

#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/sluice.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SLUICE_PRIORITIES = 8,
  SLUICE_BEAT_BYTES = 32,      // bytes of the widest beat
  SLUICE_CONTROL_LENGTH = 60,  // bytes of a control frame without its check sequence
  SLUICE_CONTROL_BODY = 16,    // index of the first byte after the opcode
  SLUICE_CONTROL_BODY_BYTES = 24,
  SLUICE_CONTROL_HEAD = SLUICE_CONTROL_BODY + SLUICE_CONTROL_BODY_BYTES,  // the bytes after that are padding
  SLUICE_CONTROL_TYPE = 0x8808,
  SLUICE_CONTROL_QUEUE = 16,  // beats that wait until the kind of their frame is known
};

// Opcodes and the identifier of native frames; the same numbers as in rtl/frame/sluice_frame_pkg.sv.
enum {
  SLUICE_OPCODE_PAUSE = 0x0001,
  SLUICE_OPCODE_PFC = 0x0101,
  SLUICE_OPCODE_NATIVE = 0xfffe,
  SLUICE_OPCODE_CREDITS = 0xfffd
};
enum { SLUICE_WORD_BITS = 20 };                         // of the counter of a word of credits
enum { SLUICE_FLAG_PORT = 1, SLUICE_FLAG_LEVELS = 2 };  // bits in the upper byte of a native frame's enable vector
#define SLUICE_GROUP_ADDRESS 0x0180c2000001u
#define SLUICE_IDENTIFIER 0x534c4345u

// clang-format off
// registers: begin frame kinds (make registers)
enum sluice_sent {
  SLUICE_SENT_PFC = 0,     // PFC frames sent
  SLUICE_SENT_PAUSE = 1,   // PAUSE frames sent
  SLUICE_SENT_NATIVE = 2,  // native frames and frames of credits sent
};

// Kinds of received frames. Those up to GOT_NATIVE were obeyed.
enum sluice_seen {
  SLUICE_GOT_PFC = 0,      // PFC frames obeyed
  SLUICE_GOT_PAUSE = 1,    // PAUSE frames obeyed
  SLUICE_GOT_NATIVE = 2,   // native frames and frames of credits obeyed
  SLUICE_BAD_FRAME = 3,    // marked bad by the MAC
  SLUICE_BAD_LENGTH = 4,   // shorter than 60 bytes
  SLUICE_BAD_ADDRESS = 5,  // destination is neither the group address nor the address of the port
  SLUICE_BAD_OPCODE = 6,   // unknown MAC control opcode; that of credits on a port without credits
  SLUICE_BAD_KIND = 7,     // unknown identifier, levels under a pause scheme, pause times under GFC, or a word of credits with an unknown kind, channel or counter
  SLUICE_SEEN_KINDS = 8
};
// registers: end
// clang-format on

// One beat of AXI4-Stream. The valid bytes are those with a bit in keep; only the last beat may have fewer than all.
struct sluice_beat {
  bool valid, last, bad;
  uint32_t keep;  // a bit per byte, lowest first
  uint8_t data[SLUICE_BEAT_BYTES];
};

// A message by priority. A level of the port has its time in time[0].
struct sluice_message {
  bool valid;
  uint8_t level;  // enum sluice_message_level
  uint8_t enable;
  uint16_t time[SLUICE_PRIORITIES];
};

// Configuration, constant while frames are sent.
struct sluice_control_config {
  uint64_t address[SLUICE_MAX_PORTS];    // 48 bits, the highest byte is sent first
  bool pause[SLUICE_MAX_PORTS];          // the port sends PAUSE instead of PFC
  bool credits[SLUICE_MAX_PORTS];        // the port uses credits; otherwise frames of credits have an unknown opcode
  bool levels;                           // the scheme is GFC or GFC-linear
  uint8_t priority[SLUICE_MAX_CLASSES];  // priority of each class, one to one
};

// ---- sender of a port ----

struct sluice_control_tx {
  uint16_t time[SLUICE_PRIORITIES], port_time;  // latest times
  uint8_t due;
  bool port_due;
  bool sending, in_data, sent;
  enum sluice_sent kind;
  int at;  // index of the byte that is sent next
  // The word of credits that waits in this cycle, set before show and step; and whether the step has taken it. of_word:
  // the frame that is sent has a word.
  struct sluice_credit_word word;
  bool word_taken, of_word;
  uint8_t body[SLUICE_CONTROL_BODY_BYTES];
};

// The outputs of the port in this cycle: the beat to the MAC, and whether a beat of data would be accepted.
void sluice_control_tx_show(const struct sluice_control_tx *tx, uint64_t address, int bytes,
                            const struct sluice_beat *data, bool ready, struct sluice_beat *to_mac, bool *data_ready);
void sluice_control_tx_step(struct sluice_control_tx *tx, bool pause, bool levels, int bytes,
                            const struct sluice_message *message, const struct sluice_beat *data, bool ready);

// ---- receiver of a port ----

enum sluice_frame_is { SLUICE_FRAME_NEW, SLUICE_FRAME_DATA, SLUICE_FRAME_CONTROL };

struct sluice_control_rx {
  enum sluice_frame_is is;
  int length;  // bytes of the frame so far, up to SLUICE_CONTROL_LENGTH
  uint8_t head[SLUICE_CONTROL_HEAD];
  bool ended, bad, seen;  // ended: a control frame has ended and is to be judged
  int ended_length;
  uint8_t ended_head[SLUICE_CONTROL_HEAD];
  enum sluice_seen kind;
  uint16_t time[SLUICE_PRIORITIES], port_time, pause_time;  // times, held until taken
  uint8_t due;
  bool port_due, pause_due;
  uint8_t channels;                // channels of credits, set before the step; 0: the port does not use credits
  struct sluice_credit_word word;  // valid: it waits for the beats of data before it
  int ahead;                       // their number
  struct sluice_beat queue[SLUICE_CONTROL_QUEUE];
  int first, known, waiting;  // positions in the FIFO: beats that may leave; all beats
};

struct sluice_message sluice_control_rx_message(const struct sluice_control_rx *rx);
struct sluice_credit_word sluice_control_rx_word(const struct sluice_control_rx *rx);
struct sluice_beat sluice_control_rx_data(const struct sluice_control_rx *rx);
bool sluice_control_rx_ready(const struct sluice_control_rx *rx, int bytes);
void sluice_control_rx_step(struct sluice_control_rx *rx, uint64_t address, bool levels, int bytes,
                            const struct sluice_beat *from_mac, bool data_ready, bool take);

// ---- all ports ----

// The inputs of a cycle: messages of the MMU as in struct sluice_out, frames, and the ready signals.
struct sluice_control_in {
  struct sluice_control_config config;
  bool tx_valid;
  uint8_t tx_port, tx_level, tx_enable;
  uint16_t tx_time[SLUICE_MAX_CLASSES];
  struct sluice_beat data_tx[SLUICE_MAX_PORTS], from_mac[SLUICE_MAX_PORTS];
  bool mac_ready[SLUICE_MAX_PORTS], data_ready[SLUICE_MAX_PORTS];
  struct sluice_credit_word word[SLUICE_MAX_PORTS];  // words of credits to send; a word stays until it is taken
};

// The outputs of the same cycle. Messages to the MMU as in struct sluice_in.
struct sluice_control_out {
  bool rx_valid;
  uint8_t rx_port, rx_level, rx_enable;
  uint16_t rx_time[SLUICE_MAX_CLASSES];
  struct sluice_beat to_mac[SLUICE_MAX_PORTS], data_rx[SLUICE_MAX_PORTS];
  bool data_tx_ready[SLUICE_MAX_PORTS], mac_rx_ready[SLUICE_MAX_PORTS];
  bool sent[SLUICE_MAX_PORTS], seen[SLUICE_MAX_PORTS];
  struct sluice_credit_word word[SLUICE_MAX_PORTS];                  // received words of credits
  bool word_taken[SLUICE_MAX_PORTS];                                 // the word to send is taken
  uint8_t sent_kind[SLUICE_MAX_PORTS], seen_kind[SLUICE_MAX_PORTS];  // kinds, valid with sent and seen
};

struct sluice_control {
  int ports, classes, bytes;
  struct sluice_control_tx tx[SLUICE_MAX_PORTS];
  struct sluice_control_rx rx[SLUICE_MAX_PORTS];
  struct sluice_message to_port;  // message on its way to the sender of port `to`
  int to;
  uint64_t list, take;          // ports whose held message is listed, is taken
  struct sluice_message taken;  // message taken from port `from`
  int from;
  bool rx_valid;
  uint8_t rx_port, rx_level, rx_enable;
  uint16_t rx_time[SLUICE_MAX_CLASSES];
};

// Resets c. width: bits of a beat, a multiple of 8, 8..256. Returns 0 or EINVAL.
int sluice_control_init(struct sluice_control *c, int ports, int classes, int width);
// One cycle: computes the outputs of this cycle, then applies the clock edge.
void sluice_control_step(struct sluice_control *c, const struct sluice_control_in *in, struct sluice_control_out *out);

// Convert a message by class to one by priority, and back. A priority without a class is ignored.
struct sluice_message sluice_by_priority(const struct sluice_control_config *cfg, int classes, int level, int enable,
                                         const uint16_t *time);
void sluice_by_class(const struct sluice_control_config *cfg, int classes, const struct sluice_message *message,
                     uint8_t *enable, uint16_t *time);

#ifdef __cplusplus
}
#endif

#endif
