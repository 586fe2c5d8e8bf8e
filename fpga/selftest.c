#include "selftest.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOLD_CLOCKS = 16, CONFIGURE_CLOCKS = 128, DRAIN_CLOCKS = 1024, FIFO = 64, FIFOS = 8 };

#define CHANCE UINT64_C(0x9E3779B97F4A7C15)

// The states of fpga/selftest_sequence.sv
enum state { HOLD, CLEAR, CONFIGURE, RUN, DRAIN, DONE };

// A run has the parts whose scheme is built. High alphas in DSH and TTL: the shared pool fills up, so that ports are
// paused too and headroom is used.
static const struct plan {
  const char *name;
  enum sluice_scheme scheme;
  int32_t alpha[2];
  bool native;
  uint32_t stages;  // GFC
} plans[SELFTEST_MAX_PARTS] = {
    {"STATIC", SLUICE_STATIC, .alpha = {0, 0}},
    {"SIH", SLUICE_SIH, .alpha = {-2, -1}},
    {"DSH", SLUICE_DSH, .alpha = {1, 3}},
    {"DSH native", SLUICE_DSH, .alpha = {3, 2}, .native = true},
    {"TTL", SLUICE_TTL, .alpha = {3, 2}},
    {"GFC", SLUICE_GFC, .stages = 5},
    {"GFC counting zeros", SLUICE_GFC, .stages = SLUICE_STAGES_COUNT_LEADING_ZEROS + 4},
    {"GFC-linear", SLUICE_GFC_LINEAR, .stages = 0},
};

static bool built(const struct selftest_build *build, int plan) {
  return build->dims.schemes >> plans[plan].scheme & 1;
}

int selftest_parts(const struct selftest_build *build) {
  int parts = 0;
  for (int i = 0; i < SELFTEST_MAX_PARTS; i++) parts += built(build, i);
  return parts;
}

static const struct plan *plan_of(const struct selftest_build *build, int part) {
  int i = 0;
  while (!built(build, i) || part-- > 0) i++;
  return &plans[i];
}

static bool is_gfc(const struct plan *plan) { return plan->scheme == SLUICE_GFC || plan->scheme == SLUICE_GFC_LINEAR; }

// TTL: one class per hop from an odd number of hops away, so that the classes are those of the other schemes.
static void set_ttl(const struct selftest_build *build, uint32_t *settings) {
  settings[SLUICE_REG_TTL0] = 2 * (uint32_t)build->dims.classes;
  settings[SLUICE_REG_TTL_OPTIONS] = SLUICE_TTL_HALF | SLUICE_TTL_ODD;
  for (int c = 0; c < build->dims.classes; c++) {
    settings[SLUICE_REG_PARTITION + c] = 64;
    settings[SLUICE_REG_WEIGHT + c] = 65536 / (uint32_t)build->dims.classes;
    settings[SLUICE_REG_BUFFER] += 64;
  }
}

// B0 = 16 and Bm = 80 cells; the stages halve what is left.
static void set_gfc(const struct plan *plan, uint32_t *settings) {
  settings[SLUICE_REG_STAGE_TOP] = 80;
  settings[SLUICE_REG_STAGE_BASE] = 16;
  settings[SLUICE_REG_STAGES] = plan->stages;
  for (int k = 0; k < 5; k++) settings[SLUICE_REG_STAGE + k] = 80 - (32u >> k);
  settings[SLUICE_REG_CELL_STEP] = 0xff0000;  // stage 15 of 8 cells holds for a thousand clocks
  settings[SLUICE_REG_ROOM_CLOCKS] = 256 << 8;
}

