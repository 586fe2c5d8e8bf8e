#include "tb/sim/event/event_rates.h"

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_rows.h"

static void put_rate(struct place *m, int flow, const char *what, double gbps) {
  event_rows_printf(m, ROWS_RATES, m->now, (uint32_t)flow, "%.3f,%s,%s,%.6f\n", (double)m->now / 1000,
                    m->net->s->flow[flow].name, what, gbps);
}

void event_rates_sample(struct place *m) {
  const struct scenario *s = m->net->s;
  for (int i = 0; i < s->flows; i++) {
    const uint64_t bytes = m->received[i].bytes;
    const bool ends_here = s->flow[i].route[s->flow[i].hops - 1] == m->number,
               starts_here = s->flow[i].route[0] == m->number;
    const double allowed = starts_here && m->loop != NULL ? loop_rate(m, (uint32_t)i) : 0;
    if (allowed > 0) put_rate(m, i, "allowed", allowed / 1e9);
    if (!ends_here || bytes == m->rows->received[i]) continue;
    put_rate(m, i, "received", (double)(bytes - m->rows->received[i]) * 8 / (double)s->rates_ns);
    m->rows->received[i] = bytes;
  }
  agenda_put(&m->agenda, PLACE_RARE, RARE_RATES, m->now + 1000 * s->rates_ns);
}
