// Tests two switches in a row whose link uses credits (docs/hardware/credits.md, "In the switch"): traffic in both
// directions and classes, and a wire that loses or corrupts frames and words of credits, or goes down. No switch may
// refuse a frame, each frame that the wire does not lose must arrive in order, and after the faults the
// hosts' lines must be full again, of frames and pauses. The switches are RTL and models in lock-step.
// `make test T=lossless_credits` repeats it.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lossless.h"
#include "tests/lossless/registers.h"
#include "tests/lossless/wire.h"
#include "tests/suite.h"
#include "tests/switch/mac_line.h"

// The ports of both switches: hosts are at port HOST, the link at port LINK.
enum { HOST = 0, LINK = 1, SWITCHES = 2, CLASSES = 2, WIRE = 40 };
enum { CYCLES = 20000, SETTLE_CYCLES = 9000, RATE_CYCLES = 5000, DRAIN_CYCLES = 5000, FLAP = 700 };
enum { LIMIT = 60, AMOUNT = 16, PERIOD = 4000, MAX_FRAME = 240 };
enum { REFRESH = 20, PAUSE_TIME = 60, QUANTUM = 8 };  // QUANTUM: cycles of a quantum, 512 bits
enum { TAG_AT = 14, FROM_AT = 18, NUMBER_AT = 20 };

// A host sends random frames, and pauses by PFC; it checks the frames that it receives.
struct host {
  uint8_t bytes[MAX_FRAME], got[WIRE_FRAME];
  int n, at, gap, got_n, cls;
  uint64_t paused_until[CLASSES];
  uint32_t sent[CLASSES], expected[CLASSES];  // numbers of the next frames
  uint64_t received, skipped, received_bytes;
};

struct net {
  struct lossless *sw[SWITCHES];
  struct switch_in in[SWITCHES];
  struct wire wire[SWITCHES];  // from each switch to the other one
  struct mac_line line[SWITCHES][2];
  struct host host[SWITCHES];
  uint32_t lose_data, lose_words, corrupt;  // of 1000
  uint64_t rng, start, lost_data, lost_words, words;
  bool slow;    // the hosts take a third of the words
  bool up;      // the link is up
  bool pauses;  // pauses arrive over the link
};

static uint32_t pick(uint64_t *rng, uint32_t n) {
  *rng = *rng * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*rng >> 33) % n);
}

// Configures switch s: PRIVATE holds the cells of a class that the other end may send. With `pauses`, they also need
// shared cells and headroom, so the MMU wants to pause the link.
static void configure(struct lossless *l, const struct switch_dims *d, uint32_t s, bool pauses) {
  const struct lossless_set set = {.max_frame = MAX_FRAME,
                                   .private_cells = pauses ? 10 : LIMIT,
                                   .headroom = pauses ? 40 : 20,
                                   .refresh = REFRESH,
                                   .pause_time = PAUSE_TIME};
  for (uint32_t p = 0; p < 2; p++) {
    must_write(l, SLUICE_SWITCH_REG_PORT + 4 * p, SLUICE_SWITCH_PORT_TRUST_PCP);
    must_write(l, SLUICE_SWITCH_REG_MAC_LOW + 8 * p, p + 1);  // the host of switch p
    must_write(l, SLUICE_SWITCH_REG_MAC_HIGH + 8 * p, 1u << 31 | (p == s ? HOST : LINK) << 16 | 0x0202);
  }
  for (uint32_t c = 0; c < CLASSES; c++) {
    must_write(l, SLUICE_SWITCH_REG_QUANTUM + 4 * c, MAX_FRAME / SLUICE_SWITCH_QUANTUM_UNIT + 1);
    must_write(l, SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * c, LIMIT);
  }
  configure_set(l, d, &set);
  uint32_t value;
  must_write(l, SLUICE_SWITCH_REG_CREDITS_AMOUNT, AMOUNT);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_CONSUMED, PERIOD);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_FREED, PERIOD);
  must_write(l, SLUICE_SWITCH_REG_CREDITS_PORTS, 1u << LINK);
  ck_assert(lossless_read(l, SLUICE_SWITCH_REG_CREDITS_PORTS, &value) && value == 1u << LINK);
}

