// The text of an error: one line for the user, and what it suggests
#ifndef ERROR_H
#define ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { ERROR_TEXT = 8192, ERROR_PLACE = 4096 + 32 };  // bytes: of a text, with two paths; of a place, FILE:LINE

struct error {
  char text[ERROR_TEXT];
};

// Both return EINVAL, the most common error. The arguments may be parts of the former text.
__attribute__((format(printf, 2, 3))) int error_set(struct error *e, const char *format, ...);

// Sets "PLACE: TEXT". The place is FILE:LINE, or the option of a command. Control characters become '?', so that a
// quoted value keeps the text on one line.
__attribute__((format(printf, 3, 4))) int error_at(struct error *e, const char *place, const char *format, ...);
__attribute__((format(printf, 3, 0))) int error_vat(struct error *e, const char *place, const char *format,
                                                    va_list args);

// Sets the text for a lack of memory. Returns ENOMEM.
int error_no_memory(struct error *e, const char *place);

// ---- describes the fault of an invalid number, for messages ----

// Returns ", which is negative" for a number with a minus sign, or "".
static inline const char *number_fault(const char *text) {
  bool negative = *text == '-' && text[1] >= '0' && text[1] <= '9' && text[1 + strspn(text + 1, "0123456789.")] == '\0';
  return negative ? ", which is negative" : "";
}

// ---- finds the known name that is nearest to a misspelt one, for messages ----

enum { NEAR_NAME = 64, NEAR_TEXT = NEAR_NAME + 32, NEAR_FAR = 1000 };

struct near {
  char word[NEAR_NAME], best[NEAR_NAME];
  unsigned distance;  // distance of the best name; NEAR_FAR: no name is near
  char text[NEAR_TEXT];
};

// near_begin() sets the unknown word. near_offer() adds a known name; of equally near names the first one is best.
void near_begin(struct near *n, const char *word, size_t length);
void near_offer(struct near *n, const char *name);

// Returns ", did you mean 'NAME'?", or "" if no name is near. The text is valid as long as n.
const char *near_question(struct near *n);

// Returns the question, or `otherwise`, which lists all names, if no name is near.
const char *near_or(struct near *n, const char *otherwise);

#endif
