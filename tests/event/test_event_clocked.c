// Tests the event engine against the clocked C model in scenarios where both must be equal: links of whole cycles and
// one train of packets. Admission, off and messages are equal to the cycle; resumes of both engines stay within the
// bounds of docs/hardware/pause-states.md; finite flows give equal counts. `make check T=event_clocked` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/event/compare.h"
#include "tests/suite.h"

// At 250 MHz and 16 Gb/s a message takes 8 cycles and 1032 bytes take 129 cycles. At 3.2 Gb/s they take 645 cycles,
// which is odd, so dequeues meet every position in the scan's round of 32 cycles.
enum { CYCLE_NS = 4, PACKET = 1032, ROUND = 32, ROWS = 1 << 17 };

static const struct scheme {
  const char *mmu, *port;  // port: keys of x, whose limits differ from those of the other ports
  bool gfc;
  uint32_t shared, delta;  // SIH, DSH, SHP with alpha 1/2: the threshold depends on the occupancy of the queue
  uint32_t xon, eta;       // STATIC; DSH
} schemes[] = {
    {"scheme: STATIC, buffer: 4MB, headroom: 60KB, xoff: 40KB, xon: 37KB", "", false, 0, 0, 37000, 0},
    {"scheme: SIH, buffer: 4MB, headroom: 60KB, shared: 120KB, alpha: 1/2, delta_q: 3000", "", false, 120000, 3000, 0,
     0},
    {"scheme: DSH, buffer: 4MB, headroom: 20KB, shared: 160KB, alpha: 1/2, delta_q: 3000", "", false, 160000, 3000, 0,
     20000},
    {"scheme: SHP, buffer: 4MB, headroom: 60KB, headroom_pool: 60KB, port_headroom: 1KB, shared: 120KB, alpha: 1/2, "
     "delta_q: 3000",
     "", false, 120000, 3000, 0, 0},
    {"scheme: STATIC, buffer: 4MB, headroom: 30KB, xoff: 90KB, xon: 10KB, private: 4KB",
     ", headroom: 60KB, xoff: 40KB, xon: 37KB, private: 0", false, 0, 0, 37000, 0},
    {"scheme: DSH, buffer: 4MB, headroom: 70KB, shared: 160KB, alpha: 1/2, delta_q: 3000", ", headroom: 20KB", false,
     160000, 3000, 0, 20000},
    {"scheme: GFC, buffer: 4MB, bm: 80KB, b0: 40KB", "", true, 0, 0, 0, 0},
    {"scheme: GFC_LINEAR, buffer: 4MB, bm: 90KB, b0: 30KB", "", true, 0, 0, 0, 0},
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0], PAUSING = 6 };

// A train of packets that starts late by some cycles.
static struct scenario *train(const struct scheme *scheme, int delay) {
  char text[1024];
  snprintf(text, sizeof text,
           "name: train\nclock_mhz: 250\ngbps: 16\noverhead_bytes: 0\npacket_bytes: %d\ndelay_ns: 1000\n"
           "duration_us: 400\nmmu: {%s, ports: 4, classes: 8}\n"
           "switches: [{name: S, limit: [{link: y, gbps: 3.2}]}]\n"
           "hosts: [{name: x, switch: S%s}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y, start_us: %.3f}]\n"
           "trace:\n  series:\n    - {queues: [S:x/0], what: [ingress, state]}\n",
           PACKET, scheme->mmu, scheme->port, delay * CYCLE_NS / 1000.0);
  return compare_load(text);
}

// The rows "time,...,what,value" of one kind.
struct events {
  int count;
  struct event_row_seen {
    double ns;
    long value;
  } row[ROWS];
};

static void rows(struct events *e, const char *text, const char *what) {
  char key[32];
  e->count = 0;
  snprintf(key, sizeof key, ",%s,", what);
  for (const char *line = text; *line != '\0' && e->count < ROWS; line = strchr(line, '\n') + 1) {
    const char *at = strstr(line, key), *end = strchr(line, '\n');
    if (at == NULL || at > end) continue;
    e->row[e->count++] = (struct event_row_seen){strtod(line, NULL), strtol(at + strlen(key), NULL, 10)};
  }
}

// The same train on both engines.
struct pair {
  struct compared event, clocked;
  struct events state[2], level[2], message[2];
};

