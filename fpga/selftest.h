// The self-test of fpga/selftest.sv in C: the same plan and the same traffic around the C model of the MMU, which says
// what the board must report.
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice.h"

enum {
  SELFTEST_MAX_PARTS = 8,
  SELFTEST_SETTINGS = 64,  // of a part: the registers by address, COMMIT, then the alpha of the second half
  SELFTEST_SECOND_ALPHA = SLUICE_REG_COMMIT + 1,
  SELFTEST_TEXT = 2048,  // codes, at most
};

// What fpga/boards/*.mk gives to the RTL as parameters.
struct selftest_build {
  struct sluice_dims dims;
  bool stats;
  uint32_t clk_hz, parts_per_second;
};

// What a part reports. Rules: a bit of broken each, as in fpga/selftest_check.sv.
struct selftest_result {
  uint32_t events, pauses, headroom, refused, signature, broken;
};

// Codes of the report, as fpga/selftest_report.sv reads them; below 0x80 it is a character.
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

// How many parts there are: those whose scheme is built.
int selftest_parts(const struct selftest_build *build);

// The register values of a part.
void selftest_settings(const struct selftest_build *build, int part, uint32_t settings[SELFTEST_SETTINGS]);

// Runs a part on the C model. Returns 0, or -1 when there is no memory or the plan is not legal.
int selftest_run(const struct selftest_build *build, int part, bool fault, struct selftest_result *result);

// The codes of a part's text; returns how many.
size_t selftest_text(const struct selftest_build *build, int part, uint8_t codes[SELFTEST_TEXT]);

// The text of a part as the board writes it, ending in a zero byte. expected: the signature without a fault.
void selftest_line(const struct selftest_build *build, int part, uint32_t run, const struct selftest_result *result,
                   uint32_t expected, char line[SELFTEST_TEXT]);

// Reads "NP=4", "CLK_HZ=12000000" and so on; a parameter that does not concern the prediction is passed over.
// Returns 0, or -1 when it is not of that form.
int selftest_parameter(struct selftest_build *build, const char *text);

#endif
