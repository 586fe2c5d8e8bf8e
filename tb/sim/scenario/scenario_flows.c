// Flows, and the burst of a search
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/vec.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_file.h"

static int take_host(struct checker *c, const char *path, const char *name, int *node) {
  *node = scenario_find_node(c->s, name);
  if (*node < 0) return scenario_no_host(c, path, name);
  if (*node < c->s->switches) return scenario_wrong(c, path, "%s is a switch; name one of hosts", name);
  return 0;
}

static char *flow_path(char *path, size_t size, unsigned i, const char *key) {
  snprintf(path, size, "flows.%u.%s", i, key);
  return path;
}

// Whether the name has the form of a generated flow: web-17 is the 18th flow of traffic web.
static bool is_generated(const struct checker *c, const char *name) {
  const char *dash = strrchr(name, '-');
  if (dash == NULL || dash[1] == '\0' || dash[1 + strspn(dash + 1, "0123456789")] != '\0') return false;
  const size_t length = (size_t)(dash - name);
  if (names_find_part(&c->traffic_names, name, length) >= 0) return true;
  return c->file->flows_csv != NULL && length == 3 && strncmp(name, "csv", length) == 0;
}

static int take_ends(struct checker *c, const struct file_flow *f, struct scenario_flow *flow, unsigned i) {
  char path[64];
  flow_path(path, sizeof(path), i, "name");
  if (scenario_word(c, path, f->name, "") != 0) return EINVAL;
  if (names_find(&c->flow_names, f->name) >= 0 || is_generated(c, f->name))
    return scenario_wrong(c, path, "a flow %s exists already; every flow needs its own name", f->name);
  int status = take_host(c, flow_path(path, sizeof(path), i, "from"), f->from, &flow->from);
  if (status == 0) status = take_host(c, flow_path(path, sizeof(path), i, "to"), f->to, &flow->to);
  if (status == 0 && flow->from == flow->to)
    status = scenario_wrong(c, path, "flow %s goes from %s to itself; name two hosts", f->name, f->from);
  if (status != 0) return status;
  flow->name = arena_get(&c->s->arena, strlen(f->name) + 1, 1);
  if (flow->name == NULL) return scenario_no_memory(c);
  strcpy(flow->name, f->name);
  return names_add(&c->flow_names, flow->name, (int)i) == 0 ? 0 : scenario_no_memory(c);
}

static int take_traffic(struct checker *c, const struct file_flow *f, struct scenario_flow *flow, unsigned i) {
  char path[64];
  uint64_t packet = c->packet;
  int status = 0;
  const uint32_t cls = VALUE_OR(f->cls, DEFAULT_FLOW_CLASS);
  flow->cls = (int)(cls < 255 ? cls : 255);
  flow->ttl = (uint8_t)VALUE_OR(f->ttl, DEFAULT_FLOW_TTL);
  flow->loop = f->loop != NULL && *f->loop != 0;
  flow->line = yaml_text_line(c->text, flow_path(path, sizeof(path), i, flow->loop ? "loop" : "name"));
  if (f->gbps != NULL) flow->bps = scenario_bps(*f->gbps);
  if (f->bytes != NULL)
    status = scenario_amount(c, flow_path(path, sizeof(path), i, "bytes"), f->bytes, LEAST_FLOW_BYTES, MOST_FLOW_BYTES,
                             &flow->bytes);
  if (status == 0 && f->packet_bytes != NULL)
    status = scenario_amount(c, flow_path(path, sizeof(path), i, "packet_bytes"), f->packet_bytes,
                             LEAST_FLOW_PACKET_BYTES, MOST_FLOW_PACKET_BYTES, &packet);
  flow->packet = (uint32_t)packet;
  return status;
}

static int take_policy(struct checker *c, const struct file_flow *f, struct scenario_flow *flow, unsigned i) {
  const struct scenario_policy_keys keys = {f->congestion, f->ecn_capable, f->control};
  char prefix[64];
  return scenario_take_policy(c, flow_path(prefix, sizeof(prefix), i, ""), &keys, &flow->policy);
}

