// Predicts the report of the self-test of a build with the C model.
//   predict plan NP=4 ...   prints the SystemVerilog package selftest_plan: registers, text and signatures
//   predict text NP=4 ...   prints the text of two runs, the second with a fault
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/selftest.h"

// Prints words as one vector; the first word is the least significant one.
static void print_words(const char *name, const uint32_t *words, int count) {
  printf("  localparam logic [%d:0] %s = {\n", 32 * count - 1, name);
  for (int i = count - 1; i >= 0; i--)
    printf("%s32'h%08" PRIX32 "%s", (count - 1 - i) % 8 == 0 ? "    " : " ", words[i],
           i == 0       ? "\n"
           : i % 8 == 0 ? ",\n"
                        : ",");
  puts("  };");
}

// Prints characters as strings and other codes as numbers. A line of the text is a line of the package.
static void print_text(const uint8_t *codes, size_t length) {
  printf("  localparam int LENGTH = %zu;\n  localparam logic [8*LENGTH-1:0] TEXT = {\n    ", length);
  for (size_t i = 0; i < length; i++) {
    bool plain = codes[i] >= ' ' && codes[i] < 0x7f;
    bool before = i > 0 && codes[i - 1] >= ' ' && codes[i - 1] < 0x7f;
    bool after = i + 1 < length && codes[i + 1] >= ' ' && codes[i + 1] < 0x7f;
    if (codes[i] == SELFTEST_END_OF_PART)
      printf("8'h%02X%s", codes[i], i + 1 < length ? ",\n    " : "");
    else if (!plain)
      printf("8'h%02X", codes[i]);
    else
      printf("%s%c%s", before ? "" : "\"", codes[i], after ? "" : "\"");
    if (i + 1 < length && codes[i] != SELFTEST_END_OF_PART && !(plain && after))
      printf(codes[i] == '\n' ? ",\n    " : ", ");
  }
  puts("\n  };");
}

static int plan(const struct selftest_build *build) {
  uint32_t settings[SELFTEST_MAX_PARTS * SELFTEST_SETTINGS], signatures[SELFTEST_MAX_PARTS] = {0};
  uint8_t codes[SELFTEST_MAX_PARTS * SELFTEST_TEXT] = {0};
  size_t length = 0;
  int parts = selftest_parts(build);
  for (int part = 0; part < parts; part++) {
    struct selftest_result good;
    if (selftest_run(build, part, false, &good) != 0) return -1;
    selftest_settings(build, part, settings + part * SELFTEST_SETTINGS);
    bool has_headroom = settings[part * SELFTEST_SETTINGS + SLUICE_REG_HEADROOM] > 0;
    if (good.broken != 0 || good.pauses == 0 || (has_headroom && good.headroom == 0)) {
      fprintf(stderr,
              "self-test, part %d (scheme %" PRIu32 "): rules %02" PRIX32 " broken, %" PRIu32
              " packets refused, %" PRIu32 " pauses, %" PRIu32
              " in headroom; a part must break no rule, pause, and use headroom\n",
              part + 1, settings[part * SELFTEST_SETTINGS + SLUICE_REG_SCHEME], good.broken, good.refused, good.pauses,
              good.headroom);
      return -1;
    }
    signatures[part] = good.signature;
    length += selftest_text(build, part, codes + length);
  }
  if (length > SELFTEST_TEXT) {
    fputs("self-test: the text is too long\n", stderr);
    return -1;
  }
  puts("// Written by fpga/predict.c: the plan of the self-test and the signatures that the C model predicts.");
  puts("`default_nettype none\npackage selftest_plan;");
  printf("  localparam int PARTS = %d;\n", parts);
  print_words("SETTINGS", settings, parts * SELFTEST_SETTINGS);
  print_words("SIGNATURES", signatures, parts);
  print_text(codes, length);
  puts("endpackage\n`default_nettype wire");
  return 0;
}

static int text(const struct selftest_build *build) {
  uint32_t expected[SELFTEST_MAX_PARTS];
  for (uint32_t run = 1; run <= 2; run++)
    for (int part = 0; part < selftest_parts(build); part++) {
      struct selftest_result result;
      char line[SELFTEST_TEXT];
      if (selftest_run(build, part, run == 2, &result) != 0) return -1;
      if (run == 1) expected[part] = result.signature;
      selftest_line(build, part, run, &result, expected[part], line);
      fputs(line, stdout);
    }
  return 0;
}

int main(int argc, char **argv) {
  struct selftest_build build = {0};
  bool good = argc > 1 && (strcmp(argv[1], "plan") == 0 || strcmp(argv[1], "text") == 0);
  for (int i = 2; i < argc && good; i++) good = selftest_parameter(&build, argv[i]) == 0;
  if (!good || build.parts_per_second == 0) {
    fputs("usage: predict plan|text NP=.. NC=.. W=.. SCHEMES=.. STATS=.. CLK_HZ=.. PARTS_PER_SECOND=..\n", stderr);
    return 2;
  }
  return (argv[1][0] == 'p' ? plan(&build) : text(&build)) == 0 ? 0 : 1;
}
