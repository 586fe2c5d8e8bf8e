// Policies: congestion control of flows, its parameters, and ECN capability. Policy 0 is that of the top level; a flow
// or an entry of traffic may have its own.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/vec.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_file.h"

enum { PICOSECONDS = 1000000 };

// The sets of each algorithm.
static const struct {
  const char *name;
  enum congestion_algorithm algorithm;
} sets[] = {{"hpcc_dcqcn", CONGESTION_DCQCN},  {"hpcc_dcqcn_paper", CONGESTION_DCQCN},
            {"ns3_rdma", CONGESTION_DCQCN},    {"ns3_datacenter", CONGESTION_DCQCN},
            {"powertcp", CONGESTION_POWERTCP}, {"hpcc", CONGESTION_HPCC}};
_Static_assert(sizeof(sets) / sizeof(*sets) == SENDER_SETS, "one for each word of set");

// ---- single values of a set ----

enum type { TYPE_BOOL, TYPE_UINT32, TYPE_UINT64, TYPE_DOUBLE };

// Algorithms that read a value, a bit each
enum {
  DCQCN = 1 << CONGESTION_DCQCN,
  HPCC = 1 << CONGESTION_HPCC,
  POWERTCP = 1 << CONGESTION_POWERTCP,
  BY_TELEMETRY = HPCC | POWERTCP,
  ALL = DCQCN | BY_TELEMETRY
};

struct sender_key {
  unsigned readers;  // algorithms
  enum type type;
  size_t at;    // in the parameters
  double unit;  // of the key, in that of the parameters
};

#define AT(member) offsetof(struct congestion_parameters, member)
#define US(readers, member) \
  { readers, TYPE_UINT64, AT(member), PICOSECONDS }
#define MBPS(readers, member) \
  { readers, TYPE_DOUBLE, AT(member), 1e6 }
#define SHARE(readers, member) \
  { readers, TYPE_DOUBLE, AT(member), 1 }
#define COUNT(readers, type, member) \
  { readers, type, AT(member), 1 }

// In the order of scenario_policy_fields, without the set
enum { KEY_BASE_RTT = 1, KEY_DECREASE_INTERVAL = 7, KEY_VARIABLE_WINDOW = SENDER_KEYS - 1 };
static const struct sender_key keys[SENDER_KEYS] = {
    MBPS(ALL, min_rate),
    US(ALL, base_rtt),
    COUNT(ALL, TYPE_UINT64, ack_bytes),
    US(DCQCN, cnp_interval),
    SHARE(DCQCN, gain),
    SHARE(DCQCN, first_alpha),
    US(DCQCN, alpha_interval),
    US(DCQCN, decrease_interval),
    US(DCQCN, increase_interval),
    COUNT(DCQCN, TYPE_UINT64, byte_counter),
    COUNT(DCQCN, TYPE_UINT32, fast_stages),
    MBPS(ALL, additive_increase),
    MBPS(DCQCN, hyper_increase),
    SHARE(BY_TELEMETRY, target_utilization),
    COUNT(HPCC, TYPE_UINT32, stage_limit),
    SHARE(POWERTCP, gamma),
    US(ALL, rto),
    COUNT(ALL, TYPE_UINT32, rto_limit),
    COUNT(DCQCN, TYPE_BOOL, clamp_target),
    COUNT(DCQCN, TYPE_BOOL, react_at_cnp),
    COUNT(ALL, TYPE_BOOL, window),
    COUNT(ALL, TYPE_BOOL, variable_window),
};
_Static_assert(sizeof(((struct file_senders *)NULL)->value) == SENDER_NUMBERS * sizeof(double *) &&
                   sizeof(((struct file_senders *)NULL)->truth) == (SENDER_KEYS - SENDER_NUMBERS) * sizeof(int *),
               "one for each value of keys.toml");

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

