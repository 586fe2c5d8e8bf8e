// Tests each pair of the features of features.c on one small network. Each key of both changes a result, or causes its
// line before the run; a pair that is refused is one that the table expects. Bytes and cells are conserved, time never
// goes back, no lossless packet is lost where headroom follows from the links, and threads, windows and ranks do not
// change a byte. `make check` and `make test` take a share of the pairs, `make pairs` all.
// SLUICE_PAIR=A+B SLUICE_SHOW=1 repeats a pair and prints its scenario.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/files/yaml_text.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tests/pairs/features.h"
#include "tests/pairs/outcome.h"
#include "tests/suite.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct division divisions[] = {
    {"1 thread", 1, 1, false},  {"1 thread, window / 3", 1, 3, false},
    {"2 threads", 2, 1, false}, {"4 threads", 4, 7, false},
    {"2 ranks", 1, 1, true},
};
enum { DIVISIONS = sizeof divisions / sizeof divisions[0] };

static int every = 1;  // a share of the pairs is tested, each with one division

struct pair {
  const struct feature *a, *b;
  const struct key *key[PAIR_KEYS];
  int keys, tested;  // tested: the first one of the features
  bool model;
  char path[64];
  FILE *findings;
  int found;
};

static void found(struct pair *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(p->findings, "%s %s+%s: ", p->found++ > 0 ? "\n" : "", p->a->name, p->b->name);
  vfprintf(p->findings, format, args);
  va_end(args);
}

// Loads the pair; `without`: with the other value of this key, or without it if `left_out`; -1: as it is.
static int load(struct pair *p, int without, bool left_out, struct scenario **s, struct error *err) {
  struct yaml_setting set[PAIR_KEYS];
  int sets = 0;
  for (int i = 0; i < p->keys; i++) {
    const struct key *k = p->key[i];
    if (i == without && left_out) continue;
    set[sets++] = (struct yaml_setting){k->path, i == without ? k->other : k->value, "s.yaml:1", false};
  }
  return outcome_load(p->path, set, sets, p->model, s, err);
}

static bool warns(const struct scenario *s, const char *text) {
  for (int i = 0; i < s->warnings; i++)
    if (strstr(s->warning[i], text) != NULL) return true;
  return false;
}

// ---- the results of a run ----

static void check_flow(struct pair *p, const struct scenario *s, const struct network_result *r, int i) {
  const struct flow_result *f = &r->flow[i];
  const struct scenario_flow *x = &s->flow[i];
  const bool drained = r->verdict.kind == VERDICT_DRAINED;
  const uint64_t own = f->sent_bytes - f->resent;  // each byte once
  if (f->resent > f->sent_bytes || f->spurious > f->resent) found(p, "flow %s sent more again than at all", x->name);
  if (x->bytes != 0 && own > x->bytes) found(p, "flow %s sent more than its bytes", x->name);
  if (f->bytes > own) found(p, "flow %s: %" PRIu64 " bytes arrived, %" PRIu64 " were sent", x->name, f->bytes, own);
  if (f->lost + f->dropped + f->packets > f->sent) found(p, "flow %s: more packets than sent", x->name);
  if (scenario_policy_of(s, i)->algorithm != CONGESTION_NONE) return;
  if (drained && s->credits.frame_loss == 0 && f->lost + f->dropped + f->packets != f->sent)
    found(p, "flow %s: of %" PRIu64 " packets %" PRIu64 " arrived, %" PRIu64 " were lost, %" PRIu64 " dropped", x->name,
          f->sent, f->packets, f->lost, f->dropped);
  if (drained && f->sent == f->packets && f->sent_bytes != f->bytes)
    found(p, "flow %s: %" PRIu64 " bytes sent, %" PRIu64 " received", x->name, f->sent_bytes, f->bytes);
}

static void check_result(void *arg, const struct scenario *s, const struct network_result *r) {
  struct pair *p = arg;
  const unsigned is = p->a->is | p->b->is;
  for (int i = 0; i < s->flows; i++) check_flow(p, s, r, i);
  if (r->verdict.kind != VERDICT_DRAINED && !warns(s, "may wait for a full counter"))
    found(p, "the run ends %s", r->verdict.kind == VERDICT_MOVING ? "moving" : "deadlocked");
  if (r->lost > 0 && !(is & LOSES) && !warns(s, "may be lost") && !warns(s, "may outgrow"))
    found(p, "%" PRIu64 " lossless packets lost", r->lost);
  for (int i = 0; i < s->switches; i++)
    for (int side = 0; r->verdict.kind == VERDICT_DRAINED && side < SIDES; side++)
      for (int q = 0; q < scenario_queues(s, i); q++)
        if (r->sw[i].queue[side][q].cells != 0)
          found(p, "switch %s still has %u cells of queue %d", s->sw[i].name, r->sw[i].queue[side][q].cells, q);
}