void selftest_settings(const struct selftest_build *build, int part, uint32_t settings[SELFTEST_SETTINGS]) {
  const struct plan *plan = plan_of(build, part);
  uint32_t ports = (uint32_t)build->dims.ports, queues = ports * (uint32_t)build->dims.classes;
  uint32_t groups = plan->scheme == SLUICE_DSH ? ports : queues;
  uint32_t private_cells = plan->scheme == SLUICE_TTL ? 0 : is_gfc(plan) ? 160 : 2;
  uint32_t headroom = plan->scheme == SLUICE_DSH || plan->scheme == SLUICE_TTL ? 128 : is_gfc(plan) ? 0 : 64;
  uint32_t shared = is_gfc(plan) ? 0 : 512;
  memset(settings, 0, SELFTEST_SETTINGS * sizeof *settings);
  settings[SLUICE_REG_SCHEME] = plan->scheme;
  settings[SLUICE_REG_BUFFER] = queues * private_cells + groups * headroom + shared;
  settings[SLUICE_REG_PRIVATE] = private_cells;
  settings[SLUICE_REG_SHARED] = shared;
  settings[SLUICE_REG_HEADROOM] = headroom;
  settings[SLUICE_REG_LOSSLESS] = (1u << build->dims.classes) - 1;
  settings[SLUICE_REG_MAX_PACKET] = 8;
  settings[SLUICE_REG_ALPHA] = (uint32_t)plan->alpha[0];
  settings[SLUICE_REG_XOFF] = 24;
  settings[SLUICE_REG_XON] = 12;
  settings[SLUICE_REG_DELTA_Q] = 8;
  settings[SLUICE_REG_DELTA_P] = 16;
  settings[SLUICE_REG_PAUSE_TIME] = 1000;
  settings[SLUICE_REG_REFRESH] = 400;
  settings[SLUICE_REG_QUANTA_STEP] = 0x1000;  // a quantum every two clocks
  settings[SLUICE_REG_NATIVE] = plan->native;
  settings[SELFTEST_SECOND_ALPHA] = (uint32_t)plan->alpha[1];
  if (plan->scheme == SLUICE_TTL) set_ttl(build, settings);
  if (is_gfc(plan)) set_gfc(plan, settings);
}

// ---- The traffic: fpga/selftest_traffic.sv ----

// Of the stages there; the number in a name is that of the stage.
struct packet {
  uint8_t port, cls, size, fifo;  // size: cells - 1
};

struct traffic {
  int ports, classes;
  bool fault, gfc;
  uint64_t x;
  unsigned enq_rate, deq_rate;  // of 32
  struct sluice_out message1;   // from the MMU, taken
  bool taken1;
  bool class_paused[FIFOS * SLUICE_MAX_CLASSES], port_paused[FIFOS], stopped[FIFOS * SLUICE_MAX_CLASSES];
  struct packet in1, in2, in3, in4, in5;
  bool want1, want2, want3, stopped3, full3, enter4, enter5, flipped;
  unsigned addr5;
  bool full[FIFOS], filled[FIFOS];
  unsigned head[FIFOS], tail[FIFOS];
  struct packet waiting[FIFOS][FIFO];
  unsigned turn, turn1, turn2, turn3, turn4, turn5, addr1;
  bool filled1, filled2, filled3, filled4, due4, shut4, leave5;
  struct packet oldest2, oldest3, oldest4;
  bool gates3[SLUICE_MAX_CLASSES];
};

static uint32_t bits(uint64_t x, int low, int count) { return (uint32_t)(x >> low & ((UINT64_C(1) << count) - 1)); }

static bool bit_of(const uint64_t *words, int bit) { return words[bit / 64] >> (bit % 64) & 1; }

static int log2_of(int power) { return __builtin_ctz((unsigned)power); }

// What the upstreams do with the MMU's message of the clock before.
static void obey(struct traffic *t, const struct traffic *old, bool hold, const struct sluice_out *out,
                 const struct sluice_in *in) {
  t->message1 = *out;
  t->taken1 = out->tx_valid && in->tx_ready;
  const struct sluice_out *m = &old->message1;
  for (int p = 0; p < t->ports; p++) {
    bool mine = old->taken1 && m->tx_port == p;
    if (hold)
      t->port_paused[p] = false;
    else if (mine && m->tx_level)
      t->port_paused[p] = m->tx_time[0] != 0;
    for (int c = 0; c < t->classes; c++) {
      int q = p * t->classes + c;
      if (hold)
        t->class_paused[q] = false;
      else if (mine && !m->tx_level && (m->tx_enable >> c & 1))
        t->class_paused[q] = m->tx_time[c] > 3;
      t->stopped[q] = old->class_paused[q] || old->port_paused[p];
    }
  }
}

