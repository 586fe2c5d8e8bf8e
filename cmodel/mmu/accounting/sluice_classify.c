#include "sluice_rules.h"

bool sluice_classify(const struct sluice_config *cfg, int port, int egress, int ttl, int *cls) {
  if (cfg->scheme != SLUICE_TTL) return true;
  // Class 0 exists only at hosts: a TTL that is too large counts as the first hop.
  int hop = ttl < cfg->ttl0 ? cfg->ttl0 - ttl : 1;
  bool half = cfg->ttl_options & SLUICE_TTL_HALF, odd = cfg->ttl_options & SLUICE_TTL_ODD;
  bool bounced = (cfg->ttl_options & SLUICE_TTL_DROP_BOUNCED) && egress == port;
  bool astray = half && (hop & 1) != odd;
  *cls = 0;
  if (ttl == 0 || bounced || astray) return false;
  *cls = half ? hop >> 1 : hop;
  return true;
}
