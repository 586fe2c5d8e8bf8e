#include "tb/cosim/engine.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cosim/fst.h"
#include "tb/cosim/shim.h"
#include "tb/cosim/shim_check.h"
#include "tb/sim/files/vec.h"

enum { EVENTS = 16 };  // inputs kept for a report

struct event_log {
  uint64_t cycle;
  struct sluice_in in;
};

struct engine {
  enum engine_kind kind;
  struct sluice_dims dims;
  uint64_t cycle;            // steps made
  struct sluice_mmu *model;  // NULL with ENGINE_RTL
  const struct shim *shim;   // NULL with ENGINE_MODEL
  void *rtl;
  struct sluice_out out;  // outputs of the RTL
  bool mismatch;
  const struct shim_check *check;  // the check inside the RTL that failed, or NULL

  struct event_log events[EVENTS];  // ENGINE_BOTH: the last inputs that were not idle, a ring
  uint64_t event_count;

  // ENGINE_RTL: cells per queue, from events and their admissions
  uint32_t *cells;
  struct past {
    bool deq_valid;
    uint8_t deq_port, deq_class;
    uint32_t enq_cells, deq_cells;
  } past[SLUICE_ADMIT_LATENCY];  // events of the cycles whose results are not out yet, a ring
  unsigned newest;               // the newest of these
};

static bool same_dims(const struct sluice_dims *a, const struct sluice_dims *b) {
  return a->ports == b->ports && a->classes == b->classes && a->width == b->width && a->schemes == b->schemes &&
         a->port_limits == b->port_limits;
}

static bool valid_dims(const struct sluice_dims *d) {
  return d->ports >= 1 && d->ports <= SLUICE_MAX_PORTS && d->classes >= 1 && d->classes <= SLUICE_MAX_CLASSES &&
         d->width >= SLUICE_MIN_WIDTH && d->width <= SLUICE_MAX_WIDTH && d->schemes >= 1 &&
         d->schemes < 1u << SLUICE_SCHEMES;
}

static int rtl_new(struct engine *e, const char *name) {
  for (int i = 0; shim_list[i] != NULL; i++)
    if (same_dims(&shim_list[i]->dims, &e->dims)) e->shim = shim_list[i];
  if (e->shim == NULL) return ENOTSUP;
  e->cells = calloc((size_t)e->dims.ports * (size_t)e->dims.classes, sizeof *e->cells);
  e->rtl = e->shim->create(name);
  // The outputs after reset: only the missing configuration is visible.
  e->out.cfg_error = true;
  e->out.cfg_reason = SLUICE_UNCONFIGURED;
  return e->rtl != NULL && e->cells != NULL ? 0 : ENOMEM;
}

int engine_new(struct engine **e, enum engine_kind kind, const struct sluice_dims *dims, const char *name) {
  *e = NULL;
  if (!valid_dims(dims)) return EINVAL;
  struct engine *n = calloc(1, sizeof *n);
  if (n == NULL) return ENOMEM;
  n->kind = kind;
  n->dims = *dims;
  int err = 0;
  if (kind != ENGINE_RTL) err = sluice_mmu_new(&n->model, dims);
  if (err == 0 && kind != ENGINE_MODEL) err = rtl_new(n, name);
  if (err != 0) {
    engine_free(n);
    return err;
  }
  *e = n;
  return 0;
}

void engine_seed(uint64_t seed) { shim_seed((uint32_t)seed); }

void engine_free(struct engine *e) {
  if (e == NULL) return;
  if (e->rtl != NULL) e->shim->destroy(e->rtl);
  sluice_mmu_free(e->model);
  free(e->cells);
  free(e);
}

bool engine_variant(int n, struct sluice_dims *dims) {
  for (int i = 0; i <= n; i++)
    if (shim_list[i] == NULL) return false;
  *dims = shim_list[n]->dims;
  return true;
}

