#include "tests/room/lockstep.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/suite.h"

static const struct sluice_room_dims without_rtl[] = {
    {4, 8, 18, 12, true, true}, {3, 5, 12, 8, true, false}, {2, 2, 28, 20, false, true}, {1, 1, 8, 6, true, true}};

bool lockstep_variant(int n, struct sluice_room_dims *dims) {
  if (!BUILD_HAS_RTL) {
    if (n >= (int)(sizeof without_rtl / sizeof without_rtl[0])) return false;
    *dims = without_rtl[n];
    return true;
  }
  for (int i = 0; i < n; i++)
    if (shim_room_list[i] == NULL) return false;
  if (shim_room_list[n] == NULL) return false;
  *dims = shim_room_list[n]->dims;
  return true;
}

void lockstep_new(struct lockstep *l, int variant) {
  struct sluice_room_dims d;
  memset(l, 0, sizeof *l);
  ck_assert(lockstep_variant(variant, &d));
  ck_assert_int_eq(sluice_room_port_init(&l->model, &d), 0);
  if (!BUILD_HAS_RTL) return;
  l->shim = shim_room_list[variant];
  l->rtl = l->shim->create();
  ck_assert(l->rtl != NULL);
}

void lockstep_free(struct lockstep *l) {
  if (l->rtl != NULL) l->shim->destroy(l->rtl);
}

static bool same(struct lockstep *l, const char *signal, unsigned expected, unsigned got) {
  if (expected == got) return true;
  snprintf(l->difference, sizeof l->difference, "%s: expected %u = 0x%x (model), got %u = 0x%x (RTL)", signal, expected,
           expected, got, got);
  return false;
}

static bool same_word(struct lockstep *l, const char *name, const struct sluice_room_word *expected,
                      const struct sluice_room_word *got) {
  char signal[32];
  snprintf(signal, sizeof signal, "%s_valid", name);
  if (!same(l, signal, expected->valid, got->valid)) return false;
  snprintf(signal, sizeof signal, "%s of a word", name);
  return !expected->valid || (same(l, signal, expected->port, got->port) && same(l, signal, expected->cls, got->cls) &&
                              same(l, signal, expected->value, got->value));
}

bool lockstep_step(struct lockstep *l, const struct sluice_room_in *in) {
  struct sluice_room_out got;
  sluice_room_port_step(&l->model, in, &l->out);
  if (l->rtl == NULL) return true;
  l->shim->step(l->rtl, in, &got);
  return same(l, "read_enable", l->out.read_enable, got.read_enable) &&
         same(l, "read_port", l->out.read_port, got.read_port) &&
         same(l, "read_class", l->out.read_class, got.read_class) && same_word(l, "tx", &l->out.tx, &got.tx) &&
         same_word(l, "level", &l->out.level, &got.level);
}
