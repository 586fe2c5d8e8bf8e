#define _DEFAULT_SOURCE  // u_char of libpcap
#include "tb/cli/replay/capture.h"

#include <errno.h>
#include <inttypes.h>
#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/files/infile.h"
#include "tb/sim/files/outfile.h"

enum { NS = 1000000000, FIRST = 1 << 16 };
static const int64_t MOST_SECONDS = INT64_MAX / NS;

// ---- in ----

static int no_memory(const char *path, struct error *err) {
  error_set(err, "%s: out of memory; give a shorter capture", path);
  return ENOMEM;
}

static int add(struct capture *c, const struct pcap_pkthdr *h, const u_char *bytes) {
  uint32_t n = h->caplen < CAPTURE_LEAST ? CAPTURE_LEAST : h->caplen;
  if (c->frames == c->capacity) {
    size_t capacity = c->capacity > 0 ? 2 * c->capacity : FIRST;
    struct capture_frame *frame = realloc(c->frame, capacity * sizeof *frame);
    if (frame == NULL) return ENOMEM;
    c->frame = frame;
    c->capacity = capacity;
  }
  if (c->size + n > c->space) {
    size_t space = c->space > 0 ? 2 * c->space : FIRST;
    uint8_t *more = realloc(c->bytes, space);
    if (more == NULL) return ENOMEM;
    c->bytes = more;
    c->space = space;
  }
  uint64_t ns = (uint64_t)h->ts.tv_sec * NS + (uint64_t)h->ts.tv_usec;
  c->frame[c->frames++] = (struct capture_frame){ns, c->size, n};
  memset(c->bytes + c->size, 0, n);
  memcpy(c->bytes + c->size, bytes, h->caplen);
  c->size += n;
  return 0;
}

static int read_all(struct capture *c, pcap_t *pcap, const char *path, struct error *err) {
  struct pcap_pkthdr *h;
  const u_char *bytes;
  int got;
  if (pcap_datalink(pcap) != DLT_EN10MB) {
    const char *name = pcap_datalink_val_to_name(pcap_datalink(pcap));
    return error_set(err, "%s: its link type is %s; give a capture of Ethernet (EN10MB)", path,
                     name != NULL ? name : "unknown");
  }
  while ((got = pcap_next_ex(pcap, &h, &bytes)) == 1) {
    size_t number = c->frames + 1;
    if (h->caplen < h->len)
      return error_set(err, "%s: frame %zu has %u of its %u bytes; capture whole frames (tcpdump -s 0)", path, number,
                       h->caplen, h->len);
    if (h->caplen == 0 || h->caplen > CAPTURE_MOST)
      return error_set(err, "%s: frame %zu has %u bytes; give frames of 1 to %d", path, number, h->caplen,
                       CAPTURE_MOST);
    int64_t s = h->ts.tv_sec, ns = h->ts.tv_usec;  // nanoseconds, because the file was opened with that precision
    if (s < 0 || s >= MOST_SECONDS || ns < 0 || ns >= NS)
      return error_set(err,
                       "%s: frame %zu has the time %" PRId64 " s and %" PRId64 " ns; give 0 to %" PRId64
                       " s and less than %d ns",
                       path, number, s, ns, MOST_SECONDS - 1, NS);
    if (add(c, h, bytes) != 0) return no_memory(path, err);
  }
  if (got == PCAP_ERROR_BREAK) return 0;
  return error_set(err, "%s: after frame %zu: %s; give a whole capture", path, c->frames, pcap_geterr(pcap));
}

int capture_read(struct capture *c, const char *path, struct error *err) {
  char wrong[PCAP_ERRBUF_SIZE];
  const char *why;
  *c = (struct capture){0};
  FILE *file = infile_open(path, false, &why);
  if (file == NULL) return error_set(err, "%s: %s; give a capture that can be read", path, why);
  pcap_t *pcap = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, wrong);
  if (pcap == NULL) {
    fclose(file);
    return error_set(err, "%s: %s; give a pcap or pcapng file", path, wrong);
  }
  int error = read_all(c, pcap, path, err);
  pcap_close(pcap);
  if (error != 0) capture_free(c);
  return error;
}

void capture_free(struct capture *c) {
  free(c->frame);
  free(c->bytes);
  *c = (struct capture){0};
}

// ---- out ----

struct capture_file {
  pcap_t *pcap;
  pcap_dumper_t *dump;
};

int capture_create(struct capture_file **made, FILE *file) {
  *made = NULL;
  struct capture_file *f = calloc(1, sizeof *f);
  if (f != NULL) f->pcap = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, CAPTURE_MOST, PCAP_TSTAMP_PRECISION_NANO);
  if (f != NULL && f->pcap != NULL) f->dump = pcap_dump_fopen(f->pcap, file);
  if (f != NULL && f->dump != NULL) {
    *made = f;
    return 0;
  }
  if (f != NULL && f->pcap != NULL) pcap_close(f->pcap);
  free(f);
  fclose(file);
  return ENOMEM;
}

void capture_put(struct capture_file *f, uint64_t ns, const uint8_t *bytes, uint32_t n) {
  struct pcap_pkthdr h = {.caplen = n, .len = n};
  h.ts.tv_sec = (time_t)(ns / NS);
  h.ts.tv_usec = (suseconds_t)(ns % NS);
  pcap_dump((u_char *)f->dump, &h, bytes);
}

int capture_flush(struct capture_file *f) { return outfile_flush(pcap_dump_file(f->dump)); }

void capture_close(struct capture_file *f) {
  if (f == NULL) return;
  pcap_dump_close(f->dump);
  pcap_close(f->pcap);
  free(f);
}
