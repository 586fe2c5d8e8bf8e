// The class of a packet under TTL, and under CBFC with a TTL [TTL 1.3, 2.3]. port: ingress port; egress: port through
// which the packet will leave; ttl: its TTL after this hop's decrement. Other schemes do not change the class.
#ifndef SLUICE_CLASSIFY_H
#define SLUICE_CLASSIFY_H

#include "cmodel/rules/sluice_config.h"

// Whether the class of a packet follows from its TTL.
static inline bool sluice_counts_hops(enum sluice_scheme scheme, const struct sluice_config *cfg) {
  return scheme == SLUICE_TTL || (scheme == SLUICE_CBFC && cfg->ttl0 != 0);
}

// The hop of a packet. Class 0 exists only at hosts, so a TTL of ttl0 or more counts as the first hop.
static inline int sluice_hop(const struct sluice_config *cfg, int ttl) { return ttl < cfg->ttl0 ? cfg->ttl0 - ttl : 1; }

// Whether the packet is at its end of life, or leaves through its ingress port while that option is set.
static inline bool sluice_is_over(const struct sluice_config *cfg, int port, int egress, int ttl) {
  bool bounced = (cfg->ttl_options & SLUICE_TTL_DROP_BOUNCED) && egress == port;
  return ttl == 0 || bounced;
}

// Whether the switch keeps packets of this hop: with HALF only hops of one parity.
static inline bool sluice_keeps_hop(const struct sluice_config *cfg, int ttl) {
  bool half = cfg->ttl_options & SLUICE_TTL_HALF, odd = cfg->ttl_options & SLUICE_TTL_ODD;
  return !half || (sluice_hop(cfg, ttl) & 1) == odd;
}

// Whether the packet is dropped only for the parity of its hop.
static inline bool sluice_is_parity_drop(const struct sluice_config *cfg, int port, int egress, int ttl) {
  return cfg->scheme == SLUICE_TTL && !sluice_is_over(cfg, port, egress, ttl) && !sluice_keeps_hop(cfg, ttl);
}

// Computes the class. Returns false if the packet is dropped; cls is then 0.
static inline bool sluice_classify(enum sluice_scheme scheme, const struct sluice_config *cfg, int port, int egress,
                                   int ttl, int *cls) {
  if (!sluice_counts_hops(scheme, cfg)) return true;
  *cls = 0;
  if (sluice_is_over(cfg, port, egress, ttl) || !sluice_keeps_hop(cfg, ttl)) return false;
  *cls = cfg->ttl_options & SLUICE_TTL_HALF ? sluice_hop(cfg, ttl) >> 1 : sluice_hop(cfg, ttl);
  return true;
}

// A queue of class j pauses, or gives credits to, class j - (return value) of the upstream [TTL 1.2, 2.3]: 1 under TTL;
// 0 under the other schemes, and on odd hops with every second class.
static inline int sluice_class_down(enum sluice_scheme scheme, const struct sluice_config *cfg) {
  return sluice_counts_hops(scheme, cfg) &&
         (cfg->ttl_options & (SLUICE_TTL_HALF | SLUICE_TTL_ODD)) != (SLUICE_TTL_HALF | SLUICE_TTL_ODD);
}

#endif