static int take_times(struct checker *c, const struct file_flow *f, struct scenario_flow *flow, unsigned i) {
  char path[64];
  if (f->after_delay_ns != NULL) flow->after_delay = scenario_ps(*f->after_delay_ns);
  if (f->start_us != NULL) flow->start = scenario_us_cycles(c->s, *f->start_us);
  if (f->stop_us != NULL) flow->stop = scenario_us_cycles(c->s, *f->stop_us);
  if (flow->stop > c->s->stop)
    return scenario_wrong(c, flow_path(path, sizeof(path), i, "stop_us"),
                          "flow %s stops after all sources stop; give less than the scenario's stop_us", f->name);
  if (flow->start >= flow->stop)
    return scenario_wrong(c, flow_path(path, sizeof(path), i, "start_us"),
                          "flow %s stops before it starts; give start_us below stop_us", f->name);
  return 0;
}

struct scenario_flow *scenario_add_flow(struct checker *c) {
  struct scenario *s = c->s;
  if (s->flows == SCENARIO_MOST_FLOWS) return NULL;
  struct scenario_flow *more = vec_grow(s->flow, (size_t)s->flows, sizeof(*more));
  if (more == NULL) return NULL;
  s->flow = more;
  struct scenario_flow *f = &s->flow[s->flows++];
  *f = (struct scenario_flow){.packet = c->packet, .ttl = DEFAULT_FLOW_TTL, .stop = s->stop, .after_delay = UINT64_MAX};
  return f;
}

int scenario_begin_group(struct checker *c, const char *name) {
  struct scenario *s = c->s;
  struct scenario_group *more = vec_grow(s->group, (size_t)s->groups, sizeof(*more));
  if (more == NULL) return scenario_no_memory(c);
  s->group = more;
  s->group[s->groups] = (struct scenario_group){.name = strdup(name), .first = s->flows};
  return s->group[s->groups].name != NULL ? (s->groups++, 0) : scenario_no_memory(c);
}

int scenario_name_flow(struct checker *c, struct scenario_flow *f, unsigned long number) {
  struct scenario_group *group = &c->s->group[c->s->groups - 1];
  char name[80];
  size_t size = (size_t)snprintf(name, sizeof(name), "%s-%lu", group->name, number) + 1;
  f->name = arena_get(&c->s->arena, size, 1);
  if (f->name == NULL) return ENOMEM;
  memcpy(f->name, name, size);
  group->count++;
  return 0;
}

void scenario_take_packet(struct checker *c, uint32_t bytes) {
  if (bytes > c->s->mtu) c->s->mtu = bytes;
  if (bytes > c->largest) c->largest = bytes;
}

// A flow is not faster than the link by which it leaves its host.
static int check_rate(struct checker *c, int i) {
  const struct scenario_flow *flow = &c->s->flow[i];
  const struct scenario_link *l = &c->s->link[flow->access];
  char path[64];
  if (flow->bps <= l->bps) return 0;
  return scenario_wrong(c, flow_path(path, sizeof(path), (unsigned)i, "gbps"),
                        "gbps is %g, above the %g of host %s; give less", (double)flow->bps / 1e9, (double)l->bps / 1e9,
                        c->file->flows[i].from);
}

static int take_route(struct checker *c, int i) {
  struct scenario_flow *flow = &c->s->flow[i];
  char path[64];
  if (c->file->flows[i].route != NULL) return scenario_route_written(c, i);
  flow_path(path, sizeof(path), (unsigned)i, "name");
  if (flow->loop)
    return scenario_wrong(c, path, "flow %s loops without a route; list the switches of the loop in route", flow->name);
  int status = scenario_route(c, flow);
  return status == 0 ? 0 : scenario_no_route(c, path, flow, status);
}

int scenario_no_route(struct checker *c, const char *path, const struct scenario_flow *f, int status) {
  if (status == ENOMEM) return scenario_no_memory(c);
  const struct scenario *s = c->s;
  int from = s->link[s->host[f->from - s->switches].link].end[0].node;
  int to = s->link[s->host[f->to - s->switches].link].end[0].node;
  if (s->paths == PATHS_UP_DOWN)
    return scenario_wrong(c, path,
                          "no route up and then down from %s to %s over at most 64 switches; add a link, give other "
                          "levels, or paths: shortest",
                          s->sw[from].name, s->sw[to].name);
  return scenario_wrong(c, path, "no route from %s to %s over at most 64 switches; add a link", s->sw[from].name,
                        s->sw[to].name);
}

