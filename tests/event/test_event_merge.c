// Tests the merge of rows of many places: the order, also of rows that the place writes ahead of time, and the memory
// for them. `make check T=event_merge` repeats it.
#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_network.h"
#include "tests/suite.h"

enum { PLACES = 130, STEPS = 60000, AHEAD = 3000, EVERY = 50, TEXT = 80 };

struct expected {
  uint64_t time;
  uint32_t rank, place, number;
  char text[TEXT];
};

static struct event_network net;
static struct place place[PLACES];
static struct expected *expected;
static size_t rows;
static FILE *written;

static uint32_t next_random(uint64_t *x, uint32_t below) {
  *x = *x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((*x >> 33) % below);
}

static void begin(void) {
  written = tmpfile();
  net = (struct event_network){.first = 3, .last = 3 + PLACES, .opt.series = written};
  ck_assert(event_merge_new(&net));
  for (int i = 0; i < PLACES; i++) {
    place[i] = (struct place){.net = &net, .number = 3 + i, .rows = calloc(1, sizeof(struct place_rows))};
    net.merge->rows[i] = place[i].rows;
  }
  expected = calloc(STEPS, sizeof *expected);
  rows = 0;
}

static void end(void) {
  for (int i = 0; i < PLACES; i++) {
    event_rows_free(&place[i].rows->file[ROWS_SERIES]);
    free(place[i].rows);
  }
  event_merge_free(net.merge);
  free(expected);
  fclose(written);
}

static void put(int i, uint64_t time, uint32_t rank, int pad) {
  struct event_rows *r = &place[i].rows->file[ROWS_SERIES];
  struct expected *x = &expected[rows++];
  *x = (struct expected){.time = time, .rank = rank, .place = (uint32_t)i, .number = r->number};
  snprintf(x->text, TEXT, "%" PRIu64 ",%u,%d,%u,%.*s\n", time, rank, i, r->number, pad, "abcdefghijklmnopqrst");
  row_text_word(event_rows_text(&place[i], ROWS_SERIES), x->text);
  event_rows_add(&place[i], ROWS_SERIES, time, rank);
}

static void merge(uint64_t before) { ck_assert_int_eq(event_merge_write(net.merge, ROWS_SERIES, before, written), 0); }

static int by_order(const void *a, const void *b) {
  const struct expected *x = a, *y = b;
  if (x->time != y->time) return x->time < y->time ? -1 : 1;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static void check_written(void) {
  char line[TEXT];
  qsort(expected, rows, sizeof *expected, by_order);
  rewind(written);
  for (size_t i = 0; i < rows; i++) {
    ck_assert_ptr_nonnull(fgets(line, sizeof line, written));
    ck_assert_msg(strcmp(line, expected[i].text) == 0, "row %zu: %s instead of %s", i, line, expected[i].text);
  }
  ck_assert_ptr_null(fgets(line, sizeof line, written));
}

static bool any_listed(void) {
  uint64_t bits = 0;
  for (int w = 0; w <= PLACES / 64; w++) bits |= net.merge->listed[ROWS_SERIES][w];
  return bits != 0;
}

// Time goes on by 0 to 2. A place writes rows of now, with ranks in any order, and rows of up to AHEAD later.
START_TEST(random_rows) {
  uint64_t x = 1, now = 0;
  begin();
  for (int step = 0; step < STEPS; step++) {
    const int i = (int)next_random(&x, PLACES);
    const bool ahead = next_random(&x, 3) == 0;
    put(i, now + (ahead ? next_random(&x, AHEAD) : 0), next_random(&x, 4), (int)next_random(&x, 20));
    now += next_random(&x, 3);
    if (step % EVERY == 0) merge(now - next_random(&x, 2));
  }
  ck_assert(any_listed());
  merge(now + AHEAD);
  merge(now + AHEAD);
  ck_assert(!any_listed());  // nobody has rows
  check_written();
  end();
}
END_TEST

// One place always has a row that is far ahead. Memory for its texts must not grow with the rows that are written.
START_TEST(memory) {
  begin();
  put(0, STEPS, 0, 0);
  for (int step = 1; step < STEPS; step++) {
    put(0, (uint64_t)step, 0, 20);
    if (step % EVERY == 0) merge((uint64_t)step + 1);
  }
  const struct event_rows *r = &place[0].rows->file[ROWS_SERIES];
  ck_assert_uint_lt(r->text.capacity, 40000);
  ck_assert_uint_lt(r->most, 4 * EVERY);
  merge(STEPS + 1);
  check_written();
  end();
}
END_TEST

// Rows that are too late for a merge remain, and others may be collected for another process.
START_TEST(collected) {
  struct event_rows all;
  begin();
  put(5, 10, 0, 1);
  put(100, 5, 0, 2);
  put(5, 7, 1, 3);
  put(129, 20, 0, 4);
  ck_assert_int_eq(event_merge_collect(net.merge, ROWS_SERIES, 20, &all), 0);
  ck_assert_uint_eq(all.count, 3);
  char *data[] = {(char *)all.row, all.text.data};
  const size_t size[] = {all.count * sizeof *all.row, all.text.size};
  ck_assert_int_eq(event_merge_gathered(1, data, size, written), 0);
  event_rows_free(&all);
  merge(21);
  check_written();
  end();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("event_merge");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 60);
  tcase_add_test(all, random_rows);
  tcase_add_test(all, memory);
  tcase_add_test(all, collected);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
