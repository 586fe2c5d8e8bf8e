#include "tb/cli/replay/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/driver/sluice_driver.h"
#include "tb/sim/results/terminal.h"

enum { REST_CYCLES = 1024, LINK_CYCLES = 16, PROGRESS_CYCLES = 256, POLLS = 16 };
static const uint64_t longest = UINT64_C(1) << 32;  // largest number of cycles after the last frame has arrived

// The MAC of a port. Cycle 0 is the one in which the first frame may begin.
struct mac {
  size_t next;                                     // number of the next frame of the capture
  uint32_t at;                                     // bytes of this frame that the switch has taken
  uint64_t free_in;                                // cycle from which the wire to the switch is free
  uint64_t free_out;                               // cycle from which the wire from the switch is free
  uint64_t *begins;                                // [frame] cycle in which it may begin
  uint8_t bytes[CAPTURE_MOST + SWITCH_MAX_BYTES];  // bytes of the frame that leaves
  uint32_t n;                                      // number of these bytes
  uint64_t began;                                  // cycle of the first one
  struct sender sender;
};

struct run {
  struct replay *r;
  struct lossless *l;
  struct switch_in in;
  struct mac mac[SWITCH_MAX_PORTS];
  uint64_t start_ns, cycle;
};

// ---- registers ----

static int write_register(void *l, uint32_t address, uint32_t value) {
  return lossless_write(l, address, value) ? 0 : EDOM;
}

static int read_register(void *l, uint32_t address, uint32_t *value) {
  return lossless_read(l, address, value) ? 0 : EDOM;
}

static struct sluice_driver driver_of(struct lossless *l) {
  return (struct sluice_driver){read_register, write_register, l, POLLS};
}

static bool write_set(const struct replay *r, struct lossless *l) {
  uint32_t max_frame = r->rules.regs[SLUICE_REG_MAX_PACKET] * (uint32_t)r->rules.dims.cell;
  if (max_frame > SLUICE_SWITCH_MAX_FRAME) max_frame = SLUICE_SWITCH_MAX_FRAME;
  bool well = lossless_write(l, SLUICE_SWITCH_REG_MAX_FRAME, max_frame);
  if (r->rules.regs[SLUICE_REG_SCHEME] == SLUICE_TTL)
    well &= lossless_write(
        l, SLUICE_SWITCH_REG_TTL_MODE,
        SLUICE_SWITCH_TTL_MODE_DECREMENT | SLUICE_SWITCH_TTL_MODE_NON_IP * (uint32_t)r->rules.non_ip_ttl);
  if (r->flood) well &= lossless_write(l, SLUICE_SWITCH_REG_FLOOD, (1u << r->rules.dims.ports) - 1);
  for (uint32_t p = 0; p < (uint32_t)r->rules.dims.ports; p++)
    well &= lossless_write(l, SLUICE_SWITCH_REG_PORT + 4 * p,
                           0xff00 | SLUICE_SWITCH_PORT_TRUST_PCP | SLUICE_SWITCH_PORT_TRUST_DSCP);
  for (int i = 0; i < r->macs; i++) {
    const struct sluice_driver driver = driver_of(l);
    struct sluice_mac_entry entry = {.port = (uint8_t)r->mac[i].port, .valid = true};
    for (int k = 0; k < 6; k++) entry.address[k] = (uint8_t)(r->mac[i].address >> (40 - 8 * k));
    well &= sluice_driver_set_mac(&driver, i, &entry) == 0;
  }
  for (uint32_t i = 0; i < SLUICE_REG_COMMIT; i++) well &= lossless_write(l, 4 * i, r->rules.regs[i]);
  return well;
}

static int differs(const struct lossless *l, struct error *err) {
  error_set(err, "RTL and model differ: %s", lossless_error(l));
  return EDOM;
}

