// Simulates the self-test of the MMU in full length, Verilated. It decodes the UART, compares every byte with the text
// that the C model predicts, and checks the LEDs. In the first run it plants a fault, by the button or by f over the
// UART. The second run must FAIL with the predicted text, and the first part of the third run must PASS.
//   sim NP=4 ... DIVIDER=16    the parameters of the build
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/line.h"
#include "fpga/selftest.h"

enum { FAULTY = 2 };  // the run with the fault

// Parameters of the board, which do not affect the prediction.
static uint32_t leds, led_low, buttons, button_low, divider;

static void board_parameter(const char *text) {
  static const struct {
    const char *name;
    uint32_t *value;
  } known[] = {{"LEDS=", &leds},
               {"LED_LOW=", &led_low},
               {"BUTTONS=", &buttons},
               {"BUTTON_LOW=", &button_low},
               {"DIVIDER=", &divider}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strncmp(text, known[i].name, strlen(known[i].name)) == 0)
      *known[i].value = (uint32_t)strtoul(text + strlen(known[i].name), NULL, 10);
}

// Receives and prints the text of one part. Returns whether it equals the expected text.
static bool compare(struct line *l, const char *expected) {
  for (size_t i = 0; expected[i] != '\0'; i++) {
    int c = line_receive(l);
    if (c < 0) {
      printf("\nNo character within the limit; expected %s\n", expected + i);
      return false;
    }
    putchar(c);
    if (c != expected[i]) {
      while (c >= 0 && c != '\n') {
        c = line_receive(l);
        if (c >= 0) putchar(c);
      }
      printf("This line is wrong from character %zu of the part on; expected from there: %s\n", i, expected + i);
      return false;
    }
  }
  return true;
}

int main(int argc, char **argv) {
  struct selftest_build build = {0};
  for (int i = 1; i < argc; i++) {
    if (selftest_parameter(&build, argv[i]) != 0) return 2;
    board_parameter(argv[i]);
  }
  if (build.parts_per_second == 0 || divider == 0) return 2;
  struct line line = {.divider = divider,
                      .button = buttons > 0,
                      .button_low = button_low != 0,
                      .limit = build.clk_hz / build.parts_per_second + 100000,
                      .board = board_new()};
  if (line.board == NULL) return 2;

  line_wait(&line, 16);  // until the reset has set the line to 1

  uint32_t expected[SELFTEST_MAX_PARTS];
  int checks = 0, failures = 0, parts = selftest_parts(&build);
  for (uint32_t run = 1; run <= FAULTY + 1 && failures == 0; run++)
    for (int part = 0; part < (run > FAULTY ? 1 : parts) && failures == 0; part++) {
      struct selftest_result result;
      char text[SELFTEST_TEXT];
      if (selftest_run(&build, part, run == FAULTY, &result) != 0) return 2;
      if (run == 1) expected[part] = result.signature;
      selftest_line(&build, part, run, &result, expected[part], text);
      if (!line.plant && run == FAULTY - 1 && part == 1) {
        line_plant(&line);
      }
      checks += 2;
      if (!compare(&line, text)) failures++;
      if ((run == FAULTY) != (strstr(text, "FAIL") != NULL)) {
        puts("A run must FAIL if, and only if, it has a fault.");
        failures++;
      }
      // The next part begins before the last character is sent, so the LED "alive" belongs to the next part; it is lit
      // in every second part. With two LEDs, the LED of the result blinks instead.
      unsigned led = board_led(line.board) ^ (led_low ? (1u << leds) - 1 : 0);
      unsigned blink = (unsigned)((part + 1) % parts % 2), lit = run == FAULTY ? 2 : 1;
      lit = leds > 2 ? lit | blink << 2 : lit * blink;
      if ((led & (leds > 2 ? 7 : 3)) != lit) {
        printf("LEDs: %x, expected %x\n", led, lit);
        failures++;
      }
    }
  printf("%" PRIu64 " cycles\n", line.cycle);
  printf("%d%%: Checks: %d, Failures: %d, Errors: 0\n", failures == 0 ? 100 : 0, checks, failures);
  board_free(line.board);
  return failures != 0;
}
