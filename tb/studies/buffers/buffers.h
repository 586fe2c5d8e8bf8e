// The buffer that one link of a switch needs under each scheme, in bytes. docs/studies/credits.md states the
// assumptions. Prints nothing.
#ifndef BUFFERS_H
#define BUFFERS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/sim/files/error.h"

enum buffer_scheme { BUFFER_SIH, BUFFER_DSH, BUFFER_SHP, BUFFER_UE, BUFFER_IB, BUFFER_GFC, BUFFER_GFC_TIMED, BUFFERS };

enum {
  BUFFER_PORTS = 32,
  BUFFER_MTU = 4096,     // bytes of every packet
  BUFFER_UE_SIZE = 128,  // bytes of a credit of Ultra Ethernet
  BUFFER_UE_AMOUNT = 6400,
  BUFFER_PERIOD_NS = 10000  // T of time-based GFC
};

struct buffer_link {
  uint64_t mbps, metres;
  int classes;  // all lossless
};

struct buffer_need {
  uint64_t lossless;  // bytes with which no packet is lost
  uint64_t full;    // bytes with which, in addition, each class alone keeps the link busy, as far as its counter allows
  bool ends;        // the counter ends: credits too few for the link, or a pause shorter than its own loop
  double share;     // of the link's rate that the counter leaves to one class
  uint64_t ends_m;  // metres at which the counter ends; 0: the scheme has no such counter
};

const char *buffer_name(enum buffer_scheme scheme);

// Returns 0, or EINVAL with one line in err that names the error.
int buffer_need(const struct buffer_link *link, enum buffer_scheme scheme, struct buffer_need *need, struct error *err);

#endif
