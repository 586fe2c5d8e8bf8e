// Generates flows from entries of traffic, and opens the files beside a scenario, also for flows from CSV files.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/files.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/arrivals.h"
#include "tb/sim/traffic/random.h"

// ---- files beside the scenario ----

char *scenario_next_to(struct checker *c, const char *file) {
  size_t size = strlen(c->text->path) + strlen(file) + 1;
  char *path = size <= ARENA_BLOCK ? arena_get(&c->s->arena, size, 1) : NULL;
  struct scenario_data *data = arena_get(&c->s->arena, sizeof(*data), _Alignof(struct scenario_data));
  if (path == NULL || data == NULL) return NULL;
  path_next_to(c->text->path, file, path, size);
  *data = (struct scenario_data){path, c->s->data};
  c->s->data = data;
  return path;
}

FILE *scenario_open(struct checker *c, const char *key, const char *path) {
  const char *why;
  FILE *file = infile_open(path, false, &why);
  if (file == NULL) scenario_wrong(c, key, "cannot open %s: %s; give a CSV file", path, why);
  return file;
}

int scenario_sizes(struct checker *c, const char *path, const char *name, struct sizes *sizes) {
  char names[SIZES_NAMES];
  if (strpbrk(name, "./") == NULL) {
    int status = sizes_load(sizes, name);
    if (status != ENOENT) return status == 0 ? 0 : scenario_no_memory(c);
    return scenario_wrong(c, path, "there is no distribution %s%s", name,
                          sizes_instead(name, " or a file such as mine.csv", names));
  }
  const char *file_path = scenario_next_to(c, name);
  if (file_path == NULL) return scenario_no_memory(c);
  FILE *file = scenario_open(c, path, file_path);
  if (file == NULL) return EINVAL;
  int status = sizes_read(sizes, file, file_path, c->err);
  fclose(file);
  return status;
}

// ---- one entry ----

struct entry {
  struct checker *c;
  const struct file_traffic *file;
  unsigned number;
  char path[64];
  struct arrivals traffic;
  struct sizes sizes;
  double *rate;  // [sender]
  uint32_t packet, cls;
  uint64_t after_delay;
  uint16_t policy;
  int line;
};

static const char *at(struct entry *e, const char *key) {
  snprintf(e->path, sizeof(e->path), "traffic.%u.%s", e->number, key);
  return e->path;
}

static int take_name(struct entry *e) {
  const struct file *file = e->c->file;
  const char *name = e->file->name;
  if (scenario_word(e->c, at(e, "name"), name, "") != 0) return EINVAL;
  if (names_find(&e->c->traffic_names, name) != (int)e->number)
    return scenario_wrong(e->c, at(e, "name"), "a traffic %s exists already; each needs its own name", name);
  if (file->flows_csv != NULL && strcmp(name, "csv") == 0)
    return scenario_wrong(e->c, at(e, "name"), "csv is the name of the flows of flows_csv; use another name");
  if (file->flows == NULL || strcmp(name, "flows") != 0) return 0;
  return scenario_wrong(e->c, at(e, "name"), "flows is the name of the listed flows; use another name");
}

// Marks the hosts that match a pattern. Returns whether there is one.
static bool mark_matches(const struct scenario *s, const char *pattern, bool *marked) {
  bool any = false;
  if (strpbrk(pattern, "*?[\\") == NULL) {  // a name
    const int node = scenario_find_node(s, pattern);
    if (node < s->switches) return false;
    return marked[node - s->switches] = true;
  }
  for (int i = 0; i < s->hosts; i++) {
    if (fnmatch(pattern, s->host[i].name, 0) != 0) continue;
    marked[i] = any = true;
  }
  return any;
}

static int mark(struct entry *e, const char *key, unsigned index, const char *pattern, bool *marked) {
  if (mark_matches(e->c->s, pattern, marked)) return 0;
  char path[64];
  snprintf(path, sizeof(path), "traffic.%u.%s.%u", e->number, key, index);
  return scenario_wrong(e->c, path, "no host is called %s; name hosts, or a pattern such as \"h*\"", pattern);
}