static int configure(const struct replay *r, struct lossless *l, struct error *err) {
  const struct sluice_driver driver = driver_of(l);
  uint32_t status;
  int refused = write_set(r, l) ? sluice_driver_commit(&driver) : EDOM;
  if (refused == 0) return 0;
  if (refused == SLUICE_DRIVER_RESERVE) {
    const struct sluice_switch_dims d = {r->rules.dims.ports,
                                         r->rules.dims.classes,
                                         r->rules.dims.cell,
                                         r->rules.dims.cells,
                                         REPLAY_MACS,
                                         r->rules.dims.schemes,
                                         false,
                                         false};
    uint32_t most = r->rules.regs[SLUICE_REG_MAX_PACKET] * (uint32_t)r->rules.dims.cell;
    uint32_t reserve = (uint32_t)r->rules.dims.ports * sluice_switch_reserve(&d, most);
    if (r->flood) reserve += sluice_switch_flood_reserve(&d, most);
    return error_set(
        err,
        "mmu.buffer is %u bytes, and frames of %u bytes that arrive need %u of the switch's %d; lower buffer or "
        "max_packet",
        r->rules.regs[SLUICE_REG_BUFFER] * (uint32_t)r->rules.dims.cell, most, reserve * (uint32_t)r->rules.dims.cell,
        r->rules.dims.cells * r->rules.dims.cell);
  }
  if (refused != SLUICE_DRIVER_REFUSED || !lossless_read(l, 4 * SLUICE_REG_STATUS, &status)) return differs(l, err);
  return error_set(err, "the switch refuses these registers, reason %u (docs/reference/registers.md)",
                   status & SLUICE_STATUS_REASON);
}

// ---- input ----

// Sets the cycle in which each frame may begin: its time since the first frame of all captures. Times without a frame
// in any capture are shortened to most_gap_ns.
static int schedule(struct run *u) {
  struct replay *r = u->r;
  size_t at[SWITCH_MAX_PORTS] = {0};
  uint64_t last = 0, cut = 0;
  bool some = false;
  for (int p = 0; p < r->rules.dims.ports; p++) {
    u->mac[p].begins = malloc((r->capture[p].frames + 1) * sizeof *u->mac[p].begins);
    if (u->mac[p].begins == NULL) return ENOMEM;
  }
  for (;;) {
    int first = -1;
    for (int p = 0; p < r->rules.dims.ports; p++)
      if (at[p] < r->capture[p].frames &&
          (first < 0 || r->capture[p].frame[at[p]].ns < r->capture[first].frame[at[first]].ns))
        first = p;
    if (first < 0) return 0;
    uint64_t ns = r->capture[first].frame[at[first]].ns;
    if (!some) u->start_ns = last = ns;
    some = true;
    if (ns < last) ns = last;  // the frame is behind a later one in its capture
    if (r->most_gap_ns > 0 && ns - last > r->most_gap_ns) cut += ns - last - r->most_gap_ns;
    last = ns;
    u->mac[first].begins[at[first]++] = (uint64_t)((double)(ns - cut - u->start_ns) * 1e-9 * (double)r->rules.clock_hz);
  }
}

