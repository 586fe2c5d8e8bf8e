// Tests sluice_lossless_switch at its MACs and counters, without models. Every lossless frame leaves once, unmodified
// and in order per (ingress, egress, class), or its reason is counted; at the end all cells and descriptors are free
// [spec 9]. Obeying sources lose no lossless frame; for other sources, falling links and the watchdog, all losses are
// counted.
//
// SLUICE_SWITCH=0 SLUICE_SEED=5 make test T=lossless_frames repeats one run on the first variant.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/rules/sluice_config.h"
#include "tests/lossless/macs.h"
#include "tests/suite.h"

enum { SEEDS = 6, ROUNDS = 3, ROUND_CYCLES = 14000, DRAIN_CYCLES = 400000, REST_CYCLES = 400, MACS = 16 };

struct run {
  struct macs macs;
  bool floods;  // FLOOD was not 0 in this run: the copier holds one more cell
  int which;
  uint64_t seed;
};

static void failed(const struct run *r, const char *what) {
  ck_abort_msg("cycle %" PRIu64 ", %s; SLUICE_SWITCH=%d SLUICE_SEED=%" PRIu64 " repeats it", lossless_clock(r->macs.l),
               what, r->which, r->seed);
}

static void must_write(struct run *r, uint32_t addr, uint32_t value) {
  if (!lossless_write(r->macs.l, addr, value)) failed(r, "register write: no response");
}

// ---- Configuration ----

// Cells of headroom that a group needs with obeying neighbours [docs/hardware/integration.md,
// docs/hardware/pause-states.md]: the link's bytes from the enqueue above the threshold to the last frame after the
// pause.
static uint32_t headroom_of(const struct frames_setup *s, const struct switch_dims *d) {
  uint32_t ports = (uint32_t)d->ports, bytes = (uint32_t)d->bytes, cell = (uint32_t)d->cell;
  uint32_t frame = (s->max_frame + SLUICE_SWITCH_GAP) / bytes + 2;  // cycles of a started frame, in both directions
  uint32_t pause = (60 + SLUICE_SWITCH_GAP) / bytes + 2;            // cycles of the pause frame
  uint32_t mmu = 2 * (ports + 2) + 6 + SLUICE_STATE_LATENCY + SLUICE_MESSAGE_LATENCY + 2 * (2 * ports + 5);
  uint32_t on_the_way = 2 * (14 / bytes + 8) + 2 * ports + 8;  // through sluice_control, twice
  uint32_t cycles = mmu + 2 * frame + 2 * pause + on_the_way;
  return cycles * bytes * 2 / (cell + 1 + SLUICE_SWITCH_GAP) + 2 * (s->max_frame / cell + 1);
}

// The drawn pools with sufficient headroom. Returns false if the memory is too small.
static bool with_headroom(struct run *r) {
  struct frames_setup *s = &r->macs.setup;
  uint32_t *regs = s->mmu, ports = (uint32_t)s->dims.ports, queues = ports * (uint32_t)s->dims.classes;
  uint32_t groups = regs[SLUICE_REG_SCHEME] == SLUICE_DSH ? ports : queues, need = headroom_of(s, &r->macs.dims);
  uint32_t fixed = groups * need + queues * regs[SLUICE_REG_PRIVATE];
  if (fixed + 16 > regs[SLUICE_REG_BUFFER]) return false;
  regs[SLUICE_REG_HEADROOM] = need;
  uint32_t left = regs[SLUICE_REG_BUFFER] - fixed;
  regs[SLUICE_REG_SHARED] = left < 100 ? left : 16 + frames_pick(&r->macs.rng, 200) % (left - 16);
  if (regs[SLUICE_REG_XOFF] > regs[SLUICE_REG_SHARED]) regs[SLUICE_REG_XOFF] = regs[SLUICE_REG_SHARED];
  if (regs[SLUICE_REG_XON] > regs[SLUICE_REG_XOFF]) regs[SLUICE_REG_XON] = regs[SLUICE_REG_XOFF];
  regs[SLUICE_REG_QUANTA_STEP] = 16 * 8 * (uint32_t)r->macs.dims.bytes;
  frames_equal_limits(s);
  return true;
}

