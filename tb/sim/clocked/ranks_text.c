#define _POSIX_C_SOURCE 200809L
#include "tb/sim/clocked/ranks_text.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/ranks/transport.h"

int ranks_open_texts(struct network *n) {
  FILE **file[RANKS_FILES] = {
      [RANKS_PAUSES] = &n->opt.pauses, [RANKS_OCCUPANCY] = &n->opt.occupancy, [RANKS_SERIES] = &n->opt.series};
  for (int i = 0; i < RANKS_FILES; i++) {
    struct ranks_text *t = &n->ranks->text[i];
    if (*file[i] == NULL) continue;  // not wanted
    t->file = *file[i];
    *file[i] = t->to = open_memstream(&t->text, &t->size);
    if (t->to == NULL) return -1;
  }
  return 0;
}

void ranks_close_texts(struct network *n) {
  for (int i = 0; i < RANKS_FILES; i++) {
    struct ranks_text *t = &n->ranks->text[i];
    if (t->to != NULL) fclose(t->to);
    free(t->text);
    free(t->row);
  }
}

void ranks_wrote(struct network *n, enum ranks_file file, struct ranks_key key) {
  struct ranks_text *t = &n->ranks->text[file];
  if (t->rows == t->room) {
    size_t room = t->room != 0 ? 2 * t->room : 1024;
    struct ranks_row *more = realloc(t->row, room * sizeof(*more));
    if (more == NULL) {
      network_fail(n, NETWORK_NO_MEMORY);
      return;
    }
    t->row = more;
    t->room = room;
  }
  t->row[t->rows++] = (struct ranks_row){key, (uint64_t)ftell(t->to)};
}

// A rank's rows, and how far they are written.
struct reader {
  const struct ranks_row *row;
  size_t rows, next;
  const char *text;
  uint64_t from;
};

static void merge(struct reader *reader, int ranks, uint64_t end, FILE *to) {
  for (;;) {
    struct reader *first = NULL;
    for (int i = 0; i < ranks; i++) {
      struct reader *r = &reader[i];
      if (r->next == r->rows) continue;
      if (first == NULL || ranks_compare(&r->row[r->next].key, &first->row[first->next].key) < 0) first = r;
    }
    if (first == NULL || first->row[first->next].key.clock > end) return;
    uint64_t until = first->row[first->next++].end;
    fwrite(first->text + first->from, 1, until - first->from, to);
    first->from = until;
  }
}

static void merge_text(struct network *n, struct ranks_text *t) {
  const struct transport *with = n->ranks->t;
  size_t ranks = (size_t)with->ranks, *size = calloc(2 * ranks, sizeof(*size));
  char **data = calloc(2 * ranks, sizeof(*data));
  struct reader *reader = calloc(ranks, sizeof(*reader));
  if (size == NULL || data == NULL || reader == NULL || fflush(t->to) != 0) network_fail(n, NETWORK_NO_MEMORY);
  ranks_agree(n);
  if (n->status == NETWORK_OK) {
    with->gather((const char *)t->row, t->rows * sizeof(*t->row), data, size);
    with->gather(t->text, t->size, data + ranks, size + ranks);
    for (size_t i = 0; i < ranks && with->rank == 0; i++)
      reader[i] = (struct reader){(struct ranks_row *)data[i], size[i] / sizeof(*t->row), 0, data[ranks + i], 0};
    if (with->rank == 0 && t->file != NULL) merge(reader, with->ranks, n->result.clocks, t->file);
  }
  for (size_t i = 0; data != NULL && i < 2 * ranks; i++) free(data[i]);
  free(size);
  free(data);
  free(reader);
}

void ranks_merge_texts(struct network *n) {
  for (int i = 0; i < RANKS_FILES; i++)
    if (n->ranks->text[i].to != NULL) merge_text(n, &n->ranks->text[i]);
}
