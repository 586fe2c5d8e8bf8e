// Closed forms of [GFC].
#ifndef NET_GFC_H
#define NET_GFC_H

#include <stdint.h>

// Packets for which a queue has space above Bm by default (docs/hardware/gfc.md, bounds).
enum { GFC_SPARE = 4 };

static inline int gfc_log2_floor(uint64_t x) { return x == 0 ? -1 : 63 - __builtin_clzll(x); }

// The last stage that is at least one cell wide: B_(k+1) - B_k = D / 2^(k+1) [GFC 4.2]. Below 1: D allows no stage.
static inline int gfc_last_stage(uint64_t d) { return gfc_log2_floor(d) - 1; }

// Feedback latency in ns [GFC 5.4]: the message waits for one packet, a packet is being sent by the sender, the wire
// twice, processing.
static inline double gfc_tau_ns(double mtu, double bits_per_ns, double wire_ns, double processing_ns) {
  return 2 * mtu * 8 / bits_per_ns + 2 * wire_ns + processing_ns;
}

#endif
