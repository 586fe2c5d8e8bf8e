#include "tests/switch/bench.h"

#include <check.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mismatch(const struct bench *b, const char *format, ...) {
  char text[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  ck_abort_msg("cycle %" PRIu64 ", random state %" PRIu64 ", %d ports: %s", b->cycle, b->seed, b->shim->dims.ports,
               text);
}

static void put(struct frames *q, struct frame *f) {
  f->next = NULL;
  if (q->last != NULL)
    q->last->next = f;
  else
    q->first = f;
  q->last = f;
  q->count++;
}

static struct frame *take(struct frames *q) {
  struct frame *f = q->first;
  if (f == NULL) return NULL;
  q->first = f->next;
  if (q->first == NULL) q->last = NULL;
  q->count--;
  return f;
}

static void drop(struct frame *f) {
  if (f == NULL) return;
  f->dead = true;
  if (f->sending) return;
  free(f->sent);
  free(f->expected);
  free(f);
}

void bench_new(struct bench *b, const struct switch_shim *shim, uint64_t seed) {
  *b = (struct bench){.shim = shim, .seed = seed * 0x9e3779b97f4a7c15 + 1, .ready_of_256 = 256, .random = 1};
  b->rtl = shim->create();
  ck_assert_ptr_nonnull(b->rtl);
  b->in.tx_ready = true;
  b->in.link_up = 0xffff;
  for (int p = 0; p < shim->dims.ports; p++) {
    b->received[p] = malloc(2 * BENCH_MAX_BYTES);
    ck_assert_ptr_nonnull(b->received[p]);
  }
  while (!b->out.ready && b->cycle < 5000) bench_step(b);
  ck_assert(b->out.ready);
}

static void drop_all(struct frames *q) {
  while (q->first != NULL) drop(take(q));
}

void bench_free(struct bench *b) {
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) {
    free(b->received[p]);
    drop_all(&b->sources[p].waiting);
    drop_all(&b->arriving[p]);
    drop_all(&b->leaving[p]);
    drop_all(&b->sent[p]);
    for (int c = 0; c < SWITCH_MAX_CLASSES; c++) drop_all(&b->queues[p][c]);
  }
  drop_all(&b->judged);
  drop_all(&b->copied);
  b->shim->destroy(b->rtl);
}

// ---- Sources ----

static void offer_word(struct bench *b, int p) {
  struct source *s = &b->sources[p];
  struct switch_word *w = &b->in.in[p];
  if (w->valid) return;  // not taken yet
  if (s->cut > 0) {
    w->valid = w->last = w->user = --s->cut == 0;
    w->keep = 1;
    return;
  }
  if (!s->greedy && !mac_line_free(&s->line, b->cycle, b->shim->dims.line)) return;
  if (s->now == NULL) {
    if (!(b->in.link_up >> p & 1)) return;
    if (s->gap > 0) s->gap--;
    if (s->gap > 0 || s->waiting.first == NULL) return;
    const struct frame *f = s->waiting.first;
    if (b->paused[p][f->cls] && f->reason == 0 && !b->no_pause) return;
    s->now = take(&s->waiting);
    s->now->sending = true;
    s->at = 0;
    put(&b->arriving[p], s->now);
    b->frames_in++;
  }
  if (s->stall > 0 && (int)bench_random(b, 256) < s->stall) return;
  int bytes = b->shim->dims.bytes, rest = s->now->length - s->at, n = rest < bytes ? rest : bytes;
  memset(w->data, 0xa5, sizeof w->data);
  memcpy(w->data, s->now->sent + s->at, (size_t)n);
  w->keep = n == 32 ? UINT32_MAX : (1u << n) - 1;
  w->valid = true;
  w->last = rest == n && (n == 0 || !s->null_end || s->now->length % bytes != 0);
  w->user = w->last && s->now->bad;
}

// The frame of a source is over.
static void source_ends(struct bench *b, struct source *s) {
  s->now->ended = b->cycle;
  s->now->sending = false;
  if (s->now->dead) drop(s->now);
  s->now = NULL;
}

static void word_taken(struct bench *b, int p) {
  struct source *s = &b->sources[p];
  struct switch_word *w = &b->in.in[p];
  int bytes = b->shim->dims.bytes;
  w->valid = false;
  s->at += bytes;
  mac_line_carry(&s->line, b->cycle - 1, b->shim->dims.line, __builtin_popcount(w->keep), w->last);
  if (!w->last) return;
  s->gap = 0;
  if (s->idle > 0 && (int)bench_random(b, 256) < s->idle) s->gap += (int)bench_random(b, 200);
  source_ends(b, s);
}

void bench_send(struct bench *b, struct frame *f) { put(&b->sources[f->in].waiting, f); }

