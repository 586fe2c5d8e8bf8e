// Tests the order in which a port sends the frames of its classes: RTL and the clocked model against the rules of
// docs/hardware/switch.md, "Scheduler", which this test computes itself. Gates are closed while frames arrive, so the
// order follows from the queues. Credits reach both ends, a byte decides, and quanta have the whole range of their
// register.
// `make test T=schedule` repeats it.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/switch/sluice_datapath.h"
#include "tests/suite.h"
#include "tests/switch/cases.h"
#include "tests/switch/frames.h"

enum {
  EGRESS = 1,
  UNIT = 64,  // bytes of a unit of QUANTUM
  FCS = 4,
  MOST_QUANTUM = 4095,
  LEAST_CREDIT = -262144,
  JUMBO = 9216,
  WAITING = 2000,  // frames
  HEAVY_ROUNDS = 40,
  MIXED_ROUNDS = 40,
};

// bytes: without FCS
struct frame_length {
  int cls;
  uint32_t bytes;
};

// ---- The rules ----

static struct {
  uint64_t at_floor, at_top, became_0, became_1, none_positive, kept, lost, wrapped, strict, full_cell, quantum_0,
      quantum_most;
} seen;

struct rules {
  int classes, next, credit[SLUICE_MAX_CLASSES];
  uint32_t quantum[SLUICE_MAX_CLASSES], queue[SLUICE_MAX_CLASSES][WAITING], first[SLUICE_MAX_CLASSES],
      last[SLUICE_MAX_CLASSES];
  unsigned strict, open;
};

static bool has_frame(const struct rules *r, int c) { return r->first[c] != r->last[c]; }
static bool eligible(const struct rules *r, int c) { return has_frame(r, c) && r->open >> c & 1; }

static void pass_over(struct rules *r, int c) {
  uint32_t quantum = r->quantum[c];
  if (eligible(r, c)) {
    r->credit[c] += UNIT * (int)(quantum == 0 ? 1 : quantum);
    seen.at_top += r->credit[c] == UNIT * MOST_QUANTUM;
    seen.quantum_0 += quantum == 0;
    seen.quantum_most += quantum == MOST_QUANTUM;
  } else if (!has_frame(r, c)) {
    seen.lost += r->credit[c] != 0;
    r->credit[c] = 0;
  } else {
    seen.kept += r->credit[c] != 0;
  }
}

// The class that the port sends next.
static struct frame_length choose(struct rules *r) {
  for (int c = r->classes - 1; c >= 0; c--)
    if (r->strict >> c & 1 && eligible(r, c)) {
      seen.strict++;
      return (struct frame_length){c, r->queue[c][r->first[c]++ % WAITING]};
    }
  int winner = -1, passed = 0;
  for (; passed < r->classes && winner < 0; passed++) {
    int c = (r->next + passed) % r->classes;
    if (eligible(r, c) && r->credit[c] > 0) winner = c;
  }
  passed -= winner >= 0;
  for (int i = 0; i < passed; i++) pass_over(r, (r->next + i) % r->classes);
  seen.none_positive += winner < 0;
  for (int i = 0; winner < 0; i++)
    if (eligible(r, (r->next + i) % r->classes)) winner = (r->next + i) % r->classes;
  seen.wrapped += winner < r->next;
  r->next = winner;
  uint32_t bytes = r->queue[winner][r->first[winner]++ % WAITING];
  r->credit[winner] -= (int)bytes + FCS;
  if (r->credit[winner] < LEAST_CREDIT) {
    r->credit[winner] = LEAST_CREDIT;
    seen.at_floor++;
  }
  seen.became_0 += r->credit[winner] == 0;
  seen.became_1 += r->credit[winner] == 1;
  return (struct frame_length){winner, bytes};
}

// ---- The switch: RTL, or the clocked model ----

struct device {
  struct bench *rtl;  // NULL: the model
  struct sluice_datapath *path;
  struct sluice_datapath_in in;
  struct switch_dims dims;
  uint64_t rng;
  uint8_t bytes[JUMBO + 32];  // frame that leaves the model
  size_t n;
  struct frame_length sent[WAITING];  // frames that were chosen (RTL) or left (model), in order
  int count;
};

static void note(struct device *d, int cls, uint32_t bytes) {
  if (d->count == WAITING) ck_abort_msg("too many frames left");
  d->sent[d->count++] = (struct frame_length){cls, bytes};
}

