#include "tb/sim/clocked/rtl_switch.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tb/cosim/engine.h"
#include "tb/sim/clocked/link.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/mmu_registers.h"
#include "tb/sim/clocked/rtl_fit.h"
#include "tb/sim/clocked/rtl_ports.h"
#include "tb/sim/clocked/rtl_registers.h"
#include "tb/sim/clocked/series.h"

static enum network_status create_one(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  struct switch_result *r = &n->result.sw[i];
  size_t ports = (size_t)n->s->dims.ports, queues = ports * (size_t)n->classes;
  sw->port = n->port[i];
  for (size_t p = 0; p < ports; p++) sw->port[p].streams = true;
  sw->from = calloc(ports, sizeof(*sw->from));
  sw->to = calloc(ports, sizeof(*sw->to));
  sw->whole = calloc(ports, sizeof(*sw->whole));
  sw->leaving = calloc(ports, sizeof(*sw->leaving));
  sw->queue = calloc(queues, sizeof(*sw->queue));
  for (int side = 0; side < SIDES; side++) sw->level[side] = r->queue[side] = calloc(queues, sizeof(*sw->level[side]));
  if (sw->from == NULL || sw->to == NULL || sw->whole == NULL || sw->leaving == NULL || sw->queue == NULL ||
      sw->level[SIDE_INGRESS] == NULL || sw->level[SIDE_EGRESS] == NULL)
    return NETWORK_NO_MEMORY;
  struct sluice_dims dims = n->s->dims;
  dims.schemes = n->rtl->shim->dims.schemes;
  if (engine_new(&sw->mmu, ENGINE_MODEL, &dims, n->s->sw[i].name) != 0) return NETWORK_NO_MEMORY;
  sw->seen = engine_out(sw->mmu);
  sw->rtl = n->rtl->shim->create();
  sw->in.link_up = (uint16_t)((1u << n->s->sw[i].ports) - 1);
  return sw->rtl != NULL ? NETWORK_OK : NETWORK_NO_MEMORY;
}

static enum network_status create(struct network *n) {
  int flow;
  struct rtl_switches *all = n->rtl = calloc(1, sizeof(*all) + (size_t)n->s->switches * sizeof(all->node[0]));
  if (all == NULL) return NETWORK_NO_MEMORY;
  n->stepping = true;
  all->shim = rtl_shim(n->opt.whole);
  if (all->shim == NULL) return NETWORK_NO_ENGINE;
  all->frames.most = rtl_longest_frame(n->s);
  all->made = calloc((size_t)n->s->flows + 1, sizeof(*all->made));
  if (all->made == NULL || addresses_new(&all->addresses, n->s, &flow) != 0) return NETWORK_NO_MEMORY;
  enum network_status status = NETWORK_OK;
  for (int i = 0; status == NETWORK_OK && i < n->s->switches; i++) status = create_one(n, i);
  return status;
}

static void destroy(struct network *n) {
  struct rtl_switches *all = n->rtl;
  for (int i = 0; all != NULL && i < n->s->switches; i++) {
    struct node_rtl *sw = &all->node[i];
    if (sw->rtl != NULL) all->shim->destroy(sw->rtl);
    engine_free(sw->mmu);
    free(sw->from);
    free(sw->to);
    free(sw->whole);
    free(sw->leaving);
    free(sw->queue);
  }
  if (all == NULL) return;
  frame_pool_free(&all->frames);
  addresses_free(&all->addresses);
  free(all->made);
  free(all);
}

// ---- what the switch says of frames ----

static void refused(struct network *n, int i, const struct packet *p) {
  bool lossless = n->s->sw[i].regs[SLUICE_REG_LOSSLESS] >> p->cls & 1;
  n->result.sw[i].refused++;
  n->result.sw[i].lost += lossless;
  n->result.lost += lossless;
  n->result.flow[p->data.flow].lost++;
}

static void dropped(struct network *n, int i, const struct packet *p) {
  n->result.sw[i].dropped++;
  n->result.flow[p->data.flow].dropped++;
  n->result.dropped++;
}

static int next_hop(const struct scenario_flow *flow, int hop) {
  return hop + 1 < flow->hops || !flow->loop ? hop + 1 : 0;
}

static void accepted(struct network *n, int i, struct packet *p, int cls) {
  struct node_rtl *sw = &n->rtl->node[i];
  const struct scenario_flow *flow = &n->s->flow[p->data.flow];
  int egress = flow->egress[p->hop], from = p->in_port * n->classes + cls, to = egress * n->classes + cls;
  p->hop = (uint8_t)next_hop(flow, p->hop);
  p->cls = (uint8_t)cls;
  sw->level[SIDE_INGRESS][from].arrived += p->bytes;
  measure_enter(n, &sw->level[SIDE_INGRESS][from], &sw->level[SIDE_EGRESS][to], p->data.cells, n->now);
  if (n->watch[i] != NULL) series_entered(n, i, from, to);
  fifo_put(&sw->queue[to], p);
}

