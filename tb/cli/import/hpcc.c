// HPCC's simulator, and ns3-rdma: topology, flows, and the settings: congestion control of the hosts, marks of the
// switches, and the run.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tb/cli/import/import.h"

static const double links_fail_after_s = 2;  // times of LINK_DOWN count from here
enum { KB = 1000, RDMA_PACKET = 1030 };      // units of Kmin and Kmax

// Congestion control of the hosts
enum control { NONE, DCQCN, HPCC, RDMA };
static const char *const control_name[] = {[DCQCN] = "dcqcn", [HPCC] = "hpcc", [RDMA] = "ns3_rdma"};
enum { D = 1 << DCQCN, H = 1 << HPCC, R = 1 << RDMA, ALL = ~0 };  // those that have a setting

// Why a setting has no effect here
enum why {
  UNUSED,
  ACK,
  RECOVERY,
  PACED,
  ONE_RATE,
  EACH_ACK,
  ALL_FLOWS,
  EXACT,
  STARTS,
  ECMP,
  OUTPUT,
  PATHS,
  LOSS,
  PAUSE,
  STATIC,
  WHYS
};
static const char *const why_text[WHYS] = {
    [ACK] = "acknowledgements have a class of their own, with priority",
    [RECOVERY] = "senders go back to the first missing byte",
    [PACED] = "senders keep to their rate",
    [ONE_RATE] = "a flow has one rate",
    [EACH_ACK] = "senders react to each acknowledgement",
    [ALL_FLOWS] = "base_rtt_us is that of all flows",
    [EXACT] = "telemetry is exact, in each packet",
    [STARTS] = "receivers are always ready",
    [ECMP] = "routing is ecmp",
    [OUTPUT] = "sluice run has files of its own",
    [PATHS] = "the files of the command line are read",
    [LOSS] = "links lose no frames",
    [PAUSE] = "mmu.pause_time has its default",
    [STATIC] = "thresholds are dynamic",
};

// A value of the senders, with its range in the scenario
enum unit { NOTHING, NUMBER, WHOLE, TRUTH, RATE, PACKETS };

struct setting {
  const char *key;
  int of;              // the congestion controls that have it
  enum why why;        // of no effect
  const char *usual;   // with this value nothing is missing here; NULL: with none
  const char *sender;  // key of senders; NULL: none
  enum unit unit;
  double low, high;
};

#define VALUE(key, sender, of, unit, low, high) \
  { key, of, UNUSED, NULL, sender, unit, low, high }
#define FIXED(key, of, why, usual) \
  { key, of, why, usual, NULL, NOTHING, 0, 0 }
