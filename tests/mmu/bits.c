#include "tests/mmu/bits.h"

#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/register_set.h"

enum {
  FEW_QUEUES = 16,  // variants with more queues take longer and test the same words
  WIDE = 26,        // a variant with all schemes and this width may have twice as many queues
};

bool bits_few(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues <= FEW_QUEUES ||
         (dims->width >= WIDE && queues <= 2 * FEW_QUEUES && dims->schemes == (1u << SLUICE_SCHEMES) - 1);
}

struct stimulus bits_numbers(const struct sluice_dims *dims, uint64_t seed) {
  struct stimulus s;
  memset(&s, 0, sizeof s);
  s.dims = *dims;
  s.rng = seed;
  return s;
}

void bits_passing_set(struct stimulus *s, int scheme, uint32_t *regs) {
  do register_set(s, scheme, regs);
  while (sluice_config_check(&s->dims, regs) != SLUICE_OK || regs[SLUICE_REG_LOSSLESS] == 0);
}

uint32_t bits_port(struct stimulus *s) { return stimulus_pick(s, (uint32_t)s->dims.ports); }

bool bits_any_gate(const struct pair *p) {
  uint64_t any = 0;
  for (int i = 0; i < SLUICE_WORDS; i++) any |= pair_out(p)->gate[i];
  return any != 0;
}
