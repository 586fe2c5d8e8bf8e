#include "tb/sim/event/event_rates.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_network.h"

// Whether a flow starts at a host with a link to this place.
static bool may_send(const struct place *m, const struct scenario *s, int flow) {
  const struct scenario_host *h = &s->host[s->flow[flow].from - s->switches];
  for (int i = h->link; i < h->link + h->links; i++)
    if (s->link[i].end[0].node == m->number) return true;
  return false;
}

static bool senders_build(struct place *m, const struct scenario *s) {
  struct arrivals *a = &m->rows->arrivals;
  size_t count = 0;
  for (int i = 0; i < s->flows; i++) count += may_send(m, s, i);
  a->sender = calloc(count + 1, sizeof(*a->sender));
  for (int i = 0; a->sender != NULL && i < s->flows; i++)
    if (may_send(m, s, i)) a->sender[a->senders++] = (uint32_t)i;
  return a->sender != NULL;
}

bool event_rates_build(struct place *m, const struct scenario *s) {
  struct arrivals *a = &m->rows->arrivals;
  for (int i = 0; i < s->flows; i++) a->flows += s->flow[i].route[s->flow[i].hops - 1] == m->number;
  a->flow = calloc(a->flows + 1, sizeof(*a->flow));
  if (a->flow == NULL) return false;
  for (int i = 0, k = 0; i < s->flows; i++)
    if (s->flow[i].route[s->flow[i].hops - 1] == m->number) a->flow[k++].flow = (uint32_t)i;
  if (s->controlled && !senders_build(m, s)) return false;
  agenda_put(&m->agenda, PLACE_RARE, RARE_RATES, 0);
  return true;
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
