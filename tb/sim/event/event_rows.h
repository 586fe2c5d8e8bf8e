// Rows of pauses.csv, occupancy.csv, series.csv, packets.csv and rates.csv. Each place stores its own rows. Between
// windows all rows are sorted by time, by rank, by place, and by the order in which the place wrote them.
#ifndef NET_EVENT_ROWS_H
#define NET_EVENT_ROWS_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/event/place.h"

enum rows_file { ROWS_PAUSES, ROWS_OCCUPANCY, ROWS_SERIES, ROWS_PACKETS, ROWS_RATES, ROWS_FILES };

struct event_row {
  uint64_t time;
  uint32_t rank, place, number;  // number: of the row among the place's rows for this file
  uint32_t length;
  size_t from;  // offset in the text
};

struct event_rows {
  char *text;
  size_t size, capacity;
  struct event_row *row;
  size_t count, most;
  uint32_t number;
};

// The files that a place writes, and the traced values of its queues
struct watched {
  uint16_t what;  // bits of enum trace_what: values to write on every change
  uint16_t state;
  uint32_t credits;  // available ones
};
struct flow_share {
  uint32_t cells;
  bool seen;  // the queue has held the flow
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
  struct later *later;
  size_t laters, later_room;
  struct later *sample;  // bytes above 0 of the samples whose rows are not written
  size_t samples, sample_room;
  uint64_t due;  // the first sample whose rows are not written
};
struct place_rows {
  struct event_rows file[ROWS_FILES];
  bool wanted[ROWS_FILES];
  unsigned thresholds;  // bits of enum trace_what: values to write on every change
  uint64_t xqoff, xpoff, shared;
  struct watched *queue;      // [queue]
  struct flow_share **flows;  // [queue][flow] cells of each flow in an egress queue; NULL: not traced
  uint64_t *sampled;          // [probe] bytes that had arrived at the last sample
  struct arrivals arrivals;   // for rates.csv
};

enum { RANK_CHANGES = 1 << 24 };  // rank of rows on change: after samples of the same time

// Selects the rows of a place; false: out of memory. event_rows_end() frees them.
struct network_options;
bool event_rows_build(struct place *m, const struct scenario *s, const struct network_options *o);
void event_rows_end(struct place *m);

void event_rows_printf(struct place *m, enum rows_file file, uint64_t time, uint32_t rank, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// Writes and removes the rows of all places before a time, in order. Returns 0 or ENOMEM.
int event_rows_merge(struct place **place, int places, enum rows_file file, uint64_t before, FILE *to);

// The same in two steps. event_rows_collect(): the rows of the places of one process, to be freed. event_rows_write():
// the rows of several processes; data[k] has rows, and data[texts + k] their text.
int event_rows_collect(struct place **place, int places, enum rows_file file, uint64_t before, struct event_rows *to);
int event_rows_write(size_t texts, char *const *data, const size_t *size, FILE *to);
void event_rows_free(struct event_rows *r);

#endif
