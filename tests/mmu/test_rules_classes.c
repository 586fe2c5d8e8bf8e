// Tests the class of a packet by its hop count, and which packets TTL drops. The expected values are computed by hand.
// make check T=rules_classes repeats a failure.
#include <check.h>

#include "cmodel/rules/sluice_classify.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/rules.h"

START_TEST(class_of_a_hop) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  static const struct {
    int ttl;
    bool kept;
    int cls;
  } hops[] = {{7, true, 1},  {6, true, 2}, {1, true, 7},     // ttl0 - ttl, ttl0 is 8
              {0, false, 0},                                 // TTL 0: dropped
              {8, true, 1},  {9, true, 1}, {255, true, 1}};  // class 0 exists only at hosts
  for (size_t i = 0; i < sizeof hops / sizeof hops[0]; i++) {
    int cls = 5;
    ck_assert_int_eq(sluice_classify(r.cfg.scheme, &r.cfg, 1, 1, hops[i].ttl, &cls), hops[i].kept);
    ck_assert_int_eq(cls, hops[i].cls);
  }
}
END_TEST

START_TEST(bounced_packet_is_dropped_by_option) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  int cls = 5;
  r.cfg.ttl_options = SLUICE_TTL_DROP_BOUNCED;
  ck_assert(!sluice_classify(r.cfg.scheme, &r.cfg, 2, 2, 6, &cls));
  ck_assert_int_eq(cls, 0);
  ck_assert(sluice_classify(r.cfg.scheme, &r.cfg, 2, 1, 6, &cls));
  ck_assert_int_eq(cls, 2);
}
END_TEST

START_TEST(every_second_class_in_a_tree) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  for (int odd = 0; odd < 2; odd++) {
    r.cfg.ttl_options = (uint8_t)(SLUICE_TTL_HALF | (odd ? SLUICE_TTL_ODD : 0));
    for (int ttl = 1; ttl <= 8; ttl++) {
      int hop = ttl < 8 ? 8 - ttl : 1, cls = 5;
      bool kept = sluice_classify(r.cfg.scheme, &r.cfg, 1, 2, ttl, &cls);
      ck_assert_int_eq(kept, hop % 2 == odd);  // the other parity means a wrong level of the tree
      ck_assert_int_eq(cls, kept ? hop / 2 : 0);
    }
  }
  r.cfg.ttl_options = SLUICE_TTL_ODD;  // ignored without HALF
  int cls;
  ck_assert(sluice_classify(r.cfg.scheme, &r.cfg, 1, 2, 6, &cls));
  ck_assert_int_eq(cls, 2);
}
END_TEST

START_TEST(other_schemes_keep_the_class) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_rules r = rules_make((enum sluice_scheme)scheme);
    if (scheme == SLUICE_TTL) continue;
    r.cfg.ttl_options = 7;
    int cls = 5;
    ck_assert(sluice_classify(r.cfg.scheme, &r.cfg, 1, 1, 0, &cls));
    ck_assert_int_eq(cls, 5);
  }
}
END_TEST

// sluice_mmu_lossy() says whether a packet's class is lossy, whatever its egress: a switch copies only such packets to
// many ports. The bounced option does not matter here.
START_TEST(lossy_class_of_a_packet) {
  const uint32_t lossless = 0x56;
  for (int scheme = SLUICE_SIH; scheme <= SLUICE_TTL; scheme++) {
    uint32_t regs[SLUICE_REGS];
    struct pair p = {.test = "make test T=rules_classes"};
    rules_defaults(regs, (enum sluice_scheme)scheme);
    regs[SLUICE_REG_LOSSLESS] = lossless;
    regs[SLUICE_REG_TTL_OPTIONS] = SLUICE_TTL_DROP_BOUNCED;
    ck_assert_int_eq(engine_new(&p.engine, ENGINE_MODEL, &rules_dims, "mmu"), 0);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (int cls = 0; cls < 8; cls++)
      for (int ttl = 0; ttl < 8; ttl++) {
        bool lossy = scheme != SLUICE_TTL ? !(lossless >> cls & 1) : ttl > 0 && !(lossless >> (8 - ttl) & 1);
        ck_assert_int_eq(sluice_mmu_lossy(engine_model(p.engine), cls, ttl), lossy);
      }
    pair_free(&p);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_classes");
  tcase_add_test(tcase, class_of_a_hop);
  tcase_add_test(tcase, bounced_packet_is_dropped_by_option);
  tcase_add_test(tcase, every_second_class_in_a_tree);
  tcase_add_test(tcase, other_schemes_keep_the_class);
  tcase_add_test(tcase, lossy_class_of_a_packet);
  return rules_run("rules_classes", tcase);
}
