#include "tb/cli/topology/topology.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "tb/cli/plan/plan_report.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/traffic/sizes.h"

enum { LEAST_PORTS = 3 };    // smallest number of ports of a plan: two senders and a receiver
enum { MOST_CLOCK = 2000 };  // MHz of a plan
enum { DRAIN_TIMES = 20 };   // time for flows to complete, in times of the largest flow alone
enum { MOST_US = 1000000000 };

static struct topology_size fat_tree_size(const struct topology *t) {
  const int half = t->ports / 2;
  return (struct topology_size){t->ports, t->ports * t->ports + half * half, t->ports * half * half, 6};
}

static struct topology_size leaf_spine_size(const struct topology *t) {
  const int leaf = t->spines + t->hosts;
  return (struct topology_size){leaf > t->leaves ? leaf : t->leaves, t->leaves + t->spines, t->leaves * t->hosts, 6};
}

// From the second switch up to the last one; the way over the first one goes down, and may not go up again.
static struct topology_size ring_size(const struct topology *t) {
  return (struct topology_size){2 + t->hosts, t->ring, t->ring * t->hosts, t->ring};
}

// The lowest clock, 250 MHz to MOST_CLOCK, at which one packet per cycle is enough for largest packets at all ports.
static uint32_t clock_mhz(const struct plan_input *in) {
  uint64_t wire = 8 * (uint64_t)(in->mtu + ETHERNET_OVERHEAD), all = ((uint64_t)in->ports * in->mbps + wire - 1) / wire;
  uint64_t frame = (in->mbps + 511) / 512, most = all > frame ? all : frame;
  return (uint32_t)(most < 250 ? 250 : most < MOST_CLOCK ? most : MOST_CLOCK);
}

// Whether flows start until duration_us and then complete; else endless flows end there.
static bool is_finite(const struct topology *t) { return t->load > 0 || topology_is_own(t); }

static int largest_flow(const struct topology *t, double *bytes, struct error *err) {
  struct sizes sizes;
  *bytes = (double)t->own.largest;
  if (topology_is_own(t)) return 0;
  if (sizes_load(&sizes, t->sizes) != 0) return error_no_memory(err, t->sizes);
  *bytes = sizes.point[sizes.points - 1].bytes;
  sizes_free(&sizes);
  return 0;
}

// The time in which the flows complete that have started before duration_us. A run ends as soon as they have.
static int plan_drain(struct topology *t, struct error *err) {
  double largest;
  int status = largest_flow(t, &largest, err);
  if (status != 0) return status;
  t->drain_us =
      (uint64_t)ceil(DRAIN_TIMES * (8 * largest / t->plan.mbps + topology_size(t).longest * t->plan.wire_ns / 1000.0));
  if (t->duration_us + 2 * t->drain_us <= MOST_US) return 0;
  return error_set(
      err,
      "flows would start until %" PRIu64 " us and complete until %" PRIu64 " us; give --duration-us at most %" PRIu64,
      t->duration_us, t->duration_us + 2 * t->drain_us, MOST_US > 2 * t->drain_us ? MOST_US - 2 * t->drain_us : 0);
}

int topology_plan(struct topology *t, struct plan *p, struct error *err) {
  int ports = topology_size(t).ports;
  t->plan.ports = ports < LEAST_PORTS ? LEAST_PORTS : ports;
  t->plan.clock_khz = 1000 * clock_mhz(&t->plan);
  int status = plan_make(&t->plan, p, err);
  if (status == 0 && t->mmu == NULL) status = plan_fragment_check(&t->plan, p, err);
  return status == 0 && is_finite(t) ? plan_drain(t, err) : status;
}

static void fat_tree_nodes(const struct topology *t, FILE *to) {
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
        fprintf(to, "  - {name: E%d_%d-A%d, a: E%d_%d, b: A%d_%d}\n", pod, e, a, pod, e, pod, a);
      for (int c = a * half; c < (a + 1) * half; c++)
        fprintf(to, "  - {name: A%d_%d-C%d, a: A%d_%d, b: C%d}\n", pod, a, c, pod, a, c);
    }
  fprintf(to, "hosts:\n");
  for (int edge = 0; edge < k * half; edge++)
    for (int i = 0; i < half; i++)
      fprintf(to, "  - {name: h%d_%d_%d, switch: E%d_%d}\n", edge / half, edge % half, i, edge / half, edge % half);
}

