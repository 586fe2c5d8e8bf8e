#include "tests/mmu/sender.h"

#include <check.h>
#include <string.h>

enum { QUIET = 1000 };

const struct sluice_dims sender_dims[SENDER_DIMS] = {{4, 8, 18, 127, false}, {3, 5, 12, 127, false}};

void sender_write(struct pair *e, const uint32_t (*regs)[2]) {
  for (; (*regs)[0] != SLUICE_REG_COMMIT; regs++) pair_set(e, (int)(*regs)[0], (*regs)[1]);
  pair_set(e, SLUICE_REG_COMMIT, 1);
}

void sender_configure(struct pair *e, const uint32_t (*changes)[2]) {
  static const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_DSH}, {SLUICE_REG_BUFFER, 4000},        {SLUICE_REG_PRIVATE, 0},
      {SLUICE_REG_SHARED, 100},        {SLUICE_REG_HEADROOM, 64},        {SLUICE_REG_LOSSLESS, 0x1f},
      {SLUICE_REG_MAX_PACKET, 1},      {SLUICE_REG_ALPHA, (uint32_t)-7}, {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_REFRESH, 0x7fff},    {SLUICE_REG_QUANTA_STEP, 16}};
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) pair_set(e, (int)regs[i][0], regs[i][1]);
  sender_write(e, changes);
  for (int i = 0; i < QUIET; i++) pair_step(e, &(struct sluice_in){.tx_ready = true});
  ck_assert_int_eq(pair_out(e)->cfg_reason, SLUICE_OK);
}

bool sender_bit(const uint64_t *vector, const struct sluice_dims *d, int port, int cls) {
  int n = port * d->classes + cls;
  return vector[n / 64] >> (n % 64) & 1;
}

// ---- The sender ----

void sender_start(struct sender *s, const char *test, int run, bool native) {
  memset(s, 0, sizeof *s);
  s->d = &sender_dims[run % SENDER_DIMS];
  s->random.rng = (uint64_t)run + 1;
  s->e = pair_ready(s->d, test, s->random.rng);
  s->native = native;
  s->rate = 1;
  sender_configure(&s->e, (const uint32_t[][2]){{SLUICE_REG_NATIVE, native}, {SLUICE_REG_COMMIT, 1}});
}

void sender_events(struct sender *s, struct sluice_in *in, uint32_t classes, uint32_t least_stay) {
  int p = (int)stimulus_pick(&s->random, (uint32_t)s->d->ports), c = (int)stimulus_pick(&s->random, classes);
  // A port turns on only if a visit of the scan finds it empty, so cells of a single class arrive seldom.
  bool arrives = stimulus_pick(&s->random, classes == 1 ? 64 : 1) == 0;
  if (s->arrived[p][c] == 0 && s->busy && arrives) {
    in->enq_valid = true;
    in->enq_port = (uint8_t)p;
    in->enq_class = (uint8_t)c;
    in->enq_cells = 1;
    s->arrived[p][c] = s->cycle;
  }
  p = (int)stimulus_pick(&s->random, (uint32_t)s->d->ports);
  c = (int)stimulus_pick(&s->random, classes);
  if (s->arrived[p][c] == 0 || s->cycle < s->arrived[p][c] + least_stay) return;
  in->deq_valid = true;
  in->deq_port = (uint8_t)p;
  in->deq_class = (uint8_t)c;
  in->deq_cells = 1;
  s->arrived[p][c] = 0;
}

void sender_clock(struct sender *s, struct sluice_in *in, struct sluice_in *to) {
  const struct sluice_out *out = pair_out(&s->e);
  s->cycle++;
  in->tx_ready = stimulus_pick(&s->random, s->rate) == 0;
  if (out->tx_valid && in->tx_ready && to != NULL) {
    to->rx_valid = true;
    to->rx_port = out->tx_port;
    to->rx_level = out->tx_level;
    to->rx_enable = out->tx_enable;
    memcpy(to->rx_time, out->tx_time, sizeof to->rx_time);
  }
  pair_step(&s->e, in);
}

// ---- The sender and its upstream ----

void joined_start(struct joined *j, const char *test, int run, bool native) {
  sender_start(&j->s, test, run, native);
  j->upstream = pair_ready(j->s.d, test, j->s.random.rng);
  sender_configure(&j->upstream, (const uint32_t[][2]){{SLUICE_REG_COMMIT, 1}});
  memset(&j->message, 0, sizeof j->message);
}

void joined_clock(struct joined *j, struct sluice_in *in) {
  struct sluice_in to = {.tx_ready = true};
  sender_clock(&j->s, in, &to);
  pair_step(&j->upstream, &j->message);
  j->message = to;
}

void joined_free(struct joined *j) {
  pair_free(&j->s.e);
  pair_free(&j->upstream);
}

// Whether a queue or its port is off at the sender.
static bool off(const struct joined *j, int port, int cls) {
  const struct sluice_out *out = pair_out(&j->s.e);
  return sender_bit(out->queue_off, j->s.d, port, cls) || (out->port_off >> port & 1);
}

void joined_must_hold(const struct joined *j, uint8_t lossless, bool exactly, const char *when) {
  for (int p = 0; p < j->s.d->ports; p++)
    for (int c = 0; c < j->s.d->classes; c++) {
      bool paused = off(j, p, c) && (lossless >> c & 1), shut = sender_bit(pair_out(&j->upstream)->gate, j->s.d, p, c);
      ck_assert_msg(shut == paused || (shut && !exactly),
                    "%s, cycle %llu: class %d of port %d is %s, the upstream's gate is %s", when,
                    (unsigned long long)j->s.cycle, c, p, paused ? "off" : "on", shut ? "shut" : "open");
    }
}
