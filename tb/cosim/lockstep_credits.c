#include "tb/cosim/lockstep_credits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "cmodel/rules/sluice_credit.h"

enum {
  MODULUS = 1 << SLUICE_CREDIT_BITS_UE,
  OUTCOME_CYCLES = 7,  // from mon_arrive until the credits count the outcome
  ADMIT_CYCLES = 2,    // the same from the step of the MMU that decides
  KNOWN_CYCLES = 64,   // a word by which credits were lost has reached every decision to start after these cycles
};

static void differs(struct lockstep_credits *c, const char *format, ...) {
  if (c->error[0] != '\0') return;
  va_list args;
  va_start(args, format);
  vsnprintf(c->error, sizeof c->error, format, args);
  va_end(args);
}

void lockstep_credits_start(struct lockstep_credits *c, const struct sluice_switch *sw) {
  *c = (struct lockstep_credits){.sw = sw};
  sluice_switch_credits_init(&c->model, &sw->dims);
}

// ---- Events ----

void lockstep_credits_ended(struct lockstep_credits *c, int port) { c->model.in[port].frame_end = true; }

static void judge(struct lockstep_credits *c, unsigned cycles, int port, bool accepted, int cls, uint32_t cells) {
  const unsigned at = (c->cycle + cycles) % LOCKSTEP_OUTCOMES;
  c->outcome[at].judged = true;
  c->outcome[at].port = port;
  c->outcome[at].in = (struct sluice_credit_packet){accepted, (uint8_t)cls, (uint16_t)cells};
}

void lockstep_credits_arrives(struct lockstep_credits *c, int port, bool copy, bool dropped, uint32_t cells) {
  if (!dropped) {
    const unsigned at = c->waiting_end++ % LOCKSTEP_ADMISSIONS;
    c->waiting[at].copy = copy;
    c->waiting[at].port = port;
    c->waiting[at].cells = cells;
  } else if (!copy) {
    judge(c, OUTCOME_CYCLES, port, false, 0, 0);
  }
}

void lockstep_credits_admitted(struct lockstep_credits *c, bool accepted, int cls) {
  if (c->waiting_at == c->waiting_end) {
    differs(c, "an admission without a frame");
    return;
  }
  const unsigned at = c->waiting_at++ % LOCKSTEP_ADMISSIONS;
  if (!c->waiting[at].copy) judge(c, ADMIT_CYCLES, c->waiting[at].port, accepted, cls, c->waiting[at].cells);
}

static bool uses(const struct lockstep_credits *c, int port, int cls) { return c->model.uses[port] >> cls & 1; }

static uint32_t used(const struct lockstep_credits *c, int port, int cls) {
  return (c->rule[port][cls].consumed - c->rule[port][cls].freed) % MODULUS;
}

static bool suffice(const struct lockstep_credits *c, int port, const struct sluice_credit_packet *frame) {
  return used(c, port, frame->channel) + frame->bytes <= c->model.active.values[port].limit[frame->channel];
}

void lockstep_credits_begins(struct lockstep_credits *c, int port, int cls, bool must) {
  const struct sluice_frame *f = c->sw->port[port].queue[cls].first;
  if (f == NULL) return;
  c->model.in[port].begin = (struct sluice_credit_packet){true, (uint8_t)cls, (uint16_t)f->cells};
  if (!uses(c, port, cls)) return;
  if (!suffice(c, port, &c->model.in[port].begin) && must &&
      (c->rule[port][cls].fell == 0 || c->cycle - c->rule[port][cls].fell > KNOWN_CYCLES))
    differs(c, "port %d begins %" PRIu32 " cells of class %d: %" PRIu32 " of %" PRIu32 " credits are used", port,
            f->cells, cls, used(c, port, cls), c->model.active.values[port].limit[cls]);
}

void lockstep_credits_leaves(struct lockstep_credits *c, int port, int cls, uint32_t cells) {
  c->model.in[port].leave = (struct sluice_credit_packet){true, (uint8_t)cls, (uint16_t)cells};
}

// ---- One cycle ----

