// The checks of builds with SLUICE_CHECK fire. Other builds do not have them.
#include <check.h>
#include <string.h>

#include "tb/sim/event/event_check.h"
#include "tb/sim/event/place_parts.h"
#include "tb/sim/traffic/random.h"
#include "tests/event/place_one.h"
#include "tests/suite.h"

enum { US = 1000000 };  // ps

// A place runs to 2 us, then gets an event for that time: 2 us is in order, each earlier time is not. Places with many
// ports keep events in rings.
static const struct {
  int ports;
  uint64_t at;
  bool in_order;
} orders[] = {{4, 2 * US, true}, {4, 1 * US, false}, {40, 2 * US, true}, {40, 1 * US, false}};

START_TEST(no_event_is_earlier_than_the_one_before) {
  struct one x;
  struct sluice_config cfg;
  uint64_t random = random_mix(1);
  one_config(&random, 4, 1, SLUICE_STATIC, &cfg);
  one_new(&x, orders[_i].ports, 1, &cfg);
  place_run(x.place, 2 * US, 0);
  ck_assert_uint_gt(x.place->now, US);
  ck_assert_int_eq(x.place->status, NETWORK_OK);
  agenda_put(&x.place->agenda, PLACE_PORT, 3, orders[_i].at);
  place_run(x.place, 3 * US, 1);
  ck_assert_int_eq(x.place->status, orders[_i].in_order || !EVENT_CHECKS ? NETWORK_OK : NETWORK_ORDER);
  one_free(&x);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("event_check");
  TCase *c = tcase_create("order");
  tcase_add_loop_test(c, no_event_is_earlier_than_the_one_before, 0, sizeof(orders) / sizeof(*orders));
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
