// Switches, links and hosts: names, ends, port numbers, rates and limiters.
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/scenario/scenario_file.h"

int scenario_find_node(const struct scenario *s, const char *name) { return names_find(&s->node_names, name); }

int scenario_find_link(const struct scenario *s, const char *name) { return names_find(&s->link_names, name); }

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
  if (name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] != '\0')
    return scenario_wrong(c, path, "name '%s' is not one word; use letters, digits, _ and -", name);
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
  if (sw->ports == SLUICE_MAX_PORTS)
    return scenario_wrong(c, path, "switch %s has more than %d links; use more switches", name, SLUICE_MAX_PORTS);
  l->end[side].node = node;
  l->end[side].port = sw->ports;
  sw->link[sw->ports++] = (int)(l - c->s->link);
  return 0;
}

// Takes the other keys of a link, at the path of its list and number.
static int take_wire(struct checker *c, const char *list, unsigned i, const double *gbps, const double *delay_ns,
                     const uint32_t *overhead, struct scenario_link *l) {
  char path[64];
  l->bps = c->bps;
  l->delay_ps = c->delay_ps;
  l->overhead = c->overhead;
  snprintf(path, sizeof(path), "%s.%u", list, i);
  l->line = yaml_text_line(c->text, path);
  snprintf(path, sizeof(path), "%s.%u.overhead_bytes", list, i);
  int status = overhead != NULL ? scenario_overhead(c, path, *overhead, &l->overhead) : 0;
  snprintf(path, sizeof(path), "%s.%u.gbps", list, i);
  if (status == 0 && gbps != NULL) status = scenario_rate(c, path, *gbps, &l->bps);
  snprintf(path, sizeof(path), "%s.%u.delay_ns", list, i);
  if (status == 0 && delay_ns != NULL) status = scenario_delay(c, path, *delay_ns, &l->delay_ps);
  for (int side = 0; side < 2; side++) {
    struct scenario_switch *sw = &c->s->sw[l->end[side].node];
    if (l->end[side].node < c->s->switches && sw->bps < l->bps) sw->bps = l->bps;
  }
  return status;
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
  return status == 0 ? take_wire(c, "links", i, f->gbps, f->delay_ns, f->overhead_bytes, l) : status;
}

// A host is a node and its access link, both with the name of the host.
static int take_host(struct checker *c, unsigned i) {
  const struct file_host *f = &c->file->hosts[i];
  struct scenario *s = c->s;
  struct scenario_link *l = &s->link[s->links];
  char path[64];
  int status = take_name(c, "hosts", i, f->name, &s->host[i].name);
  if (status != 0) return status;
  s->host[i].node = (int)(c->file->switches_count + i);
  s->host[i].link = s->links;
  s->hosts++;
  l->name = strdup(f->name);
  if (l->name == NULL || names_add(&s->node_names, s->host[i].name, s->host[i].node) != 0 ||
      names_add(&s->link_names, s->host[i].name, s->links) != 0)
    return scenario_no_memory(c);
  l->access = true;
  snprintf(path, sizeof(path), "hosts.%u.switch", i);
  int at = scenario_find_node(s, f->at);
  if (at >= s->switches) status = scenario_wrong(c, path, "%s is a host; name one of switches", f->at);
  l->end[1].node = s->host[i].node;
  s->links++;
  if (status == 0) status = take_end(c, path, f->at, l, 0);
  return status == 0 ? take_wire(c, "hosts", i, f->gbps, f->delay_ns, f->overhead_bytes, l) : status;
}

static int take_limit(struct checker *c, int sw, unsigned i) {
  const struct file_limit *f = &c->file->switches[sw].limit[i];
  char path[64];
  snprintf(path, sizeof(path), "switches.%d.limit.%u.link", sw, i);
  int link = scenario_find_link(c->s, f->link);
  if (link < 0) return scenario_no_link(c, path, f->link);
  struct scenario_link *l = &c->s->link[link];
  int side = l->end[0].node == sw ? 0 : 1;
  if (l->end[side].node != sw)
    return scenario_wrong(c, path, "link %s does not end at switch %s; name one that does", f->link, c->s->sw[sw].name);
  snprintf(path, sizeof(path), "switches.%d.limit.%u.gbps", sw, i);
  int status = scenario_rate(c, path, *f->gbps, &l->end[side].limit);
  if (status == 0 && l->end[side].limit > l->bps)
    status = scenario_wrong(c, path, "gbps is %g, above the link's %g; give less", *f->gbps, (double)l->bps / 1e9);
  return status;
}

int scenario_check_nodes(struct checker *c) {
  struct scenario *s = c->s;
  int status = take_switches(c);
  if (status != 0) return status;
  s->link = calloc((size_t)c->file->links_count + c->file->hosts_count, sizeof(*s->link));
  s->host = calloc(c->file->hosts_count, sizeof(*s->host));
  if (s->link == NULL || s->host == NULL) return scenario_no_memory(c);
  for (unsigned i = 0; status == 0 && i < c->file->links_count; i++) status = take_link(c, i);
  for (unsigned i = 0; status == 0 && i < c->file->hosts_count; i++) status = take_host(c, i);
  for (int i = 0; status == 0 && i < s->switches; i++) {
    if (s->sw[i].bps == 0) s->sw[i].bps = c->bps;
    for (unsigned k = 0; status == 0 && k < c->file->switches[i].limit_count; k++) status = take_limit(c, i, k);
  }
  return status;
}
