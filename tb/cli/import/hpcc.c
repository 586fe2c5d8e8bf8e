// HPCC: topology, flows and the file of its settings.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tb/cli/import/import.h"

// Defaults of its switch
enum { RESERVE = 4 << 10, RESUME = 3 << 10 };
static const double links_fail_after_s = 2;  // times of LINK_DOWN count from here

// Why a setting has no effect here
enum why { CONGESTION, ECN, RETRANSMISSION, ACKS, OUTPUT, PATHS, LOSS, PAUSE, STATIC, WHYS };
static const char *const why_text[WHYS] = {
    [CONGESTION] = "hosts have no congestion control",
    [ECN] = "switches mark no packets",
    [RETRANSMISSION] = "hosts do not send lost packets again",
    [ACKS] = "receivers send no acknowledgements",
    [OUTPUT] = "sluice run has files of its own",
    [PATHS] = "the files of the command line are read",
    [LOSS] = "links lose no frames",
    [PAUSE] = "mmu.pause_time has its default",
    [STATIC] = "thresholds are dynamic",
};

static const struct setting {
  const char *key;
  enum why why;
} settings[] = {
    {"ENABLE_QCN", CONGESTION},
    {"CLAMP_TARGET_RATE", CONGESTION},
    {"ALPHA_RESUME_INTERVAL", CONGESTION},
    {"RP_TIMER", CONGESTION},
    {"EWMA_GAIN", CONGESTION},
    {"FAST_RECOVERY_TIMES", CONGESTION},
    {"RATE_AI", CONGESTION},
    {"RATE_HAI", CONGESTION},
    {"CC_MODE", CONGESTION},
    {"RATE_DECREASE_INTERVAL", CONGESTION},
    {"MIN_RATE", CONGESTION},
    {"HAS_WIN", CONGESTION},
    {"GLOBAL_T", CONGESTION},
    {"MI_THRESH", CONGESTION},
    {"VAR_WIN", CONGESTION},
    {"FAST_REACT", CONGESTION},
    {"U_TARGET", CONGESTION},
    {"INT_MULTI", CONGESTION},
    {"RATE_BOUND", CONGESTION},
    {"DCTCP_RATE_AI", CONGESTION},
    {"MULTI_RATE", CONGESTION},
    {"SAMPLE_FEEDBACK", CONGESTION},
    {"PINT_LOG_BASE", CONGESTION},
    {"PINT_PROB", CONGESTION},
    {"KMAX_MAP", ECN},
    {"KMIN_MAP", ECN},
    {"PMAX_MAP", ECN},
    {"L2_CHUNK_SIZE", RETRANSMISSION},
    {"L2_BACK_TO_ZERO", RETRANSMISSION},
    {"L2_ACK_INTERVAL", ACKS},
    {"ACK_HIGH_PRIO", ACKS},
    {"TRACE_FILE", OUTPUT},
    {"TRACE_OUTPUT_FILE", OUTPUT},
    {"FCT_OUTPUT_FILE", OUTPUT},
    {"PFC_OUTPUT_FILE", OUTPUT},
    {"ENABLE_TRACE", OUTPUT},
    {"QLEN_MON_FILE", OUTPUT},
    {"QLEN_MON_START", OUTPUT},
    {"QLEN_MON_END", OUTPUT},
    {"QLEN_MON_INTERVAL", OUTPUT},
    {"BW_MON_FILE", OUTPUT},
    {"BW_MON_INTERVAL", OUTPUT},
    {"RATE_MON_FILE", OUTPUT},
    {"CNP_MON_FILE", OUTPUT},
    {"QP_MON_INTERVAL", OUTPUT},
    {"MON_START", OUTPUT},
    {"MON_END", OUTPUT},
    {"TOPOLOGY_FILE", PATHS},
    {"FLOW_FILE", PATHS},
    {"DATA_RATE", PATHS},
    {"LINK_DELAY", PATHS},
    {"ERROR_RATE_PER_LINK", LOSS},
    {"PAUSE_TIME", PAUSE},
};
enum { SETTINGS = sizeof(settings) / sizeof(*settings) };

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