static struct pair *pair_new(const struct scheme *s, int delay) {
  struct pair *p = calloc(1, sizeof *p);
  ck_assert_ptr_nonnull(p);
  compare_run(&p->event, train(s, delay), compare_engine(true), 1);
  compare_run(&p->clocked, train(s, delay), compare_engine(false), 1);
  const struct compared *run[] = {&p->event, &p->clocked};
  for (int i = 0; i < 2; i++) {
    rows(&p->state[i], run[i]->text[COMPARE_SERIES], "state");
    rows(&p->level[i], run[i]->text[COMPARE_SERIES], "ingress");
    rows(&p->message[i], run[i]->text[COMPARE_PAUSES], s->gfc ? "level" : "pause");
  }
  return p;
}

static void pair_free(struct pair *p) {
  compare_free(&p->event);
  compare_free(&p->clocked);
  free(p);
}

// Compares the first state other than free and the first message. The state is off 13 cycles after the packet, and the
// message follows 4 cycles later.
START_TEST(off_and_message_are_equal) {
  struct pair *p = pair_new(&schemes[_i], _i);
  int first[2];
  for (int i = 0; i < 2; i++) {
    for (first[i] = 0; first[i] < p->state[i].count && p->state[i].row[first[i]].value == 0;) first[i]++;
    ck_assert_int_lt(first[i], p->state[i].count);
    ck_assert_int_gt(p->message[i].count, 0);
  }
  ck_assert_double_eq(p->state[0].row[first[0]].ns, p->state[1].row[first[1]].ns);
  ck_assert_int_eq(p->state[0].row[first[0]].value, p->state[1].row[first[1]].value);
  ck_assert_double_eq(p->message[0].row[0].ns, p->message[1].row[0].ns);
  pair_free(p);
}
END_TEST

// Times of all increases or decreases of the queue before the first message.
static int steps(const struct events *level, bool grown, double until, double *ns) {
  int count = 0;
  for (int i = 1; i < level->count && level->row[i].ns < until; i++)
    if ((level->row[i].value > level->row[i - 1].value) == grown) ns[count++] = level->row[i].ns;
  return count;
}

// The event engine counts a packet at its arrival, the clocked model at its admission, 6 cycles later. The packet
// leaves both at the same time.
START_TEST(admissions_are_equal) {
  static double event[ROWS], clocked[ROWS];
  struct pair *p = pair_new(&schemes[_i], _i);
  const double until = p->message[0].row[0].ns, admit = SLUICE_ADMIT_LATENCY * CYCLE_NS;
  for (int grown = 0; grown < 2; grown++) {
    const double delay = grown ? admit : 0;
    const int count = steps(&p->level[0], grown, until, event);
    ck_assert_int_eq(count, steps(&p->level[1], grown, until + delay, clocked));
    ck_assert_int_gt(count, grown ? 20 : 4);
    for (int i = 0; i < count; i++) ck_assert_double_eq(event[i] + delay, clocked[i]);
  }
  pair_free(p);
}
END_TEST

// A switch is paused once and stays paused. The gates of both engines must close at the same time.
START_TEST(gates_close_together) {
  const char *text =
      "name: gate\nclock_mhz: 250\ngbps: 16\noverhead_bytes: 0\npacket_bytes: 1032\ndelay_ns: 1000\nduration_us: 200\n"
      "mmu: {scheme: STATIC, buffer: 4MB, headroom: 60KB, xoff: 40KB, xon: 1KB, ports: 4, classes: 8}\n"
      "switches: [{name: S}, {name: T, limit: [{link: y, gbps: 0.2}]}]\nlinks: [{name: L, a: S, b: T}]\n"
      "hosts: [{name: x, switch: S}, {name: y, switch: T}]\nflows: [{name: f, from: x, to: y}]\n";
  uint64_t ns[2];
  for (int event = 0; event < 2; event++) {
    struct compared run;
    compare_run(&run, compare_load(text), compare_engine(event), 1);
    const struct link_result *r = &run.result->link[0][0];
    ck_assert_uint_eq(r->pauses, 1);
    ck_assert_uint_eq(r->resumes, 0);
    ns[event] = (uint64_t)((double)r->paused * 1e9 / (double)run.result->hz + 0.5);
    compare_free(&run);
  }
  ck_assert_uint_eq(ns[0], ns[1]);
}
END_TEST