static void packets_in(struct traffic *t, const struct traffic *old, bool hold, uint32_t phase,
                       struct sluice_in *next) {
  int port_bits = log2_of(t->ports), class_bits = log2_of(t->classes);
  t->want1 = bits(old->x, 0, 5) < old->enq_rate;
  t->in1 = (struct packet){
      .port = (uint8_t)(bits(phase, 0, 2) == 2 ? bits(phase, 2, port_bits) : bits(old->x, 5, port_bits)),
      .cls = (uint8_t)bits(old->x, 8, class_bits),
      .size = (uint8_t)bits(old->x, 11, 3),
      .fifo = (uint8_t)bits(old->x, 47, 3)};
  t->want2 = old->want1;
  t->in2 = old->in1;
  t->want3 = old->want2;
  t->in3 = old->in2;
  t->stopped3 = old->stopped[old->in2.port * t->classes + old->in2.cls];
  t->full3 = old->full[old->in2.fifo];

  bool enter = old->want3 && !old->stopped3 && !old->full3;
  t->enter4 = enter && !hold;
  t->in4 = old->in3;
  t->flipped = !hold && (old->flipped || enter);
  next->enq_valid = t->enter4;
  next->enq_port = t->in4.port;
  next->enq_class = t->in4.cls;
  next->enq_cells = (t->in4.size + 1u) ^ (t->fault && !old->flipped);
  next->enq_ttl = (uint8_t)(2 * (t->classes - t->in4.cls) - 1);
  next->enq_egress = (uint8_t)(t->in4.fifo % t->ports);

  t->enter5 = old->enter4;
  t->in5 = old->in4;
  t->addr5 = old->tail[old->in4.fifo];
  if (old->enter5) t->waiting[old->in5.fifo][old->addr5] = old->in5;
  for (int f = 0; f < FIFOS; f++) t->full[f] = old->head[f] / 8 == (old->tail[f] / 8 + 1) % 8;
  if (old->enter4) t->tail[old->in4.fifo] = (old->tail[old->in4.fifo] + 1) % FIFO;
}

static void packets_out(struct traffic *t, const struct traffic *old, bool hold, const struct sluice_out *out,
                        struct sluice_in *next) {
  t->turn = hold ? 0 : (old->turn + 1) % FIFOS;
  t->turn1 = old->turn;
  t->addr1 = old->head[old->turn];
  t->filled1 = old->filled[old->turn];
  t->turn2 = old->turn1;
  t->filled2 = old->filled1;
  t->oldest2 = old->waiting[old->turn1][old->addr1];
  t->turn3 = old->turn2;
  t->filled3 = old->filled2;
  t->oldest3 = old->oldest2;
  for (int c = 0; c < t->classes; c++)
    t->gates3[c] = bit_of(out->gate, (int)(old->turn2 % (unsigned)t->ports) * t->classes + c);
  t->turn4 = old->turn3;
  t->filled4 = old->filled3;
  t->oldest4 = old->oldest3;
  t->shut4 = old->gates3[old->oldest3.cls];
  t->due4 = bits(old->x, 16, 5) < old->deq_rate;

  bool leave = old->filled4 && old->due4 && !old->shut4;
  next->deq_valid = next->snd_valid = leave && !hold;
  next->deq_port = old->oldest4.port;
  next->deq_class = next->snd_class = old->oldest4.cls;
  next->deq_cells = next->snd_cells = old->oldest4.size + 1u;
  next->snd_port = (uint8_t)(old->turn4 % (unsigned)t->ports);
  for (int f = 0; f < FIFOS; f++) t->filled[f] = old->head[f] != old->tail[f];
  t->turn5 = old->turn4;
  t->leave5 = leave && !hold;
  if (old->leave5) t->head[old->turn5] = (old->head[old->turn5] + 1) % FIFO;
}

