// What a scenario needs beside the network: classes, buffer, alpha, and the times of the run.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/import/import.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario.h"

enum { BASE_SHIFT = 3 };              // alpha 1/8 at the rate of the hosts
enum { TIMES_OF_BUSIEST_HOST = 20 };  // time for flows to complete
enum { LONGEST_ROUTE = 8 };           // links, of the delays of flows that start one after another
enum { PERMUTATION_US = 1000 };       // time of the traffic if there are no flows
#define MOST_US UINT64_C(400000000)   // less than half of a scenario's limit

uint64_t import_headroom(const struct import *m, const struct import_link *link) {
  double bdp = (double)link->bps * (double)link->delay_ps / 8e12;
  double eq15 = 2 * (m->packet + MIN_FRAME + bdp);  // TTL Eq. 15
  double bytes = m->headroom_of_bdp && 3 * bdp > eq15 ? 3 * bdp : eq15;
  return (uint64_t)ceil(bytes);
}

static void plan_classes(const struct import *m, struct import_plan *p) {
  bool used[IMPORT_PGS] = {false};
  for (int i = 0; i < m->flows; i++) used[m->flow[i].pg] = true;
  for (int i = 0; i < IMPORT_PGS; i++)
    if (used[i]) p->pg_class[i] = p->classes++;
  if (p->classes == 0) p->classes = 1;
  if (m->congestion == NULL) return;
  p->own_ack_class = p->classes < IMPORT_PGS;
  p->ack_class = p->own_ack_class ? p->classes++ : IMPORT_PGS - 1;
  p->strict_acks = p->own_ack_class;
}

static int note_classes(struct import *m, const struct import_plan *p) {
  int status = 0;
  for (int i = 0; i < IMPORT_PGS && status == 0; i++)
    if (p->pg_class[i] >= 0 && p->pg_class[i] != i)
      status = import_note(m, "priority group %d of the files is class %d", i, p->pg_class[i]);
  if (status == 0 && m->congestion != NULL && !p->own_ack_class)
    status = import_note(m, "acknowledgements share class %d with data, because data have all classes", p->ack_class);
  return status;
}

// ---- the buffer ----

// Half of the buffer at least is shared.
static int plan_buffer(struct import *m, struct import_plan *p) {
  uint64_t *reserved = calloc((size_t)m->nodes, sizeof(*reserved)), most = 0;
  if (reserved == NULL) return import_no_memory(m);
  for (int i = 0; i < 2 * m->links; i++) {
    uint64_t *of_node = &reserved[m->link[i / 2].end[i % 2]];
    *of_node += (import_headroom(m, &m->link[i / 2]) + m->private) * (uint64_t)p->classes;
    if (m->is_switch[m->link[i / 2].end[i % 2]] && *of_node > most) most = *of_node;
  }
  free(reserved);
  p->buffer = m->buffer > 2 * most ? m->buffer : 2 * most;
  if (p->buffer == m->buffer) return 0;
  return import_note(
      m, "a switch has a buffer of %" PRIu64 " B, not %" PRIu64 ", because its queues reserve %" PRIu64 " B", p->buffer,
      m->buffer, most);
}

// ---- alpha ----

static uint64_t host_rate(const struct import *m) {
  uint64_t bps = 0;
  for (int i = 0; i < m->links && bps == 0; i++)
    if (!m->is_switch[m->link[i].end[0]] || !m->is_switch[m->link[i].end[1]]) bps = m->link[i].bps;
  return bps;
}

static uint8_t shift_of(uint64_t bps, uint64_t of_hosts) {
  uint8_t shift = BASE_SHIFT;
  for (; bps > of_hosts && shift > 0; shift--) bps /= 2;
  return shift;
}

// A switch whose ports all have the same alpha gets it. A switch with several has that of the hosts' rate.
static int plan_alpha(struct import *m, struct import_plan *p) {
  const uint64_t of_hosts = host_rate(m);
  bool *seen = calloc((size_t)m->nodes, sizeof(*seen)), *mixed = calloc((size_t)m->nodes, sizeof(*mixed));
  int several = 0;
  for (int i = 0; seen != NULL && mixed != NULL && i < 2 * m->links; i++) {
    const int node = m->link[i / 2].end[i % 2];
    const uint8_t shift = shift_of(m->link[i / 2].bps, of_hosts);
    mixed[node] |= seen[node] && p->shift[node] != shift;
    seen[node] = true;
    p->shift[node] = shift;
  }
  int status = seen == NULL || mixed == NULL ? import_no_memory(m) : 0;
  for (int i = 0; status == 0 && i < m->nodes; i++) {
    if (!m->is_switch[i]) continue;
    several += mixed[i];
    p->has_alpha[i] = seen[i] && !mixed[i] && p->shift[i] != BASE_SHIFT;
  }
  free(seen);
  free(mixed);
  if (status != 0 || several == 0) return status;
  return import_note(m, "alpha is 1/8 in %d switch%s with ports of several rates; HPCC doubles it with the rate",
                     several, several == 1 ? "" : "es");
}