// SHP: private headroom of a port and the pool, in bytes, and the packets after the pause that they hold. A packet is
// charged whole to the pool, but the scan returns the excess before the next packet arrives.
static const struct headroom_pool {
  int port, pool, packets;
} pools[] = {{PACKET, PACKET, 2},
             {PACKET + PACKET / 2, PACKET + PACKET / 2, 3},
             {PACKET + PACKET / 2, PACKET + PACKET / 2 - 1, 2}};
enum { POOLS = sizeof pools / sizeof pools[0] };

// Packets that a pool loses of a train to a slow port, without a resume.
static uint64_t lost(int port, int pool, bool event) {
  char text[1024];
  snprintf(text, sizeof text,
           "name: pool\nclock_mhz: 250\ngbps: 16\noverhead_bytes: 0\npacket_bytes: %d\ndelay_ns: 1000\ncell_bytes: 1\n"
           "duration_us: 60\nmmu: {scheme: SHP, buffer: 4MB, headroom: 60KB, headroom_pool: %d, port_headroom: %d, "
           "shared: 120KB, alpha: 1/2, ports: 4, classes: 8}\nswitches: [{name: S, limit: [{link: y, gbps: 0.2}]}]\n"
           "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n",
           PACKET, pool, port);
  struct compared run;
  compare_run(&run, compare_load(text), compare_engine(event), 1);
  const uint64_t n = run.result->lost;
  compare_free(&run);
  return n;
}

START_TEST(headroom_pools_are_equal) {
  const struct headroom_pool *p = &pools[_i];
  const uint64_t clocked = lost(p->port, p->pool, false), none = lost(0, PACKET, false);
  ck_assert_uint_eq(lost(p->port, p->pool, true), clocked);
  ck_assert_uint_gt(clocked, 0);
  ck_assert_uint_eq(none - clocked, (uint64_t)p->packets - 1);
}
END_TEST

// Returns whether a queue with this occupancy may resume. T = (Bs - S) / 2, and S is the occupancy of this one queue.
static bool resumes(const struct scheme *s, long held) {
  if (s->shared == 0) return held <= s->xon;
  long t = ((long)s->shared - held) / 2, xqon = t - (long)s->eta - (long)s->delta;
  return held <= xqon;
}

struct spread_seen {
  long least, most, count;
};

// Checks the number of cycles between each dequeue that permits a resume and the resume.
static void resumed(const struct scheme *s, const struct events *state, const struct events *level, const char *engine,
                    long least, long most, struct spread_seen *seen) {
  for (int i = 1, k = 0; i < state->count; i++) {
    if (state->row[i].value != 0 || state->row[i - 1].value == 0) continue;
    double from = -1;  // the first row since the pause that permits a resume
    for (; k < level->count && level->row[k].ns <= state->row[i].ns; k++) {
      if (!resumes(s, level->row[k].value) || level->row[k].ns < state->row[i - 1].ns)
        from = -1;
      else if (from < 0)
        from = level->row[k].ns;
    }
    if (from < 0) continue;
    long cycles = (long)((state->row[i].ns - from) / CYCLE_NS + 0.5);
    if (cycles < least || cycles > most)
      ck_abort_msg("%s, engine %s, %.0f ns: resumed %ld cycles after the dequeue, expected %ld to %ld", s->mmu, engine,
                   state->row[i].ns, cycles, least, most);
    if (cycles < seen->least) seen->least = cycles;
    if (cycles > seen->most) seen->most = cycles;
    seen->count++;
  }
}

// A resume takes 14 cycles and up to a round more under STATIC, and at most two rounds and the scan's latency under
// other schemes. Trains that start in other cycles meet the scan at other positions, so that resumes reach both ends of
// the bounds.
START_TEST(resuming_is_within_its_bounds) {
  const struct scheme *s = &schemes[_i];
  const long least = SLUICE_COUNT_LATENCY + SLUICE_VISIT_LATENCY;
  const long most = s->shared == 0 ? least + ROUND - 1 : 2 * (ROUND + 8 + 20);
  struct spread_seen event = {1000, 0, 0}, clocked = {1000, 0, 0};
  for (int delay = 0; delay < ROUND; delay++) {
    struct pair *p = pair_new(s, delay);
    resumed(s, &p->state[0], &p->level[0], "event", least, most, &event);
    resumed(s, &p->state[1], &p->level[1], "model", least, most, &clocked);
    pair_free(p);
  }
  ck_assert_int_gt(event.count, 100);
  ck_assert_int_gt(clocked.count, 100);
  ck_assert_int_eq(event.least, least);
  if (s->shared == 0) ck_assert_int_eq(event.most, most);
}
END_TEST

