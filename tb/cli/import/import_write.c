// Writes the scenario and the CSV file of flows.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/import/import.h"

enum { NAME = 40 };

// The name of the topology's file without its ending, in the characters of a name
static void put_name(const char *path, FILE *to) {
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *dot = strrchr(name, '.');
  const char *end = dot != NULL && dot > name ? dot : name + strlen(name);
  if (end - name > NAME) end = name + NAME;
  for (const char *p = name; p < end; p++) {
    const bool kept = isalnum((unsigned char)*p) || *p == '_' || (*p == '.' && p > name);
    fputc(kept ? *p : p > name ? '-' : '_', to);
  }
  fputc('\n', to);
}

static void put_ns(uint64_t ps, FILE *to) {
  fprintf(to, "%" PRIu64, ps / 1000);
  if (ps % 1000 != 0) fprintf(to, ".%03" PRIu64, ps % 1000);
}

// ---- links ----

struct writer {
  const struct import *m;
  const struct import_plan *p;
  FILE *to;
  int *parallel;      // of each link: 0, or its number among links between the same switches
  int *first, *next;  // links of each host in the order of the file; -1: none
};

struct ends {
  int a, b, link;
};

static int by_ends(const void *x, const void *y) {
  const struct ends *i = x, *k = y;
  if (i->a != k->a) return i->a < k->a ? -1 : 1;
  if (i->b != k->b) return i->b < k->b ? -1 : 1;
  return i->link < k->link ? -1 : 1;
}

// Numbers parallel links, which need different names.
static int number_links(struct writer *w) {
  const struct import *m = w->m;
  struct ends *ends = malloc((size_t)m->links * sizeof(*ends));
  if (ends == NULL) return ENOMEM;
  for (int i = 0; i < m->links; i++) {
    const int *end = m->link[i].end;
    bool swap = end[0] > end[1];
    ends[i] = (struct ends){end[swap], end[!swap], i};
  }
  qsort(ends, (size_t)m->links, sizeof(*ends), by_ends);
  for (int i = 1; i < m->links; i++)
    if (ends[i].a == ends[i - 1].a && ends[i].b == ends[i - 1].b)
      w->parallel[ends[i].link] = w->parallel[ends[i - 1].link] + 1;
  free(ends);
  return 0;
}

static void list_access_links(struct writer *w) {
  const struct import *m = w->m;
  for (int i = 0; i < m->nodes; i++) w->first[i] = -1;
  for (int i = m->links - 1; i >= 0; i--) {
    const int *end = m->link[i].end;
    if (m->is_switch[end[0]] && m->is_switch[end[1]]) continue;
    int host = end[m->is_switch[end[0]]];
    w->next[i] = w->first[host];
    w->first[host] = i;
  }
}

// The keys of a link that differ from those of the top level, which are those of the first link
static void put_wire(const struct writer *w, const struct import_link *l) {
  const struct import_link *base = w->m->link;
  if (l->bps != base->bps) fprintf(w->to, ", gbps: %.10g", (double)l->bps / 1e9);
  if (l->delay_ps != base->delay_ps) {
    fprintf(w->to, ", delay_ns: ");
    put_ns(l->delay_ps, w->to);
  }
  if (import_headroom(w->m, l) != import_headroom(w->m, base))
    fprintf(w->to, ", headroom: %" PRIu64, import_headroom(w->m, l));
  if (l->down_ps > w->p->origin_ps)
    fprintf(w->to, ", down_us: %" PRIu64, (l->down_ps - w->p->origin_ps) / IMPORT_PS_PER_US);
}

static void put_links(const struct writer *w) {
  const struct import *m = w->m;
  bool any = false;
  for (int i = 0; i < m->links; i++) {
    const int *end = m->link[i].end;
    if (!m->is_switch[end[0]] || !m->is_switch[end[1]]) continue;
    fprintf(w->to, "%s  - {name: s%d-s%d", any ? "" : "links:\n", end[0], end[1]);
    if (w->parallel[i] > 0) fprintf(w->to, "-%d", w->parallel[i] + 1);
    fprintf(w->to, ", a: s%d, b: s%d", end[0], end[1]);
    put_wire(w, &m->link[i]);
    fprintf(w->to, "}\n");
    any = true;
  }
}

static int switch_of(const struct import *m, int link) {
  const int *end = m->link[link].end;
  return end[!m->is_switch[end[0]]];
}

static void put_hosts(const struct writer *w) {
  fprintf(w->to, "hosts:\n");
  for (int i = 0; i < w->m->nodes; i++) {
    const int first = w->first[i];
    if (first < 0) continue;
    const bool several = w->next[first] >= 0;
    fprintf(w->to, "  - {name: h%d, ", i);
    if (several) fprintf(w->to, "links: [");
    for (int l = first; l >= 0; l = w->next[l]) {
      fprintf(w->to, "%s%sswitch: s%d", l != first ? ", " : "", several ? "{" : "", switch_of(w->m, l));
      put_wire(w, &w->m->link[l]);
      if (several) fprintf(w->to, "}");
    }
    fprintf(w->to, "%s}\n", several ? "]" : "");
  }
}

// ---- the scenario ----

static void put_mmu(const struct writer *w) {
  const struct import *m = w->m;
  fprintf(w->to, "mmu:\n  scheme: SIH\n  classes: %d\n  buffer: %" PRIu64 "\n", w->p->classes, w->p->buffer);
  if (m->private > 0) fprintf(w->to, "  private: %" PRIu64 "\n", m->private);
  fprintf(w->to, "  headroom: %" PRIu64 "\n  alpha: 1/8\n", import_headroom(m, m->link));
  if (m->resume > 0) fprintf(w->to, "  delta_q: %" PRIu64 "\n", m->resume);
}

