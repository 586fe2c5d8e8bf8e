#include "started.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>

struct engine *started(const struct sluice_dims *d) {
  struct engine *e;
  int status = engine_new(&e, ENGINE_BOTH, d, "mmu");
  if (status == ENOTSUP) status = engine_new(&e, ENGINE_MODEL, d, "mmu");
  ck_assert_int_eq(status, 0);
  const struct sluice_in nothing = {0};
  while (!engine_out(e)->ready) ck_assert(engine_step(e, &nothing) != NULL);
  return e;
}

const struct sluice_out *started_step(struct engine *e, const struct sluice_in *in) {
  const struct sluice_out *out = engine_step(e, in);
  if (out == NULL) engine_report(e, stdout);
  ck_assert_msg(out != NULL, "RTL and model differ");
  return out;
}

void started_write(struct engine *e, uint32_t addr, uint32_t value) {
  const struct sluice_in in = {.tx_ready = true, .cfg_write = true, .cfg_addr = (uint8_t)addr, .cfg_wdata = value};
  started_step(e, &in);
}