// ---- finite flows that drain ----

static const char *const drained[] = {
    "scheme: STATIC, buffer: 2MB, headroom: 30KB, xoff: 60KB",
    "scheme: SIH, buffer: 4MB, headroom: 30KB, alpha: 1/8",
    "scheme: DSH, buffer: 2MB, headroom: 30KB, alpha: 1/8",
    "scheme: SHP, buffer: 2MB, headroom: 30KB, headroom_pool: 200KB, port_headroom: 4KB, alpha: 1/8",
    "scheme: TTL, buffer: 4MB, headroom: 30KB, alpha: 1/8",
    "scheme: GFC, buffer: 6MB, bm: 120KB, b0: 40KB",
    "scheme: GFC_LINEAR, buffer: 6MB, bm: 120KB, b0: 60KB",
    "scheme: DSH, buffer: 2MB, headroom: 30KB, alpha: 1/8, mode: native",
};
enum { DRAINED = sizeof drained / sizeof drained[0] };

static struct scenario *fabric(const char *mmu) {
  char text[2048];
  snprintf(text, sizeof text,
           "name: fabric\nclock_mhz: 400\ngbps: 100\ndelay_ns: 600\nduration_us: 20000\njitter_ns: 900\nrouting: ecmp\n"
           "mmu: {%s}\nswitches: [{name: A}, {name: B}, {name: S}, {name: T}]\n"
           "links: [{name: AS, a: A, b: S}, {name: AT, a: A, b: T}, {name: BS, a: B, b: S}, {name: BT, a: B, b: T}]\n"
           "hosts:\n  - {name: a0, switch: A}\n  - {name: a1, switch: A}\n  - {name: a2, switch: A}\n"
           "  - {name: b0, switch: B}\n  - {name: b1, switch: B}\n  - {name: b2, switch: B}\n"
           "traffic:\n  - {name: u, pattern: uniform, sizes: alistorage2019, load: 0.3, until_us: 300}\n"
           "  - {name: i, pattern: incast, senders: 5, bytes: 40KB, load: 0.2, until_us: 300}\n",
           mmu);
  return compare_load(text);
}

START_TEST(drained_flows_are_equal) {
  struct compared event, clocked;
  compare_run(&event, fabric(drained[_i]), compare_engine(true), 3);
  compare_run(&clocked, fabric(drained[_i]), compare_engine(false), 3);
  const struct network_result *a = event.result, *b = clocked.result;
  ck_assert_int_eq(a->verdict.kind, VERDICT_DRAINED);
  ck_assert_int_eq(b->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(a->hops, b->hops);
  ck_assert_uint_eq(a->lost, b->lost);
  ck_assert_uint_gt(a->hops, 10000);
  for (int i = 0; i < event.scenario->flows; i++) {
    const struct flow_result *x = &a->flow[i], *y = &b->flow[i];
    if (x->sent != y->sent || x->sent_bytes != y->sent_bytes || x->packets != y->packets || x->bytes != y->bytes ||
        x->start != report_ticks(event.scenario, a, y->start))
      ck_abort_msg("flow %s: packets, bytes or start of the event engine differ from the model's",
                   event.scenario->flow[i].name);
  }
  for (int i = 0; i < event.scenario->links; i++)
    for (int d = 0; d < 2; d++) {
      const struct link_result *x = &a->link[i][d], *y = &b->link[i][d];
      ck_assert_uint_eq(x->frames - x->messages, y->frames - y->messages);
      ck_assert_uint_eq(x->bytes - x->message_bytes, y->bytes - y->message_bytes);
    }
  compare_free(&event);
  compare_free(&clocked);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("event_clocked");
  TCase *c = tcase_create("equal");
  tcase_set_timeout(c, 300);
  tcase_add_loop_test(c, off_and_message_are_equal, 0, SCHEMES);
  tcase_add_loop_test(c, admissions_are_equal, 0, SCHEMES);
  tcase_add_test(c, gates_close_together);
  tcase_add_loop_test(c, headroom_pools_are_equal, 0, POOLS);
  tcase_add_loop_test(c, resuming_is_within_its_bounds, 0, PAUSING);
  tcase_add_loop_test(c, drained_flows_are_equal, 0, DRAINED);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
