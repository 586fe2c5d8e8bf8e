#include "tb/sim/files/error.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int error_set(struct error *e, const char *format, ...) {
  struct error made;
  va_list args;
  va_start(args, format);
  vsnprintf(made.text, sizeof(made.text), format, args);
  va_end(args);
  strcpy(e->text, made.text);
  return EINVAL;
}

int error_vat(struct error *e, const char *place, const char *format, va_list args) {
  struct error made;
  vsnprintf(made.text, sizeof(made.text), format, args);
  for (char *p = made.text; *p != '\0'; p++)
    if (iscntrl((unsigned char)*p)) *p = '?';
  return error_set(e, "%s: %s", place, made.text);
}

int error_at(struct error *e, const char *place, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int status = error_vat(e, place, format, args);
  va_end(args);
  return status;
}

int error_no_memory(struct error *e, const char *place) {
  error_set(e, "%s: out of memory", place);
  return ENOMEM;
}

// ---- near names ----

enum { PREFIX = 3 };

static int lower(char c) { return tolower((unsigned char)c); }

// A digit counts twice: h12 is another host, not a misspelt h11.
static unsigned cost(char c) { return isdigit((unsigned char)c) ? 2 : 1; }

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// Insertions, deletions, substitutions and exchanges of neighbours (optimal string alignment), regardless of case.
static unsigned distance(const char *a, const char *b) {
  unsigned row[3][NEAR_NAME];  // of the characters of a: the last but one, the last, this one
  size_t n = strlen(b);
  row[1][0] = 0;
  for (size_t k = 0; k < n; k++) row[1][k + 1] = row[1][k] + cost(b[k]);
  for (size_t i = 0; a[i] != '\0'; i++) {
    unsigned *before = row[i % 3], *last = row[(i + 1) % 3], *now = row[(i + 2) % 3];
    now[0] = last[0] + cost(a[i]);
    for (size_t k = 0; k < n; k++) {
      const unsigned other = cost(a[i]) > cost(b[k]) ? cost(a[i]) : cost(b[k]);
      now[k + 1] = least(last[k] + (lower(a[i]) == lower(b[k]) ? 0 : other),
                         least(last[k + 1] + cost(a[i]), now[k] + cost(b[k])));
      if (i > 0 && k > 0 && lower(a[i]) == lower(b[k - 1]) && lower(a[i - 1]) == lower(b[k]))
        now[k + 1] = least(now[k + 1], before[k - 1] + 1);
    }
  }
  return row[(strlen(a) + 1) % 3][n];
}

static int is_prefix(const char *a, const char *b) {
  size_t length = strlen(a);
  if (length < PREFIX || length >= strlen(b)) return 0;
  for (size_t i = 0; i < length; i++)
    if (lower(a[i]) != lower(b[i])) return 0;
  return 1;
}

void near_begin(struct near *n, const char *word, size_t length) {
  *n = (struct near){.distance = NEAR_FAR};
  snprintf(n->word, sizeof(n->word), "%.*s", (int)least((unsigned)length, NEAR_NAME), word);
}

// One error in three characters is still a misspelling.
void near_offer(struct near *n, const char *name) {
  size_t longer = strlen(name), shorter = strlen(n->word);
  if (longer >= NEAR_NAME || shorter == 0) return;
  unsigned far = distance(n->word, name);
  if (longer < shorter) longer = shorter;
  if (3 * far > longer) far = is_prefix(n->word, name) ? (unsigned)longer : NEAR_FAR;
  if (far >= n->distance) return;
  n->distance = far;
  strcpy(n->best, name);
}

const char *near_question(struct near *n) {
  n->text[0] = '\0';
  if (n->distance < NEAR_FAR) snprintf(n->text, sizeof(n->text), ", did you mean '%s'?", n->best);
  return n->text;
}

const char *near_or(struct near *n, const char *otherwise) {
  const char *question = near_question(n);
  return *question != '\0' ? question : otherwise;
}
