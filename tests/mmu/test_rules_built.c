// What a build leaves out, schemes, classes and their registers.
#include <check.h>

#include "rules.h"

START_TEST(scheme_left_out_of_the_build_is_refused) {
  for (int built = 0; built < SLUICE_SCHEMES; built++)
    for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
      uint32_t regs[SLUICE_REGS];
      struct sluice_dims only = rules_dims;
      only.schemes = 1u << built;
      rules_defaults(regs, (enum sluice_scheme)scheme);
      ck_assert_int_eq(sluice_config_check(&only, regs), scheme == built ? SLUICE_OK : SLUICE_BAD_SCHEME);
    }
}
END_TEST

START_TEST(registers_of_unbuilt_schemes_and_classes_do_not_exist) {
  for (unsigned schemes = 1; schemes < 1u << SLUICE_SCHEMES; schemes++)
    for (int classes = 1; classes <= 8; classes++) {
      const struct sluice_dims d = {.ports = 4, .classes = classes, .width = 16, .schemes = schemes};
      for (int reg = 0; reg < SLUICE_REGS; reg++) {
        bool built = rules_wanted_by(reg) == 0 || (schemes & rules_wanted_by(reg)) != 0;
        if (reg >= SLUICE_REG_PARTITION + classes && reg < SLUICE_REG_PARTITION + 8) built = false;
        if (reg >= SLUICE_REG_WEIGHT + classes && reg < SLUICE_REG_WEIGHT + 8) built = false;
        ck_assert_msg(sluice_register_built(&d, reg) == built, "%s, %d classes, schemes %u", sluice_register_name(reg),
                      classes, schemes);
      }
      ck_assert(!sluice_register_built(&d, SLUICE_REG_COMMIT));
      ck_assert(!sluice_register_built(&d, -1));
    }
}
END_TEST

// What a register holds that does not exist is of no interest.
START_TEST(values_of_registers_that_do_not_exist_are_ignored) {
  struct sluice_dims pauses = rules_dims;
  pauses.schemes = 7;
  for (int scheme = SLUICE_STATIC; scheme <= SLUICE_DSH; scheme++) {
    uint32_t regs[SLUICE_REGS];
    rules_defaults(regs, (enum sluice_scheme)scheme);
    for (int reg = 0; reg < SLUICE_REGS; reg++)
      if (rules_wanted_by(reg) != 0) regs[reg] = UINT32_MAX;
    ck_assert_int_eq(sluice_config_check(&pauses, regs), SLUICE_OK);
    ck_assert_int_eq(sluice_config_check(&rules_dims, regs), SLUICE_BAD_VALUE);
  }
}
END_TEST

START_TEST(dsh_needs_headroom_per_port_only) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_DSH);
  regs[SLUICE_REG_BUFFER] = 32 * 10 + 1000 + 4 * 100;
  ck_assert_int_eq(sluice_config_check(&rules_dims, regs), SLUICE_OK);
  regs[SLUICE_REG_SCHEME] = SLUICE_SIH;
  ck_assert_int_eq(sluice_config_check(&rules_dims, regs), SLUICE_BAD_POOLS);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_built");
  tcase_add_test(tcase, scheme_left_out_of_the_build_is_refused);
  tcase_add_test(tcase, registers_of_unbuilt_schemes_and_classes_do_not_exist);
  tcase_add_test(tcase, values_of_registers_that_do_not_exist_are_ignored);
  tcase_add_test(tcase, dsh_needs_headroom_per_port_only);
  return rules_run("rules_built", tcase);
}
