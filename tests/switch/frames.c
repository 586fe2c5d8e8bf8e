#include "tests/switch/frames.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 60, ID_BYTES = 8, MANY_BYTES = 400 };

uint32_t frames_pick(uint64_t *rng, uint32_t n) {
  *rng += UINT64_C(0x9e3779b97f4a7c15);  // splitmix64
  uint64_t z = *rng;
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  z ^= z >> 31;
  return (uint32_t)((z >> 32) * n >> 32);
}

bool frames_chance(uint64_t *rng, uint32_t of_1024) { return frames_pick(rng, 1024) < of_1024; }

static uint32_t below(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void put16(uint8_t *at, unsigned value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

// One's complement sum of a header's 16-bit words: 1 .. 0xffff, or 0 if all words are 0.
static unsigned sum16(const uint8_t *at, size_t n) {
  uint32_t sum = 0;
  for (size_t i = 0; i < n; i += 2) sum += (uint32_t)at[i] << 8 | at[i + 1];
  while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

static void random_bytes(uint64_t *rng, uint8_t *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (i % 4 == 0) frames_pick(rng, 1);
    at[i] = (uint8_t)(*rng >> (i % 4 * 8 + 13));
  }
}

// The header fields that choose the class.
struct look {
  bool tagged;
  enum frames_ip ip;
  int pcp, dscp;
};

// The class with this priority, or the port's default class.
static int class_of(const struct frames_setup *s, int port, int priority) {
  for (int c = 0; c < s->dims.classes; c++)
    if ((int)s->priority[c] == priority) return c;
  int bits = s->dims.classes > 4 ? 3 : s->dims.classes > 2 ? 2 : s->dims.classes > 1 ? 1 : 0;
  int cls = (int)s->default_class[port] % (1 << bits);
  return cls < s->dims.classes ? cls : 0;
}

static void write_ipv4(uint64_t *rng, struct frames_frame *f, uint8_t *ip, int dscp) {
  ip[0] = 0x45;
  ip[1] = (uint8_t)(dscp << 2 | (int)frames_pick(rng, 4));
  put16(ip + 10, 0);
  if (frames_chance(rng, 100)) {  // choose the checksum before or after the TTL update near its largest values
    unsigned want = frames_chance(rng, 500) ? 0xfeff : 0xffff - frames_pick(rng, 0x202);
    put16(ip + 18, 0);
    unsigned need = (want ^ 0xffff) + 0xffff - sum16(ip, 20);
    put16(ip + 18, need % 0xffff);
  }
  unsigned checksum = sum16(ip, 20) ^ 0xffff;
  f->wrong_checksum = frames_chance(rng, 50);
  if (f->wrong_checksum) checksum ^= 1 + frames_pick(rng, 0xffff);
  put16(ip + 10, checksum);
}

static void write_header(uint64_t *rng, struct frames_frame *f, const struct look *look) {
  uint8_t *b = f->bytes;
  size_t type = 12;
  if (look->tagged) {
    put16(b + 12, 0x8100);
    b[14] = (uint8_t)(look->pcp << 5 | (b[14] & 31));
    type = 16;
  }
  uint8_t *ip = b + type + 2;
  f->ip_at = type + 2;
  f->ip = look->ip;
  switch (look->ip) {
    case FRAMES_IPV4:
      put16(b + type, 0x0800);
      write_ipv4(rng, f, ip, look->dscp);
      break;
    case FRAMES_IPV6:
      put16(b + type, 0x86dd);
      ip[0] = (uint8_t)(0x60 | look->dscp >> 2);
      ip[1] = (uint8_t)((look->dscp & 3) << 6 | (ip[1] & 63));
      break;
    case FRAMES_NOT_IP: {
      // unknown types, IP types with a wrong version, MAC control and a second tag
      static const unsigned types[] = {0x88b5, 0x0806, 0x8808, 0x8847, 0x0800, 0x86dd, 0x002e, 0x88a8};
      unsigned t = types[frames_pick(rng, 8)];
      put16(b + type, t);
      if (t == 0x0800) ip[0] = (uint8_t)((frames_chance(rng, 500) ? 0x60 : 0x50) | (ip[0] & 15));
      if (t == 0x86dd) ip[0] = (uint8_t)((frames_chance(rng, 500) ? 0x40 : 0x70) | (ip[0] & 15));
      break;
    }
  }
}

// Writes an address of the range that bridges do not forward, or one near it. Only the management port gets and sends
// such frames.
static void write_reserved(const struct frames_setup *s, uint64_t *rng, struct frames_frame *f) {
  static const uint8_t bridge[6] = {0x01, 0x80, 0xc2, 0, 0, 0};
  const uint32_t ports = (uint32_t)s->dims.ports, mine = (uint32_t)f->port;
  const bool managed = s->managed && s->management < ports, from = managed && mine == s->management;
  uint64_t own = *rng ^ FRAMES_OWN;
  memcpy(f->bytes, bridge, 6);
  f->bytes[5] = (uint8_t)frames_pick(rng, frames_chance(&own, 800) ? 16 : 32);
  if (frames_chance(&own, from ? 900 : 200)) f->bytes[3] = (uint8_t)frames_pick(&own, ports + 2);
  if (frames_chance(&own, 30)) f->bytes[4] = 1;
  f->reason = SLUICE_SWITCH_UNKNOWN;
  if (f->bytes[5] > 15 || f->bytes[4] != 0 || (!managed && f->bytes[3] != 0)) return;
  f->reason = SLUICE_SWITCH_RESERVED;
  if (!managed || f->bytes[5] == 1 || f->bytes[3] >= (from ? ports : 1)) return;
  f->egress = (int)(from ? f->bytes[3] : s->management);
  f->byte_3 = from ? 0 : f->port;
  f->reason = f->egress == f->port ? SLUICE_SWITCH_HAIRPIN : SLUICE_SWITCH_NONE;
}

// Writes an address and sets the reason that follows from it.
static void write_address(const struct frames_setup *s, uint64_t *rng, struct frames_frame *f) {
  f->reason = SLUICE_SWITCH_NONE;
  uint32_t kind = frames_chance(rng, s->many) ? 4 + frames_pick(rng, 6) : frames_pick(rng, 200);
  if (kind < 4) {
    write_reserved(s, rng, f);
  } else if (kind < 10) {
    memset(f->bytes, 0xff, 6);
    if (kind < 6) random_bytes(rng, f->bytes, 6);
    f->bytes[0] |= kind < 8 ? 1 : 0;
    if (kind == 9) f->bytes[0] = 0xfe;  // an address without an entry
    f->reason = SLUICE_SWITCH_UNKNOWN;
  } else {
    int entry, egress = -1, tries = kind < 15 ? 1 : 40;
    do {  // mostly to another port
      entry = (int)frames_pick(rng, (uint32_t)s->dims.macs);
      egress = -1;
      for (int i = 0; i < s->dims.macs && egress < 0; i++)
        if (memcmp(s->mac[i], s->mac[entry], 6) == 0 && s->mac_port[i] < s->dims.ports) egress = s->mac_port[i];
    } while ((egress < 0 || egress == f->port) && --tries > 0);
    memcpy(f->bytes, s->mac[entry], 6);
    f->egress = egress;
    if (egress < 0)
      f->reason = SLUICE_SWITCH_UNKNOWN;
    else if (egress == f->port)
      f->reason = SLUICE_SWITCH_HAIRPIN;
  }
}

static size_t size(const struct frames_setup *s, uint64_t *rng) {
  uint32_t most = s->max_frame, cell = (uint32_t)s->dims.cell_bytes;
  switch (frames_pick(rng, 3)) {
    case 0:
      return frames_chance(rng, 30) && most > LEAST ? most - frames_pick(rng, 2) : LEAST;
    case 1: {  // sizes around whole cells
      uint32_t cells = 1 + frames_pick(rng, frames_chance(rng, 100) ? most / cell + 1 : 6);
      uint32_t n = cell * cells + frames_pick(rng, 5);
      return n < LEAST + 2 ? LEAST : below(n - 2, most);
    }
    default:
      return LEAST + frames_pick(rng, below(most, frames_chance(rng, s->large) ? most : MANY_BYTES) - LEAST + 1);
  }
}

static struct look draw_look(const struct frames_setup *s, uint64_t *rng, struct frames_frame *f) {
  struct look look = {.tagged = frames_chance(rng, 500)};
  look.ip = frames_chance(rng, s->ttl_mode ? 850 : 500) ? 1 + frames_pick(rng, 2) : FRAMES_NOT_IP;
  // Mostly the priority of a class, sometimes any priority.
  int priority =
      (int)(frames_chance(rng, 900) ? s->priority[frames_pick(rng, (uint32_t)s->dims.classes)] : frames_pick(rng, 8));
  bool pcp = look.tagged && s->trust_pcp[f->port], dscp = !pcp && look.ip != FRAMES_NOT_IP && s->trust_dscp[f->port];
  look.pcp = pcp ? priority : (int)frames_pick(rng, 8);
  look.dscp = (dscp ? priority : (int)frames_pick(rng, 8)) * 8 + (int)frames_pick(rng, 8);
  f->cls = class_of(s, f->port, pcp || dscp ? priority : -1);
  return look;
}

// A frame to an unknown or group address goes to all ports of FLOOD if its class is lossy. Under TTL the class is the
// hop's.
static void floods(const struct frames_setup *s, struct frames_frame *f) {
  if (f->reason != SLUICE_SWITCH_UNKNOWN) return;
  int cls = f->cls, first = (int)s->mmu[SLUICE_REG_TTL0];
  if (s->mmu[SLUICE_REG_SCHEME] == SLUICE_TTL) {
    if (f->ttl == 0) return;
    cls = f->ttl >= first ? 1 : first - f->ttl;
  }
  if (s->mmu[SLUICE_REG_LOSSLESS] >> cls & 1) return;
  f->flood = s->flood & ((1u << s->dims.ports) - 1) & ~(1u << f->port);
  if (f->flood != 0) f->reason = SLUICE_SWITCH_FLOODED;
}

struct frames_frame *frames_new(const struct frames_setup *s, uint64_t *rng, int port, uint64_t id) {
  struct frames_frame *f = calloc(1, sizeof *f);
  if (f == NULL) return NULL;
  f->id = id;
  f->port = port;
  f->byte_3 = -1;
  f->n = size(s, rng);
  bool giant = frames_chance(rng, 8), runt = !giant && frames_chance(rng, 10);
  if (giant) f->n = s->max_frame + 1 + frames_pick(rng, frames_chance(rng, 500) ? 2 : 200);
  f->bytes = malloc(f->n);
  if (f->bytes == NULL) {
    free(f);
    return NULL;
  }
  random_bytes(rng, f->bytes, f->n);
  write_address(s, rng, f);
  struct look look = draw_look(s, rng, f);
  uint8_t *ip = f->bytes + (look.tagged ? 18 : 14);
  uint8_t *ttl = look.ip == FRAMES_IPV4 ? ip + 8 : ip + 7;
  uint8_t received_ttl =
      (uint8_t)(frames_chance(rng, 60)    ? frames_pick(rng, 2)
                : frames_chance(rng, 100) ? frames_pick(rng, 256)
                                          : 1 + frames_pick(rng, below(s->mmu[SLUICE_REG_TTL0] + 1, 255)));
  if (look.ip != FRAMES_NOT_IP) *ttl = received_ttl;
  write_header(rng, f, &look);
  f->hops = s->ttl_mode && look.ip != FRAMES_NOT_IP;
  f->ttl = f->hops ? (received_ttl > 0 ? received_ttl - 1 : 0) : s->non_ip_ttl;
  floods(s, f);
  for (int i = 0; i < ID_BYTES; i++) f->bytes[f->n - 1 - (size_t)i] = (uint8_t)(id >> 8 * i);
  if (runt) {
    f->n = frames_chance(rng, 500) ? LEAST - 1 : frames_chance(rng, 100) ? 1 : 1 + frames_pick(rng, LEAST - 1);
    f->reason = SLUICE_SWITCH_RUNT;
  }
  f->bad = frames_chance(rng, 12);
  if (f->bad) f->reason = SLUICE_SWITCH_BAD;
  if (giant) f->reason = SLUICE_SWITCH_GIANT;
  return f;
}

struct frames_frame *frames_copy(struct frames_frame *of) {
  struct frames_frame *f = malloc(sizeof *f);
  if (f == NULL) return NULL;
  *f = *of;
  f->copy = true;
  for (f->egress = 0; !(of->flood >> f->egress & 1);) f->egress++;
  of->flood &= of->flood - 1;
  f->bytes = malloc(f->n);
  if (f->bytes == NULL) {
    free(f);
    return NULL;
  }
  memcpy(f->bytes, of->bytes, f->n);
  return f;
}

void frames_free(struct frames_frame *f) {
  if (f != NULL) free(f->bytes);
  free(f);
}

bool frames_leaves(const struct frames_frame *f, const uint8_t *bytes, size_t n, bool *marked) {
  *marked = false;
  if (n != f->n || bytes[3] != (f->byte_3 < 0 ? f->bytes[3] : f->byte_3)) return false;
  if (f->ip == FRAMES_NOT_IP) return memcmp(bytes, f->bytes, 3) == 0 && memcmp(bytes + 4, f->bytes + 4, n - 4) == 0;
  // TTL, ECN and checksum must have their new values. All other bytes are unchanged.
  size_t ttl = f->ip_at + (f->ip == FRAMES_IPV4 ? 8 : 7), sum = f->ip_at + 10, tos = f->ip_at + 1;
  for (size_t i = 0; i < n; i++) {
    bool updated = i == 3 || i == ttl || i == tos || (f->ip == FRAMES_IPV4 && (i == sum || i == sum + 1));
    if (!updated && bytes[i] != f->bytes[i]) return false;
  }
  bool hopped = f->hops && f->bytes[ttl] > 0;
  if (bytes[ttl] != f->bytes[ttl] - hopped) return false;
  int ce = f->ip == FRAMES_IPV4 ? 0x03 : 0x30, ecn = f->bytes[tos] & ce;
  *marked = bytes[tos] != f->bytes[tos];
  if (*marked && (ecn == 0 || ecn == ce || bytes[tos] != (f->bytes[tos] | ce))) return false;
  if (f->ip != FRAMES_IPV4) return true;
  if (!hopped && !*marked) return memcmp(bytes + sum, f->bytes + sum, 2) == 0;
  const uint8_t *ip = bytes + f->ip_at;
  if (f->wrong_checksum) return sum16(ip, 20) % 0xffff == sum16(f->bytes + f->ip_at, 20) % 0xffff;
  uint8_t fresh[20];
  memcpy(fresh, ip, sizeof fresh);
  put16(fresh + 10, 0);
  return (unsigned)(ip[10] << 8 | ip[11]) == (sum16(fresh, sizeof fresh) ^ 0xffff);
}

uint64_t frames_id(const uint8_t *bytes, size_t n) {
  uint64_t id = 0;
  for (size_t i = n < ID_BYTES ? 0 : n - ID_BYTES; i < n; i++) id = id << 8 | bytes[i];
  return id;
}
