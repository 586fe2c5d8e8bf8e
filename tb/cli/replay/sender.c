#include "tb/cli/replay/sender.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/rules/sluice_rules.h"
#include "cmodel/sluice_switch.h"
#include "tb/sim/clocked/clocked_fit.h"

// ---- the switch ----

static bool has_scheme(const struct switch_dims *d, const struct scenario *s) {
  return d->schemes >> s->sw[0].cfg.scheme & 1;
}

// Returns the RTL build with the sizes of the scenario; NULL: none.
static const struct switch_dims *find(const struct scenario *s) {
  const struct switch_dims *d;
  for (int n = 0; (d = lossless_variant(n)) != NULL; n++)
    if (d->ports == s->dims.ports && d->classes == s->dims.classes && (uint32_t)d->cell == s->cell_bytes &&
        has_scheme(d, s))
      return d;
  return NULL;
}

static void list(char *text, size_t size) {
  const struct switch_dims *d;
  size_t at = 0;
  text[0] = '\0';
  for (int n = 0; (d = lossless_variant(n)) != NULL && at < size; n++)
    at += (size_t)snprintf(text + at, size - at, "%s%d x %d with cells of %d bytes%s", at > 0 ? ", " : "", d->ports,
                           d->classes, d->cell,
                           d->schemes >> SLUICE_GFC & 1   ? " and all schemes"
                           : d->schemes >> SLUICE_TTL & 1 ? " without GFC"
                                                          : " without TTL and GFC");
}

// Sets the sizes of the model: words wide enough for the rate, and memory for buffer and reserve. Returns whether a
// build may have these sizes (docs/hardware/switch.md, "Parameters").
static bool make(const struct scenario *s, struct switch_dims *d) {
  const struct sluice_config *cfg = &s->sw[0].cfg;
  *d = (struct switch_dims){s->dims.ports, s->dims.classes, 1, (int)s->cell_bytes, 256, s->dims.schemes,
                            false,         false,           0};
  if (d->ports < SLUICE_SWITCH_GFC_PORTS) d->schemes &= ~(1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR);
  while (d->bytes < SWITCH_MAX_BYTES && s->clock_hz * 8 * (uint64_t)d->bytes < s->sw[0].bps) d->bytes *= 2;
  d->line = 8 * d->bytes;
  bool is_cell = d->cell >= 32 && d->cell <= 256 && (d->cell & (d->cell - 1)) == 0 && d->bytes <= d->cell;
  if (d->ports < 2 || d->ports > SWITCH_MAX_PORTS || !is_cell) return false;
  const struct sluice_switch_dims dims = {.ports = d->ports, .cell_bytes = d->cell};
  if (!sluice_switch_keeps_pace(&dims, d->line)) return false;
  uint64_t need =
      cfg->buffer + (uint64_t)d->ports * sluice_switch_reserve(&dims, (uint32_t)cfg->max_packet * s->cell_bytes);
  while ((uint64_t)d->cells < need && d->cells < 1 << 18) d->cells *= 2;
  return true;
}

// The TTL of frames without IP: that of the lossy class with the highest number or, if all classes are lossless, that
// of the last hop.
static uint8_t non_ip(const uint32_t *regs) {
  uint32_t half = regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_HALF ? 1 : 0, first = regs[SLUICE_REG_TTL0];
  for (uint32_t hop = first - 1; first > 0 && hop > 0; hop--)
    if (!(regs[SLUICE_REG_LOSSLESS] >> (hop >> half) & 1)) return (uint8_t)(first - hop);
  return 1;
}

int replay_switch(struct sender_rules *rules, enum engine_kind engine, const struct scenario *s, const char *file,
                  struct error *err) {
  char has[400];
  struct error fit;
  const struct switch_dims *d = find(s);
  struct switch_dims made;
  list(has, sizeof has);
  if (lossless_variant(0) == NULL && engine != ENGINE_MODEL) {
    error_set(err, "%s: %s", file, ENGINE_NO_RTL);
  } else if (s->switches != 1) {
    error_set(err, "%s: the scenario has %d switches; give one with a single switch", file, s->switches);
  } else if (s->sw[0].watchdog.action != WATCHDOG_NONE) {
    error_set(err, "%s: the scenario has a watchdog, and a replay has none; leave watchdog out", file);
  } else if (clocked_fit_registers(s, &fit) != 0) {
    error_set(err, "%s:%d: %s", file, s->mmu_line, fit.text);
  } else if (d == NULL && engine != ENGINE_MODEL) {
    error_set(
        err,
        "%s:%d: no switch was built with %d ports x %d classes, cell_bytes %u and this scheme; this program has %s; "
        "or use --engine model",
        file, s->mmu_line, s->dims.ports, s->dims.classes, s->cell_bytes, has);
  } else if (d == NULL && !make(s, &made)) {
    error_set(
        err,
        "%s:%d: no switch has %d ports of this rate at this cycle and cell_bytes %u; give 2 to %d ports, cells of "
        "32, 64, 128 or 256 bytes, or more clock_mhz",
        file, s->mmu_line, s->dims.ports, s->cell_bytes, SWITCH_MAX_PORTS);
  } else if (d == NULL && !has_scheme(&made, s)) {
    error_set(err, "%s:%d: a switch of %d ports has no GFC; give ports: %d or more, or another scheme", file,
              s->mmu_line, s->dims.ports, SLUICE_SWITCH_GFC_PORTS);
  } else if (s->clock_hz * (uint64_t)(d != NULL ? d : &made)->bytes * 8 < s->sw[0].bps) {
    error_set(err, "%s: ports of %d bits at %" PRIu64 " MHz carry less than gbps; raise clock_mhz", file,
              8 * (d != NULL ? d : &made)->bytes, s->clock_hz / 1000000);
  } else {
    rules->dims = d != NULL ? *d : made;
    rules->clock_hz = s->clock_hz;
    rules->bps = s->sw[0].bps;
    for (int reg = 0; reg < SLUICE_REGS; reg++) rules->regs[reg] = (uint32_t)sluice_config_value(&s->sw[0].cfg, reg);
    rules->non_ip_ttl = non_ip(rules->regs);
    return 0;
  }
  return EINVAL;
}

// ---- the sender ----

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