// Sets *taken to whether the setting has a meaning here.
static int take_setting(struct import *m, struct rows *c, const char *key, bool *taken) {
  uint64_t whole = 0;
  double seconds = 0;
  int status = 0;
  *taken = true;
  if (strcmp(key, "LINK_DOWN") == 0) return take_link_down(m, c);
  char *value = rows_word(c);
  if (value == NULL) return rows_wrong(c, "%.40s has no value; add it", key);
  if (strcmp(key, "PACKET_PAYLOAD_SIZE") == 0) {
    status = rows_whole(c, key, value, 64, 16384, &whole);
    m->packet = (uint32_t)whole;
  } else if (strcmp(key, "BUFFER_SIZE") == 0) {
    status = rows_whole(c, key, value, 1, 65536, &whole);
    m->buffer = whole << 20;
  } else if (strcmp(key, "SIMULATOR_STOP_TIME") == 0) {
    status = rows_decimal(c, key, value, 1e15, &seconds);
    m->stop_ps = seconds < 1e6 ? (uint64_t)(seconds * (double)IMPORT_PS_PER_S) : 0;  // 0: as good as never
  } else if (strcmp(key, "USE_DYNAMIC_PFC_THRESHOLD") != 0 || strcmp(value, "1") != 0) {
    *taken = false;
  }
  return status;
}

// The keys without a meaning, by the reason
struct idle {
  char keys[WHYS][512];
};

static void add_idle(struct idle *idle, enum why why, const char *key) {
  char *list = idle->keys[why];
  size_t used = strlen(list);
  snprintf(list + used, sizeof(idle->keys[why]) - used, "%s%s", used > 0 ? ", " : "", key);
}

static int take_config(struct import *m, struct rows *c, void *arg) {
  struct idle *idle = arg;
  int more, status = 0;
  while (status == 0 && (more = rows_line(c)) == 1) {
    bool taken;
    char key[64];
    if (strlen(c->rest) > 0 && strcspn(c->rest, " \t") >= sizeof(key))
      return rows_wrong(c, "no setting; give a key and its value, such as CC_MODE 3");
    snprintf(key, sizeof(key), "%.*s", (int)strcspn(c->rest, " \t"), c->rest);
    if (strcmp(key, "LINK_DOWN") != 0) rows_word(c);
    status = take_setting(m, c, key, &taken);
    if (status != 0 || taken) continue;
    int i = 0;
    while (i < SETTINGS && strcmp(settings[i].key, key) != 0) i++;
    if (i < SETTINGS)
      add_idle(idle, settings[i].why, key);
    else if (strcmp(key, "USE_DYNAMIC_PFC_THRESHOLD") == 0)
      add_idle(idle, STATIC, key);
    else
      status = import_note(m, "%s:%lu: %s is not known; it has no effect", c->path, c->line, key);
  }
  return status != 0 ? status : more < 0 ? EINVAL : 0;
}

int import_hpcc_config(struct import *m, const char *path) {
  struct idle idle = {.keys = {""}};
  int status = import_file(m, path, "a key and its value", take_config, &idle);
  for (int i = 0; i < WHYS && status == 0; i++)
    if (*idle.keys[i] != '\0') status = import_note(m, "%s: %s; no effect of %s", path, why_text[i], idle.keys[i]);
  return status;
}

int import_hpcc(struct import *m, const char *topology, const char *flows, const char *config) {
  m->private = RESERVE;
  m->resume = RESUME;
  m->headroom_of_bdp = true;
  m->alpha_of_rate = true;
  int status = import_ns3_topology(m, topology, IMPORT_NS3_HPCC);
  if (status == 0 && flows != NULL) status = import_ns3_flows(m, flows);
  if (status == 0 && config != NULL) status = import_hpcc_config(m, config);
  return status;
}
