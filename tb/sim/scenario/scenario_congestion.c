// The class of packets to senders, and ECN marking at the switches.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/scenario/flow_walk.h"
#include "tb/sim/scenario/scenario_file.h"

// The classes of data at all hops, a bit each
static unsigned data_classes(const struct scenario *s) {
  const unsigned all = (1u << s->dims.classes) - 1;
  unsigned used = 0;
  for (int i = 0; i < s->flows && used != all; i++) {
    struct flow_walk w = flow_walk_begin(s, &s->flow[i]);
    if (!scenario_counts_hops(s))
      used |= 1u << s->flow[i].cls;
    else
      while (flow_walk_next(&w)) used |= 1u << w.cls;
  }
  return used;
}

// By default the highest class without data; if there is none, the highest class. Where the class is the number of
// switches passed, hosts send in class 0 only: the switch has no buffer for another class of its hosts.
static int check_class(struct checker *c) {
  struct scenario *s = c->s;
  const struct file_senders *f = c->file->senders;
  const int classes = s->dims.classes;
  if (!s->controlled) return 0;
  if (scenario_counts_hops(s)) {
    if (f == NULL || f->cls == NULL) return 0;
    return scenario_warn(c, "senders.class",
                         "class has no effect, because the class of a packet is the number of switches passed; leave "
                         "it out");
  }
  if (f == NULL || f->cls == NULL) {
    const unsigned unused = ((1u << classes) - 1) & ~data_classes(s);
    s->senders.cls = unused != 0 ? 31 - __builtin_clz(unused) : classes - 1;
    return 0;
  }
  s->senders.cls = (int)*f->cls;
  if (s->senders.cls >= classes)
    return scenario_wrong(c, "senders.class", "class %d does not exist; classes are 0 to %d", s->senders.cls,
                          classes - 1);
  return 0;
}

// ---- ECN ----

static int take_ecn(struct checker *c, const char *prefix, const struct file_ecn *f, struct scenario_ecn *to) {
  const struct scenario *s = c->s;
  char path[64];
  for (unsigned i = 0; i < f->classes_count; i++) {
    snprintf(path, sizeof(path), "%s.classes.%u", prefix, i);
    if (f->classes[i] >= (uint32_t)s->dims.classes)
      return scenario_wrong(c, path, "class %u does not exist; classes are 0 to %d", f->classes[i],
                            s->dims.classes - 1);
  }
  const uint8_t all = to->classes;
  *to = (struct scenario_ecn){.pmax = VALUE_OR(f->pmax, DEFAULT_ECN_PMAX)};
  for (unsigned i = 0; i < f->classes_count; i++) to->classes |= (uint8_t)(1u << f->classes[i]);
  if (f->classes_count == 0) to->classes = all;
  snprintf(path, sizeof(path), "%s.kmin", prefix);
  int status = scenario_amount(c, path, f->kmin, LEAST_ECN_KMIN, MOST_ECN_KMIN, &to->kmin);
  snprintf(path, sizeof(path), "%s.kmax", prefix);
  if (status == 0) status = scenario_amount(c, path, f->kmax, to->kmin, MOST_ECN_KMAX, &to->kmax);
  if (f->at_gbps != NULL) to->bps = scenario_bps(*f->at_gbps);
  return status;
}

// The set of the first policy whose senders react to marks; NULL: none does.
static const char *first_set(const struct scenario *s) {
  for (int i = 0; i < s->policies; i++)
    if (s->policy[i].algorithm == CONGESTION_DCQCN) return s->policy[i].set;
  return NULL;
}

static int check_ecn(struct checker *c) {
  struct scenario *s = c->s;
  const uint8_t classes = (uint8_t)((1u << s->dims.classes) - 1);
  struct scenario_ecn all = {.classes = classes, .set = first_set(s)};
  int status = c->file->ecn != NULL ? take_ecn(c, "ecn", c->file->ecn, &all) : 0;
  for (int i = 0; status == 0 && i < s->switches; i++) {
    const struct file_ecn *own = c->file->switches[i].ecn;
    char prefix[40];
    snprintf(prefix, sizeof(prefix), "switches.%d.ecn", i);
    if (all.set != NULL || c->file->ecn != NULL) s->sw[i].ecn = all;
    if (own == NULL) continue;
    s->sw[i].ecn.classes = classes;
    status = take_ecn(c, prefix, own, &s->sw[i].ecn);
  }
  return status;
}

