// Values and units of a scenario file, and its general keys.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/error.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_file.h"

const char *scenario_place(const struct checker *c, const char *path, char *place) {
  bool mmu = strncmp(path, "mmu", 3) == 0 && (path[3] == '.' || path[3] == '\0');
  return yaml_text_where(mmu ? c->mmu_text : c->text, path, place);
}

static int say(const struct checker *c, struct error *e, const char *path, const char *format, va_list args) {
  char place[YAML_PLACE];
  return error_vat(e, scenario_place(c, path, place), format, args);
}

int scenario_wrong(struct checker *c, const char *path, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(c, c->err, path, format, args);
  va_end(args);
  return EINVAL;
}

int scenario_warn(struct checker *c, const char *path, const char *format, ...) {
  struct scenario *s = c->s;
  struct error line;
  va_list args;
  va_start(args, format);
  say(c, &line, path, format, args);
  va_end(args);
  char **more = realloc(s->warning, ((size_t)s->warnings + 1) * sizeof(*more));
  if (more == NULL) return scenario_no_memory(c);
  s->warning = more;
  s->warning[s->warnings] = strdup(line.text);
  return s->warning[s->warnings] != NULL ? (s->warnings++, 0) : scenario_no_memory(c);
}

int scenario_no_memory(struct checker *c) { return error_no_memory(c->err, c->text->path); }

