#include "tb/sim/files/row_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers ----

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

// Powers of ten, except the first
static const uint64_t power[] = {0,
                                 10,
                                 100,
                                 1000,
                                 10000,
                                 100000,
                                 1000000,
                                 10000000,
                                 100000000,
                                 1000000000,
                                 10000000000,
                                 100000000000,
                                 1000000000000,
                                 10000000000000,
                                 100000000000000,
                                 1000000000000000,
                                 10000000000000000,
                                 100000000000000000,
                                 1000000000000000000,
                                 10000000000000000000U};

// 1233 / 4096 is a little more than log10(2).
static int length_of(uint64_t value) {
  const int least = (64 - __builtin_clzll(value | 1)) * 1233 >> 12;
  return least + (value >= power[least]);
}

static void put_pair(char *to, uint64_t value) { memcpy(to, pairs + 2 * value, 2); }

char *digits_whole(char *to, uint64_t value) {
  char *end = to + length_of(value), *p = end;
  for (; value >= 100; value /= 100) put_pair(p -= 2, value % 100);
  if (value >= 10)
    put_pair(to, value);
  else
    *to = (char)('0' + value);
  return end;
}

char *digits_thousandths(char *to, uint64_t value) {
  const uint64_t rest = value % 1000;
  to = digits_whole(to, value / 1000);
  to[0] = '.';
  to[1] = (char)('0' + rest / 100);
  put_pair(to + 2, rest % 100);
  return to + 4;
}

char *digits_time(char *to, uint64_t ps) {
  return ps % 1000 == 0 ? digits_whole(to, ps / 1000) : digits_thousandths(to, ps);
}

// `places` digits behind the point. The constant divisors of digits_thousandths() are faster.
static char *put_scaled(char *to, uint64_t value, int places) {
  if (places == 3) return digits_thousandths(to, value);
  to = digits_whole(to, value / power[places]);
  *to++ = '.';
  uint64_t rest = value % power[places];
  for (char *p = to + places; p > to; rest /= 10) *--p = (char)('0' + rest % 10);
  return to + places;
}

// A value of 2^43 or more has no 64-bit multiple of 10^6.
enum { FRACTION_BITS = 52, EXPONENT_OF_1 = 1023, LARGE = EXPONENT_OF_1 + 43 };

char *digits_fixed(char *to, double value, int places) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  const uint64_t exponent = bits >> FRACTION_BITS;  // with the sign
  if (exponent >= LARGE) return to + snprintf(to, DIGITS_FIXED, "%.*f", places, value);
  // value = fraction / 2^shift. As printf(), half of a digit goes to the even neighbour.
  const uint64_t fraction = (bits & ((UINT64_C(1) << FRACTION_BITS) - 1)) | UINT64_C(1) << FRACTION_BITS;
  const unsigned shift = (unsigned)(EXPONENT_OF_1 + FRACTION_BITS - exponent);
  const unsigned __int128 all = (unsigned __int128)fraction * power[places];
  if (shift > 127) return put_scaled(to, 0, places);
  uint64_t whole = (uint64_t)(all >> shift);
  const unsigned __int128 rest = all - ((unsigned __int128)whole << shift), half = (unsigned __int128)1 << (shift - 1);
  whole += rest > half || (rest == half && (whole & 1));
  return put_scaled(to, whole, places);
}

// ---- rows ----

void row_text_flush(struct row_text *t) {
  if (t->size > 0) fwrite(t->data, 1, t->size, t->to);
  t->size = 0;
}

bool row_text_more(struct row_text *t, size_t length) {
  if (t->to != NULL) {
    row_text_flush(t);
    return length <= t->capacity;
  }
  const size_t capacity = 2 * (t->size + length + 64);
  char *data = realloc(t->data, capacity);
  if (data == NULL) {
    t->failed = true;
    return false;
  }
  t->data = data;
  t->capacity = capacity;
  return true;
}

void row_text_long(struct row_text *t, const char *bytes, size_t length) {
  if (row_text_more(t, length))
    row_text_bytes(t, bytes, length);
  else if (t->to != NULL)
    fwrite(bytes, 1, length, t->to);
}
