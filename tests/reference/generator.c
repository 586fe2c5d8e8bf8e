#include "tests/reference/generator.h"

#include <inttypes.h>
#include <string.h>

// ---- drawing ----

static uint64_t draw(uint64_t *state) {  // SplitMix64
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

static int64_t between(uint64_t *state, int64_t least, int64_t most) {
  return least + (int64_t)(draw(state) % (uint64_t)(most - least + 1));
}

static bool chance(uint64_t *state, int percent) { return between(state, 1, 100) <= percent; }

#define ONE_OF(state, ...) \
  ((const int64_t[]){__VA_ARGS__}[between(state, 0, (int64_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)) - 1)])

static int64_t whole(const struct network *net, int64_t bytes) {
  return (bytes + net->cell - 1) / net->cell * net->cell;
}

static void add_link(struct network *net, uint64_t *state, int a, int b, int64_t mbps) {
  struct net_link *link = &net->link[net->links++];
  *link = (struct net_link){a, b, mbps, between(state, 100000, 2500000), chance(state, 80) ? 20 : 0, -1, -1};
}

static int64_t draw_rate(uint64_t *state) { return 1000 * ONE_OF(state, 10, 25, 40, 40, 50, 100, 100, 200); }

// A ring with a host at each switch, whose flows go around it: it may deadlock.
static void draw_ring(struct network *net, uint64_t *state) {
  int64_t common = draw_rate(state);
  net->switches = net->hosts = (int)between(state, 3, 5);
  for (int n = 0; n < net->switches; n++) add_link(net, state, n, (n + 1) % net->switches, common);
  for (int h = 0; h < net->hosts; h++) add_link(net, state, h, net->switches + h, common);
  net->flows = net->switches + (int)between(state, 0, 3);
  int highest = net->lossless == 0xff && chance(state, 30) ? 1 : 0;
  for (int f = 0; f < net->flows; f++) {
    struct net_flow *flow = &net->flow[f];
    flow->from = f % net->hosts;
    flow->hops = (int)between(state, 2, net->switches);
    flow->to = (flow->from + flow->hops - 1) % net->hosts;
    for (int i = 0; i < flow->hops; i++) flow->route[i] = (flow->from + i) % net->switches;
    flow->cls = (int)between(state, 0, highest);
    flow->packet = between(state, 500, net->max_packet);
    flow->bytes = between(state, 20000, 400000);
    flow->mbps = common;
    flow->start_ns = 4 * between(state, 0, 1000);
    flow->after_delay_ns = -1;
  }
}

static void draw_links(struct network *net, uint64_t *state, unsigned features, int most) {
  net->switches = (int)between(state, 1, most);
  net->hosts = (int)between(state, 2, NET_HOSTS);
  int64_t common = chance(state, 40) ? draw_rate(state) : 0;  // one rate for all links, or mixed rates
  for (int n = 1; n < net->switches; n++)
    add_link(net, state, (int)between(state, 0, n - 1), n, common > 0 ? common : draw_rate(state));
  for (int more = (int)between(state, 0, net->switches); more > 0 && net->switches > 1; more--) {
    int a = (int)between(state, 0, net->switches - 1), b = (int)between(state, 0, net->switches - 2);
    add_link(net, state, a, b < a ? b : b + 1, common > 0 ? common : draw_rate(state));
  }
  for (int h = 0; h < net->hosts; h++)  // the first two have one link, so that there is a pair with one
    for (int links = features & WITH_LINKS && h > 1 && chance(state, 40) ? 2 : 1; links > 0; links--)
      add_link(net, state, (int)between(state, 0, net->switches - 1), net->switches + h,
               common > 0 ? common : draw_rate(state));
}

static int ports_of(const struct network *net, int node) {
  int ports = 0;
  for (int l = 0; l < net->links; l++) ports += (net->link[l].a == node) + (net->link[l].b == node);
  return ports;
}

// Bytes that a link delivers after the decision to pause, with a margin.
static int64_t needed_headroom(const struct network *net, int node) {
  int64_t most = 0;
  for (int l = 0; l < net->links; l++) {
    const struct net_link *link = &net->link[l];
    if (link->a != node && link->b != node) continue;
    int64_t ps = 2 * link->delay_ps + net->processing_ns * 1000 + 100 * 1000000 / net->clock_mhz;
    int64_t bytes = ps / 1000 * link->mbps / 8000 + 4 * net->max_packet + 400;
    if (bytes > most) most = bytes;
  }
  return most;
}

