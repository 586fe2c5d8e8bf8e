// Runs a network window by window, and ends a run.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_crew.h"
#include "tb/sim/event/event_ends.h"
#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_ranks.h"
#include "tb/sim/event/event_reroute.h"
#include "tb/sim/event/event_rows.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/event/place_parts.h"

// A waiting thread spins, since windows are short, then yields, then sleeps: a thread that it waits for may need its
// core.
enum { SPINS = 2000, YIELDS = 20 };

// Threads share the places. The last thread to finish a window decides on the next one.
struct workers {
  struct event_network *n;
  int threads;
  atomic_uint arrived, turn, asleep;
  pthread_mutex_t mutex;
  pthread_cond_t next;
  uint64_t end;  // end of the window
  bool over;
};

// ---- the state of all places ----

// Whether this place is quiet: no frame is being sent, no state is active, and no pause or message is on its way.
static bool place_is_quiet(struct place *m, uint64_t now) {
  uint64_t off = 0, port_off = 0;
  for (int w = 0; w < (int)m->queues / 64 + 1; w++) off |= m->mmu.off[w];
  for (int w = 0; w < m->ports / 64 + 1; w++) port_off |= m->mmu.port_off[w];
  if (off != 0 || port_off != 0) return false;
  for (int p = 0; p < m->ports; p++) {
    struct event_port *end[] = {&m->port[p], m->host[p] != NULL ? &m->host[p]->port : NULL};
    for (int i = 0; i < 2 && end[i] != NULL; i++) {
      port_closed_classes(m, end[i], now);
      if (end[i]->busy || end[i]->closed || !messages_empty(&end[i]->messages_in) ||
          !messages_empty(&end[i]->messages_out))
        return false;
      for (int w = 0; end[i]->from != NULL && w < 2; w++)
        if (!messages_empty(&end[i]->from->messages[w])) return false;
    }
    if (m->port[p].queue_due != NEVER && m->port[p].connected) return false;
  }
  return true;
}

static bool is_quiet(struct event_network *n) {
  bool quiet = true;
  for (int i = 0; i < n->places && quiet; i++) quiet = place_is_quiet(n->mine[i], n->now);
  return n->ranks != NULL ? event_ranks_all(n, quiet) : quiet;
}

// ---- the end ----

// Sets rows, results and verdict as of that time.
static void finish(struct event_network *n, uint64_t end, enum verdict_kind verdict, uint64_t moved) {
  n->finished = true;
  n->now = end;
  n->result.verdict = (struct verdict){.kind = verdict, .since = moved};
}

// If all flows have sent everything before the stop of the sources, the sources stop at the next multiple of this time,
// which is the same for windows of any length.
#define STOP_GRID UINT64_C(100000)  // ps

static uint64_t grid_from(uint64_t ps) { return (ps + STOP_GRID - 1) / STOP_GRID * STOP_GRID; }

// Whether no flow has data to send. Senders that have given up leave flows that will never arrive; a sender that lacks
// the last acknowledgement may send again, but nothing waits for it [spec 14].
static bool nothing_left(const struct event_state *x) { return x->live == 0 || x->senders == 0; }

// From that time on nothing but timers happens: no data have arrived since the last change, for longer than two ends of
// the slowest timer. So every unfinished flow has no path, or waits in a deadlock [spec 14].
static uint64_t hopeless_from(const struct event_network *n, const struct event_state *x) {
  return n->hope == NEVER ? NEVER : agenda_most(x->progress, n->last_change) + n->hope;
}

// Whether the sources have stopped by now.
static bool sources_stop(const struct event_network *n, const struct event_state *x) {
  return n->now >= hopeless_from(n, x) || n->now >= n->stop ||
         (nothing_left(x) && n->now >= x->completed && n->now % STOP_GRID == 0);
}

// CBFC: full counters are sent for ever, so a network is never quiet. A drained run ends at this time, which is the
// same for windows of any length, because no window is longer than `settle`.
static uint64_t settled(const struct event_network *n, const struct event_state *x) {
  return (agenda_most(n->result.stop, x->moved) / n->settle + 2) * n->settle;
}

