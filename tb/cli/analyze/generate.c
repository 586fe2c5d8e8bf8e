// Networks whose routes may cause cyclic buffer dependencies: around a ring, across a mesh or any graph, or over
// another leaf if the link from spine to leaf has failed.
#define _POSIX_C_SOURCE 200809L
#include "tb/cli/analyze/generate.h"

#include <inttypes.h>
#include <stdbool.h>

#include "tb/sim/traffic/random.h"

enum { HOSTS = 2, TRIES = 20, SWAPS = 64 };

struct network {
  const struct generate_options *options;
  uint64_t state;
  int topology, switches;
  int leaves;  // number of switches with hosts: the leaves of a leaf-spine network, else all switches
  int columns;
  bool link[GENERATE_SWITCHES][GENERATE_SWITCHES];
  int hosts[GENERATE_SWITCHES];
};

struct route {
  int hops, at[GENERATE_HOPS];
};

static int between(struct network *n, int low, int high) {
  return low + (int)(random_next(&n->state) % (uint64_t)(high - low + 1));
}

static int smaller(int a, int b) { return a < b ? a : b; }

static void set_link(struct network *n, int a, int b, bool there) { n->link[a][b] = n->link[b][a] = there; }

static void join(struct network *n, int a, int b) { set_link(n, a, b, true); }

int generate_topology(const struct generate_options *o, uint64_t seed) { return (int)(seed % (uint64_t)o->topologies); }

const char *generate_topology_name(int topology) {
  static const char *const names[] = {"ring", "mesh", "leaf-spine", "regular", "graph"};
  return names[topology];
}

// ---- networks ----

static void make_ring(struct network *n) {
  n->switches = n->leaves = between(n, 3, smaller(8, n->options->switches));
  for (int i = 0; i < n->switches; i++) join(n, i, (i + 1) % n->switches);
}

static void make_mesh(struct network *n) {
  int rows = between(n, 2, 3);
  n->columns = between(n, 2, smaller(4, n->options->switches / rows));
  n->switches = n->leaves = rows * n->columns;
  for (int i = 0; i < n->switches; i++) {
    if ((i + 1) % n->columns != 0) join(n, i, i + 1);
    if (i + n->columns < n->switches) join(n, i, i + n->columns);
  }
}

// About half of the links have failed; every leaf keeps at least one.
static void make_leaf_spine(struct network *n) {
  int spines = between(n, 2, 3);
  n->leaves = between(n, 4, smaller(6, n->options->switches - spines));
  n->switches = n->leaves + spines;
  for (int leaf = 0; leaf < n->leaves; leaf++) {
    join(n, leaf, n->leaves + between(n, 0, spines - 1));
    for (int k = 0; k < spines; k++)
      if (between(n, 0, 1) != 0) join(n, leaf, n->leaves + k);
  }
}

static bool connected(const struct network *n) {
  bool seen[GENERATE_SWITCHES] = {true};
  int count = 1;
  for (bool more = true; more;) {
    more = false;
    for (int a = 0; a < n->switches; a++)
      for (int b = 0; b < n->switches; b++)
        if (seen[a] && n->link[a][b] && !seen[b]) {
          seen[b] = more = true;
          count++;
        }
  }
  return count == n->switches;
}

// Replaces links a-b and c-d by a-c and b-d.
static void cross(struct network *n, int a, int b, int c, int d) {
  set_link(n, a, b, false);
  set_link(n, c, d, false);
  join(n, a, c);
  join(n, b, d);
}

