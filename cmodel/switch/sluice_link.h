// The frames of one port, which end when its link goes down, equal to rtl/switch/sluice_switch_link.sv in every cycle.
// The functions allocate nothing and cannot fail.
#ifndef SLUICE_LINK_H
#define SLUICE_LINK_H

#include "cmodel/frame/sluice_frame.h"

enum { SLUICE_LINK_SILENCE = 32 };  // cycles without a word that end an ignored frame

// All 0 after reset.
struct sluice_link {
  bool inside, ignoring, closing;  // of a frame that passes; of one that does not; the last word of a cut frame waits
  int silent;                      // cycles without a word
};

// The word for the switch in this cycle, and whether the word of the MAC is taken or ignored. up: the link was up in
// the cycle before, and the switch is ready; ready: the switch takes a word.
struct sluice_beat sluice_link_word(const struct sluice_link *l, bool up, const struct sluice_beat *from_mac);
bool sluice_link_ready(const struct sluice_link *l, bool up, bool ready);
// The clock edge.
void sluice_link_step(struct sluice_link *l, bool up, bool ready, const struct sluice_beat *from_mac);

#endif
