#include "tb/sim/event/event_merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/event_network.h"

enum { BLOCK = 1 << 14, LITTLE_TEXT = 1 << 12 };

bool event_merge_new(struct event_network *n) {
  const struct network_options *o = &n->opt;
  if (o->pauses == NULL && o->occupancy == NULL && o->series == NULL && o->packets == NULL && o->rates == NULL)
    return true;
  struct event_merge *g = n->merge = calloc(1, sizeof(*g));
  if (g == NULL) return false;
  g->first = n->first;
  g->places = n->last - n->first;
  g->rows = calloc((size_t)g->places + 1, sizeof(*g->rows));
  bool good = g->rows != NULL;
  for (int f = 0; f < ROWS_FILES; f++) {
    g->listed[f] = calloc((size_t)g->places / 64 + 1, sizeof(*g->listed[f]));
    good &= g->listed[f] != NULL;
  }
  return good;
}

void event_merge_free(struct event_merge *g) {
  if (g == NULL) return;
  for (int f = 0; f < ROWS_FILES; f++) free(g->listed[f]);
  free(g->rows);
  free(g->row);
  free(g->spare);
  free(g);
}

// Sets the bit of a place. Threads may do so at the same time.
static void list(struct event_merge *g, enum rows_file file, int place) {
  const int k = place - g->first;
  g->rows[k]->file[file].listed = true;
  __atomic_fetch_or(&g->listed[file][k / 64], UINT64_C(1) << k % 64, __ATOMIC_RELAXED);
}

static __attribute__((noinline)) bool more_rows(struct event_rows *r) {
  size_t most = 2 * r->most + 64;
  struct event_row *row = realloc(r->row, most * sizeof(*row));
  if (row == NULL) return false;
  r->row = row;
  r->most = most;
  return true;
}

void event_rows_add(struct place *m, enum rows_file file, uint64_t time, uint32_t rank) {
  struct event_rows *r = &m->rows->file[file];
  if (r->text.failed || (r->count == r->most && !more_rows(r))) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  struct event_row *row = &r->row[r->count++];
  row->time = time;
  row->rank = rank;
  row->place = (uint32_t)m->number;
  row->number = r->number++;
  row->length = (uint32_t)(r->text.size - r->begun);
  row->from = r->begun;
  r->begun = r->text.size;
  if (!r->listed) list(m->net->merge, file, m->number);
}

// ---- order ----

static inline bool is_before(const struct placed_row *x, const struct placed_row *y) {
  if (x->time != y->time) return x->time < y->time;
  if (x->rank != y->rank) return x->rank < y->rank;
  if (x->place != y->place) return x->place < y->place;
  return x->number < y->number;
}

// The end of the rows that are in order from that one on.
static size_t run_end(const struct placed_row *row, size_t from, size_t count) {
  if (from == count) return count;
  do from++;
  while (from < count && !is_before(&row[from], &row[from - 1]));
  return from;
}

static void merge_two(const struct placed_row *a, const struct placed_row *end_a, const struct placed_row *b,
                      const struct placed_row *end_b, struct placed_row *to) {
  while (a < end_a && b < end_b) *to++ = is_before(b, a) ? *b++ : *a++;
  while (a < end_a) *to++ = *a++;
  while (b < end_b) *to++ = *b++;
}

// Sorts the rows: merges each two runs that are in order, until there is one. A place writes mostly in order, so there
// are few. Returns one of the two arrays.
static struct placed_row *sort(struct placed_row *row, struct placed_row *spare, size_t count) {
  for (size_t middle; (middle = run_end(row, 0, count)) < count;) {
    for (size_t from = 0, end; from < count; from = end) {
      if (from > 0) middle = run_end(row, from, count);
      end = run_end(row, middle, count);
      merge_two(row + from, row + middle, row + middle, row + end, spare + from);
    }
    struct placed_row *const sorted = spare;
    spare = row;
    row = sorted;
  }
  return row;
}

static void write_sorted(const struct placed_row *row, size_t count, FILE *to) {
  char block[BLOCK];
  struct row_text t = row_text_to(to, block, BLOCK);
  for (size_t i = 0; i < count;) {
    const char *text = row[i].text, *end = text + row[i].length;
    while (++i < count && row[i].text == end) end += row[i].length;  // rows of one place are often adjacent
    row_text_bytes(&t, text, (size_t)(end - text));
  }
  row_text_flush(&t);
}

// ---- rows of a place ----

// The heap has the rows that are too late for a merge, the first one at the top.
static bool heap_before(const struct event_row *x, const struct event_row *y) {
  if (x->time != y->time) return x->time < y->time;
  if (x->rank != y->rank) return x->rank < y->rank;
  return x->number < y->number;
}

static void heap_put(struct event_rows *r, struct event_row row) {
  size_t k = r->heap++;
  for (; k > 0 && heap_before(&row, &r->row[(k - 1) / 2]); k = (k - 1) / 2) r->row[k] = r->row[(k - 1) / 2];
  r->row[k] = row;
  r->heap_text += row.length;
}

static struct event_row heap_take(struct event_rows *r) {
  const struct event_row first = r->row[0], moved = r->row[--r->heap];
  size_t k = 0;
  for (size_t child; (child = 2 * k + 1) < r->heap; k = child) {
    if (child + 1 < r->heap && heap_before(&r->row[child + 1], &r->row[child])) child++;
    if (!heap_before(&r->row[child], &moved)) break;
    r->row[k] = r->row[child];
  }
  r->row[k] = moved;
  r->heap_text -= first.length;
  return first;
}

