// Tests MAC control frames under random frames, messages and stalls: RTL and model in lock-step, and both against the
// frames themselves. Data frames pass whole and in order; control frames precede waiting data frames; at rest each
// receiver has the latest state; received control frames are obeyed or counted by reason.
//
// A failure names the seed: SLUICE_VARIANT=3x5x8 SLUICE_SEED=7 make test T=control repeats it.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/frame/control_bench.h"
#include "tests/frame/draw.h"
#include "tests/frame/frames.h"
#include "tests/suite.h"

enum { SEEDS = 4, EPISODES = 40, CYCLES = 1500, WAITING = 64, WORDS = 8 };

// All 48 bits
static uint64_t any_address(void) { return (uint64_t)draw_below(1u << 24) << 24 | draw_below(1u << 24); }

// Parameters of an episode.
struct phase {
  int message_per_mille, level_percent, frames_percent, control_percent, go_percent, ready_percent[4];
  bool together;  // frames of all MACs start in the same cycle
};

struct port {
  struct source data, mac;
  struct sink to_mac, received;
  struct frame waiting[WAITING];  // data frames from the MAC that have not left
  unsigned first, last;
  struct pause_times requested, on_line;  // times requested by the MMU, and times on the wire
  uint8_t requested_priorities;           // priorities requested in this episode
  bool port_requested, pause_sent;
  struct pause_times arrived, delivered;  // times in received frames, and times delivered to the MMU, by priority
  struct pause_times incoming;            // times of the incoming frame
  enum sluice_seen incoming_kind;
  bool is_control;
  uint64_t counted[SLUICE_SEEN_KINDS], expected[SLUICE_SEEN_KINDS];
  uint64_t messages;  // bit i: a message with times arrived i cycles ago
  uint64_t overdue;   // cycle of the oldest message in no frame; 0: none
  bool in_frame;      // a frame to the MAC has started
  // Words of credits: on the way to the line in a frame; from the line, each with the number of data frames before it
  struct sluice_credit_word filled, waiting_words[WORDS];
  unsigned word_position[WORDS], first_word, last_word;
};

static struct lockstep l;
static struct sluice_control_in in;
static struct port ports[SLUICE_MAX_PORTS];
static uint64_t now;
enum { SEEN_LENGTHS = 66 };
// Totals of this run. seen_lengths: of data and of control frames; seen_cut_type: frames that end inside a control
// type; seen_levels: ports that got native frames with a port level and PAUSE frames.
static uint64_t seen_kinds[SLUICE_SEEN_KINDS], sent_kinds[3], passed_frames, at_once, seen_faults[FAULTS],
    seen_lengths[2][SEEN_LENGTHS], seen_cut_type, seen_levels, sent_words, received_words, lost_words;

static void merge(struct pause_times *s, const struct pause_times *news) {
  for (int k = 0; k < 8; k++)
    if (news->enable >> k & 1) s->time[k] = news->time[k];
  s->enable |= news->enable;
  if (news->port) s->port_time = news->port_time;
  s->port |= news->port;
  if (news->pause) s->pause_time = news->pause_time;
  s->pause |= news->pause;
}

static int channels_of(int p) { return in.config.credits[p] ? l.model.classes : 0; }

// Starts a frame from the MAC and computes its expected result.
static void from_mac(struct port *port, int p, int control_percent) {
  const uint64_t own = in.config.address[p];
  struct frame f;
  struct pause_times s = draw_times();
  uint64_t to = draw_below(3) == 0 ? own : SLUICE_GROUP_ADDRESS;
  const int channels = channels_of(p);
  if ((int)draw_below(100) < control_percent)
    seen_faults[draw_control(&f, to, in.config.levels, channels, &s)]++;
  else
    draw_data(&f, to);
  int kind = frame_kind(f.bytes, f.length, f.bad, own, in.config.levels, channels);
  port->is_control = kind >= 0;
  port->incoming_kind = (enum sluice_seen)kind;
  port->incoming = (struct pause_times){0};
  if (kind >= 0 && kind <= SLUICE_GOT_NATIVE) port->incoming = s;
  if (f.length < SEEN_LENGTHS) seen_lengths[kind >= 0][f.length]++;
  seen_cut_type += f.length == 13 && f.bytes[12] == 0x88 && f.bytes[13] == 0x08;
  source_start(&port->mac, &f);
}

