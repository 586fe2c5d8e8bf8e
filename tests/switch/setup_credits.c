// Random registers of credits, and words of the other end of a link.
#include "cmodel/rules/sluice_credit.h"
#include "cmodel/switch/sluice_switch_credits.h"
#include "tests/switch/frames.h"

enum { ALL = (1 << SLUICE_CREDIT_BITS_UE) - 1, PORTS = 0, AMOUNT, CONSUMED, FREED };

uint32_t frames_largest(const struct frames_setup *s) {
  const uint32_t cell = (uint32_t)s->dims.cell_bytes;
  return (s->largest + cell - 1) / cell;
}

static uint32_t draw_limit(const struct frames_setup *s, uint64_t *rng) {
  const uint32_t one = frames_largest(s);
  switch (frames_pick(rng, 8)) {
    case 0:
    case 1:
      return 0;
    case 2:
      return one;
    case 3:
      return 2 * one - frames_pick(rng, 2);
    case 4:
      return frames_chance(rng, 300) ? 1 + frames_pick(rng, one) : ALL;
    default:
      return one + frames_pick(rng, 4 * one);
  }
}

static uint32_t draw_period(uint64_t *rng) {
  const uint32_t values[] = {0, 1, ALL, frames_pick(rng, 300), frames_pick(rng, 20000)};
  return values[frames_pick(rng, sizeof values / sizeof values[0])];
}

void frames_credits(struct frames_setup *s, uint64_t *rng) {
  const uint32_t amounts[] = {0, 1, ALL, frames_pick(rng, 100)};
  uint64_t own = *rng ^ FRAMES_SECOND;
  for (int c = 0; c < s->dims.classes; c++) s->of[0].credits_limit[c] = draw_limit(s, rng);
  for (int c = 0; s->dims.port_limits && c < s->dims.classes; c++) s->of[1].credits_limit[c] = draw_limit(s, &own);
  s->credits[PORTS] = frames_chance(rng, 150) ? 0 : frames_pick(rng, 1u << s->dims.ports);
  s->credits[AMOUNT] = amounts[frames_pick(rng, sizeof amounts / sizeof amounts[0])];
  s->credits[CONSUMED] = draw_period(rng);
  s->credits[FREED] = draw_period(rng);
}

void frames_release_credits(struct frames_setup *s) {
  for (int i = 0; i < 2; i++)
    for (int c = 0; c < s->dims.classes; c++) {
      uint32_t *limit = &s->of[i].credits_limit[c];
      if (*limit != 0 && *limit < frames_largest(s)) *limit = ALL;
    }
}

static int credit_limits(const struct frames_setup *s) { return (1 + s->dims.classes) * (s->dims.port_limits ? 2 : 1); }

bool frames_credit_limits_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value) {
  const int of_set = 1 + s->dims.classes, i = n / of_set, c = n % of_set - 1;
  if (n >= credit_limits(s)) return false;
  if (c < 0) return frames_select_ports(s, i, addr, value);
  *addr = SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * (uint32_t)c;
  *value = s->of[i].credits_limit[c] | (s->unused & ~(uint32_t)ALL);
  return true;
}

bool frames_credits_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value) {
  const int limits = credit_limits(s), last = limits + FREED + 1;
  const uint32_t ports = (1u << s->dims.ports) - 1;
  if (n == 0 || n == last) {
    *addr = SLUICE_SWITCH_REG_CREDITS_PORTS;
    *value = (n == 0 ? 0 : s->credits[PORTS]) | (s->unused & ~ports);
  } else if (n <= limits) {
    frames_credit_limits_write(s, n - 1, addr, value);
  } else if (n < last) {
    *addr = SLUICE_SWITCH_REG_CREDITS_PORTS + 4 * (uint32_t)(n - limits);
    *value = s->credits[n - limits] | (s->unused & ~(uint32_t)ALL);
  }
  return n <= last;
}

struct sluice_credit_word frames_credit_word(uint64_t *rng, const struct sluice_switch_credit_port *port, bool all,
                                             bool wrong) {
  const uint8_t channel = (uint8_t)frames_pick(rng, SLUICE_MAX_CLASSES), kind = all || frames_chance(rng, 700);
  const uint32_t consumed = port->tx.consumed[channel], freed = port->tx.freed[channel],
                 received = port->rx.stored[channel] + port->rx.lost[channel],
                 some = frames_chance(rng, 300) ? frames_pick(rng, 300) : 0;
  struct sluice_credit_word w = {.valid = true, .kind = kind, .channel = channel};
  if (wrong && frames_chance(rng, 512))
    w.value = frames_pick(rng, ALL + 1);
  else if (kind == SLUICE_CREDIT_CONSUMED)
    w.value = wrong ? received - some : received + some;
  else if (wrong)
    w.value = freed - some;
  else
    w.value = all ? consumed : freed + frames_pick(rng, ((consumed - freed) & ALL) + 1);
  w.value &= ALL;
  return w;
}