// The end of the next window. A window does not contain the times of decisions: a change of the routes, the stop of the
// sources, the proof of a deadlock, the end of the run.
static uint64_t next_end(const struct event_network *n, const struct event_state *x, uint64_t ends_from,
                         uint64_t proof) {
  uint64_t from = x->soonest > n->now ? x->soonest : n->now,
           end = n->run_end + 1;  // the samples at run_end are the last ones
  end = agenda_least(end, event_reroute_next(n));
  if (!n->stopped) end = agenda_least(end, agenda_least(n->stop, hopeless_from(n, x)));
  if (!n->stopped && nothing_left(x)) end = agenda_least(end, grid_from(agenda_most(n->now + 1, x->completed)));
  if (!n->stopped && !nothing_left(x) && ends_from < end) end = agenda_least(end, grid_from(ends_from + 1));
  if (proof > n->now) end = agenda_least(end, proof);
  if (n->stopped && x->under_way == 0 && scenario_has_credits(n->s)) end = agenda_least(end, settled(n, x));
  // Without this, the window of a pause that ends much later, without effect, would be the end of the run.
  if (n->stopped && x->under_way == 0 && x->last >= n->now) end = agenda_least(end, x->last + 1);
  return end > n->window && from < end - n->window ? from + n->window : end;
}

static bool is_drained(struct event_network *n, const struct event_state *x) {
  if (!n->stopped || x->under_way != 0) return false;
  if (scenario_has_credits(n->s)) return n->now >= settled(n, x);
  return n->now > x->last && is_quiet(n);
}

// Ends the run, or returns the end of the next window.
static uint64_t decide(struct event_network *n) {
  struct event_state x = event_crews_state(n);
  uint64_t ends_from = n->stopped ? 0 : event_ends_from(n, n->now + n->window);
  if (n->ranks != NULL) event_ranks_agree(n, &x, &ends_from);
  ends_from = agenda_most(ends_from, x.soonest);  // nothing happens before
  n->status = x.status;
  if (n->status != NETWORK_OK) {
    n->finished = true;
    return 0;
  }
  if (!n->stopped && sources_stop(n, &x)) event_snapshot(n);
  if (is_drained(n, &x)) {
    const uint64_t last = scenario_has_credits(n->s) ? n->now : x.last;
    finish(n, agenda_most(n->result.stop, agenda_least(last, n->run_end)), VERDICT_DRAINED, x.moved);
    return 0;
  }
  if (n->now > n->run_end) {
    finish(n, n->run_end, x.under_way != 0 ? VERDICT_MOVING : VERDICT_DRAINED, x.moved);
    return 0;
  }
  // within that time every packet that can move has moved [cycle.h]
  const uint64_t proof = n->stopped && x.under_way != 0 ? agenda_most(n->result.stop, x.moved) + n->patience : 0;
  if (proof != 0 && n->now >= proof) {
    finish(n, proof, VERDICT_DEADLOCKED, x.moved);
    return 0;
  }
  return next_end(n, &x, ends_from, proof);
}

// Writes the rows that no later event can precede; with several processes at the end.
static void write_rows(struct event_network *n, uint64_t before) {
  FILE *const to[ROWS_FILES] = {[ROWS_PAUSES] = n->opt.pauses,
                                [ROWS_OCCUPANCY] = n->opt.occupancy,
                                [ROWS_SERIES] = n->opt.series,
                                [ROWS_PACKETS] = n->opt.packets,
                                [ROWS_RATES] = n->opt.rates};
  if (n->opt.rates != NULL) event_rates_rows(n, before);
  for (int f = 0; f < ROWS_FILES; f++)
    if (to[f] != NULL && event_merge_write(n->merge, (enum rows_file)f, before, to[f]) != 0)
      n->status = NETWORK_NO_MEMORY;
}

static bool writes(const struct event_network *n) { return n->places > 0 && n->mine[0]->rows != NULL; }

static void show_progress(const struct event_network *n) {
  const uint64_t received = event_crews_state(n).received;
  n->opt.progress(n->opt.progress_arg, share_done(&n->share, n->now, received), (double)n->now / 1e6);
}

// The time before which rows are final. Without packets the run may end at the last event, although a pause without
// effect is still to end.
static uint64_t rows_before(const struct event_network *n) {
  const uint64_t before = n->now - n->gate;  // the row of a message has the time of its arrival, before its effect
  if (!n->stopped || scenario_has_credits(n->s)) return before;
  const struct event_state x = event_crews_state(n);
  return x.under_way != 0 ? before : agenda_least(before, agenda_most(n->result.stop, x.last));
}

// Between two windows. Returns the end of the next window, or 0: the run has ended.
static uint64_t between(struct event_network *n, uint64_t end) {
  n->now = end;
  n->parity ^= 1;
  n->woken = NEVER;
  event_crews_rest(n);
  if (n->ranks != NULL) event_ranks_mail(n);
  if (n->chains != NULL) event_crews_deliver(n);
  if (n->now == event_reroute_next(n)) {
    event_reroute(n);
    event_crews_renew(n);
  }
  uint64_t next = decide(n);
  if (n->ranks == NULL && writes(n) && !n->finished && n->now > n->gate) write_rows(n, rows_before(n));
  if (n->opt.progress != NULL) show_progress(n);
  return n->finished ? 0 : next;
}

