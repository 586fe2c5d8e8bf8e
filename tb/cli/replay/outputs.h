// The captures that leave, DIR/portN.pcap: all of them or none. One replay owns the directory, and writes under other
// names until all is well.
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "tb/cli/replay/capture.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/files/error.h"

struct outputs {
  const char *dir;
  int made, ports;  // directories that were not there before
  struct capture_file *file[SWITCH_MAX_PORTS];
};

// Makes the directory, and those above it. in: names of captures that are read, by port, NULL where there is none; they
// are not written over. Each returns 0, or -1 with a line in err; then nothing is left behind.
int outputs_open(struct outputs *o, const char *dir, int ports, const char *const *in, struct error *err);
int outputs_commit(struct outputs *o, struct error *err);
void outputs_discard(struct outputs *o);

#endif
