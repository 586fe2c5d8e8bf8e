#include "tests/lossless/macs.h"

#include <stdlib.h>
#include <string.h>

enum { TYPE_AT = 12, QUANTUM_BYTES = 64, SETTLED = 64, TAIL = 64, HEAD = 16 };
#define GROUP UINT64_C(0x0180c2000001)

// ---- In ----

static void take_bytes(struct mac_in *s, const uint8_t *bytes, size_t n, bool bad) {
  memcpy(s->bytes, bytes, n);
  s->n = n;
  s->at = 0;
  s->bad = bad;
  s->busy = true;
  s->is_cut = s->is_pfc = s->is_pause = false;
  s->data = NULL;
}

// Starts a control frame from a sink: pauses, resumes, levels, and sometimes an invalid frame that must not be obeyed.
static void new_control(struct macs *m, int port, bool calm) {
  struct frame f;
  struct pause_times times = {.enable = 255};
  uint64_t *rng = &m->rng;
  uint32_t longest = m->levels ? 4 : frames_chance(rng, 200) ? 1000 : 60;
  for (int k = 0; k < 8 && !calm; k++)
    times.time[k] = (uint16_t)(frames_chance(rng, 400) ? 0 : frames_pick(rng, longest));
  if (!calm) times.enable = (uint8_t)frames_pick(rng, 256);
  bool pause = false;
  if (m->levels)
    frame_native(&f, GROUP, SLUICE_IDENTIFIER, SLUICE_FLAG_LEVELS, &times);
  else if ((pause = !calm && frames_chance(rng, 300)))
    frame_pause(&f, GROUP, times.time[0]);
  else
    frame_pfc(&f, GROUP, &times);
  size_t n = (size_t)f.length;
  if (!calm && frames_chance(rng, 80)) n = 16 + frames_pick(rng, 44);
  struct mac_in *s = &m->from[port];
  take_bytes(s, f.bytes, n, !calm && frames_chance(rng, 60));
  bool good = !s->bad && n == (size_t)f.length && !m->levels;
  s->is_pfc = good && !pause;
  s->is_pause = good && pause;
  s->times = times;
}

static void extend_pause(struct mac_pause *p, uint64_t now, uint64_t cycles) {
  if (p->until < now) p->since = now;
  p->until = now + cycles;
}

// The switch has received a whole control frame.
static void control_received(struct macs *m, int port) {
  struct mac_in *s = &m->from[port];
  struct mac_out *d = &m->to[port];
  uint64_t now = lossless_clock(m->l), quantum = QUANTUM_BYTES / (uint64_t)m->dims.bytes;
  for (int k = 0; k < SLUICE_PRIORITIES; k++)
    if (s->is_pfc && s->times.enable >> k & 1) extend_pause(&d->sent[k], now, quantum * s->times.time[k]);
  if (s->is_pause) extend_pause(&d->sent_port, now, quantum * s->times.time[0]);
}

void macs_pause(struct macs *m, int port, uint16_t quanta) {
  struct frame f;
  struct pause_times times = {.enable = 255};
  for (int k = 0; k < 8; k++) times.time[k] = quanta;
  frame_pfc(&f, GROUP, &times);
  take_bytes(&m->from[port], f.bytes, (size_t)f.length, false);
}

static bool is_control(const struct frames_frame *f) {
  return f->n >= TYPE_AT + 2 && f->bytes[TYPE_AT] == 0x88 && f->bytes[TYPE_AT + 1] == 0x08;
}

static bool is_wanted(const struct macs *m, const struct frames_frame *f) {
  if (is_control(f)) return false;
  return !m->fills ||
         (f->n == SLUICE_SWITCH_MIN_FRAME && f->reason == SLUICE_SWITCH_NONE && m->fill[f->port][f->cls] > 0);
}

static bool draw_frame(struct macs *m, int port) {
  struct mac_in *s = &m->from[port];
  bool none = m->fills;
  for (int c = 0; c < m->dims.classes; c++) none &= m->fill[port][c] == 0;
  if (none) return false;
  do {
    frames_free(s->waiting);
    s->waiting = frames_new(&m->setup, &m->rng, port, ++m->id);
  } while (s->waiting != NULL && !is_wanted(m, s->waiting));
  if (m->fills && s->waiting != NULL) m->fill[port][s->waiting->cls]--;
  return s->waiting != NULL;
}

static bool may_begin(const struct macs *m, int port, int cls) {
  const struct mac_out *received = &m->to[port];
  uint64_t now = lossless_clock(m->l);
  return !m->obey || (now >= received->port_until && now >= received->paused_until[m->setup.priority[cls]]);
}

