#define _POSIX_C_SOURCE 200809L
#include "tb/sim/clocked/area.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/clock.h"
#include "tb/sim/clocked/mmu_switch.h"
#include "tb/sim/clocked/port.h"
#include "tb/sim/clocked/ranks_text.h"
#include "tb/sim/clocked/switch.h"

enum {
  LEAST_REACH = 8,  // clocks: fewer are not worth while
  MOST_REACH = WHEEL_NEAR - 1,
  LONGEST = 64,  // reaches that a packet may be on its way: it is looked at once in each
};

// ---- the order of events of one clock ----

// The clock in which it was added.
static uint64_t added(const struct event *e) {
  if (e->kind == EVENT_ARRIVE) return ((const struct packet *)e)->since;
  if (e->kind == EVENT_STOP) return 0;
  const struct port *sent = (const struct port *)((const char *)e - offsetof(struct port, sent));
  const struct port *kick = (const struct port *)((const char *)e - offsetof(struct port, kick));
  return e->kind == EVENT_SENT ? sent->since : e->kind == EVENT_KICK ? kick->asked : e->clock;
}

// Of those that one clock added: switches send in their order, then hosts in that in which they were added.
static uint32_t sender(const struct network *n, const struct event *e) {
  const struct packet *p = (const struct packet *)e;
  return e->kind == EVENT_ARRIVE && p->via->node < n->s->switches ? port_number(p->via) : UINT32_MAX;
}

static int order(const struct network *n, const struct event *x, const struct event *y) {
  uint64_t a = added(x), b = added(y);
  int by_clock =
      x->clock - a < WHEEL_NEAR && y->clock - b < WHEEL_NEAR ? (a > b) - (a < b) : wheel_order(x->clock, a, b);
  if (by_clock != 0) return by_clock;
  uint32_t s = sender(n, x), t = sender(n, y);
  return (s > t) - (s < t);
}

// Into the wheel, among those of its clock.
static void meet(struct network *n, struct event *e) {
  struct event *later = NULL, *before = wheel_last(&n->wheel, e->clock);
  if (before != NULL) {
    const struct event *head = before->next;
    for (; before != head && order(n, e, before) < 0; before = before->prev) later = before;
  }
  if (later == NULL)
    wheel_put(&n->wheel, e, e->clock);
  else
    wheel_add_before(&n->wheel, e, later);
}

// ---- what waits for an area's turn ----

static void sooner(struct areas *a, int area, uint64_t clock) {
  if (clock < a->next[area]) a->next[area] = clock;
}

static void keep(struct areas *a, int area, struct event *e, uint64_t clock) {
  e->clock = clock;
  event_append(&a->area[area].own, e);
  sooner(a, area, clock);
}

void area_add(struct network *n, struct event *e, uint64_t clock) {
  e->clock = clock;
  if (clock < n->end)
    meet(n, e);
  else
    keep(n->areas, n->areas->at, e, clock);
}

void area_mail(struct network *n, struct packet *p, uint64_t clock) {
  int to = p->via->peer->node;
  struct area *a = &n->areas->area[to];
  if (a->mails == a->room) {
    unsigned room = a->room != 0 ? 2 * a->room : 16;
    struct area_mail *more = realloc(a->mail, room * sizeof(*more));
    if (more == NULL) {
      network_fail(n, NETWORK_NO_MEMORY);
      packet_free(&n->pool, p);
      return;
    }
    a->mail = more;
    a->room = room;
  }
  p->event.clock = clock;
  a->mail[a->mails++] = (struct area_mail){clock, p};
  sooner(n->areas, to, clock);
}

// An event's turn has come. Where one was added so long ago that the wheel's levels show in the order, those that are
// added now find their places by it.
static inline void bring(struct network *n, struct event *e, uint64_t when) {
  if (e->clock - when >= WHEEL_NEAR) n->near = 0;
  if (wheel_last(&n->wheel, e->clock) == NULL)
    wheel_put(&n->wheel, e, e->clock);
  else
    meet(n, e);
}

static void load(struct network *n, int area) {
  struct areas *all = n->areas;
  struct area *a = &all->area[area];
  unsigned left = 0;
  n->near = n->end;
  all->next[area] = UINT64_MAX;
  for (struct event *e = a->own.next, *next; e != &a->own; e = next) {
    next = e->next;
    if (e->clock < n->end) {
      event_unlink(e);
      bring(n, e, added(e));
    } else {
      sooner(all, area, e->clock);
    }
  }
  for (unsigned k = 0; k < a->mails; k++) {
    const struct area_mail m = a->mail[k];
    if (m.clock < n->end) {
      bring(n, &m.packet->event, m.packet->since);
    } else {
      a->mail[left++] = m;
      sooner(all, area, m.clock);
    }
  }
  a->mails = left;
}