// ---- Hosts ----

static void new_frame(struct net *n, int s) {
  struct host *h = &n->host[s];
  h->cls = (int)pick(&n->rng, CLASSES);
  if (lossless_clock(n->sw[s]) < h->paused_until[h->cls]) return;
  const uint8_t head[] = {2, 2, 0, 0, 0, (uint8_t)(2 - s), 2, 3, 4, 5, 6, (uint8_t)s, 0x81, 0, (uint8_t)(h->cls << 5)};
  memset(h->bytes, 0, sizeof h->bytes);
  memcpy(h->bytes, head, sizeof head);
  h->bytes[16] = 0x88, h->bytes[17] = 0xb5;
  h->bytes[FROM_AT] = (uint8_t)s;
  const uint32_t number = h->sent[h->cls]++;
  for (int i = 0; i < 4; i++) h->bytes[NUMBER_AT + i] = (uint8_t)(number >> 8 * i);
  h->n = 60 + (int)pick(&n->rng, MAX_FRAME - 60 + 1);
  h->at = 0;
}

static void host_sends(struct net *n, int s, int bytes, bool go) {
  struct host *h = &n->host[s];
  struct switch_word *w = &n->in[s].in[HOST];
  if (w->valid) return;
  if (h->gap > 0) {
    h->gap--;
    return;
  }
  if (h->n == 0 && go) new_frame(n, s);
  if (h->n == 0) return;
  const int left = h->n - h->at, k = left < bytes ? left : bytes;
  memset(w, 0, sizeof *w);
  memcpy(w->data, h->bytes + h->at, (size_t)k);
  w->keep = (1u << k) - 1;
  w->last = k == left;
  w->valid = true;
  h->at += k;
  if (!w->last) return;
  h->n = 0;
  h->gap = SLUICE_SWITCH_GAP / bytes;
}

static void host_receives(struct net *n, int s, const struct switch_word *w, int bytes) {
  struct host *h = &n->host[s];
  for (int i = 0; i < bytes && w->keep >> i & 1; i++)
    if (h->got_n < WIRE_FRAME) h->got[h->got_n++] = w->data[i];
  if (!w->last) return;
  const int length = h->got_n;
  h->got_n = 0;
  if (h->got[12] == 0x88 && h->got[13] == 0x08) {
    for (int c = 0; c < CLASSES; c++)
      if (h->got[17] >> c & 1)
        h->paused_until[c] =
            lossless_clock(n->sw[s]) + (uint64_t)(h->got[18 + 2 * c] << 8 | h->got[19 + 2 * c]) * QUANTUM;
    return;
  }
  const int cls = h->got[TAG_AT] >> 5;
  uint32_t number = 0;
  for (int i = 0; i < 4; i++) number |= (uint32_t)h->got[NUMBER_AT + i] << 8 * i;
  ck_assert_msg(cls < CLASSES && h->got[FROM_AT] == 1 - s && number >= h->expected[cls],
                "host %d, class %d: frame %u from %d, expected %u or later", s, cls, number, h->got[FROM_AT],
                h->expected[cls]);
  h->skipped += number - h->expected[cls];
  h->expected[cls] = number + 1;
  h->received++;
  h->received_bytes += (uint64_t)length + SLUICE_SWITCH_GAP;
}

// ---- The link ----

static void on_wire(struct net *n, int s, uint64_t now) {
  struct wire *w = &n->wire[s];
  const bool is_control = w->in.bytes[12] == 0x88 && w->in.bytes[13] == 0x08;
  if (is_control) {
    // A pause of the time before the link had credits may be under way.
    const bool is_word = w->in.bytes[14] == 0xff && w->in.bytes[15] == 0xfd;
    ck_assert_msg(is_word || now < n->start + 100, "cycle %" PRIu64 ": a pause on the link with credits", now);
    n->words++;
  }
  const bool corrupt = pick(&n->rng, 1000) < n->corrupt;
  const bool lost = !n->up || corrupt || pick(&n->rng, 1000) < (is_control ? n->lose_words : n->lose_data);
  n->lost_words += lost && is_control;
  n->lost_data += lost && !is_control;
  w->in.bad |= corrupt;
  if (n->up && (!lost || corrupt)) wire_put(w, &w->in, now + WIRE);
  w->in.n = 0;
}

