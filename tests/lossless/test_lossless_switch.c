// Tests sluice_lossless_switch in lock-step with its models under random data frames, valid and invalid MAC control
// frames: every byte at the MACs, every message, and the MMU in every cycle. The generator of the frames is a second
// reference: it knows the result of every frame and the counters of control frames.
//
// A failure names the seed: SLUICE_SWITCH=0 SLUICE_SEED=7 make test T=lossless_switch repeats one run on the first
// variant.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lockstep_switch.h"
#include "tests/lossless/run.h"
#include "tests/suite.h"

enum { SEEDS = 18, CYCLES = 40000, DRAIN_CYCLES = 400000, TYPE_CONTROL = 0x8808, TYPE_END = 14 };

// ---- Frames ----

static bool has_credits(const struct run *r, int port) { return lossless_out(r->l)->credits >> port & 1; }

// A frame with a word of credits. calm: all credits return.
static void new_word(struct run *r, int port, struct frame *f, uint64_t to) {
  const struct sluice_switch_credit_port *credits = &lossless_lockstep(r->l)->credits.model.port[port];
  const struct sluice_credit_word w =
      frames_credit_word(&r->rng, credits, r->calm, !r->calm && frames_chance(&r->rng, r->wrong_words));
  frame_credits(f, to, !r->calm && frames_chance(&r->rng, 60) ? 0x12345678 : SLUICE_IDENTIFIER, &w);
}

static void new_control(struct run *r, int port) {
  struct mac *m = &r->mac[port];
  uint64_t *rng = &r->rng;
  struct frame f;
  struct pause_times times = {.enable = (uint8_t)frames_pick(rng, 256)};
  for (int k = 0; k < 8; k++)
    times.time[k] = (uint16_t)(frames_chance(rng, 400) ? 0 : frames_pick(rng, r->levels ? 4 : 60));
  times.port_time = (uint16_t)(frames_chance(rng, 512) ? 0 : frames_pick(rng, 60));
  uint64_t to = frames_chance(rng, 100) ? run_address(port) : UINT64_C(0x0180c2000001);
  if (frames_chance(rng, 40)) to = run_address(port + 1);
  switch (frames_pick(rng, r->levels ? 2 : 4)) {
    case 0:
      frame_native(&f, to, frames_chance(rng, 60) ? 0x12345678 : SLUICE_IDENTIFIER,
                   (r->levels ? SLUICE_FLAG_LEVELS : 0) ^ (int)frames_pick(rng, frames_chance(rng, 100) ? 4 : 2),
                   &times);
      break;
    case 1:
      if (r->levels && frames_chance(rng, 800))
        frame_native(&f, to, SLUICE_IDENTIFIER, SLUICE_FLAG_LEVELS, &times);
      else
        frame_pause(&f, to, times.port_time % 8);  // it stops all traffic of the port
      break;
    default:
      frame_pfc(&f, to, &times);
      break;
  }
  if (has_credits(r, port) && frames_chance(rng, 700)) new_word(r, port, &f, to);
  if (frames_chance(rng, 40)) frame_other(&f, to, TYPE_CONTROL, (uint16_t)frames_pick(rng, 65536), 60, 1);
  m->n = (size_t)f.length;
  if (frames_chance(rng, 80)) m->n = 16 + frames_pick(rng, 44);  // cut off
  memcpy(m->bytes, f.bytes, m->n);
  m->bad = frames_chance(rng, 60);
}

static void ends_null(struct run *r, int port) {
  struct mac *m = &r->mac[port];
  m->null_end = m->n % (size_t)lossless_lockstep(r->l)->shim->dims.bytes == 0 && frames_chance(&r->rng, 300);
}

static void new_frame(struct run *r, int port) {
  struct mac *m = &r->mac[port];
  m->at = 0;
  m->busy = true;
  m->cut = false;
  m->kind = -1;
  if (frames_chance(&r->rng, m->control)) {
    new_control(r, port);
  } else {
    struct frames_frame *f = frames_new(&r->setup, &r->rng, port, ++r->id);
    if (f == NULL) ck_abort_msg("no memory");
    m->n = f->n;
    m->bad = f->bad;
    memcpy(m->bytes, f->bytes, f->n);
    bool is_data = f->n < 14 || f->bytes[12] != 0x88 || f->bytes[13] != 0x08;
    r->data += is_data;
    if (is_data && r->scored)
      scoreboard_switch_sent(&r->score, f);
    else
      frames_free(f);
    if (is_data) return;
  }
  m->kind = frame_kind(m->bytes, (int)m->n, m->bad, run_address(port), r->levels,
                       has_credits(r, port) ? r->setup.dims.classes : 0);
  m->expected[SLUICE_LOSSLESS_SEEN + m->kind]++;
}

