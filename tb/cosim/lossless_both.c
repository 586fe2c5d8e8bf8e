// RTL and models of a lossless switch in lock-step. The model of the control frames gets in every cycle the inputs of
// sluice_control in the RTL and must have the same outputs. The switch inside and its model run in lock-step as a
// switch alone does (lockstep_switch.h).
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/lossless_parts.h"

static void differs(struct lossless *l, const char *format, ...) {
  if (l->error[0] != '\0') return;
  int n = snprintf(l->error, sizeof l->error, "cycle %" PRIu64 ", ", l->cycle);
  va_list args;
  va_start(args, format);
  vsnprintf(l->error + n, sizeof l->error - (size_t)n, format, args);
  va_end(args);
}

// ---- The switch inside ----

static void destroy(void *handle) { (void)handle; }

// One cycle of the RTL. The inputs of its inner switch are copied to where lockstep_switch.h expects its inputs.
static void step_inside(void *handle, const struct switch_in *in, struct switch_out *out) {
  struct lossless *l = handle;
  struct lossless_both *b = l->both;
  (void)in;
  l->in.inside = &b->inside;
  l->shim->step(l->rtl, &l->in, &l->out);
  struct switch_in *given = &b->lockstep.in;
  *given = b->inside.in;
  given->link_up = l->in.link_up;
  *out = l->out;
  out->in_ready = b->inside.in_ready;
  memcpy(out->out, b->inside.out, sizeof out->out);
}

int lossless_both_new(struct lossless *l) {
  struct lossless_both *b = l->both = calloc(1, sizeof *b);
  if (b == NULL) return ENOMEM;
  b->shim = (struct switch_shim){.dims = l->dims, .macs = LOSSLESS_MACS, .destroy = destroy, .step = step_inside};
  int error = sluice_control_init(&b->control, l->dims.ports, l->dims.classes, 8 * l->dims.bytes);
  if (error == 0) error = lossless_model_new(&b->clocked, &l->dims, &b->expected);
  if (error != 0) return error;
  lossless_reset_config(&b->in.config, &l->dims);
  return lockstep_switch_start(&b->lockstep, &b->shim, l) ? 0 : ENOMEM;
}

void lossless_both_free(struct lossless *l) {
  if (l->both != NULL) {
    lockstep_switch_free(&l->both->lockstep);
    lossless_model_free(l->both->clocked);
  }
  free(l->both);
}

// ---- Control frames ----

static void same_word(struct lossless *l, const char *stream, int p, const struct sluice_beat *model,
                      const struct switch_word *rtl) {
  if (model->valid != rtl->valid) {
    differs(l, "port %d, %s_tvalid: expected %d, got %d", p, stream, model->valid, rtl->valid);
    return;
  }
  if (!model->valid) return;
  if (model->last != rtl->last || model->keep != rtl->keep || (model->last && model->bad != rtl->user)) {
    differs(l, "port %d, %s: expected tlast %d tkeep %x tuser %d, got %d %x %d", p, stream, model->last,
            (unsigned)model->keep, model->bad, rtl->last, (unsigned)rtl->keep, rtl->user);
    return;
  }
  l->both->words++;
  for (int i = 0; i < l->dims.bytes; i++)
    if (model->keep >> i & 1 && model->data[i] != rtl->data[i])
      differs(l, "port %d, %s, byte %d of a word: expected %02x, got %02x", p, stream, i, model->data[i], rtl->data[i]);
}

static void same_bit(struct lossless *l, const char *signal, int p, bool model, bool rtl) {
  if (model != rtl) differs(l, "port %d, %s: expected %d, got %d", p, signal, model, rtl);
}

static void same_word_of_credits(struct lossless *l, int p) {
  const struct sluice_credit_word *m = &l->both->out.word[p], *r = &l->both->inside.in.word[p];
  if (m->valid != r->valid || (m->valid && (m->kind != r->kind || m->channel != r->channel || m->value != r->value)))
    differs(l, "port %d, received word: expected %d kind %d channel %d value %u, got %d %d %d %u", p, m->valid, m->kind,
            m->channel, (unsigned)m->value, r->valid, r->kind, r->channel, (unsigned)r->value);
}

