// Look-aheads, and what all ranks have to agree on between them.
#define _POSIX_C_SOURCE 200809L
#include "ranks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "net.h"
#include "partition.h"
#include "ranks_out.h"

int ranks_new(struct network *n, const struct transport *t) {
  const struct scenario *s = n->s;
  struct ranks *r = n->ranks = calloc(1, sizeof(*r));
  if (r == NULL) return -1;
  r->t = t;
  r->first = calloc((size_t)t->ranks + 1, sizeof(*r->first));
  r->out = calloc((size_t)t->ranks, sizeof(*r->out));
  r->source = malloc(((size_t)s->flows + 1) * sizeof(*r->source));
  if (r->first == NULL || r->out == NULL || r->source == NULL) return -1;
  partition(s, t->ranks, r->first);
  n->first = r->first[t->rank];
  n->last = r->first[t->rank + 1];
  r->ahead = UINT64_MAX / 2;
  for (int i = 0; i < s->links; i++) {  // a frame takes at least a clock
    const struct scenario_link *l = &s->link[i];
    if (l->access || partition_rank(r->first, l->end[0].node) == partition_rank(r->first, l->end[1].node)) continue;
    if (l->delay + 1 < r->ahead) r->ahead = l->delay + 1;
  }
  for (int i = 0; i < s->flows; i++) {
    int at = s->link[s->host[s->flow[i].from - s->switches].link].end[0].node;
    if (at >= n->first && at < n->last) r->source[r->sources++] = i;
  }
  return ranks_open_texts(n);
}

void ranks_free(struct network *n) {
  struct ranks *r = n->ranks;
  if (r == NULL) return;
  ranks_close_texts(n);
  for (int i = 0; r->out != NULL && i < r->t->ranks; i++) free(r->out[i].data);
  free(r->first);
  free(r->out);
  free(r->inbox);
  free(r->source);
  free(r);
  n->ranks = NULL;
}

void ranks_agree(struct network *n) {
  const struct transport *t = n->ranks->t;
  uint64_t worst = (uint64_t)n->status << 32 | (uint64_t)(t->ranks - t->rank);
  t->max(&worst, 1);
  n->status = (enum network_status)(worst >> 32);
  n->ranks->failed = t->ranks - (int)(worst & UINT32_MAX);
  if (n->status != NETWORK_OK) n->finished = true;
}

// ---- packets ----

bool ranks_foreign(const struct network *n, int node) {
  return node < n->s->switches && (node < n->first || node >= n->last);
}

// What a packet is on its way: the port that it comes from, and what the receiver does not know.
struct letter {
  uint64_t clock, added, born;
  uint32_t sender, bytes;
  bool control;
  uint8_t cls, hop;
  struct pause pause;
  uint32_t flow, cells;
  uint8_t ttl;
};

static uint32_t sender_of(const struct port *p) { return (uint32_t)p->node << 8 | p->index; }

void ranks_send(struct network *n, struct packet *p, uint64_t clock) {
  struct ranks *r = n->ranks;
  struct ranks_out *out = &r->out[partition_rank(r->first, p->via->peer->node)];
  struct letter letter;
  memset(&letter, 0, sizeof(letter));
  letter = (struct letter){.clock = clock, .added = n->now, .born = p->born, .sender = sender_of(p->via)};
  letter.bytes = p->bytes;
  letter.control = p->control;
  letter.cls = p->cls;
  letter.hop = p->hop;
  if (p->control) {
    letter.pause = p->pause;
  } else {
    letter.flow = p->data.flow;
    letter.cells = p->data.cells;
    letter.ttl = p->data.ttl;
  }
  if (out->size + sizeof(letter) > out->room) {
    size_t room = out->room != 0 ? 2 * out->room : 4096;
    char *more = realloc(out->data, room);
    if (more == NULL) {
      network_fail(n, NETWORK_NO_MEMORY);
      return;
    }
    out->data = more;
    out->room = room;
  }
  memcpy(out->data + out->size, &letter, sizeof(letter));
  out->size += sizeof(letter);
  if (clock < r->soonest) r->soonest = clock;
  packet_free(&n->pool, p);
}