// The link goes down or comes up at both ends. Words on the wire are lost, and the MACs are reset.
static void set_link(struct net *n, bool up) {
  if (up == n->up) return;
  n->up = up;
  for (int s = 0; s < SWITCHES; s++) {
    n->in[s].link_up = up ? 0xffff : (uint16_t) ~(1u << LINK);
    n->in[s].in[LINK].valid = false;
    n->wire[s].count = n->wire[s].sent = n->wire[s].gap = 0;
  }
}

// A pause of all classes arrives over the link, which a port with credits must not obey.
static void pause_link(struct net *n, int s, uint64_t now) {
  struct wire_frame f = {.n = 60};
  static const uint8_t head[] = {1, 0x80, 0xc2, 0, 0, 1, 2, 0, 0, 0, 0, 9, 0x88, 8, 1, 1, 0, 0xff};
  memcpy(f.bytes, head, sizeof head);
  memset(f.bytes + sizeof head, 0xff, 16);
  wire_put(&n->wire[s], &f, now + WIRE);
}

static void tick(struct net *n, int bytes, bool go) {
  const struct switch_out *out[SWITCHES] = {lossless_out(n->sw[0]), lossless_out(n->sw[1])};
  const uint64_t now = lossless_clock(n->sw[0]);
  uint16_t ready[SWITCHES];
  for (int s = 0; s < SWITCHES; s++) {
    struct switch_in *in = &n->in[s];
    ready[s] = out[s]->in_ready;
    if (n->pauses && pick(&n->rng, 2000) == 0) pause_link(n, s, now);
    host_sends(n, s, bytes, go);
    wire_out(&n->wire[1 - s], &in->in[LINK], bytes, now);
    in->out_ready = 0;
    for (int p = 0; p < 2; p++)
      if (p == HOST && n->slow ? now % 3 == 0 : mac_line_takes(&n->line[s][p], now, 8 * bytes, &out[s]->out[p]))
        in->out_ready |= (uint16_t)(1u << p);
    if (out[s]->out[LINK].valid && in->out_ready >> LINK & 1 && wire_in(&n->wire[s], &out[s]->out[LINK], bytes))
      on_wire(n, s, now);
    if (out[s]->out[HOST].valid && in->out_ready >> HOST & 1) host_receives(n, s, &out[s]->out[HOST], bytes);
  }
  for (int s = 0; s < SWITCHES; s++) {
    ck_assert_msg(lossless_step(n->sw[s], &n->in[s]) != NULL, "switch %d: %s", s, lossless_error(n->sw[s]));
    for (int p = 0; p < 2; p++)
      if (ready[s] >> p & 1) n->in[s].in[p].valid = false;
  }
}

static uint64_t counter(struct lossless *l, int port, int k) {
  uint64_t got;
  ck_assert(lossless_counter(l, sluice_switch_counter_address(port, k), &got));
  return got;
}

static const struct {
  uint32_t lose_data, lose_words, corrupt;
  bool slow, flaps, pauses;
} cases[] = {{0, 0, 0, false, false, false},  {0, 0, 0, true, false, true},        {100, 0, 0, true, false, false},
             {0, 700, 0, true, false, false}, {100, 300, 100, true, false, false}, {50, 300, 50, false, false, false},
             {0, 0, 0, true, true, false},    {50, 300, 0, false, true, false}};

