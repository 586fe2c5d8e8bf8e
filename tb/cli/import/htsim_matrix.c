#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tb/cli/import/import.h"
#include "tb/sim/files/vec.h"

// A trigger starts flows when other flows have ended: the first time (oneshot), one flow each time (multishot), or
// after `count` times (barrier).
enum kind { NONE, ONESHOT, MULTISHOT, BARRIER };
static const char *const kinds[] = {[ONESHOT] = "oneshot", [MULTISHOT] = "multishot", [BARRIER] = "barrier"};

struct trigger {
  uint64_t id, count;
  enum kind kind;
  unsigned long line;
};

// A flow that fires a trigger when it has ended, or that a trigger starts
struct use {
  uint64_t id;
  int flow;
  unsigned long line;
};

struct list {
  void *item;
  int items;
};

struct matrix {
  struct list triggers, fires, starts;  // of struct trigger, use, use
  uint64_t stated[3];                   // connections, triggers, failures; UINT64_MAX: not stated
  uint64_t failures;
  int agg, core;  // nodes
  bool prio, addon, sent, paired;
};
enum { CONNECTIONS, TRIGGERS, FAILURES };

static int add(struct import *m, struct list *l, const void *item, size_t size) {
  void *more = vec_grow(l->item, (size_t)l->items, size);
  if (more == NULL) return import_no_memory(m);
  l->item = more;
  memcpy((char *)l->item + (size_t)l->items++ * size, item, size);
  return 0;
}

static int take_number(struct rows *c, const char *name, uint64_t high, uint64_t *value) {
  const char *word = rows_word(c);
  if (word == NULL) return rows_wrong(c, "%.40s has no value; add it", name);
  return rows_whole(c, name, word, 0, high, value);
}

// ---- a connection ----

// What a line of a connection states beside its ends; UINT64_MAX: nothing
struct stated {
  uint64_t size, id, trigger, send_done, recv_done, prio;
  double start;
};

static int take_use(struct import *m, struct rows *c, struct list *uses, uint64_t id) {
  if (id == UINT64_MAX) return 0;
  const struct use use = {id, m->flows, c->line};
  return add(m, uses, &use, sizeof(use));
}

static int take_words(struct rows *c, struct matrix *x, struct stated *s) {
  const struct {
    const char *name;
    uint64_t *value;
  } numbers[] = {{"size", &s->size},
                 {"id", &s->id},
                 {"trigger", &s->trigger},
                 {"send_done_trigger", &s->send_done},
                 {"recv_done_trigger", &s->recv_done},
                 {"prio", &s->prio}};
  enum { NUMBERS = sizeof(numbers) / sizeof(*numbers) };
  for (char *word; (word = rows_word(c)) != NULL;) {
    int i = 0, status = 0;
    while (i < NUMBERS && strcasecmp(word, numbers[i].name) != 0) i++;
    if (i < NUMBERS) {
      status = take_number(c, word, UINT64_C(1) << 50, numbers[i].value);
    } else if (strcasecmp(word, "start") == 0) {
      const char *start = rows_word(c);
      if (start == NULL) return rows_wrong(c, "start has no value; add it");
      status = rows_decimal(c, "start", start, 1e18, &s->start);
    } else if (strcasecmp(word, "addon") == 0) {
      x->addon = true;
    } else {
      return rows_wrong(c,
                        "'%.40s' is not a word of a connection; give size, id, start, trigger, send_done_trigger, "
                        "recv_done_trigger or prio",
                        word);
    }
    if (status != 0) return status;
  }
  return 0;
}

