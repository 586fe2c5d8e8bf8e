// Numbers as text, as printf() writes them, but faster; without a zero byte at the end.
#ifndef DIGITS_H
#define DIGITS_H

#include <stddef.h>
#include <stdint.h>

enum { DIGITS_WHOLE = 20, DIGITS_THOUSANDTHS = 21, DIGITS_FIXED = 352, DIGITS_PLACES = 6 };  // the longest texts

// Write a number, and return the end of its text. digits_whole(): as %u. digits_thousandths(): a thousandth of the
// value, with three digits behind the point.
char *digits_whole(char *to, uint64_t value);
char *digits_thousandths(char *to, uint64_t value);

// Nanoseconds; with picoseconds if they are not whole. At most DIGITS_THOUSANDTHS.
char *digits_time(char *to, uint64_t ps);

// As %.3f and %.6f: `places`, from 1 to DIGITS_PLACES, is the number of digits behind the point. A zero byte may
// follow, within DIGITS_FIXED.
char *digits_fixed(char *to, double value, int places);

#endif
