// The original C model in place of the RTL, which has the same outputs. A mutant of the model is compared with it as in
// lock-step with the RTL, in a tenth of the time. The original's functions are renamed (mutate.mk), so that the
// mutant's can be linked to the same program.
#include <stdlib.h>

#include "tb/cosim/shim.h"
#include "tb/cosim/shim_check.h"

int model_sluice_mmu_new(struct sluice_mmu **m, const struct sluice_dims *dims);
void model_sluice_mmu_free(struct sluice_mmu *m);
void model_sluice_mmu_step(struct sluice_mmu *m, const struct sluice_in *in);
const struct sluice_out *model_sluice_mmu_out(const struct sluice_mmu *m);

static void *create(const struct sluice_dims *dims) {
  struct sluice_mmu *m;
  return model_sluice_mmu_new(&m, dims) == 0 ? m : NULL;
}

static void destroy(void *mmu) { model_sluice_mmu_free(mmu); }

static void step(void *mmu, const struct sluice_in *in, struct sluice_out *out) {
  model_sluice_mmu_step(mmu, in);
  *out = *model_sluice_mmu_out(mmu);
}

// Traces are not supported.
static void trace(void *mmu, void *to) { (void)mmu, (void)to; }
static void show_clock(void *mmu, int level) { (void)mmu, (void)level; }
void *shim_trace_new(void) { return NULL; }
void shim_trace_open(void *to, const char *path) { (void)to, (void)path; }
void shim_trace_dump(void *to, uint64_t ps) { (void)to, (void)ps; }
void shim_trace_close(void *to) { (void)to; }
const struct shim_check *shim_failed_check(void) { return NULL; }
void shim_seed(uint32_t seed) { (void)seed; }

#define VARIANT(NAME, ...)                                   \
  static void *create_##NAME(const char *name) {             \
    (void)name;                                              \
    return create(&(const struct sluice_dims){__VA_ARGS__}); \
  }                                                          \
  static const struct shim shim_##NAME = {{__VA_ARGS__}, create_##NAME, destroy, step, trace, show_clock};
VARIANT(odd, 3, 5, 12, 127, false)
VARIANT(single, 1, 1, 8, 127, false)
VARIANT(usual, 4, 8, 18, 127, false)
VARIANT(large, 64, 8, 24, 127, false)
VARIANT(alone, 4, 8, 16, 2, false)
VARIANT(across, 10, 7, 12, 127, false)  // the classes of port 9 are in two words
VARIANT(limits, 3, 5, 12, 127, true)
const struct shim *const shim_list[] = {&shim_odd,   &shim_single, &shim_usual,  &shim_large,
                                        &shim_alone, &shim_across, &shim_limits, NULL};
