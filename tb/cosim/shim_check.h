// Checks inside the Verilated MMU (mmu_checks.sv).
#ifndef SHIM_CHECK_H
#define SHIM_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

struct shim_check {
  const char *what;
  int expected, got;
};

// Called by the Verilated checks.
void shim_check_failed(const char *what, int expected, int got);
// The first check that failed since the last call, or NULL. The pointer stays valid until the next step of an MMU.
const struct shim_check *shim_failed_check(void);

#ifdef __cplusplus
}
#endif
#endif
