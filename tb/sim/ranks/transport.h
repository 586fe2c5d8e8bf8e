// How the processes of one network talk to each other. All call the same functions in the same order. Any of them may
// end the program: a lost process ends all.
#ifndef NET_TRANSPORT_H
#define NET_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

struct transport {
  int rank, ranks;

  // The largest of all, for all.
  void (*max)(uint64_t *value, int count);

  // The sums over all, for rank 0.
  void (*sum)(uint64_t *value, size_t count);

  // out_size[rank] bytes for every rank follow each other in out. *in, to be freed, is what all had for this one, in
  // the order of ranks. Returns 0 or ENOMEM.
  int (*exchange)(const char *out, const int *out_size, char **in, size_t *in_size);

  // What every rank has, for rank 0: data[rank] to be freed, size[rank]. Returns 0 or ENOMEM.
  int (*gather)(const char *mine, size_t mine_size, char **data, size_t *size);

  void (*end)(void);  // before the program ends, by all
};

#endif