// The first column of each row is its time.
static void check_times(struct pair *p, const struct outcome *x) {
  for (int i = FILE_PAUSES; i < OUTCOME_FILES; i++) {
    double last = 0;
    for (const char *row = x->text[i]; *row != '\0'; row = strchr(row, '\n') + 1) {
      const double now = strtod(row, NULL);
      if (now < last) {
        found(p, "%s goes back from %.3f to %.3f ns", outcome_file_name[i], last, now);
        break;
      }
      last = now;
    }
  }
}

// ---- keys ----

static const char *last_of(const char *path) {
  const char *key = path;
  for (const char *dot = path; (dot = strchr(dot, '.')) != NULL; dot++)
    if (!isdigit((unsigned char)dot[1])) key = dot + 1;
  return key;
}

static bool has_word(const char *line, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = line; (at = strstr(at, word)) != NULL; at++)
    if ((at == line || strchr(" .", at[-1]) != NULL) && strchr(" ;,.:", at[length]) != NULL) return true;
  return false;
}

// Whether a line before the run says that a key has no effect.
static bool is_named(const struct scenario *s, const char *path) {
  for (int i = 0; i < s->warnings; i++) {
    const char *line = s->warning[i];
    if (has_word(line, last_of(path)) &&
        (strstr(line, "no effect") || strstr(line, "does nothing") || strstr(line, "leave")))
      return true;
  }
  return false;
}

// Whether another key of the pair later sets the same key, or the map that it is in.
static bool is_replaced(const struct pair *p, int i) {
  for (int k = i + 1; k < p->keys; k++) {
    const size_t length = strlen(p->key[k]->path);
    const char *path = p->key[i]->path;
    if (strncmp(p->key[k]->path, path, length) == 0 && (path[length] == '\0' || path[length] == '.')) return true;
  }
  return false;
}

// Whether the run differs with the other value of key i, or without the key. Refusals are differences.
static bool acts(struct pair *p, int i, bool left_out, const struct outcome *base) {
  struct scenario *s;
  struct outcome x = {.text = {NULL}};
  struct error err;
  if (load(p, i, left_out, &s, &err) != 0) return false;
  outcome_run(&x, s, p->model, &divisions[0], NULL, NULL);
  const bool differs = outcome_differs(base, &x) >= 0;
  outcome_free(&x);
  scenario_free(s);
  return differs;
}

static void check_keys(struct pair *p, const struct scenario *s, const struct outcome *base) {
  for (int i = p->tested; i < p->keys; i++) {
    const struct key *k = p->key[i];
    if (strcmp(k->other, GIVEN) == 0 || is_replaced(p, i) || is_named(s, k->path) || row_is_idle(k->path, p->a, p->b))
      continue;
    if (acts(p, i, false, base)) continue;
    if (acts(p, i, true, base)) continue;
    found(p, "%s: %s has no effect, and no line says so", k->path, k->value);
  }
}

// ---- pairs ----

static void check_divisions(struct pair *p, const struct scenario *s, const struct outcome *base) {
  for (int d = 1; !p->model && d < DIVISIONS; d++) {
    struct outcome x = {.text = {NULL}};
    if (every > 1 && (p->a - features + (p->b - features) + d) % (DIVISIONS - 1) != 0) continue;
    if (divisions[d].ranks && s->telemetry) continue;
    outcome_run(&x, s, false, &divisions[d], NULL, NULL);
    for (int i = 0; i < OUTCOME_FILES; i++)
      if (strcmp(base->text[i], x.text[i]) != 0)
        found(p, "%s: other bytes in %s", divisions[d].name, outcome_file_name[i]);
    outcome_free(&x);
  }
}

