#define _POSIX_C_SOURCE 200809L
#include "tb/cli/topology/topology.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/scenario/headroom.h"
#include "tb/sim/traffic/sizes.h"

enum { DRAIN_TIMES = 20 };  // time for flows to complete, in times of the largest flow alone
enum { MOST_US = 1000000000 };
enum { PROOF_US = 2000 };        // a deadlock of endless flows is proven in that time
enum { GFC_PROCESSING = 3000 };  // ns: t_proc [GFC 5.4]

static uint64_t uplink_mbps(const struct topology *t) { return t->uplink_mbps != 0 ? t->uplink_mbps : t->plan.mbps; }
static double over(const struct topology *t, double hosts, double links) {
  return hosts * (double)t->plan.mbps / (links * (double)uplink_mbps(t));
}

static struct topology_size fat_tree_size(const struct topology *t) {
  const int half = t->ports / 2;
  return (struct topology_size){t->ports, t->ports * t->ports + half * half, t->ports * half * half, 6,
                                over(t, half, half)};
}

static struct topology_size leaf_spine_size(const struct topology *t) {
  const int leaf = t->spines + t->hosts;
  return (struct topology_size){leaf > t->leaves ? leaf : t->leaves, t->leaves + t->spines, t->leaves * t->hosts, 6,
                                over(t, t->hosts, t->spines)};
}

// From the second switch up to the last one; the way over the first one goes down, and may not go up again. Routes up
// and down may all pass one link.
static struct topology_size ring_size(const struct topology *t) {
  const int hosts = t->ring * t->hosts;
  return (struct topology_size){2 + t->hosts, t->ring, hosts, t->ring, over(t, hosts, 1)};
}

// ---- the end of the run ----

// Whether flows start until duration_us and then complete; else endless flows end there.
static bool is_finite(const struct topology *t) { return t->load > 0 || t->bytes > 0 || topology_is_own(t); }

// The most bytes that flows which start together send to one host, or over the link of one.
static int largest_flow(const struct topology *t, double *bytes, struct error *err) {
  struct sizes sizes;
  const double together = t->senders > 0 ? t->senders : 2;  // the steps of an all-reduce send the data of a host twice
  *bytes = fmax((double)t->own.largest, together * (double)t->bytes);
  if (t->load == 0) return 0;
  if (sizes_load(&sizes, t->sizes) != 0) return error_no_memory(err, t->sizes);
  *bytes = fmax(*bytes, sizes.point[sizes.points - 1].bytes);
  sizes_free(&sizes);
  return 0;
}

static int too_long(const struct topology *t, struct error *err) {
  const uint64_t after = 2 * t->drain_us + PROOF_US;
  if (t->duration_us + after <= MOST_US) return 0;
  return error_set(err,
                   "flows would start until %" PRIu64 " us, and the run would end at %" PRIu64
                   " us; give --duration-us at most %" PRIu64,
                   t->duration_us, t->duration_us + after, MOST_US > after ? MOST_US - after : 0);
}

// The time in which the flows complete that have started before duration_us. A run ends as soon as they have.
int topology_end(struct topology *t, struct error *err) {
  double largest;
  t->drain_us = 0;
  if (!is_finite(t)) return too_long(t, err);
  int status = largest_flow(t, &largest, err);
  if (status != 0) return status;
  const struct topology_size size = topology_size(t);
  const double narrow = fmax(size.over, 1), alone = 8 * largest / (double)t->plan.mbps;
  const double queued = (narrow - 1) * t->load * (double)t->duration_us;
  t->drain_us = (uint64_t)ceil(DRAIN_TIMES * (narrow * alone + size.longest * (double)t->plan.wire_ns / 1000) + queued);
  return too_long(t, err);
}

// ---- nodes: rate, the key of a link between switches ----

