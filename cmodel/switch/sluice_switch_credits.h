// Credits of one port of the switch in C, equal to rtl/switch/sluice_switch_credit_port in every cycle
// (docs/hardware/credits.md, "In the switch"). A credit is a cell, a channel is a class.
#ifndef SLUICE_SWITCH_CREDITS_H
#define SLUICE_SWITCH_CREDITS_H

#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/switch/sluice_switch_parts.h"

// ---- one port ----

// Constant while frames pass.
struct sluice_switch_credit_config {
  unsigned uses;                       // classes with credits, a bit each
  uint32_t largest;                    // cells of a largest frame
  struct sluice_credit_config values;  // limit, amount and periods
};

// A word that keeps its place among the frames of a pipeline.
struct sluice_switch_credit_mark {
  int frames, ahead;  // in the pipeline; of these, ahead of the word
  struct sluice_credit_word word;
};

struct sluice_switch_credit_port {
  struct sluice_credit_dims dims;
  struct sluice_credit_tx tx;
  struct sluice_credit_rx rx;
  struct sluice_switch_credit_mark sent, received;
  int spacing;                  // cycles until the next word of credits consumed may be taken
  unsigned fits_one, fits_two;  // classes whose credits suffice for one, for two largest frames
  int next_asked, begun;        // class that is compared next; class of the latest frame
  unsigned began;               // bit n: a frame began n cycles ago, n = 1, 2, 3
  bool asks_two;
  struct sluice_switch_credit_ask {
    bool valid, two;
    int channel;
  } ask[2];  // the comparisons of one and of two cycles ago
};

// The events of a cycle. Packets have their cells as bytes.
struct sluice_switch_credit_in {
  struct sluice_switch_credit_config config;
  struct sluice_credit_packet begin, in, leave;  // a frame begins; is accepted, with judged; its last cell is free
  bool end, frame_end, judged;  // a frame has left the output; has arrived at the input; was accepted or dropped
  struct sluice_credit_word rx;
  bool tx_ready;
};

void sluice_switch_credit_init(struct sluice_switch_credit_port *p, int classes);
// The word to send in this cycle.
struct sluice_credit_word sluice_switch_credit_word(const struct sluice_switch_credit_port *p,
                                                    const struct sluice_switch_credit_config *config);
// One cycle. The classes that may start in a cycle are fits_one before the step.
void sluice_switch_credit_step(struct sluice_switch_credit_port *p, const struct sluice_switch_credit_in *in);

// ---- all ports ----

// Credits of all ports of the switch in C, with cycles: rtl/switch/sluice_switch_credits. The datapath enters the
// events of a cycle, then makes the step.

// The registers of a cycle: as written, and those of the last COMMIT.
struct sluice_switch_credit_registers {
  uint32_t ports;  // CREDITS_PORTS
  // Of each port: CREDITS_LIMIT_c, CREDITS_AMOUNT, CREDITS_CONSUMED, CREDITS_FREED
  struct sluice_credit_config values[SLUICE_SWITCH_MAX_PORTS];
  unsigned lossless;  // lossless classes
  uint32_t largest;   // cells of a largest frame
};

struct sluice_switch_credits {
  int ports, classes;
  // Active registers, one cycle after their write; the classes that use credits follow one cycle after a limit, those
  // of a port one cycle later.
  struct sluice_switch_credit_registers active;
  unsigned with_limit[SLUICE_SWITCH_MAX_PORTS], uses[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_switch_credit_port port[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_switch_credit_in in[SLUICE_SWITCH_MAX_PORTS];  // events of this cycle; the step clears them
};

void sluice_switch_credits_init(struct sluice_switch_credits *c, const struct sluice_switch_dims *dims);
// The registers of a switch as written.
struct sluice_switch_credit_registers sluice_switch_credits_written(const struct sluice_switch *sw);
// The word that a port sends in the present cycle.
struct sluice_credit_word sluice_switch_credits_word(const struct sluice_switch_credits *c, int port);
// One cycle. Values and ports of `written` are active in the next cycle; lossless and largest are those of this cycle.
void sluice_switch_credits_step(struct sluice_switch_credits *c, const struct sluice_switch_credit_registers *written);

#endif
