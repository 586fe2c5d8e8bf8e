#include "tb/cosim/lockstep_switch.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/switch/sluice_watchdog.h"
#include "tb/cosim/shim_check.h"

void lockstep_differs(struct lockstep_switch *b, const char *format, ...) {
  if (b->error[0] != 0) return;
  int n = snprintf(b->error, sizeof b->error, "cycle %llu, ", (unsigned long long)b->cycle);
  va_list args;
  va_start(args, format);
  vsnprintf(b->error + n, sizeof b->error - (size_t)n, format, args);
  va_end(args);
}

void lockstep_expect(struct lockstep_switch *b, const char *signal, uint64_t expected, uint64_t got) {
  if (expected != got)
    lockstep_differs(b, "%s: expected %llx, got %llx", signal, (unsigned long long)expected, (unsigned long long)got);
}

bool lockstep_switch_start(struct lockstep_switch *b, const struct switch_shim *shim, void *dut) {
  memset(b, 0, sizeof *b);
  const struct switch_dims *d = &shim->dims;
  b->shim = shim;
  b->dut = dut;
  b->cycle = 1;
  b->dims = switch_model_dims(d, shim->macs);
  if (sluice_switch_new(&b->model, &b->dims) != 0) return false;
  lockstep_credits_start(&b->credits, b->model);
  b->in.link_up = (uint16_t)((1u << d->ports) - 1);
  for (int p = 0; p < d->ports; p++) b->egress[p].up = true;
  return true;
}

bool lockstep_switch_new(struct lockstep_switch *b, const struct switch_shim *shim, uint64_t seed) {
  void *dut = shim->create();
  bool made = lockstep_switch_start(b, shim, dut);
  b->seed = seed;
  return made && dut != NULL;
}

void lockstep_switch_free(struct lockstep_switch *b) {
  if (b->dut != NULL) b->shim->destroy(b->dut);
  sluice_switch_free(b->model);
}

static int word_bytes(const struct switch_word *w) {
  int n = 0;
  while (n < SWITCH_MAX_BYTES && w->keep >> n & 1) n++;
  return n;
}

struct sluice_beat lockstep_beat(const struct switch_word *w) {
  struct sluice_beat b = {.valid = w->valid};
  if (!w->valid) return b;
  b.last = w->last;
  b.bad = w->user;
  b.keep = w->keep;
  memcpy(b.data, w->data, sizeof b.data);
  return b;
}

// ---- Output streams ----

static void frame_out(struct lockstep_switch *b, int p) {
  struct lockstep_switch_egress *e = &b->egress[p];
  const char *wrong = b->watch.left != NULL ? b->watch.left(b->watch.of, p, e->bytes, e->n) : NULL;
  if (wrong != NULL) lockstep_differs(b, "scoreboard: %s", wrong);
  b->out_frames++;
  e->unreported++;
  e->n = 0;
}

// A word that is shown stays until it is taken [AXI4-Stream], so it counts as sent.
static void word_shows(struct lockstep_switch *b, int p, const struct switch_word *w) {
  struct lockstep_switch_egress *e = &b->egress[p];
  size_t left = 0, n = (size_t)word_bytes(w);
  e->word = *w;
  if (w->last &&
      w->user) {  // the link went down: the word belongs to no frame; mon_end reports the frame before or after it
    e->cut--;
    e->n = 0;
    b->cut_out++;
    return;
  }
  const uint8_t *expected = sluice_switch_next(b->model, p, &left);
  if (!e->up && b->cycle - e->fell > LOCKSTEP_LINK_CYCLES) {
    lockstep_differs(b, "port %d sends, and its link is down", p);
  } else if (expected == NULL) {
    lockstep_differs(b, "port %d sends, and nothing was chosen for it", p);
  } else if (n > left || (n == left) != w->last || (!w->last && n != (size_t)b->shim->dims.bytes)) {
    lockstep_differs(b, "port %d: a word of %zu bytes, last %d, with %zu bytes to come", p, n, w->last, left);
  } else {
    for (size_t i = 0; i < n; i++)
      if (w->data[i] != expected[i])
        lockstep_differs(b, "port %d, byte %zu of its frame: expected %02x, got %02x", p, e->n + i, expected[i],
                         w->data[i]);
    memcpy(e->bytes + e->n, w->data, n);
    e->n += n;
    sluice_switch_sent(b->model, p, n);
    e->part = !w->last;
    if (w->last) frame_out(b, p);
  }
}

