// Describes the fault of an invalid number, for messages.
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <string.h>

// Returns ", which is negative" for a number with a minus sign, or "".
static inline const char *number_fault(const char *text) {
  bool negative = *text == '-' && text[1] >= '0' && text[1] <= '9' && text[1 + strspn(text + 1, "0123456789.")] == '\0';
  return negative ? ", which is negative" : "";
}

#endif