static void data_frame(struct port *port) {
  struct frame f;
  frame_other(&f, NEIGHBOUR, 0x0800, 0, 1 + (int)draw_below(draw_below(2) ? 20 : 250), draw_below(1 << 30));
  f.bad = draw_below(8) == 0;
  source_start(&port->data, &f);
}

static void message(const struct phase *phase) {
  const struct sluice_control *c = &l.model;
  in.tx_valid = (int)draw_below(1000) < phase->message_per_mille;
  in.tx_port = (uint8_t)draw_below((uint32_t)c->ports);
  in.tx_level = (int)draw_below(100) < phase->level_percent;
  in.tx_enable = (uint8_t)(draw_below(3) == 0 ? draw_below(256) : 255) & (uint8_t)((1 << c->classes) - 1);
  for (int i = 0; i < c->classes; i++) in.tx_time[i] = draw_time();
  if (!in.tx_valid) return;
  struct pause_times s = {.port = in.tx_level, .port_time = in.tx_time[0]};
  for (int i = 0; i < c->classes && !in.tx_level; i++)
    if (in.tx_enable >> i & 1) {
      s.enable |= (uint8_t)(1 << in.config.priority[i]);
      s.time[in.config.priority[i]] = in.tx_time[i];
    }
  struct port *port = &ports[in.tx_port];
  merge(&port->requested, &s);
  port->requested_priorities |= s.enable;
  port->port_requested |= s.port;
  if (s.enable != 0 || s.port) port->messages |= 1;
}

// An assertion that passes costs a microsecond, so only failures call libcheck.
static void same(const struct frame *got, const struct frame *put, int p) {
  if (got->length != put->length || got->bad != put->bad || memcmp(got->bytes, put->bytes, (size_t)put->length) != 0)
    ck_abort_msg("cycle %llu, port %d: expected a frame of %d bytes, got %d, or bytes differ", (unsigned long long)now,
                 p, put->length, got->length);
}

// Checks a whole frame at the MAC.
static void on_wire(struct port *port, int p) {
  const struct frame *f = &port->to_mac.frame;
  struct pause_times s;
  bool levels;
  uint16_t opcode = frame_read(f, in.config.address[p], &s, &levels);
  if (opcode == 0) {
    const struct frame *sent = &port->data.frame;
    same(f, sent, p);
    passed_frames++;
    return;
  }
  if (opcode == 0xfffd) {
    const struct sluice_credit_word *w = &port->filled;
    if (!w->valid || w->kind != s.word.kind || w->channel != s.word.channel || w->value != s.word.value)
      ck_abort_msg("cycle %llu, port %d: the frame has another word than the one that was taken",
                   (unsigned long long)now, p);
    port->filled.valid = false;
    sent_words++;
    return;
  }
  sent_kinds[opcode == 0x0101 ? SLUICE_SENT_PFC : opcode == 1 ? SLUICE_SENT_PAUSE : SLUICE_SENT_NATIVE]++;
  ck_assert_int_eq(opcode == 1, in.config.pause[p] && !in.config.levels);
  ck_assert_int_eq(levels, in.config.levels);
  port->pause_sent |= opcode == 1;
  merge(&port->on_line, &s);
}

// Control frames have priority: no data frame may start while a message waits for two cycles.
static void order(struct port *port, int p, const struct sluice_beat *beat, bool ready) {
  bool begins = beat->valid && !port->in_frame;
  if (begins && beat->valid) {
    struct sluice_beat shown =
        port->data.busy ? source_beat(&port->data, l.model.bytes, false) : (struct sluice_beat){0};
    bool is_data = shown.valid && memcmp(shown.data, beat->data, (size_t)l.model.bytes) == 0;
    if (is_data) {
      if (in.word[p].valid)
        ck_abort_msg("cycle %llu, port %d: a data frame starts while a word waits", (unsigned long long)now, p);
      if (port->overdue != 0 && port->overdue + 1 < now)
        ck_abort_msg("cycle %llu: a data frame starts before the message of cycle %llu", (unsigned long long)now,
                     (unsigned long long)port->overdue);
    } else {  // it contains the messages up to three cycles ago
      port->overdue = 0;
      for (int i = 2; i >= 0; i--)
        if (port->messages >> i & 1 && port->overdue == 0) port->overdue = now - (uint64_t)i;
    }
  }
  if (port->overdue == 0 && port->messages & 1) port->overdue = now;
  port->messages <<= 1;
  if (beat->valid) port->in_frame = !(beat->last && ready);
}

