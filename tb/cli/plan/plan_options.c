#include "tb/cli/plan/plan_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tb/sim/files/error.h"
#include "tb/sim/results/command.h"
#include "tb/sim/scenario/alpha.h"
#include "tb/sim/scenario/scenario.h"

// Writes a number without an exponent, which an option does not take.
static const char *plain_number(double number, char *text, size_t size) {
  size_t n = (size_t)snprintf(text, size, "%.6f", number);
  while (text[n - 1] == '0') text[--n] = '\0';
  if (text[n - 1] == '.') text[n - 1] = '\0';
  return text;
}

uint64_t plan_take_decimal(const char *what, const char *text, double unit, double least, double most,
                           struct argp_state *state) {
  char *end, low[32], high[32];
  double number = strtod(text, &end);
  size_t plain = strspn(text, "0123456789.");
  if (plain == 0 || text[plain] != '\0' || *end != '\0' || !(number >= least && number <= most))
    argp_failure(state, argp_err_exit_status, 0, "%s is '%s'%s; give a number, %s to %s", what, text,
                 number_fault(text), plain_number(least, low, sizeof(low)), plain_number(most, high, sizeof(high)));
  return (uint64_t)ceil(number * unit - 1e-6);
}

uint64_t plan_take_rate(const char *text, struct argp_state *state) {
  double number = strtod(text, NULL);
  uint64_t mbps = plan_take_decimal("gbps", text, 1000, 0.001, 1000, state);
  if (fabs(number * 1000 - (double)mbps) > 1e-6)
    argp_failure(state, argp_err_exit_status, 0, "gbps is '%s'; give 0.001 to 1000, at most three decimals", text);
  return mbps;
}

uint64_t plan_take_bytes(const char *what, const char *text, uint64_t least, struct argp_state *state) {
  static const struct {
    const char *name;
    uint64_t bytes;
  } units[] = {{"", 1},          {"B", 1},         {"KB", 1000},    {"MB", 1000000}, {"GB", 1000000000},
               {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  size_t digits = strspn(text, "0123456789");
  uint64_t number = digits > 0 && digits < 12 ? strtoull(text, NULL, 10) : PLAN_MAX_BYTES + 1;
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strcmp(text + digits, units[i].name) == 0 && number <= PLAN_MAX_BYTES / units[i].bytes &&
        number * units[i].bytes >= least)
      return number * units[i].bytes;
  argp_failure(state, argp_err_exit_status, 0,
               "%s is '%s'%s; give bytes such as 40000, 40KB or 16MiB, at least %d and at most 64GiB", what, text,
               number_fault(text), (int)least);
  return 0;
}

unsigned plan_take_classes(const char *text, struct argp_state *state) {
  unsigned classes = 0;
  for (const char *at = text;; at += 2) {
    int c = *at - '0';
    if (c < 0 || c >= SLUICE_MAX_CLASSES || (at[1] != '\0' && at[1] != ',')) {
      argp_failure(state, argp_err_exit_status, 0, "lossless is '%s'; give classes such as 3,4", text);
      return 0;
    }
    classes |= 1u << c;
    if (at[1] == '\0') return classes;
  }
}

int plan_take_list(const char *what, const char *text, uint64_t (*take)(const char *text, struct argp_state *state),
                   uint64_t *values, int most, struct argp_state *state) {
  char one[32];
  for (int n = 0; n < most;) {
    size_t length = strcspn(text, ",");
    if (length >= sizeof(one)) break;
    memcpy(one, text, length);
    one[length] = '\0';
    values[n++] = take(one, state);
    if (text[length] == '\0') return n;
    text += length + 1;
  }
  argp_failure(state, argp_err_exit_status, 0, "%s: give at most %d values, separated by commas", what, most);
  return 0;
}

static uint64_t take_port(const char *text, struct argp_state *state) {
  return command_number("a port", text, 0, SLUICE_SWITCH_MAX_PORTS - 1, state);
}

uint32_t plan_take_ports(const char *what, const char *text, struct argp_state *state) {
  uint64_t list[SLUICE_SWITCH_MAX_PORTS];
  const int n = plan_take_list(what, text, take_port, list, SLUICE_SWITCH_MAX_PORTS, state);
  uint32_t ports = 0;
  for (int i = 0; i < n; i++) ports |= 1u << list[i];
  return ports;
}

int plan_take_alpha(const char *text, struct argp_state *state) {
  int exponent = 0;
  if (!alpha_exponent(text, &exponent))
    argp_failure(state, argp_err_exit_status, 0, "alpha is '%s'; " ALPHA_WANTED, text);
  return exponent;
}

// Those without a plan come last.
static enum sluice_scheme take_scheme(const char *text, bool every, struct argp_state *state) {
  static const enum sluice_scheme schemes[] = {SLUICE_SIH, SLUICE_DSH,    SLUICE_SHP,        SLUICE_TTL,
                                               SLUICE_GFC, SLUICE_STATIC, SLUICE_GFC_LINEAR, SLUICE_CBFC};
  enum { PLANNED = 5, ALL = sizeof(schemes) / sizeof(*schemes) };
  const char *names[ALL + 1] = {NULL};
  for (int i = 0; i < (every ? ALL : PLANNED); i++) names[i] = scenario_scheme_name(schemes[i]);
  return schemes[command_choice("scheme", text, names, state)];
}

enum { KEY_CLASSES = 4096, KEY_SCHEME, KEY_BUFFER, KEY_CELL, KEY_ALPHA };

static const struct argp_option mmu_options[] = {
    {"classes", KEY_CLASSES, "N", 0, "classes of an MMU, 1 to 8 (plan: 8, topology: 2)", 0},
    {"scheme", KEY_SCHEME, "SCHEME", 0, "DSH (default), SIH, SHP, TTL or GFC; topology also STATIC, GFC_LINEAR or CBFC",
     0},
    {"buffer", KEY_BUFFER, "BYTES", 0,
     "buffer of a switch, such as 16MiB (plan: required, topology: 512KiB per port and 100 Gb/s)", 0},
    {"cell", KEY_CELL, "BYTES", 0, "bytes per cell (1; with GFC_LINEAR 64)", 0},
    {"alpha", KEY_ALPHA, "A", 0, "a power of two, 1/256 to 128 (1/16)", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse_mmu(int key, char *arg, struct argp_state *state) {
  struct plan_mmu_options *o = state->input;
  struct plan_input *in = o->in;
  uint64_t cell;
  o->given |= key == KEY_CLASSES || key == KEY_SCHEME || key == KEY_BUFFER || key == KEY_ALPHA;
  o->classes |= key == KEY_CLASSES;
  o->alpha |= key == KEY_ALPHA;
  switch (key) {
    case KEY_CLASSES:
      in->classes = (int)command_number("classes", arg, 1, SLUICE_MAX_CLASSES, state);
      return 0;
    case KEY_SCHEME:
      in->scheme = take_scheme(arg, o->every_scheme, state);
      return 0;
    case KEY_BUFFER:
      in->buffer = plan_take_bytes("buffer", arg, 1, state);
      return 0;
    case KEY_CELL:
      cell = plan_take_bytes("cell", arg, 1, state);
      in->cell = cell < UINT32_MAX ? (uint32_t)cell : UINT32_MAX;
      return 0;
    case KEY_ALPHA:
      in->alpha = plan_take_alpha(arg, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

const struct argp plan_mmu_argp = {mmu_options, parse_mmu, NULL, NULL, NULL, NULL, NULL};