// The hosts of a list of patterns, all hosts without a list, in the order of the file.
static int take_hosts(struct entry *e, const char *key, char *const *list, unsigned count, int **nodes,
                      uint32_t *found) {
  const struct scenario *s = e->c->s;
  bool *marked = calloc((size_t)s->hosts, sizeof(*marked));
  *nodes = malloc((size_t)s->hosts * sizeof(**nodes));
  int status = marked != NULL && *nodes != NULL ? 0 : scenario_no_memory(e->c);
  for (unsigned i = 0; status == 0 && i < count; i++) status = mark(e, key, i, list[i], marked);
  for (int i = 0; status == 0 && i < s->hosts; i++)
    if (list == NULL || marked[i]) (*nodes)[(*found)++] = s->switches + i;
  free(marked);
  return status;
}

// The first receiver that is a sender too; -1: none. Both lists are in the order of the file.
static int sending_receiver(const struct arrivals *t) {
  for (uint32_t i = 0, k = 0; i < t->receivers; i++) {
    while (k < t->senders && t->from[k] < t->to[i]) k++;
    if (k < t->senders && t->from[k] == t->to[i]) return t->to[i];
  }
  return -1;
}

// If all hosts send to one host, that host does not send.
static void leave_out_receiver(struct arrivals *t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->senders; i++)
    if (t->from[i] != t->to[0]) t->from[kept++] = t->from[i];
  t->senders = kept;
}

static int take_fan_in(struct entry *e) {
  struct arrivals *t = &e->traffic;
  const int both = sending_receiver(t), worst = both >= 0 ? both : t->to[0];
  const uint32_t least = t->senders - (both >= 0);
  t->fan_in = e->file->senders != NULL ? *e->file->senders : least;
  if (t->fan_in >= 1 && t->fan_in <= least) return 0;
  return scenario_wrong(e->c, at(e, e->file->senders != NULL ? "senders" : "from"),
                        "senders is %u, %u host%s can send to %s; give 1 to that, or more hosts", t->fan_in, least,
                        least == 1 ? "" : "s", scenario_node_name(e->c->s, worst));
}

static bool is_collective(const struct entry *e) {
  return e->traffic.pattern == TRAFFIC_RING_ALL_REDUCE || e->traffic.pattern == TRAFFIC_ALL_TO_ALL;
}

// The rates of the senders, each the sum of its access links; rate stays NULL if all are equal.
static int take_rates(struct entry *e) {
  const struct scenario *s = e->c->s;
  struct arrivals *t = &e->traffic;
  bool equal = true;
  e->rate = malloc(t->senders * sizeof(*e->rate));
  if (e->rate == NULL) return scenario_no_memory(e->c);
  for (uint32_t i = 0; i < t->senders; i++) {
    const struct scenario_host *h = &s->host[t->from[i] - s->switches];
    e->rate[i] = 0;
    for (int k = 0; k < h->links; k++) e->rate[i] += (double)s->link[h->link + k].bps;
    t->bps += e->rate[i];
    equal &= e->rate[i] == e->rate[0];
  }
  if (!equal) t->rate = e->rate;
  return 0;
}

// Half of the hosts by default: the longest way in most networks.
static int take_shift(struct entry *e) {
  struct arrivals *t = &e->traffic;
  t->shift = e->file->shift != NULL ? *e->file->shift : t->senders / 2;
  if (t->shift >= 1 && t->shift < t->senders) return 0;
  return scenario_wrong(e->c, at(e, "shift"), "shift is %u among %u hosts; give 1 to %u", t->shift, t->senders,
                        t->senders - 1);
}

static int take_ends(struct entry *e) {
  struct arrivals *t = &e->traffic;
  const struct file_traffic *f = e->file;
  const bool incast = t->pattern == TRAFFIC_INCAST, pairs = arrivals_are_pairs(t->pattern);
  if ((pairs || is_collective(e)) && f->to != NULL)
    return scenario_wrong(e->c, at(e, "to"), "%s goes among the hosts of from; leave to out",
                          !pairs                              ? "a collective operation"
                          : t->pattern == TRAFFIC_PERMUTATION ? "a permutation"
                                                              : "a shift");
  if (!incast && f->senders != NULL)
    return scenario_wrong(e->c, at(e, "senders"), "senders is for incast; leave it out");
  if (t->pattern != TRAFFIC_SHIFT && f->shift != NULL)
    return scenario_wrong(e->c, at(e, "shift"), "shift is for pattern shift; leave it out");
  int status = take_hosts(e, "from", f->from, f->from_count, &t->from, &t->senders);
  if (status == 0) status = take_hosts(e, "to", f->to, f->to_count, &t->to, &t->receivers);
  if (status != 0) return status;
  if (t->receivers == 1) leave_out_receiver(t);
  if (t->senders < (pairs || is_collective(e) ? 2u : 1u))
    return scenario_wrong(e->c, at(e, f->from != NULL ? "from" : "name"), "%s would send to itself; name more hosts",
                          f->name);
  status = take_rates(e);
  if (status == 0 && t->pattern == TRAFFIC_SHIFT) status = take_shift(e);
  return status == 0 && incast ? take_fan_in(e) : status;
}

