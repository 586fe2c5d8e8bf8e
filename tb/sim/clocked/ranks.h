// One network over several processes, ranks: each has some of the switches and their hosts, and all go from one
// look-ahead to the next together. What a rank sends in a look-ahead reaches another one after its end, because of the
// delays of the links between them. Everything happens in the clock and in the order in which it does in one process.
#ifndef NET_RANKS_H
#define NET_RANKS_H

#include "tb/sim/clocked/net.h"

// The order of what happens in a clock: events, by the clock in which they were added, and of those that one clock
// added by the switch and port that sent them; then the switches.
struct ranks_key {
  uint64_t clock, added;
  uint32_t sender;
  uint32_t phase;   // of series.csv: 0 before the first clock, 1 events, 2 switches
  uint64_t sample;  // which one, of those asked for
};

enum ranks_file { RANKS_PAUSES, RANKS_OCCUPANCY, RANKS_SERIES, RANKS_FILES };

// A row of a file that all write: where it ends in the text of its rank.
struct ranks_row {
  struct ranks_key key;
  uint64_t end;
};

// What goes to another rank.
struct ranks_out {
  char *data;
  size_t size, room;
};

struct ranks {
  const struct transport *t;
  int *first;             // [rank] of its switches; one more ends the last
  uint64_t ahead;         // clocks of a look-ahead
  uint64_t end;           // the first clock after this one
  uint64_t soonest;       // that anything sent in it arrives
  struct ranks_out *out;  // [rank]
  struct packet **inbox;  // a heap, those that arrive first are first
  int inboxes, inbox_room;
  struct ranks_key key;  // of the message that arrives
  struct ranks_key row;  // of what is written to series.csv
  bool quiet;            // nothing is under way here, and all states are free
  uint64_t quiet_since;
  bool checking;  // a verdict is due in this clock
  bool data;      // packets are under way in some rank
  struct ranks_text {
    FILE *to;  // the rank's own
    char *text;
    size_t size;
    struct ranks_row *row;
    size_t rows, room;
    FILE *file;  // rank 0: what they become
  } text[RANKS_FILES];
  uint64_t work;  // CPU nanoseconds of this look-ahead
  int failed;     // the rank whose error it is
};

// One status for all: the worst. The rank whose it is says what is wrong.
void ranks_agree(struct network *n);

int ranks_compare(const struct ranks_key *a, const struct ranks_key *b);

#endif
