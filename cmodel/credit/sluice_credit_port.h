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
  uint32_t consumed_period, freed_period;  // cycles between two rounds of words; 0: none after the first
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
  struct sluice_credit_packet snd;      // wants to start
  struct sluice_credit_packet in, out;  // is stored; has left the buffer
  struct sluice_credit_word rx;         // from the other end
  bool tx_ready;
};

// The outputs of the same cycle.
struct sluice_credit_out {
  bool snd_ready;  // the packet starts, if snd.valid
  struct sluice_credit_word tx;
};

// The channel whose counter is sent next.
struct sluice_credit_poll {
  uint32_t timed;  // a bit per channel
  uint32_t elapsed;
  bool held;
  int channel;
};
bool sluice_credit_poll_valid(const struct sluice_credit_poll *p, bool due);
void sluice_credit_poll_step(struct sluice_credit_poll *p, int channels, uint32_t period, bool valid, bool ready);

struct sluice_credit_tx {
  uint32_t consumed[SLUICE_CREDIT_CHANNELS], freed[SLUICE_CREDIT_CHANNELS];
  struct sluice_credit_poll poll;
};
bool sluice_credit_tx_ready(const struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                            const struct sluice_credit_config *cfg, const struct sluice_credit_packet *snd);
struct sluice_credit_word sluice_credit_tx_word(const struct sluice_credit_tx *tx);
void sluice_credit_tx_step(struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken);

struct sluice_credit_rx {
  uint32_t received[SLUICE_CREDIT_CHANNELS], freed[SLUICE_CREDIT_CHANNELS], reported[SLUICE_CREDIT_CHANNELS];
  struct sluice_credit_poll poll;
};
struct sluice_credit_word sluice_credit_rx_word(const struct sluice_credit_rx *rx, const struct sluice_credit_dims *d,
                                                const struct sluice_credit_config *cfg);
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