// The first entry of traffic with a name has it; scenario_check_traffic() refuses the others.
static int take_traffic_names(struct checker *c) {
  for (unsigned i = 0; i < c->file->traffic_count; i++) {
    const char *name = c->file->traffic[i].name;
    if (names_find(&c->traffic_names, name) >= 0) continue;
    if (names_add(&c->traffic_names, name, (int)i) != 0) return scenario_no_memory(c);
  }
  return 0;
}

int scenario_check_flows(struct checker *c) {
  c->s->mtu = MIN_FRAME;
  if (c->file->flows == NULL && c->file->traffic == NULL && c->file->flows_csv == NULL)
    return scenario_wrong(c, "", "flows is missing in the scenario; add flows, traffic or flows_csv");
  if (take_traffic_names(c) != 0) return ENOMEM;
  if (c->file->flows == NULL) return 0;
  if (scenario_begin_group(c, "flows") != 0) return ENOMEM;
  for (unsigned i = 0; i < c->file->flows_count; i++) {
    struct scenario_flow *flow = scenario_add_flow(c);
    if (flow == NULL) return scenario_no_memory(c);
    int status = take_ends(c, &c->file->flows[i], flow, i);
    if (status == 0) status = take_traffic(c, &c->file->flows[i], flow, i);
    if (status == 0) status = take_policy(c, &c->file->flows[i], flow, i);
    if (status == 0) status = take_times(c, &c->file->flows[i], flow, i);
    if (status == 0) status = take_route(c, (int)i);
    if (status == 0) status = check_rate(c, (int)i);
    if (status != 0) return status;
    scenario_take_packet(c, flow->packet);
  }
  c->s->group->listed = true;
  c->s->group->count = c->s->flows;
  return 0;
}

// Either all bursting flows have start_us, or none: then the search finds the start.
static int take_burst_start(struct checker *c) {
  struct scenario *s = c->s;
  int given = 0;
  s->burst_start = SEARCH_FINDS_START;
  for (int i = 0; i < s->bursts; i++) {
    const struct scenario_flow *f = &s->flow[s->burst[i]];
    if (c->file->flows[s->burst[i]].start_us == NULL) continue;
    given++;
    if (f->start < s->burst_start) s->burst_start = f->start;
  }
  if (given == 0 || given == s->bursts) return 0;
  return scenario_wrong(c, "search.flows", "%d of %d bursting flows have start_us; give it to all of them, or to none",
                        given, s->bursts);
}

// Each flow is in the list once.
static int take_burst(struct checker *c, const struct file_search *f) {
  struct scenario *s = c->s;
  bool *given = calloc((size_t)s->flows + 1, sizeof(*given));
  int status = given != NULL ? 0 : scenario_no_memory(c);
  for (unsigned i = 0; status == 0 && i < f->flows_count; i++) {
    char path[64];
    snprintf(path, sizeof(path), "search.flows.%u", i);
    const int flow = names_find(&c->flow_names, f->flows[i]);
    if (flow < 0) {
      status = scenario_no_flow(c, path, f->flows[i]);
    } else if (given[flow]) {
      status = scenario_wrong(c, path, "flow %s is given twice; keep one", f->flows[i]);
    } else {
      given[flow] = true;
      s->burst[s->bursts++] = flow;
    }
  }
  free(given);
  return status;
}

int scenario_check_search(struct checker *c) {
  const struct file_search *f = c->file->search;
  struct scenario *s = c->s;
  if (f == NULL) return 0;
  if (s->feedback != FEEDBACK_PAUSE)
    return scenario_wrong(c, "search", "search has a closed form for STATIC, SIH and DSH only; use one of them");
  s->burst = calloc(f->flows_count, sizeof(*s->burst));
  if (s->burst == NULL) return scenario_no_memory(c);
  int status = take_burst(c, f);
  if (status != 0) return status;
  uint64_t most = UINT64_C(1) << 40;
  status = scenario_amount(c, "search.bytes_from", f->bytes_from, f->flows_count, most, &s->burst_from);
  if (status == 0) status = scenario_amount(c, "search.bytes_to", f->bytes_to, f->flows_count, most, &s->burst_to);
  if (status == 0 && s->burst_to <= s->burst_from)
    status = scenario_wrong(c, "search.bytes_to", "bytes_to is not above bytes_from; give more");
  s->search_line = yaml_text_line(c->text, "search");
  return status == 0 ? take_burst_start(c) : status;
}