// Starts a control frame of a known kind in calm.
static void start_control(struct run *r, int port, const struct frame *f, int kind) {
  struct mac *m = &r->mac[port];
  m->n = (size_t)f->length;
  m->at = 0;
  m->bad = m->cut = m->null_end = false;
  m->kind = kind;
  m->busy = true;
  memcpy(m->bytes, f->bytes, m->n);
  m->expected[SLUICE_LOSSLESS_SEEN + kind]++;
}

// The other end returns all credits, so that the switch can drain.
static void return_credits(struct run *r, int port) {
  struct frame f;
  new_word(r, port, &f, UINT64_C(0x0180c2000001));
  start_control(r, port, &f, frame_kind(f.bytes, f.length, false, run_address(port), r->levels, r->setup.dims.classes));
}

// A GFC level is valid until the next one.
static void release(struct run *r, int port) {
  struct frame f;
  const struct pause_times free = {.enable = 0xff};
  frame_native(&f, UINT64_C(0x0180c2000001), SLUICE_IDENTIFIER, SLUICE_FLAG_LEVELS, &free);
  start_control(r, port, &f, SLUICE_GOT_NATIVE);
  r->mac[port].released = true;
}

static void offer(struct run *r, int port) {
  struct mac *m = &r->mac[port];
  struct switch_word *w = &r->in.in[port];
  if (w->valid) return;
  if (!m->busy && m->gap > 0) {
    m->gap--;
    return;
  }
  if (!m->busy && r->calm && r->levels && !m->released && r->id > 0 && (r->in.link_up & r->up) >> port & 1)
    release(r, port);
  if (!m->busy && r->calm && has_credits(r, port) && (r->in.link_up & r->up) >> port & 1 &&
      !lockstep_switch_empty(lossless_lockstep(r->l)))
    return_credits(r, port);
  if (!m->busy && !r->calm && (r->in.link_up & r->up) >> port & 1) {
    new_frame(r, port);
    ends_null(r, port);
  }
  if (!m->busy || (!m->cut && frames_chance(&r->rng, m->stall))) return;
  size_t width = (size_t)lossless_lockstep(r->l)->shim->dims.bytes, n = m->n - m->at;
  if (n > width) n = width;
  memset(w, 0, sizeof *w);
  memcpy(w->data, m->bytes + m->at, n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->last = m->at + n == m->n && (n == 0 || !m->null_end);
  w->user = w->last && m->bad;
  w->valid = true;
}

static void taken(struct run *r, int port) {
  struct mac *m = &r->mac[port];
  struct switch_word *w = &r->in.in[port];
  size_t width = (size_t)lossless_lockstep(r->l)->shim->dims.bytes;
  w->valid = false;
  m->at += width;
  if (!w->last) return;
  m->busy = false;
  m->gap = (uint32_t)((24 + width - 1) / width);
  if (frames_chance(&r->rng, m->idle)) m->gap += frames_pick(&r->rng, 300);
}

// The link has gone down. The switch takes the word of this cycle, but no later one: a frame in transmission is cut.
// The MAC sends the rest nevertheless, or is reset.
static void link_falls(struct run *r, int port) {
  struct mac *m = &r->mac[port];
  if (!m->busy || m->cut) return;
  m->cut = true;
  if (m->kind >= 0) m->expected[SLUICE_LOSSLESS_SEEN + m->kind]--;
  if (m->kind >= 0 && m->at >= TYPE_END) m->expected[SLUICE_LOSSLESS_SEEN + SLUICE_BAD_FRAME]++;
  m->kind = -1;
  if (frames_chance(&r->rng, 512)) m->busy = r->in.in[port].valid = false;
}

// Reads the frames that leave by a MAC and keeps the last times of control frames.
static void sent(struct run *r, int port, const struct switch_word *w) {
  struct mac *m = &r->mac[port];
  struct sluice_beat beat = {.valid = w->valid, .last = w->last, .bad = w->user, .keep = w->keep};
  memcpy(beat.data, w->data, sizeof beat.data);
  if (m->sink.begun && m->sink.frame.length > 256) {  // long frames are data
    m->sink.begun = !w->last;
    return;
  }
  if (!sink_take(&m->sink, &beat, true)) return;
  struct pause_times times;
  bool levels;
  uint16_t opcode = frame_read(&m->sink.frame, run_address(port), &times, &levels);
  if (opcode == 0) return;
  m->expected[SLUICE_LOSSLESS_SENT + (opcode == 0x0101 ? SLUICE_SENT_PFC
                                      : opcode == 1    ? SLUICE_SENT_PAUSE
                                                       : SLUICE_SENT_NATIVE)]++;
  for (int k = 0; k < SLUICE_PRIORITIES; k++)
    if (times.enable >> k & 1) m->last_time[k] = times.time[k];
  if (times.port) m->last_port_time = times.port_time;
}

static void tick(struct run *r) {
  int ports = r->setup.dims.ports, line = lossless_lockstep(r->l)->shim->dims.line;
  const struct switch_out *o = lossless_out(r->l);
  uint16_t ready = o->in_ready;
  r->in.out_ready = 0;
  for (int p = 0; p < ports; p++) {
    bool up = r->in.link_up >> p & 1;
    if (up && !r->calm && frames_pick(&r->rng, 1 << 20) < r->link) {
      r->in.link_up &= (uint16_t) ~(1u << p);
      r->down_until[p] = lossless_clock(r->l) + 20 + frames_pick(&r->rng, 2000);
    } else if (!up && lossless_clock(r->l) >= r->down_until[p]) {
      r->in.link_up |= (uint16_t)(1u << p);
    }
    offer(r, p);
    bool ready = r->calm || r->mac[p].ready == MAC_LINE
                     ? mac_line_takes(&r->mac[p].line, lossless_clock(r->l), line, &o->out[p])
                     : frames_chance(&r->rng, r->mac[p].ready);
    r->in.out_ready |= (uint16_t)((unsigned)ready << p);
    if (o->out[p].valid && r->in.out_ready >> p & 1) sent(r, p, &o->out[p]);
  }
  if (lossless_step(r->l, &r->in) == NULL) run_failed(r, lossless_error(r->l));
  for (int p = 0; p < ports; p++)
    if (r->in.in[p].valid && ready >> p & 1) taken(r, p);
  for (int p = 0; p < ports; p++)
    if ((r->up & ~r->in.link_up) >> p & 1) link_falls(r, p);
  r->up = r->in.link_up;
}

static void run_cycles(struct run *r, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) tick(r);
}