static void next_frame(struct macs *m, int port) {
  struct mac_in *s = &m->from[port];
  if (s->gap > 0) {
    s->gap--;
    return;
  }
  if (!(m->in.link_up >> port & 1) || lossless_clock(m->l) - m->up_since[port] < SETTLED) return;
  if (m->calm && m->levels && !s->released) {
    new_control(m, port, true);
    s->released = true;
  } else if (!m->calm && frames_chance(&m->rng, s->control)) {
    new_control(m, port, false);
  } else {
    if (s->waiting == NULL && (m->calm || !draw_frame(m, port))) return;
    if (!may_begin(m, port, s->waiting->cls)) return;
    take_bytes(s, s->waiting->bytes, s->waiting->n, s->waiting->bad);
    s->data = s->waiting;
    s->waiting = NULL;
  }
}

static void offer(struct macs *m, int port) {
  struct mac_in *s = &m->from[port];
  struct switch_word *w = &m->in.in[port];
  if (w->valid) return;
  if (!s->busy) next_frame(m, port);
  if (!s->busy || (!s->is_cut && frames_chance(&m->rng, s->stall))) return;
  size_t width = (size_t)m->dims.bytes, n = s->is_cut ? 1 : s->n - s->at < width ? s->n - s->at : width;
  memset(w, 0, sizeof *w);
  memcpy(w->data, s->bytes + s->at, n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->last = s->is_cut || s->at + n == s->n;
  w->user = w->last && (s->bad || s->is_cut);
  w->valid = true;
}

static void taken(struct macs *m, int port) {
  struct mac_in *s = &m->from[port];
  struct switch_word *w = &m->in.in[port];
  size_t width = (size_t)m->dims.bytes;
  w->valid = false;
  if (s->at == 0 && s->data != NULL) {
    struct frames_frame *f = s->data, *copy = malloc(sizeof *copy);
    if (copy != NULL) *copy = *f;  // the scoreboard may free the frame before its last word is sent
    s->data = copy;
    scoreboard_frames_in(&m->scoreboard, f);
  }
  s->at += width;
  if (!w->last) return;
  if (!s->is_cut) control_received(m, port);
  free(s->data);
  s->data = NULL;
  s->busy = false;
  s->ended = lossless_clock(m->l);
  s->gap = (uint32_t)((SLUICE_SWITCH_GAP + width - 1) / width);
  if (frames_chance(&m->rng, s->idle)) s->gap += frames_pick(&m->rng, MOST_IDLE);
}

// ---- Links ----

// The MAC ends a frame in transmission with an error, or is reset and never ends it. A frame at its very beginning may
// stay unknown to the switch. A frame at its very end may be complete.
static void link_falls(struct macs *m, int port) {
  struct mac_in *s = &m->from[port];
  struct switch_word *w = &m->in.in[port];
  size_t width = (size_t)m->dims.bytes;
  m->in.link_up &= (uint16_t) ~(1u << port);
  if (s->ended > 0 && lossless_clock(m->l) - s->ended < TAIL) m->scoreboard.unsure[port]++;
  if (s->busy && s->at == 0 && !w->valid) {  // not started
    s->waiting = s->data;
    s->data = NULL;
    s->busy = false;
  }
  if (!s->busy) return;
  bool unsure = s->at < HEAD + 4 * width || (w->valid && w->last);
  if (s->at == 0)  // the first word is offered
    m->scoreboard.unsure[port]++;
  else if (s->data != NULL)
    scoreboard_frames_cut(&m->scoreboard, s->data, s->at > m->setup.max_frame, unsure);
  s->is_cut = !frames_chance(&m->rng, 512);
  if (s->is_cut) return;
  s->busy = w->valid = false;  // the MAC is reset: the rest of the frame never arrives
  free(s->data);
  s->data = NULL;
}

static void links(struct macs *m, int port) {
  uint64_t now = lossless_clock(m->l);
  bool up = m->in.link_up >> port & 1;
  if (up && !m->calm && now - m->up_since[port] > 2 * SETTLED && frames_pick(&m->rng, 1 << 20) < m->link) {
    link_falls(m, port);
    m->down_until[port] = now + SETTLED + frames_pick(&m->rng, 2000);
  } else if (!up && now >= m->down_until[port] && !m->from[port].busy) {
    m->in.link_up |= (uint16_t)(1u << port);
    m->up_since[port] = now;
  }
}

// ---- Out ----

static void control_sent(struct macs *m, int port, const struct pause_times *times) {
  struct mac_out *d = &m->to[port];
  uint64_t now = lossless_clock(m->l), quantum = QUANTUM_BYTES / (uint64_t)m->dims.bytes;
  for (int k = 0; k < SLUICE_PRIORITIES; k++) {
    if (!(times->enable >> k & 1)) continue;
    d->paused_until[k] = now + quantum * times->time[k];
    m->pauses += times->time[k] > 0;
  }
  if (!times->port) return;
  d->port_until = now + quantum * times->port_time;
  m->pauses += times->port_time > 0;
}

// A port sends PAUSE if configured so, and levels only under GFC. Frames without a pause may belong to the previous
// set.
static bool is_kind(const struct macs *m, int port, uint16_t opcode, const struct pause_times *times, bool levels) {
  bool some = times->port_time > 0;
  for (int k = 0; k < SLUICE_PRIORITIES; k++) some |= times->time[k] > 0;
  return !some || (levels == m->levels && (m->levels || (opcode == 0x0001) == m->pause[port]));
}

// Returns whether a sink has paused the class, or with PAUSE the whole port, lossy classes too, for so long that its
// frame should not have started. A frame in
// transmission, a selected frame, four frames of a cell before the selection and a pause may precede
// [docs/hardware/switch.md, "Scheduler"].
static bool is_late(const struct macs *m, int port, int cls) {
  const struct mac_out *d = &m->to[port];
  const bool lossless = m->setup.mmu[SLUICE_REG_LOSSLESS] >> cls & 1;
  const struct mac_pause *pauses[] = {&d->sent_port, &d->sent[m->setup.priority[cls]]};
  uint64_t bytes = 2 * (m->setup.max_frame + SLUICE_SWITCH_GAP) + 4 * ((uint64_t)m->dims.cell + SLUICE_SWITCH_GAP) +
                   60 + SLUICE_SWITCH_GAP;
  uint64_t behind = bytes / (uint64_t)m->dims.bytes + 2 * (uint64_t)m->dims.ports + 40;
  for (int i = 0; i < 1 + lossless; i++)
    if (d->began > pauses[i]->since + behind && d->began < pauses[i]->until) return true;
  return false;
}

static void frame_out(struct macs *m, int port, bool bad) {
  struct mac_out *d = &m->to[port];
  struct frame f = {.length = (int)d->n};
  struct pause_times times;
  bool levels;
  if (bad) {
    m->aborts++;
    return;
  }
  if (d->n >= TYPE_AT + 2 && d->bytes[TYPE_AT] == 0x88 && d->bytes[TYPE_AT + 1] == 0x08) {  // made by the switch
    memcpy(f.bytes, d->bytes, d->n < sizeof f.bytes ? d->n : sizeof f.bytes);
    uint16_t opcode = frame_read(&f, mac_address(port), &times, &levels);
    if (!is_kind(m, port, opcode, &times, levels)) m->wrong = "a pause frame has the wrong kind";
    control_sent(m, port, &times);
    return;
  }
  int cls;
  const char *wrong = scoreboard_frames_out(&m->scoreboard, port, d->bytes, d->n, &cls);
  if (wrong == NULL && m->obey && is_late(m, port, cls)) wrong = "a frame starts while its class or port is paused";
  if (m->wrong == NULL) m->wrong = wrong;
}

static void word_out(struct macs *m, int port, const struct switch_word *w) {
  struct mac_out *d = &m->to[port];
  if (d->n == 0) d->began = lossless_clock(m->l);
  for (int i = 0; i < m->dims.bytes && w->keep >> i & 1; i++)
    if (d->n < sizeof d->bytes) d->bytes[d->n++] = w->data[i];
  if (!w->last) return;
  frame_out(m, port, w->user);
  d->n = 0;
}

bool macs_step(struct macs *m) {
  const struct switch_out *o = lossless_out(m->l);
  uint16_t ready = o->in_ready;
  m->in.out_ready = 0;
  for (int p = 0; p < m->dims.ports; p++) {
    links(m, p);
    offer(m, p);
    struct mac_out *d = &m->to[p];
    bool is_mac = m->calm || d->ready == MAC_LINE;
    if (is_mac ? !mac_line_takes(&d->line, lossless_clock(m->l), m->dims.line, &o->out[p])
               : !frames_chance(&m->rng, d->ready))
      continue;
    m->in.out_ready |= (uint16_t)(1u << p);
    if (o->out[p].valid) word_out(m, p, &o->out[p]);
  }
  if (lossless_step(m->l, &m->in) == NULL) m->wrong = lossless_error(m->l);
  for (int p = 0; p < m->dims.ports; p++)
    if (m->in.in[p].valid && ready >> p & 1) taken(m, p);
  return m->wrong == NULL;
}

bool macs_quiet(const struct macs *m) {
  for (int p = 0; p < m->dims.ports; p++) {
    const struct mac_in *s = &m->from[p];
    bool released = !m->levels || s->released;
    if (s->busy || s->waiting != NULL || !released || m->to[p].n > 0 || lossless_out(m->l)->out[p].valid) return false;
    if (!(m->in.link_up >> p & 1)) return false;
  }
  return true;
}