void bench_link(struct bench *b, int p, bool up) {
  uint16_t bit = (uint16_t)(1u << p);
  struct source *s = &b->sources[p];
  struct switch_word *w = &b->in.in[p];
  if (up) {
    b->in.link_up |= bit;
    s->gap = 4;
    return;
  }
  if (!(b->in.link_up & bit)) return;
  b->in.link_up &= (uint16_t)~bit;
  if (s->now == NULL) return;
  if (s->at == 0) {  // not started: sent after the link is up again
    struct frames rest = b->arriving[p];
    memset(&b->arriving[p], 0, sizeof b->arriving[p]);
    for (struct frame *f = take(&rest); f != s->now; f = take(&rest)) put(&b->arriving[p], f);
    s->now->next = s->waiting.first;
    if (s->waiting.first == NULL) s->waiting.last = s->now;
    s->waiting.first = s->now;
    s->waiting.count++;
    s->now->sending = false;
    s->now = NULL;
    w->valid = false;
    b->frames_in--;
    return;
  }
  if (!s->now->arrived) {
    s->now->before = s->now->reason;
    s->now->reason = 1;
  }
  w->valid = false;
  if (bench_random(b, 2) == 0)
    source_ends(b, s);
  else
    s->cut = 3;
}

// ---- Monitored events ----

static int cells_of(const struct bench *b, const struct frame *f) {
  return (f->length + b->shim->dims.cell - 1) / b->shim->dims.cell;
}

static struct frame *clone(const struct frame *of) {
  struct frame *f = malloc(sizeof *f);
  ck_assert_ptr_nonnull(f);
  *f = *of;
  f->sending = false;
  f->sent = malloc((size_t)of->length);
  f->expected = malloc((size_t)of->length);
  ck_assert(f->sent != NULL && f->expected != NULL);
  memcpy(f->expected, of->expected, (size_t)of->length);
  return f;
}

// Copies are made of the oldest flooded frame, to its lowest port first.
static void copy_arrives(struct bench *b) {
  const struct switch_out *o = &b->out;
  struct frame *of = b->copied.first;
  if (of == NULL) mismatch(b, "got a copy, expected none");
  struct frame *f = clone(of);
  f->reason = b->may_lack_cells && o->arrive_reason == 2 ? 2 : 0;
  for (f->egress = 0; !(of->flood >> f->egress & 1);) f->egress++;
  of->flood &= of->flood - 1;
  if (of->flood == 0) drop(take(&b->copied));
  if (o->arrive_port != f->in || o->arrive_reason != f->reason || o->arrive_egress != f->egress ||
      o->arrive_class != f->cls ||
      (f->reason == 0 && (o->arrive_cells != cells_of(b, f) || (f->ttl != 0 && f->ttl != o->arrive_ttl))))
    mismatch(b, "copy: expected port %d, egress %d, reason %d, class %d, cells %d, got %d, %d, %d, %d, %d", f->in,
             f->egress, f->reason, f->cls, cells_of(b, f), o->arrive_port, o->arrive_egress, o->arrive_reason,
             o->arrive_class, o->arrive_cells);
  b->copies++;
  put(&b->judged, f);
}

static void arrives(struct bench *b) {
  const struct switch_out *o = &b->out;
  if (o->arrive_copy) {
    copy_arrives(b);
    return;
  }
  struct frame *f = take(&b->arriving[o->arrive_port]);
  if (f == NULL) mismatch(b, "port %d: a frame arrives that was not sent", o->arrive_port);
  if (b->may_lack_cells && o->arrive_reason == 2) f->reason = 2;
  if (f->before == 3 && o->arrive_reason == 3) f->reason = 3;
  if (f->reason == 13 && o->arrive_reason == 14 && b->copied.count > 0) f->reason = 14;
  if (f->reason == 13) put(&b->copied, clone(f));
  if (o->arrive_reason != f->reason)
    mismatch(b, "port %d, %d bytes: expected reason %d, got %d", f->in, f->length, f->reason, o->arrive_reason);
  if (f->reason == 0 && (o->arrive_class != f->cls || o->arrive_egress != f->egress ||
                         o->arrive_cells != cells_of(b, f) || (f->ttl != 0 && f->ttl != o->arrive_ttl)))
    mismatch(b, "port %d: expected class %d, egress %d, cells %d, TTL %d, got %d, %d, %d, %d", f->in, f->cls, f->egress,
             cells_of(b, f), f->ttl, o->arrive_class, o->arrive_egress, o->arrive_cells, o->arrive_ttl);
  f->arrived = true;
  if (f->ended > 0 && b->cycle - f->ended > b->longest_wait) b->longest_wait = b->cycle - f->ended;
  put(&b->judged, f);
}

