// The other processes of a run under mpirun.
#ifndef PROCESSES_H
#define PROCESSES_H

#include "tb/sim/ranks/transport.h"

struct processes {
  const struct transport *transport;  // NULL: this process is alone
  int speaks;                         // where standard error was, -1: it still is
};

// Only rank 0 is heard from here on. The module that speaks MPI is loaded where mpirun has started several processes,
// and nowhere else: beside the program, or in ../lib/sluice. Returns 0, or -1 after a line on standard error.
int processes_begin(struct processes *p);

// This one has to say what is wrong.
void processes_speak(struct processes *p);

// What this process exits with, where its work ended with code. One exit other than 0 is enough, that of rank 0: mpirun
// stops at the first, and a line of rank 0 that is still on its way then would be lost.
int processes_end(struct processes *p, int code);

#endif
