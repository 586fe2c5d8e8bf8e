#include "tb/sim/event/event_rates.h"

#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_rows.h"

static void put_rate(struct place *m, int flow, const char *what, double gbps) {
  event_rows_printf(m, ROWS_RATES, m->now, (uint32_t)flow, "%.3f,%s,%s,%.6f\n", (double)m->now / 1000,
                    m->net->s->flow[flow].name, what, gbps);
}

void event_rates_arrive(struct place *m, uint32_t flow, uint32_t bytes, uint64_t at) {
  struct arrivals *a = &m->rows->arrivals;
  if (at <= a->until) {
    a->bytes[flow] += bytes;
    return;
  }
  if (a->laters == a->room) {
    const size_t room = 2 * a->room + 64;
    struct later *more = realloc(a->later, room * sizeof(*more));
    if (more == NULL) {
      place_fail(m, NETWORK_NO_MEMORY);
      return;
    }
    a->later = more;
    a->room = room;
  }
  a->later[a->laters++] = (struct later){at, flow, bytes};
}

static void next_period(struct arrivals *a, uint64_t until) {
  size_t left = 0;
  a->until = until;
  for (size_t i = 0; i < a->laters; i++) {
    const struct later x = a->later[i];
    if (x.at <= until)
      a->bytes[x.flow] += x.bytes;
    else
      a->later[left++] = x;
  }
  a->laters = left;
}

void event_rates_sample(struct place *m) {
  const struct scenario *s = m->net->s;
  struct arrivals *a = &m->rows->arrivals;
  for (int i = 0; i < s->flows; i++) {
    struct place *from;
    uint32_t port;
    event_sender(m->net, i, &from, &port);
    const bool starts_here = from == m;
    const double allowed = starts_here && m->loop != NULL ? loop_rate(m, (uint32_t)i) : 0;
    if (allowed > 0) put_rate(m, i, "allowed", allowed / 1e9);
    if (a->bytes[i] == 0) continue;
    put_rate(m, i, "received", (double)a->bytes[i] * 8 / (double)s->rates_ns);
    a->bytes[i] = 0;
  }
  next_period(a, m->now + 1000 * s->rates_ns);
  agenda_put(&m->agenda, PLACE_RARE, RARE_RATES, a->until);
}
