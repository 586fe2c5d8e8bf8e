// Tests generated traffic: random numbers, distributions of flow sizes, arrivals and patterns. The references are the
// distributions themselves, with statistical tolerances at fixed seeds. `make check T=traffic` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "tb/sim/traffic/random.h"
#include "tb/sim/traffic/sizes.h"
#include "tests/net/fabric.h"

// ---- random numbers ----

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Kolmogorov-Smirnov: sqrt(n) times the largest distance between the sample and its distribution. The result exceeds
// 1.95 for one of a thousand samples.
static double distance(double *sample, int n, double (*distribution)(const void *arg, double x), const void *arg) {
  double most = 0;
  qsort(sample, (size_t)n, sizeof *sample, ascending);
  for (int i = 0; i < n; i++) {
    double p = distribution(arg, sample[i]);
    most = fmax(most, fmax(fabs(p - (double)i / n), fabs(p - (double)(i + 1) / n)));
  }
  return most * sqrt(n);
}

enum { DRAWS = 100000 };

static double exponential(const void *arg, double x) {
  (void)arg;
  return 1 - exp(-x);
}

START_TEST(exponential_intervals) {
  double *sample = malloc(DRAWS * sizeof *sample), sum = 0;
  uint64_t state = (uint64_t)_i;
  for (int i = 0; i < DRAWS; i++) sum += sample[i] = random_exponential(&state);
  ck_assert_double_eq_tol(sum / DRAWS, 1, 4 / sqrt(DRAWS));
  double d = distance(sample, DRAWS, exponential, NULL);
  ck_assert_msg(d < 1.95, "seed %d: distance %g", _i, d);
  free(sample);
}
END_TEST

// Without rejection, every third number below 3 * 2^30 would occur twice as often.
START_TEST(whole_numbers_are_equally_likely) {
  static const uint32_t sizes[] = {1, 2, 3, 99, 0xc0000000};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    uint64_t state = k;
    int rest[3] = {0};
    for (int i = 0; i < DRAWS; i++) {
      uint32_t x = random_below(&state, sizes[k]);
      CHECK(x, <, sizes[k]);
      rest[x % 3]++;
    }
    for (int i = 0; i < 3 && sizes[k] % 3 == 0; i++)
      ck_assert_double_eq_tol(rest[i], DRAWS / 3.0, 4 * sqrt(DRAWS * 2 / 9.0));
  }
}
END_TEST

// ---- sizes ----

static double share_of(const void *arg, double bytes) {
  const struct sizes *s = arg;
  for (int i = 1; i < s->points; i++) {
    const struct sizes_point *a = &s->point[i - 1], *b = &s->point[i];
    if (bytes < b->bytes) return a->share + (b->share - a->share) * (bytes - a->bytes) / (b->bytes - a->bytes);
  }
  return 1;
}

static const struct {
  const char *name;
  double mean;
} shipped[] = {{"websearch", 1711250}, {"fb_hadoop", 120420.75}, {"alistorage2019", 40869.8}};

START_TEST(shipped_distributions) {
  struct sizes s;
  ck_assert_int_eq(sizes_load(&s, shipped[_i].name), 0);
  ck_assert_double_eq_tol(s.mean, shipped[_i].mean, 1e-6 * shipped[_i].mean);
  for (int i = 1; i + 1 < s.points; i++)  // at a point, and between two
    ck_assert_double_eq_tol((double)sizes_sample(&s, s.point[i].share), s.point[i].bytes, 1);
  double half = (s.point[1].share + s.point[2].share) / 2, middle = (s.point[1].bytes + s.point[2].bytes) / 2;
  ck_assert_double_eq_tol((double)sizes_sample(&s, half), middle, 1);
  ck_assert_uint_eq(sizes_sample(&s, 0), 1);
  double *sample = malloc(DRAWS * sizeof *sample), sum = 0;
  uint64_t state = 1;
  for (int i = 0; i < DRAWS; i++) sum += sample[i] = (double)sizes_sample(&s, random_unit(&state));
  double sigma = sqrt((s.square - s.mean * s.mean) / DRAWS);
  ck_assert_msg(fabs(sum / DRAWS - s.mean) < 4 * sigma, "mean %g, expected %g, sigma %g", sum / DRAWS, s.mean, sigma);
  double d = distance(sample, DRAWS, share_of, &s);
  ck_assert_msg(d < 1.95, "%s: distance %g", shipped[_i].name, d);
  free(sample);
  sizes_free(&s);
}
END_TEST