static void gets_admission(struct bench *b) {
  const struct switch_out *o = &b->out;
  struct frame *f = take(&b->judged);
  if (f == NULL || f->in != o->admission_port)
    mismatch(b, "port %d: an admission without a waiting frame", o->admission_port);
  if (f->reason == 0 && o->admission_kind <= SLUICE_HEADROOM) {
    f->joined = b->cycle;
    put(&b->queues[f->egress][o->admission_class], f);
    b->counts[f->in][o->admission_class]++;
    b->counts[f->in][8 + o->admission_class] += (uint64_t)f->length;
    return;
  }
  int reason = f->reason != 0 ? f->reason : o->admission_kind == SLUICE_DROPPED ? 10 : 9;
  b->reasons[reason]++;
  b->counts[f->in][48 + reason]++;
  if (reason == 9 && b->lossless >> f->cls & 1 && !b->no_pause)
    mismatch(b, "port %d: a frame of lossless class %d is refused", f->in, f->cls);
  drop(f);
}

static void begins(struct bench *b) {
  const struct switch_out *o = &b->out;
  struct frame *f = take(&b->queues[o->begin_port][o->begin_class]);
  if (f == NULL) mismatch(b, "port %d: starts a frame of class %d from an empty queue", o->begin_port, o->begin_class);
  // The gates count in the cycle of the selection, four cycles ago, the links in the cycle before.
  int q = o->begin_port * b->shim->dims.classes + o->begin_class;
  bool closed = b->past_gate[(b->cycle - 4) % 8][q / 64] >> q % 64 & 1;
  bool storm = b->past_storm[(b->cycle - 4) % 8][q / 64] >> q % 64 & 1;
  bool down = !(b->past_link[(b->cycle - 5) % 8] >> o->begin_port & 1);
  if (closed && !o->begin_drop && !down && !(storm && b->action[o->begin_port] == SLUICE_SWITCH_WATCHDOG_FORWARD))
    mismatch(b, "port %d: starts a frame of class %d although its gate is closed", o->begin_port, o->begin_class);
  if (o->begin_drop != (storm && b->action[o->begin_port] == SLUICE_SWITCH_WATCHDOG_DROP))
    mismatch(b, "port %d: a frame of class %d is dropped without a storm, or sent in a storm", o->begin_port,
             o->begin_class);
  f->begun = b->cycle;
  bench_ecn_begins(b, f);
  put(&b->leaving[o->begin_port], f);
  b->begun++;
  b->begun_of[o->begin_port]++;
}

static void ends(struct bench *b, int p) {
  struct frame *f = take(&b->leaving[p]);
  if (f == NULL) mismatch(b, "port %d: ends a frame that it has not started", p);
  if (b->out.end_class[p] >= b->shim->dims.classes)
    mismatch(b, "port %d: an ended frame has class %d", p, b->out.end_class[p]);
  if (b->out.end_reason[p] == 0) {
    put(&b->sent[p], f);
    b->counts[p][16 + b->out.end_class[p]]++;
    b->counts[p][24 + b->out.end_class[p]] += (uint64_t)f->length;
    bench_ecn_ends(b, p, f);
    return;
  }
  if (b->out.end_reason[p] == 11 && b->link_down[p] + 8 < f->begun)
    mismatch(b, "port %d: drops a frame of %d bytes although the link was up since its selection", p, f->length);
  b->counts[p][48 + b->out.end_reason[p]]++;
  if (b->out.end_reason[p] == 12) b->counts[p][8 * SLUICE_SWITCH_STORM_DROPS + b->out.end_class[p]]++;
  b->reasons[b->out.end_reason[p]]++;
  drop(f);
}

static void word_leaves(struct bench *b, int p, const struct switch_word *w) {
  for (int i = 0; i < b->shim->dims.bytes; i++) {
    if (!(w->keep >> i & 1)) break;
    if (b->received_bytes[p] >= BENCH_MAX_BYTES) mismatch(b, "port %d: a frame does not end", p);
    b->received[p][b->received_bytes[p]++] = w->data[i];
  }
  b->mid_out[p] = !w->last;
  if (!w->last) return;
  int n = b->received_bytes[p];
  b->received_bytes[p] = 0;
  if (w->user) {
    b->aborts++;
    return;
  }
  struct frame *f = take(&b->sent[p]);
  if (f == NULL) mismatch(b, "port %d: sends a frame that it has not started", p);
  if (n != f->length) mismatch(b, "port %d: expected a frame of %d bytes, got %d", p, f->length, n);
  for (int i = 0; i < n; i++)
    if (b->received[p][i] != f->expected[i])
      mismatch(b, "port %d: byte %d of %d: expected %02x, got %02x", p, i, n, f->expected[i], b->received[p][i]);
  b->frames_out++;
  drop(f);
}

