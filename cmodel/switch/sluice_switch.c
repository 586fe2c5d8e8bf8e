#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/switch/sluice_switch_parts.h"

static void append(struct sluice_frames *list, struct sluice_frame *f) {
  f->next = NULL;
  if (list->first == NULL)
    list->first = f;
  else
    list->last->next = f;
  list->last = f;
  list->count++;
}

static struct sluice_frame *take(struct sluice_frames *list) {
  struct sluice_frame *f = list->first;
  if (f == NULL) return NULL;
  list->first = f->next;
  list->count--;
  return f;
}

static void free_all(struct sluice_frames *list) {
  for (struct sluice_frame *f = take(list); f != NULL; f = take(list)) free(f);
}

int sluice_switch_new(struct sluice_switch **sw, const struct sluice_switch_dims *dims) {
  *sw = NULL;
  int cell = dims->cell_bytes;
  if (dims->ports < 2 || dims->ports > SLUICE_SWITCH_MAX_PORTS || dims->macs < 1 || dims->macs > SLUICE_SWITCH_MAX_MACS)
    return EINVAL;
  if (cell < 32 || cell > 256 || (cell & (cell - 1)) != 0) return EINVAL;
  if (dims->cells < 256 || dims->cells > 1 << 18 || (dims->cells & (dims->cells - 1)) != 0) return EINVAL;
  unsigned levels = 1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR;
  if (dims->ports < SLUICE_SWITCH_GFC_PORTS && dims->schemes & levels) return EINVAL;
  struct sluice_switch *s = calloc(1, sizeof *s);
  if (s == NULL) return ENOMEM;
  s->dims = *dims;
  struct sluice_dims mmu = sluice_switch_mmu_dims(dims);
  int error = sluice_mmu_new(&s->mmu, &mmu);
  if (error != 0) {
    free(s);
    return error;
  }
  sluice_switch_reset_registers(dims, &s->regs);
  sluice_switch_ecn_activate(s, &s->regs.ecn);
  for (int p = 0; p < dims->ports; p++) s->port[p].up = true;
  *sw = s;
  return 0;
}

void sluice_switch_free(struct sluice_switch *sw) {
  if (sw == NULL) return;
  free_all(&sw->awaiting_admission);
  free_all(&sw->copied);
  for (int p = 0; p < sw->dims.ports; p++) {
    struct sluice_switch_port *port = &sw->port[p];
    free_all(&port->arriving);
    for (int c = 0; c < SLUICE_MAX_CLASSES; c++) free_all(&port->queue[c]);
    for (struct sluice_frame *f = port->sending.first, *next; f != NULL; f = next) {
      next = f->next;
      f->sending = false;
      if (!f->leaving) free(f);
    }
    for (struct sluice_frame *f = port->leave_first, *next; f != NULL; f = next) {
      next = f->next_leave;
      free(f);
    }
  }
  sluice_mmu_free(sw->mmu);
  free(sw);
}

// Counts a frame that is dropped by this reason, or FLOODED. A drop is a cause of an interrupt.
static void drop(struct sluice_switch *sw, int port, enum sluice_switch_reason reason) {
  sw->port[port].counter[SLUICE_SWITCH_DROPS + reason]++;
  if (reason != SLUICE_SWITCH_FLOODED) sw->regs.cause |= 1u << reason;
}

static void count(struct sluice_switch *sw, int port, enum sluice_switch_counter kind, int cls, uint64_t n) {
  sw->port[port].counter[8 * kind + cls] += n;
}

// Frees a frame after its last event, when it is in no list.
static void release(struct sluice_switch *sw, struct sluice_frame *f) {
  if (f->sending || f->leaving) return;
  sw->held--;
  free(f);
}

// ---- In ----

// Ends the frame that the input is inside of.
static int close_frame(struct sluice_switch *sw, int port, bool bad, bool cut) {
  struct sluice_switch_inside *in = &sw->port[port].in;
  if (in->judged || !in->counts) return 0;
  size_t kept = in->n < sizeof in->bytes ? in->n : sizeof in->bytes;
  size_t size = kept < SLUICE_SWITCH_MIN_FRAME ? SLUICE_SWITCH_MIN_FRAME : kept;
  struct sluice_frame *f = calloc(1, sizeof *f + size);
  if (f == NULL) return ENOMEM;
  f->port = port;
  f->n = in->n;
  f->bad = bad;
  f->cut = cut;
  memcpy(f->bytes, in->bytes, kept);
  append(&sw->port[port].arriving, f);
  return 0;
}