// A step and a gap without flows: 30 % of flows have 100 bytes, 70 % have 500 to 700.
START_TEST(steps_and_gaps) {
  struct error err;
  struct sizes s;
  write_file("f.csv", "# mine\n\nbytes,percent\r\n100,0\r\n100,30\n500,30.0\n700,100\n");
  FILE *file = fopen(in_dir("f.csv"), "r");
  ck_assert_int_eq(sizes_read(&s, file, "f.csv", &err), 0);
  fclose(file);
  ck_assert_double_eq_tol(s.mean, 0.3 * 100 + 0.7 * 600, 1e-9);
  ck_assert_double_eq_tol(s.square, 0.3 * 1e4 + 0.7 * (25e4 + 35e4 + 49e4) / 3, 1e-6);
  ck_assert_uint_eq(sizes_sample(&s, 0), 100);
  ck_assert_uint_eq(sizes_sample(&s, 0.2999), 100);
  ck_assert_uint_eq(sizes_sample(&s, 0.3), 500);
  ck_assert_uint_eq(sizes_sample(&s, 0.65), 600);
  sizes_free(&s);
}
END_TEST

// ---- arrivals ----

// The bytes that a Poisson process offers in a window have a known mean and variance. The sample over many seeds must
// match both.
START_TEST(offered_load_matches) {
  enum { SEEDS = 60 };
  double load = (double[]){0.05, 0.5, 0.9}[_i], z = 0, zz = 0, flows = 0;
  char text[256];
  struct sizes d;
  CHECK(sizes_load(&d, "alistorage2019"), ==, 0);
  snprintf(text, sizeof text, "traffic: [{name: t, pattern: %s, sizes: alistorage2019, load: %g, start_us: 1000}]",
           _i == 1 ? "permutation" : "uniform", load);
  write_fabric(text);
  double seconds = 3000e-6, bits = HOSTS * 100e9 * load * seconds;
  double arrivals = bits / 8 / d.mean;
  for (int seed = 1; seed <= SEEDS; seed++) {
    struct scenario *s = load_seed((uint64_t)seed);
    double sum = 0;
    for (int i = 0; i < s->flows; i++) {
      CHECK(s->flow[i].start, >=, 500000);
      CHECK(s->flow[i].start, <, s->stop);
      if (i > 0) CHECK(s->flow[i].start, >=, s->flow[i - 1].start);
      sum += (double)s->flow[i].bytes;
    }
    flows += s->flows;
    double one = (sum - bits / 8) / sqrt(arrivals * d.square);
    z += one;
    zz += one * one;
    scenario_free(s);
  }
  sizes_free(&d);
  ck_assert_double_eq_tol(flows, SEEDS * arrivals, 4 * sqrt(SEEDS * arrivals));
  ck_assert_msg(fabs(z) < 4 * sqrt(SEEDS), "load %g: mean is off by %g standard deviations", load, z / sqrt(SEEDS));
  ck_assert_msg(fabs(zz - SEEDS) < 4 * sqrt(2.0 * SEEDS), "load %g: variance is %g times the expected one", load,
                zz / SEEDS);
}
END_TEST

// Incast at a load: each arrival starts one flow per sender.
START_TEST(load_of_incast) {
  struct scenario *s = load_fabric(
      "traffic: [{name: t, pattern: incast, senders: 5, bytes: 10KB, load: 0.2, from: [\"a*\"], to: [b0]}]");
  double arrivals = 0.2 * 8 * 100e9 * 4000e-6 / (8 * 5 * 1e4);
  ck_assert_int_eq(s->flows % 5, 0);
  ck_assert_double_eq_tol(s->flows / 5, arrivals, 4 * sqrt(arrivals));
  scenario_free(s);
}
END_TEST

