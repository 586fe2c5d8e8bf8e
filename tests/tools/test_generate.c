// Tests the random networks of the studies: connected, within the limits, routes without a repeated switch, and equal
// files for equal seeds. `make check T=generate` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/analyze/generate.h"
#include "tb/sim/scenario/scenario.h"
#include "tests/suite.h"

static const struct generate_options small = {
    .topologies = GENERATE_TOPOLOGIES,
    .switches = 8,
    .hops = 7,
    .stop_us = 100,
    .duration_us = 200,
    .mmu = "scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB",
};

static char *text_of(uint64_t seed, const struct generate_options *o) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  ck_assert_ptr_nonnull(to);
  generate_scenario(seed, o, to);
  fclose(to);
  return text;
}

static struct scenario *load(uint64_t seed, const struct generate_options *o) {
  char path[] = "/tmp/test_generate.XXXXXX";
  struct error err;
  struct scenario *s;
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  char *text = text_of(seed, o);
  ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  free(text);
  close(fd);
  ck_assert_msg(scenario_load(path, &s, &err) == 0, "%s", err.text);
  unlink(path);
  return s;
}

static int degree(const struct scenario *s, int sw) {
  int links = 0;
  for (int i = 0; i < s->links; i++)
    links += !s->link[i].access && (s->link[i].end[0].node == sw || s->link[i].end[1].node == sw);
  return links;
}

static void check_connected(const struct scenario *s) {
  unsigned seen = 1;
  for (int round = 0; round < s->switches; round++)
    for (int i = 0; i < s->links; i++) {
      unsigned ends = 1u << s->link[i].end[0].node | 1u << s->link[i].end[1].node;
      if (!s->link[i].access && (seen & ends) != 0) seen |= ends;
    }
  ck_assert_uint_eq(seen, (1u << s->switches) - 1);
}

START_TEST(networks_keep_their_limits) {
  for (uint64_t seed = 1; seed <= 500; seed++) {
    int topology = generate_topology(&small, seed);
    struct scenario *s = load(seed, &small);
    ck_assert_int_ge(s->switches, 3);
    ck_assert_int_le(s->switches, small.switches);
    if (topology != GENERATE_LEAF_SPINE) check_connected(s);  // failed links may disconnect a leaf-spine network
    for (int i = 0; topology == GENERATE_REGULAR && i < s->switches; i++) ck_assert_int_eq(degree(s, i), degree(s, 0));
    for (int i = 0; i < s->flows; i++) {
      const struct scenario_flow *f = &s->flow[i];
      unsigned seen = 0;
      ck_assert_int_le(f->hops, small.hops);
      for (int k = 0; k < f->hops; k++) {
        ck_assert_uint_eq(seen >> f->route[k] & 1, 0);
        seen |= 1u << f->route[k];
      }
    }
    scenario_free(s);
  }
}
END_TEST

// FNV-1a of the files of the seeds from 1 to `last`.
static uint64_t hash_of(const struct generate_options *o, uint64_t last) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint64_t seed = 1; seed <= last; seed++) {
    char *text = text_of(seed, o);
    for (const char *c = text; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    free(text);
  }
  return hash;
}

// docs/guide/analysis.md and the studies describe networks by their seeds, so the networks of a seed must never change.
START_TEST(a_seed_is_always_the_same_file) {
  struct generate_options o = small;
  o.topologies = GENERATE_LEAF_SPINE + 1;
  o.switches = GENERATE_SWITCHES;
  o.hops = GENERATE_HOPS;
  ck_assert_uint_eq(hash_of(&o, 300), UINT64_C(13498790922066881336));
  ck_assert_uint_eq(hash_of(&small, 500), UINT64_C(3493488930466943642));
}
END_TEST

// Bursts are the same flows with finite sizes, started within half of the time.
START_TEST(bursts) {
  struct generate_options o = small;
  o.bytes = 70000;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct scenario *endless = load(seed, &small), *s = load(seed, &o);
    ck_assert_uint_eq(s->jitter, s->stop / 2);
    ck_assert_int_eq(s->flows, endless->flows);
    for (int i = 0; i < s->flows; i++) {
      ck_assert_uint_eq(s->flow[i].bytes, o.bytes);
      ck_assert_uint_eq(endless->flow[i].bytes, 0);
      ck_assert_int_eq(s->flow[i].hops, endless->flow[i].hops);
      ck_assert_int_eq(memcmp(s->flow[i].route, endless->flow[i].route, (size_t)s->flow[i].hops * sizeof(int)), 0);
    }
    scenario_free(endless);
    scenario_free(s);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("generate");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, networks_keep_their_limits);
  tcase_add_test(t, a_seed_is_always_the_same_file);
  tcase_add_test(t, bursts);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