static void draw_switch(struct network *net, uint64_t *state, int n, enum net_scheme scheme) {
  struct net_switch *sw = &net->sw[n];
  int ports = 0;
  for (int other = 0; other < net->switches; other++)
    if (ports_of(net, other) > ports) ports = ports_of(net, other);
  int queues = ports * net->classes;  // the pools of a build with the ports of the largest switch
  sw->scheme = scheme;
  sw->alpha = (int)between(state, -4, 1);
  sw->delta_q = whole(net, between(state, 0, 3) * net->max_packet);
  sw->delta_p = whole(net, between(state, 0, 3) * net->max_packet);
  sw->eta = whole(net, needed_headroom(net, n));
  if (chance(state, 10)) sw->eta = whole(net, sw->eta / 2 + net->max_packet);  // losses
  sw->shared = whole(net, between(state, 30000, 400000));
  if (scheme == NET_STATIC) {
    sw->xoff = whole(net, between(state, 4000, 30000));
    sw->xon = whole(net, between(state, sw->xoff / 4, sw->xoff - 1) / net->cell * net->cell);
    if (chance(state, 60)) sw->shared = whole(net, 12000000);
  } else if (scheme != NET_TTL && chance(state, 40)) {
    sw->phi = whole(net, between(state, 0, 3000));
  }
  if (scheme == NET_DSH) {
    sw->native = chance(state, 30);
    if (chance(state, 70)) sw->shared += whole(net, sw->eta << (sw->alpha < 0 ? -sw->alpha : 0));  // T above eta
  }
  if (scheme == NET_SHP) {
    sw->port_headroom = whole(net, between(state, 0, 10000));
    sw->pool = whole(net, sw->eta * between(state, 1, 10) / 4);
  }
  if (scheme == NET_TTL) sw->partition = whole(net, (ports + 18) * net->max_packet);
  if (scheme == NET_GFC) {
    int64_t d = 65536;
    while (d < 5 * sw->eta) d *= 2;
    sw->b0 = whole(net, between(state, 2000, 20000));
    sw->bm = sw->b0 + d;
    sw->phi = sw->bm + 4 * net->max_packet;
    sw->shared = sw->eta = 0;
  }
  sw->buffer = sw->shared + queues * (sw->phi + sw->eta) + net->classes * sw->partition + sw->pool;
}

// A random way without repeated switches.
static void draw_route(const struct network *net, uint64_t *state, struct net_flow *flow) {
  int first = -1, last = -1;
  for (int l = net->links - 1; l >= 0; l--) {
    if (net->link[l].b == net->switches + flow->from) first = net->link[l].a;
    if (net->link[l].b == net->switches + flow->to) last = net->link[l].a;
  }
  int node = first;
  flow->route[flow->hops++] = node;
  for (int tries = 0; node != last && tries < 60 && flow->hops < NET_HOPS; tries++) {
    const struct net_link *link = &net->link[between(state, 0, net->links - 1)];
    int next = link->a == node ? link->b : link->b == node ? link->a : -1;
    bool repeated = next < 0 || next >= net->switches;
    for (int i = 0; i < flow->hops; i++) repeated = repeated || flow->route[i] == next;
    if (!repeated) flow->route[flow->hops++] = node = next;
  }
  if (node != last) flow->hops = 0;
}

static int64_t rate_of_host(const struct network *net, int host, bool most) {
  int64_t rate = 0;
  for (int l = 0; l < net->links; l++)
    if (net->link[l].b == net->switches + host && (rate == 0 || (net->link[l].mbps > rate) == most))
      rate = net->link[l].mbps;
  return rate;
}

