#include "tb/sim/clocked/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/frame/sluice_frame.h"
#include "tb/sim/traffic/random.h"

// ---- addresses ----

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

// ---- bytes ----

// Offsets in a data frame
enum {
  TAG = 12,
  TYPE = 16,
  IP = 18,
  IP_LENGTH = IP + 2,
  IP_TTL = IP + 8,
  IP_SUM = IP + 10,
  IP_FROM = IP + 12,
  IP_TO = IP + 16,
  MARK = IP + 20,
  REST = MARK + 16,
  PROTOCOL = 253,  // for experiments [RFC 3692]
};

_Static_assert((int)REST <= (int)FRAME_LEAST, "a shortest frame has room for the mark");
_Static_assert((int)SLUICE_CONTROL_LENGTH == (int)FRAME_LEAST, "MAC control frames are shortest ones");

struct frame *frame_new(struct frame_pool *pool) {
  struct frame *f = pool->free;
  if (f != NULL) {
    pool->free = f->next;
  } else {
    f = malloc(sizeof(*f) + pool->most);
    if (f == NULL) return NULL;
    f->made = pool->all;
    pool->all = f;
  }
  f->length = f->ready = 0;
  return f;
}

void frame_free(struct frame_pool *pool, struct frame *f) {
  f->next = pool->free;
  pool->free = f;
}

void frame_pool_free(struct frame_pool *pool) {
  while (pool->all != NULL) {
    struct frame *before = pool->all->made;
    free(pool->all);
    pool->all = before;
  }
}

// ---- bytes ----

static void put(uint8_t *at, int bytes, uint64_t value) {
  for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint64_t get(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
  return value;
}

// The ones' complement of the sum of the IP header, with the checksum field taken as 0 [RFC 791].
static uint16_t header_sum(const uint8_t *ip) {
  uint32_t sum = 0;
  for (int i = 0; i < MARK - IP; i += 2) sum += i == IP_SUM - IP ? 0 : (uint32_t)get(ip + i, 2);
  sum = (sum >> 16) + (sum & 0xffff);
  return (uint16_t) ~((sum >> 16) + (sum & 0xffff));
}

// ---- data ----

// Byte `at` of the payload after the mark.
static uint8_t rest_byte(const struct frame_mark *mark, uint32_t at) {
  uint64_t eight = random_mix(((uint64_t)mark->flow << 32 | mark->number) + UINT64_C(0x9e3779b97f4a7c15) * (at / 8));
  return (uint8_t)(eight >> at % 8 * 8);
}

void frame_fill(struct frame *f, const struct packet *p, const struct frame_mark *mark, uint64_t to, uint64_t from) {
  uint8_t *b = f->byte;
  f->length = f->ready = packet_frame(p) - FRAME_CHECK;
  put(b, 6, to);
  put(b + 6, 6, from);
  put(b + TAG, 4, UINT64_C(0x81000000) | (uint64_t)p->cls << 13);
  put(b + TYPE, 2, 0x0800);
  put(b + IP, 4, UINT64_C(0x45000000) | (f->length - IP));
  put(b + IP + 4, 4, 0x4000);  // flag: do not fragment
  put(b + IP_TTL, 2, (uint64_t)p->ttl << 8 | PROTOCOL);
  put(b + IP_FROM, 4, UINT64_C(0x0a000000) | (from & 0xffffff));
  put(b + IP_TO, 4, UINT64_C(0x0a000000) | (to & 0xffffff));
  put(b + IP_SUM, 2, header_sum(b + IP));
  put(b + MARK, 4, mark->flow);
  put(b + MARK + 4, 4, mark->number);
  put(b + MARK + 8, 8, mark->born);
  for (uint32_t i = REST; i < f->length; i++) b[i] = rest_byte(mark, i);
}

void frame_routed(struct frame *f) {
  uint8_t *ip = f->byte + IP;
  if (ip[IP_TTL - IP] > 0) ip[IP_TTL - IP]--;
  put(ip + IP_SUM - IP, 2, header_sum(ip));
}

bool frame_read(const struct frame *f, struct frame_mark *mark) {
  const uint8_t *b = f->byte;
  *mark = (struct frame_mark){(uint32_t)get(b + MARK, 4), (uint32_t)get(b + MARK + 4, 4), get(b + MARK + 8, 8)};
  bool good = f->length >= FRAME_LEAST && get(b + TAG, 2) == 0x8100 && get(b + TYPE, 2) == 0x0800 &&
              get(b + IP_LENGTH, 2) == f->length - IP && get(b + IP_SUM, 2) == header_sum(b + IP);
  for (uint32_t i = REST; good && i < f->length; i++) good = b[i] == rest_byte(mark, i);
  return good;
}

// ---- control ----

bool frame_is_control(const uint8_t *bytes) { return get(bytes, 6) == SLUICE_GROUP_ADDRESS; }

// The control model of the receiver takes the frame in two beats.
int frame_messages(const struct frame *f, bool levels, struct pause message[2]) {
  struct sluice_control_rx rx = {0};
  struct sluice_beat beat = {.valid = true};
  int count = 0;
  for (uint32_t at = 0; at < f->length; at += SLUICE_BEAT_BYTES) {
    uint32_t n = f->length - at < SLUICE_BEAT_BYTES ? f->length - at : SLUICE_BEAT_BYTES;
    beat.keep = (uint32_t)((UINT64_C(1) << n) - 1);
    beat.last = at + n == f->length;
    memcpy(beat.data, f->byte + at, n);
    sluice_control_rx_step(&rx, SLUICE_GROUP_ADDRESS, levels, SLUICE_BEAT_BYTES, &beat, true, false);
  }
  beat.valid = false;
  sluice_control_rx_step(&rx, SLUICE_GROUP_ADDRESS, levels, SLUICE_BEAT_BYTES, &beat, true, false);
  for (struct sluice_message m; count < 2 && (m = sluice_control_rx_message(&rx)).valid; count++) {
    message[count] = (struct pause){.level = m.level, .enable = m.enable};
    memcpy(message[count].time, m.time, sizeof(message[count].time));
    sluice_control_rx_step(&rx, SLUICE_GROUP_ADDRESS, levels, SLUICE_BEAT_BYTES, &beat, true, true);
  }
  return count;
}