static void put_marks(const struct import_mark *x, FILE *to) {
  fprintf(to, "{kmin: %.10g, kmax: %.10g, pmax: %.10g", x->kmin, x->kmax, x->pmax);
  if (x->bps != 0) fprintf(to, ", at_gbps: %.10g", (double)x->bps / 1e9);
  fputc('}', to);
}

static void put_congestion(const struct writer *w) {
  const struct import *m = w->m;
  if (m->congestion == NULL) return;
  fprintf(w->to, "congestion: %s\nsenders:\n  class: %d\n", m->congestion, w->p->ack_class);
  for (int i = 0; i < m->senders; i++) {
    const struct import_value *x = &m->sender[i];
    fprintf(w->to, "  %s: ", x->key);
    if (x->truth)
      fprintf(w->to, "%s\n", x->value != 0 ? "true" : "false");
    else
      fprintf(w->to, "%.10g\n", x->value);
  }
  if (m->marks > 0) {
    fprintf(w->to, "ecn: ");
    put_marks(&w->p->marks, w->to);
    fputc('\n', w->to);
  }
  if (w->p->strict_acks) fprintf(w->to, "scheduler: {strict: [%d]}\n", w->p->ack_class);
}

static void put_switches(const struct writer *w) {
  fprintf(w->to, "switches:\n");
  for (int i = 0; i < w->m->nodes; i++) {
    if (!w->m->is_switch[i]) continue;
    fprintf(w->to, "  - {name: s%d", i);
    if (w->p->level[i] > 0) fprintf(w->to, ", level: %d", w->p->level[i]);
    if (w->p->has_alpha[i]) fprintf(w->to, ", mmu: {alpha: %g}", 1.0 / (1 << w->p->shift[i]));
    if (w->p->has_mark[i]) {
      fprintf(w->to, ", ecn: ");
      put_marks(&w->p->mark[i], w->to);
    }
    fprintf(w->to, "}\n");
  }
}

static void put_scenario(const struct writer *w, const char *command) {
  const struct import *m = w->m;
  fprintf(w->to, "# %s\n", command);
  for (int i = 0; i < m->notes; i++) fprintf(w->to, "# %s\n", m->note[i]);
  fprintf(w->to, "name: ");
  put_name(m->path, w->to);
  fprintf(w->to, "packet_bytes: %" PRIu32 "\ngbps: %.10g\ndelay_ns: ", m->packet, (double)m->link->bps / 1e9);
  put_ns(m->link->delay_ps, w->to);
  fprintf(w->to, "\nstop_us: %" PRIu64 "\nduration_us: %" PRIu64 "\n", w->p->stop_us, w->p->duration_us);
  if (w->p->ecmp) fprintf(w->to, "routing: ecmp\n");
  put_congestion(w);
  put_mmu(w);
  put_switches(w);
  put_links(w);
  put_hosts(w);
  fprintf(w->to, m->flows > 0 ? "flows_csv: flows.csv\n" : "traffic:\n  - {name: t, pattern: permutation}\n");
}

int import_scenario(const struct import *m, const struct import_plan *p, const char *command, FILE *to) {
  struct writer w = {.m = m, .p = p, .to = to};
  w.parallel = calloc((size_t)m->links, sizeof(*w.parallel));
  w.first = calloc((size_t)m->nodes, sizeof(*w.first));
  w.next = calloc((size_t)m->links, sizeof(*w.next));
  int status = w.parallel != NULL && w.first != NULL && w.next != NULL ? number_links(&w) : ENOMEM;
  if (status == 0) {
    list_access_links(&w);
    put_scenario(&w, command);
  }
  free(w.parallel);
  free(w.first);
  free(w.next);
  return status;
}

// ---- flows ----

static void put_us(uint64_t ps, FILE *to) {
  fprintf(to, "%" PRIu64, ps / IMPORT_PS_PER_US);
  if (ps % IMPORT_PS_PER_US == 0) return;
  char part[8];
  int length = snprintf(part, sizeof(part), "%06" PRIu64, ps % IMPORT_PS_PER_US);
  while (part[length - 1] == '0') length--;
  fprintf(to, ".%.*s", length, part);
}

// The loader names a flow by its line, and the heading is line 1.
static void put_afters(const struct import *m, const struct import_flow *f, FILE *to) {
  for (int i = 0; i < f->afters; i++) fprintf(to, "%scsv-%d", i > 0 ? " " : "", m->after[f->after + i] + 2);
}

void import_flows_csv(const struct import *m, const struct import_plan *p, FILE *to) {
  fprintf(to, "source,destination,class,bytes,start_us%s\n", m->afters > 0 ? ",after" : "");
  for (int i = 0; i < m->flows; i++) {
    const struct import_flow *f = &m->flow[i];
    fprintf(to, "h%d,h%d,%d,", f->from, f->to, p->pg_class[f->pg]);
    if (f->bytes > 0) fprintf(to, "%" PRIu64, f->bytes);
    fputc(',', to);
    if (f->afters == 0) put_us(f->start_ps - p->origin_ps, to);
    if (m->afters > 0) {
      fputc(',', to);
      put_afters(m, f, to);
    }
    fputc('\n', to);
  }
}
