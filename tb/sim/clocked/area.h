// A switch and its hosts are an area. What one sends to another is under way for a number of clocks, the reach: so each
// in turn may go through as many clocks, and finds its data near the core. Everything happens in the clock and, in its
// switch, in the order in which it does when all go from clock to clock together.
//
// Together they go where all have a say in a clock, from the clock on in which the sources may stop, and where not only
// the order within a switch shows: with samples, series, waves, and engines that evaluate RTL.
#ifndef NET_AREA_H
#define NET_AREA_H

#include "tb/sim/clocked/port.h"
#include "tb/sim/clocked/ranks.h"

struct area_mail {
  uint64_t clock;
  struct packet *packet;
};

// What waits for an area's next turn.
struct area {
  struct event own;        // a list of its own events, in the order in which they were added
  struct area_mail *mail;  // what arrives from other switches
  unsigned mails, room;
  unsigned active_clocks;
};

struct areas {
  uint64_t reach;
  int at;                // the one that has its turn
  bool back;             // from the last to the first
  struct area *area;     // [switch]
  uint64_t *next;        // [switch] the first clock in which it has something to do, UINT64_MAX: none
  struct ranks_key key;  // of the message that arrives
  FILE *pauses;          // what n->opt.pauses was: rows come into order with each turn of all
  char *text;
  size_t size, rows, rows_room;
  struct ranks_row *row;
};

// Where it is worth while, from now on. 0 or -1: out of memory.
int areas_split(struct network *n);

// All areas one after the other from clock n->now + 1 to last, at most the reach.
void areas_run(struct network *n, uint64_t last);

// The first clock in which any has something to do; UINT64_MAX: none.
uint64_t areas_next(const struct network *n);

// All go together again. 0 or -1: out of memory.
int areas_join(struct network *n);
void areas_free(struct network *n);

// A packet goes to the switch of another area, at least the reach from now.
void area_mail(struct network *n, struct packet *p, uint64_t clock);

// An event of the area that has its turn; what says when it was added is there already.
void area_add(struct network *n, struct event *e, uint64_t clock);

static inline void network_add(struct network *n, struct event *e, uint64_t clock) {
  if (clock < n->near)
    wheel_put(&n->wheel, e, clock);
  else if (n->areas != NULL)
    area_add(n, e, clock);
  else
    wheel_add(&n->wheel, e, clock);
}

static inline void network_remove(struct network *n, struct event *e) {
  if (n->areas != NULL && e->clock >= n->end)
    event_unlink(e);
  else
    wheel_remove(&n->wheel, e);
}

static inline void area_key(struct network *n, const struct packet *p) {
  n->areas->key = (struct ranks_key){.clock = p->event.clock, .added = p->since, .sender = port_number(p->via)};
}

// After a row was written to pauses.csv.
void areas_wrote(struct network *n);

#endif
