#include "tb/sim/clocked/mmu_switch.h"

#include <errno.h>
#include <stdlib.h>

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/mail.h"
#include "tb/sim/clocked/mmu_datapath.h"
#include "tb/sim/clocked/mmu_registers.h"
#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/series.h"
#include "tb/sim/ranks/transport.h"

// Of a switch of another process: at rank 0 its results.
static enum network_status foreign_new(struct network *n, int i) {
  size_t queues = (size_t)(n->s->dims.ports * n->s->dims.classes);
  bool good = true;
  for (int side = 0; good && n->opt.transport->rank == 0 && side < SIDES; side++)
    good = (n->result.sw[i].queue[side] = calloc(queues, sizeof(struct level))) != NULL;
  return good ? NETWORK_OK : NETWORK_NO_MEMORY;
}

static enum network_status create_one(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  const struct sluice_dims *dims = &n->s->dims;
  int queues = dims->ports * dims->classes;
  sw->port = n->port[i];
  sw->watch = n->watch[i];
  if (!network_here(n, i)) return foreign_new(n, i);
  sw->queue = calloc((size_t)queues, sizeof(*sw->queue));
  struct switch_result *r = &n->result.sw[i];
  for (int side = 0; side < SIDES; side++)
    sw->level[side] = r->queue[side] = calloc((size_t)queues, sizeof(*sw->level[side]));
  sw->settled = calloc((size_t)queues, sizeof(*sw->settled));
  sw->words = (queues + 63) / 64;
  sw->wake.kind = EVENT_WAKE;
  sw->wake.owner = (uint32_t)i;
  sw->shows = UINT64_MAX;
  if (sw->queue == NULL || sw->level[SIDE_INGRESS] == NULL || sw->level[SIDE_EGRESS] == NULL || sw->settled == NULL)
    return NETWORK_NO_MEMORY;
  int error = engine_new(&sw->mmu, n->opt.engine, dims, n->s->sw[i].name);
  if (error != 0) sw->mmu = NULL;
  if (error == 0) sw->model = engine_model(sw->mmu);
  return error == 0 ? NETWORK_OK : error == ENOTSUP ? NETWORK_NO_ENGINE : NETWORK_NO_MEMORY;
}

static enum network_status create(struct network *n) {
  enum network_status status = NETWORK_OK;
  n->sw = calloc((size_t)n->s->switches, sizeof(*n->sw));
  if (n->sw == NULL) return NETWORK_NO_MEMORY;
  for (int i = 0; status == NETWORK_OK && i < n->s->switches; i++) status = create_one(n, i);
  return status;
}

static void destroy_one(struct node_switch *sw) {
  if (sw->mmu != NULL) engine_free(sw->mmu);
  free(sw->queue);
  free(sw->settled);
  free(sw->deq.item);
  free(sw->snd.item);
}

static void destroy(struct network *n) {
  for (int i = 0; n->sw != NULL && i < n->s->switches; i++) destroy_one(&n->sw[i]);
  free(n->sw);
}

// Do the outputs show anything that the datapath acts on?
static bool speaks(const struct node_switch *sw) {
  const struct sluice_out *out = sw->out;
  bool any = out->adm_valid | out->tx_valid | out->deq_error | (out->gate[0] != sw->gate[0]);
  for (int w = 1; w < sw->words; w++) any |= out->gate[w] != sw->gate[w];
  return any;
}

// The first clock in which a switch can get an input that it does not have yet: no event is pending before, and what
// other switches do meanwhile cannot reach it.
static uint64_t safe_until(const struct network *n) {
  if (n->stopped && n->pool.data == 0) return n->now;  // the end is judged by the outputs of this very clock
  uint64_t reach = n->now + 1 + n->reach, event;
  if (n->areas != NULL)
    event = wheel_marked(&n->wheel, n->now + 1, n->end - 1);
  else
    event = wheel_peek(&n->wheel);
  if (n->ranks != NULL) {
    if (n->stopped) return n->now;  // all ranks judge the end
    if (n->ranks->end < event) event = n->ranks->end;
    if (mail_next(n) < event) event = mail_next(n);
  }
  return event < reach ? event : reach;
}

static void step(struct node_switch *sw, const struct sluice_in *in) {
  if (sw->model != NULL)
    sluice_mmu_step(sw->model, in);
  else if (!engine_clock(sw->mmu, in))
    sw->out = NULL;
  sw->clock++;
  sw->speaking = sw->out != NULL && speaks(sw);
}

// What is traced on change is something to act on, too.
static void listen(const struct network *n, struct node_switch *sw) {
  if (sw->watch == NULL || sw->out == NULL) return;
  engine_out(sw->mmu);  // mon_*, too
  if (series_differs(n, (int)sw->wake.owner, sw->out)) sw->speaking = true;
}

// Lets the MMU alone run ahead while it works on what it was given. Returns the clocks for which it may be left alone
// from there.
static uint64_t run_ahead(struct network *n, struct node_switch *sw) {
  uint64_t limit = 0;
  while (!sw->speaking) {
    uint64_t idle = sluice_mmu_quiet(sw->model);
    if (idle != 0) return idle;
    if (limit == 0) limit = safe_until(n);
    if (sw->clock >= limit) return 0;
    step(sw, &mmu_nothing);
    listen(n, sw);
  }
  return 0;
}

// The verdict of the packet just given may be known already: the MMU need not be asked when it shows.
static void foresee(struct network *n, int i) {
  struct sluice_verdict verdict;
  if (sluice_mmu_foresee(n->sw[i].model, &verdict)) mmu_foresee(n, i, &verdict, n->now + SLUICE_ADMIT_LATENCY);
}