static void fat_tree_nodes(const struct topology *t, const char *rate, FILE *to) {
  int k = t->ports, half = k / 2;
  for (int pod = 0; pod < k; pod++) {
    for (int i = 0; i < half; i++) fprintf(to, "  - {name: E%d_%d}\n", pod, i);
    for (int i = 0; i < half; i++) fprintf(to, "  - {name: A%d_%d}\n", pod, i);
  }
  for (int i = 0; i < half * half; i++) fprintf(to, "  - {name: C%d}\n", i);
  fprintf(to, "links:\n");

  for (int pod = 0; pod < k; pod++)
    for (int a = 0; a < half; a++) {
      for (int e = 0; e < half; e++)
        fprintf(to, "  - {name: E%d_%d-A%d, a: E%d_%d, b: A%d_%d%s}\n", pod, e, a, pod, e, pod, a, rate);
      for (int c = a * half; c < (a + 1) * half; c++)
        fprintf(to, "  - {name: A%d_%d-C%d, a: A%d_%d, b: C%d%s}\n", pod, a, c, pod, a, c, rate);
    }
  fprintf(to, "hosts:\n");
  for (int edge = 0; edge < k * half; edge++)
    for (int i = 0; i < half; i++)
      fprintf(to, "  - {name: h%d_%d_%d, switch: E%d_%d}\n", edge / half, edge % half, i, edge / half, edge % half);
}

static void leaf_spine_nodes(const struct topology *t, const char *rate, FILE *to) {
  for (int i = 0; i < t->leaves; i++) fprintf(to, "  - {name: L%d}\n", i);
  for (int i = 0; i < t->spines; i++) fprintf(to, "  - {name: S%d}\n", i);
  fprintf(to, "links:\n");

  for (int leaf = 0; leaf < t->leaves; leaf++)
    for (int i = 0; i < t->spines; i++) fprintf(to, "  - {name: L%d-S%d, a: L%d, b: S%d%s}\n", leaf, i, leaf, i, rate);
  fprintf(to, "hosts:\n");
  for (int leaf = 0; leaf < t->leaves; leaf++)
    for (int i = 0; i < t->hosts; i++) fprintf(to, "  - {name: h%d_%d, switch: L%d}\n", leaf, i, leaf);
}

static void ring_nodes(const struct topology *t, const char *rate, FILE *to) {
  for (int i = 0; i < t->ring; i++) fprintf(to, "  - {name: S%d}\n", i);
  fprintf(to, "links:\n");

  for (int i = 0; i < t->ring; i++) {
    const int next = (i + 1) % t->ring;
    fprintf(to, "  - {name: S%d-S%d, a: S%d, b: S%d%s}\n", i, next, i, next, rate);
  }
  fprintf(to, "hosts:\n");
  for (int sw = 0; sw < t->ring; sw++)
    for (int i = 0; i < t->hosts; i++) fprintf(to, "  - {name: h%d_%d, switch: S%d}\n", sw, i, sw);
}

static const struct {
  const char *name;
  struct topology_size (*size)(const struct topology *t);
  void (*nodes)(const struct topology *t, const char *rate, FILE *to);  // writes switches, links and hosts
} kinds[TOPOLOGY_KINDS] = {
    [TOPOLOGY_FAT_TREE] = {"fat-tree", fat_tree_size, fat_tree_nodes},
    [TOPOLOGY_LEAF_SPINE] = {"leaf-spine", leaf_spine_size, leaf_spine_nodes},
    [TOPOLOGY_RING] = {"ring", ring_size, ring_nodes},
};

const char *topology_name(enum topology_kind kind) { return kinds[kind].name; }
struct topology_size topology_size(const struct topology *t) {
  return kinds[t->kind].size(t);
}

static void put_nodes(const struct topology *t, FILE *to) {
  char rate[32] = "";
  if (uplink_mbps(t) != t->plan.mbps) snprintf(rate, sizeof(rate), ", gbps: %.10g", (double)t->uplink_mbps / 1000);
  fprintf(to, "switches:\n");
  kinds[t->kind].nodes(t, rate, to);
}