static const struct setting settings[] = {
    VALUE("ALPHA_RESUME_INTERVAL", "alpha_interval_us", D | R, NUMBER, 0.001, 1e6),
    VALUE("RATE_DECREASE_INTERVAL", "decrease_interval_us", D, NUMBER, 0.001, 1e6),
    VALUE("RP_TIMER", "increase_interval_us", D | R, NUMBER, 0.001, 1e6),
    VALUE("CNP_INTERVAL", "cnp_interval_us", R, NUMBER, 0, 1e6),
    VALUE("EWMA_GAIN", "gain", D, NUMBER, 1e-6, 1),
    VALUE("DCTCP_GAIN", "gain", R, NUMBER, 1e-6, 1),
    VALUE("FAST_RECOVERY_TIMES", "fast_stages", D | R, WHOLE, 1, 1000),
    VALUE("BYTE_COUNTER", "byte_counter", R, WHOLE, 0, 1e12),
    VALUE("CLAMP_TARGET_RATE", "clamp_target", D | R, TRUTH, 0, 1),
    VALUE("RATE_AI", "additive_increase_mbps", D | H | R, RATE, 0, 1e13),
    VALUE("RATE_HAI", "hyper_increase_mbps", D | R, RATE, 0, 1e13),
    VALUE("MIN_RATE", "min_rate_mbps", D | H, RATE, 1000, 1e13),
    VALUE("HAS_WIN", "window", D | H, TRUTH, 0, 1),
    VALUE("VAR_WIN", "variable_window", D | H, TRUTH, 0, 1),
    VALUE("U_TARGET", "target_utilization", H, NUMBER, 1e-6, 1),
    VALUE("MI_THRESH", "stage_limit", H, WHOLE, 0, 1000),
    VALUE("L2_ACK_INTERVAL", "ack_bytes", D | H | R, PACKETS, 1, 60000),
    FIXED("GLOBAL_T", D | H, ALL_FLOWS, "1"),
    FIXED("RATE_BOUND", D | H, PACED, "1"),
    FIXED("FAST_REACT", H, EACH_ACK, "1"),
    FIXED("MULTI_RATE", H, ONE_RATE, "0"),
    FIXED("SAMPLE_FEEDBACK", H, EXACT, "0"),
    FIXED("INT_MULTI", H, EXACT, NULL),
    FIXED("PINT_LOG_BASE", H, EXACT, NULL),
    FIXED("PINT_PROB", H, EXACT, NULL),
    FIXED("DCTCP_RATE_AI", 0, UNUSED, NULL),
    FIXED("NP_SAMPLING_INTERVAL", 0, UNUSED, "0"),
    FIXED("CLAMP_TARGET_RATE_AFTER_TIMER", 0, UNUSED, "0"),
    FIXED("L2_CHUNK_SIZE", D | H | R, RECOVERY, NULL),
    FIXED("L2_BACK_TO_ZERO", D | H | R, RECOVERY, "0"),
    FIXED("ACK_HIGH_PRIO", D | H | R, ACK, "1"),
    FIXED("APP_START_TIME", ALL, STARTS, NULL),
    FIXED("APP_STOP_TIME", ALL, STARTS, NULL),
    FIXED("PACKET_LEVEL_ECMP", ALL, ECMP, NULL),
    FIXED("FLOW_LEVEL_ECMP", ALL, ECMP, NULL),
    FIXED("TRACE_FILE", ALL, OUTPUT, NULL),
    FIXED("TRACE_OUTPUT_FILE", ALL, OUTPUT, NULL),
    FIXED("FCT_OUTPUT_FILE", ALL, OUTPUT, NULL),
    FIXED("PFC_OUTPUT_FILE", ALL, OUTPUT, NULL),
    FIXED("ENABLE_TRACE", ALL, OUTPUT, NULL),
    FIXED("QLEN_MON_FILE", ALL, OUTPUT, NULL),
    FIXED("QLEN_MON_START", ALL, OUTPUT, NULL),
    FIXED("QLEN_MON_END", ALL, OUTPUT, NULL),
    FIXED("QLEN_MON_INTERVAL", ALL, OUTPUT, NULL),
    FIXED("BW_MON_FILE", ALL, OUTPUT, NULL),
    FIXED("BW_MON_INTERVAL", ALL, OUTPUT, NULL),
    FIXED("RATE_MON_FILE", ALL, OUTPUT, NULL),
    FIXED("CNP_MON_FILE", ALL, OUTPUT, NULL),
    FIXED("QP_MON_INTERVAL", ALL, OUTPUT, NULL),
    FIXED("MON_START", ALL, OUTPUT, NULL),
    FIXED("MON_END", ALL, OUTPUT, NULL),
    FIXED("TOPOLOGY_FILE", ALL, PATHS, NULL),
    FIXED("FLOW_FILE", ALL, PATHS, NULL),
    FIXED("TCP_FLOW_FILE", ALL, PATHS, NULL),
    FIXED("DATA_RATE", ALL, PATHS, NULL),
    FIXED("LINK_DELAY", ALL, PATHS, NULL),
    FIXED("ERROR_RATE_PER_LINK", ALL, LOSS, "0"),
    FIXED("PAUSE_TIME", ALL, PAUSE, NULL),
    FIXED("USE_DYNAMIC_PFC_THRESHOLD", ALL, STATIC, "1"),
};
enum { SETTINGS = sizeof(settings) / sizeof(*settings) };

// The pairs of a map, or the one value of ns3-rdma, whose rate is 0
enum { KMIN, KMAX, PMAX, MAPS };
static const struct {
  const char *map, *one;
} map_name[MAPS] = {[KMIN] = {"KMIN_MAP", "KMIN"}, [KMAX] = {"KMAX_MAP", "KMAX"}, [PMAX] = {"PMAX_MAP", "PMAX"}};

struct map {
  struct {
    uint64_t bps;
    double value;
  } pair[IMPORT_MARKS];
  int pairs;
  unsigned long line;
};

// What the file states, so that a value does not depend on lines behind it
struct config {
  struct {
    char value[40];
    unsigned long line;  // 0: not given
  } given[SETTINGS];
  struct map map[MAPS];
  bool marks;     // ENABLE_QCN
  uint64_t mode;  // CC_MODE
  bool mode_is_given, marks_is_given;
  char idle[WHYS][800];  // the keys without an effect, by the reason
};

// ---- the lines ----