static void step(struct device *d) {
  if (d->rtl != NULL) {
    bench_step(d->rtl);
    const struct switch_out *o = &d->rtl->out;
    if (o->begin_valid && o->begin_port == EGRESS) note(d, o->begin_class, 0);
    return;
  }
  const struct sluice_beat *word = &sluice_datapath_out(d->path)->out[EGRESS];
  for (int i = 0; word->valid && i < d->dims.bytes && word->keep >> i & 1; i++) d->bytes[d->n++] = word->data[i];
  if (word->valid && word->last) {
    note(d, d->bytes[14] >> 5, (uint32_t)d->n);
    d->n = 0;
  }
  d->in.out_ready = UINT32_MAX;
  d->in.mmu.tx_ready = true;
  ck_assert_int_eq(sluice_datapath_step(d->path, &d->in), 0);
}

static void steps(struct device *d, int n) {
  while (n-- > 0) step(d);
}

static void write_register(struct device *d, uint32_t addr, uint32_t value) {
  if (d->rtl != NULL) {
    bench_write(d->rtl, (uint16_t)addr, value);
    return;
  }
  d->in.mmu = (struct sluice_in){.cfg_addr = (uint8_t)(addr / 4), .cfg_wdata = value};
  d->in.mmu.cfg_write = sluice_switch_write(sluice_datapath_switch(d->path), addr, value);
  step(d);
  d->in.mmu = (struct sluice_in){0};
}

static void send_frame(struct device *d, struct frame_length f) {
  const int length = (int)f.bytes;
  if (d->rtl != NULL) {
    bench_send(d->rtl, bench_frame(d->rtl, 0, EGRESS, f.cls, length));
    return;
  }
  uint8_t bytes[JUMBO + 32] = {2, 0, 0, 0, 0, EGRESS, 2, 0, 0, 0, 1, 0, 0x81, 0, (uint8_t)(f.cls << 5), 1, 0x88, 0xb5};
  struct sluice_beat *word = &d->in.in[0];
  for (int at = 0; at < length; at += d->dims.bytes) {
    int n = length - at < d->dims.bytes ? length - at : d->dims.bytes;
    *word = (struct sluice_beat){.valid = true, .last = at + n == length, .keep = (uint32_t)((UINT64_C(1) << n) - 1)};
    memcpy(word->data, bytes + at, (size_t)n);
    while (!(sluice_datapath_out(d->path)->in_ready & 1)) {
      word->valid = false;
      step(d);
      word->valid = true;
    }
    step(d);
  }
  word->valid = false;
  steps(d, 24 / d->dims.bytes + 1);
}

static void pause_classes(struct device *d, unsigned classes, uint16_t time) {
  if (d->rtl != NULL) {
    bench_pause(d->rtl, EGRESS, (uint8_t)classes, time);
    return;
  }
  d->in.mmu = (struct sluice_in){.rx_valid = true, .rx_port = EGRESS, .rx_enable = (uint8_t)classes};
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) d->in.mmu.rx_time[c] = time;
  step(d);
  d->in.mmu = (struct sluice_in){0};
}

// DSH with one private cell per queue; all classes are lossless, and frames have up to 9,216 bytes. Returns SHARED.
static uint32_t configure(struct device *d) {
  uint32_t regs[SLUICE_REGS], packet = (uint32_t)(JUMBO / d->dims.cell), ports = (uint32_t)d->dims.ports;
  bench_registers(&d->dims, regs);
  regs[SLUICE_REG_MAX_PACKET] = regs[SLUICE_REG_HEADROOM] = packet;
  regs[SLUICE_REG_BUFFER] = (uint32_t)d->dims.cells - ports * (packet + (16 + ports) / (ports + 1) + 2);
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_BUFFER] - ports * ((uint32_t)d->dims.classes + packet);
  regs[SLUICE_REG_LOSSLESS] = (1u << d->dims.classes) - 1;
  regs[SLUICE_REG_ALPHA] = 3;
  write_register(d, SLUICE_SWITCH_REG_MAX_FRAME, JUMBO);
  for (uint32_t r = 0; r < SLUICE_REGS; r++) write_register(d, 4 * r, regs[r]);
  for (uint32_t p = 0; p < ports; p++) {
    write_register(d, SLUICE_SWITCH_REG_PORT + 4 * p, 0xff30);
    write_register(d, SLUICE_SWITCH_REG_MAC_LOW + 8 * p, p);
    write_register(d, SLUICE_SWITCH_REG_MAC_HIGH + 8 * p, 0x80000200u | p << 16);
  }
  write_register(d, 4 * SLUICE_REG_COMMIT, 1);
  steps(d, SLUICE_COMMIT_LATENCY + SLUICE_SWITCH_ACTIVATE_STEPS + 1);
  return regs[SLUICE_REG_SHARED];
}

// ---- Rounds ----

struct run {
  struct device d;
  struct rules r;
  uint32_t held, most;  // cells in the queues; largest number of them, which pauses no source
};