// ---- marks ----

static const struct import_mark *mark_of(const struct import *m, uint64_t bps) {
  for (int i = 0; i < m->marks; i++)
    if (m->mark[i].bps == bps || m->mark[i].bps == 0) return &m->mark[i];
  return NULL;
}

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * fabs(b); }

// Whether the ports of a switch have these marks: the same at all rates, or in proportion to the rate.
static bool marks_fit(const struct import *m, int node, const struct import_mark *all) {
  bool fit = true;
  for (int i = 0; i < 2 * m->links; i++) {
    if (m->link[i / 2].end[i % 2] != node) continue;
    const struct import_mark *x = mark_of(m, m->link[i / 2].bps);
    const double scale = all->bps != 0 ? (double)m->link[i / 2].bps / (double)all->bps : 1;
    fit &= near(all->kmin * scale, x->kmin) && near(all->kmax * scale, x->kmax) && near(all->pmax, x->pmax);
  }
  return fit;
}

// Returns whether the marks of a switch have one of both forms; otherwise they are in proportion to those of its first
// link.
static bool find_marks(const struct import *m, int node, struct import_mark *to) {
  int i = 0;
  while (m->link[i / 2].end[i % 2] != node) i++;
  *to = *mark_of(m, m->link[i / 2].bps);
  if (marks_fit(m, node, to)) return true;
  const uint64_t bps = to->bps;
  to->bps = 0;
  if (marks_fit(m, node, to)) return true;
  to->bps = bps;
  return false;
}

// The marks of the first switch are those of all, except for switches that they do not fit.
static int plan_marks(struct import *m, struct import_plan *p) {
  int status = 0;
  bool any = false;
  if (m->marks == 0) return 0;
  for (int i = 0; i < m->links; i++)
    if (mark_of(m, m->link[i].bps) == NULL)
      return error_at(m->err, m->config, "KMIN_MAP has no value for links of %.10g Gb/s; add it to all three maps",
                      (double)m->link[i].bps / 1e9);
  for (int i = 0; i < m->nodes && status == 0; i++) {
    if (!m->is_switch[i] || m->degree[i] == 0 || (any && marks_fit(m, i, &p->marks))) continue;
    if (!find_marks(m, i, &p->mark[i]))
      status = import_note(
          m, "%s: the marks of s%d at all ports are in proportion to those of %.10g Gb/s, not as in the maps",
          m->config, i, (double)p->mark[i].bps / 1e9);
    p->has_mark[i] = any;
    if (!any) p->marks = p->mark[i];
    any = true;
  }
  return status;
}

// ---- tiers ----

// Gives a level to the switches next to one with the given level, which is 0 for hosts. Returns whether there is one.
static bool reach(const struct import *m, int *level, int from) {
  bool any = false;
  for (int i = 0; i < 2 * m->links; i++) {
    const int a = m->link[i / 2].end[i % 2], b = m->link[i / 2].end[!(i % 2)];
    const bool starts = m->is_switch[a] ? from > 0 && level[a] == from : from == 0;
    if (!starts || !m->is_switch[b] || level[b] != 0) continue;
    level[b] = from + 1;
    any = true;
  }
  return any;
}

// The tier of a switch is its number of links to the nearest host. The network has tiers if there are two
// at least, and each link between switches leads from one to the next.
static void plan_levels(const struct import *m, struct import_plan *p) {
  int most = 0;
  while (reach(m, p->level, most)) most++;
  bool tiers = most > 1;
  for (int i = 0; i < m->links; i++) {
    const int *end = m->link[i].end;
    if (m->is_switch[end[0]] && m->is_switch[end[1]]) tiers &= abs(p->level[end[0]] - p->level[end[1]]) == 1;
  }
  for (int i = 0; !tiers && i < m->nodes; i++) p->level[i] = 0;
}

// ---- times ----

// The time that the host with the most data to send or to receive needs, in us. Sets the total rate of hosts on the
// way.
static int busiest_us(struct import *m, double *us) {
  double *bytes = calloc(2 * (size_t)m->nodes, sizeof(*bytes)), *bps = calloc((size_t)m->nodes, sizeof(*bps));
  int status = bytes != NULL && bps != NULL ? 0 : import_no_memory(m);
  for (int i = 0; status == 0 && i < 2 * m->links; i++) bps[m->link[i / 2].end[i % 2]] += (double)m->link[i / 2].bps;
  for (int i = 0; status == 0 && i < m->flows; i++) {
    bytes[2 * m->flow[i].from] += (double)m->flow[i].bytes;
    bytes[2 * m->flow[i].to + 1] += (double)m->flow[i].bytes;
  }
  *us = 0;
  for (int i = 0; status == 0 && i < 2 * m->nodes; i++)
    if (bytes[i] > 0 && bytes[i] * 8e6 / bps[i / 2] > *us) *us = bytes[i] * 8e6 / bps[i / 2];
  free(bytes);
  free(bps);
  return status;
}