// ---- Runs ----

static void new_phase(struct run *r) {
#define ONE_OF(...) ((const uint32_t[]){__VA_ARGS__})[frames_pick(&r->rng, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)]
  r->link = r->scored ? 0 : ONE_OF(0, 100, 1000);
  for (int p = 0; p < r->setup.dims.ports; p++) {
    r->mac[p].stall = ONE_OF(0, 0, 100, 700);
    r->mac[p].idle = ONE_OF(0, 100, 600);
    r->mac[p].control = ONE_OF(10, 100, 100, 600);
    r->mac[p].ready = ONE_OF(100, 600, 1023, MAC_LINE, MAC_LINE);
  }
  r->wrong_words = ONE_OF(0, 0, 100, 900);
#undef ONE_OF
  r->calm = false;
}

static void rest(struct run *r) {
  const struct lockstep_switch *b = lossless_lockstep(r->l);
  r->calm = true;
  if (b->dims.credits) run_release_credits(r);
  uint64_t end = lossless_clock(r->l) + DRAIN_CYCLES;
  bool quiet = false;
  while (!quiet && lossless_clock(r->l) < end) {
    run_cycles(r, 200);
    quiet = lockstep_switch_empty(b);
    for (int p = 0; p < r->setup.dims.ports; p++) quiet &= !r->mac[p].busy && r->in.link_up >> p & 1;
  }
  if (!quiet) run_failed(r, "the switch did not drain");
  if (b->dims.credits) run_end_credits(r);
  struct sluice_dims mmu = sluice_switch_mmu_dims(&b->dims);
  run_cycles(r, 2 * (uint64_t)sluice_free_bound(&mmu) + 3000);
}

