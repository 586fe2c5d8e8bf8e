#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/mmu_registers.h"
#include "tb/sim/clocked/rtl_fit.h"
#include "tb/sim/clocked/rtl_node.h"
#include "tb/sim/clocked/switch.h"
#include "tb/sim/clocked/trace.h"

static struct rtl_node *node(void *all, int i) { return &((struct rtl_switches *)all)->node[i]; }
static const struct rtl_node *const_node(const void *all, int i) {
  return &((const struct rtl_switches *)all)->node[i];
}

static enum network_status create_one(struct rtl_node *sw) {
  const struct network *n = sw->n;
  struct switch_result *r = &n->result.sw[sw->number];
  size_t ports = (size_t)n->s->dims.ports, queues = ports * (size_t)n->classes;
  sw->port = sw->links->port[sw->number];
  for (size_t p = 0; p < ports; p++) sw->port[p].streams = true;
  sw->from = calloc(ports, sizeof(*sw->from));
  sw->to = calloc(ports, sizeof(*sw->to));
  sw->inside = calloc(ports, sizeof(*sw->inside));
  sw->leaving = calloc(ports, sizeof(*sw->leaving));
  sw->queue = calloc(queues, sizeof(*sw->queue));
  for (int side = 0; side < SIDES; side++) sw->level[side] = r->queue[side] = calloc(queues, sizeof(*sw->level[side]));
  if (sw->from == NULL || sw->to == NULL || sw->inside == NULL || sw->leaving == NULL || sw->queue == NULL ||
      sw->level[SIDE_INGRESS] == NULL || sw->level[SIDE_EGRESS] == NULL)
    return NETWORK_NO_MEMORY;
  struct sluice_dims dims = n->s->dims;
  dims.schemes = sw->all->shim->dims.schemes;
  dims.port_limits = sw->all->shim->dims.port_limits;
  if (engine_new(&sw->mmu, ENGINE_MODEL, &dims, n->s->sw[sw->number].name) != 0) return NETWORK_NO_MEMORY;
  sw->seen = engine_out(sw->mmu);
  sw->rtl = sw->all->shim->create();
  sw->in.link_up = (uint16_t)((1u << n->s->sw[sw->number].ports) - 1);
  return sw->rtl != NULL ? NETWORK_OK : NETWORK_NO_MEMORY;
}

static enum network_status create(void **out, struct network *n, struct links *l, struct series *x) {
  int flow, count = n->s->switches;
  struct rtl_switches *all = *out = calloc(1, sizeof(*all) + (size_t)count * sizeof(all->node[0]));
  if (all == NULL) return NETWORK_NO_MEMORY;
  all->count = count;
  all->shim = rtl_shim(n->opt.full_switch);
  if (all->shim == NULL) return NETWORK_NO_ENGINE;
  all->frames.most = rtl_longest_frame(n->s);
  all->made = calloc((size_t)n->s->flows + 1, sizeof(*all->made));
  if (all->made == NULL || addresses_new(&all->addresses, n->s, &flow) != 0) return NETWORK_NO_MEMORY;
  enum network_status status = NETWORK_OK;
  for (int i = 0; status == NETWORK_OK && i < count; i++) {
    struct rtl_node *sw = &all->node[i];
    sw->n = n;
    sw->links = l;
    sw->series = x;
    sw->all = all;
    sw->number = i;
    status = create_one(sw);
  }
  return status;
}

static void destroy(void *switches) {
  struct rtl_switches *all = switches;
  for (int i = 0; all != NULL && i < all->count; i++) {
    struct rtl_node *sw = &all->node[i];
    if (sw->rtl != NULL) all->shim->destroy(sw->rtl);
    engine_free(sw->mmu);
    free(sw->from);
    free(sw->to);
    free(sw->inside);
    free(sw->leaving);
    free(sw->queue);
  }
  if (all == NULL) return;
  frame_pool_free(&all->frames);
  addresses_free(&all->addresses);
  free(all->made);
  free(all);
}

// ---- outputs of the switch about its frames ----

static int next_hop(const struct scenario_flow *flow, int hop) {
  return hop + 1 < flow->hops || !flow->loop ? hop + 1 : 0;
}

static void accepted(struct rtl_node *sw, struct packet *p, int cls) {
  const struct scenario_flow *flow = &sw->n->s->flow[p->data.flow];
  int egress = flow->egress[p->hop], from = p->in_port * sw->n->classes + cls, to = egress * sw->n->classes + cls;
  p->hop = (uint8_t)next_hop(flow, p->hop);
  p->cls = (uint8_t)cls;
  sw->level[SIDE_INGRESS][from].arrived += p->bytes;
  measure_enter(sw->n, &sw->level[SIDE_INGRESS][from], &sw->level[SIDE_EGRESS][to], p->data.cells);
  trace_packet(sw->n, sw->number, p->via->link, "enqueue", p);
  if (series_watches(sw->series, sw->number)) series_moved(sw->series, sw->number, from, to);
  fifo_put(&sw->queue[to], p);
}

