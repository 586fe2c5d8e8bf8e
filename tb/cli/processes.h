// The other processes of a run under mpirun.
#ifndef PROCESSES_H
#define PROCESSES_H

#include "tb/sim/ranks/transport.h"

struct processes {
  const struct transport *transport;  // NULL: this process is alone
  int saved_stderr;                   // copy of standard error while it is discarded; -1: it is not
};

// If mpirun has started several processes: loads the module for MPI, from the folder of the program or ../lib/sluice,
// and discards the output of all ranks except rank 0. Otherwise does nothing. Returns 0, or -1 after a line on standard
// error.
int processes_begin(struct processes *p);

// Restores standard error, because this process reports an error.
void processes_show_errors(struct processes *p);

// Ends MPI. Returns the exit status of this process, whose work ended with `code`. If rank 0 fails, the other ranks
// return 0: mpirun stops at the first other status, and a line of rank 0 could be lost.
int processes_end(struct processes *p, int code);

#endif