// One clock: the MMU's outputs and its tx_ready of the clock before, its inputs of the next clock.
static void traffic_step(struct traffic *t, bool hold, enum state state, uint32_t count, const struct sluice_out *out,
                         const struct sluice_in *in, struct sluice_in *next) {
  static const uint8_t enq_rates[4] = {28, 20, 24, 3}, deq_rates[4] = {10, 18, 14, 30};
  const struct traffic old = *t;
  bool running = state == RUN, draining = state == DRAIN;
  uint64_t x = old.x;
  int port_bits = log2_of(t->ports), class_bits = log2_of(t->classes);
  uint32_t phase = count >> 11, kind = bits(phase, 0, 2);
  t->enq_rate = running ? enq_rates[kind] : 0;
  t->deq_rate = running ? deq_rates[kind] : draining ? 32 : 0;
  obey(t, &old, hold, out, in);
  packets_in(t, &old, hold, phase, next);
  packets_out(t, &old, hold, out, next);

  next->rx_valid = (running && bits(x, 23, 6) == 0) || (t->gfc && draining);
  next->rx_port = (uint8_t)bits(x, 29, port_bits);
  next->rx_level = bits(x, 31, 2) == 0;
  next->rx_enable = (uint8_t)bits(x, 33, t->classes);
  for (int c = 0; c < t->classes; c++) next->rx_time[c] = t->gfc && draining ? 0 : (uint16_t)bits(x, 41 + 2 * c, 5);
  next->stat_read = !hold && bits(x, 61, 3) == 0;
  next->stat_select = (uint8_t)bits(x, 57, 4);
  next->stat_port = (uint8_t)bits(x, 5, port_bits);
  next->stat_class = (uint8_t)bits(x, 8, class_bits);
  next->tx_ready = !hold && bits(x, 21, 2) != 0;

  x ^= x << 13;
  x ^= x >> 7;
  t->x = hold ? CHANCE : x ^ (x << 17);
}

// ---- The checker: fpga/selftest_check.sv ----

struct judge {
  struct selftest_result result;
  uint32_t shared;
};

// The feedback levels as the RTL packs them, where they have more than one bit. Returns how many words.
static int pack_levels(const struct selftest_build *build, const struct sluice_out *out, uint32_t *words) {
  bool linear = build->dims.schemes >> SLUICE_GFC_LINEAR & 1, staged = build->dims.schemes >> SLUICE_GFC & 1;
  int bits_each = linear ? 16 : staged ? 5 : 0, total = build->dims.ports * build->dims.classes * bits_each;
  for (int i = 0; i < total; i++) {
    uint32_t bit = out->queue_level[i / bits_each] >> i % bits_each & 1;
    words[i / 32] |= bit << i % 32;
  }
  return (total + 31) / 32;
}