static void streams_out(struct lockstep_switch *b, const struct switch_out *o) {
  for (int p = 0; p < b->dims.ports; p++) {
    struct lockstep_switch_egress *e = &b->egress[p];
    const struct switch_word *w = &o->out[p];
    if (e->word.valid && (!w->valid || memcmp(e->word.data, w->data, (size_t)word_bytes(&e->word)) != 0 ||
                          e->word.keep != w->keep || e->word.last != w->last || e->word.user != w->user))
      lockstep_differs(b, "port %d: a word changes before it is taken", p);
    if (!w->valid) continue;
    if (!e->word.valid) word_shows(b, p, w);
    if (b->in.out_ready >> p & 1) e->word.valid = false;
  }
}

// ---- Input streams ----

static void links(struct lockstep_switch *b) {
  for (int p = 0; p < b->dims.ports; p++) {
    struct lockstep_switch_egress *e = &b->egress[p];
    bool up = b->in.link_up >> p & 1;
    if (!up) e->down = b->cycle;
    if (up == e->up) continue;
    e->up = up;
    if (!up) e->fell = b->cycle;
    sluice_switch_link(b->model, p, up);
  }
}

// A port obeys pauses while its link is up and it has no credits.
static void obeying(struct lockstep_switch *b, const struct switch_out *o) {
  for (int p = 0; p < b->dims.ports; p++) {
    struct lockstep_switch_egress *e = &b->egress[p];
    const bool obeys = e->up && !(o->credits >> p & 1);
    if (!obeys) e->ignored = b->cycle;
    if (e->obeys && !obeys) e->ceased = b->cycle;
    e->obeys = obeys;
  }
}

static void streams_in(struct lockstep_switch *b, const struct switch_out *o) {
  for (int p = 0; p < b->dims.ports; p++) {
    struct sluice_beat from_mac = lockstep_beat(&b->in.in[p]);
    bool up = b->egress[p].up && o->ready, ready = o->in_ready >> p & 1;
    struct sluice_beat w = sluice_link_word(&b->link[p], up, &from_mac);
    sluice_link_step(&b->link[p], up, ready, &from_mac);
    if (w.valid && ready && w.last) lockstep_credits_ended(&b->credits, p);
    if (w.valid && ready && sluice_switch_word(b->model, p, w.data, __builtin_popcount(w.keep), w.last, w.bad) != 0)
      lockstep_differs(b, "no memory");
  }
}

// ---- Events ----

// How long the gate had been closed in cycle t, a few cycles ago.
static uint64_t closed_for(const struct lockstep_switch_egress *e, int c, uint64_t t) {
  uint64_t since =
      e->closed_since[c] > 0 && e->closed_since[c] <= t ? e->closed_since[c] : e->opened[c] - e->closed_cycles[c];
  return t > since ? t - since : 0;
}