// A ring with chords, in which every switch has the same number of links; then random pairs of links are crossed.
static void make_regular(struct network *n) {
  n->switches = n->leaves = between(n, 4, smaller(8, n->options->switches));
  int degree = between(n, 2, smaller(4, n->switches - 1));
  bool across = degree % 2 != 0 && n->switches % 2 == 0;
  for (int i = 0; i < n->switches; i++) {
    for (int step = 1; step <= degree / 2; step++) join(n, i, (i + step) % n->switches);
    if (across) join(n, i, (i + n->switches / 2) % n->switches);
  }
  for (int i = 0; i < SWAPS * n->switches; i++) {
    int a = between(n, 0, n->switches - 1), b = between(n, 0, n->switches - 1);
    int c = between(n, 0, n->switches - 1), d = between(n, 0, n->switches - 1);
    if (!n->link[a][b] || !n->link[c][d] || a == c || b == d || n->link[a][c] || n->link[b][d]) continue;
    cross(n, a, b, c, d);
    if (!connected(n)) cross(n, a, c, b, d);
  }
}

// A random tree, and up to n more links for n switches.
static void make_graph(struct network *n) {
  n->switches = n->leaves = between(n, 3, smaller(8, n->options->switches));
  for (int i = 1; i < n->switches; i++) join(n, i, between(n, 0, i - 1));
  for (int left = between(n, 1, n->switches); left > 0; left--) {
    int a = between(n, 0, n->switches - 1), b = between(n, 0, n->switches - 1);
    if (a != b) join(n, a, b);
  }
}

// ---- routes ----

static void add(struct route *r, int sw) { r->at[r->hops++] = sw; }

static bool visited(const struct route *r, int sw) {
  for (int i = 0; i < r->hops; i++)
    if (r->at[i] == sw) return true;
  return false;
}

// Three of four routes go around in the same direction.
static bool ring_route(struct network *n, struct route *r) {
  int step = between(n, 0, 3) != 0 ? 1 : n->switches - 1;
  int here = between(n, 0, n->switches - 1);
  for (int left = between(n, 2, smaller(n->switches, n->options->hops)); left > 0; left--) {
    add(r, here);
    here = (here + step) % n->switches;
  }
  return true;
}

static void walk(struct route *r, int step, int steps) {
  for (; steps != 0; steps += steps > 0 ? -1 : 1) add(r, r->at[r->hops - 1] + (steps > 0 ? step : -step));
}

// Returns a random neighbour from first to last - 1 that is not on the route yet; -1: none.
static int any_neighbour(struct network *n, const struct route *r, int first, int last) {
  int here = r->at[r->hops - 1], count = 0, found = -1;
  for (int i = first; i < last; i++) {
    if (!n->link[here][i] || visited(r, i)) continue;
    if (between(n, 0, count++) == 0) found = i;
  }
  return found;
}

static bool straight_route(struct network *n, struct route *r) {
  int from = between(n, 0, n->switches - 1), to = between(n, 0, n->switches - 1);
  int x = to % n->columns - from % n->columns, y = to / n->columns - from / n->columns;
  bool x_first = between(n, 0, 1) != 0;
  add(r, from);
  if (x_first) walk(r, 1, x);
  walk(r, n->columns, y);
  if (!x_first) walk(r, 1, x);
  return from != to;
}

// A random walk that passes no switch twice.
static bool wandering_route(struct network *n, struct route *r) {
  add(r, between(n, 0, n->switches - 1));
  for (int left = between(n, 2, smaller(7, n->options->hops - 1)); left > 0; left--) {
    int sw = any_neighbour(n, r, 0, n->switches);
    if (sw >= 0) add(r, sw);
  }
  return r->hops > 2;
}

// Half of the routes are straight, first along x or first along y; the others are random walks.
static bool mesh_route(struct network *n, struct route *r) {
  return between(n, 0, 1) != 0 ? straight_route(n, r) : wandering_route(n, r);
}

// Up to a random spine. If its link to the destination has failed, down to a random leaf, and up again from there.
static bool leaf_spine_route(struct network *n, struct route *r) {
  int to = between(n, 0, n->leaves - 1);
  add(r, between(n, 0, n->leaves - 1));
  if (r->at[0] == to) return false;
  while (r->hops + 2 <= n->options->hops) {
    int spine = any_neighbour(n, r, n->leaves, n->switches);
    if (spine < 0) return false;
    add(r, spine);
    int leaf = n->link[spine][to] ? to : any_neighbour(n, r, 0, n->leaves);
    if (leaf < 0) return false;
    add(r, leaf);
    if (leaf == to) return true;
  }
  return false;
}