void bench_step(struct bench *b) {
  int ports = b->shim->dims.ports, classes = b->shim->dims.classes;
  for (int p = 0; p < ports; p++) {
    offer_word(b, p);
    if (!(b->in.link_up >> p & 1)) b->link_down[p] = b->cycle;
  }
  struct switch_out before = b->out;
  b->in.out_ready = 0;
  for (int p = 0; p < ports; p++) {
    bool ready = b->ready_of_256 == 256 ? mac_line_takes(&b->sinks[p], b->cycle, b->shim->dims.line, &b->out.out[p])
                                        : (int)bench_random(b, 256) < b->ready_of_256;
    b->in.out_ready |= (uint16_t)((unsigned)ready << p);
  }
  b->past_link[b->cycle % 8] = b->in.link_up;
  b->shim->step(b->rtl, &b->in, &b->out);
  b->cycle++;
  memcpy(b->past_gate[b->cycle % 8], b->out.gate, sizeof b->out.gate);
  memcpy(b->past_storm[b->cycle % 8], b->out.storm, sizeof b->out.storm);
  for (int p = 0; p < ports; p++) {
    if (b->in.in[p].valid && before.in_ready >> p & 1)
      word_taken(b, p);
    else if (b->in.in[p].valid && before.ready)
      b->not_ready++;
  }
  const struct switch_out *o = &b->out;
  if (o->admission_valid) gets_admission(b);
  if (o->arrive_valid) arrives(b);
  if (o->begin_valid) begins(b);
  if (o->leave_valid) {
    b->left++;
    if (++b->left_of[o->leave_egress] > b->begun_of[o->leave_egress])
      mismatch(b, "port %d: dequeues a frame that it has not started", o->leave_egress);
  }
  if (o->leave_error) mismatch(b, "the MMU reports a dequeue error");
  // The switch reports the end of a frame before its last word can be taken.
  for (int p = 0; p < ports; p++)
    if (o->end_valid >> p & 1) ends(b, p);
  for (int p = 0; p < ports; p++)
    if (before.out[p].valid && b->in.out_ready >> p & 1) word_leaves(b, p, &before.out[p]);
  if (before.tx_valid && b->in.tx_ready)
    for (int c = 0; c < classes; c++)
      if (before.tx_enable >> c & 1) {
        b->paused[before.tx_port][c] = before.tx_time[c] != 0;
        b->pauses += before.tx_time[c] != 0;
        b->counts[before.tx_port][40 + c] += before.tx_time[c] != 0;
      }
  for (int p = 0; p < ports; p++)
    for (int c = 0; c < classes; c++) {
      int q = p * classes + c;
      b->gate_shut[p][c] = o->gate[q / 64] >> q % 64 & 1 ? b->gate_shut[p][c] + 1 : 0;
      const bool storm = o->storm[q / 64] >> q % 64 & 1;
      if (storm != (before.storm[q / 64] >> q % 64 & 1))
        b->counts[p][8 * (storm ? SLUICE_SWITCH_STORMS : SLUICE_SWITCH_RESTORED) + c]++;
    }
}

// ---- At rest ----

static uint64_t waiting(const struct bench *b) {
  uint64_t n = (uint64_t)(b->judged.count + b->copied.count);
  for (int p = 0; p < b->shim->dims.ports; p++) {
    n += (uint64_t)(b->sources[p].waiting.count + (b->sources[p].now != NULL) + b->arriving[p].count +
                    b->leaving[p].count + b->sent[p].count + b->mid_out[p]);
    for (int c = 0; c < b->shim->dims.classes; c++) n += (uint64_t)b->queues[p][c].count;
  }
  return n;
}

void bench_drain(struct bench *b) {
  int ready = b->ready_of_256;
  b->ready_of_256 = 256;
  uint64_t end = b->cycle + 2000000, left = waiting(b);
  while (waiting(b) > 0 && b->cycle < end) bench_step(b);
  if (waiting(b) > 0) mismatch(b, "%" PRIu64 " of %" PRIu64 " frames are not finished", waiting(b), left);
  for (int i = 0; i < 100; i++) bench_step(b);
  b->ready_of_256 = ready;
  // Every port prefetches one cell, and so does the copier.
  uint32_t cells = b->out.free + b->out.kept + (uint32_t)(b->shim->dims.ports + b->floods);
  if (cells != (uint32_t)b->shim->dims.cells)
    mismatch(b, "expected %d cells, got %u: %u free, %u kept", b->shim->dims.cells, cells, b->out.free, b->out.kept);
  if (b->left != b->begun) mismatch(b, "%" PRIu64 " frames started, %" PRIu64 " dequeued", b->begun, b->left);
}
