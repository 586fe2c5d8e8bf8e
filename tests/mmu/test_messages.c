// Tests pause messages. Reference: the pause states of the last cycles, and the gates of an upstream MMU that receives
// the messages. A failure prints its cycle; the seeds are fixed, and make test T=messages repeats it.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mmu/sender.h"
#include "tests/suite.h"

static const char again[] = "make test T=messages";

static uint8_t port_bits(const struct sender *s, uint64_t queues, int port) {
  return (uint8_t)(queues >> (port * s->d->classes) & ((1u << s->d->classes) - 1));
}

// The classes that the message pauses.
static uint8_t pauses(const struct sender *s, const struct sluice_out *out) {
  uint8_t paused = 0;
  for (int c = 0; c < s->d->classes; c++) paused |= (uint8_t)((out->tx_time[c] != 0) << c);
  return paused & out->tx_enable;
}

// A message must carry the states that its port had in one of the last HISTORY cycles.
static void check_message(const struct sender *s, const struct sluice_out *out) {
  bool right = false;
  int p = out->tx_port;
  for (int i = 0; i < HISTORY; i++) {
    uint8_t every = (uint8_t)((1u << s->d->classes) - 1), queues = port_bits(s, s->queues[i], p),
            port = s->ports[i] >> p & 1 ? every : 0;
    right |= pauses(s, out) == (out->tx_level ? port : s->native ? queues : queues | (port & 0x1f));
  }
  ck_assert_msg(right, "cycle %llu, message for port %d: expected its states of one of the last %d cycles, got 0x%x",
                (unsigned long long)s->cycle, p, HISTORY, pauses(s, out));
}

static void note_changes(struct sender *s, const struct sluice_out *out) {
  for (int p = 0; p < s->d->ports; p++) {
    bool queue = port_bits(s, s->queues[0] ^ out->queue_off[0], p) != 0, port = (s->ports[0] ^ out->port_off) >> p & 1;
    bool changed[] = {queue || (port && !s->native), port && s->native};
    for (int level = 0; level < 2; level++)
      if (changed[level] && s->since[level][p] == 0) {
        s->since[level][p] = s->cycle;
        s->others[level][p] = 0;
      }
  }
  memmove(s->queues + 1, s->queues, sizeof s->queues - sizeof s->queues[0]);
  memmove(s->ports + 1, s->ports, sizeof s->ports - sizeof s->ports[0]);
  s->queues[0] = out->queue_off[0];
  s->ports[0] = out->port_off;
}

static void note_taken(struct sender *s, const struct sluice_out *out) {
  s->taken[out->tx_level]++;
  uint64_t *since = &s->since[out->tx_level][out->tx_port];
  if (*since != 0 && s->cycle >= *since + HISTORY - 1) *since = 0;
  for (int level = 0; level < 2; level++)
    for (int p = 0; p < s->d->ports; p++)
      if (s->since[level][p] != 0) {
        s->others[level][p]++;
        ck_assert_msg(s->others[level][p] <= (uint32_t)(2 * s->d->ports + IN_FLIGHT),
                      "cycle %llu, messages since the %s state of port %d changed: expected at most %d, got %u",
                      (unsigned long long)s->cycle, level ? "port-level" : "queue-level", p,
                      2 * s->d->ports + IN_FLIGHT, s->others[level][p]);
      }
}

// The states of all ports change faster than messages are taken. Each change must be sent within 2 * NP + 2 messages.
START_TEST(latest_states_are_sent_within_a_round) {
  static struct sender s;
  sender_start(&s, again, _i, _i / SENDER_DIMS % 2);
  s.busy = true;
  for (int n = 0; n < LONG_RUN(100000); n++) {
    const struct sluice_out *out = pair_out(&s.e);
    struct sluice_in in = {0};
    if (n % 5000 == 0) s.rate = 1 + stimulus_pick(&s.random, 8);
    note_changes(&s, out);
    if (out->tx_valid) check_message(&s, out);
    sender_events(&s, &in, n / 20000 % 2 ? 5 : 1, SETTLED);
    struct sluice_out before = *out;
    sender_clock(&s, &in, NULL);
    if (before.tx_valid && in.tx_ready) note_taken(&s, &before);
  }
  if (s.native) ck_assert_uint_gt(s.taken[1], LONG_RUN(100));
  ck_assert_uint_gt(s.taken[0], LONG_RUN(4000));
  pair_free(&s.e);
}
END_TEST