// Timers that pauses further away cannot end are the rule.
static struct net_policy draw_policy(uint64_t *state, unsigned features, enum net_control control) {
  struct net_policy policy = {.control = control, .rto_us = 4000, .ecn_capable = control != NET_OPEN};
  if (control == NET_OPEN) {
    policy.ecn_capable = chance(state, 40);
    return policy;
  }
  policy.ack_bytes = control == NET_HPCC_DCQCN ? ONE_OF(state, 1, 1, 4000) : ONE_OF(state, 4000, 20000, 256000);
  if (features & WITH_CNP && chance(state, 60)) policy.cnp_us = ONE_OF(state, 5, 20, 50);
  if (features & WITH_TIMER) policy.rto_us = chance(state, 70) ? between(state, 100, 600) : between(state, 20, 100);
  if (features & WITH_TIMER && chance(state, 20)) policy.rto_limit = between(state, 1, 4);
  return policy;
}

static void draw_policies(struct network *net, uint64_t *state, unsigned features) {
  bool mixed = features & WITH_POLICY && net->policy.control != NET_OPEN && chance(state, 50);
  for (int f = 0; f < net->flows; f++) {
    struct net_flow *flow = &net->flow[f];
    flow->policy = net->policy;
    if (!mixed || chance(state, 50)) continue;
    flow->own = true;
    flow->policy = draw_policy(state, features, (enum net_control)between(state, NET_OPEN, NET_NS3_RDMA));
  }
}

static void draw_flow(struct network *net, uint64_t *state, int f, unsigned features, bool ttl) {
  struct net_flow *flow = &net->flow[f];
  flow->from = (int)between(state, 0, net->hosts - 1);
  flow->to = (int)between(state, 0, net->hosts - 2);
  if (chance(state, 50)) flow->to = 0;  // a common destination
  if (flow->to >= flow->from) flow->to = (flow->to + 1) % net->hosts;
  if (flow->to == flow->from) flow->to = (flow->from + 1) % net->hosts;
  for (int i = 0; i < net->hosts && !(features & WITH_LINKS_TO); i++)
    if (flow->to == flow->from || ports_of(net, net->switches + flow->to) > 1) flow->to = (flow->to + 1) % net->hosts;
  flow->cls = ttl ? 0 : (int)between(state, 0, net->classes - 1);
  flow->packet = between(state, 200, net->max_packet);
  flow->bytes = between(state, 1, 400) * between(state, 100, 1000);
  flow->mbps = rate_of_host(net, flow->from, false);
  if (chance(state, 40)) flow->mbps = between(state, 1000, flow->mbps);
  flow->start_ns = 4 * between(state, 0, 5000);
  flow->after_delay_ns = -1;
  bool single = ports_of(net, net->switches + flow->from) == 1 && ports_of(net, net->switches + flow->to) == 1;
  if (!ttl && single && chance(state, 30)) draw_route(net, state, flow);
  if (!(features & (WITH_AFTER | WITH_AFTER_ELSEWHERE)) || !chance(state, 40)) return;
  for (int tries = 0; tries < 4 && flow->afters < 2; tries++) {
    int before = f > 0 ? (int)between(state, 0, f - 1) : -1;
    if (before < 0 || (flow->afters > 0 && flow->after[0] == before)) continue;
    if (net->flow[before].to != flow->from && !(features & WITH_AFTER_ELSEWHERE)) continue;
    if (!single && !(features & WITH_AFTER_LINKS)) continue;
    flow->after[flow->afters++] = before;
    flow->start_ns = 4 * between(state, 0, 500);
  }
  if (flow->afters > 0 && chance(state, 20)) flow->after_delay_ns = between(state, 0, 5000);
}