// A port selects by the gates of the cycle of the selection, and by the links of the cycle before.
static void begins(struct lockstep_switch *b, const struct switch_out *o) {
  int p = o->begin_port, c = o->begin_class, q = p * b->dims.classes + c;
  struct lockstep_switch_egress *e = &b->egress[p];
  uint64_t t = b->cycle - LOCKSTEP_BEGIN_CYCLES;
  bool closed = b->past[t % LOCKSTEP_PAST].gate[q / 64] >> q % 64 & 1;
  bool down = !(b->past[(t - LOCKSTEP_LINK_CYCLES) % LOCKSTEP_PAST].link_up >> p & 1);
  const int action = sluice_watchdog_action(b->action[p], c);
  const bool settled = b->cycle - b->action_changed > LOCKSTEP_WRITE_CYCLES;
  const bool storm = b->past[t % LOCKSTEP_PAST].storm[q / 64] >> q % 64 & 1;
  if (!o->begin_drop && closed && !down && !(storm && (!settled || action == SLUICE_SWITCH_WATCHDOG_FORWARD)))
    lockstep_differs(b, "port %d has selected class %d, whose gate was closed for %llu cycles", p, c,
                     (unsigned long long)closed_for(e, c, t));
  if (settled && o->begin_drop != (storm && action == SLUICE_SWITCH_WATCHDOG_DROP))
    lockstep_differs(b, "port %d %s a frame of class %d: storm %d, action %d", p, o->begin_drop ? "drops" : "sends", c,
                     storm, action);
  const bool ignored = storm && action != SLUICE_SWITCH_WATCHDOG_ALERT;
  lockstep_credits_begins(&b->credits, p, c, !down && !(ignored || (storm && !settled)));
  if (!sluice_switch_begin(b->model, p, c)) lockstep_differs(b, "port %d begins class %d: nothing waits there", p, c);
  if (e->chosen_end - e->chosen_at == LOCKSTEP_CHOSEN)
    lockstep_differs(b, "port %d has chosen %d frames", p, LOCKSTEP_CHOSEN);
  e->chosen[e->chosen_end % LOCKSTEP_CHOSEN].cycle = b->cycle;
  e->chosen[e->chosen_end++ % LOCKSTEP_CHOSEN].drop = o->begin_drop;
}

static void ends(struct lockstep_switch *b, int p, enum sluice_switch_reason reason) {
  struct lockstep_switch_egress *e = &b->egress[p];
  if (e->chosen_at == e->chosen_end) {
    lockstep_differs(b, "port %d ends a frame that was not chosen", p);
    return;
  }
  uint64_t since = e->chosen[e->chosen_at % LOCKSTEP_CHOSEN].cycle;
  bool is_dropped = e->chosen[e->chosen_at++ % LOCKSTEP_CHOSEN].drop;
  if (reason != SLUICE_SWITCH_NONE) b->reasons[reason]++;
  if (reason == SLUICE_SWITCH_NONE) {
    if (is_dropped || e->unreported == 0) lockstep_differs(b, "port %d: mon_end of a frame that has not left", p);
    e->unreported--;
    return;
  }
  if (reason == SLUICE_SWITCH_LINK ? e->down < since : reason != SLUICE_SWITCH_WATCHDOG || !is_dropped)
    lockstep_differs(b, "port %d drops a frame by reason %d, chosen in cycle %llu", p, (int)reason,
                     (unsigned long long)since);
  e->cut += e->part;
  e->part = false;
  if (!sluice_switch_flush(b->model, p, reason)) lockstep_differs(b, "port %d drops a frame that has left", p);
}

