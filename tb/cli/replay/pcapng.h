// Reads the frames of a pcapng file (draft-ietf-opsawg-pcapng): those of all interfaces, or of one. libpcap refuses
// files with interfaces of several link types, and does not tell the interface of a frame.
#ifndef PCAPNG_H
#define PCAPNG_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

enum { PCAPNG_FIRST = '\n' };  // first byte of the file; a pcap file has another one

struct pcapng_frame {
  uint64_t ns;            // since 1970
  const uint8_t *bytes;   // valid until the next call
  uint32_t held, length;  // bytes in the file; bytes on the wire
};

// interface: its name, or its number; NULL: all. The reader does not own the file. Returns 0 or ENOMEM; call
// pcapng_free() in any case.
struct pcapng;
int pcapng_new(struct pcapng **p, FILE *file, const char *path, const char *interface);
void pcapng_free(struct pcapng *p);

// The next Ethernet frame: 1; 0: the end of the file; -1: an error. pcapng_error() then returns EINVAL, with a line in
// err.
int pcapng_next(struct pcapng *p, struct pcapng_frame *f);
int pcapng_error(const struct pcapng *p, struct error *err);

#endif
