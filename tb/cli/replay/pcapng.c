#include "tb/cli/replay/pcapng.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK_SECTION = 0x0a0d0d0a,
  BLOCK_INTERFACE = 1,
  BLOCK_OLD_PACKET = 2,
  BLOCK_SIMPLE = 3,
  BLOCK_PACKET = 6,
  ORDER = 0x1a2b3c4d,
  ETHERNET = 1,
  OPTION_END = 0,
  OPTION_NAME = 2,
  OPTION_RESOLUTION = 9,
  OPTION_OFFSET = 14,
};
enum { MOST_BLOCK = 1 << 24, MOST_INTERFACES = 1024, NAME = 64, LEAST_BLOCK = 12 };
#define NS UINT64_C(1000000000)

struct interface {
  char name[NAME];
  uint32_t type, snap;
  uint64_t ticks;  // of its clock in a second
  int64_t offset;  // seconds
};

struct pcapng {
  FILE *file;
  const char *path, *wanted;
  bool swapped, found;  // byte order of the section; an interface is the wanted one
  struct interface *interface;
  uint32_t interfaces;
  uint8_t *block;         // body of the block
  uint32_t size;          // its bytes
  uint64_t blocks, last;  // blocks so far; time of the frame before
  struct error wrong;
};

static uint32_t u16(const struct pcapng *p, const uint8_t *at) {
  uint16_t x;
  memcpy(&x, at, sizeof x);
  return p->swapped ? (uint16_t)(x << 8 | x >> 8) : x;
}

static uint32_t u32(const struct pcapng *p, const uint8_t *at) {
  uint32_t x;
  memcpy(&x, at, sizeof x);
  return p->swapped ? __builtin_bswap32(x) : x;
}

static int wrong(struct pcapng *p, const char *what) {
  error_set(&p->wrong, "%s: block %" PRIu64 " %s; give a whole pcapng file", p->path, p->blocks, what);
  return -1;
}

// ---- blocks ----

// Reads type and body of the next block. Returns 1; 0: the end of the file; -1: an error.
static int next_block(struct pcapng *p, uint32_t *type) {
  uint8_t head[12];
  const size_t got = fread(head, 1, 8, p->file);
  if (got == 0 && feof(p->file)) return 0;
  p->blocks++;
  if (got != 8) return wrong(p, "is cut off");
  memcpy(type, head, sizeof *type);
  size_t in_head = 0;
  if (*type == BLOCK_SECTION) {  // the same in both byte orders
    uint32_t order;
    if (fread(head + 8, 1, 4, p->file) != 4) return wrong(p, "is cut off");
    memcpy(&order, head + 8, sizeof order);
    p->swapped = order != ORDER;
    if (p->swapped && order != __builtin_bswap32(ORDER)) return wrong(p, "has no byte order");
    p->interfaces = 0;
    in_head = 4;
  } else {
    if (p->blocks == 1) return wrong(p, "begins no section");
    *type = u32(p, head);
  }
  const uint32_t length = u32(p, head + 4);
  if (length < LEAST_BLOCK + in_head || length % 4 != 0 || length > MOST_BLOCK) return wrong(p, "has a wrong length");
  p->size = length - 8 - (uint32_t)in_head;
  if (fread(p->block, 1, p->size, p->file) != p->size) return wrong(p, "is cut off");
  p->size -= 4;
  return u32(p, p->block + p->size) == length ? 1 : wrong(p, "has two lengths");
}

static void take_resolution(struct interface *x, uint8_t value) {
  x->ticks = value & 0x80 ? UINT64_C(1) << (value & 0x3f) : 1;
  for (int i = 0; !(value & 0x80) && i < value && i < 19; i++) x->ticks *= 10;
}

static int take_options(struct pcapng *p, struct interface *x, uint32_t at) {
  while (at + 4 <= p->size) {
    const uint32_t code = u16(p, p->block + at), n = u16(p, p->block + at + 2);
    const uint8_t *value = p->block + at + 4;
    if (code == OPTION_END) return 0;
    if (at + 4 + n > p->size) return wrong(p, "has an option that is cut off");
    if (code == OPTION_NAME) snprintf(x->name, sizeof x->name, "%.*s", (int)n, (const char *)value);
    if (code == OPTION_RESOLUTION && n >= 1) take_resolution(x, value[0]);
    if (code == OPTION_OFFSET && n >= 8) {
      uint64_t seconds;
      memcpy(&seconds, value, sizeof seconds);
      x->offset = (int64_t)(p->swapped ? __builtin_bswap64(seconds) : seconds);
    }
    at += 4 + (n + 3) / 4 * 4;
  }
  return 0;
}

