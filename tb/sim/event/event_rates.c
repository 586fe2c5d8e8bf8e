#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_rows.h"

static struct place *end_of(const struct event_network *n, const struct scenario_flow *f) {
  return n->place[f->route[f->hops - 1]];
}

static bool receivers_build(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->flows; i++)
    if (end_of(n, &s->flow[i]) != NULL) end_of(n, &s->flow[i])->rows->arrivals.flows++;
  for (int i = 0; i < n->places; i++) {
    struct arrivals *a = &n->mine[i]->rows->arrivals;
    if ((a->flow = calloc(a->flows + 1, sizeof(*a->flow))) == NULL) return false;
    a->flows = 0;
  }
  for (int i = 0; i < s->flows; i++) {
    if (end_of(n, &s->flow[i]) == NULL) continue;
    struct arrivals *a = &end_of(n, &s->flow[i])->rows->arrivals;
    a->flow[a->flows++].flow = (uint32_t)i;
  }
  return true;
}

// The access links of a flow's host, one after the other; -1: no further one.
static int sender_link(const struct scenario *s, int flow, int k) {
  const struct scenario_host *h = &s->host[s->flow[flow].from - s->switches];
  return k < h->links ? h->link + k : -1;
}

static struct arrivals *sender_of(const struct event_network *n, int link) {
  struct place *m = n->place[n->s->link[link].end[0].node];
  return m != NULL ? &m->rows->arrivals : NULL;
}

static bool senders_build(struct event_network *n) {
  const struct scenario *s = n->s;
  for (int i = 0; i < s->flows; i++)
    for (int k = 0, link; (link = sender_link(s, i, k)) >= 0; k++)
      if (sender_of(n, link) != NULL) sender_of(n, link)->senders++;
  for (int i = 0; i < n->places; i++) {
    struct arrivals *a = &n->mine[i]->rows->arrivals;
    if ((a->sender = calloc(a->senders + 1, sizeof(*a->sender))) == NULL) return false;
    a->senders = 0;
  }
  for (int i = 0; i < s->flows; i++)
    for (int k = 0, link; (link = sender_link(s, i, k)) >= 0; k++) {
      struct arrivals *a = sender_of(n, link);
      const bool twice = a != NULL && a->senders > 0 && a->sender[a->senders - 1] == (uint32_t)i;
      if (a != NULL && !twice) a->sender[a->senders++] = (uint32_t)i;
    }
  return true;
}

bool event_rates_build(struct event_network *n) {
  for (int i = 0; i < n->places; i++) agenda_put(&n->mine[i]->agenda, PLACE_RARE, RARE_RATES, 0);
  return receivers_build(n) && (!n->s->controlled || senders_build(n));
}

void event_rates_free(struct arrivals *a) {
  free(a->flow);
  free(a->sender);
  free(a->later);
  free(a->sample);
}

static int by_flow(const void *a, const void *b) {
  const uint32_t x = ((const struct arrived *)a)->flow, y = ((const struct arrived *)b)->flow;
  return (x > y) - (x < y);
}

static void count(struct arrivals *a, uint32_t flow, uint32_t bytes) {
  const struct arrived key = {.flow = flow};
  struct arrived *x = bsearch(&key, a->flow, a->flows, sizeof(key), by_flow);
  x->bytes += bytes;
}

// Makes room for one more item of `size` bytes. Returns the array, which may have moved; NULL: out of memory.
static void *more(struct place *m, void *item, size_t items, size_t *room, size_t size) {
  if (items < *room) return item;
  const size_t larger = 2 * *room + 64;
  void *moved = realloc(item, larger * size);
  if (moved == NULL)
    place_fail(m, NETWORK_NO_MEMORY);
  else
    *room = larger;
  return moved;
}

void event_rates_arrive(struct place *m, uint32_t flow, uint32_t bytes, uint64_t at) {
  // if routes change, a flow may arrive at another link of its host; those places run together
  const struct scenario_flow *f = &m->net->s->flow[flow];
  struct arrivals *a = &m->net->place[f->route[f->hops - 1]]->rows->arrivals;
  if (at <= a->until) {
    count(a, flow, bytes);
    return;
  }
  struct later *later = more(m, a->later, a->laters, &a->later_room, sizeof(*later));
  if (later == NULL) return;
  a->later = later;
  later[a->laters++] = (struct later){at, flow, bytes};
}