static void leaf_spine_nodes(const struct topology *t, FILE *to) {
  for (int i = 0; i < t->leaves; i++) fprintf(to, "  - {name: L%d}\n", i);
  for (int i = 0; i < t->spines; i++) fprintf(to, "  - {name: S%d}\n", i);
  fprintf(to, "links:\n");
  for (int leaf = 0; leaf < t->leaves; leaf++)
    for (int i = 0; i < t->spines; i++) fprintf(to, "  - {name: L%d-S%d, a: L%d, b: S%d}\n", leaf, i, leaf, i);
  fprintf(to, "hosts:\n");
  for (int leaf = 0; leaf < t->leaves; leaf++)
    for (int i = 0; i < t->hosts; i++) fprintf(to, "  - {name: h%d_%d, switch: L%d}\n", leaf, i, leaf);
}

static void ring_nodes(const struct topology *t, FILE *to) {
  for (int i = 0; i < t->ring; i++) fprintf(to, "  - {name: S%d}\n", i);
  fprintf(to, "links:\n");
  for (int i = 0; i < t->ring; i++) {
    const int next = (i + 1) % t->ring;
    fprintf(to, "  - {name: S%d-S%d, a: S%d, b: S%d}\n", i, next, i, next);
  }
  fprintf(to, "hosts:\n");
  for (int sw = 0; sw < t->ring; sw++)
    for (int i = 0; i < t->hosts; i++) fprintf(to, "  - {name: h%d_%d, switch: S%d}\n", sw, i, sw);
}

static const struct {
  const char *name;
  struct topology_size (*size)(const struct topology *t);
  void (*nodes)(const struct topology *t, FILE *to);  // writes switches, links and hosts
} kinds[TOPOLOGY_KINDS] = {
    [TOPOLOGY_FAT_TREE] = {"fat-tree", fat_tree_size, fat_tree_nodes},
    [TOPOLOGY_LEAF_SPINE] = {"leaf-spine", leaf_spine_size, leaf_spine_nodes},
    [TOPOLOGY_RING] = {"ring", ring_size, ring_nodes},
};

const char *topology_name(enum topology_kind kind) { return kinds[kind].name; }
struct topology_size topology_size(const struct topology *t) {
  return kinds[t->kind].size(t);
}

// A switch whose packets take more than the fastest clock of a plan gets its clock from the simulation.
static void put_clock(const struct plan *p, FILE *to) {
  if (p->clock_khz < 1000 * MOST_CLOCK) fprintf(to, "clock_mhz: %.10g\n", p->clock_khz / 1e3);
}

// The sources stop when all flows have had their time to complete. Then a deadlock is proven in as long a time.
static void put_times(const struct topology *t, FILE *to) {
  const uint64_t stop_us = t->duration_us + t->drain_us;
  if (is_finite(t))
    fprintf(to, "stop_us: %" PRIu64 "  # flows start until %" PRIu64 " us; the run ends when all have completed\n",
            stop_us, t->duration_us);
  fprintf(to, "duration_us: %" PRIu64 "\n", is_finite(t) ? stop_us + t->drain_us : t->duration_us);
}

static void put_traffic(const struct topology *t, FILE *to) {
  if (t->own.flows_csv != NULL) {
    fprintf(to, "flows_csv: ");
    own_put_word(t->own.flows_csv, to);
    fprintf(to, "\n");
  }
  if (t->own.entries != NULL) fprintf(to, "traffic:\n%s", t->own.entries);
  if (topology_is_own(t)) return;
  if (t->load > 0)
    fprintf(to, "traffic:\n  - {name: t, pattern: uniform, sizes: %s, load: %.10g, until_us: %" PRIu64 "}\n", t->sizes,
            t->load, t->duration_us);
  else
    fprintf(to, "traffic:\n  - {name: t, pattern: permutation}\n");
}

void topology_write(const struct topology *t, const struct plan *p, const char *command, FILE *to) {
  struct topology_size size = topology_size(t);
  fprintf(to, "# %s: %d switches, %d hosts\n", command, size.switches, size.hosts);
  fprintf(to, "name: %s\n", kinds[t->kind].name);
  put_clock(p, to);
  plan_head(&t->plan, p, to);
  put_times(t, to);
  fprintf(to, "seed: %" PRIu64 "\nrouting: ecmp\npaths: up_down\n", t->seed);
  if (t->mmu != NULL)
    fputs(t->mmu, to);
  else
    plan_section(&t->plan, p, to);
  fprintf(to, "switches:\n");
  kinds[t->kind].nodes(t, to);
  put_traffic(t, to);
}
