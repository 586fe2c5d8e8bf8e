// Building a network and running it from clock to clock.
#include "tb/sim/clocked/network.h"

#include <stdlib.h>

#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/clock.h"
#include "tb/sim/clocked/host.h"
#include "tb/sim/clocked/link.h"
#include "tb/sim/clocked/lookahead.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/mmu_switch.h"
#include "tb/sim/clocked/peaks.h"
#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/ranks_gather.h"
#include "tb/sim/clocked/series.h"
#include "tb/sim/clocked/verdict.h"
#include "tb/sim/ranks/transport.h"

const char *network_status_text(enum network_status status) {
  static const char *const text[] = {
      [NETWORK_OK] = "ran",
      [NETWORK_MISMATCH] = "RTL and model differ",
      [NETWORK_NO_MEMORY] = "out of memory",
      [NETWORK_NO_ENGINE] = "there is no RTL build of these ports x classes x width; use --engine model",
      [NETWORK_REFUSED] = "the MMU refuses the registers",
      [NETWORK_OVERLOAD] = "more packets than clocks at a switch; raise clock_mhz or packet_bytes",
      [NETWORK_PROTOCOL] = "the MMU does not know a packet that the datapath holds",
      [NETWORK_ACCOUNT] = "the account of a switch is wrong",
      [NETWORK_WAVES] = "cannot write the waves",
  };
  return text[status];
}

static enum network_status allocate(struct network *n) {
  const struct scenario *s = n->s;
  n->port = calloc((size_t)(s->switches + s->hosts) + 1, sizeof(*n->port));
  n->result.flow = calloc((size_t)s->flows + 1, sizeof(*n->result.flow));
  n->result.link = calloc((size_t)s->links + 1, sizeof(*n->result.link));
  n->result.sw = calloc((size_t)s->switches, sizeof(*n->result.sw));
  if (n->port == NULL || n->result.flow == NULL || n->result.link == NULL || n->result.sw == NULL)
    return NETWORK_NO_MEMORY;
  n->sampled = calloc((size_t)s->probes + 1, sizeof(*n->sampled));
  if (n->sampled == NULL || hosts_new(n) != 0 || senders_new(&n->senders, s->flows) != 0) return NETWORK_NO_MEMORY;
  for (int i = 0; i < s->flows; i++)
    if (network_here(n, s->link[s->host[s->flow[i].from - s->switches].link].end[0].node)) senders_add(&n->senders, i);
  for (int i = 0; i < s->switches; i++)
    if ((n->port[i] = calloc((size_t)s->dims.ports, sizeof(*n->port[i]))) == NULL) return NETWORK_NO_MEMORY;
  for (int k = 0; k < s->dims.ports * s->dims.classes; k++) n->port_of[k] = (uint8_t)(k / s->dims.classes);
  return NETWORK_OK;
}

static enum network_status open_waves(struct network *n) {
  if (n->opt.waves == NULL) return NETWORK_OK;
  if (engine_trace_new(&n->trace) != 0) return NETWORK_NO_MEMORY;
  for (int i = 0; i < n->s->switches; i++)
    if (n->kind->waves(n, i) != NETWORK_OK) return NETWORK_WAVES;
  unsigned ps = (unsigned)((UINT64_C(1000000000000) + n->s->clock_hz / 2) / n->s->clock_hz);
  n->waves_error = engine_trace_open(n->trace, n->opt.waves, ps);
  return n->waves_error == 0 ? NETWORK_OK : NETWORK_WAVES;
}

static void close_waves(struct network *n) {
  if (n->trace == NULL) return;
  n->waves_error = engine_trace_close(n->trace);
  n->trace = NULL;
  if (n->waves_error != 0 && n->status == NETWORK_OK) n->status = NETWORK_WAVES;
}

static void schedule(struct network *n) {
  n->stop.kind = EVENT_STOP;
  n->check.kind = EVENT_CHECK;
  n->sample.kind = EVENT_SAMPLE;
  wheel_add(&n->wheel, &n->stop, n->s->stop);
  if (n->opt.occupancy != NULL && n->s->probes != 0) {
    uint64_t num = n->s->sample_ns * (n->s->clock_hz / 1000), den = 1000000, g = pace_gcd(num, den);
    n->sample_pace = (struct pace){.num = num / g, .den = den / g};
    wheel_add(&n->wheel, &n->sample, 0);
  }
  for (int i = 0; i < n->s->hosts; i++)
    if (network_here(n, n->s->link[n->s->host[i].link].end[0].node)) host_kick(n, i);
  for (int i = n->first; i < n->last; i++) switch_activate(n, i, 0);
  n->due = true;
  n->window = verdict_window(n->s);
  n->reach = UINT64_MAX;
  for (int i = 0; i < n->s->links; i++)  // a frame takes at least a clock, and the link's delay
    if (n->s->link[i].delay + 1 < n->reach) n->reach = n->s->link[i].delay + 1;
}