const struct sluice_out *engine_out(const struct engine *e) {
  return e->kind == ENGINE_RTL ? &e->out : sluice_mmu_out(e->model);
}

struct sluice_mmu *engine_model(const struct engine *e) {
  return e->kind == ENGINE_MODEL ? e->model : NULL;
}

// Every output; arrays element by element.
static const struct field {
  const char *name;
  size_t offset, size;
  int count;
} fields[] = {
#define FIELD(f) \
  { #f, offsetof(struct sluice_out, f), sizeof(((struct sluice_out *)0)->f), 1 }
#define ARRAY(f, n) \
  { #f, offsetof(struct sluice_out, f), sizeof(((struct sluice_out *)0)->f[0]), n }
    FIELD(ready),
    FIELD(adm_valid),
    FIELD(deq_error),
    FIELD(tx_valid),
    FIELD(stat_valid),
    FIELD(cfg_error),
    FIELD(cfg_rvalid),
    FIELD(adm_port),
    FIELD(adm_class),
    FIELD(adm_kind),
    FIELD(tx_port),
    FIELD(tx_level),
    FIELD(tx_enable),
    FIELD(cfg_reason),
    FIELD(stat_data),
    FIELD(cfg_rdata),
    FIELD(mon_shared),
    FIELD(mon_xqoff),
    FIELD(mon_xqon),
    FIELD(mon_xpoff),
    FIELD(mon_xpon),
    FIELD(loss),
    FIELD(port_off),
    ARRAY(tx_time, SLUICE_MAX_CLASSES),
    ARRAY(queue_off, SLUICE_WORDS),
    ARRAY(gate, SLUICE_WORDS),
    ARRAY(queue_level, SLUICE_MAX_PORTS *SLUICE_MAX_CLASSES),
#undef FIELD
#undef ARRAY
};

static uint64_t field_value(const struct sluice_out *out, const struct field *f, int i) {
  uint64_t value = 0;  // little-endian, as struct shim needs it
  memcpy(&value, (const char *)out + f->offset + (size_t)i * f->size, f->size);
  return value;
}

static void print_read(FILE *to, const struct sluice_in *in) {
  const char *name = sluice_statistic_name(in->stat_select);
  fprintf(to, " read statistic %d %s of (%d,%d)", in->stat_select, name != NULL ? name : "unknown", in->stat_port,
          in->stat_class);
}

// The input whose statistic stat_data shows, or NULL.
static const struct sluice_in *statistic_read(const struct engine *e) {
  for (uint64_t i = 0; i < EVENTS && i < e->event_count; i++) {
    const struct event_log *event = &e->events[i];
    if (event->in.stat_read && event->cycle + SLUICE_STAT_LATENCY - 1 == e->cycle) return &event->in;
  }
  return NULL;
}

// Compares all fields. Prints those that differ, unless `to` is NULL.
static bool differ(const struct engine *e, FILE *to) {
  const struct sluice_out *want = sluice_mmu_out(e->model);
  bool any = false;
  for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++)
    for (int i = 0; i < fields[k].count; i++) {
      uint64_t expected = field_value(want, &fields[k], i), got = field_value(&e->out, &fields[k], i);
      if (expected == got) continue;
      any = true;
      if (to == NULL) continue;
      fprintf(to, "cycle %llu: %s", (unsigned long long)e->cycle, fields[k].name);
      if (fields[k].count > 1) fprintf(to, "[%d]", i);
      fprintf(to, ": expected %llu = 0x%llx (model), got %llu = 0x%llx (RTL)", (unsigned long long)expected,
              (unsigned long long)expected, (unsigned long long)got, (unsigned long long)got);
      const struct sluice_in *in =
          fields[k].offset == offsetof(struct sluice_out, stat_data) ? statistic_read(e) : NULL;
      if (in != NULL) fprintf(to, ","), print_read(to, in);
      fprintf(to, "\n");
    }
  return any;
}

static bool is_event(const struct sluice_in *in) {
  return in->enq_valid | in->deq_valid | in->snd_valid | in->rx_valid | in->cfg_write | in->cfg_read | in->stat_read;
}

static void count_cells(struct engine *e, const struct sluice_in *in, bool ready) {
  e->newest = e->newest + 1 < SLUICE_ADMIT_LATENCY ? e->newest + 1 : 0;
  e->past[e->newest] = (struct past){in->deq_valid && ready, in->deq_port, in->deq_class, in->enq_cells, in->deq_cells};
  const struct past *p = &e->past[e->newest + 1 < SLUICE_ADMIT_LATENCY ? e->newest + 1 : 0];
  if (p->deq_valid && !e->out.deq_error) e->cells[p->deq_port * e->dims.classes + p->deq_class] -= p->deq_cells;
  if (e->out.adm_valid && e->out.adm_kind < SLUICE_REFUSED)
    e->cells[e->out.adm_port * e->dims.classes + e->out.adm_class] += p->enq_cells;
}

static uint64_t compared;  // cycles of all engines

// One step. Returns false if RTL and model differ.
static bool step(struct engine *e, const struct sluice_in *in) {
  e->cycle++;
  if (e->kind == ENGINE_MODEL) {
    sluice_mmu_step(e->model, in);
    return true;
  }
  bool ready = e->out.ready;
  e->shim->step(e->rtl, in, &e->out);
  if (e->kind == ENGINE_RTL) {
    count_cells(e, in, ready);
    return true;
  }
  if (is_event(in)) e->events[e->event_count++ % EVENTS] = (struct event_log){e->cycle, *in};
  sluice_mmu_step(e->model, in);
  compared++;
  // The padding between the fields may differ, so the fields are compared one by one after that.
  e->check = shim_failed_check();
  e->mismatch = e->check != NULL || (memcmp(sluice_mmu_out(e->model), &e->out, sizeof e->out) != 0 && differ(e, NULL));
  return !e->mismatch;
}

const struct sluice_out *engine_step(struct engine *e, const struct sluice_in *in) {
  return step(e, in) ? engine_out(e) : NULL;
}

static void print_event(FILE *to, const struct event_log *event) {
  const struct sluice_in *in = &event->in;
  fprintf(to, "  cycle %llu:", (unsigned long long)event->cycle);
  if (in->deq_valid) fprintf(to, " dequeue (%d,%d) %u", in->deq_port, in->deq_class, in->deq_cells);
  if (in->enq_valid)
    fprintf(to, " enqueue (%d,%d) %u ttl %u egress %d", in->enq_port, in->enq_class, in->enq_cells, in->enq_ttl,
            in->enq_egress);
  if (in->snd_valid) fprintf(to, " send (%d,%d) %u", in->snd_port, in->snd_class, in->snd_cells);
  if (in->rx_valid) {
    fprintf(to, " rx port %d level %d enable 0x%x times", in->rx_port, in->rx_level, in->rx_enable);
    for (int c = 0; c < SLUICE_MAX_CLASSES; c++) fprintf(to, " %u", in->rx_time[c]);
  }
  if (in->cfg_write) {
    const char *name = sluice_register_name(in->cfg_addr);
    fprintf(to, " %s <= %u", name != NULL ? name : "no register", in->cfg_wdata);
  }
  if (in->cfg_read) fprintf(to, " read register %d", in->cfg_addr);
  if (in->stat_read) print_read(to, in);
  fprintf(to, "%s\n", in->tx_ready ? "" : " tx not ready");
}

void engine_report(const struct engine *e, FILE *to) {
  if (!e->mismatch) {
    fprintf(to, "no mismatch up to cycle %llu\n", (unsigned long long)e->cycle);
    return;
  }
  fprintf(to, "RTL and model differ, %d ports x %d classes x %d bits\n", e->dims.ports, e->dims.classes, e->dims.width);
  if (e->check != NULL)
    fprintf(to, "cycle %llu: check of %s: expected %d, got %d (RTL)\n", (unsigned long long)e->cycle, e->check->what,
            e->check->expected, e->check->got);
  differ(e, to);
  fprintf(to, "last events (an input of cycle t shows after cycle t + latency - 1):\n");
  uint64_t first = e->event_count > EVENTS ? e->event_count - EVENTS : 0;
  for (uint64_t i = first; i < e->event_count; i++) print_event(to, &e->events[i % EVENTS]);
}

uint64_t engine_compared(int *outputs) {
  *outputs = sizeof fields / sizeof fields[0];
  return compared;
}

uint32_t engine_queue_cells(const struct engine *e, int port, int cls) {
  return e->kind == ENGINE_RTL ? e->cells[port * e->dims.classes + cls] : sluice_mmu_queue_cells(e->model, port, cls);
}

// Traces

struct engine_trace {
  void *fst;
  unsigned ps_per_clock;
  bool open;
  char *path, *part;
  uint64_t end;  // time of the last dump
  size_t count;
  struct engine **engines;
};

int engine_trace_new(struct engine_trace **t) {
  *t = calloc(1, sizeof **t);
  if (*t == NULL) return ENOMEM;
  (*t)->fst = shim_trace_new();
  if ((*t)->fst != NULL) return 0;
  free(*t);
  *t = NULL;
  return ENOMEM;
}

int engine_trace_add(struct engine_trace *t, struct engine *e) {
  if (e->rtl == NULL) return ENOTSUP;
  struct engine **more = vec_grow(t->engines, t->count, sizeof *more);
  if (more == NULL) return ENOMEM;
  t->engines = more;
  t->engines[t->count++] = e;
  e->shim->trace(e->rtl, t->fst);
  return 0;
}

static char *with_ending(const char *path, const char *ending) {
  char *name = malloc(strlen(path) + strlen(ending) + 1);
  if (name != NULL) strcat(strcpy(name, path), ending);
  return name;
}

int engine_trace_open(struct engine_trace *t, const char *path, unsigned ps_per_clock) {
  if (t->count == 0) return ENOTSUP;
  free(t->path);  // left by an attempt that failed
  free(t->part);
  t->path = with_ending(path, "");
  t->part = with_ending(path, ".part");
  if (t->path == NULL || t->part == NULL) return ENOMEM;
  FILE *probe = fopen(t->part, "wb");  // Verilator does not report why it cannot write a file
  if (probe == NULL) return errno;
  fclose(probe);
  shim_trace_open(t->fst, t->part);
  t->ps_per_clock = ps_per_clock;
  t->open = true;
  return 0;
}

static void dump(struct engine_trace *t, int level, uint64_t ps) {
  for (size_t i = 0; i < t->count; i++) t->engines[i]->shim->show_clock(t->engines[i]->rtl, level);
  t->end = ps;
  shim_trace_dump(t->fst, ps);
}

void engine_trace_dump(struct engine_trace *t, uint64_t cycle) {
  if (!t->open) return;
  uint64_t ps = cycle * t->ps_per_clock;
  dump(t, 1, ps);
  if (t->ps_per_clock >= 2) dump(t, 0, ps + t->ps_per_clock / 2);
}

static int complete(const struct engine_trace *t) {
  int error = fst_check(t->part, t->end);
  if (error == 0 && rename(t->part, t->path) != 0) error = errno;
  if (error == 0) return 0;
  char *names = with_ending(t->part, ".hier");
  if (names != NULL) unlink(names);
  free(names);
  unlink(t->part);
  return error;
}

int engine_trace_close(struct engine_trace *t) {
  if (t == NULL) return 0;
  shim_trace_close(t->fst);
  int error = t->open ? complete(t) : 0;
  free(t->path);
  free(t->part);
  free(t->engines);
  free(t);
  return error;
}
