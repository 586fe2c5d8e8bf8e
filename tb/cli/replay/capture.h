// Captures of Ethernet frames: reads pcap (libpcap) and pcapng (pcapng.h), writes pcap with nanoseconds (libpcap).
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/cosim/switch_shim.h"
#include "tb/sim/files/error.h"

enum { CAPTURE_LEAST = 60, CAPTURE_MOST = 16384 };  // bytes of a frame without its check sequence

// What to do with a frame of which the capture has a part only
enum capture_truncated { TRUNCATED_REFUSE, TRUNCATED_PAD, TRUNCATED_SKIP };

// An input: a file, and the interface of a pcapng file whose frames it takes, by name or number; NULL: all interfaces
struct capture_source {
  const char *path, *interface;
  enum capture_truncated truncated;
};

struct capture_frame {
  uint64_t ns;  // since 1970
  size_t at;    // index of its first byte in `bytes`
  uint32_t n;   // bytes of the frame
};

struct capture {
  struct capture_frame *frame;
  size_t frames;
  uint8_t *bytes;
  size_t size, space;
  size_t truncated;  // frames that were padded or skipped
};

// Reads a file. Frames below 60 bytes, and truncated frames if they are to be padded, are filled up with zeros. Returns
// 0, or EINVAL (bad input) or ENOMEM with one line in err.
int capture_read(struct capture *c, const struct capture_source *from, struct error *err);
void capture_free(struct capture *c);

// Write a capture to an open file. capture_create() takes ownership of the file. Return 0 or an errno; that of
// capture_flush() means that the file is not complete.
struct capture_file;
int capture_create(struct capture_file **f, FILE *file);
void capture_put(struct capture_file *f, uint64_t ns, const uint8_t *bytes, uint32_t n);
int capture_flush(struct capture_file *f);
void capture_close(struct capture_file *f);

// The captures of outgoing frames, DIR/portN.pcap: all or none are written. One replay locks the directory, writes to
// files with other names, and renames them at the end, port0.pcap last.

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
