// Writes test vectors of the C models of the lossless switch, for a simulation with unknown values (switch_bench.sv):
// random data frames and control frames under one scheme. A line per cycle: 1 if a reset precedes the cycle, its
// inputs, and the outputs after it, in hexadecimal. The fields are in the order of the concatenations in
// switch_bench.sv.
//
// usage: switch_vectors PORTS CLASSES SCHEMES SCHEME CREDITS CYCLES
// SCHEMES: those that are built; CREDITS 1: some ports have credits; CYCLES: of random frames
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lossless_parts.h"
#include "tb/cosim/switch_shim.h"
#include "tests/frame/frames.h"
#include "tests/switch/frames.h"
#include "tests/unknown/bits.h"

enum {
  BYTES = 8,
  CELL = 64,
  CELLS = 512,
  FREE_BITS = 10,
  DRAIN_CYCLES = 500,
  QUIET_CYCLES = 300,  // more than a round of the counters
  LONGEST_DRAIN = 20000,
  MACS = 4,
  LONGEST = 256
};

// ---- A run ----

// The frame that enters at a port.
struct source_port {
  uint8_t bytes[SLUICE_SWITCH_MAX_FRAME];
  size_t n, at;
  bool busy, bad;
  uint32_t gap;
};

// What a port has sent: the start of the frame, and the last counter of each kind of words of credits and each class.
struct sink_port {
  uint8_t head[FRAME_WORD_BYTES];
  size_t n;
  uint32_t counter[2][SLUICE_MAX_CLASSES];
};

struct run {
  struct lossless_model *model;
  struct switch_in in;
  struct switch_out out;
  struct frames_setup setup;
  struct source_port from[SWITCH_MAX_PORTS];
  struct sink_port to[SWITCH_MAX_PORTS];
  uint64_t rng, id;
  long cycles, last_word;    // last_word: the cycle of the last word that left
  long data, pauses, words;  // frames of data that begin; of control, from the MACs and from the switch; of credits
};

static void put_words(struct bits *b, const struct switch_word *w, int ports) {
  for (int p = ports - 1; p >= 0; p--)
    for (int i = BYTES - 1; i >= 0; i--) put(b, w[p].valid ? w[p].data[i] : 0, 8);
  for (int p = ports - 1; p >= 0; p--) put(b, w[p].valid ? w[p].keep : 0, BYTES);
  for (int p = ports - 1; p >= 0; p--) put(b, w[p].valid, 1);
  for (int p = ports - 1; p >= 0; p--) put(b, w[p].valid && w[p].last, 1);
  for (int p = ports - 1; p >= 0; p--) put(b, w[p].valid && w[p].last && w[p].user, 1);
}

static void tick(struct run *r) {
  static struct bits b;
  int ports = r->setup.dims.ports;
  const struct switch_in *in = &r->in;
  const struct switch_out *out = &r->out;
  printf("%d ", r->cycles++ == 0);
  b.count = 0;
  put(&b, in->link_up, ports);
  put_words(&b, in->in, ports);
  put(&b, in->out_ready, ports);
  put(&b, in->awvalid, 1), put(&b, in->awaddr, 16), put(&b, in->wdata, 32), put(&b, in->bready, 1);
  put(&b, in->arvalid, 1), put(&b, in->araddr, 16), put(&b, in->rready, 1);
  print(&b);
  if (lossless_model_step(r->model, &r->in, &r->out) != 0) exit(2);
  b.count = 0;
  put(&b, out->ready, 1), put(&b, out->ready ? out->free : 0, FREE_BITS), put(&b, out->in_ready, ports);
  put_words(&b, out->out, ports);
  put(&b, out->bvalid, 1), put(&b, out->rvalid, 1), put(&b, out->rvalid ? out->rdata : 0, 32);
  putchar(' ');
  print(&b);
  putchar('\n');
}

static void write_register(struct run *r, uint32_t addr, uint32_t value) {
  axil_write(&r->in, addr, value);
  while (!r->out.bvalid) tick(r);
  axil_end(&r->in);
  for (int i = 0; i < (addr == 4 * SLUICE_REG_COMMIT ? 80 : 1); i++) tick(r);
}

