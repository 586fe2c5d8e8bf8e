// Tests two switches in RTL in a row [docs/hardware/lossless-switch.md]. A wire between them
// loses, repeats, corrupts or cuts the pauses of the second switch. The switches must drain, no gate may stay closed
// for longer than a pause, and each missed pause may cost at most the frames of one REFRESH. `make test
// T=lossless_faults` repeats it.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tb/cosim/lossless.h"
#include "tests/lossless/registers.h"
#include "tests/lossless/wire.h"
#include "tests/suite.h"
#include "tests/switch/mac_line.h"

enum { SOURCES = 2, LINK = 2, SINK = 3, PORTS = 4, CLASS = 1, FRAME = 200, MAX_FRAME = WIRE_FRAME, WIRE = 40 };
enum { CYCLES = 60000, DRAIN_CYCLES = 120000, SLACK = 200 };
enum { REFRESH = 20, PAUSE_TIME = 60, QUANTUM = 32 };  // cycles of a quantum: 64 bytes, two per cycle

enum fault { NONE, LOST, REPEATED, CORRUPTED, CUT, FAULTS };
static const char *const fault_names[] = {"none", "lost", "repeated", "corrupted", "cut short"};

struct net {
  struct lossless *sw[2];
  struct switch_in in[2];
  struct wire wire[2];  // from the first switch to the second, and back
  enum fault fault;
  uint32_t of_100;
  uint64_t rng, sent, received, paused_until[SOURCES];
  struct mac_line line[2][SWITCH_MAX_PORTS];  // to the MACs
  int at[SOURCES], gap[SOURCES], at_sink;
  // Totals of the run
  uint64_t pauses, faults, missed_pauses, resume_sent, last_pause, longest_closed;
};

static uint32_t pick(uint64_t *rng, uint32_t n) {
  *rng = *rng * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*rng >> 33) % n);
}

// ---- Configuration ----

// Configures the switch: the destination address of all frames is at this port.
static void configure(struct lossless *l, const struct switch_dims *d, uint32_t port) {
  const struct lossless_set set = {
      .max_frame = MAX_FRAME, .headroom = 20, .refresh = REFRESH, .pause_time = PAUSE_TIME};
  for (uint32_t p = 0; p < (uint32_t)d->ports; p++) must_write(l, SLUICE_SWITCH_REG_PORT + 4 * p, 0xff00 | CLASS);
  must_write(l, SLUICE_SWITCH_REG_MAC_LOW, 0x00000001);
  must_write(l, SLUICE_SWITCH_REG_MAC_HIGH, 1u << 31 | port << 16 | 0x0202);
  configure_set(l, d, &set);
}

// ---- The wire ----

static bool is_pfc(const struct wire_frame *f) {
  return f->n >= 20 + 2 * CLASS && f->bytes[12] == 0x88 && f->bytes[13] == 0x08 && f->bytes[17] >> CLASS & 1;
}
static unsigned time_of(const struct wire_frame *f) {
  return (unsigned)f->bytes[18 + 2 * CLASS] << 8 | f->bytes[19 + 2 * CLASS];
}

static void apply_fault(struct net *n, struct wire *w, uint64_t now) {
  struct wire_frame f = w->in;
  bool pause = is_pfc(&f) && time_of(&f) > 0;
  n->pauses += pause;
  if (is_pfc(&f) && !pause) n->resume_sent = now;
  if (is_pfc(&f) && pause) n->resume_sent = 0;
  bool hits = is_pfc(&f) && n->fault != NONE && pick(&n->rng, 100) < n->of_100;
  n->faults += hits;
  switch (hits ? n->fault : NONE) {
    case LOST:
      n->missed_pauses += pause;
      return;
    case CORRUPTED:
      f.bytes[pick(&n->rng, (uint32_t)f.n)] ^= (uint8_t)(1 + pick(&n->rng, 255));
      f.bad = true;
      n->missed_pauses += pause;
      break;
    case CUT:  // frames below 60 bytes are invalid, even if the MAC does not mark them as bad
      f.n = 1 + (int)pick(&n->rng, 59);
      f.bad = pick(&n->rng, 2) > 0;
      n->missed_pauses += pause;
      break;
    case REPEATED:
      wire_put(w, &f, now + WIRE);
      f.copy = true;
      for (uint32_t i = 0, more = 1 + pick(&n->rng, 3); i < more; i++)
        wire_put(w, &f, now + WIRE + pick(&n->rng, 1500));
      return;
    default:
      break;
  }
  wire_put(w, &f, now + WIRE);
}