static void show(const struct pair *p) {
  char line[256];
  FILE *f = fopen(p->path, "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f) != NULL) fputs(line, stderr);
  fclose(f);
  for (int i = 0; i < p->keys; i++) fprintf(stderr, "# --set '%s=%s'\n", p->key[i]->path, p->key[i]->value);
}

static void check_refusal(struct pair *p, const char *line, bool expected) {
  if (!expected) found(p, "refused: %s", line);
  const char *colon = strchr(line, ':');
  if (colon == NULL || strchr(line, '\n') != NULL || strpbrk(line, ";,") == NULL)
    found(p, "not one line with place and remedy: %s", line);
}

static void check_pair(struct pair *p) {
  struct error err;
  struct scenario *s;
  FILE *f = fopen(p->path, "w");
  ck_assert_ptr_nonnull(f);
  pair_network(p->a, p->b, f);
  fclose(f);
  p->keys = pair_keys(p->a, p->b, p->key, &p->tested);
  p->model = ((p->a->is | p->b->is) & MODEL) != 0;
  if (getenv("SLUICE_SHOW") != NULL) show(p);
  const bool refused = (p->a->refuses & p->b->is) || (p->b->refuses & p->a->is);
  if (load(p, -1, false, &s, &err) != 0) {
    check_refusal(p, err.text, refused);
    return;
  }
  if (getenv("SLUICE_SHOW") != NULL)
    for (int i = 0; i < s->warnings; i++) fprintf(stderr, "# %s\n", s->warning[i]);
  if (refused) {
    found(p, "not refused");
  } else {
    struct outcome base = {.text = {NULL}};
    outcome_run(&base, s, p->model, &divisions[0], check_result, p);
    check_times(p, &base);
    check_divisions(p, s, &base);
    check_keys(p, s, &base);
    outcome_free(&base);
  }
  scenario_free(s);
}

// ---- the table ----

// Copies a path without the elements of lists: switches.S0.mmu.alpha is switches.mmu.alpha.
static void shorten(const char *path, char *to, size_t size) {
  static const char *const lists[] = {"switches", "links", "hosts", "flows", "traffic", "series", "pause"};
  bool in_list = false;
  *to = '\0';
  for (const char *at = path; *at != '\0'; at += *at == '.') {
    const size_t length = strcspn(at, "."), used = strlen(to);
    if (!in_list) snprintf(to + used, size - used, "%s%.*s", used > 0 ? "." : "", (int)length, at);
    bool list = false;
    for (size_t i = 0; i < COUNT(lists); i++) list |= strlen(lists[i]) == length && strncmp(lists[i], at, length) == 0;
    in_list = list && !in_list;
    at += length;
  }
}

// Whether the effect of a key is tested in a row.
static bool is_tested(const char *path) {
  char row[128];
  for (int i = 0; i < feature_count; i++)
    for (const struct key *k = features[i].key; k < features[i].key + FEATURE_KEYS && k->path != NULL; k++) {
      shorten(k->path, row, sizeof row);
      if (strcmp(k->other, GIVEN) != 0 && strcmp(row, path) == 0) return true;
    }
  return false;
}

// Lists the keys below a field that no row tests.
static void walk(const struct yaml_field *field, const char *prefix, FILE *to) {
  for (const struct yaml_field *f = field; f->key != NULL; f++) {
    char path[128];
    const struct yaml_field *in = f->type == YAML_ARRAY ? f->fields->fields : f->fields;
    snprintf(path, sizeof path, "%s%s%s", prefix, *prefix != '\0' ? "." : "", f->key);
    if (is_tested(path) || row_is_exempt(path)) continue;
    if (in != NULL)
      walk(in, path, to);
    else
      fprintf(to, " %s", path);
  }
}

START_TEST(each_key_has_a_row) {
  char *text;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  ck_assert_ptr_nonnull(to);
  walk(scenario_schema.fields, "", to);
  fclose(to);
  ck_assert_msg(*text == '\0', "no row of features.c tests, and no exemption names:%s", text);
  free(text);
}
END_TEST

static bool is_pair(const struct feature *a, const struct feature *b) {
  return a == b || a->group == NO_GROUP || a->group != b->group;
}

// Refuses a name that is no pair, with which nothing would run.
static void check_name(const char *only) {
  char name[128];
  for (int b = 0; b < feature_count; b++)
    for (int a = 0; a <= b; a++) {
      snprintf(name, sizeof name, "%s+%s", features[a].name, features[b].name);
      if (strcmp(only, name) == 0 && is_pair(&features[a], &features[b])) return;
    }
  fprintf(stderr, "SLUICE_PAIR=%s: no such pair; give two rows of features.c in their order, as SIH+spray\n", only);
  exit(EXIT_FAILURE);
}

// All pairs of feature _i with itself and with the features before it.
START_TEST(pairs) {
  struct pair p = {.b = &features[_i]};
  const char *only = getenv("SLUICE_PAIR");
  char *text, name[128];
  size_t size;
  ck_assert_ptr_nonnull(p.findings = open_memstream(&text, &size));
  strcpy(p.path, "/tmp/test_pairs.XXXXXX");
  int fd = mkstemp(p.path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  for (int i = 0; i <= _i; i++) {
    p.a = &features[i];
    snprintf(name, sizeof name, "%s+%s", p.a->name, p.b->name);
    if (only != NULL ? strcmp(only, name) != 0 : (i * 31 + _i + 1) % every != 0) continue;
    if (is_pair(p.a, p.b)) check_pair(&p);
  }
  unlink(p.path);
  fclose(p.findings);
  ck_assert_msg(p.found == 0, "%s", text);
  free(text);
}
END_TEST

int main(void) {
  every = (int)suite_number("SLUICE_EVERY", 1, 1000, LONG_RUN(4) > 1 ? 6 : 60);
  if (getenv("SLUICE_PAIR") != NULL) check_name(getenv("SLUICE_PAIR"));
  Suite *suite = suite_create("pairs");
  TCase *c = tcase_create("pairs");
  tcase_set_timeout(c, 300);
  tcase_add_loop_test(c, pairs, 0, feature_count);
  tcase_add_test(c, each_key_has_a_row);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
