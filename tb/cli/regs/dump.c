#define _GNU_SOURCE
#include "tb/cli/regs/dump.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/driver/sluice_driver.h"
#include "cmodel/driver/sluice_lookup.h"
#include "cmodel/sluice_switch.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/vec.h"

enum { SPACE = 1 << 16 };  // bytes of addresses of a switch

// A line of the file. unit: bytes of an address
struct line {
  struct dump *d;
  const struct dump_source *source;
  uint32_t unit;
  size_t number;
  struct error *err;
};

static int wrong(const struct line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int wrong(const struct line *l, const char *format, ...) {
  char place[ERROR_PLACE];
  va_list args;
  if (l->source->binary)
    snprintf(place, sizeof place, "%.4096s", l->source->path);
  else
    snprintf(place, sizeof place, "%.4096s:%zu", l->source->path, l->number);
  va_start(args, format);
  int status = error_vat(l->err, place, format, args);
  va_end(args);
  return status;
}

static int put(const struct line *l, uint64_t bus, uint64_t value) {
  struct dump *d = l->d;
  uint64_t address = (bus - l->source->base) * l->unit;
  if (bus < l->source->base || address >= SPACE)
    return wrong(l, "address 0x%" PRIx64 " is outside the 64 KiB of a switch at 0x%" PRIx64 "; give --base", bus,
                 l->source->base);
  if (address % 4 != 0) return wrong(l, "address 0x%" PRIx64 " is no multiple of 4; give addresses of words", bus);
  if (value > UINT32_MAX) return wrong(l, "value 0x%" PRIx64 " has more than 32 bits", value);
  struct dump_word *more = vec_grow(d->word, d->words, sizeof *more);
  if (more == NULL) return error_no_memory(l->err, l->source->path);
  d->word = more;
  d->word[d->words++] = (struct dump_word){(uint32_t)address, (uint32_t)value};
  return 0;
}

// ---- text ----

static const char *after_blanks(const char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

// Reads a decimal number, or a hexadecimal one with 0x; `hex`: also without. The number ends at a blank or one of
// `ends`.
static bool number(const char **at, bool hex, const char *ends, uint64_t *value) {
  char *end;
  const char *from = after_blanks(*at);
  if (!isxdigit((unsigned char)*from)) return false;
  bool prefix = from[0] == '0' && (from[1] | 32) == 'x';
  errno = 0;
  *value = strtoull(from, &end, hex || prefix ? 16 : 10);
  if (errno != 0 || end == from || !(*end == '\0' || isspace((unsigned char)*end) || strchr(ends, *end) != NULL))
    return false;
  *at = end;
  return true;
}

static bool ends(const char *at) {
  at = after_blanks(at);
  return *at == '\0' || *at == '#';
}

// "43c00100: 00000001 000005ee  ....": md of U-Boot. Words and addresses are hexadecimal and have eight digits.
static bool is_words(const char *at) { return strspn(at, "0123456789abcdefABCDEF") == 8 && at[8] == ':'; }

static int words(const struct line *l, const char *at) {
  uint64_t address, value;
  number(&at, true, ":", &address);
  at++;
  int status = 0, found = 0;
  for (; status == 0 && strspn(after_blanks(at), "0123456789abcdefABCDEF") == 8 && number(&at, true, "", &value);
       found++)
    status = put(l, address + 4 * (uint64_t)found, value);
  return found > 0 ? status : wrong(l, "no word of eight hexadecimal digits behind the address");
}

// "Value at address 0x43c00104 (0xb6f00104): 0x5ee": devmem2
static int devmem2(const struct line *l, const char *at) {
  uint64_t address, value;
  const char *colon = strstr(at, "):");
  at += strlen("Value at address");
  if (colon == NULL || !number(&at, false, "", &address) || (at = colon + 2, !number(&at, false, "", &value)))
    return wrong(l, "no \"Value at address ADDRESS (...): VALUE\"");
  return put(l, address, value);
}

// "write ADDRESS VALUE" of sluice plan; a wait has no value.
static int access_of_plan(const struct line *l, const char *at) {
  struct sluice_access a;
  bool found;
  if (sluice_driver_parse(at, &a, &found) != 0)
    return wrong(l, "no \"write ADDRESS VALUE\" or \"wait ADDRESS MASK VALUE\"");
  return a.is_wait ? 0 : put(l, a.address + l->source->base, a.value);
}

// The comment of a plan says which map it has, and for which build.
static int comment(struct line *l, const char *at) {
  char map[64];
  int ports, classes;
  if (sscanf(at, "# Register map of %63[^,], NP %d, NC %d", map, &ports, &classes) != 3) return 0;
  if (ports < 1 || ports > SLUICE_MAX_PORTS || classes < 1 || classes > SLUICE_MAX_CLASSES)
    return wrong(l, "%d ports and %d classes; an MMU has at most %d and %d", ports, classes, SLUICE_MAX_PORTS,
                 SLUICE_MAX_CLASSES);
  l->d->ports = ports;
  l->d->classes = classes;
  if (strcmp(map, "sluice_mmu") == 0) l->unit = 4;
  return 0;
}

static int text_line(struct line *l, const char *text) {
  uint64_t address, value;
  const char *at = after_blanks(text);
  if (*at == '#') return comment(l, at);
  if (*at == '\0') return 0;
  if (is_words(at)) return words(l, at);
  if (strncmp(at, "Value at address", 16) == 0) return devmem2(l, at);
  if (strncmp(at, "write", 5) == 0 || strncmp(at, "wait", 4) == 0) return access_of_plan(l, at);
  bool good = number(&at, false, ":=", &address);
  if (good) at = after_blanks(at);
  if (good && (*at == ':' || *at == '=')) at++;
  if (!good || !number(&at, false, "#", &value) || !ends(at))
    return wrong(l, "'%.40s' is no register; give ADDRESS VALUE, decimal or hexadecimal with 0x", after_blanks(text));
  return put(l, address, value);
}

static int read_text(struct line *l, FILE *file) {
  char *text = NULL;
  size_t size = 0;
  ssize_t n;
  int status = 0;
  while (status == 0 && (n = getline(&text, &size, file)) >= 0) {
    l->number++;
    if (n > 0 && text[n - 1] == '\n') text[--n] = '\0';
    status = strlen(text) != (size_t)n ? wrong(l, "a zero byte; a binary dump needs --binary") : text_line(l, text);
  }
  free(text);
  return status;
}

// ---- binary ----

static int read_words(const struct line *l, FILE *file) {
  uint8_t b[4];
  size_t n;
  for (uint64_t at = l->source->first; (n = fread(b, 1, sizeof b, file)) > 0; at += sizeof b) {
    if (n < sizeof b) return wrong(l, "%zu bytes behind the last word of 32 bits; give whole words", n);
    int status = put(l, at, (uint64_t)b[3] << 24 | (uint64_t)b[2] << 16 | (uint64_t)b[1] << 8 | b[0]);
    if (status != 0) return status;
  }
  return 0;
}

int dump_read(struct dump *d, const struct dump_source *source, struct error *err) {
  const char *why;
  struct line l = {d, source, 1, 0, err};
  *d = (struct dump){.word = NULL};
  FILE *file = infile_open(source->path, false, &why);
  if (file == NULL) return error_at(err, source->path, "cannot open: %s; give a file", why);
  int status = source->binary ? read_words(&l, file) : read_text(&l, file);
  if (status == 0 && ferror(file)) status = error_at(err, source->path, "cannot read: %s", strerror(EIO));
  if (status == 0 && d->words == 0) status = error_at(err, source->path, "no register; give lines ADDRESS VALUE");
  fclose(file);
  if (status != 0) dump_free(d);
  return status;
}

void dump_free(struct dump *d) {
  free(d->word);
  *d = (struct dump){.word = NULL};
}

// ---- limits of ports ----

static bool in_window(uint32_t address) {
  return address / 4 >= SLUICE_REG_PORT_WINDOW && address / 4 < SLUICE_REG_PORT_WINDOW + 4;
}

// The limit that a word of PORT_WINDOW has after this value of PORT_SELECT; SLUICE_LIMITS: none.
static int limit_of(uint32_t address, uint32_t select) {
  const int k = (select & SLUICE_PORT_SELECT_PAGE ? 4 : 0) + (int)(address / 4) - SLUICE_REG_PORT_WINDOW;
  return in_window(address) && k < SLUICE_LIMITS ? k : SLUICE_LIMITS;
}

// Whether word n is PORT_SELECT of a build with PORT_LIMITS; in another build it reads 0, and so does PORT_WINDOW.
static bool selects(const struct dump *d, size_t n) {
  bool any = d->word[n].value != 0;
  if (d->word[n].address != 4 * SLUICE_REG_PORT_SELECT) return false;
  for (size_t i = n + 1; i < d->words && in_window(d->word[i].address); i++) any |= d->word[i].value != 0;
  return any;
}

void dump_collect(const struct dump *d, struct dump_set *set) {
  uint32_t select = 0;
  bool buffer = false, packet = false;
  *set = (struct dump_set){.limits = false};
  for (size_t i = 0; i < d->words; i++) {
    const struct dump_word w = d->word[i];
    const int limit = limit_of(w.address, select), port = (int)(select & SLUICE_PORT_SELECT_PORT);
    if (selects(d, i)) {
      select = w.value;
      set->limits = true;
    } else if (set->limits && limit < SLUICE_LIMITS) {
      set->port[port].value[limit] = w.value;
      set->port[port].written[limit] = true;
    } else if (w.address / 4 < SLUICE_REGS) {
      set->regs[w.address / 4] = w.value;
    }
    buffer |= w.address == 4 * SLUICE_REG_BUFFER;
    packet |= w.address == 4 * SLUICE_REG_MAX_PACKET;
  }
  set->common = buffer && packet;
}

// ---- registers ----

// One register with its value; row NULL: an address without a register.
struct decoded {
  uint32_t address;
  struct sluice_map_place place;
  const struct sluice_map_field *fields;
  uint64_t value;
  bool whole;      // false: one word of a counter of 64 bits
  uint32_t ports;  // ports of WRITE_PORTS whose register it is, a bit each; 0: all, or another register
  char name[64];
};

// A place in a dump, PORT_SELECT there, and the ports that are not in WRITE_PORTS
struct walk {
  size_t n;
  uint32_t select, other_ports;
  bool selected;
};

// A word of a register that WRITE_PORTS selects is that of its ports. These need no name if they are all ports.
static void find_ports(struct walk *w, struct decoded *r) {
  const struct sluice_map_row *row = r->place.row;
  r->ports = 0;
  if (r->address == SLUICE_SWITCH_REG_WRITE_PORTS)
    w->other_ports = ~(uint32_t)r->value & SLUICE_SWITCH_RESET_WRITE_PORTS;
  else if (row != NULL && row->of_port && w->other_ports != 0)
    r->ports = ~w->other_ports & SLUICE_SWITCH_RESET_WRITE_PORTS;
}

// A word of PORT_WINDOW is the register of its limit's name, of the selected port.
static void find_limit(const struct dump *d, struct walk *w, struct decoded *r) {
  static const struct sluice_map_field select[] = {{"PORT", 0, 6, NULL}, {"PAGE", 6, 1, NULL}, {NULL, 0, 0, NULL}};
  const int limit = w->selected ? limit_of(r->address, w->select) : SLUICE_LIMITS;
  if (selects(d, w->n)) {
    w->select = (uint32_t)r->value;
    w->selected = true;
    r->fields = select;
  } else if (limit < SLUICE_LIMITS) {
    sluice_map_find(4 * (uint32_t)sluice_limit_register((enum sluice_limit)limit), &r->place);
    r->place.port = (int)(w->select & SLUICE_PORT_SELECT_PORT);
    r->fields = NULL;
  }
}

// Decodes the next register from word w->n on, and moves w past it. Both words of a counter that follow each other are
// one register. Words that are 0 at an address without a register are skipped. Returns false at the end.
static bool next(const struct dump *d, struct walk *w, struct decoded *r) {
  const struct sluice_map_place none = {NULL, -1, -1, false};
  size_t *n = &w->n;
  for (; *n < d->words; ++*n) {
    r->address = d->word[*n].address;
    r->value = d->word[*n].value;
    r->place = none;
    if (sluice_map_find(r->address, &r->place) || r->value != 0) break;
  }
  if (*n == d->words) return false;
  if (!sluice_map_find(r->address, &r->place)) r->place = none;
  r->fields = r->place.row != NULL ? r->place.row->fields : NULL;
  find_limit(d, w, r);
  find_ports(w, r);
  const struct sluice_map_row *row = r->place.row;
  ++*n;
  r->whole = row == NULL || row->bits < 64;
  if (!r->whole && !r->place.high && *n < d->words && d->word[*n].address == r->address + 4) {
    r->value |= (uint64_t)d->word[(*n)++].value << 32;
    r->whole = true;
  }
  char index[24] = "";
  if (r->place.index >= 0) snprintf(index, sizeof index, "_%d", r->place.index);
  snprintf(r->name, sizeof r->name, "%s%s%s", row == NULL ? "unmapped" : row->name, index,
           r->whole        ? ""
           : r->place.high ? " high word"
                           : " low word");
  return true;
}

static bool is_bits(const struct sluice_map_row *row) {
  return row == NULL || strcmp(row->unit, "bits") == 0 || strcmp(row->unit, "address") == 0;
}

static bool has_unit(const struct sluice_map_row *row) {
  static const char *const none[] = {"bit", "number", "any"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    if (strcmp(row->unit, none[i]) == 0) return false;
  return !is_bits(row);
}

static int64_t as_signed(const struct decoded *r) {
  uint32_t sign = UINT32_C(1) << (r->place.row->bits - 1), value = (uint32_t)r->value;
  return value & sign ? (int64_t)(value | ~(2 * sign - 1)) - (INT64_C(1) << 32) : (int64_t)value;
}

static void put_fields(const struct decoded *r, FILE *to) {
  const struct sluice_map_field *f = r->fields;
  for (const char *before = "  "; f != NULL && f->name != NULL; f++, before = ", ") {
    const char *text = sluice_map_field_text(f, (uint32_t)r->value);
    if (text != NULL)
      fprintf(to, "%s%s %s", before, f->name, text);
    else
      fprintf(to, "%s%s %" PRIu32, before, f->name, sluice_map_field_value(f, (uint32_t)r->value));
  }
}

// " port 3", " ports 1 2" or nothing
static void name_ports(const struct decoded *r, char *text, size_t size) {
  int n = snprintf(text, size, r->place.port >= 0 ? " port %d" : r->ports != 0 ? " ports" : "", r->place.port);
  for (int p = 0; p < SLUICE_SWITCH_MAX_PORTS; p++)
    if (r->ports >> p & 1) n += snprintf(text + n, size - (size_t)n, " %d", p);
}

void decode_text(const struct dump *d, FILE *to) {
  struct decoded r;
  for (struct walk w = {.n = 0}; next(d, &w, &r);) {
    const struct sluice_map_row *row = r.place.row;
    char port[64], value[32];
    name_ports(&r, port, sizeof port);
    if (is_bits(row))
      snprintf(value, sizeof value, "0x%" PRIx64, r.value);
    else if (row->is_signed && sluice_map_fits(row, (uint32_t)r.value))
      snprintf(value, sizeof value, "%" PRId64, as_signed(&r));
    else
      snprintf(value, sizeof value, "%" PRIu64, r.value);
    int column = fprintf(to, "0x%04" PRIx32 "  %-9s  %s%s", r.address, row == NULL ? "-" : row->block, r.name, port);
    fprintf(to, "%*s  %s", column < 44 ? 44 - column : 0, "", value);
    if (row != NULL && has_unit(row)) fprintf(to, isdigit((unsigned char)*row->unit) ? " x %s" : " %s", row->unit);
    if (row != NULL && sluice_map_fits(row, (uint32_t)r.value))
      put_fields(&r, to);
    else if (row != NULL)
      fprintf(to, "  more than %d bits", row->bits);
    if (row != NULL && row->sai != NULL) fprintf(to, "  %s", row->sai);
    fputc('\n', to);
  }
}

static json_t *fields(const struct decoded *r) {
  json_t *all = json_object();
  const struct sluice_map_field *f = r->fields;
  for (; f != NULL && f->name != NULL; f++) {
    const char *text = sluice_map_field_text(f, (uint32_t)r->value);
    json_object_set_new(all, f->name,
                        text != NULL ? json_string(text) : json_integer(sluice_map_field_value(f, (uint32_t)r->value)));
  }
  return all;
}

static json_t *ports(const struct decoded *r) {
  json_t *all = json_array();
  for (int p = 0; p < SLUICE_SWITCH_MAX_PORTS; p++)
    if (r->ports >> p & 1) json_array_append_new(all, json_integer(p));
  return all;
}

static json_t *number_or_null(int n) { return n >= 0 ? json_integer(n) : json_null(); }

// Counters beyond 2^63 do not occur; JSON has signed integers.
static json_t *object(const struct decoded *r) {
  const struct sluice_map_row *row = r->place.row;
  if (row == NULL)
    return json_pack("{s:i, s:n, s:n, s:I}", "address", (int)r->address, "block", "name", "value",
                     (json_int_t)r->value);
  bool negative = row->is_signed && sluice_map_fits(row, (uint32_t)r->value);
  return json_pack("{s:i, s:s, s:s, s:o, s:o, s:I, s:s, s:b, s:b, s:o, s:s?, s:o}", "address", (int)r->address, "block",
                   row->block, "name", row->name, "index", number_or_null(r->place.index), "port",
                   number_or_null(r->place.port), "value", (json_int_t)(negative ? as_signed(r) : (int64_t)r->value),
                   "unit", row->unit, "whole", r->whole, "fits", sluice_map_fits(row, (uint32_t)r->value), "fields",
                   fields(r), "sai", row->sai, "ports", ports(r));
}

int decode_json(const struct dump *d, FILE *to) {
  struct decoded r;
  json_t *all = json_array();
  int status = 0;
  for (struct walk w = {.n = 0}; status == 0 && next(d, &w, &r);) status = json_array_append_new(all, object(&r));
  if (status == 0 && json_dumpf(all, to, JSON_INDENT(1)) == 0) fputc('\n', to);
  json_decref(all);
  return status;
}
