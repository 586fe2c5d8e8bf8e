#include "tb/sim/event/ring.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 8 };

bool ring_grow(void **item, uint32_t *head, uint32_t *tail, uint32_t *size, size_t bytes) {
  uint32_t more = *size != 0 ? 2 * *size : FIRST_SIZE, count = *tail - *head;
  char *to = malloc(more * bytes), *from = *item;
  if (to == NULL) return false;
  for (uint32_t i = 0; i < count; i++) memcpy(to + i * bytes, from + ((*head + i) & (*size - 1)) * bytes, bytes);
  free(from);
  *item = to;
  *head = 0;
  *tail = count;
  *size = more;
  return true;
}

void packets_release(struct packet_ring *r) {
  free(r->item);
  *r = (struct packet_ring){0};
}

// ---- streams ----

void stream_init(struct stream_writer *w, struct stream_reader *r) {
  *r = (struct stream_reader){0};
  *w = (struct stream_writer){.next = &r->chunk};
}

void stream_free(struct stream_reader *r) {
  while (r->chunk != NULL) {
    struct stream_chunk *next = r->chunk->next;
    free(r->chunk);
    r->chunk = next;
  }
}

bool stream_extend(struct stream_writer *w) {
  struct stream_chunk *chunk = malloc(sizeof(*chunk));
  if (chunk == NULL) return false;
  chunk->next = NULL;
  *w->next = w->chunk = chunk;
  w->next = &chunk->next;
  w->left = STREAM_CHUNK;
  return true;
}

void stream_next_chunk(struct stream_reader *r) {
  struct stream_chunk *done = r->chunk;
  r->chunk = done->next;
  r->place = 0;
  free(done);
}
