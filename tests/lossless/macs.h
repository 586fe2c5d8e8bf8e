// The MACs at the ports of a lossless switch, and who is behind them: sources of random frames at line rate, which obey
// or not, and sinks that pause. All that they know is on the streams. With sources that obey sinks take every word, and
// ask that no frame of a class begins while they have paused it, but for those that are on their way.
#ifndef MACS_H
#define MACS_H

#include "tests/frame/frames.h"
#include "tests/lossless/scoreboard_frames.h"

struct mac_in {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 256];
  size_t n, at;
  bool busy, bad;
  bool is_cut;           // by the link: the next word is its last one
  bool says, says_port;  // it is a pause that must be obeyed
  struct said said;
  struct frames_frame *waiting, *data;  // drawn and not begun; that is sent, the scoreboard'
  uint64_t ended, shown;                // clock of the last word; since when its first one is shown
  uint32_t gap, idle, stall, control;   // of 1024
  bool released;                        // it has said level 0 at the end, which no timer says
};

// What a sink has said of a priority, or of the whole port: since when it is paused, and until when.
struct mac_pause {
  uint64_t since, until;
};

struct mac_out {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + SWITCH_MAX_BYTES];
  size_t n;
  uint64_t began;  // clock of its first word
  struct mac_pause said[SLUICE_PRIORITIES], said_port;
  uint32_t ready;  // of 1024
  uint64_t paused_until[SLUICE_PRIORITIES], port_until;
};

struct macs {
  struct lossless *l;
  struct switch_dims dims;
  struct frames_setup setup;
  struct scoreboard_frames scoreboard;
  struct switch_in in;
  struct mac_in from[SWITCH_MAX_PORTS];
  struct mac_out to[SWITCH_MAX_PORTS];
  uint64_t rng, id, up_since[SWITCH_MAX_PORTS], down_until[SWITCH_MAX_PORTS];
  uint64_t pauses, aborts;  // seen: times not 0 that came; frames that a link cut on their way out
  uint32_t link;            // of 2^20
  bool obey, calm, levels, pause[SWITCH_MAX_PORTS];  // pause: the port sends PAUSE in place of PFC
  bool fills;                                        // good frames of 60 bytes, so many of each port and class
  uint32_t fill[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  const char *wrong;
};

static inline uint64_t mac_address(int port) { return UINT64_C(0x02005e100000) + (uint64_t)port; }

// A clock. False: something is wrong.
bool macs_step(struct macs *m);

// A port that is inside of no frame says for how many quanta all priorities are to wait.
void macs_pause(struct macs *m, int port, uint16_t quanta);

// Whether no frame is on its way, as far as the MACs can see.
bool macs_quiet(const struct macs *m);

#endif
