// Inside of the ranks: what their files share.
#ifndef NET_RANKS_OUT_H
#define NET_RANKS_OUT_H

#include "ranks.h"

// What goes to another rank.
struct ranks_out {
  char *data;
  size_t size, room;
};

int ranks_compare(const struct ranks_key *a, const struct ranks_key *b);

// The network's files become texts of its own; 0 or -1: out of memory.
int ranks_open_texts(struct network *n);
void ranks_close_texts(struct network *n);
void ranks_merge_texts(struct network *n);

#endif
