// Congestion control at the senders, and ECN marking at the switches.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_file.h"

enum { PICOSECONDS = 1000000, DEFAULT_FRAME = MIN_FRAME };

// The sets of each algorithm.
static const struct {
  const char *name;
  enum congestion_algorithm algorithm;
} sets[] = {{"hpcc_dcqcn", CONGESTION_DCQCN},  {"hpcc_dcqcn_paper", CONGESTION_DCQCN},
            {"ns3_rdma", CONGESTION_DCQCN},    {"ns3_datacenter", CONGESTION_DCQCN},
            {"powertcp", CONGESTION_POWERTCP}, {"hpcc", CONGESTION_HPCC}};
enum { SETS = sizeof(sets) / sizeof(*sets) };
const struct yaml_choice scenario_sets[] = {
    {"hpcc_dcqcn", 0}, {"hpcc_dcqcn_paper", 1}, {"ns3_rdma", 2}, {"ns3_datacenter", 3}, {"powertcp", 4}, {"hpcc", 5},
    {NULL, 0}};
// An algorithm or one of its sets, as a set; DCQCN alone is its first one.
const struct yaml_choice scenario_congestions[] = {{"none", SETS},          {"dcqcn", 0},    {"hpcc_dcqcn", 0},
                                                   {"hpcc_dcqcn_paper", 1}, {"ns3_rdma", 2}, {"ns3_datacenter", 3},
                                                   {"powertcp", 4},         {"hpcc", 5},     {NULL, 0}};

// ---- single values of a set ----

enum type { TYPE_BOOL, TYPE_UINT32, TYPE_UINT64, TYPE_DOUBLE };

struct sender_key {
  enum type type;
  size_t at;    // in the parameters
  double unit;  // of the key, in that of the parameters
  double low, high;
};

#define AT(member) offsetof(struct congestion_parameters, member)
#define US(member) \
  { TYPE_UINT64, AT(member), PICOSECONDS, 0.001, 1e6 }
#define MBPS(member) \
  { TYPE_DOUBLE, AT(member), 1e6, 0, 1e7 }
#define SHARE(member) \
  { TYPE_DOUBLE, AT(member), 1, 1e-6, 1 }
#define TRUTH(member) \
  { TYPE_BOOL, AT(member), 1, 0, 1 }

static const struct sender_key keys[SENDER_KEYS] = {{TYPE_DOUBLE, AT(min_rate), 1e6, 0.001, 1e7},
                                                    US(base_rtt),
                                                    {TYPE_UINT64, AT(ack_bytes), 1, 1, 1e9},
                                                    {TYPE_UINT64, AT(cnp_interval), PICOSECONDS, 0, 1e6},
                                                    SHARE(gain),
                                                    SHARE(first_alpha),
                                                    US(alpha_interval),
                                                    US(decrease_interval),
                                                    US(increase_interval),
                                                    {TYPE_UINT64, AT(byte_counter), 1, 0, 1e12},
                                                    {TYPE_UINT32, AT(fast_stages), 1, 1, 1000},
                                                    MBPS(additive_increase),
                                                    MBPS(hyper_increase),
                                                    SHARE(target_utilization),
                                                    {TYPE_UINT32, AT(stage_limit), 1, 0, 1000},
                                                    SHARE(gamma),
                                                    TRUTH(clamp_target),
                                                    TRUTH(react_at_cnp),
                                                    TRUTH(window),
                                                    TRUTH(variable_window)};

static const struct yaml_choice truths[] = {{"false", 0}, {"true", 1}, {NULL, 0}};

