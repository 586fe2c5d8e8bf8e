#include "tests/switch/drive.h"

enum { ALL = (1 << 20) - 1 };

void drive_credits_configure(struct drive *r) {
  uint32_t addr, value;
  if (!r->b.dims.credits) return;
  frames_credits(&r->setup, &r->rng);
  for (int n = 0; frames_credits_write(&r->setup, n, &addr, &value); n++) {
    drive_write(r, addr, value);
    drive_expect(r, addr, sluice_switch_read(r->b.model, addr));
  }
}

void drive_credits_drain(struct drive *r) {
  const int classes = r->b.dims.credits ? r->b.dims.classes : 0;
  for (int c = 0; c < classes; c++) {
    uint32_t *limit = &r->setup.credits_limit[c];
    if (*limit == 0 || *limit >= frames_largest(&r->setup)) continue;
    *limit = ALL;
    drive_write(r, SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * (uint32_t)c, *limit);
  }
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
    const bool wrong = !r->calm && frames_chance(&r->rng, r->wrong_words);
    in->word[p] = frames_credit_word(&r->rng, &r->b.credits.model.port[p], r->calm, wrong);  // it follows whole frames
  }
}