static int take_connection(struct import *m, struct rows *c, struct matrix *x, char *ends, char *arrow) {
  struct stated s = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, -1};
  struct import_flow f = {.bytes = 0};
  *arrow = '\0';
  int status = import_host(m, c, "source", ends, &f.from);
  if (status == 0) status = import_host(m, c, "destination", arrow + 2, &f.to);
  if (status == 0) status = take_words(c, x, &s);
  if (status != 0) return status;
  if (f.from == f.to) return rows_wrong(c, "a flow from %d to itself; name two hosts", f.from);
  if (s.size == UINT64_MAX)
    return rows_wrong(c, "the flow has no size; give size and bytes, or size 0 for an endless flow");
  if ((s.start < 0) == (s.trigger == UINT64_MAX))
    return rows_wrong(c, "the flow has %s; give one", s.start < 0 ? "neither start nor trigger" : "start and trigger");
  f.bytes = s.size;
  if (s.start >= 0) f.start_ps = (uint64_t)(s.start + 0.5);
  x->prio |= s.prio != UINT64_MAX;
  x->sent |= s.send_done != UINT64_MAX;
  if (f.bytes == 0 && (s.send_done != UINT64_MAX || s.recv_done != UINT64_MAX))
    return rows_wrong(c, "an endless flow fires a trigger at its end; give a size");
  status = take_use(m, c, &x->starts, s.trigger);
  if (status == 0) status = take_use(m, c, &x->fires, s.send_done);
  if (status == 0) status = take_use(m, c, &x->fires, s.recv_done);
  return status == 0 ? import_flow(m, &f) : status;
}

// ---- triggers and failures ----

static int take_trigger(struct import *m, struct rows *c, struct matrix *x) {
  struct trigger t = {.line = c->line};
  int status = 0;
  for (char *word; status == 0 && (word = rows_word(c)) != NULL;) {
    if (strcasecmp(word, "id") == 0) {
      status = take_number(c, "id", UINT32_MAX, &t.id);
    } else if (strcasecmp(word, "count") == 0) {
      status = take_number(c, "count", IMPORT_FLOWS, &t.count);
    } else {
      for (int k = ONESHOT; k <= BARRIER; k++)
        if (strcasecmp(word, kinds[k]) == 0) t.kind = (enum kind)k;
      if (t.kind == NONE) return rows_wrong(c, "'%.40s' is not a kind; give oneshot, multishot or barrier", word);
    }
  }
  if (status == 0 && (t.id == 0 || t.kind == NONE)) status = rows_wrong(c, "the trigger has no id or no kind; add it");
  return status == 0 ? add(m, &x->triggers, &t, sizeof(t)) : status;
}

// A failed link has no rate until it is removed, so that it keeps its number.
static void remove_failed(struct import *m) {
  int kept = 0;
  for (int i = 0; i < m->links; i++) {
    if (m->link[i].bps != 0)
      m->link[kept++] = m->link[i];
    else
      for (int k = 0; k < 2; k++) m->degree[m->link[i].end[k]]--;
  }
  m->links = kept;
}

static int take_failure(struct import *m, struct rows *c, struct matrix *x) {
  uint64_t id = UINT64_MAX, uplink = UINT64_MAX;
  int status = 0;
  for (char *word; status == 0 && (word = rows_word(c)) != NULL;) {
    if (strcasecmp(word, "switch_id") == 0) {
      status = take_number(c, "switch_id", IMPORT_NODES, &id);
    } else if (strcasecmp(word, "link_id") == 0) {
      status = take_number(c, "link_id", IMPORT_LINKS, &uplink);
    } else if (strcasecmp(word, "switch_type") == 0) {
      const char *type = rows_word(c);
      if (type == NULL || strcmp(type, "AGG") != 0)
        return rows_wrong(c, "the switch of a failed link is not of type AGG; give switch_type AGG");
    } else {
      return rows_wrong(c, "'%.40s' is not a word of a failure; give switch_type, switch_id and link_id", word);
    }
  }
  if (status != 0) return status;
  if (id >= (uint64_t)(x->core - x->agg) || x->core == m->nodes)
    return rows_wrong(c, "there is no such switch with uplinks; give switch_id 0 to %d in three tiers",
                      x->core - x->agg - 1);
  x->failures++;
  for (int i = 0; i < m->links; i++)
    if (m->link[i].end[0] == x->agg + (int)id && m->link[i].end[1] >= x->core && uplink-- == 0) {
      if (m->link[i].bps == 0) return rows_wrong(c, "the link has failed already; keep one line");
      m->link[i].bps = 0;
      return import_note(m, "%s:%lu: the failed link between s%d and s%d is left out", c->path, c->line,
                         x->agg + (int)id, m->link[i].end[1]);
    }
  return rows_wrong(c, "the switch has no such link; give a smaller link_id");
}

