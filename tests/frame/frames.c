#include "tests/frame/frames.h"

#include <check.h>
#include <string.h>

static void put(uint8_t *at, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint64_t get(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
  return value;
}

static void header(struct frame *f, uint64_t to, uint16_t type, uint16_t opcode) {
  memset(f, 0, sizeof *f);
  f->length = 60;
  put(f->bytes, to, 6);
  put(f->bytes + 6, NEIGHBOUR, 6);
  put(f->bytes + 12, type, 2);
  put(f->bytes + 14, opcode, 2);
}

void frame_pfc(struct frame *f, uint64_t to, const struct pause_times *times) {
  header(f, to, 0x8808, 0x0101);
  f->bytes[17] = times->enable;
  for (int k = 0; k < 8; k++) put(f->bytes + 18 + 2 * k, times->time[k], 2);
}

void frame_pause(struct frame *f, uint64_t to, uint16_t quanta) {
  header(f, to, 0x8808, 0x0001);
  put(f->bytes + 16, quanta, 2);
}

void frame_native(struct frame *f, uint64_t to, uint32_t identifier, int flags, const struct pause_times *times) {
  header(f, to, 0x8808, 0xfffe);
  put(f->bytes + 16, identifier, 4);
  f->bytes[20] = (uint8_t)flags;
  f->bytes[21] = times->enable;
  for (int k = 0; k < 8; k++) put(f->bytes + 22 + 2 * k, times->time[k], 2);
  put(f->bytes + 38, times->port_time, 2);
}

void frame_credits(struct frame *f, uint64_t to, uint32_t identifier, const struct sluice_credit_word *word) {
  header(f, to, 0x8808, 0xfffd);
  put(f->bytes + 16, identifier, 4);
  f->bytes[20] = word->kind;
  f->bytes[21] = word->channel;
  put(f->bytes + 22, word->value, 4);
}

struct sluice_credit_word frame_word(const uint8_t *bytes) {
  if (get(bytes + 12, 4) != 0x8808fffd) return (struct sluice_credit_word){0};
  return (struct sluice_credit_word){true, bytes[20], bytes[21], (uint32_t)get(bytes + 22, 4)};
}

void frame_other(struct frame *f, uint64_t to, uint16_t type, uint16_t opcode, int length, uint32_t seed) {
  header(f, to, type, opcode);
  for (int i = 16; i < length + SLUICE_BEAT_BYTES && i < FRAME_BYTES; i++)
    f->bytes[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
  f->length = length;
}

uint16_t frame_read(const struct frame *f, uint64_t from, struct pause_times *times, bool *levels) {
  const uint8_t *b = f->bytes;
  memset(times, 0, sizeof *times);
  *levels = false;
  if (f->length < 14 || get(b + 12, 2) != 0x8808) return 0;
  if (f->length != 60 || f->bad || get(b, 6) != 0x0180c2000001u || get(b + 6, 6) != from)
    ck_abort_msg("control frame: expected 60 bytes, got %d, from %llx", f->length, (unsigned long long)get(b + 6, 6));
  uint16_t opcode = (uint16_t)get(b + 14, 2);
  int end = 34, at = 16;
  if (opcode == 0x0001) {
    times->port = true;
    times->port_time = (uint16_t)get(b + 16, 2);
    end = 18;
  } else if (opcode == 0xfffd) {
    ck_assert_uint_eq(get(b + 16, 4), 0x534c4345u);
    times->word = (struct sluice_credit_word){true, b[20], b[21], (uint32_t)get(b + 22, 4)};
    end = 26;
  } else {
    if (opcode == 0xfffe) {
      ck_assert_uint_eq(get(b + 16, 4), 0x534c4345u);
      at = 20;
      end = 40;
      times->port = b[20] & 1;
      *levels = b[20] & 2;
      ck_assert_int_eq(b[20] >> 2, 0);
      times->port_time = (uint16_t)get(b + 38, 2);
    } else {
      ck_assert_int_eq(opcode, 0x0101);
      ck_assert_int_eq(b[16], 0);
    }
    times->enable = b[at + 1];
    for (int k = 0; k < 8; k++) times->time[k] = (uint16_t)get(b + at + 2 + 2 * k, 2);
  }
  for (int i = end; i < 60; i++)
    if (b[i] != 0) ck_abort_msg("byte %d: expected 0, got %d", i, b[i]);
  return opcode;
}

int frame_kind(const uint8_t *bytes, int length, bool bad, uint64_t own, bool levels, int channels) {
  if (length < 14 || get(bytes + 12, 2) != 0x8808) return -1;
  uint64_t to = get(bytes, 6), opcode = get(bytes + 14, 2);
  if (bad) return SLUICE_BAD_FRAME;
  if (length < 60) return SLUICE_BAD_LENGTH;
  const bool credits = opcode == 0xfffd && channels > 0;
  if (opcode != 0x0101 && opcode != 0x0001 && opcode != 0xfffe && !credits) return SLUICE_BAD_OPCODE;
  if (to != 0x0180c2000001u && to != own) return SLUICE_BAD_ADDRESS;
  if (credits)
    return memcmp(bytes + 16, "SLCE", 4) == 0 && bytes[20] < 2 && bytes[21] < channels && get(bytes + 22, 4) < 1 << 20
               ? SLUICE_GOT_NATIVE
               : SLUICE_BAD_KIND;
  if (opcode == 0xfffe)
    return memcmp(bytes + 16, "SLCE", 4) == 0 && !(bytes[20] & 2) == !levels ? SLUICE_GOT_NATIVE : SLUICE_BAD_KIND;
  return levels ? SLUICE_BAD_KIND : opcode == 0x0101 ? SLUICE_GOT_PFC : SLUICE_GOT_PAUSE;
}

void source_start(struct source *s, const struct frame *f) {
  s->frame = *f;
  s->busy = true;
  s->at = 0;
}

struct sluice_beat source_beat(struct source *s, int bytes, bool go) {
  struct sluice_beat beat = {0};
  if (!s->busy || !(go || s->shown)) return beat;
  s->shown = true;
  int left = s->frame.length - s->at, n = left < bytes ? left : bytes;
  beat.valid = true;
  beat.last = left <= bytes;
  beat.bad = beat.last && s->frame.bad;
  beat.keep = (uint32_t)((1ull << n) - 1);
  int there = FRAME_BYTES - s->at < bytes ? FRAME_BYTES - s->at : bytes;
  memcpy(beat.data, s->frame.bytes + s->at, (size_t)there);
  return beat;
}

bool source_taken(struct source *s, const struct sluice_beat *beat, bool ready, int bytes) {
  if (!beat->valid || !ready) return false;
  s->shown = false;
  s->at += bytes;
  if (beat->last) s->busy = false;
  return beat->last;
}

bool sink_take(struct sink *s, const struct sluice_beat *beat, bool ready) {
  if (!beat->valid || !ready) return false;
  if (!s->begun) s->frame.length = 0;
  s->begun = !beat->last;
  for (int i = 0; i < SLUICE_BEAT_BYTES && beat->keep >> i & 1; i++) {
    if (s->frame.length == FRAME_BYTES) ck_abort_msg("a frame does not end");
    s->frame.bytes[s->frame.length++] = beat->data[i];
  }
  s->frame.bad = beat->bad;
  return beat->last;
}