// The wire offers a word to its other end.
static void word_out(struct net *n, int from, struct switch_word *to, int bytes, uint64_t now) {
  const struct wire_frame *f = wire_out(&n->wire[from], to, bytes, now);
  if (f == NULL) return;
  if (from == 1 && is_pfc(f) && !f->bad && f->n >= 60 && time_of(f) > 0) n->last_pause = now;
  // A repeated resume opens the gate during a pause until the next pause.
  if (f->copy && time_of(f) == 0 && n->resume_sent == 0) n->missed_pauses++;
}

// ---- Sources and sink ----

static void source(struct net *n, int p, int bytes, bool go, uint64_t now) {
  struct switch_word *w = &n->in[0].in[p];
  if (w->valid) return;
  if (n->gap[p] > 0) {
    n->gap[p]--;
    return;
  }
  if (n->at[p] == 0 && (!go || now < n->paused_until[p])) return;
  static const uint8_t head[14] = {2, 2, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0x88, 0xb5};
  memset(w, 0, sizeof *w);
  for (int i = 0; i < bytes; i++)
    w->data[i] = n->at[p] + i < 14 ? head[n->at[p] + i] : (uint8_t)(n->sent + (uint64_t)i);
  w->keep = (1u << bytes) - 1;
  w->valid = true;
  w->last = n->at[p] + bytes >= FRAME;
}

static void source_taken(struct net *n, int p, int bytes) {
  struct switch_word *w = &n->in[0].in[p];
  w->valid = false;
  n->at[p] += bytes;
  if (!w->last) return;
  n->at[p] = 0;
  n->gap[p] = 24 / bytes;
  n->sent++;
}

// A source receives and obeys a word of the first switch.
static void source_receives(struct net *n, int p, const struct switch_word *w, int bytes, uint64_t now) {
  static struct wire_frame received_frame[SOURCES];
  struct wire_frame *f = &received_frame[p];
  for (int i = 0; i < bytes && w->keep >> i & 1; i++)
    if (f->n < MAX_FRAME) f->bytes[f->n++] = w->data[i];
  if (!w->last) return;
  if (is_pfc(f)) n->paused_until[p] = now + (uint64_t)time_of(f) * QUANTUM;
  f->n = 0;
}

static void tick(struct net *n, int bytes, bool go) {
  const struct switch_out *out[2] = {lossless_out(n->sw[0]), lossless_out(n->sw[1])};
  uint64_t now = lossless_clock(n->sw[0]);
  uint16_t ready[2] = {out[0]->in_ready, out[1]->in_ready};
  for (int p = 0; p < SOURCES; p++) source(n, p, bytes, go, now);
  for (int s = 0; s < 2; s++) {
    n->in[s].out_ready = 0;
    for (int p = 0; p < PORTS; p++) {
      bool slow = s == 1 && p == SINK;
      bool ready = slow ? now % 3 == 0 : mac_line_takes(&n->line[s][p], now, 8 * bytes, &out[s]->out[p]);
      n->in[s].out_ready |= (uint16_t)((unsigned)ready << p);
    }
    word_out(n, 1 - s, &n->in[s].in[LINK], bytes, now);
    if (out[s]->out[LINK].valid && n->in[s].out_ready >> LINK & 1 && wire_in(&n->wire[s], &out[s]->out[LINK], bytes)) {
      apply_fault(n, &n->wire[s], now);
      n->wire[s].in.n = 0;
    }
  }
  const struct switch_word *last = &out[1]->out[SINK];
  if (last->valid && n->in[1].out_ready >> SINK & 1) {
    n->at_sink += bytes;
    if (last->last) n->received += n->at_sink == FRAME;  // shorter frames are pauses for the sink
    if (last->last) n->at_sink = 0;
  }
  for (int p = 0; p < SOURCES; p++)
    if (out[0]->out[p].valid && n->in[0].out_ready >> p & 1) source_receives(n, p, &out[0]->out[p], bytes, now);
  int queue = LINK * 3 + CLASS;
  bool shut = out[0]->gate[0] >> queue & 1;
  // Cycles since the other end resumed and since the last repeated pause arrived
  uint64_t since = n->resume_sent > n->last_pause ? n->resume_sent : n->last_pause;
  if (shut && n->resume_sent > 0 && now - since > n->longest_closed) n->longest_closed = now - since;
  for (int s = 0; s < 2; s++) ck_assert_msg(lossless_step(n->sw[s], &n->in[s]) != NULL, "%s", lossless_error(n->sw[s]));
  for (int p = 0; p < SOURCES; p++)
    if (n->in[0].in[p].valid && ready[0] >> p & 1) source_taken(n, p, bytes);
  for (int s = 0; s < 2; s++)
    if (ready[s] >> LINK & 1) n->in[s].in[LINK].valid = false;
}