static uint32_t fold(const struct selftest_build *build, const struct sluice_out *out) {
  uint32_t words[32] = {0};
  int n = 0, queues = build->dims.ports * build->dims.classes;
  words[n++] = (uint32_t)out->tx_port | (uint32_t)out->adm_class << 6 | (uint32_t)out->adm_port << 9 |
               (uint32_t)out->adm_kind << 15 | (uint32_t)out->cfg_reason << 18 | (uint32_t)out->cfg_error << 22 |
               (uint32_t)(build->stats && out->stat_valid) << 23 | (uint32_t)out->tx_level << 24 |
               (uint32_t)out->tx_valid << 25 | (uint32_t)out->deq_error << 26 | (uint32_t)out->adm_valid << 27 |
               (uint32_t)out->ready << 28;
  words[n++] = out->mon_shared;
  words[n++] = out->mon_xqoff;
  words[n++] = out->mon_xqon;
  words[n++] = out->mon_xpoff;
  words[n++] = out->mon_xpon;
  words[n++] = out->loss;
  words[n++] = build->stats ? out->stat_data : 0;
  words[n++] = (uint32_t)out->port_off;
  words[n++] = out->tx_enable;
  for (int i = 0; i < queues; i += 32) words[n++] = (uint32_t)(out->queue_off[i / 64] >> i % 64);
  for (int i = 0; i < queues; i += 32) words[n++] = (uint32_t)(out->gate[i / 64] >> i % 64);
  for (int c = 0; c < build->dims.classes; c += 2)
    words[n++] = out->tx_time[c] | (c + 1 < SLUICE_MAX_CLASSES ? (uint32_t)out->tx_time[c + 1] << 16 : 0);
  n += pack_levels(build, out, words + n);
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned by = 5u * (unsigned)i % 32;
    sum ^= words[i] << by | (by != 0 ? words[i] >> (32 - by) : 0);
  }
  return sum;
}

static void judge_step(struct judge *j, const struct selftest_build *build, bool running, bool last,
                       const struct sluice_out *out, const struct sluice_in *in) {
  struct selftest_result *r = &j->result;
  bool pause = false, off = out->port_off != 0, refused = out->adm_valid && out->adm_kind == SLUICE_REFUSED;
  for (int i = 0; i < SLUICE_WORDS; i++) off |= out->queue_off[i] != 0;
  for (int c = 0; c < build->dims.classes; c++) pause |= out->tx_time[c] != 0;

  r->signature = r->signature << 1 ^ (r->signature >> 31 ? 0x04C11DB7 : 0) ^ fold(build, out);
  r->events += (uint32_t)in->enq_valid + in->deq_valid;
  r->pauses += out->tx_valid && in->tx_ready && pause;
  r->headroom += out->adm_valid && out->adm_kind == SLUICE_HEADROOM;
  r->refused += refused;
  r->broken |= (uint32_t)refused | (uint32_t)out->deq_error << 1 | (uint32_t)(out->mon_shared > j->shared) << 2 |
               (uint32_t)(running && out->cfg_error) << 3 | (uint32_t)(last && (out->mon_shared != 0 || off)) << 4;
  if (in->cfg_write && in->cfg_addr == SLUICE_REG_SHARED) j->shared = in->cfg_wdata;
}

// ---- The course: fpga/selftest_sequence.sv ----

static void configure(const uint32_t *settings, enum state state, uint32_t count, uint32_t middle,
                      struct sluice_in *next) {
  if (state == CONFIGURE && count <= SLUICE_REG_COMMIT) {
    next->cfg_write = true;
    next->cfg_addr = (uint8_t)count;
    next->cfg_wdata = settings[count];
  } else if (state == RUN && (count == middle || count == middle + 1)) {
    next->cfg_write = true;
    next->cfg_addr = count == middle ? SLUICE_REG_ALPHA : SLUICE_REG_COMMIT;
    next->cfg_wdata = settings[SELFTEST_SECOND_ALPHA];
  }
}