int sluice_switch_word(struct sluice_switch *sw, int port, const uint8_t *bytes, int n, bool last, bool bad) {
  struct sluice_switch_inside *in = &sw->port[port].in;
  if (!in->inside) {
    in->counts = sw->port[port].up;
    in->judged = false;
    in->n = 0;
  }
  in->inside = !last;
  if (in->counts) {
    size_t size = sizeof in->bytes > in->n ? sizeof in->bytes - in->n : 0;
    memcpy(in->bytes + (sizeof in->bytes - size), bytes, (size_t)n < size ? (size_t)n : size);
    in->n += (size_t)n;
  }
  return last ? close_frame(sw, port, bad, false) : 0;
}

void sluice_switch_link(struct sluice_switch *sw, int port, bool up) {
  struct sluice_switch_port *p = &sw->port[port];
  if (p->up == up) return;
  p->up = up;
  if (sluice_mmu_out(sw->mmu)->ready) sw->regs.cause |= SLUICE_SWITCH_CAUSE_LINK;
  if (up) return;
  if (p->in.inside) close_frame(sw, port, false, true);
  p->in.counts = false;
}

bool sluice_switch_irq(const struct sluice_switch *sw) { return (sw->regs.cause & sw->regs.interrupt) != 0; }

static enum sluice_switch_reason judge(const struct sluice_switch *sw, const struct sluice_frame *f,
                                       enum sluice_switch_reason seen) {
  bool giant = f->n > sluice_switch_max_frame(&sw->regs);
  if (seen == SLUICE_SWITCH_NO_CELL && !sluice_switch_has_cells(sw)) return seen;
  if (f->cut && !(giant && seen == SLUICE_SWITCH_GIANT)) return SLUICE_SWITCH_CUT;
  if (giant) return SLUICE_SWITCH_GIANT;
  if (f->bad) return SLUICE_SWITCH_BAD;
  return f->n < SLUICE_SWITCH_MIN_FRAME ? SLUICE_SWITCH_RUNT : SLUICE_SWITCH_NONE;
}

// Judges a frame that is not complete: it can only be given up as GIANT, or as NO_CELL without a reserve.
static bool give_up(struct sluice_switch *sw, int port, enum sluice_switch_reason seen) {
  struct sluice_switch_inside *in = &sw->port[port].in;
  if (!in->inside || !in->counts || in->judged) return false;
  bool giant = seen == SLUICE_SWITCH_GIANT && in->n > sluice_switch_max_frame(&sw->regs);
  if (!giant && (seen != SLUICE_SWITCH_NO_CELL || sluice_switch_has_cells(sw))) return false;
  in->judged = true;
  drop(sw, port, seen);
  return true;
}

// ---- Frames to many ports ----

// The ports to which a frame to an unknown or a group destination is copied.
static uint32_t flood_ports(const struct sluice_switch *sw, int port, const struct sluice_switch_header *h) {
  if (h->reason != SLUICE_SWITCH_UNKNOWN || !sluice_mmu_lossy(sw->mmu, h->cls, h->ttl)) return 0;
  return sw->regs.flood & ((1u << sw->dims.ports) - 1) & ~(1u << port);
}

static bool one_left(uint32_t ports) { return (ports & (ports - 1)) == 0; }

// Judges whether there is space for one more frame to be copied: FLOODED or NOT_COPIED. While the last copy of the
// oldest frame is made, its cells become free one by one; then `seen` decides. A last copy that finds no cell ends at
// once, but the cells of the frame still become free one by one, and its place after them.
static enum sluice_switch_reason flood_reason(const struct sluice_switch *sw, enum sluice_switch_reason seen) {
  const uint32_t limit = sluice_switch_cells(&sw->dims, sluice_switch_max_frame(&sw->regs));
  const size_t places = sw->copied.count + (sw->copied_last > 0);
  uint32_t most = sw->copied_last, going = most;
  for (const struct sluice_frame *f = sw->copied.first; f != NULL; f = f->next) {
    most += f->cells;
    if (f == sw->copied.first && one_left(f->flood)) going += f->cells;
  }
  if (sw->copied.count == SLUICE_SWITCH_COPIED || most - going > limit) return SLUICE_SWITCH_NOT_COPIED;
  const bool fits = most <= limit && places < SLUICE_SWITCH_COPIED;
  return fits || seen != SLUICE_SWITCH_NOT_COPIED ? SLUICE_SWITCH_FLOODED : SLUICE_SWITCH_NOT_COPIED;
}

static void enqueue(struct sluice_switch *sw, struct sluice_frame *f) {
  sw->next.enq_valid = true;
  sw->next.enq_port = (uint8_t)f->port;
  sw->next.enq_class = (uint8_t)f->cls;
  sw->next.enq_cells = f->cells;
  sw->next.enq_ttl = (uint8_t)f->ttl;
  sw->next.enq_egress = (uint8_t)f->egress;
  append(&sw->awaiting_admission, f);
  sw->held++;
}

