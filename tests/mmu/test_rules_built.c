// Tests builds with fewer schemes and classes: registers that are not built, and the bit vectors with one bit per
// queue. The expected values are written by hand. make check T=rules_built repeats a failure.
#include <check.h>
#include <string.h>

#include "cmodel/clocked/sluice_context.h"
#include "cmodel/registers/sluice_check.h"
#include "tests/mmu/rules.h"

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
        bool built = rules_schemes_of(reg) == 0 || (schemes & rules_schemes_of(reg)) != 0;
        if (reg >= SLUICE_REG_PARTITION + classes && reg < SLUICE_REG_PARTITION + 8) built = false;
        if (reg >= SLUICE_REG_WEIGHT + classes && reg < SLUICE_REG_WEIGHT + 8) built = false;
        if (sluice_register_built(&d, reg) != built)
          ck_abort_msg("%s with %d classes, schemes 0x%x: expected %s, got %s", sluice_register_name(reg), classes,
                       schemes, built ? "built" : "not built", built ? "not built" : "built");
      }
      ck_assert(!sluice_register_built(&d, SLUICE_REG_COMMIT));
      ck_assert(!sluice_register_built(&d, -1));
    }
}
END_TEST

// The check ignores the values of registers that are not built.
START_TEST(values_of_registers_that_do_not_exist_are_ignored) {
  struct sluice_dims pauses = rules_dims;
  pauses.schemes = 7;
  for (int scheme = SLUICE_STATIC; scheme <= SLUICE_DSH; scheme++) {
    uint32_t regs[SLUICE_REGS];
    rules_defaults(regs, (enum sluice_scheme)scheme);
    for (int reg = 0; reg < SLUICE_REGS; reg++)
      if (rules_schemes_of(reg) != 0) regs[reg] = UINT32_MAX;
    ck_assert_int_eq(sluice_config_check(&pauses, regs), SLUICE_OK);
    ck_assert_int_eq(sluice_config_check(&rules_dims, regs), SLUICE_BAD_VALUE);
  }
}
END_TEST

// A configuration encodes as the registers from which it was decoded. An amount of more bits is a value that does not
// fit, with all its bits in the line.
START_TEST(configurations_encode_as_registers) {
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    uint32_t regs[SLUICE_REGS], again[SLUICE_REGS];
    struct sluice_config cfg;
    char line[256];
    rules_defaults(regs, (enum sluice_scheme)scheme);
    for (int c = 0; c < 8; c++) regs[SLUICE_REG_WEIGHT + c] = 1000 + (uint32_t)c;
    regs[SLUICE_REG_ALPHA] = (uint32_t)-7;
    regs[SLUICE_REG_ALPHA_LOSSY] = (uint32_t)-3;
    if (scheme == SLUICE_TTL) regs[SLUICE_REG_ALPHA] = 3;
    sluice_config_decode(&cfg, regs);
    ck_assert_int_eq(sluice_config_encode(&rules_dims, &cfg, again, line, sizeof line), SLUICE_OK);
    for (int reg = 0; reg < SLUICE_REGS; reg++)
      if (regs[reg] != again[reg])
        ck_abort_msg("%s: expected %u, got %u", sluice_register_name(reg), regs[reg], again[reg]);
    cfg.shared = (UINT64_C(1) << 32) + 5;
    ck_assert_int_eq(sluice_config_misfit(&rules_dims, &cfg), SLUICE_REG_SHARED);
    ck_assert_int_eq(sluice_config_encode(&rules_dims, &cfg, again, line, sizeof line), SLUICE_BAD_VALUE);
    ck_assert_str_eq(line, "SHARED is 4,294,967,301, at most 65,535 fits its 16 bits");
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

// Sets and reads the bits of one port only. The bits of a port may be in two words.
START_TEST(vectors_hold_a_bit_for_each_queue) {
  for (int classes = 1; classes <= SLUICE_MAX_CLASSES; classes++)
    for (int port = 0; port < SLUICE_MAX_PORTS; port++) {
      const struct sluice_dims d = {.ports = SLUICE_MAX_PORTS, .classes = classes, .width = 16, .schemes = 1};
      uint8_t all = (uint8_t)((1 << classes) - 1), bits = 0x9c & all, others = all & 0x5a;
      uint64_t vector[SLUICE_WORDS] = {0}, was[SLUICE_WORDS];
      for (int p = 0; p < SLUICE_MAX_PORTS; p++)
        for (int c = 0; c < classes; c++) sluice_assign(vector, p * classes + c, others >> c & 1);
      memcpy(was, vector, sizeof was);
      sluice_set_port_bits(vector, &d, port, bits);
      for (int q = 0; q < SLUICE_WORDS * 64; q++) {
        bool of_port = q / classes == port, expected = of_port ? bits >> q % classes & 1 : was[q / 64] >> q % 64 & 1;
        if ((vector[q / 64] >> q % 64 & 1) != expected)
          ck_abort_msg("%d classes, port %d set, bit %d: expected %d, got %d", classes, port, q, expected, !expected);
      }
      for (int p = 0; p < SLUICE_MAX_PORTS; p++)
        ck_assert_uint_eq(sluice_port_bits(vector, &d, p), p == port ? bits : others);
    }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_built");
  tcase_add_test(tcase, scheme_left_out_of_the_build_is_refused);
  tcase_add_test(tcase, registers_of_unbuilt_schemes_and_classes_do_not_exist);
  tcase_add_test(tcase, values_of_registers_that_do_not_exist_are_ignored);
  tcase_add_test(tcase, configurations_encode_as_registers);
  tcase_add_test(tcase, dsh_needs_headroom_per_port_only);
  tcase_add_test(tcase, vectors_hold_a_bit_for_each_queue);
  return rules_run("rules_built", tcase);
}
