#include "tests/switch/scoreboard_switch.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *mismatch(struct scoreboard_switch *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->text, sizeof s->text, format, args);
  va_end(args);
  return s->text;
}

void scoreboard_switch_start(struct scoreboard_switch *s, int ports, bool by_ttl) {
  memset(s, 0, sizeof *s);
  s->ports = ports;
  s->by_ttl = by_ttl;
}

static void free_list(struct frames_frame *f) {
  for (struct frames_frame *next; f != NULL; f = next) {
    next = f->next;
    frames_free(f);
  }
}

void scoreboard_switch_end(struct scoreboard_switch *s) {
  for (int b = 0; b < SCORE_BUCKETS; b++) free_list(s->inside[b]);
  for (int p = 0; p < s->ports; p++) free_list(s->first[p]);
  free_list(s->first_copied);
}

void scoreboard_switch_sent(struct scoreboard_switch *s, struct frames_frame *f) {
  f->next = NULL;
  f->order = (uint64_t)(s->by_ttl ? f->ttl : f->cls);
  if (s->first[f->port] == NULL)
    s->first[f->port] = f;
  else
    s->last[f->port]->next = f;
  s->last[f->port] = f;
}

void scoreboard_switch_cut(struct scoreboard_switch *s, int port, bool giant) {
  if (s->first[port] == NULL) return;  // the switch has reported its reason before
  struct frames_frame *f = s->last[port];
  f->reason = giant ? SLUICE_SWITCH_REASONS : SLUICE_SWITCH_CUT;
}

// Stores an accepted frame until it leaves.
static void keep(struct scoreboard_switch *s, struct frames_frame *f) {
  struct frames_frame **bucket = &s->inside[f->id % SCORE_BUCKETS];
  f->next = *bucket;
  *bucket = f;
  s->kept++;
}

const char *scoreboard_switch_judged(struct scoreboard_switch *s, int port, enum sluice_switch_reason reason, int cls,
                                     int egress, int ttl) {
  struct frames_frame *f = s->first[port];
  if (f == NULL) return mismatch(s, "port %d: the switch reports a frame that was not sent", port);
  s->first[port] = f->next;
  s->judged[port][reason]++;
  bool either = f->reason == SLUICE_SWITCH_REASONS && (reason == SLUICE_SWITCH_CUT || reason == SLUICE_SWITCH_GIANT);
  const char *text = NULL;
  bool crowded = f->reason == SLUICE_SWITCH_FLOODED && reason == SLUICE_SWITCH_NOT_COPIED;
  if (reason != f->reason && !either && !crowded && reason != SLUICE_SWITCH_NO_CELL)
    text = mismatch(s, "port %d, frame %llu of %zu bytes: reason expected %d, got %d", port, (unsigned long long)f->id,
                    f->n, (int)f->reason, (int)reason);
  else if (reason == SLUICE_SWITCH_NONE && (cls != f->cls || egress != f->egress || ttl != f->ttl))
    text = mismatch(s, "port %d, frame %llu: class, egress, TTL expected %d %d %d, got %d %d %d", port,
                    (unsigned long long)f->id, f->cls, f->egress, f->ttl, cls, egress, ttl);
  if (reason == SLUICE_SWITCH_FLOODED) {
    f->next = NULL;
    if (s->first_copied == NULL)
      s->first_copied = f;
    else
      s->last_copied->next = f;
    s->last_copied = f;
  } else if (reason == SLUICE_SWITCH_NONE) {
    keep(s, f);
  } else {
    frames_free(f);
  }
  return text;
}

const char *scoreboard_switch_copied(struct scoreboard_switch *s, int port, enum sluice_switch_reason reason, int cls,
                                     int egress, int ttl) {
  struct frames_frame *of = s->first_copied, *f;
  if (of == NULL) return mismatch(s, "port %d: got a copy, expected none", port);
  f = frames_copy(of);
  if (f == NULL) return mismatch(s, "no memory");
  if (of->flood == 0) {
    s->first_copied = of->next;
    frames_free(of);
  }
  const char *text = NULL;
  if (port != f->port || cls != f->cls || egress != f->egress || ttl != f->ttl)
    text = mismatch(s, "copy of frame %llu: port, class, egress, TTL expected %d %d %d %d, got %d %d %d %d",
                    (unsigned long long)f->id, f->port, f->cls, f->egress, f->ttl, port, cls, egress, ttl);
  else if (reason != SLUICE_SWITCH_NONE && reason != SLUICE_SWITCH_NO_CELL)
    text = mismatch(s, "copy of frame %llu: expected reason 0, got %d", (unsigned long long)f->id, (int)reason);
  if (reason == SLUICE_SWITCH_NONE) {
    s->copies++;
    keep(s, f);
  } else {
    s->judged[port][reason]++;
    frames_free(f);
  }
  return text;
}