int selftest_run(const struct selftest_build *build, int part, bool fault, struct selftest_result *result) {
  uint32_t settings[SELFTEST_SETTINGS];
  selftest_settings(build, part, settings);
  enum sluice_reason reason = sluice_config_check(&build->dims, settings);
  if (reason != SLUICE_OK) {
    fprintf(stderr, "self-test, part %s: %s\n", plan_of(build, part)->name, sluice_reason_text(reason));
    return -1;
  }
  struct sluice_mmu *mmu;
  if (build->dims.ports > FIFOS || sluice_mmu_new(&mmu, &build->dims) != 0) return -1;
  const struct sluice_out *out = sluice_mmu_out(mmu);
  const uint32_t ends[] = {[HOLD] = HOLD_CLOCKS,
                           [CONFIGURE] = CONFIGURE_CLOCKS,
                           [RUN] = build->clk_hz / build->parts_per_second,
                           [DRAIN] = DRAIN_CLOCKS};
  struct traffic *traffic = calloc(1, sizeof *traffic);
  if (traffic == NULL) {
    sluice_mmu_free(mmu);
    return -1;
  }
  *traffic = (struct traffic){.ports = build->dims.ports,
                              .classes = build->dims.classes,
                              .fault = fault,
                              .gfc = build->dims.schemes >> SLUICE_GFC != 0,
                              .x = CHANCE};
  struct judge judge = {.result = {.signature = UINT32_MAX}};
  // Into the MMU in this clock and in the one before, what it showed then, and configuration on its way to it
  struct sluice_in in = {0}, before = {0}, cfg[3] = {{0}};
  struct sluice_out shown = *out;
  enum state state = HOLD;
  bool ready = false, hold = true;
  for (uint32_t count = 0; state != DONE;) {
    bool advance = state == CLEAR ? ready : count == ends[state] - 1;
    ready = shown.ready;
    struct sluice_in next = {0}, now = {0};
    traffic_step(traffic, hold, state, count, &shown, &before, &next);
    configure(settings, state, count, ends[RUN] / 2, &now);
    next.cfg_write = cfg[2].cfg_write;
    next.cfg_addr = cfg[2].cfg_addr;
    next.cfg_wdata = cfg[2].cfg_wdata;
    cfg[2] = cfg[1];
    cfg[1] = cfg[0];
    cfg[0] = now;
    shown = *out;
    if (state != HOLD) {
      judge_step(&judge, build, state == RUN, state == DRAIN && advance, out, &in);
      sluice_mmu_step(mmu, &in);
      out = sluice_mmu_out(mmu);
    }
    before = in;
    in = next;
    hold = state == HOLD;
    state = advance ? state + 1 : state;
    count = advance ? 0 : count + 1;
  }
  free(traffic);
  sluice_mmu_free(mmu);
  *result = judge.result;
  return 0;
}

// ---- The text: fpga/selftest_report.sv ----

struct text {
  uint8_t *codes;
  size_t length;
};

static void put(struct text *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf((char *)t->codes + t->length, SELFTEST_TEXT - t->length, format, args);
  va_end(args);
  t->length += (size_t)n;
  if (n < 0 || t->length >= SELFTEST_TEXT) {
    fputs("self-test: the text is too long\n", stderr);
    exit(1);
  }
}

static void code(struct text *t, enum selftest_code c, const char *after) { put(t, "%c%s", (int)c, after); }

static void put_alpha(struct text *t, uint32_t value) {
  int32_t a = (int32_t)value;
  put(t, "%s%d", a < 0 ? "1/" : "", 1 << (a < 0 ? -a : a));
}

