// The captures of outgoing frames, DIR/portN.pcap: all or none are written. One replay locks the directory, writes to
// files with other names, and renames them at the end, port0.pcap last.
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "tb/cli/replay/capture.h"
#include "tb/cosim/switch_shim.h"
#include "tb/sim/files/error.h"

struct outputs {
  const char *dir;
  int made;  // number of directories that the replay created
  int ports;
  struct capture_file *file[SWITCH_MAX_PORTS];
};

// outputs_open() creates the directory and its parents, and opens the files. in: [port] name of the input capture,
// which is not replaced; NULL: none. outputs_commit() renames the files, outputs_discard() removes them. Return 0, or
// -1 with a line in err, after the files and the created directories are removed.
int outputs_open(struct outputs *o, const char *dir, int ports, const char *const *in, struct error *err);
int outputs_commit(struct outputs *o, struct error *err);
void outputs_discard(struct outputs *o);

#endif
