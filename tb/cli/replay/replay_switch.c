#include "tb/cli/replay/replay_switch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"

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
  *d = (struct switch_dims){s->dims.ports, s->dims.classes, 1, (int)s->cell_bytes, 256, s->dims.schemes, false, 0};
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