static bool is_wanted(const struct pcapng *p, uint32_t number) {
  char text[16];
  snprintf(text, sizeof text, "%" PRIu32, number);
  return p->wanted == NULL || strcmp(p->wanted, text) == 0 || strcmp(p->wanted, p->interface[number].name) == 0;
}

static int take_interface(struct pcapng *p) {
  if (p->size < 8) return wrong(p, "is too short");
  if (p->interfaces == MOST_INTERFACES) return wrong(p, "is one interface too many");
  struct interface *x = &p->interface[p->interfaces];
  *x = (struct interface){.type = u16(p, p->block), .snap = u32(p, p->block + 4), .ticks = 1000000};
  const int status = take_options(p, x, 8);
  p->found |= is_wanted(p, p->interfaces++);
  return status;
}

// ---- frames ----

static uint64_t time_of(struct pcapng *p, const struct interface *x, uint64_t ticks) {
  const __int128 ns = (__int128)((unsigned __int128)ticks * NS / x->ticks) + (__int128)x->offset * (int64_t)NS;
  return p->last = ns < 0 ? 0 : (uint64_t)ns;
}

// A frame of `held` bytes at `at` in the block, from an interface. Returns 1; 0: of an interface that is not wanted.
static int take_frame(struct pcapng *p, struct pcapng_frame *f, uint32_t number, uint32_t at, uint32_t held,
                      uint32_t length) {
  if (number >= p->interfaces) return wrong(p, "names no interface");
  if (held > p->size - at) return wrong(p, "has a frame that is cut off");
  if (!is_wanted(p, number)) return 0;
  const struct interface *x = &p->interface[number];
  if (x->type != ETHERNET) {
    error_set(&p->wrong, "%s: interface %" PRIu32 " '%s' has link type %" PRIu32 "; name an Ethernet interface by %s",
              p->path, number, x->name, x->type, "--in PORT=FILE#INTERFACE");
    return -1;
  }
  f->bytes = p->block + at;
  f->held = held;
  f->length = length;
  return 1;
}

static int take_packet(struct pcapng *p, uint32_t type, struct pcapng_frame *f) {
  enum { PACKET_HEAD = 20 };
  if (p->size < PACKET_HEAD) return wrong(p, "is too short");
  const uint8_t *b = p->block;
  const uint32_t number = type == BLOCK_PACKET ? u32(p, b) : u16(p, b);
  const int taken = take_frame(p, f, number, PACKET_HEAD, u32(p, b + 12), u32(p, b + 16));
  if (taken > 0) f->ns = time_of(p, &p->interface[number], (uint64_t)u32(p, b + 4) << 32 | u32(p, b + 8));
  return taken;
}

// A simple packet is of interface 0 and has no time: that of the frame before.
static int take_simple(struct pcapng *p, struct pcapng_frame *f) {
  if (p->size < 4 || p->interfaces == 0) return wrong(p, "is too short, or without an interface");
  const uint32_t length = u32(p, p->block), snap = p->interface[0].snap;
  f->ns = p->last;
  return take_frame(p, f, 0, 4, snap != 0 && snap < length ? snap : length, length);
}

int pcapng_next(struct pcapng *p, struct pcapng_frame *f) {
  uint32_t type = 0;
  int more;
  while ((more = next_block(p, &type)) > 0) {
    int taken = 0;
    if (type == BLOCK_INTERFACE) taken = take_interface(p);
    if (type == BLOCK_PACKET || type == BLOCK_OLD_PACKET) taken = take_packet(p, type, f);
    if (type == BLOCK_SIMPLE) taken = take_simple(p, f);
    if (taken != 0) return taken;
  }
  if (more < 0 || p->found || p->wanted == NULL) return more;
  error_set(&p->wrong, "%s: no interface is called '%s'; capinfos shows their names, and numbers begin at 0", p->path,
            p->wanted);
  return -1;
}

int pcapng_new(struct pcapng **made, FILE *file, const char *path, const char *interface) {
  struct pcapng *p = *made = calloc(1, sizeof *p);
  if (p == NULL) return ENOMEM;
  *p = (struct pcapng){.file = file, .path = path, .wanted = interface};
  p->interface = calloc(MOST_INTERFACES, sizeof *p->interface);
  p->block = malloc(MOST_BLOCK);
  return p->interface != NULL && p->block != NULL ? 0 : ENOMEM;
}

void pcapng_free(struct pcapng *p) {
  if (p == NULL) return;
  free(p->interface);
  free(p->block);
  free(p);
}

int pcapng_error(const struct pcapng *p, struct error *err) {
  *err = p->wrong;
  return EINVAL;
}