static void same_message(struct lossless *l) {
  const struct sluice_control_out *m = &l->both->out;
  const struct switch_in *r = &l->both->inside.in;
  if (m->rx_valid != r->rx_valid) differs(l, "rx_valid: expected %d, got %d", m->rx_valid, r->rx_valid);
  if (!m->rx_valid || !r->rx_valid) return;
  if (m->rx_port != r->rx_port || m->rx_level != r->rx_level || m->rx_enable != r->rx_enable) {
    differs(l, "message to the MMU: expected port %d level %d enable %x, got %d %d %x", m->rx_port, m->rx_level,
            m->rx_enable, r->rx_port, r->rx_level, r->rx_enable);
    return;
  }
  for (int c = 0; c < (m->rx_level ? 1 : l->dims.classes); c++)
    if (m->rx_enable >> c & 1 && m->rx_time[c] != r->rx_time[c])
      differs(l, "message to the MMU, port %d, class %d: expected time %d, got %d", m->rx_port, c, m->rx_time[c],
              r->rx_time[c]);
}

// ---- The models with cycles ----

// Stops the comparison with the models with cycles where they do not apply: a link went down, FLOOD or
// WATCHDOG_ACTION was set. Before the first frame links may be down.
static void check_clocked(struct lossless *l) {
  struct lossless_both *b = l->both;
  uint16_t fell = b->links & (uint16_t)~l->in.link_up;
  b->links = l->in.link_up;
  uint32_t actions = 0;
  for (int p = 0; p < l->dims.ports; p++) actions |= b->lockstep.action[p] & 0xffff;
  if (fell == 0 && !b->lockstep.floods && actions == 0) return;
  lossless_model_free(b->clocked);
  b->clocked = NULL;
}

static void compare_clocked(struct lossless *l) {
  struct lossless_both *b = l->both;
  const struct switch_out *m = &b->expected, *r = &l->out;
  if (lossless_model_step(b->clocked, &l->in, &b->expected) != 0) differs(l, "out of memory");
  for (int p = 0; p < l->dims.ports; p++) {
    struct sluice_beat word = lockstep_beat(&m->out[p]);
    same_word(l, "m_axis in its cycle", p, &word, &r->out[p]);
    same_bit(l, "s_axis_tready in its cycle", p, m->in_ready >> p & 1, r->in_ready >> p & 1);
  }
  if (m->ready != r->ready) differs(l, "ready: expected %d, got %d", m->ready, r->ready);
  if (m->ready && m->free != r->free + r->kept)
    differs(l, "free cells: expected %u, got %u", m->free, r->free + r->kept);
}

