// Merges the rows of all places, between two windows: by time, by rank, by place, and by the order in which the place
// wrote them. Each place with rows for a file has a bit, so the others cost nothing.
#ifndef NET_EVENT_MERGE_H
#define NET_EVENT_MERGE_H

#include "tb/sim/event/event_rows.h"

// A row and its text
struct placed_row {
  uint64_t time;
  uint32_t rank, place, number, length;
  const char *text;
};

struct event_merge {
  int first, places;               // the places of this process
  struct place_rows **rows;        // of each place
  uint64_t *listed[ROWS_FILES];    // bits of the places with rows
  struct placed_row *row, *spare;  // of the merge in hand, and as many to sort them
  size_t count, most;
};

// Makes n->merge if the run writes files; false: out of memory.
struct event_network;
bool event_merge_new(struct event_network *n);
void event_merge_free(struct event_merge *g);

// A row of a place is appended to this text, with its newline. event_rows_add() completes it. rank: order among rows of
// the same time.
void event_rows_add(struct place *m, enum rows_file file, uint64_t time, uint32_t rank);
static inline struct row_text *event_rows_text(struct place *m, enum rows_file file) {
  return &m->rows->file[file].text;
}

// Writes and removes the rows of all places before a time, in order. Returns 0 or ENOMEM.
int event_merge_write(struct event_merge *g, enum rows_file file, uint64_t before, FILE *to);

// The same in two steps. event_merge_collect(): the rows of the places of one process, with offsets in the text; to be
// freed by event_rows_free(). event_merge_gathered(): writes the rows of several processes; data[k] has rows, and
// data[texts + k] their text.
int event_merge_collect(struct event_merge *g, enum rows_file file, uint64_t before, struct event_rows *to);
int event_merge_gathered(size_t texts, char *const *data, const size_t *size, FILE *to);

void event_rows_free(struct event_rows *r);

#endif
