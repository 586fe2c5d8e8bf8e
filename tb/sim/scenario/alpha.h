// alpha = 2^a as a user writes it: a fraction or a decimal number. The register has a.
#ifndef NET_ALPHA_H
#define NET_ALPHA_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ALPHA_LEAST = -8, ALPHA_MOST = 7 };
#define ALPHA_WANTED "give a power of two from 1/256 to 128, such as 1/16 or 0.0625"

// Parses a number of digits and at most one point.
static inline bool alpha_number(const char **text, double *number) {
  size_t length = strspn(*text, "0123456789.");
  char *end;
  *number = strtod(*text, &end);
  bool good = length > 0 && end == *text + length;
  *text += length;
  return good;
}

// Parses "1/16", "0.5", "1", "128". All powers of two in the range are exact in a double.
static inline bool alpha_exponent(const char *text, int *exponent) {
  double value, divisor = 1;
  if (!alpha_number(&text, &value)) return false;
  if (*text == '/' && (text++, !alpha_number(&text, &divisor))) return false;
  if (*text != '\0') return false;
  for (*exponent = ALPHA_LEAST; *exponent <= ALPHA_MOST; ++*exponent)
    if (value == divisor * ldexp(1, *exponent)) return divisor > 0;
  return false;
}

#endif