// The last key of a path; for "mmu.partitions.2" it is "partitions.2", because a number alone names nothing.
static const char *last_key(const char *path) {
  const char *key = path, *before = path;
  for (const char *dot = strchr(path, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
    before = key;
    key = dot + 1;
  }
  return isdigit((unsigned char)*key) ? before : key;
}

static uint64_t unit_of(const char *suffix) {
  static const struct {
    const char *name;
    uint64_t bytes;
  } units[] = {{"", 1},          {"B", 1},         {"KB", 1000},    {"MB", 1000000}, {"GB", 1000000000},
               {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strcmp(suffix, units[i].name) == 0) return units[i].bytes;
  return 0;
}

int scenario_amount(struct checker *c, const char *path, const char *text, uint64_t low, uint64_t high,
                    uint64_t *bytes) {
  size_t digits = strspn(text, "0123456789");
  const char *suffix = text + digits + (digits > 0 && text[digits] == ' ');
  uint64_t unit = unit_of(suffix);
  if (digits == 0 || unit == 0)
    return scenario_wrong(c, path, "%s is '%s'%s; give bytes such as 40000, 40KB or 16MiB", last_key(path), text,
                          number_fault(text));
  uint64_t number = strtoull(text, NULL, 10);  // ULLONG_MAX if it is larger
  *bytes = number > UINT64_MAX / unit ? UINT64_MAX : number * unit;
  if (*bytes >= low && *bytes <= high) return 0;
  return scenario_wrong(c, path, "%s is %s; it must be %" PRIu64 " to %" PRIu64 " bytes", last_key(path), text, low,
                        high);
}

// Rates in whole kilobits keep the fractions of a tick small enough for exact sums.
int scenario_rate(struct checker *c, const char *path, double gbps, uint64_t *bps) {
  const double most = 6400;
  if (gbps < 0.001 || gbps > most)
    return scenario_wrong(c, path, "%s is %g; it must be 0.001 to %g", last_key(path), gbps, most);
  if (fabs(gbps * 1e6 - round(gbps * 1e6)) > 1e-3)
    return scenario_wrong(c, path, "%s is %.9g; give at most six decimals", last_key(path), gbps);
  *bps = (uint64_t)llround(gbps * 1e6) * 1000;
  return 0;
}

int scenario_time(struct checker *c, const char *path, double us, uint64_t *cycles) {
  if (us > 1e9) return scenario_wrong(c, path, "%s is %g; it must be 0 to 1e9 (1000 s)", last_key(path), us);
  *cycles = (uint64_t)llround(us * (double)c->s->clock_hz / 1e6);
  return 0;
}

int scenario_delay(struct checker *c, const char *path, double ns, uint64_t *ps) {
  if (ns > 1e9) return scenario_wrong(c, path, "%s is %g; it must be 0 to 1e9 (1 s)", last_key(path), ns);
  if (fabs(ns * 1e3 - round(ns * 1e3)) > 1e-3)
    return scenario_wrong(c, path, "%s is %.9g; give at most three decimals (ps)", last_key(path), ns);
  *ps = (uint64_t)llround(ns * 1e3);
  return 0;
}

// Rounded up: nothing happens before its time.
uint64_t scenario_ns_cycles(const struct scenario *s, uint64_t ns) {
  return (uint64_t)(((unsigned __int128)ns * s->clock_hz + 999999999) / 1000000000);
}

// Preamble and gap are 20 bytes on Ethernet. More bytes than a short frame has are a mistake.
int scenario_overhead(struct checker *c, const char *path, uint32_t given, uint32_t *bytes) {
  *bytes = given;
  return given <= 64 ? 0 : scenario_wrong(c, path, "overhead_bytes is %u; it must be 0 to 64", given);
}

int scenario_mhz(struct checker *c, const char *path, double mhz, uint64_t *hz) {
  if (mhz < 1 || mhz > 4000) return scenario_wrong(c, path, "clock_mhz is %g; it must be 1 to 4000", mhz);
  if (fabs(mhz * 1e6 - round(mhz * 1e6)) > 1e-3)
    return scenario_wrong(c, path, "clock_mhz is %.10g; give at most six decimals", mhz);
  *hz = (uint64_t)llround(mhz * 1e6);
  return 0;
}

static int check_clock(struct checker *c) {
  c->s->clock_hz = SCENARIO_CLOCK_HZ;
  return c->file->clock_mhz != NULL ? scenario_mhz(c, "clock_mhz", *c->file->clock_mhz, &c->s->clock_hz) : 0;
}

int scenario_word(struct checker *c, const char *path, const char *name, const char *more) {
  const char *dot = *more != '\0' ? ", ." : "";
  for (const char *x = name; *x != '\0'; x++)
    if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", *x) == NULL &&
        strchr(more, *x) == NULL)
      return scenario_wrong(c, path, "name '%s' is not one word; use letters, digits, _%s and -", name, dot);
  if (*name != '-' && strchr(more, *name) == NULL) return 0;
  return scenario_wrong(c, path, "name '%s' begins with '%c'; begin it with a letter, a digit or _", name, *name);
}

static int check_name(struct checker *c) {
  if (scenario_word(c, "name", c->file->name, ".") != 0) return EINVAL;
  c->s->name = strdup(c->file->name);
  return c->s->name != NULL ? 0 : scenario_no_memory(c);
}

static int check_times(struct checker *c) {
  struct scenario *s = c->s;
  int status = scenario_time(c, "duration_us", *c->file->duration_us, &s->duration);
  if (status != 0) return status;
  if (s->duration == 0) return scenario_wrong(c, "duration_us", "duration_us is 0; it must be above 0");
  s->stop = s->duration;
  if (c->file->stop_us == NULL) return 0;
  status = scenario_time(c, "stop_us", *c->file->stop_us, &s->stop);
  if (status == 0 && (s->stop == 0 || s->stop > s->duration))
    status = scenario_wrong(c, "stop_us", "stop_us is %g; it must be above 0 and at most duration_us (%g)",
                            *c->file->stop_us, *c->file->duration_us);
  return status;
}

static int check_default_link(struct checker *c) {
  int status = scenario_rate(c, "gbps", c->file->gbps != NULL ? *c->file->gbps : 40, &c->bps);
  if (status == 0)
    status = scenario_delay(c, "delay_ns", c->file->delay_ns != NULL ? *c->file->delay_ns : 1000, &c->delay_ps);
  if (status != 0) return status;
  const uint32_t *overhead = c->file->overhead_bytes;
  return scenario_overhead(c, "overhead_bytes", overhead != NULL ? *overhead : ETHERNET_OVERHEAD, &c->overhead);
}

int scenario_check_general(struct checker *c) {
  struct scenario *s = c->s;
  uint64_t packet = 1000;
  int status = check_name(c);
  if (status == 0) status = check_clock(c);
  if (status == 0) status = check_times(c);
  if (status == 0) status = check_default_link(c);
  if (status == 0 && c->file->packet_bytes != NULL)
    status = scenario_amount(c, "packet_bytes", c->file->packet_bytes, 64, 16384, &packet);
  if (status != 0) return status;
  c->packet = c->largest = (uint32_t)packet;
  s->cell_bytes = c->file->cell_bytes != NULL ? *c->file->cell_bytes : 1;
  if (s->cell_bytes == 0 || s->cell_bytes > 4096)
    return scenario_wrong(c, "cell_bytes", "cell_bytes is %u; it must be 1 to 4096", s->cell_bytes);
  s->seed = c->seed != NULL ? *c->seed : c->file->seed != NULL ? *c->file->seed : 1;
  s->routing = c->file->routing != NULL ? (enum scenario_routing) * c->file->routing : ROUTING_FIRST;
  s->paths = c->file->paths != NULL ? (enum scenario_paths) * c->file->paths : PATHS_SHORTEST;
  s->ecmp_seed = c->file->ecmp_seed != NULL ? *c->file->ecmp_seed : s->seed;
  s->jitter = c->file->jitter_ns != NULL ? scenario_ns_cycles(s, *c->file->jitter_ns) : 0;
  s->processing = c->file->processing_ns != NULL ? scenario_ns_cycles(s, *c->file->processing_ns) : 0;
  return 0;
}
