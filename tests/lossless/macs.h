// The MACs of a lossless switch and the machines behind them. Sources send random frames at line rate and may obey
// pauses; sinks send pauses. They know only the AXI4-Streams. With obeying sources, the sinks take every word and check
// that no frame of a paused class starts, except frames in flight.
#ifndef MACS_H
#define MACS_H

#include "tests/frame/frames.h"
#include "tests/lossless/scoreboard_frames.h"
#include "tests/switch/mac_line.h"

enum { MOST_IDLE = 300 };  // more idle cycles than this are never drawn

struct mac_in {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + 256];
  size_t n, at;
  bool busy, bad;
  bool is_cut;            // the link cut the frame: the next word is its last one
  bool is_pfc, is_pause;  // a valid PFC or PAUSE frame that the switch must obey
  struct pause_times times;
  struct frames_frame *waiting, *data;  // drawn but not started; in transmission, owned by the scoreboard
  uint64_t ended, shown;                // cycle of the last word; cycle since which the first word is offered
  uint32_t gap, idle, stall, control;   // of 1024
  bool released;                        // level 0 was sent at the end, because levels do not expire
};

// A pause that a sink has sent for a priority or the whole port: its first and last cycle.
struct mac_pause {
  uint64_t since, until;
};

struct mac_out {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME + SWITCH_MAX_BYTES];
  size_t n;
  uint64_t began;  // cycle of the first word
  struct mac_pause sent[SLUICE_PRIORITIES], sent_port;
  uint32_t ready;  // of 1024, or MAC_LINE
  struct mac_line line;
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
  uint64_t pauses, aborts;                           // totals: received pauses; leaving frames that a link cut
  uint32_t link;                                     // of 2^20
  bool obey, calm, levels, pause[SWITCH_MAX_PORTS];  // pause: the port sends PAUSE instead of PFC
  bool fills;                                        // only good 60-byte frames: fill[] of each port and class
  uint32_t fill[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  const char *wrong;
};

// Every bit differs between ports.
static inline uint64_t mac_address(int port) {
  return (UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(port + 1) >> 16) & UINT64_C(0xfeffffffffff);
}

// Runs one cycle. Returns false after a failure.
bool macs_step(struct macs *m);

// Starts a pause of all priorities at a port that sends no frame.
void macs_pause(struct macs *m, int port, uint16_t quanta);

// Returns whether no frame is in flight, as far as the MACs know.
bool macs_quiet(const struct macs *m);

#endif