static void offer(struct run *u, int p) {
  struct mac *m = &u->mac[p];
  const struct sender_rules *rules = &u->r->rules;
  const struct capture *c = &u->r->capture[p];
  struct switch_word *w = &u->in.in[p];
  if (w->valid || m->next == c->frames) return;
  const struct capture_frame *f = &c->frame[m->next];
  if (m->at == 0) {
    if (u->cycle < m->begins[m->next] || u->cycle < m->free_in ||
        (u->r->obey && sender_waits(&m->sender, rules, u->cycle, c->bytes + f->at)))
      return;
    sender_begin(&m->sender, rules, u->cycle, c->bytes + f->at, f->n);
    m->free_in = u->cycle + sender_cycles(&u->r->rules, f->n + SLUICE_SWITCH_GAP);
  }
  uint32_t n = f->n - m->at, width = (uint32_t)u->r->rules.dims.bytes;
  if (n > width) n = width;
  memset(w->data, 0, sizeof w->data);
  memcpy(w->data, c->bytes + f->at + m->at, n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->last = m->at + n == f->n;
  w->user = false;
  w->valid = true;
}

static void taken(struct run *u, int p) {
  struct mac *m = &u->mac[p];
  u->in.in[p].valid = false;
  m->at += (uint32_t)u->r->rules.dims.bytes;
  if (!u->in.in[p].last) return;
  m->at = 0;
  m->next++;
}

// ---- output ----

static uint64_t ns_of(const struct run *u, uint64_t cycle) {
  return u->start_ns + (uint64_t)((double)cycle * 1e9 / (double)u->r->rules.clock_hz + 0.5);
}

// The MAC of port p takes a word, unless its wire is busy with the frame before or its gap.
static void leaves(struct run *u, int p, const struct switch_word *w) {
  struct mac *m = &u->mac[p];
  bool ready = m->n > 0 || u->cycle >= m->free_out;
  if (ready) u->in.out_ready |= (uint16_t)(1u << p);
  const struct switch_word *heard = ready ? w : &(const struct switch_word){.valid = false};
  if (u->r->obey) sender_receive(&m->sender, &u->r->rules, u->cycle, heard);
  if (!ready || !w->valid) return;
  if (m->n == 0) m->began = u->cycle;
  for (int i = 0; i < u->r->rules.dims.bytes && w->keep >> i & 1 && m->n < CAPTURE_MOST; i++)
    m->bytes[m->n++] = w->data[i];
  if (!w->last) return;
  if (!w->user && u->r->out[p] != NULL) capture_put(u->r->out[p], ns_of(u, m->began), m->bytes, m->n);
  m->free_out = m->began + sender_cycles(&u->r->rules, m->n + SLUICE_SWITCH_GAP);
  m->n = 0;
}

// ---- cycles ----

static bool tick(struct run *u) {
  const struct switch_out *o = lossless_out(u->l);
  uint16_t ready = o->in_ready;
  u->in.out_ready = 0;
  for (int p = 0; p < u->r->rules.dims.ports; p++) {
    offer(u, p);
    leaves(u, p, &o->out[p]);
  }
  if (lossless_step(u->l, &u->in) == NULL) return false;
  for (int p = 0; p < u->r->rules.dims.ports; p++)
    if (u->in.in[p].valid && ready >> p & 1) taken(u, p);
  u->cycle++;
  return true;
}

static bool quiet(const struct run *u) {
  const struct switch_out *o = lossless_out(u->l);
  // each port holds a free cell, and so does the maker of copies
  const uint32_t held = (uint32_t)u->r->rules.dims.ports + u->r->flood;
  if (o->free + o->kept + held != (uint32_t)u->r->rules.dims.cells) return false;
  for (int p = 0; p < u->r->rules.dims.ports; p++)
    if (u->mac[p].next < u->r->capture[p].frames || u->mac[p].n > 0 || o->out[p].valid) return false;
  return true;
}

static void show(const struct run *u) {
  size_t in = 0, all = 0;
  if (u->r->progress == NULL || u->cycle % PROGRESS_CYCLES != 0) return;
  for (int p = 0; p < u->r->rules.dims.ports; p++) {
    in += u->mac[p].next;
    all += u->r->capture[p].frames;
  }
  if (all > 0) u->r->progress(u->r->progress_arg, (double)in / (double)all, (double)in);
}

static int run(struct run *u, struct error *err) {
  uint64_t rest = 0, end = 0;
  for (int i = 0; i < LINK_CYCLES; i++)
    if (lossless_step(u->l, &u->in) == NULL) return differs(u->l, err);
  for (int p = 0; p < u->r->rules.dims.ports; p++) {
    size_t n = u->r->capture[p].frames;
    if (n > 0 && u->mac[p].begins[n - 1] + longest > end) end = u->mac[p].begins[n - 1] + longest;
  }
  while (rest < REST_CYCLES) {
    if (!tick(u)) return differs(u->l, err);
    rest = quiet(u) ? rest + 1 : 0;
    show(u);
    if (u->cycle <= end || end == 0) continue;
    error_set(err, "frames are still in the switch %" PRIu64 " cycles after the last one arrived", longest);
    return ETIME;
  }
  return 0;
}

static bool count(const struct replay *r, struct lossless *l, struct replay_result *result) {
  const struct sluice_driver driver = driver_of(l);
  int error = 0;
  for (int p = 0; p < r->rules.dims.ports; p++) {
    struct replay_port *port = &result->port[p];
    uint64_t n = 0;
    for (int c = 0; c < r->rules.dims.classes; c++) {
      error |= sluice_driver_counter(&driver, p, 8 * SLUICE_SWITCH_FRAMES_IN + c, &n);
      port->in += n;
      error |= sluice_driver_counter(&driver, p, 8 * SLUICE_SWITCH_FRAMES_OUT + c, &n);
      port->out += n;
    }
    for (int k = 1; k < SLUICE_SWITCH_REASONS; k++)
      error |= sluice_driver_counter(&driver, p, SLUICE_SWITCH_DROPS + k, &port->drops[k]);
    for (int k = SLUICE_SENT_PFC; k <= SLUICE_SENT_NATIVE; k++) {
      error |= sluice_driver_frames(&driver, p, SLUICE_LOSSLESS_SENT + k, &n);
      port->pauses_out += n;
      error |= sluice_driver_frames(&driver, p, SLUICE_LOSSLESS_SEEN + k, &n);  // the kinds have the same numbers
      port->pauses_in += n;
    }
    for (int k = SLUICE_BAD_FRAME; k < SLUICE_SEEN_KINDS; k++) {
      error |= sluice_driver_frames(&driver, p, SLUICE_LOSSLESS_SEEN + k, &n);
      port->bad_control += n;
    }
  }
  return error == 0;
}

int replay_run(struct replay *r, struct lossless *l, struct replay_result *result, struct error *err) {
  struct run *u = calloc(1, sizeof *u);
  int error = u == NULL ? ENOMEM : 0;
  *result = (struct replay_result){0};
  if (error == 0) {
    u->r = r;
    u->l = l;
    u->in.link_up = (uint16_t)((1u << r->rules.dims.ports) - 1);
    for (int p = 0; p < r->rules.dims.ports; p++) sender_start(&u->mac[p].sender, &r->rules);
    error = schedule(u);
  }
  if (error == ENOMEM) error_set(err, "out of memory; give shorter captures");
  if (error == 0) error = configure(r, l, err);
  if (error == 0) error = run(u, err);
  if (error == 0 && (!count(r, l, result) || !lossless_check_rest(l))) error = differs(l, err);
  if (error == 0) result->cycles = u->cycle;
  for (int p = 0; u != NULL && p < r->rules.dims.ports; p++) free(u->mac[p].begins);
  free(u);
  return error;
}

// ---- the table ----

static const char *const reasons[SLUICE_SWITCH_REASONS] = {
    [SLUICE_SWITCH_CUT] = "cut off by its link",
    [SLUICE_SWITCH_NO_CELL] = "no free cell",
    [SLUICE_SWITCH_GIANT] = "longer than max_packet",
    [SLUICE_SWITCH_BAD] = "bad",
    [SLUICE_SWITCH_RUNT] = "short",
    [SLUICE_SWITCH_RESERVED] = "to a reserved address",
    [SLUICE_SWITCH_UNKNOWN] = "to an unknown address",
    [SLUICE_SWITCH_HAIRPIN] = "back to its own port",
    [SLUICE_SWITCH_REFUSED] = "refused by the MMU",
    [SLUICE_SWITCH_TTL] = "TTL",
    [SLUICE_SWITCH_LINK] = "link down",
    [SLUICE_SWITCH_WATCHDOG] = "watchdog",
};

// A frame of which copies are made is not dropped.
static bool is_drop(int reason) { return reason != SLUICE_SWITCH_FLOODED; }

// Frames of all ports with a reason.
static uint64_t with_reason(const struct replay *r, const struct replay_result *result, int reason) {
  uint64_t n = 0;
  for (int p = 0; p < r->rules.dims.ports; p++) n += result->port[p].drops[reason];
  return n;
}

int replay_table(const struct replay *r, const struct replay_result *result, FILE *to) {
  static const struct text_column columns[] = {{"port", 0},      {"frames in", 0},  {"taken", 0},  {"frames out", 0},
                                               {"pauses in", 0}, {"pauses out", 0}, {"dropped", 0}};
  struct text_table *t = text_table_new(columns, 7);
  for (int p = 0; p < r->rules.dims.ports; p++) {
    const struct replay_port *n = &result->port[p];
    uint64_t dropped = 0;
    for (int k = 1; k < SLUICE_SWITCH_REASONS; k++) dropped += is_drop(k) ? n->drops[k] : 0;
    text_cell(t, "%d", p);
    text_cell(t, "%zu", r->capture[p].frames);
    const uint64_t counts[] = {n->in, n->out, n->pauses_in, n->pauses_out, dropped};
    for (int i = 0; i < 5; i++) text_cell(t, "%" PRIu64, counts[i]);
    if (dropped > 0) text_cell_colour(t, TERMINAL_YELLOW);
  }
  if (text_table_print(t, to) != 0) return -1;
  for (int k = 1; k < SLUICE_SWITCH_REASONS; k++) {
    const uint64_t n = with_reason(r, result, k);
    if (n > 0 && is_drop(k)) fprintf(to, "dropped, %s: %" PRIu64 "\n", reasons[k], n);
  }
  const uint64_t flooded = with_reason(r, result, SLUICE_SWITCH_FLOODED);
  if (flooded > 0) fprintf(to, "copied to other ports: %" PRIu64 "\n", flooded);
  uint64_t bad = 0;
  for (int p = 0; p < r->rules.dims.ports; p++) bad += result->port[p].bad_control;
  if (bad > 0) fprintf(to, "MAC control frames that were not obeyed: %" PRIu64 "\n", bad);
  size_t truncated = 0;
  for (int p = 0; p < r->rules.dims.ports; p++) truncated += r->capture[p].truncated;
  if (truncated > 0) fprintf(to, "truncated frames, padded or skipped: %zu\n", truncated);
  fprintf(to, "%" PRIu64 " cycles, %.3f us\n", result->cycles,
          (double)result->cycles * 1e6 / (double)r->rules.clock_hz);
  return 0;
}