static uint32_t read_register(struct run *r, uint32_t addr) {
  axil_read(&r->in, addr);
  while (!r->out.rvalid) tick(r);
  uint32_t value = r->out.rdata;
  axil_end(&r->in);
  tick(r);
  return value;
}

// Registers that have 0 after reset stay unwritten if the set has 0 for them.
static void configure(struct run *r, enum sluice_scheme scheme, const struct sluice_switch_dims *dims) {
  uint32_t addr, value;
  while (!frames_setup(&r->setup, &r->rng, dims, scheme, LONGEST)) continue;
  r->setup.flood = r->setup.unused = 0;
  for (int n = 0; frames_write(&r->setup, n, &addr, &value); n++) {
    bool is_reset_0 = addr < SLUICE_SWITCH_REG_STATUS && addr != 4 * SLUICE_REG_COMMIT;
    if (value != 0 || !is_reset_0) write_register(r, addr, value);
  }
  if (!(read_register(r, 4 * SLUICE_REG_STATUS) & SLUICE_STATUS_ACTIVE)) exit(2);
  if (!dims->credits) return;
  do  // some port has credits, and reports consumed ones often
    frames_credits(&r->setup, &r->rng);
  while (r->setup.credits[0] == 0 || r->setup.credits[2] - 1 >= 300);
  for (int n = 0; frames_credits_write(&r->setup, n, &addr, &value); n++) write_register(r, addr, value);
}

// The other end of a link has freed what the port has consumed; one of its frames may be lost.
static void new_word(struct run *r, int port, struct frame *f) {
  const uint8_t channel = (uint8_t)frames_pick(&r->rng, (uint64_t)r->setup.dims.classes);
  const bool freed = frames_chance(&r->rng, 700);
  const uint32_t lost = !freed && frames_chance(&r->rng, 100) ? frames_pick(&r->rng, 4) : 0;
  const uint32_t seen = r->to[port].counter[freed ? SLUICE_CREDIT_CONSUMED : SLUICE_CREDIT_FREED][channel];
  const struct sluice_credit_word w = {true, freed ? SLUICE_CREDIT_FREED : SLUICE_CREDIT_CONSUMED, channel,
                                       (seen + lost) & 0xfffff};
  frame_credits(f, UINT64_C(0x0180c2000001), SLUICE_IDENTIFIER, &w);
}

static void sink(struct run *r, int port) {
  struct sink_port *s = &r->to[port];
  const struct switch_word *w = &r->out.out[port];
  if (!w->valid || !(r->in.out_ready >> port & 1)) return;
  r->last_word = r->cycles;
  for (int i = 0; i < BYTES && w->keep >> i & 1; i++, s->n++)
    if (s->n < sizeof s->head) s->head[s->n] = w->data[i];
  if (!w->last) return;
  s->n = 0;
  const struct sluice_credit_word word = frame_word(s->head);
  if (!word.valid) return;
  s->counter[word.kind][word.channel] = word.value;
  r->words++;
}

static void new_frame(struct run *r, int port) {
  struct source_port *s = &r->from[port];
  if (frames_chance(&r->rng, r->setup.dims.credits ? 300 : 100)) {
    struct frame f;
    struct pause_times times = {.enable = (uint8_t)frames_pick(&r->rng, 256)};
    for (int k = 0; k < 8; k++) times.time[k] = (uint16_t)frames_pick(&r->rng, 40);
    frame_pfc(&f, UINT64_C(0x0180c2000001), &times);
    if (r->setup.dims.credits && frames_chance(&r->rng, 800)) new_word(r, port, &f);
    s->n = (size_t)f.length;
    s->bad = false;
    memcpy(s->bytes, f.bytes, s->n);
    r->pauses++;
  } else {
    struct frames_frame *f = frames_new(&r->setup, &r->rng, port, ++r->id);
    if (f == NULL) exit(2);
    s->n = f->n;
    s->bad = f->bad;
    memcpy(s->bytes, f->bytes, f->n);
    frames_free(f);
    r->data++;
  }
  s->at = 0;
  s->busy = true;
}