const char *scoreboard_switch_left(struct scoreboard_switch *s, int egress, const uint8_t *bytes, size_t n) {
  uint64_t id = frames_id(bytes, n);
  struct frames_frame **at = &s->inside[id % SCORE_BUCKETS];
  struct frames_frame **other = NULL;  // a copy to another port
  for (; *at != NULL && ((*at)->id != id || (*at)->egress != egress); at = &(*at)->next)
    if ((*at)->id == id) other = at;
  if (*at == NULL && other != NULL) at = other;
  struct frames_frame *f = *at;
  if (f == NULL)
    return mismatch(s, "port %d sends %zu bytes that did not enter or have already left: id %llu", egress, n,
                    (unsigned long long)id);
  *at = f->next;
  s->kept--;
  s->out[egress]++;
  const char *text = NULL;
  bool marked = false;
  uint64_t *newest = &s->newest[f->copy][f->port][egress][f->order];
  if (f->egress != egress)
    text = mismatch(s, "frame %llu: expected egress %d, got %d", (unsigned long long)id, f->egress, egress);
  else if (!frames_leaves(f, bytes, n, &marked))
    text = mismatch(s, "frame %llu of port %d, %zu bytes, leaves port %d changed", (unsigned long long)id, f->port,
                    f->n, egress);
  else if (id <= *newest)
    text = mismatch(s, "frame %llu of port %d leaves port %d after frame %llu", (unsigned long long)id, f->port, egress,
                    (unsigned long long)*newest);
  s->marked[egress] += marked;
  s->marked_bytes[egress] += marked ? n : 0;
  *newest = id;
  frames_free(f);
  return text;
}

const char *scoreboard_switch_total(struct scoreboard_switch *s, const struct sluice_switch *sw, int classes) {
  uint64_t in = 0, out = 0, taken = s->copies, refused = 0, flushed = 0;
  if (s->first_copied != NULL) return mismatch(s, "frame %llu was not copied", (unsigned long long)s->first_copied->id);
  for (int p = 0; p < s->ports; p++) {
    if (s->first[p] != NULL) return mismatch(s, "port %d: the switch never reported a frame", p);
    for (int r = SLUICE_SWITCH_CUT; r < SLUICE_SWITCH_REASONS; r++) {
      if (r > SLUICE_SWITCH_HAIRPIN && r < SLUICE_SWITCH_FLOODED) continue;
      uint64_t got = sluice_switch_counter(sw, p, SLUICE_SWITCH_DROPS + r);
      if (got != s->judged[p][r])
        return mismatch(s, "port %d, reason %d: expected %llu frames, counted %llu", p, r,
                        (unsigned long long)s->judged[p][r], (unsigned long long)got);
    }
    uint64_t left = 0, marked = 0, marked_bytes = 0;
    for (int c = 0; c < classes; c++) {
      in += sluice_switch_counter(sw, p, 8 * SLUICE_SWITCH_FRAMES_IN + c);
      left += sluice_switch_counter(sw, p, 8 * SLUICE_SWITCH_FRAMES_OUT + c);
      marked += sluice_switch_counter(sw, p, 8 * SLUICE_SWITCH_MARKED + c);
      marked_bytes += sluice_switch_counter(sw, p, 8 * SLUICE_SWITCH_MARKED_BYTES + c);
    }
    if (marked != s->marked[p] || marked_bytes != s->marked_bytes[p])
      return mismatch(s, "port %d: expected %llu marked frames of %llu bytes, counted %llu of %llu", p,
                      (unsigned long long)s->marked[p], (unsigned long long)s->marked_bytes[p],
                      (unsigned long long)marked, (unsigned long long)marked_bytes);
    if (left != s->out[p])
      return mismatch(s, "port %d: expected %llu frames out, counted %llu", p, (unsigned long long)s->out[p],
                      (unsigned long long)left);
    out += left;
    taken += s->judged[p][SLUICE_SWITCH_NONE];
    refused += sluice_switch_counter(sw, p, SLUICE_SWITCH_DROPS + SLUICE_SWITCH_REFUSED) +
               sluice_switch_counter(sw, p, SLUICE_SWITCH_DROPS + SLUICE_SWITCH_TTL);
    flushed += sluice_switch_counter(sw, p, SLUICE_SWITCH_DROPS + SLUICE_SWITCH_LINK) +
               sluice_switch_counter(sw, p, SLUICE_SWITCH_DROPS + SLUICE_SWITCH_WATCHDOG);
  }
  if (taken != in + refused || in != out + flushed || s->kept != refused + flushed)
    return mismatch(s, "sums differ: %llu accepted, %llu in, %llu refused, %llu out, %llu flushed, %llu missing",
                    (unsigned long long)taken, (unsigned long long)in, (unsigned long long)refused,
                    (unsigned long long)out, (unsigned long long)flushed, (unsigned long long)s->kept);
  return NULL;
}

static const char *judged(void *of, int port, enum sluice_switch_reason reason, int cls, int egress, int ttl) {
  return scoreboard_switch_judged(of, port, reason, cls, egress, ttl);
}

static const char *copied(void *of, int port, enum sluice_switch_reason reason, int cls, int egress, int ttl) {
  return scoreboard_switch_copied(of, port, reason, cls, egress, ttl);
}
static const char *left(void *of, int egress, const uint8_t *bytes, size_t n) {
  return scoreboard_switch_left(of, egress, bytes, n);
}
static const char *rest(void *of, const struct sluice_switch *sw, int classes) {
  return scoreboard_switch_total(of, sw, classes);
}

struct lockstep_switch_watch scoreboard_switch_watch(struct scoreboard_switch *s) {
  return (struct lockstep_switch_watch){s, judged, copied, left, rest};
}