static int take_bytes(struct entry *e) {
  struct arrivals *t = &e->traffic;
  const struct file_traffic *f = e->file;
  uint64_t packet = e->c->packet;
  int status = 0;
  if (f->sizes != NULL && f->bytes != NULL)
    return scenario_wrong(e->c, at(e, "bytes"), "sizes and bytes both say how large flows are; keep one");
  if (is_collective(e) && f->bytes == NULL)
    return scenario_wrong(e->c, at(e, "name"), "%s has no bytes; add bytes, the data of a host", f->name);
  if (is_collective(e) && f->sizes != NULL)
    return scenario_wrong(e->c, at(e, "sizes"),
                          "a collective operation has bytes, the data of a host; leave sizes out");
  if (f->sizes == NULL && f->bytes == NULL &&
      (!arrivals_are_pairs(t->pattern) || f->load != NULL || f->period_us != NULL))
    return scenario_wrong(e->c, at(e, "name"), "the flows of %s have no size; add sizes or bytes", f->name);
  if (f->sizes != NULL) status = scenario_sizes(e->c, at(e, "sizes"), f->sizes, &e->sizes);
  if (f->sizes != NULL) t->sizes = &e->sizes;
  if (f->bytes != NULL)
    status = scenario_amount(e->c, at(e, "bytes"), f->bytes, LEAST_TRAFFIC_BYTES, MOST_TRAFFIC_BYTES, &t->bytes);
  if (status == 0 && f->packet_bytes != NULL)
    status = scenario_amount(e->c, at(e, "packet_bytes"), f->packet_bytes, LEAST_TRAFFIC_PACKET_BYTES,
                             MOST_TRAFFIC_PACKET_BYTES, &packet);
  e->packet = (uint32_t)packet;
  e->cls = VALUE_OR(f->cls, DEFAULT_TRAFFIC_CLASS);
  return status;
}

// 64-bit cycles are exact in a double up to 2^53, far beyond the longest scenario.
static int take_arrivals(struct entry *e) {
  struct arrivals *t = &e->traffic;
  const struct file_traffic *f = e->file;
  struct checker *c = e->c;
  const uint64_t period = f->period_us != NULL ? scenario_us_cycles(c->s, *f->period_us) : 0;
  if (is_collective(e) && (f->load != NULL || f->period_us != NULL || f->until_us != NULL))
    return scenario_wrong(c,
                          at(e, f->load != NULL        ? "load"
                                : f->period_us != NULL ? "period_us"
                                                       : "until_us"),
                          "a collective operation happens once, from start_us on; leave this key out");
  if (!is_collective(e) && f->after_delay_ns != NULL)
    return scenario_wrong(c, at(e, "after_delay_ns"),
                          "only a collective operation has flows after others; leave it out");
  if (f->after_delay_ns != NULL) e->after_delay = scenario_ps(*f->after_delay_ns);
  if (f->load != NULL && f->period_us != NULL)
    return scenario_wrong(c, at(e, "period_us"), "load and period_us both say when flows start; keep one");
  if (f->load != NULL) t->load = *f->load;
  if (f->period_us != NULL && period == 0)
    return scenario_wrong(c, at(e, "period_us"), "period_us is %g; it must be at least a cycle", *f->period_us);
  t->period = (double)period;
  t->start = scenario_us_cycles(c->s, VALUE_OR(f->start_us, DEFAULT_TRAFFIC_START_US));
  t->until = f->until_us != NULL ? scenario_us_cycles(c->s, *f->until_us) : c->s->stop;
  if (t->until > c->s->stop)
    return scenario_wrong(c, at(e, "until_us"),
                          "%s continues after all sources have stopped; give at most the scenario's "
                          "stop_us",
                          f->name);
  if (t->start >= t->until)
    return scenario_wrong(c, at(e, f->start_us != NULL ? "start_us" : "until_us"),
                          "%s ends before it starts; give start_us below until_us and stop_us", f->name);
  return 0;
}

