#include "tb/cli/run/full_switch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/files/yaml_text.h"

static int log2_of(int n) {
  int bits = 0;
  while (n >> (bits + 1) != 0) bits++;
  return bits;
}

static int no_fit(const struct scenario_source *from, const struct scenario *s, struct error *err) {
  return error_set(err, "%s:%d: %s", from->mmu != NULL ? from->mmu : from->path, s->mmu_line, err->text);
}

static int no_engine(const struct scenario_source *from, const struct scenario *s, struct error *err) {
  error_set(err, "%s, or use --engine event", err->text);
  return no_fit(from, s, err);
}

int full_switch_load(const struct scenario_source *from, struct scenario **s, struct rtl_fit *fit, struct error *err) {
  enum { KEYS = 4 };
  static const char *const key[KEYS] = {"cell_bytes", "clock_mhz", "mmu.width", "mmu.ports"};
  char value[KEYS][32];
  struct yaml_setting set[SCENARIO_SETTINGS + KEYS];
  if (clocked_fit_schemes(*s, err) != 0) return no_engine(from, *s, err);
  if (rtl_fit(*s, fit, err) != 0) return no_fit(from, *s, err);
  snprintf(value[0], sizeof(value[0]), "%d", fit->dims->cell);
  snprintf(value[1], sizeof(value[1]), "%.3f", fit->clock_mhz);
  snprintf(value[2], sizeof(value[2]), "%d", log2_of(fit->dims->cells) + 1);
  snprintf(value[3], sizeof(value[3]), "%d", fit->dims->ports);
  memcpy(set, from->set, (size_t)from->sets * sizeof(*set));
  for (int i = 0; i < KEYS; i++)
    set[from->sets + i] = (struct yaml_setting){key[i], value[i], "--engine switch", false};
  struct scenario_source again = *from;
  again.set = set;
  again.sets += KEYS;
  struct scenario *in_cells;
  int status = scenario_load_from(&again, &in_cells, err);
  if (status != 0) return status;
  if (rtl_fit_check(in_cells, err) != 0) status = no_fit(from, in_cells, err);
  if (status != 0) {
    scenario_free(in_cells);
    return status;
  }
  scenario_free(*s);
  *s = in_cells;
  return 0;
}
