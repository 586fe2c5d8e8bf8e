#include <stdlib.h>

#include "fpga/selftest_parts.h"

enum { FIFO = 64, FIFOS = 8 };

#define CHANCE UINT64_C(0x9E3779B97F4A7C15)

// The stages of fpga/selftest_traffic.sv; a number in a name is the number of the stage.
struct packet {
  uint8_t port, cls, size, fifo;  // size: cells - 1
};

struct selftest_traffic {
  int ports, classes;
  bool fault, gfc;
  uint64_t x;
  unsigned enq_rate, deq_rate;  // probabilities in 1/32
  struct sluice_out message1;   // outputs of the MMU, with its message
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

// The upstreams obey the message of the MMU in the previous cycle.
static void obey(struct selftest_traffic *t, const struct selftest_traffic *old, bool hold,
                 const struct sluice_out *out, const struct sluice_in *in) {
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

static void packets_in(struct selftest_traffic *t, const struct selftest_traffic *old, bool hold, uint32_t phase,
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

static void packets_out(struct selftest_traffic *t, const struct selftest_traffic *old, bool hold,
                        const struct sluice_out *out, struct sluice_in *next) {
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

struct selftest_traffic *selftest_traffic_new(const struct selftest_build *build, bool fault) {
  struct selftest_traffic *t = build->dims.ports > FIFOS ? NULL : calloc(1, sizeof *t);
  if (t == NULL) return NULL;
  *t = (struct selftest_traffic){.ports = build->dims.ports,
                                 .classes = build->dims.classes,
                                 .fault = fault,
                                 .gfc = build->dims.schemes >> SLUICE_GFC != 0,
                                 .x = CHANCE};
  return t;
}

void selftest_traffic_free(struct selftest_traffic *traffic) { free(traffic); }

void selftest_traffic_step(struct selftest_traffic *t, bool hold, enum selftest_state state, uint32_t count,
                           const struct sluice_out *out, const struct sluice_in *in, struct sluice_in *next) {
  static const uint8_t enq_rates[4] = {28, 20, 24, 3}, deq_rates[4] = {10, 18, 14, 30};
  const struct selftest_traffic old = *t;
  bool running = state == SELFTEST_RUN, draining = state == SELFTEST_DRAIN;
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
