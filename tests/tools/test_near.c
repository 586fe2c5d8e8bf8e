// The known name that a message proposes for a misspelt one.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/files/error.h"
#include "tests/suite.h"

static const struct {
  const char *word, *names[6], *near;
} cases[] = {
    {"xof", {"delta_q", "xoff", "xon"}, "xoff"},                  // a character is missing; xon is as near, and later
    {"alhpa", {"ports", "alpha", "ttl"}, "alpha"},                // neighbours exchanged
    {"headrooms", {"buffer", "headroom"}, "headroom"},            // one too many
    {"dsh", {"SIH", "DSH"}, "DSH"},                               // case does not count
    {"evant", {"event", "model"}, "event"},                       // another character
    {"duration", {"seed", "duration_us"}, "duration_us"},         // its beginning
    {"web", {"fb_hadoop", "websearch"}, "websearch"},             // same
    {"h12", {"h1", "h11", "h13"}, NULL},                          // another number is another name
    {"fast", {"event", "model", "rtl", "both", "switch"}, NULL},  // nothing like it
    {"x", {"a", "b"}, NULL},                                      // one character of one
    {"", {"a", "run"}, NULL},                                     // no word
    {"a_word_that_is_longer_than_all_names_and_than_the_space_for_names", {"a", "word"}, NULL},
};

START_TEST(nearest) {
  struct near n;
  char expected[NEAR_TEXT] = "; use what there is";
  near_begin(&n, cases[_i].word, strlen(cases[_i].word));
  for (int k = 0; cases[_i].names[k] != NULL; k++) near_offer(&n, cases[_i].names[k]);
  if (cases[_i].near != NULL) snprintf(expected, sizeof expected, ", did you mean '%s'?", cases[_i].near);
  ck_assert_str_eq(near_or(&n, "; use what there is"), expected);
}
END_TEST

// The word need not end where it is read from; a name that is too long is none.
START_TEST(parts) {
  struct near n;
  char name[NEAR_NAME + 8];
  memset(name, 'a', sizeof name);
  name[sizeof name - 1] = '\0';
  near_begin(&n, "mmu.alpha", 3);
  near_offer(&n, name);
  ck_assert_str_eq(near_question(&n), "");
  near_offer(&n, "mmus");
  ck_assert_str_eq(near_question(&n), ", did you mean 'mmus'?");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("near");
  TCase *all = tcase_create("all");
  tcase_add_loop_test(all, nearest, 0, sizeof cases / sizeof cases[0]);
  tcase_add_test(all, parts);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