void draw_network(struct network *net, uint64_t seed, unsigned features) {
  uint64_t state = seed;
  state = draw(&state);  // streams of successive seeds do not overlap
  memset(net, 0, sizeof *net);
  net->seed = seed;
  net->clock_mhz = ONE_OF(&state, 250, 500, 1000);
  net->cell = ONE_OF(&state, 1, 1, 64, 208);
  net->max_packet = 1500;
  net->classes = (int)between(&state, 2, 4);
  net->lossless = 0xff;
  net->processing_ns = chance(&state, 30) ? 4 * between(&state, 0, 250) : 0;
  net->stop_ns = 10000000;
  net->duration_ns = 20000000;
  net->pause_time = (int)between(&state, 700, 3000);
  net->refresh = (int)between(&state, 300, net->pause_time / 2);
  if (features & WITH_LOSSY && chance(&state, 35))
    net->lossless = (unsigned)between(&state, 1, (1 << net->classes) - 1);
  enum net_scheme of_all = NET_SCHEMES;
  if (features & WITH_TTL && chance(&state, 20))
    of_all = NET_TTL;
  else if (features & WITH_GFC && chance(&state, 15))
    of_all = NET_GFC;
  if (features & WITH_CONTROL && of_all == NET_SCHEMES && chance(&state, 35)) {
    net->policy = draw_policy(&state, features, chance(&state, 50) ? NET_HPCC_DCQCN : NET_NS3_RDMA);
    net->kmin = net->kmax = whole(net, between(&state, 3000, 60000));
    net->at_mbps = 40000;
  }
  bool ring = of_all == NET_SCHEMES && net->policy.control == NET_OPEN && chance(&state, 15);
  if (ring)
    draw_ring(net, &state);
  else
    draw_links(net, &state, features, of_all == NET_TTL ? 4 : 5);
  if (of_all == NET_TTL) {
    net->ttl = net->classes = net->switches <= 2 && chance(&state, 50) ? 3 : 5;
    net->lossless = 0xff;
  }
  if (of_all == NET_GFC) net->cell = 1;
  net->lossless &= (1U << net->classes) - 1;
  if (net->lossless == 0) net->lossless = 1;
  enum net_scheme common = (enum net_scheme)between(&state, NET_STATIC, features & WITH_SHP ? NET_SHP : NET_DSH);
  bool mixed = chance(&state, 30);
  for (int n = 0; n < net->switches; n++) {
    enum net_scheme scheme = of_all != NET_SCHEMES ? of_all : common;
    if (mixed && of_all == NET_SCHEMES)
      scheme = (enum net_scheme)between(&state, NET_STATIC, features & WITH_SHP ? NET_SHP : NET_DSH);
    draw_switch(net, &state, n, scheme);
  }
  if (!ring) net->flows = (int)between(&state, 1, 10);
  for (int f = 0; f < net->flows && !ring; f++) draw_flow(net, &state, f, features, of_all == NET_TTL);
  draw_policies(net, &state, features);
  bool outages = features & WITH_OUTAGES && (net->policy.control == NET_OPEN || features & WITH_TIMER);
  for (int l = 0; l < net->links && outages && chance(&state, 30); l++) {
    struct net_link *link = &net->link[between(&state, 0, net->links - 1)];
    if (link->down_ns >= 0) continue;
    link->down_ns = 4 * between(&state, 200, 20000);
    if (chance(&state, 70)) link->up_ns = link->down_ns + 4 * between(&state, 10, 20000);
  }
  net->reroute_us = features & WITH_REROUTE ? between(&state, 1, 60) : 10000;
  if (!(features & WITH_SCHEDULER) || !chance(&state, 25)) return;
  if (chance(&state, 60)) net->strict = (unsigned)between(&state, 0, (1 << net->classes) - 2);
  for (int c = 0; c < net->classes && (net->strict == 0 || chance(&state, 50)); c++)
    net->quanta[c] = between(&state, 1, 8) * 200;
  if (net->quanta[net->classes - 1] == 0) memset(net->quanta, 0, sizeof net->quanta);
}

void jitter_starts(struct network *net, uint64_t number) {
  uint64_t state = number;
  for (int f = 0; f < net->flows; f++) net->flow[f].start_ns += 4 * between(&state, 0, 25);
}

// ---- scenarios ----

static const char *const scheme_names[] = {"STATIC", "SIH", "DSH", "SHP", "TTL", "GFC"};