static uint64_t drops(struct lossless *l, int ports) {
  uint64_t all = 0, got;
  for (int p = 0; p < ports; p++) {
    ck_assert(lossless_counter(
        l, SLUICE_SWITCH_REG_COUNTER + 512 * (uint32_t)p + 8 * (SLUICE_SWITCH_DROPS + SLUICE_SWITCH_REFUSED), &got));
    all += got;
  }
  return all;
}

static const struct {
  enum fault fault;
  uint32_t of_100;
} cases[] = {{NONE, 0}, {LOST, 5}, {LOST, 50}, {LOST, 90}, {REPEATED, 50}, {CORRUPTED, 50}, {CUT, 50}};

START_TEST(faulty_pauses) {
  const struct switch_dims *d = NULL;
  for (int i = 0; lossless_variant(i) != NULL; i++)
    if (lossless_variant(i)->classes == 3 && 64 / lossless_variant(i)->bytes == QUANTUM) d = lossless_variant(i);
  ck_assert_ptr_nonnull(d);
  struct net *n = calloc(1, sizeof *n);
  ck_assert_ptr_nonnull(n);
  n->fault = cases[_i].fault;
  n->of_100 = cases[_i].of_100;
  n->rng = 1 + (uint64_t)_i;
  for (int s = 0; s < 2; s++) {
    ck_assert_int_eq(lossless_new(&n->sw[s], ENGINE_RTL, d), 0);
    configure(n->sw[s], d, s == 0 ? LINK : SINK);
    n->in[s].link_up = 0xffff;
  }
  uint32_t cells = (uint32_t)d->cells;
  for (int i = 0; i < CYCLES; i++) tick(n, d->bytes, true);
  int drained = -1;
  for (int i = 0; i < DRAIN_CYCLES && drained < 0; i++) {
    tick(n, d->bytes, false);
    const struct switch_out *o[2] = {lossless_out(n->sw[0]), lossless_out(n->sw[1])};
    bool empty = n->wire[0].count == 0 && !n->in[0].in[0].valid && !n->in[0].in[1].valid && n->at[0] + n->at[1] == 0 &&
                 !n->in[1].in[LINK].valid;
    for (int s = 0; s < 2; s++) {
      empty &= o[s]->free + o[s]->kept + (uint32_t)d->ports == cells;
      for (int p = 0; p < d->ports; p++) empty &= !o[s]->out[p].valid;
    }
    if (empty) drained = i;
  }
  for (int i = 0; i < 200; i++) tick(n, d->bytes, false);
  uint64_t refused[2] = {drops(n->sw[0], d->ports), drops(n->sw[1], d->ports)};
  uint64_t most = n->missed_pauses * REFRESH * QUANTUM * (uint64_t)d->bytes / (FRAME + 24) + n->missed_pauses;
  fprintf(stderr,
          "%s, %u %%: %" PRIu64 " frames, %" PRIu64 " pauses, %" PRIu64 " hit, %" PRIu64 " pauses missed; %" PRIu64
          " frames refused (at most %" PRIu64 "), gate closed for %" PRIu64
          " cycles after a resume or a repeated pause (pause: %d), empty after %d\n",
          fault_names[n->fault], n->of_100, n->sent, n->pauses, n->faults, n->missed_pauses, refused[1], most,
          n->longest_closed, PAUSE_TIME * QUANTUM, drained);
  ck_assert_msg(drained >= 0, "the switches did not drain");
  ck_assert_uint_gt(n->pauses, 20);
  ck_assert(n->fault == NONE || n->faults > 5);
  ck_assert_msg(refused[0] == 0, "the first switch: expected 0 refused frames, got %" PRIu64, refused[0]);
  ck_assert_msg(n->sent == n->received + refused[1],
                "%" PRIu64 " frames sent, %" PRIu64 " received, %" PRIu64 " refused", n->sent, n->received, refused[1]);
  ck_assert_msg(refused[1] <= most, "expected at most %" PRIu64 " refused frames, got %" PRIu64, most, refused[1]);
  ck_assert_msg(n->longest_closed <= PAUSE_TIME * QUANTUM + SLACK,
                "expected a closed gate for at most %d cycles, got %" PRIu64, PAUSE_TIME * QUANTUM + SLACK,
                n->longest_closed);
  for (int s = 0; s < 2; s++) lossless_free(n->sw[s]);
  free(n);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("lossless_faults");
  TCase *tcase = tcase_create("faults");
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, faulty_pauses, 0, (int)(sizeof cases / sizeof cases[0]));
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