static void deliver(void) {
  const struct sluice_control_out *o = &l.out;
  if (!o->rx_valid) return;
  struct pause_times s = {.port = o->rx_level == 1, .port_time = o->rx_time[0]};
  s.pause = o->rx_level == 2;
  s.pause_time = o->rx_time[0];
  for (int i = 0; i < l.model.classes && o->rx_level == 0; i++)
    if (o->rx_enable >> i & 1) {
      s.enable |= (uint8_t)(1 << in.config.priority[i]);
      s.time[in.config.priority[i]] = o->rx_time[i];
    }
  merge(&ports[o->rx_port].delivered, &s);
}

// The word that the port offers: a word stays until it is taken, but its counter may change.
static void offer_word(const struct phase *phase, int p, bool active) {
  struct sluice_credit_word *w = &in.word[p];
  if (!w->valid && active && channels_of(p) > 0 && (int)draw_below(1000) < phase->message_per_mille)
    *w = draw_word(l.model.classes);
  else if (w->valid && draw_below(3) == 0)
    w->value ^= 1u << draw_below(20);
}

// A received word must arrive after the data frames before it, and before the ones behind it.
static void check_word(struct port *port, int p) {
  const struct sluice_credit_word *got = &l.out.word[p];
  bool same;
  if (!got->valid) return;
  lost_words--;
  do {  // a word is lost only if the next control frame ends before it arrives
    if (port->first_word == port->last_word)
      ck_abort_msg("cycle %llu, port %d: a word arrives that was not sent, or not after %u data frames",
                   (unsigned long long)now, p, port->first);
    const struct sluice_credit_word *put = &port->waiting_words[port->first_word % WORDS];
    same = put->kind == got->kind && put->channel == got->channel && put->value == got->value &&
           port->word_position[port->first_word % WORDS] == port->first;
    port->first_word++;
    lost_words++;
  } while (!same);
  if (port->received.begun)
    ck_abort_msg("cycle %llu, port %d: a word arrives inside a data frame", (unsigned long long)now, p);
  received_words++;
}

static void step(const struct phase *phase, bool active) {
  const struct sluice_control *c = &l.model;
  bool idle = true;
  for (int p = 0; p < c->ports; p++) idle = idle && !ports[p].mac.busy;
  bool start_all = idle && draw_below(20) == 0;
  now++;
  in.tx_valid = false;
  if (active) message(phase);
  for (int p = 0; p < c->ports; p++) {
    struct port *port = &ports[p];
    bool go = (int)draw_below(100) < phase->go_percent;
    if (active && !port->data.busy && (int)draw_below(100) < phase->frames_percent) data_frame(port);
    if (active && !port->mac.busy && (phase->together ? start_all : (int)draw_below(100) < phase->frames_percent))
      from_mac(port, p, phase->together ? 100 : phase->control_percent);
    offer_word(phase, p, active);
    in.data_tx[p] = source_beat(&port->data, c->bytes, go || !active);
    in.from_mac[p] =
        source_beat(&port->mac, c->bytes, phase->together || !active || (int)draw_below(100) < phase->go_percent);
    in.mac_ready[p] = !active || (int)draw_below(100) < phase->ready_percent[p % 4];
    in.data_ready[p] = !active || (int)draw_below(100) < phase->ready_percent[(p + 1) % 4];
  }
  if (!lockstep_step(&l, &in)) ck_abort_msg("cycle %llu: %s", (unsigned long long)now, l.difference);
  deliver();
  uint64_t ends = 0;
  for (int p = 0; p < c->ports; p++) {
    struct port *port = &ports[p];
    const struct sluice_control_out *o = &l.out;
    order(port, p, &o->to_mac[p], in.mac_ready[p]);
    check_word(port, p);
    if (sink_take(&port->to_mac, &o->to_mac[p], in.mac_ready[p])) on_wire(port, p);
    if (o->word_taken[p]) {  // in the cycle of the last beat of the frame before
      port->filled = in.word[p];
      in.word[p].valid = false;
    }
    source_taken(&port->data, &in.data_tx[p], o->data_tx_ready[p], c->bytes);
    if (source_taken(&port->mac, &in.from_mac[p], o->mac_rx_ready[p], c->bytes)) {
      if (port->is_control) {
        port->expected[port->incoming_kind]++;
        merge(&port->arrived, &port->incoming);
        if (port->incoming.word.valid) {
          port->waiting_words[port->last_word % WORDS] = port->incoming.word;
          port->word_position[port->last_word++ % WORDS] = port->last;
        }
        ends += port->incoming_kind <= SLUICE_GOT_NATIVE;
      } else {
        if (port->last - port->first == WAITING)
          ck_abort_msg("cycle %llu, port %d: frames do not leave", (unsigned long long)now, p);
        port->waiting[port->last++ % WAITING] = port->mac.frame;
      }
    }
    if (o->seen[p]) port->counted[o->seen_kind[p]]++;
    if (!sink_take(&port->received, &o->data_rx[p], in.data_ready[p])) continue;
    const struct frame *out = &port->received.frame, *put = &port->waiting[port->first % WAITING];
    if (port->first == port->last)
      ck_abort_msg("cycle %llu, port %d: a frame other than data leaves", (unsigned long long)now, p);
    port->first++;
    same(out, put, p);
    passed_frames++;
  }
  at_once += ends == (uint64_t)c->ports || ends > 2;
}