struct congestion_parameters scenario_parameters(const struct scenario_policy *policy, double bps) {
  struct congestion_parameters p = {.algorithm = CONGESTION_NONE};
  if (policy->algorithm == CONGESTION_NONE) return p;
  congestion_parameters_of(policy->set, bps, &p);
  for (int i = 0; i < SENDER_KEYS; i++)
    if (policy->given >> i & 1) replace(&p, &keys[i], policy->value[i]);
  return p;
}

// A policy while it is read: of the top level, a flow or an entry of traffic, whose keys begin with `prefix`.
struct reading {
  struct checker *c;
  const char *prefix;
  const struct scenario_policy_keys *file;
  struct scenario_policy to;
  char path[96];
};

static const char *at(struct reading *r, const char *key, const char *value) {
  snprintf(r->path, sizeof(r->path), "%s%s%s%s", r->prefix, key, value != NULL ? "." : "", value != NULL ? value : "");
  return r->path;
}

// The key of the values: `control` of a flow, `senders` of the top level, which has values for all flows.
static const char *map(const struct reading *r) { return *r->prefix != '\0' ? "control" : "senders"; }

// The value of a key as given; NAN: not given.
static double given(const struct file_senders *f, int i) {
  if (i >= SENDER_NUMBERS) return f->truth[i - SENDER_NUMBERS] != NULL ? *f->truth[i - SENDER_NUMBERS] : NAN;
  return f->value[i] != NULL ? *f->value[i] : NAN;
}

static void take_values(struct reading *r) {
  for (int i = 0; i < SENDER_KEYS; i++) {
    const double x = given(r->file->senders, i);
    if (isnan(x)) continue;
    r->to.given |= UINT64_C(1) << i;
    r->to.value[i] = x;
  }
}

// Whether a value changes anything, beside the other values.
static bool acts(const struct congestion_parameters *p, int key) {
  if (key == KEY_BASE_RTT && p->algorithm == CONGESTION_DCQCN) return p->window;
  if (key == KEY_VARIABLE_WINDOW) return p->window;
  if (key == KEY_DECREASE_INTERVAL && p->react_at_cnp) return false;
  return keys[key].readers >> p->algorithm & 1;
}

static int warn_of_values(struct reading *r) {
  const struct congestion_parameters p = scenario_parameters(&r->to, 1e9);
  int status = 0;
  for (int i = 0; status == 0 && i < SENDER_KEYS; i++) {
    const char *key = scenario_policy_fields[1 + i].key;
    if (isnan(given(r->file->senders, i)) || acts(&p, i)) continue;
    status = scenario_warn(r->c, at(r, map(r), key), "%s has no effect with %s%s; leave it out", key, r->to.set,
                           keys[i].readers >> p.algorithm & 1 ? " and its other values" : "");
  }
  return status;
}

static bool has_values(const struct file_senders *f) {
  bool any = f->set != NULL;
  for (int i = 0; i < SENDER_KEYS; i++) any |= !isnan(given(f, i));
  return any;
}

// The algorithm and the set. A policy with its own `congestion` has no values of the top level.
static int take_set(struct reading *r) {
  const struct file_senders *f = r->file->senders;
  const int *congestion = r->file->congestion;
  if (congestion != NULL) r->to = (struct scenario_policy){.algorithm = CONGESTION_NONE};
  if (congestion != NULL && *congestion != SENDER_SETS) {
    r->to.algorithm = sets[*congestion].algorithm;
    r->to.set = sets[*congestion].name;
  }
  if (f == NULL) return 0;
  if (r->to.algorithm == CONGESTION_NONE && has_values(f))
    return scenario_wrong(r->c, at(r, map(r), NULL), "%s needs congestion; give dcqcn, powertcp or hpcc", map(r));
  if (f->set == NULL) return 0;
  if (sets[*f->set].algorithm != r->to.algorithm)
    return scenario_wrong(r->c, at(r, map(r), "set"), "set %s is not one of congestion %s; give %s", sets[*f->set].name,
                          r->to.algorithm == CONGESTION_DCQCN ? "dcqcn" : r->to.set, r->to.set);
  r->to.set = sets[*f->set].name;
  return 0;
}

