#define _DEFAULT_SOURCE  // u_char of libpcap
#include "tb/cli/replay/capture.h"

#include <errno.h>
#include <inttypes.h>
#include <pcap/pcap.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/cli/out.h"
#include "tb/cli/replay/pcapng.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/files/vec.h"

enum { NS = 1000000000, FIRST = 1 << 16 };
static const int64_t MOST_SECONDS = INT64_MAX / NS;

// ---- in ----

static int no_memory(const char *path, struct error *err) {
  error_set(err, "%s: out of memory; give a shorter capture", path);
  return ENOMEM;
}

static int add(struct capture *c, uint64_t ns, const uint8_t *bytes, uint32_t held, uint32_t length) {
  uint32_t n = length < CAPTURE_LEAST ? CAPTURE_LEAST : length;
  struct capture_frame *frame = vec_grow(c->frame, c->frames, sizeof *frame);
  if (frame == NULL) return ENOMEM;
  c->frame = frame;
  if (c->size + n > c->space) {
    size_t space = c->space > 0 ? 2 * c->space : FIRST;
    uint8_t *more = realloc(c->bytes, space);
    if (more == NULL) return ENOMEM;
    c->bytes = more;
    c->space = space;
  }
  c->frame[c->frames++] = (struct capture_frame){ns, c->size, n};
  memset(c->bytes + c->size, 0, n);
  memcpy(c->bytes + c->size, bytes, held);
  c->size += n;
  return 0;
}

// A capture that is being read
struct reading {
  struct capture *c;
  const struct capture_source *from;
  size_t seen;  // frames so far, skipped ones included
  struct error *err;
};

// Takes the next frame: `held` of its `length` bytes.
static int take(struct reading *r, int64_t s, int64_t ns, const uint8_t *bytes, uint32_t held, uint32_t length) {
  const char *path = r->from->path;
  const size_t number = ++r->seen;
  const bool truncated = held < length;
  if (truncated && r->from->truncated == TRUNCATED_REFUSE)
    return error_set(r->err,
                     "%s: frame %zu has %u of its %u bytes; capture whole frames (tcpdump -s 0), or add --truncated",
                     path, number, held, length);
  r->c->truncated += truncated;
  if (truncated && r->from->truncated == TRUNCATED_SKIP) return 0;
  if (length < held) length = held;
  if (held == 0 || length > CAPTURE_MOST)
    return error_set(r->err, "%s: frame %zu has %u bytes; give frames of 1 to %d", path, number, length, CAPTURE_MOST);
  if (s < 0 || s >= MOST_SECONDS || ns < 0 || ns >= NS)
    return error_set(r->err,
                     "%s: frame %zu has the time %" PRId64 " s and %" PRId64 " ns; give 0 to %" PRId64
                     " s and less than %d ns",
                     path, number, s, ns, MOST_SECONDS - 1, NS);
  return add(r->c, (uint64_t)s * NS + (uint64_t)ns, bytes, held, length) == 0 ? 0 : no_memory(path, r->err);
}

static int read_pcap(struct reading *r, pcap_t *pcap) {
  struct pcap_pkthdr *h;
  const u_char *bytes;
  const char *path = r->from->path;
  int got, error = 0;
  if (pcap_datalink(pcap) != DLT_EN10MB) {
    const char *name = pcap_datalink_val_to_name(pcap_datalink(pcap));
    return error_set(r->err, "%s: its link type is %s; give a capture of Ethernet (EN10MB)", path,
                     name != NULL ? name : "unknown");
  }
  // nanoseconds, because the file was opened with that precision
  while (error == 0 && (got = pcap_next_ex(pcap, &h, &bytes)) == 1)
    error = take(r, h->ts.tv_sec, h->ts.tv_usec, bytes, h->caplen, h->len);
  if (error != 0 || got == PCAP_ERROR_BREAK) return error;
  return error_set(r->err, "%s: after frame %zu: %s; give a whole capture", path, r->seen, pcap_geterr(pcap));
}

static int read_pcapng(struct reading *r, FILE *file) {
  struct pcapng *p;
  struct pcapng_frame f;
  int error = pcapng_new(&p, file, r->from->path, r->from->interface), more = 0;
  while (error == 0 && (more = pcapng_next(p, &f)) > 0)
    error = take(r, (int64_t)(f.ns / NS), (int64_t)(f.ns % NS), f.bytes, f.held, f.length);
  if (error == 0 && more < 0) error = pcapng_error(p, r->err);
  pcapng_free(p);
  return error != ENOMEM ? error : no_memory(r->from->path, r->err);
}

