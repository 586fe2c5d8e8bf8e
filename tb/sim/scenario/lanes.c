#include "tb/sim/scenario/lanes.h"

#include <stdlib.h>

int lanes_new(struct lanes *l, const struct scenario *s) {
  *l = (struct lanes){.s = s};
  l->of_port = calloc((size_t)s->switches * SLUICE_MAX_PORTS, sizeof(*l->of_port));
  l->of_host = calloc((size_t)s->hosts + 1, sizeof(*l->of_host));
  if (l->of_port == NULL || l->of_host == NULL) return -1;
  for (int lane = 0; lane < 2 * s->links; lane++) {
    int node = s->link[lane / 2].end[lane % 2].node, port = s->link[lane / 2].end[lane % 2].port;
    *(node < s->switches ? &l->of_port[node * SLUICE_MAX_PORTS + port] : &l->of_host[node - s->switches]) = lane;
  }
  return 0;
}

void lanes_free(struct lanes *l) {
  free(l->of_port);
  free(l->of_host);
}
