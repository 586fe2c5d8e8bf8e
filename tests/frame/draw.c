#include "tests/frame/draw.h"

enum { TYPE = 0x8808, UNKNOWN_OPCODE = 0x0006, TYPE_END = 14, LEAST = 60 };

static uint64_t rng;

void draw_start(uint64_t seed) { rng = seed; }

uint32_t draw_below(uint32_t n) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return (uint32_t)((rng >> 20) % n);
}

uint16_t draw_time(void) {
  static const uint16_t ends[] = {0, 0, 1, 0xffff};
  return draw_below(2) == 0 ? ends[draw_below(4)] : (uint16_t)(1 + draw_below(0xffff));
}

struct pause_times draw_times(void) {
  struct pause_times s = {.enable = (uint8_t)draw_below(256), .port = draw_below(2), .port_time = draw_time()};
  for (int k = 0; k < 8; k++) s.time[k] = draw_time();
  return s;
}

static int length_of_data(void) {
  static const int boundaries[] = {1, 5, 6, 7, 11, 12, 13, 14, 15, 16, 58, 59, 60, 61};
  switch (draw_below(4)) {
    case 0:
      return boundaries[draw_below(sizeof boundaries / sizeof boundaries[0])];
    case 1:
      return 1 + (int)draw_below(LEAST - 1);
    default:
      return LEAST + (int)draw_below(200);
  }
}

void draw_data(struct frame *f, uint64_t to) {
  static const uint16_t types[] = {0x8800, 0x0808, 0x0800, 0x0800};
  uint16_t type = draw_below(4) == 0 ? (uint16_t)(TYPE ^ 1u << draw_below(16)) : types[draw_below(4)];
  int length = length_of_data();
  if (draw_below(5) == 0) {
    type = TYPE;
    length = draw_below(4) != 0 ? TYPE_END - 1 : 1 + (int)draw_below(TYPE_END - 1);
  }
  frame_other(f, to, type, UNKNOWN_OPCODE, length, draw_below(1 << 30));
  f->bad = draw_below(8) == 0;
}

struct sluice_credit_word draw_word(int channels) {
  return (struct sluice_credit_word){true, (uint8_t)draw_below(2), (uint8_t)draw_below((uint32_t)channels),
                                     draw_below(4) == 0 ? 0xfffff : draw_below(1 << 20)};
}

// A frame of credits. Returns its faults.
static int draw_credits(struct frame *f, uint64_t to, int faults, int channels, struct pause_times *s) {
  const struct sluice_credit_word word = draw_word(channels > 0 ? channels : 8);
  frame_credits(f, to, SLUICE_IDENTIFIER, &word);
  *s = (struct pause_times){.word = word};
  if (channels == 0) return faults | FAULT_OPCODE;
  static const int at[] = {0, 4, 5, 6};  // identifier, kind, channel, counter
  const int what = (int)draw_below(4);
  if (faults & FAULT_KIND && what != 2) f->bytes[16 + at[what]] ^= (uint8_t)(2u << draw_below(7));
  if (faults & FAULT_KIND && what == 2)
    f->bytes[21] = (uint8_t)(channels + (draw_below(2) ? 0 : (int)draw_below(256 - (uint32_t)channels)));
  return faults;
}

int draw_control(struct frame *f, uint64_t to, bool levels, int channels, struct pause_times *s) {
  int faults = draw_below(2) ? 0 : (int)draw_below(FAULTS);
  const bool credits = draw_below(4) == 0;
  int what = faults & FAULT_KIND && !levels ? 2 : (int)draw_below(3), flags = (s->port ? 1 : 0) | (levels ? 2 : 0);
  uint32_t identifier = SLUICE_IDENTIFIER;
  if (faults & FAULT_KIND && draw_below(2))
    flags ^= 2;
  else if (faults & FAULT_KIND)
    identifier ^= 1u << draw_below(32);
  if (credits) faults = draw_credits(f, to, faults, channels, s), what = 3;
  if (what == 0) frame_pfc(f, to, s), s->port = false;
  if (what == 1) {
    frame_pause(f, to, s->port_time);
    *s = (struct pause_times){.pause = true, .pause_time = s->port_time};
  }
  if (what == 2) frame_native(f, to, identifier, flags, s);
  if (what < 2 && levels) faults |= FAULT_KIND;
  if (what == 0 && draw_below(4) == 0) f->bytes[16] = (uint8_t)draw_below(256);  // receivers ignore this byte
  s->port &= !levels;
  if (faults & FAULT_OPCODE && what < 3)
    f->bytes[14 + draw_below(2)] ^= (uint8_t)(2u << draw_below(3));  // never a valid opcode
  if (faults & FAULT_ADDRESS) f->bytes[draw_below(6)] ^= (uint8_t)(1u << draw_below(8));
  f->bad = faults & FAULT_BAD;
  if (faults & FAULT_SHORT)
    f->length = draw_below(2) ? TYPE_END + (int)draw_below(LEAST - TYPE_END)
                              : (draw_below(2) ? TYPE_END + (int)draw_below(2) : LEAST - 1);
  else if (draw_below(10) == 0)
    f->length += (int)draw_below(100);
  return faults;
}
