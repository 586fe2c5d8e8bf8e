// Building a network and running it from clock to clock.
#include "network.h"

#include <stdlib.h>
#include <string.h>

#include "net.h"

const char *network_status_text(enum network_status status) {
  static const char *const text[] = {
      [NETWORK_OK] = "ran",
      [NETWORK_MISMATCH] = "RTL and model differ",
      [NETWORK_NO_MEMORY] = "out of memory",
      [NETWORK_NO_ENGINE] = "there is no RTL build of these ports x classes x width; use --engine model",
      [NETWORK_REFUSED] = "the MMU refuses the registers",
      [NETWORK_OVERLOAD] = "more packets than clocks at a switch; raise clock_mhz or packet_bytes",
      [NETWORK_PROTOCOL] = "the MMU does not know a packet that the datapath holds",
      [NETWORK_WAVES] = "cannot write the waves",
  };
  return text[status];
}

void network_fail(struct network *n, enum network_status status) {
  if (n->status == NETWORK_OK) n->status = status;
  n->finished = true;
}

static struct port *end_port(struct network *n, const struct scenario_link *l, int side) {
  int node = l->end[side].node;
  return node < n->s->switches ? &n->sw[node].port[l->end[side].port] : &n->host[node - n->s->switches].port;
}

static void connect(struct network *n) {
  for (int i = 0; i < n->s->links; i++) {
    for (int d = 0; d < 2; d++) {
      struct port *p = end_port(n, &n->s->link[i], d);
      port_init(n, p, i, d);
      p->peer = end_port(n, &n->s->link[i], !d);
    }
  }
}

static bool network_here(const struct network *n, int sw) { return sw >= n->first && sw < n->last; }

static enum network_status allocate(struct network *n) {
  const struct scenario *s = n->s;
  n->sw = calloc((size_t)s->switches, sizeof(*n->sw));
  n->host = calloc((size_t)s->hosts + 1, sizeof(*n->host));
  n->kicked_hosts = calloc((size_t)s->hosts + 1, sizeof(*n->kicked_hosts));
  n->result.flow = calloc((size_t)s->flows + 1, sizeof(*n->result.flow));
  n->result.link = calloc((size_t)s->links + 1, sizeof(*n->result.link));
  n->result.sw = calloc((size_t)s->switches, sizeof(*n->result.sw));
  if (n->sw == NULL || n->host == NULL || n->kicked_hosts == NULL || n->result.flow == NULL || n->result.link == NULL ||
      n->result.sw == NULL)
    return NETWORK_NO_MEMORY;
  n->sampled = calloc((size_t)s->probes + 1, sizeof(*n->sampled));
  if (n->sampled == NULL) return NETWORK_NO_MEMORY;
  for (int k = 0; k < s->dims.ports * s->dims.classes; k++) n->port_of[k] = (uint8_t)(k / s->dims.classes);
  return NETWORK_OK;
}

static enum network_status open_waves(struct network *n) {
  if (n->opt.waves == NULL) return NETWORK_OK;
  if (engine_trace_new(&n->trace) != 0) return NETWORK_NO_MEMORY;
  for (int i = 0; i < n->s->switches; i++)
    if (engine_trace_add(n->trace, n->sw[i].mmu) != 0) return NETWORK_WAVES;
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
  n->window = verdict_window(n);
  n->reach = UINT64_MAX;
  for (int i = 0; i < n->s->links; i++)  // a frame takes at least a clock, and the link's delay
    if (n->s->link[i].delay + 1 < n->reach) n->reach = n->s->link[i].delay + 1;
}

static enum network_status build(struct network *n) {
  enum network_status status = allocate(n);
  for (int i = 0; status == NETWORK_OK && i < n->s->switches; i++) status = switch_new(n, i);
  if (status != NETWORK_OK) return status;
  connect(n);
  if (hosts_init(n) != 0) return NETWORK_NO_MEMORY;
  for (int i = n->first; status == NETWORK_OK && i < n->last; i++) status = switch_configure(n, i);
  if (status != NETWORK_OK) return status;
  n->stepping = n->opt.every_clock || n->opt.engine != ENGINE_MODEL;
  wheel_init(&n->wheel);
  schedule(n);
  if (series_new(n) != 0) return NETWORK_NO_MEMORY;
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
  if (o->transport != NULL && ranks_new(n, o->transport) != 0) n->status = NETWORK_NO_MEMORY;
  if (n->status == NETWORK_OK) n->status = build(n);
  if (n->ranks != NULL) ranks_agree(n);
  return n->status;
}

