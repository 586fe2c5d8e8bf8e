// Telemetry of packets on their way. A place takes records from its pool and returns them there, wherever they come
// from: a record moves with its packet from place to place.
#ifndef NET_TELEMETRY_POOL_H
#define NET_TELEMETRY_POOL_H

#include "tb/sim/congestion/congestion.h"

struct telemetry {
  uint64_t from;           // as event_packet.from
  struct telemetry *next;  // in the pool
  int hops;
  struct telemetry_hop hop[TELEMETRY_HOPS];
};

struct telemetry_chunk;
struct telemetry_pool {
  struct telemetry *first;
  struct telemetry_chunk *chunk;
};

// A record without hops. Returns NULL if out of memory.
struct telemetry *telemetry_take(struct telemetry_pool *pool, uint64_t from);
void telemetry_give(struct telemetry_pool *pool, struct telemetry *t);
void telemetry_free(struct telemetry_pool *pool);

#endif