static void check_rest(struct run *r) {
  if (!lossless_check_rest(r->l)) run_failed(r, lossless_error(r->l));
  for (int p = 0; p < r->setup.dims.ports; p++) {
    for (int k = 0; k < SLUICE_PRIORITIES; k++)
      if (r->mac[p].last_time[k] != 0) run_failed(r, "the last control frame of a port at rest is a pause");
    if (r->mac[p].last_port_time != 0) run_failed(r, "the last control frame of a port at rest pauses the whole link");
    for (uint32_t k = 0; k < 16; k++) {
      uint64_t got;
      if (!lossless_counter(r->l, SLUICE_LOSSLESS_REG_FRAMES + 128 * (uint32_t)p + 8 * k, &got))
        run_failed(r, lossless_error(r->l));
      char text[120];
      snprintf(text, sizeof text, "port %d, control frames of kind %u: expected %" PRIu64 ", counted %" PRIu64, p, k,
               r->mac[p].expected[k], got);
      if (got != r->mac[p].expected[k]) run_failed(r, text);
      r->sent[0] += k < 3 ? got : 0;
      r->sent[1] += k >= SLUICE_LOSSLESS_SEEN && k <= SLUICE_LOSSLESS_SEEN + SLUICE_GOT_NATIVE ? got : 0;
      r->sent[2] += k > SLUICE_LOSSLESS_SEEN + SLUICE_GOT_NATIVE ? got : 0;
    }
  }
  for (uint32_t k = 0; k < 16; k++)  // beyond the last port
    run_must_read(r, SLUICE_LOSSLESS_REG_FRAMES + 128 * (uint32_t)r->setup.dims.ports + 8 * k, 0);
}

static void random_run(int which, uint64_t seed) {
  struct run *r = calloc(1, sizeof *r);
  const struct switch_dims *dims = lossless_variant(which);
  if (r == NULL || lossless_new(&r->l, ENGINE_BOTH, dims) != 0) ck_abort_msg("no memory");
  r->which = which;
  r->seed = seed;
  r->rng = seed * 1000 + (uint64_t)which;
  r->scored = seed % 2 == 0;
  r->timed = seed % 4 == 2;  // no events outside of the clocked models' scope
  r->first_priorities = seed % 5 == 3;
  r->calm = true;
  scoreboard_switch_start(&r->score, dims->ports, false);
  r->setup.dims = lossless_lockstep(r->l)->dims;
  run_first_values(r);
  run_configure(r);
  if (r->scored) lossless_lockstep(r->l)->watch = scoreboard_switch_watch(&r->score);
  r->in.link_up = (uint16_t)((1u << dims->ports) - 1);
  run_cycles(r, 50);
  const uint64_t end = (uint64_t)CYCLES * (uint64_t)dims->cell / 64;  // larger cells fill later
  while (lossless_clock(r->l) < end) {
    new_phase(r);
    run_cycles(r, 500 + frames_pick(&r->rng, 6000));
  }
  rest(r);
  check_rest(r);
  if (r->timed && !lossless_clocked(r->l)) run_failed(r, "the clocked models were not compared");
  fprintf(stderr,
          "variant %d seed %" PRIu64 ": %" PRIu64 " data frames, %" PRIu64 " control frames sent, %" PRIu64
          " obeyed, %" PRIu64 " bad; %" PRIu64 " frames with credits, %" PRIu64 " words\n",
          which, seed, r->data, r->sent[0], r->sent[1], r->sent[2], lossless_lockstep(r->l)->credits.paid,
          lossless_lockstep(r->l)->credits.words);
  ck_assert(r->sent[0] > 0 && r->sent[1] > 0 && r->sent[2] > 0 && r->data > 100);
  lossless_free(r->l);
  scoreboard_switch_end(&r->score);
  free(r);
}

START_TEST(random_frames) { random_run(_i / SEEDS, (uint64_t)(_i % SEEDS)); }
END_TEST

int main(void) {
  int variants = 0;
  while (lossless_variant(variants) != NULL) variants++;
  Suite *suite = suite_create("lossless");
  TCase *tcase = tcase_create("random");
  tcase_set_timeout(tcase, 0);
  bool chosen = getenv("SLUICE_SWITCH") != NULL || getenv("SLUICE_SEED") != NULL;
  int one = SEEDS * (int)suite_number("SLUICE_SWITCH", 0, (uint64_t)variants - 1, 0) +
            (int)suite_number("SLUICE_SEED", 0, SEEDS - 1, 0);
  tcase_add_loop_test(tcase, random_frames, chosen ? one : 0, chosen ? one + 1 : variants * SEEDS);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
