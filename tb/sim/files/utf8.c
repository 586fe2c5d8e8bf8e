#include "tb/sim/files/utf8.h"

#include <stdint.h>

// Returns the number of bytes that follow the first one, and sets *least to the smallest code point of that length; -1:
// no first byte.
static int rest(uint8_t first, uint32_t *least) {
  static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  int more = first < 0x80 ? 0 : first < 0xc0 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf8 ? 3 : -1;
  if (more >= 0) *least = smallest[more];
  return more;
}

bool utf8_is(const char *text) {
  for (const uint8_t *p = (const uint8_t *)text; *p != '\0';) {
    uint32_t least = 0;
    int more = rest(*p, &least);
    if (more < 0) return false;
    uint32_t code = more == 0 ? *p : *p & (0x3fu >> more);
    p++;
    for (; more > 0; more--, p++) {
      if ((*p & 0xc0) != 0x80) return false;
      code = code << 6 | (*p & 0x3f);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  }
  return true;
}
