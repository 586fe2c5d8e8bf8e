#include "tests/lossless/scoreboard_frames.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *mismatch(struct scoreboard_frames *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(b->text, sizeof b->text, format, args);
  va_end(args);
  return b->text;
}

void scoreboard_frames_start(struct scoreboard_frames *b, int ports, int classes) {
  memset(b, 0, sizeof *b);
  b->ports = ports;
  b->classes = classes;
}

void scoreboard_frames_end(struct scoreboard_frames *b) {
  for (int i = 0; i < SCOREBOARD_BUCKETS; i++)
    for (struct frames_frame *f = b->inside[i], *next; f != NULL; f = next) {
      next = f->next;
      frames_free(f);
    }
}

static void keep(struct scoreboard_frames *b, struct frames_frame *f) {
  struct frames_frame **bucket = &b->inside[f->id % SCOREBOARD_BUCKETS];
  f->next = *bucket;
  *bucket = f;
  b->kept++;
}

// Finds the frame with this id to this port, or else any frame with this id.
static struct frames_frame **find(struct scoreboard_frames *b, uint64_t id, int egress) {
  struct frames_frame **any = NULL;
  for (struct frames_frame **at = &b->inside[id % SCOREBOARD_BUCKETS]; *at != NULL; at = &(*at)->next) {
    if ((*at)->id != id) continue;
    if ((*at)->egress == egress) return at;
    any = at;
  }
  return any;
}

static struct frames_frame *take(struct scoreboard_frames *b, struct frames_frame **at) {
  struct frames_frame *f = *at;
  *at = f->next;
  b->kept--;
  return f;
}

void scoreboard_frames_in(struct scoreboard_frames *b, struct frames_frame *f) {
  b->in[f->port]++;
  b->reasons[f->port][f->reason]++;
  b->had_ttl |= b->by_ttl;
  f->order = (uint64_t)(b->by_ttl ? f->ttl : f->cls);
  if (f->reason == SLUICE_SWITCH_NONE) {
    b->good[f->port][f->cls]++;
    keep(b, f);
    return;
  }
  for (struct frames_frame of = *f; f->reason == SLUICE_SWITCH_FLOODED && of.flood != 0;) {
    struct frames_frame *copy = frames_copy(&of);
    if (copy == NULL) break;
    b->copies++;
    keep(b, copy);
  }
  frames_free(f);
}

void scoreboard_frames_cut(struct scoreboard_frames *b, struct frames_frame *f, bool giant, bool unsure) {
  int p = f->port;
  b->unsure[p] += unsure;
  if (unsure) return;  // the frame may still leave
  b->reasons[p][f->reason]--;
  b->reasons[p][SLUICE_SWITCH_CUT]++;
  b->giants += giant;
  b->good[p][f->cls] -= f->reason == SLUICE_SWITCH_NONE;
  b->copies -= f->reason == SLUICE_SWITCH_FLOODED ? (uint64_t)__builtin_popcount(f->flood) : 0;
  for (struct frames_frame **at; (at = find(b, f->id, f->egress)) != NULL;) frames_free(take(b, at));
}

const char *scoreboard_frames_out(struct scoreboard_frames *b, int egress, const uint8_t *bytes, size_t n, int *cls) {
  uint64_t id = frames_id(bytes, n);
  struct frames_frame **at = find(b, id, egress);
  b->out[egress]++;
  *cls = 0;
  if (at == NULL)
    return mismatch(b, "port %d sends %zu bytes that did not enter or have already left: id %" PRIu64, egress, n, id);
  struct frames_frame *f = take(b, at);
  const char *text = NULL;
  bool marked;
  uint64_t *newest = &b->newest[f->copy][f->port][egress][f->order];
  if (f->egress != egress)
    text = mismatch(b, "frame %" PRIu64 ": expected egress %d, got %d", id, f->egress, egress);
  else if (!frames_leaves(f, bytes, n, &marked))
    text = mismatch(b, "frame %" PRIu64 " of port %d, %zu bytes, leaves port %d changed", id, f->port, f->n, egress);
  else if (id <= *newest)
    text =
        mismatch(b, "frame %" PRIu64 " of port %d leaves port %d after frame %" PRIu64, id, f->port, egress, *newest);
  *newest = id;
  b->left[egress][f->cls]++;
  *cls = f->cls;
  frames_free(f);
  return text;
}

// ---- Counters ----

struct counted {
  uint64_t in[SLUICE_MAX_CLASSES], out[SLUICE_MAX_CLASSES], drops[SLUICE_SWITCH_REASONS], all_in, all_out;
};

