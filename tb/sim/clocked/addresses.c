#include "tb/sim/clocked/addresses.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// A locally administered unicast address: the kind, then 32 bits.
static uint64_t local(unsigned kind, uint32_t number) {
  return UINT64_C(0x020000000000) | (uint64_t)kind << 32 | number;
}

uint64_t addresses_host(int host) { return local(0, (uint32_t)host); }
uint64_t addresses_port(int sw, int port) { return local(1, (uint32_t)sw << 8 | (uint32_t)port); }

// Whether frames of the flow can use the address.
static bool fits(const struct addresses *a, int switches, int id, const struct scenario_flow *f) {
  for (int k = 0; k < f->hops; k++) {
    int port = a->port[id * switches + f->route[k]];
    if (port >= 0 && port != f->egress[k]) return false;
  }
  return true;
}

static int add(struct addresses *a, int switches, int host, int number) {
  size_t n = (size_t)a->count + 1;
  uint64_t *address = realloc(a->address, n * sizeof(*address));
  if (address != NULL) a->address = address;
  int8_t *port = realloc(a->port, n * (size_t)switches);
  if (port != NULL) a->port = port;
  if (address == NULL || port == NULL) return ENOMEM;
  memset(port + (size_t)a->count * (size_t)switches, -1, (size_t)switches);
  address[a->count++] = number == 0 ? addresses_host(host) : local(1 + (unsigned)number, (uint32_t)host);
  return 0;
}

// Gives a flow the first address of its destination host that fits, else a new one.
static int place(struct addresses *a, const struct scenario *s, int flow, int **of_host, int *most) {
  const struct scenario_flow *f = &s->flow[flow];
  int host = f->to - s->switches, id = -1, number = 0;
  for (int k = 0; k < a->count && id < 0; k++) {
    if ((*of_host)[k] != host) continue;
    number++;
    if (fits(a, s->switches, k, f)) id = k;
  }
  if (id < 0) {
    if (a->count == *most) {
      int *more = realloc(*of_host, 2 * (size_t)*most * sizeof(*more));
      if (more == NULL) return ENOMEM;
      *of_host = more;
      *most *= 2;
    }
    if (add(a, s->switches, host, number) != 0) return ENOMEM;
    id = a->count - 1;
    (*of_host)[id] = host;
  }
  for (int k = 0; k < f->hops; k++) {
    int8_t *port = &a->port[id * s->switches + f->route[k]];
    if (*port >= 0 && *port != f->egress[k]) return ELOOP;
    *port = (int8_t)f->egress[k];
  }
  a->of_flow[flow] = a->address[id];
  return 0;
}

int addresses_new(struct addresses *a, const struct scenario *s, int *which) {
  int most = 64, *of_host = malloc((size_t)most * sizeof(*of_host)), status = 0;
  *a = (struct addresses){.of_flow = malloc(((size_t)s->flows + 1) * sizeof(*a->of_flow))};
  if (a->of_flow == NULL || of_host == NULL) status = ENOMEM;
  for (int i = 0; status == 0 && i < s->flows; i++) {
    *which = i;
    status = place(a, s, i, &of_host, &most);
  }
  free(of_host);
  return status;
}

void addresses_free(struct addresses *a) {
  free(a->of_flow);
  free(a->address);
  free(a->port);
}

int addresses_in(const struct addresses *a, const struct scenario *s, int sw) {
  int count = 0;
  for (int k = 0; k < a->count; k++) count += a->port[k * s->switches + sw] >= 0;
  return count;
}
