#include "tests/lossless/wire.h"

#include <check.h>
#include <string.h>

#include "cmodel/sluice_switch.h"

void wire_put(struct wire *w, const struct wire_frame *f, uint64_t at) {
  ck_assert_msg(w->count < WIRE_FRAMES, "expected at most %d frames on the wire", WIRE_FRAMES);
  struct wire_frame *to = &w->queue[(w->first + w->count++) % WIRE_FRAMES];
  *to = *f;
  to->at = at;
}

bool wire_in(struct wire *w, const struct switch_word *word, int bytes) {
  struct wire_frame *f = &w->in;
  for (int i = 0; i < bytes && word->keep >> i & 1; i++) {
    ck_assert_int_lt(f->n, WIRE_FRAME);
    f->bytes[f->n++] = word->data[i];
  }
  f->bad = word->last && word->user;
  return word->last;
}

const struct wire_frame *wire_out(struct wire *w, struct switch_word *to, int bytes, uint64_t now) {
  if (to->valid) return NULL;
  if (w->gap > 0) {
    w->gap--;
    return NULL;
  }
  if (w->count == 0) return NULL;
  if (w->sent == 0) {
    int best = 0;
    for (int i = 1; i < w->count; i++)
      if (w->queue[(w->first + i) % WIRE_FRAMES].at < w->queue[(w->first + best) % WIRE_FRAMES].at) best = i;
    struct wire_frame f = w->queue[(w->first + best) % WIRE_FRAMES];
    for (int i = best; i > 0; i--) w->queue[(w->first + i) % WIRE_FRAMES] = w->queue[(w->first + i - 1) % WIRE_FRAMES];
    w->queue[w->first] = f;
  }
  const struct wire_frame *f = &w->queue[w->first];
  if (f->at > now) return NULL;
  int left = f->n - w->sent, k = left < bytes ? left : bytes;
  memset(to, 0, sizeof *to);
  memcpy(to->data, f->bytes + w->sent, (size_t)k);
  to->keep = (1u << k) - 1;
  to->last = k == left;
  to->user = to->last && f->bad;
  to->valid = true;
  w->sent += k;
  if (!to->last) return NULL;
  w->sent = 0;
  w->gap = SLUICE_SWITCH_GAP / bytes;
  w->first = (w->first + 1) % WIRE_FRAMES;
  w->count--;
  return f;
}
