#include <errno.h>
#include <stdlib.h>

#include "tb/sim/clocked/mmu_node.h"
#include "tb/sim/clocked/mmu_registers.h"
#include "tb/sim/clocked/switch.h"

static struct mmu_node *node(void *all, int i) { return &((struct mmu_switches *)all)->node[i]; }
static const struct mmu_node *const_node(const void *all, int i) {
  return &((const struct mmu_switches *)all)->node[i];
}

static bool markers(struct mmu_node *sw, size_t queues) {
  const struct scenario *s = sw->n->s;
  const int ports = s->sw[sw->number].ports;
  if (s->sw[sw->number].ecn.classes == 0) return true;
  sw->marker = calloc((size_t)ports, sizeof(*sw->marker));
  sw->marks = sw->n->result.sw[sw->number].marks = calloc(queues, sizeof(*sw->marks));
  for (int p = 0; sw->marker != NULL && p < ports; p++) sw->marker[p] = marker_new(s, sw->n->opt.seed, sw->number, p);
  return sw->marker != NULL && sw->marks != NULL;
}

static enum network_status create_one(struct mmu_node *sw) {
  const struct network *n = sw->n;
  const struct sluice_dims *dims = &n->s->dims;
  size_t queues = (size_t)(dims->ports * dims->classes);
  struct switch_result *r = &n->result.sw[sw->number];
  sw->port = sw->links->port[sw->number];
  sw->watched = series_watches(sw->series, sw->number);
  sw->words = (int)(queues + 63) / 64;
  sw->queue = calloc(queues, sizeof(*sw->queue));
  for (int side = 0; side < SIDES; side++) sw->level[side] = r->queue[side] = calloc(queues, sizeof(*sw->level[side]));
  sw->settled = calloc(queues, sizeof(*sw->settled));
  if (sw->queue == NULL || sw->level[SIDE_INGRESS] == NULL || sw->level[SIDE_EGRESS] == NULL || sw->settled == NULL ||
      !markers(sw, queues))
    return NETWORK_NO_MEMORY;
  int error = engine_new(&sw->mmu, n->opt.engine, dims, n->s->sw[sw->number].name);
  if (error != 0) return error == ENOTSUP ? NETWORK_NO_ENGINE : NETWORK_NO_MEMORY;
  sw->out = engine_out(sw->mmu);
  return NETWORK_OK;
}

static enum network_status create(void **out, struct network *n, struct links *l, struct series *x) {
  int count = n->s->switches;
  struct mmu_switches *all = *out = calloc(1, sizeof(*all) + (size_t)count * sizeof(all->node[0]));
  if (all == NULL) return NETWORK_NO_MEMORY;
  all->count = count;
  enum network_status status = NETWORK_OK;
  for (int i = 0; status == NETWORK_OK && i < count; i++) {
    struct mmu_node *sw = &all->node[i];
    sw->n = n;
    sw->links = l;
    sw->series = x;
    sw->number = i;
    status = create_one(sw);
  }
  return status;
}

static void destroy(void *switches) {
  struct mmu_switches *all = switches;
  for (int i = 0; all != NULL && i < all->count; i++) {
    struct mmu_node *sw = &all->node[i];
    engine_free(sw->mmu);
    free(sw->queue);
    free(sw->settled);
    free(sw->marker);
    free(sw->dequeues.item);
    free(sw->sends.item);
  }
  free(all);
}

// Updates the outputs after a call that has advanced the MMU.
static enum network_status checked(struct mmu_node *sw, enum network_status status) {
  sw->out = engine_out(sw->mmu);
  if (status == NETWORK_MISMATCH) sw->n->mismatch = sw->number;
  return status;
}

static enum network_status configure(void *all, int i) {
  struct mmu_node *sw = node(all, i);
  return checked(sw, mmu_configure(sw->mmu, &sw->n->s->dims, &sw->n->s->sw[i].cfg));
}

static enum network_status waves(void *all, int i, struct engine_trace *t) {
  return engine_trace_add(t, node(all, i)->mmu) == 0 ? NETWORK_OK : NETWORK_WAVES;
}

// ---- events ----

static void arrive(void *all, int i, struct packet *p) {
  struct mmu_node *sw = node(all, i);
  p->in_port = p->via->peer->index;
  p->since = sw->n->now;
  if (p->control)
    mmu_message_arrived(sw, p);
  else
    mmu_packet_arrived(sw, p);
}

static void sent(void *all, int i, struct port *p) { mmu_sent(node(all, i), p); }
static void kick(void *all, int i, struct port *p) { node(all, i)->kicked |= UINT64_C(1) << p->index; }

// ---- cycles ----

// Only the C model may rest: idle cycles then change only its cycle counter.
static bool may_rest(const struct mmu_node *sw) {
  const struct sluice_mmu *model = engine_model(sw->mmu);
  return model != NULL && sluice_mmu_at_rest(model);
}

// Passes the idle cycles of a rest, up to that cycle.
static void wake(struct mmu_node *sw, uint64_t cycle) {
  if (sw->cycle < cycle) sluice_mmu_pass(engine_model(sw->mmu), cycle - sw->cycle);
  sw->cycle = cycle;
  sw->resting = false;
}

static bool has_events(const struct mmu_node *sw) {
  return sw->kicked != 0 || sw->arrived.head != NULL || sw->messages.head != NULL || sw->dequeues.count != 0 ||
         sw->sends.count != 0;
}

static bool cycle(void *all, int i) {
  struct mmu_node *sw = node(all, i);
  struct network *n = sw->n;
  if (sw->resting && !has_events(sw) && !(sw->watched && series_due(sw->series, i))) return true;
  if (sw->resting) wake(sw, n->now);
  if (sw->watched) series_outputs(sw->series, i, sw->out);
  mmu_admit(sw);
  mmu_schedule(sw);
  bool any = mmu_give_enqueue(sw) | mmu_give_sent(sw) | sw->in.tx_ready;
  sw->resting = !any && may_rest(sw);
  if (sw->resting) return true;
  sw->cycle++;
  if (engine_step(sw->mmu, &sw->in) == NULL) network_mismatch(n, i);
  return false;
}

// ---- functions for the network ----

static const struct sluice_out *outputs(const void *all, int i) { return const_node(all, i)->out; }

static void waiting(const void *all, int i, uint64_t *held, uint64_t *closed) {
  const struct mmu_node *sw = const_node(all, i);
  int classes = sw->n->classes;
  for (int k = 0; k < scenario_queues(sw->n->s, i); k++) {
    const struct packet *head = sw->queue[k].head;
    for (const struct packet *p = head; p != NULL; p = p->next) held[k] |= UINT64_C(1) << p->in_port;
    closed[k] = head != NULL && (mmu_gate(sw, k / classes) >> k % classes & 1);
  }
}

static enum network_status settle(void *all, int i) {
  struct mmu_node *sw = node(all, i);
  if (sw->resting) wake(sw, sw->n->now + 1);
  return checked(sw, mmu_idle(sw->mmu, MMU_SETTLE));
}

static enum network_status stat(void *all, int i, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  struct mmu_node *sw = node(all, i);
  return checked(sw, mmu_read(sw->mmu, stat, port, cls, value));
}

static void report(const void *all, int i, FILE *to) { engine_report(const_node(all, i)->mmu, to); }

const struct switch_kind mmu_switch = {
    .create = create,
    .destroy = destroy,
    .configure = configure,
    .waves = waves,
    .arrive = arrive,
    .sent = sent,
    .kick = kick,
    .cycle = cycle,
    .outputs = outputs,
    .waiting = waiting,
    .settle = settle,
    .stat = stat,
    .report = report,
};