#define VALUE(name, number) YAML_KEY(name, struct file_senders, value[number])
#define TRUE_OR_FALSE(name, number) YAML_KEY(name, struct file_senders, truth[number], .choice = truths)
const struct yaml_field scenario_senders_fields[] = {
    YAML_FIELD(struct file_senders, set, .choice = scenario_sets),
    YAML_KEY("class", struct file_senders, cls, .range = "0 to 7"),
    YAML_FIELD(struct file_senders, frame_bytes, .range = "64 to 1500"),
    VALUE("min_rate_mbps", 0),
    VALUE("base_rtt_us", 1),
    VALUE("ack_bytes", 2),
    VALUE("cnp_interval_us", 3),
    VALUE("gain", 4),
    VALUE("first_alpha", 5),
    VALUE("alpha_interval_us", 6),
    VALUE("decrease_interval_us", 7),
    VALUE("increase_interval_us", 8),
    VALUE("byte_counter", 9),
    VALUE("fast_stages", 10),
    VALUE("additive_increase_mbps", 11),
    VALUE("hyper_increase_mbps", 12),
    VALUE("target_utilization", 13),
    VALUE("stage_limit", 14),
    VALUE("gamma", 15),
    TRUE_OR_FALSE("clamp_target", 0),
    TRUE_OR_FALSE("react_at_cnp", 1),
    TRUE_OR_FALSE("window", 2),
    TRUE_OR_FALSE("variable_window", 3),
    {.key = NULL}};

static void replace(struct congestion_parameters *p, const struct sender_key *k, double value) {
  char *at = (char *)p + k->at;
  const double real = value * k->unit;
  const uint64_t whole = (uint64_t)(real + 0.5);
  const uint32_t few = (uint32_t)whole;
  const bool truth = whole != 0;
  const void *from[] = {[TYPE_BOOL] = &truth, [TYPE_UINT32] = &few, [TYPE_UINT64] = &whole, [TYPE_DOUBLE] = &real};
  static const size_t size[] = {
      [TYPE_BOOL] = sizeof(bool), [TYPE_UINT32] = 4, [TYPE_UINT64] = 8, [TYPE_DOUBLE] = sizeof(double)};
  memcpy(at, from[k->type], size[k->type]);
}

struct congestion_parameters scenario_senders(const struct scenario *s, double bps) {
  struct congestion_parameters p = {.algorithm = CONGESTION_NONE};
  if (s->senders.algorithm == CONGESTION_NONE) return p;
  congestion_parameters_of(s->senders.set, bps, &p);
  for (int i = 0; i < SENDER_KEYS; i++)
    if (s->senders.given >> i & 1) replace(&p, &keys[i], s->senders.value[i]);
  return p;
}

// The value of a key as given; NAN: not given.
static double given(const struct file_senders *f, int i) {
  if (i >= SENDER_NUMBERS) return f->truth[i - SENDER_NUMBERS] != NULL ? *f->truth[i - SENDER_NUMBERS] : NAN;
  return f->value[i] != NULL ? *f->value[i] : NAN;
}

static int take_values(struct checker *c, const struct file_senders *f) {
  struct scenario_senders *to = &c->s->senders;
  for (int i = 0; i < SENDER_KEYS; i++) {
    const struct sender_key *k = &keys[i];
    const double x = given(f, i);
    if (isnan(x)) continue;
    const bool whole = k->type == TYPE_UINT32 || (k->type == TYPE_UINT64 && k->unit == 1);
    char path[64];
    snprintf(path, sizeof(path), "senders.%s", scenario_senders_fields[3 + i].key);
    if (x < k->low || x > k->high || (whole && x != floor(x)))
      return scenario_wrong(c, path, "%s is %g; it must be %s%g to %g", path + 8, x,
                            whole ? "a whole number from " : "", k->low, k->high);
    to->given |= UINT64_C(1) << i;
    to->value[i] = x;
  }
  return 0;
}

// ---- the senders ----

static int take_set(struct checker *c, const struct file_senders *f) {
  struct scenario_senders *to = &c->s->senders;
  if (f == NULL || f->set == NULL) return 0;
  if (sets[*f->set].algorithm != to->algorithm)
    return scenario_wrong(c, "senders.set", "set %s is not one of congestion %s; give %s", sets[*f->set].name,
                          to->algorithm == CONGESTION_DCQCN ? "dcqcn" : to->set, to->set);
  to->set = sets[*f->set].name;
  return 0;
}

static int check_flows(struct checker *c) {
  const struct scenario *s = c->s;
  const int most = SCENARIO_MOST_FLOWS / 2 - 1;
  char path[64];
  if (s->flows > most)
    return scenario_wrong(c, "congestion", "there are %d flows; with congestion control at most %d", s->flows, most);
  for (int i = 0; i < s->flows; i++)
    if (s->flow[i].loop)
      return scenario_wrong(c, scenario_flow_path(c, i, "loop", path, sizeof(path)),
                            "flow %s loops, so that its sender gets no acknowledgement; leave congestion out",
                            s->flow[i].name);
  return 0;
}

