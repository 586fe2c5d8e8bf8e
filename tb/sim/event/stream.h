// Packets from one place to another: a list of chunks with one writer and one reader. The reader reads a packet in the
// window after that of its writing at the earliest, so that both may run at the same time.
#ifndef NET_STREAM_H
#define NET_STREAM_H

#include "tb/sim/event/ring.h"

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
