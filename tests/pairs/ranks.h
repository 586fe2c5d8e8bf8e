// A transport between threads of one program, in place of processes.
#ifndef TESTS_RANKS_H
#define TESTS_RANKS_H

#include "tb/sim/ranks/transport.h"

enum { RANKS = 2 };

// Calls the function once for each rank, each in its own thread.
void ranks_run(void (*run)(const struct transport *t, void *arg), void *arg);

#endif