static int take_policy(struct entry *e) {
  const struct scenario_policy_keys keys = {e->file->congestion, e->file->ecn_capable, e->file->control};
  return scenario_take_policy(e->c, at(e, ""), &keys, &e->policy);
}

// ---- the flows of an entry ----

static int add_flow(struct entry *e, int from, int to, uint64_t bytes, uint64_t start, int after) {
  struct scenario_flow *f = scenario_add_flow(e->c);
  if (f == NULL) return ENOMEM;
  f->from = from;
  f->to = to;
  f->bytes = bytes;
  f->start = start;
  f->after_delay = e->after_delay;
  f->packet = e->packet;
  f->policy = e->policy;
  f->cls = (int)(e->cls < 255 ? e->cls : 255);
  f->line = e->line;
  int status = scenario_name_flow(e->c, f, (unsigned long)e->c->s->group[e->c->s->groups - 1].count);
  if (status == 0 && after >= 0) status = scenario_add_after(e->c, f, after);
  return status == 0 ? scenario_route(e->c, f) : status;
}

static int add(void *arg, int from, int to, uint64_t bytes, uint64_t start) {
  return add_flow(arg, from, to, bytes, start, -1);
}

static int add_part(void *arg, uint32_t from, uint32_t to, uint64_t bytes, int64_t after) {
  struct entry *e = arg;
  const struct arrivals *t = &e->traffic;
  const int first = e->c->s->group[e->c->s->groups - 1].first;
  return add_flow(e, t->from[from], t->from[to], bytes, after < 0 ? t->start : 0, after < 0 ? -1 : first + (int)after);
}

static enum collective collective_of(const struct entry *e) {
  return e->traffic.pattern == TRAFFIC_ALL_TO_ALL ? COLLECTIVE_ALL_TO_ALL : COLLECTIVE_RING_ALL_REDUCE;
}

static double flows_of(const struct entry *e) {
  if (is_collective(e)) return (double)collective_flows(collective_of(e), e->traffic.senders);
  return arrivals_expected(&e->traffic);
}

static int generate(struct entry *e) {
  if (is_collective(e)) return collective_generate(collective_of(e), e->traffic.senders, e->traffic.bytes, add_part, e);
  return arrivals_generate(&e->traffic, add, e);
}

static int make_flows(struct entry *e) {
  struct checker *c = e->c;
  double expected = flows_of(e) + (double)c->s->flows;
  if (expected > 0.9 * SCENARIO_MOST_FLOWS)
    return scenario_wrong(c, at(e, "name"),
                          "%s has about %.3g flows, at most %d are possible; shorten its time, or lower load",
                          e->file->name, expected, SCENARIO_MOST_FLOWS);
  scenario_take_packet(c, e->packet);
  int status = scenario_begin_group(c, e->file->name);
  if (status != 0) return status;
  c->s->group[c->s->groups - 1].arrivals = e->file->load != NULL || e->file->period_us != NULL;
  e->line = yaml_text_line(c->text, at(e, "name"));
  status = generate(e);
  if (status != 0) return scenario_no_route(c, e->path, &c->s->flow[c->s->flows - 1], status);
  if (c->s->group[c->s->groups - 1].count > 0) return 0;
  return scenario_warn(c, e->path, "%s starts no flow in its time; raise load, or lengthen its time", e->file->name);
}

int scenario_check_traffic(struct checker *c) {
  int status = 0;
  for (unsigned i = 0; status == 0 && i < c->file->traffic_count; i++) {
    struct entry e = {.c = c, .file = &c->file->traffic[i], .number = i, .after_delay = UINT64_MAX};
    e.traffic.pattern = (enum traffic_pattern) * e.file->pattern;
    e.traffic.clock_hz = c->s->clock_hz;
    e.traffic.seed = e.file->seed != NULL ? *e.file->seed : random_mix(c->s->seed ^ random_mix(i));
    status = take_name(&e);
    if (status == 0) status = take_ends(&e);
    if (status == 0) status = take_bytes(&e);
    if (status == 0) status = take_arrivals(&e);
    if (status == 0) status = take_policy(&e);
    if (status == 0) status = make_flows(&e);
    sizes_free(&e.sizes);
    free(e.rate);
    free(e.traffic.from);
    free(e.traffic.to);
  }
  return status;
}
