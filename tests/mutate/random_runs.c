// RTL and C model, or what stands in the place of one of them, in lock-step under random stimulus.
//
// usage: random_runs FIRST RUNSxCLOCKS...    FIRST: seed of the first run, which starts with scheme FIRST modulo 6, as
// the next ones do with theirs. Ends with 1, and says what differs, in the first cycle in which an output does.
#include <stdio.h>
#include <stdlib.h>

#include "tb/cosim/engine.h"
#include "tests/mmu/stimulus.h"

static void run(const struct sluice_dims *dims, uint64_t seed, uint64_t cycles) {
  static struct stimulus s;
  struct engine *e;
  int scheme = (int)(seed % SLUICE_SCHEMES);
  if (!(dims->schemes >> scheme & 1)) scheme = __builtin_ctz(dims->schemes);
  engine_seed(seed);
  if (engine_new(&e, ENGINE_BOTH, dims, "mmu") != 0) exit(2);
  stimulus_init(&s, dims, seed, scheme, NULL);
  for (; cycles > 0; cycles--) {
    struct sluice_in in;
    stimulus_next(&s, engine_out(e), &in);
    if (engine_step(e, &in) != NULL) continue;
    fprintf(stderr, "seed %llu: ", (unsigned long long)seed);
    engine_report(e, stderr);
    exit(1);
  }
  engine_free(e);
}

int main(int argc, char **argv) {
  struct sluice_dims dims;
  if (argc < 3 || !engine_variant(0, &dims)) return 2;
  uint64_t seed = strtoull(argv[1], NULL, 0);
  for (int n = 2; n < argc; n++) {
    unsigned long long count, cycles;
    if (sscanf(argv[n], "%llux%llu", &count, &cycles) != 2) return 2;
    for (; count > 0; count--) run(&dims, seed++, cycles);
  }
  return 0;
}
