#include "tb/sim/nodes/senders.h"

#include <stdlib.h>

#include "tb/sim/nodes/pace.h"

int senders_new(struct senders *x, int flows) {
  x->flow = malloc(((size_t)flows + 1) * sizeof(*x->flow));
  return x->flow != NULL ? 0 : -1;
}

void senders_free(struct senders *x) { free(x->flow); }

uint64_t senders_last_packet(const struct pace *line, uint64_t bytes, uint64_t sent, uint32_t packet, uint64_t start,
                             uint64_t stop, uint64_t now) {
  if (bytes == 0) return UINT64_MAX;
  if (sent == bytes) return 0;
  if (now >= stop) return UINT64_MAX;
  uint64_t left = (bytes - sent - 1) / packet, from = start > now ? start : now + 1;
  return from + left * (packet * line->num / line->den);
}

uint64_t senders_done(struct senders *x, uint64_t enough, senders_last last, const void *network) {
  uint64_t most = 0;
  if (x->witness < x->count && (most = last(network, x->flow[x->witness])) > enough) return most;
  most = 0;
  int left = 0;
  x->witness = 0;
  for (int i = 0; i < x->count; i++) {
    uint64_t tick = last(network, x->flow[i]);
    if (tick == 0) continue;
    x->flow[left] = x->flow[i];
    if (tick > most) {
      most = tick;
      x->witness = left;
    }
    left++;
  }
  x->count = left;
  return most;
}
