#include "tb/sim/event/stream.h"

#include <stdlib.h>

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
