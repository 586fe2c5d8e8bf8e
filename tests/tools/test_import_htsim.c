// Tests sluice import with the networks and connection matrices of csg-htsim. `make check T=import_htsim` repeats it.
#define _POSIX_C_SOURCE 200809L
#include "tests/tools/imports.h"

START_TEST(htsim_two_tiers) {
  write_all(HTSIM, TWO_TIERS, "Nodes 8\nConnections 2\n0->5 start 1500000 size 100000\n3->1 id 9 start 0 size 0\n",
            NULL);
  ck_assert_str_eq(csv, "source,destination,class,bytes,start_us\nh0,h5,0,100000,1.5\nh3,h1,0,,0\n");
  ck_assert_int_eq(m.links, 8 + 4);
  has("  - {name: s9-s11, a: s9, b: s11}\n");
  has("  - {name: h4, switch: s9}\n");
  struct scenario *s = load();
  ck_assert_int_eq(s->hosts, 8);
  ck_assert_int_eq(s->switches, 4);
  ck_assert_uint_eq(s->flow[1].bytes, 0);
  scenario_free(s);
}
END_TEST

START_TEST(htsim_three_tiers) {
  write_all(HTSIM, three_tiers,
            "Nodes 8\nConnections 1\nFailures 1\n0->5 start 0 size 100 prio 3\n"
            "failure switch_type AGG switch_id 1 link_id 0\n",
            NULL);
  ck_assert_int_eq(m.nodes, 8 + 4 + 4 + 2);
  ck_assert_int_eq(m.links, 8 + 2 * 4 + 4 * 2 - 1);
  has("  - {name: s8-s12, a: s8, b: s12, delay_ns: 1150, headroom: 59628}\n");
  has("  - {name: s12-s16, a: s12, b: s16, gbps: 100, delay_ns: 1150, headroom: 30878}\n");
  has("  - {name: s12-s16-2, a: s12, b: s16, ");
  has("  - {name: s13-s17, a: s13, b: s17, ");
  ck_assert_ptr_null(strstr(text, "s13-s17-2"));
  has("  - {name: s15-s17-2, a: s15, b: s17, ");
  ck_assert_ptr_null(strstr(text, "s12-s17"));
  has_note("flow.txt:5: the failed link between s13 and s17 is left out");
  has_note("no effect of Queue_Down and Queue_Up");
  has_note("half of Switch_Latency_ns is in the delay of each link of the switch");
  has_note("tier 0 is oversubscribed by 1, from its radixes and speeds, not by 2");
  has_note("no effect of prio");
}
END_TEST

// Words of connections that have no effect, or another one, are a note each, and no note without them.
START_TEST(htsim_notes) {
  static const struct {
    const char *words, *note;
  } t[] = {{" addon", "flow.txt: no effect of addon"},
           {" prio 0", "flow.txt: no effect of prio; all flows are of class 0"},
           {" send_done_trigger 1",
            "flow.txt: send_done_trigger fires when the last byte has arrived, without an acknowledgement"},
           {" recv_done_trigger 1", NULL}};
  char flows[256];
  for (int i = 0; i < COUNT(t); i++) {
    snprintf(flows, sizeof flows, "0->1 start 0 size 9%s\n2->3 start 0 size 9\ntrigger id 1 oneshot\n", t[i].words);
    write_all(HTSIM, TWO_TIERS, flows, NULL);
    for (int k = 0; k < COUNT(t); k++)
      if (t[k].note != NULL) (k == i ? has_note : has_no_note)(t[k].note);
    has_no_note("paired in the order of the file");
    has_no_note("Queue_Down");
    has_no_note("oversubscribed");
  }
}
END_TEST

// A failed link keeps its number until all failures are known.
START_TEST(htsim_failures) {
  static const char flows[] =
      "failure switch_type AGG switch_id 0 link_id 0\nfailure switch_type AGG switch_id 0 link_id 1\n"
      "0->5 start 0 size 100\n";
  write_all(HTSIM, three_tiers, flows, NULL);
  ck_assert_int_eq(m.links, 8 + 2 * 4 + 4 * 2 - 2);
  ck_assert_int_eq(m.degree[12], 2);
  ck_assert_int_eq(m.degree[16], 2);
  ck_assert_ptr_null(strstr(text, "s12-s16"));
  has("  - {name: s13-s17-2, a: s13, b: s17, ");
}
END_TEST

static const struct {
  const char *flows, *csv, *note;
} triggers[] = {
    {"0->1 id 1 start 0 size 7 send_done_trigger 1\n2->1 id 2 trigger 1 size 8\n3->1 trigger 1 size 9\nTrigger id 1 "
     "oneshot\n",
     "h0,h1,0,7,0,\nh2,h1,0,8,,csv-2\nh3,h1,0,9,,csv-2\n", "send_done_trigger fires when the last byte has arrived"},
    {"0->1 start 0 size 7 recv_done_trigger 4\n2->1 start 4.6 size 7 recv_done_trigger 4\n3->1 trigger 4 size 9\n"
     "trigger id 4 count 2 barrier\n",
     "h0,h1,0,7,0,\nh2,h1,0,7,0.000005,\nh3,h1,0,9,,csv-2 csv-3\n", NULL},
    {"0->1 start 0 size 7 recv_done_trigger 4\n2->1 start 0 size 7 recv_done_trigger 4\n3->1 trigger 4 size 9\n"
     "4->1 trigger 4 size 9\ntrigger id 4 multishot\n",
     "h0,h1,0,7,0,\nh2,h1,0,7,0,\nh3,h1,0,9,,csv-2\nh4,h1,0,9,,csv-3\n", "paired in the order of the file"},
    {"0->1 start 0 size 7 recv_done_trigger 4\n2->1 start 0 size 7 recv_done_trigger 4\n3->1 trigger 4 size 9 "
     "recv_done_trigger 9\n4->1 trigger 9 size 9\ntrigger id 4 multishot\ntrigger id 9 multishot\n",
     "h0,h1,0,7,0,\nh2,h1,0,7,0,\nh3,h1,0,9,,csv-2\nh4,h1,0,9,,csv-4\n", "paired in the order of the file"},
    {"0->1 start 0 size 7 recv_done_trigger 4\n2->1 trigger 4 size 9\ntrigger id 4 multishot\n",
     "h0,h1,0,7,0,\nh2,h1,0,9,,csv-2\n", NULL},
    {"0->1 trigger 9 size 7 recv_done_trigger 4\n2->1 trigger 4 size 7\n3->1 start 1 size 5 recv_done_trigger 9\n"
     "trigger id 9 oneshot\ntrigger id 4 oneshot\n",
     "h0,h1,0,7,,csv-4\nh2,h1,0,7,,csv-2\nh3,h1,0,5,0,\n", "time 0 is 0.000001 us of the files"},
};

START_TEST(htsim_triggers) {
  char expected[512];
  write_all(HTSIM, TWO_TIERS, triggers[_i].flows, NULL);
  snprintf(expected, sizeof expected, "source,destination,class,bytes,start_us,after\n%s", triggers[_i].csv);
  ck_assert_str_eq(csv, expected);
  if (triggers[_i].note != NULL)
    has_note(triggers[_i].note);
  else
    has_no_note("paired in the order of the file");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_test(t, htsim_two_tiers);
  tcase_add_test(t, htsim_three_tiers);
  tcase_add_test(t, htsim_notes);
  tcase_add_test(t, htsim_failures);
  tcase_add_loop_test(t, htsim_triggers, 0, COUNT(triggers));
  Suite *s = suite_create("import_htsim");
  suite_add_tcase(s, t);
  return suite_run(s);
}