static bool equal(const struct scenario_policy *a, const struct scenario_policy *b) {
  return a->algorithm == b->algorithm && a->set == b->set && a->ecn_capable == b->ecn_capable && a->given == b->given &&
         memcmp(a->value, b->value, sizeof(a->value)) == 0;
}

// Finds or adds the policy.
static int number_of(struct reading *r, uint16_t *number) {
  struct scenario *s = r->c->s;
  for (int i = 0; i < s->policies; i++)
    if (equal(&s->policy[i], &r->to)) {
      *number = (uint16_t)i;
      return 0;
    }
  if (s->policies == UINT16_MAX)
    return scenario_wrong(r->c, at(r, "congestion", NULL), "more than %d different policies of flows; give fewer",
                          UINT16_MAX);
  struct scenario_policy *more = vec_grow(s->policy, (size_t)s->policies, sizeof(*more));
  if (more == NULL) return scenario_no_memory(r->c);
  s->policy = more;
  *number = (uint16_t)s->policies;
  s->policy[s->policies++] = r->to;
  return 0;
}

int scenario_take_policy(struct checker *c, const char *prefix, const struct scenario_policy_keys *f,
                         uint16_t *number) {
  struct reading r = {.c = c, .prefix = prefix, .file = f};
  const int *capable = f->ecn_capable != NULL ? f->ecn_capable : c->file->ecn_capable;
  *number = 0;
  if (c->s->policies > 0) {
    if (f->congestion == NULL && f->senders == NULL && f->ecn_capable == NULL) return 0;
    r.to = c->s->policy[0];
  }
  int status = take_set(&r);
  if (status == 0 && f->senders != NULL) take_values(&r);
  if (status == 0 && f->senders != NULL) status = warn_of_values(&r);
  if (status != 0) return status;
  // without congestion control a sender ignores marks, so its packets carry none unless the file says so
  r.to.ecn_capable = capable != NULL ? *capable : r.to.algorithm != CONGESTION_NONE;
  return number_of(&r, number);
}

int scenario_check_policy(struct checker *c) {
  const int congestion = VALUE_OR(c->file->congestion, DEFAULT_CONGESTION);
  const struct scenario_policy_keys f = {&congestion, c->file->ecn_capable, c->file->senders};
  const struct file_senders *x = c->file->senders;
  uint16_t number;
  c->s->senders.frame = x != NULL ? VALUE_OR(x->frame_bytes, DEFAULT_SENDERS_FRAME_BYTES) : DEFAULT_SENDERS_FRAME_BYTES;
  return scenario_take_policy(c, "", &f, &number);
}

int scenario_check_policies(struct checker *c) {
  struct scenario *s = c->s;
  const int most = SCENARIO_MOST_FLOWS / 2 - 1;
  char path[64];
  for (int i = 0; i < s->flows; i++) {
    const enum congestion_algorithm a = scenario_policy_of(s, i)->algorithm;
    if (a == CONGESTION_NONE) continue;
    s->controlled = true;
    s->telemetry |= a == CONGESTION_POWERTCP || a == CONGESTION_HPCC;
    if (s->flow[i].loop)
      return scenario_wrong(c, scenario_flow_path(c, i, "loop", path, sizeof(path)),
                            "flow %s loops, so that its sender gets no acknowledgement; give it congestion: none",
                            s->flow[i].name);
  }
  if (!s->controlled && c->file->senders != NULL)
    return scenario_wrong(c, "senders", "senders needs congestion; give dcqcn, powertcp or hpcc");
  if (!s->controlled || s->flows <= most) return 0;
  return scenario_wrong(c, "congestion", "there are %d flows; with congestion control at most %d", s->flows, most);
}
