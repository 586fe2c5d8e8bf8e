#include "tb/cosim/shim_common.h"

#include <cstdio>
#include <cstdlib>
#include <new>

#include "tb/cosim/shim_check.h"
#include "tb/cosim/shim_trace.h"
#include "verilated_fst_c.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#if VM_COVERAGE
static void write_coverage() {
  const char *path = std::getenv("SLUICE_COVERAGE");
  if (path != nullptr) shim_context()->coveragep()->write(path);
}
#endif

VerilatedContext *shim_context() {
  static VerilatedContext *context = nullptr;
  if (context == nullptr) {
    context = new VerilatedContext;
    context->threads(1);  // otherwise every model starts a pool of threads
    context->traceEverOn(true);
#if VM_COVERAGE
    context->randReset(0);  // coverage builds: the reset must not count as a toggle
#else
    context->randReset(2);  // state that the reset does not set starts at random
#endif
    context->randSeed(1);
#if VM_COVERAGE
    std::atexit(write_coverage);
#endif
  }
  return context;
}

static char failed_name[80];  // Verilator passes a string that lives until the call returns
static struct shim_check failed_check;
static bool check_failed;

extern "C" {

void shim_check_failed(const char *what, int expected, int got) {
  if (check_failed) return;
  std::snprintf(failed_name, sizeof failed_name, "%s", what);
  failed_check = {failed_name, expected, got};
  check_failed = true;
}

const struct shim_check *shim_failed_check(void) {
  if (!check_failed) return nullptr;
  check_failed = false;
  return &failed_check;
}

void shim_seed(uint32_t seed) { shim_context()->randSeed(static_cast<int>(seed & 0x7fffffff)); }

void *shim_trace_new(void) { return new (std::nothrow) VerilatedFstC; }

void shim_trace_open(void *trace, const char *path) { static_cast<VerilatedFstC *>(trace)->open(path); }

void shim_trace_dump(void *trace, uint64_t ps) { static_cast<VerilatedFstC *>(trace)->dump(ps); }

void shim_trace_close(void *trace) {
  VerilatedFstC *fst = static_cast<VerilatedFstC *>(trace);
  if (fst->isOpen()) fst->close();
  delete fst;
}
}
