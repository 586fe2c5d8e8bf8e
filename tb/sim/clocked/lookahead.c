#define _POSIX_C_SOURCE 200809L
#include "tb/sim/clocked/lookahead.h"

#include <stdlib.h>
#include <time.h>

#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/clock.h"
#include "tb/sim/clocked/mail.h"
#include "tb/sim/clocked/port.h"
#include "tb/sim/clocked/ranks.h"
#include "tb/sim/clocked/ranks_text.h"
#include "tb/sim/clocked/verdict.h"
#include "tb/sim/ranks/partition.h"
#include "tb/sim/ranks/transport.h"

int lookahead_new(struct network *n, const struct transport *t) {
  const struct scenario *s = n->s;
  struct ranks *r = n->ranks = calloc(1, sizeof(*r));
  if (r == NULL) return -1;
  r->t = t;
  r->first = calloc((size_t)t->ranks + 1, sizeof(*r->first));
  r->out = calloc((size_t)t->ranks, sizeof(*r->out));
  if (r->first == NULL || r->out == NULL) return -1;
  partition(s, t->ranks, r->first);
  n->first = r->first[t->rank];
  n->last = r->first[t->rank + 1];
  r->ahead = UINT64_MAX / 2;
  for (int i = 0; i < s->links; i++) {  // a frame takes at least a clock
    const struct scenario_link *l = &s->link[i];
    if (l->access || partition_rank(r->first, l->end[0].node) == partition_rank(r->first, l->end[1].node)) continue;
    if (l->delay + 1 < r->ahead) r->ahead = l->delay + 1;
  }
  return ranks_open_texts(n);
}

void lookahead_free(struct network *n) {
  struct ranks *r = n->ranks;
  if (r == NULL) return;
  ranks_close_texts(n);
  for (int i = 0; r->out != NULL && i < r->t->ranks; i++) free(r->out[i].data);
  free(r->first);
  free(r->out);
  free(r->inbox);
  free(r);
  n->ranks = NULL;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The next clock in which anything happens here.
static uint64_t own_next(const struct network *n, uint64_t now) {
  if (n->areas != NULL) return areas_next(n);
  if (n->stepping || n->active_clocks != 0) return now;
  return least(n->wheel.count != 0 ? wheel_peek(&n->wheel) : UINT64_MAX, mail_next(n));
}

// What all ranks know after a look-ahead.
struct common {
  uint64_t moved;  // the last movement of a packet
  uint64_t sent;   // the first clock in which all may have sent everything
  uint64_t quiet;  // since when all are; UINT64_MAX: some are not
  uint64_t data;   // packets are under way
  uint64_t soon;   // the largest of ~ the next clock
};

// A look-ahead that ends in the clock that was just worked on: the sources may stop in it, or a deadlock be found.
static void judge(struct network *n, const struct common *c, bool live) {
  if (!live && !n->stopped) network_stop(n);
  if (!n->ranks->checking) return;
  n->ranks->checking = false;
  n->moved = c->moved;
  verdict_check(n);
}

static void share(struct network *n, struct common *c) {
  struct ranks *r = n->ranks;
  uint64_t next = least(own_next(n, n->now + 1), r->soonest);
  uint64_t v[] = {n->moved,
                  network_sent_by(n, n->now + r->ahead),
                  n->stopped && r->quiet ? r->quiet_since : UINT64_MAX,
                  n->pool.data,
                  ~next,
                  n->status != NETWORK_OK,
                  r->work};
  for (int i = 0; i < r->t->ranks; i++)
    if (r->out[i].size > 0) v[2] = UINT64_MAX;  // under way
  for (int i = 0; i < r->t->ranks; i++) v[3] += r->out[i].size;
  r->t->max(v, 7);
  n->result.cost.steps++;
  n->result.cost.work += r->work;
  n->result.cost.longest += v[6];
  *c = (struct common){v[0], v[1], v[2], v[3], v[4]};
  r->data = c->data != 0;
  if (v[5] != 0) ranks_agree(n);
}

// Since when is nothing under way here?
static void look(struct network *n) {
  struct ranks *r = n->ranks;
  bool quiet = n->stopped && network_quiet(n);
  if (quiet && !r->quiet) r->quiet_since = n->now;
  r->quiet = quiet;
}

static uint64_t cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void work_together(struct network *n, uint64_t last) {
  if (n->now < last) network_next(n, last);
  for (;;) {
    network_work(n);
    look(n);
    if (n->finished || n->now >= last) break;
    network_next(n, last);
  }
}

static void work_by_area(struct network *n, uint64_t last) {
  for (uint64_t from; (from = areas_next(n)) <= last && !n->finished;) {
    n->now = from - 1;
    areas_run(n, least(last, n->now + n->areas->reach));
  }
  if (!n->finished) n->now = last;
}

// All clocks until the end of the look-ahead. Afterwards n->now is the last one.
static void work(struct network *n, uint64_t last) {
  uint64_t began = cpu_ns();
  if (n->areas != NULL)
    work_by_area(n, last);
  else
    work_together(n, last);
  n->ranks->work = cpu_ns() - began;
}

void lookahead_run(struct network *n) {
  struct ranks *r = n->ranks;
  struct common c;
  bool split = false;
  for (uint64_t last = 0;;) {
    r->end = last + 1;
    r->soonest = UINT64_MAX;
    work(n, last);
    share(n, &c);
    if (n->status != NETWORK_OK) return;
    judge(n, &c, c.sent != 0);
    look(n);
    if (c.quiet != UINT64_MAX && n->stopped) {
      n->result.clocks = n->now = c.quiet;
      n->finished = true;
    }
    if (n->finished || n->now >= n->s->duration) break;
    if (mail_exchange(n) != 0) network_fail(n, NETWORK_NO_MEMORY);
    uint64_t from = ~c.soon > n->now + 1 ? ~c.soon : n->now + 1;
    from = least(from, n->s->duration);
    last = least(from + r->ahead - 1, n->s->duration);
    // The clock of a verdict, or in which the last source may stop, is the last of a look-ahead.
    if (event_pending(&n->check)) last = least(last, n->check.clock);
    if (!n->stopped && c.sent != 0) last = least(last, c.sent > n->now ? c.sent : n->now + 1);
    if (last <= n->now) last = n->now + 1;
    bool by_area = !n->stopped && last < n->s->stop && last < c.sent;
    if (by_area && !split && areas_split(n) != 0) network_fail(n, NETWORK_NO_MEMORY);
    if (!by_area && areas_join(n) != 0) network_fail(n, NETWORK_NO_MEMORY);
    split = true;
  }
}
