#include "tb/sim/event/event_trace.h"

#include "tb/sim/event/credit_end.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/files/vec.h"

static bool wanted(const struct place *m, enum rows_file file) { return m->rows != NULL && m->rows->wanted[file]; }

// ---- messages ----

static void put_message(struct place *m, const struct event_port *o, uint64_t time, int cls, const char *what,
                        unsigned level) {
  const struct scenario *s = m->net->s;
  const struct scenario_link *l = &s->link[o->link];
  if (!wanted(m, ROWS_PAUSES)) return;
  struct row_text *t = event_rows_text(m, ROWS_PAUSES);
  row_text_time(t, time);
  row_text_char(t, ',');
  row_text_field(t, l->name);
  row_text_word(t, scenario_node_name(s, l->end[o->direction].node));
  row_text_char(t, '>');
  row_text_field(t, scenario_node_name(s, l->end[!o->direction].node));
  if (cls >= 0)
    row_text_whole(t, (uint64_t)cls);
  else
    row_text_word(t, "port");
  row_text_char(t, ',');
  row_text_field(t, what);
  row_text_whole(t, level);
  row_text_char(t, '\n');
  event_rows_add(m, ROWS_PAUSES, time, 0);
}

void event_trace_message(struct place *m, struct event_port *o, uint64_t arrived, const struct pause *p) {
  const bool gfc = sluice_is_gfc(m->mmu.cfg.scheme);
  unsigned changes = 0;
  if (p->level != 0) {
    changes = feedback_port(&o->told, p->time[0]);
    put_message(m, o, arrived, -1, feedback_name(changes), p->time[0]);
  } else {
    for (uint32_t c = 0; c < m->classes; c++) {
      enum feedback_change change = p->enable >> c & 1 ? feedback_class(&o->told, gfc, (int)c, p->time[c]) : 0;
      changes |= change;
      if (change != FEEDBACK_NOTHING)
        put_message(m, o, arrived, (int)c, gfc ? "level" : feedback_name(change), p->time[c]);
    }
  }
  feedback_count(&o->result, changes);
}

void event_trace_credits(struct place *m, struct event_port *o, uint32_t channel, bool empty) {
  if (empty)
    o->result.pauses++;
  else
    o->result.resumes++;
  put_message(m, o, m->now, (int)channel, empty ? "empty" : "refill", credit_available(o->credit, channel));
}

void event_trace_storm(struct place *m, const struct event_port *o, int cls, bool detected) {
  put_message(m, o, m->now, cls, detected ? "storm" : "restored", 0);
}

// ---- packets ----

// Begins a row: the columns up to the class, which follows.
static struct row_text *put_step(struct place *m, const struct event_port *o, uint64_t time, const char *step) {
  const struct scenario *s = m->net->s;
  const struct scenario_link *l = &s->link[o->link];
  struct row_text *t = event_rows_text(m, ROWS_PACKETS);
  row_text_time(t, time);
  row_text_char(t, ',');
  row_text_field(t, step);
  row_text_field(t, scenario_node_name(s, l->end[o->direction].node));
  row_text_field(t, l->name);
  return t;
}

static void put_bytes(struct place *m, uint64_t time, unsigned bytes) {
  struct row_text *t = event_rows_text(m, ROWS_PACKETS);
  row_text_whole(t, bytes);
  row_text_char(t, '\n');
  event_rows_add(m, ROWS_PACKETS, time, 0);
}

void event_trace_step(struct place *m, const struct event_port *o, uint64_t time, const char *step, int cls,
                      const struct event_packet *p) {
  const struct scenario *s = m->net->s;
  static const char *const kind[] = {
      [PACKET_DATA] = "", [PACKET_ACK] = ":ack", [PACKET_NACK] = ":nack", [PACKET_CNP] = ":cnp"};
  struct row_text *t = put_step(m, o, time, step);
  if (cls >= 0) row_text_whole(t, (uint64_t)cls);
  row_text_char(t, ',');
  if (p != NULL) {
    row_text_word(t, s->flow[p->flow % (uint32_t)s->flows].name);
    row_text_word(t, kind[p->kind]);
  }
  row_text_char(t, ',');
  if (p != NULL) row_text_time(t, p->born);
  row_text_char(t, ',');
  put_bytes(m, time, p != NULL ? p->bytes : (unsigned)MIN_FRAME);
}