bool sluice_switch_copy(struct sluice_switch *sw, enum sluice_switch_reason seen, int *port,
                        struct sluice_switch_arrival *arrival) {
  struct sluice_frame *of = sw->copied.first, *f;
  if (of == NULL) return false;
  *port = of->port;
  *arrival = (struct sluice_switch_arrival){SLUICE_SWITCH_NONE, of->cls, 0, of->ttl, of->cells};
  while (!(of->flood >> arrival->egress & 1)) arrival->egress++;
  if (seen == SLUICE_SWITCH_NO_CELL && !sluice_switch_has_cells(sw)) {
    arrival->reason = seen;
    drop(sw, of->port, seen);
  } else {
    f = calloc(1, sizeof *f + of->n);
    if (f == NULL) return false;
    memcpy(f, of, sizeof *f + of->n);
    f->egress = arrival->egress;
    enqueue(sw, f);
  }
  of->flood &= of->flood - 1;
  sw->copied_last = of->flood == 0 && arrival->reason == SLUICE_SWITCH_NO_CELL ? of->cells : 0;
  if (of->flood != 0) return true;
  take(&sw->copied);
  sw->held--;
  free(of);
  return true;
}

bool sluice_switch_arrive(struct sluice_switch *sw, int port, enum sluice_switch_reason seen,
                          struct sluice_switch_arrival *arrival) {
  *arrival = (struct sluice_switch_arrival){.reason = seen};
  struct sluice_frame *f = take(&sw->port[port].arriving);
  if (f == NULL) return give_up(sw, port, seen);
  arrival->reason = judge(sw, f, seen);
  if (arrival->reason == SLUICE_SWITCH_NONE) {
    struct sluice_switch_header h = sluice_switch_header(&sw->dims, &sw->regs, port, f->bytes);
    f->cls = h.cls;
    f->egress = h.egress;
    f->ttl = h.ttl;
    f->cells = sluice_switch_cells(&sw->dims, (uint32_t)f->n);
    f->flood = flood_ports(sw, port, &h);
    if (f->flood != 0) h.reason = flood_reason(sw, seen);
    *arrival = (struct sluice_switch_arrival){h.reason, h.cls, h.egress, h.ttl, f->cells};
  }
  if (arrival->reason == SLUICE_SWITCH_FLOODED) {
    drop(sw, port, arrival->reason);
    append(&sw->copied, f);
    sw->held++;
    return true;
  }
  if (arrival->reason != SLUICE_SWITCH_NONE) {
    drop(sw, port, arrival->reason);
    free(f);
    return true;
  }
  enqueue(sw, f);
  return true;
}

// ---- The MMU ----

// Returns the frame if it was accepted, else NULL.
static const struct sluice_frame *admission(struct sluice_switch *sw, const struct sluice_out *out) {
  struct sluice_frame *f = out->adm_valid ? take(&sw->awaiting_admission) : NULL;
  if (f == NULL) return NULL;
  if (out->adm_kind >= SLUICE_REFUSED) {
    drop(sw, f->port, out->adm_kind == SLUICE_REFUSED ? SLUICE_SWITCH_REFUSED : SLUICE_SWITCH_TTL);
    release(sw, f);
    return NULL;
  }
  f->cls = out->adm_class;
  count(sw, f->port, SLUICE_SWITCH_FRAMES_IN, f->cls, 1);
  count(sw, f->port, SLUICE_SWITCH_BYTES_IN, f->cls, f->n);
  append(&sw->port[f->egress].queue[f->cls], f);
  return f;
}

// A message of the port level, or of PAUSE, pauses every class for the time of class 0.
static void count_pauses(struct sluice_switch *sw, int port, enum sluice_switch_counter kind, int level,
                         unsigned enable, const uint16_t *time) {
  for (int c = 0; c < sw->dims.classes && port < sw->dims.ports; c++)
    if (level != SLUICE_LEVEL_CLASSES ? time[0] != 0 : enable >> c & 1 && time[c] != 0) count(sw, port, kind, c, 1);
}

const struct sluice_out *sluice_switch_step(struct sluice_switch *sw, struct sluice_in *in) {
  const struct sluice_out *out = sluice_mmu_out(sw->mmu);
  const struct sluice_in *e = &sw->next;
  if (out->tx_valid && in->tx_ready)
    count_pauses(sw, out->tx_port, SLUICE_SWITCH_PAUSES_OUT, out->tx_level, out->tx_enable, out->tx_time);
  if (in->rx_valid) count_pauses(sw, in->rx_port, SLUICE_SWITCH_PAUSES_IN, in->rx_level, in->rx_enable, in->rx_time);
  in->enq_valid = e->enq_valid;
  in->enq_port = e->enq_port;
  in->enq_class = e->enq_class;
  in->enq_cells = e->enq_cells;
  in->enq_ttl = e->enq_ttl;
  in->enq_egress = e->enq_egress;
  in->deq_valid = e->deq_valid;
  in->deq_port = e->deq_port;
  in->deq_class = e->deq_class;
  in->deq_cells = e->deq_cells;
  sluice_mmu_step(sw->mmu, in);
  sluice_switch_commit_step(sw, in);
  memset(&sw->next, 0, sizeof sw->next);
  out = sluice_mmu_out(sw->mmu);
  sluice_switch_ecn_join(sw, admission(sw, out));
  return out;
}

