// Runs mutants of the RTL, all of one build (planted_bug.c says which it is), in lock-step with the C model, each until
// an output differs. Each mutant is a process of its own, that what it breaks is its own.
//
// usage: mutants FIRST RUNSxCLOCKS... < numbers    FIRST: seed of the first run, which starts with scheme FIRST modulo
// 6, as the next ones do with theirs. Prints `N killed SEED CLOCK` or `N lives` for each number; of 0, which is no
// mutant, what differs.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../mmu/stimulus.h"
#include "engine.h"

enum { SECONDS = 600 };

static uint64_t first_difference(const struct sluice_dims *dims, uint64_t seed, uint64_t clocks, bool report) {
  static struct stimulus s;
  struct engine *e;
  int scheme = (int)(seed % SLUICE_SCHEMES);
  if (!(dims->schemes >> scheme & 1)) scheme = __builtin_ctz(dims->schemes);
  engine_seed(seed);
  if (engine_new(&e, ENGINE_BOTH, dims, "mmu") != 0) exit(2);
  stimulus_init(&s, dims, seed, scheme, NULL);
  uint64_t clock = 1;
  for (; clock <= clocks; clock++) {
    struct sluice_in in;
    stimulus_next(&s, engine_out(e), &in);
    if (engine_step(e, &in) == NULL) break;
  }
  if (clock <= clocks && report) engine_report(e, stderr);
  engine_free(e);
  return clock <= clocks ? clock : 0;
}

static int run(int mutant, uint64_t seed, char **runs) {
  struct sluice_dims dims;
  if (!engine_variant(0, &dims)) return 2;
  for (; *runs != NULL; runs++) {
    unsigned long long count, clocks;
    if (sscanf(*runs, "%llux%llu", &count, &clocks) != 2) return 2;
    for (; count > 0; count--, seed++) {
      uint64_t clock = first_difference(&dims, seed, clocks, mutant == 0);
      if (clock == 0) continue;
      printf("%d killed %llu %llu\n", mutant, (unsigned long long)seed, (unsigned long long)clock);
      return 0;
    }
  }
  printf("%d lives\n", mutant);
  return 0;
}

int main(int argc, char **argv) {
  int mutant;
  if (argc < 3) return 2;
  while (scanf("%d", &mutant) == 1) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) {
      char text[16];
      snprintf(text, sizeof text, "%d", mutant);
      setenv("SLUICE_PLANTED", text, 1);
      setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS, SECONDS});
      int status = run(mutant, strtoull(argv[1], NULL, 0), argv + 2);
      fflush(stdout);
      _exit(status);
    }
    int status;
    if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) == 2) return 2;
    // It did not settle, or not end
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) printf("%d killed 0 0\n", mutant);
  }
  return 0;
}