static struct ranks_key key_of(const struct packet *p) {
  return (struct ranks_key){p->event.clock, p->since, sender_of(p->via)};
}

int ranks_compare(const struct ranks_key *a, const struct ranks_key *b) {
  if (a->clock != b->clock) return a->clock < b->clock ? -1 : 1;
  int order = wheel_order(a->clock, a->added, b->added);
  return order != 0 ? order : (a->sender > b->sender) - (a->sender < b->sender);
}

static bool before(const struct packet *a, const struct packet *b) {
  struct ranks_key x = key_of(a), y = key_of(b);
  return ranks_compare(&x, &y) < 0;
}

static int inbox_put(struct ranks *r, struct packet *p) {
  if (r->inboxes == r->inbox_room) {
    int room = r->inbox_room != 0 ? 2 * r->inbox_room : 256;
    struct packet **more = realloc(r->inbox, (size_t)room * sizeof(struct packet *));
    if (more == NULL) return -1;
    r->inbox = more;
    r->inbox_room = room;
  }
  int place = r->inboxes++;
  for (int above; place > 0 && before(p, r->inbox[above = (place - 1) / 2]); place = above)
    r->inbox[place] = r->inbox[above];
  r->inbox[place] = p;
  return 0;
}

static struct packet *inbox_get(struct ranks *r) {
  struct packet *first = r->inbox[0], *last = r->inbox[--r->inboxes];
  int place = 0;
  for (int below; (below = 2 * place + 1) < r->inboxes; place = below) {
    if (below + 1 < r->inboxes && before(r->inbox[below + 1], r->inbox[below])) below++;
    if (!before(r->inbox[below], last)) break;
    r->inbox[place] = r->inbox[below];
  }
  r->inbox[place] = last;
  return first;
}

static void take(struct network *n, const char *data) {
  struct letter letter;
  memcpy(&letter, data, sizeof(letter));
  struct packet *p = packet_new(&n->pool, letter.control);
  if (p == NULL) {
    network_fail(n, NETWORK_NO_MEMORY);
    return;
  }
  p->event.clock = letter.clock;
  p->event.kind = EVENT_ARRIVE;
  p->via = &n->sw[letter.sender >> 8].port[letter.sender & 255];
  p->since = letter.added;
  p->born = letter.born;
  p->bytes = letter.bytes;
  p->cls = letter.cls;
  p->hop = letter.hop;
  if (letter.control) {
    p->pause = letter.pause;
  } else {
    p->data.flow = letter.flow;
    p->data.cells = letter.cells;
    p->data.ttl = letter.ttl;
  }
  if (inbox_put(n->ranks, p) != 0) network_fail(n, NETWORK_NO_MEMORY);
}

uint64_t ranks_next(const struct network *n) {
  return n->ranks->inboxes > 0 ? n->ranks->inbox[0]->event.clock : UINT64_MAX;
}

void ranks_arrive(struct network *n, const struct event *e) {
  struct ranks *r = n->ranks;
  struct ranks_key key = {.clock = n->now};
  if (e != NULL && e->kind == EVENT_ARRIVE) {
    key = key_of((const struct packet *)e);
    r->key = key;
  } else if (e != NULL && e->kind != EVENT_STOP) {
    return;
  }
  while (ranks_next(n) == n->now) {
    struct ranks_key first = key_of(r->inbox[0]);
    if (e != NULL && ranks_compare(&first, &key) > 0) break;
    r->key = first;
    struct packet *p = inbox_get(r);
    switch_arrive(n, p->via->peer->node, p);
  }
  r->key = key;
}

// ---- look-aheads ----

