// The content of a feedback message, for all engines.
#ifndef NET_PAUSE_H
#define NET_PAUSE_H

#include <stdint.h>

struct pause {
  uint16_t time[8];  // quanta, 0 resumes; GFC: the level
  uint8_t level;     // other than 0: a port-level message, whose time is time[0]
  uint8_t enable;    // classes whose time is valid
};

#endif