static uint32_t cells_of(const struct run *t, uint32_t bytes) {
  const uint32_t cell = (uint32_t)t->d.dims.cell;
  return (bytes + cell - 1) / cell;
}

static uint32_t largest(const struct run *t) { return cells_of(t, JUMBO); }

static void add(struct run *t, int cls, uint32_t bytes) {
  struct rules *r = &t->r;
  if (bytes < SLUICE_SWITCH_MIN_FRAME) bytes = SLUICE_SWITCH_MIN_FRAME;
  send_frame(&t->d, (struct frame_length){cls, bytes});
  r->queue[cls][r->last[cls]++ % WAITING] = bytes;
  t->held += cells_of(t, bytes);
  seen.full_cell += bytes % (uint32_t)t->d.dims.cell == 0;
}

// A frame of so many cells, of any length.
static void add_cells(struct run *t, int cls, uint32_t cells) {
  const uint32_t cell = (uint32_t)t->d.dims.cell;
  add(t, cls, cells * cell - frames_pick(&t->d.rng, cell));
}

static void set_quantum(struct run *t, int cls, uint32_t quantum) {
  write_register(&t->d, SLUICE_SWITCH_REG_QUANTUM + 4 * (uint32_t)cls, 0xabcd0000u | quantum);
  t->r.quantum[cls] = quantum & 0xfff;
}

static void set_strict(struct run *t, unsigned strict) {
  write_register(&t->d, SLUICE_SWITCH_REG_PORT + 4 * EGRESS, strict << 8 | 0x30);
  t->r.strict = strict & ((1u << t->r.classes) - 1);
}

static void close_gates(struct run *t) {
  pause_classes(&t->d, 0xff, 65535);
  steps(&t->d, 20);
  t->d.count = 0;
}

// Opens the gates of some classes, and compares the order of their frames with the rules.
static void open_gates(struct run *t, unsigned open) {
  struct device *d = &t->d;
  int frames = 0;
  t->r.open = open;
  if (d->rtl != NULL)
    for (int i = 0; i < 200000 && d->rtl->sources[0].waiting.first != NULL; i++) step(d);
  steps(d, JUMBO / d->dims.bytes + 200);
  pause_classes(d, open, 0);
  for (int c = 0; c < t->r.classes; c++) frames += open >> c & 1 ? (int)(t->r.last[c] - t->r.first[c]) : 0;
  for (int i = 0; i < 400000 && d->count < frames; i++) step(d);
  ck_assert_int_eq(d->count, frames);
  for (int i = 0; i < frames; i++) {
    struct frame_length f = choose(&t->r);
    if (f.cls != d->sent[i].cls || (d->rtl == NULL && f.bytes != d->sent[i].bytes))
      ck_abort_msg("frame %d of %d: expected class %d, got %d", i, frames, f.cls, d->sent[i].cls);
    t->held -= cells_of(t, f.bytes);
  }
  if (d->rtl != NULL) steps(d, 2 * JUMBO / d->dims.bytes);
}

// Only this class sends, with the smallest quantum, until its credit is at its floor. Then one cell of all others
// against it: the other classes pass it over until its credit is positive.
static void from_the_floor(struct run *t, int heavy, uint32_t quantum) {
  for (int c = 0; c < t->r.classes; c++) set_quantum(t, c, c == heavy ? (uint32_t)heavy & 1 : 1);
  for (int round = 0; round < HEAVY_ROUNDS && t->r.credit[heavy] > LEAST_CREDIT; round++) {
    close_gates(t);
    while (t->held + largest(t) <= t->most) add(t, heavy, JUMBO);
    open_gates(t, (1u << t->r.classes) - 1);
  }
  ck_assert_int_eq(t->r.credit[heavy], LEAST_CREDIT);
  set_quantum(t, heavy, quantum);
  close_gates(t);
  for (int i = 0; i < 60; i++) add_cells(t, (heavy + 1) % t->r.classes, 1);
  for (int i = 0; i < 4; i++) add_cells(t, heavy, 1);
  open_gates(t, (1u << t->r.classes) - 1);
}

// The class sends alone until its credit is `left`, which decides whether it sends next.
static void to_the_edge(struct run *t, int cls, int left) {
  const unsigned all = (1u << t->r.classes) - 1;
  while (t->r.credit[cls] > 0) {
    close_gates(t);
    add(t, cls, JUMBO);
    open_gates(t, all);
  }
  const int quantum = JUMBO / UNIT - t->r.credit[cls] / UNIT;
  set_quantum(t, cls, (uint32_t)quantum);
  close_gates(t);
  add(t, cls, (uint32_t)(t->r.credit[cls] + UNIT * quantum - FCS - left));
  open_gates(t, all);
  ck_assert_int_eq(t->r.credit[cls], left);
  close_gates(t);
  for (int c = 0; c < t->r.classes; c++) add_cells(t, c, 1);
  open_gates(t, all);
}