static void offer(struct run *r, int port, bool more) {
  struct source_port *s = &r->from[port];
  struct switch_word *w = &r->in.in[port];
  if (w->valid) return;
  if (!s->busy && s->gap > 0) {
    s->gap--;
    return;
  }
  if (!s->busy && more && frames_chance(&r->rng, 900)) new_frame(r, port);
  if (!s->busy || frames_chance(&r->rng, 30)) return;
  size_t n = s->n - s->at < BYTES ? s->n - s->at : BYTES;
  memset(w, 0, sizeof *w);
  memcpy(w->data, s->bytes + s->at, n);
  w->keep = (1u << n) - 1;
  w->valid = true;
  w->last = s->at + n == s->n;
  w->user = w->last && s->bad;
}

// ready: of 1024
static void traffic(struct run *r, long cycles, bool more, uint32_t ready) {
  for (long i = 0; i < cycles; i++) {
    int ports = r->setup.dims.ports;
    uint16_t taken = r->out.in_ready;
    r->in.out_ready = 0;
    for (int p = 0; p < ports; p++) {
      offer(r, p, more);
      r->in.out_ready |= (uint16_t)(frames_chance(&r->rng, ready) << p);
    }
    for (int p = 0; p < ports; p++) sink(r, p);
    tick(r);
    for (int p = 0; p < ports; p++) {
      struct source_port *s = &r->from[p];
      if (!r->in.in[p].valid || !(taken >> p & 1)) continue;
      s->at += BYTES;
      r->in.in[p].valid = false;
      if (!r->in.in[p].last) continue;
      s->busy = false;
      s->gap = 24 / BYTES;
    }
  }
}

static void counters(struct run *r) {
  for (uint32_t p = 0; p < (uint32_t)r->setup.dims.ports; p++)
    for (uint32_t k = 0; k < 4; k++) {
      uint32_t value = read_register(r, SLUICE_LOSSLESS_REG_FRAMES + 128 * p + 8 * k);
      if (k < SLUICE_LOSSLESS_SEEN) r->pauses += value;
      read_register(r, SLUICE_SWITCH_REG_COUNTER + 512 * p + 8 * 8 * k);
    }
}

static int one_run(const struct switch_dims *d, enum sluice_scheme scheme, long cycles) {
  struct run *r = calloc(1, sizeof *r);
  const struct sluice_switch_dims dims = switch_model_dims(d, MACS);
  if (r == NULL || lossless_model_new(&r->model, d, &r->out) != 0) return 2;
  r->rng = (uint64_t)scheme + 1;
  r->setup.dims = dims;
  r->in.link_up = (uint16_t)((1u << d->ports) - 1);
  axil_end(&r->in);
  while (!r->out.ready) tick(r);
  configure(r, scheme, &dims);
  traffic(r, cycles / 2, true, 1000);
  traffic(r, cycles / 2, true, 400);
  traffic(r, DRAIN_CYCLES, false, 1024);
  // Words of credits are sent at any time, and a counter of frames includes one a round of the counters later.
  if (d->credits) write_register(r, SLUICE_SWITCH_REG_CREDITS_PORTS, 0);
  while (r->cycles - r->last_word < QUIET_CYCLES && r->cycles < LONGEST_DRAIN) traffic(r, 1, false, 1024);
  r->in.out_ready = 0;
  counters(r);
  bool enough = r->data > 50 && r->pauses > 5 && (!d->credits || r->words > 5);
  lossless_model_free(r->model);
  free(r);
  return enough ? 0 : 2;
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  const struct switch_dims d = {.ports = atoi(argv[1]),
                                .classes = atoi(argv[2]),
                                .bytes = BYTES,
                                .cell = CELL,
                                .cells = CELLS,
                                .schemes = (unsigned)atoi(argv[3]),
                                .credits = atoi(argv[5]) != 0,
                                .line = 8 * BYTES};
  return one_run(&d, (enum sluice_scheme)atoi(argv[4]), atol(argv[6])) != 0 || ferror(stdout) ? 2 : 0;
}
