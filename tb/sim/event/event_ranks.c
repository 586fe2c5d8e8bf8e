#include "tb/sim/event/event_ranks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_merge.h"
#include "tb/sim/event/event_rows.h"
#include "tb/sim/event/event_trace.h"
#include "tb/sim/ranks/gather.h"
#include "tb/sim/ranks/transport.h"
#include "tb/sim/results/summary.h"

struct event_ranks {
  const struct transport *t;
  int *first;  // [rank] first switch of the rank; a further element ends the last one
  int failed;  // the rank with the error
  char **out;  // [rank] data to send
  size_t *size, *capacity;
  uint64_t since;  // CPU time at the start of the window, ns
  uint64_t work;   // CPU time of this window, ns
};

int event_ranks_new(struct event_network *n) {
  const struct transport *t = n->opt.transport;
  struct event_ranks *r = n->ranks = calloc(1, sizeof(*r));
  if (r == NULL) return -1;
  r->t = t;
  r->first = calloc((size_t)t->ranks + 1, sizeof(*r->first));
  r->out = calloc((size_t)t->ranks, sizeof(*r->out));
  r->size = calloc((size_t)t->ranks, sizeof(*r->size));
  r->capacity = calloc((size_t)t->ranks, sizeof(*r->capacity));
  if (r->first == NULL || r->out == NULL || r->size == NULL || r->capacity == NULL) return -1;
  partition(n->s, t->ranks, r->first);
  n->first = r->first[t->rank];
  n->last = r->first[t->rank + 1];
  return 0;
}

void event_ranks_free(struct event_network *n) {
  struct event_ranks *r = n->ranks;
  if (r == NULL) return;
  for (int i = 0; r->out != NULL && i < r->t->ranks; i++) free(r->out[i]);
  free(r->first);
  free(r->out);
  free(r->size);
  free(r->capacity);
  free(r);
}

int event_ranks_failed(const struct event_network *n) { return n->ranks != NULL ? n->ranks->failed : 0; }

void event_ranks_status(struct event_network *n) {
  const struct transport *t = n->ranks->t;
  uint64_t worst = (uint64_t)n->status << 32 | (uint64_t)(t->ranks - t->rank);
  t->max(&worst, 1);
  n->status = (enum network_status)(worst >> 32);
  n->ranks->failed = t->ranks - (int)(worst & UINT32_MAX);
}

bool event_ranks_all(struct event_network *n, bool here) {
  uint64_t no = !here;
  n->ranks->t->max(&no, 1);
  return no == 0;
}

static void put(struct event_network *n, int rank, const void *data, size_t size) {
  struct event_ranks *r = n->ranks;
  if (r->size[rank] + size > r->capacity[rank]) {
    size_t capacity = 2 * (r->size[rank] + size);
    char *out = realloc(r->out[rank], capacity);
    if (out == NULL) {
      n->status = NETWORK_NO_MEMORY;
      return;
    }
    r->out[rank] = out;
    r->capacity[rank] = capacity;
  }
  memcpy(r->out[rank] + r->size[rank], data, size);
  r->size[rank] += size;
}

// Exchanges the packets and messages of a window: each process sends one block to each other process. A head precedes
// the items of one link.
struct head {
  uint32_t link, direction, packets, messages;  // link START: a flow to be started by its host follows
};
#define START UINT32_MAX

static void put_link(struct event_network *n, int lane, unsigned window) {
  struct stream_reader *packets = &n->foreign[lane];
  stream_show(packets, n->outbox[lane].packets.count);
  struct message_ring *messages = &n->outbox[lane].messages[window];
  struct head head = {(uint32_t)(lane / 2), (uint32_t)(lane % 2), packets->readable - packets->count,
                      messages->tail - messages->head};
  const int rank = partition_rank(n->ranks->first, n->s->link[lane / 2].end[!(lane % 2)].node);
  put(n, rank, &head, sizeof(head));
  for (; !stream_empty(packets); stream_drop(packets)) put(n, rank, stream_first(packets), sizeof(struct event_packet));
  for (; !messages_empty(messages); messages->head++)
    put(n, rank, messages_first(messages), sizeof(struct event_message));
  n->result.cost.packets += head.packets + head.messages;
}

