// Options of a run, and its status.
#ifndef NET_OPTIONS_H
#define NET_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/cosim/engine.h"

struct switch_dims;
struct transport;

struct network_options {
  bool event;                             // the event engine, instead of the clocked engine below
  enum engine_kind engine;                // engine of the MMUs
  int threads;                            // threads of the event engine
  const struct switch_dims *full_switch;  // build of full switches in RTL; NULL: MMUs, computed by the engine
  uint64_t seed;
  const char *waves;              // FST file, NULL: none; only for RTL engines (engine_trace_open())
  uint64_t waves_from, waves_to;  // the first cycle in the file, and the cycle after the last one; waves_to 0: no end
  FILE *pauses;                   // pauses.csv, NULL: not written
  FILE *occupancy;                // occupancy.csv, NULL: not written
  FILE *series;                   // series.csv, NULL: not written
  FILE *packets;                  // packets.csv, NULL: not written
  FILE *rates;                    // rates.csv, NULL: not written
  // Called from time to time, NULL: never. done: simulated microseconds, or the runs of a search.
  void (*progress)(void *arg, double share, double done);
  void *progress_arg;
  const struct transport *transport;  // event engine over several processes: rank 0 has the results; NULL: one process
};

enum network_status {
  NETWORK_OK,
  NETWORK_MISMATCH,  // RTL and model differ: clocked_report()
  NETWORK_NO_MEMORY,
  NETWORK_NO_ENGINE,        // no RTL build of these dims
  NETWORK_REFUSED,          // the MMU refuses the configuration
  NETWORK_OVERLOAD,         // packets arrive faster than one per cycle, for longer than any buffer lasts
  NETWORK_PROTOCOL,         // an MMU has no record of a packet that the datapath holds
  NETWORK_LONG_QUEUE,       // a queue holds 2^32 cells
  NETWORK_ACCOUNT,          // the event engine's accounting of a switch is wrong (event_check.h)
  NETWORK_ORDER,            // ... or a place takes an event that is earlier than the one before
  NETWORK_WAVES,            // the FST file cannot be written: clocked_waves_error()
  NETWORK_BELOW_THRESHOLD,  // search: queues of other flows do not reach their threshold in the run
  NETWORK_BURST_CUT,        // search: the run ends before a burst has been sent
  NETWORK_EVENT_ONLY,       // the clocked engines cannot do it: clocked_fit_check()
  NETWORK_ONE_PROCESS,      // only the event engine runs over several processes
};

#endif