static void verdict(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  const struct switch_out *out = &sw->out;
  struct packet *p = fifo_get(&sw->judged);
  if (p == NULL || p->in_port != out->verdict_port) {
    rtl_fault(n, i, out->verdict_port, "a verdict on a frame that is not there");
    return;
  }
  if (out->verdict_kind < SLUICE_REFUSED) {
    accepted(n, i, p, out->verdict_class);
    return;
  }
  if (out->verdict_kind == SLUICE_DROPPED)
    dropped(n, i, p);
  else
    refused(n, i, p);
  frame_free(&n->rtl->frames, p->data.frame);
  packet_free(&n->pool, p);
}

static void arrival(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  const struct switch_out *out = &sw->out;
  struct packet *p = fifo_get(&sw->whole[out->arrive_port]);
  if (p == NULL || out->arrive_reason != SLUICE_SWITCH_NONE) {
    rtl_fault(n, i, out->arrive_port, "a good frame is not taken");
    return;
  }
  if (out->arrive_egress != n->s->flow[p->data.flow].egress[p->hop])
    rtl_fault(n, i, out->arrive_port, "a frame is to leave by another port than its route says");
  p->data.cells = out->arrive_cells;
  fifo_put(&sw->judged, p);
}

static void begin(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  int port = sw->out.begin_port;
  struct packet *p = fifo_get(&sw->queue[port * n->classes + sw->out.begin_class]);
  if (p == NULL || sw->out.begin_drop)
    rtl_fault(n, i, port, "a frame is chosen that is not there");
  else
    fifo_put(&sw->leaving[port], p);
}

static uint8_t closed(const struct network *n, const struct node_rtl *sw, int port) {
  unsigned first = (unsigned)(port * n->classes), shift = first % 64;
  uint64_t bits = sw->out.gate[first / 64] >> shift;
  if (shift + (unsigned)n->classes > 64) bits |= sw->out.gate[first / 64 + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << n->classes) - 1));
}

static void gates(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  if (memcmp(sw->gate, sw->out.gate, sizeof(sw->out.gate)) == 0) return;
  memcpy(sw->gate, sw->out.gate, sizeof(sw->out.gate));
  for (int p = 0; p < n->s->sw[i].ports && !scenario_is_gfc(n->s); p++)
    port_closed(n, &sw->port[p], closed(n, sw, p) != 0);
}

static void clock_switch(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  if (sw->fault != NULL) return;
  if (n->watch[i] != NULL) {
    engine_out(sw->mmu);
    series_outputs(n, i, sw->seen);
  }
  if (sw->out.verdict_valid) verdict(n, i);
  if (sw->out.arrive_valid) arrival(n, i);
  if (sw->out.begin_valid) begin(n, i);
  gates(n, i);
  rtl_take(n, i);
  rtl_give(n, i);
  if (n->status == NETWORK_OK) rtl_step(n, i);
}

// ---- for the network ----

static void kick(struct network *n, int i, int port) { (void)n, (void)i, (void)port; }
static void wake(struct network *n, int i) { (void)n, (void)i; }

static enum network_status waves(struct network *n, int i) {
  (void)n, (void)i;
  return NETWORK_WAVES;
}

static const struct sluice_out *outputs(const struct network *n, int i) { return n->rtl->node[i].seen; }

static void waiting(const struct network *n, int i, uint64_t *held, uint64_t *closed_queue) {
  const struct node_rtl *sw = &n->rtl->node[i];
  for (int k = 0; k < n->s->dims.ports * n->classes; k++) {
    const struct event *head = sw->queue[k].head;
    for (const struct event *e = head; e != NULL; e = e->next)
      held[k] |= UINT64_C(1) << ((const struct packet *)e)->in_port;
    closed_queue[k] = head != NULL && (closed(n, sw, k / n->classes) >> k % n->classes & 1);
  }
}

// The model alone goes on.
static enum network_status settle(struct network *n, int i) {
  static const struct sluice_in nothing;
  for (int k = 0; k < SETTLE; k++) engine_clock(n->rtl->node[i].mmu, &nothing);
  return NETWORK_OK;
}

static enum network_status stat(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  return mmu_read(n->rtl->node[i].mmu, stat, port, cls, value);
}

static void report(const struct network *n, int i, FILE *to) {
  const struct node_rtl *sw = &n->rtl->node[i];
  fprintf(to, "clock %llu", (unsigned long long)n->now);
  if (sw->fault_port >= 0) fprintf(to, ", port %d", sw->fault_port);
  fprintf(to, ": %s\n", sw->fault != NULL ? sw->fault : "nothing is wrong");
}

const struct switch_kind rtl_switch = {
    .create = create,
    .configure = rtl_configure,
    .waves = waves,
    .destroy = destroy,
    .arrive = rtl_arrive,
    .sent = rtl_sent,
    .kick = kick,
    .wake = wake,
    .clock = clock_switch,
    .outputs = outputs,
    .waiting = waiting,
    .settle = settle,
    .stat = stat,
    .report = report,
};
