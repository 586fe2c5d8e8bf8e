#include "tb/sim/clocked/clock.h"

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/host.h"
#include "tb/sim/clocked/link.h"
#include "tb/sim/clocked/mail.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/mmu_datapath.h"
#include "tb/sim/clocked/mmu_switch.h"
#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/series.h"
#include "tb/sim/clocked/switch.h"
#include "tb/sim/clocked/trace.h"
#include "tb/sim/clocked/verdict.h"

static uint64_t last_packet(const void *network, int flow) {
  const struct network *n = network;
  const struct scenario_flow *f = &n->s->flow[flow];
  const struct flow_result *r = &n->result.flow[flow];
  return senders_last_packet(&n->port[f->from]->line, f->bytes, r->sent_bytes, f->packet, r->start, f->stop, n->now);
}

uint64_t network_sent_by(struct network *n, uint64_t enough) {
  return senders_done(&n->senders, enough, last_packet, n);
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
      const struct port *p = link_end(n, i, d);
      r->stop_unsent = p->busy ? p->sent.clock - n->now : 0;
      r->stop_frames = r->frames;
      r->stop_bytes = r->bytes;
      r->stop_pauses = r->pauses;
      r->stop_refreshes = r->refreshes;
      r->stop_resumes = r->resumes;
      r->stop_paused = port_paused(n, i, d);
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
    n->kind->arrive(n, node, p);
  else
    host_arrive(n, node - n->s->switches, p);
}

static void sent(struct network *n, uint32_t owner) {
  int node = (int)(owner >> 8);
  if (node < n->s->switches)
    n->kind->sent(n, node, &n->port[node][owner & 255]);
  else
    host_sent(n, node - n->s->switches);
}

static void kick(struct network *n, uint32_t owner) {
  int node = (int)(owner >> 8);
  if (node < n->s->switches)
    n->kind->kick(n, node, owner & 255);
  else
    host_kick(n, node - n->s->switches);
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
      n->kind->wake(n, (int)e->owner);
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
    for (int i = n->first; i < n->last; i++) n->kind->clock(n, i);
    return;
  }
  unsigned r = n->now % ACTIVE_RING;
  uint64_t active = n->active[r];
  n->active[r] = 0;
  n->active_clocks &= ~(1u << r);
  for (int base = n->first / 64 * 64; base < n->last; base += 64) {
    for (uint64_t a = active; a != 0; a &= a - 1) {
      int i = base + __builtin_ctzll(a);
      if (network_here(n, i)) n->kind->clock(n, i);
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
  if (n->ranks != NULL && mail_next(n) < limit) limit = mail_next(n);
  if (n->stepping) {
    n->due = wheel_advance(&n->wheel, n->now + 1);
    return n->now + 1;
  }
  if (n->active_clocks != 0) {
    uint64_t clock = network_active(n);
    if (clock < limit) limit = clock;
  }
  n->due = wheel_advance(&n->wheel, limit);
  return n->wheel.now;
}

bool network_quiet(const struct network *n) {
  if (n->pool.data != 0 || n->pool.control != 0 || n->closed_ports != 0) return false;
  int queues = n->s->dims.ports * n->s->dims.classes, words = (queues + 63) / 64;
  int levels = scenario_is_gfc(n->s) ? queues : 0;
  for (int i = n->first; i < n->last; i++) {
    const struct sluice_out *out = n->kind->outputs(n, i);
    uint64_t off = out->port_off;
    for (int w = 0; w < words; w++) off |= out->queue_off[w];
    if (off != 0 || out->tx_valid) return false;
    for (int k = 0; k < levels; k++)
      if (out->queue_level[k] != SLUICE_FREE) return false;
  }
  return true;
}

static void dump_waves(struct network *n) {
  if (n->trace == NULL || n->status != NETWORK_OK || n->now < n->opt.waves_from) return;
  if (n->opt.waves_to == 0 || n->now < n->opt.waves_to) engine_trace_dump(n->trace, n->now);
}

// What comes from other ranks before an event of this clock; NULL: the rest.
static void deliver(struct network *n, const struct event *e) {
  for (struct packet *p; (p = mail_arrival(n, e)) != NULL;) n->kind->arrive(n, p->via->peer->node, p);
}

void network_work(struct network *n) {
  struct event *e;
  while (n->due && (e = wheel_take(&n->wheel)) != NULL) {
    if (n->ranks != NULL) deliver(n, e);
    happen(n, e);
  }
  if (n->ranks != NULL) deliver(n, NULL);
  clock_switches(n);
  clock_hosts(n);
  dump_waves(n);
}

// An event of an area: its switch's or a host's.
static inline void area_happen(struct network *n, int area, struct event *e) {
  struct packet *p = (struct packet *)e;
  switch (e->kind) {
    case EVENT_ARRIVE:
      if (n->areas->pauses != NULL && p->control) area_key(n, p);
      if (p->via->peer->node == area)
        mmu_arrive(n, area, p);
      else
        host_arrive(n, p->via->peer->node - n->s->switches, p);
      break;
    case EVENT_SENT:
      if ((int)(e->owner >> 8) == area)
        mmu_sent(n, area, (struct port *)e);
      else
        sent(n, e->owner);
      break;
    default:
      e->prev = NULL;
      happen(n, e);
  }
}

void network_area(struct network *n, int area, uint64_t last) {
  for (uint64_t clock = n->now + 1; (clock = wheel_marked(&n->wheel, clock, last)) <= last && !n->finished; clock++) {
    n->now = clock;
    for (struct event *e = wheel_clear(&n->wheel, clock), *next; e != NULL; e = next) {
      next = e->next;
      e->next = NULL;
      area_happen(n, area, e);
    }
    mmu_clock(n, area);
    if (n->kicked_count != 0) clock_hosts(n);
  }
}

static void one_clock(struct network *n) {
  network_work(n);
  if (n->live_sources == 0 && !n->stopped) network_stop(n);
  if (n->stopped && n->pool.data == 0 && !n->finished && network_quiet(n)) n->finished = true;
}

void network_next(struct network *n, uint64_t end) { n->now = next_clock(n, end); }

bool network_turn(struct network *n) {
  one_clock(n);
  if (n->finished || n->now >= n->s->duration) return false;
  network_next(n, n->s->duration);
  return true;
}
