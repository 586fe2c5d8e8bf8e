#include "tb/cosim/lossless.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cosim/fst.h"
#include "tb/cosim/lossless_parts.h"
#include "tb/cosim/shim.h"
#include "tb/cosim/switch_shim.h"

enum { ANSWER_CYCLES = 3000, AFTER_COMMIT = 14, MMU_STATUS = 4 * SLUICE_REG_STATUS };

const struct switch_dims *lossless_variant(int n) {
  for (int i = 0; i <= n; i++)
    if (lossless_shim_list[i] == NULL) return NULL;
  return &lossless_shim_list[n]->dims;
}

static const struct switch_shim *find(const struct switch_dims *d) {
  for (const struct switch_shim *const *s = lossless_shim_list; *s != NULL; s++)
    if (memcmp(&(*s)->dims, d, sizeof *d) == 0) return *s;
  return NULL;
}

int lossless_new(struct lossless **made, enum engine_kind kind, const struct switch_dims *dims) {
  *made = NULL;
  const struct switch_shim *shim = find(dims);
  if (kind != ENGINE_MODEL && shim == NULL) return ENOTSUP;
  struct lossless *l = calloc(1, sizeof *l);
  if (l == NULL) return ENOMEM;
  l->kind = kind;
  l->dims = *dims;
  int error = 0;
  if (kind != ENGINE_MODEL) {
    l->shim = shim;
    l->rtl = shim->create();
    if (l->rtl == NULL) error = ENOMEM;
  }
  if (error == 0 && kind == ENGINE_BOTH) error = lossless_both_new(l);
  if (error == 0 && kind == ENGINE_MODEL) error = lossless_model_new(&l->model, dims, &l->out);
  const struct switch_in idle = {.link_up = (uint16_t)((1u << dims->ports) - 1)};
  if (error != 0) {
    lossless_free(l);
    return error;
  }
  for (int i = 0; i < 2000 && !l->out.ready; i++)
    if (lossless_step(l, &idle) == NULL) break;
  *made = l;
  return 0;
}

void lossless_free(struct lossless *l) {
  if (l == NULL) return;
  lossless_trace_end(l);
  free(l->waves.path);
  free(l->waves.part);
  if (l->rtl != NULL) l->shim->destroy(l->rtl);
  if (l->kind == ENGINE_BOTH) lossless_both_free(l);
  lossless_model_free(l->model);
  free(l);
}

// ---- Waves ----

static void dump(struct lossless *l, int level, uint64_t ps) {
  l->shim->show_clock(l->rtl, level);
  l->waves.end = ps;
  shim_trace_dump(l->waves.fst, ps);
}

int lossless_trace(struct lossless *l, const char *path, unsigned ps_per_clock) {
  if (l->rtl == NULL || l->shim->trace == NULL) return ENOTSUP;
  l->waves.path = strdup(path);
  l->waves.part = malloc(strlen(path) + sizeof ".part");
  if (l->waves.path == NULL || l->waves.part == NULL) return ENOMEM;
  strcat(strcpy(l->waves.part, path), ".part");
  FILE *probe = fopen(l->waves.part, "wb");  // Verilator does not report why it cannot write a file
  if (probe == NULL) return errno;
  fclose(probe);
  l->waves.fst = shim_trace_new();
  if (l->waves.fst == NULL) return ENOMEM;
  l->shim->trace(l->rtl, l->waves.fst, "");
  shim_trace_open(l->waves.fst, l->waves.part);
  l->waves.ps = ps_per_clock;
  return 0;
}

int lossless_trace_end(struct lossless *l) {
  if (l->waves.fst == NULL) return 0;
  shim_trace_close(l->waves.fst);
  l->waves.fst = NULL;
  int error = fst_check(l->waves.part, l->waves.end);
  if (error == 0 && rename(l->waves.part, l->waves.path) != 0) error = errno;
  if (error != 0) unlink(l->waves.part);
  return error;
}

// ---- Cycles ----

static bool step(struct lossless *l) {
  switch (l->kind) {
    case ENGINE_BOTH:
      if (!lossless_both_step(l)) return false;
      break;
    case ENGINE_MODEL:
      if (lossless_model_step(l->model, &l->in, &l->out) != 0) {
        snprintf(l->error, sizeof l->error, "out of memory");
        return false;
      }
      break;
    default:
      l->in.inside = NULL;
      l->shim->step(l->rtl, &l->in, &l->out);
      break;
  }
  if (l->waves.fst != NULL) {
    dump(l, 1, l->cycle * l->waves.ps);
    dump(l, 0, l->cycle * l->waves.ps + l->waves.ps / 2);
  }
  l->cycle++;
  return true;
}

const struct switch_out *lossless_step(struct lossless *l, const struct switch_in *in) {
  l->in = *in;
  axil_end(&l->in);
  return step(l) ? &l->out : NULL;
}

const struct switch_out *lossless_out(const struct lossless *l) { return &l->out; }
uint64_t lossless_clock(const struct lossless *l) { return l->cycle; }
const char *lossless_error(const struct lossless *l) { return l->error; }

// Runs cycles without frames
static bool idle(struct lossless *l, int cycles) {
  for (int i = 0; i < cycles; i++)
    if (!step(l)) return false;
  return true;
}

static void no_frames(struct lossless *l) {
  for (int p = 0; p < l->dims.ports; p++) l->in.in[p].valid = false;
  l->in.out_ready = 0;
}

bool lossless_write(struct lossless *l, uint32_t addr, uint32_t value) {
  if (l->kind == ENGINE_BOTH) lossless_both_write(l, addr, value);
  no_frames(l);
  axil_write(&l->in, addr, value);
  for (int i = 0; i < ANSWER_CYCLES && !l->out.bvalid; i++)
    if (!step(l)) return false;
  if (!l->out.bvalid) return false;
  axil_end(&l->in);
  bool commit = addr == 4 * SLUICE_REG_COMMIT;
  uint32_t status = 0;
  if (!idle(l, commit ? switch_commit_latency(&l->dims) + AFTER_COMMIT : 1)) return false;
  if (commit && (!lossless_read(l, MMU_STATUS, &status))) return false;
  if (commit && l->kind == ENGINE_BOTH) lossless_both_committed(l, status & SLUICE_STATUS_ACTIVE);
  return true;
}

bool lossless_read(struct lossless *l, uint32_t addr, uint32_t *value) {
  no_frames(l);
  axil_read(&l->in, addr);
  for (int i = 0; i < ANSWER_CYCLES && !l->out.rvalid; i++)
    if (!step(l)) return false;
  if (!l->out.rvalid) return false;
  *value = l->out.rdata;
  axil_end(&l->in);
  return step(l);
}

bool lossless_counter(struct lossless *l, uint32_t addr, uint64_t *value) {
  uint32_t low, high;
  if (!lossless_read(l, addr, &low) || !lossless_read(l, addr + 4, &high)) return false;
  *value = (uint64_t)high << 32 | low;
  return true;
}

bool lossless_check_rest(struct lossless *l) {
  return l->kind != ENGINE_BOTH || lossless_both_rest(l, lossless_counter);
}

bool lossless_clocked(const struct lossless *l) { return l->both != NULL && l->both->clocked != NULL; }

uint64_t lossless_compared(const struct lossless *l, uint64_t *words) {
  *words = l->both != NULL ? l->both->words : 0;
  return l->both != NULL ? l->both->cycles : 0;
}

struct lockstep_switch *lossless_lockstep(struct lossless *l) {
  return l->both != NULL ? &l->both->lockstep : NULL;
}
