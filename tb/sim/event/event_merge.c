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
  n->merge = calloc(1, sizeof(*n->merge));
  return n->merge != NULL;
}

void event_merge_list(struct event_merge *g, enum rows_file file, struct event_rows *r) {
  r->listed = true;
  r->next = __atomic_load_n(&g->listed[file], __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&g->listed[file], &r->next, r, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
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
  size_t end = from + 1;
  while (end < count && !is_before(&row[end], &row[end - 1])) end++;
  return end;
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
  while (count > 0 && run_end(row, 0, count) < count) {
    for (size_t from = 0, middle, end; from < count; from = end) {
      middle = run_end(row, from, count);
      end = middle < count ? run_end(row, middle, count) : count;
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
  struct row_text t = {.data = block, .capacity = BLOCK, .to = to};
  for (size_t i = 0; i < count; i++) row_text_bytes(&t, row[i].text, row[i].length);
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

static void place_row(struct event_merge *g, const struct event_rows *r, const struct event_row *x) {
  g->row[g->count++] = (struct placed_row){x->time, x->rank, x->place, x->number, x->length, r->text.data + x->from};
}

// Takes the rows before a time. Their texts remain until tidy().
static void take(struct event_merge *g, struct event_rows *r, uint64_t before) {
  const size_t count = r->count;
  for (size_t i = r->heap; i < count; i++) {
    const struct event_row row = r->row[i];
    if (row.time < before)
      place_row(g, r, &row);
    else
      heap_put(r, row);
  }
  while (r->heap > 0 && r->row[0].time < before) {
    const struct event_row row = heap_take(r);
    place_row(g, r, &row);
  }
  r->count = r->heap;
}

// Removes the texts of the rows that were taken, if they are more than those of the rows that remain.
static void tidy(struct event_rows *r) {
  if (r->heap > 0 && r->text.size > 2 * r->heap_text + LITTLE_TEXT) {
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
  if (r->heap == 0) r->text.size = 0;
  r->begun = r->text.size;
}

static int take_all(struct event_merge *g, enum rows_file file, uint64_t before) {
  g->count = 0;
  for (struct event_rows *r = g->listed[file]; r != NULL; r = r->next) {
    if (!reserve(g, g->count + r->count)) return ENOMEM;
    take(g, r, before);
  }
  return 0;
}

// Places without rows leave the list.
static void tidy_all(struct event_merge *g, enum rows_file file) {
  struct event_rows **from = &g->listed[file];
  for (struct event_rows *r = *from; r != NULL; r = r->next) {
    tidy(r);
    r->listed = r->heap > 0;
    if (r->listed)
      from = &r->next;
    else
      *from = r->next;
  }
}

// ---- merges ----

int event_merge_write(struct event_merge *g, enum rows_file file, uint64_t before, FILE *to) {
  if (g->listed[file] == NULL) return 0;
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
      place_row(&all, &of, &((const struct event_row *)data[i])[j]);
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

void event_merge_free(struct event_merge *g) {
  if (g == NULL) return;
  free(g->row);
  free(g->spare);
  free(g);
}
