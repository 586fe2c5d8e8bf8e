#include "tb/sim/clocked/measure.h"
#include "tb/sim/clocked/mmu_node.h"
#include "tb/sim/clocked/trace.h"

// A drop by a rule is not a loss.
static void drop(struct mmu_node *sw, struct packet *p) {
  measure_dropped(sw->n, sw->number, p);
  packet_free(&sw->n->pool, p);
}

// At the end of a packet's life the forwarding engine (with TTL the MMU) drops the packet.
void mmu_packet_arrived(struct mmu_node *sw, struct packet *p) {
  struct network *n = sw->n;
  n->moved = n->now;
  if (p->ttl > 0) p->ttl--;
  if (p->ttl == 0 && n->s->feedback != FEEDBACK_TTL) {
    drop(sw, p);
    return;
  }
  fifo_put(&sw->arrived, p);
  if (++sw->arrivals > MMU_BACKLOG) network_fail(n, NETWORK_OVERLOAD);
}

bool mmu_give_enqueue(struct mmu_node *sw) {
  struct network *n = sw->n;
  struct sluice_in *in = &sw->in;
  struct packet *p = fifo_get(&sw->arrived);
  in->enq_valid = p != NULL;
  if (p == NULL) return false;
  measure_input_delay(n, sw->number, p->since);
  sw->arrivals--;
  p->egress = n->s->flow[p->data.flow].egress[p->hop];
  in->enq_port = p->in_port;
  in->enq_class = p->cls;
  in->enq_cells = p->data.cells;
  if (n->s->feedback == FEEDBACK_TTL) {
    in->enq_ttl = p->ttl;
    in->enq_egress = p->egress;
  }
  fifo_put(&sw->given, p);
  return true;
}

// Whether an admission is the expected one. Under TTL the MMU determines the class.
static bool expected(const struct mmu_node *sw, const struct packet *p) {
  const struct sluice_out *out = sw->out;
  if (p == NULL || out->adm_port != p->in_port) return false;
  return sw->n->s->feedback == FEEDBACK_TTL ? out->adm_class < sw->n->classes : out->adm_class == p->cls;
}

static int next_hop(const struct scenario_flow *flow, int hop) {
  return hop + 1 < flow->hops || !flow->loop ? hop + 1 : 0;
}

static void accept(struct mmu_node *sw, struct packet *p) {
  struct network *n = sw->n;
  struct port *port = &sw->port[p->egress];
  int from = p->in_port * n->classes + p->cls, to = p->egress * n->classes + p->cls;
  p->hop = (uint8_t)next_hop(&n->s->flow[p->data.flow], p->hop);
  sw->level[SIDE_INGRESS][from].arrived += p->bytes;
  measure_enter(n, &sw->level[SIDE_INGRESS][from], &sw->level[SIDE_EGRESS][to], p->data.cells);
  trace_packet(n, sw->number, p->via->link, "enqueue", p);
  if (sw->watched) series_moved(sw->series, sw->number, from, to);
  fifo_put(&sw->queue[to], p);
  port->filled |= (uint8_t)(1u << p->cls);
  if (!port->busy) sw->kicked |= UINT64_C(1) << p->egress;
}

static void refuse(struct mmu_node *sw, struct packet *p) {
  sw->level[SIDE_INGRESS][p->in_port * sw->n->classes + p->cls].arrived += p->bytes;
  measure_refused(sw->n, sw->number, p);
  packet_free(&sw->n->pool, p);
}

void mmu_admit(struct mmu_node *sw) {
  const struct sluice_out *out = sw->out;
  if (!out->adm_valid) return;
  struct packet *p = fifo_get(&sw->given);
  if (!expected(sw, p)) {
    network_fail(sw->n, NETWORK_PROTOCOL);
    return;
  }
  if (out->adm_kind == SLUICE_DROPPED) {
    drop(sw, p);
    return;
  }
  p->cls = out->adm_class;
  if (out->adm_kind == SLUICE_REFUSED)
    refuse(sw, p);
  else
    accept(sw, p);
}
