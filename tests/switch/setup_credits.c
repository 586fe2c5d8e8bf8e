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
  for (int c = 0; c < s->dims.classes; c++) s->credits_limit[c] = draw_limit(s, rng);
  s->credits[PORTS] = frames_chance(rng, 150) ? 0 : frames_pick(rng, 1u << s->dims.ports);
  s->credits[AMOUNT] = amounts[frames_pick(rng, sizeof amounts / sizeof amounts[0])];
  s->credits[CONSUMED] = draw_period(rng);
  s->credits[FREED] = draw_period(rng);
}

bool frames_credits_write(const struct frames_setup *s, int n, uint32_t *addr, uint32_t *value) {
  const int classes = s->dims.classes, last = classes + FREED + 1;
  const uint32_t ports = (1u << s->dims.ports) - 1;
  if (n == 0 || n == last) {
    *addr = SLUICE_SWITCH_REG_CREDITS_PORTS;
    *value = (n == 0 ? 0 : s->credits[PORTS]) | (s->unused & ~ports);
  } else if (n <= classes) {
    *addr = SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * (uint32_t)(n - 1);
    *value = s->credits_limit[n - 1] | (s->unused & ~(uint32_t)ALL);
  } else if (n < last) {
    *addr = SLUICE_SWITCH_REG_CREDITS_PORTS + 4 * (uint32_t)(n - classes);
    *value = s->credits[n - classes] | (s->unused & ~(uint32_t)ALL);
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