static void run(struct network *n, int area, uint64_t from, uint64_t last) {
  struct areas *all = n->areas;
  all->at = area;
  n->now = from - 1;
  n->active_clocks = 0;
  load(n, area);
  for (unsigned left = all->area[area].active_clocks; left != 0; left &= left - 1)
    switch_activate(n, area, from + ((unsigned)__builtin_ctz(left) - from) % ACTIVE_RING);
  network_area(n, area, last);
  n->now = last;
  all->area[area].active_clocks = n->active_clocks;
  if (n->active_clocks != 0) sooner(all, area, network_active(n));
}

// ---- rows of pauses.csv ----

void areas_wrote(struct network *n) {
  struct areas *a = n->areas;
  if (a->rows == a->rows_room) {
    size_t room = a->rows_room != 0 ? 2 * a->rows_room : 1024;
    struct ranks_row *more = realloc(a->row, room * sizeof(*more));
    if (more == NULL) {
      network_fail(n, NETWORK_NO_MEMORY);
      return;
    }
    a->row = more;
    a->rows_room = room;
  }
  a->row[a->rows++] = (struct ranks_row){a->key, (uint64_t)ftell(n->opt.pauses)};
}

struct line {
  struct ranks_key key;
  size_t from, size;
};

static int compare_lines(const void *a, const void *b) {
  const struct line *x = a, *y = b;
  int by_key = ranks_compare(&x->key, &y->key);
  return by_key != 0 ? by_key : (x->from > y->from) - (x->from < y->from);
}

// Those of this turn.
static void put_rows(struct network *n) {
  struct areas *a = n->areas;
  if (a->rows == 0) return;
  struct line *line = malloc(a->rows * sizeof(*line));
  if (line == NULL || fflush(n->opt.pauses) != 0) {
    network_fail(n, NETWORK_NO_MEMORY);
    free(line);
    return;
  }
  for (size_t i = 0, from = 0; i < a->rows; from = a->row[i++].end)
    line[i] = (struct line){a->row[i].key, from, a->row[i].end - from};
  qsort(line, a->rows, sizeof(*line), compare_lines);
  for (size_t i = 0; i < a->rows; i++) {
    fwrite(a->text + line[i].from, 1, line[i].size, a->pauses);
    if (n->ranks != NULL) ranks_wrote(n, RANKS_PAUSES, line[i].key);
  }
  free(line);
  a->rows = 0;
  fseek(n->opt.pauses, 0, SEEK_SET);
}

// ---- all of them ----

uint64_t areas_next(const struct network *n) {
  uint64_t next = UINT64_MAX;
  for (int i = n->first; i < n->last; i++)
    if (n->areas->next[i] < next) next = n->areas->next[i];
  return next;
}

// To and fro: what the last turn of all ended with is still near the core. Of few switches all is: 4 would lose 3 %.
enum { FEW = 32 };
void areas_run(struct network *n, uint64_t last) {
  struct areas *a = n->areas;
  uint64_t from = n->now + 1;
  n->end = last + 1;
  a->back = !a->back && n->last - n->first > FEW;
  for (int k = 0; k < n->last - n->first && !n->finished; k++) {
    int area = a->back ? n->last - 1 - k : n->first + k;
    if (a->next[area] <= last) run(n, area, from, last);
  }
  if (n->finished) return;
  n->now = last;
  if (a->pauses != NULL) put_rows(n);
}

// The fewest clocks from switch to switch, 0: not worth while.
static uint64_t reach(const struct network *n) {
  const struct scenario *s = n->s;
  uint64_t least = MOST_REACH, longest = 0;
  for (int i = 0; i < s->links; i++) {
    if (s->link[i].access) continue;
    uint64_t clocks = s->link[i].delay + 1;
    if (clocks < least) least = clocks;
    if (clocks > longest) longest = clocks;
  }
  return least < LEAST_REACH || longest / least > LONGEST ? 0 : least;
}

static bool worth_while(const struct network *n) {
  return n->kind == &mmu_switch && !n->stepping && !n->stopped && n->trace == NULL && n->sampler == NULL &&
         !event_pending(&n->sample) && reach(n) != 0;
}

