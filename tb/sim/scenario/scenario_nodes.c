// Switches, links and hosts: names, ends, port numbers, rates and limiters.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/vec.h"
#include "tb/sim/scenario/scenario_file.h"

int scenario_find_node(const struct scenario *s, const char *name) { return names_find(&s->node_names, name); }

int scenario_find_link(const struct scenario *s, const char *name) { return names_find(&s->link_names, name); }

const char *scenario_link_path(const struct checker *c, int link, char *path, size_t size) {
  const struct scenario_link *l = &c->s->link[link];
  const int host = l->end[1].node - c->s->switches;
  if (!l->access)
    snprintf(path, size, "links.%d", link);
  else if (c->file->hosts[host].links == NULL)
    snprintf(path, size, "hosts.%d", host);
  else
    snprintf(path, size, "hosts.%d.links.%d", host, l->end[1].port);
  return path;
}

static int none(struct checker *c, const char *path, const char *what, const char *name, struct near *near,
                const char *otherwise) {
  return scenario_wrong(c, path, "there is no %s %s%s", what, name, near_or(near, otherwise));
}

int scenario_no_switch(struct checker *c, const char *path, const char *name, const char *otherwise) {
  struct near near;
  near_begin(&near, name, strlen(name));
  names_offer(&c->s->node_names, 0, c->s->switches - 1, &near);
  return none(c, path, "switch", name, &near, otherwise);
}

int scenario_no_host(struct checker *c, const char *path, const char *name) {
  struct near near;
  near_begin(&near, name, strlen(name));
  names_offer(&c->s->node_names, c->s->switches, INT_MAX, &near);
  return none(c, path, "host", name, &near, "; name one of hosts");
}

int scenario_no_link(struct checker *c, const char *path, const char *name) {
  struct near near;
  near_begin(&near, name, strlen(name));
  names_offer(&c->s->link_names, 0, INT_MAX, &near);
  return none(c, path, "link", name, &near, "; name a link, or a host for its link");
}

// Checks and copies a name. A name is unique, and is used in file names, CSV and waves without quotes.
static int take_name(struct checker *c, const char *list, unsigned index, const char *name, char **copy) {
  char path[64];
  snprintf(path, sizeof(path), "%s.%u.name", list, index);
  if (scenario_word(c, path, name, "") != 0) return EINVAL;
  if (scenario_find_node(c->s, name) >= 0 || scenario_find_link(c->s, name) >= 0)
    return scenario_wrong(c, path, "the name %s is taken; every switch, link and host needs its own", name);
  *copy = strdup(name);
  return *copy != NULL ? 0 : scenario_no_memory(c);
}

static int take_switches(struct checker *c) {
  struct scenario *s = c->s;
  s->sw = calloc(c->file->switches_count, sizeof(*s->sw));
  if (s->sw == NULL) return scenario_no_memory(c);
  for (unsigned i = 0; i < c->file->switches_count; i++) {
    int status = take_name(c, "switches", i, c->file->switches[i].name, &s->sw[i].name);
    if (status != 0) return status;
    s->sw[i].node = (int)i;
    s->switches++;
    if (names_add(&s->node_names, s->sw[i].name, (int)i) != 0) return scenario_no_memory(c);
  }
  return 0;
}

static int take_end(struct checker *c, const char *path, const char *name, struct scenario_link *l, int side) {
  int node = scenario_find_node(c->s, name);
  if (node < 0) return scenario_no_switch(c, path, name, "; name one of switches");
  struct scenario_switch *sw = &c->s->sw[node];
  if (sw->ports == SCENARIO_MOST_PORTS)
    return scenario_wrong(c, path, "switch %s has more than %d links; use more switches", name, SCENARIO_MOST_PORTS);
  int *more = vec_grow(sw->link, (size_t)sw->ports, sizeof(*more));
  if (more == NULL) return scenario_no_memory(c);
  sw->link = more;
  l->end[side].node = node;
  l->end[side].port = sw->ports;
  sw->link[sw->ports++] = (int)(l - c->s->link);
  return 0;
}

