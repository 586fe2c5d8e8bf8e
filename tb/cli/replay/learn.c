#include <errno.h>
#include <stdlib.h>

#include "tb/cli/replay/replay.h"

enum { DESTINATION_AT = 0, SOURCE_AT = 6, ADDRESS_BYTES = 6 };
#define GROUP (UINT64_C(1) << 40)  // bit of a group address

struct seen {
  uint64_t address;
  int port;
  bool wanted;  // a frame is sent to it
};

static uint64_t address_of(const uint8_t *bytes) {
  uint64_t address = 0;
  for (int b = 0; b < ADDRESS_BYTES; b++) address = address << 8 | bytes[b];
  return address;
}

static int by_address(const void *a, const void *b) {
  const struct seen *x = a, *y = b;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return (x->port > y->port) - (x->port < y->port);
}

static const uint8_t *frame_of(const struct replay *r, int port, size_t i) {
  return r->capture[port].bytes + r->capture[port].frame[i].at;
}

// The addresses that send, each once, in order.
static size_t senders_of(const struct replay *r, struct seen *seen) {
  size_t all = 0, kept = 0;
  for (int p = 0; p < r->rules.dims.ports; p++)
    for (size_t i = 0; i < r->capture[p].frames; i++) {
      const uint64_t address = address_of(frame_of(r, p, i) + SOURCE_AT);
      if (address & GROUP) continue;
      if (all > 0 && seen[all - 1].address == address && seen[all - 1].port == p) continue;
      seen[all++] = (struct seen){address, p, false};
    }
  qsort(seen, all, sizeof *seen, by_address);
  for (size_t i = 0; i < all; i++)
    if (kept == 0 || seen[kept - 1].address != seen[i].address) seen[kept++] = seen[i];
  return kept;
}

// Marks the addresses to which a frame is sent. bsearch() compares addresses alone.
static int only_address(const void *a, const void *b) {
  const struct seen *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

static void mark(const struct replay *r, struct seen *seen, size_t count) {
  for (int p = 0; p < r->rules.dims.ports; p++)
    for (size_t i = 0; i < r->capture[p].frames; i++) {
      const struct seen to = {.address = address_of(frame_of(r, p, i) + DESTINATION_AT)};
      struct seen *found = bsearch(&to, seen, count, sizeof *seen, only_address);
      if (found != NULL) found->wanted = true;
    }
}

static bool has_entry(const struct replay *r, uint64_t address) {
  for (int i = 0; i < r->macs; i++)
    if (r->mac[i].address == address) return true;
  return false;
}

// Adds all senders, in the order of ports and frames. Returns whether the table holds them.
static bool learn_all(struct replay *r) {
  for (int p = 0; p < r->rules.dims.ports; p++)
    for (size_t i = 0; i < r->capture[p].frames; i++) {
      const uint64_t address = address_of(frame_of(r, p, i) + SOURCE_AT);
      if (address & GROUP || has_entry(r, address)) continue;
      if (r->macs == REPLAY_MACS) return false;
      r->mac[r->macs++] = (struct replay_mac){address, p};
    }
  return true;
}

int replay_learn(struct replay *r, struct error *err) {
  const int given = r->macs;
  if (learn_all(r)) return 0;
  r->macs = given;
  size_t frames = 0, missing = 0;
  for (int p = 0; p < r->rules.dims.ports; p++) frames += r->capture[p].frames;
  struct seen *seen = malloc((frames + 1) * sizeof *seen);
  if (seen == NULL) {
    error_set(err, "out of memory; give shorter captures");
    return ENOMEM;
  }
  const size_t count = senders_of(r, seen);
  mark(r, seen, count);
  for (size_t i = 0; i < count; i++) {
    if (!seen[i].wanted || has_entry(r, seen[i].address)) continue;
    if (r->macs == REPLAY_MACS)
      missing++;
    else
      r->mac[r->macs++] = (struct replay_mac){seen[i].address, seen[i].port};
  }
  free(seen);
  if (missing == 0) return 0;
  return error_set(err,
                   "the captures have frames to %zu hosts, and the switch holds %d addresses; give captures of fewer",
                   missing + (size_t)r->macs, REPLAY_MACS);
}