static void send_to_area(void *arg, struct event *e) {
  struct network *n = arg;
  if (e->kind == EVENT_STOP) return;
  const struct port *via = e->kind == EVENT_ARRIVE ? ((const struct packet *)e)->via : NULL;
  int node = via != NULL ? via->peer->node : e->kind == EVENT_WAKE ? (int)e->owner : (int)(e->owner >> 8);
  if (via != NULL && via->node < n->s->switches && node < n->s->switches) {
    area_mail(n, (struct packet *)e, e->clock);
    return;
  }
  if (node >= n->s->switches) node = n->port[node]->peer->node;
  keep(n->areas, node, e, e->clock);
}

int areas_split(struct network *n) {
  if (!worth_while(n)) return 0;
  size_t switches = (size_t)n->s->switches;
  struct areas *a = n->areas = calloc(1, sizeof(*a));
  if (a == NULL) return -1;
  a->area = calloc(switches, sizeof(*a->area));
  a->next = malloc(switches * sizeof(*a->next));
  a->pauses = n->opt.pauses;
  FILE *text = a->pauses != NULL ? open_memstream(&a->text, &a->size) : NULL;
  if (text != NULL) n->opt.pauses = text;
  if (a->area == NULL || a->next == NULL || (a->pauses != NULL && text == NULL)) return -1;
  a->reach = reach(n);
  for (int i = 0; i < n->s->switches; i++) {
    event_list(&a->area[i].own);
    a->next[i] = UINT64_MAX;
    for (unsigned r = 0; r < ACTIVE_RING; r++) a->area[i].active_clocks |= (unsigned)(n->active[r] >> i % 64 & 1) << r;
    n->active_clocks = a->area[i].active_clocks;
    if (n->active_clocks != 0) a->next[i] = network_active(n);
  }
  wheel_empty(&n->wheel, send_to_area, n);
  return 0;
}

// ---- together again ----

struct waits {
  const struct network *n;
  struct event *event;
  size_t turn;
};

static int compare_waits(const void *a, const void *b) {
  const struct waits *x = a, *y = b;
  if (x->event->clock != y->event->clock) return x->event->clock < y->event->clock ? -1 : 1;
  int by_order = order(x->n, x->event, y->event);
  return by_order != 0 ? by_order : (x->turn > y->turn) - (x->turn < y->turn);
}

static int restore_events(struct network *n) {
  struct areas *a = n->areas;
  size_t count = 1, got = 1;
  for (int i = n->first; i < n->last; i++) {
    count += a->area[i].mails;
    for (const struct event *e = a->area[i].own.next; e != &a->area[i].own; e = e->next) count++;
  }
  struct waits *all = malloc(count * sizeof(*all));
  if (all == NULL) return -1;
  n->stop.clock = n->s->stop;
  all[0] = (struct waits){n, &n->stop, 0};
  for (int i = n->first; i < n->last; i++) {
    struct area *area = &a->area[i];
    for (struct event *e; (e = area->own.next) != &area->own; got++) {
      event_unlink(e);
      all[got] = (struct waits){n, e, got};
    }
    for (unsigned k = 0; k < area->mails; k++, got++) all[got] = (struct waits){n, &area->mail[k].packet->event, got};
    area->mails = 0;
  }
  qsort(all, count, sizeof(*all), compare_waits);
  wheel_rewind(&n->wheel, n->now);
  for (size_t i = 0; i < count; i++) wheel_restore(&n->wheel, all[i].event, all[i].event->clock, added(all[i].event));
  free(all);
  return 0;
}

int areas_join(struct network *n) {
  struct areas *a = n->areas;
  if (a == NULL) return 0;
  int status = restore_events(n);
  if (a->pauses != NULL) {
    fclose(n->opt.pauses);
    n->opt.pauses = a->pauses;
    a->pauses = NULL;
  }
  n->end = n->near = 0;
  memset(n->active, 0, sizeof(n->active));
  n->active_clocks = 0;
  for (int i = n->first; i < n->last; i++)
    for (unsigned bits = a->area[i].active_clocks; bits != 0; bits &= bits - 1) {
      n->active[__builtin_ctz(bits)] |= UINT64_C(1) << i % 64;
      n->active_clocks |= bits & -bits;
    }
  areas_free(n);
  for (int i = n->first; i < n->last; i++) n->kind->join(n, i);
  return status;
}

void areas_free(struct network *n) {
  struct areas *a = n->areas;
  if (a == NULL) return;
  if (a->pauses != NULL && n->opt.pauses != a->pauses) fclose(n->opt.pauses);
  for (int i = 0; a->area != NULL && i < n->s->switches; i++) free(a->area[i].mail);
  free(a->area);
  free(a->next);
  free(a->text);
  free(a->row);
  free(a);
  n->areas = NULL;
}
