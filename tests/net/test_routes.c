// Tests the routes that ECMP gives to flows, and hosts that send many flows. The references are a second implementation
// of the hash, a search by relaxation, and the line rates. `make check T=routes` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "tb/sim/clocked/clocked_network.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/nodes/sources.h"
#include "tb/sim/traffic/random.h"
#include "tests/net/fabric.h"

// ---- routes ----

// A second implementation of the documented hash.
static unsigned hash(const struct scenario *s, uint64_t seed, int flow, int node) {
  uint64_t h = random_mix(seed);
  h = random_mix(h ^ (uint64_t)(s->flow[flow].from - s->switches));
  h = random_mix(h ^ (uint64_t)(s->flow[flow].to - s->switches));
  h = random_mix(h ^ (uint64_t)flow);
  return (unsigned)(random_mix(h ^ (uint64_t)node) % 5);
}

// B has five shortest paths to A, two of them over S3: ports 0 to 4.
START_TEST(ecmp_takes_every_shortest_path) {
  enum { FLOWS = 4000 };
  int taken[5] = {0};
  struct scenario *s = load_fabric(
      "routing: ecmp\necmp_seed: 77\nflows:\n  - {name: f, from: b0, to: a0, route: [B, S2, A]}\n"
      "traffic: [{name: t, pattern: uniform, bytes: 1KB, period_us: 8, from: [\"b*\"], to: [\"a*\"]}]");
  CHECK(s->flows, ==, 1 + FLOWS);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    CHECK(f->hops, ==, 3);
    CHECK(f->route[0], ==, 1);
    CHECK(f->route[1], ==, 2 + (f->egress[0] < 3 ? f->egress[0] : 3));
    CHECK(f->route[2], ==, 0);
    CHECK(f->egress[1], ==, 0);
    CHECK(f->egress[2], ==, 4u + (unsigned)(f->to - s->switches));
    if (i == 0) CHECK(f->egress[0], ==, 2);
    if (i > 0) CHECK(f->egress[0], ==, hash(s, 77, i, 1));
    if (i > 0) taken[f->egress[0]]++;
  }
  for (int i = 0; i < 5; i++) ck_assert_double_eq_tol(taken[i], FLOWS / 5.0, 4 * sqrt(FLOWS * 4 / 25.0));
  scenario_free(s);
}
END_TEST

// The default of ecmp_seed is the scenario's seed. Without ECMP every flow takes the path that is declared first.
START_TEST(ecmp_follows_the_seed) {
  static const char *const flows =
      "traffic: [{name: t, pattern: permutation, bytes: 1KB, period_us: 8, seed: 1, from: [\"a[01]\", \"b[01]\"]}]";
  char text[256];
  int differ = 0, first = 0;
  snprintf(text, sizeof text, "routing: ecmp\n%s", flows);
  write_fabric(text);
  struct scenario *a = load_seed(1), *b = load_seed(2);
  ck_assert_int_eq(a->flows, b->flows);
  ck_assert(same_flows(a, b, 0, a->flows));
  for (int i = 0; i < a->flows; i++) differ += a->flow[i].egress[0] != b->flow[i].egress[0];
  ck_assert_int_gt(differ, 0);
  struct scenario *c = load_fabric(flows);
  for (int i = 0; i < c->flows; i++) first += c->flow[i].hops == 1 || c->flow[i].egress[0] == 0;
  ck_assert_int_eq(first, c->flows);
  scenario_free(a);
  scenario_free(b);
  scenario_free(c);
}
END_TEST

