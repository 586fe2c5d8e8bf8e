#include <string.h>

#include "cmodel/switch/sluice_switch_parts.h"

enum { TYPE_AT = 12, TAG_BYTES = 4, TYPE_TAG = 0x8100, TYPE_IPV4 = 0x0800, TYPE_IPV6 = 0x86dd };
enum { IPV4_TTL_AT = 8, IPV4_CHECKSUM_AT = 10, IPV6_HOP_LIMIT_AT = 7 };  // offsets in the IP header

static unsigned two_bytes(const uint8_t *at) { return (unsigned)at[0] << 8 | at[1]; }

struct sluice_switch_ip sluice_switch_ip(uint8_t *bytes) {
  struct sluice_switch_ip ip = {.tagged = two_bytes(bytes + TYPE_AT) == TYPE_TAG};
  const uint8_t *type = bytes + TYPE_AT + (ip.tagged ? TAG_BYTES : 0);
  ip.at = bytes + (type - bytes) + 2;
  ip.v4 = two_bytes(type) == TYPE_IPV4 && ip.at[0] >> 4 == 4;
  ip.v6 = two_bytes(type) == TYPE_IPV6 && ip.at[0] >> 4 == 6;
  return ip;
}

// 01-80-C2-00-00-00 to -0F: addresses that a bridge never forwards [802.1Q, Table 8-1], except to and from the
// management port. Byte 3 of such a frame names the other port: at the management port the ingress port of a frame that
// leaves, and the egress port of one that arrives. Returns whether the address is reserved; then *egress is the port of
// a frame that passes, whose byte 3 is set, or -1.
static bool reserved(const struct sluice_switch_dims *dims, const struct sluice_switch_registers *regs, int port,
                     uint8_t *bytes, int *egress) {
  static const uint8_t prefix[3] = {0x01, 0x80, 0xc2};
  enum { PORT_AT = 3, LAST_AT = 5, CONTROL = 1 };  // CONTROL: the last byte of the address of MAC control
  const int management = (int)(regs->management & 31), named = bytes[PORT_AT];
  const bool on = regs->management & SLUICE_SWITCH_MANAGEMENT_ENABLE && management < dims->ports;
  if (memcmp(bytes, prefix, sizeof prefix) != 0 || bytes[PORT_AT + 1] != 0 || bytes[LAST_AT] > 15) return false;
  if (!on && named != 0) return false;
  *egress = -1;
  if (!on || bytes[LAST_AT] == CONTROL || (port == management ? named >= dims->ports : named != 0)) return true;
  *egress = port == management ? named : management;
  bytes[PORT_AT] = port == management ? 0 : (uint8_t)port;
  return true;
}

// The egress port of the first entry with this address, or -1.
static int look_up(const struct sluice_switch_dims *dims, const struct sluice_switch_registers *regs,
                   const uint8_t *bytes) {
  uint32_t high = two_bytes(bytes), low = (uint32_t)two_bytes(bytes + 2) << 16 | two_bytes(bytes + 4);
  for (int i = 0; i < dims->macs; i++) {
    uint32_t entry = regs->mac_high[i];
    int port = (int)(entry >> 16 & 31);
    if (entry >> 31 && port < dims->ports && (entry & 0xffff) == high && regs->mac_low[i] == low) return port;
  }
  return -1;
}

static int default_class(const struct sluice_switch_dims *dims, uint32_t setting) {
  unsigned bits = 0;
  while (1 << bits < dims->classes) bits++;
  int cls = (int)(setting & 7 & ((1u << bits) - 1));
  return cls < dims->classes ? cls : 0;
}

static int class_of(const struct sluice_switch_dims *dims, const struct sluice_switch_registers *regs, int port,
                    int priority) {
  for (int c = 0; c < dims->classes && priority >= 0; c++)
    if ((int)(regs->priority >> 4 * c & 7) == priority) return c;
  return default_class(dims, regs->port[port]);
}

// [RFC 1624, Eq. 3]: HC' = ~(~HC + ~m + m').
void sluice_switch_mend_checksum(uint8_t *ipv4, unsigned from, unsigned to) {
  uint8_t *at = ipv4 + IPV4_CHECKSUM_AT;
  uint32_t sum = (two_bytes(at) ^ 0xffffu) + (from ^ 0xffffu) + to;
  for (int i = 0; i < 2; i++) sum = (sum & 0xffff) + (sum >> 16);
  sum ^= 0xffff;
  at[0] = (uint8_t)(sum >> 8);
  at[1] = (uint8_t)sum;
}

struct sluice_switch_header sluice_switch_header(const struct sluice_switch_dims *dims,
                                                 const struct sluice_switch_registers *regs, int port, uint8_t *bytes) {
  const struct sluice_switch_ip found = sluice_switch_ip(bytes);
  const bool v4 = found.v4, v6 = found.v6;
  uint8_t *ip = found.at;

  int priority = -1;
  if (found.tagged && regs->port[port] & SLUICE_SWITCH_PORT_TRUST_PCP)
    priority = bytes[TYPE_AT + 2] >> 5;
  else if ((v4 || v6) && regs->port[port] & SLUICE_SWITCH_PORT_TRUST_DSCP)
    priority = (v4 ? ip[1] : (two_bytes(ip) >> 4 & 0xff)) >> 5;  // DSCP / 8: its upper three bits

  struct sluice_switch_header h = {.reason = SLUICE_SWITCH_NONE, .cls = class_of(dims, regs, port, priority)};
  h.ttl = (int)(regs->ttl_mode >> 8 & 0xff);
  if (regs->ttl_mode & 1 && (v4 || v6)) {
    uint8_t *ttl = ip + (v4 ? IPV4_TTL_AT : IPV6_HOP_LIMIT_AT);
    if (*ttl > 0) {
      const unsigned before = two_bytes(ip + IPV4_TTL_AT);
      (*ttl)--;
      if (v4) sluice_switch_mend_checksum(ip, before, two_bytes(ip + IPV4_TTL_AT));
    }
    h.ttl = *ttl;
  }
  if (reserved(dims, regs, port, bytes, &h.egress)) {
    if (h.egress < 0) h.reason = SLUICE_SWITCH_RESERVED;
  } else {
    h.egress = look_up(dims, regs, bytes);
    if (h.egress < 0 || bytes[0] & 1) h.reason = SLUICE_SWITCH_UNKNOWN;
  }
  if (h.reason == SLUICE_SWITCH_NONE && h.egress == port) h.reason = SLUICE_SWITCH_HAIRPIN;
  return h;
}
