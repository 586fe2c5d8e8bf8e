#define _GNU_SOURCE
#include "trial.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { EXIT_INPUT = 2 };

uint64_t trial_number(const char *what, const char *text, uint64_t least, struct argp_state *state) {
  const uint64_t most = 1000000;
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  if (errno != 0 || *end != '\0' || *text < '0' || *text > '9' || number < least || number > most)
    argp_failure(state, EXIT_INPUT, 0, "%s '%s' is no number of the range; use %" PRIu64 " to %" PRIu64, what, text,
                 least, most);
  return number;
}

const char *trial_directory(const char *keep, char *template) {
  if (keep == NULL) return mkdtemp(template);
  return mkdir(keep, 0777) == 0 || errno == EEXIST ? keep : NULL;
}

int trial_write(const char *path, uint64_t seed, const struct generate_options *o) {
  FILE *to = fopen(path, "w");
  if (to == NULL) return errno;
  generate_scenario(seed, o, to);
  bool bad = ferror(to) != 0;
  bad |= fclose(to) != 0;
  return bad ? EIO : 0;
}

enum network_status trial_simulate(struct network **n, const struct scenario *s) {
  struct network_options options = {.engine = ENGINE_MODEL, .seed = s->seed};
  enum network_status status = network_new(n, s, &options);
  return status == NETWORK_OK ? network_run(*n) : status;
}
