#include "tb/cli/sweep/sweep_number.h"

#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/scenario/alpha.h"

void sweep_number(const char *value, FILE *to) {
  static const struct {
    const char *name;
    double factor;
  } units[] = {{"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  const char *rest = value;
  double number, divisor;
  if (!alpha_number(&rest, &number)) {
    sweep_field(value, to);
    return;
  }
  const char *unit = rest;
  if (*rest == '/' && (rest++, alpha_number(&rest, &divisor)) && *rest == '\0' && divisor > 0) {
    fprintf(to, "%.17g", number / divisor);
    return;
  }
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strcmp(unit, units[i].name) == 0) {
      fprintf(to, "%.17g", number * units[i].factor);
      return;
    }
  sweep_field(value, to);
}