void network_free(struct network *n) {
  if (n == NULL) return;
  close_waves(n);
  for (int i = 0; n->sw != NULL && i < n->s->switches; i++) switch_free(n, i);
  hosts_free(n);
  ranks_free(n);
  packet_pool_free(&n->pool);
  series_free(n);
  free(n->sw);
  free(n->host);
  free(n->kicked_hosts);
  free(n->sampled);
  measure_free(n);
  free(n->result.flow);
  free(n->result.link);
  free(n->result.sw);
  free(n->result.verdict.cycle);
  free(n);
}

// Share of time paused is counted up to now, also where a gate is closed at the moment.
static uint64_t paused_so_far(const struct network *n, int link, int d) {
  const struct port *p = end_port((struct network *)n, &n->s->link[link], d);
  return n->result.link[link][d].paused + (p->closed ? n->now - p->closed_since : 0);
}

// The sources stop; what was measured until here is kept apart.
void network_stop(struct network *n) {
  if (n->stopped) return;
  measure_stop(n);
  n->stopped = true;
  n->result.stop = n->now;
  for (int i = 0; i < n->s->links; i++) {
    for (int d = 0; d < 2; d++) {
      struct link_result *r = &n->result.link[i][d];
      const struct port *p = end_port(n, &n->s->link[i], d);
      r->stop_unsent = p->busy ? p->sent.clock - n->now : 0;
      r->stop_frames = r->frames;
      r->stop_bytes = r->bytes;
      r->stop_pauses = r->pauses;
      r->stop_refreshes = r->refreshes;
      r->stop_resumes = r->resumes;
      r->stop_paused = paused_so_far(n, i, d);
      r->stop_messages = r->messages;
      r->stop_message_bytes = r->message_bytes;
      r->stop_late_message_bytes = r->late_message_bytes;
    }
  }
  if (event_pending(&n->stop)) wheel_remove(&n->wheel, &n->stop);
  if (!event_pending(&n->check)) wheel_add(&n->wheel, &n->check, n->now + n->window);
}

static void arrive(struct network *n, struct packet *p) {
  int node = p->via->peer->node;
  if (node < n->s->switches)
    switch_arrive(n, node, p);
  else
    host_arrive(n, node - n->s->switches, p);
}

static void sent(struct network *n, uint32_t owner) {
  int node = (int)(owner >> 8);
  if (node < n->s->switches) {
    switch_sent(n, node, &n->sw[node].port[owner & 255]);
    return;
  }
  struct port *p = &n->host[node - n->s->switches].port;
  p->busy = false;
  n->moved = p->moved = n->now;
  host_kick(n, node - n->s->switches);
}

static void kick(struct network *n, uint32_t owner) {
  int node = (int)(owner >> 8);
  if (node < n->s->switches) {
    n->sw[node].kicked |= UINT64_C(1) << (owner & 255);
    switch_activate(n, node, n->now);
  } else {
    host_kick(n, node - n->s->switches);
  }
}

static void wake(struct network *n, struct node_switch *sw) {
  if (sw->wake_at <= n->now)
    switch_activate(n, (int)sw->wake.owner, n->now);
  else if (sw->wake_at != UINT64_MAX)
    wheel_add(&n->wheel, &sw->wake, sw->wake_at);
}

static void happen(struct network *n, struct event *e) {
  switch (e->kind) {
    case EVENT_ARRIVE:
      arrive(n, (struct packet *)e);
      break;
    case EVENT_SENT:
      sent(n, e->owner);
      break;
    case EVENT_KICK:
      kick(n, e->owner);
      break;
    case EVENT_WAKE:
      wake(n, &n->sw[e->owner]);
      break;
    case EVENT_SAMPLE:
      trace_sample(n);
      pace_send(&n->sample_pace, n->now, 1);
      wheel_add(&n->wheel, &n->sample, pace_free(&n->sample_pace));
      break;
    case EVENT_SERIES:
      series_sample(n, e);
      break;
    case EVENT_STOP:
      network_stop(n);
      break;
    default:
      if (n->ranks != NULL)
        n->ranks->checking = true;  // all ranks together, at the end of the clock
      else
        verdict_check(n);
      break;
  }
}

