// Communication between the processes of one network. All processes call the same functions in the same order. Any of
// them may end the program: the loss of a process ends all.
#ifndef NET_TRANSPORT_H
#define NET_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

struct transport {
  int rank, ranks;

  // Replaces the values by the largest of all processes, in all processes.
  void (*max)(uint64_t *value, int count);

  // Replaces the values by the sums over all processes, in rank 0.
  void (*sum)(uint64_t *value, size_t count);

  // Sends out_size[rank] bytes of `out`, one block after the other, to every rank. *in, to be freed, becomes the blocks
  // for this process, in the order of ranks. Returns 0 or ENOMEM.
  int (*exchange)(const char *out, const int *out_size, char **in, size_t *in_size);

  // Sends the data of every rank to rank 0: data[rank], to be freed, and size[rank]. Returns 0 or ENOMEM.
  int (*gather)(const char *mine, size_t mine_size, char **data, size_t *size);

  void (*end)(void);  // to be called by all, before the program ends
};

#endif