START_TEST(credits_on_a_link) {
  const struct switch_dims *d = NULL;
  for (int i = 0; lossless_variant(i) != NULL; i++)
    if (lossless_variant(i)->credits && lossless_variant(i)->ports == 2) d = lossless_variant(i);
  ck_assert_ptr_nonnull(d);
  struct net *n = calloc(1, sizeof *n);
  ck_assert_ptr_nonnull(n);
  n->rng = 1 + (uint64_t)_i;
  set_link(n, true);
  for (int s = 0; s < SWITCHES; s++) {
    ck_assert_int_eq(lossless_new(&n->sw[s], ENGINE_BOTH, d), 0);
    configure(n->sw[s], d, (uint32_t)s, cases[_i].pauses);
  }
  n->start = lossless_clock(n->sw[0]);
  n->lose_data = cases[_i].lose_data;
  n->lose_words = cases[_i].lose_words;
  n->corrupt = cases[_i].corrupt;
  n->slow = cases[_i].slow;
  n->pauses = cases[_i].pauses;
  for (int i = 0; i < CYCLES; i++) {
    if (cases[_i].flaps && i % FLAP == 0) set_link(n, i / FLAP % 6 != 1);
    tick(n, d->bytes, true);
  }
  set_link(n, true);
  n->lose_data = n->lose_words = n->corrupt = 0;
  n->slow = false;
  for (int i = 0; i < SETTLE_CYCLES; i++) tick(n, d->bytes, true);
  uint64_t before[SWITCHES] = {n->host[0].received_bytes, n->host[1].received_bytes};
  const uint64_t idle_before[SWITCHES] = {n->line[0][HOST].idle, n->line[1][HOST].idle};
  for (int i = 0; i < RATE_CYCLES; i++) tick(n, d->bytes, true);
  uint64_t rate[SWITCHES], idle[SWITCHES];
  for (int s = 0; s < SWITCHES; s++) {
    rate[s] = (n->host[s].received_bytes - before[s]) * 100 / RATE_CYCLES / 8;
    idle[s] = (n->line[s][HOST].idle - idle_before[s]) * 1000 / RATE_CYCLES / 64;
  }
  for (int i = 0; i < DRAIN_CYCLES; i++) tick(n, d->bytes, false);
  uint64_t skipped = 0, missing = 0, refused = 0;
  for (int s = 0; s < SWITCHES; s++) {
    skipped += n->host[s].skipped;
    for (int c = 0; c < CLASSES; c++) missing += n->host[1 - s].sent[c] - n->host[s].expected[c];
    for (int p = 0; p < 2; p++) refused += counter(n->sw[s], p, SLUICE_SWITCH_DROPS + SLUICE_SWITCH_REFUSED);
  }
  fprintf(stderr,
          "%d: %" PRIu64 " and %" PRIu64 " frames, %" PRIu64 " words; lost %" PRIu64 " frames, %" PRIu64
          " words; at the end %d %% and %d %% of the hosts' lines, idle %d and %d of 1000\n",
          _i, n->host[0].received, n->host[1].received, n->words, n->lost_data, n->lost_words, (int)rate[0],
          (int)rate[1], (int)idle[0], (int)idle[1]);
  ck_assert_msg(refused == 0, "expected 0 refused frames, got %" PRIu64, refused);
  ck_assert_msg(cases[_i].flaps || skipped + missing == n->lost_data,
                "the wire lost %" PRIu64 " frames, the hosts miss %" PRIu64, n->lost_data, skipped + missing);
  ck_assert_msg(idle[0] <= 5 && idle[1] <= 5, "the lines of the hosts are idle for %d and %d of 1000 cycles",
                (int)idle[0], (int)idle[1]);
  ck_assert_msg(rate[0] >= 80 && rate[1] >= 80, "expected 80 %% of the line, got %d and %d", (int)rate[0],
                (int)rate[1]);
  uint64_t pauses = 0;
  for (int c = 0; c < CLASSES; c++) pauses += counter(n->sw[0], LINK, 8 * SLUICE_SWITCH_PAUSES_OUT + c);
  ck_assert(pauses > 20 || !cases[_i].pauses);
  ck_assert(n->lost_data > 20 || cases[_i].lose_data == 0);
  ck_assert(n->lost_words > 20 || cases[_i].lose_words == 0);
  for (int s = 0; s < SWITCHES; s++) {
    ck_assert_msg(lossless_check_rest(n->sw[s]), "switch %d: %s", s, lossless_error(n->sw[s]));
    ck_assert_msg(cases[_i].flaps || lossless_clocked(n->sw[s]), "the models with cycles were not compared");
    lossless_free(n->sw[s]);
  }
  free(n);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("lossless_credits");
  TCase *tcase = tcase_create("credits");
  tcase_set_timeout(tcase, 0);
  tcase_add_loop_test(tcase, credits_on_a_link, 0, (int)(sizeof cases / sizeof cases[0]));
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
