// Compares RTL and C model in lock-step under random stimulus. A circuit of mutants or a mutant of the model may take
// the place of one of them.
//
// usage: random_runs FIRST RUNSxCYCLES...    FIRST: seed of the first run; the seeds of the next runs follow. A run
// starts with the scheme seed modulo 6. If an output differs, prints the seed and the mismatch and exits with 1.
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