const struct sluice_out *sluice_switch_out(const struct sluice_switch *sw) { return sluice_mmu_out(sw->mmu); }

// ---- Out ----

bool sluice_switch_begin(struct sluice_switch *sw, int egress, int cls) {
  struct sluice_switch_port *p = &sw->port[egress];
  struct sluice_frame *f = take(&p->queue[cls]);
  if (f == NULL) return false;
  sluice_switch_ecn_begin(sw, f);
  f->leaving = true;
  f->next_leave = NULL;
  if (p->leave_first == NULL)
    p->leave_first = f;
  else
    p->leave_last->next_leave = f;
  p->leave_last = f;
  f->sending = true;
  append(&p->sending, f);
  return true;
}

bool sluice_switch_leaving(const struct sluice_switch *sw, int egress, struct sluice_switch_leave *leave) {
  const struct sluice_frame *f = sw->port[egress].leave_first;
  if (f != NULL) *leave = (struct sluice_switch_leave){f->port, f->cls, f->cells};
  return f != NULL;
}

bool sluice_switch_leave(struct sluice_switch *sw, int egress, struct sluice_switch_leave *leave) {
  struct sluice_switch_port *p = &sw->port[egress];
  struct sluice_frame *f = p->leave_first;
  if (!sluice_switch_leaving(sw, egress, leave)) return false;
  p->leave_first = f->next_leave;
  sw->next.deq_valid = true;
  sw->next.deq_port = (uint8_t)f->port;
  sw->next.deq_class = (uint8_t)f->cls;
  sw->next.deq_cells = f->cells;
  f->leaving = false;
  release(sw, f);
  return true;
}

const uint8_t *sluice_switch_next(const struct sluice_switch *sw, int egress, size_t *n) {
  const struct sluice_switch_port *p = &sw->port[egress];
  if (p->sending.first == NULL) return NULL;
  *n = p->sending.first->n - p->sent;
  return p->sending.first->bytes + p->sent;
}

// The first frame of the output has ended.
static void end_sending(struct sluice_switch *sw, struct sluice_switch_port *p) {
  struct sluice_frame *f = take(&p->sending);
  p->sent = 0;
  f->sending = false;
  release(sw, f);
}

bool sluice_switch_flush(struct sluice_switch *sw, int egress, enum sluice_switch_reason reason) {
  struct sluice_switch_port *p = &sw->port[egress];
  if (p->sending.first == NULL) return false;
  drop(sw, egress, reason);
  if (reason == SLUICE_SWITCH_WATCHDOG) count(sw, egress, SLUICE_SWITCH_STORM_DROPS, p->sending.first->cls, 1);
  end_sending(sw, p);
  return true;
}

void sluice_switch_sent(struct sluice_switch *sw, int egress, size_t n) {
  struct sluice_switch_port *p = &sw->port[egress];
  const struct sluice_frame *f = p->sending.first;
  p->sent += n;
  if (p->sent < f->n) return;
  count(sw, egress, SLUICE_SWITCH_FRAMES_OUT, f->cls, 1);
  count(sw, egress, SLUICE_SWITCH_BYTES_OUT, f->cls, f->n);
  if (f->marked) {
    count(sw, egress, SLUICE_SWITCH_MARKED, f->cls, 1);
    count(sw, egress, SLUICE_SWITCH_MARKED_BYTES, f->cls, f->n);
  }
  end_sending(sw, p);
}

void sluice_switch_storm(struct sluice_switch *sw, int egress, int cls, bool begins) {
  count(sw, egress, begins ? SLUICE_SWITCH_STORMS : SLUICE_SWITCH_RESTORED, cls, 1);
  if (begins) sw->regs.cause |= SLUICE_SWITCH_CAUSE_STORM;
}

uint64_t sluice_switch_counter(const struct sluice_switch *sw, int port, int counter) {
  return sw->port[port].counter[counter];
}

size_t sluice_switch_arriving(const struct sluice_switch *sw, int port) {
  const struct sluice_switch_inside *in = &sw->port[port].in;
  return sw->port[port].arriving.count + (in->inside && in->counts && !in->judged);
}

size_t sluice_switch_held(const struct sluice_switch *sw) { return sw->held; }
