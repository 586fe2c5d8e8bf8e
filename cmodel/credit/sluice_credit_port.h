// Credits of one port in C, equal to rtl/credit in every output in every cycle [spec 12]. There is one struct and one
// step per RTL module; the rules are in cmodel/rules/sluice_credit.h. The functions allocate nothing; only
// sluice_credit_port_init() can fail.
#ifndef SLUICE_CREDIT_PORT_H
#define SLUICE_CREDIT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SLUICE_CREDIT_CHANNELS = 32 };

// Parameters of sluice_credit_port.
struct sluice_credit_dims {
  bool infiniband;
  int channels;     // VC
  int bits;         // W, of a counter
  int shift;        // SHIFT: a credit is 2^shift bytes
  int length_bits;  // BB, of a packet's length
  int period_bits;  // TB
};

// Configuration, constant after reset.
struct sluice_credit_config {
  uint32_t limit[SLUICE_CREDIT_CHANNELS];  // UE: credits of each channel at the receiver of the other end
  uint32_t room[SLUICE_CREDIT_CHANNELS];   // InfiniBand: blocks of each channel's own buffer, at most half of a counter
  int8_t tx_overhead, rx_overhead;         // bytes that a packet needs besides its own
  uint32_t amount;                         // freed credits that make a word due; 0: words are due by time only
  uint32_t consumed_period, freed_period;  // cycles between two rounds of words; 0: none by time after the first
};

enum sluice_credit_kind { SLUICE_CREDIT_CONSUMED, SLUICE_CREDIT_FREED };

struct sluice_credit_packet {
  bool valid;
  uint8_t channel;
  uint16_t bytes;
};

// A message word. CONSUMED: credits consumed, FCTBS. FREED: credits freed, FCCL.
struct sluice_credit_word {
  bool valid;
  uint8_t kind, channel;
  uint32_t value;
};

// The inputs of a cycle.
struct sluice_credit_in {
  struct sluice_credit_config config;
  struct sluice_credit_packet snd;      // asks to start
  struct sluice_credit_packet in, out;  // is stored; has left the buffer
  struct sluice_credit_word rx;         // from the other end
  bool tx_ready;
};

// The outputs of the same cycle.
struct sluice_credit_out {
  bool snd_ready;  // the packet that asked two cycles ago starts
  struct sluice_credit_word tx;
};

// The channel whose counter is sent next.
struct sluice_credit_poll {
  uint32_t waiting;  // channels whose message is due, a bit each
  uint32_t elapsed;  // cycles of the present period before this one
  bool expires;      // this is its last cycle
  int looked;        // cycles at a channel whose message is due, at most look
  bool took;         // its message was taken in the cycle before
  int channel;
};
// look: cycles to look up a message, LOOK. due: channels whose message becomes due, a bit each.
bool sluice_credit_poll_valid(const struct sluice_credit_poll *p, int look);
// The channel that is polled in this cycle, as a bit; 0 if its message is due.
uint32_t sluice_credit_poll_passed(const struct sluice_credit_poll *p);
void sluice_credit_poll_step(struct sluice_credit_poll *p, int channels, uint32_t period, uint32_t due, int look,
                             bool ready);

// A packet that asks to start. fits: its credits suffice.
struct sluice_credit_ask {
  bool valid;
  uint8_t channel;
  uint32_t credits;
  bool fits;
};

struct sluice_credit_tx {
  uint32_t consumed[SLUICE_CREDIT_CHANNELS], freed[SLUICE_CREDIT_CHANNELS];
  struct sluice_credit_ask asked, decided;  // of one and of two cycles ago
  bool follows;                             // a packet of the channel of `decided` started in the cycle before
  struct sluice_credit_poll poll;
};
// Whether the packet of two cycles ago starts.
bool sluice_credit_tx_ready(const struct sluice_credit_tx *tx);
struct sluice_credit_word sluice_credit_tx_word(const struct sluice_credit_tx *tx);
void sluice_credit_tx_step(struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken);

// An event of the cycle before. credits: of the packet, or the sender's counter.
struct sluice_credit_event {
  bool valid;
  uint8_t channel;
  uint32_t credits;
};

// The counters of the channel polled one cycle ago. passed: this channel as a bit, 0 if its message was due.
struct sluice_credit_selected {
  uint32_t passed, left, lost, reported, room;
};

// The same one cycle later: the value of a message, and that of the last message.
struct sluice_credit_summed {
  uint32_t passed, value, reported;
};

struct sluice_credit_rx {
  struct sluice_credit_event in, out, consumed;
  // Credits of stored packets, of packets that have left, and of lost packets; the value of the last message
  uint32_t stored[SLUICE_CREDIT_CHANNELS], left[SLUICE_CREDIT_CHANNELS], lost[SLUICE_CREDIT_CHANNELS],
      reported[SLUICE_CREDIT_CHANNELS];
  struct sluice_credit_selected selected;
  struct sluice_credit_summed summed;
  struct sluice_credit_poll poll;
};
struct sluice_credit_word sluice_credit_rx_word(const struct sluice_credit_rx *rx);
void sluice_credit_rx_step(struct sluice_credit_rx *rx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken);

struct sluice_credit_port {
  struct sluice_credit_dims dims;
  struct sluice_credit_tx tx;
  struct sluice_credit_rx rx;
  bool waits;
  uint8_t last_kind;
};

// Resets p. Returns 0, or EINVAL for parameters that the RTL refuses.
int sluice_credit_port_init(struct sluice_credit_port *p, const struct sluice_credit_dims *dims);
// One cycle: computes the outputs of this cycle, then applies the clock edge.
void sluice_credit_port_step(struct sluice_credit_port *p, const struct sluice_credit_in *in,
                             struct sluice_credit_out *out);

#ifdef __cplusplus
}
#endif

#endif
