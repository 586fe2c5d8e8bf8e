#include "tests/mmu/package.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64 };

// Parses "  localparam logic [4:0] NAME = 5'd16;  // ...", also with 9'h041 or 'h1000, and "  localparam int NAME =
// 16;".
static bool parse(const char *line, char *name, unsigned *value) {
  const char *equals = strchr(line, '=');
  const char *comment = strstr(line, "//");
  if (strncmp(line, "  localparam ", 13) != 0 || equals == NULL || (comment != NULL && comment < equals)) return false;
  const char *end = equals;
  while (end[-1] == ' ') end--;
  const char *start = end;
  while (start[-1] != ' ') start--;
  snprintf(name, NAME, "%.*s", (int)(end - start), start);
  const char *base = strchr(equals, '\'');
  const char *stop = strchr(equals, ';');
  bool based = base != NULL && stop != NULL && base < stop;
  *value = (unsigned)strtoul(based ? base + 2 : equals + 1, NULL, based && base[1] == 'h' ? 16 : 10);
  return true;
}

int package_each(const char *path, const char *begins, void (*check)(const char *name, unsigned value)) {
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "run from the top of the repository");
  char line[512], name[NAME];
  unsigned value;
  int count = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (!parse(line, name, &value) || strncmp(name, begins, strlen(begins)) != 0) continue;
    check(name, value);
    count++;
  }
  fclose(file);
  return count;
}