int capture_read(struct capture *c, const struct capture_source *from, struct error *err) {
  char wrong[PCAP_ERRBUF_SIZE];
  const char *why;
  struct reading r = {c, from, 0, err};
  *c = (struct capture){0};
  FILE *file = infile_open(from->path, false, &why);
  if (file == NULL) return error_set(err, "%s: %s; give a capture that can be read", from->path, why);
  const int first = getc(file);
  ungetc(first, file);
  int error;
  if (first == PCAPNG_FIRST) {
    error = read_pcapng(&r, file);
    fclose(file);
  } else if (from->interface != NULL) {
    fclose(file);
    error = error_set(err, "%s: not a pcapng file, so it has no interface %s; leave # and the interface out",
                      from->path, from->interface);
  } else {
    pcap_t *pcap = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, wrong);
    if (pcap == NULL) fclose(file);
    if (pcap == NULL) return error_set(err, "%s: %s; give a pcap or pcapng file", from->path, wrong);
    error = read_pcap(&r, pcap);
    pcap_close(pcap);
  }
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

// ---- captures of outgoing frames ----

enum { PATH = 4096, LOCK = 0 };  // LOCK: the port whose unfinished file locks the directory; it is renamed last

static const char *part_of(const struct outputs *o, int port, char *path) {
  snprintf(path, PATH, "%s/.port%d.pcap.part", o->dir, port);
  return path;
}

static const char *path_of(const struct outputs *o, int port, char *path) {
  snprintf(path, PATH, "%s/port%d.pcap", o->dir, port);
  return path;
}

static int cannot(struct outputs *o, const char *path, const char *why, struct error *err) {
  error_set(err, "%s: cannot write: %s; give --out a directory that can be written", path, why);
  outputs_discard(o);
  return -1;
}

// Checks that an existing file is a regular file, and no input.
static int may_replace(struct outputs *o, int port, const char *const *in, struct error *err) {
  char path[PATH];
  struct stat there;
  if (stat(path_of(o, port, path), &there) != 0) return 0;
  if (!S_ISREG(there.st_mode)) return cannot(o, path, "not a regular file", err);
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) {
    if (in[p] == NULL || !same_file(in[p], path)) continue;
    error_set(err, "%s: the file is an input; give --out another directory", path);
    outputs_discard(o);
    return -1;
  }
  return 0;
}

static int open_part(struct outputs *o, int port, struct error *err) {
  char path[PATH];
  part_of(o, port, path);
  FILE *file = outfile_stream(port == LOCK ? outfile_lock(path) : outfile_create(path), path);
  int error = file != NULL ? 0 : errno;
  if (error == EWOULDBLOCK) {
    error_set(err, "%s: another replay writes to this directory; give --out another one", o->dir);
    outputs_discard(o);
    return -1;
  }
  if (error == 0) error = capture_create(&o->file[port], file);
  return error == 0 ? 0 : cannot(o, path, strerror(error), err);
}

int outputs_open(struct outputs *o, const char *dir, int ports, const char *const *in, struct error *err) {
  *o = (struct outputs){.dir = dir, .ports = ports};
  if (dir[0] == '\0') return cannot(o, "--out", "no name", err);
  if (strlen(dir) > PATH - 64) return cannot(o, dir, strerror(ENAMETOOLONG), err);
  if (directories_make(dir, &o->made) != 0) return cannot(o, dir, strerror(errno), err);
  for (int p = 0; p < ports; p++)
    if (may_replace(o, p, in, err) != 0) return -1;
  for (int p = 0; p < ports; p++)  // LOCK is the first port
    if (open_part(o, p, err) != 0) return -1;
  return 0;
}

// Removes the locked file last, so that the lock covers all others.
void outputs_discard(struct outputs *o) {
  char path[PATH];
  for (int p = o->ports - 1; p >= LOCK; p--) {
    if (o->file[p] == NULL) continue;
    unlink(part_of(o, p, path));
    tempfiles_drop(path);
    capture_close(o->file[p]);
    o->file[p] = NULL;
  }
  if (o->dir[0] != '\0') directories_remove(o->dir, o->made);
  o->made = 0;
}

// A kill between two of these names leaves no port0.pcap, so that captures of two replays do not look complete.
static int rename_all(struct outputs *o, struct error *err) {
  char part[PATH], path[PATH];
  if (unlink(path_of(o, LOCK, path)) != 0 && errno != ENOENT) return cannot(o, path, strerror(errno), err);
  for (int p = o->ports - 1; p >= LOCK; p--) {
    if (rename(part_of(o, p, part), path_of(o, p, path)) != 0) return cannot(o, path, strerror(errno), err);
    tempfiles_drop(part);
  }
  return 0;
}

int outputs_commit(struct outputs *o, struct error *err) {
  char path[PATH];
  for (int p = 0; p < o->ports; p++) {
    int error = capture_flush(o->file[p]);
    if (error != 0) return cannot(o, path_of(o, p, path), strerror(error), err);
  }
  tempfiles_hold_signals(true);
  int bad = rename_all(o, err);
  tempfiles_hold_signals(false);
  if (bad != 0) return bad;
  for (int p = 0; p < o->ports; p++) {
    capture_close(o->file[p]);
    o->file[p] = NULL;
  }
  return 0;
}
