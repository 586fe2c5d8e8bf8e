// Packets on links: data packets and feedback messages. They come from a pool, whose size is the largest number of
// packets that were under way at once.
#ifndef NET_PACKET_H
#define NET_PACKET_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tb/sim/clocked/events.h"
#include "tb/sim/nodes/ethernet.h"

struct frame;
struct port;

// A packet is in one place at a time: on a link (its event is pending), in a FIFO, or in the free list.
struct packet {
  struct event event;   // first member: its arrival at the other end of a link
  struct packet *next;  // in a FIFO or the free list
  struct port *via;     // the port that sent the packet last
  uint64_t since;       // cycle of its arrival at the switch that holds it
  uint32_t bytes;
  uint8_t cls : 7;   // class at the switch that holds it
  bool control : 1;  // a feedback message, not data
  bool marked;       // congestion experienced
  uint8_t in_port;   // ingress port at that switch
  uint8_t egress;    // egress port, once the packet is given to an MMU
  uint8_t hop;       // position of the switch in the route
  uint8_t ttl;       // TTL of a data packet
  union {
    struct {
      uint32_t flow;
      uint32_t cells;
      uint64_t born;        // cycle in which its host began to send it
      struct frame *frame;  // between full switches: the bytes, also of a message
    } data;
    struct pause pause;
  };
};

static inline uint32_t packet_frame(const struct packet *p) { return frame_bytes(p->bytes); }

struct packet_pool {
  struct packet *free;
  struct packet_block *blocks;
  uint64_t data;     // number of data packets under way
  uint64_t control;  // number of feedback messages under way
};

enum { PACKET_BLOCK = 1024 };

struct packet_block {
  struct packet_block *next;
  struct packet packet[PACKET_BLOCK];
};

static inline int packet_pool_grow(struct packet_pool *pool) {
  struct packet_block *block = malloc(sizeof(*block));
  if (block == NULL) return -1;
  block->next = pool->blocks;
  pool->blocks = block;
  for (int i = PACKET_BLOCK - 1; i >= 0; i--) {
    block->packet[i].next = pool->free;
    pool->free = &block->packet[i];
  }
  return 0;
}

// Returns NULL if out of memory.
static inline struct packet *packet_new(struct packet_pool *pool, bool control) {
  if (pool->free == NULL && packet_pool_grow(pool) != 0) return NULL;
  struct packet *p = pool->free;
  pool->free = p->next;
  p->next = NULL;
  p->event.place = 0;
  p->control = control;
  p->marked = false;
  *(control ? &pool->control : &pool->data) += 1;
  return p;
}

static inline void packet_free(struct packet_pool *pool, struct packet *p) {
  *(p->control ? &pool->control : &pool->data) -= 1;
  p->next = pool->free;
  pool->free = p;
}

static inline void packet_pool_free(struct packet_pool *pool) {
  while (pool->blocks != NULL) {
    struct packet_block *next = pool->blocks->next;
    free(pool->blocks);
    pool->blocks = next;
  }
}

struct fifo {
  struct packet *head, *tail;
};

static inline void fifo_put(struct fifo *f, struct packet *p) {
  p->next = NULL;
  if (f->head == NULL)
    f->head = p;
  else
    f->tail->next = p;
  f->tail = p;
}

// Returns NULL if the FIFO is empty.
static inline struct packet *fifo_get(struct fifo *f) {
  struct packet *p = f->head;
  if (p != NULL) {
    f->head = p->next;
    p->next = NULL;
  }
  return p;
}

#endif
