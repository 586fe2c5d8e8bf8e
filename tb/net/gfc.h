// Closed forms of [GFC].
#ifndef NET_GFC_H
#define NET_GFC_H

// Feedback latency in ns [GFC 5.4]: a packet is in the message's way and one in the sender's, the wire twice,
// processing.
static inline double gfc_tau_ns(double mtu, double bits_per_ns, double wire_ns, double processing_ns) {
  return 2 * mtu * 8 / bits_per_ns + 2 * wire_ns + processing_ns;
}

#endif
