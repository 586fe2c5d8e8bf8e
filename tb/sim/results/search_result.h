// What a search for the largest burst without a pause has found.
#ifndef NET_SEARCH_RESULT_H
#define NET_SEARCH_RESULT_H

#include <stdint.h>

struct search_result {
  const char *engine;
  uint64_t most;  // bytes of all bursting flows together
  int outside;    // -1: already the smallest burst pauses, 1: not even the largest does
  int runs;
  int bursting;      // M: ports that burst
  int others;        // N: ingress queues of the other flows, taken to be at their threshold
  double threshold;  // closed form: bytes above private at which a bursting queue is paused
  double form;       // closed form: M * threshold
  double buffer;     // bytes
  uint64_t lost;     // packets of lossless classes, in all runs
  uint64_t hops;     // of all runs
};

#endif