static void write_set(struct run *r) {
  struct macs *m = &r->macs;
  uint32_t addr, value, status;
  for (int p = 0; p < m->dims.ports; p++) {
    uint32_t pause = m->pause[p] ? SLUICE_LOSSLESS_ADDRESS_HIGH_PAUSE : 0;
    must_write(r, SLUICE_LOSSLESS_REG_ADDRESS_LOW + 8 * (uint32_t)p, (uint32_t)mac_address(p));
    must_write(r, SLUICE_LOSSLESS_REG_ADDRESS_HIGH + 8 * (uint32_t)p, (uint32_t)(mac_address(p) >> 32) | pause);
  }
  for (int n = 0; frames_write(&m->setup, n, &addr, &value); n++) must_write(r, addr, value);
  if (!lossless_read(m->l, 4 * SLUICE_REG_STATUS, &status)) failed(r, "read of STATUS: no response");
  // Structural registers change only while the buffer is empty, so a leftover cell would make this set fail.
  char text[80];
  snprintf(text, sizeof text, "scheme %u: the set was refused, STATUS %x", (unsigned)m->setup.mmu[SLUICE_REG_SCHEME],
           (unsigned)status);
  if (!(status & SLUICE_STATUS_ACTIVE)) failed(r, text);
}

static void configure(struct run *r) {
  static const uint32_t sizes[] = {256, 600, 1518};
  struct macs *m = &r->macs;
  const struct sluice_switch_dims dims = m->setup.dims;
  enum sluice_scheme scheme;
  bool fits;
  do {
    scheme = (enum sluice_scheme)frames_pick(&m->rng, m->obey ? SLUICE_TTL : SLUICE_SCHEMES);
    fits =
        dims.schemes >> scheme & 1 && frames_setup(&m->setup, &m->rng, &dims, scheme, sizes[frames_pick(&m->rng, 3)]);
    if (fits && m->obey) fits = with_headroom(r);
  } while (!fits);
  r->floods |= m->setup.flood != 0;
  if (!m->obey && frames_chance(&m->rng, 300)) {
    m->setup.watchdog_clock = 1, m->setup.watchdog_poll = 300;
    for (int i = 0; i < 2; i++) {
      const uint32_t watchdog[] = {1000 * frames_pick(&m->rng, 3), 1000, 0x5555u << frames_pick(&m->rng, 2)};
      memcpy(m->setup.of[i].watchdog, watchdog, sizeof watchdog);
    }
  }
  m->levels = sluice_is_gfc(scheme);
  for (int p = 0; p < m->dims.ports; p++) {  // earlier pauses used another PRIORITY
    memset(m->to[p].sent, 0, sizeof m->to[p].sent);
    m->to[p].sent_port = (struct mac_pause){0};
  }
  m->scoreboard.by_ttl = scheme == SLUICE_TTL;
  write_set(r);
}

// ---- Runs ----

static void cycles(struct run *r, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (!macs_step(&r->macs)) failed(r, r->macs.wrong);
}

static bool all_free(const struct run *r) {
  const struct macs *m = &r->macs;
  const struct switch_out *o = lossless_out(m->l);  // each port prefetches a cell, and so does the copier
  return o->free + o->kept + (uint32_t)m->dims.ports + r->floods == (uint32_t)m->dims.cells;
}

static void rest(struct run *r) {
  struct macs *m = &r->macs;
  m->calm = true;
  for (int p = 0; p < m->dims.ports; p++) m->from[p].released = false;
  uint64_t end = lossless_clock(m->l) + DRAIN_CYCLES;
  for (uint64_t quiet = 0; quiet < REST_CYCLES; quiet = macs_quiet(m) && all_free(r) ? quiet + 1 : 0) {
    cycles(r, 1);
    if (lossless_clock(m->l) < end) continue;
    failed(r, macs_quiet(m) ? "cells are not free" : "the switch did not drain");
  }
  cycles(r, 3000);  // until the MMU's counters are at rest, too
}

