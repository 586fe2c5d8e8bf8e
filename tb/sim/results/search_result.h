// Result of a search for the largest burst without a pause
#ifndef NET_SEARCH_RESULT_H
#define NET_SEARCH_RESULT_H

#include <stdint.h>

struct search_result {
  const char *engine;
  uint64_t most;  // bytes of all bursting flows together
  int outside;    // -1: even the smallest burst pauses; 1: even the largest burst does not
  int runs;
  int bursting;      // M: number of bursting ports
  int others;        // N: ingress queues of the other flows, which should be at their threshold when the burst starts
  int others_below;  // of these, queues that were never paused before the burst starts
  uint64_t start;    // of the burst, cycles
  double others_bytes;      // bytes above private of one of these queues when the burst starts, mean
  double others_threshold;  // closed form: bytes above private at which one of these queues is paused
  double threshold;         // closed form: bytes above private at which a bursting queue is paused
  double form;              // closed form: M * threshold
  double buffer;            // bytes
  uint64_t lost;            // packets of lossless classes that were lost in all runs
  uint64_t hops;            // packets sent by switches in all runs
};

#endif
