// The transport by MPI, a module of its own that is loaded under mpirun only.
#include <errno.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/ranks/transport.h"

enum { PIECE = 1 << 30 };  // largest piece of a message, because MPI counts in int

static struct transport transport;

static void all_max(uint64_t *value, int count) {
  MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static void all_sum(uint64_t *value, size_t count) {
  for (size_t n; count > 0; count -= n, value += n) {
    n = count < 1 << 20 ? count : 1 << 20;
    MPI_Reduce(transport.rank == 0 ? MPI_IN_PLACE : value, value, (int)n, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  }
}

static int exchange(const char *out, const int *out_size, char **in, size_t *in_size) {
  size_t ranks = (size_t)transport.ranks;
  int *all = calloc(3 * ranks, sizeof(*all)), total = 0;
  if (all == NULL) return ENOMEM;
  int *size = all, *from = all + ranks, *to = all + 2 * ranks;
  MPI_Alltoall(out_size, 1, MPI_INT, size, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0, sent = 0; r < transport.ranks; sent += out_size[r++], total += size[r - 1]) {
    from[r] = total;
    to[r] = sent;
  }
  *in = malloc((size_t)total + 1);
  *in_size = (size_t)total;
  if (*in != NULL) MPI_Alltoallv(out, out_size, to, MPI_CHAR, *in, size, from, MPI_CHAR, MPI_COMM_WORLD);
  free(all);
  return *in != NULL ? 0 : ENOMEM;
}

static int take_all(int rank, char *data, size_t size) {
  for (size_t n; size > 0; size -= n, data += n) {
    n = size < PIECE ? size : PIECE;
    MPI_Recv(data, (int)n, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return 0;
}

static int gather(const char *mine, size_t mine_size, char **data, size_t *size) {
  uint64_t length = mine_size;
  if (transport.rank != 0) {
    MPI_Send(&length, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
    for (size_t n; mine_size > 0; mine_size -= n, mine += n) {
      n = mine_size < PIECE ? mine_size : PIECE;
      MPI_Send(mine, (int)n, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
    return 0;
  }
  for (int r = 0; r < transport.ranks; r++) {
    if (r > 0) MPI_Recv(&length, 1, MPI_UINT64_T, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    size[r] = (size_t)length;
    data[r] = malloc(size[r] + 1);
    if (data[r] == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    if (r == 0)
      memcpy(data[0], mine, mine_size);
    else
      take_all(r, data[r], size[r]);
  }
  return 0;
}

static void end(void) { MPI_Finalize(); }

// Returns NULL if MPI does not start.
const struct transport *sluice_transport(void);
const struct transport *sluice_transport(void) {
  if (MPI_Init(NULL, NULL) != MPI_SUCCESS) return NULL;
  transport = (struct transport){.max = all_max, .sum = all_sum, .exchange = exchange, .gather = gather, .end = end};
  MPI_Comm_rank(MPI_COMM_WORLD, &transport.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &transport.ranks);
  return &transport;
}