static void next_period(struct arrivals *a, uint64_t until) {
  size_t left = 0;
  a->until = until;
  for (size_t i = 0; i < a->laters; i++) {
    const struct later x = a->later[i];
    if (x.at <= until)
      count(a, x.flow, x.bytes);
    else
      a->later[left++] = x;
  }
  a->laters = left;
}

static void put_rate(struct place *m, uint64_t at, uint32_t flow, const char *what, double gbps) {
  struct row_text *t = event_rows_text(m, ROWS_RATES);
  row_text_thousandths(t, at);
  row_text_char(t, ',');
  row_text_field(t, m->net->s->flow[flow].name);
  row_text_field(t, what);
  row_text_fixed(t, gbps, 6);
  row_text_char(t, '\n');
  event_rows_add(m, ROWS_RATES, at, flow);
}

void event_rates_sample(struct place *m) {
  const struct scenario *s = m->net->s;
  struct arrivals *a = &m->rows->arrivals;
  for (size_t i = 0; m->loop != NULL && i < a->senders; i++) {
    struct place *from;
    uint32_t port;
    event_sender(m->net, (int)a->sender[i], &from, &port);
    const double allowed = from == m ? loop_rate(m, a->sender[i]) : 0;
    if (allowed > 0) put_rate(m, m->now, a->sender[i], "allowed", allowed / 1e9);
  }
  for (size_t i = 0; i < a->flows; i++) {
    if (a->flow[i].bytes == 0) continue;
    struct later *sample = more(m, a->sample, a->samples, &a->sample_room, sizeof(*sample));
    if (sample == NULL) return;
    a->sample = sample;
    sample[a->samples++] = (struct later){m->now, a->flow[i].flow, a->flow[i].bytes};
    a->flow[i].bytes = 0;
  }
  next_period(a, m->now + 1000 * s->rates_ns);
  agenda_put(&m->agenda, PLACE_RARE, RARE_RATES, a->until);
}

// Whether a flow runs in a period: a finite one from its start to its completion, another one until its source stops.
static bool runs(const struct event_network *n, uint32_t flow, uint64_t from, uint64_t to) {
  const struct event_flow *f = &n->flow[flow];
  const struct flow_received *r = &n->received[flow];
  const uint64_t start = n->result.flow[flow].start, stop = n->stopped ? n->result.stop : NEVER;
  uint64_t end = f->total != 0 ? NEVER : agenda_least(f->stop, stop);
  if (f->total != 0 && r->bytes == f->total) end = r->last;
  return start < stop && agenda_most(from, start) < agenda_least(to, end);
}

static void put_samples(struct place *m, uint64_t before) {
  const uint64_t ns = m->net->s->rates_ns;
  struct arrivals *a = &m->rows->arrivals;
  size_t k = 0;
  for (; a->due < agenda_least(before, a->until); a->due += 1000 * ns)
    for (size_t i = 0; i < a->flows; i++) {
      const uint32_t flow = a->flow[i].flow;
      const bool has = k < a->samples && a->sample[k].at == a->due && a->sample[k].flow == flow;
      const uint64_t bytes = has ? a->sample[k++].bytes : 0;
      if (has || (a->due != 0 && runs(m->net, flow, a->due - 1000 * ns, a->due)))
        put_rate(m, a->due, flow, "received", (double)bytes * 8 / (double)ns);
    }
  a->samples -= k;
  if (k > 0) memmove(a->sample, a->sample + k, a->samples * sizeof(*a->sample));
}

void event_rates_rows(struct event_network *n, uint64_t before) {
  if (n->places == 0 || before <= n->mine[0]->rows->arrivals.due) return;  // all places have the same samples
  for (int i = 0; i < n->places; i++) {
    put_samples(n->mine[i], before);
    if (n->mine[i]->status != NETWORK_OK) n->status = n->mine[i]->status;
  }
}
