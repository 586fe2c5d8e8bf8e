// The class of a packet under TTL: it came in on port, leaves through egress, and has this TTL after the decrement
// [TTL 1.3, 2.3]. Other schemes keep the class.
#ifndef SLUICE_CLASSIFY_H
#define SLUICE_CLASSIFY_H

#include "cmodel/rules/sluice_config.h"

// Class 0 exists only at hosts: a TTL that is too large counts as the first hop.
static inline int sluice_hop(const struct sluice_config *cfg, int ttl) { return ttl < cfg->ttl0 ? cfg->ttl0 - ttl : 1; }

// At its end of life, or bounced where the option drops that.
static inline bool sluice_is_over(const struct sluice_config *cfg, int port, int egress, int ttl) {
  bool bounced = (cfg->ttl_options & SLUICE_TTL_DROP_BOUNCED) && egress == port;
  return ttl == 0 || bounced;
}

// HALF keeps the hops of one parity.
static inline bool sluice_keeps_hop(const struct sluice_config *cfg, int ttl) {
  bool half = cfg->ttl_options & SLUICE_TTL_HALF, odd = cfg->ttl_options & SLUICE_TTL_ODD;
  return !half || (sluice_hop(cfg, ttl) & 1) == odd;
}

// It is dropped, and for the parity of its hop alone.
static inline bool sluice_is_parity_drop(const struct sluice_config *cfg, int port, int egress, int ttl) {
  return cfg->scheme == SLUICE_TTL && !sluice_is_over(cfg, port, egress, ttl) && !sluice_keeps_hop(cfg, ttl);
}

// Returns false when the packet is dropped; cls is then 0.
static inline bool sluice_classify(enum sluice_scheme scheme, const struct sluice_config *cfg, int port, int egress,
                                   int ttl, int *cls) {
  if (scheme != SLUICE_TTL) return true;
  *cls = 0;
  if (sluice_is_over(cfg, port, egress, ttl) || !sluice_keeps_hop(cfg, ttl)) return false;
  *cls = cfg->ttl_options & SLUICE_TTL_HALF ? sluice_hop(cfg, ttl) >> 1 : sluice_hop(cfg, ttl);
  return true;
}

// A queue of class j pauses class j - down of the upstream: j - 1 under TTL; with every second class, on an odd hop,
// its own number [TTL 1.2, 2.3].
static inline int sluice_class_down(enum sluice_scheme scheme, const struct sluice_config *cfg) {
  return scheme == SLUICE_TTL &&
         (cfg->ttl_options & (SLUICE_TTL_HALF | SLUICE_TTL_ODD)) != (SLUICE_TTL_HALF | SLUICE_TTL_ODD);
}

#endif