// ---- other sections ----

// Without credits, the time in which the slower link obeys a pause.
static void put_links(const struct topology *t, FILE *to) {
  const struct plan_input *in = &t->plan;
  const uint64_t slow = in->mbps < uplink_mbps(t) ? in->mbps : uplink_mbps(t);
  const uint64_t fast = in->mbps < uplink_mbps(t) ? uplink_mbps(t) : in->mbps;
  const uint64_t of_slow = headroom_response_ns(1000000 * slow), of_fast = headroom_response_ns(1000000 * fast);
  const bool gfc = in->scheme == SLUICE_GFC || in->scheme == SLUICE_GFC_LINEAR;
  fprintf(to, "cell_bytes: %" PRIu32 "\npacket_bytes: %" PRIu32 "\n", in->cell, in->mtu);
  fprintf(to, "gbps: %.10g\ndelay_ns: %" PRIu64 "\n", (double)in->mbps / 1000, in->wire_ns);
  if (in->scheme != SLUICE_CBFC)
    fprintf(to, "processing_ns: %" PRIu64 "\n", gfc ? GFC_PROCESSING : of_slow > of_fast ? of_slow : of_fast);
}

// The sources stop when all flows have had their time to complete; endless flows at duration_us. Then a deadlock is
// proven. A run ends as soon as no packet is left.
static void put_times(const struct topology *t, FILE *to) {
  const uint64_t stop_us = t->duration_us + t->drain_us, proof = t->drain_us > PROOF_US ? t->drain_us : PROOF_US;
  fprintf(to, "stop_us: %" PRIu64, stop_us);
  if (is_finite(t))
    fprintf(to, "  # flows start until %" PRIu64 " us; the run ends when all have completed", t->duration_us);
  fprintf(to, "\nduration_us: %" PRIu64 "\n", stop_us + proof);
}

// In a ring only routes to the switch opposite have a choice, and a choice prevents a deadlock that others show.
static void put_routes(const struct topology *t, FILE *to) {
  const int ways = t->kind == TOPOLOGY_FAT_TREE                      ? t->ports / 2
                   : t->kind == TOPOLOGY_LEAF_SPINE && t->leaves > 1 ? t->spines
                                                                     : 1;
  if (t->seed != NULL) fprintf(to, "seed: %" PRIu64 "\n", *t->seed);
  if (ways > 1) fprintf(to, "routing: ecmp\n");
  fprintf(to, "paths: %s\n", t->shortest ? "shortest" : "up_down");
  if (t->congestion != NULL) fprintf(to, "congestion: %s\n", t->congestion);
}

static bool takes_alpha(const struct topology *t) {
  const enum sluice_scheme s = t->plan.scheme;
  return s == SLUICE_SIH || s == SLUICE_DSH || s == SLUICE_SHP || s == SLUICE_TTL || (s == SLUICE_CBFC && t->has_alpha);
}

static void put_mmu(const struct topology *t, FILE *to) {
  const struct plan_input *in = &t->plan;
  if (t->mmu != NULL) {
    fputs(t->mmu, to);
    return;
  }
  fprintf(to, "mmu:  # headroom, thresholds and clocks follow from rates and delays at each run\n  scheme: %s\n",
          scenario_scheme_name(in->scheme));
  if (t->tree_levels != 0)
    fprintf(to, "  tree_levels: %d\n", t->tree_levels);
  else
    fprintf(to, "  classes: %d\n", in->classes);
  for (int c = 0, n = 0; c < SLUICE_MAX_CLASSES; c++)
    if (in->lossless >> c & 1) fprintf(to, n++ == 0 ? "  lossless: [%d" : ", %d", c);
  if (in->lossless != 0) fprintf(to, "]\n");
  fprintf(to, "  buffer: %" PRIu64 "\n", in->buffer);
  if (takes_alpha(t)) fprintf(to, in->alpha < 0 ? "  alpha: 1/%d\n" : "  alpha: %d\n", 1 << abs(in->alpha));
}