// More switches than the router searches at once, joined at random. Every route must be as short as a route found by
// relaxing all links until nothing changes.
START_TEST(shortest_over_many_switches) {
  enum { SWITCHES = 150, CHORDS = 40 };
  static char text[65536];
  uint64_t random = (uint64_t)_i;
  FILE *to = fmemopen(text, sizeof text, "w");
  fprintf(to, "name: many\nclock_mhz: 500\ngbps: 100\nduration_us: 10\nrouting: %s\n", _i % 2 != 0 ? "ecmp" : "first");
  fprintf(to, "mmu: {scheme: DSH, buffer: 8MB, headroom: 16KB, alpha: 1/8}\nswitches:\n");
  for (int i = 0; i < SWITCHES; i++) fprintf(to, "- {name: S%d}\n", i);
  fprintf(to, "links:\n");
  for (int i = 1; i < SWITCHES; i++) fprintf(to, "- {name: L%d, a: S%d, b: S%d}\n", i, i - 1, i);
  for (int i = 0; i < CHORDS; i++) {
    uint32_t a = random_below(&random, SWITCHES), b = random_below(&random, SWITCHES);
    if (a != b) fprintf(to, "- {name: C%d, a: S%u, b: S%u}\n", i, a, b);
  }
  fprintf(to, "hosts:\n");
  for (int i = 0; i < SWITCHES; i++) fprintf(to, "- {name: h%d, switch: S%d}\n", i, i);
  fprintf(to, "traffic: [{name: t, pattern: uniform, bytes: 1KB, load: 0.01}]\n");
  fclose(to);
  write_file("s.yaml", text);
  struct error err;
  struct scenario *s;
  ck_assert_msg(scenario_load(in_dir("s.yaml"), &s, &err) == 0, "%s", err.text);
  CHECK(s->flows, >, 20);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    int far[SWITCHES], last = f->to - s->switches;  // host i is at switch i
    for (int k = 0; k < SWITCHES; k++) far[k] = k == last ? 0 : SWITCHES;
    for (bool more = true; more;) {
      more = false;
      for (int side = 0; side < 2 * (s->links - s->hosts); side++) {
        int a = s->link[side / 2].end[side % 2].node, b = s->link[side / 2].end[1 - side % 2].node;
        if (far[b] + 1 < far[a]) far[a] = far[b] + 1, more = true;
      }
    }
    CHECK(f->hops, ==, far[f->from - s->switches] + 1);
    CHECK(f->route[f->hops - 1], ==, last);
    for (int k = 0; k < f->hops; k++) CHECK(far[f->route[k]], ==, f->hops - 1 - k);
  }
  scenario_free(s);
}
END_TEST

// ---- sending ----

// Sets of all depths against an array of booleans. First a few members are added and removed again and again, then
// many.
START_TEST(sets) {
  static const uint32_t sizes[] = {1, 63, 64, 65, 4096, 4097, 300000};
  uint32_t size = sizes[_i];
  bool *in = calloc(size, 1);
  struct set s;
  uint64_t random = 1;
  CHECK(set_init(&s, size), ==, 0);
  ck_assert(set_empty(&s));
  uint32_t members = 0, few[4];
  for (int i = 0; i < 4; i++) few[i] = random_below(&random, size);
  for (int step = 0; step < 4000; step++) {
    uint32_t k = random_below(&random, size), from = random_below(&random, size);
    if (step < 1000) k = few[random_below(&random, 4)];
    bool add = random_below(&random, 4000) > (uint32_t)step;
    if (step < 1000) add = random_below(&random, 3) == 0;
    members += add && !in[k];
    members -= in[k] && !add;
    if (add)
      set_add(&s, k);
    else
      set_remove(&s, k);
    in[k] = add;
    int64_t expected = -1;
    for (uint32_t j = from; j < size && expected < 0; j++)
      if (in[j]) expected = j;
    int64_t got = set_from(&s, from);
    if (got != expected)
      ck_abort_msg("size %u, step %d, from %u: %lld, expected %lld", size, step, from, (long long)got,
                   (long long)expected);
    CHECK(set_empty(&s), ==, members == 0);
  }
  set_free(&s);
  free(in);
}
END_TEST

static struct clocked_network *run(const struct scenario *s) {
  struct clocked_network *n;
  struct network_options o = {.engine = ENGINE_MODEL, .seed = s->seed};
  ck_assert_int_eq(clocked_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(clocked_run(n), NETWORK_OK);
  return n;
}

// All flows arrive completely, none faster than the line allows, and the links have carried exactly the offered bytes.
START_TEST(all_offered_bytes_arrive) {
  static const char *const patterns[] = {"uniform", "permutation", "incast, senders: 6"};
  char text[512];
  snprintf(text, sizeof text,
           "jitter_ns: 300\nrouting: ecmp\ntraffic:\n"
           "  - {name: t, pattern: %s, sizes: alistorage2019, load: 0.3, until_us: 800}\n"
           "  - {name: u, pattern: uniform, bytes: 100, load: 0.02, until_us: 800, class: 5}",
           patterns[_i]);
  struct scenario *s = load_fabric(text);
  struct clocked_network *n = run(s);
  const struct network_result *r = clocked_result(n);
  uint64_t offered[HOSTS] = {0};
  CHECK(r->verdict.kind, ==, VERDICT_DRAINED);
  CHECK(r->lost, ==, 0);
  CHECK(r->stop, <, s->stop);  // the last flow had sent all its bytes before s->stop
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    const struct flow_result *x = &r->flow[i];
    CHECK(x->sent_bytes, ==, f->bytes);
    CHECK(x->bytes, ==, f->bytes);
    CHECK(x->packets, ==, (f->bytes + f->packet - 1) / f->packet);
    CHECK(x->start, >=, f->start);
    CHECK(x->start, <=, f->start + 150);
    double least = (double)f->bytes * 8 / 100 / 2 + 50 * (f->hops + 1);  // cycles of 2 ns
    CHECK((double)(x->last - x->start) + 1, >=, least);
    uint64_t last = f->bytes - (x->packets - 1) * f->packet;
    offered[f->from - s->switches] += f->bytes + (last < MIN_FRAME ? MIN_FRAME - last : 0);
  }
  for (int i = 0; i < HOSTS; i++) {
    const struct link_result *l = &r->link[s->host[i].link][1];
    CHECK(l->bytes - l->message_bytes, ==, offered[i]);
  }
  clocked_free(n);
  scenario_free(s);
}
END_TEST