static uint32_t any_quantum(struct run *t) {
  const uint32_t ends[] = {0, 1, 2, (JUMBO + FCS + UNIT - 1) / UNIT, MOST_QUANTUM, MOST_QUANTUM - 1};
  uint64_t *rng = &t->d.rng;
  return frames_chance(rng, 700) ? ends[frames_pick(rng, 6)] : frames_pick(rng, frames_chance(rng, 500) ? 50 : 4096);
}

static void mixed(struct run *t) {
  uint64_t *rng = &t->d.rng;
  for (int c = 0; c < t->r.classes; c++)
    if (frames_chance(rng, 300)) set_quantum(t, c, any_quantum(t));
  if (frames_chance(rng, 300)) set_strict(t, frames_chance(rng, 500) ? 0 : frames_pick(rng, 256));
  close_gates(t);
  uint32_t size = frames_chance(rng, 300) ? largest(t) : 6;
  for (int i = 0; i < 40 && t->held + size <= t->most; i++)
    add_cells(t, (int)frames_pick(rng, (uint32_t)t->r.classes), 1 + frames_pick(rng, size));
  open_gates(t, t->held > t->most / 2 ? 255u >> (8 - t->r.classes) : 1 + frames_pick(rng, (1u << t->r.classes) - 1));
}

static void run(struct run *t) {
  static const uint32_t quanta[] = {241, 256, 1365, 4095, 2048, 2047, 512, 1024};
  t->r.classes = t->d.dims.classes;
  t->most = configure(&t->d) / 2;
  set_strict(t, 0);
  for (int i = 0; i < 2 * t->r.classes; i++) to_the_edge(t, i / 2, i % 2);
  for (int c = 0; c < t->r.classes; c++) from_the_floor(t, c, quanta[c]);
  for (int i = 0; i < MIXED_ROUNDS; i++) mixed(t);
  ck_assert_msg(
      seen.at_floor > 0 && seen.at_top > 0 && seen.became_0 > 0 && seen.became_1 > 0 && seen.none_positive > 0 &&
          seen.kept > 0 && seen.lost > 0 && seen.wrapped > 0 && seen.strict > 0 && seen.full_cell > 0 &&
          seen.quantum_0 > 0 && seen.quantum_most > 0,
      "floor %d, top %d, credit 0 %d, credit 1 %d, none positive %d, kept %d, lost %d, wrapped %d, strict %d, "
      "full cell %d, quantum 0 %d, 4095 %d",
      (int)seen.at_floor, (int)seen.at_top, (int)seen.became_0, (int)seen.became_1, (int)seen.none_positive,
      (int)seen.kept, (int)seen.lost, (int)seen.wrapped, (int)seen.strict, (int)seen.full_cell, (int)seen.quantum_0,
      (int)seen.quantum_most);
}

START_TEST(order_of_the_rtl) {
  struct run *t = calloc(1, sizeof *t);
  struct bench b;
  ck_assert_ptr_nonnull(t);
  bench_new(&b, switch_shim_list[_i], 50);
  t->d.rtl = &b;
  t->d.dims = b.shim->dims;
  t->d.rng = (uint64_t)_i;
  b.lossless = 0xff;
  run(t);
  bench_free(&b);
  free(t);
}
END_TEST

START_TEST(order_of_the_model) {
  static const struct switch_dims dims[] = {{4, 8, 8, 64, 4096, 15, false, false, 64},
                                            {2, 4, 16, 256, 1024, 15, false, false, 128},
                                            {5, 5, 4, 32, 8192, 6, false, false, 32}};
  struct run *t = calloc(1, sizeof *t);
  ck_assert_ptr_nonnull(t);
  const struct switch_dims *d = &dims[_i];
  const struct sluice_switch_dims made = switch_model_dims(d, 16);
  ck_assert_int_eq(sluice_datapath_new(&t->d.path, &made, d->bytes), 0);
  t->d.dims = *d;
  t->d.rng = (uint64_t)_i;
  while (!sluice_datapath_out(t->d.path)->ready) step(&t->d);
  run(t);
  sluice_datapath_free(t->d.path);
  free(t);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("schedule");
  TCase *cases = tcase_create("order");
  tcase_set_timeout(cases, 300);
  tcase_add_loop_test(cases, order_of_the_model, 0, 3);
  if (BUILD_HAS_RTL) tcase_add_loop_test(cases, order_of_the_rtl, 0, bench_variants());
  suite_add_tcase(suite, cases);
  return suite_run(suite);
}
