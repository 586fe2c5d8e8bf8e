#include "tests/credit/lockstep.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/suite.h"

static const struct sluice_credit_dims without_rtl[] = {{false, 8, 20, 7, 14, 20}, {true, 8, 12, 6, 14, 20},
                                                        {false, 3, 8, 4, 8, 8},    {true, 2, 8, 4, 8, 8},
                                                        {false, 1, 20, 0, 14, 12}, {false, 32, 20, 6, 16, 28}};

bool lockstep_variant(int n, struct sluice_credit_dims *dims) {
  if (!BUILD_HAS_RTL) {
    if (n >= (int)(sizeof without_rtl / sizeof without_rtl[0])) return false;
    *dims = without_rtl[n];
    return true;
  }
  for (int i = 0; i < n; i++)
    if (shim_credit_list[i] == NULL) return false;
  if (shim_credit_list[n] == NULL) return false;
  *dims = shim_credit_list[n]->dims;
  return true;
}

void lockstep_name(const struct sluice_credit_dims *d, char *name, size_t size) {
  snprintf(name, size, "%dx%dx%dx%dx%d%s", d->channels, d->bits, d->shift, d->length_bits, d->period_bits,
           d->infiniband ? "s1" : "");
}

int lockstep_chosen(void) {
  const char *only = getenv("SLUICE_VARIANT");
  struct sluice_credit_dims d;
  char name[40], names[400] = "";
  if (only == NULL) return -1;
  for (int v = 0; lockstep_variant(v, &d); v++) {
    lockstep_name(&d, name, sizeof name);
    if (strcmp(only, name) == 0) return v;
    snprintf(names + strlen(names), sizeof names - strlen(names), " %s", name);
  }
  fprintf(stderr, "SLUICE_VARIANT=%s: expected one of:%s\n", only, names);
  exit(EXIT_FAILURE);
}

void lockstep_new(struct lockstep *l, int variant) {
  struct sluice_credit_dims d;
  memset(l, 0, sizeof *l);
  ck_assert(lockstep_variant(variant, &d));
  ck_assert_int_eq(sluice_credit_port_init(&l->model, &d), 0);
  if (!BUILD_HAS_RTL) return;
  l->shim = shim_credit_list[variant];
  l->rtl = l->shim->create();
  ck_assert(l->rtl != NULL);
}

void lockstep_free(struct lockstep *l) {
  if (l->rtl != NULL) l->shim->destroy(l->rtl);
}

static bool same(struct lockstep *l, const char *signal, uint64_t expected, uint64_t got) {
  if (expected == got) return true;
  snprintf(l->difference, sizeof l->difference, "%s: expected %llu = 0x%llx (model), got %llu = 0x%llx (RTL)", signal,
           (unsigned long long)expected, (unsigned long long)expected, (unsigned long long)got,
           (unsigned long long)got);
  return false;
}

bool lockstep_step(struct lockstep *l, const struct sluice_credit_in *in) {
  struct sluice_credit_out got;
  const struct sluice_credit_word *word = &l->out.tx;
  sluice_credit_port_step(&l->model, in, &l->out);
  if (l->rtl == NULL) return true;
  l->shim->step(l->rtl, in, &got);
  const bool answers = l->cycles == LOCKSTEP_FIRST_ANSWER;
  l->cycles += !answers;
  return (!answers || same(l, "snd_ready", l->out.snd_ready, got.snd_ready)) &&
         same(l, "tx_valid", word->valid, got.tx.valid) &&
         (!word->valid ||
          (same(l, "tx_kind", word->kind, got.tx.kind) && same(l, "tx_channel", word->channel, got.tx.channel) &&
           same(l, "tx_value", word->value, got.tx.value)));
}