// Takes the other keys of a link, at the path of its list and number.
static void take_wire(struct checker *c, const char *list, unsigned i, const double *gbps, const double *delay_ns,
                      const uint32_t *overhead, struct scenario_link *l) {
  char path[64];
  l->bps = gbps != NULL ? scenario_bps(*gbps) : c->bps;
  l->delay_ps = delay_ns != NULL ? scenario_ps(*delay_ns) : c->delay_ps;
  l->overhead = VALUE_OR(overhead, c->overhead);
  snprintf(path, sizeof(path), "%s.%u", list, i);
  l->line = yaml_text_line(c->text, path);
  for (int side = 0; side < 2; side++) {
    struct scenario_switch *sw = &c->s->sw[l->end[side].node];
    if (l->end[side].node < c->s->switches && sw->bps < l->bps) sw->bps = l->bps;
  }
}

static int take_link(struct checker *c, unsigned i) {
  const struct file_link *f = &c->file->links[i];
  struct scenario_link *l = &c->s->link[c->s->links];
  char path[64];
  int status = take_name(c, "links", i, f->name, &l->name);
  if (status != 0) return status;
  if (names_add(&c->s->link_names, l->name, c->s->links++) != 0) return scenario_no_memory(c);
  snprintf(path, sizeof(path), "links.%u.a", i);
  status = take_end(c, path, f->a, l, 0);
  path[strlen(path) - 1] = 'b';
  if (status == 0) status = take_end(c, path, f->b, l, 1);
  if (status == 0 && l->end[0].node == l->end[1].node)
    status = scenario_wrong(c, path, "link %s joins switch %s with itself; name two switches", f->name, f->a);
  if (status == 0) take_wire(c, "links", i, f->gbps, f->delay_ns, f->overhead_bytes, l);
  return status;
}

// Takes an access link of host i: number k of the list, or the only one, which has the name of the host.
static int take_access(struct checker *c, unsigned i, unsigned k, const struct file_access *f, bool listed) {
  struct scenario *s = c->s;
  struct scenario_link *l = &s->link[s->links];
  const char *host = s->host[i].name;
  size_t size = strlen(host) + 16;
  char list[64], path[96];
  snprintf(list, sizeof(list), listed ? "hosts.%u.links" : "hosts", i);
  snprintf(path, sizeof(path), "%s.%u.switch", list, listed ? k : i);
  l->access = true;
  l->name = malloc(size);
  if (l->name == NULL) return scenario_no_memory(c);
  snprintf(l->name, size, listed && c->file->hosts[i].links_count > 1 ? "%s_%u" : "%s", host, k + 1);
  s->links++;
  if (strcmp(l->name, host) != 0 && (scenario_find_node(s, l->name) >= 0 || scenario_find_link(s, l->name) >= 0))
    return scenario_wrong(c, path, "link %u of host %s is called %s, but that name is taken; rename the other one",
                          k + 1, host, l->name);
  if (names_add(&s->link_names, l->name, s->links - 1) != 0) return scenario_no_memory(c);
  int at = scenario_find_node(s, f->at);
  if (at >= s->switches) return scenario_wrong(c, path, "%s is a host; name one of switches", f->at);
  l->end[1].node = s->host[i].node;
  l->end[1].port = (int)k;
  int status = take_end(c, path, f->at, l, 0);
  if (status == 0) take_wire(c, list, listed ? k : i, f->gbps, f->delay_ns, f->overhead_bytes, l);
  return status;
}

