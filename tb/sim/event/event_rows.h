// Rows of pauses.csv, occupancy.csv, series.csv, packets.csv and rates.csv. Each place stores its own rows, until they
// are merged between two windows (event_merge.h).
#ifndef NET_EVENT_ROWS_H
#define NET_EVENT_ROWS_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/event/place.h"
#include "tb/sim/files/row_text.h"

enum rows_file { ROWS_PAUSES, ROWS_OCCUPANCY, ROWS_SERIES, ROWS_PACKETS, ROWS_RATES, ROWS_FILES };

struct event_row {
  uint64_t time;
  uint32_t rank, place, number;  // number: of the row among the place's rows for this file
  uint32_t length;
  size_t from;  // offset in the text
};

// The rows of a place for a file, in the order in which the place writes them. The first ones are a heap: a merge has
// left them for a later one.
struct event_rows {
  struct row_text text;
  size_t begun;  // offset of the row that is being written
  struct event_row *row;
  size_t count, most;
  size_t heap, heap_text;  // rows of the heap, and bytes of their text
  uint32_t number;
  bool listed;  // the place has a bit (event_merge.h)
};

// The files that a place writes, and the traced values of its queues
struct watched {
  uint16_t what;  // bits of enum trace_what: values to write on every change
  uint16_t state;
  uint32_t credits;  // available ones
};
// The flows that an egress queue has held, in their order
struct flow_share {
  uint32_t flow, cells;
};
struct flow_shares {
  bool traced;
  struct flow_share *item;
  size_t count;
};
// A queue of occupancy.csv. Its columns between the time and the bytes do not change.
struct sampled {
  uint32_t probe, queue;
  uint64_t arrived;       // bytes that had arrived at the last sample
  uint32_t from, length;  // the columns, in sampled_text
};
// The queues of a series in this place: series[number].probe[from] to [end - 1]
struct series_here {
  int from, end;
};
// Data that hosts receive: those that arrive until the next sample, and those that have left a switch and arrive later
struct arrived {
  uint32_t flow;
  uint64_t bytes;
};
struct later {
  uint64_t at;
  uint32_t flow;
  uint64_t bytes;
};
struct arrivals {
  uint64_t until;        // the next sample
  struct arrived *flow;  // the flows that end here, in their order
  size_t flows;
  uint32_t *sender;  // the flows that hosts of this place may send, in their order; a change of the routes selects one
  size_t senders;
  struct later *later;
  size_t laters, later_room;
  struct later *sample;  // bytes above 0 of the samples whose rows are not written
  size_t samples, sample_room;
  uint64_t due;  // the first sample whose rows are not written
};
struct place_rows {
  struct event_rows file[ROWS_FILES];
  bool wanted[ROWS_FILES];
  bool changes;         // a value of a queue or a threshold is written on every change
  unsigned thresholds;  // bits of enum trace_what: values to write on every change
  uint64_t xqoff, xpoff, shared;
  struct watched *queue;       // [queue]
  struct flow_shares *flows;   // [queue] NULL: none are traced
  struct series_here *series;  // [series]
  struct sampled *sampled;
  size_t sampleds, probes;  // probes: of this place
  struct row_text sampled_text;
  struct arrivals arrivals;  // for rates.csv
};

enum { RANK_CHANGES = 1 << 24 };  // rank of rows on change: after samples of the same time

// Selects the rows of all places; false: out of memory. event_rows_end() frees those of one.
struct event_network;
bool event_rows_build(struct event_network *n);
void event_rows_end(struct place *m);

// Samples of rates.csv. A place counts the data that arrive at its hosts. The rows with zeros need the start of a flow,
// which another place may know, so the rows of arrivals are written between windows.

// Selects for each place the flows that end there and those that may start there; false: out of memory.
bool event_rates_build(struct event_network *n);
void event_rates_free(struct arrivals *a);

// Counts the flows that end at this place, since the last sample, and writes the rates that senders here may use.
void event_rates_sample(struct place *m);

// Data of a flow arrive at a host of this place at that time, which may lie in the future.
void event_rates_arrive(struct place *m, uint32_t flow, uint32_t bytes, uint64_t at);

// Between windows: writes the rows of the samples before that time, also of flows that run and receive nothing.
void event_rates_rows(struct event_network *n, uint64_t before);

#endif
