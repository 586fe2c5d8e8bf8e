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
