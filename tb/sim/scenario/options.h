// What a run is asked for, and how it ended.
#ifndef NET_OPTIONS_H
#define NET_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/cosim/engine.h"

struct switch_dims;
struct transport;

struct network_options {
  bool event;                             // the event engine, instead of the clocked one that follows
  enum engine_kind engine;                // of the MMUs
  int threads;                            // of the event engine
  const struct switch_dims *full_switch;  // the build of full switches in RTL, NULL: MMUs, computed by the engine
  uint64_t seed;
  const char *waves;              // FST file, NULL: none; RTL engines only (engine_trace_open())
  uint64_t waves_from, waves_to;  // the first cycle in it and the one after the last; waves_to 0: no end
  FILE *pauses;                   // pauses.csv, NULL: not wanted
  FILE *occupancy;                // occupancy.csv, NULL: not wanted
  FILE *series;                   // series.csv, NULL: not wanted
  // Called now and then, NULL: never. done: simulated microseconds; of a search, its runs.
  void (*progress)(void *arg, double share, double done);
  void *progress_arg;
  const struct transport *transport;  // engine event over several processes: results are rank 0's; NULL: one process
};

enum network_status {
  NETWORK_OK,
  NETWORK_MISMATCH,  // RTL and model differ: clocked_report()
  NETWORK_NO_MEMORY,
  NETWORK_NO_ENGINE,    // no RTL build of these dims
  NETWORK_REFUSED,      // the MMU refuses the registers
  NETWORK_OVERLOAD,     // more packets than cycles for longer than any buffer lasts
  NETWORK_PROTOCOL,     // an MMU does not know a packet that the datapath holds
  NETWORK_ACCOUNT,      // the event engine's account of a switch is wrong (event_check.h)
  NETWORK_WAVES,        // the FST file cannot be written: clocked_waves_error()
  NETWORK_ONE_PROCESS,  // only the event engine runs over several processes
};

#endif
