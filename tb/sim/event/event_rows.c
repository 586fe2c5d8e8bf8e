#include "tb/sim/event/event_rows.h"

#include <stdlib.h>

#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_network.h"

static __attribute__((noinline)) bool grow(struct event_rows *r) {
  size_t most = 2 * r->most + 64;
  struct event_row *row = realloc(r->row, most * sizeof(*row));
  if (row == NULL) return false;
  r->row = row;
  r->most = most;
  return true;
}

void event_rows_add(struct place *m, enum rows_file file, uint64_t time, uint32_t rank) {
  struct event_rows *r = &m->rows->file[file];
  if (r->text.failed || (r->count == r->most && !grow(r))) {
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
  if (!r->listed) event_merge_list(m->net->merge, file, m->number);
}