static void settle(struct run *r) {
  struct macs *m = &r->macs;
  const char *wrong = scoreboard_frames_settle(&m->scoreboard, m->l, m->obey ? m->setup.mmu[SLUICE_REG_LOSSLESS] : 0);
  if (wrong != NULL) failed(r, wrong);
}

static void new_phase(struct macs *m) {
#define ONE_OF(...) ((const uint32_t[]){__VA_ARGS__})[frames_pick(&m->rng, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)]
  m->link = m->obey ? 0 : ONE_OF(0, 100, 1000);
  for (int p = 0; p < m->dims.ports; p++) {
    m->from[p].stall = ONE_OF(0, 0, 100);
    m->from[p].idle = ONE_OF(0, 0, 100, 600);
    m->from[p].control = ONE_OF(10, 100, 400);
    m->to[p].ready = m->obey ? MAC_LINE : ONE_OF(100, 600, 1023, MAC_LINE);
  }
#undef ONE_OF
  m->calm = false;
}

static void start(struct run *r, int which, uint64_t seed, bool obey) {
  struct macs *m = &r->macs;
  memset(r, 0, sizeof *r);
  r->which = which;
  r->seed = seed;
  m->dims = *lossless_variant(which);
  m->rng = seed * 1000 + (uint64_t)which;
  m->obey = obey;
  m->setup.dims = switch_model_dims(&m->dims, MACS);
  m->in.link_up = (uint16_t)((1u << m->dims.ports) - 1);
  if (lossless_new(&m->l, ENGINE_RTL, &m->dims) != 0) ck_abort_msg("no memory");
  for (int p = 0; p < m->dims.ports; p++) m->pause[p] = frames_chance(&m->rng, 250);
  scoreboard_frames_start(&m->scoreboard, m->dims.ports, m->dims.classes);
}

static void stop(struct run *r) {
  for (int p = 0; p < r->macs.dims.ports; p++) {
    frames_free(r->macs.from[p].waiting);
    free(r->macs.from[p].data);
  }
  lossless_free(r->macs.l);
  scoreboard_frames_end(&r->macs.scoreboard);
  free(r);
}

static void random_round(struct run *r) {
  configure(r);
  uint64_t end = lossless_clock(r->macs.l) + ROUND_CYCLES;
  while (lossless_clock(r->macs.l) < end) {
    new_phase(&r->macs);
    cycles(r, 500 + frames_pick(&r->macs.rng, 5000));
  }
  rest(r);
  settle(r);
}

static void random_run(int which, uint64_t seed) {
  struct run *r = malloc(sizeof *r);
  if (r == NULL) ck_abort_msg("no memory");
  start(r, which, seed, seed % 2 == 0);
  struct macs *m = &r->macs;
  for (int i = 0; i < ROUNDS; i++) random_round(r);
  uint64_t in = 0, out = 0;
  for (int p = 0; p < m->dims.ports; p++) {
    in += m->scoreboard.in[p];
    out += m->scoreboard.out[p];
  }
  fprintf(stderr,
          "variant %d seed %" PRIu64 ": %" PRIu64 " frames in, %" PRIu64 " out, %" PRIu64 " refused, %" PRIu64
          " pauses, %" PRIu64 " cut by a link\n",
          which, seed, in, out, m->scoreboard.refused, m->pauses, m->aborts);
  ck_assert(in > 300 && out > 100 && (m->pauses > 0 || !m->obey));
  stop(r);
}

START_TEST(random_frames) { random_run(_i / SEEDS, (uint64_t)(_i % SEEDS)); }
END_TEST

// Gives every cell of the buffer to a frame: groups have headroom only, and neighbours do not obey.
static uint32_t configure_full(struct run *r) {
  struct macs *m = &r->macs;
  const struct sluice_switch_dims dims = m->setup.dims;
  uint32_t queues = (uint32_t)(dims.ports * dims.classes), *regs = m->setup.mmu;
  if (!frames_setup(&m->setup, &m->rng, &dims, SLUICE_SIH, 256)) ck_abort_msg("the memory is too small");
  uint32_t each = regs[SLUICE_REG_BUFFER] / queues;
  regs[SLUICE_REG_HEADROOM] = each;
  regs[SLUICE_REG_PRIVATE] = regs[SLUICE_REG_SHARED] = 0;
  regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
  frames_equal_limits(&m->setup);
  for (int p = 0; p < dims.ports; p++) m->setup.trust_pcp[p] = true;
  m->levels = m->scoreboard.by_ttl = false;
  r->floods |= m->setup.flood != 0;
  write_set(r);
  return each;
}