static int plan_times(struct import *m, struct import_plan *p) {
  uint64_t last_ps = 0, slowest = UINT64_MAX, longest_ps = 0;
  double us;
  int status = busiest_us(m, &us);
  if (status != 0) return status;
  p->origin_ps = m->flows > 0 ? UINT64_MAX : 0;
  for (int i = 0; i < m->flows; i++) {
    if (m->flow[i].afters > 0) continue;
    if (m->flow[i].start_ps < p->origin_ps) p->origin_ps = m->flow[i].start_ps;
    if (m->flow[i].start_ps > last_ps) last_ps = m->flow[i].start_ps;
  }
  for (int i = 0; i < m->links; i++) {
    if (m->link[i].bps < slowest) slowest = m->link[i].bps;
    if (m->link[i].delay_ps > longest_ps) longest_ps = m->link[i].delay_ps;
  }
  us = TIMES_OF_BUSIEST_HOST * us +
       (double)(m->afters + TIMES_OF_BUSIEST_HOST) * LONGEST_ROUTE * (double)longest_ps / 1e6 +
       (double)(last_ps - p->origin_ps) / 1e6 + PERMUTATION_US;
  p->stop_us = us < (double)MOST_US ? (uint64_t)us + 1 : MOST_US;
  if (m->stop_ps > p->origin_ps) {
    uint64_t given_us = (m->stop_ps - p->origin_ps) / IMPORT_PS_PER_US;
    if (given_us > 0 && given_us < p->stop_us) p->stop_us = given_us;
  }
  // After the stop a full buffer drains, and a deadlock is certain after three times the longest pause.
  double drain_us = 2 * 8e6 * (double)p->buffer / (double)slowest, pause_us = 65535.0 * 512 * 1e6 / (double)slowest;
  uint64_t most = MOST_US + p->stop_us, end = p->stop_us + (uint64_t)(drain_us + 4 * pause_us) + 100;
  p->duration_us = end < most ? end : most;
  if (p->origin_ps == 0) return 0;
  return import_note(m, "time 0 is %" PRIu64 ".%06" PRIu64 " us of the files, when the first flow starts",
                     p->origin_ps / IMPORT_PS_PER_US, p->origin_ps % IMPORT_PS_PER_US);
}

int import_plan(struct import *m, struct import_plan *p) {
  *p = (struct import_plan){.ecmp = true,
                            .has_alpha = calloc((size_t)m->nodes, sizeof(*p->has_alpha)),
                            .shift = calloc((size_t)m->nodes, sizeof(*p->shift)),
                            .level = calloc((size_t)m->nodes, sizeof(*p->level)),
                            .has_mark = calloc((size_t)m->nodes, sizeof(*p->has_mark)),
                            .mark = calloc((size_t)m->nodes, sizeof(*p->mark))};
  if (p->has_alpha == NULL || p->shift == NULL || p->level == NULL || p->has_mark == NULL || p->mark == NULL)
    return import_no_memory(m);
  for (int i = 0; i < IMPORT_PGS; i++) p->pg_class[i] = -1;
  plan_classes(m, p);
  plan_levels(m, p);
  int status = note_classes(m, p);
  if (status == 0) status = plan_buffer(m, p);
  if (status == 0 && m->alpha_of_rate) status = plan_alpha(m, p);
  if (status == 0) status = plan_marks(m, p);
  if (status == 0) status = plan_times(m, p);
  if (status == 0 && m->flows == 0)
    status = import_note(m, "%s: no flows are given; each host sends to one other host", m->path);
  return status;
}

void import_plan_free(struct import_plan *p) {
  free(p->has_alpha);
  free(p->shift);
  free(p->level);
  free(p->has_mark);
  free(p->mark);
}

static bool is_idle(const struct scenario *s, const char *key) {
  char text[64];
  snprintf(text, sizeof(text), ": %s has no effect", key);
  for (int i = 0; i < s->warnings; i++)
    if (strstr(s->warning[i], text) != NULL) return true;
  return false;
}

bool import_plan_settle(struct import_plan *p, const char *scenario) {
  struct scenario *s;
  struct error err;
  if (scenario_load(scenario, &s, &err) != 0) return false;
  const bool no_choice = p->ecmp && is_idle(s, "routing"), no_wait = p->strict_acks && is_idle(s, "scheduler");
  p->ecmp &= !no_choice;
  p->strict_acks &= !no_wait;
  scenario_free(s);
  return no_choice || no_wait;
}
