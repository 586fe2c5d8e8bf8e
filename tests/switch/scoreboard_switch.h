// The scoreboard of a switch: what became of every frame that was sent into it. Each comes out once, unmodified and in
// the order of its (ingress, egress, class), or is counted by its reason. Knows the frames from their making alone.
#ifndef SCOREBOARD_SWITCH_H
#define SCOREBOARD_SWITCH_H

#include "tb/cosim/lockstep_switch.h"
#include "tests/switch/frames.h"

enum { SCORE_BUCKETS = 4096, SCORE_ORDERS = 256 };

struct scoreboard_switch {
  int ports;
  bool by_ttl;                                 // the class is the MMU's, and follows from the TTL
  struct frames_frame *inside[SCORE_BUCKETS];  // taken and not out
  struct frames_frame *first[SLUICE_SWITCH_MAX_PORTS], *last[SLUICE_SWITCH_MAX_PORTS];  // to be judged
  uint64_t newest[2][SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_MAX_PORTS][SCORE_ORDERS];   // copy, ingress, egress, class
  struct frames_frame *first_copied, *last_copied;                                      // FLOODED
  uint64_t copies;
  uint64_t judged[SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_REASONS], out[SLUICE_SWITCH_MAX_PORTS];
  uint64_t kept;  // frames that are inside
  char text[200];
};

void scoreboard_switch_start(struct scoreboard_switch *s, int ports, bool by_ttl);
void scoreboard_switch_end(struct scoreboard_switch *s);  // frees what is inside

// A frame begins to enter its port: the score owns it now.
void scoreboard_switch_sent(struct scoreboard_switch *s, struct frames_frame *f);

// The frame that a port is inside of was cut off by its link. giant: after more than MAX_FRAME bytes.
void scoreboard_switch_cut(struct scoreboard_switch *s, int port, bool giant);

// The switch said what it makes of the port's oldest frame. NULL, or what is wrong.
const char *scoreboard_switch_judged(struct scoreboard_switch *s, int port, enum sluice_switch_reason reason, int cls,
                                     int egress, int ttl);

// The switch has copied a frame, and said what it makes of that. NULL, or what is wrong.
const char *scoreboard_switch_copied(struct scoreboard_switch *s, int port, enum sluice_switch_reason reason, int cls,
                                     int egress, int ttl);

// A frame left whole. NULL, or what is wrong.
const char *scoreboard_switch_left(struct scoreboard_switch *s, int egress, const uint8_t *bytes, size_t n);

// When nothing is inside any more: the counters of the switch add up. NULL, or what is wrong.
const char *scoreboard_switch_total(struct scoreboard_switch *s, const struct sluice_switch *sw, int classes);

// For lockstep_switch.h: the three above.
struct lockstep_switch_watch scoreboard_switch_watch(struct scoreboard_switch *s);

#endif