static void write_mmu(const struct network *net, const struct net_switch *sw, FILE *out) {
  fprintf(out, "mmu: {scheme: %s, buffer: %" PRId64, scheme_names[sw->scheme], sw->buffer);
  if (sw->scheme != NET_GFC) fprintf(out, ", headroom: %" PRId64 ", shared: %" PRId64, sw->eta, sw->shared);
  if (sw->scheme != NET_TTL && sw->phi > 0) fprintf(out, ", private: %" PRId64, sw->phi);
  if (sw->scheme == NET_STATIC)
    fprintf(out, ", xoff: %" PRId64 ", xon: %" PRId64, sw->xoff, sw->xon);
  else if (sw->scheme == NET_GFC)
    fprintf(out, ", bm: %" PRId64 ", b0: %" PRId64, sw->bm, sw->b0);
  else
    fprintf(out, ", delta_q: %" PRId64 ", alpha: %s%d", sw->delta_q, sw->alpha < 0 ? "1/" : "",
            1 << (sw->alpha < 0 ? -sw->alpha : sw->alpha));
  if (sw->scheme == NET_DSH)
    fprintf(out, ", delta_p: %" PRId64 ", mode: %s", sw->delta_p, sw->native ? "native" : "interoperable");
  if (sw->scheme == NET_SHP)
    fprintf(out, ", headroom_pool: %" PRId64 ", port_headroom: %" PRId64, sw->pool, sw->port_headroom);
  if (sw->scheme == NET_TTL) {
    fprintf(out, ", partitions: [0");
    for (int c = 1; c < net->classes; c++) fprintf(out, ", %" PRId64, sw->partition);
    fprintf(out, "]");
  }
  fprintf(out, "}");
}

static void write_end_of_link(const struct net_link *link, FILE *out) {
  fprintf(out, "gbps: %g, delay_ns: %.3f, overhead_bytes: %" PRId64, (double)link->mbps / 1000,
          (double)link->delay_ps / 1000, link->overhead);
  if (link->down_ns >= 0) fprintf(out, ", down_us: %.3f", (double)link->down_ns / 1000);
  if (link->up_ns >= 0) fprintf(out, ", up_us: %.3f", (double)link->up_ns / 1000);
}

static void write_host(const struct network *net, int h, FILE *out) {
  int node = net->switches + h;
  bool several = ports_of(net, node) > 1;
  const char *separator = "";
  fprintf(out, "  - {name: h%d, ", h);
  if (several) fprintf(out, "links: [");
  for (int l = 0; l < net->links; l++) {
    if (net->link[l].b != node) continue;
    fprintf(out, "%s%sswitch: S%d, ", separator, several ? "{" : "", net->link[l].a);
    write_end_of_link(&net->link[l], out);
    if (several) fprintf(out, "}");
    separator = ", ";
  }
  fprintf(out, "%s}\n", several ? "]" : "");
}

static const char *const control_names[] = {"none", "hpcc_dcqcn", "ns3_rdma"};

static void write_policy(const struct net_policy *policy, FILE *out) {
  fprintf(out, "cnp_interval_us: %" PRId64 ", ack_bytes: %" PRId64 ", rto_us: %" PRId64, policy->cnp_us,
          policy->ack_bytes, policy->rto_us);
  if (policy->rto_limit > 0) fprintf(out, ", rto_limit: %" PRId64, policy->rto_limit);
}

static void write_flow(const struct network *net, int f, FILE *out) {
  const struct net_flow *flow = &net->flow[f];
  fprintf(out, "  - {name: f%d, from: h%d, to: h%d, gbps: %g, packet_bytes: %" PRId64 ", start_us: %.3f", f, flow->from,
          flow->to, (double)flow->mbps / 1000, flow->packet, (double)flow->start_ns / 1000);
  if (net->sw[0].scheme != NET_TTL) fprintf(out, ", class: %d", flow->cls);
  if (flow->bytes > 0) fprintf(out, ", bytes: %" PRId64, flow->bytes);
  for (int i = 0; i < flow->afters; i++) fprintf(out, "%sf%d", i == 0 ? ", after: [" : ", ", flow->after[i]);
  if (flow->afters > 0) fprintf(out, "]");
  for (int i = 0; i < flow->hops; i++) fprintf(out, "%sS%d", i == 0 ? ", route: [" : ", ", flow->route[i]);
  if (flow->hops > 0) fprintf(out, "]");
  if (flow->after_delay_ns >= 0) fprintf(out, ", after_delay_ns: %" PRId64, flow->after_delay_ns);
  const struct net_policy *common = &net->policy, *policy = &flow->policy;
  if (flow->own && policy->control != common->control) fprintf(out, ", congestion: %s", control_names[policy->control]);
  if (flow->own && policy->control != NET_OPEN) {
    fprintf(out, ", control: {");
    write_policy(policy, out);
    fprintf(out, "}");
  }
  if (flow->own && policy->ecn_capable && policy->control == NET_OPEN) fprintf(out, ", ecn_capable: true");
  fprintf(out, "}\n");
}