static enum network_status build(struct network *n) {
  n->kind = n->opt.kind != NULL ? n->opt.kind : &mmu_switch;
  n->stepping = n->opt.every_clock || n->opt.engine != ENGINE_MODEL;
  enum network_status status = allocate(n);
  if (status == NETWORK_OK && series_new(n) != 0) status = NETWORK_NO_MEMORY;
  if (status == NETWORK_OK) status = n->kind->create(n);
  if (status != NETWORK_OK) return status;
  links_init(n);
  if (hosts_init(n) != 0) return NETWORK_NO_MEMORY;
  for (int i = n->first; status == NETWORK_OK && i < n->last; i++) status = n->kind->configure(n, i);
  if (status != NETWORK_OK) return status;
  wheel_init(&n->wheel);
  schedule(n);
  series_begin(n);
  for (int i = n->first; i < n->last; i++)
    if (n->watch[i] != NULL) series_first(n, i, n->kind->outputs(n, i));
  return open_waves(n);
}

enum network_status network_new(struct network **out, const struct scenario *s, const struct network_options *o) {
  struct network *n = calloc(1, sizeof(*n));
  *out = n;
  if (n == NULL) return NETWORK_NO_MEMORY;
  n->s = s;
  n->opt = *o;
  n->classes = s->dims.classes;
  n->last = s->switches;
  if (o->transport != NULL && lookahead_new(n, o->transport) != 0) n->status = NETWORK_NO_MEMORY;
  if (n->status == NETWORK_OK) n->status = build(n);
  if (n->ranks != NULL) ranks_agree(n);
  return n->status;
}

void network_free(struct network *n) {
  if (n == NULL) return;
  close_waves(n);
  if (n->kind != NULL) n->kind->destroy(n);
  hosts_free(n);
  areas_free(n);
  lookahead_free(n);
  senders_free(&n->senders);
  packet_pool_free(&n->pool);
  series_free(n);
  for (int i = 0; n->port != NULL && i < n->s->switches; i++) free(n->port[i]);
  free(n->port);
  free(n->sampled);
  result_free(&n->result, n->s);
  free(n);
}

enum { TURNS = 1 << 16 };  // between two reports

static void report_progress(struct network *n, uint64_t *turns, uint64_t more) {
  if (n->opt.progress == NULL || (*turns += more) < TURNS) return;
  *turns = 0;
  n->opt.progress(n->opt.progress_arg, (double)n->now / (double)n->s->duration);
}

static const char *engine_name(const struct network *n) {
  static const char *const name[] = {[ENGINE_RTL] = "rtl", [ENGINE_MODEL] = "model", [ENGINE_BOTH] = "both"};
  return n->opt.whole != NULL ? "switch" : name[n->opt.engine];
}

// Every result is taken from the same clock, however far the engines are.
static void conclude(struct network *n) {
  if (n->status != NETWORK_OK) return;
  network_stop(n);
  for (int i = 0; i < n->s->links; i++)
    for (int d = 0; d < 2; d++) n->result.link[i][d].paused = port_paused(n, i, d);
  n->result.hz = n->s->clock_hz;
  n->result.engine = engine_name(n);
  n->result.clocks = n->now;
  measure_end(n);
  verdict_end(n);
  for (int i = n->first; i < n->last && n->status == NETWORK_OK; i++) n->status = peaks_read(n, i);
  if (n->ranks != NULL) ranks_gather(n);
  if (n->status == NETWORK_OK && (n->ranks == NULL || n->opt.transport->rank == 0)) measure_all(n);
}

// Until the sources may stop, area by area.
static void run_areas(struct network *n, uint64_t *turns) {
  n->now--;  // the last one that is done
  bool good = areas_split(n) == 0;
  while (good && n->areas != NULL && !n->finished) {
    uint64_t from = areas_next(n), most = from + n->areas->reach - 1, together = network_sent_by(n, most);
    if (n->s->stop < together) together = n->s->stop;
    if (n->s->duration < together) together = n->s->duration;
    if (from >= together) break;
    n->now = from - 1;
    areas_run(n, most < together ? most : together - 1);
    report_progress(n, turns, (uint64_t)n->s->switches);
  }
  good &= areas_join(n) == 0;
  if (!good) network_fail(n, NETWORK_NO_MEMORY);
  network_next(n, n->s->duration);
}

enum network_status network_run(struct network *n) {
  uint64_t turns = 0;
  if (n->ranks != NULL) {
    lookahead_run(n);
  } else if (network_turn(n)) {
    run_areas(n, &turns);
    while (!n->finished && network_turn(n)) report_progress(n, &turns, 1);
  }
  conclude(n);
  close_waves(n);
  return n->status;
}

const struct network_result *network_result(const struct network *n) { return &n->result; }

int network_waves_error(const struct network *n) { return n->waves_error; }

int network_failed(const struct network *n) { return n != NULL && n->ranks != NULL ? n->ranks->failed : 0; }

uint64_t network_clock(const struct network *n) { return n->now; }

void network_report(const struct network *n, FILE *to) {
  fprintf(to, "switch %s, clock %llu of the network:\n", n->s->sw[n->mismatch].name, (unsigned long long)n->now);
  n->kind->report(n, n->mismatch, to);
}

enum network_status network_port_pauses(struct network *n, int sw, int port, uint64_t *pauses) {
  uint32_t value;
  enum network_status status = n->kind->stat(n, sw, SLUICE_STAT_PORT_PAUSES, port, 0, &value);
  *pauses = value;
  for (int c = 0; status == NETWORK_OK && c < n->s->dims.classes; c++) {
    status = n->kind->stat(n, sw, SLUICE_STAT_QUEUE_PAUSES, port, c, &value);
    *pauses += value;
  }
  return status;
}
