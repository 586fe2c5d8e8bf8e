// The table of the watchdogs.
#include "tb/sim/results/table_parts.h"

int table_storms(const struct scenario *s, const struct network_result *r, FILE *to) {
  static const struct text_column columns[] = {
      {"watchdog", TEXT_NAME}, {"storms", 0}, {"restored", 0}, {"dropped", 0}, {"bytes", TEXT_EXTRA}};
  struct text_table *t = NULL;
  int count = 0;
  for (int i = 0; i < s->switches; i++)
    for (int k = 0; k < scenario_queues(s, i); k++) {
      const struct storms x = result_storms(&r->sw[i], k);
      char at[NAME];
      if (x.detected == 0 || ++count > ROWS_ALL) continue;
      if (t == NULL) t = text_table_new(columns, 5);
      text_cell(t, "%s:%s", s->sw[i].name, queue_name(s, i, k / s->dims.classes, k % s->dims.classes, at, sizeof(at)));
      text_cell(t, "%" PRIu64, x.detected);
      text_cell(t, "%" PRIu64, x.restored);
      put_lost(t, x.dropped);
      text_cell(t, "%" PRIu64, x.dropped_bytes);
    }
  if (count == 0) return 0;
  fputc('\n', to);
  int status = text_table_print(t, to);
  put_shown(count < ROWS_ALL ? count : ROWS_ALL, count, "queues with storms", "queues.csv", to);
  return status;
}
