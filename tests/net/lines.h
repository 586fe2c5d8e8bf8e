// Scenario texts that tests write line by line.
#ifndef TESTS_LINES_H
#define TESTS_LINES_H

#include <stdarg.h>
#include <string.h>

#include "tests/net/fabric.h"

#define SMALL_MMU "mmu: {scheme: DSH, buffer: 64MB, headroom: 16KB, alpha: 1/8}"

static char text[1 << 20];

__attribute__((format(printf, 1, 2))) static inline void add(const char *format, ...) {
  va_list args;
  const size_t length = strlen(text);
  va_start(args, format);
  vsnprintf(text + length, sizeof text - length, format, args);
  va_end(args);
}

static inline void begin(const char *more) {
  text[0] = '\0';
  add("name: n\nclock_mhz: 1000\ngbps: 10\ndelay_ns: 500\nduration_us: 2000\n%s\n", more);
}

static inline struct scenario *load(void) {
  write_file("s.yaml", text);
  return load_seed(0);
}

#endif