// A host is a node with the name of the host, and its access links.
static int take_host(struct checker *c, unsigned i) {
  const struct file_host *f = &c->file->hosts[i];
  const struct file_access only = {
      .at = f->at, .gbps = f->gbps, .delay_ns = f->delay_ns, .overhead_bytes = f->overhead_bytes};
  struct scenario *s = c->s;
  struct scenario_host *h = &s->host[i];
  char path[64];
  int status = take_name(c, "hosts", i, f->name, &h->name);
  if (status != 0) return status;
  h->node = (int)(c->file->switches_count + i);
  h->link = s->links;
  h->links = f->links != NULL ? (int)f->links_count : 1;
  s->hosts++;
  if (names_add(&s->node_names, h->name, h->node) != 0) return scenario_no_memory(c);
  snprintf(path, sizeof(path), "hosts.%u.name", i);
  if (f->links == NULL && f->at == NULL)
    return scenario_wrong(c, path, "switch is missing in hosts; add switch, or links for several");
  if (f->links == NULL) return take_access(c, i, 0, &only, false);
  const struct file_port *p = &f->port;
  if (f->at != NULL || f->gbps != NULL || f->delay_ns != NULL || f->overhead_bytes != NULL || f->down_us != NULL ||
      f->up_us != NULL || p->headroom != NULL || p->private != NULL || p->xoff != NULL || p->xon != NULL)
    return scenario_wrong(c, path, "host %s has links; give switch and the keys of its link there", f->name);
  if (f->pause != NULL)
    return scenario_wrong(c, path, "host %s has links, and pause is for a host with one; leave pause out", f->name);
  for (unsigned k = 0; status == 0 && k < f->links_count; k++) status = take_access(c, i, k, &f->links[k], true);
  return status;
}

// Limits of the ports of a switch: `key` is a list of them.
static int take_limits(struct checker *c, int sw, const char *key, const struct file_limit *list, unsigned count) {
  const bool ingress = list == c->file->switches[sw].ingress_limit;
  for (unsigned i = 0; i < count; i++) {
    const struct file_limit *f = &list[i];
    char path[64];
    snprintf(path, sizeof(path), "switches.%d.%s.%u.link", sw, key, i);
    const int link = scenario_find_link(c->s, f->link);
    if (link < 0) return scenario_no_link(c, path, f->link);
    struct scenario_link *l = &c->s->link[link];
    const int side = l->end[0].node == sw ? 0 : 1;
    if (l->end[side].node != sw)
      return scenario_wrong(c, path, "link %s does not end at switch %s; name one that does", f->link,
                            c->s->sw[sw].name);
    snprintf(path, sizeof(path), "switches.%d.%s.%u.gbps", sw, key, i);
    uint64_t *bps = ingress ? &l->end[side].ingress : &l->end[side].limit;
    *bps = scenario_bps(*f->gbps);
    if (*bps > l->bps)
      return scenario_wrong(c, path, "gbps is %g, above the link's %g; give less", *f->gbps, (double)l->bps / 1e9);
  }
  return 0;
}

int scenario_check_nodes(struct checker *c) {
  struct scenario *s = c->s;
  int status = take_switches(c);
  if (status != 0) return status;
  size_t links = c->file->links_count;
  for (unsigned i = 0; i < c->file->hosts_count; i++)
    links += c->file->hosts[i].links != NULL ? c->file->hosts[i].links_count : 1;
  s->link = calloc(links, sizeof(*s->link));
  s->host = calloc(c->file->hosts_count, sizeof(*s->host));
  if (s->link == NULL || s->host == NULL) return scenario_no_memory(c);
  for (unsigned i = 0; status == 0 && i < c->file->links_count; i++) status = take_link(c, i);
  for (unsigned i = 0; status == 0 && i < c->file->hosts_count; i++) status = take_host(c, i);
  for (int i = 0; status == 0 && i < s->switches; i++) {
    const struct file_switch *f = &c->file->switches[i];
    if (s->sw[i].bps == 0) s->sw[i].bps = c->bps;
    status = take_limits(c, i, "limit", f->limit, f->limit_count);
    if (status == 0) status = take_limits(c, i, "ingress_limit", f->ingress_limit, f->ingress_limit_count);
  }
  return status;
}
