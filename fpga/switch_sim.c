// Simulates the self-test of the switch, Verilated: reads its lines and checks the LEDs. The first run must PASS. While
// it prints its line, a fault is planted by the button or by f over the UART. So the second run must FAIL, and the
// third must PASS with the numbers of the first.
//   sim DIVIDER=16 TRAFFIC=100000 ...    the parameters of the build
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/line.h"

enum { FAULTY = 2, RUNS = 3, TEXT = 256, SLACK = 200000 };

// Returns the value of the argument NAME=VALUE, or 0.
static uint32_t parameter(int argc, char **argv, const char *name) {
  size_t length = strlen(name);
  for (int i = 1; i < argc; i++)
    if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=')
      return (uint32_t)strtoul(argv[i] + length + 1, NULL, 10);
  return 0;
}

// Reads a line without its end. plant: plants a fault after the first character. Returns false if a character does not
// arrive within the limit, or if the line is too long.
static bool read_line(struct line *l, char text[TEXT], bool plant) {
  for (size_t n = 0; n + 1 < TEXT; n++) {
    int c = line_receive(l);
    if (c < 0) break;
    if (plant && n == 0) line_plant(l);
    text[n] = (char)c;
    if (c == '\n') {
      text[n > 0 && text[n - 1] == '\r' ? n - 1 : n] = '\0';
      return true;
    }
  }
  return false;
}

int main(int argc, char **argv) {
  struct line line = {.divider = parameter(argc, argv, "DIVIDER"),
                      .button = parameter(argc, argv, "BUTTONS") > 0,
                      .button_low = parameter(argc, argv, "BUTTON_LOW") > 0,
                      .limit = (uint64_t)parameter(argc, argv, "TRAFFIC") + SLACK,
                      .board = board_new()};
  uint32_t leds = parameter(argc, argv, "LEDS"), low = parameter(argc, argv, "LED_LOW");
  if (line.divider == 0 || leds == 0 || line.board == NULL) return 2;
  line_wait(&line, 16);  // until the reset has set the line to 1

  char first[TEXT] = "", text[TEXT];
  int checks = 0, failures = 0;
  for (int run = 1; run <= RUNS && failures == 0; run++) {
    checks += 3;
    if (!read_line(&line, text, run == FAULTY - 1)) {
      printf("failed: run %d: no line\n", run);
      failures++;
      break;
    }
    puts(text);
    const char *verdict = run == FAULTY ? ": FAIL" : ": PASS", *end = strrchr(text, ':'), *numbers = strchr(text, ':');
    if (end == NULL || strcmp(end, verdict) != 0) {
      printf("failed: run %d must end in%s\n", run, verdict + 1);
      failures++;
    }
    unsigned led = (board_led(line.board) ^ (low ? (1u << leds) - 1 : 0)) & 3, lit = run == FAULTY ? 2 : 1;
    if (led != lit) {
      printf("failed: LEDs: %x, expected %x\n", led, lit);
      failures++;
    }
    if (run == 1 && numbers != NULL) strcpy(first, numbers);
    if (run > FAULTY && (numbers == NULL || strcmp(numbers, first) != 0)) {
      puts("failed: the numbers are not those of the first run");
      failures++;
    }
  }
  printf("%" PRIu64 " cycles\n", line.cycle);
  printf("%d%%: Checks: %d, Failures: %d, Errors: 0\n", failures == 0 ? 100 : 0, checks, failures);
  board_free(line.board);
  return failures != 0;
}
