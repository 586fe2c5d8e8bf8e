#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fpga/selftest_parts.h"

struct text {
  uint8_t *codes;
  size_t length;
};

static void put(struct text *t, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf((char *)t->codes + t->length, SELFTEST_TEXT - t->length, format, args);
  va_end(args);
  t->length += (size_t)n;
  if (n < 0 || t->length >= SELFTEST_TEXT) {
    fputs("self-test: the text is too long\n", stderr);
    exit(1);
  }
}

static void code(struct text *t, enum selftest_code c, const char *after) { put(t, "%c%s", (int)c, after); }

static void put_alpha(struct text *t, uint32_t value) {
  int32_t a = (int32_t)value;
  put(t, "%s%d", a < 0 ? "1/" : "", 1 << (a < 0 ? -a : a));
}

size_t selftest_text(const struct selftest_build *build, int part, uint8_t codes[SELFTEST_TEXT]) {
  const struct selftest_plan *plan = selftest_plan(build, part);
  uint32_t s[SELFTEST_SETTINGS];
  selftest_settings(build, part, s);
  struct text t = {.codes = codes};
  if (part == 0) {
    put(&t, "\r\nSluice self-test, run ");
    code(&t, SELFTEST_RUNS, "");
    put(&t, ": %d ports x %d classes, %d bits, %" PRIu32 " Hz, %" PRIu32 " cycles each. f plants a fault.\r\n",
        build->dims.ports, build->dims.classes, build->dims.width, build->clk_hz,
        build->clk_hz / build->parts_per_second);
  }
  put(&t, "%s: private %" PRIu32 ", shared %" PRIu32 ", headroom %" PRIu32 ", ", plan->name, s[SLUICE_REG_PRIVATE],
      s[SLUICE_REG_SHARED], s[SLUICE_REG_HEADROOM]);
  if (s[SLUICE_REG_SCHEME] == SLUICE_STATIC) {
    put(&t, "XOFF %" PRIu32 ", XON %" PRIu32, s[SLUICE_REG_XOFF], s[SLUICE_REG_XON]);
  } else if (selftest_is_gfc(plan)) {
    put(&t, "B0 %" PRIu32 ", Bm %" PRIu32, s[SLUICE_REG_STAGE_BASE], s[SLUICE_REG_STAGE_TOP]);
  } else {
    put(&t, "alpha ");
    put_alpha(&t, s[SLUICE_REG_ALPHA]);
    put(&t, ", then ");
    put_alpha(&t, s[SELFTEST_SECOND_ALPHA]);
  }
  put(&t, "\r\n  ");
  code(&t, SELFTEST_EVENTS, " events, ");
  code(&t, SELFTEST_RATE, "/s, ");
  code(&t, SELFTEST_PAUSES, " pauses, ");
  code(&t, SELFTEST_HEADROOM, " in headroom, ");
  code(&t, SELFTEST_REFUSED, " refused, rules ");
  code(&t, SELFTEST_BROKEN, ", signature ");
  code(&t, SELFTEST_SIGNATURE, ": ");
  code(&t, SELFTEST_P_OR_F, "A");
  code(&t, SELFTEST_S_OR_I, "");
  code(&t, SELFTEST_S_OR_L, "\r\n");
  code(&t, SELFTEST_END_OF_PART, "");
  return t.length;
}

void selftest_line(const struct selftest_build *build, int part, uint32_t run, const struct selftest_result *result,
                   uint32_t expected, char line[SELFTEST_TEXT]) {
  uint8_t codes[SELFTEST_TEXT];
  size_t length = selftest_text(build, part, codes);
  const uint32_t numbers[] = {
      run, result->events, result->events * build->parts_per_second, result->pauses, result->headroom, result->refused};
  bool pass = result->broken == 0 && result->signature == expected;
  struct text t = {.codes = (uint8_t *)line};
  for (size_t i = 0; i < length; i++) switch (codes[i]) {
      case SELFTEST_SIGNATURE:
        put(&t, "%08" PRIX32, result->signature);
        break;
      case SELFTEST_BROKEN:
        put(&t, "%02" PRIX32, result->broken);
        break;
      case SELFTEST_P_OR_F:
        put(&t, "%c", pass ? 'P' : 'F');
        break;
      case SELFTEST_S_OR_I:
        put(&t, "%c", pass ? 'S' : 'I');
        break;
      case SELFTEST_S_OR_L:
        put(&t, "%c", pass ? 'S' : 'L');
        break;
      case SELFTEST_END_OF_PART:
        break;
      default:
        if (codes[i] < 0x80)
          put(&t, "%c", codes[i]);
        else
          put(&t, "%" PRIu32, numbers[codes[i] - SELFTEST_RUNS]);
    }
}