size_t selftest_text(const struct selftest_build *build, int part, uint8_t codes[SELFTEST_TEXT]) {
  const struct plan *plan = plan_of(build, part);
  uint32_t s[SELFTEST_SETTINGS];
  selftest_settings(build, part, s);
  struct text t = {.codes = codes};
  if (part == 0) {
    put(&t, "\r\nSluice self-test, run ");
    code(&t, SELFTEST_RUNS, "");
    put(&t, ": %d ports x %d classes, %d bits, %" PRIu32 " Hz, %" PRIu32 " clocks each. f plants a fault.\r\n",
        build->dims.ports, build->dims.classes, build->dims.width, build->clk_hz,
        build->clk_hz / build->parts_per_second);
  }
  put(&t, "%s: private %" PRIu32 ", shared %" PRIu32 ", headroom %" PRIu32 ", ", plan->name, s[SLUICE_REG_PRIVATE],
      s[SLUICE_REG_SHARED], s[SLUICE_REG_HEADROOM]);
  if (s[SLUICE_REG_SCHEME] == SLUICE_STATIC) {
    put(&t, "XOFF %" PRIu32 ", XON %" PRIu32, s[SLUICE_REG_XOFF], s[SLUICE_REG_XON]);
  } else if (is_gfc(plan)) {
    put(&t, "B0 %" PRIu32 ", Bm %" PRIu32, s[SLUICE_REG_STAGE_BASE], s[SLUICE_REG_STAGE_TOP]);
  } else {
    put(&t, "alpha ");
    put_alpha(&t, s[SLUICE_REG_ALPHA]);
    put(&t, ", then ");
    put_alpha(&t, s[SELFTEST_SECOND_ALPHA]);
  }
  put(&t, "\r\n  ");
  code(&t, SELFTEST_EVENTS, " events, ");
  code(&t, SELFTEST_RATE, "/s, ");
  code(&t, SELFTEST_PAUSES, " pauses, ");
  code(&t, SELFTEST_HEADROOM, " in headroom, ");
  code(&t, SELFTEST_REFUSED, " refused, rules ");
  code(&t, SELFTEST_BROKEN, ", signature ");
  code(&t, SELFTEST_SIGNATURE, ": ");
  code(&t, SELFTEST_P_OR_F, "A");
  code(&t, SELFTEST_S_OR_I, "");
  code(&t, SELFTEST_S_OR_L, "\r\n");
  code(&t, SELFTEST_END_OF_PART, "");
  return t.length;
}

void selftest_line(const struct selftest_build *build, int part, uint32_t run, const struct selftest_result *result,
                   uint32_t expected, char line[SELFTEST_TEXT]) {
  uint8_t codes[SELFTEST_TEXT];
  size_t length = selftest_text(build, part, codes);
  const uint32_t numbers[] = {
      run, result->events, result->events * build->parts_per_second, result->pauses, result->headroom, result->refused};
  bool pass = result->broken == 0 && result->signature == expected;
  struct text t = {.codes = (uint8_t *)line};
  for (size_t i = 0; i < length; i++) switch (codes[i]) {
      case SELFTEST_SIGNATURE:
        put(&t, "%08" PRIX32, result->signature);
        break;
      case SELFTEST_BROKEN:
        put(&t, "%02" PRIX32, result->broken);
        break;
      case SELFTEST_P_OR_F:
        put(&t, "%c", pass ? 'P' : 'F');
        break;
      case SELFTEST_S_OR_I:
        put(&t, "%c", pass ? 'S' : 'I');
        break;
      case SELFTEST_S_OR_L:
        put(&t, "%c", pass ? 'S' : 'L');
        break;
      case SELFTEST_END_OF_PART:
        break;
      default:
        if (codes[i] < 0x80)
          put(&t, "%c", codes[i]);
        else
          put(&t, "%" PRIu32, numbers[codes[i] - SELFTEST_RUNS]);
    }
}

int selftest_parameter(struct selftest_build *build, const char *text) {
  static const char *const names[] = {"NP", "NC", "W", "SCHEMES", "STATS", "CLK_HZ", "PARTS_PER_SECOND"};
  const char *equals = strchr(text, '=');
  char *end;
  if (equals == NULL) return -1;
  unsigned long value = strtoul(equals + 1, &end, 10);
  if (end == equals + 1 || *end != '\0') return -1;
  size_t name = 0;
  while (name < sizeof names / sizeof *names &&
         (strlen(names[name]) != (size_t)(equals - text) || strncmp(names[name], text, strlen(names[name])) != 0))
    name++;
  switch (name) {
    case 0:
      build->dims.ports = (int)value;
      break;
    case 1:
      build->dims.classes = (int)value;
      break;
    case 2:
      build->dims.width = (int)value;
      break;
    case 3:
      build->dims.schemes = (unsigned)value;
      break;
    case 4:
      build->stats = value != 0;
      break;
    case 5:
      build->clk_hz = (uint32_t)value;
      break;
    case 6:
      build->parts_per_second = (uint32_t)value;
      break;
  }
  return 0;
}