static void at_rest(void) {
  const struct sluice_control *c = &l.model;
  uint8_t classes = 0;
  for (int i = 0; i < c->classes; i++) classes |= (uint8_t)(1 << in.config.priority[i]);
  for (int p = 0; p < c->ports; p++) {
    struct port *port = &ports[p];
    ck_assert_uint_eq(port->first, port->last);
    ck_assert(!port->data.busy && !port->mac.busy);
    ck_assert(!in.word[p].valid && !port->filled.valid);
    lost_words += port->last_word - port->first_word;
    port->first_word = port->last_word;
    if (in.config.pause[p] && !in.config.levels) {
      uint16_t any = port->requested.port_time;
      for (int k = 0; k < 8; k++) any |= port->requested.time[k];
      if (port->requested_priorities != 0 || port->port_requested) {
        ck_assert_msg(port->pause_sent, "port %d: no PAUSE frame was sent", p);
        ck_assert_int_eq(port->on_line.port_time, any);
      }
    } else {
      for (int k = 0; k < 8; k++)
        if (port->requested_priorities >> k & 1)
          ck_assert_msg(port->on_line.time[k] == port->requested.time[k] && port->on_line.enable >> k & 1,
                        "cycle %llu, port %d, priority %d: expected time %d on the line, got %d",
                        (unsigned long long)now, p, k, port->requested.time[k], port->on_line.time[k]);
      if (port->port_requested) ck_assert_int_eq(port->on_line.port_time, port->requested.port_time);
    }
    port->arrived.enable &= classes;
    for (int k = 0; k < 8; k++)
      if (port->arrived.enable >> k & 1)
        ck_assert_msg(port->delivered.enable >> k & 1 && port->delivered.time[k] == port->arrived.time[k],
                      "cycle %llu, port %d, priority %d: expected time %d at the MMU, got %d", (unsigned long long)now,
                      p, k, port->arrived.time[k], port->delivered.time[k]);
    ck_assert_int_eq(port->arrived.port, port->delivered.port);
    if (port->arrived.port) ck_assert_int_eq(port->arrived.port_time, port->delivered.port_time);
    ck_assert_int_eq(port->arrived.pause, port->delivered.pause);
    if (port->arrived.pause) ck_assert_int_eq(port->arrived.pause_time, port->delivered.pause_time);
    seen_levels += port->arrived.pause && port->arrived.port;
    for (int k = 0; k < SLUICE_SEEN_KINDS; k++) {
      ck_assert_msg(port->expected[k] == port->counted[k],
                    "cycle %llu, port %d, kind %d: expected %llu frames, counted %llu", (unsigned long long)now, p, k,
                    (unsigned long long)port->expected[k], (unsigned long long)port->counted[k]);
      seen_kinds[k] += port->counted[k];
    }
    // The next episode has another configuration.
    port->requested_priorities = 0;
    port->port_requested = port->pause_sent = false;
    memset(&port->on_line, 0, sizeof port->on_line);
    memset(&port->arrived, 0, sizeof port->arrived);
    memset(&port->delivered, 0, sizeof port->delivered);
    memset(port->counted, 0, sizeof port->counted);
    memset(port->expected, 0, sizeof port->expected);
  }
}

static void configure(bool draws_credits) {
  uint8_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  for (uint32_t i = 7; i > 0; i--) {
    uint32_t j = draw_below(i + 1);
    uint8_t other = order[i];
    order[i] = order[j];
    order[j] = other;
  }
  for (int i = 0; i < SLUICE_MAX_CLASSES; i++) in.config.priority[i] = order[i];
  in.config.levels = draw_below(4) == 0;
  for (int p = 0; p < l.model.ports; p++) {
    in.config.pause[p] = draw_below(3) == 0;
    in.config.credits[p] = draws_credits && draw_below(2) == 0;
    in.config.address[p] = any_address();
  }
}

