// The other ends of links with credits: random registers, and words that are right, old or arbitrary.
#include "cmodel/rules/sluice_credit.h"
#include "tests/switch/drive.h"

enum { ALL = (1 << SLUICE_CREDIT_BITS_UE) - 1, PERIODS = 5 };

static uint32_t largest(const struct drive *r) {
  const uint32_t cell = (uint32_t)r->b.dims.cell_bytes;
  return (r->setup.largest + cell - 1) / cell;
}

static uint32_t draw_limit(struct drive *r) {
  const uint32_t one = largest(r);
  switch (frames_pick(&r->rng, 8)) {
    case 0:
    case 1:
      return 0;
    case 2:
      return one;
    case 3:
      return 2 * one - frames_pick(&r->rng, 2);
    case 4:
      return frames_chance(&r->rng, 300) ? 1 + frames_pick(&r->rng, one) : ALL;
    default:
      return one + frames_pick(&r->rng, 4 * one);
  }
}

static uint32_t draw_period(struct drive *r) {
  const uint32_t values[PERIODS] = {0, 1, ALL, frames_pick(&r->rng, 300), frames_pick(&r->rng, 20000)};
  return values[frames_pick(&r->rng, PERIODS)];
}

// Ports and classes with credits may change only while no frame is in flight. The bits without a meaning are random.
static void set(struct drive *r, uint32_t addr, uint32_t value, uint32_t used) {
  drive_write(r, addr, value | (r->setup.unused & ~used));
  drive_expect(r, addr, sluice_switch_read(r->b.model, addr));
}

void drive_credits_configure(struct drive *r) {
  if (!r->b.dims.credits) return;
  const uint32_t ports = (1u << r->b.dims.ports) - 1;
  set(r, SLUICE_SWITCH_REG_CREDITS_PORTS, 0, ports);
  r->blocked = 0;
  for (uint32_t c = 0; c < (uint32_t)r->b.dims.classes; c++) {
    const uint32_t limit = draw_limit(r);
    r->blocked |= (limit > 0 && limit < largest(r) ? 1u : 0u) << c;
    set(r, SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * c, limit, ALL);
  }
  const uint32_t amounts[] = {0, 1, ALL, frames_pick(&r->rng, 100)};
  set(r, SLUICE_SWITCH_REG_CREDITS_AMOUNT, amounts[frames_pick(&r->rng, 4)], ALL);
  set(r, SLUICE_SWITCH_REG_CREDITS_CONSUMED, draw_period(r), ALL);
  set(r, SLUICE_SWITCH_REG_CREDITS_FREED, draw_period(r), ALL);
  set(r, SLUICE_SWITCH_REG_CREDITS_PORTS, frames_chance(&r->rng, 150) ? 0 : frames_pick(&r->rng, ports + 1), ports);
}

void drive_credits_drain(struct drive *r) {
  for (uint32_t c = 0; c < (uint32_t)r->b.dims.classes; c++)
    if (r->blocked >> c & 1) drive_write(r, SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * c, ALL);
  r->blocked = 0;
}

// A word that returns some of the used credits, or reports some lost ones; or an old one; or an arbitrary one.
static struct sluice_credit_word draw_word(struct drive *r, int p) {
  const struct sluice_switch_credit_port *port = &r->b.credits.model.port[p];
  const uint8_t channel = (uint8_t)frames_pick(&r->rng, 8), kind = r->calm || frames_chance(&r->rng, 700);
  const bool wrong = !r->calm && frames_chance(&r->rng, r->wrong_words);
  struct sluice_credit_word w = {.valid = true, .kind = kind, .channel = channel};
  if (wrong && frames_chance(&r->rng, 512)) {
    w.value = frames_pick(&r->rng, ALL + 1);
  } else if (kind == SLUICE_CREDIT_FREED) {
    const uint32_t used = (port->tx.consumed[channel] - port->tx.freed[channel]) & ALL;
    w.value = wrong     ? port->tx.freed[channel] - frames_pick(&r->rng, 300)
              : r->calm ? port->tx.consumed[channel]
                        : port->tx.freed[channel] + frames_pick(&r->rng, used + 1);
  } else {
    const uint32_t some = frames_chance(&r->rng, 300) ? frames_pick(&r->rng, 300) : 0;
    w.value = wrong ? port->rx.received[channel] - some : port->rx.received[channel] + some;
  }
  w.value &= ALL;
  return w;
}

void drive_credits_words(struct drive *r) {
  struct switch_in *in = &r->b.in;
  in->word_taken = 0;
  for (int p = 0; p < r->b.dims.ports; p++) {
    const struct source *s = &r->source[p];
    const bool up = in->link_up & r->up & 1u << p, inside = s->busy && s->at > 0;
    in->word[p].valid = false;
    if (r->b.out.word[p].valid && frames_chance(&r->rng, r->calm ? 1024 : r->word_taken))
      in->word_taken |= (uint16_t)(1u << p);
    if (!(r->b.out.credits >> p & 1) || !up || inside || !frames_chance(&r->rng, r->calm ? 300 : r->words)) continue;
    in->word[p] = draw_word(r, p);  // a word follows whole frames
  }
}