static int take_link_down(struct import *m, struct rows *c) {
  uint64_t us, a, b;
  if (rows_split(c) < 4) return rows_wrong(c, "LINK_DOWN needs three numbers; give microseconds and two nodes");
  int status = rows_whole(c, "LINK_DOWN", c->field[1], 0, UINT64_C(1000000000000), &us);
  if (status == 0) status = rows_whole(c, "LINK_DOWN", c->field[2], 0, (uint64_t)m->nodes - 1, &a);
  if (status == 0) status = rows_whole(c, "LINK_DOWN", c->field[3], 0, (uint64_t)m->nodes - 1, &b);
  if (status != 0 || us == 0) return status;
  for (int i = 0; i < m->links; i++) {
    const int *end = m->link[i].end;
    if ((end[0] != (int)a || end[1] != (int)b) && (end[0] != (int)b || end[1] != (int)a)) continue;
    m->link[i].down_ps = (uint64_t)(links_fail_after_s * (double)IMPORT_PS_PER_S) + us * IMPORT_PS_PER_US;
    return 0;
  }
  return rows_wrong(c, "there is no link between %" PRIu64 " and %" PRIu64 "; name the ends of a link", a, b);
}

// Reads a threshold, in a unit of so many bytes, or a probability.
static int take_mark(struct rows *c, const char *key, int map, const char *text, int unit, double *value) {
  uint64_t whole;
  if (map == PMAX) return rows_decimal(c, key, text, 1, value);
  int status = rows_whole(c, key, text, 0, UINT32_MAX / (unsigned)unit, &whole);
  *value = (double)whole * unit;
  return status;
}

// KEY, the number of pairs, and pairs of a rate in bits per second and a value
static int take_map(struct rows *c, const char *key, int which, const char *count, struct map *map) {
  uint64_t pairs;
  int status = rows_whole(c, key, count, 1, IMPORT_MARKS, &pairs);
  *map = (struct map){.line = c->line};
  for (; status == 0 && map->pairs < (int)pairs; map->pairs++) {
    const char *rate = rows_word(c), *value = rows_word(c);
    if (value == NULL)
      return rows_wrong(c, "%s has %d of %" PRIu64 " pairs; give a rate and a value for each", key, map->pairs, pairs);
    status = rows_whole(c, key, rate, 1, UINT64_C(1000000000000000), &map->pair[map->pairs].bps);
    if (status == 0) status = take_mark(c, key, which, value, KB, &map->pair[map->pairs].value);
  }
  return status;
}

static int take_one(struct rows *c, const char *key, int which, const char *value, struct map *map) {
  *map = (struct map){.pairs = 1, .line = c->line};
  return take_mark(c, key, which, value, RDMA_PACKET, &map->pair[0].value);
}

static int take_truth(struct rows *c, const char *key, const char *value, bool *truth) {
  uint64_t whole;
  int status = rows_whole(c, key, value, 0, 1, &whole);
  *truth = whole != 0;
  return status;
}

// Settings that act at once. Sets *taken to whether it is one of them.
static int take_at_once(struct import *m, struct rows *c, struct config *f, const char *key, char *value, bool *taken) {
  uint64_t whole = 0;
  double seconds = 0;
  int status = 0;
  *taken = true;
  for (int i = 0; i < MAPS; i++) {
    if (strcmp(key, map_name[i].map) == 0) return take_map(c, key, i, value, &f->map[i]);
    if (strcmp(key, map_name[i].one) == 0) return take_one(c, key, i, value, &f->map[i]);
  }
  if (strcmp(key, "PACKET_PAYLOAD_SIZE") == 0) {
    status = rows_whole(c, key, value, 64, 16384, &whole);
    m->packet = (uint32_t)whole;
  } else if (strcmp(key, "BUFFER_SIZE") == 0) {
    status = rows_whole(c, key, value, 1, 65536, &whole);
    m->buffer = whole << 20;
  } else if (strcmp(key, "SIMULATOR_STOP_TIME") == 0) {
    status = rows_decimal(c, key, value, 1e15, &seconds);
    m->stop_ps = seconds < 1e6 ? (uint64_t)(seconds * (double)IMPORT_PS_PER_S) : 0;  // 0: as good as never
  } else if (strcmp(key, "CC_MODE") == 0) {
    f->mode_is_given = true;
    status = rows_whole(c, key, value, 0, 1000, &f->mode);
  } else if (strcmp(key, "ENABLE_QCN") == 0) {
    f->marks_is_given = true;
    status = take_truth(c, key, value, &f->marks);
  } else {
    *taken = false;
  }
  return status;
}