static bool count(struct scoreboard_frames *b, struct lossless *l, int port, struct counted *c) {
  uint32_t at = SLUICE_SWITCH_REG_COUNTER + 512 * (uint32_t)port;
  memset(c, 0, sizeof *c);
  for (uint32_t k = 0; k < (uint32_t)b->classes; k++) {
    if (!lossless_counter(l, at + 8 * (8 * SLUICE_SWITCH_FRAMES_IN + k), &c->in[k]) ||
        !lossless_counter(l, at + 8 * (8 * SLUICE_SWITCH_FRAMES_OUT + k), &c->out[k]))
      return false;
    c->all_in += c->in[k];
    c->all_out += c->out[k];
  }
  for (uint32_t r = 1; r < SLUICE_SWITCH_REASONS; r++)
    if (!lossless_counter(l, at + 8 * (SLUICE_SWITCH_DROPS + r), &c->drops[r])) return false;
  return true;
}

static bool about(uint64_t got, uint64_t expected, uint64_t less, uint64_t more) {
  return got + less >= expected && got <= expected + more;
}

// The generator knows the reason of every frame, except the admissions of the MMU.
static const char *reasons(struct scoreboard_frames *b, int p, const struct counted *c) {
  for (int r = SLUICE_SWITCH_CUT; r <= SLUICE_SWITCH_HAIRPIN; r++) {
    bool either = r == SLUICE_SWITCH_CUT || r == SLUICE_SWITCH_GIANT;
    uint64_t less = b->unsure[p] + (either ? b->giants : 0), more = either ? less : 0;
    if (!about(c->drops[r], b->reasons[p][r], less, more))
      return mismatch(b, "port %d, reason %d: expected %" PRIu64 " frames, counted %" PRIu64, p, r, b->reasons[p][r],
                      c->drops[r]);
  }
  uint64_t floods = c->drops[SLUICE_SWITCH_FLOODED] + c->drops[SLUICE_SWITCH_NOT_COPIED];
  if (!about(floods, b->reasons[p][SLUICE_SWITCH_FLOODED], b->unsure[p], 0))
    return mismatch(b, "port %d, copied or not copied: expected %" PRIu64 " frames, counted %" PRIu64, p,
                    b->reasons[p][SLUICE_SWITCH_FLOODED], floods);
  return NULL;
}

const char *scoreboard_frames_settle(struct scoreboard_frames *b, struct lossless *l, uint32_t lossless) {
  uint64_t in = 0, out = 0, flushed = 0, refused = 0, unsure = 0, skipped = 0, taken = b->copies;
  for (int p = 0; p < b->ports; p++) {
    struct counted c;
    if (!count(b, l, p, &c)) return mismatch(b, "read of a counter: no response");
    const char *text = reasons(b, p, &c);
    if (text != NULL) return text;
    if (c.all_out != b->out[p])
      return mismatch(b, "port %d: expected %" PRIu64 " frames out, counted %" PRIu64, p, b->out[p], c.all_out);
    for (int k = 0; k < b->classes && !b->had_ttl; k++) {
      if (c.out[k] != b->left[p][k])
        return mismatch(b, "port %d, class %d: expected %" PRIu64 " frames out, counted %" PRIu64, p, k, b->left[p][k],
                        c.out[k]);
      uint64_t missing = b->good[p][k] - c.in[k];
      if (lossless >> k & 1 && missing != b->missing[p][k])
        return mismatch(b, "port %d, lossless class %d: of %" PRIu64 " frames %" PRIu64 " were not admitted", p, k,
                        b->good[p][k], missing - b->missing[p][k]);
      b->missing[p][k] = missing;
    }
    in += c.all_in;
    out += c.all_out;
    flushed += c.drops[SLUICE_SWITCH_LINK] + c.drops[SLUICE_SWITCH_WATCHDOG];
    refused += c.drops[SLUICE_SWITCH_REFUSED] + c.drops[SLUICE_SWITCH_TTL];
    skipped += c.drops[SLUICE_SWITCH_NOT_COPIED];
    unsure += b->unsure[p];
    taken += b->reasons[p][SLUICE_SWITCH_NONE];
  }
  b->refused = refused;
  // A frame without copies misses up to one copy for each other port.
  uint64_t less = unsure * (uint64_t)b->ports + skipped * (uint64_t)(b->ports - 1);
  if (in != out + flushed || !about(in + refused, taken, less, 0) || !about(refused + flushed, b->kept, less, 0))
    return mismatch(b,
                    "%" PRIu64 " frames accepted, %" PRIu64 " admitted, %" PRIu64 " refused, %" PRIu64 " out, %" PRIu64
                    " flushed, %" PRIu64 " missing: the sums differ",
                    taken, in, refused, out, flushed, b->kept);
  return NULL;
}