// ---- the triggers of all flows ----

static int by_trigger(const void *a, const void *b) {
  const struct use *x = a, *y = b;
  if (x->id != y->id) return x->id < y->id ? -1 : 1;
  return (x->flow > y->flow) - (x->flow < y->flow);
}

static int by_id(const void *a, const void *b) {
  const struct trigger *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

// Uses of one trigger: `count` from `first` on
struct uses {
  const struct use *first;
  int count;
};

static struct uses next_uses(const struct list *l, int *at, uint64_t id) {
  const struct use *use = l->item;
  while (*at < l->items && use[*at].id < id) ++*at;
  struct uses u = {use != NULL ? use + *at : NULL, 0};
  for (; *at < l->items && use[*at].id == id; ++*at) u.count++;
  return u;
}

static int set_afters(struct import *m, int flow, struct uses after) {
  m->flow[flow].after = m->afters;
  m->flow[flow].afters = after.count;
  int status = 0;
  for (int i = 0; i < after.count && status == 0; i++) status = import_after(m, after.first[i].flow);
  return status;
}

static int apply(struct import *m, struct rows *c, struct matrix *x, const struct trigger *t, struct uses fires,
                 struct uses starts) {
  c->line = t->line;
  if (starts.count == 0) return 0;
  if (fires.count == 0) return rows_wrong(c, "no flow fires trigger %" PRIu64 "; give one send_done_trigger", t->id);
  if (t->kind == ONESHOT && fires.count != 1)
    return rows_wrong(c, "%d flows fire trigger %" PRIu64 "; a oneshot is fired once", fires.count, t->id);
  if (t->kind == BARRIER && (uint64_t)fires.count != t->count)
    return rows_wrong(c, "%d flows fire trigger %" PRIu64 ", its count is %" PRIu64 "; change one of them", fires.count,
                      t->id, t->count);
  if (t->kind == MULTISHOT && starts.count > fires.count)
    return rows_wrong(c, "trigger %" PRIu64 " starts %d flows and is fired %d times; give as many", t->id, starts.count,
                      fires.count);
  x->paired |= t->kind == MULTISHOT && fires.count > 1;
  int status = 0;
  for (int i = 0; i < starts.count && status == 0; i++)
    status = set_afters(m, starts.first[i].flow, t->kind == MULTISHOT ? (struct uses){fires.first + i, 1} : fires);
  return status;
}

static int link_flows(struct import *m, struct rows *c, struct matrix *x) {
  const struct list *lists[] = {&x->fires, &x->starts};
  int fires_at = 0, starts_at = 0, status = 0;
  if (x->fires.items > 0) qsort(x->fires.item, (size_t)x->fires.items, sizeof(struct use), by_trigger);
  if (x->starts.items > 0) qsort(x->starts.item, (size_t)x->starts.items, sizeof(struct use), by_trigger);
  if (x->triggers.items > 0) qsort(x->triggers.item, (size_t)x->triggers.items, sizeof(struct trigger), by_id);
  const struct trigger *t = x->triggers.item;
  for (int i = 1; i < x->triggers.items; i++)
    if (t[i].id == t[i - 1].id) {
      c->line = t[i].line > t[i - 1].line ? t[i].line : t[i - 1].line;
      return rows_wrong(c, "trigger %" PRIu64 " is given twice; keep one", t[i].id);
    }
  for (int l = 0; l < 2; l++)
    for (int i = 0; i < lists[l]->items; i++) {
      const struct use *use = (const struct use *)lists[l]->item + i;
      if (t != NULL &&
          bsearch(&(struct trigger){.id = use->id}, t, (size_t)x->triggers.items, sizeof(*t), by_id) != NULL)
        continue;
      c->line = use->line;
      return rows_wrong(c, "trigger %" PRIu64 " has no line; add trigger id %" PRIu64 " oneshot", use->id, use->id);
    }
  for (int i = 0; i < x->triggers.items && status == 0; i++) {
    struct uses fires = next_uses(&x->fires, &fires_at, t[i].id), starts = next_uses(&x->starts, &starts_at, t[i].id);
    status = apply(m, c, x, &t[i], fires, starts);
  }
  return status;
}

// ---- the file ----

static int take_line(struct import *m, struct rows *c, struct matrix *x) {
  static const char *const counts[] = {"Connections", "Triggers", "Failures"};
  uint64_t nodes;
  char *word = rows_word(c), *arrow = strstr(word, "->");
  if (arrow != NULL) return take_connection(m, c, x, word, arrow);
  if (strcasecmp(word, "trigger") == 0) return take_trigger(m, c, x);
  if (strcasecmp(word, "failure") == 0) return take_failure(m, c, x);
  if (strcasecmp(word, "Nodes") == 0) return take_number(c, word, IMPORT_NODES, &nodes);
  for (int i = 0; i < 3; i++)
    if (strcasecmp(word, counts[i]) == 0) return take_number(c, word, IMPORT_FLOWS, &x->stated[i]);
  return rows_wrong(c, "'%.40s' is not the begin of a line; give a connection such as 0->1 start 0 size 1000", word);
}

static int check_counts(struct rows *c, const struct import *m, const struct matrix *x) {
  static const char *const things[] = {"connections", "triggers", "failures"};
  const uint64_t got[] = {(uint64_t)m->flows, (uint64_t)x->triggers.items, x->failures};
  for (int i = 0; i < 3; i++)
    if (x->stated[i] != UINT64_MAX && x->stated[i] != got[i])
      return rows_wrong(c, "%" PRIu64 " %s are stated above, the file has %" PRIu64 "; change one of them",
                        x->stated[i], things[i], got[i]);
  return m->flows > 0 ? 0 : rows_wrong(c, "no connection; add lines such as 0->1 start 0 size 1000");
}

static int check_start(const struct rows *c, const struct import *m) {
  int flow = 0;
  while (flow < m->flows && m->flow[flow].afters > 0) flow++;
  if (flow < m->flows) return 0;
  return error_at(m->err, c->path, "each flow starts after another; one needs a start");
}

static int note_words(struct import *m, const char *path, const struct matrix *x) {
  int status = 0;
  if (x->prio) status = import_note(m, "%s: no effect of prio; all flows are of class 0", path);
  if (status == 0 && x->addon) status = import_note(m, "%s: no effect of addon", path);
  if (status == 0 && x->sent)
    status =
        import_note(m, "%s: send_done_trigger fires when the last byte has arrived, without an acknowledgement", path);
  if (status == 0 && x->paired)
    status = import_note(
        m, "%s: the flows of a multishot trigger are paired in the order of the file, not of their ends", path);
  return status;
}

static int take_matrix(struct import *m, struct rows *c, void *arg) {
  struct matrix *x = arg;
  int more, status = 0;
  while (status == 0 && (more = rows_line(c)) == 1) status = take_line(m, c, x);
  if (status == 0 && more < 0) status = EINVAL;
  if (status == 0) status = check_counts(c, m, x);
  if (status == 0) status = link_flows(m, c, x);
  if (status == 0) status = check_start(c, m);
  remove_failed(m);
  return status == 0 ? note_words(m, c->path, x) : status;
}

int import_htsim_matrix(struct import *m, const char *path, int agg, int core) {
  struct matrix x = {.stated = {UINT64_MAX, UINT64_MAX, UINT64_MAX}, .agg = agg, .core = core};
  int status = import_file(m, path, "a connection such as 0->1 start 0 size 1000", take_matrix, &x);
  free(x.triggers.item);
  free(x.fires.item);
  free(x.starts.item);
  return status;
}