static void put_mail(struct event_network *n, unsigned window) {
  uint8_t *const first = n->leaves, *const end = first + 2 * n->s->links;
  for (uint8_t *full = first; (full = memchr(full, 1, (size_t)(end - full))) != NULL;) {
    *full = 0;
    put_link(n, (int)(full - first), window);
  }
}

static void put_starts_of(struct event_network *n, const struct place *m) {
  const struct head head = {.link = START};
  for (int k = 0; k < m->starts; k++) {
    const struct chain_start *x = &m->start[k];
    if (event_chains_place(n, x->flow) != NULL) continue;
    const int to = n->s->link[n->s->flow[x->flow].access].end[0].node, rank = partition_rank(n->ranks->first, to);
    put(n, rank, &head, sizeof(head));
    put(n, rank, x, sizeof(*x));
    n->result.cost.packets++;
  }
}

static void put_starts(struct event_network *n) {
  for (int i = 0; i < n->crews; i++)
    for (int k = 0; k < n->crew[i].tellers; k++) put_starts_of(n, n->crew[i].teller[k]);
}

static bool take_mail(struct event_network *n, const char *in, size_t size, unsigned window) {
  bool good = true;
  for (const char *end = in + size; in < end;) {
    struct head head;
    memcpy(&head, in, sizeof(head));
    in += sizeof(head);
    if (head.link == START) {
      struct chain_start start;
      memcpy(&start, in, sizeof(start));
      in += sizeof(start);
      event_crews_news(n, start.flow, start.at);
      continue;
    }
    struct outbox *x = &n->outbox[head.link * 2 + head.direction];
    outbox_flag(x, window);
    for (uint32_t k = 0; k < head.packets; k++, in += sizeof(struct event_packet)) {
      struct event_packet p;
      memcpy(&p, in, sizeof(p));
      good &= stream_put(&x->packets, &p, window) != NULL;
    }
    for (uint32_t k = 0; k < head.messages; k++, in += sizeof(struct event_message)) {
      struct event_message m;
      memcpy(&m, in, sizeof(m));
      good &= messages_put(&x->messages[window], &m);
    }
  }
  return good;
}

void event_ranks_mail(struct event_network *n) {
  struct event_ranks *r = n->ranks;
  const unsigned window = n->parity ^ 1;  // the window that has ended
  size_t all = 0, in_size;
  for (int i = 0; i < r->t->ranks; i++) r->size[i] = 0;
  put_mail(n, window);
  put_starts(n);
  int *size = calloc((size_t)r->t->ranks, sizeof(*size));
  for (int i = 0; size != NULL && i < r->t->ranks; i++) all += (size_t)(size[i] = (int)r->size[i]);
  char *out = malloc(all + 1), *in = NULL, *to = out;
  if (size == NULL || out == NULL) n->status = NETWORK_NO_MEMORY;
  if (!event_ranks_all(n, n->status == NETWORK_OK)) {
    free(size);
    free(out);
    return;
  }
  for (int i = 0; i < r->t->ranks; i++) {
    if (r->size[i] > 0) memcpy(to, r->out[i], r->size[i]);
    to += r->size[i];
  }
  if (r->t->exchange(out, size, &in, &in_size) != 0 || !take_mail(n, in, in_size, window))
    n->status = NETWORK_NO_MEMORY;
  n->result.cost.bytes += all;
  free(in);
  free(out);
  free(size);
}

void event_ranks_starts(struct event_network *n) {
  enum { TOGETHER = 1024 };
  uint64_t word[TOGETHER];  // ~start, so that NEVER is the smallest
  for (int from = 0; from < n->s->flows; from += TOGETHER) {
    const int count = n->s->flows - from < TOGETHER ? n->s->flows - from : TOGETHER;
    for (int i = 0; i < count; i++)
      word[i] = event_chains_place(n, from + i) != NULL ? ~n->result.flow[from + i].start : 0;
    n->ranks->t->max(word, count);
    for (int i = 0; i < count; i++) n->result.flow[from + i].start = ~word[i];
  }
}

enum { SUMS = 3 };

