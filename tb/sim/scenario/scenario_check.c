// Values and units of a scenario file, and its general keys.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/vec.h"
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
  char **more = vec_grow(s->warning, (size_t)s->warnings, sizeof(*more));
  if (more == NULL) return scenario_no_memory(c);
  s->warning = more;
  s->warning[s->warnings] = strdup(line.text);
  return s->warning[s->warnings] != NULL ? (s->warnings++, 0) : scenario_no_memory(c);
}

int scenario_no_memory(struct checker *c) { return error_no_memory(c->err, c->text->path); }

char *scenario_flow_path(const struct checker *c, int flow, const char *key, char *path, size_t size) {
  const struct scenario *s = c->s;
  const int group = scenario_group_of(s, flow) - (c->file->flows != NULL);
  if (group < 0)
    snprintf(path, size, "flows.%d.%s", flow, key);
  else if ((unsigned)group < c->file->traffic_count)
    snprintf(path, size, "traffic.%d.%s", group, key);
  else
    snprintf(path, size, "flows_csv");
  return path;
}

int scenario_no_flow(struct checker *c, const char *path, const char *name) {
  struct near near;
  near_begin(&near, name, strlen(name));
  names_offer(&c->flow_names, 0, INT_MAX, &near);
  return scenario_wrong(c, path, "there is no flow %s%s", name, near_or(&near, "; name one of flows"));
}

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
uint64_t scenario_bps(double gbps) { return (uint64_t)llround(gbps * 1e6) * 1000; }

uint64_t scenario_hz(double mhz) { return (uint64_t)llround(mhz * 1e6); }

uint64_t scenario_ps(double ns) { return (uint64_t)llround(ns * 1e3); }

uint64_t scenario_us_cycles(const struct scenario *s, double us) {
  return (uint64_t)llround(us * (double)s->clock_hz / 1e6);
}

uint64_t scenario_ns_cycles(const struct scenario *s, uint64_t ns) {
  return (uint64_t)(((unsigned __int128)ns * s->clock_hz + 999999999) / 1000000000);
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
  s->duration = scenario_us_cycles(s, *c->file->duration_us);
  if (s->duration == 0) return scenario_wrong(c, "duration_us", "duration_us is 0; it must be above 0");
  s->stop = c->file->stop_us != NULL ? scenario_us_cycles(s, *c->file->stop_us) : s->duration;
  if (s->stop > 0 && s->stop <= s->duration) return 0;
  return scenario_wrong(c, "stop_us", "stop_us is %g; it must be above 0 and at most duration_us (%g)",
                        *c->file->stop_us, *c->file->duration_us);
}

int scenario_check_general(struct checker *c) {
  const struct file *f = c->file;
  struct scenario *s = c->s;
  uint64_t packet = DEFAULT_PACKET_BYTES;
  s->clock_hz = f->clock_mhz != NULL ? scenario_hz(*f->clock_mhz) : SCENARIO_CLOCK_HZ;
  int status = check_name(c);
  if (status == 0) status = check_times(c);
  if (status == 0 && f->packet_bytes != NULL)
    status = scenario_amount(c, "packet_bytes", f->packet_bytes, LEAST_PACKET_BYTES, MOST_PACKET_BYTES, &packet);
  c->packet = c->largest = (uint32_t)packet;
  c->bps = scenario_bps(VALUE_OR(f->gbps, DEFAULT_GBPS));
  c->delay_ps = scenario_ps(VALUE_OR(f->delay_ns, DEFAULT_DELAY_NS));
  c->overhead = VALUE_OR(f->overhead_bytes, DEFAULT_OVERHEAD_BYTES);
  s->cell_bytes = VALUE_OR(f->cell_bytes, DEFAULT_CELL_BYTES);
  s->seed = c->seed != NULL ? *c->seed : VALUE_OR(f->seed, DEFAULT_SEED);
  s->routing = (enum scenario_routing)VALUE_OR(f->routing, DEFAULT_ROUTING);
  s->paths = (enum scenario_paths)VALUE_OR(f->paths, DEFAULT_PATHS);
  s->ecmp_seed = VALUE_OR(f->ecmp_seed, s->seed);
  s->jitter = scenario_ns_cycles(s, VALUE_OR(f->jitter_ns, DEFAULT_JITTER_NS));
  s->processing = scenario_ns_cycles(s, VALUE_OR(f->processing_ns, DEFAULT_PROCESSING_NS));
  return status;
}
