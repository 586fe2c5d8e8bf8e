#include "tb/sim/clocked/clocked_fit.h"

#include "cmodel/registers/sluice_check.h"

int clocked_fit_schemes(const struct scenario *s, struct error *err) {
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].cfg.scheme >= SLUICE_SCHEMES)
      return error_set(err, "switch %s: RTL and clocked model do not have scheme %s; give another scheme",
                       s->sw[i].name, scenario_scheme_name(s->sw[i].cfg.scheme));
  return 0;
}

int clocked_fit(const struct scenario *s, struct error *err) {
  int status = clocked_fit_schemes(s, err);
  for (int i = 0; status == 0 && i < s->switches; i++) {
    uint32_t regs[SLUICE_REGS];
    char why[256];
    enum sluice_reason reason = sluice_config_encode(&s->dims, &s->sw[i].cfg, regs, why, sizeof(why));
    if (reason == SLUICE_OK) continue;
    status = error_set(err, "switch %s: %s%s", s->sw[i].name, why,
                       reason == SLUICE_BAD_VALUE   ? "; raise width or cell_bytes"
                       : reason == SLUICE_BAD_POOLS ? ", because RTL and clocked model reserve headroom for lossy "
                                                      "classes too"
                                                    : "");
  }
  return status;
}
