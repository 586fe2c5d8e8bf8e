#include "tests/mmu/package.h"

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, NAME = 64 };

// "  localparam logic [4:0] NAME = 5'd16;  // ...", 9'h041, 'h1000, or "  localparam int NAME = 16;"
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

void package_must_agree(const char *path, const struct package_name *names, int count, const char *inner) {
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "run from the top of the repository");
  ck_assert_int_le(count, MOST);
  bool found[MOST] = {false};
  char line[512], name[NAME];
  unsigned value;
  while (fgets(line, sizeof line, file) != NULL) {
    if (!parse(line, name, &value) || (inner != NULL && strcmp(name, inner) == 0)) continue;
    int k = 0;
    while (k < count && strcmp(names[k].name, name) != 0) k++;
    ck_assert_msg(k < count, "%s stands only in the package, or not in this test", name);
    ck_assert_msg(names[k].value == value, "%s: %u in the header, %u in the package", name, names[k].value, value);
    found[k] = true;
  }
  fclose(file);
  for (int k = 0; k < count; k++) ck_assert_msg(found[k], "%s stands only in the header", names[k].name);
}