static void receive(struct lockstep_credits *c, int p, const struct sluice_credit_word *w) {
  if (!w->valid) return;
  c->words++;
  if (w->kind != SLUICE_CREDIT_FREED || w->channel >= c->model.classes) return;
  const uint32_t consumed = c->rule[p][w->channel].consumed;
  if ((consumed - w->value) % MODULUS > (consumed - c->rule[p][w->channel].freed) % MODULUS)
    c->rule[p][w->channel].fell = c->cycle;
  c->rule[p][w->channel].freed = w->value;
}

// The sender counts the frame that begins, if the credits suffice with the word of this cycle. A word that takes
// credits back may refuse it.
static void pay(struct lockstep_credits *c, int p) {
  const struct sluice_credit_packet *frame = &c->model.in[p].begin;
  if (!frame->valid || !uses(c, p, frame->channel) || !suffice(c, p, frame)) return;
  uint32_t *consumed = &c->rule[p][frame->channel].consumed;
  *consumed = (*consumed + frame->bytes) % MODULUS;
  c->paid++;
}

static void registers(struct lockstep_credits *c, const struct switch_out *out) {
  const bool of_credits = c->addr >= SLUICE_SWITCH_REG_CREDITS_PORTS && c->addr <= SLUICE_SWITCH_REG_CREDITS_FREED,
             limit = c->addr >= SLUICE_SWITCH_REG_CREDITS_LIMIT &&
                     c->addr < SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * SLUICE_MAX_CLASSES;
  if (out->written.write && (of_credits || limit)) c->written = sluice_switch_credits_written(c->sw);
  c->written.lossless = out->written.lossless;
  c->written.largest = out->written.largest;
  c->addr = out->written.addr;
}

static void compare(struct lockstep_credits *c, const struct switch_out *out) {
  if (out->credits != c->model.active.ports)
    differs(c, "credits: expected ports %x, got %x", (unsigned)c->model.active.ports, out->credits);
  for (int p = 0; p < c->model.ports; p++) {
    const struct sluice_credit_word *r = &out->word[p], m = sluice_switch_credits_word(&c->model, p);
    if (m.valid != r->valid || (m.valid && (m.kind != r->kind || m.channel != r->channel || m.value != r->value)))
      differs(c, "port %d, word to send: expected %d kind %d channel %d value %u, got %d %d %d %u", p, m.valid, m.kind,
              m.channel, (unsigned)m.value, r->valid, r->kind, r->channel, (unsigned)r->value);
    for (int i = 0; i < c->model.classes; i++) {
      const int q = p * c->model.classes + i;
      const bool expected = c->model.port[p].fits_one >> i & 1, got = out->may_start[q / 64] >> q % 64 & 1;
      if (expected != got) differs(c, "port %d, class %d may start: expected %d, got %d", p, i, expected, got);
    }
  }
}

void lockstep_credits_step(struct lockstep_credits *c, const struct switch_in *in, const struct switch_out *out) {
  const unsigned now = c->cycle % LOCKSTEP_OUTCOMES;
  if (c->outcome[now].judged) {
    c->model.in[c->outcome[now].port].judged = true;
    c->model.in[c->outcome[now].port].in = c->outcome[now].in;
    c->outcome[now].judged = false;
  }
  for (int p = 0; p < c->model.ports; p++) {
    c->model.in[p].end = out->ended >> p & 1;
    c->model.in[p].rx = in->word[p];
    c->model.in[p].tx_ready = in->word_taken >> p & 1;
    receive(c, p, &in->word[p]);
    pay(c, p);
  }
  registers(c, out);
  sluice_switch_credits_step(&c->model, &c->written);
  compare(c, out);
  c->cycle++;
}

void lockstep_credits_check_rest(struct lockstep_credits *c) {
  for (int p = 0; p < c->model.ports; p++)
    for (int i = 0; i < c->model.classes; i++)
      if (c->model.port[p].rx.stored[i] != c->model.port[p].rx.left[i])
        differs(c, "port %d, class %d at rest: %u credits stored, %u have left", p, i,
                (unsigned)c->model.port[p].rx.stored[i], (unsigned)c->model.port[p].rx.left[i]);
}