// Flows of one host that do not overlap, listed in random order. Each flow must take as long as the first one.
START_TEST(each_starts_in_time) {
  enum { FLOWS = 1000 };
  uint32_t order[FLOWS] = {0};
  uint64_t random = 3;
  for (uint32_t i = 0; i < FLOWS; i++) {
    uint32_t k = random_below(&random, i + 1);
    order[i] = order[k];
    order[k] = i;
  }
  FILE *f = fopen(in_dir("f.csv"), "w");
  fputs(HEADING, f);
  for (int i = 0; i < FLOWS; i++) fprintf(f, "a0,b0,%d,100,%.1f\n", i % 8, 0.4 * order[i]);
  fclose(f);
  struct scenario *s = load_fabric("flows_csv: f.csv");
  struct clocked_network *n = run(s);
  const struct flow_result *r = clocked_result(n)->flow;
  for (int i = 0; i < FLOWS; i++) {
    CHECK(r[i].start, ==, (uint64_t)order[i] * 200);
    CHECK(r[i].last - r[i].start, ==, r[0].last - r[0].start);
  }
  clocked_free(n);
  scenario_free(s);
}
END_TEST

// The flows of a host alternate, whatever their classes. A packet takes 40.8 cycles. A packet that could start in cycle
// 204, in which its flow stops, is not sent.
START_TEST(flows_take_turns_until_they_stop) {
  struct scenario *s = load_fabric(
      "flows:\n  - {name: f, from: a0, to: b0, class: 3, stop_us: 400}\n  - {name: g, from: a0, to: b1, class: 1, "
      "stop_us: 400}\n"
      "  - {name: h, from: a0, to: b2, class: 2, stop_us: 400}\n  - {name: i, from: a0, to: b3, class: 1, stop_us: "
      "400}\n"
      "  - {name: short, from: a1, to: a2, stop_us: 0.408}");
  struct clocked_network *n = run(s);
  const struct flow_result *r = clocked_result(n)->flow;
  CHECK(r[0].sent, >, 1000);
  for (int i = 1; i < 4; i++) {
    CHECK(r[i].sent + 1, >=, r[0].sent);
    CHECK(r[i].sent, <=, r[0].sent);
  }
  CHECK(r[4].sent, ==, 5);
  clocked_free(n);
  scenario_free(s);
}
END_TEST

// Many flows with a rate and one flow without. No flow may exceed its rate, and the line is never idle.
START_TEST(flows_keep_their_rates) {
  enum { FLOWS = 40 };
  char text[8192] = "flows:\n  - {name: rest, from: a0, to: b0, stop_us: 400}\n";
  for (int i = 0; i < FLOWS; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "  - {name: f%d, from: a0, to: b1, class: %d, gbps: %d.%d, start_us: %d, stop_us: 400}\n", i, i % 8,
             i / 10, i % 10 + 1, i);
  strcat(text, "  - {name: late, from: a0, to: b2, bytes: 1, start_us: 399}");
  struct scenario *s = load_fabric(text);
  struct clocked_network *n = run(s);
  const struct network_result *r = clocked_result(n);
  uint64_t all = 0;
  for (int i = 1; i <= FLOWS; i++) {
    double most = (double)s->flow[i].bps * (double)(s->flow[i].stop - s->flow[i].start) / 500e6 / 8;
    ck_assert_double_le((double)r->flow[i].sent_bytes, most + 1000);
    all += r->flow[i].sent_bytes;
  }
  ck_assert_double_eq_tol((double)(all + r->flow[0].sent_bytes), 400e-6 * 100e9 / 8 * 1000 / 1020, 2000);
  ck_assert_uint_eq(r->flow[FLOWS + 1].bytes, 1);
  clocked_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_test(t, ecmp_takes_every_shortest_path);
  tcase_add_test(t, ecmp_follows_the_seed);
  tcase_add_loop_test(t, shortest_over_many_switches, 0, 4);
  tcase_add_loop_test(t, sets, 0, 7);
  tcase_add_loop_test(t, all_offered_bytes_arrive, 0, 3);
  tcase_add_test(t, each_starts_in_time);
  tcase_add_test(t, flows_take_turns_until_they_stop);
  tcase_add_test(t, flows_keep_their_rates);
  return run_suite(suite_create("routes"), t);
}