struct sluice_ecn scenario_ecn(const struct scenario *s, int sw, uint64_t bps) {
  const struct scenario_ecn *e = &s->sw[sw].ecn;
  double kmin = (double)e->kmin, kmax = (double)e->kmax, pmax = e->pmax;
  if (e->set != NULL) {
    struct congestion_parameters p;
    congestion_parameters_of(e->set, (double)bps, &p);
    kmin = (double)p.kmin;
    kmax = (double)p.kmax;
    pmax = p.pmax;
  } else if (e->bps != 0) {
    kmin *= (double)bps / (double)e->bps;
    kmax *= (double)bps / (double)e->bps;
  }
  struct sluice_ecn x = {.kmin = (uint32_t)(kmin / s->cell_bytes), .kmax = (uint32_t)(kmax / s->cell_bytes)};
  if (x.kmax > x.kmin) x.slope = (uint64_t)(pmax * 0x1p32 / (x.kmax - x.kmin));
  return x;
}

// Whether a switch can mark packets of a flow: an egress queue of theirs may hold more than Kmin.
static bool is_markable(const struct scenario *s, const struct scenario_flow *f) {
  struct flow_walk w = flow_walk_begin(s, f);
  while (flow_walk_next(&w)) {
    const int sw = f->route[f->loop ? w.hop % f->hops : w.hop];
    if (!(s->sw[sw].ecn.classes >> w.cls & 1)) continue;
    if (scenario_ecn(s, sw, s->link[w.lane / 2].bps).kmin < s->sw[sw].cfg.buffer) return true;
  }
  return false;
}

// Reports ecn_capable where no switch marks packets. Senders that read telemetry are ECN-capable without the key.
static int warn_of_capable(struct checker *c) {
  const struct file *f = c->file;
  char path[64] = "";
  for (unsigned i = 0; i < f->traffic_count; i++)
    if (f->traffic[i].ecn_capable != NULL) snprintf(path, sizeof(path), "traffic.%u.ecn_capable", i);
  for (unsigned i = 0; i < f->flows_count; i++)
    if (f->flows[i].ecn_capable != NULL) snprintf(path, sizeof(path), "flows.%u.ecn_capable", i);
  if (f->ecn_capable != NULL) strcpy(path, "ecn_capable");
  if (*path == '\0') return 0;
  return scenario_warn(c, path, "ecn_capable has no effect, because no switch marks packets; give ecn");
}

// Reports marks that cannot happen: `ecn` without a flow that is ECN-capable, and senders that wait for marks in vain.
static int check_marks(struct checker *c) {
  const struct scenario *s = c->s;
  bool capable = false;
  int first = -1, without = 0;
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_policy *p = scenario_policy_of(s, i);
    capable |= p->ecn_capable;
    if (p->algorithm != CONGESTION_DCQCN || (p->ecn_capable && is_markable(s, &s->flow[i]))) continue;
    if (without++ == 0) first = i;
  }
  char path[64];
  bool any = c->file->ecn != NULL, marks = false;
  for (int i = 0; i < s->switches; i++) {
    any |= c->file->switches[i].ecn != NULL;
    marks |= s->sw[i].ecn.classes != 0;
  }
  if (!marks && capable) return warn_of_capable(c);
  if (any && !capable && without == 0)
    return scenario_warn(c, c->file->ecn != NULL ? "ecn" : "switches",
                         "ecn has no effect, because no flow is ECN-capable; give congestion or ecn_capable: true");
  if (without == 0) return 0;
  return scenario_warn(c, scenario_flow_path(c, first, "name", path, sizeof(path)),
                       "no switch can mark packets of flow %s (%d of %d flows), whose sender reacts to marks only; "
                       "check ecn.classes, kmin, ecn_capable",
                       s->flow[first].name, without, s->flows);
}

int scenario_check_congestion(struct checker *c) {
  int status = check_class(c);
  if (status == 0) status = check_ecn(c);
  return status == 0 ? check_marks(c) : status;
}