static const struct {
  void (*make)(struct network *n);
  bool (*route)(struct network *n, struct route *r);
} topologies[] = {[GENERATE_RING] = {make_ring, ring_route},
                  [GENERATE_MESH] = {make_mesh, mesh_route},
                  [GENERATE_LEAF_SPINE] = {make_leaf_spine, leaf_spine_route},
                  [GENERATE_REGULAR] = {make_regular, wandering_route},
                  [GENERATE_GRAPH] = {make_graph, wandering_route}};

static bool find_route(struct network *n, struct route *r) {
  for (int i = 0; i < TRIES; i++) {
    r->hops = 0;
    if (topologies[n->topology].route(n, r)) return true;
  }
  return false;
}

// ---- the file ----

static void write_head(struct network *n, uint64_t seed, FILE *to) {
  const struct generate_options *o = n->options;
  fprintf(to,
          "name: seed%" PRIu64 "\nclock_mhz: 250\npacket_bytes: 1000\ngbps: 40\ndelay_ns: 1000\noverhead_bytes: 0\n",
          seed);
  fprintf(to, "duration_us: %" PRIu64 "\nstop_us: %" PRIu64 "\nseed: %" PRIu64 "\njitter_ns: %" PRIu64 "\n",
          o->duration_us, o->stop_us, seed, o->bytes != 0 ? 500 * o->stop_us : 2000);
  fprintf(to, "mmu: {%s}\nswitches:\n", o->mmu);
  for (int i = 0; i < n->leaves; i++) n->hosts[i] = between(n, 1, HOSTS);
  for (int i = 0; i < n->switches; i++) {
    fprintf(to, "  - {name: S%d", i);
    if (n->hosts[i] > 0 && between(n, 0, 7) == 0)
      fprintf(to, ", limit: [{link: h%d_0, gbps: %d}]", i, between(n, 5, 30));
    fprintf(to, "}\n");
  }
  fprintf(to, "links:\n");
  for (int a = 0; a < n->switches; a++)
    for (int b = a + 1; b < n->switches; b++)
      if (n->link[a][b]) fprintf(to, "  - {name: L%d_%d, a: S%d, b: S%d}\n", a, b, a, b);
  fprintf(to, "hosts:\n");
  for (int i = 0; i < n->leaves; i++)
    for (int k = 0; k < n->hosts[i]; k++) fprintf(to, "  - {name: h%d_%d, switch: S%d}\n", i, k, i);
}

static void write_flow(struct network *n, int flow, const struct route *r, FILE *to) {
  int first = r->at[0], last = r->at[r->hops - 1];
  int from = between(n, 0, n->hosts[first] - 1), at = between(n, 0, n->hosts[last] - 1);
  fprintf(to, "  - {name: f%d, from: h%d_%d, to: h%d_%d", flow, first, from, last, at);
  if (between(n, 0, 3) == 0) fprintf(to, ", gbps: %d", between(n, 5, 35));
  if (n->options->classes != 0) fprintf(to, ", class: %d", between(n, 0, n->options->classes - 1));
  if (n->options->bytes != 0) fprintf(to, ", bytes: %" PRIu64, n->options->bytes);
  for (int i = 0; i < r->hops; i++) fprintf(to, "%sS%d", i == 0 ? ", route: [" : ", ", r->at[i]);
  fprintf(to, "]}\n");
}

void generate_scenario(uint64_t seed, const struct generate_options *o, FILE *to) {
  struct network n = {.options = o, .state = seed, .topology = generate_topology(o, seed)};
  struct route r;
  topologies[n.topology].make(&n);
  write_head(&n, seed, to);
  fprintf(to, "flows:\n");
  int flows = n.topology == GENERATE_RING ? between(&n, 3, 10) : between(&n, 4, 16);
  for (int i = 0; i < flows; i++)
    if (find_route(&n, &r)) write_flow(&n, i, &r, to);
}