START_TEST(once_and_regular) {
  struct scenario *s = load_fabric(
      "traffic:\n  - {name: once, pattern: uniform, bytes: 1KB, start_us: 7, class: 3, packet_bytes: 64}\n"
      "  - {name: often, pattern: uniform, bytes: 2KB, period_us: 10, start_us: 5, until_us: 25, from: [a1, a2]}");
  CHECK(s->flows, ==, HOSTS + 4);
  CHECK(s->groups, ==, 2);
  CHECK(s->group[1].first, ==, HOSTS);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    char name[32];
    snprintf(name, sizeof name, i < HOSTS ? "once-%d" : "often-%d", i % HOSTS);
    ck_assert_str_eq(f->name, name);
    CHECK(f->from, !=, f->to);
    CHECK(f->from, ==, s->switches + (i < HOSTS ? i : 1 + i % 2));
    CHECK(f->start, ==, i < HOSTS ? 3500 : i < HOSTS + 2 ? 2500 : 7500);
    CHECK(f->cls, ==, i < HOSTS ? 3 : 0);
    CHECK(f->packet, ==, i < HOSTS ? 64 : 1000);
    CHECK(f->bytes, ==, i < HOSTS ? 1000 : 2000);
  }
  scenario_free(s);
}
END_TEST

// Each host sends to the host `shift` places further; half of the hosts by default.
START_TEST(shifts_go_around_the_list) {
  static const struct {
    const char *keys;
    int hosts, shift;
  } rows[] = {{"", 16, 8}, {", shift: 3", 16, 3}, {", shift: 6, from: [\"a*\"]", 8, 6}, {", from: [a2, a5, a7]", 3, 1}};
  char text[256];
  snprintf(text, sizeof text, "traffic: [{name: s, pattern: shift, bytes: 1KB%s}]", rows[_i].keys);
  write_fabric(text);
  struct scenario *s = load_seed(1);
  CHECK(s->flows, ==, rows[_i].hosts);
  for (int i = 0; i < s->flows; i++) CHECK(s->flow[i].to, ==, s->flow[(i + rows[_i].shift) % s->flows].from);
  scenario_free(s);
}
END_TEST

// Four hosts have nine derangements, which must be equally likely.
START_TEST(permutations_are_derangements) {
  enum { SEEDS = 900 };
  int seen[256] = {0}, kinds = 0;
  write_fabric("traffic: [{name: p, pattern: permutation, from: [\"a[0-3]\"]}]");
  for (int seed = 1; seed <= SEEDS; seed++) {
    struct scenario *s = load_seed((uint64_t)seed);
    int code = 0, to = 0;
    CHECK(s->flows, ==, 4);
    for (int i = 0; i < 4; i++) {
      int partner = s->flow[i].to - s->switches;
      CHECK(s->flow[i].from - s->switches, ==, i);
      CHECK(partner, !=, i);
      CHECK(s->flow[i].bytes, ==, 0);
      to |= 1 << partner;
      code = 4 * code + partner;
    }
    CHECK(to, ==, 15);
    seen[code]++;
    scenario_free(s);
  }
  for (int i = 0; i < 256; i++) {
    kinds += seen[i] > 0;
    if (seen[i] > 0) ck_assert_double_eq_tol(seen[i], SEEDS / 9.0, 4 * sqrt(SEEDS * 8 / 81.0));
  }
  CHECK(kinds, ==, 9);
}
END_TEST

START_TEST(incast_has_different_senders) {
  struct scenario *s =
      load_fabric("traffic: [{name: i, pattern: incast, senders: 6, bytes: 64KB, period_us: 4, from: [\"a*\", b1]}]");
  CHECK(s->flows, ==, 6000);
  for (int event = 0; event < 1000; event++) {
    int senders = 0, to = s->flow[6 * event].to;
    for (int i = 6 * event; i < 6 * event + 6; i++) {
      const struct scenario_flow *f = &s->flow[i];
      int host = f->from - s->switches;
      CHECK(f->to, ==, to);
      CHECK(f->from, !=, to);
      CHECK((0x2ff >> host & 1), ==, 1);
      CHECK((senders >> host & 1), ==, 0);
      CHECK(f->start, ==, (uint64_t)event * 2000);
      senders |= 1 << host;
    }
  }
  scenario_free(s);
}
END_TEST