// The last line of a key counts.
static int take_setting(struct import *m, struct rows *c, struct config *f, const char *key) {
  bool taken;
  if (strcmp(key, "LINK_DOWN") == 0) return take_link_down(m, c);
  rows_word(c);
  char *value = rows_word(c);
  if (value == NULL) return rows_wrong(c, "%.40s has no value; add it", key);
  int status = take_at_once(m, c, f, key, value, &taken);
  if (status != 0 || taken) return status;
  for (int i = 0; i < SETTINGS; i++) {
    if (strcmp(settings[i].key, key) != 0) continue;
    f->given[i].line = c->line;
    snprintf(f->given[i].value, sizeof(f->given[i].value), "%s", value);
    return 0;
  }
  return import_note(m, "%s:%lu: %s is not known; it has no effect", c->path, c->line, key);
}

// ---- meaning of the settings ----

static void add_idle(struct config *f, enum why why, const char *key) {
  char *list = f->idle[why];
  size_t used = strlen(list);
  snprintf(list + used, sizeof(f->idle[why]) - used, "%s%s", used > 0 ? ", " : "", key);
}

// Without CC_MODE: ns3-rdma, if a setting is of it only; HPCC's default, DCQCN, if the file sets a value of DCQCN.
static enum control default_control(const struct config *f) {
  bool dcqcn = f->marks_is_given;
  for (int i = 0; i < MAPS; i++) {
    if (f->map[i].pairs > 0 && f->map[i].pair[0].bps == 0) return RDMA;
    dcqcn |= f->map[i].pairs > 0;
  }
  for (int i = 0; i < SETTINGS; i++) {
    if (f->given[i].line == 0 || settings[i].sender == NULL) continue;
    if (settings[i].of == R) return RDMA;
    dcqcn |= (settings[i].of & D) != 0;
  }
  return dcqcn ? DCQCN : NONE;
}

static int find_control(struct import *m, const char *path, const struct config *f, enum control *control) {
  int status = 0;
  *control = f->mode_is_given ? NONE : default_control(f);
  if (f->mode == 1 || f->mode == 3 || f->mode == 10) *control = f->mode == 1 ? DCQCN : HPCC;
  if (f->mode == 10)
    status = import_note(m, "%s: CC_MODE 10, HPCC-PINT, is hpcc here, with telemetry in each packet", path);
  else if (f->mode_is_given && *control == NONE)
    status = import_note(m, "%s: CC_MODE %" PRIu64 "%s is not known; give 1, 3 or 10", path, f->mode,
                         f->mode == 7   ? ", TIMELY,"
                         : f->mode == 8 ? ", DCTCP,"
                                        : "");
  else if (!f->mode_is_given && *control == DCQCN)
    status = import_note(m, "%s: CC_MODE is not given; it is 1, DCQCN, as in HPCC's simulator", path);
  if (status != 0 || f->marks || *control == NONE || *control == HPCC) return status;
  *control = NONE;
  return import_note(m, "%s: ENABLE_QCN is 0, so that no rate changes", path);
}

// Adds a value of the senders.
static int take_value(struct import *m, struct rows *c, const struct setting *s, const char *text) {
  struct import_value *to = &m->sender[m->senders++];
  uint64_t whole = 0;
  int status;
  *to = (struct import_value){.key = s->sender, .truth = s->unit == TRUTH};
  if (s->unit == NUMBER) {
    status = rows_decimal(c, s->key, text, s->high, &to->value);
    if (status == 0 && to->value < s->low)
      status = rows_wrong(c, "%s is '%.24s'; give at least %g", s->key, text, s->low);
    return status;
  }
  status = s->unit == RATE ? import_rate(c, s->key, text, (uint64_t)s->low, &whole)
                           : rows_whole(c, s->key, text, (uint64_t)s->low, (uint64_t)s->high, &whole);
  to->value = (double)whole;
  if (s->unit == RATE) to->value /= 1e6;
  if (s->unit == PACKETS && whole > 1) to->value *= m->packet;  // 1: after each packet, of any size
  return status;
}

static bool is_usual(const struct setting *s, const char *text) {
  double value, usual;
  if (s->usual == NULL) return false;
  return sscanf(text, "%lf", &value) == 1 && sscanf(s->usual, "%lf", &usual) == 1 && value == usual;
}

static int take_settings(struct import *m, struct rows *c, struct config *f, enum control control) {
  int status = 0;
  for (int i = 0; i < SETTINGS && status == 0; i++) {
    const struct setting *s = &settings[i];
    const bool has = (s->of >> control & 1) != 0;
    if (f->given[i].line == 0) continue;
    c->line = f->given[i].line;
    if (has && s->sender != NULL)
      status = take_value(m, c, s, f->given[i].value);
    else if (!is_usual(s, f->given[i].value))
      add_idle(f, has ? s->why : UNUSED, s->key);
  }
  return status;
}