static void arrives(struct lockstep_switch *b, const struct switch_out *o) {
  struct sluice_switch_arrival a;
  int p = o->arrive_port;
  enum sluice_switch_reason seen = (enum sluice_switch_reason)o->arrive_reason;
  bool is_there =
      o->arrive_copy ? sluice_switch_copy(b->model, seen, &p, &a) : sluice_switch_arrive(b->model, p, seen, &a);
  if (!is_there) {
    lockstep_differs(b, "port %d: reason %d of a frame that is not there, copy %d", p, o->arrive_reason,
                     o->arrive_copy);
    return;
  }
  lockstep_expect(b, "mon_arrive_port", (uint64_t)p, o->arrive_port);
  b->in_frames += !o->arrive_copy;
  b->copies += o->arrive_copy;
  b->reasons[a.reason]++;
  lockstep_credits_arrives(&b->credits, p, o->arrive_copy, a.reason != SLUICE_SWITCH_NONE, a.cells);
  if (a.reason != o->arrive_reason) {
    lockstep_differs(b, "port %d, mon_arrive_reason: expected %d, got %d", p, (int)a.reason, o->arrive_reason);
    return;
  }
  const char *wrong = NULL, *(*watch)(void *, int, enum sluice_switch_reason, int, int, int) =
                                o->arrive_copy ? b->watch.copied : b->watch.judged;
  if (watch != NULL) wrong = watch(b->watch.of, p, a.reason, o->arrive_class, o->arrive_egress, o->arrive_ttl);
  if (a.reason == SLUICE_SWITCH_NONE) {
    lockstep_expect(b, "mon_arrive_class", (uint64_t)a.cls, o->arrive_class);
    lockstep_expect(b, "mon_arrive_egress", (uint64_t)a.egress, o->arrive_egress);
    lockstep_expect(b, "mon_arrive_cells", a.cells, o->arrive_cells);
    lockstep_expect(b, "mon_arrive_ttl", (uint64_t)a.ttl, o->arrive_ttl);
  }
  if (wrong != NULL) lockstep_differs(b, "scoreboard: %s", wrong);
}

static void leaves(struct lockstep_switch *b, const struct switch_out *o) {
  struct sluice_switch_leave l;
  int egress = o->leave_egress;
  if (egress >= b->dims.ports || !sluice_switch_leave(b->model, egress, &l)) {
    lockstep_differs(b, "port %d: a frame leaves that was not chosen", egress);
    return;
  }
  lockstep_expect(b, "mon_leave_port", (uint64_t)l.port, o->leave_port);
  lockstep_expect(b, "mon_leave_class", (uint64_t)l.cls, o->leave_class);
  lockstep_expect(b, "mon_leave_cells", l.cells, o->leave_cells);
  lockstep_credits_leaves(&b->credits, l.port, l.cls, l.cells);
  if (o->leave_error) lockstep_differs(b, "mon_leave_error");
}

// ---- The host, interrupt and watchdog ----

void lockstep_switch_writes(struct lockstep_switch *b, uint32_t addr, uint32_t value) {
  if (addr == SLUICE_SWITCH_REG_FLOOD) b->floods |= (value & ((1u << b->dims.ports) - 1)) != 0;
  const bool for_mmu = sluice_switch_write(b->model, addr, value);
  for (int p = 0; p < b->dims.ports; p++) {
    if (b->action[p] == sluice_switch_watchdog_actions(b->model, p)) continue;
    b->action[p] = sluice_switch_watchdog_actions(b->model, p);
    b->action_changed = b->cycle;
  }
  if (!for_mmu) return;
  b->writes[b->write_end % LOCKSTEP_WRITES].addr = (uint8_t)(addr / 4);
  b->writes[b->write_end % LOCKSTEP_WRITES].value = value;
  b->write_end++;
}

// An outcome of a frame, and a write of the host, reach the model some cycles earlier than the interrupt.
static void interrupt(struct lockstep_switch *b) {
  const bool irq = sluice_switch_irq(b->model);
  if (irq != b->irq) b->irq_since = b->cycle;
  b->irq = irq;
  if (b->cycle - b->irq_since > LOCKSTEP_IRQ_CYCLES && irq != b->out.irq)
    lockstep_differs(b, "irq: expected %d, got %d, CAUSE %x", irq, b->out.irq,
                     (unsigned)sluice_switch_read(b->model, SLUICE_SWITCH_REG_CAUSE));
}

