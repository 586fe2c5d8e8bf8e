#include "tb/cli/regs/decode.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cmodel/driver/sluice_lookup.h"

// One register with its value; row NULL: an address without a register.
struct decoded {
  uint32_t address;
  struct sluice_map_place place;
  uint64_t value;
  bool whole;  // false: one word of a counter of 64 bits
  char name[64];
};

// Decodes the next register from word *n on, and moves *n past it. Both words of a counter that follow each other are
// one register. Words that are 0 at an address without a register are skipped. Returns false at the end.
static bool next(const struct dump *d, size_t *n, struct decoded *r) {
  const struct sluice_map_place none = {NULL, -1, -1, false};
  for (; *n < d->words; ++*n) {
    r->address = d->word[*n].address;
    r->value = d->word[*n].value;
    r->place = none;
    if (sluice_map_find(r->address, &r->place) || r->value != 0) break;
  }
  if (*n == d->words) return false;
  const struct sluice_map_row *row = sluice_map_find(r->address, &r->place) ? r->place.row : NULL;
  if (row == NULL) r->place = none;
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
  const struct sluice_map_field *f = r->place.row->fields;
  for (const char *before = "  "; f != NULL && f->name != NULL; f++, before = ", ") {
    const char *text = sluice_map_field_text(f, (uint32_t)r->value);
    if (text != NULL)
      fprintf(to, "%s%s %s", before, f->name, text);
    else
      fprintf(to, "%s%s %" PRIu32, before, f->name, sluice_map_field_value(f, (uint32_t)r->value));
  }
}

void decode_text(const struct dump *d, FILE *to) {
  struct decoded r;
  for (size_t n = 0; next(d, &n, &r);) {
    const struct sluice_map_row *row = r.place.row;
    char port[24] = "", value[32];
    if (r.place.port >= 0) snprintf(port, sizeof port, " port %d", r.place.port);
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
  const struct sluice_map_field *f = r->place.row->fields;
  for (; f != NULL && f->name != NULL; f++) {
    const char *text = sluice_map_field_text(f, (uint32_t)r->value);
    json_object_set_new(all, f->name,
                        text != NULL ? json_string(text) : json_integer(sluice_map_field_value(f, (uint32_t)r->value)));
  }
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
  return json_pack("{s:i, s:s, s:s, s:o, s:o, s:I, s:s, s:b, s:b, s:o, s:s?}", "address", (int)r->address, "block",
                   row->block, "name", row->name, "index", number_or_null(r->place.index), "port",
                   number_or_null(r->place.port), "value", (json_int_t)(negative ? as_signed(r) : (int64_t)r->value),
                   "unit", row->unit, "whole", r->whole, "fits", sluice_map_fits(row, (uint32_t)r->value), "fields",
                   fields(r), "sai", row->sai);
}

int decode_json(const struct dump *d, FILE *to) {
  struct decoded r;
  json_t *all = json_array();
  int status = 0;
  for (size_t n = 0; status == 0 && next(d, &n, &r);) status = json_array_append_new(all, object(&r));
  if (status == 0 && json_dumpf(all, to, JSON_INDENT(1)) == 0) fputc('\n', to);
  json_decref(all);
  return status;
}
