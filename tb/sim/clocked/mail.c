#include "tb/sim/clocked/mail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/port.h"
#include "tb/sim/clocked/ranks.h"
#include "tb/sim/ranks/partition.h"
#include "tb/sim/ranks/transport.h"

bool mail_foreign(const struct network *n, int node) {
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

void mail_send(struct network *n, struct packet *p, uint64_t clock) {
  struct ranks *r = n->ranks;
  struct ranks_out *out = &r->out[partition_rank(r->first, p->via->peer->node)];
  struct letter letter;
  memset(&letter, 0, sizeof(letter));
  letter = (struct letter){.clock = clock, .added = n->now, .sender = port_number(p->via)};
  letter.bytes = p->bytes;
  letter.control = p->control;
  letter.cls = p->cls;
  letter.hop = p->hop;
  if (p->control) {
    letter.pause = p->pause;
  } else {
    letter.born = p->data.born;
    letter.flow = p->data.flow;
    letter.cells = p->data.cells;
    letter.ttl = p->ttl;
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
  return (struct ranks_key){.clock = p->event.clock, .added = p->since, .sender = port_number(p->via)};
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
  p->via = &n->port[letter.sender >> 8][letter.sender & 255];
  p->since = letter.added;
  p->bytes = letter.bytes;
  p->cls = letter.cls;
  p->hop = letter.hop;
  if (letter.control) {
    p->pause = letter.pause;
  } else {
    p->data.born = letter.born;
    p->data.flow = letter.flow;
    p->data.cells = letter.cells;
    p->ttl = letter.ttl;
  }
  if (n->areas != NULL)
    area_mail(n, p, letter.clock);
  else if (inbox_put(n->ranks, p) != 0)
    network_fail(n, NETWORK_NO_MEMORY);
}

uint64_t mail_next(const struct network *n) {
  return n->ranks->inboxes > 0 ? n->ranks->inbox[0]->event.clock : UINT64_MAX;
}

struct packet *mail_arrival(struct network *n, const struct event *e) {
  struct ranks *r = n->ranks;
  struct ranks_key key = {.clock = n->now};
  if (e != NULL && e->kind == EVENT_ARRIVE) {
    key = key_of((const struct packet *)e);
    r->key = key;
  } else if (e != NULL && e->kind != EVENT_STOP) {
    return NULL;
  }
  if (mail_next(n) == n->now) {
    struct ranks_key first = key_of(r->inbox[0]);
    if (e == NULL || ranks_compare(&first, &key) <= 0) {
      r->key = first;
      return inbox_get(r);
    }
  }
  r->key = key;
  return NULL;
}

int mail_exchange(struct network *n) {
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