// In ascending order of switches, so that a run that looks at more of them does not differ.
static void clock_switches(struct network *n) {
  if (n->stepping) {
    for (int i = n->first; i < n->last; i++) switch_clock(n, i);
    return;
  }
  unsigned r = n->now % ACTIVE_RING;
  uint64_t active = n->active[r];
  n->active[r] = 0;
  n->active_clocks &= ~(1u << r);
  for (int base = n->first / 64 * 64; base < n->last; base += 64) {
    for (uint64_t a = active; a != 0; a &= a - 1) {
      int i = base + __builtin_ctzll(a);
      if (network_here(n, i)) switch_clock(n, i);
    }
  }
}

static void clock_hosts(struct network *n) {
  for (int k = 0; k < n->kicked_count; k++) host_clock(n, n->kicked_hosts[k]);
  n->kicked_count = 0;
}

// The next clock in which anything happens, at most the end.
static uint64_t next_clock(struct network *n, uint64_t end) {
  uint64_t limit = end;
  if (n->ranks != NULL && ranks_next(n) < limit) limit = ranks_next(n);
  if (n->stepping) {
    n->due = wheel_advance(&n->wheel, n->now + 1);
    return n->now + 1;
  }
  if (n->active_clocks != 0) {
    unsigned first = (unsigned)((n->now + 1) % ACTIVE_RING), both = n->active_clocks | n->active_clocks << ACTIVE_RING;
    uint64_t clock = n->now + 1 + (unsigned)__builtin_ctz(both >> first);
    if (clock < limit) limit = clock;
  }
  n->due = wheel_advance(&n->wheel, limit);
  return n->wheel.now;
}

// Empty, and no pause stands or is on its way.
bool network_quiet(const struct network *n) {
  if (n->pool.data != 0 || n->pool.control != 0 || n->closed_ports != 0) return false;
  int queues = scenario_is_gfc(n->s) ? n->s->dims.ports * n->s->dims.classes : 0;
  for (int i = n->first; i < n->last; i++) {
    uint64_t off = n->sw[i].out->port_off;
    for (int w = 0; w < n->sw[i].words; w++) off |= n->sw[i].out->queue_off[w];
    if (off != 0 || n->sw[i].out->tx_valid) return false;
    for (int k = 0; k < queues; k++)
      if (n->sw[i].out->queue_level[k] != SLUICE_FREE) return false;
  }
  return true;
}

static void report_progress(struct network *n, uint64_t *turns) {
  if (n->opt.progress == NULL || (++*turns & 0xffff) != 0) return;
  n->opt.progress(n->opt.progress_arg, (double)n->now / (double)n->s->duration);
}

static void dump_waves(struct network *n) {
  if (n->trace == NULL || n->status != NETWORK_OK || n->now < n->opt.waves_from) return;
  if (n->opt.waves_to == 0 || n->now < n->opt.waves_to) engine_trace_dump(n->trace, n->now);
}

void network_work(struct network *n) {
  struct event *e;
  while (n->due && (e = wheel_take(&n->wheel)) != NULL) {
    if (n->ranks != NULL) ranks_arrive(n, e);
    happen(n, e);
  }
  if (n->ranks != NULL) ranks_arrive(n, NULL);
  clock_switches(n);
  clock_hosts(n);
  dump_waves(n);
}

static void one_clock(struct network *n) {
  network_work(n);
  if (n->live_sources == 0 && !n->stopped) network_stop(n);
  if (n->stopped && n->pool.data == 0 && !n->finished && network_quiet(n)) n->finished = true;
}

// Every result is taken from the same clock, however far the engines are.
static void conclude(struct network *n) {
  if (n->status != NETWORK_OK) return;
  network_stop(n);
  for (int i = 0; i < n->s->links; i++)
    for (int d = 0; d < 2; d++) n->result.link[i][d].paused = paused_so_far(n, i, d);
  n->result.clocks = n->now;
  measure_end(n);
  verdict_end(n);
  for (int i = n->first; i < n->last && n->status == NETWORK_OK; i++) n->status = switch_statistics(n, i);
  if (n->ranks != NULL) ranks_gather(n);
  if (n->status == NETWORK_OK && (n->ranks == NULL || n->opt.transport->rank == 0)) measure_all(n);
}

void network_next(struct network *n, uint64_t end) { n->now = next_clock(n, end); }

bool network_turn(struct network *n) {
  one_clock(n);
  if (n->finished || n->now >= n->s->duration) return false;
  network_next(n, n->s->duration);
  return true;
}

enum network_status network_run(struct network *n) {
  uint64_t turns = 0;
  if (n->ranks != NULL)
    ranks_run(n);
  else
    while (network_turn(n)) report_progress(n, &turns);
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
  engine_report(n->sw[n->mismatch].mmu, to);
}