void event_ranks_agree(struct event_network *n, struct event_state *x, uint64_t *ends_from) {
  struct event_ranks *r = n->ranks;
  n->status = x->status;
  event_ranks_status(n);
  x->status = n->status;
  // To sum values, each process has one element, and all processes take the largest value of each element.
  uint64_t most[] = {~x->soonest, x->moved, x->last, r->work, *ends_from, x->completed, x->progress};
  r->t->max(most, 7);
  x->soonest = ~most[0];
  x->moved = most[1];
  x->last = most[2];
  *ends_from = most[4];
  x->completed = most[5];
  x->progress = most[6];
  n->result.cost.longest += most[3];
  n->result.cost.work += r->work;
  n->result.cost.steps++;
  const size_t ranks = (size_t)r->t->ranks;
  uint64_t *sums = calloc(SUMS * ranks, sizeof(*sums));
  if (sums == NULL) {
    x->status = NETWORK_NO_MEMORY;
    return;
  }
  uint64_t *const sum[] = {&x->live, &x->senders, &x->under_way};
  // A sum may be negative in one process, if packets or flows of others have arrived there; 2^63 represents 0.
  for (int k = 0; k < SUMS; k++) {
    sums[SUMS * r->t->rank + k] = *sum[k] + (UINT64_C(1) << 63);
    *sum[k] = 0;
  }
  r->t->max(sums, (int)(SUMS * ranks));
  for (size_t i = 0; i < SUMS * ranks; i++) *sum[i % SUMS] += sums[i] - (UINT64_C(1) << 63);
  free(sums);
}

void event_ranks_work(struct event_network *n, bool begins) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  uint64_t now = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
  if (begins)
    n->ranks->since = now;
  else
    n->ranks->work = now - n->ranks->since;
}

void event_ranks_graph(struct event_network *n, struct deadlock_graph *g) {
  const struct transport *t = n->ranks->t;
  const size_t ports = (size_t)g->first[n->s->switches];
  t->sum(g->held, g->held_first[n->s->switches]);
  t->sum(g->closed, ports * (size_t)g->classes);
  t->sum(g->off, ports);
  t->sum(g->moved, ports);
}

// Rank 0 collects the rows of the other processes and merges them in order.
static int gather_rows(struct event_network *n, enum rows_file f, FILE *to) {
  const struct transport *t = n->ranks->t;
  const size_t ranks = (size_t)t->ranks;
  char **data = calloc(2 * ranks, sizeof(*data));
  size_t *size = calloc(2 * ranks, sizeof(*size));
  struct event_rows mine = {0};
  int status = data != NULL && size != NULL ? event_merge_collect(n->merge, f, n->now + 1, &mine) : ENOMEM;
  if (!event_ranks_all(n, status == 0)) status = ENOMEM;
  if (status == 0) {
    t->gather((const char *)mine.row, mine.count * sizeof(*mine.row), data, size);
    t->gather(mine.text.data, mine.text.size, data + ranks, size + ranks);
    if (t->rank == 0) status = event_merge_gathered(ranks, data, size, to);
  }
  for (size_t i = 0; data != NULL && i < 2 * ranks; i++) free(data[i]);
  free(data);
  free(size);
  event_rows_free(&mine);
  return status;
}

void event_ranks_gather(struct event_network *n) {
  const struct transport *t = n->ranks->t;
  FILE *const to[ROWS_FILES] = {[ROWS_PAUSES] = n->opt.pauses,
                                [ROWS_OCCUPANCY] = n->opt.occupancy,
                                [ROWS_SERIES] = n->opt.series,
                                [ROWS_PACKETS] = n->opt.packets,
                                [ROWS_RATES] = n->opt.rates};
  event_ranks_status(n);
  if (n->status != NETWORK_OK) return;
  n->result.cost.processes = t->ranks;
  n->result.cost.ahead = n->window;
  const struct gather g = {n->s, &n->result, t, n->ranks->first};
  n->status = gather_results(&g);
  if (n->opt.rates != NULL) event_rates_rows(n, n->now + 1);
  for (int f = 0; f < ROWS_FILES; f++)
    if (to[f] != NULL && gather_rows(n, (enum rows_file)f, to[f]) != 0) n->status = NETWORK_NO_MEMORY;
  if (n->status == NETWORK_OK && t->rank == 0 && summary_make(&n->result.summary, n->s, &n->result) != 0)
    n->status = NETWORK_NO_MEMORY;
  event_ranks_status(n);
}