// ---- windows ----

static void alone(struct event_network *n) {
  for (uint64_t end = decide(n); !n->finished; end = between(n, end)) {
    if (n->ranks != NULL) event_ranks_work(n, true);
    event_crew_run(n, &n->crew[0], end);
    if (n->ranks != NULL) event_ranks_work(n, false);
  }
}

static void begin_turn(struct workers *w, unsigned turn) {
  atomic_store(&w->turn, turn);
  if (atomic_load(&w->asleep) == 0) return;
  pthread_mutex_lock(&w->mutex);
  pthread_cond_broadcast(&w->next);
  pthread_mutex_unlock(&w->mutex);
}

static void await_turn(struct workers *w, unsigned turn) {
  for (int yields = 0; yields < YIELDS; yields++) {
    for (int spins = 0; spins < SPINS; spins++)
      if (atomic_load(&w->turn) == turn) return;
    sched_yield();
  }
  pthread_mutex_lock(&w->mutex);
  atomic_fetch_add(&w->asleep, 1);
  while (atomic_load(&w->turn) != turn) pthread_cond_wait(&w->next, &w->mutex);
  atomic_fetch_sub(&w->asleep, 1);
  pthread_mutex_unlock(&w->mutex);
}

static void *work(void *argument) {
  struct worker {
    struct workers *all;
    int thread;
  } *me = argument;
  struct workers *w = me->all;
  for (;;) {
    event_crew_run(w->n, &w->n->crew[me->thread], w->end);
    const unsigned next = atomic_load(&w->turn) + 1;
    if (atomic_fetch_add(&w->arrived, 1) + 1 == (unsigned)w->threads) {
      w->end = between(w->n, w->end);
      w->over = w->n->finished;
      atomic_store(&w->arrived, 0);
      begin_turn(w, next);
    }
    await_turn(w, next);
    if (w->over) return NULL;
  }
}

// Runs all windows in several threads. The thread that finishes a window last reports progress and writes rows.
static void run_threads(struct event_network *n, int threads) {
  struct workers w = {.n = n, .threads = threads, .mutex = PTHREAD_MUTEX_INITIALIZER, .next = PTHREAD_COND_INITIALIZER};
  struct worker {
    struct workers *all;
    int thread;
  } *me = calloc((size_t)threads, sizeof(*me));
  pthread_t *id = calloc((size_t)threads, sizeof(*id));
  w.end = decide(n);
  int started = 1;
  if (me == NULL || id == NULL) {
    n->status = NETWORK_NO_MEMORY;
    n->finished = true;
  }
  for (int i = 0; !n->finished && i < threads; i++) me[i] = (struct worker){&w, i};
  for (; !n->finished && started < threads; started++)
    if (pthread_create(&id[started], NULL, work, &me[started]) != 0) break;
  if (!n->finished && started < threads) {
    // running threads wait for each other, so the missing ones must be counted
    atomic_fetch_add(&w.arrived, (unsigned)(threads - started));
    n->status = NETWORK_NO_MEMORY;
  }
  if (!n->finished) work(&me[0]);
  for (int i = 1; i < started; i++) pthread_join(id[i], NULL);
  free(me);
  free(id);
}

enum network_status event_run(struct event_network *n) {
  const int most = n->ranks != NULL ? 1 : n->opt.threads, threads = most < n->places ? most : n->places;
  if (!event_crews_new(n, threads > 1 ? threads : 1)) n->status = NETWORK_NO_MEMORY;
  if (threads > 1)
    run_threads(n, threads);
  else
    alone(n);
  if (n->status == NETWORK_OK) {
    event_conclude(n);
    if (n->ranks == NULL && writes(n)) write_rows(n, n->now + 1);
  }
  if (n->ranks != NULL) event_ranks_gather(n);
  return n->status;
}

enum network_status event_new(struct event_network **out, const struct scenario *s, const struct network_options *o) {
  struct event_network *n = calloc(1, sizeof(*n));
  *out = n;
  if (n == NULL) return NETWORK_NO_MEMORY;
  n->s = s;
  n->opt = *o;
  n->last = s->switches;
  if (o->transport != NULL && event_ranks_new(n) != 0) n->status = NETWORK_NO_MEMORY;
  if (n->status == NETWORK_OK) n->status = event_build(n);
  if (n->ranks != NULL) event_ranks_status(n);
  return n->status;
}

uint64_t event_port_pauses(const struct event_network *n, int sw, int port) { return n->place[sw]->mmu.pauses[port]; }
