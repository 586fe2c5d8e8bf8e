// Files that all ranks write: each keeps its rows with the place that they have in one process, rank 0 merges them.
#ifndef NET_RANKS_TEXT_H
#define NET_RANKS_TEXT_H

#include "tb/sim/clocked/ranks.h"

// The network's files become texts of its own; 0 or -1: out of memory.
int ranks_open_texts(struct network *n);
void ranks_close_texts(struct network *n);
void ranks_merge_texts(struct network *n);

// After a row was written to a file.
void ranks_wrote(struct network *n, enum ranks_file file, struct ranks_key key);

#endif