void event_trace_counters(struct place *m, const struct event_port *o, const struct credit_message *x, uint32_t bytes,
                          bool lost) {
  if (!wanted(m, ROWS_PACKETS)) return;
  struct row_text *t = put_step(m, o, m->now, lost ? "drop" : "send");
  row_text_whole(t, x->channel);
  row_text_word(t, !x->has_consumed ? ",:freed,," : x->has_freed ? ",:both,," : ",:consumed,,");
  put_bytes(m, m->now, bytes);
}

// ---- queues, thresholds, states ----

// Begins a row of this switch.
static struct row_text *put_switch(struct place *m, uint64_t time) {
  struct row_text *t = event_rows_text(m, ROWS_SERIES);
  row_text_time(t, time);
  row_text_char(t, ',');
  row_text_field(t, m->net->s->sw[m->number].name);
  return t;
}

// Completes it. rank: order among rows of the same time.
static void put_value(struct place *m, uint64_t time, uint32_t rank, const char *what, uint64_t value) {
  struct row_text *t = event_rows_text(m, ROWS_SERIES);
  row_text_field(t, what);
  row_text_whole(t, value);
  row_text_char(t, '\n');
  event_rows_add(m, ROWS_SERIES, time, rank);
}

// Begins a row of this queue.
static struct row_text *put_queue(struct place *m, uint64_t time, uint32_t k) {
  struct row_text *t = put_switch(m, time);
  row_text_field(t, m->net->s->link[m->port[queue_port(m, k)].link].name);
  row_text_whole(t, (uint64_t)queue_class(m, k));
  row_text_char(t, ',');
  return t;
}

static void put_row(struct place *m, uint64_t time, uint32_t rank, uint32_t k, const char *what, uint64_t value) {
  put_queue(m, time, k);
  put_value(m, time, rank, what, value);
}

static void put_threshold(struct place *m, uint32_t rank, const char *what, uint64_t cells) {
  row_text_word(put_switch(m, m->now), ",,");
  put_value(m, m->now, rank, what, cells * m->cell_bytes);
}

static void put_level(struct place *m, uint32_t rank, uint32_t k, bool ingress) {
  const uint64_t cells = ingress ? m->ingress[k].cells : m->egress[k].cells;
  put_row(m, m->now, rank, k, ingress ? "ingress" : "egress", cells * m->cell_bytes);
}

static void put_marked(struct place *m, uint32_t rank, uint32_t k) {
  put_row(m, m->now, rank, k, "marked", m->marks != NULL ? m->marks[k].packets : 0);
}

static void put_share(struct place *m, uint32_t rank, uint32_t k, const struct flow_share *x) {
  row_text_word(put_queue(m, m->now, k), "flow:");
  put_value(m, m->now, rank, m->net->s->flow[x->flow].name, (uint64_t)x->cells * m->cell_bytes);
}