static uint64_t taken_of(struct run *r, int port, int cls) {
  uint64_t n;
  uint32_t k = 8 * SLUICE_SWITCH_FRAMES_IN + (uint32_t)cls;
  if (!lossless_counter(r->macs.l, SLUICE_SWITCH_REG_COUNTER + 512 * (uint32_t)port + 8 * k, &n))
    failed(r, "read of a counter: no response");
  return n;
}

// Sends frames of a cell in each class of each port.
static void send_each(struct run *r, uint32_t frames, uint32_t idle) {
  struct macs *m = &r->macs;
  const int classes = m->dims.classes;
  for (int p = 0; p < m->dims.ports; p++) {
    m->from[p].idle = idle;
    for (int c = 0; c < classes; c++) m->fill[p][c] = frames;
  }
  m->calm = false;
  cycles(r, frames * (uint64_t)(classes * (84 / m->dims.bytes + 8 + (idle > 0) * MOST_IDLE)) + 1000);
  m->calm = true;
  cycles(r, 1000);
}

// An admission counts the frames that its port sent up to SLUICE_ADMISSION_LAG cycles before, also refused ones
// [spec 3]. So at line rate the last cell of a group may stay free; a frame behind a gap takes it.
static void fill(struct run *r, uint32_t each) {
  enum { MORE = 5 };
  struct macs *m = &r->macs;
  uint64_t before[SWITCH_MAX_PORTS][SWITCH_MAX_CLASSES];
  int ports = m->dims.ports, classes = m->dims.classes;
  m->calm = m->fills = true;
  m->link = 0;
  for (int p = 0; p < ports; p++) {
    m->from[p].stall = m->from[p].control = 0;
    m->to[p].ready = 1024;
    macs_pause(m, p, UINT16_MAX);
    for (int c = 0; c < classes; c++) before[p][c] = taken_of(r, p, c);
  }
  cycles(r, 500);
  send_each(r, each + MORE, 0);
  send_each(r, MORE, 1024);
  for (int p = 0; p < ports; p++)
    for (int c = 0; c < classes; c++) {
      char text[100];
      uint64_t taken = taken_of(r, p, c) - before[p][c];
      snprintf(text, sizeof text, "port %d, class %d: expected %u admitted frames of a cell, got %" PRIu64, p, c, each,
               taken);
      if (m->fill[p][c] != 0 || taken != each) failed(r, text);
    }
  for (int p = 0; p < ports; p++) macs_pause(m, p, 0);
  m->fills = false;
}

// As many frames as cells wait in the buffer, each with a descriptor. The test repeats this after a random round.
START_TEST(one_frame_per_cell) {
  struct run *r = malloc(sizeof *r);
  if (r == NULL) ck_abort_msg("no memory");
  start(r, _i, 1, false);
  for (int i = 0; i < 2; i++) {
    fill(r, configure_full(r));
    rest(r);
    settle(r);
    if (i == 0) random_round(r);
  }
  stop(r);
}
END_TEST

int main(void) {
  int variants = 0;
  while (lossless_variant(variants) != NULL) variants++;
  Suite *suite = suite_create("lossless_frames");
  TCase *tcase = tcase_create("random");
  tcase_set_timeout(tcase, 0);
  bool chosen = getenv("SLUICE_SWITCH") != NULL || getenv("SLUICE_SEED") != NULL;
  int one = SEEDS * (int)suite_number("SLUICE_SWITCH", 0, (uint64_t)variants - 1, 0) +
            (int)suite_number("SLUICE_SEED", 0, SEEDS - 1, 0);
  tcase_add_loop_test(tcase, random_frames, chosen ? one : 0, chosen ? one + 1 : variants * SEEDS);
  if (!chosen) tcase_add_loop_test(tcase, one_frame_per_cell, 0, variants);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
