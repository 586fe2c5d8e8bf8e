#include "tb/cli/replay/sender.h"

#include "cmodel/rules/sluice_rules.h"
#include "cmodel/sluice_switch.h"

uint64_t sender_cycles(const struct sender_rules *r, uint64_t bytes) {
  return (bytes * 8 * r->clock_hz + r->bps - 1) / r->bps;
}

static enum sluice_scheme scheme(const struct sender_rules *r) {
  return (enum sluice_scheme)r->regs[SLUICE_REG_SCHEME];
}
static bool is_gfc(const struct sender_rules *r) { return sluice_is_gfc(scheme(r)); }

void sender_start(struct sender *s, const struct sender_rules *r) {
  *s = (struct sender){.port_paused = 0};
  uint32_t d = scheme(r) == SLUICE_GFC_LINEAR ? r->regs[SLUICE_REG_STAGE_TOP] - r->regs[SLUICE_REG_STAGE_BASE] : 0;
  for (int k = 0; k < SLUICE_PRIORITIES; k++) limiter_init(&s->limiter[k], r->bps, r->clock_hz, d);
}

// Returns the index of the IP header; 0: none. Sets *pcp to the priority of the VLAN tag; -1: no tag.
static int ip_of(const uint8_t *b, int *pcp) {
  int at = b[12] == 0x81 && b[13] == 0 ? 18 : 14;
  *pcp = at == 18 ? b[14] >> 5 : -1;
  unsigned type = (unsigned)b[at - 2] << 8 | b[at - 1];
  bool is = (type == 0x0800 && b[at] >> 4 == 4) || (type == 0x86dd && b[at] >> 4 == 6);
  return is ? at : 0;
}

// Returns the class whose pause stops a frame: its priority (docs/guide/replay.md), or under TTL the class below that
// of its hop.
static int class_of(const struct sender_rules *r, const uint8_t *b) {
  int pcp, at = ip_of(b, &pcp);
  bool is_4 = at > 0 && b[at] >> 4 == 4;
  if (scheme(r) != SLUICE_TTL) {
    if (pcp >= 0) return pcp;
    return at == 0 ? 0 : is_4 ? b[at + 1] >> 5 : b[at] >> 1 & 7;
  }
  int first = (int)r->regs[SLUICE_REG_TTL0], ttl = at == 0 ? r->non_ip_ttl : b[at + (is_4 ? 8 : 7)] - 1;
  int hop = ttl >= first ? 1 : first - ttl, half = r->regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_HALF ? 1 : 0;
  int cls = (hop >> half) - 1;
  return cls < 0 ? 0 : cls % SLUICE_PRIORITIES;
}

static uint64_t until(const struct sender_rules *r, uint64_t cycle, uint16_t quanta) {
  return quanta == 0 ? 0 : cycle + sender_cycles(r, UINT64_C(64) * quanta);
}

void sender_receive(struct sender *s, const struct sender_rules *r, uint64_t cycle, const struct switch_word *w) {
  struct sluice_message m = sluice_control_rx_message(&s->control);
  struct sluice_beat beat = {.valid = w->valid};
  if (w->valid) {
    beat.last = w->last;
    beat.bad = w->user;
    beat.keep = w->keep;
    for (int i = 0; i < r->dims.bytes; i++) beat.data[i] = w->data[i];
  }
  sluice_control_rx_step(&s->control, 0, is_gfc(r), r->dims.bytes, &beat, true, m.valid);
  if (!m.valid) return;
  if (m.level) s->port_paused = until(r, cycle, m.time[0]);
  for (int k = 0; k < SLUICE_PRIORITIES && !m.level; k++) {
    if (!(m.enable >> k & 1)) continue;
    if (is_gfc(r))
      limiter_level(&s->limiter[k], cycle, m.time[k]);
    else
      s->paused[k] = until(r, cycle, m.time[k]);
  }
}

bool sender_waits(const struct sender *s, const struct sender_rules *r, uint64_t cycle, const uint8_t *frame) {
  int k = class_of(r, frame);
  if (is_gfc(r)) return cycle < limiter_free(&s->limiter[k]);
  return cycle < s->paused[k] || cycle < s->port_paused;
}

void sender_begin(struct sender *s, const struct sender_rules *r, uint64_t cycle, const uint8_t *frame, uint32_t n) {
  uint32_t cell = (uint32_t)r->dims.cell;
  if (is_gfc(r))
    limiter_send(&s->limiter[class_of(r, frame)], cycle, n + SLUICE_SWITCH_GAP, (n + cell - 1) / cell * cell);
}