// One queue of every port turns off and on, and messages are taken slowly: port-level messages alone could use every
// slot. Both levels must get at least 2 of 5 messages.
START_TEST(levels_take_turns) {
  static struct sender s;
  sender_start(&s, again, _i, true);
  int ports = s.d->ports, period = 240;  // long enough for the scan to turn on an empty port
  for (int n = 0; n < LONG_RUN(100000); n++) {
    struct sluice_in in = {.tx_ready = n % 24 == 0};
    for (int p = 0; p < ports; p++) {
      int phase = (n + p * period / ports) % period;
      if (phase == 0) in.enq_valid = true, in.enq_port = (uint8_t)p, in.enq_cells = 1;
      if (phase == period / 2 && n >= period) in.deq_valid = true, in.deq_port = (uint8_t)p, in.deq_cells = 1;
    }
    const struct sluice_out *out = pair_out(&s.e);
    if (out->tx_valid && in.tx_ready) s.taken[out->tx_level]++;
    pair_step(&s.e, &in);
  }
  uint64_t all = s.taken[0] + s.taken[1];
  ck_assert_msg(s.taken[0] > all * 2 / 5 && s.taken[1] > all * 2 / 5,
                "expected at least 2/5 of each, got %llu queue-level and %llu port-level messages",
                (unsigned long long)s.taken[0], (unsigned long long)s.taken[1]);
  pair_free(&s.e);
}
END_TEST

// A message that waits must follow its queue, which turns off, on and off again.
START_TEST(waiting_message_follows_the_states) {
  static struct sender s;
  sender_start(&s, again, _i, _i / SENDER_DIMS % 2);
  for (int turn = 0; turn < 10; turn++) {
    struct sluice_in in = {
        .enq_port = 2, .enq_class = 3, .enq_cells = 1, .deq_port = 2, .deq_class = 3, .deq_cells = 1};
    in.enq_valid = turn % 2 == 0;
    in.deq_valid = turn % 2 == 1;
    pair_step(&s.e, &in);
    for (int i = 0; i < 2 * SETTLED + s.d->ports * s.d->classes; i++) pair_step(&s.e, &(struct sluice_in){0});
    const struct sluice_out *out = pair_out(&s.e);
    ck_assert(out->tx_valid && out->tx_port == 2);
    ck_assert_int_eq(sender_bit(out->queue_off, s.d, 2, 3), turn % 2 == 0);
    ck_assert_int_eq(out->tx_time[3] != 0, turn % 2 == 0);
  }
  pair_free(&s.e);
}
END_TEST

// After a change of mode the upstream must hold exactly the gates of the classes that are off. If no message is in
// flight at the commit, it must hold them without a gap.
START_TEST(change_of_mode_leaves_no_stale_pause) {
  static struct joined j;
  joined_start(&j, again, _i, _i / SENDER_DIMS % 2);
  uint8_t lossless = 0x1f;
  for (int turn = 0; turn < LONG_RUN(100); turn++) {
    j.s.rate = 1 + stimulus_pick(&j.s.random, 6);
    j.s.busy = turn % 4 != 3;
    for (int n = 0; n < 300; n++) {
      struct sluice_in in = {0};
      if (n < 150) sender_events(&j.s, &in, 5, SETTLED);
      joined_clock(&j, &in);
    }
    joined_must_hold(&j, lossless, true, "at rest");
    // In half of the turns, messages of the old mode are still in flight, for ports that have turned on.
    bool moving = stimulus_pick(&j.s.random, 2);
    for (int n = moving ? (int)stimulus_pick(&j.s.random, 60) : 0; n > 0; n--) {
      struct sluice_in in = {0};
      j.s.busy = true;
      sender_events(&j.s, &in, 5, SETTLED);
      joined_clock(&j, &in);
    }
    uint8_t before = lossless;
    lossless = turn % 5 ? 0x1f : 0x15;
    const uint32_t regs[][2] = {
        {SLUICE_REG_NATIVE, stimulus_pick(&j.s.random, 2)}, {SLUICE_REG_LOSSLESS, lossless}, {SLUICE_REG_COMMIT, 1}};
    for (int r = 0; r < 3; r++) {
      if (r == 1 && pair_out(&j.s.e)->port_off != 0)
        lossless = before;  // structural: changes only while the buffer is empty
      if (r == 1 && lossless == before) continue;
      struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)regs[r][0], .cfg_wdata = regs[r][1]};
      joined_clock(&j, &in);
    }
    for (int n = 0; n < 400; n++) {
      struct sluice_in in = {0};
      joined_clock(&j, &in);
      if (!moving) joined_must_hold(&j, lossless & before, false, "after a commit");
    }
    ck_assert_int_eq(pair_out(&j.s.e)->cfg_reason, SLUICE_OK);
    joined_must_hold(&j, lossless, true, "in the new mode");
  }
  joined_free(&j);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("messages");
  TCase *messages = tcase_create("messages");
  tcase_set_timeout(messages, 300);
  tcase_add_loop_test(messages, latest_states_are_sent_within_a_round, 0, 4 * SENDER_DIMS);
  tcase_add_loop_test(messages, levels_take_turns, 0, SENDER_DIMS);
  tcase_add_loop_test(messages, waiting_message_follows_the_states, 0, 2 * SENDER_DIMS);
  tcase_add_loop_test(messages, change_of_mode_leaves_no_stale_pause, 0, 4 * SENDER_DIMS);
  suite_add_tcase(suite, messages);
  return suite_run(suite);
}
