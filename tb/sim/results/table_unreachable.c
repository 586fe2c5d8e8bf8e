// Flows with packets for which a switch had no path.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tb/sim/results/table_parts.h"

void table_unreachable(const struct scenario *s, const struct network_result *r, FILE *to) {
  uint64_t packets = 0;
  int flows = 0;
  char *line = NULL;
  size_t size;
  FILE *names = open_memstream(&line, &size);
  for (int i = 0; names != NULL && i < s->flows; i++) {
    if (r->flow[i].losses[LOSS_UNREACHABLE] == 0) continue;
    packets += r->flow[i].losses[LOSS_UNREACHABLE];
    if (flows++ < ROWS_MANY) fprintf(names, "%s%s", flows > 1 ? ", " : "", s->flow[i].name);
  }
  if (names == NULL || fclose(names) != 0) return;
  if (flows > 0) {
    fputc('\n', to);
    int at =
        fprintf(to, "unreachable: no path for %" PRIu64 " packets of %d flow%s:", packets, flows, flows > 1 ? "s" : "");
    terminal_wrap(line, at, 2, TERMINAL_COLUMNS, to);
    put_shown(ROWS_MANY, flows, "unreachable flows", "flows.csv", to);
  }
  free(line);
}
