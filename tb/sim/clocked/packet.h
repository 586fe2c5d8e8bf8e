// What travels on links: data packets and feedback messages, from a pool that never grows beyond the most that
// were under way at once.
#ifndef NET_PACKET_H
#define NET_PACKET_H

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tb/sim/clocked/wheel.h"

struct frame;
struct port;

enum { MIN_FRAME = 64 };          // bytes; also the length of a feedback message
enum { ETHERNET_OVERHEAD = 20 };  // preamble and gap: bytes that a frame takes on the wire besides

struct pause {
  uint16_t time[8];  // quanta, 0 resumes; GFC: the level
  uint8_t level, enable;
};

// A packet is in one place at a time: the wheel (on a link), a FIFO, or the free list; event.next links it. event.owner
// is the port by which it leaves, once it is given to an MMU. What a
// switch asks of it is in one cache line.
struct packet {
  alignas(64) struct event event;
  struct port *via;  // the port that sent it last
  uint64_t since;    // the clock of its arrival at the switch that holds it; on a link: in which it was sent
  uint32_t bytes;
  uint8_t cls : 7;   // at the switch that holds it
  bool control : 1;  // a feedback message, not data
  uint8_t in_port;   // where it came into that switch
  uint8_t hop;       // the switch's place on the route
  uint8_t ttl;       // of data
  union {
    struct {
      uint32_t flow;
      uint32_t cells;
      uint64_t born;        // the clock in which its host began to send it
      struct frame *frame;  // between whole switches: its bytes; of a message too
    } data;
    struct pause pause;
  };
};

// The rest of a flow may be shorter than a frame: it is padded on the line.
static inline uint32_t frame_bytes(uint32_t bytes) { return bytes > MIN_FRAME ? bytes : MIN_FRAME; }
static inline uint32_t packet_frame(const struct packet *p) { return frame_bytes(p->bytes); }

struct packet_pool {
  struct event *free;
  struct packet_block *blocks;
  uint64_t data;     // data packets under way
  uint64_t control;  // feedback messages under way
};

enum { PACKET_BLOCK = 1024 };

struct packet_block {
  struct packet_block *next;
  struct packet packet[PACKET_BLOCK];
};

static inline int packet_pool_grow(struct packet_pool *pool) {
  struct packet_block *block = aligned_alloc(alignof(struct packet_block), sizeof(*block));
  if (block == NULL) return -1;
  block->next = pool->blocks;
  pool->blocks = block;
  for (int i = PACKET_BLOCK - 1; i >= 0; i--) {
    block->packet[i].event.next = pool->free;
    pool->free = &block->packet[i].event;
  }
  return 0;
}

// NULL: out of memory.
static inline struct packet *packet_new(struct packet_pool *pool, bool control) {
  if (pool->free == NULL && packet_pool_grow(pool) != 0) return NULL;
  struct packet *p = (struct packet *)pool->free;
  pool->free = p->event.next;
  p->event.next = p->event.prev = NULL;
  p->control = control;
  if (control)
    pool->control++;
  else
    pool->data++;
  return p;
}

static inline void packet_free(struct packet_pool *pool, struct packet *p) {
  if (p->control)
    pool->control--;
  else
    pool->data--;
  p->event.next = pool->free;
  pool->free = &p->event;
}

static inline void packet_pool_free(struct packet_pool *pool) {
  while (pool->blocks != NULL) {
    struct packet_block *next = pool->blocks->next;
    free(pool->blocks);
    pool->blocks = next;
  }
}

struct fifo {
  struct event *head, *tail;
};

static inline void fifo_put(struct fifo *f, struct packet *p) {
  p->event.next = NULL;
  if (f->head == NULL)
    f->head = &p->event;
  else
    f->tail->next = &p->event;
  f->tail = &p->event;
}

static inline struct packet *fifo_head(const struct fifo *f) { return (struct packet *)f->head; }

// NULL when empty.
static inline struct packet *fifo_get(struct fifo *f) {
  struct packet *p = (struct packet *)f->head;
  if (p != NULL) {
    f->head = p->event.next;
    p->event.next = NULL;
  }
  return p;
}

#endif
