#include "tb/sim/event/event_rows.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool reserve_text(struct event_rows *r, size_t length) {
  if (r->size + length < r->capacity) return true;
  size_t capacity = 2 * (r->size + length + 64);
  char *text = realloc(r->text, capacity);
  if (text == NULL) return false;
  r->text = text;
  r->capacity = capacity;
  return true;
}

static bool reserve_row(struct event_rows *r) {
  if (r->count < r->most) return true;
  size_t most = 2 * r->most + 64;
  struct event_row *row = realloc(r->row, most * sizeof(*row));
  if (row == NULL) return false;
  r->row = row;
  r->most = most;
  return true;
}

// Appends text. Returns its length, or a negative number. The text counts as written only if all of it had space.
__attribute__((format(printf, 2, 0))) static int put_text(struct event_rows *r, const char *format, va_list arguments) {
  const size_t left = r->capacity - r->size;
  return vsnprintf(left > 0 ? r->text + r->size : NULL, left, format, arguments);
}

void event_rows_printf(struct place *m, enum rows_file file, uint64_t time, uint32_t rank, const char *format, ...) {
  struct event_rows *r = &m->rows->file[file];
  va_list arguments;
  va_start(arguments, format);
  int length = put_text(r, format, arguments);
  va_end(arguments);
  bool whole = length >= 0 && r->size + (size_t)length < r->capacity;
  if (length >= 0 && !whole && reserve_text(r, (size_t)length)) {
    va_start(arguments, format);
    whole = put_text(r, format, arguments) == length;
    va_end(arguments);
  }
  if (!whole || !reserve_row(r)) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  r->row[r->count++] = (struct event_row){.time = time,
                                          .rank = rank,
                                          .place = (uint32_t)m->number,
                                          .number = r->number++,
                                          .length = (uint32_t)length,
                                          .from = r->size};
  r->size += (size_t)length;
}

// A row and the text that contains it
struct ordered {
  struct event_row row;
  const char *text;
};

static int in_order(const void *a, const void *b) {
  const struct event_row *x = &((const struct ordered *)a)->row, *y = &((const struct ordered *)b)->row;
  if (x->time != y->time) return x->time < y->time ? -1 : 1;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

// Removes the rows before that time, and their texts.
static void keep_from(struct event_rows *r, uint64_t time) {
  size_t count = 0, size = 0;
  for (size_t i = 0; i < r->count; i++) {
    struct event_row row = r->row[i];
    if (row.time < time) continue;
    memmove(r->text + size, r->text + row.from, row.length);
    row.from = size;
    size += row.length;
    r->row[count++] = row;
  }
  r->count = count;
  r->size = size;
}

int event_rows_collect(struct place **place, int places, enum rows_file file, uint64_t before, struct event_rows *to) {
  size_t count = 0, size = 0;
  for (int i = 0; i < places; i++) {
    count += place[i]->rows->file[file].count;
    size += place[i]->rows->file[file].size;
  }
  *to = (struct event_rows){.text = malloc(size + 1), .row = malloc((count + 1) * sizeof(*to->row))};
  if (to->text == NULL || to->row == NULL) return ENOMEM;
  for (int i = 0; i < places; i++) {
    struct event_rows *r = &place[i]->rows->file[file];
    for (size_t j = 0; j < r->count; j++) {
      struct event_row row = r->row[j];
      if (row.time >= before) continue;
      memcpy(to->text + to->size, r->text + row.from, row.length);
      row.from = to->size;
      to->size += row.length;
      to->row[to->count++] = row;
    }
    keep_from(r, before);
  }
  return 0;
}

int event_rows_write(size_t texts, char *const *data, const size_t *size, FILE *to) {
  size_t count = 0, k = 0;
  for (size_t i = 0; i < texts; i++) count += size[i] / sizeof(struct event_row);
  struct ordered *all = malloc((count + 1) * sizeof(*all));
  if (all == NULL) return ENOMEM;
  for (size_t i = 0; i < texts; i++)
    for (size_t j = 0; j < size[i] / sizeof(struct event_row); j++) {
      all[k].row = ((const struct event_row *)data[i])[j];
      all[k++].text = data[texts + i];
    }
  qsort(all, k, sizeof(*all), in_order);
  for (size_t i = 0; i < k; i++) fwrite(all[i].text + all[i].row.from, 1, all[i].row.length, to);
  free(all);
  return 0;
}

int event_rows_merge(struct place **place, int places, enum rows_file file, uint64_t before, FILE *to) {
  struct event_rows all;
  int status = event_rows_collect(place, places, file, before, &all);
  char *data[] = {(char *)all.row, all.text};
  const size_t size[] = {all.count * sizeof(*all.row), all.size};
  if (status == 0 && all.count > 0) status = event_rows_write(1, data, size, to);
  event_rows_free(&all);
  return status;
}

void event_rows_free(struct event_rows *r) {
  free(r->text);
  free(r->row);
}