static bool reserve(struct event_merge *g, size_t count) {
  if (count <= g->most) return true;
  const size_t most = 2 * count;
  struct placed_row *row = realloc(g->row, most * sizeof(*row));
  if (row != NULL) g->row = row;
  struct placed_row *spare = realloc(g->spare, most * sizeof(*spare));
  if (spare != NULL) g->spare = spare;
  if (row == NULL || spare == NULL) return false;
  g->most = most;
  return true;
}

static struct placed_row placed(const struct event_rows *r, const struct event_row *x) {
  return (struct placed_row){x->time, x->rank, x->place, x->number, x->length, r->text.data + x->from};
}

// Takes the rows before a time. Their texts remain until tidy().
static void take(struct event_merge *g, struct event_rows *r, uint64_t before) {
  struct placed_row *to = g->row + g->count;
  for (const struct event_row *x = r->row + r->heap, *end = r->row + r->count; x < end; x++)
    if (x->time < before)
      *to++ = placed(r, x);
    else
      heap_put(r, *x);
  while (r->heap > 0 && r->row[0].time < before) {
    const struct event_row first = heap_take(r);
    *to++ = placed(r, &first);
  }
  g->count = (size_t)(to - g->row);
}

// Removes the texts of the rows that were taken. Without memory for that they stay.
static void shrink(struct event_rows *r) {
  struct row_text kept = {0};
  if (!row_text_room(&kept, r->heap_text)) return;
  for (size_t i = 0; i < r->heap; i++) {
    const size_t from = kept.size;
    row_text_bytes(&kept, r->text.data + r->row[i].from, r->row[i].length);
    r->row[i].from = from;
  }
  free(r->text.data);
  r->text = kept;
}

// Each byte of a text is copied once on average, because as many bytes are removed.
static void tidy(struct event_rows *r) {
  r->count = r->heap;
  if (r->heap == 0)
    r->text.size = 0;
  else if (r->text.size > 2 * r->heap_text + LITTLE_TEXT)
    shrink(r);
  r->begun = r->text.size;
}

// The rows of the place of the lowest bit
static struct event_rows *rows_of(const struct event_merge *g, enum rows_file file, int word, uint64_t bits) {
  return &g->rows[word * 64 + __builtin_ctzll(bits)]->file[file];
}

static int take_all(struct event_merge *g, enum rows_file file, uint64_t before) {
  g->count = 0;
  for (int w = 0; w <= g->places / 64; w++)
    for (uint64_t bits = g->listed[file][w]; bits != 0; bits &= bits - 1) {
      struct event_rows *r = rows_of(g, file, w, bits);
      if (!reserve(g, g->count + r->count)) return ENOMEM;
      take(g, r, before);
    }
  return 0;
}

// A place loses its bit if it has written no rows since the merge before, and has none left.
static void tidy_all(struct event_merge *g, enum rows_file file) {
  for (int w = 0; w <= g->places / 64; w++)
    for (uint64_t bits = g->listed[file][w]; bits != 0; bits &= bits - 1) {
      struct event_rows *r = rows_of(g, file, w, bits);
      r->listed = r->count > 0;
      if (!r->listed) g->listed[file][w] &= ~(bits & -bits);
      tidy(r);
    }
}

// ---- merges ----

int event_merge_write(struct event_merge *g, enum rows_file file, uint64_t before, FILE *to) {
  const int status = take_all(g, file, before);
  if (status == 0 && g->count > 0) write_sorted(sort(g->row, g->spare, g->count), g->count, to);
  tidy_all(g, file);
  return status;
}

int event_merge_collect(struct event_merge *g, enum rows_file file, uint64_t before, struct event_rows *to) {
  *to = (struct event_rows){0};
  if (take_all(g, file, before) != 0) return ENOMEM;
  to->row = malloc((g->count + 1) * sizeof(*to->row));
  if (to->row == NULL) return ENOMEM;
  for (size_t i = 0; i < g->count; i++) {
    const struct placed_row *x = &g->row[i];
    to->row[i] = (struct event_row){x->time, x->rank, x->place, x->number, x->length, to->text.size};
    row_text_bytes(&to->text, x->text, x->length);
  }
  to->count = g->count;
  tidy_all(g, file);
  return to->text.failed ? ENOMEM : 0;
}

int event_merge_gathered(size_t texts, char *const *data, const size_t *size, FILE *to) {
  struct event_merge all = {0};
  size_t count = 0;
  for (size_t i = 0; i < texts; i++) count += size[i] / sizeof(struct event_row);
  const bool good = reserve(&all, count);
  for (size_t i = 0; good && i < texts; i++) {
    const struct event_rows of = {.text = {.data = data[texts + i]}};
    for (size_t j = 0; j < size[i] / sizeof(struct event_row); j++)
      all.row[all.count++] = placed(&of, &((const struct event_row *)data[i])[j]);
  }
  if (good) write_sorted(sort(all.row, all.spare, all.count), all.count, to);
  free(all.row);
  free(all.spare);
  return good ? 0 : ENOMEM;
}

void event_rows_free(struct event_rows *r) {
  free(r->text.data);
  free(r->row);
}