static void run(int variant, uint64_t seed) {
  struct lockstep_dims d;
  ck_assert(lockstep_variant(variant, &d));
  draw_start(seed * 0x9e3779b97f4a7c15u + 1);
  now = 0;
  memset(&in, 0, sizeof in);
  memset(ports, 0, sizeof ports);
  lockstep_new(&l, variant);
  for (int episode = 0; episode < EPISODES; episode++) {
    static const int rates[] = {1, 20, 200, 1000}, percents[] = {100, 100, 90, 50, 10};
    struct phase phase = {.message_per_mille = rates[draw_below(4)],
                          .level_percent = draw_below(2) ? 0 : 40,
                          .frames_percent = draw_below(3) == 0 ? 100 : 10,
                          .control_percent = draw_below(2) ? 90 : 30,
                          .go_percent = percents[draw_below(5)],
                          .together = draw_below(4) == 0};
    for (int i = 0; i < 4; i++) phase.ready_percent[i] = percents[draw_below(5)];
    configure(d.credits);
    for (int i = 0; i < CYCLES; i++) step(&phase, true);
    for (int i = 0; i < 700; i++) step(&phase, false);
    at_rest();
  }
  lockstep_free(&l);
}

START_TEST(random_frames) {
  struct lockstep_dims d;
  ck_assert(lockstep_variant(_i / SEEDS, &d));
  bool chosen = getenv("SLUICE_SEED") != NULL;
  uint64_t seed = suite_number("SLUICE_SEED", 0, UINT64_MAX, (uint64_t)(_i % SEEDS + 1));
  printf("%dx%dx%d, seed %llu\n", d.ports, d.classes, d.width, (unsigned long long)seed);
  fflush(stdout);
  run(_i / SEEDS, seed);
  if (chosen) return;  // one run need not cover every kind
  for (int k = 0; k < SLUICE_SEEN_KINDS; k++)
    ck_assert_msg(seen_kinds[k] > 20, "received frames of kind %d: %d", k, (int)seen_kinds[k]);
  for (int k = 0; k < 3; k++) ck_assert_msg(sent_kinds[k] > 20, "sent frames of kind %d: %d", k, (int)sent_kinds[k]);
  static const int lengths[] = {14, 15, 59, 60};
  for (int f = 0; f < FAULTS; f++) ck_assert_msg(seen_faults[f] > 0, "no control frame had the faults %x", f);
  for (int i = 0; i < 4; i++)
    ck_assert_msg(seen_lengths[0][lengths[i]] > 0 && seen_lengths[1][lengths[i]] > 0,
                  "data or control frames of %d bytes: none", lengths[i]);
  for (int n = 11; n < 14; n++) ck_assert_msg(seen_lengths[0][n] > 0, "frames of %d bytes: none", n);
  ck_assert_uint_gt(seen_cut_type, 0);
  ck_assert_uint_gt(seen_levels, 0);
  ck_assert_uint_gt(passed_frames, 100);
  ck_assert_uint_gt(at_once, 3);
  if (d.credits) {
    ck_assert_uint_gt(sent_words, 20);
    ck_assert_uint_gt(received_words, 20);
    ck_assert_uint_le(lost_words, received_words / 20);
  }
}
END_TEST

int main(void) {
  struct lockstep_dims d;
  const char *only = getenv("SLUICE_VARIANT");
  char name[40], names[400] = "";
  int runs = getenv("SLUICE_SEED") != NULL ? 1 : SEEDS, added = 0;
  Suite *suite = suite_create("control");
  TCase *tcase = tcase_create("random");
  tcase_set_timeout(tcase, 0);
  for (int v = 0; lockstep_variant(v, &d); v++) {
    snprintf(name, sizeof name, "%dx%dx%d", d.ports, d.classes, d.width);
    snprintf(names + strlen(names), sizeof names - strlen(names), " %s", name);
    if (only != NULL && strcmp(only, name) != 0) continue;
    tcase_add_loop_test(tcase, random_frames, v * SEEDS, v * SEEDS + runs);
    added++;
  }
  if (added == 0) {
    fprintf(stderr, "SLUICE_VARIANT=%s: expected one of:%s\n", only != NULL ? only : "", names);
    return EXIT_FAILURE;
  }
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