static void put_class(const struct topology *t, FILE *to) {
  if (t->cls > 0) fprintf(to, ", class: %d", t->cls);
}

static void put_pattern(const struct topology *t, FILE *to) {
  const char *pattern = t->pattern != NULL ? t->pattern : "permutation";
  fprintf(to, "  - {name: %s, pattern: %s", pattern, pattern);
  if (t->senders != 0) fprintf(to, ", senders: %d", t->senders);
  if (t->shift != 0) fprintf(to, ", shift: %d", t->shift);
  if (t->bytes != 0) fprintf(to, ", bytes: %" PRIu64, t->bytes);
  if (t->period_us != 0) fprintf(to, ", period_us: %" PRIu64 ", until_us: %" PRIu64, t->period_us, t->duration_us);
  put_class(t, to);
  fprintf(to, "}\n");
}

static void put_load(const struct topology *t, FILE *to) {
  fprintf(to, "  - {name: %s, pattern: uniform, sizes: %s, load: %.10g, until_us: %" PRIu64, t->sizes, t->sizes,
          t->load, t->duration_us);
  put_class(t, to);
  fprintf(to, "}\n");
}

static void put_traffic(const struct topology *t, FILE *to) {
  if (t->own.flows_csv != NULL) {
    fprintf(to, "flows_csv: ");
    own_put_word(t->own.flows_csv, to);
    fprintf(to, "\n");
  }
  if (t->own.entries != NULL) fprintf(to, "traffic:\n%s", t->own.entries);
  if (topology_is_own(t)) return;
  fprintf(to, "traffic:\n");
  if (t->load > 0) put_load(t, to);
  if (t->load == 0 || t->pattern != NULL) put_pattern(t, to);
}

char *topology_text(const struct topology *t, const char *command) {
  const struct topology_size size = topology_size(t);
  char *text = NULL;
  size_t bytes;
  FILE *to = open_memstream(&text, &bytes);
  if (to == NULL) return NULL;
  fprintf(to, "# %s: %d switches, %d hosts\nname: %s\n", command, size.switches, size.hosts, kinds[t->kind].name);
  put_links(t, to);
  put_times(t, to);
  put_routes(t, to);
  put_mmu(t, to);
  put_nodes(t, to);
  put_traffic(t, to);
  if (fclose(to) == 0) return text;
  free(text);
  return NULL;
}

// ---- a scenario that runs ----

// Takes the scheme from the section of --mmu, and a lossless class. Returns whether the text changes.
static bool adapt(struct topology *t, const struct scenario *s) {
  const struct sluice_config *cfg = &s->sw[0].cfg;
  const bool other = t->plan.scheme != cfg->scheme;
  t->plan.scheme = cfg->scheme;
  if (t->cls >= 0 || scenario_counts_hops(s) || topology_is_own(t)) return other;
  t->cls = __builtin_ctz(cfg->lossless);
  return other || t->cls != 0;
}

// The message of a wrong scenario, without the line of a file that is not written.
static int refuse(const struct error *of, const char *path, struct error *err) {
  const size_t length = strlen(path);
  const char *text = of->text;
  const char *said = strncmp(text, path, length) == 0 && text[length] == ':' ? strstr(text + length, ": ") : NULL;
  return error_set(err, "sluice run would refuse the network: %s", said != NULL ? said + 2 : text);
}

int topology_make(struct topology *t, const char *command, const char *path, char **text, struct error *err) {
  struct error of;
  struct scenario *s;
  int status = topology_end(t, err);
  for (bool again = true; status == 0 && again;) {
    free(*text);
    *text = topology_text(t, command);
    if (*text == NULL) return error_no_memory(err, "scenario");
    const struct scenario_source from = {.path = path, .text = *text};
    status = scenario_load_from(&from, &s, &of);
    if (status != 0) return refuse(&of, path, err);
    again = adapt(t, s);
    scenario_free(s);
  }
  return status;
}