// Published results cite a seed, so the generator must never change a value.
START_TEST(same_on_every_machine) {
  struct error err;
  struct scenario *s;
  uint64_t hash = 0;
  ck_assert_msg(scenario_load("tb/examples/scenarios/websearch.yaml", &s, &err) == 0, "%s", err.text);
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    hash = random_mix(hash ^ (uint64_t)f->from);
    hash = random_mix(hash ^ (uint64_t)f->to);
    hash = random_mix(hash ^ f->bytes);
    hash = random_mix(hash ^ f->start);
    for (int k = 0; k < f->hops; k++) hash = random_mix(hash ^ f->egress[k]);
  }
  ck_assert_int_eq(s->flows, 384);
  ck_assert_msg(hash == UINT64_C(0xcd5b25a423f0a166), "hash: expected 0xcd5b25a423f0a166, got 0x%llx",
                (unsigned long long)hash);
  scenario_free(s);
}
END_TEST

// The scenario's seed applies to all entries, and each entry draws its own numbers. An entry with its own seed does not
// depend on the scenario's seed.
START_TEST(seeds) {
  write_fabric(
      "seed: 5\ntraffic:\n  - {name: x, pattern: uniform, sizes: websearch, load: 0.5}\n"
      "  - {name: y, pattern: uniform, sizes: websearch, load: 0.5}\n"
      "  - {name: z, pattern: uniform, sizes: websearch, load: 0.5, seed: 9}");
  struct scenario *a = load_seed(0), *b = load_seed(5), *c = load_seed(6);
  ck_assert_int_eq(a->flows, b->flows);
  ck_assert(same_flows(a, b, 0, a->flows));
  ck_assert_uint_eq(c->seed, 6);
  ck_assert_int_gt(a->group[0].count, 50);
  ck_assert(a->group[0].count != a->group[1].count || a->flow[0].start != a->flow[a->group[1].first].start);
  ck_assert(a->group[0].count != c->group[0].count || a->flow[0].start != c->flow[0].start);
  ck_assert_int_eq(a->group[2].count, c->group[2].count);
  for (int i = 0; i < a->group[2].count; i++)
    ck_assert_uint_eq(a->flow[a->group[2].first + i].bytes, c->flow[c->group[2].first + i].bytes);
  scenario_free(a);
  scenario_free(b);
  scenario_free(c);
}
END_TEST

// All hosts send to one host, which does not send.
START_TEST(all_to_one) {
  struct scenario *s = load_fabric("traffic: [{name: t, pattern: uniform, bytes: 1KB, to: [b0]}]");
  CHECK(s->flows, ==, HOSTS - 1);
  for (int i = 0; i < s->flows; i++) {
    CHECK(s->flow[i].to, ==, s->switches + 8);
    CHECK(s->flow[i].from, ==, s->switches + (i < 8 ? i : i + 1));
  }
  scenario_free(s);
}
END_TEST

// The check of clock_mhz counts equal flows once: eight hosts, each with five flows of 19.53 million packets per second
// and one flow of 0.83 million.
START_TEST(flows_that_are_alike_count_together) {
  char text[4096] = "flows:\n";
  for (int i = 0; i < 48; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "  - {name: f%d, from: a%d, to: b%d, gbps: 10, packet_bytes: %d}\n", i, i / 6, i / 6,
             i % 6 < 5 ? 64 : 1500);
  struct scenario *s = load_fabric(text);
  ck_assert_int_ge(s->warnings, 1);
  ck_assert_ptr_nonnull(strstr(s->warning[0], "into switch A up to 787.9 million packets per second"));
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, exponential_intervals, 1, 4);
  tcase_add_test(t, whole_numbers_are_equally_likely);
  tcase_add_loop_test(t, shipped_distributions, 0, COUNT(shipped));
  tcase_add_test(t, steps_and_gaps);
  tcase_add_loop_test(t, offered_load_matches, 0, 3);
  tcase_add_test(t, load_of_incast);
  tcase_add_test(t, once_and_regular);
  tcase_add_test(t, permutations_are_derangements);
  tcase_add_loop_test(t, shifts_go_around_the_list, 0, 4);
  tcase_add_test(t, incast_has_different_senders);
  tcase_add_test(t, same_on_every_machine);
  tcase_add_test(t, seeds);
  tcase_add_test(t, all_to_one);
  tcase_add_test(t, flows_that_are_alike_count_together);
  return run_suite(suite_create("traffic"), t);
}