// One clock of any engine. Returns the clocks for which the MMU may be left alone from there.
static uint64_t give_clock(struct network *n, int i, const struct sluice_in *in) {
  struct node_switch *sw = &n->sw[i];
  step(sw, in);
  listen(n, sw);
  if (sw->out == NULL) {
    n->mismatch = i;
    network_fail(n, NETWORK_MISMATCH);
  }
  if (sw->out == NULL || n->stepping) return 0;
  if (in->enq_valid) foresee(n, i);
  return sw->speaking || mmu_pending(sw) ? 0 : run_ahead(n, sw);
}

// Same, of the model, with the clocks before that one.
static uint64_t give_event(struct network *n, int i, const struct sluice_in *in) {
  struct node_switch *sw = &n->sw[i];
  uint64_t idle = sluice_mmu_event(sw->model, n->now - sw->clock, in);
  sw->clock = n->now + 1;
  sw->speaking = idle == 0 && speaks(sw);
  if (in->enq_valid) foresee(n, i);
  if (sw->speaking || mmu_pending(sw)) return 0;
  return idle != 0 ? idle : run_ahead(n, sw);
}

// When must this switch be looked at again, if nothing arrives? After so many clocks the MMU may have something to say.
static void rest(struct network *n, int i, uint64_t idle) {
  struct node_switch *sw = &n->sw[i];
  sw->wake_at = idle > UINT64_MAX - sw->clock ? UINT64_MAX : sw->clock + idle;
  if (sw->wake_at - n->now < ACTIVE_RING) {
    switch_activate(n, i, sw->wake_at);
  } else if (sw->wake_at != UINT64_MAX && (!event_pending(&sw->wake) || sw->wake.clock > sw->wake_at)) {
    if (event_pending(&sw->wake)) network_remove(n, &sw->wake);
    network_add(n, &sw->wake, sw->wake_at);
  }
}

// The MMU comes up to this clock: what it leaves out shows nothing.
static void catch_up(struct node_switch *sw, uint64_t now) {
  sluice_mmu_skip(sw->model, now - sw->clock);
  sw->clock = now;
}

void mmu_clock(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  if (sw->clock > n->now) return;  // has run ahead: nothing to do before that clock
  bool heard = n->now >= sw->wake_at || sw->watch != NULL || n->stepping;
  if (!heard && !sw->due && sw->shows > n->now) return;
  sw->due = false;
  if (heard && sw->clock < n->now) {
    catch_up(sw, n->now);
    sw->speaking = speaks(sw);
  }
  if (sw->watch != NULL) {
    engine_out(sw->mmu);
    series_outputs(n, i, sw->out);
  }
  const struct sluice_in *in = mmu_act(n, i);
  if (!heard && in == &mmu_nothing) return;  // its outputs stay as they are until it wakes
  uint64_t idle = 0;
  if (!n->stepping && sw->watch == NULL && in != &mmu_nothing) {
    idle = give_event(n, i, in);
  } else {
    if (sw->clock < n->now) catch_up(sw, n->now);
    if (in == &mmu_nothing && !n->stepping) idle = sluice_mmu_quiet(sw->model);
    if (idle == 0) idle = give_clock(n, i, in);
    if (sw->out == NULL || n->stepping) return;
  }
  sw->speaking = sw->speaking && idle == 0;
  rest(n, i, idle);
}

// ---- for the network ----

static void kick(struct network *n, int i, int port) {
  n->sw[i].kicked |= UINT64_C(1) << port;
  mmu_touch(n, i);
}

// Verdicts that were left for later.
static void join(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  mmu_admit(n, i, n->now);
  sw->due = true;
  for (const struct event *e = sw->admission.head; e != NULL; e = e->next) {
    uint64_t shows = ((const struct packet *)e)->since;
    if (shows != UINT64_MAX) switch_activate(n, i, shows);
  }
}

static void wake(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  if (sw->wake_at <= n->now)
    mmu_touch(n, i);
  else if (sw->wake_at != UINT64_MAX)
    network_add(n, &sw->wake, sw->wake_at);
}

static enum network_status waves(struct network *n, int i) {
  return engine_trace_add(n->trace, n->sw[i].mmu) == 0 ? NETWORK_OK : NETWORK_WAVES;
}

static const struct sluice_out *outputs(const struct network *n, int i) { return n->sw[i].out; }

static void waiting(const struct network *n, int i, uint64_t *held, uint64_t *closed) {
  const struct node_switch *sw = &n->sw[i];
  for (int k = 0; k < n->s->dims.ports * n->classes; k++) {
    const struct event *head = sw->queue[k].head;
    for (const struct event *e = head; e != NULL; e = e->next)
      held[k] |= UINT64_C(1) << ((const struct packet *)e)->in_port;
    closed[k] = head != NULL && (switch_gate(n, sw, k / n->classes) >> k % n->classes & 1);
  }
}

static void report(const struct network *n, int i, FILE *to) { engine_report(n->sw[i].mmu, to); }

const struct switch_kind mmu_switch = {
    .create = create,
    .configure = mmu_configure,
    .waves = waves,
    .destroy = destroy,
    .arrive = mmu_arrive,
    .sent = mmu_sent,
    .kick = kick,
    .wake = wake,
    .clock = mmu_clock,
    .join = join,
    .outputs = outputs,
    .waiting = waiting,
    .settle = mmu_settle,
    .stat = mmu_stat,
    .report = report,
};
