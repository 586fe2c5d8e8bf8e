// The self-test of fpga/selftest.sv in C: the same plan and the same traffic around the C model of the MMU. Its result
// is the report that the board must print.
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice.h"

enum {
  SELFTEST_MAX_PARTS = 8,
  SELFTEST_SETTINGS = 64,  // words of a part: the registers by address, COMMIT last, then the alpha of the second half
  SELFTEST_SECOND_ALPHA = SLUICE_REG_COMMIT + 1,
  SELFTEST_TEXT = 2048,  // most codes of a text
};

// The parameters that fpga/boards/*.mk sets in the RTL.
struct selftest_build {
  struct sluice_dims dims;
  bool stats;
  uint32_t clk_hz, parts_per_second;
};

// The report of a part. Each rule has a bit in broken, as in fpga/selftest_check.sv.
struct selftest_result {
  uint32_t events, pauses, headroom, refused, signature, broken;
};

// Codes of the text, as fpga/selftest_report.sv reads them. A code below 0x80 is a character.
enum selftest_code {
  SELFTEST_RUNS = 0x80,
  SELFTEST_EVENTS,
  SELFTEST_RATE,
  SELFTEST_PAUSES,
  SELFTEST_HEADROOM,
  SELFTEST_REFUSED,
  SELFTEST_SIGNATURE = 0x88,
  SELFTEST_BROKEN,
  SELFTEST_P_OR_F,
  SELFTEST_S_OR_I,
  SELFTEST_S_OR_L,
  SELFTEST_END_OF_PART,
};

// Returns the number of parts: the parts whose scheme is built.
int selftest_parts(const struct selftest_build *build);

// Returns the register values of a part in settings.
void selftest_settings(const struct selftest_build *build, int part, uint32_t settings[SELFTEST_SETTINGS]);

// Runs a part on the C model. Returns 0, or -1 if there is no memory or the configuration is not legal.
int selftest_run(const struct selftest_build *build, int part, bool fault, struct selftest_result *result);

// Writes the codes of the text of a part and returns their number.
size_t selftest_text(const struct selftest_build *build, int part, uint8_t codes[SELFTEST_TEXT]);

// Writes the text of a part as the board prints it, with a zero byte at the end. expected: the signature without a
// fault.
void selftest_line(const struct selftest_build *build, int part, uint32_t run, const struct selftest_result *result,
                   uint32_t expected, char line[SELFTEST_TEXT]);

// Reads a parameter such as "NP=4" or "CLK_HZ=12000000". Parameters that do not affect the prediction are ignored.
// Returns 0, or -1 if the text does not have this form.
int selftest_parameter(struct selftest_build *build, const char *text);

#endif
