// The content of a feedback message, for all engines.
#ifndef NET_PAUSE_H
#define NET_PAUSE_H

#include <stdint.h>

struct pause {
  uint16_t time[8];  // quanta, 0 resumes; GFC: the level
  uint8_t level;     // not 0: time[0] is for the whole port
  uint8_t enable;    // the classes whose time is valid
};

#endif