// Counts the storms that begin and end. A storm needs a class that the watchdog observes.
static void storms(struct lockstep_switch *b, const uint64_t *before, const uint64_t *after) {
  for (int q = 0; q < b->dims.ports * b->dims.classes; q++) {
    const bool storm = after[q / 64] >> q % 64 & 1;
    const int p = q / b->dims.classes, c = q % b->dims.classes;
    if (storm == (before[q / 64] >> q % 64 & 1)) continue;
    sluice_switch_storm(b->model, p, c, storm);
    const bool off = sluice_watchdog_action(b->action[p], c) == SLUICE_SWITCH_WATCHDOG_OFF;
    if (storm && off && b->cycle - b->action_changed > LOCKSTEP_WRITE_CYCLES)
      lockstep_differs(b, "port %d, class %d: a storm, and the watchdog is off", p, c);
  }
}

void lockstep_switch_step(struct lockstep_switch *b) {
  struct switch_out shown = b->out;
  memcpy(b->past[b->cycle % LOCKSTEP_PAST].gate, shown.gate, sizeof shown.gate);
  memcpy(b->past[b->cycle % LOCKSTEP_PAST].storm, shown.storm, sizeof shown.storm);
  b->shim->step(b->dut, &b->in, &b->out);
  const struct shim_check *check = shim_failed_check();
  if (check != NULL) lockstep_differs(b, "check of %s: expected %d, got %d", check->what, check->expected, check->got);
  b->past[b->cycle % LOCKSTEP_PAST].link_up = b->in.link_up;  // inside the lossless switch, step() sets the links
  storms(b, shown.storm, b->out.storm);
  if (shown.begin_valid) begins(b, &shown);
  streams_out(b, &shown);
  streams_in(b, &shown);
  links(b);
  obeying(b, &shown);
  for (int p = 0; p < b->dims.ports; p++)
    if (b->out.ended >> p & 1) ends(b, p, (enum sluice_switch_reason)b->out.ended_reason[p]);
  if (shown.arrive_valid) arrives(b, &shown);
  if (shown.leave_valid) leaves(b, &shown);
  struct sluice_in in = b->out.mmu;
  const struct sluice_out *model = sluice_switch_step(b->model, &in);
  lockstep_mmu_inputs(b, &in, &b->out.mmu);
  lockstep_mmu_messages(b, &b->out.mmu);
  lockstep_store_message(b);
  lockstep_mmu_outputs(b, model);
  if (model->adm_valid) b->kinds[model->adm_kind]++;
  if (model->adm_valid) lockstep_credits_admitted(&b->credits, model->adm_kind < SLUICE_REFUSED, model->adm_class);
  interrupt(b);
  if (b->dims.credits) lockstep_credits_step(&b->credits, &b->in, &b->out);
  if (b->credits.error[0] != '\0') lockstep_differs(b, "%s", b->credits.error);
  b->cycle++;
}

// ---- At rest ----

bool lockstep_switch_judged(const struct lockstep_switch *b) {
  for (int p = 0; p < b->dims.ports; p++)
    if (sluice_switch_arriving(b->model, p) > 0) return false;
  return true;
}

bool lockstep_switch_empty(const struct lockstep_switch *b) {
  return lockstep_switch_judged(b) && sluice_switch_held(b->model) == 0;
}

void lockstep_switch_check_rest(struct lockstep_switch *b) {
  lockstep_expect(
      b, "free cells at rest", (uint64_t)b->dims.cells,
      (uint64_t)b->out.free + b->out.kept + (uint64_t)b->dims.ports + b->floods);  // each port holds its next cell
  if (b->dims.credits) lockstep_credits_check_rest(&b->credits);
  if (b->credits.error[0] != '\0') lockstep_differs(b, "%s", b->credits.error);
  for (int p = 0; p < b->dims.ports; p++)
    if (b->out.out[p].valid || b->egress[p].cut != 0 || b->egress[p].unreported != 0)
      lockstep_differs(b, "port %d: %d frames cut short have no end, %d ends have not been told", p, b->egress[p].cut,
                       (int)b->egress[p].unreported);
  const char *wrong = b->watch.rest != NULL ? b->watch.rest(b->watch.of, b->model, b->dims.classes) : NULL;
  if (wrong != NULL) lockstep_differs(b, "scoreboard: %s", wrong);
}