static int exchange(struct network *n) {
  struct ranks *r = n->ranks;
  int *size = calloc((size_t)r->t->ranks, sizeof(*size)), status = ENOMEM;
  size_t total = 0, got = 0;
  for (int i = 0; i < r->t->ranks; i++) total += r->out[i].size;
  char *out = malloc(total + 1), *in = NULL;
  if (size != NULL && out != NULL) {
    total = 0;
    for (int i = 0; i < r->t->ranks; i++) {
      if (r->out[i].size > 0) memcpy(out + total, r->out[i].data, r->out[i].size);
      total += r->out[i].size;
      n->result.cost.packets += r->out[i].size / sizeof(struct letter);
      size[i] = (int)r->out[i].size;
      r->out[i].size = 0;
    }
    status = r->t->exchange(out, size, &in, &got);
  }
  n->result.cost.bytes += total;
  for (size_t k = 0; status == 0 && k < got; k += sizeof(struct letter)) take(n, in + k);
  free(size);
  free(out);
  free(in);
  return status;
}

// The first clock in which a flow may send its last packet; UINT64_MAX: it never does.
static uint64_t last_packet(const struct network *n, int flow) {
  const struct scenario_flow *f = &n->s->flow[flow];
  const struct flow_result *r = &n->result.flow[flow];
  const struct pace *line = &n->host[f->from - n->s->switches].port.line;
  if (f->bytes == 0) return UINT64_MAX;
  if (r->sent_bytes == f->bytes) return 0;
  if (n->now >= f->stop) return UINT64_MAX;
  uint64_t left = (f->bytes - r->sent_bytes - 1) / f->packet, from = r->start > n->now ? r->start : n->now + 1;
  uint64_t clocks = f->packet * line->num / line->den;
  return from + left * clocks;
}

// The first clock in which all flows of this rank may have sent all; one that takes longest is remembered.
static uint64_t all_sent(struct network *n, uint64_t enough) {
  struct ranks *r = n->ranks;
  uint64_t most = 0;
  if (r->witness < r->sources && (most = last_packet(n, r->source[r->witness])) > enough) return most;
  most = 0;
  int left = 0;
  r->witness = 0;
  for (int i = 0; i < r->sources; i++) {
    uint64_t clock = last_packet(n, r->source[i]);
    if (clock == 0) continue;
    r->source[left] = r->source[i];
    if (clock > most) {
      most = clock;
      r->witness = left;
    }
    left++;
  }
  r->sources = left;
  return most;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The next clock in which anything happens here.
static uint64_t own_next(const struct network *n, uint64_t now) {
  if (n->stepping || n->active_clocks != 0) return now;
  return least(n->wheel.count != 0 ? wheel_peek(&n->wheel) : UINT64_MAX, ranks_next(n));
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
                  all_sent(n, n->now + r->ahead),
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

// One clock, or all until the end of the look-ahead. Afterwards n->now is the last clock of it.
static void work(struct network *n, uint64_t last) {
  uint64_t began = cpu_ns();
  for (;;) {
    network_work(n);
    look(n);
    if (n->finished || n->now >= last) break;
    network_next(n, last);
  }
  n->ranks->work = cpu_ns() - began;
}

void ranks_run(struct network *n) {
  struct ranks *r = n->ranks;
  struct common c;
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
    if (exchange(n) != 0) network_fail(n, NETWORK_NO_MEMORY);
    uint64_t from = ~c.soon > n->now + 1 ? ~c.soon : n->now + 1;
    from = least(from, n->s->duration);
    last = least(from + r->ahead - 1, n->s->duration);
    // The clock of a verdict, or in which the last source may stop, is the last of a look-ahead.
    if (event_pending(&n->check)) last = least(last, n->check.clock);
    if (!n->stopped && c.sent != 0) last = least(last, c.sent > n->now ? c.sent : n->now + 1);
    if (last <= n->now) last = n->now + 1;
    r->end = last + 1;
    network_next(n, last);
  }
}