static void admission(struct rtl_node *sw) {
  const struct switch_out *out = &sw->out;
  struct packet *p = fifo_get(&sw->given);
  if (p == NULL || p->in_port != out->admission_port) {
    rtl_fault(sw, out->admission_port, "an admission of a frame that is not there");
    return;
  }
  if (out->admission_kind < SLUICE_REFUSED) {
    accepted(sw, p, out->admission_class);
    return;
  }
  if (out->admission_kind == SLUICE_DROPPED)
    measure_dropped(sw->n, sw->number, p);
  else
    measure_refused(sw->n, sw->number, p);
  frame_free(&sw->all->frames, p->data.frame);
  packet_free(&sw->n->pool, p);
}

static void arrival(struct rtl_node *sw) {
  const struct switch_out *out = &sw->out;
  struct packet *p = fifo_get(&sw->inside[out->arrive_port]);
  if (p == NULL || out->arrive_reason != SLUICE_SWITCH_NONE) {
    rtl_fault(sw, out->arrive_port, "a good frame is not taken");
    return;
  }
  if (out->arrive_egress != sw->n->s->flow[p->data.flow].egress[p->hop])
    rtl_fault(sw, out->arrive_port, "a frame is to leave by another port than that of its route");
  p->data.cells = out->arrive_cells;
  fifo_put(&sw->given, p);
}

static void begin(struct rtl_node *sw) {
  int port = sw->out.begin_port;
  struct packet *p = fifo_get(&sw->queue[port * sw->n->classes + sw->out.begin_class]);
  if (p == NULL || sw->out.begin_drop)
    rtl_fault(sw, port, "a frame is chosen that is not there");
  else
    fifo_put(&sw->leaving[port], p);
}

static uint8_t closed(const struct rtl_node *sw, int port) {
  unsigned first = (unsigned)(port * sw->n->classes), shift = first % 64;
  uint64_t bits = sw->out.gate[first / 64] >> shift;
  if (shift + (unsigned)sw->n->classes > 64) bits |= sw->out.gate[first / 64 + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << sw->n->classes) - 1));
}

static void gates(struct rtl_node *sw) {
  if (memcmp(sw->gate, sw->out.gate, sizeof(sw->out.gate)) == 0) return;
  memcpy(sw->gate, sw->out.gate, sizeof(sw->out.gate));
  for (int p = 0; p < sw->n->s->sw[sw->number].ports && !scenario_is_gfc(sw->n->s); p++)
    port_closed(sw->links, &sw->port[p], closed(sw, p) != 0);
}

static bool cycle(void *all, int i) {
  struct rtl_node *sw = node(all, i);
  if (sw->fault != NULL) return false;
  if (series_watches(sw->series, i)) series_outputs(sw->series, i, engine_out(sw->mmu));
  if (sw->out.admission_valid) admission(sw);
  if (sw->out.arrive_valid) arrival(sw);
  if (sw->out.begin_valid) begin(sw);
  gates(sw);
  rtl_take(sw);
  rtl_give(sw);
  if (sw->n->status == NETWORK_OK) rtl_step(sw);
  return false;
}

// ---- functions for the network ----

static void arrive(void *all, int i, struct packet *p) { rtl_arrive(node(all, i), p); }
static void sent(void *all, int i, struct port *p) { rtl_sent(node(all, i), p); }
static void kick(void *all, int i, struct port *p) { (void)all, (void)i, (void)p; }
static enum network_status configure(void *all, int i) { return rtl_configure(node(all, i)); }

static enum network_status waves(void *all, int i, struct engine_trace *t) {
  (void)all, (void)i, (void)t;
  return NETWORK_WAVES;
}

static const struct sluice_out *outputs(const void *all, int i) { return const_node(all, i)->seen; }

static void waiting(const void *all, int i, uint64_t *held, uint64_t *closed_queue) {
  const struct rtl_node *sw = const_node(all, i);
  int classes = sw->n->classes;
  for (int k = 0; k < scenario_queues(sw->n->s, i); k++) {
    const struct packet *head = sw->queue[k].head;
    for (const struct packet *p = head; p != NULL; p = p->next) held[k] |= UINT64_C(1) << p->in_port;
    closed_queue[k] = head != NULL && (closed(sw, k / classes) >> k % classes & 1);
  }
}

// Only the model continues.
static enum network_status settle(void *all, int i) { return mmu_idle(node(all, i)->mmu, MMU_SETTLE); }

static enum network_status stat(void *all, int i, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  return mmu_read(node(all, i)->mmu, stat, port, cls, value);
}

static void report(const void *all, int i, FILE *to) {
  const struct rtl_node *sw = const_node(all, i);
  fprintf(to, "cycle %llu", (unsigned long long)sw->n->now);
  if (sw->fault_port >= 0) fprintf(to, ", port %d", sw->fault_port);
  fprintf(to, ": %s\n", sw->fault != NULL ? sw->fault : "nothing is wrong");
}

const struct switch_kind rtl_switch = {
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