static const char *name_of(const struct config *f, int map) {
  return f->map[KMIN].pairs > 0 && f->map[KMIN].pair[0].bps == 0 ? map_name[map].one : map_name[map].map;
}

// The marks for each rate of KMIN_MAP
static int take_marks(struct import *m, struct rows *c, const struct config *f) {
  for (int i = 0; i < MAPS; i++)
    if (f->map[i].pairs == 0) return error_at(m->err, c->path, "%s is missing; add it", name_of(f, i));
  for (int i = 0; i < f->map[KMIN].pairs; i++) {
    const uint64_t bps = f->map[KMIN].pair[i].bps;
    double value[MAPS];
    for (int k = 0; k < MAPS; k++) {
      int at = 0;
      while (at < f->map[k].pairs && f->map[k].pair[at].bps != bps) at++;
      c->line = f->map[k].line;
      if (at == f->map[k].pairs) return rows_wrong(c, "%s has no value for %" PRIu64 "; add it", name_of(f, k), bps);
      value[k] = f->map[k].pair[at].value;
    }
    c->line = f->map[KMIN].line;
    if (value[KMIN] > value[KMAX])
      return rows_wrong(c, "%s is %g B, above %s; lower it", name_of(f, KMIN), value[KMIN], name_of(f, KMAX));
    m->mark[m->marks++] = (struct import_mark){bps, value[KMIN], value[KMAX], value[PMAX]};
  }
  return 0;
}

static int take_control(struct import *m, struct rows *c, struct config *f) {
  const char *const path = c->path;
  bool maps = false;
  enum control control;
  for (int i = 0; i < MAPS; i++) maps |= f->map[i].pairs > 0;
  int status = find_control(m, path, f, &control);
  m->congestion = control_name[control];
  if (status == 0) status = take_settings(m, c, f, control);
  if (status != 0) return status;
  const bool marks = control != NONE && f->marks;
  for (int i = 0; i < MAPS && !marks; i++)
    if (f->map[i].pairs > 0) add_idle(f, UNUSED, f->map[i].pair[0].bps != 0 ? map_name[i].map : map_name[i].one);
  if (*f->idle[UNUSED] != '\0')
    status = control == NONE
                 ? import_note(m, "%s: hosts have no congestion control; no effect of %s", path, f->idle[UNUSED])
                 : import_note(m, "%s: congestion %s does not use %s", path, control_name[control], f->idle[UNUSED]);
  if (status == 0 && marks && maps) status = take_marks(m, c, f);
  if (status == 0 && marks && !maps && control != HPCC)
    status = import_note(m, "%s: KMIN_MAP is not given; switches mark by the values of congestion %s", path,
                         control_name[control]);
  return status;
}

static int take_config(struct import *m, struct rows *c, void *arg) {
  struct config *f = arg;
  int more, status = 0;
  while (status == 0 && (more = rows_line(c)) == 1) {
    char key[64];
    if (strlen(c->rest) > 0 && strcspn(c->rest, " \t") >= sizeof(key))
      return rows_wrong(c, "no setting; give a key and its value, such as CC_MODE 3");
    snprintf(key, sizeof(key), "%.*s", (int)strcspn(c->rest, " \t"), c->rest);
    status = take_setting(m, c, f, key);
  }
  if (status != 0 || more < 0) return status != 0 ? status : EINVAL;
  return take_control(m, c, f);
}

static int take_file(struct import *m, const char *path) {
  struct config f = {.marks = true};
  m->config = path;
  int status = import_file(m, path, "a key and its value", take_config, &f);
  for (int i = UNUSED + 1; i < WHYS && status == 0; i++)
    if (*f.idle[i] != '\0') status = import_note(m, "%s: %s; no effect of %s", path, why_text[i], f.idle[i]);
  return status;
}

// ---- all files ----

// Defaults of its switch
enum { RESERVE = 4 << 10, RESUME = 3 << 10 };

// The flows of ns3-rdma count packets, whose size is a setting.
int import_hpcc(struct import *m, const char *topology, const char *flows, const char *config) {
  m->private = RESERVE;
  m->resume = RESUME;
  m->headroom_of_bdp = true;
  m->alpha_of_rate = true;
  int status = import_ns3_topology(m, topology, IMPORT_NS3_HPCC);
  if (status == 0 && config != NULL) status = take_file(m, config);
  if (status == 0 && flows != NULL) status = import_ns3_flows(m, flows);
  return status;
}
