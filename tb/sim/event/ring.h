// FIFOs of packets and of messages, stored by value. A ring that becomes empty starts again at its first item, so that
// a short queue uses few cache lines; it then frees the memory by which it has grown.
#ifndef NET_RING_H
#define NET_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tb/sim/nodes/ethernet.h"

enum { EVENT_FLOW_BITS = 24, EVENT_HOP_BITS = 8, EVENT_QUEUE_BITS = 12 };

// What a packet is. All but data are of the closed loop (closed_loop.h): they belong to the flow back to the sender.
enum packet_kind { PACKET_DATA, PACKET_ACK, PACKET_NACK, PACKET_CNP };

struct telemetry;

// A packet is copied from ring to ring: 32 bytes.
struct event_packet {
  uint64_t at;                                            // ps: time of its arrival, or time from which it may leave
  uint64_t born;                                          // ps: time at which its host began to send it
  uint32_t flow : EVENT_FLOW_BITS, hop : EVENT_HOP_BITS;  // hop: switches that the packet has left
  uint16_t bytes;
  uint16_t ingress : EVENT_QUEUE_BITS;  // ingress queue at the switch that holds the packet
  uint16_t kind : 2;                    // enum packet_kind
  uint16_t marked : 1;                  // congestion experienced; ACK: of a packet that it acknowledges
  union {
    uint64_t from;           // data: offset of its first byte in the flow; else: bytes received in sequence
    struct telemetry *tele;  // the offset and the telemetry, if the senders ask for it
  };
};

// A message about the credits of a channel. freed: credits freed, and the limit; InfiniBand: FCCL.
struct credit_message {
  uint32_t freed, limit, consumed;
  uint8_t channel;
  bool has_freed, has_consumed;
};

struct event_message {
  uint64_t at;
  union {
    struct pause pause;
    struct credit_message credit;  // CBFC
  };
};

struct packet_ring {
  struct event_packet *item;
  uint32_t head, tail, size;  // size: 0 or a power of two
};

struct message_ring {
  struct event_message *item;
  uint32_t head, tail, size;
};

// Doubles a ring of items of `bytes` bytes. Returns false if out of memory.
bool ring_grow(void **item, uint32_t *head, uint32_t *tail, uint32_t *size, size_t bytes);

enum { RING_KEPT = 128 };  // items that an empty ring of packets may keep
void packets_release(struct packet_ring *r);

static inline bool packets_empty(const struct packet_ring *r) { return r->head == r->tail; }
// The packet at a position from head to tail - 1
static inline struct event_packet *packets_at(const struct packet_ring *r, uint32_t i) {
  return &r->item[i & (r->size - 1)];
}
static inline struct event_packet *packets_first(const struct packet_ring *r) { return packets_at(r, r->head); }
// Removes the first packet. Returns true if it was the last one.
static inline bool packets_drop(struct packet_ring *r) {
  if (++r->head != r->tail) return false;
  r->head = r->tail = 0;
  if (r->size > RING_KEPT) packets_release(r);
  return true;
}

// Appends a packet, to be written by the caller. Returns NULL if out of memory.
static inline struct event_packet *packets_put(struct packet_ring *r) {
  if (r->tail - r->head == r->size && !ring_grow((void **)&r->item, &r->head, &r->tail, &r->size, sizeof(*r->item)))
    return NULL;
  return &r->item[r->tail++ & (r->size - 1)];
}

// Puts a packet behind all that are not later. Returns false if out of memory.
static inline bool packets_insert(struct packet_ring *r, const struct event_packet *x) {
  struct event_packet *to = packets_put(r);
  if (to == NULL) return false;
  for (uint32_t k = r->tail - 1; k != r->head; k--) {
    struct event_packet *before = &r->item[(k - 1) & (r->size - 1)];
    if (before->at <= x->at) break;
    *to = *before;
    to = before;
  }
  *to = *x;
  return true;
}

static inline bool messages_empty(const struct message_ring *r) { return r->head == r->tail; }
static inline struct event_message *messages_first(const struct message_ring *r) {
  return &r->item[r->head & (r->size - 1)];
}
static inline bool messages_put(struct message_ring *r, const struct event_message *m) {
  if (r->tail - r->head == r->size && !ring_grow((void **)&r->item, &r->head, &r->tail, &r->size, sizeof(*r->item)))
    return false;
  r->item[r->tail++ & (r->size - 1)] = *m;
  return true;
}

// Packets from one place to another: a list of chunks with one writer and one reader. The reader reads a packet in the
// window after that of its writing at the earliest, so that both may run at the same time.

enum { STREAM_CHUNK = 31 };

struct stream_chunk {  // 1000 bytes
  struct event_packet item[STREAM_CHUNK];
  struct stream_chunk *next;
};

struct stream_writer {
  struct stream_chunk *chunk, **next;  // NULL: none yet; where the next one is to be linked
  uint32_t count, left;                // packets written in all; free places in the chunk
  uint32_t written[2];                 // for each parity: count at the end of the last window with a packet
};

struct stream_reader {
  struct stream_chunk *chunk;
  uint32_t count, place;  // packets read in all; position of the next one in the chunk
  uint32_t readable;      // packets in all that may be read
};

// Creates an empty stream, which has no chunk before its first packet.
void stream_init(struct stream_writer *w, struct stream_reader *r);
void stream_free(struct stream_reader *r);

bool stream_extend(struct stream_writer *w);

// Appends a copy of *p, which the caller may change, in a window of that parity. Returns NULL if out of memory.
static inline struct event_packet *stream_put(struct stream_writer *w, const struct event_packet *p, unsigned parity) {
  if (w->left == 0 && !stream_extend(w)) return NULL;
  struct event_packet *to = &w->chunk->item[STREAM_CHUNK - w->left--];
  *to = *p;
  w->written[parity] = ++w->count;
  return to;
}

// Allows the reader to read up to packet number `written`. A smaller number than before means that the window had
// messages only.
static inline void stream_show(struct stream_reader *r, uint32_t written) {
  if ((int32_t)(written - r->readable) > 0) r->readable = written;
}

static inline bool stream_empty(const struct stream_reader *r) { return r->count == r->readable; }

void stream_next_chunk(struct stream_reader *r);

// The first packet of a stream that is not empty.
static inline const struct event_packet *stream_first(struct stream_reader *r) {
  if (r->place == STREAM_CHUNK) stream_next_chunk(r);
  return &r->chunk->item[r->place];
}

static inline void stream_drop(struct stream_reader *r) {
  r->place++;
  r->count++;
}

#endif
