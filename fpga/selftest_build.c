#include <stdlib.h>
#include <string.h>

#include "fpga/selftest.h"

int selftest_parameter(struct selftest_build *build, const char *text) {
  static const char *const names[] = {"NP", "NC", "W", "SCHEMES", "STATS", "CLK_HZ", "PARTS_PER_SECOND"};
  const char *equals = strchr(text, '=');
  char *end;
  if (equals == NULL) return -1;
  unsigned long value = strtoul(equals + 1, &end, 10);
  if (end == equals + 1 || *end != '\0') return -1;
  size_t name = 0;
  while (name < sizeof names / sizeof *names &&
         (strlen(names[name]) != (size_t)(equals - text) || strncmp(names[name], text, strlen(names[name])) != 0))
    name++;
  switch (name) {
    case 0:
      build->dims.ports = (int)value;
      break;
    case 1:
      build->dims.classes = (int)value;
      break;
    case 2:
      build->dims.width = (int)value;
      break;
    case 3:
      build->dims.schemes = (unsigned)value;
      break;
    case 4:
      build->stats = value != 0;
      break;
    case 5:
      build->clk_hz = (uint32_t)value;
      break;
    case 6:
      build->parts_per_second = (uint32_t)value;
      break;
  }
  return 0;
}