bool lossless_both_step(struct lossless *l) {
  struct lossless_both *b = l->both;
  struct sluice_control_in *in = &b->in;
  struct sluice_beat from_mac[SWITCH_MAX_PORTS];
  bool up[SWITCH_MAX_PORTS];
  // Of this cycle: the outputs before the clock edge, and the inputs
  const struct switch_out shown = l->out;
  in->tx_valid = shown.tx_valid && !(shown.credits >> shown.tx_port & 1);  // a port with credits sends no pauses
  in->tx_port = shown.tx_port;
  in->tx_level = shown.tx_level;
  in->tx_enable = shown.tx_enable;
  memcpy(in->tx_time, shown.tx_time, sizeof in->tx_time[0] * SWITCH_MAX_CLASSES);
  for (int p = 0; p < l->dims.ports; p++) {
    in->data_tx[p] = lockstep_beat(&b->inside.out[p]);
    in->word[p] = shown.word[p];
    in->config.credits[p] = shown.credits >> p & 1;
    from_mac[p] = lockstep_beat(&l->in.in[p]);
    up[p] = shown.ready && b->up >> p & 1;
    in->from_mac[p] = sluice_link_word(&b->link[p], up[p], &from_mac[p]);
    in->mac_ready[p] = l->in.out_ready >> p & 1;
    in->data_ready[p] = b->inside.in_ready >> p & 1;
  }
  lockstep_switch_step(&b->lockstep);
  in->config.levels = b->inside.levels;  // the RTL decides in which cycle after a COMMIT it changes
  sluice_control_step(&b->control, in, &b->out);
  if (l->cycle > 0) {  // before the first cycle the outputs are unknown
    for (int p = 0; p < l->dims.ports; p++) {
      same_word(l, "m_axis", p, &b->out.to_mac[p], &shown.out[p]);
      same_word(l, "s_axis of the switch", p, &b->out.data_rx[p], &b->inside.in.in[p]);
      bool ready = sluice_link_ready(&b->link[p], up[p], b->out.mac_rx_ready[p]);
      same_bit(l, "s_axis_tready", p, ready, shown.in_ready >> p & 1);
      same_word_of_credits(l, p);
      same_bit(l, "m_axis_tready of the switch", p, b->out.data_tx_ready[p], b->inside.in.out_ready >> p & 1);
    }
    same_message(l);
    b->cycles++;
  }
  b->up = l->in.link_up;
  for (int p = 0; p < l->dims.ports; p++) {
    sluice_link_step(&b->link[p], up[p], b->out.mac_rx_ready[p], &from_mac[p]);
    if (b->out.sent[p]) b->frames[p][SLUICE_LOSSLESS_SENT + b->out.sent_kind[p]]++;
    if (b->out.seen[p]) b->frames[p][SLUICE_LOSSLESS_SEEN + b->out.seen_kind[p]]++;
  }
  if (b->lockstep.error[0] != '\0') differs(l, "the switch inside, %s", b->lockstep.error);
  if (b->clocked != NULL) check_clocked(l);
  if (b->clocked != NULL) compare_clocked(l);
  return l->error[0] == '\0';
}

// ---- Registers ----

void lossless_both_write(struct lossless *l, uint32_t addr, uint32_t value) {
  struct lossless_both *b = l->both;
  if (addr >= SLUICE_LOSSLESS_REG_ADDRESS_LOW) {
    lossless_own_write(&b->in.config, &l->dims, addr, value);
    return;
  }
  if (addr == 4 * SLUICE_REG_SCHEME) b->scheme = value;
  lossless_switch_write(&b->in.config, &l->dims, addr, value);
  lockstep_switch_writes(&b->lockstep, addr, value);
}

void lossless_both_committed(struct lossless *l, bool active) {
  struct lossless_both *b = l->both;
  if (active) b->levels = b->scheme == SLUICE_GFC || b->scheme == SLUICE_GFC_LINEAR;
  if (b->levels != b->inside.levels)
    differs(l, "levels after a COMMIT: expected %d, got %d", b->levels, b->inside.levels);
}

bool lossless_both_rest(struct lossless *l, bool (*counter)(struct lossless *l, uint32_t addr, uint64_t *value)) {
  struct lossless_both *b = l->both;
  lockstep_switch_check_rest(&b->lockstep);
  if (b->lockstep.error[0] != '\0') differs(l, "the switch inside, %s", b->lockstep.error);
  for (uint32_t p = 0; p < (uint32_t)l->dims.ports; p++) {
    for (uint32_t k = 0; k < SLUICE_SWITCH_COUNTERS; k++) {
      uint64_t got, expected = sluice_switch_counter(b->lockstep.model, (int)p, (int)k);
      if (!counter(l, sluice_switch_counter_address((int)p, (int)k), &got)) return false;
      if (got != expected) differs(l, "port %u, counter %u: expected %" PRIu64 ", got %" PRIu64, p, k, expected, got);
    }
    for (uint32_t k = 0; k < 16; k++) {
      uint64_t got, expected = b->frames[p][k];
      if (!counter(l, SLUICE_LOSSLESS_REG_FRAMES + 128 * p + 8 * k, &got)) return false;
      if (got != expected)
        differs(l, "port %u, control frames of kind %u: expected %" PRIu64 ", got %" PRIu64, p, k, expected, got);
    }
  }
  return l->error[0] == '\0';
}
