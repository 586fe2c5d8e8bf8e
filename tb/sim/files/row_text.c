#include "tb/sim/files/row_text.h"

#include <stdlib.h>

void row_text_flush(struct row_text *t) {
  if (t->size > 0) fwrite(t->data, 1, t->size, t->to);
  t->size = 0;
}

bool row_text_more(struct row_text *t, size_t length) {
  if (t->to != NULL) {
    row_text_flush(t);
    return length <= t->capacity;
  }
  const size_t capacity = 2 * (t->size + length + 64);
  char *data = realloc(t->data, capacity);
  if (data == NULL) {
    t->failed = true;
    return false;
  }
  t->data = data;
  t->capacity = capacity;
  return true;
}

void row_text_long(struct row_text *t, const char *bytes, size_t length) {
  if (row_text_more(t, length))
    row_text_bytes(t, bytes, length);
  else if (t->to != NULL)
    fwrite(bytes, 1, length, t->to);
}