int scenario_check_senders(struct checker *c) {
  struct scenario_senders *to = &c->s->senders;
  const struct file_senders *f = c->file->senders;
  if (c->file->congestion != NULL && *c->file->congestion != SETS) {
    to->algorithm = sets[*c->file->congestion].algorithm;
    to->set = sets[*c->file->congestion].name;
  }
  if (to->algorithm == CONGESTION_NONE)
    return f == NULL ? 0 : scenario_wrong(c, "senders", "senders needs congestion; give dcqcn, powertcp or hpcc");
  to->frame = f != NULL && f->frame_bytes != NULL ? *f->frame_bytes : DEFAULT_FRAME;
  int status = take_set(c, f);
  if (status == 0 && f != NULL) status = take_values(c, f);
  return status == 0 ? check_flows(c) : status;
}

static int check_class(struct checker *c) {
  const struct file_senders *f = c->file->senders;
  const int classes = c->s->dims.classes;
  if (c->s->senders.algorithm == CONGESTION_NONE) return 0;
  c->s->senders.cls = f != NULL && f->cls != NULL ? (int)*f->cls : classes - 1;
  if (c->s->senders.cls < classes) return 0;
  return scenario_wrong(c, "senders.class", "class %d does not exist; classes are 0 to %d", c->s->senders.cls,
                        classes - 1);
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
  *to = (struct scenario_ecn){.pmax = 1};
  for (unsigned i = 0; i < f->classes_count; i++) to->classes |= (uint8_t)(1u << f->classes[i]);
  if (f->classes_count == 0) to->classes = all;
  snprintf(path, sizeof(path), "%s.kmin", prefix);
  int status = scenario_amount(c, path, f->kmin, 0, UINT32_MAX, &to->kmin);
  snprintf(path, sizeof(path), "%s.kmax", prefix);
  if (status == 0) status = scenario_amount(c, path, f->kmax, to->kmin, UINT32_MAX, &to->kmax);
  snprintf(path, sizeof(path), "%s.pmax", prefix);
  if (status == 0 && f->pmax != NULL) to->pmax = *f->pmax;
  if (status == 0 && (to->pmax < 0 || to->pmax > 1))
    status = scenario_wrong(c, path, "pmax is %g; it must be 0 to 1", to->pmax);
  snprintf(path, sizeof(path), "%s.at_gbps", prefix);
  if (status == 0 && f->at_gbps != NULL) status = scenario_rate(c, path, *f->at_gbps, &to->bps);
  return status;
}

static int check_ecn(struct checker *c) {
  struct scenario *s = c->s;
  const unsigned loop = s->senders.algorithm != CONGESTION_NONE ? 1u << s->senders.cls : 0,
                 classes = ((1u << s->dims.classes) - 1) & ~loop;
  const bool of_set = s->senders.algorithm == CONGESTION_DCQCN;
  struct scenario_ecn all = {.classes = (uint8_t)classes, .of_set = true};
  int status = c->file->ecn != NULL ? take_ecn(c, "ecn", c->file->ecn, &all) : 0;
  for (int i = 0; status == 0 && i < s->switches; i++) {
    const struct file_ecn *own = c->file->switches[i].ecn;
    char prefix[40];
    snprintf(prefix, sizeof(prefix), "switches.%d.ecn", i);
    if (of_set || c->file->ecn != NULL) s->sw[i].ecn = all;
    if (own == NULL) continue;
    s->sw[i].ecn.classes = (uint8_t)classes;
    status = take_ecn(c, prefix, own, &s->sw[i].ecn);
  }
  return status;
}

struct sluice_ecn scenario_ecn(const struct scenario *s, int sw, uint64_t bps) {
  const struct scenario_ecn *e = &s->sw[sw].ecn;
  double kmin = (double)e->kmin, kmax = (double)e->kmax, pmax = e->pmax;
  if (e->of_set) {
    struct congestion_parameters p;
    congestion_parameters_of(s->senders.set, (double)bps, &p);
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

int scenario_check_congestion(struct checker *c) {
  int status = check_class(c);
  return status == 0 ? check_ecn(c) : status;
}