// The first flow from that one on
static size_t first_share(const struct flow_shares *x, uint32_t flow) {
  size_t first = 0, end = x->count;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    if (x->item[middle].flow < flow)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

// The share of a flow, which is new or known; NULL: out of memory.
static struct flow_share *share_of(struct flow_shares *x, uint32_t flow) {
  const size_t at = first_share(x, flow);
  if (at < x->count && x->item[at].flow == flow) return &x->item[at];
  struct flow_share *item = vec_grow(x->item, x->count, sizeof(*item));
  if (item == NULL) return NULL;
  x->item = item;
  memmove(x->item + at + 1, x->item + at, (x->count++ - at) * sizeof(*x->item));
  x->item[at] = (struct flow_share){.flow = flow};
  return &x->item[at];
}

void event_trace_share(struct place *m, uint32_t k, uint32_t flow, uint32_t cells, bool enters) {
  if (flow >= (uint32_t)m->net->s->flows) return;  // of the closed loop
  struct flow_share *x = share_of(&m->rows->flows[k], flow);
  if (x == NULL) {
    place_fail(m, NETWORK_NO_MEMORY);
    return;
  }
  x->cells += enters ? cells : 0 - cells;
  if (m->rows->queue[k].what & TRACE_FLOWS) put_share(m, RANK_CHANGES, k, x);
}

void event_trace_marks(struct place *m, uint32_t k) {
  if (m->rows->queue[k].what & TRACE_MARKED) put_marked(m, RANK_CHANGES, k);
}

static void put_available(struct place *m, uint32_t rank, uint32_t k) {
  const struct credit_end *x = m->port[queue_port(m, k)].credit;
  const uint32_t channel = (uint32_t)queue_class(m, k);
  const bool has = x != NULL && (x->senders >> channel & 1);
  m->rows->queue[k].credits = has ? credit_available(x, channel) : 0;
  put_row(m, m->now, rank, k, "credits", (uint64_t)m->rows->queue[k].credits * x->rule->size);
}

void event_trace_available(struct place *m, uint32_t k) {
  const struct watched *x = &m->rows->queue[k];
  if (!m->rows->wanted[ROWS_SERIES] || !(x->what & TRACE_CREDITS)) return;
  if (credit_available(m->port[queue_port(m, k)].credit, (uint32_t)queue_class(m, k)) != x->credits)
    put_available(m, RANK_CHANGES, k);
}

// The state of the queue or its port for the upstream at that time: paused or not; GFC: the level.
static uint16_t state_at(const struct place *m, uint32_t k, uint64_t time) {
  const struct event_mmu *u = &m->mmu;
  if (sluice_is_gfc(u->cfg.scheme)) return level_at(&u->level[k], time);
  bool port = mmu_lossless(u, queue_class(m, k)) && u->port[queue_port(m, k)].off_at <= time;
  return port || m->ingress[k].off_at <= time;
}

// The thresholds as a build outputs them on mon_xqoff and mon_xpoff, of ports without own amounts. TTL has thresholds
// per class, GFC has none: 0.
static struct sluice_thresholds shown_thresholds(const struct place *m) {
  const struct sluice_config *cfg = &m->mmu.cfg;
  if (cfg->scheme == SLUICE_TTL || sluice_is_gfc(cfg->scheme)) return (struct sluice_thresholds){0};
  return sluice_thresholds_of(cfg->scheme, cfg, &cfg->limits, m->mmu.max, (int)m->classes, 0, m->mmu.pool_free, 0);
}

static uint64_t shared_cells(const struct place *m) { return m->mmu.cfg.shared - m->mmu.pool_free; }

static void put_thresholds(struct place *m, bool all) {
  struct place_rows *r = m->rows;
  struct sluice_thresholds x = shown_thresholds(m);
  if ((r->thresholds & TRACE_THRESHOLD) && (all || x.xqoff != r->xqoff))
    put_threshold(m, RANK_CHANGES, "threshold", r->xqoff = x.xqoff);
  if ((r->thresholds & TRACE_PORT_THRESHOLD) && (all || x.xpoff != r->xpoff))
    put_threshold(m, RANK_CHANGES, "port_threshold", r->xpoff = x.xpoff);
  if ((r->thresholds & TRACE_SHARED) && (all || shared_cells(m) != r->shared))
    put_threshold(m, RANK_CHANGES, "shared", r->shared = shared_cells(m));
}

void event_trace_changes(struct place *m, uint32_t ingress, uint32_t egress) {
  struct place_rows *r = m->rows;
  if (ingress != NO_QUEUE && (r->queue[ingress].what & TRACE_INGRESS)) put_level(m, RANK_CHANGES, ingress, true);
  if (egress != NO_QUEUE && (r->queue[egress].what & TRACE_EGRESS)) put_level(m, RANK_CHANGES, egress, false);
  if (r->thresholds != 0) put_thresholds(m, false);
}

// Queue k, or the port of queue k, changes its state at that time.
void series_state(struct place *m, uint32_t k, uint64_t at) {
  struct place_rows *r = m->rows;
  if (!r->changes) return;
  for (uint32_t i = queue_number(m, queue_port(m, k), 0), end = i + m->classes; i < end; i++) {
    uint16_t state = state_at(m, i, at);
    if (!(r->queue[i].what & TRACE_STATE) || state == r->queue[i].state) continue;
    put_row(m, at, RANK_CHANGES, i, "state", r->queue[i].state = state);
  }
}

void event_trace_first(struct place *m) {
  if (!wanted(m, ROWS_SERIES)) return;
  put_thresholds(m, true);
  for (uint32_t k = 0; k < m->queues; k++)
    if (m->rows->queue[k].what & TRACE_STATE) put_row(m, 0, RANK_CHANGES, k, "state", state_at(m, k, 0));
  for (uint32_t k = 0; k < m->queues; k++) {
    if (m->rows->queue[k].what & TRACE_INGRESS) put_level(m, RANK_CHANGES, k, true);
    if (m->rows->queue[k].what & TRACE_EGRESS) put_level(m, RANK_CHANGES, k, false);
    if (m->rows->queue[k].what & TRACE_MARKED) put_marked(m, RANK_CHANGES, k);
    if (m->rows->queue[k].what & TRACE_CREDITS) put_available(m, RANK_CHANGES, k);
  }
}

// ---- samples ----

static void sample_occupancy(struct place *m) {
  const struct place_rows *r = m->rows;
  struct row_text *t = event_rows_text(m, ROWS_OCCUPANCY);
  char at[DIGITS_THOUSANDTHS];
  const size_t length = (size_t)(digits_time(at, m->now) - at);
  for (struct sampled *x = r->sampled; x < r->sampled + r->sampleds; x++) {
    const struct ingress_queue *l = &m->ingress[x->queue];
    const uint64_t bytes = l->arrived - x->arrived;  // since the last sample
    x->arrived = l->arrived;
    row_text_bytes(t, at, length);
    row_text_bytes(t, r->sampled_text.data + x->from, x->length);
    if (l->cells == 0 && bytes == 0) {
      row_text_word(t, "0,0.000\n");  // most queues, most of the time
    } else {
      row_text_whole(t, (uint64_t)l->cells * m->cell_bytes);
      row_text_char(t, ',');
      row_text_fixed(t, (double)bytes * 8 / (double)m->net->s->sample_ns, 3);
      row_text_char(t, '\n');
    }
    event_rows_add(m, ROWS_OCCUPANCY, m->now, x->probe);
  }
}

static void sample_series(struct place *m, uint32_t number) {
  const struct scenario_series *x = &m->net->s->series[number];
  const struct series_here here = m->rows->series[number];
  struct sluice_thresholds t = shown_thresholds(m);
  for (int i = here.from; i < here.end; i++) {
    const uint32_t k = queue_of_probe(m, &x->probe[i]);
    if (x->what & TRACE_INGRESS) put_level(m, number, k, true);
    if (x->what & TRACE_EGRESS) put_level(m, number, k, false);
    if (x->what & TRACE_MARKED) put_marked(m, number, k);
    if (x->what & TRACE_CREDITS) put_available(m, number, k);
    for (size_t f = 0; (x->what & TRACE_FLOWS) && f < m->rows->flows[k].count; f++)
      put_share(m, number, k, &m->rows->flows[k].item[f]);
  }
  if (x->what & TRACE_THRESHOLD) put_threshold(m, number, "threshold", t.xqoff);
  if (x->what & TRACE_PORT_THRESHOLD) put_threshold(m, number, "port_threshold", t.xpoff);
  if (x->what & TRACE_SHARED) put_threshold(m, number, "shared", shared_cells(m));
  for (int i = here.from; (x->what & TRACE_STATE) && i < here.end; i++) {
    const uint32_t k = queue_of_probe(m, &x->probe[i]);
    put_row(m, m->now, number, k, "state", state_at(m, k, m->now));
  }
}

void event_trace_sample(struct place *m, uint32_t rare) {
  const struct scenario *s = m->net->s;
  uint64_t every = rare == RARE_OCCUPANCY ? s->sample_ns : s->series[rare - RARE_SERIES].every_ns;
  if (rare == RARE_OCCUPANCY)
    sample_occupancy(m);
  else
    sample_series(m, rare - RARE_SERIES);
  agenda_put(&m->agenda, PLACE_RARE, rare, m->now + every * 1000);
}