static void write_scheduler(const struct network *net, FILE *out) {
  const char *separator = "scheduler: {";
  for (int c = 0; c < net->classes && net->strict != 0; c++) {
    if ((net->strict >> c & 1) == 0) continue;
    fprintf(out, "%s%d", *separator == 's' ? "scheduler: {strict: [" : separator, c);
    separator = ", ";
  }
  if (net->strict != 0) fprintf(out, "]");
  for (int c = 0; c < net->classes && net->quanta[0] > 0; c++)
    fprintf(out, "%s%" PRId64,
            c > 0              ? ", "
            : net->strict != 0 ? ", quanta: ["
                               : "scheduler: {quanta: [",
            net->quanta[c]);
  if (net->quanta[0] > 0) fprintf(out, "]");
  if (net->strict != 0 || net->quanta[0] > 0) fprintf(out, "}\n");
}

void write_scenario(const struct network *net, FILE *out) {
  fprintf(out,
          "name: network_%" PRIu64 "\nclock_mhz: %" PRId64 "\ncell_bytes: %" PRId64 "\npacket_bytes: %" PRId64
          "\nprocessing_ns: %" PRId64 "\nstop_us: %.3f\nduration_us: %.3f\n",
          net->seed, net->clock_mhz, net->cell, net->max_packet, net->processing_ns, (double)net->stop_ns / 1000,
          (double)net->duration_ns / 1000);
  bool used = false;
  for (int f = 0; f < net->flows; f++) used = used || !net->flow[f].own;
  if (net->policy.control != NET_OPEN) {
    fprintf(out, "congestion: %s\n", control_names[net->policy.control]);
    if (used) fprintf(out, "senders: {");
    if (used) write_policy(&net->policy, out);
    fprintf(out, "%secn: {kmin: %" PRId64 ", kmax: %" PRId64 ", at_gbps: %g}\n", used ? "}\n" : "", net->kmin,
            net->kmax, (double)net->at_mbps / 1000);
  }
  bool down = false;
  for (int l = 0; l < net->links; l++) down = down || net->link[l].down_ns >= 0;
  if (down) fprintf(out, "reroute_us: %" PRId64 "\n", net->reroute_us);
  write_scheduler(net, out);
  fprintf(out, "mmu: {scheme: %s, classes: %d, pause_time: %d, refresh: %d, max_packet: %" PRId64,
          scheme_names[net->sw[0].scheme], net->classes, net->pause_time, net->refresh, net->max_packet);
  const struct net_switch *sw = &net->sw[0];
  fprintf(out, ", buffer: %" PRId64, sw->buffer);
  if (sw->scheme == NET_STATIC)
    fprintf(out, ", xoff: %" PRId64, sw->xoff);
  else if (sw->scheme == NET_GFC)
    fprintf(out, ", b0: %" PRId64, sw->b0);
  else
    fprintf(out, ", alpha: 1");
  if (sw->scheme == NET_SHP) fprintf(out, ", headroom_pool: %" PRId64, sw->pool);
  if (sw->scheme == NET_TTL) fprintf(out, ", ttl: %d", net->ttl);
  const char *separator = ", lossless: [";
  for (int c = 0; c < net->classes && sw->scheme != NET_TTL; c++)
    if (net->lossless >> c & 1) {
      fprintf(out, "%s%d", separator, c);
      separator = ", ";
    }
  fprintf(out, "%s}\nswitches:\n", sw->scheme == NET_TTL ? "" : "]");
  for (int n = 0; n < net->switches; n++) {
    fprintf(out, "  - {name: S%d, ", n);
    write_mmu(net, &net->sw[n], out);
    fprintf(out, "}\n");
  }
  for (int l = 0; l < net->links && net->link[l].b < net->switches; l++) {
    const struct net_link *link = &net->link[l];
    fprintf(out, "%s  - {name: L%d, a: S%d, b: S%d, ", l == 0 ? "links:\n" : "", l, link->a, link->b);
    write_end_of_link(link, out);
    fprintf(out, "}\n");
  }
  fprintf(out, "hosts:\n");
  for (int h = 0; h < net->hosts; h++) write_host(net, h, out);
  fprintf(out, "flows:\n");
  for (int f = 0; f < net->flows; f++) write_flow(net, f, out);
}
